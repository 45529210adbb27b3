# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in CTR mode (SP 800-38A, 6.5) with a 32-bit big-endian counter, which GCM and the 128-bit counter in C need.

The counter is kept as four little-endian words, of which the last word counts. One byte shuffle turns the words into a
block. The plaintext is added together with the last round key.

The AES units bound the speed, unless the counters take their ports. Measured in one process, ratios to libcrypto 3.0's
AES-NI kernel (vperm: to vpaes), AES-128:

  core, date                                 aesni   vaes256  vaes512  vperm
  AMD Zen 4, 2026-11-21, 16 KiB              1.22*   2.16     2.26     2.29*
                         256 B               1.24    2.48     2.48     2.31*
  Intel Sapphire Rapids, 2026-11-21, 16 KiB  1.12    2.22     2.30     2.16
                                     256 B   1.37    2.45     2.84     2.09
  the same, 32-bit code, 16 KiB              1.01    1.96     2.12     1.68
                         256 B               1.28    2.20     2.96     1.73

  * measured before two changes: the byte permutations lost ShiftRows, which gave 1.21 on Sapphire Rapids; the counters
    of AES-NI became vectors at all lengths, which gave 1.09 (32-bit code: 1.09)
"""

from generator.kernels.cipher.aes_contract import contract
from generator.kernels.cipher.aes_engine import Engine, batch
from generator.lang import Builder, Val, kernel
from generator.lang.values import Type


@kernel(**contract("aes_ctr32", "6.5", "counter"))
def aes_ctr32(k: Builder, schedule: Val, rounds: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-CTR of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. The last four bytes of
    `counter` are a big-endian number, to which each block adds one modulo 2^32. On return `counter` is the next
    block's."""
    aes: Engine = k.variant.engine(k, schedule, rounds)
    aes.hold()
    for type, count, _ in aes.sizes():
        if aes.linear and k.keys_first and count > 4:
            by_words(k, aes, count, counter, in_, out, blocks)
        by_vectors(k, aes, type, count, counter, in_, out, blocks)


def by_words(k: Builder, aes: Engine, count: int, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Run batches whose counters are made in general-purpose registers: only the last word of a block changes in
    memory. Fewer than four batches do not pay. Engines that add a key before the rounds gain nothing."""
    k.note(f"{count} blocks at a time, with counters made in words")
    with k.if_(blocks.ge(4 * count)):
        state = entered(k, aes, k.v128, count, lanes(k, k.v128, counter))
        number = k.load32(counter, offset=12, be=True)
        area = k.frame(16 * count, "counters")
        k.vstore(area, [k.vload(k.v128, counter)] * count)
        k.cold(number)
        with batch(k, blocks, count, in_, out):
            k.note("the counters of the next batch")
            number += count
            for n in range(count):
                k.store32(area, number + n if n else number, offset=16 * n + 12, be=True)
            k.note("the rounds")
            aes.rounds(state)
            finish(k, aes, state, in_, out)
            k.note("load the next counters")
            for n, block in enumerate(state):
                k.vload(k.v128, area, offset=16 * n, to=block)
        k.note("store the counter")
        k.store32(counter, number, offset=12, be=True)


def lanes(k: Builder, type: Type, counter: Val) -> Val:
    """The counters of one vector: four little-endian words a block, of which the last one counts."""
    words = k.vbswap(k.vblock(type, counter), bits=32)
    if type.bits > 128:
        words = k.vadd(words, k.vconst(type, [v for n in range(type.bits // 128) for v in (0, 0, 0, n)]), bits=32)
    return words


def entered(k: Builder, aes: Engine, type: Type, count: int, words: Val) -> list[Val]:
    """The next ``count`` vectors of counters, as states before the rounds."""
    state = []
    current = k.copy(words)  # `words` itself may live in the frame
    step = k.vconst(type, [0, 0, 0, type.bits // 128], name="step")
    for _ in range(count):
        state.append(k.vbswap(current, bits=32))
        k.vadd(current, step, bits=32, to=current)
    k.set(words, current)
    aes.enter(state)
    return state


def finish(k: Builder, aes: Engine, state: list[Val], in_: Val, out: Val) -> None:
    """Add the plaintext together with the last round key, and store the output."""
    type = state[0].type
    k.note("add the plaintext and the last round key")
    last = aes.last(type)
    for n, block in enumerate(state):
        plain = k.vload(type, in_, offset=n * type.bits // 8) ^ last
        k.vstore(out, aes.leave(block, plain, to=block), offset=n * type.bits // 8)


def by_vectors(
    k: Builder, aes: Engine, type: Type, count: int, counter: Val, in_: Val, out: Val, blocks: Val
) -> None:  # fmt: skip
    """Run batches whose counters are lanes of one vector."""
    whole = count * type.bits // 128
    k.note(f"{whole} blocks at a time" if whole > 1 else "single blocks")
    with k.if_(blocks.ge(whole)):
        words = lanes(k, type, counter)
        k.cold(words)
        with batch(k, blocks, whole, in_, out):
            k.note("the next counters")
            state = entered(k, aes, type, count, words)
            k.note("the rounds")
            aes.rounds(state)
            finish(k, aes, state, in_, out)
        k.note("store the counter")
        k.vstore(counter, k.vextract(k.vbswap(words, bits=32), 0))
