# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""S-boxes that are an inversion in GF(2^8) between two affine functions, as those of AES, Camellia and SEED are.

All fields of 256 elements are one field in several bases. A root of another field's polynomial in that of AES (FIPS
197, 4.2) gives a linear function from one basis to the other, and every box of this kind is

    box(x) = after(1 / before(x))

with the inversion of AES, whose circuits and instructions then compute the box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.kernels.cipher.aes_circuit import LAYERS
from generator.kernels.cipher.aes_field import AFFINE_INVERSE, CONSTANT, affine, power

Function = Callable[[int], int]


def linear(columns: Sequence[int]) -> Function:
    """The linear function with these values of 1, 2, 4 and so on."""

    def of(x: int) -> int:
        out = 0
        for n, column in enumerate(columns):
            out ^= column if x >> n & 1 else 0
        return out

    return of


def columns(function: Function) -> list[int]:
    """The values of 1, 2, 4 to 128."""
    return [function(1 << n) for n in range(8)]


def bytes_of(value: int, size: int = 4) -> int:
    """A word whose bytes all have this value."""
    return value * ((1 << 8 * size) // 255)


def inverse(function: Function) -> Function:
    """Of a linear function of bytes."""
    back = {function(x): x for x in range(256)}
    return lambda x: back[x]


def into_aes(polynomial: int, which: int = 0) -> Function:
    """A byte of polynomials modulo another polynomial, as an element of the field of AES. There are eight ways."""

    def value(root: int) -> int:
        out = 0
        for n in range(9):
            out ^= power(root, n) if polynomial >> n & 1 else 0
        return out

    root = [x for x in range(2, 256) if value(x) == 0][which]
    return linear([power(root, n) for n in range(8)])


@dataclass(frozen=True)
class Box:
    """The box after(1 / before(x + added)) + constant; ``before`` and ``after`` are linear."""

    before: Function
    added: int
    after: Function
    constant: int

    def __call__(self, x: int) -> int:
        return self.after(power(self.before(x ^ self.added), 254)) ^ self.constant

    def layers(self) -> tuple[str, str]:
        """The linear layers of aes_circuit.py for this box without its constants."""
        first, second = (_outputs(text) for text in LAYERS[False])
        return (
            _shortest([_composed(row, columns(self.before)) for row in first]),
            _shortest(_transposed([self.after(AFFINE_INVERSE[one]) for one in _transposed(second)])),
        )


def _outputs(text: str) -> list[int]:
    """The outputs A, B and so on of a layer, as sums of its inputs: bit n stands for input n."""
    rows = {row[0]: row[1:] for row in text.split()}

    def value(name: str) -> int:
        if name.isdigit():
            return 1 << int(name)
        out = 0
        for one in rows[name]:
            out ^= value(one)
        return out

    return [value(name) for name in sorted(name for name in rows if name.isupper())]


def _transposed(rows: Sequence[int]) -> list[int]:
    return [sum((row >> n & 1) << at for at, row in enumerate(rows)) for n in range(8)]


def _composed(row: int, inner: Sequence[int]) -> int:
    """A sum of outputs of a linear function, as a sum of its inputs."""
    return sum((bin(row & column).count("1") & 1) << n for n, column in enumerate(inner))


def _shortest(outputs: Sequence[int]) -> str:
    """A layer that computes sums of eight inputs: each step adds the pair that the most sums have in common (Paar,
    Optimized arithmetic for Reed-Solomon encoders, 1997)."""
    wanted = [{n for n in range(8) if row >> n & 1} for row in outputs]
    steps: list[tuple[int, int]] = []
    while any(len(row) > 1 for row in wanted):
        counts: dict[tuple[int, int], int] = {}
        for row in wanted:
            ordered = sorted(row)
            for at, x in enumerate(ordered):
                for y in ordered[at + 1 :]:
                    counts[x, y] = counts.get((x, y), 0) + 1
        pair = max(counts, key=lambda one: (counts[one], one))
        new = 8 + len(steps)
        steps.append(pair)
        for row in wanted:
            if row >= set(pair):
                row.difference_update(pair)
                row.add(new)
    names = {n: str(n) for n in range(8)}
    text = []
    for at, row in enumerate(wanted):
        (one,) = row
        letter = chr(ord("A") + at)
        if one < 8 or names.get(one, "").isupper():
            text.append(letter + names[one])
        else:
            names[one] = letter
    free = iter("abcdefghijklmnopqrstuvwxyz")
    names.update({8 + at: next(free) for at in range(len(steps)) if 8 + at not in names})
    return " ".join([*(names[8 + at] + names[x] + names[y] for at, (x, y) in enumerate(steps)), *text])


AES = Box(lambda x: x, 0, affine, CONSTANT)
