# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The proofs' semantics are the processor's: every vector instruction that a rule emits is executed.

x86_64 runs natively, or on Bochs if this CPU lacks AVX-512; AArch64 on Unicorn. AES's box and columns are computed from
the field, by FIPS 197.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3

import targets
from generator.emit import Renderer
from generator.isa import machine as records
from generator.model import Function, Instr, Mem, Phys, R
from tests.isa import machine_aarch64, machine_x86
from tests.isa.samples import Sample
from tests.isa.test_executed import EMULATOR_LACKS, widest
from tests.isa.tools import assemble, text_of
from tests.isa.touched import State
from tests.isa.used import USED
from tests.lower.blocks import Bits, Rounds, joined, lanes
from tests.lower.emitted import emitted
from tests.lower.machine import Machine
from tests.lower.machine_aarch64 import Aarch64Machine
from tests.lower.machine_x86 import X86Machine
from tests.reference import aes

TRIES = 3


def _number(value: Bits) -> int:
    found = z3.simplify(value)
    assert isinstance(found, z3.BitVecNumRef), found
    return found.as_long()


def _box(table: bytes) -> Callable[[Bits], Bits]:
    return lambda byte: z3.BitVecVal(table[_number(byte)], 8)


def _columns(factors: tuple[int, ...]) -> Callable[[Bits], Bits]:
    def column(value: Bits) -> Bits:
        given = [_number(byte) for byte in lanes(8, value)]
        out = []
        for row in range(4):
            total = 0
            for n in range(4):
                total ^= aes._times(given[n], factors[(n - row) % 4])
            out.append(z3.BitVecVal(total, 8))
        return joined(out)

    return column


FIPS = Rounds(_box(aes._box()), _box(aes._inverse_box()), _columns((2, 3, 1, 1)), _columns((14, 11, 13, 9)))


class NativeX86(X86Machine):
    """Semantics with the true AES, and memory aligned for SSE."""

    rounds = FIPS

    def demands_alignment(self, mem: Mem) -> bool:
        return False


class NativeAarch64(Aarch64Machine):
    rounds = FIPS


def texts(arch: str, triple: str, instrs: tuple[Instr, ...]) -> list[str]:
    """The instructions in GNU as's syntax."""
    target = targets.load(triple)
    function = Function("f", "f", "scalar", arch, target.abi, body=list(instrs), features=())
    renderer = records.machine(arch).renderers["gas"](function, target, prefix="", version="0", script="none")
    assert isinstance(renderer, Renderer)
    return [" ".join(part for part in renderer.operands(instr) if part).strip() for instr in instrs]


def predicted(machine: Machine, instr: Instr, state: State, memory: bytes, start: int) -> tuple[State, bytes]:
    """Registers and memory (at ``start``) after one instruction, by the semantics of the proofs."""
    array: Any = z3.K(z3.BitVecSort(64), z3.BitVecVal(0, 8))
    where = next((op for op in instr.ops if isinstance(op, Mem)), None)
    if where is not None:
        assert isinstance(where.base, Phys)
        at = state["gp", where.base.num] + where.disp
        for address in range(at, at + 64):
            array = z3.Store(array, z3.BitVecVal(address, 64), z3.BitVecVal(memory[address - start], 8))
    machine.memory = array
    for kind, number in state:
        if kind != "flag" and isinstance(number, int):
            bits = machine.vector_bits if kind == "vec" else machine.word
            machine.regs[Phys(kind, number)] = z3.BitVecVal(state[kind, number], bits)  # type: ignore[arg-type]
    machine.run([instr])
    after = dict(state)
    for reg, value in machine.regs.items():
        assert isinstance(reg, Phys)
        after[reg.cls, reg.num] = _number(value)
    changed = bytearray(memory)
    for place, data in machine.stores:
        size = data.size() // 8
        first = _number(place) - start
        changed[first : first + size] = _number(data).to_bytes(size, "little")
    return after, bytes(changed)


