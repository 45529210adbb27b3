# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the meaning of instructions on general registers."""

from __future__ import annotations

from typing import Any

from proof.arithmetic import crc32c, leading_zeros, ones, trailing_zeros
from proof.conditions import is_zero
from proof.graph import State
from proof.lanes import opaque
from proof.memory import NoProof
from proof.shared import funnel, linked, shifted_by
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
    node,
    rotl,
    sext,
    shl,
    shr,
    sub,
    zext,
)
from proof.x86 import REGISTERS, Machine, rule

TURNS = {"rol": "rotl", "ror": "rotr"}


def pair(m: Machine, s: State, i: Any) -> tuple[Term, Term, int]:
    w = m.width(i, i.operands[0])
    return m.read_operand(s, i, 0, w), m.read_operand(s, i, 1, w), w


@rule("mov", "movabs")
def mov(m: Machine, s: State, i: Any) -> None:
    value = m.read_operand(s, i, 1, m.width(i, i.operands[0]))
    m.write_operand(s, i, 0, m.named(value) if value.w == m.word else value)


@rule("movzx", "movsx", "movsxd")
def widen(m: Machine, s: State, i: Any) -> None:
    grow = zext if i.mnemonic == "movzx" else sext
    m.write_operand(s, i, 0, grow(m.width(i, i.operands[0]), m.read_operand(s, i, 1)))


@rule("lea")
def lea(m: Machine, s: State, i: Any) -> None:
    value = m.named(m.address(s, i, i.operands[1]))
    m.write_operand(s, i, 0, extract(m.width(i, i.operands[0]) - 1, 0, value))


@rule("add", "sub", "adc", "sbb")
def arithmetic(m: Machine, s: State, i: Any) -> None:
    x, y, w = pair(m, s, i)
    name = i.mnemonic
    if name == "sbb" and x is y:  # all bits are the borrow
        borrow = m.carry(s)
        out = sext(w, borrow)
        m.write_operand(s, i, 0, out)
        m.flags(s, "logic", out)
        s["flag", "c"] = node("flags", 2, (borrow,), "bit")
        return
    if name in ("adc", "sbb"):
        carry = m.carry(s)
        m.write_operand(s, i, 0, linked(x, y, zext(w, carry), 1 if name == "adc" else -1)[0])
        m.flags(s, name, x, y, carry)
    else:
        m.write_operand(s, i, 0, add(x, y) if name == "add" else sub(x, y))
        m.flags(s, name, x, y)


@rule("adcx", "adox")
def chain(m: Machine, s: State, i: Any) -> None:
    x, y, w = pair(m, s, i)
    flag = "c" if i.mnemonic == "adcx" else "o"
    carry = m.carry(s) if flag == "c" else m.overflow(s)
    total, out = linked(x, y, zext(w, carry), 1)
    m.write_operand(s, i, 0, total)
    s["flag", flag] = node("flags", 2, (out,), "bit")


@rule("cmp", "test")
def compare(m: Machine, s: State, i: Any) -> None:
    x, y, _ = pair(m, s, i)
    m.flags(s, "sub", x, y) if i.mnemonic == "cmp" else m.flags(s, "logic", band(x, y))


@rule("xor", "and", "or")
def logic(m: Machine, s: State, i: Any) -> None:
    x, y, _ = pair(m, s, i)
    out = LOGIC[i.mnemonic](x, y)
    m.write_operand(s, i, 0, out)
    m.flags(s, "logic", out)


@rule("andn")
def andn(m: Machine, s: State, i: Any) -> None:
    out = band(bnot(m.read_operand(s, i, 1)), m.read_operand(s, i, 2))
    m.write_operand(s, i, 0, out)
    m.flags(s, "logic", out)


@rule("not")
def complement(m: Machine, s: State, i: Any) -> None:
    m.write_operand(s, i, 0, bnot(m.read_operand(s, i, 0)))


@rule("neg")
def negate(m: Machine, s: State, i: Any) -> None:
    x = m.read_operand(s, i, 0)
    m.write_operand(s, i, 0, sub(const(x.w, 0), x))
    m.flags(s, "sub", const(x.w, 0), x)


@rule("inc", "dec")
def count(m: Machine, s: State, i: Any) -> None:
    x = m.read_operand(s, i, 0)
    out = add(x, const(x.w, 1 if i.mnemonic == "inc" else -1))
    m.write_operand(s, i, 0, out)
    m.flags(s, "result", out, carry=False)


