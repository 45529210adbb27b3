# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4's key stream, as the algorithm was published in 1994: for all tables, all values of y, and all data of one to
three bytes, for three values of x, which is public and decides branches.

Such data takes the steps that all variants share for bytes which fill no window of eight. The ways to run windows,
which load entries early and repair them, and the key schedule are not compared.
"""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

import targets
from generator import library
from generator.abi import abi
from generator.output import available
from generator.pipeline import record
from proof.graph import State
from proof.memory import Map, contents, load, store
from proof.script import Script
from proof.terms import Term, add, bxor, const, fresh, scaled, zext
from tests.proof.standard import ending, with_a_deep_stack

TRIPLES = ("x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu")
KERNEL = library.load().kernels["rc4_stream"]
CASES = [
    (triple, variant.name)
    for triple in TRIPLES
    for variant in KERNEL.variants
    if available(variant, targets.load(triple).arch)
]
FIRST = (0, 6, 255)
X, Y = 1024, 1028
"""The places of x and y behind the table of 256 words."""


def stream(
    state: Term, base: Term, data: Term, buffers: tuple[Term, Term], length: int, step: int = 1
) -> tuple[Term, Term]:
    """The state and the data afterwards. ``buffers``: the places of input and output, which may be the same. ``step``:
    what is added to x for each byte."""

    def entry(number: Term) -> Term:
        return add(base, scaled(zext(base.w, number), 4))

    def at(place: int) -> Term:
        return add(base, const(base.w, place))

    x, y = load(state, at(X), 1), load(state, at(Y), 1)
    for n in range(length):
        x = add(x, const(8, step))
        first = load(state, entry(x), 1)
        y = add(y, first)
        second = load(state, entry(y), 1)
        for number, value in ((y, first), (x, second)):
            state = store(state, entry(number), zext(32, value))
        given, made = (add(one, const(one.w, n)) for one in buffers)
        data = store(data, made, bxor(load(data, given, 1), load(state, entry(add(first, second)), 1)))
    for place, value in ((X, x), (Y, y)):
        state = store(state, at(place), zext(32, value))
    return state, data


def differences(triple: str, variant: str, first: int, length: int, step: int = 1) -> list[str]:
    fresh()
    target = targets.load(triple)
    recorded, params = record(KERNEL, KERNEL.variant(variant), abi(target.abi))
    word = 32 if target.arch == "x86" else 64
    script = partial(Script, word=word, keys_first=False)
    before: dict[str, Term] = {}

    def prepare(memory: Map, state: State) -> None:
        base = next(base for base in memory.regions if str(base.val).endswith(" state"))
        before[memory.regions[base]] = store(
            contents(memory.regions[base]), add(base, const(word, X)), const(32, first)
        )
        state.update({("m", region): term for region, term in before.items()})

    memory, end = ending(KERNEL, recorded.ops, params, word, script, {"length": length}, prepare)
    bases = {str(base.val).rpartition(" ")[2]: (region, base) for base, region in memory.regions.items()}

    region, base = bases["state"]
    (given, source), (_, sink) = bases["in"], bases["out"]
    state, data = stream(before[region], base, contents(given), (source, sink), length, step)
    pairs = (("the data", data, end["m", given]), ("the state", state, end["m", region]))
    return [what for what, x, y in pairs if x is not y]


@pytest.mark.parametrize(("triple", "variant"), CASES)
def test_the_key_stream_is_that_of_the_algorithm(triple: str, variant: str) -> None:
    for x, length in product(FIRST, (1, 2, 3)):
        assert not with_a_deep_stack(partial(differences, triple, variant, x, length)), (x, length)


def test_another_algorithm_differs() -> None:
    triple, variant = CASES[0]
    assert with_a_deep_stack(partial(differences, triple, variant, 0, 1, step=3)) == ["the data", "the state"]
