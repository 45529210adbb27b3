# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM of a whole message in one call: text of any length, the block of lengths and the tag.

The turns are those of aes_gcm.py. All that is behind them goes through the rounds side by side, with the counter of the
tag's mask, and is hashed with one reduction: short messages wait for the rounds, and for little else.

AES-128 by the API, cycles a byte of the time-stamp counter, 16 / 64 / 256 / 1350 / 4096 / 16384 bytes:

  AMD Zen 4, 2026-11-30, vaes512, with sixteen powers: sealing 4.72 / 1.12 / .446 / .271 / .217 / .202, opening 3.99 /
  .964 / .420 / .252 / .202 / .195; ipsec-mb 1.3 4.2 / 1.21 / .410 / .246 / .217 / .206 and 3.8 / 1.12 / .386 / .245 /
  .214 / .206. With a reduction into one block after each turn, and no state for each block, 16384 bytes took .220.

  AMD Zen 3, 2026-11-30, vaes256: sealing 5.52 / 1.37 / .556 / .379 / .324 / .309, opening 4.38 / 1.19 / .518 / .372 /
  .322 / .308. Several kernels, one after the other, took 1.6 of it for 16 bytes and 1.4 for 256. With a turn of sixteen
  blocks in place of two batches of eight, 256 bytes took 5 % more; with four products a block in place of three and the
  sums of halves, 3 % more. By avx a turn pays from nine blocks on: with all that the powers reach for behind the turns,
  512 bytes took 8 % more.

No two ways end at one place, so that the prover finds the condition of each: a store of the first byte stands behind
the others, and what is put into a vector behind what an inner branch puts there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from generator.kernels.cipher.aes_contract import ARGS, NARROW, ROUNDS
from generator.kernels.cipher.aes_ctr import Counters
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.ghash_vectors import POWERS, GhashVectors, always, finish
from generator.kernels.stitched.aes_gcm import VARIANTS, Woven
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.values import Type

XI, COUNTER, AAD, LENGTHS, MESSAGE = (BLOCK * n for n in range(5))  # places in `message`, and its size
BATCHES = 4, 2, 1  # vectors


def whole_message(
    k: Builder, schedule: Val, rounds: Val, powers: Val, message: Val, in_: Val, out: Val, length: Val,
    *, decrypt: bool,
) -> None:  # fmt: skip
    aes = Engine(k, schedule, rounds)
    k.cold(in_, out, message)
    aes.hold()
    k.note("the tag's mask")
    mask = k.vload(k.v128, message, offset=COUNTER, name="mask")
    aes.enter([mask])
    aes.rounds([mask])
    aes.leave(mask, aes.last(k.v128), to=mask)
    k.cold(mask)
    rest = length & 15
    part = k.shr(rest + 15, 4)  # one if a block is not whole
    whole = k.shr(length, 4)
    k.cold(rest, part, whole)
    hash_ = GhashVectors(k, powers, most=POWERS)
    hash_.state = k.vbswap(k.vload(k.v128, message, offset=XI) ^ k.vload(k.v128, message, offset=AAD), bits=128)
    counters = Counters(k, aes, k.add(message, COUNTER))
    counters.begin(hash_.wide, 1)
    # The powers reach for one block less, a part of one, the data's and the lengths. What has a state for each block of
    # a vector leaves a vector. Turns of a block a vector are fast enough for two reductions.
    least = POWERS - 2 if hash_.wide.bits > 128 else hash_.turn + 1
    weave = Woven(k, aes, counters, hash_, in_, out, whole, decrypt=decrypt, least=least)
    Message(weave, message, mask, rest, part).record()


