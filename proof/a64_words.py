# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the meaning of instructions on general registers."""

from __future__ import annotations

from proof.a64 import LINK, LOW, PAGE, Machine, page, rule
from proof.a64_flags import CELL, total
from proof.a64_operands import SP, Imm, Instruction
from proof.arithmetic import crc32c, leading_zeros, turned_round
from proof.graph import State
from proof.memory import DATA, NoProof
from proof.shared import inserted, shifted_by
from proof.terms import (
    LOGIC,
    Term,
    add,
    band,
    bnot,
    bswap,
    concat,
    const,
    extract,
    ite,
    mul,
    rotl,
    sext,
    shl,
    shr,
    sub,
    sym,
    zext,
)

COMPLEMENT = {"bic": "and", "orn": "orr", "eon": "eor"}


def sources(m: Machine, s: State, i: Instruction, first: int = 1) -> tuple[Term, Term]:
    """Two operands, of the width of operand 0."""
    w = m.gp(i, 0).w
    return m.value(s, i, first, w), m.value(s, i, first + 1, w)


@rule("add", "sub")
def arithmetic(m: Machine, s: State, i: Instruction) -> None:
    if i.mnemonic == "add" and m.refers(i, LOW) is not None:
        _low(m, s, i)
        return
    x, y = sources(m, s, i)
    made = add(x, y) if i.mnemonic == "add" else sub(x, y)
    m.put(s, i, 0, m.named(made) if made.w == 64 and m.gp(i, 0).number != SP else made)


@rule("adrp")
def adrp(m: Machine, s: State, i: Instruction) -> None:
    offset = m.refers(i, PAGE)
    if offset is None or m.number(i, 1) != i.address & -4096:  # the field is empty: the page of the instruction itself
        raise NoProof("an address without a relocation")
    m.put(s, i, 0, page(offset))


def _low(m: Machine, s: State, i: Instruction) -> None:
    """The lowest bits of an address, added to the page of the same address."""
    offset = m.refers(i, LOW)
    assert offset is not None
    if m.number(i, 2) or m.value(s, i, 1) is not page(offset):
        raise NoProof("the lowest bits of another address than that of the page")
    m.put(s, i, 0, add(sym(64, DATA), const(64, offset)))


@rule("adds", "subs")
def with_flags(m: Machine, s: State, i: Instruction) -> None:
    x, y = sources(m, s, i)
    m.flags(s, i.mnemonic[:3], x, y)
    m.put(s, i, 0, add(x, y) if i.mnemonic == "adds" else sub(x, y))


@rule("cmp", "cmn")
def compare(m: Machine, s: State, i: Instruction) -> None:
    m.flags(s, "sub" if i.mnemonic == "cmp" else "add", *sources(m, s, i, 0))


@rule("adc", "adcs", "sbc", "sbcs")
def chained(m: Machine, s: State, i: Instruction) -> None:
    x, y = sources(m, s, i)
    before = s.get(CELL)
    m.flags(s, "add" if i.mnemonic[0] == "a" else "sub", x, y, m.carry({**s}))
    m.put(s, i, 0, total(s[CELL])[0])
    if i.mnemonic[-1] != "s":
        assert before is not None
        s[CELL] = before


@rule("neg", "negs")
def negate(m: Machine, s: State, i: Instruction) -> None:
    w = m.gp(i, 0).w
    x = m.value(s, i, 1, w)
    m.put(s, i, 0, sub(const(w, 0), x))
    if i.mnemonic == "negs":
        m.flags(s, "sub", const(w, 0), x)


@rule("clz", "rbit")
def counted_zeros(m: Machine, s: State, i: Instruction) -> None:
    m.put(s, i, 0, (leading_zeros if i.mnemonic == "clz" else turned_round)(m.value(s, i, 1)))


@rule("crc32cb", "crc32ch", "crc32cw", "crc32cx")
def continued(m: Machine, s: State, i: Instruction) -> None:
    bits = {"b": 8, "h": 16, "w": 32, "x": 64}[i.mnemonic[-1]]
    m.put(s, i, 0, crc32c(m.value(s, i, 1), extract(bits - 1, 0, m.value(s, i, 2))))


