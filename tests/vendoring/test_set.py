# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The contents of a vendored set: the requested kernels, the files that they need, and no others."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import __version__, library, output, rooms
from generator.api import functions
from generator.declarations import Function, Section, Struct, renamed
from generator.lang.interface import groups
from generator.model import AsmloomError
from generator.vendoring.contents import contents
from generator.vendoring.options import Options, kernels, resolve
from generator.vendoring.runtime import Unit, closure
from generator.vendoring.rust import bindings
from targets.toolchain.find import require
from tests.cli.runner import ROOT
from tests.vendoring.project import call

KERNELS = library.load()
ALL = Options(prefix="mylib_", targets=("all",), kernels=("all",), build=("cmake", "meson", "make", "cargo"))


@pytest.fixture(scope="module")
def everything() -> dict[str, bytes]:
    return contents(ALL, KERNELS)


@pytest.mark.kernels()  # digests of bytes, whichever they are
def test_manifest(everything: dict[str, bytes]) -> None:
    manifest = json.loads(everything["manifest.json"])
    assert manifest["asmloom"] == __version__ and manifest["options"] == ALL.as_json()
    files = {name: data for name, data in everything.items() if name != "manifest.json"}
    assert {name: row["sha256"] for name, row in manifest["files"].items()} == {
        name: output.digest(data) for name, data in files.items()
    }
    listed = [file["path"] for rows in manifest["functions"].values() for row in rows for file in row["files"].values()]
    kernels = {name for name in files if re.match(r"asm/.*\.(S|asm)$", name) and "/question." not in name}
    assert set(listed) == kernels
    for triple, rows in manifest["functions"].items():
        for row in rows:
            assert row["symbol"].lstrip("_#").startswith("mylib_") and row["files"].keys() == {
                targets.load(triple).syntaxes[0]
            }


@pytest.mark.kernels()
def test_licence_and_words(everything: dict[str, bytes]) -> None:
    assert everything["LICENSE"] == Path(ROOT, "LICENSE").read_bytes()
    for name, data in everything.items():
        if not name.startswith("LICENSE") and name != "manifest.json":
            assert b"SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0" in data[:400], name
        assert b"\r" not in data and not re.search(rb"[ \t]$", data, re.M) and data.endswith(b"\n"), name
    for name in ("CMakeLists.txt", "meson.build", "asmloom.mk", "Cargo.toml", "build.rs", "src/lib.rs"):
        assert everything[name]


@pytest.mark.kernels()
@pytest.mark.parametrize("triple", ["all", "aarch64-linux-gnu"])
def test_sources_are_those_of_generated(triple: str, everything: dict[str, bytes]) -> None:
    """Each file of a function, and the header of macros, is that of ``generated/`` but for the prefix, whichever
    targets are chosen."""
    some = {"targets": (triple,), "kernels": ("md5", "sha512_blocks")}
    found = everything if triple == "all" else contents(replace(ALL, **some), KERNELS)  # type: ignore[arg-type]
    sources = [name for name in found if re.match(r"asm/.*/", name) and "/question." not in name]
    assert len(sources) > 4
    for name in sources:
        symbol = Path(name).stem.encode()
        text = (ROOT / "generated" / name.removeprefix("asm/")).read_bytes()
        assert found[name] == text.replace(b"loom_" + symbol, b"mylib_" + symbol), name


@pytest.mark.kernels()
def test_every_include_is_there() -> None:
    """Every included file is in the set, without an include path, for one kernel and for all."""
    for words in (["all"], *([name] for name in KERNELS.kernels)):
        options = Options(prefix="x_", targets=("i686-w64-mingw32",), kernels=tuple(words))
        found = contents(options, KERNELS)
        texts = {
            Path(name).name: data.decode().replace('"../runtime/', '"')  # of tune/tune.c, which build systems build
            for name, data in found.items()
            if name.endswith((".c", ".h"))
        }
        chosen = resolve(options, KERNELS).kernels
        have = {*chosen, *groups(KERNELS.find(one) for one in chosen)}
        for source in (name for name in texts if name.endswith(".c")):
            for name, line in Unit(texts, have, ["../include/x_asmloom.h"]).lines(source):
                include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
                if include:
                    assert f"runtime/{include[1]}" in found or include[1] == "../include/x_asmloom.h", (name, line)


