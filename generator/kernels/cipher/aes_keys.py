# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES key expansion (FIPS 197, 5.2) and the schedule of the equivalent inverse cipher (5.3.5).

Words are expanded one after the other in general-purpose registers; only SubWord goes through the engine. Words are
little-endian, so that RotWord is a rotation to the right.
"""

from generator.kernels.cipher.aes_contract import ARGS, CHAINED
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.aes_vperm import engine
from generator.lang import Builder, Val, kernel

KEY_WORDS = {10: 4, 12: 6, 14: 8}


def expand(k: Builder, aes: Engine, key: Val, schedule: Val, rounds: int) -> None:
    """The schedule of ``rounds`` rounds: as many words at a time as the key has, at the end what is still wanted."""
    words = KEY_WORDS[rounds]
    turns, rest = divmod(4 * (rounds + 1) - words, words)
    w = k.load32(key, words, names=[f"w{n}" for n in range(words)])
    k.cold(w)
    k.store32(schedule, w)
    out = k.add(schedule, 4 * words)
    constant = k.const(k.u32, 1, "rcon")
    k.cold(out, constant)
    with k.loop(k.const(k.usize, turns, "turns"), step={out: 4 * words}, at_least_once=True):
        step(k, aes, w, constant, words)
        k.store32(out, w)
        doubled = constant << 1
        k.select(doubled.ge(0x100), doubled ^ 0x11B, doubled, to=constant)
    if rest:
        step(k, aes, w, constant, rest)
        k.store32(out, w[:rest])


def step(k: Builder, aes: Engine, w: list[Val], constant: Val, count: int) -> None:
    """The next ``count`` words in place of the first of ``w``."""
    w[0] ^= aes.substitute_word(k.rotr(w[-1], 8)) ^ constant
    for n in range(1, count):
        if len(w) == 8 and n == 4:
            w[n] ^= aes.substitute_word(w[n - 1])
        else:
            w[n] ^= w[n - 1]


def by_length(k: Builder, aes: Engine, key: Val, rounds: Val, schedule: Val) -> None:
    """One of the three expansions."""
    k.cold(key, rounds, schedule)
    for count in KEY_WORDS:
        with k.if_(rounds.eq(count)):
            expand(k, aes, key, schedule, count)


@kernel(
    c="void aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)",
    args=ARGS["key"],
    variants=CHAINED,
    source="FIPS 197, 5.2",
    vectors="cavp",
    portable=True,
    wipe=True,
)
def aes_set_encrypt_key(k: Builder, key: Val, rounds: Val, schedule: Val) -> None:
    """The encryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds."""
    by_length(k, engine(k, schedule, rounds), key, rounds, schedule)


@kernel(
    c="void aes_set_decrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)",
    args=ARGS["key"],
    variants=CHAINED,
    source="FIPS 197, 5.2 and 5.3.5",
    vectors="cavp",
    portable=True,
    wipe=True,
)
def aes_set_decrypt_key(k: Builder, key: Val, rounds: Val, schedule: Val) -> None:
    """The decryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds."""
    aes = engine(k, schedule, rounds)
    by_length(k, aes, key, rounds, schedule)
    low, high = k.copy(schedule, "low"), k.copy(aes.end, "high")
    first, last = k.vload(k.v128, low), k.vload(k.v128, high)
    k.vstore(high, first)
    k.vstore(low, last)
    low += BLOCK
    high -= BLOCK
    with k.while_(low.lt(high)):
        first, last = aes.inverse_mix(k.vload(k.v128, low)), aes.inverse_mix(k.vload(k.v128, high))
        k.vstore(high, first)
        k.vstore(low, last)
        low += BLOCK
        high -= BLOCK
    k.vstore(low, aes.inverse_mix(k.vload(k.v128, low)))
