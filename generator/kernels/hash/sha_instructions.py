# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1, SHA-256 and SHA-512 by the instructions that CPUs have for them: x86's SHA extensions (SHA-1: with AVX-512VL
too), x86's SHA512 and Armv8's.

The critical path of a block of SHA-1 is twenty times the latency of four rounds, and one addition. The `e` of four
rounds is an `a` from before the last four rounds, rotated, and is ready early. The schedule is ready early too. The
instructions that make `e` and the schedule cost more than the chain on Intel's cores: sha1msg2 is seven operations and
sha1nexte three. A block takes 118 cycles (Sapphire Rapids, 2026-11-21), of which the chain is 80. Other instructions of
AVX-512VL make both: 84 cycles.

The critical path of SHA-256 is thirty-two times the latency of two rounds (x86) or sixteen times that of four rounds
(Armv8), and one addition. Two rounds of SHA-512 are one instruction for the sums of both, and one for the upper half of
the state. The schedules and the sums with the constants, a vector at a time, are off these paths.

Armv8, cycles of a block as a ratio to OpenSSL 3.0's, by llvm-mca 19 (a model):

  core                        SHA-1              SHA-256           SHA-512
  Neoverse N1, V1, V2         1.00 (102 cycles)  1.00 (82 cycles)  1.00 (242 cycles)
  Neoverse N2                 1.01 (103 cycles)  1.00 (83 cycles)  1.00 (243 cycles)
  Cortex-A53, Cortex-A55      1.01, 0.95         0.67, 0.64        0.69, 0.76
