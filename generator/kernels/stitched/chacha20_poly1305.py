# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 and Poly1305 over the ciphertext (RFC 8439, 2.8), whole blocks of 64 bytes in one pass.

ChaCha20 runs in vectors, and Poly1305 in words beside each turn of its rounds, which leaves the units of words idle.
Decryption authenticates the batch that it decrypts: the text is stored after the rounds. Encryption authenticates the
batch before. Its last batch is authenticated beside the blocks that fill no lanes.
"""

from functools import partial
from typing import Any

from generator.kernels.cipher.chacha20_vectors import ROW, Alone, few, forward, lanes, rows
from generator.kernels.cipher.chacha20_words import BLOCK, DOUBLE_ROUNDS, words_block
from generator.kernels.hash import poly1305_words
from generator.lang import Arg, Builder, Stream, Val, Variant, kernel, stitch, stream

PARTS = BLOCK // ROW


def vectors(name: str, bits: int, sets: int, *features: str) -> Variant:
    """ChaCha20 in vectors of `bits` bits, of which `sets` stand side by side in rows."""
    params = (("bits", bits), ("sets", sets))
    return Variant(name, features=features, params=params, without=(("x86", "words take all registers"),))


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

    def turn(self, rounds: Stream) -> None:
        if self.many:
            rounds = stitch(rounds, hashed(self.k, self.poly, self.at, self.many), grain=1)
        self.k.emit(rounds)
        self.at += ROW * self.many

    def end(self, end: Stream) -> None:
        if self.rest:
            end = stitch(end, hashed(self.k, self.poly, self.at, self.rest), grain=1)
        self.k.emit(end)


class Following(Authenticated):
    """Poly1305 of `blocks` blocks of ChaCha20 at `at`, `least` at least: as many as are sure beside the rounds."""

    def __init__(self, k: Builder, poly: poly1305_words.Words, at: Val, blocks: Val, least: int) -> None:
        super().__init__(k, poly, at, least * PARTS // DOUBLE_ROUNDS * DOUBLE_ROUNDS)
        self.left = (blocks << 2) - DOUBLE_ROUNDS * self.many
        if not self.many:
            hash_(k, poly, at, self.left)

    def end(self, end: Stream) -> None:
        if self.many:
            hash_(self.k, self.poly, self.at, self.left)
        self.k.emit(end)


@stream
def hashed(k: Builder, poly: poly1305_words.Words, data: Val, count: int) -> None:
    """Poly1305 of `count` of its blocks."""
    for n in range(count):
        k.emit(poly1305_words.block(k, poly, data, 1, ROW * n))


def hash_(k: Builder, poly: poly1305_words.Words, data: Val, count: Val) -> None:
    """Poly1305 of `count` of its blocks."""
    at = k.copy(data, "at")
    with k.loop(count, step={at: ROW}):
        k.emit(poly1305_words.block(k, poly, at, 1))


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
        whole, most = type.bits // 32, k.param("sets") * type.bits // 128
        full = k.const(k.usize, whole)
        with k.if_(blocks.ge(whole)):
            # Nothing is there to authenticate beside the first batch. Its text serves, and h is thrown away.
            start = k.home(poly.h)
            at = k.copy(in_, "before")
            first = k.copy(in_, "first")
            k.cold(at, first)
            with k.while_(blocks.ge(whole), align=32):
                lanes(k, type, key, counter, in_, out, full, whole, Authenticated(k, poly, at, PARTS * whole))
                for word, old in zip(poly.h, start):
                    k.select(in_.eq(first), old, word, to=word)
                k.set(at, out)
                forward(in_, out, blocks, full)
            with k.if_(blocks.ne(0)):
                count = k.min(blocks, most)
                before = Authenticated(k, poly, at, PARTS * whole)
                rows(k, type, k.param("sets"), key, counter, in_, out, count, before)
                hash_(k, poly, out, count << 2)
                forward(in_, out, blocks, count)
            with k.else_():
                hash_(k, poly, at, full << 2)
        with k.while_(blocks.ne(0)):
            count = k.min(blocks, most)
            few(k, type, key, counter, in_, out, count, lambda _: Alone(k))
            hash_(k, poly, out, count << 2)
            forward(in_, out, blocks, count)
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
        whole, most = type.bits // 32, k.param("sets") * type.bits // 128
        full = k.const(k.usize, whole)
        with k.while_(blocks.ge(whole), align=32):
            lanes(k, type, key, counter, in_, out, full, whole, Authenticated(k, poly, in_, PARTS * whole))
            forward(in_, out, blocks, full)
        with k.while_(blocks.ne(0)):
            count = k.min(blocks, most)
            few(k, type, key, counter, in_, out, count, partial(Following, k, poly, in_, count))
            forward(in_, out, blocks, count)
    else:
        with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
            k.emit(hashed(k, poly, in_, PARTS))
            words_block(k, key, counter, in_, out)
    poly1305_words.store(k, h, poly)
