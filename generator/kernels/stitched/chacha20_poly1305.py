# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 and Poly1305 over the ciphertext (RFC 8439, 2.8), whole blocks of 64 bytes in one pass.

ChaCha20 runs in vectors, and Poly1305 in words beside each turn of its rounds, which leaves the units of words idle.
Decryption authenticates the batch that it decrypts: the text is stored after the rounds. Encryption authenticates the
batch before, and its last batch alone.

docs/aead.md compares the calls over these kernels with those of other libraries.
"""

from typing import Any

from generator.kernels.cipher.chacha20_vectors import ROW, Alone, Left, lanes, rows, whole
from generator.kernels.cipher.chacha20_words import BLOCK, DOUBLE_ROUNDS, words_block
from generator.kernels.hash import poly1305_words
from generator.lang import Arg, Builder, Stream, Val, Variant, kernel, stitch, stream
from generator.lang.values import Type

PARTS = BLOCK // ROW


def vectors(name: str, bits: int, *features: str) -> Variant:
    """ChaCha20 in vectors of `bits` bits."""
    without = (("x86", "Poly1305 takes all registers of words"),)
    return Variant(name, features=features, params=(("bits", bits),), without=without)


def contract(name: str) -> dict[str, Any]:
    return {
        "c": f"void chacha20_poly1305_{name}(const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], "
        "uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks)",
        "args": [
            Arg("key"),
            Arg("counter"),
            Arg("r"),
            Arg("h"),
            Arg("in", r="64*blocks"),
            Arg("out", w="64*blocks", alias="in"),
            Arg("blocks", public=True),
        ],
        "variants": [
            Variant("scalar"),
            vectors("ssse3", 128, "ssse3"),
            vectors("neon", 128, "neon"),
            vectors("avx2", 256, "avx2", "bmi2"),
        ],
        "source": "RFC 8439, 2.8",
        "size": "blocks",
        "size_unit": BLOCK,
        "portable": True,
        "wipe": True,
        "parts": ("chacha20_ctr32", "poly1305_blocks"),
    }


class Authenticated(Alone):
    """Poly1305 beside the rounds, of `count` of its blocks at `at`."""

    def __init__(self, k: Builder, poly: poly1305_words.Words, at: Val, count: int) -> None:
        super().__init__(k)
        self.poly, self.at = poly, k.copy(at, "at")
        self.many, self.rest = divmod(count, DOUBLE_ROUNDS)
        self.step = {self.at: ROW * self.many} if self.many else {}

    def turn(self, rounds: Stream) -> None:
        if self.many:
            rounds = stitch(rounds, hashed(self.k, self.poly, self.at, self.many), grain=1)
        self.k.emit(rounds)

    def end(self, end: Stream) -> None:
        if self.rest:
            end = stitch(end, hashed(self.k, self.poly, self.at, self.rest), grain=1)
        self.k.emit(end)


@stream
def hashed(k: Builder, poly: poly1305_words.Words, data: Val, count: int) -> None:
    """Poly1305 of `count` of its blocks."""
    for n in range(count):
        k.emit(poly1305_words.block(k, poly, data, 1, ROW * n))


def hash_(k: Builder, poly: poly1305_words.Words, data: Val, blocks: int) -> None:
    """Poly1305 of `blocks` blocks of ChaCha20."""
    at = k.copy(data, "at")
    with k.loop(k.const(k.usize, blocks * PARTS), step={at: ROW}, at_least_once=True):
        k.emit(poly1305_words.block(k, poly, at, 1))


def rests(k: Builder, type: Type) -> list[tuple[Type, int, int]]:
    """What takes the blocks that fill no lanes: vectors, how many of each row, and their blocks. One block in words
    would take more code."""
    sets = max(1, 256 // type.bits)
    return [(type, sets, type.bits // 128 * sets), (k.v128, 1, 1)]


@kernel(**contract("encrypt"))
def chacha20_poly1305_encrypt(
    k: Builder, key: Val, counter: Val, r: Val, h: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """ChaCha20 of `blocks` 64-byte blocks, as by `chacha20_ctr32`, and Poly1305 of the output into `h`, as by
    `poly1305_blocks` under the key `r` with `pad` 1."""
    k.cold(key, counter, h, in_, out, blocks)
    poly = poly1305_words.load(k, r, h)
    k.cold(poly.r, poly.s, poly.h)
    if k.variant.features:
        type = k.vector(k.param("bits"))
        batch = whole(k, type)
        with k.if_(blocks.ge(batch)):
            lanes(k, type, key, counter, in_, out, blocks, batch, Alone(k))
            with k.while_(blocks.ge(batch), align=32):
                before = Authenticated(k, poly, k.add(out, -BLOCK * batch), PARTS * batch)
                lanes(k, type, key, counter, in_, out, blocks, batch, before)
            hash_(k, poly, k.add(out, -BLOCK * batch), batch)
        for vector, sets, count in rests(k, type):
            with k.while_(blocks.ge(count)):
                rows(k, vector, sets, key, counter, in_, out, Left(k, blocks, count, count), Alone(k))
                hash_(k, poly, k.add(out, -BLOCK * count), count)
    else:
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            words_block(k, key, counter, in_, out)
            k.emit(hashed(k, poly, out, PARTS))
    poly1305_words.store(k, h, poly)


@kernel(**contract("decrypt"))
def chacha20_poly1305_decrypt(
    k: Builder, key: Val, counter: Val, r: Val, h: Val, in_: Val, out: Val, blocks: Val
) -> None:
    """Poly1305 of the input into `h`, as by `poly1305_blocks` under the key `r` with `pad` 1, and ChaCha20 of `blocks`
    64-byte blocks, as by `chacha20_ctr32`."""
    k.cold(key, counter, h, in_, out, blocks)
    poly = poly1305_words.load(k, r, h)
    k.cold(poly.r, poly.s, poly.h)
    if k.variant.features:
        type = k.vector(k.param("bits"))
        batch = whole(k, type)
        with k.while_(blocks.ge(batch), align=32):
            beside = Authenticated(k, poly, in_, PARTS * batch)
            lanes(k, type, key, counter, in_, out, blocks, batch, beside)
        for vector, sets, count in rests(k, type):
            with k.while_(blocks.ge(count)):
                left = Left(k, blocks, count, count)
                rows(k, vector, sets, key, counter, in_, out, left, Authenticated(k, poly, in_, PARTS * count))
    else:
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            k.emit(hashed(k, poly, in_, PARTS))
            words_block(k, key, counter, in_, out)
    poly1305_words.store(k, h, poly)
