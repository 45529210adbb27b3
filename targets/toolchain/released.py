# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``python3 -m targets.toolchain.released``: compares the library with the last release (``targets/released.dat``), or
writes the rows of this one (``--accept``), which whoever adds a function does."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import targets
from generator import __version__, library, rooms
from generator.api import contexts, functions, sections
from generator.released import FILE, MAJOR, MINOR, Row, rows
from targets.toolchain.execute import executor
from targets.toolchain.link import program

_HEAD = """# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
#
# The last release, and what is new since: functions, and the version that brought each; contexts, and their bytes where
# pointers have 64 bits and where they have 32. Written by python3 -m targets.toolchain.released --accept.
"""
_WIDTHS = ("x86_64-linux-gnu", "i686-linux-gnu")


def now() -> dict[str, Row]:
    """The rows of the library of this tree."""
    kernels = library.load().kernels.values()
    made = {row.name: Row(f"{MAJOR}.{MINOR}") for row in functions(kernels)}
    names = contexts(sections(kernels))
    prints = [f'    printf("%u\\n", (unsigned)sizeof({name}));' for name in names]
    text = ["#include <asmloom.h>", "#include <stdio.h>", "int main(void)", "{", *prints, "    return 0;", "}"]
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "print.c")
        source.write_text("\n".join(text) + "\n", "ascii")
        for target in map(targets.load, _WIDTHS):
            exe = program(target, [source, f"-I{rooms.INCLUDE}"], Path(folder, target.triple))
            sizes.append([int(line) for line in executor(target).run(exe, []).stdout.split()])
    made.update({name: Row(f"{MAJOR}.{MINOR}", both) for name, both in zip(names, zip(*sizes, strict=True))})
    return made


def broken(before: Mapping[str, Row], after: Mapping[str, Row]) -> list[str]:
    """Promises of a release that the library no longer keeps, a line for each. What the version under work brought is
    no promise yet."""
    mend = f"; put it back, or end the promise: raise the major version ({MAJOR}), which is in the library's name"
    out = []
    under_work = f"{MAJOR}.{MINOR}" if __version__ == f"{MAJOR}.{MINOR}.0" else None
    for name, row in before.items():
        if row.since == under_work:
            continue
        if name not in after:
            out.append(f"{name}: in version {row.since}, and here no more{mend}")
        elif row.sizes != after[name].sizes:
            old, new = (" and ".join(map(str, sizes)) for sizes in (row.sizes, after[name].sizes))
            out.append(f"{name}: {old} bytes (pointers of 64 and 32 bits) in version {row.since}, and here {new}{mend}")
    return out


def main(words: list[str]) -> int:
    """Returns 0, or 1 for broken promises."""
    before, after = rows(), now()
    if words == ["--accept"]:
        merged = {
            name: before[name] if name in before and before[name].sizes == row.sizes else row
            for name, row in after.items()
        }
        lines = [" ".join([name, row.since, *map(str, row.sizes)]) for name, row in sorted(merged.items())]
        FILE.write_text(_HEAD + "\n".join(lines) + "\n", "ascii", newline="\n")
        return 0
    lines = broken(before, after)
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
