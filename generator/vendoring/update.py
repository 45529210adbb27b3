# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Brings a vendored folder up to date: writes files that differ, keeps and names files that somebody edited."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from generator import __version__
from generator.model import AsmloomError
from generator.output import digest
from generator.tree import locked, write_tree
from generator.vendoring import record
from generator.vendoring.options import Options


@dataclass(slots=True)
class Outcome:
    """The counts of a run: files in the set, files written and files removed. ``kept``: file → reason."""

    files: int = 0
    written: int = 0
    removed: int = 0
    kept: dict[str, str] = field(default_factory=dict)


def update(
    folder: Path, given: dict[str, object], make: Callable[[Options], dict[str, bytes]], *, force: bool
) -> tuple[Options, Outcome]:
    """Write the tree that ``make`` returns for the folder's recorded options, replaced by those in ``given``.

    Files with the right contents are not written again. Stale files are removed. A lock admits one run on a folder. A
    run changes everything or nothing. Raises AsmloomError for a folder that is not a vendored set or cannot be written.
    """
    with locked(folder):
        old = record.read(folder)
        if old is not None and not force:
            _refuse(folder, old)
        options = (old.options if old else Options()).asked(**given)
        tree = make(options)
        outcome = Outcome(files=len(tree))
        known = dict(old.files) if old else {}
        todo = {name: data for name, data in tree.items() if name != record.MANIFEST}
        pending = record.unfinished(folder)
        stale = [name for name in {**known, **pending} if name not in tree]
        if not force:
            for name in [*todo, *stale]:
                reason = _theirs(folder / name, {known.get(name), pending.get(name)} - {None}, todo.get(name))
                if reason:
                    outcome.kept[name] = reason
        for name in outcome.kept:
            todo.pop(name, None)
        # The manifest is written last: a killed run leaves the record of the previous files, and a journal.
        gone = [name for name in stale if name not in outcome.kept]
        journal = {**{name: known[name] for name in gone if name in known}, **pending}
        journal |= {name: digest(data) for name, data in todo.items()}
        todo[record.MANIFEST] = tree[record.MANIFEST]
        outcome.written, outcome.removed = write_tree(
            folder, todo, stale=gone, journal=(record.UNFINISHED, json.dumps(journal, indent=1).encode("ascii"))
        )
    return options, outcome


def _refuse(folder: Path, old: record.Record) -> None:
    if not old.intact:
        raise AsmloomError(
            f"{folder / record.MANIFEST}: edited by hand; restore it, or have it written anew with --force"
        )
    if older(__version__, old.version):
        raise AsmloomError(
            f"{folder}: vendored by asmloom {old.version}, this is {__version__}; --force goes back to it"
        )


def _theirs(path: Path, recorded: Collection[str | None], wanted: bytes | None) -> str:
    """The reason to keep a file; empty if the file may be changed."""
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise AsmloomError(f"cannot read {path}: {error.strerror}") from None
    if found == wanted or digest(found) in recorded:
        return ""
    return "edited by hand" if recorded else "not asmloom's"


def older(one: str, other: str) -> bool:
    """True if version ``one`` is before ``other``, compared number by number."""
    return _numbers(one) < _numbers(other)


def _numbers(version: str) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in version.split(".")]