@pytest.mark.kernels()
def test_choices(tmp_path: Path) -> None:
    def names(**given: object) -> set[str]:
        return set(contents(Options(**{"targets": ("all",), "kernels": ("md5",), **given}), KERNELS))  # type: ignore[arg-type]

    plain = names()
    assert "include/asmloom.h" in plain and not any("rc4" in name or "sha" in name for name in plain)
    assert {name.split("/")[2] for name in plain if re.match("asm/x86_64/", name)} == {"gas", "masm"}
    both = names(syntax=("clang-cl", "gas"))
    assert {name.split("/")[2] for name in both if re.match("asm/.*/", name)} == {"gas"}
    assert len(both) < len(plain)
    two = names(targets=("x86_64-linux-gnu",), syntax=("nasm", "gas"))
    assert {name.split("/")[2] for name in two if name.startswith("asm/")} == {"gas", "nasm"}
    bare = names(runtime=False)
    assert not any(name.startswith("runtime/") for name in bare) and "include/asmloom.h" in bare
    hashes = {name.split("/")[-1].split("_")[0] for name in names(kernels=("hash",)) if name.endswith(".S")}
    assert hashes == {k.name.split("_")[0] for k in KERNELS.kernels.values() if "/hash/" in k.path}


@pytest.mark.kernels()
def test_all_is_all() -> None:
    every = resolve(Options(targets=("all",), kernels=("all",)), KERNELS)
    assert every.kernels == tuple(KERNELS.kernels)
    assert [target.triple for target, _ in every.targets] == list(targets.all_triples())
    assert all(syntaxes == target.syntaxes[:1] for target, syntaxes in every.targets)


@pytest.mark.kernels()
@pytest.mark.parametrize("row", [
    Function("void loom_f(wchar_t x)"), Function("wchar_t loom_f(void)"), Struct("loom_s", [("wchar_t x", "")]),
])  # fmt: skip
def test_a_type_without_rust(row: Function | Struct) -> None:
    with pytest.raises(AsmloomError, match="--build cargo: no Rust for the C type wchar_t of the header"):
        bindings([Section("a section", [row])], "loom_")


@pytest.mark.kernels()
def test_rust_has_every_function_and_size(everything: dict[str, bytes], tmp_path: Path) -> None:
    """The crate declares what the header does, and the types are as large as C's."""
    header, rust = everything["include/mylib_asmloom.h"].decode(), everything["src/lib.rs"].decode()
    assert "#![no_std]\n" in rust and "std::" not in rust
    names = [renamed(row.name, "mylib_") for row in functions(KERNELS.kernels.values())]
    assert re.findall(r"pub fn (\w+)\(", rust) == names
    structs = re.findall(r"pub struct (\w+)", rust)
    lines = "".join(f'    printf("%d\\n", (int)sizeof({name}));\n' for name in structs)
    (tmp_path / "sizes.c").write_text(f"#include <stdio.h>\n{header}\nint main(void)\n{{\n{lines}    return 0;\n}}\n")
    lines = "".join(f'    println!("{{}}", std::mem::size_of::<{name}>());\n' for name in structs)
    (tmp_path / "sizes.rs").write_text(f"#![allow(dead_code)]\nmod lib;\nuse lib::*;\nfn main() {{\n{lines}}}\n")
    (tmp_path / "lib.rs").write_text(re.sub(r"^(//!|#!).*\n", "", rust, flags=re.M))
    call(require("gcc"), "sizes.c", "-o", "c", cwd=tmp_path)
    call(
        require("rustc"),
        "--edition=2021",
        "-Anon_camel_case_types",
        "-Aunused_imports",
        "sizes.rs",
        "-o",
        "rust",
        cwd=tmp_path,
    )
    assert call(tmp_path / "rust", cwd=tmp_path).stdout == call(tmp_path / "c", cwd=tmp_path).stdout