class Message:
    """Turns, if there are any, and behind them at most twenty blocks, the lengths, and the tag. The blocks are whole
    vectors, and one that is put together of what is left and of zeros behind it, and beside it its powers."""

    def __init__(self, weave: Woven, message: Val, mask: Val, rest: Val, part: Val) -> None:
        self.k, self.weave, self.hash, self.message, self.mask = weave.k, weave, weave.hash, message, mask
        self.rest, self.part, self.wide = rest, part, weave.hash.wide
        self.group = self.wide.bits // 128  # blocks of a vector
        self.size = BLOCK * self.group
        self.lanes: Val | None = None  # what is added to the first vector

    def record(self) -> None:
        k, weave, hash_ = self.k, self.weave, self.hash
        before = self.turns()
        blocks = weave.blocks
        self.whole = k.copy(blocks, name="whole")
        self.at = hash_.place(blocks + self.part + 1)
        k.cold(self.whole, self.at)
        self.begin_sums(before)
        for count in BATCHES:
            more = blocks.ge(count * self.group)
            with k.while_(more) if count == BATCHES[0] else k.if_(more):
                self.cipher(count)
                for pointer in (weave.in_, weave.out, self.at):
                    pointer += self.size * count
                blocks -= count * self.group
        self.left = k.shl(blocks, 4) if self.group > 1 else None  # bytes of the last vector's blocks
        self.made = k.vzero(self.wide, name="made")
        self.last_vector()
        k.note("the tag")
        finish(hash_.reduce(karatsuba=hash_.karatsuba))
        tag = k.vbswap(hash_.number(), bits=128) ^ self.mask
        zero = k.vzero(self.wide)
        for place in range(0, MESSAGE, self.size):
            k.vstore(self.message, zero, offset=place)
        k.vstore(self.message, tag)
        self.store()

    # -- turns -----------------------------------------------------------------------------------------------------

    def turns(self) -> Val:
        """Returns where the state's power is."""
        k, weave, hash_ = self.k, self.weave, self.hash
        around = self.joined
        if self.wide.bits == 512:
            self.lanes, around = k.vzero(self.wide, name="lanes"), self.apart
            k.cold(self.lanes)
        behind = k.add(self.part, 2)  # the power is that of the whole blocks and so many more
        k.cold(behind)
        with k.if_(weave.blocks.ge(weave.least), clean=True):
            k.note("the state of the associated data")
            self.add(hash_.state, k.vload(k.v128, hash_.place(1), name="power"))
            finish(hash_.reduce(karatsuba=hash_.karatsuba))
            k.set(hash_.state, hash_.number())
            k.sub(behind, 1, to=behind)
            weave.turns(around)
        return hash_.place(weave.blocks + behind)

    @contextmanager
    def joined(self, type: Type) -> Iterator[None]:
        """The turns have one state."""
        yield

    @contextmanager
    def apart(self, type: Type) -> Iterator[None]:
        """Each block of a vector has a state, and the associated data's is the first one's."""
        k, hash_ = self.k, self.hash
        assert self.lanes is not None
        k.set(self.lanes, hash_.widened(hash_.state, type))
        k.vzero(k.v128, to=hash_.state)
        with hash_.apart(self.lanes), hash_.reversing():
            yield

    # -- what is behind them ---------------------------------------------------------------------------------------

    def begin_sums(self, before: Val) -> None:
        """The products of the state and of the lengths."""
        k, hash_ = self.k, self.hash
        k.note("the state and the lengths")
        blocks = [hash_.state, k.vbswap(k.vload(k.v128, self.message, offset=LENGTHS), bits=128)]
        powers = [k.vload(k.v128, at, name="power") for at in (before, hash_.place(1))]
        if self.group > 1:
            blocks, powers = ([k.vinsert(hash_.widened(x, self.wide), y, 1)] for x, y in (blocks, powers))
        with hash_.pairing():
            for block, power in zip(blocks, powers):
                self.add(block, power)

    def add(self, x: Val, power: Val) -> None:
        """Add the products of a vector."""
        both = (lambda: power ^ self.hash.swapped(power)) if self.hash.karatsuba else None
        finish(self.hash.products(x, always(power), both))

    def cipher(self, whole: int) -> None:
        """Whole vectors, or if there are none the last one."""
        k, aes, hash_, wide, weave = self.k, self.weave.aes, self.hash, self.wide, self.weave
        k.note(f"{whole} vector{'s' * (whole > 1)}" if whole else "the last vector")
        state = weave.counters.next(wide, whole or 1)
        aes.enter(state)
        aes.rounds(state)
        key = aes.last(wide)
        with hash_.reversing(), hash_.pairing():
            for n, block in enumerate(state):
                place = n * self.size
                text = k.vload(wide, weave.in_, offset=place) if whole else self.text
                made = aes.leave(block, text ^ key)
                hashed = text if weave.decrypt else made
                if whole:
                    k.vstore(weave.out, made, offset=place)
                else:
                    k.set(self.made, made)
                    hashed = hashed if weave.decrypt else hashed & k.vload(wide, self.kept)
                number = hash_.reversed(hashed)
                if self.lanes is not None and n == 0:
                    number ^= self.lanes
                self.add(number, k.vload(wide, self.at, offset=place, name="power") if whole else self.own)
        if self.lanes is not None and whole:
            k.vzero(wide, to=self.lanes)

    def last_vector(self) -> None:
        k = self.k
        k.note("the last vector and its powers")
        self.text, self.own = self.gathered()
        bytes_ = self.rest if self.left is None else self.left + self.rest
        if not self.weave.decrypt:  # all ones where the last vector has bytes
            ones = k.table("kept", k.u8, [255] * self.size + [0] * self.size)
            self.kept = k.add(ones, self.size - bytes_)
        with k.if_(bytes_.ge(1)):
            self.cipher(0)

    def gathered(self) -> tuple[Val, Val]:
        """The last vector's blocks and powers."""
        k, at = self.k, self.at
        part = k.vzero(k.v128, name="part")
        with k.if_(self.rest.ne(0)):
            low, high = self.words()
            k.vunpack_low(k.vfrom(low), k.vfrom(high), bits=64, to=part)
        if self.left is None:
            return part, k.vload(k.v128, at, name="powers")
        left = self.left
        text, powers = k.vzero(self.wide, name="text"), k.vzero(self.wide, name="powers")

        def put(block: Val, n: int) -> None:
            k.vinsert(text, block, n, to=text)
            k.vinsert(powers, k.vload(k.v128, at, offset=BLOCK * n, name="power"), n, to=powers)

        def blocks(n: int) -> None:
            with k.if_(left.ge(BLOCK * (n + 1))):
                if n + 2 < self.group:
                    blocks(n + 1)
                else:
                    put(part, n + 1)
                put(k.vload(k.v128, self.weave.in_, offset=BLOCK * n), n)
            with k.else_():
                put(part, n)

        blocks(0)
        return text, powers

    def words(self) -> tuple[Val, Val]:
        """The bytes that are left, as two words. No byte behind them is read, and none before the message."""
        k, rest = self.k, self.rest
        low, high = k.const(k.u64, 0, "low"), k.const(k.u64, 0, "high")
        bits, tail = k.shl(rest & 7, 3), self.weave.in_ if self.left is None else k.add(self.weave.in_, self.left)
        end = k.add(tail, rest)
        with k.if_(rest.ge(8)):
            k.load64(tail, to=low)
            k.set(high, k.shr(k.shr(k.load64(end, offset=-8), 1), 63 - bits))
        with k.else_():
            behind = k.const(k.usize, 0, "behind")
            with k.if_(self.whole.ne(0)):
                k.set(low, k.shr(k.load64(end, offset=-8), 1))
                k.set(behind, 63 - bits)
            with k.else_():
                other = k.const(k.u64, 0, "other")
                with k.if_(rest.ge(4)):
                    k.zext(k.u64, k.load32(tail), to=low)
                    k.set(other, k.shl(k.zext(k.u64, k.load32(end, offset=-4)), bits - 32))
                with k.else_():  # the first byte, the one in the middle, and the last one
                    middle = k.shr(rest, 1)
                    k.zext(k.u64, k.load8(tail), to=low)
                    low |= k.shl(k.zext(k.u64, k.load8(tail, index=middle)), k.shl(middle, 3))
                    k.set(other, k.shl(k.zext(k.u64, k.load8(end, offset=-1)), bits - 8))
                low |= other
            k.set(low, k.shr(low, behind))
        return low, high

    def store(self) -> None:
        """Write the last vector's bytes."""
        k, rest, out, left = self.k, self.rest, self.weave.out, self.left
        part = self.made if left is None else k.copy(k.vextract(self.made, 0), name="part")

        def blocks(n: int) -> None:
            assert left is not None
            with k.if_(left.ge(BLOCK * (n + 1))):
                k.vextract(self.made, n + 1, to=part)
                if n + 2 < self.group:
                    blocks(n + 1)
                k.vstore(out, k.vextract(self.made, n), offset=BLOCK * n)

        if left is not None:
            blocks(0)
        with k.if_(rest.ne(0)):
            if left is not None:
                out += left
            end, low = k.add(out, rest), k.vword(k.u64, part, 0)
            with k.if_(rest.ge(8)):  # two words, which may overlap
                high, bits = k.vword(k.u64, part, 1), k.shl(rest & 7, 3)
                k.store64(out, low)
                k.store64(end, k.shr(low, bits) | k.shl(k.shl(high, 1), 63 - bits), offset=-8)
            with k.if_(k.sub(rest, 4).lt(4)):
                k.store32(out, k.trunc(k.u32, low))
                k.store32(end, k.trunc(k.u32, k.shr(low, k.shl(rest - 4, 3))), offset=-4)
            with k.if_(k.sub(rest, 2).lt(2)):
                k.store16(end, k.trunc(k.u16, k.shr(low, k.shl(rest - 2, 3))), offset=-2)
            k.store8(out, k.trunc(k.u8, low))


