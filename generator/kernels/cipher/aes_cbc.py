# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in CBC mode (SP 800-38A, 6.2).

Encryption is one chain: the rounds, and the step from a block to the next. The step costs nothing: one addition adds
the last round key, the next plaintext block and the first round key. The sum of these three is made beside the rounds.
The last round makes the addition. If the machine's rounds add their key first, the next first round makes the addition,
and the loop turns after the first round: cores that execute in order store and count during that round.

The blocks of decryption are independent. The ciphertext before a block is added together with the last round key. The
chaining value lives in memory between batches, and a load repeats the value in every block of a vector.

The critical path of encryption is the rounds and nothing else (AES-128 on Zen 4: 41 cycles a block). The AES units
bound decryption. Measured in one process, ratios to libcrypto 3.0's AES-NI kernel (vperm: to vpaes), AES-128:

  core, date                                encrypt, aesni  vperm   decrypt, aesni  vaes256  vaes512  vperm
  AMD Zen 4, 2026-11-21, 16 KiB             1.02            0.97*   1.01            1.99     2.00     1.96*
                         256 B              1.02            0.96*   0.98            1.9      2.00     1.98*
  Intel Sapphire Rapids, 2026-11-21, 16 KiB 1.09            1.02    1.01            2.01     2.02     1.63
                                     256 B  1.08            1.02    1.00            1.88     2.02     1.62

  * measured before the byte permutations lost ShiftRows; that change gave 1.10 on Sapphire Rapids, 1.07 in decryption

Predicted by llvm-mca 19 (a model, which knows nothing of memory): our cycles to those of libcrypto 3.0.20, AES-128 and
AES-256. Byte permutations are compared with vpaes.

  core         encrypt, ce  neon        decrypt, ce  neon
  Neoverse N1  1.00, 1.00   0.87, 0.91  0.99, 1.00   0.80, 0.82
  Neoverse N2  1.00, 1.00   0.86, 0.89  0.95, 0.97   0.81, 0.82
  Neoverse V1  1.00, 1.00   0.84, 0.87  0.95, 0.97   0.84, 0.86
  Neoverse V2  1.00, 1.00   0.87, 0.91  0.95, 0.97   0.68, 0.64
  Cortex-A53   0.98, 0.98   0.80, 0.82  0.95, 0.93   0.73, 0.75
  Cortex-A55   1.00, 0.98   0.70, 0.71  0.86, 0.85   0.87, 0.90
"""

from generator.kernels.cipher.aes_contract import CHAINED, STREAMS, contract
from generator.kernels.cipher.aes_engine import BLOCK, Engine, in_batches
from generator.kernels.cipher.aes_streams import cbc_streams
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Builder, Val, kernel, stream
from generator.lang.values import Type


@stream
def cbc_blocks(
    k: Builder, aes: Engine, state: Val, mask: Val, last: Val, in_: Val, next_: Val, out: Val, iv: Val, count: int
) -> None:  # fmt: skip
    """Encrypt `count` consecutive blocks, and store the last block of ciphertext to `iv` as well. `state` comes in as
    the first block's after :meth:`Engine.begin`, and goes out as that of the block at `next_`."""
    for n in range(count):
        k.note(f"AES, block {n}", inline=True)
        following = k.vload(k.v128, in_, offset=BLOCK * (n + 1)) if n + 1 < count else k.vload(k.v128, next_)
        following ^= mask
        aes.rounds([state], begun=True)
        done = aes.go_on(state, last, following)
        k.vstore(out, done, offset=BLOCK * n)
    k.vstore(iv, done)


def chain_in_words(k: Builder, aes: SlicedAes, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Encrypt one block at a time, alone in its batch."""
    aes.hold()
    state = aes.read_one(iv)
    k.cold(iv, in_, out)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        for word, plain in zip(state, aes.read_one(in_)):
            word ^= plain
        batch = aes.cipher(aes.alone(state))
        for word, made in zip(state, aes.first(batch)):
            k.set(word, made)
        aes.store(out, state)
    aes.store(iv, state)


def blocks_in_words(k: Builder, aes: SlicedAes, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Decrypt a batch at a time. The frame holds the ciphertext before each block and the batch's last block."""
    before = k.frame(BLOCK * (1 + aes.blocks), "before")
    k.cold(iv, before)
    with aes.batches(blocks, in_, out):
        aes.store(before, aes.read_one(iv))
        places = aes.places(blocks)
        batch = aes.read(in_, places)
        aes.write(k.add(before, BLOCK), places, batch)
        aes.store(iv, aes.read_one(before, places[-1], BLOCK))
        batch = aes.cipher(batch)
        places = aes.places(blocks)
        aes.add(batch, before, places)
        aes.write(out, places, batch)


@kernel(**contract("aes_cbc_encrypt", "6.2", "iv", [*CHAINED, *STREAMS], cbc_streams))
def aes_cbc_encrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-CBC encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. On return `iv`
    holds the last block of ciphertext."""
    aes: Engine | SlicedAes = k.variant.engine(k, schedule, rounds)
    if isinstance(aes, SlicedAes):
        chain_in_words(k, aes, iv, in_, out, blocks)
        return
    with k.if_(blocks.ne(0)):
        k.note("the first block")
        state = k.vload(k.v128, in_, name="state")
        k.cold(iv)
        aes.enter([state], late=lambda: k.vload(k.v128, iv))
        mask, last = aes.mask(k.v128), aes.last(k.v128)
        aes.hold(chain=True)
        aes.begin([state])
        k.note("each block but the last, with the begin of the next block")
        with k.loop(blocks - 1, step={in_: BLOCK, out: BLOCK}):
            following = k.vload(k.v128, in_, offset=BLOCK, name="following") ^ mask
            aes.rounds([state], begun=True)
            k.vstore(out, aes.go_on(state, last, following))
        k.note("the last block")
        aes.rounds([state], begun=True)
        aes.leave(state, last, to=state)
        k.vstore(out, state)
        k.vstore(iv, state)


@kernel(**contract("aes_cbc_decrypt", "6.2", "iv"))
def aes_cbc_decrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-CBC decryption of `blocks` 16-byte blocks under a decryption schedule of 10, 12 or 14 rounds. On return `iv`
    holds the last block of ciphertext."""
    aes: Engine | SlicedAes = k.variant.engine(k, schedule, rounds, inverse=True)
    aes.hold()
    if isinstance(aes, SlicedAes):
        blocks_in_words(k, aes, iv, in_, out, blocks)
        return

    def run(type: Type, places: list[int]) -> None:
        state = [k.vload(type, in_, offset=place) for place in places]
        aes.enter(state)
        k.note("the rounds")
        aes.rounds(state)
        k.note("add the ciphertext before each block")
        last = aes.last(type)
        size = type.bits // 8
        final = k.vload(k.v128, in_, offset=places[-1] + size - BLOCK, name="final")
        k.cold(final)
        # The last block comes first: in place, output then replaces only ciphertext that no block still needs.
        for place, block in list(zip(places, state))[:0:-1]:
            before = k.vload(type, in_, offset=place - BLOCK) ^ last
            k.vstore(out, aes.leave(block, before, to=block), offset=place)
        before = k.vblock(type, iv, name="before")
        if size > BLOCK:
            before = k.vfollow(before, k.vload(type, in_))
        before ^= last
        k.vstore(out, aes.leave(state[0], before, to=state[0]))
        k.vstore(iv, final)

    in_batches(k, aes, blocks, in_, out, run)
