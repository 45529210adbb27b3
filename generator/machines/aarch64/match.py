# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms from the rows of the AArch64 table, and operands matched against forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from generator.isa.names import reg_name
from generator.machines.aarch64.facts import facts
from generator.machines.aarch64.features import BASELINE
from generator.machines.table import KINDS, Line, rows
from generator.model import Cond, Form, FormKind, Imm, Mem, Operand, OpSpec, Phys, R, Shift

CONDITIONS = {
    "eq": "Z", "ne": "Z", "cs": "C", "hs": "C", "cc": "C", "lo": "C", "mi": "N", "pl": "N", "vs": "V", "vc": "V",
    "hi": "CZ", "ls": "CZ", "ge": "NV", "lt": "NV", "gt": "NZV", "le": "NZV", "al": "", "nv": "",
}  # fmt: skip
"""Condition → the flags that it reads."""
_SHOWN = {"i": "imm", "S": "shift", "E": "extend", "m": "mem"}
_SAID = {
    "iadd": " 0..4095 (lsl 12)",
    "ilog32": " bitmask",
    "ilog64": " bitmask",
    "imov32": " of one mov",
    "imov64": " of one mov",
    "iwidth32": " 1..32-lsb",
    "iwidth64": " 1..64-lsb",
    "mx": " index",
    "mqx": " post index",
    "ml": " label",
}
_SCALAR = {8: "b", 16: "h", 32: "s", 64: "d", 128: "q"}
_LANES = {"b": 16, "h": 8, "s": 4, "d": 2, "4b": 4, "2h": 4}
_ESIZE = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}


@dataclass(frozen=True, slots=True)
class Row:
    """One expanded row. ``patterns``: the table's kinds of each operand. ``optional``: which operands may be absent."""

    mnem: str
    patterns: tuple[tuple[str, ...], ...]
    access: tuple[str, ...]
    optional: tuple[bool, ...]
    flags_read: frozenset[str]
    flags_written: frozenset[str]
    features: frozenset[str]
    kind: FormKind
    groups: tuple[tuple[int, int], ...]
    sizes: frozenset[int]
    implicit_read: tuple[Phys, ...]
    implicit_write: tuple[Phys, ...]


def _substitute(kind: str, word: str) -> str:
    first, _, second = word.partition(".")
    second = second or first
    if kind in ("v.t", "v.ta"):
        return f"v.{first}"
    if kind == "v.tb":
        return f"v.{second}"
    if kind in ("iright", "ileft"):
        size = min(_ESIZE[first[-1]], _ESIZE[second[-1]])
        return f"i:1:{size}:1" if kind == "iright" else f"i:0:{size - 1}:1"
    return kind


def _expand(mnem: str, line: Line) -> list[Row]:
    spelled, _, arrangements = line.operands.partition("@")
    spelled, _, widths = spelled.partition("#")
    items = spelled.split(",") if spelled else []
    starts, ends = ([n for n, item in enumerate(items) if brace in item] for brace in "{}")
    groups = tuple((first, last - first + 1) for first, last in zip(starts, ends))
    items = [item.strip("{}") for item in items]
    optional = tuple(item[0] == "?" for item in items)
    items = [item.lstrip("?") for item in items]
    access = tuple({"r": "r", "w": "w", "m": "rw", "n": ""}[item[0]] for item in items)
    flags = {word[0]: frozenset(word[1:]) for word in line.flags.split()}
    none = frozenset[str]()
    kind: FormKind = "normal"
    implicit: dict[str, tuple[Phys, ...]] = {"ir": (), "iw": ()}
    for word in line.attributes.split():
        name, _, value = word.partition("=")
        if name in KINDS:
            kind = KINDS[name]
        else:
            implicit[name] += (Phys("gp", int(value)),)
    needs = frozenset(filter(None, line.features.split("+"))) - BASELINE
    sizes = frozenset(int(width) for width in widths.split(".") if width)
    out = []
    for word in arrangements.split("/"):
        patterns = tuple(tuple(_substitute(k, word) if word else k for k in item[1:].split("/")) for item in items)
        out.append(
            Row(mnem, patterns, access, optional, flags.get("r", none), flags.get("w", none), needs, kind, groups,
                sizes, implicit["ir"], implicit["iw"])
        )  # fmt: skip
    return out


@cache
def table(mnem: str) -> tuple[Row, ...]:
    """Every row of one mnemonic. Empty if the table lacks the mnemonic."""
    return tuple(row for line in rows("aarch64").get(mnem, ()) for row in _expand(mnem, line))