"""

from collections.abc import Iterator

from generator.kernels.hash.compression import in_steps
from generator.kernels.hash.fips180 import SHA1_CONSTANTS, SHA256, SHA512
from generator.lang import Builder, Val

SHA1_GROUPS = 20  # of four rounds
SHA256_GROUPS = 16  # of four rounds
SHA512_PAIRS = 40  # of rounds
SHA256_CONSTANTS = SHA256.table()
SHA512_CONSTANTS = SHA512.table()

# -- SHA-1 on x86: the first word is the highest: `a` and `e` are in lane 3, and so is the first word of the message ---


def sha1_ni_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    abcd = k.vshuffle(k.vload(k.v128, state), (3, 2, 1, 0), to=k.value(k.v128, "abcd"))
    e = k.value(k.v128, "e")
    k.asm("movd", e, k.mem(state, 16, width=32))
    k.vshl_bytes(e, 12, to=e)
    return [abcd, e]


def sha1_ni_constants(k: Builder) -> list[Val]:
    """The byte order of a vector of message words."""
    reverse = k.vconst(k.v128, range(15, -1, -1), bits=8, name="reverse")
    k.cold(reverse)
    return [reverse]


def in_frame(k: Builder) -> bool:
    """Whether the words of several messages are in the frame: the states take half of the registers."""
    return k.messages > 2 and k.vectors == 16


def sha1_ni_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """`e` of a group is sha1nexte of the `abcd` before the last group. The first group takes the state's `e`."""
    abcd, e, reverse = words
    before, last_e = k.home([abcd, e])
    k.note("load the message")
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vlookup(word, reverse, to=word)
    if in_frame(k):
        w = k.home(w)
    k.vadd(e, w[0], bits=32, to=e)
    k.note("the rounds, with the schedule")
    for group in range(SHA1_GROUPS):
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        later = k.copy(abcd, "e")
        k.asm("sha1rnds4", abcd, e, group // 5)
        if group == SHA1_GROUPS - 1:
            break
        if group >= 3 and group + 1 < SHA1_GROUPS:  # w[group - 3] becomes w[group + 1]
            old = w[(group + 1) % 4]
            fresh = k.copy(old) if in_frame(k) else old
            k.asm("sha1msg1", fresh, w[(group + 2) % 4])
            k.xor(fresh, w[(group + 3) % 4], to=fresh)
            k.asm("sha1msg2", fresh, w[group % 4])
            w[(group + 1) % 4] = k.home(fresh) if in_frame(k) else fresh
        e = later
        k.asm("sha1nexte", e, w[(group + 1) % 4])
        yield
    k.note("add the state before the block")
    k.asm("sha1nexte", later, last_e)
    k.vadd(abcd, before, bits=32, to=abcd)
    k.set(words[1], later)


def sha1_ni_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, back in memory's order."""
    k.vstore(state, k.vshuffle(words[0], (3, 2, 1, 0)))
    k.asm("movd", k.mem(state, 16, width=32), k.vshuffle(words[1], (3, 3, 3, 3)))


SHA1_NI = in_steps(sha1_ni_load, sha1_ni_steps, sha1_ni_store, sha1_ni_constants)

# -- SHA-1 on x86: four rounds as above, all else by AVX-512VL ---------------------------------------------------------


def sha1_vl_constants(k: Builder) -> list[Val]:
    """Those of :func:`sha1_ni_constants`, and the mask of the first word."""
    first = k.value(k.mask, "first")
    k.asm("kmovw", first, k.const(k.u32, 8))
    return [*sha1_ni_constants(k), first]


def sha1_vl_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """The words from the 32nd on come from FIPS 180-4's rule applied twice: no word depends on another word of its
    group. With eight vector registers only the last two vectors of words, for which the next one waits, are in
    registers."""
    abcd, e, reverse, first = words
    before, last_e = k.home([abcd, e])
    k.note("load the message")
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vlookup(word, reverse, to=word)
    term = k.vadd(e, w[0], bits=32)
    older = k.home(w) if k.vectors == 8 else w
    k.note("the rounds, with the schedule")
    for group in range(SHA1_GROUPS):
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        later = k.value(k.v128, "e")  # `e` is in the first lane; the other lanes are zero
        k.asm("vprold", k.only(later, first), abcd, 30)
        k.asm("sha1rnds4", abcd, term, group // 5)
        if group < 4:
            word = k.ternary(lambda x, y, z: x ^ y ^ z, k.vext(older[group], older[group + 1], 8), older[group], w[-2])
            k.xor(word, k.vshl_bytes(w[-1], 4), to=word)
            last = k.vshr_bytes(word, 12)  # the first word, which the last one needs
            k.vrotl(word, 1, bits=32, to=word)
            k.xor(word, k.vrotl(last, 2, bits=32), to=word)
        elif group + 4 < SHA1_GROUPS:
            word = k.ternary(lambda x, y, z: x ^ y ^ z, older[group], older[group - 3], older[group - 4])
            k.xor(word, k.vext(w[-2], w[-1], 8), to=word)
            k.vrotl(word, 2, bits=32, to=word)
        if group + 4 < SHA1_GROUPS:
            w.append(word)
            if older is not w:
                older.append(k.home(word))
        term = k.vadd(later, last_e if group == SHA1_GROUPS - 1 else older[group + 1], bits=32)
        yield
    k.note("add the state before the block")
    k.vadd(abcd, before, bits=32, to=abcd)
    k.set(e, term)


SHA1_NI_VL = in_steps(sha1_ni_load, sha1_vl_steps, sha1_ni_store, sha1_vl_constants)

# -- SHA-1 on Armv8: words in memory's order, `e` a lane of its own ----------------------------------------------------


def sha1_ce_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    return [k.vload(k.v128, state, name="abcd"), k.vfrom(k.load32(state, offset=16), name="e")]


def sha1_ce_constants(k: Builder) -> list[Val]:
    """The four constants, unless two messages leave no registers for them."""
    constants = [] if few(k) else [k.vconst(k.v128, [constant] * 4) for constant in SHA1_CONSTANTS]
    k.cold(constants)
    return constants


def few(k: Builder) -> bool:
    """Whether several messages share sixteen vector registers."""
    return k.messages > 0 and k.vectors == 16


def sha1_ce_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """The schedule's two instructions take turns, and renew four words at a time."""
    abcd, e, *constants = words
    k.note("load the message")
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vbswap(word, bits=32, to=word)
    before = k.home(abcd) if few(k) else k.copy(abcd, "before")
    if few(k):
        k.cold(w)

    def constant(group: int) -> Val:
        return constants[group // 5] if constants else k.vconst(k.v128, [SHA1_CONSTANTS[group // 5]] * 4)

    terms = [k.vadd(w[n], constant(n), bits=32) for n in range(2)]
    k.asm("sha1su0", *(k.view(word, "4s") for word in w[:3]))
    k.note("the rounds, with the schedule")
    for group in range(SHA1_GROUPS):
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        later = k.value(k.v128, "e")
        k.asm("sha1h", k.view(later, "s"), k.view(abcd, "s"))
        operands = k.view(abcd, "q"), k.view(e, "s"), k.view(terms[group % 2], "4s")
        k.asm(("sha1c", "sha1p", "sha1m", "sha1p")[group // 5], *operands)
        e = later
        one, two, three, four = (k.view(w[(group + n) % 4], "4s") for n in range(4))
        if group < SHA1_GROUPS - 2:
            terms[group % 2] = k.vadd(w[(group + 2) % 4], constant(group + 2), bits=32)
        if group < SHA1_GROUPS - 4:
            k.asm("sha1su1", one, four)
        if group < SHA1_GROUPS - 5:
            k.asm("sha1su0", two, three, four)
        yield
    k.note("add the state before the block")
    k.vadd(abcd, before, bits=32, to=abcd)
    k.vadd(words[1], e, bits=32, to=words[1])


def sha1_ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, which is in memory's order."""
    k.vstore(state, words[0])
    k.store32(state, k.vword(k.u32, words[1]), offset=16)


SHA1_ARMV8 = in_steps(sha1_ce_load, sha1_ce_steps, sha1_ce_store, sha1_ce_constants)

# -- SHA-256 on x86: two rounds take a, b, e, f in one vector and c, d, g, h in the other, the first highest -----------


def sha256_constants(k: Builder, group: int) -> Val:
    """The constants of the four rounds of `group`."""
    return k.vconst(k.v128, SHA256_CONSTANTS[4 * group : 4 * group + 4])


def sha256_ni_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    dcba, hgfe = (k.vshuffle(k.vload(k.v128, state, offset=16 * n), (3, 2, 1, 0)) for n in range(2))
    abef = k.vunpack_high(hgfe, dcba, bits=64, to=k.value(k.v128, "abef"))
    cdgh = k.vunpack_low(hgfe, dcba, bits=64, to=k.value(k.v128, "cdgh"))
    return [abef, cdgh]


def sha256_ni_constants(k: Builder) -> list[Val]:
    """The byte order of a vector of message words."""
    reverse = k.vconst(k.v128, [n ^ 3 for n in range(16)], bits=8, name="reverse")
    k.cold(reverse)
    return [reverse]


def sha256_ni_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """Two rounds make the new a, b, e, f in place of c, d, g, h; the old ones are the new c, d, g, h."""
    abef, cdgh, reverse = words
    saved = k.home([abef, cdgh])
    w: list[Val] = []
    k.note("the rounds, with the schedule")
    for group in range(SHA256_GROUPS):
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        if group < 4:
            word = k.vload(k.v128, data, offset=16 * group, name=f"w{group}")
            k.vlookup(word, reverse, to=word)
            w.append(k.home(word) if in_frame(k) else word)
        term = k.vadd(w[group % 4], sha256_constants(k, group), bits=32)
        k.asm("sha256rnds2", cdgh, abef, term)
        if 3 <= group < SHA256_GROUPS - 1:  # w[group - 3], begun below, becomes w[group + 1]
            old = w[(group + 1) % 4]
            fresh = k.copy(old) if in_frame(k) else old
            if in_frame(k):
                k.asm("sha256msg1", fresh, w[(group + 2) % 4])
            k.vadd(fresh, k.vext(w[group % 4], w[(group + 3) % 4], 4), bits=32, to=fresh)
            k.asm("sha256msg2", fresh, w[group % 4])
            w[(group + 1) % 4] = k.home(fresh) if in_frame(k) else fresh
        k.vshuffle(term, (2, 3, 0, 0), to=term)
        k.asm("sha256rnds2", abef, cdgh, term)
        if 1 <= group < SHA256_GROUPS - 3 and not in_frame(k):
            k.asm("sha256msg1", w[(group + 3) % 4], w[group % 4])
        yield
    k.note("add the state before the block")
    for word, old in zip(words, saved):
        k.vadd(word, old, bits=32, to=word)


def sha256_ni_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, back in memory's order."""
    abef, cdgh, *_ = words
    for n, half in enumerate((k.vunpack_high(cdgh, abef, bits=64), k.vunpack_low(cdgh, abef, bits=64))):
        k.vstore(state, k.vshuffle(half, (3, 2, 1, 0)), offset=16 * n)


SHA256_NI = in_steps(sha256_ni_load, sha256_ni_steps, sha256_ni_store, sha256_ni_constants)

# -- SHA-256 on Armv8: words in memory's order -------------------------------------------------------------------------


def sha256_ce_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    return [k.vload(k.v128, state, offset=16 * n, name=name) for n, name in enumerate(("abcd", "efgh"))]


def sha256_ce_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """Both instructions of a group need the other half of the state from before the group. The first group reads the
    copy that the block's end adds: on Neoverse V1 a further move would take the unit of the first `sha256h`."""
    abcd, efgh = words
    k.note("load the message")
    w = [k.vload(k.v128, data, offset=16 * n, name=f"w{n}") for n in range(4)]
    for word in w:
        k.vbswap(word, bits=32, to=word)
    saved = [k.copy(abcd, "abcd_saved"), k.copy(efgh, "efgh_saved")]
    if few(k):
        k.cold(w, saved)
    terms = [k.vadd(w[n], sha256_constants(k, n), bits=32) for n in range(2)]
    k.note("the rounds, with the schedule")
    for group in range(SHA256_GROUPS):
        one, two, three, four = (k.view(w[(group + n) % 4], "4s") for n in range(4))
        term = k.view(terms[group % 2], "4s")
        coming = sha256_constants(k, group + 2) if group < SHA256_GROUPS - 2 else None
        old = k.copy(abcd, "old") if group else saved[0]
        if group < SHA256_GROUPS - 4:
            k.asm("sha256su0", one, two)
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        yield
        k.asm("sha256h", k.view(abcd, "q"), k.view(efgh, "q"), term)
        k.asm("sha256h2", k.view(efgh, "q"), k.view(old, "q"), term)
        yield
        if coming is not None:
            terms[group % 2] = k.vadd(w[(group + 2) % 4], coming, bits=32)
        if group < SHA256_GROUPS - 4:
            k.asm("sha256su1", one, three, four)
        yield
    k.note("add the state before the block")
    for word, old in zip(words, saved):
        k.vadd(word, old, bits=32, to=word)


def sha256_ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, which is in memory's order."""
    k.vstore(state, words)


SHA256_ARMV8 = in_steps(sha256_ce_load, sha256_ce_steps, sha256_ce_store)

# -- SHA-512 on x86: the vectors of SHA-256, twice as wide -------------------------------------------------------------


def sha512_ni_halves(k: Builder, first: Val, second: Val) -> tuple[Val, Val]:
    """The lower and the upper blocks of two vectors."""
    return k.vblocks_even(first, second), k.vblocks_odd(first, second)


def sha512_ni_load(k: Builder, state: Val) -> list[Val]:
    """The state."""
    badc, fehg = (k.vshuffle(k.vload(k.v256, state, offset=32 * n), (2, 3, 0, 1)) for n in range(2))
    return [*sha512_ni_halves(k, fehg, badc)]


def sha512_ni_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """Those of :func:`sha256_ni_steps`."""
    abef, cdgh = words
    saved = k.home([abef, cdgh])
    w: list[Val] = []
    k.note("the rounds, with the schedule")
    for group in range(SHA512_PAIRS // 2):
        k.note(f"rounds {4 * group} to {4 * group + 3}", inline=True)
        if group < 4:
            w.append(k.vbswap(k.vload(k.v256, data, offset=32 * group), bits=64, to=k.value(k.v256, f"w{group}")))
        newest, before = w[group % 4], w[group % 4 - 1]
        term = k.vadd(newest, k.vconst(k.v256, SHA512_CONSTANTS[4 * group : 4 * group + 4], bits=64), bits=64)
        k.asm("vsha512rnds2", cdgh, abef, k.view(term))
        if 3 <= group < SHA512_PAIRS // 2 - 1:  # w[group - 3], begun below, becomes w[group + 1]
            fresh = w[(group + 1) % 4]
            k.vadd(fresh, k.vext(k.vfollow(before, newest), before, 8), bits=64, to=fresh)
            k.asm("vsha512msg2", fresh, newest)
        k.asm("vsha512rnds2", abef, cdgh, k.vextract(term, 1))
        if 1 <= group < SHA512_PAIRS // 2 - 3:
            k.asm("vsha512msg1", before, k.view(newest))
        yield
    k.note("add the state before the block")
    for word, old in zip(words, saved):
        k.vadd(word, old, bits=64, to=word)


def sha512_ni_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, back in memory's order."""
    for n, half in enumerate(reversed(sha512_ni_halves(k, *words))):
        k.vstore(state, k.vshuffle(half, (2, 3, 0, 1)), offset=32 * n)


SHA512_NI = in_steps(sha512_ni_load, sha512_ni_steps, sha512_ni_store, size=SHA512.block)

# -- SHA-512 on Armv8: two words in each vector, in memory's order -----------------------------------------------------


def sha512_ce_load(k: Builder, state: Val) -> list[Val]:
    """The state, two words in each vector."""
    return [k.vload(k.v128, state, offset=16 * n, name=name) for n, name in enumerate(("ab", "cd", "ef", "gh"))]


def sha512_ce_steps(k: Builder, words: list[Val], data: Val) -> Iterator[None]:
    """Two rounds make the new e, f of c, d, and the new a, b of a and b."""
    ab, cd, ef, gh = saved = words
    w: list[Val] = []
    k.note("load the message")
    for n in range(8):
        w.append(k.vload(k.v128, data, offset=16 * n, name=f"w{n}"))
        k.vbswap(w[n], bits=64, to=w[n])
    k.cold(words, w)
    k.note("the rounds, with the schedule")
    for pair in range(SHA512_PAIRS):
        constants = k.vconst(k.v128, SHA512_CONSTANTS[2 * pair : 2 * pair + 2], bits=64)
        one, two, five, six, eight = (w[(pair + n) % 8] for n in (0, 1, 4, 5, 7))
        k.note(f"rounds {2 * pair} and {2 * pair + 1}", inline=True)
        term = k.vadd(one, constants, bits=64)
        k.vext(term, term, 8, to=term)
        fg, de = k.vext(gh, ef, 8), k.vext(ef, cd, 8)
        term = k.vadd(term, gh, bits=64)
        if pair < SHA512_PAIRS - 8:
            k.asm("sha512su0", k.view(one, "2d"), k.view(two, "2d"))
        k.asm("sha512h", k.view(term, "q"), k.view(fg, "q"), k.view(de, "2d"))
        if pair < SHA512_PAIRS - 8:
            k.asm("sha512su1", k.view(one, "2d"), k.view(eight, "2d"), k.view(k.vext(six, five, 8), "2d"))
        fresh = k.vadd(cd, term, bits=64)
        k.asm("sha512h2", k.view(term, "q"), k.view(cd, "q"), k.view(ab, "2d"))
        ab, cd, ef, gh = term, ab, fresh, ef
        yield
    k.note("add the state before the block")
    for word, new in zip(saved, (ab, cd, ef, gh)):
        k.vadd(word, new, bits=64, to=word)


def sha512_ce_store(k: Builder, state: Val, words: list[Val]) -> None:
    """Store the state, which is in memory's order."""
    k.vstore(state, words)


SHA512_ARMV8 = in_steps(sha512_ce_load, sha512_ce_steps, sha512_ce_store, size=SHA512.block)
