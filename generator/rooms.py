# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The runtime's files: its rooms in order, and the C files of each room's folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[1] / "runtime"
INCLUDE = RUNTIME.parent / "generated" / "include"
"""The generated headers of the tree."""
OF_KERNEL, PORTABLE = "kernel_{}.c", "portable_{}.c"
"""The generated sources of the library: for each kernel its rows, and its portable C."""
ROOMS = ("detect", "core", "portable", "api", "batch", "tls", "rsa", "alias", "selftest", "tune")
"""From the lowest to the highest: a file includes only files of its own room and of lower ones."""
CLEANING = ("clean.c", "wipe.c")
"""The sources that portable C calls beside itself, and beside those of the room detect."""
ALIASES = ("openssl", "boringssl")  # drop-in objects, which a vendored set may have
CPU_FROM = ("openssl",)  # those whose record of the CPU may limit the features that the set uses
HOSTED = ("ask.c", "explain.c", "overrides.c", "regular.c", "rows.c", "selftest.c", "tuning.c", "tuning_load.c")
"""What a set without a C library leaves out."""
PARTS = ("library", "selftest", "tune", *ALIASES)


@dataclass(frozen=True, slots=True)
class File:
    """One file. Its name is unique in the whole runtime: a vendored copy has all files in one folder."""

    room: str
    name: str

    @property
    def path(self) -> Path:
        return RUNTIME / self.room / self.name

    @property
    def part(self) -> str:
        """What is built from the file: the library, a program, or drop-in objects."""
        if self.room == "alias":
            return "boringssl" if self.name.startswith("alias_boringssl") else "openssl"
        return {"selftest_main.c": "selftest", "tune.c": "tune"}.get(self.name, "library")


@lru_cache(maxsize=1)
def files() -> tuple[File, ...]:
    """All files of the runtime, rooms from the lowest to the highest."""
    return tuple(File(room, path.name) for room in ROOMS for path in sorted((RUNTIME / room).glob("*.[ch]")))


def sources(*parts: str) -> tuple[Path, ...]:
    """The C sources of the library or of a program, or of several of these."""
    return tuple(file.path for file in files() if file.part in parts and file.name.endswith(".c"))


def library(include: Path, *parts: str) -> tuple[Path, ...]:
    """The C sources of the library and of some programs."""
    return (*sources("library", *parts), *of_kernels(include))


def of_kernels(include: Path) -> tuple[Path, ...]:
    """The generated C sources in the folder of the headers."""
    return tuple(sorted(path for name in (OF_KERNEL, PORTABLE) for path in include.glob(name.format("*"))))


def portable(include: Path) -> list[Path]:
    """The sources of portable C, generated ones among them."""
    return [*sorted((RUNTIME / "portable").glob("*.c")), *sorted(include.glob(PORTABLE.format("*")))]


def path(name: str) -> Path:
    """The path of the file of that name."""
    return next(file.path for file in files() if file.name == name)


def includes() -> tuple[str, ...]:
    """A compiler's options for the headers of every room."""
    return tuple(f"-I{RUNTIME / room}" for room in ROOMS)
