# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication and squaring of two numbers at once, for the two primes of an RSA key.

A number has `parts` parts of four digits of 52 bits. The digits of two numbers alternate: 16 bytes for each place. R is
2^(208*`parts`). The contents of all numbers are secrets; `parts`, 2 to 20, is not.

The constants of two odd moduli n stand one after the other: Q = (N + 1) / 2^208, where N is the multiple of n by
-1/n modulo 2^208; n; and -1/n modulo 2^52. n is at most R/16. Factors are below 3*n, and so are results.
The frame holds the quotient and is not wiped: callers clean the stack below them.
"""

from dataclasses import replace

from generator.kernels.bignum.pair_words import PairWords, gather_words
from generator.kernels.bignum.pairs import PART, Pairs
from generator.lang import Arg, Builder, Val, Variant, kernel

SOURCE = "Montgomery, Modular Multiplication Without Trial Division, 1985; Orup, 1995"
NUMBER = f"{PART}*parts"
CONSTANTS = f"{2 * PART}*parts+16"
ENTRIES, GROUP = 32, 8
PARTS, TIMES = range(2, 21), (1, 2, 5)
AT_ONCE = (5, 3, 1)
"""Parts that are gathered together: 3, 5, 8 and 10 are those of 512, 1024, 1536 and 2048 bits."""
VARIANTS = [
    Variant("portable", engine=PairWords),
    Variant(
        "ifma", engine=Pairs, features=("avx512ifma", "avx512vl", "avx512dq"),
        without=(("x86", "eight vector registers hold no column"),),
    )
]  # fmt: skip


@kernel(
    c="void mont_pair_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts)",
    args=[
        Arg("out", w=NUMBER, align=8),
        Arg("a", r=NUMBER, align=8, alias="out"),
        Arg("b", r=NUMBER, align=8, alias="out"),
        Arg("n", r=CONSTANTS, align=8),
        Arg("parts", public=True),
    ],
    source=SOURCE,
    variants=VARIANTS,
    size="parts",
    size_unit=PART,
    portable=True,
    cases={"parts": PARTS},
)
def mont_pair_mul(k: Builder, out: Val, a: Val, b: Val, n: Val, parts: Val) -> None:
    """`out` = `a` * `b` / R modulo each of two numbers, R = 2^(208*`parts`); not fully reduced: below 3 times the
    modulus if the factors are.

    Numbers are pairs of digits of 52 bits, four pairs in a part, 2 to 20 parts. `n`: the constants of the two moduli,
    Q, n and -1/n modulo 2^52 (Q: see the kernel's file).
    """
    k.variant.engine(k, out, n, parts).multiply(a, b)


@kernel(
    c="void mont_pair_sqr(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times)",
    args=[
        Arg("out", w=NUMBER, align=8),
        Arg("a", r=NUMBER, align=8, alias="out"),
        Arg("n", r=CONSTANTS, align=8),
        Arg("parts", public=True),
        Arg("times", public=True),
    ],
    source=SOURCE,
    variants=VARIANTS,
    size="parts",
    size_unit=PART,
    portable=True,
    cases={"parts": PARTS, "times": TIMES},
)
def mont_pair_sqr(k: Builder, out: Val, a: Val, n: Val, parts: Val, times: Val) -> None:
    """mont_pair_mul of `a` by itself, and of each result by itself: `times` squarings, 1 or more."""
    k.variant.engine(k, out, n, parts).squares(a, times)


def gather_vectors(k: Builder, out: Val, table: Val, index: Val, parts: Val) -> None:
    """Some parts of every entry at a time."""
    wanted, one = k.vblock(k.v512, index), k.vconst(k.v512, [1] * 2, bits=64)
    group_wanted = k.vshr(wanted, GROUP.bit_length() - 1, bits=64)
    place_wanted = wanted & k.vconst(k.v512, [GROUP - 1] * 2, bits=64)
    size, left = parts << 6, k.copy(parts, "left")
    place, masks = k.vzero(k.v512, name="place"), []
    for _ in range(GROUP):
        masks.append(k.vequal(place, place_wanted, bits=64))
        k.vadd(place, one, bits=64, to=place)

    def some(count: int) -> None:
        """``count`` parts of the entries. Moves both pointers behind them."""
        group, entry = k.vzero(k.v512), k.copy(table, "entry")
        chosen = [k.vzero(k.v512, name=f"chosen{i}") for i in range(count)]
        with k.loop(k.const(k.usize, ENTRIES // GROUP), at_least_once=True):
            inside = [k.vzero(k.v512) for _ in chosen]
            for mask in masks:
                for i, vector in enumerate(inside):
                    vector |= k.vload(k.v512, entry, offset=i * PART) & mask
                entry += size
            mask = k.vequal(group, group_wanted, bits=64)
            k.vadd(group, one, bits=64, to=group)
            for vector, found in zip(chosen, inside, strict=True):
                vector |= found & mask
        k.vstore(out, chosen)
        k.add(out, count * PART, to=out)
        k.add(table, count * PART, to=table)

    for count in AT_ONCE:
        with k.while_(left.ge(count)):
            some(count)
            left -= count


@kernel(
    c="void mont_pair_gather(uint64_t *out, const uint64_t *table, const uint64_t *index, size_t parts)",
    args=[
        Arg("out", w=NUMBER, align=8),
        Arg("table", r=f"{PART * ENTRIES}*parts", align=8),
        Arg("index", r=16, align=8),
        Arg("parts", public=True),
    ],
    source="the sum of all entries, each masked by the comparison of its number",
    variants=[replace(one, engine=engine) for one, engine in zip(VARIANTS, (gather_words, gather_vectors))],
    size="parts",
    size_unit=PART,
    portable=True,
    cases={"parts": PARTS},
)
def mont_pair_gather(k: Builder, out: Val, table: Val, index: Val, parts: Val) -> None:
    """`out` = the entries of a table of 32 pairs of numbers: entry `index[0]` of the first numbers, and entry
    `index[1]` of the second ones.

    Entry i begins at part i * `parts`. The indexes are secrets below 32; every entry is read.
    """
    k.variant.engine(k, out, table, index, parts)
