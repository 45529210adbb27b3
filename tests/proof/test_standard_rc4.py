# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call"
"""RC4 as the algorithm was published in 1994: recordings of the key schedule for all keys of some lengths, and of the
key stream for all tables, all y, and all data of some lengths. Values of x are such that each way of steps is taken.

x and the lengths are public and decide branches. An entry's upper bytes are zero: the key schedule leaves them so, and
the key stream writes no others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
import z3

from proof.graph import State
from proof.memory import Map, Region, argument, contents, load, store
from proof.terms import Term, add, bxor, concat, const, fresh, sym, zext
from tests.proof.rc4_terms import ENTRIES, POSITIONS, TABLE, Tables, entry, put, short
from tests.proof.recordings import TRIPLES, Recorded, buffers, cases, recorded
from tests.proof.standard import ending, stores_beyond, with_a_deep_stack

X, Y = POSITIONS.values()
CASES = [(triple, variant) for triple, _, variant in cases(["rc4_stream"])]
X_AND_LENGTH = ((7, 1), (0, 3), (7, 8), (255, 17), (239, 24), (3, 35))
"""x before the first byte: the next entry begins a window, or lies inside of one, or the windows wrap around. 35 bytes
from the fourth entry on are single steps, windows in pairs, one window, and single steps."""
KEYS = [(triple, length) for triple, lengths in zip(TRIPLES, ((1, 16), (256,), (5,))) for length in lengths]


def swap(table: Term, x: Term, y: Term, *, y_first: bool = True) -> Term:
    """Two entries exchanged. :func:`test_the_order_of_two_stores_is_free` is about ``y_first``."""
    both = (y, entry(table, x)), (x, entry(table, y))
    for number, byte in both if y_first else reversed(both):
        table = put(table, number, byte)
    return table


def schedule(key: list[Term]) -> Term:
    table, y = contents(argument("state")), const(8, 0)
    for n in range(ENTRIES):
        table = put(table, const(8, n), const(8, n))
    for n in range(ENTRIES):
        x = const(8, n)
        y = short(add(y, entry(table, x), key[n % len(key)]))
        table = swap(table, x, y, y_first=False)
    return table


def stream(
    table: Term, x: int, y: Term, data: list[Term], *, x_first: int, step: int = 1
) -> tuple[Term, Term, list[Term]]:
    """The table, y and the data afterwards. ``x_first``: as many of the first steps store at x before y. ``step``: what
    is added to x for each byte."""
    out = []
    for n, byte in enumerate(data):
        x += step
        at = const(8, x)
        first = entry(table, at)
        y = short(add(y, first))
        total = short(add(first, entry(table, y)))
        table = swap(table, at, y, y_first=n >= x_first)
        out.append(bxor(byte, entry(table, total)))
    return table, y, out


def ended(of: Recorded, length: int, prepare: Callable[[Map, State], None]) -> State:
    script = partial(Tables, word=of.word)
    return ending(of.kernel, of.ops, of.params, of.word, script, {"length": length}, prepare)[1]


def different_stream(triple: str, variant: str, x: int, length: int, *, one_buffer: bool, step: int = 1) -> list[str]:
    fresh()
    y, data = sym(8, "y"), [sym(8, f"byte {n}") for n in range(length)]
    of = recorded(triple, "rc4_stream", variant)
    places: dict[str, tuple[Region, Term]] = {}

    def prepare(memory: Map, state: State) -> None:
        places.update(buffers(of, memory, state, one=one_buffer))
        state[X], state[Y] = const(32, x), zext(32, y)
        state["m", argument("in")] = text(places["in"][1])

    def text(base: Term) -> Term:
        return store(contents(argument("in")), base, concat(*reversed(data)))

    x_first = length // 8 * 8 if variant == "preloaded" else 0
    end = ended(of, length, prepare)
    table, last, bytes_ = stream(contents(argument("state")), x, y, data, x_first=x_first, step=step)
    region, base = places["out"]
    found = [load(end["m", region], add(base, const(base.w, n)), 1) for n in range(length)]
    pairs = {"the table": (table, end[TABLE]), "y": (zext(32, last), end[Y])}
    pairs["x"] = const(32, (x + step * length) % 256), end[X]
    pairs |= {f"byte {n}": (one, two) for n, (one, two) in enumerate(zip(bytes_, found))}
    different = [what for what, (one, two) in pairs.items() if one is not two]
    if not one_buffer and end["m", argument("in")] is not text(places["in"][1]):
        different.append("the input")
    return different + stores_beyond(end["m", region], base, length)


def different_schedule(triple: str, length: int) -> list[str]:
    fresh()
    key = [sym(8, f"key {n}") for n in range(length)]

    def prepare(memory: Map, state: State) -> None:
        memory_of = argument("key")
        base = next(base for base, region in memory.regions.items() if region == memory_of)
        state["m", memory_of] = contents(memory_of)
        for n, byte in enumerate(key):
            state["m", memory_of] = store(state["m", memory_of], add(base, const(base.w, n)), byte)
        state[X] = state[Y] = sym(32, "anything")

    end = ended(recorded(triple, "rc4_set_key", "scalar"), length, prepare)
    pairs = {"the table": (schedule(key), end[TABLE]), "x": (const(32, 0), end[X]), "y": (const(32, 0), end[Y])}
    return [what for what, (one, two) in pairs.items() if one is not two]


@pytest.mark.parametrize("one_buffer", [False, True])
@pytest.mark.parametrize(("triple", "variant"), CASES)
def test_the_key_stream_is_that_of_the_algorithm(triple: str, variant: str, *, one_buffer: bool) -> None:
    for x, length in X_AND_LENGTH:
        assert not with_a_deep_stack(partial(different_stream, triple, variant, x, length, one_buffer=one_buffer))


@pytest.mark.parametrize(("triple", "length"), KEYS)
def test_the_key_schedule_is_that_of_the_algorithm(triple: str, length: int) -> None:
    assert not with_a_deep_stack(partial(different_schedule, triple, length))


def test_the_order_of_two_stores_is_free() -> None:
    table = z3.Array("table", z3.BitVecSort(8), z3.BitVecSort(8))  # type: ignore[abstract, misc, var-annotated]
    x, y = z3.BitVecs("x y", 8)
    one = z3.Store(z3.Store(table, y, table[x]), x, table[y])
    other = z3.Store(z3.Store(table, x, table[y]), y, table[x])
    solver = z3.Solver()
    solver.add(one != other)
    assert solver.check() == z3.unsat


@pytest.mark.parametrize("length", [1, 8])
def test_another_algorithm_differs(length: int) -> None:
    triple, variant = CASES[0]
    another = partial(different_stream, triple, variant, 7, length, one_buffer=False, step=3)
    assert {"the table", "byte 0"} <= set(with_a_deep_stack(another))


def test_a_key_in_another_order_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    right = schedule
    monkeypatch.setattr(f"{__name__}.schedule", lambda key: right(key[::-1]))
    assert with_a_deep_stack(partial(different_schedule, TRIPLES[0], 2)) == ["the table"]
