# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in ECB mode (SP 800-38A, 6.1): the block cipher itself, for other modes and for tests.

Blocks are independent: as many are in flight as the registers hold, and throughput counts rather than latency.
"""

from generator.kernels.cipher.aes_contract import contract
from generator.kernels.cipher.aes_engine import Engine, in_batches
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Builder, Val, kernel
from generator.lang.values import Type


def ecb(k: Builder, aes: Engine | SlicedAes, in_: Val, out: Val, blocks: Val) -> None:
    """Encrypt or decrypt all blocks."""
    aes.hold()
    if isinstance(aes, SlicedAes):
        with aes.batches(blocks, in_, out):
            batch = aes.cipher(aes.read(in_, aes.places(blocks, each=True)))
            aes.write(out, aes.places(blocks, each=True), batch)
        return

    def run(type: Type, places: list[int]) -> None:
        state = [k.vload(type, in_, offset=place) for place in places]
        aes.enter(state)
        k.note("the rounds")
        aes.rounds(state)
        k.note("the last round key, and the output")
        last = aes.last(type)
        for place, block in zip(places, state):
            k.vstore(out, aes.leave(block, last, to=block), offset=place)

    in_batches(k, aes, blocks, in_, out, run)


@kernel(**contract("aes_ecb_encrypt", "6.1"))
def aes_ecb_encrypt(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES encryption of `blocks` 16-byte blocks, each by itself, under an encryption schedule of 10, 12 or 14
    rounds."""
    ecb(k, k.variant.engine(k, schedule, rounds), in_, out, blocks)


@kernel(**contract("aes_ecb_decrypt", "6.1"))
def aes_ecb_decrypt(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES decryption of `blocks` 16-byte blocks, each by itself, under a decryption schedule of 10, 12 or 14 rounds."""
    ecb(k, k.variant.engine(k, schedule, rounds, inverse=True), in_, out, blocks)
