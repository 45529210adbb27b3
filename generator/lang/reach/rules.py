# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rules of the operations on integers and pointers: operands' sums → the result's sum."""

from __future__ import annotations

from collections.abc import Callable

from generator.lang.linear import ZERO, Case, Lin, constant, number, plus, ratio, shifted, symbol, times
from generator.lang.reach.knowledge import Knowledge
from generator.lang.reach.state import Place, State, every_way
from generator.lang.values import INVERSE, Op


def _add(walk: Knowledge, op: Op, state: State) -> Lin:
    kind, total = op.dst[0].type, ZERO
    for arg in op.args:
        if isinstance(arg, int):
            arg &= (1 << kind.bits) - 1
            total = shifted(total, arg - (arg >> (kind.bits - 1) << kind.bits))
        else:
            total = plus(total, walk.value(state, arg))
    return total if kind.name == "ptr" or walk.fits(total, kind.bits, state.facts) else walk.unknown(kind)


def _sub(walk: Knowledge, op: Op, state: State) -> Lin:
    kind = op.dst[0].type
    total = plus(walk.value(state, op.args[0]), walk.value(state, op.args[1]), -1)
    return total if kind.name == "ptr" or walk.fits(total, kind.bits, state.facts) else walk.unknown(kind)


def _shl(walk: Knowledge, op: Op, state: State) -> Lin:
    kind, x = op.dst[0].type, walk.value(state, op.args[0])
    made = times(x, 1 << op.attrs["bits"])
    return made if kind.name != "ptr" and walk.fits(made, kind.bits, state.facts) else walk.unknown(kind)


