# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwinding with ``.eh_frame`` of a linked image, which pyelftools decodes. Source: DWARF 5 section 6.4, DWARF for the
Arm 64-bit Architecture."""

from __future__ import annotations

import io
from typing import Any

from elftools.dwarf.callframe import FDE, CallFrameInfo, RegisterRule
from elftools.dwarf.constants import DW_CFA
from elftools.dwarf.structs import DWARFStructs

from targets.trial.simulate import MACHINES, Arch, State, Unwinder, Value

_X86_64 = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 ra".split()
_I686 = "eax ecx edx ebx esp ebp esi edi ra".split()


def functions(data: bytes, address: int, arch: Arch) -> dict[int, tuple[int, Unwinder]]:
    """Address of each function of an ``.eh_frame`` section, whose first byte is at ``address`` in the image → length in
    bytes and unwinder."""
    structs = DWARFStructs(little_endian=True, dwarf_format=32, address_size=MACHINES[arch].word)
    entries: list[Any] = CallFrameInfo(io.BytesIO(data), len(data), address, structs, for_eh_frame=True).get_entries()
    return {
        one["initial_location"] % (1 << 8 * MACHINES[arch].word): (one["address_range"], _unwinder(arch, one))
        for one in entries
        if isinstance(one, FDE)
    }


def _register(arch: Arch, number: int) -> str:
    """The name in :mod:`targets.trial.simulate` of the register with DWARF's number."""
    if arch == "aarch64":
        return "sp" if number == 31 else f"d{number - 64}" if number >= 64 else f"x{number}"
    return (_X86_64 if arch == "x86_64" else _I686)[number]


def _signed_from(entry: Any) -> list[int]:
    """The places at which a function begins to have a signed return address, and to have none, in turn."""
    at, found = 0, []
    for one in entry.instructions:
        if one.opcode is DW_CFA.AARCH64_negate_ra_state:
            found.append(at)
        elif one.opcode in (DW_CFA.advance_loc, DW_CFA.advance_loc1, DW_CFA.advance_loc2, DW_CFA.advance_loc4):
            at += one.args[0] * entry.cie["code_alignment_factor"]
    return found


def _unwinder(arch: Arch, entry: Any) -> Unwinder:
    """The caller's state that a debugger would find with these rows, from the true state before an instruction."""
    start, signed = entry["initial_location"], _signed_from(entry)

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        row = [row for row in entry.get_decoded().table if row["pc"] <= start + at][-1]
        if row["cfa"].expr is not None:
            return "the CFA is an expression"
        register = _register(arch, row["cfa"].reg)
        base = state.address(register, row["cfa"].offset)
        if base is None:
            return f"the CFA is taken from {register}, which holds no stack address"
        caller = state.copy()
        if arch != "aarch64":
            caller.regs["ra"] = None
        for number, rule in row.items():
            if isinstance(number, int) and rule.type != RegisterRule.SAME_VALUE:
                value = state.load(base + rule.arg) if rule.type == RegisterRule.OFFSET else None
                caller.regs[_register(arch, number)] = value
        if sum(place <= at for place in signed) % 2:
            caller.authenticate("a", base)
        return ("cfa", base), caller

    return unwind
