# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The command ``asmloom`` of an installation. A checkout has ``build.py`` for the same commands."""

from __future__ import annotations

import sys

import asmloom


def main() -> int:
    """The exit status of the command line of this process."""
    sys.path.insert(0, str(asmloom.ROOT))  # new processes, which some systems start for parallel work, inherit it
    from targets.toolchain import command_line

    return command_line.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
