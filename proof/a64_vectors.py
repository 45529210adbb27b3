# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the meaning of instructions on vectors. A result shorter than 128 bits clears the bits above."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proof import a64_words
from proof.a64 import Machine, rule, vector
from proof.a64_operands import Gp, Instruction, Vec
from proof.graph import State
from proof.lanes import lanewise, opaque
from proof.memory import NoProof
from proof.shared import inserted
from proof.tables import table_lookup
from proof.terms import BLOCK, Term, band, bnot, bor, bxor, concat, const, extract, permuted, vshift, zext

Bytes = Callable[[int], tuple[int, int] | None]
HASHES = {
    "sha1c": (BLOCK, 32, BLOCK), "sha1p": (BLOCK, 32, BLOCK), "sha1m": (BLOCK, 32, BLOCK), "sha1h": (32,),
    "sha1su0": (BLOCK,) * 3, "sha1su1": (BLOCK,) * 2, "sha256h": (BLOCK,) * 3, "sha256h2": (BLOCK,) * 3,
    "sha256su0": (BLOCK,) * 2, "sha256su1": (BLOCK,) * 3, "sha512h": (BLOCK,) * 3, "sha512h2": (BLOCK,) * 3,
    "sha512su0": (BLOCK,) * 2, "sha512su1": (BLOCK,) * 3,
}  # fmt: skip
"""Instructions for SHA → the bits that they read of each operand, the first of which is the destination. sha1h alone
does not read its destination."""


def whole(m: Machine, i: Instruction, n: int) -> Vec:
    """Operand ``n``, which is a whole vector."""
    found = m.vec(i, n)
    if found.lane * found.count != BLOCK or found.index is not None:
        raise NoProof(f"operand {n} is no whole vector")
    return found


def get(m: Machine, s: State, i: Instruction, n: int) -> Term:
    return s["v", whole(m, i, n).number]


def put(m: Machine, s: State, i: Instruction, value: Term) -> None:
    s["v", whole(m, i, 0).number] = value


def lane(m: Machine, s: State, i: Instruction, n: int) -> Term:
    """Operand ``n``, which is a scalar or one lane."""
    found = m.vec(i, n)
    if found.count != 1:
        raise NoProof(f"operand {n} is no lane")
    first = found.lane * (found.index or 0)
    return extract(first + found.lane - 1, first, s["v", found.number])


def binary(name: str, how: Callable[[Term, Term], Term], only: tuple[int, ...] = ()) -> None:
    """``only``: lanes in bits, for an instruction that has other shapes."""

    def run(m: Machine, s: State, i: Instruction) -> None:
        if only and whole(m, i, 0).lane not in only:
            raise NoProof("lanes of another width")
        put(m, s, i, how(get(m, s, i, 1), get(m, s, i, 2)))

    vectors[name] = run


vectors: dict[str, Callable[[Machine, State, Instruction], None]] = {}
"""Mnemonics that words have, too."""
binary("eor", bxor, (8,))
binary("and", band, (8,))
binary("orr", bor, (8,))
binary("bic", lambda x, y: band(x, bnot(y)), (8,))
binary("orn", lambda x, y: bor(x, bnot(y)), (8,))


def by_lanes(op: str) -> Callable[[Machine, State, Instruction], None]:
    def run(m: Machine, s: State, i: Instruction) -> None:
        put(m, s, i, lanewise(op, whole(m, i, 0).lane, get(m, s, i, 1), get(m, s, i, 2)))

    return run


for _name, _op in (("add", "vadd"), ("sub", "vsub")):
    vectors[_name] = by_lanes(_op)
rule("cmeq")(by_lanes("vequal"))


def _complement(m: Machine, s: State, i: Instruction) -> None:
    put(m, s, i, bnot(get(m, s, i, 1)))


vectors["mvn"] = _complement


def _mov(m: Machine, s: State, i: Instruction) -> None:
    """mov of a vector, of a lane to a word, and of a word or a lane to a lane."""
    to = i.operands[0]
    if isinstance(to, Gp):
        m.put(s, i, 0, lane(m, s, i, 1))
    elif isinstance(to, Vec) and to.index is not None:
        one = m.value(s, i, 1) if isinstance(i.operands[1], Gp) else lane(m, s, i, 1)
        s["v", to.number] = inserted(s["v", to.number], to.index, extract(to.lane - 1, 0, one))
    else:
        put(m, s, i, get(m, s, i, 1))


vectors["mov"] = _mov


def both(name: str, words: Callable[[Machine, State, Instruction], None]) -> None:
    """An instruction that words and vectors have."""
    of_vectors = vectors[name]

    def run(m: Machine, s: State, i: Instruction) -> None:
        (of_vectors if any(isinstance(one, Vec) for one in i.operands) else words)(m, s, i)

    rule(name)(run)


for _name in ("add", "sub"):
    both(_name, a64_words.arithmetic)
for _name in ("eor", "and", "orr", "bic", "orn"):
    both(_name, a64_words.logic)
both("mov", a64_words.move)
both("mvn", a64_words.complement)


@rule("fmov")
def fmov(m: Machine, s: State, i: Instruction) -> None:
    """A word to a scalar, or back. A lane leaves the other as it was."""
    if isinstance(i.operands[0], Gp):
        m.put(s, i, 0, zext(m.gp(i, 0).w, lane(m, s, i, 1)))
    elif isinstance(i.operands[1], Gp):
        to = m.vec(i, 0)
        one = extract(to.lane - 1, 0, m.value(s, i, 1))
        s["v", to.number] = vector(one) if to.index is None else inserted(s["v", to.number], to.index, one)
    else:
        raise NoProof("fmov of a number or a scalar")