def logical_immediate(value: int, size: int) -> bool:
    """True if and, orr, eor of ``size`` (32, 64) bits can encode ``value``: a rotated run of ones, repeated."""
    top = 1 << size
    if not -(top >> 1) <= value < top:
        return False
    value &= top - 1
    if value in (0, top - 1):
        return False
    width = size
    while width > 2:
        half = width >> 1
        low = (1 << half) - 1
        if value & low != (value >> half) & low:
            break
        width, value = half, value & low
    ones = (1 << width) - 1
    rotated = value
    if rotated & 1:
        rotated ^= ones  # if the run wraps round, the zeros are one run
    while rotated & 1 == 0:
        rotated >>= 1
    return rotated & (rotated + 1) == 0


def move_immediate(value: int, size: int) -> bool:
    """True if one movz, movn or orr of ``size`` bits makes ``value``."""
    top = 1 << size
    if not -(top >> 1) <= value < top:
        return False
    value &= top - 1
    for candidate in (value, value ^ (top - 1)):
        if any(candidate & ~(0xFFFF << shift) == 0 for shift in range(0, size, 16)):
            return True
    return logical_immediate(value, size)


def _spelled(op: R) -> str:
    """The table's kind of a register operand."""
    reg = op.reg
    if reg.cls == "gp":
        return {32: "w", 64: "x"}.get(op.width, f"gp{op.width}")
    if op.arrangement is None:
        return _SCALAR.get(op.width, "?")
    return op.arrangement if op.arrangement in _ESIZE else f"v.{op.arrangement}"


def _register(pattern: str, op: R) -> bool:
    reg, spelled = op.reg, _spelled(op)
    if reg.cls == "gp":
        number = reg.num if isinstance(reg, Phys) else 0
        if pattern.endswith("sp"):
            return pattern == spelled + "sp" and number != 32
        return pattern == spelled and number != 31
    if "[" not in pattern:
        return pattern == spelled
    lane = re.match(r"^v\.(\w+)\[(\d+)\]$", spelled)
    want = re.match(r"^v\.(\w+)\[(\d*)\](lo)?$", pattern)
    if lane is None or want is None or lane[1] != want[1]:
        return False
    if want[3] and isinstance(reg, Phys) and reg.num > 15:
        return False
    return lane[2] == want[2] if want[2] else int(lane[2]) < _LANES[want[1]]


def _immediate(pattern: str, value: int, before: Operand | None) -> bool:
    name, *numbers = pattern.split(":")
    if name == "i":
        low, high, step = (int(n) for n in numbers)
        return low <= value <= high and (value - low) % step == 0
    if name.startswith("ilog"):
        return logical_immediate(value, int(name[4:]))
    if name.startswith("imov"):
        return move_immediate(value, int(name[4:]))
    if name.startswith("iwidth"):
        low = before.value if isinstance(before, Imm) else 0
        return 1 <= value <= int(name[6:]) - low
    if name == "iadd":
        return 0 <= value <= 0xFFF or (value & 0xFFF == 0 and 0 <= value <= 0xFFF000)
    if name == "ibytes":
        return 0 <= value < 1 << 64 and all((value >> s) & 255 in (0, 255) for s in range(0, 64, 8))
    return False


def _shift(pattern: str, op: Shift, before: Operand | None) -> bool:
    kind, *words = pattern.split(":")
    if kind == "E":
        return op.kind in words and 0 <= op.amount <= 4
    if kind != "S":
        return False
    if "=" in words[0]:
        name, *amounts = words[0].split("=")
        if isinstance(before, Imm) and name == "lsl" and before.value > 0xFFF and words[0] == "lsl=0=12":
            return False
        return op.kind == name and str(op.amount) in amounts
    return op.kind in words[:-1] and 0 <= op.amount <= int(words[-1])


def _memory(pattern: str, op: Mem, sizes: frozenset[int]) -> bool:
    if op.width and sizes and op.width not in sizes:
        return False
    if op.symbol is not None:
        return pattern == "ml"
    if isinstance(op.base, Phys) and (op.base.num == 32 or op.base.cls != "gp") or op.broadcast:
        return False
    name, *numbers = pattern.split(":")
    if op.index is not None:
        if op.index.cls != "gp" or op.disp or (isinstance(op.index, Phys) and op.index.num == 31):
            return False
        if name == "mqx":
            return op.mode == "post" and op.scale == 1 and not (isinstance(op.index, Phys) and op.index.num == 32)
        return name == "mx" and op.mode == "offset" and op.scale in (1, 1 << int(numbers[0]))
    if name != {"offset": "mo", "pre": "mp", "post": "mq"}[op.mode]:
        return False
    low, high, step = (int(n) for n in numbers)
    return low <= op.disp <= high and (op.disp - low) % step == 0


