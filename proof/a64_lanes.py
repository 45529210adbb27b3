# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the meaning of arithmetic on the lanes of vectors, and of changes of the lanes' width."""

from __future__ import annotations

from collections.abc import Callable

from proof import a64_words, arithmetic
from proof.a64 import Machine, Rule, rule, vector
from proof.a64_operands import Instruction
from proof.a64_vectors import both, get, put, vectors, whole
from proof.arithmetic import by_lane, grown, joined, lanes
from proof.graph import State
from proof.lanes import lanewise
from proof.memory import NoProof
from proof.shared import inserted
from proof.terms import BLOCK, Term, add, band, bnot, bxor, concat, extract, mul, node, sext, zeros

HALF = 64


def half(m: Machine, s: State, i: Instruction, n: int) -> Term:
    """Operand ``n``, which is the lower half of a vector."""
    found = m.vec(i, n)
    if found.lane * found.count != HALF or found.index is not None:
        raise NoProof(f"operand {n} is no half of a vector")
    return extract(HALF - 1, 0, s["v", found.number])


def either(m: Machine, s: State, i: Instruction, n: int) -> Term:
    """Operand ``n`` of an instruction on halves: the upper one, if its name ends with 2."""
    return extract(BLOCK - 1, HALF, get(m, s, i, n)) if i.mnemonic[-1] == "2" else half(m, s, i, n)


def same_lanes(m: Machine, i: Instruction, count: int) -> int:
    """The lane's width, which all operands share."""
    found = {m.vec(i, n).lane for n in range(count)}
    if len(found) != 1:
        raise NoProof("lanes of different widths")
    return found.pop()


def of_lanes(how: Callable[..., Term], only: tuple[int, ...] = (8, 16, 32)) -> Rule:
    def run(m: Machine, s: State, i: Instruction) -> None:
        if same_lanes(m, i, 3) not in only:
            raise NoProof("lanes of a width that the instruction lacks")
        put(m, s, i, by_lane(how, whole(m, i, 0).lane, get(m, s, i, 1), get(m, s, i, 2)))

    return run


vectors["mul"] = of_lanes(mul)
both("mul", a64_words.product)
for _sign in (False, True):
    for _name in ("min", "max"):
        rule(f"{'us'[_sign]}{_name}")(of_lanes(arithmetic.chosen(_name, _sign)))
    rule("cmgt" if _sign else "cmhi")(of_lanes(arithmetic.greater(_sign), (8, 16, 32, 64)))


@rule("sshr")
def shift(m: Machine, s: State, i: Instruction) -> None:
    width, count = same_lanes(m, i, 2), m.number(i, 2)
    if not 0 < count <= width:
        raise NoProof(f"a shift by {count}")
    put(m, s, i, by_lane(lambda x: sext(width, extract(width - 1, min(count, width - 1), x)), width, get(m, s, i, 1)))


def _wide(m: Machine, i: Instruction, count: int) -> int:
    """The width of the sources' lanes, of which those of the destination have twice as much."""
    width = m.vec(i, 1).lane
    if whole(m, i, 0).lane != 2 * width or any(m.vec(i, n).lane != width for n in range(1, count)):
        raise NoProof("lanes of other widths")
    return width


def long_product(m: Machine, s: State, i: Instruction) -> None:
    """Products of lanes, of twice the width: of the lower halves, or of the upper ones."""
    width, signed = _wide(m, i, 3), i.mnemonic[0] == "s"
    x, y = (either(m, s, i, n) for n in (1, 2))
    made = joined([arithmetic.product(signed, *pair) for pair in zip(lanes(x, width), lanes(y, width))])
    if "mlal" in i.mnemonic:
        made = lanewise("vadd", 2 * width, get(m, s, i, 0), made)
    put(m, s, i, made)


for _name in ("smull", "umull"):
    vectors[_name] = long_product
both("umull", a64_words.wide)
rule("smull")(long_product)
rule("smull2", "umull2", "umlal")(long_product)


@rule("pmull", "pmull2")
def carry_less(m: Machine, s: State, i: Instruction) -> None:
    if any(m.vec(i, n).lane != HALF for n in (1, 2)) or m.vec(i, 0).lane != BLOCK:
        raise NoProof("a product of short polynomials")
    put(m, s, i, arithmetic.carry_less(*(either(m, s, i, n) for n in (1, 2))))


