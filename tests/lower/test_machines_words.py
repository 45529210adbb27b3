# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""The proofs' semantics are the processor's: the instructions of products and carries are executed, flags included.

x86_64 runs natively, AArch64 on Unicorn. A third of the registers hold edges of the range.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import z3

from generator.model import Instr, Phys
from tests.isa import machine_aarch64, machine_x86
from tests.isa.samples import Sample
from tests.isa.tools import assemble, text_of
from tests.isa.touched import State
from tests.isa.used import USED
from tests.kernels.cpu import present
from tests.lower.emitted import emitted_words
from tests.lower.machine import Machine
from tests.lower.machine_aarch64 import Aarch64Machine
from tests.lower.machine_x86 import X86Machine
from tests.lower.test_machines import texts

TRIES = 12
EDGES = (0, 1, (1 << 32) - 1, 1 << 32, 1 << 63, (1 << 64) - 1)
NAMES = {"x86_64": {"mul", "mulx", "imul", "adc", "sbb", "bt", "setb", "add", "sub", "adcx", "adox", "shl", "shr",
                    "sar", "rol", "ror", "shlx", "shrx", "sarx", "movsx", "movsxd", "cmovl", "cmovge", "cmp", "bsf",
                    "bsr", "lzcnt", "tzcnt", "popcnt", "crc32"},
         "aarch64": {"mul", "umulh", "umull", "adds", "adcs", "subs", "sbcs", "negs", "cset", "cmp", "adc", "cinc",
                     "csel", "lsl", "lsr", "asr", "ror", "neg", "sbfx", "sxtb", "sxth", "sxtw",
                     "clz", "rbit", "crc32cb", "crc32ch", "crc32cw", "crc32cx"}}  # fmt: skip


def predicted(machine: Machine, instr: Instr, state: State) -> State:
    """Registers and flags after one instruction, by the semantics of the proofs. Flags without a meaning are absent."""
    machine.flag_group = instr.group
    for (kind, number), value in state.items():
        if kind == "gp":
            assert isinstance(number, int)
            machine.regs[Phys("gp", number)] = z3.BitVecVal(value, machine.word)
        elif kind == "flag":
            machine.flags[str(number)] = z3.BoolVal(bool(value))
    machine.run([instr])
    after: State = {}
    for reg, made in machine.regs.items():
        assert isinstance(reg, Phys)
        found = z3.simplify(made)
        assert isinstance(found, z3.BitVecNumRef), (instr, found)
        after[reg.cls, reg.num] = found.as_long()
    for name, flag in machine.flags.items():
        flag = z3.simplify(flag)
        if z3.is_true(flag) or z3.is_false(flag):
            after["flag", name] = int(z3.is_true(flag))
    return after


def edged(state: State, random: Random) -> State:
    """The state with edges in some registers, except those with addresses."""
    kept = {machine_x86.BASE, ("gp", machine_aarch64.BASE), ("gp", machine_aarch64.INDEX)}
    return {
        key: random.choice(EDGES) if key[0] == "gp" and key not in kept and random.randrange(3) == 0 else value
        for key, value in state.items()
    }


def differences(expected: State, got: State) -> list[str]:
    return [f"{key}: {got[key]:#x}, not {value:#x}" for key, value in expected.items() if got[key] != value]


def test_x86_semantics_are_the_processor_s(tmp_path: Path, not_executed: list[str]) -> None:
    instrs = emitted_words("x86_64")
    runnable = tuple(i for i in instrs if present().issuperset(i.form.features))
    not_executed.extend(f"semantics of {i.mnem}: the processor lacks it" for i in instrs if i not in runnable)
    samples = [
        Sample("x86_64", i.mnem, i.ops, text, (), i.form.extended, i.form.features)
        for i, text in zip(runnable, texts("x86_64", "x86_64-linux-gnu", runnable))
    ]
    native = machine_x86.Machine(samples, tmp_path, Random(5), vectors=False)
    wrong: dict[str, object] = {}
    for n, (instr, sample) in enumerate(zip(runnable, samples)):
        for _ in range(TRIES):
            state = edged(native.state(sample), native.random)
            got, _ = native.runner(n, False)(state)
            if found := differences(predicted(X86Machine(), instr, state), got):
                wrong[sample.text] = found
    assert not wrong
    assert {i.mnem for i in instrs} >= NAMES["x86_64"]


LATE = "cssc"
"""A feature that neither the assembler nor the emulator of the tests has."""


def test_aarch64_semantics_are_the_processor_s(tmp_path: Path, not_executed: list[str]) -> None:
    every = emitted_words("aarch64")
    instrs = tuple(i for i in every if LATE not in i.form.features)
    for mnem in sorted({i.mnem for i in every if i not in instrs}):
        not_executed.append(f"semantics of {mnem} of {LATE}: the assembler and the emulator lack it")
    target, said = assemble("aarch64", tmp_path, texts("aarch64", "aarch64-linux-gnu", instrs))
    assert said == ""
    core = machine_aarch64.Machine(text_of("aarch64", target), Random(5))
    wrong: dict[str, object] = {}
    for n, instr in enumerate(instrs):
        for _ in range(TRIES):
            state = edged(core.state(), core.random)
            got, _ = core.runner(n, False)(state)
            if found := differences(predicted(Aarch64Machine(), instr, state), got):
                wrong[f"{instr.mnem} {instr.ops}"] = found
    assert not wrong
    assert {i.mnem for i in instrs} >= NAMES["aarch64"]


@pytest.mark.parametrize("mnem", ["sbcs", "umulh", "cset"])
def test_a_wrong_semantics_is_seen(mnem: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The comparison fails for a machine that takes the instruction for another."""
    instr = next(i for i in emitted_words("aarch64") if i.mnem == mnem)
    target, _ = assemble("aarch64", tmp_path, texts("aarch64", "aarch64-linux-gnu", (instr,)))
    core = machine_aarch64.Machine(text_of("aarch64", target), Random(5))
    state = core.state()
    got, _ = core.runner(0, False)(state)
    assert not differences(predicted(Aarch64Machine(), instr, state), got)

    def other(self: Aarch64Machine) -> None:
        self.put(0, z3.BitVecVal(77, self.width(0)))

    monkeypatch.setattr(Aarch64Machine, f"i_{mnem}", other if mnem != "sbcs" else Aarch64Machine.i_adcs)
    assert differences(predicted(Aarch64Machine(), instr, state), got)


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_all_are_among_those_always_checked(arch: str) -> None:
    assert sorted({i.mnem for i in emitted_words(arch) if LATE not in i.form.features} - USED[arch]) == []