@rule("umov")
def umov(m: Machine, s: State, i: Instruction) -> None:
    m.put(s, i, 0, zext(m.gp(i, 0).w, lane(m, s, i, 1)))


@rule("movi")
def movi(m: Machine, s: State, i: Instruction) -> None:
    to, value = whole(m, i, 0), m.number(i, 1)
    if to.lane not in (8, 64):
        raise NoProof("a shifted number")
    put(m, s, i, concat(*[const(to.lane, value)] * to.count))


@rule("dup")
def dup(m: Machine, s: State, i: Instruction) -> None:
    to = whole(m, i, 0)
    if isinstance(i.operands[1], Gp):
        one = extract(to.lane - 1, 0, m.value(s, i, 1))
    else:
        source, size = m.vec(i, 1), to.lane // 8
        x, first = s["v", source.number], size * (source.index or 0)
        if source.lane != to.lane or source.index is None:
            raise NoProof("lanes of another width")
        one = lane(m, s, i, 1)
        if x.op != "concat":
            put(m, s, i, permuted([x], [(0, first + n % size) for n in range(16)]))
            return
    put(m, s, i, concat(*[one] * to.count))


@rule("shl", "ushr")
def shift(m: Machine, s: State, i: Instruction) -> None:
    op = "vshl" if i.mnemonic == "shl" else "vshr"
    put(m, s, i, vshift(op, whole(m, i, 0).lane, m.number(i, 2), get(m, s, i, 1)))


@rule("sri", "sli")
def insert(m: Machine, s: State, i: Instruction) -> None:
    """Lanes shifted, with bits of the destination where the shift leaves none."""
    to, count, before = whole(m, i, 0), m.number(i, 2), s["v", whole(m, i, 0).number]
    full = (1 << to.lane) - 1
    moved = full >> count if i.mnemonic == "sri" else full << count & full
    other = "vshl" if i.mnemonic == "sri" else "vshr"
    if before.op != other or before.val != (to.lane, to.lane - count):  # else these bits are zero already
        before = band(before, concat(*[const(to.lane, ~moved)] * to.count))
    put(m, s, i, bxor(before, vshift("vshr" if i.mnemonic == "sri" else "vshl", to.lane, count, get(m, s, i, 1))))


@rule("bsl")
def select(m: Machine, s: State, i: Instruction) -> None:
    """Bits of the second operand where the destination has ones, else of the third."""
    choice, x, y = (get(m, s, i, n) for n in range(3))
    put(m, s, i, bxor(y, band(choice, bxor(x, y))))


def moves(m: Machine, s: State, i: Instruction, count: int, rule_of: Bytes) -> None:
    """Bytes of the ``count`` operands after the destination."""
    put(m, s, i, permuted([get(m, s, i, n + 1) for n in range(count)], [rule_of(n) for n in range(16)]))


@rule("ext")
def ext(m: Machine, s: State, i: Instruction) -> None:
    first = m.number(i, 3)
    moves(m, s, i, 2, lambda n: ((n + first) // 16, (n + first) % 16))


@rule("zip1", "zip2", "uzp1", "uzp2", "trn1", "trn2")
def weave(m: Machine, s: State, i: Instruction) -> None:
    size, second = whole(m, i, 0).lane // 8, int(i.mnemonic[-1]) - 1

    def place(n: int) -> tuple[int, int]:
        at, byte = divmod(n, size)
        count = 16 // size
        if i.mnemonic.startswith("zip"):
            return at % 2, size * (at // 2 + second * count // 2) + byte
        if i.mnemonic.startswith("uzp"):
            return 2 * at // count, size * (2 * at % count + second) + byte
        return at % 2, size * (at // 2 * 2 + second) + byte

    moves(m, s, i, 2, place)


def reverse(m: Machine, s: State, i: Instruction) -> None:
    """Lanes in reverse order within parts of the vector."""
    size, part = whole(m, i, 0).lane // 8, int(i.mnemonic[3:]) // 8
    moves(m, s, i, 1, lambda n: (0, n // part * part + part - size - n % part // size * size + n % size))


rule("rev64")(reverse)
for _name in ("rev16", "rev32"):
    vectors[_name] = reverse
    both(_name, a64_words.reverse)


@rule("tbl")
def tbl(m: Machine, s: State, i: Instruction) -> None:
    if len(i.operands) != 3:
        raise NoProof("a table of several registers")
    put(m, s, i, table_lookup(get(m, s, i, 1), get(m, s, i, 2), m.map.data))


@rule("aese", "aesd")
def substitute(m: Machine, s: State, i: Instruction) -> None:
    put(m, s, i, opaque("aes_sub" if i.mnemonic == "aese" else "aes_inv_sub", BLOCK, bxor(*(
        get(m, s, i, n) for n in range(2)
    ))))  # fmt: skip


@rule("aesmc", "aesimc")
def mix(m: Machine, s: State, i: Instruction) -> None:
    put(m, s, i, opaque("aes_mix" if i.mnemonic == "aesmc" else "aes_inv_mix", BLOCK, get(m, s, i, 1)))


def hash_of(name: str, args: Sequence[Term]) -> Term:
    """The result of an instruction for SHA, from all of its operands. The script's own instructions share it."""
    sizes = HASHES[name]
    read = [extract(w - 1, 0, x) for w, x in zip(sizes, args if len(sizes) > 1 else args[1:])]
    return vector(opaque(name, 32 if name == "sha1h" else BLOCK, *read))


@rule(*HASHES)
def sha(m: Machine, s: State, i: Instruction) -> None:
    s["v", m.vec(i, 0).number] = hash_of(i.mnemonic, [s["v", m.vec(i, n).number] for n in range(len(i.operands))])
