# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The options of ``build.py vendor``. Apart from the rest because they are read before any package is there."""

from __future__ import annotations

import argparse
from pathlib import Path

SYNTAXES = ("gas", "nasm", "masm", "clang-cl")
SYSTEMS = ("cmake", "meson", "make", "cargo")
HELP = "copy kernels, runtime, header and build files into another project; what is not said stays as it was there"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command. Lists take blanks, commas, or the option again."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--into", type=Path, metavar="DIR", help="the set's folder: new, empty, or one to update")
    where.add_argument("--check", type=Path, metavar="DIR",
                       help="change nothing; status 1: edited, 4: drift, 8: other version, or their sum")  # fmt: skip
    parser.add_argument("--prefix", help="what all symbols begin with (default: loom_)")

    def several(name: str, what: str, help: str) -> None:
        parser.add_argument(name, nargs="+", action="extend", metavar=what, help=help)

    several("--targets", "TRIPLE", "triples, or all")
    several("--kernels", "KERNEL", "kernels, families (hash, cipher, md5, …), or all")
    several("--syntax", "SYNTAX", f"of {', '.join(SYNTAXES)} (default, or first: each target's first)")
    several("--build", "SYSTEM", f"fragments for {', '.join(SYSTEMS)}; or none")
    parser.add_argument("--runtime", action=argparse.BooleanOptionalAction, help="the C runtime, or only the kernels")
    parser.add_argument("--force", action="store_true", help="write over files that were edited by hand")
    parser.add_argument("--json", action="store_true", help="for programs")
