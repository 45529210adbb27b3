# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The path and the memory accesses of x86 code, stepped through on this CPU. Other secrets must give the same path and
the same accesses. The tests step code that valgrind does not know; see stepper.c."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import capstone
from capstone import x86_const

from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.batch import Batch, Buffer, Call, DriverError
from targets.trial.machines import HOSTS
from targets.trial.secrecy import Secret, other_secret

_STEP = struct.Struct("<Q16s16Q")
_MODES = {"x86_64-linux-gnu": capstone.CS_MODE_64, "i686-linux-gnu": capstone.CS_MODE_32}
_NAMES = "ax cx dx bx sp bp si di".split()


@dataclass(frozen=True, slots=True)
class Operand:
    """A memory operand: numbers of its registers (-1 for none), the scale, and the displacement."""

    base: int
    index: int
    scale: int
    displacement: int

    def address(self, registers: Sequence[int]) -> int:
        base = registers[self.base] if self.base >= 0 else 0
        return (base + (registers[self.index] * self.scale if self.index >= 0 else 0) + self.displacement) % 2**64


def _number(engine: Any, register: int) -> int:
    """The number of a whole general register. -1 for none and for the program counter, which the steps show anyway."""
    name = engine.reg_name(register) if register else ""
    if not name or name.endswith("ip"):
        return -1
    if name[1:] in _NAMES:
        return _NAMES.index(name[1:])
    assert name[0] == "r" and name[1:].isdigit(), f"a memory operand with {name}: its address cannot be told"
    return int(name[1:])


class Decoder:
    """Memory operands of instructions, decoded once."""

    def __init__(self, triple: str) -> None:
        make: Any = capstone.Cs
        self._engine = make(capstone.CS_ARCH_X86, _MODES[triple])
        self._engine.detail = True
        self.operands = cache(self._operands)

    def _operands(self, code: bytes) -> tuple[Operand, ...]:
        instruction = next(self._engine.disasm(code, 0, 1), None)
        assert instruction is not None, f"no instruction: {code.hex()}"
        if instruction.mnemonic.startswith(("lea", "nop")):
            return ()
        return tuple(
            Operand(
                _number(self._engine, item.mem.base),
                _number(self._engine, item.mem.index),
                item.mem.scale,
                item.mem.disp,
            )
            for item in instruction.operands
            if item.type == x86_const.X86_OP_MEM
        )


def _way(decoder: Decoder, data: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """For each step: the place, and the addresses of the instruction's memory operands."""
    return [
        (at, tuple(operand.address(registers) for operand in decoder.operands(code)))
        for at, code, *registers in _STEP.iter_unpack(data)
    ]


def _with_other_secrets(secret: Secret, random: Random) -> Call:
    arguments = tuple(
        other_secret(argument, random) if n in secret.arguments else argument
        for n, argument in enumerate(secret.call.arguments)
    )
    return replace(secret.call, arguments=arguments, expected={}, value=None)


def differences(triple: str, program: Path, secrets: Sequence[Secret], folder: Path, times: int = 1) -> dict[str, str]:
    """Function → the first step that differs with other secrets, for functions that have such a step.

    Each call is made with its own bytes, whose answers must be right, and ``times`` with random bytes in the secret
    buffers. Raises DriverError if some call did not return.
    """
    random, decoder = Random(12), Decoder(triple)
    batch = Batch()
    for secret in secrets:
        batch.add(secret.call)
        for _ in range(times):
            batch.add(_with_other_secrets(secret, random))
    calls, result = folder / "stepped.bin", folder / "steps.bin"
    batch.write(calls, HOSTS[triple].machine)
    done = run([str(program), str(calls), str(result)], timeout=HANG_SECONDS)
    if done.returncode:
        raise DriverError(f"{program}: exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
    found: dict[str, str] = {}
    first = b""
    with result.open("rb") as answers:
        for number, call in enumerate(batch.calls):
            (steps,) = struct.unpack("<I", answers.read(4))
            assert steps, f"{call.function} {call.note}: not one step"
            way = answers.read(steps * _STEP.size)
            for n, argument in enumerate(call.arguments):
                if isinstance(argument, Buffer) and argument.output:
                    got = answers.read(len(argument.data))
                    if got != call.expected.get(n, got):
                        raise DriverError(f"{call.function} {call.note}: wrong answer when stepped through")
            if number % (times + 1) == 0:
                first = way
            elif way != first and call.function not in found:  # otherwise even the registers are equal
                one, other = _way(decoder, first), _way(decoder, way)
                if one != other:
                    at = next((n for n, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)) - 1)
                    found[call.function] = f"{call.note}: step {at}, at function+{one[at][0]:#x}"
    return found
