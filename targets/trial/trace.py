# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The path and the memory accesses of AArch64 code on an emulated core. Other secrets must give the same path and
accesses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import unicorn
from elftools.elf.elffile import ELFFile
from unicorn import arm64_const

from targets import Target
from targets.toolchain.image import Image, read
from targets.trial.batch import MOST_BUFFERS, Alias, Argument, Buffer, Call, Narrow, Pointers, Word
from targets.trial.secrecy import other_secret

_CODE, _DATA, _STACK, _END = 0x10_0000, 0x1000_0000, 0x2000_0000, 0x3000_0000
_ROOM = 0x30_0000  # bytes for each buffer; the system gives memory to those that are touched
_DEEP = 0x1_0000
_MOST = 2_000_000
_REGISTERS = [getattr(arm64_const, f"UC_ARM64_REG_X{n}") for n in range(8)]
LACKS = frozenset("bf16 cssc i8mm paca sme sve2 sveaes svebitperm svepmull svesha3 svesm4".split())
"""Features that the emulated core lacks. An instruction of these ends in an exception."""
Trace = list[tuple[str, int, int]]
"""An event (a block of code, a load, a store), its address, and its number of bytes."""


@dataclass(frozen=True, slots=True)
class Step:
    """The first difference of two traces. An offset counts from the function's beginning."""

    function: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.function}: {self.one} with one secret, {self.other} with another"


class Core:
    """A position-independent library of AArch64 functions in an emulated core."""

    def __init__(self, target: Target, library: Path) -> None:
        image = elf_image(library) if target.object_format == "elf" else read(target, library)
        self._symbols = image.symbols
        self._packed = target.triple == "aarch64-apple-darwin"
        engine: Any = unicorn
        core: Any = engine.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        core.ctl_set_cpu_model(arm64_const.UC_CPU_ARM64_MAX)
        core.mem_map(_CODE, (len(image.content) + 0xFFFF) & ~0xFFFF, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
        core.mem_write(_CODE, image.content)
        core.mem_map(_DATA, MOST_BUFFERS * _ROOM)
        core.mem_map(_STACK, _DEEP)
        core.mem_map(_END, 0x1000)
        core.reg_write(arm64_const.UC_ARM64_REG_CPACR_EL1, 0x300000)
        self._core = core
        self._trace: Trace = []
        self._watch()

    def _watch(self) -> None:
        core = self._core
        core.hook_add(unicorn.UC_HOOK_BLOCK, lambda _, at, size, __: self._trace.append(("at", at, size)))
        core.hook_add(
            unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE,
            lambda _, kind, at, size, *rest: self._trace.append(
                ("store" if kind == unicorn.UC_MEM_WRITE else "load", at, size)
            ),
        )

    def run(self, call: Call) -> tuple[Trace, dict[int, bytes]]:
        """The trace, and the output buffers after the call."""
        core, values = self._core, list[int]()
        engine: Any = unicorn
        at = stack = _STACK + _DEEP - 0x1000
        places = [_DATA + n * _ROOM + 0x1000 + _shift(argument) for n, argument in enumerate(call.arguments)]
        for n, argument in enumerate(call.arguments):
            if isinstance(argument, Buffer):
                values.append(places[n])
                core.mem_write(values[n], argument.data)
            elif isinstance(argument, Alias):
                values.append(places[argument.argument] + argument.offset)
            elif isinstance(argument, (Word, Narrow)):
                values.append(argument.value)
            elif isinstance(argument, Pointers):
                values.append(places[n])
                targets = [places[of] + offset for of, offset in argument.targets]
                core.mem_write(places[n], b"".join(one.to_bytes(8, "little") for one in targets))
            if isinstance(argument, Buffer) and argument.behind:
                continue
            if n < len(_REGISTERS):
                core.reg_write(_REGISTERS[n], values[n])
                continue
            size = argument.bits // 8 if self._packed and isinstance(argument, Narrow) else 8
            at += -at % size
            core.mem_write(at, (values[n] % 2**64).to_bytes(8, "little")[:size])
            at += size
        core.reg_write(arm64_const.UC_ARM64_REG_SP, stack)
        core.reg_write(arm64_const.UC_ARM64_REG_X30, _END)
        self._trace = []
        try:
            core.emu_start(_CODE + self._symbols[call.function], _END, count=_MOST)
        except engine.UcError as error:
            at = core.reg_read(arm64_const.UC_ARM64_REG_PC) - _CODE - self._symbols[call.function]
            raise AssertionError(f"{call.function} {call.note}: at function{at:+#x} the emulator: {error}") from error
        assert core.reg_read(arm64_const.UC_ARM64_REG_PC) == _END, f"{call.function}: no end after {_MOST} instructions"
        outputs = {
            n: bytes(core.mem_read(values[n], len(argument.data)))
            for n, argument in enumerate(call.arguments)
            if isinstance(argument, Buffer) and argument.output
        }
        return self._trace, outputs

    def difference(self, call: Call, secrets: Collection[int], random: Random, times: int = 2) -> Step | None:
        """The first difference between a run with the call's own bytes, whose answers must be right, and runs with
        random bytes in the secret buffers and random secret numbers."""
        first, outputs = self.run(call)
        for n, expected in call.expected.items():
            assert outputs[n] == expected, f"{call.function} {call.note}: wrong answer in the emulator"
        for _ in range(times):
            other = [other_secret(one, random) if n in secrets else one for n, one in enumerate(call.arguments)]
            second, _ = self.run(replace(call, arguments=tuple(other)))
            if second != first:
                at = next((n for n, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
                return Step(f"{call.function} {call.note}", self._said(call, first[at:]), self._said(call, second[at:]))
        return None

    def _said(self, call: Call, trace: Trace) -> str:
        if not trace:
            return "an end"
        what, at, size = trace[0]
        if what == "at":
            return f"execution at function{at - _CODE - self._symbols[call.function]:+#x}"
        n = (at - _DATA) // _ROOM
        where = f"argument {n}{at - _DATA - n * _ROOM - 0x1000:+#x}" if 0 <= n < MOST_BUFFERS else f"{at:#x}"
        return f"a {what} of {size} bytes at {where}"


def _shift(argument: Argument) -> int:
    """The distance in bytes of a buffer from a multiple of 64."""
    return argument.align or 0 if isinstance(argument, Buffer) else 0


def elf_image(library: Path) -> Image:
    """Lay out a shared object of kernels alone, which needs no loader."""
    content, symbols = bytearray(), dict[str, int]()
    with library.open("rb") as file:
        elf: Any = ELFFile(file)
        for segment in elf.iter_segments("PT_LOAD"):
            end = segment["p_vaddr"] + segment["p_memsz"]
            content.extend(bytes(max(0, end - len(content))))
            content[segment["p_vaddr"] : segment["p_vaddr"] + segment["p_filesz"]] = segment.data()
        for symbol in elf.get_section_by_name(".symtab").iter_symbols():
            symbols[symbol.name] = symbol["st_value"]
    return Image(bytes(content), symbols)
