# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""generator/ computes text from text: no module reads the clock, the environment or the machine."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from tests.cli.runner import ROOT

# The module that writes files and the module that shares work among processes need the system.
IMPURE = {
    "generator/processes.py": {"multiprocessing", "os", "signal", "sys.platform"},
    "generator/store.py": {"os", "shutil", "sys.platform"},
    "generator/up_to_date.py": {"os"},
    "generator/tree.py": {"os", "shutil", "signal", "threading", "sys.platform"},
}
MODULES = {
    "subprocess", "time", "datetime", "random", "secrets", "socket", "platform", "locale", "os", "tempfile", "signal",
    "uuid", "getpass", "threading", "multiprocessing", "ctypes", "urllib", "http", "shutil",
}  # fmt: skip
USES = {"sys.platform", "sys.argv", "sys.executable", "sys.version_info", "sys.byteorder", "Path.cwd", "Path.home"}
SOURCES = sorted(p for p in (ROOT / "generator").rglob("*.py") if "__pycache__" not in p.parts)
REGISTERS = re.compile(
    r"\b(r[abcd]x|e[abcd]x|r[sd]i|e[sd]i|[re]?[sb]p|r(8|9|1[0-5])[dwb]?|[xyz]mm\d+|[wx]([12]?\d|30)|[wx]zr|lr)\b", re.I
)


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, module) of the imports at run time. Imports for type checkers are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"line {node.lineno}: relative import"
            for alias in node.names:
                inner = ROOT.joinpath(*node.module.split("."), alias.name)
                known = inner.is_dir() or inner.with_suffix(".py").is_file()
                yield node.lineno, f"{node.module}.{alias.name}" if known else node.module
        else:
            yield from _imports(node)


def faults(path: str, text: str) -> list[str]:
    """The forbidden uses in a file of generator/, as ``line: use``."""
    allowed = IMPURE.get(path, set())
    tree = ast.parse(text)
    out = []
    for line, module in _imports(tree):
        if module.split(".")[0] in MODULES - allowed:
            out.append(f"{line}: imports {module}")
        if module.startswith("targets.toolchain"):
            out.append(f"{line}: imports {module}, which runs programs")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in USES - allowed:
            out.append(f"{node.lineno}: uses {ast.unparse(node)}")
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("hash", "input"):
            out.append(f"{node.lineno}: calls {ast.unparse(node.func)}()")
    return out


def _marked(path: Path) -> object:
    """The text of a kernel's script matters to the test of this script alone."""
    name = path.relative_to(ROOT).as_posix()
    return name if "generator/kernels/" in name else pytest.param(name, marks=pytest.mark.kernels())


@pytest.mark.parametrize("path", [_marked(path) for path in SOURCES])
def test_pure(path: str) -> None:
    assert faults(path, (ROOT / path).read_text("utf-8")) == []


@pytest.mark.kernels()
def test_faults_are_found() -> None:
    for line in (
        "import subprocess", "from time import monotonic", "import os.path", "from os import environ",
        "import sys\nprint(sys.platform)", "from targets.toolchain import find", "def f():\n    import random",
        "hash('x')",
    ):  # fmt: skip
        assert faults("generator/passes/flow.py", line), line
    assert faults("generator/passes/flow.py", "from generator.model import Instr\nimport re") == []


@pytest.mark.kernels()
def test_targets_know_no_generator() -> None:
    """Target descriptions are data that the generator reads. No description reads the generator."""
    for line, module in _imports(ast.parse((ROOT / "targets" / "__init__.py").read_text("utf-8"))):
        assert module.split(".")[0] not in {"generator", *MODULES}, f"targets/__init__.py:{line}: {module}"


@pytest.mark.parametrize("path", sorted((ROOT / "generator" / "kernels").rglob("*.py"), key=str), ids=lambda p: p.stem)
def test_kernels_name_no_machine(path: Path) -> None:
    """A script uses the language and the standard library, and names no register. Instructions without a portable
    meaning stand in files called …_instructions.py. These files leave registers to the allocator, too."""
    text = path.read_text("utf-8")
    for line, module in _imports(ast.parse(text)):
        top = module.split(".")[0]
        assert module.startswith(("generator.lang", "generator.kernels")) or top in sys.stdlib_module_names, (
            f"{path.name}:{line}: {module}"
        )
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.STRING):
            words = token.string.replace("SP 800", "")  # a publication of NIST
            assert not REGISTERS.search(words), f"{path.name}:{token.start[0]}: {token.string}"
            if not path.stem.endswith("_instructions"):
                assert token.string != "asm", f"{path.name}:{token.start[0]}: {token.string}"


def test_syntaxes_are_named_where_contributing_says() -> None:
    """Only a machine's folder and the list of syntaxes name a syntax that no C compiler takes. Other modules ask
    them."""
    own = [name for name, syntax in targets.SYNTAXES.items() if not syntax.compiled]
    quoted = re.compile(rf"[\"']({'|'.join(own)})[\"']")
    machines_folder = ROOT / "generator" / "machines"
    files = [path for path in (ROOT / "generator").rglob("*.py") if not path.is_relative_to(machines_folder)]
    files += (ROOT / "templates" / "vendoring").rglob("*.j2")
    assert len(files) > 100 and any(quoted.search(path.read_text()) for path in machines_folder.rglob("*.py"))
    named = [str(path.relative_to(ROOT)) for path in files if quoted.search(path.read_text("utf-8"))]
    assert named == []