def _accepts(pattern: str, op: Operand, before: Operand | None, row: Row) -> bool:
    if isinstance(op, R):
        return _register(pattern, op)
    if isinstance(op, Imm):
        return pattern[0] == "i" and _immediate(pattern, op.value, before) or pattern == "name" and 0 <= op.value < 32
    if isinstance(op, Mem):
        return pattern[0] == "m" and _memory(pattern, op, row.sizes)
    if isinstance(op, Shift):
        return pattern[0] in "SE" and _shift(pattern, op, before)
    if isinstance(op, Cond):
        return op.name in CONDITIONS and (pattern == "cond" or pattern == "cond-" and op.name not in ("al", "nv"))
    return pattern in ("label", "name")


def _place(row: Row, ops: tuple[Operand, ...]) -> tuple[int, ...] | None:
    """The index of each given operand among the row's operands. None if the operands do not match."""
    out: list[int] = []
    i = 0
    for j, patterns in enumerate(row.patterns):
        before = ops[i - 1] if i else None
        if i < len(ops) and any(_accepts(p, ops[i], before, row) for p in patterns):
            out.append(j)
            i += 1
        elif not row.optional[j]:
            return None
    return tuple(out) if i == len(ops) else None


def _range(numbers: list[str]) -> str:
    low, high, step = (int(n) for n in numbers)
    if low == high:
        return f" {low}"
    return f" {low}..{high}" + (f" by {step}" if step > 1 else "")


def shown(patterns: tuple[str, ...], ranges: bool = False) -> tuple[str, ...]:
    """The kinds of one operand as :class:`OpSpec` names them. ``ranges`` adds the immediates that can be encoded."""
    out: list[str] = []
    for pattern in patterns:
        head, *numbers = pattern.split(":")
        if numbers or head == "ml" or head == "mqx" or head[0] == "i":
            name = _SHOWN[head[0]]
            if ranges and head in ("i", "mo", "mp", "mq"):
                name += {"mp": " pre", "mq": " post"}.get(head, "") + _range(numbers)
            elif ranges and head in _SAID:
                name += _SAID[head]
        else:
            name = pattern[:-2] if pattern.endswith("]lo") else pattern.rstrip("-")
        if name not in out:
            out.append(name)
    return tuple(out)


@cache
def _form(row: Row, places: tuple[int, ...]) -> Form:
    specs = tuple(
        OpSpec(shown(row.patterns[j]), row.access[j], None, row.patterns[j][0].endswith("]lo")) for j in places
    )
    return Form(
        row.mnem, specs, row.flags_read, row.flags_written, frozenset(), row.implicit_read, row.implicit_write,
        row.features, row.kind, groups=row.groups, facts=facts(row.mnem, specs),
    )  # fmt: skip


def mnemonics() -> Iterable[str]:
    """Every name in the table."""
    return rows("aarch64")


def listed(mnem: str) -> list[tuple[tuple[str, ...], ...]]:
    """The kinds of each operand of each form, with the immediates that can be encoded."""
    return [tuple(shown(patterns, ranges=True) for patterns in row.patterns) for row in table(mnem)]


def describe(op: Operand) -> str:
    """A register or memory operand in the words of a refusal: ``w``, ``v.4s``, ``sp``, ``mem pre -16``."""
    if isinstance(op, Mem):
        where = f"index*{op.scale}" if op.index is not None else f"{op.disp:+d}"
        return f"mem {op.mode} {where}"
    assert isinstance(op, R)
    if isinstance(op.reg, Phys) and op.reg.cls == "gp" and op.reg.num > 30 and op.width in (32, 64):
        return reg_name("aarch64", op.reg, op.width)
    return _spelled(op)


_LOW = frozenset(range(16))


def allowed(form: Form, index: int) -> frozenset[int] | None:
    """The register numbers that operand ``index`` can be; None for any of its class."""
    return _LOW if form.ops[index].low else None


def search(mnem: str, ops: tuple[Operand, ...], extended: bool = False) -> Form | None:
    """The form, or None if no form matches."""
    for row in table(mnem):
        places = _place(row, ops)
        if places is None:
            continue
        form = _form(row, places)
        for op in ops:
            if isinstance(op, Cond):
                form = replace(form, flags_read=form.flags_read | frozenset(CONDITIONS[op.name]))
        return form
    return None
