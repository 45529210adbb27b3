# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 by the instructions that CPUs have for it, four rounds each: engines for x86's SHA extensions and for Armv8.

Critical path of a block: twenty times the latency of four rounds, and one addition. The `e` of four rounds is an `a` of
the four before the last, rotated, so it is there early; and so is the schedule. On Intel's cores the instructions that
make these cost more than the chain: sha1msg2 is seven operations there, sha1nexte three, so that a block takes 118
cycles (Sapphire Rapids, 2026-11-21) of which the chain is 80. With AVX-512VL other instructions do both: 84 cycles.

Armv8, cycles of a block to OpenSSL 3.0's by llvm-mca 19, which is a model: Neoverse N1, N2, V1, V2 1.00 (102 cycles),
Cortex-A53 1.01, A55 0.95.
"""

from generator.kernels.hash.compression import Engine
from generator.kernels.hash.fips180 import SHA1_CONSTANTS
from generator.lang import Builder, Val, stream

GROUPS = 20  # of four rounds

# -- x86: the first word is the highest: `a` and `e` are in lane 3, and so is the first word of the message ------------


def ni_load(k: Builder, state: Val) -> list[Val]:
    """The state, and the byte order of a vector of message words."""
    abcd = k.vshuffle(k.vload(k.v128, state), (3, 2, 1, 0), to=k.value(k.v128, "abcd"))
    e = k.value(k.v128, "e")
    k.asm("movd", e, k.mem(state, 16, width=32))
    k.vshl_bytes(e, 12, to=e)
    reverse = k.vconst(k.v128, range(15, -1, -1), lane=8, name="reverse")
    k.cold(reverse)
    return [abcd, e, reverse]


@stream
def ni_block(k: Builder, words: list[Val], data: Val) -> None:
    """`e` of a group is sha1nexte of the `abcd` before the last group; the first one's is the state's."""
    abcd, e, reverse = words
    before, last_e = k.home([abcd, e])
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vlookup(word, reverse, to=word)
    k.vadd(e, w[0], lane=32, to=e)
    for group in range(GROUPS):
        later = k.copy(abcd, "e")
        k.asm("sha1rnds4", abcd, e, group // 5)
        if group == GROUPS - 1:
            break
        if group >= 3 and group + 1 < GROUPS:  # w[group - 3] becomes w[group + 1]
            fresh = w[(group + 1) % 4]
            k.asm("sha1msg1", fresh, w[(group + 2) % 4])
            k.xor(fresh, w[(group + 3) % 4], to=fresh)
            k.asm("sha1msg2", fresh, w[group % 4])
        e = later
        k.asm("sha1nexte", e, w[(group + 1) % 4])
    k.asm("sha1nexte", later, last_e)
    k.vadd(abcd, before, lane=32, to=abcd)
    k.set(words[1], later)


def ni_store(k: Builder, state: Val, words: list[Val]) -> None:
    """The state, back in memory's order."""
    k.vstore(state, k.vshuffle(words[0], (3, 2, 1, 0)))
    k.asm("movd", k.mem(state, 16, width=32), k.vshuffle(words[1], (3, 3, 3, 3)))


SHA_NI = Engine(ni_load, ni_block, ni_store)

# -- x86: four rounds as above, all else by AVX-512VL ------------------------------------------------------------------


def vl_load(k: Builder, state: Val) -> list[Val]:
    """The same, and the mask of the first word."""
    first = k.value(k.mask, "first")
    k.asm("kmovw", first, k.const(k.u32, 8))
    return [*ni_load(k, state), first]


@stream
def vl_block(k: Builder, words: list[Val], data: Val) -> None:
    """From the 32nd word on FIPS 180-4's rule is used twice over: no word then depends on another of its group. Where
    registers are few only the last two vectors of words are in them, which the next one waits for."""
    abcd, e, reverse, first = words
    before, last_e = k.home([abcd, e])
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vlookup(word, reverse, to=word)
    term = k.vadd(e, w[0], lane=32)
    older = k.home(w) if k.vectors == 8 else w
    for group in range(GROUPS):
        later = k.value(k.v128, "e")  # in the first lane; the others add nothing to the words
        k.asm("vprold", k.only(later, first), abcd, 30)
        k.asm("sha1rnds4", abcd, term, group // 5)
        if group < 4:
            word = k.ternary(lambda x, y, z: x ^ y ^ z, k.vext(older[group], older[group + 1], 8), older[group], w[-2])
            k.xor(word, k.vshl_bytes(w[-1], 4), to=word)
            last = k.vshr_bytes(word, 12)  # the first word, which the last one needs
            k.vrotl(word, 1, lane=32, to=word)
            k.xor(word, k.vrotl(last, 2, lane=32), to=word)
        elif group + 4 < GROUPS:
            word = k.ternary(lambda x, y, z: x ^ y ^ z, older[group], older[group - 3], older[group - 4])
            k.xor(word, k.vext(w[-2], w[-1], 8), to=word)
            k.vrotl(word, 2, lane=32, to=word)
        if group + 4 < GROUPS:
            w.append(word)
            if older is not w:
                older.append(k.home(word))
        term = k.vadd(later, last_e if group == GROUPS - 1 else older[group + 1], lane=32)
    k.vadd(abcd, before, lane=32, to=abcd)
    k.set(e, term)


SHA_NI_VL = Engine(vl_load, vl_block, ni_store)

# -- Armv8: words in memory's order, `e` a lane of its own -------------------------------------------------------------


def ce_load(k: Builder, state: Val) -> list[Val]:
    """The state, and the four constants."""
    abcd = k.vload(k.v128, state, name="abcd")
    e = k.vfrom(k.load32(state, offset=16), name="e")
    constants = [k.vconst(k.v128, [constant] * 4) for constant in SHA1_CONSTANTS]
    k.cold(constants)
    return [abcd, e, *constants]


@stream
def ce_block(k: Builder, words: list[Val], data: Val) -> None:
    """The schedule is renewed four words at a time, by both of its instructions in turn."""
    abcd, e, *constants = words
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vbswap(word, lane=32, to=word)
    before = k.copy(abcd, "before")
    terms = [k.vadd(w[n], constants[0], lane=32) for n in range(2)]
    k.asm("sha1su0", *(k.view(word, "4s") for word in w[:3]))
    for group in range(GROUPS):
        later = k.value(k.v128, "e")
        k.asm("sha1h", k.view(later, "s"), k.view(abcd, "s"))
        operands = k.view(abcd, "q"), k.view(e, "s"), k.view(terms[group % 2], "4s")
        k.asm(("sha1c", "sha1p", "sha1m", "sha1p")[group // 5], *operands)
        e = later
        one, two, three, four = (k.view(w[(group + n) % 4], "4s") for n in range(4))
        if group < GROUPS - 2:
            terms[group % 2] = k.vadd(w[(group + 2) % 4], constants[(group + 2) // 5], lane=32)
        if group < GROUPS - 4:
            k.asm("sha1su1", one, four)
        if group < GROUPS - 5:
            k.asm("sha1su0", two, three, four)
    k.vadd(abcd, before, lane=32, to=abcd)
    k.vadd(words[1], e, lane=32, to=words[1])


def ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """The state, as it is."""
    k.vstore(state, words[0])
    k.store32(state, k.vword(k.u32, words[1]), offset=16)


ARMV8 = Engine(ce_load, ce_block, ce_store)
