# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES key expansion (FIPS 197, 5.2) and the schedule of the equivalent inverse cipher (5.3.5).

A step makes as many words as the key has, in vectors. Each new word is a sum of words before, plus a SubWord that all
words of its vector share. Words are little-endian, and RotWord brings byte 1 to the front.

Critical path of a step: a byte shuffle, SubWord, xor (twice for keys of 32 bytes). Measured in one process, ratios
to libcrypto 3.0.22's AES-NI (vperm: its vpaes) key set-up, keys of 16, 24 and 32 bytes:

  core, date                         encrypt, aesni     vperm             decrypt, aesni     vperm
  Intel Sapphire Rapids, 2026-11-21  1.15, 1.21, 1.16   1.17, 1.12, 1.09  1.18, 1.12, 1.14   1.11, 1.04, 1.02

The steps of a key of 16 bytes are no loop, and a step's constant is the round key of its SubWord. A decryption schedule
is stored in reverse order at once. Emerald Rapids, 2026-11-27, cycles of a call before and after these changes:
encryption 44.3 and 36.8, 48.1 and 43.8, 49.6 and 47.0; decryption 52.4 and 47.0, 69.4 and 64.6, 63.9 and 57.8.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from generator.kernels.cipher.aes_circuit import substitute
from generator.kernels.cipher.aes_contract import ARGS, CHAINED, ROUNDS
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.aes_field import CONSTANT
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Builder, Val, kernel

Load = Callable[[Val], Any]  # of a round key: a vector, or a list of words
Store = Callable[[Val, Any], None]
Mix = Callable[[Any], Any]
KEY_WORDS = {10: 4, 12: 6, 14: 8}
RCON = (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1B, 0x36)


def expand(k: Builder, aes: Engine, key: Val, schedule: Val, rounds: int, *, inverse: bool = False) -> None:
    """Make the schedule of ``rounds`` rounds. A step makes as many words as the key has. The last four words have a
    step of their own if the steps leave four. ``inverse``: the round keys in reverse order, with InvMixColumns of all
    but the first and the last; keys of 24 bytes, whose steps end inside round keys, need a second pass."""
    words = KEY_WORDS[rounds]
    turns, rest = divmod(4 * (rounds + 1) - words, words)
    size, sign = 4 * words, -1 if inverse else 1

    def store(out: Val, x: Val, offset: int = 0, *, first: bool = False, last: bool = False) -> None:
        made = x if first else aes.leave_words(x)
        if inverse and not (last or first and not offset):
            made = aes.inverse_mix(made)
        k.vstore(out, made, offset=sign * offset)

    k.note(f"a key of {size} bytes")
    start = k.add(schedule, BLOCK * rounds) if inverse else schedule
    x = k.vload(k.v128, key, name="x")
    store(start, x, first=True)
    k.set(x, aes.enter_words(x))
    y = None
    if words > 4:  # the last two of six words are in the lower half of y; later stores replace the words above them
        y = k.vload(k.v128, key, offset=size - BLOCK, name="y")
        if words == 6:
            k.vshr_bytes(y, 8, to=y)
        store(start, y, BLOCK, first=True)
        k.set(y, aes.enter_words(y))
    zero = k.vzero(k.v128)
    k.cold(zero)
    rcon = k.table("rcon", k.u32, [aes.basis(constant) for constant in RCON for _ in range(4)])
    if aes.linear and words == 4:
        for turn in range(turns):
            k.note(f"round key {turn + 1}")
            step(k, aes, x, y, rcon, zero, words, turn=turn)
            store(start, x, BLOCK * (turn + 1), last=turn + 1 == turns)
        return
    out = k.add(start, sign * size)
    k.note(f"{words} words of the schedule in a turn")
    with k.loop(k.const(k.usize, turns, "turns"), step={out: sign * size, rcon: BLOCK}, at_least_once=True):
        step(k, aes, x, y, rcon, zero, words)
        store(out, x)
        if y is not None:
            store(out, y, BLOCK)
    if rest:
        k.note("the last four words")
        step(k, aes, x, y, rcon, zero, words, last=True)
        store(out, x, last=True)


def step(
    k: Builder, aes: Engine, x: Val, y: Val | None, rcon: Val, zero: Val, words: int, last: bool = False, turn: int = 0
) -> None:  # fmt: skip
    """Replace the words in ``x`` and ``y`` by the next ``words`` words, or by the ``last`` four. The step's constant is
    ``turn`` places behind ``rcon``."""
    lane = 4 * ((words - 1) % 4)
    rotated = k.vlookup(x if y is None else y, k.vconst(k.v128, [lane + 1, lane + 2, lane + 3, lane] * 4, bits=8))
    added = aes.substitute_columns(rotated, zero, lambda: k.vload(k.v128, rcon, offset=BLOCK * turn))
    before = sums(k, x, zero)
    if y is not None and words == 6 and not last:  # these sums do not wait for the word before y
        y ^= k.vext(y, zero, 12)
        y ^= k.vshuffle(before, (3, 3, 3, 3))
        y ^= added
    k.xor(before, added, to=x)
    if y is not None and words == 8 and not last:
        before = sums(k, y, zero)
        k.xor(before, aes.substitute_columns(k.vshuffle(x, (3, 3, 3, 3)), zero), to=y)


def sums(k: Builder, x: Val, zero: Val) -> Val:
    """The sums of each word and all words before."""
    pairs = x ^ k.vext(x, zero, 12)
    return pairs ^ k.vext(pairs, zero, 8)


