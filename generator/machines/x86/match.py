# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms from the rows of the x86 table, and operands matched against forms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from generator.isa.names import reg_name
from generator.isa.words import words
from generator.machines.table import KINDS, Line, rows
from generator.machines.x86.facts import facts
from generator.machines.x86.features import BASELINE
from generator.model import Form, FormKind, Imm, LabelRef, Mem, Operand, OpSpec, Phys, R, VReg

_V = (
    {"rv": "r16", "mv": "m16", "immv": "imm16", "axv": "ax", "dxv": "dx"},
    {"rv": "r32", "mv": "m32", "immv": "imm32", "axv": "eax", "dxv": "edx"},
    {"rv": "r64", "mv": "m64", "immv": "imms32", "axv": "rax", "dxv": "rdx"},
)
_Y = ({"ry": "r32", "my": "m32", "dxy": "edx"}, {"ry": "r64", "my": "m64", "dxy": "rdx"})
_VEC = ("xmm", "ymm", "zmm")
_XYZ = tuple(
    {
        "xyz": _VEC[i], "xy": _VEC[i], "mxyz": f"m{128 << i}", "mxy": f"m{128 << i}",
        "xxy": ("xmm", "xmm", "ymm")[i], "mxxy": f"m{64 << i}", "xxx": "xmm", "mxxx": f"m{32 << i}",
    }
    for i in range(3)
)  # fmt: skip
_NUMBERS = {"ax": 0, "al": 0, "ah": 0, "cx": 1, "cl": 1, "dx": 2, "bx": 3, "sp": 4, "bp": 5, "si": 6, "di": 7}
_RANGES = {
    "imm4": (0, 15),
    "imm8": (-128, 255),
    "imms8": (-128, 127),
    "imm16": (-0x8000, 0xFFFF),
    "immu16": (0, 0xFFFF),
    "imm32": (-0x80000000, 0xFFFFFFFF),
    "imms32": (-0x80000000, 0x7FFFFFFF),
    "imm64": (-0x8000000000000000, 0xFFFFFFFFFFFFFFFF),
}
_BITS = {"xmm": 128, "ymm": 256, "zmm": 512}
_FLAG = {"C": "CF", "P": "PF", "A": "AF", "Z": "ZF", "S": "SF", "O": "OF", "D": "DF"}
_ROTATIONS = words("rol ror rcl rcr")
_COUNTED = words("shl sal shr sar shld shrd") | _ROTATIONS


@dataclass(frozen=True, slots=True)
class Row:
    """One expanded row: its form, and the kinds of each explicit operand."""

    form: Form
    kinds: tuple[tuple[str, ...], ...]


def _physical(kind: str) -> Phys:
    """``eax`` ``zdi`` ``mem(ds:zax)`` ``xmm0`` → the register (of any width)."""
    inside = re.search(r"\(\w\w:(\w+)\)", kind)
    name = inside[1] if inside else kind
    if name.startswith("xmm"):
        return Phys("vec", int(name[3:]))
    return Phys("gp", _NUMBERS[name[-2:]])


def _steps(text: str) -> list[dict[str, str]]:
    """The substitutions that a row's stepping kinds ask for."""
    words = set(re.findall(r"[a-z0-9]+", text))
    out: list[dict[str, str]] = [{}]
    found = [w[1:] for w in words if w[:1] in "rwmn"] + list(words)
    if any(w in ("rv", "mv", "axv", "dxv") for w in found):
        out = [dict(o, **v) for o in out for v in _V]
    if any(w in ("ry", "my", "dxy") for w in found):
        out = [dict(o, **y) for o in out for y in _Y]
    if any(w in ("xyz", "mxyz", "xxy", "mxxy", "xxx", "mxxx") for w in found):
        out = [dict(o, **x) for o in out for x in _XYZ]
    elif any(w in ("xy", "mxy") for w in found):
        out = [dict(o, **x) for o in out for x in _XYZ[:2]]
    return out


def _flags(text: str) -> dict[str, frozenset[str]]:
    out = {"r": frozenset[str](), "w": frozenset[str](), "u": frozenset[str]()}
    for word in text.split():
        out[word[0]] = frozenset(_FLAG[c] for c in word[1:])
    return out


