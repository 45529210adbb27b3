# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in XTS mode (IEEE Std 1619, SP 800-38E) over whole blocks, from a tweak that is encrypted already.

A block's tweak is that of the block before, times x modulo x^128 + x^7 + x^2 + x + 1. Vectors of several blocks take
the tweaks of vectors before, moved by whole bytes: one carry-less product folds what leaves a block. Long messages in
vectors of 512 bits keep the tweaks of a batch in registers. A vector's next tweaks come from its own, so that chains
are short and the rounds hide them. On Zen 4 a batch of AES-128 takes 92 cycles, of which the rounds take 80 and the
products 8. Doubling from vector to vector took 118.

Calls of the C API on AMD Zen 3, 2026-11-27, cycles a byte of the time-stamp counter, AES-128 and AES-256, on a machine
with other work, and ratios to EVP of libcrypto 3.0.19 (AES-256: to AWS-LC):

  bytes    encrypt      ratios             decrypt      ratios
  16       3.44, 4.59   4.9, 3.9 (1.19)    6.12, 8.03   4.2, 3.5 (1.35)
  512      .335, .395   2.4, 2.4 (1.45)    .407, .490   2.7, 2.7 (1.54)
  4096     .230, .277   1.58, 1.74 (1.58)  .244, .287   1.69, 1.79 (1.61)
  16384    .213, .263   1.49, 1.71 (1.62)  .224, .258   1.53, 1.70 (1.64)

The same on AMD Zen 4, 2026-11-30, MB/s, and ratios to EVP of libcrypto 4.0.3:

  bytes    encrypt        ratios      decrypt        ratios
  16       875, 706       2.38, 2.34  869, 701       2.24, 2.13
  256      7802, 6088     1.63, 1.52  7715, 5915     1.57, 1.44
  1350     12669, 9762    1.23, 1.19  12371, 9667    1.20, 1.16
  4096     18055, 13685   1.17, 1.11  18185, 13620   1.17, 1.09
  16384    20276, 14927   1.17, 1.09  19811, 14858   1.15, 1.08
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from generator.kernels.cipher.aes_contract import BATCHED, contract
from generator.kernels.cipher.aes_engine import BLOCK, Engine, in_batches
from generator.kernels.cipher.aes_words import SlicedAes
from generator.lang import Builder, Val, kernel
from generator.lang.values import Type

FOLD = 0x87  # x^128
WIDE = [replace(one, features=(*one.features, "vpclmulqdq")) if "vaes" in one.features else one for one in BATCHED]


