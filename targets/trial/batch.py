# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Batches of calls for the C driver, and their results. All numbers in both files are little-endian.

Batch: ``LOOMBAT1``, u32 functions, u32 records, u32 largest buffer; per function u16 length and name; per record u32
function, u8 convention, u8 argument count, u8 clean uppers, u8 misalignment, u64 seed, then the arguments: u8 kind and
its fields (SCALAR u64 · NARROW u32 · BUFFER u32 size, u8 placement, u8 alignment, u8 access, bytes · ALIAS u8 argument,
u32 offset · POINTERS u8 count, then as many times u8 argument, u32 offset).

Result: ``LOOMRES1``, u32 cpu bits; per record the fields of ``_RECORD`` and, for every output buffer, u8 argument, u32
size, bytes; ``LOOMEND1``. A file that stops earlier names the call that killed the process.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Literal, Union

NO_ALIGNMENT = 255
MOST_ARGUMENTS, MOST_BUFFERS = 12, 80
"""The driver passes twice as many words: a u64 is two on machines of 32 bits. With the buffers that arrays of pointers
name, a call has MOST_BUFFERS."""
_RECORD = struct.Struct("<IIIIIIQBiBBiQB")
_SPECIAL = (
    "stack pointer",
    "direction flag",
    "mxcsr control",
    "x87 control word",
    "x87 tag word not empty",
    "upper halves dirty",
    "upper halves dirty (xgetbv)",
    "stack above the arguments overwritten",
    "fpcr",
    "secret left in a register",
    "secret left on the stack",
)
_X86_64 = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
_I686 = "eax ecx edx ebx esp ebp esi edi".split()
_FAULTS = {
    1: "memory fault",
    2: "illegal instruction",
    3: "bus or alignment fault",
    4: "arithmetic fault",
    5: "trap",
}


class Convention(IntEnum):
    """A way to call, and the registers that a call must keep. DEFAULT: the convention of the driver's machine."""

    DEFAULT = 0
    SYSV64 = 1
    WIN64 = 2
    CDECL_SYSV = 3
    CDECL_WINDOWS = 4
    AAPCS64 = 5
    DARWIN64 = 6
    WINDOWS_ARM64 = 7
    ARM64EC = 8


class Placement(IntEnum):
    """The place of a buffer: between canaries, with its end at an inaccessible page, or with its start just after
    one."""

    MIDDLE = 0
    END = 1
    START = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A pointer-sized argument. The driver keeps as many low bits as the machine has. ``wide``: 64 bits everywhere, in
    two words of a machine that has 32."""

    value: int
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Narrow:
    """An argument of 8, 16 or 32 bits. The bits of its word above these are filled with garbage."""

    value: int
    bits: int = 32


@dataclass(frozen=True, slots=True)
class Buffer:
    """A pointer to bytes. ``align``: the address modulo 64 (0–63), or None for the placement's own.

    With END and an alignment, the gap of at most 63 bytes before the inaccessible page holds canaries. The call must
    keep a buffer that is not ``output``. No contents of a ``secret`` buffer, before or after the call, may stay in a
    register or on the stack. ``behind``: the call passes no argument for the buffer, which an array of pointers names;
    such buffers come last.
    """

    data: bytes
    output: bool = False
    placement: Placement = Placement.MIDDLE
    align: int | None = None
    secret: bool = False
    behind: bool = False

    def __post_init__(self) -> None:
        if self.align is not None and not 0 <= self.align < 64:
            raise ValueError(f"alignment {self.align}; it is an offset of 0 to 63 bytes")


@dataclass(frozen=True, slots=True)
class Alias:
    """A pointer into the buffer of another argument, ``offset`` bytes from its start."""

    argument: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Pointers:
    """A pointer to an array of pointers, whose end is at an inaccessible page. ``targets``: for each of these pointers
    the argument whose buffer it points into, and the distance from the buffer's start. The call must keep the array."""

    targets: tuple[tuple[int, int], ...]


Argument = Union[Word, Narrow, Buffer, Alias, Pointers]
Machine = Literal["x86_64", "i686", "aarch64"]