@rule("shl", "shr", "sar", "rol", "ror")
def shift(m: Machine, s: State, i: Any) -> None:
    x = m.read_operand(s, i, 0)
    bits = 1
    if len(i.operands) > 1:
        amount = m.read_operand(s, i, 1, 8)
        if amount.op != "const" and x.w < 32 and i.mnemonic not in TURNS:
            raise NoProof("a short word shifted by a register, whose count is modulo 32")
        if amount.op != "const":  # a count of zero leaves the flags
            m.write_operand(s, i, 0, shifted_by(TURNS.get(i.mnemonic, i.mnemonic), x, amount))
            m.flags(s, "lost")
            return
        bits = amount.val & (63 if x.w == 64 else 31)
        if not bits:  # the flags stay
            m.write_operand(s, i, 0, x)
            return
    if i.mnemonic in ("rol", "ror"):
        out = rotl(x, bits if i.mnemonic == "rol" else -bits)
        s["flag", "c"] = s["flag", "o"] = node("flags", 2, (), "a rotation")
    else:
        if i.mnemonic == "sar":
            out = sext(x.w, extract(x.w - 1, min(bits, x.w - 1), x))
        else:
            out = shl(x, bits) if i.mnemonic == "shl" else shr(x, bits)
        m.flags(s, "result", out)
    m.write_operand(s, i, 0, out)


@rule("shlx", "shrx", "sarx")
def shift_without_flags(m: Machine, s: State, i: Any) -> None:
    x, amount = m.read_operand(s, i, 1), m.read_operand(s, i, 2)
    m.write_operand(s, i, 0, shifted_by(i.mnemonic[:3], x, amount))


@rule("shld", "shrd")
def double_shift(m: Machine, s: State, i: Any) -> None:
    x, y, amount = m.read_operand(s, i, 0), m.read_operand(s, i, 1), m.read_operand(s, i, 2, 8)
    left = i.mnemonic == "shld"
    if amount.op != "const":  # a count of zero leaves the flags
        if x.w < 32:
            raise NoProof("a short word shifted by a register, whose count is modulo 32")
        by, both = zext(8, extract(x.w.bit_length() - 2, 0, amount)), concat(*((x, y) if left else (y, x)))
        out = shifted_by("shl" if left else "shr", both, by)
        m.write_operand(s, i, 0, extract(2 * x.w - 1, x.w, out) if left else extract(x.w - 1, 0, out))
        m.flags(s, "lost")
        return
    bits = amount.val & (63 if x.w == 64 else 31)
    if bits > x.w:
        raise NoProof("a shift of two words by more than their bits, which is undefined")
    if not bits:  # the flags stay
        m.write_operand(s, i, 0, x)
        return
    out = funnel(x, y, bits) if left else funnel(y, x, x.w - bits)
    m.write_operand(s, i, 0, out)
    m.flags(s, "lost")


@rule("rorx")
def rorx(m: Machine, s: State, i: Any) -> None:
    x = m.read_operand(s, i, 1)
    m.write_operand(s, i, 0, rotl(x, -i.operands[2].imm))


@rule("bswap")
def reverse(m: Machine, s: State, i: Any) -> None:
    x = m.read_operand(s, i, 0)
    m.write_operand(s, i, 0, bswap(x) if x.w > 16 else opaque("undefined: bswap", x.w, x))


@rule("movbe")
def movbe(m: Machine, s: State, i: Any) -> None:
    m.write_operand(s, i, 0, bswap(m.read_operand(s, i, 1)))


@rule("mul", "mulx", "imul")
def product(m: Machine, s: State, i: Any) -> None:
    if i.mnemonic == "imul":
        if len(i.operands) == 1:
            raise NoProof("a signed product of two words")
        w = m.width(i, i.operands[0])
        x, y = (m.read_operand(s, i, n, w) for n in range(len(i.operands))[-2:])
        m.write_operand(s, i, 0, mul(x, y))
        m.flags(s, "a product")
        return
    w = m.width(i, i.operands[0])
    x, y = (
        m.get(s, "rdx" if w == 64 else "edx") if i.mnemonic == "mulx" else m.get(s, "rax" if w == 64 else "eax"),
        (m.read_operand(s, i, 2 if i.mnemonic == "mulx" else 0)),
    )
    if w < 32:
        raise NoProof("a product of short words")
    out = mul(zext(2 * w, x), zext(2 * w, y))
    low, high = extract(w - 1, 0, out), extract(2 * w - 1, w, out)
    if i.mnemonic == "mulx":
        m.write_operand(s, i, 1, low)
        m.write_operand(s, i, 0, high)
    else:
        m.put(s, "rax" if w == 64 else "eax", low)
        m.put(s, "rdx" if w == 64 else "edx", high)
        m.flags(s, "a product")