def _quotient(walk: Knowledge, x: Lin, bits: int) -> Lin:
    """x >> bits of an integer."""
    by, symbols = 1 << bits, walk.symbols
    if all(factor % by == 0 for _, factor in x):
        return tuple((sym, factor // by) for sym, factor in x)
    low, high = symbols.interval(x), symbols.interval(times(x, -1))
    if low is not None and high is not None and low >> bits == -high >> bits:
        return number(low >> bits)
    made = walk.shared.get((x, bits))
    if made is None:
        made = symbols.new(None if low is None else low >> bits, None if high is None else -high >> bits)
        walk.shared[x, bits] = made
        rest = plus(x, symbol(made), -by)
        for sym in (made, *(sym for sym, _ in x if sym in symbols.free)):  # a count of blocks bounds an argument, too
            symbols.hold(sym, rest, shifted(times(rest, -1), by - 1))
        if all(not sym or sym in symbols.exact for sym, _ in x):
            symbols.exact.add(made)
    return symbol(made)


def _shr(walk: Knowledge, op: Op, state: State) -> Lin:
    kind = op.dst[0].type
    return (
        walk.unknown(kind) if kind.name == "ptr" else _quotient(walk, walk.value(state, op.args[0]), op.attrs["bits"])
    )


def _greatest(walk: Knowledge, value: Lin, state: State) -> int | None:
    """The greatest value of a number that is never negative, if it is known."""
    negative = times(value, -1)
    bounds = walk.symbols.interval(negative), walk.symbols.direct(negative, state.facts.items, wide=True)
    high = max((bound for bound in bounds if bound is not None), default=1)
    return None if high > 0 else -high


def _below(walk: Knowledge, op: Op, state: State) -> Lin:
    """A shift to the right by a value: at most the shifted number."""
    kind, high = op.dst[0].type, _greatest(walk, walk.value(state, op.args[0]), state)
    return walk.unknown(kind, high if high is not None and high < 1 << kind.bits else None)


def _count(walk: Knowledge, op: Op, state: State) -> Lin:
    """A count of the operand's bits."""
    return walk.unknown(op.dst[0].type, op.dst[0].type.bits)


def _positive(walk: Knowledge, op: Op, state: State) -> bool:
    """True if the operand's highest bit is 0."""
    high = _greatest(walk, walk.value(state, op.args[0]), state)
    return high is not None and high < 1 << (op.args[0].type.bits - 1)


def _sar(walk: Knowledge, op: Op, state: State) -> Lin:
    return _shr(walk, op, state) if _positive(walk, op, state) else walk.unknown(op.dst[0].type)


def _sar_by(walk: Knowledge, op: Op, state: State) -> Lin:
    return _below(walk, op, state) if _positive(walk, op, state) else walk.unknown(op.dst[0].type)


def _sext(walk: Knowledge, op: Op, state: State) -> Lin:
    """The number, and above it as many copies of its highest bit as the result has more bits."""
    kind, x = op.dst[0].type, walk.value(state, op.args[0])
    if _positive(walk, op, state):
        return _copy(walk, op, state)
    if any(sym and sym not in walk.symbols.exact for sym, _ in x) or kind.name == "ptr":
        return walk.unknown(kind)
    bits = op.args[0].type.bits
    sign = walk.shared.get((x, bits, "sign"))
    if sign is None:
        sign, half = walk.symbols.new(0, 1), 1 << bits - 1
        walk.shared[x, bits, "sign"] = sign
        walk.symbols.exact.add(sign)
        rest = plus(x, symbol(sign), -half)
        walk.symbols.hold(sign, rest, shifted(times(rest, -1), half - 1))
    return plus(x, symbol(sign), (1 << kind.bits) - (1 << bits))


def _low_bits(walk: Knowledge, x: Lin, bits: int) -> Lin:
    """x & (2 ** bits - 1) of an integer."""
    symbols = walk.symbols
    high = symbols.interval(times(x, -1))
    low = symbols.interval(x)
    if low is not None and low >= 0 and high is not None and -high < 1 << bits:
        return x
    if len(x) == 1 and x[0][1] == 1 and x[0][0] not in symbols.always and x[0][0] not in symbols.free:
        sym = x[0][0]
        if sym not in symbols.cases:  # an unknown number: a new unknown is simpler, and as exact
            made = walk.shared.get((x, bits, "low"))
            if made is None:
                made = walk.shared[x, bits, "low"] = symbols.new(0, (1 << bits) - 1)
                if sym in walk.data:
                    symbols.exact.add(made)
            return symbol(made)
    return plus(x, _quotient(walk, x, bits), -(1 << bits))


def _and(walk: Knowledge, op: Op, state: State) -> Lin:
    kind = op.dst[0].type
    masks = [arg & ((1 << kind.bits) - 1) for arg in op.args if isinstance(arg, int)]
    lins = [walk.value(state, arg) for arg in op.args if not isinstance(arg, int)]
    for lin in lins if kind.name != "ptr" else ():
        if (alone := constant(lin)) is not None:
            masks.append(alone)
            lins = [other for other in lins if other is not lin]
            break
    if len(masks) != 1 or len(lins) != 1:
        highs = [walk.symbols.interval(times(lin, -1)) for lin in lins]
        return walk.unknown(kind, min((-high for high in highs if high is not None), default=None))
    mask, x = masks[0], lins[0]
    if not mask:
        return ZERO
    below = (mask & -mask).bit_length() - 1
    width = (mask >> below).bit_length()
    if mask >> below != (1 << width) - 1:
        return walk.unknown(kind, mask)
    if kind.name == "ptr":  # the pointer moves down to a multiple
        if below + width < kind.bits:
            return walk.unknown(kind)
        return plus(x, symbol(walk.symbols.new(0, (1 << below) - 1)), -1)
    above = _quotient(walk, x, below)
    return times(above if below + width == kind.bits else _low_bits(walk, above, width), 1 << below)


def _bits(walk: Knowledge, op: Op, state: State) -> Lin:
    """or, xor."""
    kind, most = op.dst[0].type, 0
    if kind.name != "ptr":
        for arg in op.args:
            high = walk.symbols.interval(times(walk.value(state, arg), -1))
            most = max(most, (1 << kind.bits) - 1 if high is None or high > 0 else -high)
    return walk.unknown(kind, (1 << most.bit_length()) - 1 if most else None)


def _copy(walk: Knowledge, op: Op, state: State) -> Lin:
    (x,) = op.args
    if isinstance(x, int):
        return number(x & ((1 << op.dst[0].type.bits) - 1))
    if x.type.cls != "gp" or (x.type.name == "ptr") != (op.dst[0].type.name == "ptr"):
        return walk.unknown(op.dst[0].type)
    return walk.value(state, x)


def _trunc(walk: Knowledge, op: Op, state: State) -> Lin:
    kind, x = op.dst[0].type, op.args[0]
    if x.type.cls != "gp" or x.type.name == "ptr" or kind.name == "ptr":
        return walk.unknown(kind)
    return _low_bits(walk, walk.value(state, x), kind.bits)


def _select(walk: Knowledge, op: Op, state: State) -> Lin:
    cond, *args = op.args
    kind = op.dst[0].type
    x, y = (number(arg & ((1 << kind.bits) - 1)) if isinstance(arg, int) else walk.value(state, arg) for arg in args)
    if x == y:
        return x
    if walk.loose(x, y):
        return walk.either(x, y)
    difference = walk.compared(state, cond)
    unit, by = ratio(plus(x, y, -1))
    if difference is None:
        return plus(y, symbol(walk.choice((Case((), unit), Case((), ZERO)))), by)
    if not walk.ways(cond.kind, difference, state.facts):
        return y
    if not walk.ways(INVERSE[cond.kind], difference, state.facts):
        return x
    key = (cond.kind, difference, unit)
    made = walk.shared.get(key)
    if made is None:
        cases = [Case(way, unit) for way in every_way(cond.kind, difference)]
        cases += [Case(way, ZERO) for way in every_way(INVERSE[cond.kind], difference)]
        made = walk.shared[key] = walk.choice(tuple(cases))
        if all(not sym or sym in walk.symbols.exact for sym, _ in difference):
            walk.symbols.chosen.add(made)
        if cond.kind == "lt" and difference == times(unit, by):  # the result is the smaller one
            chosen = plus(y, symbol(made), by)
            walk.symbols.hold(made, plus(x, chosen, -1), plus(y, chosen, -1))
    chosen = plus(y, symbol(made), by)
    if kind.bits > 8 and kind.name != "ptr" and walk.symbols.interval(chosen) is None:
        state.facts = state.facts.with_((chosen,))
    return chosen


def _table(walk: Knowledge, op: Op, state: State) -> Lin:
    name = f"table {op.attrs['table']}"
    made = walk.shared.get(name)
    if made is None:
        size = op.attrs["element"] * len(op.attrs["values"])
        made = walk.shared[name] = walk.place(Place(name, "table", number(size), writes=False))[0][0]
    return symbol(made)


def _frame(walk: Knowledge, op: Op, state: State) -> Lin:
    made = walk.shared.get(id(op))
    if made is None:
        name = f"area {op.attrs['area']}"
        made = walk.shared[id(op)] = walk.place(Place(name, "frame", number(op.attrs["size"]), fresh=True))[0][0]
    return symbol(made)


def _most(walk: Knowledge, state: State, op: Op) -> int | None:
    """The greatest product of two operands, if both have a known greatest value."""
    out = 1
    for arg in op.args:
        value = walk.value(state, arg) if not isinstance(arg, int) else number(arg & ((1 << op.dst[0].type.bits) - 1))
        high = _greatest(walk, value, state)
        if high is None:
            return None
        out *= high
    return out


def _mul(walk: Knowledge, op: Op, state: State) -> Lin:
    kind = op.dst[0].type
    for factor, other in (op.args, reversed(op.args)):
        alone = number(factor & ((1 << kind.bits) - 1)) if isinstance(factor, int) else walk.value(state, factor)
        by = constant(alone)
        if by is not None and not isinstance(other, int):
            made = times(walk.value(state, other), by)
            return made if walk.fits(made, kind.bits, state.facts) else walk.unknown(kind)
    most = _most(walk, state, op)
    return walk.unknown(kind, most if most is not None and most < 1 << kind.bits else None)


def _mul_high(walk: Knowledge, op: Op, state: State) -> Lin:
    kind, most = op.dst[0].type, _most(walk, state, op)
    return walk.unknown(kind, None if most is None else min(most >> kind.bits, (1 << kind.bits) - 1))


def _mul_wide(walk: Knowledge, op: Op, state: State) -> tuple[Lin, Lin]:
    return _mul(walk, op, state), _mul_high(walk, op, state)


def _add_carry(walk: Knowledge, op: Op, state: State) -> tuple[Lin, Lin]:
    """The sum, and its carry."""
    return _chained(walk, op, state, 1)


def _sub_borrow(walk: Knowledge, op: Op, state: State) -> tuple[Lin, Lin]:
    """The difference, and its borrow."""
    return _chained(walk, op, state, -1)


def _row(walk: Knowledge, op: Op, state: State) -> tuple[Lin, ...]:
    """The words of a row."""
    return tuple(walk.unknown(dst.type) for dst in op.dst)


def _chained(walk: Knowledge, op: Op, state: State, sign: int) -> tuple[Lin, Lin]:
    kind, total = op.dst[0].type, ZERO
    for n, arg in enumerate(op.args):
        value = number(arg & ((1 << kind.bits) - 1)) if isinstance(arg, int) else walk.value(state, arg)
        total = plus(total, value, sign if n else 1)
    if not walk.hopeful and walk.fits(total, kind.bits, state.facts):
        return total, ZERO
    return walk.unknown(kind), walk.unknown(op.dst[1].type, 1)


RULES: dict[str, Callable[[Knowledge, Op, State], Lin]] = {
    "add": _add, "sub": _sub, "shl": _shl, "shr": _shr, "and": _and, "or": _bits, "xor": _bits, "const": _copy,
    "copy": _copy, "zext": _copy, "trunc": _trunc, "select": _select, "table": _table, "frame": _frame,
    "mul": _mul, "mul_high": _mul_high, "shr_by": _below, "clz": _count, "ctz": _count,
    "popcount": _count, "sar": _sar, "sar_by": _sar_by, "sext": _sext,
}  # fmt: skip
SEVERAL: dict[str, Callable[[Knowledge, Op, State], tuple[Lin, ...]]] = {
    "mul_wide": _mul_wide, "add_carry": _add_carry, "sub_borrow": _sub_borrow, "mul_row": _row, "mul_add_row": _row,
}  # fmt: skip
"""The rules of operations with several results."""
FOLLOWED = frozenset((*RULES, *SEVERAL))