@dataclass(frozen=True, slots=True)
class Call:
    """One call: a function's symbol, its arguments, and the bytes expected in output buffers, by argument number.
    ``value``: the expected result, in its low ``value_bits`` bits (0: as many as a pointer has). None: the function
    gives no result."""

    function: str
    arguments: tuple[Argument, ...]
    expected: dict[int, bytes] = field(default_factory=dict)
    note: str = ""
    convention: Convention = Convention.DEFAULT
    clean_uppers: bool | None = None
    value: int | None = None
    value_bits: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one call. ``gpr`` and ``vec``: masks of the registers that the call lost."""

    index: int
    machine: Machine
    outputs: dict[int, bytes]
    status: int
    gpr: int
    vec: int
    special: int
    stack_used: int
    value: int
    damaged_argument: int
    damaged_offset: int
    fault: int
    fault_argument: int
    fault_offset: int
    fault_pc: int

    @property
    def word(self) -> int:
        """The result as wide as a register. ``value`` has the second register of 32-bit machines above."""
        return self.value % 2**32 if self.machine == "i686" else self.value

    @property
    def ok(self) -> bool:
        """True if no rule was violated. Outputs do not count."""
        return self.status == 0

    @property
    def violations(self) -> list[str]:
        """Every violation, in words."""
        found = []
        if self.fault:
            where = f"{_FAULTS.get(self.fault, 'fault')} at function+0x{self.fault_pc:x}"
            if self.fault_argument != NO_ALIGNMENT:
                where += f", touching argument {self.fault_argument} at byte {self.fault_offset}"
            found.append(where)
        found += [f"{self._register(n)} not kept" for n in range(32) if self.gpr >> n & 1]
        vector = "v" if self.machine == "aarch64" else "xmm"
        found += [f"{vector}{n} not kept" for n in range(32) if self.vec >> n & 1]
        found += [name for bit, name in enumerate(_SPECIAL) if self.special >> bit & 1]
        if self.status & 2:
            found.append(f"wrote outside argument {self.damaged_argument}, at byte {self.damaged_offset}")
        if self.status & 4:
            found.append(f"wrote to input argument {self.damaged_argument}, at byte {self.damaged_offset}")
        return found

    def _register(self, number: int) -> str:
        if self.machine == "aarch64":
            return f"x{number}"
        return (_X86_64 if self.machine == "x86_64" else _I686)[number]


class DriverError(Exception):
    """The driver did not finish. The text names the call during which the driver died, or the fault of the file."""


class Batch:
    """Calls that run in one process."""

    def __init__(self, seed: int = 1) -> None:
        self.calls: list[Call] = []
        self._seed = seed

    def call(
        self,
        function: str,
        arguments: Sequence[Argument],
        *,
        convention: Convention = Convention.DEFAULT,
        clean_uppers: bool | None = None,
        expected: dict[int, bytes] | None = None,
        note: str = "",
    ) -> int:
        """Adds a call. The result is the call's index among the results. ``clean_uppers``: None alternates."""
        return self.add(
            Call(function, tuple(arguments), expected or {}, note, convention, clean_uppers),
        )

    def add(self, call: Call) -> int:
        """Adds a call that a plan made."""
        for number, argument in enumerate(call.arguments):
            if isinstance(argument, Alias) and not any(
                at == argument.argument and isinstance(other, Buffer) for at, other in enumerate(call.arguments)
            ):
                raise ValueError(f"{call.function}: argument {number} aliases {argument.argument}, which is no buffer")
        behind = [isinstance(argument, Buffer) and argument.behind for argument in call.arguments]
        if behind != sorted(behind):
            raise ValueError(f"{call.function}: an argument behind buffers that no argument is passed for")
        if len(behind) > MOST_BUFFERS or behind.count(False) > MOST_ARGUMENTS:
            raise ValueError(
                f"{call.function}: {len(behind)} arguments; the driver passes at most {MOST_ARGUMENTS}, and holds "
                f"{MOST_BUFFERS}"
            )
        self.calls.append(call)
        return len(self.calls) - 1

    @staticmethod
    def passed(call: Call, machine: Machine) -> list[tuple[int, Argument]]:
        """The machine's arguments, each with the number of the call's argument that it is a part of."""
        rows: list[tuple[int, Argument]] = []
        for n, argument in enumerate(call.arguments):
            rows.append((n, argument))
            if isinstance(argument, Word) and argument.wide and machine == "i686":
                rows.append((n, Word(argument.value >> 32)))
        first = {n: at for at, (n, _) in reversed([*enumerate(rows)])}

        def moved(one: Argument) -> Argument:
            if isinstance(one, Pointers):
                return Pointers(tuple((first[argument], offset) for argument, offset in one.targets))
            return Alias(first[one.argument], one.offset) if isinstance(one, Alias) else one

        return [(n, moved(one)) for n, one in rows]

    def write(self, path: Path, machine: Machine = "x86_64") -> None:
        """Writes the batch file."""
        names = sorted({call.function for call in self.calls})
        number = {name: at for at, name in enumerate(names)}
        largest = max(
            (len(argument.data) for call in self.calls for argument in call.arguments if isinstance(argument, Buffer)),
            default=0,
        )
        parts = [b"LOOMBAT1", struct.pack("<III", len(names), len(self.calls), largest)]
        for name in names:
            text = name.encode()
            parts.append(struct.pack("<H", len(text)) + text)
        for index, call in enumerate(self.calls):
            clean = index % 2 == 1 if call.clean_uppers is None else call.clean_uppers
            seed = (self._seed * 0x9E3779B97F4A7C15 + index * 0xBF58476D1CE4E5B9) % 2**64
            parts.append(
                struct.pack(
                    "<IBBBBQ",
                    number[call.function],
                    call.convention,
                    len(self.passed(call, machine)),
                    clean,
                    index // 2 % 4,
                    seed,
                )
            )
            parts += [_pack(argument) for _, argument in self.passed(call, machine)]
        path.write_bytes(b"".join(parts))

    def read_results(self, path: Path, machine: Machine) -> list[Result]:
        """Reads the result file; DriverError if it stops before the last call."""
        data = path.read_bytes()
        if data[:8] != b"LOOMRES1":
            raise DriverError(f"{path}: not a result file")
        at = 12
        results: list[Result] = []
        try:
            for _ in self.calls:
                fields = _RECORD.unpack_from(data, at)
                at += _RECORD.size
                outputs = {}
                for _ in range(fields[13]):
                    argument, size = struct.unpack_from("<BI", data, at)
                    at += 5
                    if at + size > len(data):
                        raise struct.error("short")
                    outputs[argument] = data[at : at + size]
                    at += size
                result = Result(fields[0], machine, outputs, *fields[1:13])
                rows = self.passed(self.calls[len(results)], machine)
                if len(rows) != len(self.calls[len(results)].arguments):
                    numbers = {at: n for at, (n, _) in enumerate(rows)}
                    result = replace(
                        result,
                        outputs={numbers[at]: data for at, data in outputs.items()},
                        damaged_argument=numbers.get(result.damaged_argument, result.damaged_argument),
                        fault_argument=numbers.get(result.fault_argument, result.fault_argument),
                    )
                if result.index != len(results):
                    raise DriverError(f"{path}: result {result.index} where {len(results)} was expected")
                results.append(result)
        except struct.error:
            call = self.calls[len(results)]
            raise DriverError(f"the driver died in call {len(results)}: {call.function} {call.note}".rstrip()) from None
        if data[at : at + 8] != b"LOOMEND1":
            raise DriverError(f"{path}: no end mark after {len(results)} results")
        return results

    def failures(self, results: list[Result], target: str, limit: int = 10) -> list[str]:
        """One line for each call that violated a rule or gave wrong bytes.

        ``target`` appears as given (triple and syntax). A line names the function, the call and the first differing
        byte.
        """
        lines = []
        for call, result in zip(self.calls, results):
            problems = faults_of(call, result)
            if problems:
                place = f"{target}: {call.function} call {result.index} {call.note}".rstrip()
                lines.append(f"{place}: {'; '.join(problems)}")
        if len(lines) > limit:
            lines[limit:] = [f"{target}: and {len(lines) - limit} more of {len(self.calls)} calls"]
        return lines

    def require(self, results: list[Result], target: str) -> None:
        """AssertionError with the lines of :meth:`failures`, if there are any."""
        lines = self.failures(results, target)
        if lines:
            raise AssertionError("\n".join(lines))


