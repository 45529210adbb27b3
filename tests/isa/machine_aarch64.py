# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One AArch64 instruction at a time on an emulated core."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable
from random import Random
from typing import Any

from tests.isa.tools import missing
from tests.isa.touched import Place, State

unicorn: Any = None
names: Any = None
with contextlib.suppress(ImportError):  # Machine fails in the test that needs it
    unicorn = importlib.import_module("unicorn")
    names = importlib.import_module("unicorn.arm64_const")

CODE, DATA, SIZE = 0x100000, 0x400000, 0x20000
BASE, INDEX = 11, 12
GENERAL = (2, 3, 4, 5, 6, 7, BASE, INDEX, 16, 17, 30)
VECTORS = range(2, 9)


class Machine:
    """``code`` at address CODE; general registers, vectors and flags as a :data:`State`."""

    def __init__(self, code: bytes, random: Random) -> None:
        if unicorn is None:
            missing("unicorn (Python package)")
        self.random = random
        self.core: Any = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        self.core.ctl_set_cpu_model(names.UC_CPU_ARM64_MAX)
        self.core.mem_map(CODE, (len(code) + 0xFFFF) & ~0xFFFF)
        self.core.mem_map(DATA, SIZE)
        self.core.mem_write(CODE, code)
        self.core.reg_write(names.UC_ARM64_REG_CPACR_EL1, 0x300000)
        self.memory = random.randbytes(SIZE)
        self.numbers: dict[Place, int] = {}
        for n in GENERAL:
            name = "X30" if n == 30 else f"X{n}"
            self.numbers["gp", n] = getattr(names, f"UC_ARM64_REG_{name}")
        for n in VECTORS:
            self.numbers["vec", n] = getattr(names, f"UC_ARM64_REG_Q{n}")

    def state(self) -> State:
        """Random, with pointers in the registers that address memory."""
        out: State = {k: self.random.getrandbits(64 if k[0] == "gp" else 128) for k in self.numbers}
        out["gp", BASE] = DATA + SIZE // 2
        out["gp", INDEX] = self.random.randrange(0, 0x80) * 16
        for flag in "VCZN":
            out["flag", flag] = self.random.getrandbits(1)
        return out

    def runner(self, index: int, memory: bool) -> Callable[[State], tuple[State, bytes]]:
        """Run instruction number ``index`` alone. Raises unicorn.UcError if the core cannot execute the instruction."""
        start = CODE + 4 * index

        def run(state: State) -> tuple[State, bytes]:
            for key, number in self.numbers.items():
                self.core.reg_write(number, state[key])
            self.core.reg_write(names.UC_ARM64_REG_NZCV, sum(state["flag", f] << 28 + i for i, f in enumerate("VCZN")))
            if memory:
                self.core.mem_write(DATA, self.memory)
            self.core.emu_start(start, start + 4, count=1)
            after = {key: self.core.reg_read(number) for key, number in self.numbers.items()}
            flags = self.core.reg_read(names.UC_ARM64_REG_NZCV)
            for i, flag in enumerate("VCZN"):
                after["flag", flag] = flags >> 28 + i & 1
            return after, bytes(self.core.mem_read(DATA, SIZE)) if memory else b""

        return run
