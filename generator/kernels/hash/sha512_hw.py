# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-512 by the instructions that Armv8.2 has for it. x86's wait until something can execute them.

Critical path of two rounds: one instruction for the sums of both, one for the state's upper half. The schedule, two
words at a time, and the sums with the constants are off that path.

Cycles of a block to OpenSSL 3.0's by llvm-mca 19, which is a model: Neoverse N1, N2, V1, V2 1.00 (242 cycles),
Cortex-A53 0.69, A55 0.76.
"""

from generator.kernels.hash.compression import Engine
from generator.kernels.hash.fips180 import SHA512
from generator.lang import Builder, Val, stream

CONSTANTS = SHA512.constants()
PAIRS = 40  # of rounds


def ce_load(k: Builder, state: Val) -> list[Val]:
    """The state, two words in each vector."""
    return [k.vload(k.v128, state, offset=16 * n, name=name) for n, name in enumerate(("ab", "cd", "ef", "gh"))]


@stream
def ce_block(k: Builder, words: list[Val], data: Val) -> None:
    """Two rounds make the new e, f of c, d, and the new a, b of a and b."""
    ab, cd, ef, gh = saved = words
    w: list[Val] = []
    for n in range(8):
        w.append(k.vload(k.v128, data, offset=16 * n, name=f"w{n}"))
        k.vbswap(w[n], lane=64, to=w[n])
    k.cold(words, w)
    for pair in range(PAIRS):
        constants = k.vconst(k.v128, CONSTANTS[2 * pair : 2 * pair + 2], lane=64)
        one, two, five, six, eight = (w[(pair + n) % 8] for n in (0, 1, 4, 5, 7))
        term = k.vadd(one, constants, lane=64)
        k.vext(term, term, 8, to=term)
        fg, de = k.vext(gh, ef, 8), k.vext(ef, cd, 8)
        term = k.vadd(term, gh, lane=64)
        if pair < PAIRS - 8:
            k.asm("sha512su0", k.view(one, "2d"), k.view(two, "2d"))
        k.asm("sha512h", k.view(term, "q"), k.view(fg, "q"), k.view(de, "2d"))
        if pair < PAIRS - 8:
            k.asm("sha512su1", k.view(one, "2d"), k.view(eight, "2d"), k.view(k.vext(six, five, 8), "2d"))
        fresh = k.vadd(cd, term, lane=64)
        k.asm("sha512h2", k.view(term, "q"), k.view(cd, "q"), k.view(ab, "2d"))
        ab, cd, ef, gh = term, ab, fresh, ef
    for word, new in zip(saved, (ab, cd, ef, gh)):
        k.vadd(word, new, lane=64, to=word)


def ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """The state, as it is."""
    k.vstore(state, words)


ARMV8 = Engine(ce_load, ce_block, ce_store)
