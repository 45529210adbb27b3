# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 (RFC 8439, 2.4) and HChaCha20, its form without the last addition, which XChaCha20 makes keys by."""

from generator.kernels.cipher.chacha20_vectors import blocks_of_text
from generator.kernels.cipher.chacha20_words import BLOCK, words_block, words_rounds, words_start
from generator.lang import Arg, Builder, Val, Variant, kernel

NARROW = (("x86", "eight vector registers do not suffice"),)


def vectors(name: str, bits: int, *features: str) -> Variant:
    """A variant by vectors of `bits` bits."""
    return Variant(name, features=features, params=(("bits", bits),), without=NARROW)


@kernel(
    c="void chacha20_ctr32(const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks)",
    args=[
        Arg("key"),
        Arg("counter"),
        Arg("in", r="64*blocks"),
        Arg("out", w="64*blocks", alias="in"),
        Arg("blocks", public=True),
    ],
    variants=[
        Variant("scalar"),
        vectors("sse2", 128, "sse2"),
        vectors("ssse3", 128, "ssse3"),
        vectors("neon", 128, "neon"),
        vectors("avx2", 256, "avx2"),
        vectors("avx512", 512, "avx512f", "avx512bw", "avx512vl"),
    ],
    source="RFC 8439, 2.4",
    size="blocks",
    size_unit=BLOCK,
    portable=True,
    wipe=True,
)
def chacha20_ctr32(k: Builder, key: Val, counter: Val, in_: Val, out: Val, blocks: Val) -> None:
    """ChaCha20 of `blocks` 64-byte blocks. `counter` is the last four words of the state, each little-endian. The first
    of them counts the blocks modulo 2^32, and on return is the next block's number."""
    k.cold(key, counter, in_, out, blocks)
    if k.variant.features:
        blocks_of_text(k, k.vector(k.param("bits")), key, counter, in_, out, blocks)
        return
    with k.loop(blocks, step={in_: BLOCK, out: BLOCK}):
        words_block(k, key, counter, in_, out)


@kernel(
    c="void hchacha20(const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32])",
    args=[Arg("key"), Arg("nonce"), Arg("out", w=32)],
    variants=[Variant("scalar")],
    source="draft-irtf-cfrg-xchacha-03, 2.2",
    portable=True,
    wipe=True,
)
def hchacha20(k: Builder, key: Val, nonce: Val, out: Val) -> None:
    """The key of XChaCha20's inner ChaCha20: the first and the last four words of the state after twenty rounds."""
    k.cold(out)
    x = words_start(k, key, nonce)
    words_rounds(k, x)
    k.store32(out, x[:4] + x[12:])
