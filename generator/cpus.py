# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The CPUs that the runtime knows: ``targets/features.dat``, ``targets/cores.dat`` and the machines' records, as the
lists of ``templates/cpus.h.j2``. The data files define their own columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from generator.isa.machine import machines
from generator.model import AsmloomError

_TARGETS = Path(__file__).resolve().parents[1] / "targets"
_MODELS = (0, 0xFFFF)
_FAMILIES = (0, 0xFFFFFFFF)


def symbol(feature: str) -> str:
    """The feature's name after ``LOOM_CPU_``."""
    return re.sub("[._]", "", feature).upper()


@cache
def _in_wide_registers() -> frozenset[str]:
    tables = lists()["tables"].values()
    return frozenset(feature for table in tables for feature, where in table if where.endswith(", ZMM"))


def wide(needed: Iterable[str]) -> bool:
    """Whether some of these features use the registers that only some cores use without a loss of clock."""
    return not _in_wide_registers().isdisjoint(map(symbol, needed))


def lists() -> dict[str, Any]:
    """All lists, from the project's data files."""
    return {**features(_read("features.dat"), "features.dat"), **cores(_read("cores.dat"), "cores.dat")}


def _read(name: str) -> str:
    return (_TARGETS / name).read_text("ascii")


def _rows(text: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """The words of each line with words, and the line's place for refusals."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if words:
            yield f"targets/{name}:{number}", words


def features(text: str, name: str) -> dict[str, Any]:
    """``features``: symbol → name in the runtime. ``tables``: name of a list → its rows (symbol, further arguments).
    ``words``: machine → word of a list → the features in it.

    Refuses an unknown machine or feature, a feature with two names, and a row of another length.
    """
    own = {one.family: one for one in machines()}
    found: dict[str, str] = {}
    tables: dict[str, list[tuple[str, str]]] = {}
    rows: dict[str, list[str]] = {}
    family, columns = "", list[str]()
    for where, words in _rows(text, name):
        if words[0] == "machine":
            family, columns = words[1], words[2:]
            if family not in own:
                raise AsmloomError(f"{where}: no machine {family}; expected one of {', '.join(sorted(own))}")
            rows[family] = []
            tables.update({f"{family.upper()}_{column}": [] for column in columns})
            continue
        if not family:
            raise AsmloomError(f"{where}: expected a line `machine` with a name and columns, found {' '.join(words)}")
        shown, _, feature = words[0].partition("=")
        feature = feature or shown
        if len(words) != len(columns) + 1:
            raise AsmloomError(f"{where}: expected a feature and {' '.join(columns)}, found {' '.join(words)}")
        if feature not in own[family].implies and feature not in own[family].standalone | own[family].baseline:
            raise AsmloomError(f"{where}: no feature {feature}; generator/machines/{family}/features.py lists them")
        if found.setdefault(symbol(feature), shown) != shown:
            raise AsmloomError(f"{where}: {feature} is called {shown} here and {found[symbol(feature)]} above")
        rows[family].append(feature)
        for column, cell in zip(columns, words[1:]):
            texts = [] if cell == "-" else cell.split("|")
            tables[f"{family.upper()}_{column}"] += [(symbol(feature), one.replace(",", ", ")) for one in texts]
    for family, names in rows.items():
        pairs = _needs(names, own[family].implies)
        tables[f"{family.upper()}_NEEDS"] = [(symbol(feature), symbol(need)) for feature, need in pairs]
    return {"features": found, "tables": tables, "words": {family: _words(family, tables) for family in rows}}


def _words(family: str, tables: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, list[str]]:
    """A word, its bit and a state show a feature: word → the features in it, by their names in C."""
    words: dict[str, list[str]] = {}
    for name, table in tables.items():
        for feature, arguments in table if name.startswith(f"{family.upper()}_") else ():
            word, *place = arguments.split(", ")
            if len(place) == 2 and word.isidentifier():
                words.setdefault(word, []).append(feature)
    return words


def _needs(names: Sequence[str], implies: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Pairs of a feature and one that the feature presupposes, both of ``names``. The pairs of the second come
    first."""
    out: dict[tuple[str, str], None] = {}

    def add(feature: str) -> None:
        needs = [need for need in implies.get(feature, ()) if need in names]
        for need in needs:
            add(need)
        out.update(dict.fromkeys((feature, need) for need in needs))

    for name in names:
        add(name)
    return list(out)


def cores(text: str, name: str) -> dict[str, Any]:
    """``uarches``: name → parent. ``wide``: the names on which AVX-512 needs no measurement. ``cores``: maker → rows
    (name, first and last family, first and last model).

    The last row of a maker fits every CPU. Refuses an unknown parent, a CPU of another form, a CPU of two rows, and a
    maker without a row for all others.
    """
    uarches: dict[str, str] = {}
    wide: set[str] = set()
    claimed: dict[str, list[tuple[str, int, int, int, int]]] = {}
    others: dict[str, str] = {}
    for where, (uarch, *rest) in _rows(text, name):
        parent = rest[0] if rest else ""
        if uarch in uarches or parent not in (uarches or {uarch}):
            raise AsmloomError(f"{where}: expected a new name and a parent above it, found {uarch} {parent}")
        uarches[uarch] = parent
        marked = rest[1:2] == ["wide"]
        if marked or parent in wide:
            wide.add(uarch)
        for cpu in rest[1 + marked :]:
            match = re.fullmatch(r"([a-z]+):(\*|[0-9a-f]+):(?:\*|([0-9a-f]+)(?:-([0-9a-f]+))?)", cpu)
            if match is None:
                raise AsmloomError(f"{where}: expected maker:family:models, found {cpu}")
            maker, family, first, last = match.groups()
            models = _MODELS if first is None else (int(first, 16), int(last or first, 16))
            rows = claimed.setdefault(maker, [])
            if family == "*":
                if others.setdefault(maker, uarch) != uarch:
                    raise AsmloomError(f"{where}: {cpu} is claimed by {others[maker]}")
                continue
            number = int(family, 16)
            for other, theirs, _, low, high in rows:
                if theirs == number and low <= models[1] and models[0] <= high:
                    raise AsmloomError(f"{where}: {cpu} is claimed by {other}")
            rows.append((uarch, number, number, *models))
    for maker, rows in claimed.items():
        if maker not in others:
            raise AsmloomError(f"targets/{name}: expected a row with {maker}:*:*, for the CPUs that no other row names")
        rows.append((others[maker], *_FAMILIES, *_MODELS))
    return {"uarches": uarches, "wide": wide, "cores": claimed}
