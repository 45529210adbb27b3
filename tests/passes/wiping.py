# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A kernel that brings secrets to every possible place: registers of all classes, spilled slots, areas."""

from __future__ import annotations

from collections.abc import Sequence

from generator.lang import Arg, Builder, Kernel, Val, Variant, kernel

SECRET = 1024
"""Bytes of the buffer's secret first half. The second half takes the results."""
WORDS = range(0, 96, 8)
"""The start, in the first half, of the words that pass through general registers."""


def secretive(name: str, widths: Sequence[int], vectors: int, *, wipe: bool) -> Kernel:
    """``void name(uint8_t *p, size_t n)``: ``vectors`` values of each width at once. ``n`` must be below 8."""

    def body(k: Builder, p: Val, n: Val) -> None:
        word = k.u64 if k.usize.bits == 64 else k.u32
        size = word.bits // 8
        load, store = getattr(k, f"load{word.bits}"), getattr(k, f"store{word.bits}")
        words = [load(p, offset=at) for at in WORDS]
        k.cold(*words[2:])
        area, other = k.frame(160, "area"), k.frame(80, "other")
        made = []
        at = 0
        for width in widths:
            made += [k.vload(k.vector(width), p, offset=(at := at + 8) % 512) for _ in range(vectors)]
        k.cold(*made[1:])
        for place, val in ((0, words[0]), (size + 1, words[1]), (61, words[2])):
            store(area, val, offset=place)
            store(area, val, offset=place + 20, index=n)
        pointer = other + n
        store(pointer, words[3])
        k.store8(area, k.load8(p, offset=3), offset=151)
        for i, val in enumerate(made[:: max(1, len(made) // 2)]):
            k.vstore(area, val, offset=77 + i)
            k.vstore(other, val, offset=3, index=n)
        out = SECRET
        for val in words:
            store(p, val, offset=out)
            out += 8
        for val in made:
            k.vstore(p, val, offset=out % 900 + SECRET)
            out += 7
        store(p, load(area, offset=61), offset=SECRET)

    body.__name__ = name
    return kernel(
        c=f"void {name}(uint8_t *p, size_t n)",
        args=[Arg("p", rw=2 * SECRET), Arg("n", public=True)],
        cases={"n": range(8)},
        source="none: made for a test",
        variants=[Variant("scalar")],
        wipe=wipe,
    )(body)
