# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: the encodings of the instructions that have a meaning, by Arm's manual.

capstone reads some words that the architecture leaves unallocated or unpredictable. An instruction counts if its word
is the encoding of the name and the operands that the rules see. Each name says which kinds of operands it may have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from proof.a64_operands import SP, ZERO, Cond, Gp, Imm, Instruction, Mem, Vec
from proof.memory import NoProof

Encoder = Callable[[Instruction], Iterator[int]]
ENCODERS: dict[str, Encoder] = {}
"""Mnemonic → all words that may stand for an instruction: names such as mov have several."""
CONDITIONS = "eq ne hs lo mi pl vs vc hi ls ge lt gt le".split()
EXTENSIONS = ("uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx")
SHIFTS = ("lsl", "lsr", "asr", "ror")
SIZES = {8: 0, 16: 1, 32: 2, 64: 3}
WHOLE = tuple((lane, 128 // lane) for lane in SIZES)


class Refused(Exception):
    """An operand that the instruction cannot have."""


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Refused(what)


def encodes(*names: str) -> Callable[[Encoder], Encoder]:
    """Decorator: the encoder of these mnemonics."""

    def put(made: Encoder) -> Encoder:
        ENCODERS.update(dict.fromkeys(names, made))
        return made

    return put


def strict(code: bytes, one: Instruction) -> None:
    """NoProof if the word is no encoding of the instruction."""
    raw = code[one.address : one.address + 4]
    try:
        encoder = ENCODERS.get(one.mnemonic.partition(".")[0] if one.mnemonic.startswith("b.") else one.mnemonic)
        if encoder is None:
            raise Refused("no rule has this name")
        if int.from_bytes(raw, "little") in encoder(one):
            return
        why = "another word is the encoding"
    except (Refused, IndexError) as error:
        why = str(error) if isinstance(error, Refused) else "an operand is missing"
    raise NoProof(
        f"code+{one.address:#x}: {one.mnemonic} {one.op_str}: the bytes {raw.hex(' ')} are no encoding that has a "
        f"meaning: {why}"
    )


# -- fields ------------------------------------------------------------------------------------------------------------


def count(i: Instruction, *numbers: int) -> None:
    need(len(i.operands) in numbers, f"{len(i.operands)} operands")


def reg(i: Instruction, n: int, w: int = 0, sp: bool = False) -> int:
    """The field of a general register, where 31 is sp or the zero register."""
    found = i.operands[n]
    if not isinstance(found, Gp) or found.shift is not None or (w and found.w != w):
        raise Refused(f"operand {n} is no general register of {w or 'some'} bits")
    return number(found, sp, n)


def number(found: Gp, sp: bool, n: int) -> int:
    need(found.number != (ZERO if sp else SP), f"operand {n} is {'the zero register' if sp else 'sp'}")
    return min(found.number, 31)


def width(i: Instruction) -> int:
    found = i.operands[0]
    if not isinstance(found, Gp):
        raise Refused("operand 0 is no general register")
    return found.w


def plain(i: Instruction, n: int, least: int, most: int) -> int:
    """A number without a shift, in a range."""
    found = i.operands[n]
    if not isinstance(found, Imm) or found.shift is not None or not least <= found.value <= most:
        raise Refused(f"operand {n} is no number from {least} to {most}")
    return found.value


def condition(i: Instruction, n: int) -> int:
    found = i.operands[n]
    if not isinstance(found, Cond):
        raise Refused(f"operand {n} is no condition")
    return CONDITIONS.index(found.code)


def vec(i: Instruction, n: int, *shapes: tuple[int, int]) -> int:
    """The number of a vector register that has one of these lanes and counts."""
    found = i.operands[n]
    if not isinstance(found, Vec) or found.index is not None or (found.lane, found.count) not in shapes:
        raise Refused(f"operand {n} is no vector register of the shape")
    return found.number


def element(i: Instruction, n: int) -> Vec:
    found = i.operands[n]
    if not isinstance(found, Vec) or found.index is None or not 0 <= found.index < 128 // found.lane:
        raise Refused(f"operand {n} is no lane")
    return found


def lanes(i: Instruction, *sizes: int) -> int:
    """The bits of a lane. All operands that are registers have whole vectors of these lanes."""
    found = i.operands[0]
    if not isinstance(found, Vec) or found.lane not in sizes:
        raise Refused("lanes of another width")
    for n, one in enumerate(i.operands):
        if not isinstance(one, Imm):
            vec(i, n, (found.lane, 128 // found.lane))
    return found.lane


def numbers(i: Instruction, wanted: int) -> list[int]:
    """The numbers of all vector registers, which must be so many."""
    found = [one.number for one in i.operands if isinstance(one, Vec)]
    need(len(found) == wanted, "operands of another kind")
    return found


def signed(value: int, bits: int) -> int:
    """A field. capstone shows some negative numbers as words of 64 bits."""
    value = (value + (1 << 63) & (1 << 64) - 1) - (1 << 63)
    need(-(1 << bits - 1) <= value < 1 << bits - 1, f"{value} is too far")
    return value & ((1 << bits) - 1)


@cache
def masks(w: int) -> dict[int, int]:
    """A number that logical instructions can have → N, immr and imms."""
    out = {}
    for size in (2, 4, 8, 16, 32, 64):
        for ones in range(1, size):
            for turn in range(size if size <= w else 0):
                one = (1 << ones) - 1
                one = (one >> turn | one << size - turn) & ((1 << size) - 1)
                whole = sum(one << at for at in range(0, w, size))
                length = (-2 * size & 63) | ones - 1 if size < 64 else ones - 1
                out[whole] = (size == 64) << 12 | turn << 6 | length
    return out


# -- general registers -------------------------------------------------------------------------------------------------


def arithmetic(i: Instruction, first: int, subtracts: bool, flags: bool, to: bool, left: bool) -> Iterator[int]:
    """``first``: the number of the operand that is added. ``to``, ``left``: whether there is a destination, and a first
    source: the zero register else."""
    count(i, first + 1)
    w, y = width(i), i.operands[first]
    head = (w == 64) << 31 | subtracts << 30 | flags << 29

    def pair(sp: bool) -> int:
        """Rn and Rd, as they are where 31 may be sp."""
        n = reg(i, first - 1, w, sp) if left else 31
        return n << 5 | (reg(i, 0, w, sp and not flags) if to else 31)

    if isinstance(y, Imm):
        need(y.shift in (None, ("lsl", 12)) and 0 <= y.value < 4096, "a number of more than 12 bits")
        yield head | 0x11000000 | (y.shift is not None) << 22 | y.value << 10 | pair(True)
        return
    if not isinstance(y, Gp):
        raise Refused(f"operand {first} is no word")
    name, by = y.shift or ("lsl", 0)
    m = number(y, False, first) << 16
    stack = any(isinstance(one, Gp) and one.number == SP for one in i.operands)
    if name in EXTENSIONS or stack:
        kind = EXTENSIONS.index(name) if name in EXTENSIONS else 3 if w == 64 else 2
        need(name in EXTENSIONS or name == "lsl", "a shift beside sp")
        need(0 <= by <= 4 and y.w == (64 if kind & 3 == 3 else 32) <= w, "an extension")
        yield head | 0x0B200000 | m | kind << 13 | by << 10 | pair(True)
    else:
        need(name in SHIFTS[:3] and y.w == w and 0 <= by < w, "a shift")
        yield head | 0x0B000000 | SHIFTS.index(name) << 22 | m | by << 10 | pair(False)


for _n, _name in enumerate(("add", "adds", "sub", "subs")):

    def sum_of(i: Instruction, n: int = _n) -> Iterator[int]:
        if isinstance(i.operands[0], Vec) and not n & 1:
            return same(i, 0x0E208400 | (n == 2) << 29)
        return arithmetic(i, 2, n > 1, bool(n & 1), True, True)

    ENCODERS[_name] = sum_of
ENCODERS["negs"] = lambda i: arithmetic(i, 1, True, True, True, False)
ENCODERS["cmp"] = lambda i: arithmetic(i, 1, True, True, False, True)
ENCODERS["cmn"] = lambda i: arithmetic(i, 1, False, True, False, True)


@encodes("neg")
def negation(i: Instruction) -> Iterator[int]:
    need(isinstance(i.operands[1], Gp), "operand 1 is no register")
    return arithmetic(i, 1, True, False, True, False)


def words(i: Instruction, head: int, *places: int) -> Iterator[int]:
    """Registers of one width, at these places of the word."""
    count(i, len(places))
    w = width(i)
    yield (w == 64) << 31 | head | sum(reg(i, n, w) << at for n, at in enumerate(places))


for _n, _name in enumerate(("adc", "adcs", "sbc", "sbcs")):
    ENCODERS[_name] = lambda i, n=_n: words(i, 0x1A000000 | n << 29, 0, 5, 16)  # type: ignore[misc]
ENCODERS["mneg"] = lambda i: words(i, 0x1B00FC00, 0, 5, 16)
ENCODERS["clz"] = lambda i: words(i, 0x5AC01000, 0, 5)
ENCODERS["rbit"] = lambda i: words(i, 0x5AC00000, 0, 5)


@encodes("mul")
def product(i: Instruction) -> Iterator[int]:
    if isinstance(i.operands[0], Vec):
        lanes(i, 8, 16, 32)
        return same(i, 0x0E209C00)
    return words(i, 0x1B007C00, 0, 5, 16)


@encodes("crc32cb", "crc32ch", "crc32cw", "crc32cx")
def crc(i: Instruction) -> Iterator[int]:
    count(i, 3)
    size = "bhwx".index(i.mnemonic[-1])
    m = reg(i, 2, 64 if size == 3 else 32)
    yield (size == 3) << 31 | 0x1AC05000 | m << 16 | size << 10 | reg(i, 1, 32) << 5 | reg(i, 0, 32)


for _name, _head in (("madd", 0x1B000000), ("msub", 0x1B008000)):
    ENCODERS[_name] = lambda i, head=_head: words(i, head, 0, 5, 16, 10)  # type: ignore[misc]


@encodes("umulh", "umull", "umaddl")
def wide(i: Instruction) -> Iterator[int]:
    if isinstance(i.operands[0], Vec):
        yield from different(i)
        return
    count(i, 4 if i.mnemonic == "umaddl" else 3)
    w = 64 if i.mnemonic == "umulh" else 32
    more = reg(i, 3, 64) if i.mnemonic == "umaddl" else 31
    yield (0x9BC00000 if w == 64 else 0x9BA00000) | reg(i, 2, w) << 16 | more << 10 | reg(i, 1, w) << 5 | reg(i, 0, 64)


def logic(i: Instruction, first: int, kind: int, other: bool, to: bool, left: bool) -> Iterator[int]:
    """``kind``: and, orr, eor, ands. ``other``: the last operand is complemented."""
    count(i, first + 1)
    w, y = width(i), i.operands[first]
    head = (w == 64) << 31 | kind << 29
    n = reg(i, first - 1, w) if left else 31
    if isinstance(y, Imm):
        need(not other and y.shift is None and y.value & ((1 << w) - 1) in masks(w), "a number that is no mask")
        yield (
            head
            | 0x12000000
            | masks(w)[y.value & ((1 << w) - 1)] << 10
            | n << 5
            | (reg(i, 0, w, kind != 3) if to else 31)
        )
        return
    if not isinstance(y, Gp):
        raise Refused(f"operand {first} is no word")
    name, by = y.shift or ("lsl", 0)
    need(name in SHIFTS and y.w == w and 0 <= by < w, "a shift")
    m = number(y, False, first) << 16
    yield (
        head
        | 0x0A000000
        | SHIFTS.index(name) << 22
        | other << 21
        | m
        | by << 10
        | n << 5
        | (reg(i, 0, w) if to else 31)
    )


LANES = {"and": 0x0E201C00, "bic": 0x0E601C00, "orr": 0x0EA01C00, "orn": 0x0EE01C00, "eor": 0x2E201C00}
"""Logic of vectors."""
for _n, _pair in enumerate((("and", "bic"), ("orr", "orn"), ("eor", "eon"), ("ands", "bics"))):
    for _other, _name in enumerate(_pair):

        def logical(i: Instruction, kind: int = _n, other: bool = bool(_other), name: str = _name) -> Iterator[int]:
            if isinstance(i.operands[0], Vec) and name in LANES:
                return same(i, LANES[name], 8)
            return logic(i, 2, kind, other, True, True)

        ENCODERS[_name] = logical
ENCODERS["tst"] = lambda i: logic(i, 1, 3, False, False, True)


@encodes("mvn")
def complement(i: Instruction) -> Iterator[int]:
    if isinstance(i.operands[0], Vec):
        return reversal(i, 0x2E205800, 8)
    return logic(i, 1, 1, True, True, False)


@encodes("mov")
def move(i: Instruction) -> Iterator[int]:
    count(i, 2)
    to, given = i.operands
    if isinstance(to, Vec):
        if to.index is not None:
            yield from inserted(i)
        else:
            n = vec(i, 1, (8, 16))
            yield 0x4EA01C00 | n << 16 | n << 5 | vec(i, 0, (8, 16))
    elif isinstance(given, Vec):
        need(element(i, 1).lane == width(i) >= 32, "a lane of another width")
        yield from lane_of(i)
    elif isinstance(given, Imm):
        w, full = width(i), (1 << width(i)) - 1
        need(given.shift is None and -(1 << w - 1) <= given.value <= full, "a number")
        for at in range(0, w, 16):
            for kind, value in ((2, given.value & full), (0, ~given.value & full)):
                if not value & ~(0xFFFF << at):
                    yield (w == 64) << 31 | kind << 29 | 0x12800000 | at // 16 << 21 | value >> at << 5 | reg(i, 0, w)
        if given.value & full in masks(w):
            yield (w == 64) << 31 | 0x32000000 | masks(w)[given.value & full] << 10 | 31 << 5 | reg(i, 0, w, True)
    elif any(isinstance(one, Gp) and one.number == SP for one in (to, given)):
        yield (width(i) == 64) << 31 | 0x11000000 | reg(i, 1, width(i), True) << 5 | reg(i, 0, width(i), True)
    else:
        yield from words(i, 0x2A0003E0, 0, 16)


for _name, _kind in (("movn", 0), ("movz", 2), ("movk", 3)):

    def halfword(i: Instruction, kind: int = _kind) -> Iterator[int]:
        count(i, 2)
        w, given = width(i), i.operands[1]
        if not isinstance(given, Imm):
            raise Refused("operand 1 is no number")
        name, at = given.shift or ("lsl", 0)
        need(name == "lsl" and at in range(0, w, 16) and 0 <= given.value < 1 << 16, "a number of more than 16 bits")
        yield (w == 64) << 31 | kind << 29 | 0x12800000 | at // 16 << 21 | given.value << 5 | reg(i, 0, w)

    ENCODERS[_name] = halfword


def bitfield(i: Instruction, kind: int, low: int, high: int, short: bool = False) -> int:
    """``kind``: sbfm, bfm, ubfm. ``low``, ``high``: immr and imms. ``short``: the source has 32 bits."""
    w = width(i)
    head = 0x93400000 if w == 64 else 0x13000000
    return head | kind << 29 | low % w << 16 | high << 10 | reg(i, 1, 32 if short else w) << 5 | reg(i, 0, w)


@encodes("lsl", "lsr", "asr")
def shift(i: Instruction) -> Iterator[int]:
    count(i, 3)
    w = width(i)
    if isinstance(i.operands[2], Gp):
        yield from words(i, 0x1AC02000 | SHIFTS.index(i.mnemonic) << 10, 0, 5, 16)
        return
    by = plain(i, 2, 0, w - 1)
    low, high = (-by, w - 1 - by) if i.mnemonic == "lsl" else (by, w - 1)
    yield bitfield(i, 0 if i.mnemonic == "asr" else 2, low, high)


@encodes("ubfx", "sbfx", "bfxil", "ubfiz", "bfi")
def field(i: Instruction) -> Iterator[int]:
    count(i, 4)
    w = width(i)
    at = plain(i, 2, 0, w - 1)
    size = plain(i, 3, 1, w - at)
    low, high = (-at, size - 1) if i.mnemonic in ("ubfiz", "bfi") else (at, at + size - 1)
    yield bitfield(i, {"s": 0, "b": 1, "u": 2}[i.mnemonic[0]], low, high)


@encodes("uxtb", "uxth", "sxtb", "sxth", "sxtw")
def widened(i: Instruction) -> Iterator[int]:
    count(i, 2)
    need(width(i) == 32 if i.mnemonic[0] == "u" else i.mnemonic != "sxtw" or width(i) == 64, "another width")
    yield bitfield(i, 2 if i.mnemonic[0] == "u" else 0, 0, {"b": 7, "h": 15, "w": 31}[i.mnemonic[-1]], True)


@encodes("ror", "extr")
def extracted(i: Instruction) -> Iterator[int]:
    count(i, 4 if i.mnemonic == "extr" else 3)
    w, last = width(i), len(i.operands) - 1
    if isinstance(i.operands[last], Gp):
        yield from words(i, 0x1AC02C00, 0, 5, 16)
        return
    head = 0x93C00000 if w == 64 else 0x13800000
    yield head | reg(i, last - 1, w) << 16 | plain(i, last, 0, w - 1) << 10 | reg(i, 1, w) << 5 | reg(i, 0, w)


@encodes("rev", "rev16", "rev32")
def bytes_reversed(i: Instruction) -> Iterator[int]:
    if isinstance(i.operands[0], Vec):
        return reversal(i, *((0x0E201800, 8) if i.mnemonic == "rev16" else (0x2E200800, 8, 16)))
    need(i.mnemonic != "rev32" or width(i) == 64, "another width")
    kind = {"rev16": 1, "rev32": 2}.get(i.mnemonic, 2 + (width(i) == 64))
    return words(i, 0x5AC00000 | kind << 10, 0, 5)


@encodes("csel", "csinc", "csinv", "csneg", "cset", "csetm", "cinc")
def select(i: Instruction) -> Iterator[int]:
    names = {"csel": 0, "csinc": 0x400, "csinv": 0x40000000, "csneg": 0x40000400}
    w = width(i)
    head = (w == 64) << 31 | 0x1A800000
    if i.mnemonic in names:
        count(i, 4)
        yield head | names[i.mnemonic] | reg(i, 2, w) << 16 | condition(i, 3) << 12 | reg(i, 1, w) << 5 | reg(i, 0, w)
        return
    count(i, 3 if i.mnemonic == "cinc" else 2)
    n = reg(i, 1, w) if i.mnemonic == "cinc" else 31
    kind = names["csinv" if i.mnemonic == "csetm" else "csinc"]
    yield head | kind | n << 16 | (condition(i, len(i.operands) - 1) ^ 1) << 12 | n << 5 | reg(i, 0, w)


# -- flow, and addresses -----------------------------------------------------------------------------------------------

FIXED = {"nop": 0xD503201F, "paciasp": 0xD503233F, "pacibsp": 0xD503237F, "autiasp": 0xD50323BF, "autibsp": 0xD50323FF,
         "ret": 0xD65F03C0}  # fmt: skip
for _name, _word in FIXED.items():

    def fixed(i: Instruction, word: int = _word) -> Iterator[int]:
        count(i, 0)
        yield word

    ENCODERS[_name] = fixed


@encodes("bti")
def landing(i: Instruction) -> Iterator[int]:
    need(i.op_str in ("c", "j", "jc"), "a landing pad of no kind")
    yield 0xD503241F | {"c": 1, "j": 2, "jc": 3}[i.op_str] << 6


def distance(i: Instruction, n: int, bits: int) -> int:
    away = plain(i, n, 0, (1 << 64) - 1) - i.address
    need(away % 4 == 0, "a place between instructions")
    return signed(away, bits + 2) >> 2


@encodes("b")
def branch(i: Instruction) -> Iterator[int]:
    count(i, 1)
    if i.mnemonic == "b":
        yield 0x14000000 | distance(i, 0, 26)
    else:
        need(i.mnemonic[2:] in CONDITIONS, "a condition")
        yield 0x54000000 | distance(i, 0, 19) << 5 | CONDITIONS.index(i.mnemonic[2:])


@encodes("cbz", "cbnz")
def branch_of(i: Instruction) -> Iterator[int]:
    count(i, 2)
    yield (width(i) == 64) << 31 | 0x34000000 | (i.mnemonic == "cbnz") << 24 | distance(i, 1, 19) << 5 | reg(i, 0)


@encodes("adrp")
def adrp(i: Instruction) -> Iterator[int]:
    count(i, 2)
    away = plain(i, 1, -(1 << 63), 1 << 63) - (i.address & -4096)
    need(away % 4096 == 0, "a place inside of a page")
    pages = signed(away // 4096, 21)
    yield 0x90000000 | (pages & 3) << 29 | pages >> 2 << 5 | reg(i, 0, 64)


# -- memory ------------------------------------------------------------------------------------------------------------


def target(i: Instruction, n: int) -> tuple[int, int, int]:
    """A register that is loaded or stored: its field, its bits in memory, and whether it is of vectors."""
    found = i.operands[n]
    if isinstance(found, Vec):
        need(found.count == 1 and found.index is None, f"operand {n} is no whole register")
        return found.number, found.lane, 1
    short = {"b": 8, "h": 16, "w": 32}.get(i.mnemonic[-1])
    signs = "rs" in i.mnemonic
    w = reg(i, n, 64 if short == 32 else 32 if short and not signs else 0)
    return w, short or width(i), 0


def address(i: Instruction, n: int) -> Mem:
    count(i, n + 1)
    found = i.operands[n]
    if not isinstance(found, Mem):
        raise Refused(f"operand {n} is not in memory")
    moved = found.mode and found.base.number != SP
    same_ = any(isinstance(one, Gp) and one.number == found.base.number for one in i.operands[:n])
    need(not (moved and same_), "a base that moves and is loaded or stored, which is unpredictable")
    return found


@encodes("ldr", "ldrb", "ldrh", "str", "strb", "strh", "ldur", "ldurb", "ldurh", "stur", "sturb", "sturh",
         *(f"ld{u}rs{n}" for u in ("", "u") for n in "bhw"))  # fmt: skip
def access(i: Instruction) -> Iterator[int]:
    (t, bits, vector), mem = target(i, 0), address(i, 1)
    need(not vector or i.mnemonic in ("ldr", "str", "ldur", "stur"), "a vector register")
    scale = (bits // 8).bit_length() - 1
    kind = (2 if bits == 128 else 0) + (i.mnemonic[0] == "l")
    if "rs" in i.mnemonic:  # into 64 bits, or into 32
        kind = 2 + (width(i) == 32)
    head = (scale & 3) << 30 | 0x38000000 | vector << 26 | kind << 22 | number(mem.base, True, 1) << 5 | t
    if "ur" in i.mnemonic:
        need(not mem.mode and mem.index is None, "an address that moves, or with an index")
        yield head | signed(mem.disp, 9) << 12
    elif mem.index is not None:
        yield from (head | 0x00200800 | more for more in indexed(mem.index, scale))
    elif mem.mode:
        yield head | signed(mem.disp, 9) << 12 | (0x400 if mem.mode == "post" else 0xC00)
    else:
        need(mem.disp % (1 << scale) == 0 and 0 <= mem.disp >> scale < 4096, "a distance")
        yield head | 0x01000000 | mem.disp >> scale << 10


def indexed(index: Gp, scale: int) -> Iterator[int]:
    name, by = index.shift or ("", 0)
    kind = EXTENSIONS.index(name) if name in EXTENSIONS else 3
    need(name in ("", "lsl") or kind in (2, 6, 7), "an extension of the index")
    need(index.w == (64 if kind & 1 else 32) and by in (0, scale), "a factor of the index")
    for scaled in {by == scale and bool(by or name), bool(by)}:
        yield number(index, False, 1) << 16 | kind << 13 | scaled << 12


@encodes("ldp", "stp")
def two(i: Instruction) -> Iterator[int]:
    (t, bits, vector), (u, others, also), mem = target(i, 0), target(i, 1), address(i, 2)
    loads = i.mnemonic == "ldp"
    need((bits, vector) == (others, also) and bits >= 32, "two kinds of registers")
    need(
        not (loads and t == u and i.operands[0] == i.operands[1]),
        "two loads into one register, which are unpredictable",
    )
    size = bits // 8
    need(mem.index is None and mem.disp % size == 0, "a distance")
    kind = {32: 0, 64: 1, 128: 2}[bits] if vector else {32: 0, 64: 2}[bits]
    mode = {"post": 1, "": 2, "pre": 3}[mem.mode]
    yield (kind << 30 | 0x28000000 | vector << 26 | mode << 23 | loads << 22 | signed(mem.disp // size, 7) << 15
           | u << 10 | number(mem.base, True, 2) << 5 | t)  # fmt: skip


@encodes("ld1")
def one_lane(i: Instruction) -> Iterator[int]:
    mem, to = address(i, 1), element(i, 0)
    need(not mem.mode and not mem.disp and mem.index is None, "an address that moves, or with a distance")
    scale = SIZES[to.lane]
    at = (to.index or 0) << scale  # Q, S and size
    kind = {0: 0, 1: 2}.get(scale, 4) << 13 | (scale == 3) << 10
    yield 0x0D400000 | at >> 3 << 30 | kind | (at & 7) << 10 | number(mem.base, True, 1) << 5 | to.number


@encodes("ld1r")
def repeated(i: Instruction) -> Iterator[int]:
    mem, to = address(i, 1), i.operands[0]
    need(not mem.mode and not mem.disp and mem.index is None, "an address that moves, or with a distance")
    d = vec(i, 0, *WHOLE)
    assert isinstance(to, Vec)
    yield 0x4D40C000 | SIZES[to.lane] << 10 | number(mem.base, True, 1) << 5 | d


# -- vectors -----------------------------------------------------------------------------------------------------------


def three(i: Instruction, head: int) -> Iterator[int]:
    count(i, 3)
    d, n, m = numbers(i, 3)
    yield head | m << 16 | n << 5 | d


def same(i: Instruction, head: int, *only: int) -> Iterator[int]:
    """Three vectors of one shape. ``only``: the lanes of logic, whose size is no field."""
    count(i, 3)
    lane = lanes(i, *(only or SIZES))
    return three(i, head | 1 << 30 | (0 if only else SIZES[lane] << 22))


ENCODERS["cmeq"] = lambda i: same(i, 0x2E208C00)
for _name, _head in (
    ("smax", 0x0E206400), ("umax", 0x2E206400), ("smin", 0x0E206C00), ("umin", 0x2E206C00), ("cmgt", 0x0E203400),
    ("cmhi", 0x2E203400), ("addp", 0x0E20BC00),
):  # fmt: skip

    def same_of(i: Instruction, head: int = _head) -> Iterator[int]:
        if i.mnemonic[1:] in ("min", "max"):
            lanes(i, 8, 16, 32)
        return same(i, head)

    ENCODERS[_name] = same_of
ENCODERS["bit"] = lambda i: same(i, 0x2EA01C00, 8)
ENCODERS["bif"] = lambda i: same(i, 0x2EE01C00, 8)


def shaped(i: Instruction, n: int, lane: int, upper: bool) -> int:
    """A half of a vector: the lower one by itself, or the upper one of a whole vector."""
    return vec(i, n, (lane, 128 // lane if upper else 64 // lane))


LONG = {"smull": 0x0E20C000, "umull": 0x2E20C000, "umlal": 0x2E208000, "pmull": 0x0E20E000}


@encodes("smull", "smull2", "umull2", "umlal", "pmull", "pmull2")
def different(i: Instruction) -> Iterator[int]:
    """The halves of two vectors, and a vector of lanes twice as wide."""
    count(i, 3)
    upper, one = i.mnemonic[-1] == "2", i.operands[1]
    name = i.mnemonic.removesuffix("2")
    if not isinstance(one, Vec) or one.lane not in ((64,) if name == "pmull" else (8, 16, 32)):
        raise Refused("lanes of another width")
    d = vec(i, 0, (2 * one.lane, 64 // one.lane))
    n, m = (shaped(i, at, one.lane, upper) for at in (1, 2))
    yield upper << 30 | LONG[name] | SIZES[one.lane] << 22 | m << 16 | n << 5 | d


@encodes("uaddlp")
def added_long(i: Instruction) -> Iterator[int]:
    count(i, 2)
    one = i.operands[1]
    if not isinstance(one, Vec) or one.lane not in (8, 16, 32):
        raise Refused("lanes of another width")
    d, n = vec(i, 0, (2 * one.lane, 64 // one.lane)), vec(i, 1, (one.lane, 128 // one.lane))
    yield 0x6E202800 | SIZES[one.lane] << 22 | n << 5 | d


@encodes("xtn", "sqxtn", "sqxtn2", "sqxtun", "sqxtun2")
def narrowed(i: Instruction) -> Iterator[int]:
    count(i, 2)
    to, upper = i.operands[0], i.mnemonic[-1] == "2"
    if not isinstance(to, Vec) or to.lane not in (8, 16, 32):
        raise Refused("lanes of another width")
    head = {"x": 0x0E212800, "sqxtn": 0x0E214800, "sqxtu": 0x2E212800}[i.mnemonic[:5] if i.mnemonic[0] == "s" else "x"]
    n = vec(i, 1, (2 * to.lane, 64 // to.lane))
    yield upper << 30 | head | SIZES[to.lane] << 22 | n << 5 | shaped(i, 0, to.lane, upper)


@encodes("ushll", "ushll2", "sshll", "sshll2")
def widened_lanes(i: Instruction) -> Iterator[int]:
    count(i, 3)
    one, upper = i.operands[1], i.mnemonic[-1] == "2"
    if not isinstance(one, Vec) or one.lane not in (8, 16, 32):
        raise Refused("lanes of another width")
    d, n = vec(i, 0, (2 * one.lane, 64 // one.lane)), shaped(i, 1, one.lane, upper)
    head = 0x2F00A400 if i.mnemonic[0] == "u" else 0x0F00A400
    yield upper << 30 | head | one.lane + plain(i, 2, 0, 0) << 16 | n << 5 | d


@encodes("udot", "sdot", "usdot")
def dot(i: Instruction) -> Iterator[int]:
    count(i, 3)
    head = {"udot": 0x6E809400, "sdot": 0x4E809400, "usdot": 0x4E809C00}[i.mnemonic]
    yield head | vec(i, 2, (8, 16)) << 16 | vec(i, 1, (8, 16)) << 5 | vec(i, 0, (32, 4))


@encodes("bcax", "eor3")
def of_three(i: Instruction) -> Iterator[int]:
    count(i, 4)
    lanes(i, 8)
    d, n, m, a = numbers(i, 4)
    yield (0xCE200000 if i.mnemonic == "bcax" else 0xCE000000) | m << 16 | a << 10 | n << 5 | d


@encodes("cnt")
def ones(i: Instruction) -> Iterator[int]:
    count(i, 2)
    yield 0x0E205800 | vec(i, 1, (8, 8)) << 5 | vec(i, 0, (8, 8))


@encodes("addv")
def across(i: Instruction) -> Iterator[int]:
    count(i, 2)
    yield 0x0E31B800 | vec(i, 1, (8, 8)) << 5 | vec(i, 0, (8, 1))


ENCODERS["bsl"] = lambda i: same(i, 0x2E601C00, 8)
for _n, _name in enumerate(("uzp1", "trn1", "zip1", "", "uzp2", "trn2", "zip2"), 1):
    if _name:
        ENCODERS[_name] = lambda i, n=_n: same(i, 0x0E000800 | n << 12)  # type: ignore[misc]
ENCODERS["tbl"] = lambda i: same(i, 0x0E000000, 8)


def reversal(i: Instruction, head: int, *sizes: int) -> Iterator[int]:
    """Two vectors of one shape."""
    count(i, 2)
    lane = lanes(i, *sizes)
    d, n = numbers(i, 2)
    yield head | 1 << 30 | SIZES[lane] << 22 | n << 5 | d


ENCODERS["rev64"] = lambda i: reversal(i, 0x0E200800, 8, 16, 32)


@encodes("ext")
def ext(i: Instruction) -> Iterator[int]:
    count(i, 4)
    lanes(i, 8)
    d, n, m = numbers(i, 3)
    yield 0x6E000000 | m << 16 | plain(i, 3, 0, 15) << 11 | n << 5 | d


@encodes("shl", "sli", "ushr", "sshr", "sri")
def lanes_shifted(i: Instruction) -> Iterator[int]:
    count(i, 3)
    lane = lanes(i, *SIZES)
    d, n = numbers(i, 2)
    by = lane + plain(i, 2, 0, lane - 1) if i.mnemonic in ("shl", "sli") else 2 * lane - plain(i, 2, 1, lane)
    head = {"shl": 0x4F005400, "sli": 0x6F005400, "ushr": 0x6F000400, "sshr": 0x4F000400, "sri": 0x6F004400}[i.mnemonic]
    yield head | by << 16 | n << 5 | d


def place(one: Vec) -> int:
    """A lane as imm5 of the instructions that copy."""
    return (2 * (one.index or 0) + 1) << SIZES[one.lane]


@encodes("dup")
def dup(i: Instruction) -> Iterator[int]:
    count(i, 2)
    to = i.operands[0]
    d = vec(i, 0, *WHOLE)
    assert isinstance(to, Vec)
    if isinstance(i.operands[1], Gp):
        yield 0x4E000C00 | 1 << SIZES[to.lane] + 16 | reg(i, 1, 64 if to.lane == 64 else 32) << 5 | d
    else:
        need(element(i, 1).lane == to.lane, "a lane of another width")
        yield 0x4E000400 | place(element(i, 1)) << 16 | element(i, 1).number << 5 | d


def inserted(i: Instruction) -> Iterator[int]:
    to, given = element(i, 0), i.operands[1]
    if isinstance(given, Gp):
        yield 0x4E001C00 | place(to) << 16 | reg(i, 1, 64 if to.lane == 64 else 32) << 5 | to.number
    else:
        one = element(i, 1)
        need(one.lane == to.lane, "a lane of another width")
        at = (one.index or 0) << SIZES[one.lane]
        yield 0x6E000400 | place(to) << 16 | at << 11 | one.number << 5 | to.number


def lane_of(i: Instruction) -> Iterator[int]:
    one, w = element(i, 1), width(i)
    yield 0x0E003C00 | (w == 64) << 30 | place(one) << 16 | one.number << 5 | reg(i, 0, w)


@encodes("umov")
def umov(i: Instruction) -> Iterator[int]:
    count(i, 2)
    need(element(i, 1).lane < width(i) == 32, "a lane of another width")
    return lane_of(i)


@encodes("movi")
def movi(i: Instruction) -> Iterator[int]:
    """Bytes, or 64 bits whose bytes are all ones or zeros."""
    count(i, 2)
    d, lane = vec(i, 0, (8, 16), (64, 2)), lanes(i, 8, 64)
    value = plain(i, 1, 0, (1 << lane) - 1)
    if lane == 64:
        every = value.to_bytes(8, "little")
        need(set(every) <= {0, 255}, "bytes that are not all ones or zeros")
        value = sum((one & 1) << n for n, one in enumerate(every))
    yield (0x6F00E400 if lane == 64 else 0x4F00E400) | value >> 5 << 16 | (value & 31) << 5 | d


@encodes("fmov")
def fmov(i: Instruction) -> Iterator[int]:
    """A word to a scalar, or back."""
    count(i, 2)
    from_word = isinstance(i.operands[1], Gp)
    scalar = i.operands[0 if from_word else 1]
    if not isinstance(scalar, Vec):
        raise Refused("no scalar")
    high = scalar.index is not None
    need((scalar.lane, scalar.count, scalar.index) in ((32, 1, None), (64, 1, None), (64, 1, 1)), "another scalar")
    w = scalar.lane
    general = reg(i, int(from_word), w)
    kind = 2 if high else SIZES[w] - 2
    n, d = (general, scalar.number) if from_word else (scalar.number, general)
    yield (w == 64) << 31 | 0x1E260000 | kind << 22 | high << 19 | from_word << 16 | n << 5 | d


SHAPES = {"q": (128, 1), "s": (32, 1), "4s": (32, 4), "2d": (64, 2), "16b": (8, 16)}
CRYPTO = {
    "aese": (0x4E284800, "16b 16b"), "aesd": (0x4E285800, "16b 16b"), "aesmc": (0x4E286800, "16b 16b"),
    "aesimc": (0x4E287800, "16b 16b"), "sha1c": (0x5E000000, "q s 4s"), "sha1p": (0x5E001000, "q s 4s"),
    "sha1m": (0x5E002000, "q s 4s"), "sha1su0": (0x5E003000, "4s 4s 4s"), "sha256h": (0x5E004000, "q q 4s"),
    "sha256h2": (0x5E005000, "q q 4s"), "sha256su1": (0x5E006000, "4s 4s 4s"), "sha1h": (0x5E280800, "s s"),
    "sha1su1": (0x5E281800, "4s 4s"), "sha256su0": (0x5E282800, "4s 4s"), "sha512h": (0xCE608000, "q q 2d"),
    "sha512h2": (0xCE608400, "q q 2d"), "sha512su1": (0xCE608800, "2d 2d 2d"), "sha512su0": (0xCEC08000, "2d 2d"),
}  # fmt: skip


@encodes(*CRYPTO)
def crypto(i: Instruction) -> Iterator[int]:
    head, shapes = CRYPTO[i.mnemonic]
    count(i, len(shapes.split()))
    found = [vec(i, n, SHAPES[shape]) for n, shape in enumerate(shapes.split())]
    yield head | sum(one << at for one, at in zip(found, (0, 5, 16)))
