# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The options of ``build.py vendor``. No installed package is imported here, because build.py reads options first."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.rooms import ALIASES, CPU_FROM
from targets import SYNTAXES

CRATE = "crate"
"""The build system whose set is a crate of its own."""
APART = (CRATE, "go")
"""Build systems whose sets are packages of their own, without the C runtime."""
SYSTEMS = ("cmake", "meson", "make", "cargo", "zig", "bazel", "gn", "autotools", "list", *APART)
HELP = "copy kernels, runtime, header and build files into another project; options left out keep their previous values"


def folder(text: str) -> Path:
    """The path of a folder. Refuses an empty name, which would stand for the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a folder, found an empty one; the current folder is .")
    return Path(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command. A list is separated by blanks or commas; an option may be repeated."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--into", type=folder, metavar="DIR", help="the folder to fill: new, empty, or one to update")
    where.add_argument("--check", type=folder, metavar="DIR",
                       help="change nothing; status 1: edited, 4: drift, 8: other version, or their sum")  # fmt: skip
    parser.add_argument("--prefix", help="the beginning of all symbols (default: loom_)")
    parser.add_argument("--module", metavar="PATH", help="of --build go: the module's path, or none for a package")

    parser.add_argument(
        "--alias", choices=(*ALIASES, "none"), help="add drop-in objects under the names of that library's assembly"
    )
    parser.add_argument(
        "--cpu-from", choices=(*CPU_FROM, "none"), help="use only those features of the CPU that this library uses"
    )

    def several(name: str, what: str, help: str) -> None:
        parser.add_argument(name, nargs="+", action="extend", metavar=what, help=help)

    several("--targets", "TRIPLE", "triples, or all")
    several("--kernels", "KERNEL", "kernels, families (hash, cipher, md5, ...), or all")
    several("--syntax", "SYNTAX", f"of {', '.join(SYNTAXES)}; default, or first: the first of each target")
    several("--build", "SYSTEM", f"fragments for {', '.join(SYSTEMS)}; or none")
    parser.add_argument(
        "--runtime", action=argparse.BooleanOptionalAction, help="include the C runtime (default), or the kernels alone"
    )
    parser.add_argument(
        "--provider",
        action=argparse.BooleanOptionalAction,
        help="add a provider for OpenSSL 3 and 4, as a target of its own",
    )
    parser.add_argument(
        "--freestanding",
        action=argparse.BooleanOptionalAction,
        help="for firmware and kernels: no C library, no environment, no constructor",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that were edited by hand")
    parser.add_argument("--json", action="store_true", help="print JSON")
