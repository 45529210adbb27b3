# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Look an instruction up: its existence with given operands, its reads and writes, and the features that it needs."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from itertools import product

from generator.isa.machine import machine, machines, tag
from generator.model import Cond, Form, Imm, LabelRef, Mem, Operand, Phys, R, Shift, VReg

__all__ = ["NoSuchForm", "allowed", "exists", "find", "known_mnemonics", "limits"]

_LISTED = 12
"""The number of forms that a refusal lists. The refusal then counts the others."""

_Key = tuple[object, ...]
_found: dict[_Key, Form | str] = {}


class NoSuchForm(Exception):
    """The instruction does not exist with these operands. The text lists the forms that exist."""


def _tag(reg: VReg | Phys) -> int:
    return tag(reg) if type(reg) is Phys else -1


def _shape(op: Operand) -> object:
    """The properties of an operand that the result of a lookup depends on. Registers of one shape share them."""
    kind = type(op)
    if kind is Imm:
        return op.value  # type: ignore[union-attr]
    if isinstance(op, R):
        if op.shape is None:
            object.__setattr__(op, "shape", (op.reg.cls, op.width, op.arrangement, _tag(op.reg)))
        return op.shape
    if isinstance(op, Mem):
        base, index = op.base, op.index
        indexed = None if index is None else (index.cls, _tag(index))
        return (
            op.width, op.disp, None if base is None else _tag(base), indexed,
            op.scale, op.mode, op.broadcast, op.symbol is None,
        )  # fmt: skip
    if isinstance(op, Shift):
        return (op.kind, op.amount)
    if isinstance(op, Cond):
        return op.name
    return LabelRef


def find(arch: str, mnem: str, ops: tuple[Operand, ...], extended: bool = False) -> Form:
    """The form of ``mnem`` that takes ``ops``, on the machine called ``arch``.

    Widths are exact (``R.width``, ``Mem.width``; a memory width of 0 stands for the only possible width). Immediates
    and offsets must be encodable. The plain form wins over an extended one, unless ``extended`` requests the extended
    form or a register needs that form. Raises NoSuchForm.
    """
    found = _lookup(arch, mnem, ops, extended)
    if isinstance(found, Form):
        return found
    raise NoSuchForm(_refusal(arch, mnem, ops, found))


def exists(arch: str, mnem: str, ops: tuple[Operand, ...], extended: bool = False) -> Form | None:
    """The result of :func:`find`, or None. Callers that expect failure save the work for the refusal's text."""
    found = _lookup(arch, mnem, ops, extended)
    return found if isinstance(found, Form) else None


def _lookup(arch: str, mnem: str, ops: tuple[Operand, ...], extended: bool) -> Form | str:
    key = (arch, mnem, extended, *[type(op) is R and op.shape or _shape(op) for op in ops])
    found = _found.get(key)
    if found is None:
        found = _found[key] = _search(arch, mnem, ops, extended)
    return found


def _search(arch: str, mnem: str, ops: tuple[Operand, ...], extended: bool) -> Form | str:
    """The form, or the fault of the operands in words ("" for no details)."""
    known = [one for one in machines() if one.arch == arch]
    if not known:
        raise NoSuchForm(f"{arch}: no such architecture; there are {', '.join(one.arch for one in machines())}")
    return known[0].search(mnem, ops, extended) or ""


def _refusal(arch: str, mnem: str, ops: tuple[Operand, ...], found: str) -> str:
    """The refusal: the instruction with its operands, the reason, and the forms that exist."""
    has = [_alternatives(kinds) for kinds in machine(arch).listed(mnem)]
    given = f"{mnem} {', '.join(describe(arch, op) for op in ops)}".rstrip()
    if not has:
        near = get_close_matches(mnem, known_mnemonics(arch), 5, 0.6)
        hint = f"; near it are {', '.join(near)}" if near else ""
        return f"{given}: no such instruction on {arch}{hint}"
    return f"{given}: {found or 'no such form'}; {arch} has {_listing(mnem, has, arch, ops)}"


def _alternatives(kinds: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    return list(product(*kinds))


def _listing(mnem: str, has: list[list[tuple[str, ...]]], arch: str, ops: tuple[Operand, ...]) -> str:
    """The forms, those most like the operands first."""
    given = [describe(arch, op).split(" ")[0] for op in ops]
    unique = list(dict.fromkeys(form for row in has for form in row))

    def unlike(form: tuple[str, ...]) -> int:
        """The first operand counts most, because it tells the author's intention."""
        wrong = sum((4 if i == 0 else 1) for i, (a, b) in enumerate(zip(form, given)) if not a.startswith(b))
        return abs(len(form) - len(given)) * 4 + wrong

    texts = [",".join(form) for form in sorted(unique, key=unlike)]
    more = f" | … {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
    return " | ".join([f"{mnem} {texts[0]}".rstrip(), *texts[1:_LISTED]]) + more


def describe(arch: str, op: Operand) -> str:
    """An operand in the words of a refusal: ``r32``, ``xmm``, ``m64``, ``imm 300``, ``v.4s``, ``sp``."""
    if isinstance(op, (R, Mem)):
        return machine(arch).describe(op)
    if isinstance(op, Imm):
        return f"imm {op.value:#x}" if abs(op.value) > 9 else f"imm {op.value}"
    if isinstance(op, Shift):
        return f"shift {op.kind} {op.amount}"
    if isinstance(op, Cond):
        return f"cond {op.name}"
    return "label"


@cache
def known_mnemonics(arch: str) -> tuple[str, ...]:
    """Every mnemonic of the architecture's table, sorted."""
    return tuple(sorted(machine(arch).mnemonics()))


@cache
def limits(form: Form, arch: str) -> tuple[frozenset[int] | None, ...] | None:
    """:func:`allowed` of each operand; None if none is limited."""
    found = tuple(allowed(form, index, arch) for index in range(len(form.ops)))
    return found if any(one is not None for one in found) else None


def allowed(form: Form, index: int, arch: str) -> frozenset[int] | None:
    """The register numbers that operand ``index`` of ``form`` can be, None for any of its class. A fixed register
    is the only one allowed."""
    spec = form.ops[index]
    return frozenset({spec.fixed.num}) if spec.fixed is not None else machine(arch).allowed(form, index)