def edged(state: State, random: Random) -> State:
    """The state with pieces of 16 bits at the edges of the range in half of the vectors: lanes are equal, or the least
    or the greatest number, often enough."""

    def vector(value: int) -> int:
        pieces = [random.choice((0, 0, 0x7FFF, 0x8000, 0xFFFF, value >> at & 0xFFFF)) for at in range(0, 512, 16)]
        kept = (1 << -(-value.bit_length() // 128) * 128) - 1  # a register keeps the width of its contents
        return sum(piece << 16 * n for n, piece in enumerate(pieces)) & kept

    return {key: vector(value) if key[0] == "vec" and random.randrange(2) else value for key, value in state.items()}


def differences(expected: State, got: State) -> list[str]:
    return [f"{key}: {got[key]:#x}, not {expected[key]:#x}" for key in got if got[key] != expected[key]]


def test_x86_semantics_are_the_processor_s(tmp_path: Path, not_executed: list[str]) -> None:
    cpu, emulator = widest()
    instrs = emitted("x86_64", 3)
    runnable = tuple(i for i in instrs if cpu.issuperset(i.form.features))
    absent = {f for i in instrs for f in i.form.features} - cpu
    not_executed.extend(f"semantics of vector instructions with {f}: the processor lacks it" for f in sorted(absent))
    samples = [
        Sample("x86_64", i.mnem, i.ops, text, (), i.form.extended, i.form.features)
        for i, text in zip(runnable, texts("x86_64", "x86_64-linux-gnu", runnable))
    ]
    native = machine_x86.Machine(samples, tmp_path, Random(5), emulator=emulator)
    start = native.base - machine_x86.WINDOW // 4
    wrong: dict[str, object] = {}
    for n, (instr, sample) in enumerate(zip(runnable, samples)):
        for _ in range(TRIES):
            state = edged(native.state(sample), native.random)
            got, memory = native.runner(n, True)(state)
            expected, stored = predicted(NativeX86(), instr, state, native.memory, start)
            found = differences({**expected, **{k: v for k, v in got.items() if k[0] == "flag"}}, got)
            if found or memory != stored:
                wrong[sample.text] = found or "memory"
    assert not wrong
    assert len(runnable) > 400


def test_aarch64_semantics_are_the_processor_s(tmp_path: Path, not_executed: list[str]) -> None:
    every = emitted("aarch64", 3)
    instrs = tuple(instr for instr in every if not EMULATOR_LACKS.match(instr.mnem))
    lacking = sorted({instr.mnem for instr in every} - {instr.mnem for instr in instrs})
    not_executed.extend(f"semantics of {mnem}: the emulator lacks it" for mnem in lacking)
    target, said = assemble("aarch64", tmp_path, texts("aarch64", "aarch64-linux-gnu", instrs))
    assert said == ""
    core = machine_aarch64.Machine(text_of("aarch64", target), Random(5))
    wrong: dict[str, object] = {}
    for n, instr in enumerate(instrs):
        for _ in range(TRIES):
            state = edged(core.state(), core.random)
            got, memory = core.runner(n, True)(state)
            expected, stored = predicted(NativeAarch64(), instr, state, core.memory, machine_aarch64.DATA)
            found = differences({**expected, **{k: v for k, v in got.items() if k[0] == "flag"}}, got)
            if found or memory != stored:
                wrong[f"{instr.mnem} {instr.ops}"] = found or "memory"
    assert not wrong
    assert len(instrs) > 60


def test_a_wrong_semantics_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The comparison itself fails for a machine that adds where the processor subtracts."""
    instrs = tuple(i for i in emitted("aarch64") if i.mnem == "sub" and isinstance(i.ops[0], R))[:1]
    target, _ = assemble("aarch64", tmp_path, texts("aarch64", "aarch64-linux-gnu", instrs))
    core = machine_aarch64.Machine(text_of("aarch64", target), Random(5))
    state = core.state()
    got, _ = core.runner(0, True)(state)
    monkeypatch.setattr(NativeAarch64, "v_sub", NativeAarch64.v_add)
    expected, _ = predicted(NativeAarch64(), instrs[0], state, core.memory, machine_aarch64.DATA)
    assert differences({**expected, **{k: v for k, v in got.items() if k[0] == "flag"}}, got)


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_all_are_among_those_always_checked(arch: str) -> None:
    """Every run of the instruction tables' tests executes and decodes the mnemonics of ``USED``."""
    assert sorted({instr.mnem for instr in emitted(arch)} - USED[arch]) == []
