# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The instructions of the toy machine.

A line is a mnemonic and its operands, each with its access (``r``, ``w``) and its kind: ``g`` a general register, ``v``
a vector register, ``i`` an immediate, ``m32`` and ``m128`` memory at a register and a displacement, ``label``.
"""

from __future__ import annotations

from generator.model import Facts, Form, FormKind, Imm, LabelRef, Mem, Operand, OpSpec, R

ROWS = """
set wg ri
same wg rg
same wv rv
get wg rm32
get wv rm128
put rg wm32
put rv wm128
sum wg rg rg
sum wg rg ri
sum wv rv rv
dif wg rg rg
dif wg rg ri
dif wv rv rv
both wg rg rg
both wg rg ri
both wv rv rv
any wg rg rg
any wg rg ri
any wv rv rv
odd wg rg rg
odd wg rg ri
odd wv rv rv
turn wg rg ri
turn wv rv ri
over wg rg rg
where wg rlabel
weigh rg rg
weigh rg ri
when.same rlabel
when.other rlabel
when.less rlabel
when.more rlabel
go rlabel
back
"""
EQUAL, LESS = "E", "L"
FLAGS = {"when.same": EQUAL, "when.other": EQUAL, "when.less": LESS, "when.more": LESS}
KINDS: dict[str, FormKind] = {**dict.fromkeys(FLAGS, "branch"), "go": "jump", "back": "ret"}
MOVES = ("same", "get", "put")
SLOW = {"over": "the quotient comes bit by bit"}
FURTHEST = 1 << 15
"""Displacements are signed and have 16 bits."""


def _form(line: str) -> Form:
    mnem, *operands = line.split()
    specs = tuple(OpSpec((text[1:],), text[0]) for text in operands)
    return Form(
        mnem,
        specs,
        flags_read=frozenset(FLAGS.get(mnem, "")),
        flags_written=frozenset({EQUAL, LESS}) if mnem == "weigh" else frozenset(),
        kind=KINDS.get(mnem, "normal"),
        facts=Facts(
            moves_whole=mnem in MOVES,
            adds={"sum": 1, "dif": -1}.get(mnem, 0),
            variable_time=SLOW.get(mnem, ""),
        ),
    )


TABLE: dict[str, list[Form]] = {}
for _line in ROWS.split("\n"):
    if _line:
        TABLE.setdefault(_line.split()[0], []).append(_form(_line))


def kind(op: Operand) -> str:
    """The kind of an operand in the table's words; "?" for one that no instruction takes."""
    if isinstance(op, R):
        return {("gp", 32): "g", ("vec", 128): "v"}.get((op.reg.cls, op.width), "?")
    if isinstance(op, Imm):
        return "i" if -(1 << 31) <= op.value < 1 << 32 else "?"
    if isinstance(op, Mem):
        plain = op.index is None and op.symbol is None and op.mode == "offset" and -FURTHEST <= op.disp < FURTHEST
        return f"m{op.width}" if plain else "?"
    return "label" if isinstance(op, LabelRef) else "?"


def search(mnem: str, ops: tuple[Operand, ...], extended: bool) -> Form | None:
    kinds = [kind(op) for op in ops]
    return next((form for form in TABLE.get(mnem, ()) if [spec.kinds[0] for spec in form.ops] == kinds), None)


def listed(mnem: str) -> list[tuple[tuple[str, ...], ...]]:
    return [tuple(spec.kinds for spec in form.ops) for form in TABLE.get(mnem, ())]