SOURCE = """
/* #if 0 in a comment */
#if defined(LOOM_HAVE_a) && \\
    (defined(LOOM_HAVE_b) || !defined(LOOM_HAVE_c))
int first;
#define FOUND 1
#elif defined(_WIN32)
int windows;
#else
int neither;
#endif
#if defined(FOUND) || defined(LOOM_HAVE_d)
int second;
#endif
"""


@pytest.mark.kernels()
@pytest.mark.parametrize(
    ("kernels", "wanted"),
    [("ab", "first second"), ("a", "first second"), ("ac", "windows neither"), ("d", "windows neither second"),
     ("b", "windows neither"), ("abcd", "first second")],
)  # fmt: skip
def test_live_lines(kernels: str, wanted: str) -> None:
    found = [line for _, line in Unit({"x.c": SOURCE}, kernels).lines("x.c") if line.startswith("int")]
    assert found == [f"int {name};" for name in wanted.split()]


@pytest.mark.kernels()
def test_macros_of_headers() -> None:
    files = {
        "x.h": "#if defined(LOOM_HAVE_a)\n#define LOOM_HAVE_FAMILY 1\n#endif\n",
        "x.c": '#include "x.h"\n#if defined(LOOM_HAVE_FAMILY)\nint x;\n#endif\n',
    }
    assert closure(files, ["x.c"], ["a"], []) == ["x.c", "x.h"]
    assert closure(files, ["x.c"], ["b"], []) == []
    with pytest.raises(AsmloomError, match=r"runtime/x\.h: no such file"):
        closure({"x.c": files["x.c"]}, ["x.c"], ["a"], [])


@pytest.mark.kernels()
def test_closure() -> None:
    files = {
        "a.c": '#include "a.h"\nint a;\n',
        "b.c": '#include "b.h"\nenum { B = 1 };\ntypedef int b;\n#if defined(LOOM_HAVE_b)\nint b;\n#endif\n',
        "c.c": '#if defined(LOOM_HAVE_b)\n#include "b.h"\n#endif\nint c;\n',
        "a.h": '#include "rows.h"\n',
        "b.h": '#include "a.h"\n',
        "other.c": "int main(void);\n",
    }
    assert closure(files, ["a.c", "b.c", "c.c"], [], ["rows.h"]) == ["a.c", "a.h", "c.c"]
    assert closure(files, ["a.c", "b.c", "c.c"], ["b"], ["rows.h"]) == ["a.c", "a.h", "b.c", "b.h", "c.c"]


@pytest.mark.kernels()
def test_all_of_the_runtime_for_all_kernels() -> None:
    """A set of all kernels has every source of the library."""
    files = {file.name: file.path.read_text() for file in rooms.files()}
    library = [path.name for path in rooms.sources("library")]
    have = {*KERNELS.kernels, *groups(KERNELS.kernels.values())}
    made = ["asmloom.h", "asmloom_kernels.h"]
    files.update({path.name: path.read_text() for path in rooms.of_kernels(rooms.INCLUDE)})
    own = [path.name for path in rooms.of_kernels(rooms.INCLUDE)]
    headers = [file.name for file in rooms.files() if file.part == "library" and file.name.endswith(".h")]
    assert {*library, *own, *headers} <= {*closure(files, [*library, *own], have, made), *made}


@pytest.mark.parametrize(
    "word", ["aes", "aes_gcm", "aes_gcm_siv", "aes_ccm", "xchacha20_poly1305", "tls13", "tls13_seal", "hmac_sha256"]
)
def test_the_name_of_functions_brings_all_that_they_need(word: str) -> None:
    whole = library.load()
    chosen = kernels([word], whole)
    here, there = ({row.name for row in functions(of)} for of in (whole.kernels.values(), whole.chosen(set(chosen))))
    wanted = {name for name in here if f"{name}_".startswith(f"loom_{word}_")}
    assert wanted and wanted <= there and len(chosen) < len(whole.kernels)
