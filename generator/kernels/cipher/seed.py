# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SEED (RFC 4269), with keys of 16 bytes.

A schedule is the 32 round keys, two of a round after the other. In the reverse order of rounds they decrypt.
"""

from __future__ import annotations

from typing import Any

from generator.kernels.cipher import block_modes
from generator.kernels.cipher.block_modes import BLOCK, Engine
from generator.kernels.cipher.halves import exchange
from generator.kernels.cipher.seed_engines import ROUNDS, TABLE, IndexedSeed, Seed, VectorSeed, WordsSeed
from generator.kernels.cipher.seed_field import GOLDEN, turned
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import BlockCipher

SCHEDULE = 8 * ROUNDS
FEW = (("x86", "eight vector registers do not suffice"),)
EXEMPT = {TABLE: "bytes of the text and of the key index tables, for programs that ask for speed over secrecy"}


def vectors(name: str, bits: int, *features: str, gfni: int = 0) -> Variant:
    return Variant(name, features=features, params=(("bits", bits), ("gfni", gfni)), engine=VectorSeed, without=FEW)


# The last variant that a CPU can run is preferred: tables for who asks, where a chain waits for each block, and where
# the CPU has no instructions for AES.
INDEXED = Variant("table", engine=IndexedSeed)
KEYED = [
    Variant("scalar", engine=WordsSeed),
    INDEXED,
    vectors("aesni", 128, "ssse3", "aes"),
    vectors("avx2", 128, "avx2", "aes"),
    vectors("ce", 128, "neon", "aes"),
    vectors("gfni", 128, "avx2", "gfni", gfni=1),
]
CHAINED = [KEYED[0], *KEYED[2:], INDEXED]
BATCHED = [
    *KEYED[:-1],
    vectors("vaes256", 256, "avx2", "aes", "vaes"),
    vectors("gfni256", 256, "avx2", "gfni", gfni=1),
    vectors("gfni512", 512, "avx512f", "avx512bw", "avx512vl", "gfni", gfni=1),
]


def contract(name: str, source: str, variants: list[Variant], chain: bool) -> dict[str, Any]:
    """The contract of a mode."""
    return {
        "c": f"void seed_{name}(const uint32_t *schedule, {'uint8_t iv[16], ' if chain else ''}const uint8_t *in, "
        "uint8_t *out, size_t blocks)",
        "args": [
            Arg("schedule", r=str(SCHEDULE), align=4),
            *([Arg("iv")] if chain else []),
            Arg("in", r="16*blocks"),
            Arg("out", w="16*blocks", alias="in"),
            Arg("blocks", public=True),
        ],
        "variants": variants,
        "source": f"RFC 4269; SP 800-38A, {source}",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "exempt": EXEMPT,
    }


@kernel(
    c="void seed_set_key(const uint8_t key[16], uint32_t *schedule)",
    args=[Arg("key"), Arg("schedule", w=str(SCHEDULE), align=4)],
    variants=KEYED,
    source="RFC 4269, 2.3",
    portable=True,
    wipe=True,
    exempt=EXEMPT,
    interface=[
        BlockCipher(
            "seed",
            title="SEED",
            block=BLOCK,
            rounds={16: ROUNDS},
            unit=8,
            key="00000000000000000000000000000000",
            plaintext="000102030405060708090a0b0c0d0e0f",
            ciphertext="5ebac6e0054e166819aff1cc6d346cdb",
        )
    ],
)
def seed_set_key(k: Builder, key: Val, schedule: Val) -> None:
    """The round keys, in the order of encryption."""
    k.cold(key, schedule)
    k.note("the arguments of G, of two rounds at a time")
    words = [k.load32(key, offset=n, be=True) for n in range(0, 16, 4)]
    constants = k.table("golden", k.u32, [turned(GOLDEN, n) for n in range(ROUNDS)])
    to = k.copy(schedule, "to")
    k.cold(words, constants, to)
    with k.loop(k.const(k.usize, ROUNDS // 2), step={constants: 8, to: 16}, at_least_once=True):
        for n in range(2):
            constant = k.load32(constants, offset=4 * n)
            k.cold(constant)
            k.store32(to, words[0] + words[2] - constant, offset=8 * n)
            k.store32(to, words[1] - words[3] + constant, offset=8 * n + 4)
            by, pair = (24, words[:2]) if n == 0 else (8, words[2:])
            first, second = (k.shl(one, by) | k.shr(other, 32 - by) for one, other in (pair, pair[::-1]))
            for one, made in zip(pair, (first, second) if n else (second, first)):
                k.set(one, made)
    k.note("G of each of them")
    engine: Seed = k.variant.engine(k)
    to = k.copy(schedule, "to")
    k.cold(to)
    if isinstance(engine, VectorSeed):
        with k.loop(k.const(k.usize, SCHEDULE // 16), step={to: 16}, at_least_once=True):
            k.vstore(to, engine.g(k.vload(k.v128, to)))
    else:
        with k.loop(k.const(k.usize, SCHEDULE // 4), step={to: 4}, at_least_once=True):
            k.store32(to, engine.g(k.load32(to)))


def batches(k: Builder, schedule: Val) -> Engine:
    k.cold(schedule)
    return Engine(8, 4, 1, lambda type, blocks: VectorSeed(k, type).crypt(blocks, schedule))


@kernel(**contract("cbc_encrypt", "6.2", CHAINED, chain=True))
def seed_cbc_encrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """SEED-CBC encryption of `blocks` 16-byte blocks. On return `iv` holds the last block of ciphertext."""
    engine: Seed = k.variant.engine(k)
    k.cold(schedule, iv, in_, out, blocks)
    state = [engine.read(iv, n, be=True) for n in range(0, BLOCK, 4)]
    k.cold(state)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        for n, word in enumerate(state):
            word ^= engine.read(in_, 4 * n, be=True)
        engine.rounds([state], schedule)
        for one, other in zip(state[:2], state[2:]):
            exchange(k, one, other)
        write(k, engine, out, state)
    write(k, engine, iv, state)


def write(k: Builder, engine: Seed, to: Val, state: list[Val]) -> None:
    if isinstance(engine, VectorSeed):
        k.vstore(to, engine.leave(state)[0])
        return
    for n, word in enumerate(state):
        k.store32(to, word, offset=4 * n, be=True)


@kernel(**contract("cbc_decrypt", "6.2", BATCHED, chain=True))
def seed_cbc_decrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """SEED-CBC decryption of `blocks` 16-byte blocks under round keys in reverse order. On return `iv` holds the last
    block of ciphertext."""
    if k.variant.engine is VectorSeed:
        block_modes.cbc_decrypt(k, batches(k, schedule), iv, in_, out, blocks)
        return
    engine: Seed = k.variant.engine(k)
    k.cold(schedule, iv, in_, out, blocks)
    chain = [engine.read(iv, n, be=True) for n in range(0, BLOCK, 4)]
    k.cold(chain)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        state = [engine.read(in_, n, be=True) for n in range(0, BLOCK, 4)]
        following = [k.copy(word) for word in state]
        k.cold(following)
        engine.rounds([state], schedule)
        for word, add, cipher in zip([*state[2:], *state[:2]], chain, following):
            word ^= add
            k.set(add, cipher)
        write(k, engine, out, [*state[2:], *state[:2]])
    write(k, engine, iv, chain)


@kernel(**contract("ecb", "6.1", BATCHED, chain=False))
def seed_ecb(k: Builder, schedule: Val, in_: Val, out: Val, blocks: Val) -> None:
    """SEED of `blocks` 16-byte blocks, each by itself: encryption, or with round keys in reverse order decryption."""
    if k.variant.engine is VectorSeed:
        block_modes.ecb(k, batches(k, schedule), in_, out, blocks)
        return
    engine: Seed = k.variant.engine(k)
    k.cold(schedule, in_, out, blocks)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        state = [engine.read(in_, n, be=True) for n in range(0, BLOCK, 4)]
        engine.rounds([state], schedule)
        write(k, engine, out, [*state[2:], *state[:2]])
