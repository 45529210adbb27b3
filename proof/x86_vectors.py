# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: the meaning of instructions on vectors. An instruction whose name begins with v clears the blocks above."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from proof import arithmetic
from proof.arithmetic import lanes
from proof.graph import State
from proof.lanes import lanewise, mul_even, opaque, rearranged, shifted_each
from proof.memory import NoProof
from proof.shared import by_block, inserted, lanes_of, lookup, of_two
from proof.terms import (
    Term,
    band,
    bnot,
    bor,
    bxor,
    concat,
    const,
    extract,
    mul,
    permuted,
    sext,
    vshift,
    zext,
)
from proof.x86 import REGISTERS, Machine, rule

BLOCK = 128
MASKED = {"vprold": 32, "vpord": 32, "vporq": 64}
"""The instructions that may have a mask, with the width of their lanes."""
Bytes = Callable[[int], tuple[int, int] | None]


def number(name: str) -> tuple[int, int]:
    """The number and the width of a vector register."""
    return int(name[3:]), {"x": 128, "y": 256, "z": 512}[name[0]]


def width(i: Any, n: int) -> int:
    """The width of operand ``n``, by its register's name or its size in memory."""
    import capstone.x86 as x86

    operand = i.operands[n]
    return number(i.reg_name(operand.reg))[1] if operand.type == x86.X86_OP_REG else int(operand.size) * 8


def is_register(i: Any, n: int) -> bool:
    import capstone.x86 as x86

    return bool(i.operands[n].type == x86.X86_OP_REG)


