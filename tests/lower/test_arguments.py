# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Arguments and results of every C type, on every convention: z3 proves the entry and the exit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import z3

from generator.abi import abi
from generator.lang import Arg, Builder, Kernel, Val
from generator.lang import kernel as declare
from generator.lang.contract import SCALARS, Variant
from generator.lower import lower
from generator.model import AnyReg, Instr, Item, R
from generator.pipeline import build, record
from tests.lower.machine import load
from tests.lower.prove import MACHINES, demand

CONVENTIONS = ("cdecl32", "sysv64", "win64", "aapcs64", "aapcs64-darwin", "arm64ec")
NARROW = (*["size_t"] * 8, "uint8_t", "int16_t", "uint32_t", "int8_t", "uint64_t", "uint16_t")
TYPES = ("uint8_t", "int64_t", "uint16_t", "int8_t", "uint64_t", "int16_t", "int32_t", "size_t")
PLAIN = Variant("scalar")


def _taking(types: tuple[str, ...]) -> Kernel:
    """A kernel whose result depends on each bit of each argument, and on its sign."""
    names = [f"a{n}" for n in range(len(types))]

    def taking(k: Builder, *vals: Val) -> None:
        total = k.const(k.u64, 0)
        for val in vals:
            k.rotl(total, 7, to=total)
            total ^= k.zext(k.u64, val)
            total ^= k.rotl(k.sext(k.u64, val), 13)
        k.ret(total)

    text = f"lambda k, {', '.join(names)}: body(k, {', '.join(names)})"
    made = declare(
        c=f"uint64_t taking({', '.join(f'{type} {name}' for type, name in zip(types, names))})",
        args=[Arg(name, public=True) for name in names],
        source="none: made for a proof",
    )(eval(text, {"body": taking}))
    return made


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(
    "types", [TYPES, TYPES[::-1], ("uint64_t",) * 3, NARROW], ids=["narrow first", "wide first", "u64", "stack"]
)
def test_entry(convention: str, types: tuple[str, ...]) -> None:
    """Arguments come from their places, whatever the bits above narrow ones hold. A u64 is two words of 32 bits."""
    kernel, of = _taking(types), abi(convention)
    stream, params = record(kernel, PLAIN, of)
    made = lower(stream, params, kernel, PLAIN, of)
    machine = MACHINES[of.arch]()
    memory = machine.memory
    machine.run([*(made.entry if of.body_of is None else made.own_entry(of)), *made.body[len(made.entry) :]])
    total, at = z3.BitVecVal(0, 64), of.stack_args
    for n, param in enumerate(params):
        bits = param.type.bits
        if n < len(machine.args):
            value = z3.Extract(bits - 1, 0, machine.args[n])
        else:
            size = bits // 8 if convention == "aapcs64-darwin" else max(bits, of.bits) // 8
            at += -at % size if convention == "aapcs64-darwin" else 0
            value = load(memory, machine.sp + at, bits)
            at += size
        total = z3.RotateLeft(total, 7) ^ z3.ZeroExt(64 - bits, value)
        total = total ^ z3.RotateLeft(z3.SignExt(64 - bits, value), 13)
    results = [z3.Extract(of.bits - 1, 0, machine.whole(reg)) for reg in _exit(made.body)]
    assert len(results) == 64 // of.bits
    got = results[0] if len(results) == 1 else z3.Concat(*reversed(results))
    demand([*machine.owed, got == total], [], f"{convention} {types}")


def _exit(body: Sequence[Item]) -> list[AnyReg]:
    """The registers of the result."""
    last = body[-1]
    assert isinstance(last, Instr)
    return [op.reg for op in last.ops if isinstance(op, R)]


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("type", sorted(SCALARS))
def test_results(convention: str, type: str) -> None:
    """A narrow result is extended to 32 bits as its C type says: callers of some compilers rely on that."""
    name = SCALARS[type]

    def giving(k: Builder, p: Val) -> None:
        bits = getattr(k, name).bits
        value = getattr(k, f"load{bits}")(p)
        k.ret(k.zext(k.usize, value) if name == "usize" else value)

    kernel = declare(c=f"{type} giving(const uint8_t *p)", args=[Arg("p", r=8)], source="none: made for a proof")(
        giving
    )
    of = abi(convention)
    stream, params = record(kernel, PLAIN, of)
    made = lower(stream, params, kernel, PLAIN, of)
    machine = MACHINES[of.arch]()
    memory = machine.memory
    machine.run([*(made.entry if of.body_of is None else made.own_entry(of)), *made.body[len(made.entry) :]])
    at = machine.args[0] if machine.args else load(memory, machine.sp + of.stack_args, of.bits)
    bits = int(name[1:]) if name != "usize" else of.bits
    value = load(memory, at, bits)
    if bits < 32:
        value = z3.SignExt(32 - bits, value) if type[0] == "i" else z3.ZeroExt(32 - bits, value)
    results = [machine.whole(reg) for reg in _exit(made.body)]
    got = results[0] if len(results) == 1 else z3.Concat(*reversed(results))
    demand([*machine.owed, z3.Extract(value.size() - 1, 0, got) == value], [], f"{convention} {type}")
    build(kernel, PLAIN, of)
