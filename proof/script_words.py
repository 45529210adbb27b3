# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The meaning of recorded operations on words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from generator.lang.ternary import Expr
from generator.lang.values import Op, Val
from proof import script_a64
from proof.arithmetic import crc32c, leading_zeros, ones, trailing_zeros
from proof.graph import State
from proof.lanes import lanewise, opaque
from proof.memory import NoProof
from proof.script_asm import WORDS, execute
from proof.script_base import RESULT, Recording
from proof.shared import lanes_of, linked, of_two, shifted_by
from proof.terms import (
    BLOCK,
    LOGIC,
    Term,
    add,
    band,
    bnot,
    bor,
    bswap,
    bxor,
    const,
    extract,
    ite,
    mul,
    rotl,
    sext,
    shl,
    shr,
    sub,
    vshift,
    zext,
)
from proof.x86_vectors import blended

Row = Sequence[Term]


def row(total: Row, words: Row, x: Term) -> list[Term]:
    """Each word of a row times a word, added to a word of the total and to what the word below leaves above it."""
    above, out = const(x.w, 0), []
    for n, word in enumerate(words):
        added = (zext(2 * x.w, t) for t in (above, *total[n : n + 1]))
        one = add(mul(zext(2 * x.w, word), zext(2 * x.w, x)), *added)
        out.append(extract(x.w - 1, 0, one))
        above = extract(2 * x.w - 1, x.w, one)
    return [*out, above]


def _memory(arg: object) -> bool:
    return isinstance(arg, Op) and arg.name != "view"


class Words(Recording):
    """Operations on words, and instructions that a script names."""

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

    def w_mul_high(self, state: State, op: Op) -> None:
        x, y = self.args(state, op)
        self.put(state, op.dst[0], extract(2 * x.w - 1, x.w, mul(zext(2 * x.w, x), zext(2 * x.w, y))))

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

    def w_sar(self, state: State, op: Op) -> None:
        x = self.args(state, op)[0]
        self.put(state, op.dst[0], sext(x.w, extract(x.w - 1, op.attrs["bits"], x)))

    def w_clz(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], leading_zeros(self.args(state, op)[0]))

    def w_ctz(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], trailing_zeros(self.args(state, op)[0]))

    def w_popcount(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], ones(self.args(state, op)[0]))

    def w_crc32c(self, state: State, op: Op) -> None:
        self.put(state, op.dst[0], crc32c(*(self.value(state, arg) for arg in op.args)))

    def _by(self, state: State, op: Op) -> None:
        """A shift or rotation by a value modulo the width."""
        x = self.value(state, op.args[0], op.dst[0].type.bits)
        self.put(state, op.dst[0], shifted_by(op.name.removesuffix("_by"), x, self.value(state, op.args[1], x.w)))

    w_shl_by = w_shr_by = w_sar_by = w_rotl_by = w_rotr_by = _by

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
        return LOGIC[expr.op](*values)

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

    def w_mul_row(self, state: State, op: Op) -> None:
        self._row(state, op, 0, row)

    def w_mul_add_row(self, state: State, op: Op) -> None:
        self._row(state, op, len(op.args) // 2, row)

    def _row(self, state: State, op: Op, count: int, rule: Callable[[Row, Row, Term], list[Term]]) -> None:
        """``count``: so many of the operands are the total."""
        *words, x = (self.value(state, arg) for arg in op.args)
        for dst, made in zip(op.dst, rule(words[:count], words[count:], x)):
            self.put(state, dst, made)

    def w_ret(self, state: State, op: Op) -> None:
        state[RESULT] = self.value(state, op.args[0])

    def _vector(self, state: State, arg: Val | Op) -> Term:
        """A vector, or its lowest block."""
        return self.value(state, arg) if isinstance(arg, Val) else extract(BLOCK - 1, 0, self.value(state, arg.args[0]))

    def w_asm(self, state: State, op: Op) -> None:
        """An instruction that the script names. Both sides share its function."""
        name, args = op.attrs["mnem"], op.args
        if name in WORDS:
            execute(self, state, op)
        elif name in script_a64.HASHES and all(isinstance(arg, Op) for arg in args):
            script_a64.execute(self, state, op)
        elif name == "movd" and isinstance(args[0], Val) and isinstance(args[1], Op):
            self.put(state, args[0], zext(BLOCK, self.load(state, self.address(state, args[1]), 32)))
        elif name == "movd" and isinstance(args[0], Op) and isinstance(args[1], Val):
            self.store(state, self.address(state, args[0]), extract(31, 0, self.value(state, args[1])))
        elif name.startswith(("sha1", "sha256", "vsha512")) and not any(_memory(arg) for arg in args):
            vals = [self._vector(state, arg) for arg in args if not isinstance(arg, int)]
            numbers = [arg for arg in args if isinstance(arg, int)]
            self.put(state, args[0], opaque(" ".join([name.lstrip("v"), *map(str, numbers)]), vals[0].w, *vals))
        elif name in ("vgf2p8affineqb", "vgf2p8affineinvqb", "vpermb"):
            found, by = (self.value(state, arg) for arg in args[1:3])
            self.put(state, args[0], of_two(name, [arg for arg in args if isinstance(arg, int)], found, by))
        elif name == "vpblendvb" and not any(_memory(arg) for arg in args):
            self.put(state, args[0], blended(*(self.value(state, arg) for arg in args[1:])))
        elif name == "kmovw":
            self.put(state, args[0], zext(args[0].type.bits, extract(15, 0, self.value(state, args[1]))))
        elif name == "vprold" and isinstance(args[0], Op):
            to, mask = args[0].args
            made = vshift("vrotl", 32, args[2], self.value(state, args[1]))
            self.put(state, to, lanes_of(self.value(state, mask), 32, made))
        else:
            raise NoProof(f"{op.src}: no meaning of the script's own {name} yet")
