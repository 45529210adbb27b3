# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The path and the memory accesses of portable C on emulated cores of machines of 64 bits, without a C library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import unicorn
from elftools.elf.elffile import ELFFile
from unicorn import arm64_const, riscv_const, s390x_const

from generator import rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial import trace
from targets.trial.batch import MOST_BUFFERS, Alias, Buffer, Call, Narrow, Pointers, Word
from tests.portable.machines import HERE, compiled, thunks

_PAGE, _WORDS, _STACK, _END = 0x1000, 0x6000_0000, 0x7000_0000, 0x7100_0000
_DEEP, _MOST = 0x2_0000, 20_000_000


@dataclass(frozen=True, slots=True)
class Chip:
    """An emulated core, and its registers: the first argument, the return address, sp, pc. ``enabled``: registers of
    the system, and the values that let a program use all memory and registers."""

    arch: int
    mode: int
    registers: tuple[int, ...]
    enabled: tuple[tuple[int, int], ...] = ()
    big: bool = False


def _named(constants: Any, prefix: str, names: str) -> tuple[int, ...]:
    return tuple(getattr(constants, f"UC_{prefix}_REG_{name}") for name in names.split())


CHIPS = {
    "aarch64": Chip(
        unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM, _named(arm64_const, "ARM64", "X0 X30 SP PC"),
        ((arm64_const.UC_ARM64_REG_CPACR_EL1, 0x300000),),
    ),
    "riscv64": Chip(
        unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV64, _named(riscv_const, "RISCV", "A0 RA SP PC")
    ),
    "s390x": Chip(
        unicorn.UC_ARCH_S390X, unicorn.UC_MODE_BIG_ENDIAN, _named(s390x_const, "S390X", "R2 R14 R15 PC"),
        ((s390x_const.UC_S390X_REG_PSWM, 0x1_8000_0000), (s390x_const.UC_S390X_REG_CR0, 0x4_0000)), True,
    ),
}  # fmt: skip


def linked(words: Sequence[str], folder: Path) -> Path:
    """All portable C, compiled with ``words``, and what it calls, as a program that begins nowhere."""
    table = folder / "table.c"
    table.write_text(thunks(64))
    sources = [path for path in rooms.library(INCLUDE) if path.name not in rooms.HOSTED]
    flags = ["-std=c99", "-DLOOM_NO_ASM", "-DLOOM_FREESTANDING", "-ffreestanding", "-fno-pie"]
    made = compiled([*words, *flags], [*sources, HERE / "memory.c", table], folder)
    out = folder / "program"
    link = ["-nostdlib", "-static", "-no-pie", "-Wl,-e,0,--unresolved-symbols=ignore-all"]
    link += ["-fuse-ld=lld"] if words[0] == "clang" else []
    done = run(
        [str(require(words[0])), *words[1:], *link, *map(str, made), "-lgcc", "-o", str(out)], timeout=HANG_SECONDS
    )
    assert done.returncode == 0, done.stderr.decode()[:3000]
    return out


class Core(trace.Core):
    """A program of :func:`linked` in an emulated core. A function takes its arguments from an array of words."""

    def __init__(self, chip: Chip, program: Path) -> None:
        engine: Any = unicorn
        self._chip, self._core = chip, engine.Uc(chip.arch, chip.mode)
        self._symbols, self._trace = {}, []
        core = self._core
        with program.open("rb") as file:
            elf: Any = ELFFile(file)
            for segment in elf.iter_segments("PT_LOAD"):
                begin, end = segment["p_vaddr"] & -_PAGE, -(-(segment["p_vaddr"] + segment["p_memsz"]) & -_PAGE)
                core.mem_map(begin, end - begin)
                core.mem_write(segment["p_vaddr"], segment.data())
            for symbol in elf.get_section_by_name(".symtab").iter_symbols():
                if symbol.name.startswith("call_"):
                    self._symbols[f"loom_{symbol.name[5:]}_portable"] = symbol["st_value"] - trace._CODE
        core.mem_map(trace._DATA, MOST_BUFFERS * trace._ROOM)
        for place, size in ((_WORDS, _PAGE), (_STACK, _DEEP), (_END, _PAGE)):
            core.mem_map(place, size)
        for register, value in chip.enabled:
            core.reg_write(register, value)
        self._watch()

    def run(self, call: Call) -> tuple[trace.Trace, dict[int, bytes]]:
        core = self._core
        word = partial(int.to_bytes, length=8, byteorder="big" if self._chip.big else "little")
        places = [
            trace._DATA + n * trace._ROOM + _PAGE + (one.align or 0 if isinstance(one, Buffer) else 0)
            for n, one in enumerate(call.arguments)
        ]
        values = []
        for n, one in enumerate(call.arguments):
            if isinstance(one, (Word, Narrow)):
                values.append(one.value)
            elif isinstance(one, Alias):
                values.append(places[one.argument] + one.offset)
            else:
                if isinstance(one, Pointers):
                    data = b"".join(word(places[of] + offset) for of, offset in one.targets)
                else:
                    data = one.data
                core.mem_write(places[n], data)
                values.append(places[n])
        core.mem_write(_WORDS, b"".join(word(value) for value in values))
        first, back, sp, pc = self._chip.registers
        core.reg_write(first, _WORDS)
        core.reg_write(back, _END)
        core.reg_write(sp, _STACK + _DEEP - _PAGE)
        self._trace = []
        engine: Any = unicorn
        try:
            core.emu_start(trace._CODE + self._symbols[call.function], _END, count=_MOST)
        except engine.UcError as error:  # s390x goes on at the end, where no instruction is
            at = core.reg_read(pc)
            assert at == _END, f"{call.function}: at {at:#x} the emulator: {error}"
        assert core.reg_read(pc) == _END, f"{call.function}: no end after {_MOST} instructions"
        outputs = {
            n: bytes(core.mem_read(places[n], len(one.data)))
            for n, one in enumerate(call.arguments)
            if isinstance(one, Buffer) and one.output
        }
        return self._trace, outputs
