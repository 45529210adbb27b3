# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Blowfish (B. Schneier, Fast Software Encryption 1993) with keys of 4 to 56 bytes.

A schedule is 18 subkeys and four S-boxes of 256 words, all made of the key. The subkeys in reverse order decrypt. The
boxes are read whole for each word, in constant time, unless the program asks for the variant `table`.
"""

from __future__ import annotations

from typing import Any

from generator.kernels.cipher.blowfish_boxes import (
    BOXES,
    SUBKEYS,
    TABLE,
    WORDS,
    Boxes,
    Compared,
    Indexed,
    Scanned,
    pi_words,
)
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import BlockCipher

BLOCK = 8
ROUNDS = 16
SCHEDULE = 4 * (SUBKEYS + BOXES * WORDS)
VARIANTS = [
    Variant("scalar", engine=Scanned),
    Variant("neon", features=("neon",), params=(("bits", 128),), engine=Compared),
    Variant("sse2", features=("sse2",), params=(("bits", 128),), engine=Compared),
    Variant("avx2", features=("avx2",), params=(("bits", 256),), engine=Compared),
    Variant("table", engine=Indexed),
]
EXEMPT = {TABLE: "bytes of the text index the S-boxes, for programs that ask for speed over secrecy"}


def cipher(k: Builder, boxes: Boxes, schedule: Val, left: Val, right: Val) -> None:
    """Encrypt a block in place: the halves change places at the end."""
    subkey = k.copy(schedule, "subkey")
    k.cold(subkey)
    with k.loop(k.const(k.usize, ROUNDS // 2), step={subkey: 8}, at_least_once=True):
        left ^= boxes.load(subkey)
        right ^= boxes.mixed(left)
        right ^= boxes.load(subkey, 4)
        left ^= boxes.mixed(right)
    left ^= boxes.load(subkey)
    right ^= boxes.load(subkey, 4)


def contract(name: str, chain: bool = True) -> dict[str, Any]:
    """The contract of a mode."""
    return {
        "c": f"void blowfish_{name}(const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, "
        "size_t blocks)",
        "args": [
            Arg("schedule", r=str(SCHEDULE), align=4),
            Arg("iv"),
            Arg("in", r="8*blocks"),
            Arg("out", w="8*blocks", alias="in"),
            Arg("blocks", public=True),
        ],
        "variants": VARIANTS,
        "source": "Blowfish; SP 800-38A, 6.2",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "exempt": EXEMPT,
    }


@kernel(
    c="void blowfish_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule)",
    args=[Arg("key", r="key_bytes"), Arg("key_bytes", public=True), Arg("schedule", w=str(SCHEDULE), align=4)],
    cases={"key_bytes": range(4, 57)},
    variants=VARIANTS,
    source="Blowfish",
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
    boxes: Boxes = k.variant.engine(k, schedule)
    to, left, right = k.copy(schedule, "to"), k.const(boxes.type, 0, "left"), k.const(boxes.type, 0, "right")
    k.cold(to, left, right)
    with k.loop(k.const(k.usize, SCHEDULE // 8), step={to: 8}, at_least_once=True):
        cipher(k, boxes, schedule, left, right)
        boxes.store(to, [right, left])
        kept = k.copy(left)
        k.set(left, right)
        k.set(right, kept)


@kernel(**contract("cbc_encrypt"))
def blowfish_cbc_encrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Blowfish-CBC encryption of `blocks` 8-byte blocks. On return `iv` holds the last block of ciphertext."""
    k.cold(schedule, iv, in_, out, blocks)
    boxes: Boxes = k.variant.engine(k, schedule)
    left, right = boxes.load(iv, 0, be=True), boxes.load(iv, 4, be=True)
    k.cold(left, right)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        left ^= boxes.load(in_, 0, be=True)
        right ^= boxes.load(in_, 4, be=True)
        cipher(k, boxes, schedule, left, right)
        boxes.store(out, [right, left], be=True)
        kept = k.copy(left)
        k.set(left, right)
        k.set(right, kept)
    boxes.store(iv, [left, right], be=True)


@kernel(**contract("cbc_decrypt"))
def blowfish_cbc_decrypt(k: Builder, schedule: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Blowfish-CBC decryption of `blocks` 8-byte blocks under subkeys in reverse order. On return `iv` holds the last
    block of ciphertext."""
    k.cold(schedule, iv, in_, out, blocks)
    boxes: Boxes = k.variant.engine(k, schedule)
    before = [boxes.load(iv, 0, be=True), boxes.load(iv, 4, be=True)]
    k.cold(before)
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        left, right = boxes.load(in_, 0, be=True), boxes.load(in_, 4, be=True)
        k.cold(left, right)
        given = [k.copy(left), k.copy(right)]
        k.cold(given)
        cipher(k, boxes, schedule, left, right)
        boxes.store(out, [right ^ before[0], left ^ before[1]], be=True)
        for one, following in zip(before, given):
            k.set(one, following)
    boxes.store(iv, before, be=True)
