# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 (RFC 8439, 2.5): blocks of 16 bytes into a number modulo 2^130 - 5, and the tag."""

from generator.kernels.hash import poly1305_words as words
from generator.kernels.hash.poly1305_vectors import Blocks, Digits
from generator.lang import Arg, Builder, Val, Variant, kernel

NOT_X86 = (("x86", "digits of 44 bits want words of 64"),)


@kernel(
    c="void poly1305_blocks(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks, size_t pad)",
    args=[
        Arg("key"),
        Arg("h"),
        Arg("in", r="16*blocks"),
        Arg("blocks", public=True),
        Arg("pad", public=True),
    ],
    variants=[
        Variant("scalar", engine=words.each),
        Variant("sse2", features=("sse2",), engine=Blocks(128, 12, 12, least_64=24)),
        Variant("neon", features=("neon",), engine=Blocks(128, 24, 24)),
        Variant("avx2", features=("avx2",), engine=Blocks(256, 16, 28)),
        Variant("avx512ifma", features=("avx512ifma",), engine=Blocks(512, 16, 56, Digits(44, 3)), without=NOT_X86),
    ],
    source="RFC 8439, 2.5.1",
    size="blocks",
    size_unit=words.BLOCK,
    portable=True,
    wipe=True,
    cases={"pad": (0, 1)},
)
def poly1305_blocks(k: Builder, key: Val, h: Val, in_: Val, blocks: Val, pad: Val) -> None:
    """`h` = (`h` + block) * r modulo 2^130 - 5, for each of `blocks` blocks of 16 bytes. `key` is r, not clamped yet.

    `pad` is 1 to add 2^128 to each block, and 0 for a last block that its caller padded. `h` is a little-endian number
    below 2^130, 0 before the first block, and below 2^130 - 5 on return.
    """
    k.cold(h, in_, blocks, pad)
    poly = words.load(k, key, h)
    k.cold(poly.r, poly.s, poly.h)
    k.variant.engine(k, poly, in_, blocks, pad)
    words.store(k, h, poly)


@kernel(
    c="void poly1305_tag(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16])",
    args=[Arg("key"), Arg("h"), Arg("tag", w=16)],
    variants=[Variant("scalar")],
    source="RFC 8439, 2.5.1",
    portable=True,
    wipe=True,
)
def poly1305_tag(k: Builder, key: Val, h: Val, tag: Val) -> None:
    """The tag: `h`, as poly1305_blocks leaves it, plus s modulo 2^128. s is the second half of `key`."""
    n = 128 // k.usize.bits
    total = k.limbs(h, n)
    k.add_row(total, k.limbs(key, n, offset=16))
    k.store_limbs(tag, total)
