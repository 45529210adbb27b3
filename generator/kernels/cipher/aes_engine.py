# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES (FIPS 197) as the modes see it, whatever computes the rounds.

A block goes through three steps. `enter` takes it to where the rounds begin; `rounds` runs all of them but for the last
addition of a round key; `leave` makes that addition, of a value that has the last round key and whatever else the mode
wants added to the result: the plaintext of CTR, the ciphertext before in CBC decryption, or, to go on with the next
block of CBC encryption, that block. So no mode ever adds anything on the critical path.

Schedules have one format for every engine: see aes_contract.py. Round keys come from memory each time: the loads are
off the critical path, and what is in flight has the registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16  # bytes
COMMON = 9  # round keys between the first and the last that even AES-128 has


class Engine:
    """The instructions of AES-NI, VAES and Armv8, which differ in one fact: whether the round key is added first.

    ``linear``: a block enters by nothing more than the addition of the first round key, or not even that.
    """

    linear = True
    basis: Callable[[int], int] = staticmethod(lambda x: x)

    def __init__(
        self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False, stitched: bool = False
    ) -> None:
        self.k, self.schedule, self.count, self.inverse = k, schedule, rounds, inverse
        self.stitched = stitched  # what AES-192 and AES-256 have beyond AES-128 stands out of line
        self.held: dict[int, Val] = {}
        self.end = k.add(schedule, k.zext(k.usize, k.shl(rounds, 4)))  # the last round key
        k.cold(rounds, schedule)

    # -- round keys ------------------------------------------------------------------------------------------------

    def first(self, type: Type) -> Val:
        """The round key that comes before all rounds, in every block."""
        return self.k.vblock(type, self.schedule, name="first_key")

    def last(self, type: Type) -> Val:
        """The round key that comes after all rounds."""
        return self.k.vblock(type, self.end, name="last_key")

    def mask(self, type: Type) -> Val:
        """What a block has to be added to before :meth:`go_on` goes on with it."""
        return self.last(type) ^ self.first(type)

    def tie(self) -> Val | None:
        """What a chain of blocks goes on with, for :meth:`rounds` and :meth:`go_on`: the first round key to begin with,
        where that is added in a round; otherwise nothing is needed."""
        return self.first(self.k.v128) if self.k.keys_first else None

    def key(self, type: Type, base: Val, offset: int) -> Val:
        """The round key ``offset`` bytes from ``base``, one of the schedule's ends."""
        held = self.held.get(offset) if base is self.end else None
        return self.k.vblock(type, base, offset=offset, name="key") if held is None else held

    def hold(self) -> None:
        """Before any rounds: the round keys that all key sizes have stay in registers, where there are 32 of them."""
        if self.k.vectors >= 32 and self.k.param("bits") == 128:
            for n in range(COMMON, 0, -1):
                self.held[-n * BLOCK] = self.key(self.k.v128, self.end, -n * BLOCK)

    # -- the three steps -------------------------------------------------------------------------------------------

    def enter(self, blocks: list[Val]) -> None:
        """From input to the state before the rounds."""
        if not self.k.keys_first:
            first = self.first(blocks[0].type)
            for block in blocks:
                block ^= first

    def rounds(self, blocks: list[Val], first: Val | None = None) -> None:
        """All rounds but the last round key: a loop where several blocks hide it, else straight-line code. ``first``:
        what is added instead of the first round key where that is a round's business."""
        k = self.k
        if k.keys_first:
            self.round(blocks, self.first(blocks[0].type) if first is None else first)
        if len(blocks) > 6 and not self.held:
            key = k.add(self.schedule, BLOCK)
            end = k.add(self.end, -BLOCK)
            with k.while_(key.lt(end), align=32):
                self.round(blocks, k.vblock(blocks[0].type, key, name="key"))
                key += BLOCK
        else:
            self.straight(blocks)
        final = self.key(blocks[0].type, self.end, -BLOCK)
        if k.keys_first:
            for block in blocks:
                self.substitute(block, final, to=block)
        else:
            self.round(blocks, final)

    def straight(self, blocks: list[Val]) -> None:
        """The second of 10, 12 or 14 rounds to the last but one; those of AES-128 are counted from the schedule's
        end."""
        k, type = self.k, blocks[0].type
        if self.stitched:
            for count in (14, 12):
                with k.rarely(self.count.ge(count)):
                    self.round(blocks, self.key(type, self.end, (1 - count) * BLOCK))
                    self.round(blocks, self.key(type, self.end, (2 - count) * BLOCK))
        else:
            with k.if_(self.count.ge(12)):
                with k.if_(self.count.ge(14)):
                    self.round(blocks, self.key(type, self.schedule, BLOCK))
                    self.round(blocks, self.key(type, self.schedule, 2 * BLOCK))
                    k.note("the other two that AES-192 has as well")
                self.round(blocks, self.key(type, self.end, -11 * BLOCK))
                self.round(blocks, self.key(type, self.end, -10 * BLOCK))
        for n in range(COMMON, 1, -1):
            self.round(blocks, self.key(type, self.end, -n * BLOCK))

    def round(self, blocks: list[Val], key: Val) -> None:
        """One round of every block in flight."""
        step = self.k.aes_dec if self.inverse else self.k.aes_enc
        for block in blocks:
            step(block, key, to=block)

    def substitute(self, block: Val, key: Val, to: Val | None = None) -> Val:
        """The last round."""
        step = self.k.aes_dec_last if self.inverse else self.k.aes_enc_last
        return step(block, key, to=to)

    def leave(self, block: Val, mask: Val, to: Val | None = None) -> Val:
        """The state after the rounds, and ``mask`` added: :meth:`last` for the output, what else is wanted with it."""
        return self.k.xor(block, mask, to=to) if self.k.keys_first else self.substitute(block, mask, to=to)

    def go_on(self, block: Val, last: Val, following: Val, tie: Val | None) -> Val:
        """The output, with ``last`` added. The block goes on with ``following``, which :meth:`mask` was added to: by
        the last round's addition, or by the next first round's, whose key is ``tie``."""
        out = self.leave(block, last)
        if tie is not None:
            self.k.set(tie, following)
        else:
            self.leave(block, following, to=block)
        return out

    # -- key schedules ---------------------------------------------------------------------------------------------

    def enter_words(self, x: Val) -> Val:
        """Words of a key as they are expanded: each byte is what :attr:`basis` makes of it."""
        return x

    def leave_words(self, x: Val) -> Val:
        """And back."""
        return x

    def substitute_columns(self, x: Val, zero: Val) -> Val:
        """SubWord, FIPS 197, 5.2, of four words that are the same: then ShiftRows moves nothing."""
        return self.k.aes_enc_last(x, zero)

    def inverse_mix(self, x: Val) -> Val:
        """InvMixColumns."""
        return self.k.aes_inv_mix(x)

    # -- batches ---------------------------------------------------------------------------------------------------

    def sizes(self, *, long: bool = False) -> list[tuple[Type, int, int]]:
        """Vector type, how many of them at once, and for how many blocks or more, from many blocks to one. ``long``: in
        long messages twelve in flight fill the gaps between batches."""
        k = self.k
        bits = k.param("bits")
        counts = [8, 4, 2] if k.vectors >= 16 else [6, 2]
        sizes = [(k.vector(bits), n, n * bits // 128) for n in counts]
        if long and k.vectors == 16:
            sizes.insert(0, (k.vector(bits), 12, 20 * bits // 128))
        return sizes + [(k.vector(b), 1, b // 128) for b in (512, 256, 128) if b <= bits]


@contextmanager
def batch(k: Builder, left: Val, blocks: int, *moving: Val, least: int = 0) -> Iterator[None]:
    """As long as ``blocks`` blocks (or more, ``least``) are left: the body; then the pointers ``moving`` go on, and
    fewer are left."""
    with k.while_(left.ge(least or blocks), align=32 if blocks > 1 else 0):
        yield
        for pointer in moving:
            pointer += BLOCK * blocks
        left -= blocks
