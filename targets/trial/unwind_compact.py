# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Decoding Apple's ``__unwind_info``, which replaces ``__eh_frame`` rows that its encodings can express.

Source: Apple's ``mach-o/compact_unwind_encoding.h``. One encoding describes a whole function, and is exact only where
the frame is complete. Prologues and epilogues are not judged: without a frame pointer, the code where the stack is less
deep than at its deepest; with one, the code where x29 is the caller's.
"""

from __future__ import annotations

import struct

from targets.trial.simulate import Arch, State, Unwinder, Value, simulate

_MODE = 0x0F000000
_DWARF = {"x86_64": 0x04000000, "aarch64": 0x03000000}
_FRAMELESS, _FRAME = 0x02000000, 0x04000000


def decode_unwind_info(data: bytes) -> list[tuple[int, int]]:
    """Pairs of (address from the image's start, encoding) in order of address. Raises struct.error if cut short."""
    _, common_at, common_count, _, _, index_at, index_count = struct.unpack_from("<7I", data)
    common = struct.unpack_from(f"<{common_count}I", data, common_at)
    found = []
    for number in range(index_count):
        base, page, _ = struct.unpack_from("<3I", data, index_at + 12 * number)
        if page == 0:
            continue
        kind, entries_at, count = struct.unpack_from("<IHH", data, page)
        if kind == 2:
            rows = struct.iter_unpack("<2I", data[page + entries_at : page + entries_at + 8 * count])
            found += [(int(address), int(encoding)) for address, encoding in rows]
            continue
        own_at, own_count = struct.unpack_from("<HH", data, page + 8)
        encodings = common + struct.unpack_from(f"<{own_count}I", data, page + own_at)
        for entry in struct.unpack_from(f"<{count}I", data, page + entries_at):
            found.append((base + (entry & 0xFFFFFF), encodings[entry >> 24]))
    return sorted(found)


def is_compact(arch: Arch, encoding: int) -> bool:
    """True if the encoding itself describes the frame. Otherwise ``__eh_frame`` does, or the function has no
    description."""
    return encoding & _MODE not in (0, _DWARF[arch])


def unwinder(arch: Arch, encoding: int, code: bytes) -> Unwinder:
    """The steps of Apple's unwinder in the body of the function with these bytes. Only arm64's modes are known:
    assemblers for x86_64 write DWARF rows for code unlike a compiler's."""
    mode = encoding & _MODE
    if arch != "aarch64" or mode not in (_FRAMELESS, _FRAME):
        return lambda at, state: f"compact unwind encoding {encoding:#x} is not one that generated functions have"
    slots: dict[str, int] = {}  # distance from the CFA
    if mode == _FRAME:
        slots = {"x29": -16, "x30": -8}
        for bit, (first, second) in _arm64_pairs():
            if encoding & bit:
                lowest = min(slots.values())
                slots[first], slots[second] = lowest - 8, lowest - 16
    deepest = min(at for state in simulate(arch, code).values() if (at := state.address("sp", 0)) is not None)

    def unwind(at: int, state: State) -> tuple[Value, State] | str:
        if mode == _FRAME:
            judged, base = state.get("x29") != ("orig", "x29"), state.address("x29", 16)
        else:
            judged, base = state.address("sp", 0) == deepest, deepest + (encoding >> 12 & 0xFFF) * 16
        if not judged:
            return ("cfa", 0), State()  # the caller's values are unchanged
        caller = state.copy()
        for reg, offset in slots.items():
            caller.regs[reg] = None if base is None else state.load(base + offset)  # Apple's encodings know no signing
        return (None if base is None else ("cfa", base)), caller

    return unwind


def _arm64_pairs() -> list[tuple[int, tuple[str, str]]]:
    integers = [(1 << n, (f"x{19 + 2 * n}", f"x{20 + 2 * n}")) for n in range(5)]
    return integers + [(0x100 << n, (f"d{8 + 2 * n}", f"d{9 + 2 * n}")) for n in range(4)]
