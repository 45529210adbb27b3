# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blowfish (B. Schneier, Fast Software Encryption 1993) with keys of 4 to 56 bytes.

A schedule is 18 subkeys and four S-boxes of 256 words, all made of the key. The subkeys in reverse order decrypt. The
boxes are read whole for each word, in constant time, unless the program asks for the variant `table`.
"""

from __future__ import annotations

from functools import cache

from generator.kernels.cipher import half_modes
from generator.kernels.cipher.half_modes import BLOCK, Cipher, Halves, contract
from generator.kernels.cipher.halves import exchange
from generator.kernels.cipher.word_boxes import EXEMPT, VARIANTS, WORDS, Boxes
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.interface import BlockCipher

ROUNDS = 16
SUBKEYS = ROUNDS + 2
BOXES = 4
SCHEDULE = 4 * (SUBKEYS + BOXES * WORDS)
SOURCE = "Blowfish"


@cache
def pi_words(count: int) -> list[int]:
    """The first ``count`` words of 32 bits of the fraction of pi, by Machin's formula."""
    bits = 32 * count + 64  # the last ones are lost to rounding

    def arctan_of_inverse(x: int) -> int:
        term = total = (1 << bits) // x
        divisor, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // divisor)
            divisor, sign = divisor + 2, -sign
        return total

    fraction = (4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) & ((1 << bits) - 1)) >> 64
    return [fraction >> 32 * (count - 1 - n) & 0xFFFFFFFF for n in range(count)]


def engine(k: Builder, schedule: Val) -> tuple[Boxes, Cipher]:
    """The boxes of a schedule, and the cipher."""
    boxes: Boxes = k.variant.engine(k, [k.add(schedule, 4 * (SUBKEYS + WORDS * n)) for n in range(BOXES)])

    def crypt(blocks: list[Halves]) -> None:
        subkey = k.copy(schedule, "subkey")
        k.cold(subkey)

        def add_subkey(offset: int, half: int) -> None:
            word = k.load32(subkey, offset=offset)
            for halves in blocks:
                k.xor(halves[half], word, to=halves[half])

        add_subkey(0, 0)
        with k.loop(k.const(k.usize, ROUNDS // 2), step={subkey: 8}, at_least_once=True):
            for half in (0, 1):
                add_subkey(4 + 4 * half, 1 - half)  # early: this half waits for what is mixed
                for halves in blocks:
                    mixed = boxes.word(halves[half], 0)
                    mixed += boxes.word(halves[half], 1)
                    mixed ^= boxes.word(halves[half], 2)
                    mixed += boxes.word(halves[half], 3)
                    k.xor(halves[1 - half], mixed, to=halves[1 - half])
        add_subkey(4, 1)

    return boxes, crypt


@kernel(
    c="void blowfish_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule)",
    args=[Arg("key", r="key_bytes"), Arg("key_bytes", public=True), Arg("schedule", w=str(SCHEDULE), align=4)],
    cases={"key_bytes": range(4, 57)},
    variants=VARIANTS,
    source=SOURCE,
    portable=True,
    wipe=True,
    exempt=EXEMPT,
    interface=[
        BlockCipher(
            "blowfish",
            title="Blowfish",
            block=BLOCK,
            rounds=dict.fromkeys(range(4, 57), ROUNDS),
            unit=4,
            reversed=4 * SUBKEYS,
            key="0123456789abcdef",
            plaintext="1111111111111111",
            ciphertext="61f9c3802281b096",
        )
    ],
)
def blowfish_set_key(k: Builder, key: Val, key_bytes: Val, schedule: Val) -> None:
    """The subkeys and boxes of a key of 4 to 56 bytes: the digits of pi, the key added to the first of them, and all
    replaced by what they make of zeros, two words after the other."""
    k.cold(key, key_bytes, schedule)
    k.note("the digits of pi")
    digits, to = k.table("pi", k.u32, pi_words(SUBKEYS + BOXES * WORDS)), k.copy(schedule, "to")
    with k.loop(k.const(k.usize, SCHEDULE // 8), step={digits: 8, to: 8}, at_least_once=True):
        k.store32(to, k.load32(digits, 2))
    k.note("add the key, again and again")
    at, to, end = k.copy(key, "at"), k.copy(schedule, "to"), k.add(key, key_bytes)
    with k.loop(k.const(k.usize, SUBKEYS), step={to: 4}, at_least_once=True):
        word = k.load32(to)
        for shift in (24, 16, 8, 0):
            byte = k.zext(k.u32, k.load8(at))
            word ^= k.shl(byte, shift) if shift else byte
            at += 1
            k.select(at.eq(end), key, at, to=at)
        k.store32(to, word)
    k.note("replace all words")
    _, crypt = engine(k, schedule)
    to, state = k.copy(schedule, "to"), [k.const(k.u32, 0, "left"), k.const(k.u32, 0, "right")]
    k.cold(to, state)
    with k.loop(k.const(k.usize, SCHEDULE // 8), step={to: 8}, at_least_once=True):
        crypt([state])
        exchange(k, *state)
        k.store32(to, state)


@kernel(**contract("blowfish", "cbc_encrypt", str(SCHEDULE), SOURCE))
def blowfish_cbc_encrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Blowfish-CBC encryption of `blocks` 8-byte blocks. On return `iv` holds the last block of ciphertext."""
    k.cold(schedule)
    half_modes.cbc_encrypt(k, engine(k, schedule)[1], iv, in_, out, blocks)


@kernel(**contract("blowfish", "cbc_decrypt", str(SCHEDULE), SOURCE))
def blowfish_cbc_decrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Blowfish-CBC decryption of `blocks` 8-byte blocks under subkeys in reverse order. On return `iv` holds the last
    block of ciphertext."""
    k.cold(schedule)
    half_modes.cbc_decrypt(k, *engine(k, schedule), iv, in_, out, blocks)