def faults_of(call: Call, result: Result) -> list[str]:
    """The violations of one call, and the first wrong byte of every output."""
    problems = list(result.violations)
    for argument, expected in sorted(call.expected.items()):
        got = result.outputs[argument]
        if got != expected and not result.fault:
            problems.append(_difference(argument, got, expected))
    if call.value is not None and not result.fault:
        mask = (1 << (call.value_bits or (32 if result.machine == "i686" else 64))) - 1
        if (result.value ^ call.value) & mask:
            problems.append(f"the result is {result.value & mask:#x}, expected {call.value & mask:#x}")
    return problems


def _difference(argument: int, got: bytes, expected: bytes) -> str:
    shorter = min(len(got), len(expected))
    first = next((at for at in range(shorter) if got[at] != expected[at]), shorter)
    shown, wanted = got[first : first + 1].hex() or "none", expected[first : first + 1].hex() or "none"
    return f"argument {argument} differs first at byte {first} of {len(expected)}: got {shown}, expected {wanted}"


def _pack(argument: Argument) -> bytes:
    if isinstance(argument, Word):
        return struct.pack("<BQ", 0, argument.value % 2**64)
    if isinstance(argument, Narrow):
        return struct.pack("<BIB", 1, argument.value % 2**argument.bits, argument.bits)
    if isinstance(argument, Alias):
        return struct.pack("<BBI", 3, argument.argument, argument.offset)
    if isinstance(argument, Pointers):
        rows = b"".join(struct.pack("<BI", *target) for target in argument.targets)
        return struct.pack("<BB", 4, len(argument.targets)) + rows
    align = NO_ALIGNMENT if argument.align is None else argument.align
    access = argument.output | argument.secret << 1 | argument.behind << 2
    head = struct.pack("<BIBBB", 2, len(argument.data), argument.placement, align, access)
    return head + argument.data
