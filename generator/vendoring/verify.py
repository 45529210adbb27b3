# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``vendor --check``: compares a vendored folder with its record, and the record with the generator's output now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from generator import __version__
from generator.model import AsmloomError
from generator.output import digest
from generator.vendoring import record
from generator.vendoring.options import Options
from generator.vendoring.update import older
from generator.wording import counted

# The exit status is the sum of the applicable numbers. Status 2 is the status of an error, as in every command.
EDITED, DRIFT, OTHER_VERSION = 1, 4, 8
_SOURCES = (".S", ".s", ".asm", ".c", ".h", ".rs")
"""Files that a build may take because they are there. Other files of one's own are told and no fault."""
_OF_CARGO = ("target", "Cargo.lock")
"""Files that Cargo writes beside the crate that it builds."""


@dataclass(slots=True)
class Report:
    """The result, files sorted by name.

    ``edited``: file → the edit. ``others``: files that are not of the set. ``differ``: file → the
    difference between the generator's present output and the record. ``version``: the version of the generator that
    wrote the folder.
    """

    version: str
    files: int
    edited: dict[str, str] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    differ: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        changed = OTHER_VERSION if self.version != __version__ else DRIFT if self.differ else 0
        strange = self.edited or any(name.endswith(_SOURCES) for name in self.others)
        return (EDITED if strange else 0) | changed

    @property
    def headline(self) -> list[str]:
        """One line for each part of the status."""
        out = []
        if self.edited:
            out.append(f"edited by hand: {len(self.edited)} of {self.files} files")
        if self.others:
            out.append(f"not of the set: {counted(len(self.others), 'file')} that no manifest names")
        if self.version != __version__:
            age = "newer" if older(self.version, __version__) else "older"
            what = f"would change {len(self.differ)} files" if self.differ else "would change nothing but the version"
            out.append(f"{age} generator: vendored by asmloom {self.version}, this is {__version__}, which {what}")
        elif self.differ:
            out.append(f"drift: asmloom {__version__} would now write {len(self.differ)} files differently")
        return out


def verify(folder: Path, make: Callable[[Options], dict[str, bytes]]) -> Report:
    """Compare ``folder`` with its record, and the record with the tree that ``make`` returns. Changes nothing.

    Raises AsmloomError for a folder without a vendored set.
    """
    old = record.read(folder)
    if old is None:
        raise AsmloomError(f"{folder}: {'empty' if folder.is_dir() else 'no such folder'}; vendor into it first")
    if (folder / record.UNFINISHED).is_file():
        raise AsmloomError(f"{folder}: an update was killed before its end; run the same vendor --into once more")
    report = Report(old.version, len(old.files) + 1)
    for name, sha in sorted(old.files.items()):
        try:
            if digest((folder / name).read_bytes()) != sha:
                report.edited[name] = "edited by hand"
        except OSError as error:
            missing = isinstance(error, FileNotFoundError | NotADirectoryError)
            report.edited[name] = "missing" if missing else f"unreadable: {error.strerror}"
    report.others = _others(folder, old)
    if not old.intact:
        report.edited[record.MANIFEST] = "edited by hand"
    tree = make(old.options)
    manifest = tree.pop(record.MANIFEST)
    now = {name: digest(data) for name, data in tree.items()}
    for name in sorted(now.keys() | old.files.keys()):
        if name not in now:
            report.differ[name] = "would go"
        elif name not in old.files:
            report.differ[name] = "would be new"
        elif now[name] != old.files[name]:
            report.differ[name] = "would change"
    if old.intact and not report.differ and (folder / record.MANIFEST).read_bytes() != manifest:
        report.differ[record.MANIFEST] = "would change"
    return report


def _others(folder: Path, old: record.Record) -> list[str]:
    """Files that are not of the set, but for hidden ones: these are of version control and editors."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())
    return sorted(
        path.as_posix()
        for path in paths
        if path.as_posix() not in {*old.files, record.MANIFEST}
        and not any(part.startswith(".") for part in path.parts)
        and path.parts[0] not in _OF_CARGO
    )
