# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-GCM of a whole message in one call: text of any length, the block of lengths and the tag.

Turns of sixteen blocks are those of aes_gcm.py. All that is behind them goes through the rounds side by side, with the
counter of the tag's mask, and is hashed with one reduction: short messages wait for the rounds, and for little else.

AMD Zen 4, 2026-11-30, AES-128 by the API, cycles a byte of the time-stamp counter, 16 / 64 / 256 / 1350 / 4096 / 16384
bytes: sealing 4.72 / 1.12 / .446 / .271 / .217 / .202, opening 3.99 / .964 / .420 / .252 / .202 / .195. ipsec-mb 1.3.0
took 4.2 / 1.21 / .410 / .246 / .217 / .206 and 3.8 / 1.12 / .386 / .245 / .214 / .206. With a reduction into one block
after each turn, in place of a state for each block, 16384 bytes took .220.

No two ways end at one place, so that the prover finds the condition of each: a store of the first byte stands behind
the others, and what is put into a vector behind what an inner branch puts there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from generator.kernels.cipher.aes_contract import ARGS, NARROW, ROUNDS
from generator.kernels.cipher.aes_ctr import Counters
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.cipher.ghash_vectors import MOST, GhashVectors, always, finish
from generator.kernels.stitched.aes_gcm import VARIANTS, Woven
from generator.lang import Arg, Builder, Val, kernel
from generator.lang.values import Type

XI, COUNTER, AAD, LENGTHS = (BLOCK * n for n in range(4))  # places in `message`
GROUP = 4  # blocks


def whole_message(
    k: Builder, schedule: Val, rounds: Val, powers: Val, message: Val, in_: Val, out: Val, length: Val,
    *, decrypt: bool,
) -> None:  # fmt: skip
    aes = Engine(k, schedule, rounds)
    k.cold(in_, out, message)
    k.note("the tag's mask")
    mask = k.vload(k.v128, message, offset=COUNTER, name="mask")
    aes.enter([mask])
    aes.rounds([mask])
    aes.leave(mask, aes.last(k.v128), to=mask)
    k.cold(mask)
    rest = length & 15
    part = k.shr(rest + 15, 4)  # one if a block is not whole
    blocks = k.shr(length, 4) + part
    k.cold(rest, part, blocks)
    hash_ = GhashVectors(k, powers)
    hash_.state = k.vbswap(k.vload(k.v128, message, offset=XI) ^ k.vload(k.v128, message, offset=AAD), bits=128)
    counters = Counters(k, aes, k.add(message, COUNTER))
    counters.begin(hash_.wide, 1)
    weave = Woven(k, aes, counters, hash_, in_, out, blocks, decrypt=decrypt, least=MOST + GROUP)
    Message(weave, message, mask, rest).record(part)


