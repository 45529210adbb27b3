# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Arguments and results of every C type, on every convention: the entry and the exit are proved."""

from __future__ import annotations

import pytest

from generator.abi import Abi, abi
from generator.lang import Arg, Builder, Kernel, Val
from generator.lang import kernel as declare
from generator.lang.contract import SCALARS, Variant
from generator.lower import lower
from generator.pipeline import build, record
from proof.equal import Judge
from proof.memory import FRAME, Map, Region, contents, load
from proof.script_pairs import turned
from proof.terms import Term, add, bxor, concat, const, extract, linear, rotl, sext, sym, zext
from tests.lower.instructions import A64, X86
from tests.lower.prove import MACHINES

CONVENTIONS = ("cdecl32", "sysv64", "win64", "aapcs64", "aapcs64-darwin", "arm64ec")
NARROW = (*["size_t"] * 8, "uint8_t", "int16_t", "uint32_t", "int8_t", "uint64_t", "uint16_t")
TYPES = ("uint8_t", "int64_t", "uint16_t", "int8_t", "uint64_t", "int16_t", "int32_t", "size_t")
PLAIN = Variant("scalar")
POINTED = Region("pointed")


class Anywhere(Map):
    """Addresses without a region are pointers to one region."""

    def base(self, address: Term) -> Term:
        if any(one in linear(address).parts for one in self.regions):
            return super().base(address)
        self.regions[address] = POINTED
        return address


def called(kernel: Kernel, of: Abi) -> tuple[A64 | X86, list[Val]]:
    """The machine after a call."""
    stream, params = record(kernel, PLAIN, of)
    made = lower(stream, params, kernel, PLAIN, of)
    memory = Anywhere(word=of.bits, regions={sym(of.bits, "sp"): FRAME})
    machine = MACHINES[of.arch](memory, {})
    machine.state.update({("m", region): contents(region) for region in (FRAME, POINTED)})
    machine.run([*(made.entry if of.body_of is None else made.own_entry(of)), *made.body[len(made.entry) :]])
    return machine, params


def passed(machine: A64 | X86, at: int, bits: int) -> Term:
    """An argument on the stack."""
    return load(contents(FRAME), add(machine.sp, const(machine.word, at)), bits // 8)


def demand(machine: A64 | X86, found: Term, expected: Term) -> None:
    judge = Judge()
    assert all(judge.equal(x, y) for x, y in [(found, expected), *machine.same])


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
    of = abi(convention)
    turn = turned if of.bits == 32 else rotl
    machine, params = called(_taking(types), of)
    total, at = const(64, 0), of.stack_args
    for n, param in enumerate(params):
        bits = param.type.bits
        if n < len(machine.args):
            value = extract(bits - 1, 0, machine.args[n])
        else:
            size = bits // 8 if convention == "aapcs64-darwin" else max(bits, of.bits) // 8
            at += -at % size if convention == "aapcs64-darwin" else 0
            value = passed(machine, at, bits)
            at += size
        total = bxor(turn(total, 7), zext(64, value))
        total = bxor(total, turn(sext(64, value), 13))
    assert len(machine.results) == 64 // of.bits
    demand(machine, concat(*reversed(machine.results)), total)


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
    machine, _ = called(kernel, of)
    at = machine.args[0] if machine.args else passed(machine, of.stack_args, of.bits)
    bits = int(name[1:]) if name != "usize" else of.bits
    value = load(contents(POINTED), at, bits // 8)
    if bits < 32:
        value = sext(32, value) if type[0] == "i" else zext(32, value)
    demand(machine, extract(value.w - 1, 0, concat(*reversed(machine.results))), value)
    build(kernel, PLAIN, of)