@rule("uaddlp")
def pairs(m: Machine, s: State, i: Instruction) -> None:
    width, signed = _wide(m, i, 2), i.mnemonic[0] == "s"
    found = [grown(signed, 2 * width, one) for one in lanes(get(m, s, i, 1), width)]
    put(m, s, i, joined([add(x, y) for x, y in zip(found[::2], found[1::2])]))


@rule("addp")
def neighbours(m: Machine, s: State, i: Instruction) -> None:
    found = lanes(concat(get(m, s, i, 2), get(m, s, i, 1)), same_lanes(m, i, 3))
    put(m, s, i, joined([add(x, y) for x, y in zip(found[::2], found[1::2])]))


@rule("xtn", "sqxtn", "sqxtn2", "sqxtun", "sqxtun2")
def narrow(m: Machine, s: State, i: Instruction) -> None:
    """Lanes of half the width: in the lower half of the register, with zeros above, or in its upper half alone."""
    to, width = m.vec(i, 0), whole(m, i, 1).lane
    upper = i.mnemonic[-1] == "2"
    if 2 * to.lane != width or to.lane * to.count != (BLOCK if upper else HALF):
        raise NoProof("lanes of other widths")

    def one(x: Term) -> Term:
        if i.mnemonic.startswith("x"):
            return extract(width // 2 - 1, 0, x)
        return arithmetic.saturated(not i.mnemonic.startswith("sqxtu"), x)

    made = joined([one(x) for x in lanes(get(m, s, i, 1), width)])
    s["v", to.number] = concat(made, extract(HALF - 1, 0, s["v", to.number])) if upper else vector(made)


@rule("ushll", "ushll2", "sshll", "sshll2")
def widen(m: Machine, s: State, i: Instruction) -> None:
    width, signed = _wide(m, i, 2), i.mnemonic[0] == "s"
    if m.number(i, 2):
        raise NoProof("lanes that are shifted before they are wide")
    put(m, s, i, joined([grown(signed, 2 * width, one) for one in lanes(either(m, s, i, 1), width)]))


@rule("udot", "sdot", "usdot")
def dot(m: Machine, s: State, i: Instruction) -> None:
    if whole(m, i, 0).lane != 32 or any(whole(m, i, n).lane != 8 for n in (1, 2)):
        raise NoProof("products of other lanes than bytes")
    how = {"u": (False, False), "s": (True, True)}[i.mnemonic[0]] if i.mnemonic != "usdot" else (False, True)
    put(m, s, i, by_lane(arithmetic.dot(*how), 32, *(get(m, s, i, n) for n in range(3))))


@rule("bif", "bit")
def select(m: Machine, s: State, i: Instruction) -> None:
    """Bits of the second operand where the third has zeros (bif) or ones (bit), else of the destination."""
    before, x, choice = (get(m, s, i, n) for n in range(3))
    put(m, s, i, bxor(before, band(choice if i.mnemonic == "bit" else bnot(choice), bxor(before, x))))


@rule("bcax", "eor3")
def three(m: Machine, s: State, i: Instruction) -> None:
    x, y, z = (get(m, s, i, n) for n in (1, 2, 3))
    put(m, s, i, bxor(x, band(y, bnot(z)) if i.mnemonic == "bcax" else bxor(y, z)))


@rule("ld1")
def load(m: Machine, s: State, i: Instruction) -> None:
    """One lane from memory."""
    to = m.vec(i, 0)
    if to.index is None or m.mem(i, 1).mode:
        raise NoProof("a form of ld1")
    s["v", to.number] = inserted(s["v", to.number], to.index, m.load(s, m.address(s, i, 1), to.lane // 8))


@rule("cnt")
def ones_of_bytes(m: Machine, s: State, i: Instruction) -> None:
    """The ones of each byte."""
    to = m.vec(i, 0)
    if to.lane != 8 or to.count != 8:
        raise NoProof("counts of other lanes than eight bytes")
    s["v", to.number] = vector(node("ones of bytes", HALF, (half(m, s, i, 1),)))


@rule("addv")
def across(m: Machine, s: State, i: Instruction) -> None:
    """The sum of eight bytes, as a byte."""
    if m.vec(i, 0).lane != 8 or m.vec(i, 1).lane != 8:
        raise NoProof("a sum of other lanes than bytes")
    x = half(m, s, i, 1)
    if x.op == "ones of bytes":  # together those of the word
        word = x.args[0]
        made = extract(7, 0, arithmetic.ones(extract(31, 0, word) if zeros(word) >= 32 else word))
    else:
        made = add(*lanes(x, 8))
    s["v", m.vec(i, 0).number] = vector(made)
