# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the last release promises: each function with the version that brought it, and the sizes of contexts.

``targets/released.dat`` has the rows. ``python3 -m targets.toolchain.released`` compares and writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from generator import __version__, templates
from generator.declarations import renamed

FILE = Path(__file__).resolve().parents[1] / "targets" / "released.dat"
MAJOR, MINOR = __version__.split(".")[:2]


@dataclass(frozen=True, slots=True)
class Row:
    """``since``: the version of a function, such as 0.1. ``sizes``: a context's bytes where pointers have 64 bits, and
    where they have 32; empty for a function."""

    since: str
    sizes: tuple[int, ...] = ()


@cache
def rows() -> Mapping[str, Row]:
    """Name → row, of this major version: another one begins with no promises."""
    lines = [line.split() for line in FILE.read_text("ascii").splitlines() if not line.startswith("#")]
    mine = [line for line in lines if line[1].split(".")[0] == MAJOR]
    return MappingProxyType({name: Row(since, tuple(map(int, sizes))) for name, since, *sizes in mine})


def version_script(stem: str, prefix: str, functions: Iterable[str], released: Mapping[str, Row] | None = None) -> str:
    """The version script of a shared library for ELF: a function has the version that brought it, in all later
    libraries. ``stem``: the library's name. ``functions``: the library's, with the prefix ``loom_``."""
    nodes: dict[str, list[str]] = {}
    now = f"{MAJOR}.{MINOR}"
    before = rows() if released is None else released
    for name in sorted(functions):
        since = before[name].since if name in before else now
        if since != now:
            nodes.setdefault(since, []).append(renamed(name, prefix))
    # Functions of now are all others: those that hidden visibility keeps inside are not there for the linker.
    order = [*sorted(nodes, key=lambda one: tuple(map(int, one.split(".")))), now]
    nodes[now] = [f"{prefix}*"]
    named = [(f"{stem.upper()}_{since}", nodes[since]) for since in order]
    return templates.render("install/version.map.j2", {"nodes": named})
