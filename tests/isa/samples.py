# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One instruction for every form of a table: as operands for a lookup, and in GNU syntax for an assembler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from generator.isa.features import family
from generator.isa.names import reg_name
from generator.machines.aarch64 import match as match_aarch64
from generator.machines.table import rows
from generator.machines.x86 import match as match_x86
from generator.model import Cond, Imm, LabelRef, Mem, Operand, Phys, R, Shift

GP64, GP32, VEC, MASK = (3, 6, 8, 9), (3, 6, 7, 0), (1, 2, 3, 4), (1, 2, 3, 4)
BASE, INDEX = 5, 0
SIZES = {8: "byte", 16: "word", 32: "dword", 64: "qword", 128: "xmmword", 256: "ymmword", 512: "zmmword"}
IMMEDIATES = {"imm4": 3, "imm8": 5, "imms8": -5, "imm16": 0x1234, "immu16": 0x1234, "imm32": 0x12345678,
              "imms32": -0x1234567, "imm64": 0x123456789ABCDEF0}  # fmt: skip
BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128, "w": 32, "x": 64}


@dataclass(frozen=True)
class Sample:
    """``text`` assembles to ``mnem`` with ``ops``. ``alternative``: the kinds of its operands."""

    arch: str
    mnem: str
    ops: tuple[Operand, ...]
    text: str
    alternative: tuple[str, ...]
    evex: bool = False
    features: frozenset[str] = frozenset()


def samples(arch: str) -> Iterator[Sample]:
    """Every form of an architecture, each alternative of each operand."""
    for mnem in sorted(rows(family(arch))):
        yield from (_x86(arch, mnem) if arch != "aarch64" else _aarch64(mnem))


# --- x86 -----------------------------------------------------------------------------------------------------------


def _x86(arch: str, mnem: str) -> Iterator[Sample]:
    for row in match_x86.table(arch, mnem):
        for kinds in product(*row.kinds):
            made = [_x86_operand(arch, mnem, k, i, row.kinds[i], row) for i, k in enumerate(kinds)]
            if row.form.mask == "g":
                at = next(i for i, k in enumerate(kinds) if k in ("xmm", "ymm", "zmm") or k.startswith("vm"))
                made[at] = (made[at][0], made[at][1] + "{k1}")
            text = f"{mnem} {', '.join(t for _, t in made)}".strip()
            if row.form.extended:
                text = "{evex} " + text
            yield Sample(arch, mnem, tuple(o for o, _ in made), text, kinds, row.form.extended, row.form.features)


def _x86_memory(arch: str, kind: str) -> str:
    base = "rbp" if arch == "x86_64" else "ebp"
    return f"[{base}+64]"


def _x86_operand(
    arch: str, mnem: str, kind: str, i: int, kinds: tuple[str, ...], row: match_x86.Row
) -> tuple[Operand, str]:
    gps = GP64 if arch == "x86_64" else GP32
    spec = row.form.ops[i]
    if kind in ("r8", "r16", "r32", "r64"):
        number = spec.fixed.num if spec.fixed else (3, 2, 0)[i] if arch == "x86" and kind == "r8" else gps[i]
        op = R(Phys("gp", number), int(kind[1:]))
        return op, reg_name(arch, Phys("gp", number), int(kind[1:]))
    if kind in ("xmm", "ymm", "zmm"):
        width = {"xmm": 128, "ymm": 256, "zmm": 512}[kind]
        number = spec.fixed.num if spec.fixed else VEC[i]
        return R(Phys("vec", number), width), f"{kind}{number}"
    if kind == "k":
        return R(Phys("mask", MASK[i] + 1), 64), f"k{MASK[i] + 1}"
    if kind in IMMEDIATES:
        return Imm(IMMEDIATES[kind]), str(IMMEDIATES[kind])
    if kind == "label":
        return LabelRef("place"), "place[rip]" if mnem == "lea" and arch == "x86_64" else "place"
    where = _x86_memory(arch, kind)
    if kind.startswith("vm"):
        vector = {"x": "xmm", "y": "ymm", "z": "zmm"}[kind[-1]]
        base = "rbp" if arch == "x86_64" else "ebp"
        memory = Mem(Phys("gp", BASE), 0, Phys("vec", 7), 4, int(kind[2:4]))
        return memory, f"[{base}+{vector}7*4]"
    if kind.startswith("b"):
        whole = next(int(k[1:]) for k in kinds if k[0] == "m")
        width = int(kind[1:])
        return Mem(Phys("gp", BASE), 64, width=width, broadcast=True), f"{where}{{1to{whole // width}}}"
    if kind == "mem":
        return Mem(Phys("gp", BASE), 64), where
    width = int(kind[1:])
    return Mem(Phys("gp", BASE), 64, width=width), f"{SIZES.get(width, '')} ptr {where}".replace("  ", " ")


