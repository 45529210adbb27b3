# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 by the instructions that CPUs have for it: engines for x86's SHA extensions and for Armv8.

Critical path of a block: the latency of thirty-two times two rounds (x86) or sixteen times four (Armv8), and one
addition. The schedule and the sums with the constants, four words at a time, are off that path.

Armv8, cycles of a block to OpenSSL 3.0's by llvm-mca 19, which is a model: Neoverse N1, N2, V1, V2 1.00 (83 cycles),
Cortex-A53 0.68, A55 0.64.
"""

from generator.kernels.hash.compression import Engine
from generator.kernels.hash.fips180 import SHA256
from generator.lang import Builder, Val, stream

CONSTANTS = SHA256.constants()
GROUPS = 16  # of four rounds


def constants(k: Builder, group: int) -> Val:
    """Those of four rounds."""
    return k.vconst(k.v128, CONSTANTS[4 * group : 4 * group + 4])


# -- x86: two rounds want a, b, e, f in one vector and c, d, g, h in the other, the first highest ----------------------


def ni_load(k: Builder, state: Val) -> list[Val]:
    """The state, and the byte order of a vector of message words."""
    dcba, hgfe = (k.vshuffle(k.vload(k.v128, state, offset=16 * n), (3, 2, 1, 0)) for n in range(2))
    abef = k.vunpack_high(hgfe, dcba, lane=64, to=k.value(k.v128, "abef"))
    cdgh = k.vunpack_low(hgfe, dcba, lane=64, to=k.value(k.v128, "cdgh"))
    reverse = k.vconst(k.v128, [n ^ 3 for n in range(16)], lane=8, name="reverse")
    k.cold(reverse)
    return [abef, cdgh, reverse]


@stream
def ni_block(k: Builder, words: list[Val], data: Val) -> None:
    """Two rounds make the new a, b, e, f in place of c, d, g, h; the old ones are the new c, d, g, h."""
    abef, cdgh, reverse = words
    saved = k.home([abef, cdgh])
    w: list[Val] = []
    for group in range(GROUPS):
        if group < 4:
            w.append(k.vload(k.v128, data, offset=16 * group, name=f"w{group}"))
            k.vlookup(w[group], reverse, to=w[group])
        term = k.vadd(w[group % 4], constants(k, group), lane=32)
        k.asm("sha256rnds2", cdgh, abef, term)
        if 3 <= group < GROUPS - 1:  # w[group - 3], begun below, becomes w[group + 1]
            fresh = w[(group + 1) % 4]
            k.vadd(fresh, k.vext(w[group % 4], w[(group + 3) % 4], 4), lane=32, to=fresh)
            k.asm("sha256msg2", fresh, w[group % 4])
        k.vshuffle(term, (2, 3, 0, 0), to=term)
        k.asm("sha256rnds2", abef, cdgh, term)
        if 1 <= group < GROUPS - 3:
            k.asm("sha256msg1", w[(group + 3) % 4], w[group % 4])
    for word, old in zip(words, saved):
        k.vadd(word, old, lane=32, to=word)


def ni_store(k: Builder, state: Val, words: list[Val]) -> None:
    """The state, back in memory's order."""
    abef, cdgh, _ = words
    for n, half in enumerate((k.vunpack_high(cdgh, abef, lane=64), k.vunpack_low(cdgh, abef, lane=64))):
        k.vstore(state, k.vshuffle(half, (3, 2, 1, 0)), offset=16 * n)


SHA_NI = Engine(ni_load, ni_block, ni_store)

# -- Armv8: words in memory's order ------------------------------------------------------------------------------------


def ce_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    return [k.vload(k.v128, state, offset=16 * n, name=name) for n, name in enumerate(("abcd", "efgh"))]


@stream
def ce_block(k: Builder, words: list[Val], data: Val) -> None:
    """Either instruction of a round wants the other half of the state as it was."""
    abcd, efgh = words
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vbswap(word, lane=32, to=word)
    saved = [k.copy(abcd, "abcd_saved"), k.copy(efgh, "efgh_saved")]
    terms = [k.vadd(w[n], constants(k, n), lane=32) for n in range(2)]
    for group in range(GROUPS):
        one, two, three, four = (k.view(w[(group + n) % 4], "4s") for n in range(4))
        term = k.view(terms[group % 2], "4s")
        coming = constants(k, group + 2) if group < GROUPS - 2 else None
        old = k.copy(abcd, "old")
        if group < GROUPS - 4:
            k.asm("sha256su0", one, two)
        k.asm("sha256h", k.view(abcd, "q"), k.view(efgh, "q"), term)
        k.asm("sha256h2", k.view(efgh, "q"), k.view(old, "q"), term)
        if coming is not None:
            terms[group % 2] = k.vadd(w[(group + 2) % 4], coming, lane=32)
        if group < GROUPS - 4:
            k.asm("sha256su1", one, three, four)
    for word, old in zip(words, saved):
        k.vadd(word, old, lane=32, to=word)


def ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """The state, as it is."""
    k.vstore(state, words)


ARMV8 = Engine(ce_load, ce_block, ce_store)
