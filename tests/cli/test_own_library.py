# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Files of a ``--kernel-path`` folder import each other. Every imported file is a source of the kernel."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.library import load
from generator.model import KernelError
from generator.pipeline import build
from generator.vendoring.contents import contents
from generator.vendoring.options import Options
from tests.passes.small import SCALAR

pytestmark = pytest.mark.kernels()  # scripts of its own

KERNEL = """
from generator.lang import Arg, kernel
{imports}

@kernel(c="void {name}(uint32_t *p)", args=[Arg("p", rw=64)], source="none: made for a test")
def {name}(k, p):
    \"\"\"Nothing useful.\"\"\"
    {body}
"""
STEPS = """
from __future__ import annotations
from dataclasses import dataclass
from generator.lang import stream
from generator.kernels.hash import fips180

@dataclass
class Step:
    by: int

@stream
def add(k, x, step: Step):
    x += step.by
"""
BODY = "x = k.load32(p); k.emit(add(k, x, Step(5))); k.store32(p, x)"


def tree(folder: Path, **files: str) -> Path:
    """Files by name."""
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def one(name: str = "tiny", imports: str = "from steps import Step, add", body: str = BODY) -> str:
    return KERNEL.format(name=name, imports=imports, body=body)


def loaded(folder: Path, name: str = "tiny") -> Kernel:
    kernel = load([folder]).kernels[name]
    build(kernel, SCALAR, abi("sysv64"))
    return kernel


FORMS = {
    "from steps import Step, add": BODY,
    "from steps import *": BODY,
    "import steps": BODY.replace("add(", "steps.add(").replace("Step(", "steps.Step("),
    "import steps as s": BODY.replace("add(", "s.add(").replace("Step(", "s.Step("),
    "from .steps import Step, add": BODY,
    "from . import steps": BODY.replace("add(", "steps.add(").replace("Step(", "steps.Step("),
    "": "from steps import Step, add; " + BODY,
}


@pytest.mark.parametrize("imports", FORMS)
def test_forms_of_imports(imports: str, tmp_path: Path) -> None:
    kernel = loaded(tree(tmp_path, tiny=one(imports=imports, body=FORMS[imports]), steps=STEPS))
    assert set(kernel.scripts) == {
        str(tmp_path / "tiny.py"), str(tmp_path / "steps.py"), "generator/kernels/hash/fips180.py"
    }  # fmt: skip
    assert "steps" not in sys.modules and str(tmp_path) not in sys.path


@pytest.mark.parametrize("imports", ["from mine.inner.steps import Step, add", "from mine.inner import Step, add"])
def test_packages(imports: str, tmp_path: Path) -> None:
    """With and without a file of their own, and relative imports inside."""
    files = {"mine/base": STEPS, "mine/inner/steps": "from ..base import *\n"}
    if "steps" not in imports:
        files["mine/inner/__init__"] = "from .steps import *\n"
    kernel = loaded(tree(tmp_path, tiny=one(imports=imports), **files))
    names = {Path(name).name for name in kernel.scripts}
    assert {"base.py", "steps.py"} < names and ("__init__.py" in names) == ("steps" not in imports)


def test_folders_do_not_see_each_other(tmp_path: Path) -> None:
    """Two folders may hold files of one name, also of one that a module of Python has."""
    for n, name in enumerate(("first", "second")):
        body = f"assert Step(1).by == {n + 1}; {BODY}"
        tree(
            tmp_path / name,
            **{name: one(name, "from random import Step, add", body)},
            random=STEPS + f"\nStep = (lambda Old: lambda by: Old(by + {n}))(Step)\n",
        )
    library = load([tmp_path / "first", tmp_path / "second"])
    for name in ("first", "second"):
        build(library.kernels[name], SCALAR, abi("sysv64"))


