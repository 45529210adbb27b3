# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``run.py FOLDER MODEL PROGRAM [ARGUMENT …]``: run a static program of x86_64 Linux on a processor that qemu lacks, as
``qemu-x86_64`` runs others. ``FOLDER``: the environment of :func:`targets.toolchain.bochs.build`. ``MODEL``: Bochs's
name of a processor."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from targets.toolchain.bochs.memory import Memory  # noqa: E402
from targets.toolchain.bochs.process import load  # noqa: E402
from targets.toolchain.bochs.processor import run  # noqa: E402

if __name__ == "__main__":
    memory = Memory(1 << 30)
    run(Path(sys.argv[1]), sys.argv[2], memory, load(memory, Path(sys.argv[3]), sys.argv[4:]))
