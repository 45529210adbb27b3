# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""An entry of a table of powers whose number is a secret: every entry is read, and a mask chooses."""

from __future__ import annotations

from dataclasses import dataclass

from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.values import Type

ENTRIES = 32
UNROLL = 4
"""Entries of one round of a loop over vectors."""
LIMB = 8


def by_words(k: Builder, out: Val, table: Val, index: Val, limbs: Val) -> None:
    """One word of each entry at a time."""
    word = k.usize.bits // 8
    size = limbs << 3
    wanted = k.zext(k.usize, index)
    k.cold(out, table, size, wanted)
    with k.loop(limbs if word == LIMB else limbs + limbs, step={out: word, table: word}, at_least_once=True):
        entry, number, chosen = k.copy(table, "entry"), k.copy(wanted, "number"), k.const(k.usize, 0, "chosen")
        with k.loop(k.const(k.usize, ENTRIES), at_least_once=True):
            _, wraps = k.sub_borrow(number, 1, to=number)
            chosen |= k.limbs(entry, 1)[0] & k.sub(0, k.zext(k.usize, wraps))
            entry += size
        k.store_limbs(out, [chosen])


def limbs_at_once(k: Builder) -> int:
    """As many as the registers hold."""
    return k.usize.bits // 8


def entry_of(k: Builder, out: Val, table: Val, numbers: list[Val], count: int, size: Val) -> None:
    """`count` limbs of an entry: their entries' `numbers` in turn. A mask, which a compiler must not see through,
    serves several limbs. Moves both pointers behind them."""
    entry, number = k.copy(table, "entry"), k.const(k.u64, 0, "number")
    chosen = [k.const(k.u64, 0, "chosen") for _ in range(count)]
    with k.loop(k.const(k.usize, ENTRIES), at_least_once=True):
        masks = [k.sub(0, ((number ^ one) - 1) >> 63) for one in numbers]
        for n, limb in enumerate(chosen):
            limb |= k.load64(entry, offset=LIMB * n) & masks[n % len(masks)]
        entry += size
        number += 1
    k.store64(out, chosen)
    out += LIMB * count
    table += LIMB * count


def by_limbs(k: Builder, out: Val, table: Val, index: Val, limbs: Val) -> None:
    """Some limbs of each entry at a time."""
    size, left, wanted, most = limbs << 3, k.copy(limbs, "left"), [k.zext(k.u64, index)], limbs_at_once(k)
    with k.while_(left.ge(most)):
        entry_of(k, out, table, wanted, most, size)
        left -= most
    with k.while_(left.ne(0)):
        entry_of(k, out, table, wanted, 2, size)
        left -= 2


@dataclass(frozen=True)
class ByVectors:
    """Several vectors of each entry at a time: `limbs` limbs in vectors of `bits` bits."""

    bits: int
    count: int

    def __call__(self, k: Builder, out: Val, table: Val, index: Val, limbs: Val) -> None:
        wide: Type = k.v128 if self.bits == 128 else k.v256
        size = limbs << 3
        wanted = k.copy(index, "wanted")
        count = self.count if k.vectors > 8 else 2  # five more vectors hold numbers and masks
        most = self.bits // 64 * count
        left = k.copy(limbs, "left")
        k.cold(left, wanted)
        with k.while_(left.ge(most)):
            self.part(k, wide, count, out, table, wanted, size)
            left -= most
        with k.while_(left.ne(0)):
            self.part(k, k.v128, 1, out, table, wanted, size)
            left -= 128 // 64

    def part(self, k: Builder, type: Type, count: int, out: Val, table: Val, index: Val, size: Val) -> None:
        """`count` vectors of the entry. Moves both pointers behind them."""
        step = type.bits // 8
        wanted = k.vbroadcast(type, index, bits=32)
        number, one = k.vzero(type), k.vconst(type, [1] * 4)
        chosen = [k.vzero(type) for _ in range(count)]
        entry = k.copy(table, "entry")
        with k.loop(k.const(k.usize, ENTRIES // UNROLL), at_least_once=True):
            for _ in range(UNROLL):
                mask = k.vequal(number, wanted, bits=32)
                k.vadd(number, one, bits=32, to=number)
                for n, vector in enumerate(chosen):
                    vector |= k.vload(type, entry, offset=n * step) & mask
                entry += size
        k.vstore(out, chosen)
        out += count * step
        table += count * step


@kernel(
    c="void mont_gather(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs)",
    args=[
        Arg("out", w="8*limbs", align=4),
        Arg("table", r=f"{LIMB * ENTRIES}*limbs", align=4),
        Arg("index"),
        Arg("limbs", public=True),
    ],
    source="the sum of all entries, each masked by the comparison of its number",
    variants=[
        Variant("portable", engine=by_limbs),
        Variant("scalar", engine=by_words),
        Variant("sse2", features=("sse2",), engine=ByVectors(128, 4)),
        Variant("avx2", features=("avx2",), engine=ByVectors(256, 2)),
        Variant("neon", features=("neon",), engine=ByVectors(128, 8)),
    ],
    size="limbs",
    size_unit=LIMB,
    portable=True,
    cases={"limbs": range(2, 65, 2)},
)
def mont_gather(k: Builder, out: Val, table: Val, index: Val, limbs: Val) -> None:
    """`out` = entry `index` of a table of 32 numbers of `limbs` words of 64 bits, an even number from 2 to 64.

    Entry i begins at word i * `limbs`. The index is a secret below 32; every entry is read.
    """
    k.variant.engine(k, out, table, index, limbs)
