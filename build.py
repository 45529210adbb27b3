#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""asmloom's command line. ``python3 build.py`` builds the library for this machine, tests it and shows its speed.

Exit status: 0 good, 1 something differs or fails, 2 trouble (bad arguments, a missing tool, an interruption).

An old Python reads this file before its version is asked for, so that the syntax is that of Python 2.
"""

import os
import sys

if __name__ == "__main__":
    if sys.version_info < (3, 10):  # noqa: UP036
        # One line, and never a SyntaxError.
        sys.stderr.write("build.py: Python 3.10 or newer is needed, this is %d.%d.%d\n" % sys.version_info[:3])  # noqa: UP031
        sys.exit(2)
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
    from targets.toolchain import command_line

    sys.exit(command_line.main(sys.argv[1:]))