class Message:
    """Turns, if there are any, and behind them fewer than twenty blocks, the lengths, and the tag. The blocks are
    whole vectors, and one that is put together of fewer than four blocks and one that is not whole, with zeros behind
    them, and beside it the powers of these blocks."""

    def __init__(self, weave: Woven, message: Val, mask: Val, rest: Val) -> None:
        self.k, self.weave, self.hash, self.message, self.mask = weave.k, weave, weave.hash, message, mask
        self.rest, self.wide = rest, weave.hash.wide

    def record(self, part: Val) -> None:
        k, weave = self.k, self.weave
        self.lanes = k.vzero(self.wide, name="lanes")  # what is added to the first vector
        self.first = k.vzero(self.wide, name="first")  # the powers of the first vector, if there are more than sixteen
        k.cold(self.lanes, self.first)
        with k.if_(weave.blocks.ge(MOST - 1)):
            k.note("the state's power is not there, or is that of a turn")
            more = k.select(weave.blocks.ge(weave.least), self.place(1), self.place(weave.blocks + 2 - MOST))
            self.multiply(more)
        with k.if_(weave.blocks.ge(weave.least), clean=True):
            weave.turns(self.apart)
        with k.if_(weave.blocks.ge(MOST)):
            k.note("powers of the first vector that are not there")
            more = k.vblock(self.wide, self.place(weave.blocks + 1 - MOST), name="power")
            finish(self.products(k.vload(self.wide, self.hash.powers), more))
            finish(self.hash.reduce())
            k.set(self.first, self.hash.made)
        # the state is a block before the text
        before = self.place(k.select(weave.blocks.ge(MOST - 1), k.const(k.usize, MOST), weave.blocks + 2))
        self.at = self.place(weave.blocks + 1)
        self.whole = weave.blocks - part
        self.vectors, self.left = k.shr(self.whole, 2), self.whole & GROUP - 1
        skipped = k.shl(self.vectors, 6)
        self.in_, self.out, self.powers = (k.add(one, skipped) for one in (weave.in_, weave.out, self.at))
        k.cold(self.at, self.out)
        self.ends(before)

    @contextmanager
    def apart(self, type: Type) -> Iterator[None]:
        """The associated data, and behind the body what has taken its place."""
        k, hash_ = self.k, self.hash
        k.set(self.lanes, hash_.widened(hash_.state, type))
        k.vzero(k.v128, to=hash_.state)
        with hash_.apart(self.lanes), hash_.reversing():
            yield

    def place(self, power: Val | int) -> Val:
        """Where this power of the key is."""
        if isinstance(power, int):
            return self.k.add(self.hash.powers, BLOCK * (MOST - power))
        return self.k.sub(self.k.add(self.hash.powers, BLOCK * MOST), self.k.shl(power, 4))

    def products(self, x: Val, power: Val) -> Iterator[None]:
        return self.hash.products(x, always(power))

    def multiply(self, at: Val) -> None:
        """Multiply the state by a power."""
        finish(self.products(self.hash.state, self.k.vload(self.k.v128, at, name="power")))
        finish(self.hash.reduce())
        self.k.set(self.hash.state, self.hash.number())

    def ends(self, before: Val) -> None:
        k, hash_ = self.k, self.hash
        k.note("the state and the lengths")
        both = self.pair(hash_.state, k.vbswap(k.vload(k.v128, self.message, offset=LENGTHS), bits=128))
        load = partial(k.vload, k.v128, name="power")
        powers = self.pair(load(before), load(hash_.powers, offset=BLOCK * (MOST - 1)))
        finish(self.products(both, powers))
        k.note("the last vector and its powers")
        self.text, self.own = self.last_vector()
        self.bytes = k.shl(self.left, 4) + self.rest
        self.made = k.vzero(self.wide, name="made")
        if not self.weave.decrypt:  # all ones where the last vector has bytes
            size = BLOCK * GROUP
            self.kept = k.add(k.table("kept", k.u8, [255] * size + [0] * size), size - self.bytes)
        with k.if_(self.bytes.ge(1)):
            self.cipher(0)
        with k.if_(self.vectors.ge(1)):
            self.of(1)
            k.vzero(self.wide, to=self.lanes)
        k.note("the tag")
        finish(hash_.reduce())
        tag = k.vbswap(hash_.number(), bits=128) ^ self.mask
        k.vstore(self.message, k.vzero(self.wide))
        k.vstore(self.message, tag)
        self.store()

    def pair(self, x: Val, y: Val) -> Val:
        """A vector with two blocks."""
        return self.k.vinsert(self.hash.widened(x, self.wide), y, 1)

    def of(self, whole: int) -> None:
        """Record the code for so many whole vectors or more."""
        k = self.k
        if whole * GROUP == MOST:
            self.cipher(whole)
            return
        with k.if_(self.vectors.ge(whole + 1)):
            self.of(whole + 1)
        with k.else_():
            self.cipher(whole)

    def cipher(self, whole: int) -> None:
        """Whole vectors, or if there are none the last one."""
        k, aes, hash_, wide, weave = self.k, self.weave.aes, self.hash, self.wide, self.weave
        k.note(f"{whole} vector{'s' * (whole > 1)}" if whole else "the last vector")
        state = weave.counters.next(wide, whole) if whole else [weave.counters.behind(k.shl(self.vectors, 2))]
        aes.enter(state)
        aes.rounds(state)
        key = aes.last(wide)
        with hash_.reversing():
            for n, block in enumerate(state):
                place = n * BLOCK * GROUP
                text = k.vload(wide, weave.in_, offset=place) if whole else self.text
                made = aes.leave(block, text ^ key)
                hashed = text if weave.decrypt else made
                if whole:
                    k.vstore(weave.out, made, offset=place)
                else:
                    k.set(self.made, made)
                    hashed = hashed if weave.decrypt else hashed & k.vload(wide, self.kept)
                number = hash_.reversed(hashed)
                if whole and n == 0:
                    number ^= self.lanes
                elif not whole:
                    with k.if_(self.vectors.lt(1)):
                        number ^= self.lanes
                finish(hash_.products(number, self.power(n, whole)))

    def power(self, n: int, whole: int) -> Callable[[], Val]:
        """The powers of a vector."""
        k, load = self.k, partial(self.k.vload, self.wide, self.at, offset=n * BLOCK * GROUP, name="power")
        if not whole:
            return always(self.own)
        if n > 0 or whole < MOST // GROUP - 1:
            return load
        if whole < MOST // GROUP:
            with k.if_(self.weave.blocks.lt(MOST)):
                load(to=self.first)
        return always(self.first)

    def last_vector(self) -> tuple[Val, Val]:
        """Blocks and powers."""
        k = self.k
        text, powers = k.vzero(self.wide, name="text"), k.vzero(self.wide, name="powers")
        part = k.vzero(k.v128, name="part")
        with k.if_(self.rest.ne(0)):
            low, high = self.words()
            k.vunpack_low(k.vfrom(low), k.vfrom(high), bits=64, to=part)

        def put(block: Val, n: int) -> None:
            k.vinsert(text, block, n, to=text)
            k.vinsert(powers, k.vload(k.v128, self.powers, offset=BLOCK * n, name="power"), n, to=powers)

        def blocks(n: int) -> None:
            with k.if_(self.left.ge(n + 1)):
                if n + 2 < GROUP:
                    blocks(n + 1)
                else:
                    put(part, n + 1)
                put(k.vload(k.v128, self.in_, offset=BLOCK * n), n)
            with k.else_():
                put(part, n)

        blocks(0)
        return text, powers

    def words(self) -> tuple[Val, Val]:
        """The bytes that are left, as two words. No byte behind them is read, and none before the message."""
        k, rest = self.k, self.rest
        low, high = k.const(k.u64, 0, "low"), k.const(k.u64, 0, "high")
        bits, tail = k.shl(rest & 7, 3), k.add(self.in_, k.shl(self.left, 4))
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
        k, rest, out = self.k, self.rest, self.out

        part = k.copy(k.vextract(self.made, 0), name="part")

        def blocks(n: int) -> None:
            with k.if_(self.left.ge(n + 1)):
                k.vextract(self.made, n + 1, to=part)
                if n + 2 < GROUP:
                    blocks(n + 1)
                k.vstore(out, k.vextract(self.made, n), offset=BLOCK * n)

        blocks(0)
        with k.if_(rest.ne(0)):
            out += k.shl(self.left, 4)
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
        "c": f"void {name}(const uint8_t *schedule, size_t rounds, const uint8_t powers[256], uint8_t message[64], "
        "const uint8_t *in, uint8_t *out, size_t length)",
        "args": [
            *ARGS["schedule"], Arg("powers"), Arg("message"), Arg("in", r="length"), Arg("out", w="length", alias="in"),
            Arg("length", public=True),
        ],
        "variants": [replace(one, without=NARROW) for one in VARIANTS if one.name == "vaes512"],
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