@rule("and", "orr", "eor", "bic", "orn", "eon", "ands", "bics")
def logic(m: Machine, s: State, i: Instruction) -> None:
    x, y = sources(m, s, i)
    name = i.mnemonic.removesuffix("s")
    out = LOGIC[COMPLEMENT[name]](x, bnot(y)) if name in COMPLEMENT else LOGIC[name](x, y)
    m.put(s, i, 0, out)
    if i.mnemonic[-1] == "s":
        m.flags(s, "logic", out)


@rule("tst")
def test(m: Machine, s: State, i: Instruction) -> None:
    m.flags(s, "logic", band(*sources(m, s, i, 0)))


@rule("mvn")
def complement(m: Machine, s: State, i: Instruction) -> None:
    m.put(s, i, 0, bnot(m.value(s, i, 1, m.gp(i, 0).w)))


def move(m: Machine, s: State, i: Instruction) -> None:
    """mov of words; a64_vectors.py has mov of lanes."""
    made = m.value(s, i, 1, m.gp(i, 0).w)
    m.put(s, i, 0, m.named(made) if made.w == 64 and m.gp(i, 0).number != SP else made)


@rule("movz", "movn")
def constant(m: Machine, s: State, i: Instruction) -> None:
    made = m.value(s, i, 1, m.gp(i, 0).w)
    m.put(s, i, 0, made if i.mnemonic == "movz" else bnot(made))


