# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GHASH (SP 800-38D, 6.4): the hash of GCM, over whole blocks.

GHASH numbers the bits of a block from the highest of its first byte. Here a number is a block's 16 bytes in reverse
order, so that bit n stands for x^(127 - n) of the standard. In these numbers GHASH is POLYVAL (RFC 8452, appendix A):
its product is a * b / x^128 modulo x^128 + x^127 + x^126 + x^121 + 1, and its factor is H times x. All of it is in
shifts to one side, and the reduction clears the lower half of a product, by two carry-less products.

`powers` has sixteen numbers of 16 bytes, the lowest byte first: the factor to the powers 16 to 1, in POLYVAL's product.
All variants on all machines have this one form. With n blocks left, the last n powers are the factors of the blocks in
order, so a load of any width takes the right ones.
"""

from __future__ import annotations

from generator.kernels.cipher.ghash_vectors import GhashVectors
from generator.kernels.cipher.ghash_words import GhashWords
from generator.lang import Arg, Builder, Val, Variant, kernel

SOURCE = "SP 800-38D, 6.4; RFC 8452, appendix A"


def vectors(name: str, bits: int, turn: int, karatsuba: bool, *features: str) -> Variant:
    """``turn``: the vectors of a turn of the loop."""
    params = (("bits", bits), ("turn", turn), ("karatsuba", int(karatsuba)))
    return Variant(name, features=features, params=params, engine=GhashVectors)


NARROW = [
    Variant("scalar", engine=GhashWords),
    vectors("pclmul", 128, 8, True, "ssse3", "pclmul"),
    vectors("avx", 128, 8, True, "avx", "pclmul"),
    vectors("ce", 128, 8, False, "neon", "pmull"),
    vectors("sha3", 128, 8, False, "neon", "pmull", "sha3"),
]
WIDE = [
    vectors("vpclmul256", 256, 8, True, "avx2", "vpclmulqdq"),
    vectors("vpclmul512", 512, 4, False, "avx512f", "avx512bw", "vpclmulqdq"),
]


@kernel(
    c="void ghash_powers(const uint8_t h[16], uint8_t powers[352])",
    args=[Arg("h"), Arg("powers", w="352")],
    variants=NARROW,
    source=SOURCE,
    portable=True,
    wipe=True,
)
def ghash_powers(k: Builder, h: Val, powers: Val) -> None:
    """Twenty-two powers of GHASH's key, which is the block of zeros under the cipher, the last one first. `powers` is
    this library's own form."""
    k.variant.engine(k, powers).make_powers(h)


@kernel(
    c="void ghash_blocks(const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks)",
    args=[Arg("powers"), Arg("xi"), Arg("in", r="16*blocks"), Arg("blocks", public=True)],
    variants=[*NARROW, *WIDE],
    source=SOURCE,
    size="blocks",
    size_unit=16,
    portable=True,
    wipe=True,
)
def ghash_blocks(k: Builder, powers: Val, xi: Val, in_: Val, blocks: Val) -> None:
    """GHASH of `blocks` 16-byte blocks from the state `xi` on, which is sixteen zeros at first. `powers` is the
    last sixteen of what ghash_powers made."""
    k.variant.engine(k, powers, xi).blocks(in_, blocks)
