# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Names of kernels and parameters that Python allows and the language does not, because C takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.lang import Arg, Builder, Val, kernel
from generator.lang.cnames import FUNCTIONS, MACROS, RESERVED
from generator.model import AsmloomError, KernelError
from generator.skeleton import write
from targets.toolchain.find import require
from targets.toolchain.process import run

pytestmark = pytest.mark.kernels()  # scripts of its own


@pytest.mark.parametrize(
    "name",
    sorted(
        RESERVED | set("lambda None yield main size_t memcpy printf _Bool __x dup fabs fma fmax fminf fminl".split())
    ),
)
def test_one_rule_for_names_of_kernels(name: str, tmp_path: Path) -> None:
    """``build.py new`` and ``@kernel`` refuse the same words."""

    def body(k: Builder, p: Val) -> None:
        """Nothing."""

    with pytest.raises(
        KernelError, match=f"{name}: .*; expected another name, such as {name.strip('_')}_words"
    ) as caught:
        kernel(c=f"void {name}(uint8_t *p)", args=[Arg("p", rw=1)], source="none")(body)
    assert "test_names.py:" in str(caught.value)
    with pytest.raises(AsmloomError, match="no word of Python or C"):
        write(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["errno", "linux", "size_t", "uint8_t", "_Bool", "__x", "requires"])
def test_parameters_that_headers_take(name: str) -> None:
    with pytest.raises(KernelError, match=f"parameter {name}: .*; expected another name"):
        kernel(c=f"void named(uint8_t *{name})", args=[Arg(name, rw=1)], source="none")(lambda k, p: None)


def test_other_names_of_the_library_are_harmless(tmp_path: Path) -> None:
    """A prototype may call its parameters like functions: compilers of C and C++ take the names without a warning."""
    text = "".join(
        f"#include <{header}.h>\n" for header in ("stdint", "stdio", "stdlib", "string", "time", "math", "errno")
    )
    params = ", ".join(f"int {name}" for name in sorted(FUNCTIONS))
    path = tmp_path / "named.c"
    path.write_text(f"{text}int named({params});\nint main(void) {{ return 0; }}\n")
    for words in (["gcc", "-std=c99"], ["clang", "-std=gnu17"], ["g++", "-x", "c++"]):
        strict = ["-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only"]
        done = run([str(require(words[0])), *words[1:], *strict, str(path)])
        assert done.returncode == 0, done.stderr.decode()


def test_the_numbers_functions_are_the_compiler_s(tmp_path: Path) -> None:
    """A declaration of another kind of function of each of these names gets a warning. Others would only annoy."""
    path = tmp_path / "named.c"
    names = sorted(name for name in FUNCTIONS if name.rstrip("fl") in ("fabs", "fma", "fmax", "fmin", "pow", "scalbn"))
    assert len(names) == 18
    path.write_text("".join(f"void *{name}(char *p, char *q, char *r, char *s);\n" for name in names))
    done = run([str(require("gcc")), "-std=c99", "-fsyntax-only", str(path)])
    assert done.stderr.decode().count("warning: conflicting types for built-in function") == len(names)


def test_the_macros_are_macros(tmp_path: Path) -> None:
    """The compilers refuse what the language refuses: a list of harmless names would only annoy."""
    path = tmp_path / "named.c"
    headers = ("assert", "complex", "errno", "math", "stdio", "stddef", "stdnoreturn")
    start = "".join(f"#include <{header}.h>\n" for header in headers)
    others = {"main", "far", "near", "interface", "small", "IN", "OUT", "OPTIONAL", "imaginary"}  # elsewhere
    asked = (f"#ifndef {name}\n#error {name}\n#endif\n" for name in sorted(MACROS - others))
    path.write_text(start + "".join(asked))
    done = run([str(require("gcc")), "-std=gnu17", "-fsyntax-only", str(path)])
    assert done.returncode == 0, done.stderr.decode()