def test_a_file_of_kernels_may_be_imported(tmp_path: Path) -> None:
    """Its kernels are declared once, in whichever order the files are read."""
    second = one("a_second", "from tiny import SIZE", "k.store32(p, k.const(k.u32, SIZE))")
    library = load(
        [tree(tmp_path, tiny=one() + "\nSIZE = 7\n", steps=STEPS, a_second=second, z=second.replace("a_s", "z_s"))]
    )
    assert {"tiny", "a_second", "z_second"} <= set(library.kernels)


def test_imported_files_count_in_the_digest(tmp_path: Path) -> None:
    """Also one that another imports, and wherever the folder is. A file that nothing imports does not count."""
    files = {"tiny": one(), "steps": "from base import *\n", "base": STEPS}
    digest = loaded(tree(tmp_path / "a", **files)).sha256
    assert loaded(tree(tmp_path / "b" / "deep", **files, other="X = 1\n")).sha256 == digest
    assert loaded(tree(tmp_path / "c", **{**files, "base": STEPS + "# more\n"})).sha256 != digest
    assert loaded(tree(tmp_path / "d", **{**files, "steps": files["steps"] + "# more\n"})).sha256 != digest


def test_imported_files_count_in_a_vendored_set(tmp_path: Path) -> None:
    """``vendor --check`` compares what the sources make now: another step shows, a comment changes no file."""
    sets = []
    for name, text in (("a", STEPS), ("b", STEPS.replace("step.by", "step.by + 1")), ("c", STEPS + "# more\n")):
        folder = tree(tmp_path / name, tiny=one(), steps=text)
        options = Options(kernels=("tiny",), targets=("x86_64-linux-gnu",), runtime=False, build=())
        sets.append(contents(options, load([folder])))
    assert sets[0] == sets[2] and sets[0].keys() == sets[1].keys()
    changed = [path for path in sets[0] if sets[0][path] != sets[1][path]]
    assert changed == ["asm/x86_64/gas/tiny_scalar.S", "manifest.json"]


REFUSED = {
    "from step import Step": "ModuleNotFoundError: No module named 'step'",
    "from steps import Stepp": "ImportError: cannot import name 'Stepp'",
    "from .step import Step": "import step: there is no step in ",
    "s = __import__('ste' + 'ps')": "import steps: expected an import statement, whose file counts as a source",
    "from generator.lang import Nothing": "ImportError: cannot import name 'Nothing' from 'generator.lang'",
}


@pytest.mark.parametrize("imports", REFUSED)
def test_refused(imports: str, tmp_path: Path) -> None:
    text = one(imports=imports + "  # HERE")
    with pytest.raises(KernelError) as caught:
        load([tree(tmp_path, tiny=text, steps=STEPS)])
    line = next(n for n, found in enumerate(text.splitlines(), 1) if "# HERE" in found)
    assert str(caught.value).startswith(f"{tmp_path / 'tiny.py'}:{line}: {REFUSED[imports]}")


def test_faults_of_imported_files_have_their_lines(tmp_path: Path) -> None:
    for text, wanted in (("x = 1\nx = y\n", "2: NameError: name 'y'"), ("x = 1\nx = (\n", "2: not Python: ")):
        with pytest.raises(KernelError) as caught:
            load([tree(tmp_path, tiny=one(imports="import steps"), steps=text)])
        assert str(caught.value).startswith(f"{tmp_path / 'steps.py'}:{wanted}")
    late = "def Step(by):\n    return by\ndef add(k, x, step):\n    return x.nothing\n"
    kernel = load([tree(tmp_path, tiny=one(), steps=late)]).kernels["tiny"]
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi("sysv64"))
    assert str(caught.value).startswith(f"{tmp_path / 'steps.py'}:4: ")


def test_circles_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KernelError) as caught:
        load([tree(tmp_path, tiny=one(), steps="from base import *\n", base="import steps\n")])
    wanted = "steps.py:1: import base: the files import each other in a circle, base.py → steps.py → base.py"
    assert wanted in str(caught.value)