# --- AArch64 -------------------------------------------------------------------------------------------------------


def _aarch64(mnem: str) -> Iterator[Sample]:
    for row in match_aarch64.table(mnem):
        choices = []
        for patterns, optional in zip(row.patterns, row.optional):
            some = [c for p in patterns for c in _aarch64_choices(p)]
            choices.append(some + ([""] if optional else []))
        for kinds in product(*choices):
            yield _aarch64_sample(row, kinds)


def _aarch64_choices(pattern: str) -> list[str]:
    """A shift pattern stands for one sample per kind of shift."""
    kind, *words = pattern.split(":")
    if kind == "S" and "=" in words[0]:
        name, *amounts = words[0].split("=")
        return [f"!{name}:{amounts[-1]}"]
    if kind in ("S", "E"):
        names = words[:-1] if kind == "S" else words
        return [f"!{name}:3" for name in names]
    return [pattern]


def _aarch64_sample(row: match_aarch64.Row, kinds: tuple[str, ...]) -> Sample:
    grouped = {first + i: (first, count) for first, count in row.groups for i in range(count)}
    ops: list[Operand] = []
    texts: list[str] = []
    for j, kind in enumerate(kinds):
        if not kind:
            continue
        op, text = _aarch64_operand(kind, j + 2, row, ops)
        ops.append(op)
        if j in grouped:
            first, count = grouped[j]
            body, _, lane = text.partition("[")
            if body[0] == "v":
                text = ("{" if j == first else "") + body + ("}" if j == first + count - 1 else "")
                text += f"[{lane}" if lane and j == first + count - 1 else ""
        texts.append(text)
    text = f"{row.mnem} {', '.join(texts)}".strip()
    return Sample("aarch64", row.mnem, tuple(ops), text, tuple(k for k in kinds if k), False, row.features)


def _aarch64_operand(kind: str, number: int, row: match_aarch64.Row, before: list[Operand]) -> tuple[Operand, str]:
    if kind[0] == "!":
        name, _, amount = kind[1:].partition(":")
        return Shift(name, int(amount)), f"{name} #{amount}"
    if kind in ("w", "x", "wsp", "xsp"):
        width = BITS[kind[0]]
        reg = Phys("gp", number)
        return R(reg, width), reg_name("aarch64", reg, width)
    if kind in BITS:
        reg = Phys("vec", number)
        return R(reg, BITS[kind], kind), f"{kind}{number}"
    if kind.startswith("v."):
        shape = kind[2:].removesuffix("lo").replace("[]", "[1]")
        reg = Phys("vec", number)
        return R(reg, 128, shape), f"v{number}.{shape}"
    if kind in ("cond", "cond-"):
        return Cond("hi"), "hi"
    if kind == "label":
        return LabelRef("place"), ":lo12:place" if row.mnem == "add" else "place"
    if kind == "name":
        word = "pldl1keep" if row.mnem.startswith("prf") else {"bti": "c", "isb": "sy"}.get(row.mnem, "ish")
        return LabelRef(word), word
    if kind[0] == "m":
        return _aarch64_memory(kind, row)
    value = _aarch64_immediate(kind, before)
    return Imm(value), f"#{value}"


def _aarch64_immediate(kind: str, before: list[Operand]) -> int:
    name, *numbers = kind.split(":")
    if name == "i":
        low, high, step = (int(n) for n in numbers)
        return low + step if low + step <= high else low
    fixed = {
        "ilog32": 0xFF0,
        "ilog64": 0xFF0,
        "imov32": 0x1234,
        "imov64": 0x1234,
        "iadd": 0x123,
        "ibytes": 0xFF00FF,
    }
    return fixed.get(name, 3)


def _aarch64_memory(kind: str, row: match_aarch64.Row) -> tuple[Operand, str]:
    base, index, width = Phys("gp", 11), Phys("gp", 12), max(row.sizes, default=0)
    name, *numbers = kind.split(":")
    if name == "ml":
        return Mem(None, symbol="place", width=width), "place"
    if name == "mx":
        shift = int(numbers[0])
        tail = f", lsl #{shift}" if shift else ""
        return Mem(base, 0, index, 1 << shift, width), f"[x11, x12{tail}]"
    if name == "mqx":
        return Mem(base, 0, index, width=width, mode="post"), "[x11], x12"
    low, high, step = (int(n) for n in numbers)
    disp = high if low != -256 or step != 1 else -7
    if name == "mo":
        return Mem(base, disp, width=width), f"[x11, #{disp}]" if disp else "[x11]"
    if name == "mp":
        return Mem(base, disp, width=width, mode="pre"), f"[x11, #{disp}]!"
    return Mem(base, disp, width=width, mode="post"), f"[x11], #{disp}"
