# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Texts aligned line by line."""

from __future__ import annotations

import random

from generator.emit.stretches import LEAST, align


def edited(rng: random.Random, text: list[str]) -> list[str]:
    out = list(text)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(out) + 1)
        if rng.random() < 0.5:
            out[at:at] = [f"new{rng.randrange(9)}" for _ in range(rng.randrange(1, 9))]
        else:
            del out[at : at + rng.randrange(1, 9)]
    return out


def test_the_texts_come_back() -> None:
    """Random edits of random texts, with lines that repeat: nothing is lost, moved or called common wrongly."""
    rng = random.Random(7)
    for _ in range(3000):
        text = [rng.choice("abcdefghijklmnop") + str(rng.randrange(9)) for _ in range(rng.randrange(60))]
        texts = [edited(rng, text) for _ in range(rng.choice([2, 2, 3]))]
        found = align(texts)
        for number, lines in enumerate(texts):
            assert [line for stretch in found for line in stretch.lines[number]] == lines
        kinds = [stretch.common for stretch in found]
        assert not any(a and b for a, b in zip(kinds, kinds[1:])), kinds


def test_long_stretches_only() -> None:
    """A few common lines between two differences join them. At the ends even one line is common."""
    a = ["one", *"abcdefghij", "two", *"klm", "three", *"nopqrstuvwxyz", "four", "end"]
    b = ["ONE", *"abcdefghij", "TWO", *"klm", "THREE", *"nopqrstuvwxyz", "FOUR", "end"]
    assert LEAST > 3
    found = [(stretch.common, "".join(stretch.lines[0])) for stretch in align([a, b])]
    assert found == [
        (False, "one"), (True, "abcdefghij"), (False, "twoklmthree"), (True, "nopqrstuvwxyz"), (False, "four"),
        (True, "end"),
    ]  # fmt: skip


def test_little_in_common_is_two_texts() -> None:
    a = ["begin", *(f"a{n}" for n in range(30)), *"cdefghijkl", *(f"a{n}" for n in range(30, 60)), "end"]
    b = [line.replace("a", "b") for line in a]
    assert [stretch.common for stretch in align([a, b])] == [True, False, True]