def contract(name: str) -> dict[str, Any]:
    return {
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], "
        "const uint8_t *in, uint8_t *out, size_t length)",
        "args": [
            *ARGS["schedule"], Arg("powers"), Arg("message"), Arg("in", r="length"), Arg("out", w="length", alias="in"),
            Arg("length", public=True),
        ],
        "variants": [replace(one, without=NARROW) for one in VARIANTS],
        "source": "SP 800-38D, 7.1 and 7.2",
        "size": "length",
        "portable": True,
        "wipe": True,
        "cases": ROUNDS,
        "parts": ("aes_ctr32", "ghash_blocks", f"aes_gcm_{'decrypt' if 'open' in name else 'encrypt'}"),
    }  # fmt: skip


@kernel(**contract("aes_gcm_seal_message"))
def aes_gcm_seal_message(
    k: Builder, schedule: Val, rounds: Val, powers: Val, message: Val, in_: Val, out: Val, length: Val
) -> None:
    """Encrypts `length` bytes, and makes the tag. `message` has four blocks: the hash of the associated data but for
    its last block, the first counter, that last block with zeros behind it, and the block of lengths. The first one
    becomes the tag, and the others zeros."""
    whole_message(k, schedule, rounds, powers, message, in_, out, length, decrypt=False)


@kernel(**contract("aes_gcm_open_message"))
def aes_gcm_open_message(
    k: Builder, schedule: Val, rounds: Val, powers: Val, message: Val, in_: Val, out: Val, length: Val
) -> None:
    """Decrypts `length` bytes, and makes the tag that they must have. `message` is that of aes_gcm_seal_message."""
    whole_message(k, schedule, rounds, powers, message, in_, out, length, decrypt=True)