def get(m: Machine, s: State, i: Any, n: int, w: int) -> Term:
    """``w`` bits of a vector register, of a general register or of memory."""
    if not is_register(i, n):
        times = re.search(r"\{1to(\d+)\}", i.op_str)
        if times is not None:
            element = m.load(s, m.address(s, i, i.operands[n]), w // int(times[1]) // 8)
            return concat(*[element] * int(times[1]))
        return m.load(s, m.address(s, i, i.operands[n]), w // 8)
    name = i.reg_name(i.operands[n].reg)
    if name in REGISTERS:
        return m.get(s, name)
    if name[1:3] != "mm":
        raise NoProof(f"register {name}")
    one = number(name)[0]
    if w < BLOCK:
        return extract(w - 1, 0, s["v", one, 0])
    return concat(*(s["v", one, k] for k in reversed(range(w // BLOCK))))


def put(m: Machine, s: State, i: Any, value: Term) -> None:
    """Write operand 0. A register's upper blocks become zero, or stay after an instruction of before AVX."""
    masked = re.search(r"\{k(\d)\}( \{z\})?", i.op_str)
    if masked is not None:
        found = s.get(("k", int(masked[1])))
        if found is None or not masked[2] or i.mnemonic not in MASKED:
            raise NoProof("a masked result")
        value = lanes_of(found, MASKED[i.mnemonic], value)
    if not is_register(i, 0):
        m.store(s, m.address(s, i, i.operands[0]), value)
        return
    name = i.reg_name(i.operands[0].reg)
    if name in REGISTERS:
        m.put(s, name, value)
        return
    if value.w < BLOCK:
        value = zext(BLOCK, value)
    one, count = number(name)[0], value.w // BLOCK
    for k in range(count):
        s["v", one, k] = extract(k * BLOCK + 127, k * BLOCK, value)
    if i.mnemonic[0] == "v":
        for k in range(count, 4):
            if ("v", one, k) in s:
                s["v", one, k] = const(BLOCK, 0)


def sources(m: Machine, s: State, i: Any, immediate: bool = False) -> list[Term]:
    """The vectors that an instruction reads: with two operands, the first is read too."""
    w = width(i, 0)
    last, first = len(i.operands) - immediate, 2 if "{k" in i.op_str else 1  # capstone counts the mask
    return [get(m, s, i, n, w) for n in (range(first, last) if i.mnemonic[0] == "v" and last > 2 else range(last))]


def immediate(i: Any) -> int:
    return int(i.operands[-1].imm) & 255


@rule(*(p + n for p in ("", "v") for n in ("movdqa", "movdqu", "movups", "movaps", "lddqu")),
      "vmovdqu64", "vmovdqa64", "vmovdqu32", "vmovdqa32", "vmovdqu8")  # fmt: skip
def move(m: Machine, s: State, i: Any) -> None:
    put(m, s, i, get(m, s, i, 1, width(i, 0)))


@rule("movd", "vmovd", "movq", "vmovq")
def word(m: Machine, s: State, i: Any) -> None:
    bits = 32 if i.mnemonic[-1] == "d" else 64
    put(m, s, i, get(m, s, i, 1, bits))


def binary(name: str, how: Callable[[Term, Term], Term]) -> None:
    def run(m: Machine, s: State, i: Any) -> None:
        x, y = sources(m, s, i)
        put(m, s, i, how(x, y))

    rule(name, f"v{name}")(run)


for _name in ("pxor", "xorps", "pxord", "pxorq"):
    binary(_name, bxor)
for _name in ("pand", "andps", "pandd", "pandq"):
    binary(_name, band)
for _name in ("por", "orps", "pord", "porq"):
    binary(_name, bor)
for _name in ("pandn", "andnps", "pandnd", "pandnq"):
    binary(_name, lambda x, y: band(bnot(x), y))


def by_lanes(op: str, lane: int) -> Callable[[Term, Term], Term]:
    return lambda x, y: lanewise(op, lane, x, y)


def round_of_aes(op: str) -> Callable[[Term, Term], Term]:
    return lambda x, y: by_block(lambda a, b: opaque(op, BLOCK, a, b), x, y)


for _letter, _lane in (("b", 8), ("w", 16), ("d", 32), ("q", 64)):
    for _name, _op in (("padd", "vadd"), ("psub", "vsub"), ("pcmpeq", "vequal")):
        binary(f"{_name}{_letter}", by_lanes(_op, _lane))
binary("pshufb", lambda x, y: by_block(lookup, x, y))
for _name, _op in (("enc", "enc"), ("enclast", "enc_last"), ("dec", "dec"), ("declast", "dec_last")):
    binary(f"aes{_name}", round_of_aes(f"aes_{_op}"))


@rule("aesimc", "vaesimc")
def aesimc(m: Machine, s: State, i: Any) -> None:
    put(m, s, i, opaque("aes_inv_mix", BLOCK, get(m, s, i, 1, BLOCK)))


@rule("sha256rnds2", "sha256msg1", "sha256msg2", "sha1msg1", "sha1msg2", "sha1nexte", "sha1rnds4", "aeskeygenassist",
      "vaeskeygenassist")  # fmt: skip
def shared(m: Machine, s: State, i: Any) -> None:
    """Functions that the script's own instructions share."""
    put(m, s, i, instruction(i.mnemonic, [get(m, s, i, n, BLOCK) for n in operands(i)], last(i), s["v", 0, 0]))


@rule("vsha512rnds2", "vsha512msg1", "vsha512msg2")
def sha512(m: Machine, s: State, i: Any) -> None:
    put(m, s, i, opaque(i.mnemonic[1:], 256, *(get(m, s, i, n, width(i, n)) for n in range(len(i.operands)))))


@rule("gf2p8affineqb", "gf2p8affineinvqb", "vgf2p8affineqb", "vgf2p8affineinvqb", "vpermb")
def by_its_name(m: Machine, s: State, i: Any) -> None:
    """Functions of two vectors that the script's own instructions share."""
    numbers = [] if i.mnemonic == "vpermb" else [immediate(i)]
    put(m, s, i, of_two(i.mnemonic, numbers, *sources(m, s, i, bool(numbers))))


def operands(i: Any) -> list[int]:
    """The vectors of an instruction whose operands may end with an immediate, or with an implicit register."""
    import capstone.x86 as x86

    count = [n for n, one in enumerate(i.operands) if one.type != x86.X86_OP_IMM][:2]
    return count[1:] if "keygen" in i.mnemonic else count


def last(i: Any) -> int | None:
    import capstone.x86 as x86

    return immediate(i) if i.operands[-1].type == x86.X86_OP_IMM else None


def instruction(name: str, args: Sequence[Term], number: int | None, first: Term) -> Term:
    """``first``: the register that sha256rnds2 reads without naming it."""
    if name == "sha1rnds4" and number is not None:
        number &= 3  # the processor reads no more bits
    more = [first] if name == "sha256rnds2" else []
    shown = name.removeprefix("v") if number is None else f"{name.removeprefix('v')} {number}"
    return opaque(shown, BLOCK, *args, *more)


def byte_moves(*names: str, rule_of: Callable[[Any], Bytes], immediate: bool) -> None:
    """An instruction that moves bytes within blocks."""

    def run(m: Machine, s: State, i: Any) -> None:
        places = [rule_of(i)(n) for n in range(16)]
        xs = sources(m, s, i, immediate)
        put(m, s, i, by_block(lambda *blocks: rearranged(blocks, places), *xs))

    rule(*names)(run)


def _palignr(i: Any) -> Bytes:
    c = immediate(i)
    return lambda n: (1, n + c) if n + c < 16 else (0, n + c - 16) if n + c < 32 else None


def _unpack(size: int, half: int) -> Callable[[Any], Bytes]:
    return lambda i: lambda n: (n // size % 2, 8 * half + n // (2 * size) * size + n % size)


def _pslldq(i: Any) -> Bytes:
    c = immediate(i)
    return lambda n: (0, n - c) if n >= c else None


def _psrldq(i: Any) -> Bytes:
    c = immediate(i)
    return lambda n: (0, n + c) if n + c < 16 else None


def _pblendw(i: Any) -> Bytes:
    c = immediate(i)
    return lambda n: (c >> n // 2 & 1, n)


def _shufps(i: Any) -> Bytes:
    c = immediate(i)
    return lambda n: (n // 8, (c >> n // 4 * 2 & 3) * 4 + n % 4)


byte_moves("palignr", "vpalignr", rule_of=_palignr, immediate=True)
byte_moves("pblendw", "vpblendw", rule_of=_pblendw, immediate=True)
byte_moves("shufps", "vshufps", rule_of=_shufps, immediate=True)
for _suffix, _size in (("bw", 1), ("wd", 2), ("dq", 4), ("qdq", 8)):
    for _half, _word in enumerate("lh"):
        byte_moves(
            f"punpck{_word}{_suffix}", f"vpunpck{_word}{_suffix}", rule_of=_unpack(_size, _half), immediate=False
        )
byte_moves("movlhps", "vmovlhps", rule_of=lambda i: lambda n: (n // 8, n % 8), immediate=False)


@rule("pslldq", "vpslldq", "psrldq", "vpsrldq", "pshufd", "vpshufd", "pshuflw", "vpshuflw", "pshufhw", "vpshufhw")
def within(m: Machine, s: State, i: Any) -> None:
    """Moves of bytes of one vector: the last source."""
    c, name = immediate(i), i.mnemonic.removeprefix("v")
    moves: dict[str, Bytes] = {
        "pslldq": _pslldq(i),
        "psrldq": _psrldq(i),
        "pshufd": lambda n: (0, (c >> n // 4 * 2 & 3) * 4 + n % 4),
        "pshuflw": lambda n: (0, (c >> n // 2 * 2 & 3) * 2 + n % 2) if n < 8 else (0, n),
        "pshufhw": lambda n: (0, 8 + (c >> (n // 2 - 4) * 2 & 3) * 2 + n % 2) if n >= 8 else (0, n),
    }
    places = [moves[name](n) for n in range(16)]
    x = get(m, s, i, len(i.operands) - 2, width(i, 0))
    put(m, s, i, by_block(lambda block: rearranged([block], places), x))


def shifts(name: str, op: str, lane: int) -> None:
    def run(m: Machine, s: State, i: Any) -> None:
        import capstone.x86 as x86

        if i.operands[-1].type != x86.X86_OP_IMM:
            raise NoProof("a shift of lanes by a register")
        x = get(m, s, i, len(i.operands) - 2, width(i, 0))
        count = immediate(i)
        if op in ("vrotl", "ror"):
            put(m, s, i, vshift("vrotl", lane, (count if op == "vrotl" else -count) % lane, x))
        else:
            put(m, s, i, vshift(op, lane, min(count, lane - 1 if op == "vsar" else lane), x))

    rule(name, f"v{name}")(run)


for _letter, _lane in (("w", 16), ("d", 32), ("q", 64)):
    shifts(f"psll{_letter}", "vshl", _lane)
    shifts(f"psrl{_letter}", "vshr", _lane)
    shifts(f"psra{_letter}", "vsar", _lane)
    shifts(f"prol{_letter}", "vrotl", _lane)
    shifts(f"pror{_letter}", "ror", _lane)


def by_lane(name: str, op: str, lane: int) -> None:
    """A shift or rotation of each lane by the lane of another vector."""

    def run(m: Machine, s: State, i: Any) -> None:
        w = width(i, 0)
        x, counts = (get(m, s, i, n, w) for n in (1, 2))
        put(m, s, i, shifted_each(op, lane, counts, x))

    rule(name)(run)


for _letter, _lane in (("d", 32), ("q", 64)):
    by_lane(f"vpsllv{_letter}", "vshl", _lane)
    by_lane(f"vpsrlv{_letter}", "vshr", _lane)
    by_lane(f"vprolv{_letter}", "vrotl", _lane)


def turned_each(m: Machine, s: State, i: Any) -> None:
    """Rotations to the right by as many bits as lanes say: to the left by the rest of the lane."""
    lane, w = (32 if i.mnemonic[-1] == "d" else 64), width(i, 0)
    x, counts = (get(m, s, i, n, w) for n in (1, 2))
    if counts.op != "const":
        raise NoProof("lanes rotated by counts that are not constant")
    left = sum(-(counts.val >> n) % (1 << lane) << n for n in range(0, w, lane))
    put(m, s, i, shifted_each("vrotl", lane, const(w, left), x))


rule("vprorvd", "vprorvq")(turned_each)


def of_lanes(name: str, lane: int, rule_of_lane: Callable[[Term, Term], Term]) -> None:
    binary(name, lambda x, y: arithmetic.by_lane(rule_of_lane, lane, x, y))


for _name, _lane in (("pmullw", 16), ("pmulld", 32), ("pmullq", 64)):
    of_lanes(_name, _lane, mul)
of_lanes("pmulhw", 16, arithmetic.high(True))
of_lanes("pmulhuw", 16, arithmetic.high(False))
of_lanes("pmaddwd", 32, arithmetic.neighbours)
for _letter, _lane in (("b", 8), ("w", 16), ("d", 32), ("q", 64)):
    of_lanes(f"pcmpgt{_letter}", _lane, arithmetic.greater(True))
    for _name in ("min", "max") if _lane < 64 else ():
        of_lanes(f"p{_name}s{_letter}", _lane, arithmetic.chosen(_name, True))
        of_lanes(f"p{_name}u{_letter}", _lane, arithmetic.chosen(_name, False))
of_lanes("psubusw", 16, arithmetic.without_borrow)
of_lanes("psubusb", 8, arithmetic.without_borrow)
for _name, _signed, _lane in (
    ("packsswb", True, 16), ("packuswb", False, 16), ("packssdw", True, 32), ("packusdw", False, 32)
):  # fmt: skip
    binary(_name, lambda x, y, signed=_signed, lane=_lane: by_block(  # type: ignore[misc]
        lambda a, b: arithmetic.narrowed(signed, lane, a, b), x, y
    ))  # fmt: skip


def extended(name: str, signed: bool, small: int, large: int) -> None:
    """The lowest lanes of the source, each wider."""

    def run(m: Machine, s: State, i: Any) -> None:
        w = width(i, 0)
        x = get(m, s, i, 1, w * small // large)
        put(m, s, i, arithmetic.joined([arithmetic.grown(signed, large, one) for one in lanes(x, small)]))

    rule(name, f"v{name}")(run)


for _small, _large, _letters in ((8, 16, "bw"), (16, 32, "wd"), (32, 64, "dq")):
    extended(f"pmovsx{_letters}", True, _small, _large)
    extended(f"pmovzx{_letters}", False, _small, _large)


@rule("pclmulqdq", "vpclmulqdq")
def carry_less(m: Machine, s: State, i: Any) -> None:
    c = immediate(i)

    def product(*blocks: Term) -> Term:
        return arithmetic.carry_less(*(lanes(x, 64)[c >> at & 1] for x, at in zip(blocks, (0, 4))))

    put(m, s, i, by_block(product, *sources(m, s, i, immediate=True)))


@rule("vpblendvb")
def blend(m: Machine, s: State, i: Any) -> None:
    """Bytes of the second source where the highest bit of the mask's byte is one, else of the first."""
    w = width(i, 0)
    x, y, mask = (get(m, s, i, n, w) for n in (1, 2, 3))
    put(m, s, i, blended(x, y, mask))


def blended(x: Term, y: Term, mask: Term) -> Term:
    """Of vpblendvb, which scripts name too."""
    return bxor(x, band(signs(mask), bxor(x, y)))


def signs(x: Term) -> Term:
    """The highest bit of each byte in all its bits: the term itself where all bits of a byte are equal."""
    return x if uniform(x) else arithmetic.by_lane(lambda one: sext(8, extract(7, 7, one)), 8, x)


def uniform(x: Term) -> bool:
    """Whether each byte is known to be 0 or 255."""
    if x.op == "const":
        return all(one in (0, 255) for one in x.val.to_bytes(x.w // 8, "little"))
    if x.op == "anf":
        full = (1 << x.w) - 1
        return all(uniform(one) for one in x.args) and all(uniform(const(x.w, mask & full)) for _, mask in x.val)
    if x.op in ("concat", "perm", "ite"):
        return all(uniform(one) for one in x.args[x.op == "ite" :])
    return x.op == "vequal" or (x.op == "sext" and x.args[0].w == 1 and x.w % 8 == 0)


binary("pmuludq", lambda x, y: mul_even(False, x, y))
binary("pmuldq", lambda x, y: mul_even(True, x, y))


@rule("vpternlogd", "vpternlogq")
def ternary(m: Machine, s: State, i: Any) -> None:
    w, table = width(i, 0), immediate(i)
    inputs = [get(m, s, i, n, w) for n in (2, 1, 0)]
    out = const(w, 0)
    for row in range(8):
        # Whether the product of these inputs is in the sum: products that cancel would grow with every sum of three.
        if sum(table >> part & 1 for part in range(8) if part & row == part) % 2:
            chosen = [t for k, t in enumerate(inputs) if row >> k & 1]
            out = bxor(out, reduce(band, chosen, const(w, (1 << w) - 1)))
    put(m, s, i, out)


@rule("vinserti128", "vinserti32x4", "vinserti64x4", "vinserti64x2", "vinsertf128")
def insert(m: Machine, s: State, i: Any) -> None:
    w = width(i, 0)
    part = get(m, s, i, 2, 256 if i.mnemonic[-1] == "4" and "64" in i.mnemonic else BLOCK)
    put(m, s, i, inserted(get(m, s, i, 1, w), immediate(i) % (w // part.w), part))


@rule("vextracti128", "vextracti32x4", "vextracti64x4", "vextracti64x2", "vextractf128")
def take(m: Machine, s: State, i: Any) -> None:
    w, size = width(i, 1), 256 if "64x4" in i.mnemonic else BLOCK
    first = immediate(i) % (w // size) * size
    put(m, s, i, extract(first + size - 1, first, get(m, s, i, 1, w)))


@rule("vbroadcasti128", "vbroadcasti32x4", "vbroadcastf128", "vpbroadcastd", "vpbroadcastq", "vpbroadcastb",
      "vpbroadcastw", "vbroadcastss")  # fmt: skip
def repeat(m: Machine, s: State, i: Any) -> None:
    sizes = {"d": 32, "q": 64, "b": 8, "w": 16, "s": 32}
    size = BLOCK if i.mnemonic[-1] in "84" else sizes[i.mnemonic[-1]]
    one = get(m, s, i, 1, size)
    put(m, s, i, concat(*[extract(size - 1, 0, one)] * (width(i, 0) // size)))


@rule("valignd", "valignq")
def valign(m: Machine, s: State, i: Any) -> None:
    w = width(i, 0)
    bits = 32 if i.mnemonic[-1] == "d" else 64
    first = immediate(i) % (w // bits) * bits
    both = concat(get(m, s, i, 1, w), get(m, s, i, 2, w))
    put(m, s, i, extract(first + w - 1, first, both))


@rule("vshufi32x4", "vshufi64x2")
def shuffle_blocks(m: Machine, s: State, i: Any) -> None:
    """The lower half of the result are blocks of the first source, the upper half of the second."""
    w, c = width(i, 0), immediate(i)
    both = [get(m, s, i, n, w) for n in (1, 2)]
    count = w // BLOCK
    size = count.bit_length() - 1
    out = []
    for k in range(count):
        first = BLOCK * (c >> k * size & count - 1)
        out.append(extract(first + 127, first, both[k >= count // 2]))
    put(m, s, i, concat(*reversed(out)))


@rule("vpermq")
def vpermq(m: Machine, s: State, i: Any) -> None:
    """Lanes of 64 bits within 256 bits."""
    if last(i) is None:
        raise NoProof("lanes moved by a register")
    w, c = width(i, 0), immediate(i)
    x, first = get(m, s, i, 1, w), [64 * (c >> 2 * n & 3) for n in (3, 2, 1, 0)]
    put(m, s, i, concat(*(extract(k + at + 63, k + at, x) for k in reversed(range(0, w, 256)) for at in first)))


@rule("vperm2i128", "vperm2f128")
def vperm2(m: Machine, s: State, i: Any) -> None:
    both = [get(m, s, i, n, 256) for n in (1, 2)]
    halves = [extract(k + 127, k, x) for x in both for k in (0, 128)]
    c = immediate(i)
    put(m, s, i, concat(*(const(128, 0) if c >> k & 8 else halves[c >> k & 3] for k in (4, 0))))


@rule("vpblendd")
def vpblendd(m: Machine, s: State, i: Any) -> None:
    w, c = width(i, 0), immediate(i)
    both = [get(m, s, i, n, w) for n in (1, 2)]
    put(m, s, i, by_blocks_of_words(both, c, w))


def by_blocks_of_words(both: Sequence[Term], c: int, w: int) -> Term:
    out = []
    for k in reversed(range(w // BLOCK)):
        blocks = [extract(128 * k + 127, 128 * k, x) for x in both]
        out.append(permuted(blocks, [(c >> (4 * k + n // 4) & 1, n) for n in range(16)]))
    return concat(*out)


@rule("pinsrw", "vpinsrw", "pinsrd", "vpinsrd", "pinsrq", "vpinsrq", "pinsrb", "vpinsrb")
def pinsr(m: Machine, s: State, i: Any) -> None:
    bits = {"b": 8, "w": 16, "d": 32, "q": 64}[i.mnemonic[-1]]
    x = get(m, s, i, len(i.operands) - 3, BLOCK)
    one = extract(bits - 1, 0, get(m, s, i, len(i.operands) - 2, bits))
    put(m, s, i, inserted(x, immediate(i) % (BLOCK // bits), one))


@rule("pextrw", "vpextrw", "pextrd", "vpextrd", "pextrq", "vpextrq", "pextrb", "vpextrb")
def pextr(m: Machine, s: State, i: Any) -> None:
    bits = {"b": 8, "w": 16, "d": 32, "q": 64}[i.mnemonic[-1]]
    n = immediate(i) % (BLOCK // bits)
    one = extract(bits * n + bits - 1, bits * n, get(m, s, i, 1, BLOCK))
    put(m, s, i, zext(max(32, bits), one) if is_register(i, 0) else one)


@rule("vzeroupper")
def vzeroupper(m: Machine, s: State, i: Any) -> None:
    for cell in [c for c in s if c[0] == "v" and c[2] and c[1] < 16]:
        s[cell] = const(BLOCK, 0)