@rule("movk")
def movk(m: Machine, s: State, i: Instruction) -> None:
    found = i.operands[1]
    if not isinstance(found, Imm) or (found.shift is not None and found.shift[0] != "lsl"):
        raise NoProof("operand 1 is no number")
    at = found.shift[1] if found.shift is not None else 0
    m.put(s, i, 0, inserted(m.value(s, i, 0), at // 16, const(16, found.value)))


@rule("lsl", "lsr", "asr", "ror")
def shift(m: Machine, s: State, i: Instruction) -> None:
    if not isinstance(i.operands[2], Imm):
        names = {"lsl": "shl", "lsr": "shr", "asr": "sar", "ror": "rotr"}
        m.put(s, i, 0, shifted_by(names[i.mnemonic], m.value(s, i, 1), m.value(s, i, 2)))
        return
    x, count = m.value(s, i, 1), m.number(i, 2)
    if i.mnemonic == "asr":
        out = sext(x.w, extract(x.w - 1, count, x))
    else:
        out = rotl(x, -count) if i.mnemonic == "ror" else (shl if i.mnemonic == "lsl" else shr)(x, count)
    m.put(s, i, 0, out)


@rule("extr")
def extr(m: Machine, s: State, i: Instruction) -> None:
    x, y, low = m.value(s, i, 1), m.value(s, i, 2), m.number(i, 3)
    m.put(s, i, 0, extract(low + x.w - 1, low, concat(x, y)))


@rule("ubfx", "sbfx")
def field(m: Machine, s: State, i: Instruction) -> None:
    x, low, count = m.value(s, i, 1), m.number(i, 2), m.number(i, 3)
    m.put(s, i, 0, (zext if i.mnemonic[0] == "u" else sext)(x.w, extract(low + count - 1, low, x)))


@rule("ubfiz")
def placed(m: Machine, s: State, i: Instruction) -> None:
    x, low, count = m.value(s, i, 1), m.number(i, 2), m.number(i, 3)
    m.put(s, i, 0, shl(zext(x.w, extract(count - 1, 0, x)), low))


@rule("bfi", "bfxil")
def replaced(m: Machine, s: State, i: Instruction) -> None:
    before, x, low, count = m.value(s, i, 0), m.value(s, i, 1), m.number(i, 2), m.number(i, 3)
    at, first = (low, 0) if i.mnemonic == "bfi" else (0, low)
    above = [extract(x.w - 1, at + count, before)] if at + count < x.w else []
    below = [extract(at - 1, 0, before)] if at else []
    m.put(s, i, 0, concat(*above, extract(first + count - 1, first, x), *below))


@rule("uxtb", "uxth", "sxtb", "sxth", "sxtw")
def widen(m: Machine, s: State, i: Instruction) -> None:
    bits = {"b": 8, "h": 16, "w": 32}[i.mnemonic[-1]]
    grow = zext if i.mnemonic[0] == "u" else sext
    m.put(s, i, 0, grow(m.gp(i, 0).w, extract(bits - 1, 0, m.value(s, i, 1))))


@rule("rev", "rev16", "rev32")
def reverse(m: Machine, s: State, i: Instruction) -> None:
    x = m.value(s, i, 1)
    size = {"rev16": 16, "rev32": 32}.get(i.mnemonic, x.w)
    m.put(s, i, 0, concat(*(bswap(extract(n + size - 1, n, x)) for n in range(x.w - size, -1, -size))))


@rule("mul", "mneg", "madd", "msub")
def product(m: Machine, s: State, i: Instruction) -> None:
    made = mul(*sources(m, s, i))
    if i.mnemonic == "mneg":
        made = sub(const(made.w, 0), made)
    elif i.mnemonic != "mul":
        made = (add if i.mnemonic == "madd" else sub)(m.value(s, i, 3), made)
    m.put(s, i, 0, made)


@rule("umulh", "umull", "umaddl")
def wide(m: Machine, s: State, i: Instruction) -> None:
    x, y = m.value(s, i, 1), m.value(s, i, 2)
    made = mul(zext(2 * x.w, x), zext(2 * x.w, y))
    if i.mnemonic == "umulh":
        made = extract(2 * x.w - 1, x.w, made)
    elif i.mnemonic == "umaddl":
        made = add(made, m.value(s, i, 3))
    m.put(s, i, 0, made)


@rule("csel", "csinc", "csinv", "csneg")
def select(m: Machine, s: State, i: Instruction) -> None:
    x, y = sources(m, s, i)
    other = {"csel": y, "csinc": add(y, const(y.w, 1)), "csinv": bnot(y), "csneg": sub(const(y.w, 0), y)}[i.mnemonic]
    m.put(s, i, 0, ite(m.holds(s, m.cond(i, 3)), x, other))


@rule("cset", "csetm")
def setting(m: Machine, s: State, i: Instruction) -> None:
    w, made = m.gp(i, 0).w, m.holds(s, m.cond(i, 1))
    m.put(s, i, 0, zext(w, made) if i.mnemonic == "cset" else sext(w, made))


@rule("cinc")
def counted(m: Machine, s: State, i: Instruction) -> None:
    x = m.value(s, i, 1)
    m.put(s, i, 0, ite(m.holds(s, m.cond(i, 2)), add(x, const(x.w, 1)), x))


@rule("nop", "bti")
def nothing(m: Machine, s: State, i: Instruction) -> None:
    if i.mnemonic == "bti" and i.op_str not in ("c", "j", "jc"):
        raise NoProof("bti without a kind")


def _signed(s: State, key: str) -> Term:
    from proof.lanes import opaque

    return opaque(f"signed with key {key}", 64, s["r", LINK], s["r", SP])


@rule("paciasp", "pacibsp")
def sign(m: Machine, s: State, i: Instruction) -> None:
    """x30 is signed: a function of x30 and sp that nothing looks into."""
    s["r", LINK] = _signed(s, i.mnemonic[3])


@rule("autiasp", "autibsp")
def authenticate(m: Machine, s: State, i: Instruction) -> None:
    """Undo a signing with the same key and the same sp. Anything else is no proof: the processor would fault."""
    signed = s["r", LINK]
    if signed.op != "uf" or signed.val != f"signed with key {i.mnemonic[3]}" or signed.args[1] is not s["r", SP]:
        raise NoProof("x30 was not signed with this key and this sp")
    s["r", LINK] = signed.args[0]


@rule("ret")
def ret(m: Machine, s: State, i: Instruction) -> None:
    if i.operands:
        raise NoProof("a return by another register than x30")
    s[("went to",)] = s["r", LINK]
