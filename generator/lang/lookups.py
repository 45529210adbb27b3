# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Mask the indexes of lookups that may be from 16 to 127. Instruction sets differ on these.

An index is fine if no byte has one of the bits 4 to 6: such a byte is below 16, or has bit 7. The bits that bytes of a
vector may have follow from constants, masks and shifts, along every path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.lang.values import Op, Type, Val, changeable
from generator.model import Src

ALL, FINE = 0xFF, 0x8F
_SAME = (
    "copy", "or", "xor", "vshl_bytes", "vshr_bytes", "vext", "vshuffle", "vunpack_low", "vunpack_high", "vextract",
    "vinsert", "vfollow", "vblocks_even", "vblocks_odd", "vtranspose_blocks",
)  # fmt: skip
"""Operations whose bytes are those of their operands, or zeros."""
Bits = dict[int, int]  # id of a vector → the bits that its bytes may have; others: all bits


def _joined(masks: Sequence[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out


def _moved(op: Op, mask: int) -> int:
    """The bits of lanes shifted to the right (``vshr``) or to the left. Lanes above 8 bits shift into other bytes."""
    lane: int = op.attrs["lane"]
    count: int = op.attrs["bits"]
    count = count if op.name == "vshr" else -count
    if lane == 8:
        return mask >> count if count >= 0 else mask << -count & ALL
    turn = count % 8
    return mask >> turn | mask << 8 - turn & ALL


def _below(masks: Sequence[int]) -> int:
    """The bits of the smaller one of unsigned bytes."""
    return (1 << min(masks).bit_length()) - 1


_RULES: Mapping[str, Callable[[Op, Sequence[int]], int]] = {
    **dict.fromkeys(_SAME, lambda op, masks: _joined(masks)),
    "and": lambda op, masks: masks[0] & masks[1],
    "vzero": lambda op, masks: 0,
    "vconst": lambda op, masks: _joined([*op.attrs["data"]]),
    "vlookup": lambda op, masks: masks[0],
    "vblend": lambda op, masks: masks[1] | masks[2],
    "vshr": lambda op, masks: _moved(op, masks[0]),
    "vshl": lambda op, masks: _moved(op, masks[0]),
    "vmin": lambda op, masks: _below(masks) if op.attrs["lane"] == 8 and not op.attrs["signed"] else ALL,
}


def _step(op: Op, bits: Bits, tables: Mapping[int, int]) -> None:
    vectors = [arg for arg in op.args if isinstance(arg, Val) and arg.type.cls == "vec"]
    if op.name in ("vload", "vblock") and op.args[0].id in tables:
        made = tables[op.args[0].id]
    elif op.name in _RULES and (vectors or op.name in ("vzero", "vconst")):
        made = _RULES[op.name](op, [bits.get(val.id, ALL) for val in vectors])
    else:
        made = ALL
    for val in changeable(op):
        bits[val.id] = made


def _tables(ops: Sequence[Op]) -> Bits:
    """Id of a pointer → the bits of the bytes of all tables that the pointer may belong to. Other pointers are left
    out."""
    made: dict[int, list[Op]] = {}
    for op in ops:
        for val in changeable(op):
            if val.type.name == "ptr":
                made.setdefault(val.id, []).append(op)
    found, before = {id_: 0 for id_ in made}, {-1: 0}
    while found != before:
        before = found
        found = {id_: mask for id_ in before if (mask := _joined([_held(op, before) for op in made[id_]])) <= ALL}
    return found


def _held(op: Op, known: Bits) -> int:
    """The bits of the bytes of a table. More than ALL if the pointer may belong to other memory."""
    if op.name == "table":
        mask = _joined([value % (1 << 8 * op.attrs["element"]) for value in op.attrs["values"]])
        return _joined([*mask.to_bytes(op.attrs["element"], "little")])
    pointers = [arg for arg in op.args if isinstance(arg, Val) and arg.type.name == "ptr"]
    if op.name in ("add", "sub", "copy") and len(pointers) == 1:
        return known.get(pointers[0].id, ALL + 1)
    return ALL + 1


def masked(ops: Sequence[Op], value: Callable[[Type, str, Src], Val]) -> list[Op]:
    """The operations, where a lookup whose index may have one of the bits 4 to 6 reads the index without these bits.
    ``value``: makes a variable."""
    open_ = _unsure(ops) if any(op.name == "vlookup" for op in ops) else set()
    out: list[Op] = []
    for op in ops:
        if id(op) in open_:
            (dst,), (table, index) = op.dst, op.args
            bits, fine = (value(dst.type, name, op.src) for name in ("bits", "index"))
            out.append(Op("vconst", (bits,), (), op.src, {"data": bytes([FINE] * 16)}))
            out.append(Op("and", (fine,), (index, bits), op.src))
            op = Op("vlookup", (dst,), (table, fine), op.src, {"masked": True})
        out.append(op)
    return out


def _unsure(ops: Sequence[Op]) -> set[int]:
    """The identities of the lookups whose indexes may be from 16 to 127."""
    tables, heads = _tables(ops), dict[str, Bits]()
    out: set[int] = set()
    changed = True
    while changed:
        changed, out = False, set()
        bits: Bits | None = {}
        for op in ops:
            if op.name == "label":
                changed |= bits is not None and _meet(heads, op.args[0], bits)
                bits = dict(heads[op.args[0]]) if op.args[0] in heads else None
                continue
            if bits is None:
                continue
            if op.name == "vlookup" and bits.get(op.args[1].id, ALL) & ~FINE:
                out.add(id(op))
            _step(op, bits, tables)
            for goal in (arg for arg in op.args if isinstance(arg, str)):
                changed |= _meet(heads, goal, bits)
            if op.name == "jump":
                bits = None
    return out


def _meet(heads: dict[str, Bits], label: str, bits: Bits) -> bool:
    """Join the bits at a way to a label with those of the other ways. True if the label's change."""
    before = heads.get(label)
    if before is None:
        heads[label] = dict(bits)
        return True
    after = {id_: mask | bits[id_] for id_, mask in before.items() if id_ in bits}
    heads[label] = after
    return after != before
