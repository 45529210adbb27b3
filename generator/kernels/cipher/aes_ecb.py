# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in ECB mode (SP 800-38A, 6.1): the block cipher itself, for other modes and for tests.

Blocks are independent: as many are in flight as the registers hold, and throughput counts rather than latency.
"""

from generator.kernels.cipher.aes_contract import contract
from generator.kernels.cipher.aes_engine import BLOCK, Engine, batch
from generator.lang import Builder, Val, kernel


def ecb(k: Builder, aes: Engine, in_: Val, out: Val, blocks: Val) -> None:
    """Encrypt or decrypt all blocks."""
    aes.hold()
    for type, count, least in aes.sizes(long=True):
        size = type.bits // 8
        k.note(f"{count * size // BLOCK} blocks at a time" if count * size > BLOCK else "single blocks")
        with batch(k, blocks, count * size // BLOCK, in_, out, least=least):
            state = [k.vload(type, in_, offset=n * size) for n in range(count)]
            aes.enter(state)
            k.note("the rounds")
            aes.rounds(state)
            k.note("the last round key, and the output")
            last = aes.last(type)
            for n, block in enumerate(state):
                k.vstore(out, aes.leave(block, last, to=block), offset=n * size)


@kernel(**contract("aes_ecb_encrypt", "6.1"))
def aes_ecb_encrypt(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES encryption of `blocks` 16-byte blocks, each by itself, under an encryption schedule of 10, 12 or 14
    rounds."""
    ecb(k, k.variant.engine(k, schedule, rounds), in_, out, blocks)


@kernel(**contract("aes_ecb_decrypt", "6.1"))
def aes_ecb_decrypt(k: Builder, schedule: Val, rounds: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES decryption of `blocks` 16-byte blocks, each by itself, under a decryption schedule of 10, 12 or 14 rounds."""
    ecb(k, k.variant.engine(k, schedule, rounds, inverse=True), in_, out, blocks)
