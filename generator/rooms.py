# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The runtime's files, as ``runtime/files.txt`` lists them. The project has no other list of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generator.model import AsmloomError

RUNTIME = Path(__file__).resolve().parents[1] / "runtime"
LISTING = RUNTIME / "files.txt"
TABLES = "asmloom_kernels.c"
"""The generated source of the library."""
_PORTABLE = "portable"
ALIASES = ("openssl", "boringssl")  # drop-in objects, which a vendored set may have
CPU_FROM = ("openssl",)  # those whose record of the CPU may limit the features that the set uses
PARTS = ("library", "selftest", *ALIASES)


@dataclass(frozen=True, slots=True)
class File:
    """One file. ``part``: the library, the program or the drop-in objects that are built from the file."""

    room: str
    name: str
    part: str

    @property
    def path(self) -> Path:
        return RUNTIME / self.room / self.name


def read(text: str) -> tuple[File, ...]:
    """The files of a listing. AsmloomError, with the line, for a malformed row and for a name given twice."""
    rows: dict[str, File] = {}
    rooms: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        where = f"{LISTING.name}:{number}"
        if len(words) != 3 or words[2] not in PARTS:
            raise AsmloomError(f"{where}: expected room, file and one of {', '.join(PARTS)}, found {line.strip()!r}")
        file = File(*words)
        if file.name in rows:
            raise AsmloomError(f"{where}: {file.name} is listed twice; file names are unique in the whole runtime")
        if file.room in rooms[:-1]:
            raise AsmloomError(f"{where}: the files of room {file.room} stand in two places; expected one group")
        rooms += [file.room] if file.room not in rooms else []
        rows[file.name] = file
    return tuple(rows.values())


@lru_cache(maxsize=1)
def files() -> tuple[File, ...]:
    """All files of the runtime, rooms from the lowest to the highest."""
    return read(LISTING.read_text("utf-8"))


def rooms() -> tuple[str, ...]:
    """The rooms, from the lowest to the highest."""
    return tuple(dict.fromkeys(file.room for file in files()))


def sources(*parts: str) -> tuple[Path, ...]:
    """The C sources of the library or of a program, or of several of these."""
    return tuple(file.path for file in files() if file.part in parts and file.name.endswith(".c"))


def library(include: Path, *parts: str) -> tuple[Path, ...]:
    """The C sources of the library and of some programs. The generated one is in the folder of the headers."""
    return (*sources("library", *parts), include / TABLES)


def path(name: str) -> Path:
    """The path of the file of that name."""
    return next(file.path for file in files() if file.name == name)


@lru_cache(maxsize=1)
def _portable() -> dict[Path, str]:
    """The text of each C file in the folder of portable C, listed or not."""
    return {path: path.read_text("utf-8") for path in sorted((RUNTIME / _PORTABLE).glob("*.c"))}


def missing_c(kernel: str) -> str:
    """The words about a C version that the runtime lacks. Empty if a listed file has ``loom_<kernel>_portable``."""
    symbol = f"loom_{kernel}_portable"
    having = [path for path, text in _portable().items() if f"{symbol}(" in text]
    listed = {file.path for file in files() if file.room == _PORTABLE}
    if listed & set(having):
        return ""
    if having:
        return f"expected a row of runtime/{LISTING.name} for {having[0].name}, in room {_PORTABLE}"
    lost = "".join(f"; no file is at runtime/{_PORTABLE}/{path.name}" for path in sorted(listed) if not path.is_file())
    return f"expected a file of room {_PORTABLE} in runtime/{LISTING.name} that defines {symbol}{lost}"


def includes() -> tuple[str, ...]:
    """A compiler's options for the headers of every room."""
    return tuple(f"-I{RUNTIME / room}" for room in rooms())
