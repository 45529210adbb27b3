# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Imports point down the layers that ``docs/ARCHITECTURE.md`` lists, and no module imports itself by a detour.

Every import counts: those inside functions and those under TYPE_CHECKING too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "ARCHITECTURE.md"


@dataclass(frozen=True, slots=True)
class Arrow:
    """One import: the importing module's file and line, and both modules by their full names."""

    path: str
    line: int
    importer: str
    imported: str

    @property
    def names(self) -> str:
        return f"{self.importer} -> {self.imported}"


def modules() -> dict[str, Path]:
    """Every module of an installation, and build.py, by its full name."""
    folders = [ROOT / name for name in ("asmloom", "generator", "proof", "targets")]
    files = [ROOT / "build.py", *(path for folder in folders for path in folder.rglob("*.py"))]
    return {_name(path.relative_to(ROOT)): path for path in sorted(files)}


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(text: str, importer: str, path: str, known: Mapping[str, Path]) -> Iterator[Arrow]:
    """The imports of one file whose goal is one of the modules ``known``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import; expected the module's full name"
            inside = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if name in known else str(node.module) for name in inside]
        else:
            continue
        for name in dict.fromkeys(names):
            if name in known and name != importer:
                yield Arrow(path, node.lineno, importer, name)


def arrows() -> list[Arrow]:
    known = modules()
    return [
        arrow
        for name, path in known.items()
        for arrow in imports(path.read_text("utf-8"), name, path.relative_to(ROOT).as_posix(), known)
    ]


def layers(text: str) -> list[list[str]]:
    """The modules and packages of each row of the document's table, lowest layer first."""
    rows = re.findall(r"^\| (\d+) \| (`[^|]+`) \|", text, re.M)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1)), "layers are numbered from 1"
    return [re.findall(r"`([\w.]+)`", names) for _, names in rows]


def place(module: str, rows: list[list[str]]) -> tuple[int, str]:
    """The layer of a module and the entry that names it: the longest entry that is the module or contains it."""
    fits = [
        (len(entry), number, entry)
        for number, row in enumerate(rows)
        for entry in row
        if module == entry or (module.startswith(f"{entry}.") and entry != "generator")
    ]
    assert fits, f"{module}: in no layer of docs/ARCHITECTURE.md; add the module to a row"
    _, number, entry = max(fits)
    return number, entry


def upward(found: list[Arrow], rows: list[list[str]]) -> list[Arrow]:
    """Arrows from one entry to another that is in the same layer or a higher one."""
    out = []
    for arrow in found:
        (low, mine), (high, theirs) = place(arrow.importer, rows), place(arrow.imported, rows)
        if mine != theirs and low <= high:
            out.append(arrow)
    return out


def circles(found: list[Arrow]) -> list[list[Arrow]]:
    """A shortest circle through each module that is on one, each set of modules once."""
    graph: dict[str, dict[str, Arrow]] = {}
    for arrow in found:
        graph.setdefault(arrow.importer, {}).setdefault(arrow.imported, arrow)
    seen: dict[frozenset[str], list[Arrow]] = {}
    for start in graph:
        paths: dict[str, list[Arrow]] = {start: []}
        queue = [start]
        while queue:
            at = queue.pop(0)
            for name, arrow in graph.get(at, {}).items():
                if name == start:
                    circle = [*paths[at], arrow]
                    seen.setdefault(frozenset(step.importer for step in circle), circle)
                    queue.clear()
                    break
                if name not in paths:
                    paths[name] = [*paths[at], arrow]
                    queue.append(name)
    return list(seen.values())


def test_every_layer_is_there() -> None:
    """Each entry of the document is a module or a package, and is listed once."""
    entries = [entry for row in layers(DOCUMENT.read_text("utf-8")) for entry in row]
    assert len(entries) > 10 and len(entries) == len(set(entries))
    assert sorted(set(entries) - set(modules())) == []


def test_imports_point_down() -> None:
    rows = layers(DOCUMENT.read_text("utf-8"))
    new = [
        f"{arrow.path}:{arrow.line}: {place(arrow.importer, rows)[1]} -> {place(arrow.imported, rows)[1]}: "
        f"imports {arrow.imported}; a module imports only lower layers of docs/ARCHITECTURE.md"
        for arrow in upward(arrows(), rows)
    ]
    assert not new, "\n".join(new)


def test_no_module_imports_tests() -> None:
    """``tests/`` is no part of an installed tool."""
    taken = re.compile(r"^\s*(from|import) tests\b", re.M)
    assert [name for name, path in modules().items() if taken.search(path.read_text("utf-8"))] == []


def test_no_circles() -> None:
    found = circles(arrows())
    told = ["a circle: " + ", ".join(f"{arrow.path}:{arrow.line}: {arrow.names}" for arrow in one) for one in found]
    assert not told, "\n".join(told)


SMALL = {"low": Path(), "high": Path(), "high.part": Path()}


@pytest.mark.parametrize(
    "text",
    [
        "import high.part",
        "from high import part",
        "from high.part import name",
        "if TYPE_CHECKING:\n    from high import part",
        "def f():\n    import high.part",
    ],
)
def test_an_arrow_up_is_found(text: str) -> None:
    found = list(imports(text, "low", "low.py", SMALL))
    assert [arrow.imported for arrow in found] == ["high.part"]
    assert upward(found, [["low"], ["high"]]) == found
    assert upward(found, [["low", "high"]]) == found  # side by side
    assert upward(found, [["high"], ["low"]]) == []


def test_a_circle_is_found() -> None:
    def arrow(importer: str, imported: str) -> Arrow:
        return Arrow(f"{importer}.py", 1, importer, imported)

    around = [arrow("a", "b"), arrow("b", "c"), arrow("c", "a")]
    assert circles([*around, arrow("a", "d")]) == [around]
    assert circles([arrow("a", "b"), arrow("b", "c"), arrow("a", "c")]) == []
