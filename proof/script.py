# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A recorded script as a program: what each recorded operation does to the values and to memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from generator.lang.ternary import Expr
from generator.lang.values import Condition, Op, Val
from proof.conditions import eq, slt, ult
from proof.graph import EXIT, Cell, Goal, State
from proof.lanes import lanewise, mul52, opaque
from proof.memory import DATA, Map, NoProof, contents, load, read_data, store
from proof.shared import by_block, inserted, linked, lookup, pointers
from proof.terms import (
    Term,
    add,
    band,
    bnot,
    bor,
    bswap,
    bxor,
    concat,
    const,
    extract,
    ite,
    mul,
    permuted,
    rotl,
    scaled,
    sext,
    shl,
    shr,
    sub,
    sym,
    vshift,
    zext,
)

RESULT: Cell = ("result",)
GO = const(1, 1)
BLOCK = 128


class Script:
    """One recording. ``map`` names the regions of memory."""

    name = "script"

    def __init__(self, ops: Sequence[Op], memory: Map, word: int, keys_first: bool) -> None:
        self.ops = [op for op in ops if op.name not in ("note", "seam")]
        self.map, self.word, self.keys_first = memory, word, keys_first
        self.labels = {op.args[0]: n for n, op in enumerate(self.ops) if op.name == "label"}

    # -- flow ------------------------------------------------------------------------------------------------------

    def _next(self, place: int) -> int:
        return place + 1 if place + 1 < len(self.ops) else EXIT

    def goals(self, place: int) -> tuple[int, ...]:
        op = self.ops[place]
        if op.name == "jump":
            return (self.labels[op.args[0]],)
        if op.name in ("branch", "loop_end"):
            return self._next(place), self.labels[op.args[1]]
        return (self._next(place),)

    def step(self, place: int, state: State) -> list[Goal]:
        op = self.ops[place]
        if op.name == "jump":
            return [(GO, self.labels[op.args[0]])]
        if op.name == "branch":
            cond = self.condition(state, op.args[0])
            return [(bnot(cond), self._next(place)), (cond, self.labels[op.args[1]])]
        if op.name == "loop_end":
            left = sub(self.value(state, op.args[0]), const(op.args[0].type.bits, 1))
            self.put(state, op.dst[0], left)
            done = eq(left, const(left.w, 0))
            return [(done, self._next(place)), (bnot(done), self.labels[op.args[1]])]
        rule = getattr(self, f"w_{op.name}", None)
        if rule is None:
            raise NoProof(f"{op.src}: no meaning of the operation {op.name} yet")
        rule(state, op)
        return [(GO, self._next(place))]

    def read(self, state: State, cell: Cell, w: int) -> Term | None:
        found = state.get(cell)
        return found if found is not None and found.w == w else None

    # -- values ----------------------------------------------------------------------------------------------------

    def value(self, state: State, arg: Any, bits: int = 0) -> Term:
        if isinstance(arg, int):
            return const(bits, arg)
        assert isinstance(arg, Val)
        found = state.get(("s", arg.id))
        if found is None:
            raise NoProof(f"the script reads {arg.name}, which has no value on some way")
        return found

    def put(self, state: State, dst: Val, value: Term) -> None:
        assert value.w == dst.type.bits, (dst, value.w)
        state["s", dst.id] = value

    def args(self, state: State, op: Op) -> list[Term]:
        return [self.value(state, arg, op.dst[0].type.bits) for arg in op.args]

    def condition(self, state: State, cond: Condition) -> Term:
        x = self.value(state, cond.x)
        y = self.value(state, cond.y, x.w)
        made = {"eq": eq, "ne": eq, "slt": slt, "sge": slt, "lt": ult, "ge": ult}[cond.kind](x, y)
        return bnot(made) if cond.kind in ("ne", "sge", "ge") else made

    # -- words -----------------------------------------------------------------------------------------------------

    def w_label(self, state: State, op: Op) -> None:
        pass

    def w_add(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], add(*self.args(state, op)))

    def w_sub(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], sub(*self.args(state, op)))

    def w_mul(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], mul(*self.args(state, op)))

    def w_mul_wide(self, state: State, op: Op) -> None:
        x, y = self.args(state, op)
        made = mul(zext(2 * x.w, x), zext(2 * x.w, y))
        self.put(state, op.dst[0], extract(x.w - 1, 0, made))
        self.put(state, op.dst[1], extract(2 * x.w - 1, x.w, made))

    def _logic(self, state: State, op: Op, rule: Callable[[Term, Term], Term]) -> None:
        x, y = self.args(state, op)
        self.put(state, op.dst[0], rule(x, y))

    def w_xor(self, state: State, op: Op) -> None:
        self._logic(state, op, bxor)

    def w_and(self, state: State, op: Op) -> None:
        self._logic(state, op, band)

    def w_or(self, state: State, op: Op) -> None:
        self._logic(state, op, bor)

    def w_andn(self, state: State, op: Op) -> None:
        self._logic(state, op, lambda x, y: band(x, bnot(y)))

    def w_orn(self, state: State, op: Op) -> None:
        self._logic(state, op, lambda x, y: bor(x, bnot(y)))

    def w_not(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], bnot(self.args(state, op)[0]))

    def w_bswap(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], bswap(self.args(state, op)[0]))

    def w_rotl(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], rotl(self.args(state, op)[0], op.attrs["bits"]))

    def w_shl(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], shl(self.args(state, op)[0], op.attrs["bits"]))

    def w_shr(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], shr(self.args(state, op)[0], op.attrs["bits"]))

    def w_rotations(self, state: State, op: Op) -> None:
        (x,) = self.args(state, op)
        terms = [rotl(x, x.w - bits) for bits in op.attrs["right"]]
        if op.attrs["shift"]:
            terms.append(shr(x, op.attrs["shift"]))
        self.put(state, op.dst[0], reduce(bxor, terms))

    def tree(self, expr: Expr, inputs: Sequence[Term]) -> Term:
        if not expr.args:
            return inputs["xyz".index(expr.op)]
        values = [self.tree(arg, inputs) for arg in expr.args]
        if expr.op == "not":
            return bnot(values[0])
        return {"and": band, "or": bor, "xor": bxor}[expr.op](*values)

    def w_ternary(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], self.tree(op.attrs["parts"][0], self.args(state, op)))

    def w_add_ternary(self, state: State, op: Op) -> None:
        acc, *inputs = self.args(state, op)
        parts = reduce(bor, (self.tree(part, inputs) for part in op.attrs["parts"]))
        lane = op.attrs.get("lane")
        self.put(state, op.dst[0], lanewise("vadd", lane, acc, parts) if lane else add(acc, parts))

    def w_const(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], self.args(state, op)[0])

    w_copy = w_const

    def w_zext(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], zext(op.dst[0].type.bits, self.value(state, op.args[0])))

    def w_sext(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], sext(op.dst[0].type.bits, self.value(state, op.args[0])))

    def w_trunc(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], extract(op.dst[0].type.bits - 1, 0, self.value(state, op.args[0])))

    def w_select(self, state: State, op: Op) -> None:
        bits = op.dst[0].type.bits
        x, y = (self.value(state, arg, bits) for arg in op.args[1:])
        self.put(state, op.dst[0], ite(self.condition(state, op.args[0]), x, y))

    def _link(self, state: State, op: Op, sign: int) -> None:
        bits = op.dst[0].type.bits
        x, y = (self.value(state, arg, bits) for arg in op.args[:2])
        before = [zext(bits, extract(0, 0, self.value(state, arg))) for arg in op.args[2:] if arg is not None]
        total, out = linked(x, y, before[0] if before else None, sign)
        self.put(state, op.dst[0], total)
        self.put(state, op.dst[1], zext(32, out))

    def w_add_carry(self, state: State, op: Op) -> None:
        self._link(state, op, 1)

    def w_sub_borrow(self, state: State, op: Op) -> None:
        self._link(state, op, -1)

    def w_ret(self, state: State, op: Op) -> None:
        state[RESULT] = self.value(state, op.args[0])

    def w_asm(self, state: State, op: Op) -> None:
        """An instruction that the script names. Both sides share its function."""
        name, args = op.attrs["mnem"], op.args
        if name == "movd" and isinstance(args[0], Val) and isinstance(args[1], Op):
            self.put(state, args[0], zext(BLOCK, self.load(state, self.address(state, args[1]), 32)))
        elif name == "movd" and isinstance(args[0], Op) and isinstance(args[1], Val):
            self.store(state, self.address(state, args[0]), extract(31, 0, self.value(state, args[1])))
        elif name.startswith(("sha1", "sha256")) and all(isinstance(arg, (Val, int)) for arg in args):
            vals = [self.value(state, arg) for arg in args if isinstance(arg, Val)]
            numbers = [arg for arg in args if isinstance(arg, int)]
            self.put(state, args[0], opaque(" ".join([name, *map(str, numbers)]), BLOCK, *vals))
        else:
            raise NoProof(f"{op.src}: no meaning of the script's own {name} yet")

    # -- memory ----------------------------------------------------------------------------------------------------

    def address(self, state: State, op: Op) -> Term:
        ptr, index = op.args[:2]
        at = add(self.value(state, ptr), const(self.word, op.attrs["offset"]))
        if index is not None:
            at = add(at, scaled(zext(self.word, self.value(state, index)), op.attrs.get("scale") or 1))
        return at

    def load(self, state: State, address: Term, bits: int) -> Term:
        base = self.map.base(address)
        region = self.map.regions[base]
        away = sub(address, base)
        if region == DATA and away.op == "const":
            return read_data(self.map.data, away.val, bits // 8)
        found = load(state["m", region], address, bits // 8)
        return pointers(self.map, region, base, address, found)

    def store(self, state: State, address: Term, data: Term) -> None:
        region = self.map.regions[self.map.base(address)]
        state["m", region] = store(state["m", region], address, data)

    def w_load(self, state: State, op: Op) -> None:
        value = self.load(state, self.address(state, op), op.dst[0].type.bits)
        self.put(state, op.dst[0], bswap(value) if op.attrs["be"] else value)

    def w_store(self, state: State, op: Op) -> None:
        value = self.value(state, op.args[2])
        self.store(state, self.address(state, op), bswap(value) if op.attrs["be"] else value)

    def w_vload(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], self.load(state, self.address(state, op), op.dst[0].type.bits))

    def w_vstore(self, state: State, op: Op) -> None:
        self.store(state, self.address(state, op), self.value(state, op.args[2]))

    def w_vblock(self, state: State, op: Op) -> None:
        one = self.load(state, self.address(state, op), BLOCK)
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // BLOCK)))

    def w_vload_broadcast(self, state: State, op: Op) -> None:
        one = self.load(state, self.address(state, op), op.attrs["lane"])
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // one.w)))

    def w_vload_lane(self, state: State, op: Op) -> None:
        lane, number, x = op.attrs["lane"], op.attrs["number"], self.value(state, op.args[2])
        self.put(state, op.dst[0], inserted(x, number, self.load(state, self.address(state, op), lane)))

    def w_table(self, state: State, op: Op) -> None:
        size = op.attrs["element"]
        data = b"".join((v & (1 << 8 * size) - 1).to_bytes(size, "little") for v in op.attrs["values"])
        at = self.map.data.find(data)
        if at < 0:
            raise NoProof(f"{op.src}: the object's read-only data does not hold the table {op.attrs['table']}")
        self.put(state, op.dst[0], add(sym(self.word, DATA), const(self.word, at)))

    def w_frame(self, state: State, op: Op) -> None:
        region = f"area {op.dst[0].name}"
        base = sym(self.word, region)
        self.map.regions[base] = region
        state.setdefault(("m", region), contents(region))
        self.put(state, op.dst[0], base)

    # -- vectors ---------------------------------------------------------------------------------------------------

    def w_vconst(self, state: State, op: Op) -> None:
        data = op.attrs["data"]
        bits = op.dst[0].type.bits
        self.put(state, op.dst[0], const(bits, int.from_bytes(data * (bits // 8 // len(data)), "little")))

    def w_vzero(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], const(op.dst[0].type.bits, 0))

    def _lanes(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], lanewise(op.name, op.attrs["lane"], *self.args(state, op)))

    w_vadd = w_vsub = w_vequal = _lanes

    def _mul52(self, state: State, op: Op) -> None:
        acc, x, y = self.args(state, op)
        self.put(state, op.dst[0], lanewise("vadd", 64, acc, mul52(op.name.removeprefix("vmul52_"), x, y)))

    w_vmul52_low = w_vmul52_high = _mul52

    def _shift(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], vshift(op.name, op.attrs["lane"], op.attrs["bits"], self.args(state, op)[0]))

    w_vshl = w_vshr = w_vrotl = w_vsar = _shift

    def _bytes(self, state: State, op: Op, rule: Callable[[int], tuple[int, int] | None]) -> None:
        places = [rule(n) for n in range(16)]
        self.put(state, op.dst[0], by_block(lambda *xs: permuted(xs, places), *self.args(state, op)))

    def w_vbswap(self, state: State, op: Op) -> None:
        size = op.attrs["lane"] // 8
        self._bytes(state, op, lambda n: (0, n // size * size + size - 1 - n % size))

    def w_vshl_bytes(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (0, n - count) if n >= count else None)

    def w_vshr_bytes(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (0, n + count) if n + count < 16 else None)

    def w_vext(self, state: State, op: Op) -> None:
        count = op.attrs["count"]
        self._bytes(state, op, lambda n: (1, n + count) if n + count < 16 else (0, n + count - 16))

    def w_vshuffle(self, state: State, op: Op) -> None:
        order = op.attrs["order"]
        size = 16 // len(order)
        self._bytes(state, op, lambda n: (0, order[n // size] * size + n % size))

    def _unpack(self, state: State, op: Op, half: int) -> None:
        size = op.attrs["lane"] // 8
        self._bytes(state, op, lambda n: (n // size % 2, 8 * half + n // (2 * size) * size + n % size))

    def w_vunpack_low(self, state: State, op: Op) -> None:
        self._unpack(state, op, 0)

    def w_vunpack_high(self, state: State, op: Op) -> None:
        self._unpack(state, op, 1)

    def w_vlookup(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], by_block(lookup, *self.args(state, op)))

    def w_vextract(self, state: State, op: Op) -> None:
        first = BLOCK * op.attrs["block"]
        self.put(state, op.dst[0], extract(first + 127, first, self.value(state, op.args[0])))

    def w_vinsert(self, state: State, op: Op) -> None:
        x, y = (self.value(state, arg) for arg in op.args[:2])
        self.put(state, op.dst[0], inserted(x, op.attrs["block"], y))

    def w_vfollow(self, state: State, op: Op) -> None:
        """Blocks moved up; those of the first operand come in."""
        before, x = (self.value(state, arg) for arg in op.args)
        moved = BLOCK * op.attrs["blocks"]
        incoming = extract(x.w - 1, x.w - moved, before)
        self.put(state, op.dst[0], incoming if moved == x.w else concat(extract(x.w - moved - 1, 0, x), incoming))

    def w_vfrom(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], zext(op.dst[0].type.bits, self.value(state, op.args[0])))

    def w_vword(self, state: State, op: Op) -> None:
        bits = op.dst[0].type.bits
        first = bits * op.attrs["lane"]
        self.put(state, op.dst[0], extract(first + bits - 1, first, self.value(state, op.args[0])))

    def w_vbroadcast(self, state: State, op: Op) -> None:
        one = extract(op.attrs["lane"] - 1, 0, self.value(state, op.args[0]))
        self.put(state, op.dst[0], concat(*[one] * (op.dst[0].type.bits // one.w)))

    def _aes(self, state: State, op: Op) -> None:
        if self.keys_first:
            raise NoProof(f"{op.src}: {op.name} with the key first is not written yet")
        self.put(state, op.dst[0], by_block(lambda *xs: opaque(op.name, BLOCK, *xs), *self.args(state, op)))

    w_aes_enc = w_aes_enc_last = w_aes_dec = w_aes_dec_last = w_aes_inv_mix = _aes
