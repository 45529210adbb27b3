# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""Products of long rows are proved as whole numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
import z3

from generator.lang.values import Op, Type, Val
from generator.lower.carries import linked
from generator.lower.split64 import split64
from generator.machines.x86.fold import fold_loads
from generator.model import Instr, Src
from tests.lower.cases_products import row
from tests.lower.numbers import Numbers
from tests.lower.prove import CONFIGS, Config, builder, lowered

BY_NAME = {config.name: config for config in CONFIGS}
NAMES = ("x86", "x86-bmi2", "x86_64", "x86_64-bmi", "x86_64-adx", "aarch64")


def proved(config: Config, op: str, count: int, kind: str) -> z3.CheckSatResult:
    """unsat if the words of every result are those of the sum."""
    k = builder(config)
    row("usize", count, kind, op)(k)
    ops = k.finish().ops
    made, _ = lowered(config, ops, False)
    body = linked(made.out, made.carries)
    if config.abi.arch != "aarch64":
        body = fold_loads(body, config.abi.arch, words=config.abi.bits == 64)
    numbers = Numbers(config.abi.bits, arm=config.abi.arch == "aarch64")
    last = ops[-1]
    *factors, x = last.args[count:] if op == "mul_add_row" else last.args
    # The loads of the whole row, in the numbers' words: a folded load leaves no register.
    loads = {load.dst[0].id: load for load in ops if load.name == "load"}
    started = [numbers.reg(made.vreg(word)) for word in (*last.args[:count], x) if isinstance(word, Val)]
    words = []
    for word in factors:
        load = loads.get(word.id)
        if load is None:
            words.append(numbers.reg(made.vreg(word)))
            continue
        place = made.vreg(load.args[0]), load.attrs["offset"]
        words.append(numbers.memory.setdefault(place, numbers.new(numbers.base - 1)))
    total = started[:count] if op == "mul_add_row" else []
    factor = numbers.reg(made.vreg(x))
    numbers.run(body)
    left = sum(numbers.reg(made.vreg(word)) * numbers.base**n for n, word in enumerate(last.dst))
    right = sum(word * numbers.base**n for n, word in enumerate(total))
    right += sum(numbers.product(word, factor)[0] * numbers.base**n for n, word in enumerate(words))
    solver = z3.Solver()
    solver.add(*numbers.known, left != right)
    return solver.check()


@pytest.mark.parametrize("name", NAMES)
def test_long_rows(name: str) -> None:
    for op, count, kind in itertools.product(("mul_row", "mul_add_row"), (1, 2, 3, 5, 9), ("values", "memory")):
        assert proved(BY_NAME[name], op, count, kind) == z3.unsat, (op, count, kind)


@pytest.mark.parametrize("name", ["x86_64", "x86_64-bmi", "x86_64-adx", "aarch64"])
def test_a_chain_without_its_last_link_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof fails if the last link of the chain is missing."""
    config = BY_NAME[name]
    assert proved(config, "mul_add_row", 3, "values") == z3.unsat
    run = Numbers.run

    def without(self: Numbers, items: Sequence[object]) -> None:
        links = [n for n, item in enumerate(items) if isinstance(item, Instr) and item.mnem in ("adc", "adcx", "adcs")]
        run(self, [item for n, item in enumerate(items) if n != links[-1]])  # type: ignore[misc]

    monkeypatch.setattr(Numbers, "run", without)
    assert proved(config, "mul_add_row", 3, "values") == z3.sat


@pytest.mark.parametrize("op", ["mul_row", "mul_add_row"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_rows_of_pairs(op: str, count: int) -> None:
    """A row of pairs is the row of its words, times the factor's two words. The proof is of polynomials."""
    src, u64 = Src("tests", 1), Type("u64", 64)

    def val(number: int) -> Val:
        return Val(None, number, f"v{number}", u64, src)  # type: ignore[arg-type]

    total = [val(n) for n in range(count)] if op == "mul_add_row" else []
    factors, x, above = [val(100 + n) for n in range(count)], val(200), val(201)
    out = total or [val(300 + n) for n in range(count)]
    base = z3.Int("B")
    split = split64([Op(op, (*out, above), (*total, *factors, x), src, {})])
    values: dict[int, z3.ArithRef] = {}
    taken: list[tuple[z3.ArithRef, z3.ArithRef]] = []

    def number(words: Sequence[Val]) -> z3.ArithRef:
        for word in words:
            values.setdefault(word.id, z3.Int(word.name))
        return z3.Sum([values[word.id] * base**n for n, word in enumerate(words)])

    # The words of the operands, by the names that the split gives: the first product reads all but one.
    first, second = split
    size = 2 * count
    low = [word for word in first.args if isinstance(word, Val)]
    row_words, x_low = low[-size - 1 : -1], low[-1]
    x_high = second.args[-1]
    assert list(second.args[-size - 1 : -1]) == row_words
    before = number(low[:size]) if op == "mul_add_row" else z3.IntVal(0)
    right = before + number(row_words) * (number([x_low]) + base * number([x_high]))
    for one in split:
        total_words = one.args[: len(one.dst) - 1] if one.name == "mul_add_row" else ()
        made = number(total_words) + number(one.args[-size - 1 : -1]) * number([one.args[-1]])
        # The lowest word is what the others leave of the sum.
        for word in one.dst[1:]:
            values[word.id] = z3.Int(f"{word.name}_{len(taken)}_{word.id}")
        values[one.dst[0].id] = made - sum(values[word.id] * base ** (n + 1) for n, word in enumerate(one.dst[1:]))
        taken.append((made, right))
    goals = [*first.dst[:1], *second.dst]
    left = sum((values[word.id] * base**n for n, word in enumerate(goals)), z3.IntVal(0))
    assert z3.is_true(z3.simplify(left - right == 0, som=True))
    assert len(goals) == 2 * (count + 1)
    assert len({word.id for word in goals}) == len(goals)