def _expand(arch: str, mnem: str, line: Line) -> list[Row]:
    operands, flags, feature_text, attributes = line
    if ("x" in attributes and arch != "x86") or ("q" in attributes and arch == "x86"):
        return []
    how = _flags(flags)
    kind: FormKind = next((KINDS[c] for c in attributes if c in KINDS), "normal")
    mask = next(({"k": "k", "z": "kz", "d": "d", "g": "g"}[c] for c in attributes if c in "kzdg"), "")
    evex = "e" in attributes
    out = []
    for step in _steps(operands):
        specs: list[OpSpec] = []
        read: list[Phys] = []
        written: list[Phys] = []
        for item in filter(None, operands.split(",")):
            access = {"r": "r", "w": "w", "m": "rw", "n": ""}[item[0]]
            body = item[1:]
            if body.startswith("<"):
                name = body[1:-1]
                reg = _physical(step.get(name, name))
                if item == "r<xmm0>":  # an explicit operand, which the allocator puts in xmm0
                    specs.append(OpSpec(("xmm",), access, reg))
                elif "r" in access or "(" in name:
                    read.append(reg)
                if "w" in access and "(" not in name:
                    written.append(reg)
                continue
            kinds = tuple(step.get(k, k) for k in body.split("/"))
            fixed = Phys("gp", 1) if kinds == ("cl",) else None
            specs.append(OpSpec(("r8",) if fixed else kinds, access, fixed))
        every = [k for s in specs for k in s.kinds]
        if arch == "x86" and any(k == "r64" for k in every):
            continue
        if arch == "x86" and any(p.num == 0 and step.get("axv") == "rax" for p in read):
            continue
        needs = {f for f in feature_text.split("+") if f}
        if "l" in attributes and not any(k in ("zmm", "m512", "vm32z", "vm64z") for k in every):
            needs.add("avx512vl")
        form = Form(
            mnem, tuple(specs), how["r"], how["w"], how["u"], tuple(read), tuple(written),
            frozenset(needs - BASELINE[arch]), kind, evex, mask,
            facts=facts(mnem, tuple(specs), evex, how["r"] | how["w"] | how["u"]),
        )  # fmt: skip
        out.append(Row(form, tuple(s.kinds for s in specs)))
    return out


@cache
def table(arch: str, mnem: str) -> tuple[Row, ...]:
    """Every form of one mnemonic on ``x86_64`` or ``x86``. Empty if the table lacks the mnemonic."""
    return tuple(row for line in rows("x86").get(mnem, ()) for row in _expand(arch, mnem, line))


def _high(op: Operand) -> bool:
    return isinstance(op, R) and isinstance(op.reg, Phys) and op.reg.cls == "vec" and op.reg.num > 15


def _register(kind: str, op: R, spec: OpSpec) -> bool:
    reg = op.reg
    if reg.cls == "gp":
        if kind[0] != "r" or kind[1:] != str(op.width):
            return False
        return spec.fixed is None or isinstance(reg, VReg) or reg == spec.fixed
    if reg.cls == "vec":
        return _BITS.get(kind) == op.width and (spec.fixed is None or isinstance(reg, VReg) or reg == spec.fixed)
    return kind == "k"


def _memory(kind: str, op: Mem) -> bool:
    vector = op.index is not None and op.index.cls == "vec"
    if kind.startswith("vm"):
        return vector and op.width in (0, int(kind[2:4])) and op.scale in (1, 2, 4, 8)
    if vector or op.mode != "offset" or op.scale not in (1, 2, 4, 8) or not -0x80000000 <= op.disp <= 0x7FFFFFFF:
        return False
    if isinstance(op.index, Phys) and op.index.num == 4:
        return False
    if op.broadcast:
        return kind[0] == "b" and kind[1:] in (str(op.width), "" if op.width else kind[1:])
    if kind == "mem":
        return True
    return kind[0] == "m" and kind[1:].isdigit() and (op.width == 0 or kind[1:] == str(op.width))