def substitute_word(k: Builder, word: Val) -> None:
    """SubWord. Slice n has bit n of each byte, at the byte's lowest bit."""
    q = [(k.shr(word, n) if n else word) & 0x01010101 for n in range(8)]
    k.cold(q)
    substitute(k, q)
    k.set(word, q[7])
    for one in q[6::-1]:
        k.shl(word, 1, to=word)
        word ^= one
    word ^= 0x01010101 * CONSTANT


def twice(k: Builder, x: Val) -> Val:
    """Each of a word's four bytes times 2."""
    high = x & 0x80808080
    factor = high - (high >> 7)
    factor &= 0x1B1B1B1B
    high ^= x
    k.shl(high, 1, to=high)
    return high ^ factor


def mixed(k: Builder, a: Val) -> Val:
    """InvMixColumns: 9, 11, 13 and 14 times the bytes as MixColumns' 1, 1, 2, 3 of a + 4 (a + c)."""
    a ^= twice(k, twice(k, a ^ k.rotr(a, 16)))
    b = k.rotr(a, 8)
    total = a ^ b
    b ^= twice(k, total)
    b ^= k.rotr(total, 16)
    k.cold(b)
    return b


def in_words(k: Builder, key: Val, rounds: Val, schedule: Val, *, inverse: bool) -> None:
    """The expansion in words: a loop for all lengths of keys. A turn is a SubWord and the words until the next one."""
    words = rounds - 6
    last, back, out = k.const(k.u32, 0, "last"), k.copy(schedule, "back"), k.copy(schedule, "out")
    k.cold(words, back, out, key)
    k.note("the key itself")
    with k.loop(words, step={key: 4, out: 4}, at_least_once=True):
        k.load32(key, to=last)
        k.store32(out, last)
    left = (rounds << 2) + 4 - words
    turn = (words & 2) + 4
    # With a key of eight words, every other SubWord has no RotWord before it.
    rotated, constant = k.const(k.usize, 1, "rotated"), k.const(k.u32, 1, "constant")
    k.cold(left, turn, rotated, constant, last)
    k.note("the other words")
    with k.while_(left.ne(0)):
        substitute_word(k, last)
        rotation = k.rotr(last, 8)
        rotation ^= constant
        k.select(rotated.ne(0), rotation, last, to=last)
        double = constant << 1
        k.select(double.lt(0x100), double, double ^ 0x11B, to=double)
        k.select(rotated.ne(0), double, constant, to=constant)
        count = k.min(turn, left)
        rotated ^= words >> 3
        left -= count
        with k.loop(count, step={back: 4, out: 4}, at_least_once=True):
            last ^= k.load32(back)
            k.store32(out, last)
    if inverse:
        end = k.add(schedule, k.shl(rounds, 4))
        reverse(k, schedule, end, partial(words_of_key, k), k.store32, lambda key: [mixed(k, one) for one in key])


def words_of_key(k: Builder, at: Val) -> list[Val]:
    words: list[Val] = k.load32(at, 4)
    k.cold(words)
    return words


def by_length(k: Builder, key: Val, rounds: Val, schedule: Val, *, inverse: bool = False) -> None:
    """Run the expansion for the key's length."""
    if k.variant.engine is SlicedAes:
        in_words(k, key, rounds, schedule, inverse=inverse)
        return
    at_once = inverse and k.variant.engine.linear
    aes: Engine = k.variant.engine(k, schedule, rounds, ends=inverse and not at_once)
    load, store = partial(k.vload, k.v128), k.vstore
    k.cold(key, rounds, schedule)
    with k.if_(rounds.eq(10)):
        expand(k, aes, key, schedule, 10, inverse=at_once)
    with k.else_():
        with k.if_(rounds.eq(12)):
            expand(k, aes, key, schedule, 12)
            if at_once:
                reverse(k, schedule, k.add(schedule, 12 * BLOCK), load, store, aes.inverse_mix)
        with k.else_():
            with k.if_(rounds.eq(14)):
                expand(k, aes, key, schedule, 14, inverse=at_once)
    if inverse and not at_once:
        reverse(k, schedule, aes.end, load, store, aes.inverse_mix)


def reverse(k: Builder, schedule: Val, end: Val, load: Load, store: Store, inverse_mix: Mix) -> None:
    """Reverse the order of a schedule whose last round key is at ``end``, with InvMixColumns of all round keys but the
    first and the last."""
    k.note("reverse the schedule's order, with InvMixColumns of all keys but the first and the last")
    low, high = k.copy(schedule, "low"), k.copy(end, "high")
    k.cold(low, high)
    first, last = load(low), load(high)
    store(high, first)
    store(low, last)
    low += BLOCK
    high -= BLOCK
    with k.while_(low.lt(high)):
        first, last = inverse_mix(load(low)), inverse_mix(load(high))
        store(high, first)
        store(low, last)
        low += BLOCK
        high -= BLOCK
    store(low, inverse_mix(load(low)))


@kernel(
    c="void aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)",
    args=ARGS["key"],
    cases=ROUNDS,
    variants=CHAINED,
    source="FIPS 197, 5.2",
    portable=True,
    wipe=True,
)
def aes_set_encrypt_key(k: Builder, key: Val, rounds: Val, schedule: Val) -> None:
    """The encryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds."""
    by_length(k, key, rounds, schedule)


@kernel(
    c="void aes_set_decrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule)",
    args=ARGS["key"],
    cases=ROUNDS,
    variants=CHAINED,
    source="FIPS 197, 5.2 and 5.3.5",
    portable=True,
    wipe=True,
)
def aes_set_decrypt_key(k: Builder, key: Val, rounds: Val, schedule: Val) -> None:
    """The decryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds."""
    by_length(k, key, rounds, schedule, inverse=True)
