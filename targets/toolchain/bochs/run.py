# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``run.py FOLDER PROGRAM [ARGUMENT …]``: run a static program of x86_64 Linux on a processor with AVX-512, as
``qemu-x86_64`` runs one without. ``FOLDER``: the environment of :func:`targets.toolchain.bochs.build`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from targets.toolchain.bochs.memory import Memory  # noqa: E402
from targets.toolchain.bochs.process import load  # noqa: E402
from targets.toolchain.bochs.processor import run  # noqa: E402

if __name__ == "__main__":
    memory = Memory(1 << 30)
    run(Path(sys.argv[1]), memory, load(memory, Path(sys.argv[2]), sys.argv[3:]))