class Tweaks:
    """The tweaks of the next blocks. ``at``: where the first one is between batches."""

    def __init__(self, k: Builder, at: Val) -> None:
        self.k, self.at = k, at
        self.current: Val | None = None  # of the next vector
        self.held: list[Val] = []  # of the next batch
        k.cold(at)

    def doubled(self, x: Val, times: int = 1) -> Val:
        """The tweaks of the blocks that follow by so many."""
        k = self.k
        fold = k.vconst(x.type, [FOLD, 0, 1, 0] * (x.type.bits // 128))
        for _ in range(times):
            carry = k.vshuffle(k.vsar(x, 31, bits=32), (3, 0, 1, 0)) & fold
            x = k.vadd(x, x, bits=64) ^ carry
        return x

    def sum(self, x: Val, y: Val, z: Val, to: Val | None = None) -> Val:
        return self.k.ternary(lambda x, y, z: x ^ y ^ z, x, y, z, to=to)

    def product(self, x: Val, fold: int) -> Val:
        """The lower half of each block times ``fold``, as polynomials."""
        return self.k.vclmul(x, self.k.vconst(x.type, [fold, 0] * (x.type.bits // 128), bits=64), 0, 0)

    def moved(self, x: Val, count: int, to: Val | None = None) -> Val:
        """The tweaks of the blocks that follow by ``count``, below 57. Vectors of 512 bits turn their blocks: what
        leaves a block is in place for the constant term of its fold. A mask takes any port, a second shift one of AES.
        """
        k, blocks = self.k, x.type.bits // 128
        if count % 8:
            over = k.vshr(k.vshuffle(x, (2, 3, 0, 1)), 64 - count, bits=64)
            return self.sum(self.product(over, FOLD ^ 1), k.vshl(x, count, bits=64), over, to=to)
        if blocks < 4:
            over = k.vshr_bytes(x, BLOCK - count // 8)
            return k.xor(k.vshl_bytes(x, count // 8), self.product(over, FOLD), to=to)
        turned = k.vshuffle(x, (3, 0, 1, 2)) if count == 32 else k.vext(x, x, BLOCK - count // 8)
        over = turned & k.vconst(x.type, [(1 << count) - 1, 0] * blocks, bits=64)
        return k.xor(turned, self.product(over, FOLD ^ 1), to=to)

    def single(self, count: int) -> list[Val]:
        """The tweaks of single blocks."""
        made = [self.k.vload(self.k.v128, self.at)]
        while len(made) < count:
            made.append(self.doubled(made[-1]))
        return made

    def joined(self, type: Type, blocks: list[Val]) -> Val:
        out = blocks[0] if type == self.k.v128 else self.k.vblock(type, self.at)
        for n, block in enumerate(blocks if type != self.k.v128 else []):
            out = self.k.vinsert(out, block, n)
        return out

    def following(self, x: Val, count: int) -> list[Val]:
        """The tweaks ``x`` of a vector, and of as many that follow. Most come from far before: chains are short."""
        each = x.type.bits // 128
        made = [x]
        while len(made) <= count:
            far = 1 << len(made).bit_length() - 1 if each == 4 else 4
            near = each == 1 or len(made) < far
            made.append(self.doubled(made[-1], each) if near else self.moved(made[-far], each * far))
        return made

    @contextmanager
    def around(self, type: Type) -> Iterator[None]:
        self.current = self.k.copy(self.joined(type, self.single(type.bits // 128)), "tweaks")
        self.k.cold(self.current)
        yield
        self.k.vstore(self.at, self.k.vextract(self.current, 0))
        self.current = None

    @contextmanager
    def holding(self, count: int) -> Iterator[None]:
        """In the body, the tweaks of a batch of so many vectors are in registers: each comes from the one of the batch
        before, beside the rounds."""
        assert self.current is not None
        self.k.note("the tweaks of a batch")
        self.held = [self.k.copy(one, "tweaks") for one in self.following(self.current, count - 1)]
        yield
        self.k.set(self.current, self.held[0])
        self.held = []

    def next(self, type: Type, places: list[int]) -> list[Val]:
        """The tweaks of vectors at ``places``."""
        if self.held:
            return self.held
        self.k.note("the tweaks")
        each = type.bits // 128
        if self.current is None:
            blocks = self.single(places[-1] // BLOCK + each + 1)
            made = [self.joined(type, blocks[place // BLOCK :][:each]) for place in places]
            self.k.vstore(self.at, blocks[-1])
        else:
            made = self.following(self.k.copy(self.current), len(places))
            self.k.set(self.current, made.pop())
        self.k.cold(made)
        return made


def in_words(k: Builder, aes: SlicedAes, tweak: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Run batches in words. The frame holds the tweaks of a batch and of the block behind it."""
    tweaks = k.frame(BLOCK * (aes.blocks + 1), "tweaks")
    low, high = k.load64(tweak), k.load64(tweak, offset=8)
    k.cold(tweak, tweaks, low, high)
    with aes.batches(blocks, in_, out):
        for n in range(aes.blocks + 1):
            k.store64(tweaks, low, offset=BLOCK * n)
            k.store64(tweaks, high, offset=BLOCK * n + 8)
            carry = k.sar(high, 63) & FOLD
            k.xor(k.shl(high, 1), k.shr(low, 63), to=high)
            k.xor(k.shl(low, 1), carry, to=low)
        places = aes.places(blocks)
        k.load64(tweaks, index=places[-1], offset=BLOCK, to=low)
        k.load64(tweaks, index=places[-1], offset=BLOCK + 8, to=high)
        batch = aes.read(in_, places)
        aes.add(batch, tweaks, places)
        batch = aes.cipher(batch)
        places = aes.places(blocks)
        aes.add(batch, tweaks, places)
        aes.write(out, places, batch)
    k.store64(tweak, low)
    k.store64(tweak, high, offset=8)


def xts(k: Builder, aes: Engine | SlicedAes, tweak: Val, in_: Val, out: Val, blocks: Val) -> None:
    """Encrypt or decrypt all blocks."""
    aes.hold()
    if isinstance(aes, SlicedAes):
        in_words(k, aes, tweak, in_, out, blocks)
        return
    tweaks = Tweaks(k, tweak)

    def run(type: Type, places: list[int]) -> None:
        added = tweaks.next(type, places)
        if aes.roomy and type.bits == 512:
            first = aes.first(type)
            state = [tweaks.sum(k.vload(type, in_, offset=place), one, first) for place, one in zip(places, added)]
        else:
            state = [k.vload(type, in_, offset=place) ^ one for place, one in zip(places, added)]
            aes.enter(state)
        k.note("the rounds")
        aes.rounds(state)
        k.note("the last round key and the tweaks")
        last = aes.last(type)
        for place, block, one in zip(places, state, added):
            mask = one ^ last
            if tweaks.held:
                tweaks.moved(one, len(places) * type.bits // 128, to=one)
            k.vstore(out, aes.leave(block, mask, to=block), offset=place)

    in_batches(k, aes, blocks, in_, out, run, tweaks.around, tweaks.holding)


def mode(way: str) -> dict[str, Any]:
    return {**contract(f"aes_xts_{way}", "", "tweak", WIDE), "source": "FIPS 197; IEEE Std 1619"}


@kernel(**mode("encrypt"))
def aes_xts_encrypt(k: Builder, schedule: Val, rounds: Val, tweak: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-XTS encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. `tweak` is the
    first block's, encrypted, and on return the next block's."""
    xts(k, k.variant.engine(k, schedule, rounds), tweak, in_, out, blocks)


@kernel(**mode("decrypt"))
def aes_xts_decrypt(k: Builder, schedule: Val, rounds: Val, tweak: Val, in_: Val, out: Val, blocks: Val) -> None:
    """AES-XTS decryption of `blocks` 16-byte blocks under a decryption schedule of 10, 12 or 14 rounds. `tweak` is the
    first block's, encrypted, and on return the next block's."""
    xts(k, k.variant.engine(k, schedule, rounds, inverse=True), tweak, in_, out, blocks)
