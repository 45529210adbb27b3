# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CAST-128 (RFC 2144), which is CAST5, with keys of 5 to 16 bytes: twelve rounds up to 10 bytes, and sixteen beyond.

A schedule has two words for each round: what is added, and by how much the sum is rotated. In the reverse order of
rounds they decrypt. The boxes are read whole for each word, in constant time, unless the program asks for the variant
`table`.
"""

from __future__ import annotations

from generator.kernels.cipher import half_modes
from generator.kernels.cipher.cast128_boxes import BOXES
from generator.kernels.cipher.half_modes import BLOCK, Cipher, Halves, contract
from generator.kernels.cipher.halves import exchange
from generator.kernels.cipher.word_boxes import EXEMPT, VARIANTS, WORDS, Boxes
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.interface import BlockCipher

ROUNDS = {size: 12 if size <= 10 else 16 for size in range(5, 17)}
UNIT = 8
SOURCE = "RFC 2144"

# Places in the frame of the key's schedule: the bytes z of the RFC, and y for its x, zeros, and from KEYS on the
# result.
ZEROS, KEYS = 32, 128
# What is added to a word: bytes in S5 to S8, and one in another of these. K1 to K16, then K17 to K32 the same way.
_MIXED = {
    "z": ("y0 yD yF yC yE 7y8", "y8 z0 z2 z1 z3 8yA", "yC z7 z6 z5 z4 5y9", "y4 zA z9 zB z8 6yB"),
    "y": ("z8 z5 z7 z4 z6 7z0", "z0 y0 y2 y1 y3 8z2", "z4 y7 y6 y5 y4 5z1", "zC yA y9 yB y8 6z3"),
}
_TAKEN = (
    ("z8 z9 z7 z6 5z2", "zA zB z5 z4 6z6", "zC zD z3 z2 7z9", "zE zF z1 z0 8zC"),
    ("y3 y2 yC yD 5y8", "y1 y0 yE yF 6yD", "y7 y6 y8 y9 7y3", "y5 y4 yA yB 8y7"),
    ("z3 z2 zC zD 5z9", "z1 z0 zE zF 6zC", "z7 z6 z8 z9 7z2", "z5 z4 zA zB 8z6"),
    ("y8 y9 y7 y6 5y3", "yA yB y5 y4 6y7", "yC yD y3 y2 7y8", "yE yF y1 y0 8yD"),
)
STEP = 8  # bytes of a step: five bytes' places, which box the fifth has, and the places of two words: added, made


def _place(name: str) -> int:
    """Where a byte of y or z is."""
    return 16 * (name[0] == "z") + int(name[1], 16)


def _step(places: str, start: int, made: int) -> list[int]:
    *four, fifth = places.split()
    return [*map(_place, four), _place(fifth[1:]), int(fifth[0]) - 5, start // 4, made // 4]


def steps() -> list[int]:
    """The steps of 2.4."""
    out = []
    for turn in range(8):
        name = "zy"[turn % 2]
        for n, words in enumerate(_MIXED[name]):
            first, _, rest = words.partition(" ")
            out += _step(rest, _place(first), _place(name + "048C"[n]))
        for n, words in enumerate(_TAKEN[turn % 4]):
            number = 4 * turn + n
            out += _step(words, ZEROS, KEYS + UNIT * (number % 16) + 4 * (number // 16))
    return out


def boxes_of(k: Builder, name: str, first: int) -> Boxes:
    """Four of the boxes."""
    base = k.table(name, k.u32, [word for box in BOXES[first : first + 4] for word in box])
    made: Boxes = k.variant.engine(k, [k.add(base, 4 * WORDS * n) if n else base for n in range(4)])
    return made


@kernel(
    c="void cast128_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule)",
    args=[
        Arg("key", r="key_bytes"),
        Arg("key_bytes", public=True),
        Arg("schedule", w="96+32*(key_bytes//11)", align=4),
    ],
    cases={"key_bytes": range(5, 17)},
    variants=VARIANTS,
    source="RFC 2144, 2.4",
    portable=True,
    wipe=True,
    exempt=EXEMPT,
    interface=[
        BlockCipher(
            "cast128",
            title="CAST-128",
            block=BLOCK,
            rounds=ROUNDS,
            unit=UNIT,
            key="0123456712345678234567893456789a",
            plaintext="0123456789abcdef",
            ciphertext="238b4fe5847e44b2",
        )
    ],
)
def cast128_set_key(k: Builder, key: Val, key_bytes: Val, schedule: Val) -> None:
    """The words of all rounds of a key of 5 to 16 bytes, in the order of encryption."""
    k.cold(key, key_bytes, schedule)
    boxes = boxes_of(k, "cast128_key", 4)
    area = k.frame(256, "area")
    k.note("the key, and zeros behind it")
    zero = k.const(k.u32, 0)
    for n in range(0, ZEROS + 4, 4):
        k.store32(area, zero, offset=n)
    at, to = k.copy(key, "at"), k.copy(area, "to")
    with k.loop(key_bytes, step={at: 1, to: 1}, at_least_once=True):
        k.store8(to, k.load8(at))
    step = k.table("cast128_steps", k.u8, steps())
    k.cold(area, step)
    with k.loop(k.const(k.usize, len(steps()) // STEP), step={step: STEP}, at_least_once=True):

        def place(n: int) -> Val:
            return k.zext(k.usize, k.load8(step, offset=n))

        def found(box: Val, n: int) -> Val:
            return boxes.found(box, k.zext(k.u32, k.load8(area, index=place(n))))

        word = k.load32(area, index=place(6), scale=4, be=True)
        k.cold(word)
        for n, box in enumerate(boxes.boxes):
            word ^= found(box, n)
        word ^= found(k.add(boxes.boxes[0], k.shl(place(5) & 3, 10)), 4)  # the mask is for proofs of `table`
        k.store32(area, word, index=place(7), scale=4, be=True)
    k.note("those of the rounds that there are")
    made, to = k.add(area, KEYS), k.copy(schedule, "to")
    with k.loop(k.select(key_bytes.lt(11), k.const(k.usize, 12), 16), step={made: UNIT, to: UNIT}, at_least_once=True):
        k.store32(to, [k.load32(made, be=True), k.load32(made, offset=4, be=True) & 31])


def function(boxes: Boxes, kind: int, x: Val, other: Val) -> Val:
    """One of the three functions of rounds, of its rotated argument: ((a ^ b) - c) + d, ((a - b) + c) ^ d, or
    ((a + b) ^ c) - d, where a to d are the bytes' words. The caller adds it to ``other``, which has d here already if d
    comes last. Sums are in the order that waits least."""
    total = boxes.word(x, 0)
    if kind == 0:
        more = boxes.word(x, 3)
        total ^= boxes.word(x, 1)
        more -= boxes.word(x, 2)
        total += more
    elif kind == 1:
        more = boxes.word(x, 2)
        more -= boxes.word(x, 1)
        total += more
        other ^= boxes.word(x, 3)
    else:
        total += boxes.word(x, 1)
        total ^= boxes.word(x, 2)
        total -= boxes.word(x, 3)
    return total


def cipher(k: Builder, boxes: Boxes, schedule: Val, rounds: Val, decrypts: bool) -> Cipher:
    def crypt(blocks: list[Halves]) -> None:
        at = k.copy(schedule, "at")
        k.cold(at)

        def some(kinds: tuple[int, ...]) -> None:
            early: Val | None = None  # the argument of kind 1, less what the round before adds
            for n, kind in enumerate(kinds):
                if early is None:
                    added = k.load32(at, offset=UNIT * n)
                turn = k.load32(at, offset=UNIT * n + 4)
                for halves in blocks:
                    one, other = halves[:: 1 if n % 2 else -1]
                    if early is not None:
                        x, early = early, None
                    else:
                        x = added + one if kind == 0 else added ^ one if kind == 1 else added - one
                    if len(blocks) == 1 and kinds[n + 1 : n + 2] == (1,):
                        early = k.load32(at, offset=UNIT * (n + 1)) ^ other
                        k.cold(early)
                    total = function(boxes, kind, k.rotl(x, turn, to=x), other)
                    other ^= total
                    if early is not None:
                        early ^= total
            for halves in blocks:
                exchange(k, *halves)
            k.add(at, UNIT * len(kinds), to=at)

        def last_of_sixteen() -> None:
            with k.if_(rounds.ge(16)):
                some((0,))

        if decrypts:
            last_of_sixteen()
        with k.loop(k.select(rounds.lt(16), k.const(k.usize, 4), 5), at_least_once=True):
            some((2, 1, 0) if decrypts else (0, 1, 2))
        if not decrypts:
            last_of_sixteen()

    return crypt


@kernel(**contract("cast128", "cbc_encrypt", "8*rounds", SOURCE, (12, 16)))
def cast128_cbc_encrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CAST-128-CBC encryption of `blocks` 8-byte blocks. On return `iv` holds the last block of ciphertext."""
    k.cold(schedule, rounds)
    boxes = boxes_of(k, "cast128", 0)
    half_modes.cbc_encrypt(k, cipher(k, boxes, schedule, rounds, decrypts=False), iv, in_, out, blocks)


@kernel(**contract("cast128", "cbc_decrypt", "8*rounds", SOURCE, (12, 16)))
def cast128_cbc_decrypt(k: Builder, schedule: Val, rounds: Val, iv: Val, in_: Val, out: Val, blocks: Val) -> None:
    """CAST-128-CBC decryption of `blocks` 8-byte blocks under the words of rounds in reverse order. On return `iv`
    holds the last block of ciphertext."""
    k.cold(schedule, rounds)
    boxes = boxes_of(k, "cast128", 0)
    half_modes.cbc_decrypt(k, boxes, cipher(k, boxes, schedule, rounds, decrypts=True), iv, in_, out, blocks)