def _accepts(kind: str, op: Operand, spec: OpSpec, row: Row, last: bool) -> bool:
    if isinstance(op, R):
        return _register(kind, op, spec)
    if isinstance(op, Mem):
        return _memory(kind, op)
    if isinstance(op, Imm):
        if kind not in _RANGES:
            return False
        low, high = _RANGES[kind]
        if last and row.form.mnem in _COUNTED or row.form.mnem == "rorx":
            first = row.form.ops[0].kinds[0]
            low, high = 0, int(first[1:]) - 1
        return low <= op.value <= high
    if isinstance(op, LabelRef):
        return kind == "label"
    return False


def _matches(row: Row, ops: tuple[Operand, ...]) -> bool:
    if len(ops) != len(row.kinds):
        return False
    left = len(ops)
    for op, kinds, spec in zip(ops, row.kinds, row.form.ops):
        left -= 1
        for kind in kinds:
            if _accepts(kind, op, spec, row, not left):
                break
        else:
            return False
    return row.form.extended or not any([_high(op) for op in ops])


def _sizes(row: Row, ops: tuple[Operand, ...]) -> tuple[str, ...]:
    """The memory sizes that a row gives operands of unstated width."""
    out = []
    for op, kinds in zip(ops, row.kinds):
        if isinstance(op, Mem) and op.width == 0 and not op.broadcast:
            out.append("/".join(k for k in kinds if k[0] == "m"))
    return tuple(out)


def _counted(form: Form, ops: tuple[Operand, ...]) -> Form:
    """The flags of shifts and rotations, which depend on the count."""
    mnem, last = form.mnem, ops[-1]
    everything = form.flags_written | form.flags_undefined
    none: frozenset[str] = frozenset()
    if not isinstance(last, Imm):
        # A count of zero keeps the flags: they are not surely written, and afterwards no reader may trust them.
        return replace(form, flags_written=none, flags_undefined=everything)
    if last.value == 0:
        return replace(form, flags_read=none, flags_written=none, flags_undefined=none)
    undefined = set() if mnem in _ROTATIONS else {"AF"}
    if last.value != 1:
        undefined.add("OF")
    return replace(form, flags_written=everything - undefined, flags_undefined=frozenset(undefined))


def mnemonics() -> Iterable[str]:
    """Every name in the table."""
    return rows("x86")


def listed(arch: str, mnem: str) -> list[tuple[tuple[str, ...], ...]]:
    """The kinds of each operand of each form. A fixed register appears by its name."""
    return [_spelled(row) for row in table(arch, mnem)]


def _spelled(row: Row) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (reg_name("x86_64", spec.fixed, 8 if spec.fixed.cls == "gp" else 128),) if spec.fixed else kinds
        for kinds, spec in zip(row.kinds, row.form.ops)
    )


def describe(op: Operand) -> str:
    """A register or memory operand in the words of a refusal: ``r32``, ``xmm``, ``m64``."""
    if isinstance(op, Mem):
        return f"{'b' if op.broadcast else 'm'}{op.width or ''}"
    assert isinstance(op, R)
    if op.reg.cls == "gp":
        return f"r{op.width}"
    return "k" if op.reg.cls == "mask" else {128: "xmm", 256: "ymm", 512: "zmm"}.get(op.width, f"vec{op.width}")


_FIRST = {n: frozenset(range(n)) for n in (4, 8, 16)}


def allowed(arch: str, form: Form, index: int) -> frozenset[int] | None:
    """The register numbers that operand ``index`` can be; None for any of its class.

    32-bit code: byte registers are eax ecx edx ebx, vector registers 0-7. 64-bit code: vector registers 0-15 unless the
    form is an EVEX one.
    """
    kinds = form.ops[index].kinds
    vector = any(kind in _BITS for kind in kinds)
    if arch == "x86":
        if "r8" in kinds:
            return _FIRST[4]
        return _FIRST[8] if vector else None
    return _FIRST[16] if vector and not form.extended else None


def search(arch: str, mnem: str, ops: tuple[Operand, ...], evex: bool) -> Form | str | None:
    """The form; a text saying why the operands are ambiguous; or None if no form matches."""
    found = [row for row in table(arch, mnem) if _matches(row, ops)]
    if not found:
        return None
    if len({_sizes(row, ops) for row in found}) > 1:
        return "the memory operand's width decides between forms and is not given"
    preferred = [row for row in found if row.form.extended == evex] or found
    form = preferred[0].form
    return _counted(form, ops) if mnem in _COUNTED else form