def conditional(m: Machine, s: State, i: Any) -> None:
    """cmovcc: a register of 32 bits is extended even if the condition does not hold."""
    x, y = m.read_operand(s, i, 0), m.read_operand(s, i, 1)
    m.write_operand(s, i, 0, ite(m.holds(s, i.mnemonic[4:]), y, x))


def setcc(m: Machine, s: State, i: Any) -> None:
    m.write_operand(s, i, 0, zext(8, m.holds(s, i.mnemonic[3:])))


for _code in "e ne b ae be a l ge le g s ns".split():
    rule(f"cmov{_code}")(conditional)
    rule(f"set{_code}")(setcc)


@rule("bt")
def tested(m: Machine, s: State, i: Any) -> None:
    """One bit of a register as the carry. The zero flag stays. Sign and overflow are undefined."""
    x, bit = m.read_operand(s, i, 0), m.read_operand(s, i, 1, 8)
    if bit.op != "const":
        raise NoProof("a bit by a register")
    at = bit.val % x.w
    s["flag", "c"] = node("flags", 2, (extract(at, at, x),), "bit")
    s["flag", "o"] = node("flags", 2, (), "bt")
    if ("flag", "z") in s:
        s["flag", "z"] = node("flags", 2, (s["flag", "z"],), "zero alone")


@rule("bsf", "bsr")
def scanned(m: Machine, s: State, i: Any) -> None:
    """The place of the lowest or the highest one. Without any, no bit of the register is defined."""
    x = m.read_operand(s, i, 1)
    if x.w < 32:
        raise NoProof("a place of a bit in a short word")
    found = trailing_zeros(x) if i.mnemonic == "bsf" else sub(const(x.w, x.w - 1), leading_zeros(x))
    to = "r", REGISTERS[i.reg_name(i.operands[0].reg)][0]
    undefined = node("undefined", m.word, (s[to],), i.address)
    s[to] = ite(is_zero(x), undefined, zext(m.word, found))
    m.flags(s, "place of a bit", x)


@rule("lzcnt", "tzcnt", "popcnt")
def counted(m: Machine, s: State, i: Any) -> None:
    how = {"lzcnt": leading_zeros, "tzcnt": trailing_zeros, "popcnt": ones}[i.mnemonic]
    m.write_operand(s, i, 0, how(m.read_operand(s, i, 1)))
    m.flags(s, "a count of bits")


@rule("crc32")
def continued(m: Machine, s: State, i: Any) -> None:
    crc = extract(31, 0, m.read_operand(s, i, 0))
    m.write_operand(s, i, 0, zext(m.width(i, i.operands[0]), crc32c(crc, m.read_operand(s, i, 1))))


@rule("xchg")
def xchg(m: Machine, s: State, i: Any) -> None:
    x, y, _ = pair(m, s, i)
    m.write_operand(s, i, 0, y)
    m.write_operand(s, i, 1, x)


def _whole(m: Machine, i: Any) -> None:
    import capstone.x86 as x86

    if i.operands[0].type != x86.X86_OP_IMM and m.width(i, i.operands[0]) != m.word:
        raise NoProof("a part of a register on the stack")


@rule("push")
def push(m: Machine, s: State, i: Any) -> None:
    _whole(m, i)
    m.push(s, m.read_operand(s, i, 0, m.word))


@rule("pop")
def pop(m: Machine, s: State, i: Any) -> None:
    _whole(m, i)
    m.write_operand(s, i, 0, m.pop(s))


@rule("ret")
def ret(m: Machine, s: State, i: Any) -> None:
    if i.operands:
        raise NoProof("a return that moves sp further")
    s[("went to",)] = m.pop(s)


@rule("call")
def call(m: Machine, s: State, i: Any) -> None:
    """A call of the next instruction, by which code of 32 bits learns its address."""
    m.push(s, m.here(i.address + i.size))


@rule("prefetcht0", "prefetcht1", "prefetchnta")
def prefetch(m: Machine, s: State, i: Any) -> None:
    m.prefetch(m.address(s, i, i.operands[0]))


@rule("nop", "endbr64", "endbr32")
def nothing(m: Machine, s: State, i: Any) -> None:
    pass


@rule("cdqe")
def cdqe(m: Machine, s: State, i: Any) -> None:
    m.put(s, "rax", sext(64, m.get(s, "eax")))
