# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of AES (FIPS 197) that the modes use; kinds of it compute the rounds by different instructions.

A block goes through three steps. `enter` brings the block to the state before the rounds. `rounds` runs all rounds
except the last addition of a round key. `leave` makes that addition, of a mask: the last round key, to which the mode
has added the plaintext (CTR), the ciphertext before (CBC decryption), or the next block (CBC encryption). No mode adds
anything else on the critical path.

Every engine takes schedules of the one format that aes_contract.py describes. Round keys come from memory each time:
the loads are off the critical path, and the blocks in flight need the registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16  # bytes
COMMON = 9  # round keys between the first and the last that even AES-128 has


class Engine:
    """The engine by instructions: AES-NI, VAES and Armv8, whose rounds add the round key first (Armv8) or last.

    ``linear``: a block enters by the addition of the first round key at most.
    """

    linear = True
    basis: Callable[[int], int] = staticmethod(lambda x: x)

    def __init__(
        self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False, stitched: bool = False
    ) -> None:
        self.k, self.schedule, self.count, self.inverse = k, schedule, rounds, inverse
        self.stitched = stitched  # the further rounds of AES-192 and AES-256 stand out of line
        self.held: dict[int, Val] = {}
        self.end = k.add(schedule, k.zext(k.usize, k.shl(rounds, 4)))  # the last round key
        k.cold(rounds, schedule)

    # -- round keys ------------------------------------------------------------------------------------------------

    def first(self, type: Type) -> Val:
        """The round key before all rounds, repeated in every block of the vector."""
        return self.k.vblock(type, self.schedule, name="first_key")

    def last(self, type: Type) -> Val:
        """The round key after all rounds, repeated in every block of the vector."""
        return self.k.vblock(type, self.end, name="last_key")

    def mask(self, type: Type) -> Val:
        """The sum of the last and the first round key. :meth:`go_on` takes the next block with this mask added."""
        return self.last(type) ^ self.first(type)

    def tie(self) -> Val | None:
        """The value that ties a block to the next, for :meth:`rounds` and :meth:`go_on`: at first the first round key.
        None where no round adds the first round key."""
        return self.first(self.k.v128) if self.k.keys_first else None

    def key(self, type: Type, base: Val, offset: int) -> Val:
        """The round key ``offset`` bytes from ``base``, one of the schedule's ends."""
        held = self.held.get(offset) if base is self.end else None
        return self.k.vblock(type, base, offset=offset, name="key") if held is None else held

    def hold(self) -> None:
        """With 32 vector registers, preload the nine round keys that all key sizes have. Call before any rounds."""
        if self.k.vectors >= 32 and self.k.param("bits") == 128:
            for n in range(COMMON, 0, -1):
                self.held[-n * BLOCK] = self.key(self.k.v128, self.end, -n * BLOCK)

    # -- the three steps -------------------------------------------------------------------------------------------

    def enter(self, blocks: list[Val]) -> None:
        """Bring blocks from input to the state before the rounds."""
        if not self.k.keys_first:
            first = self.first(blocks[0].type)
            for block in blocks:
                block ^= first

    def rounds(self, blocks: list[Val], first: Val | None = None) -> None:
        """All rounds except the addition of the last round key: a loop where several blocks hide its cost, else
        straight code. ``first`` replaces the first round key where a round adds it."""
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
        """The rounds between the first and the last, of 10, 12 or 14. The schedule's end leads to the keys of
        AES-128's."""
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
        """Run the last round of one block, which mixes no columns."""
        step = self.k.aes_dec_last if self.inverse else self.k.aes_enc_last
        return step(block, key, to=to)

    def leave(self, block: Val, mask: Val, to: Val | None = None) -> Val:
        """The state after the rounds with ``mask`` added: :meth:`last`, and the values that the mode adds to the
        output."""
        return self.k.xor(block, mask, to=to) if self.k.keys_first else self.substitute(block, mask, to=to)

    def go_on(self, block: Val, last: Val, following: Val, tie: Val | None) -> Val:
        """The output, with ``last`` added. The block becomes the state of ``following``, which has :meth:`mask` added
        already. The last round makes the addition, or the next first round, whose key is ``tie``."""
        out = self.leave(block, last)
        if tie is not None:
            self.k.set(tie, following)
        else:
            self.leave(block, following, to=block)
        return out

    # -- key schedules ---------------------------------------------------------------------------------------------

    def enter_words(self, x: Val) -> Val:
        """Words of a key in the form that the expansion keeps: :attr:`basis` of each byte."""
        return x

    def leave_words(self, x: Val) -> Val:
        """The reverse of :meth:`enter_words`."""
        return x

    def substitute_columns(self, x: Val, zero: Val) -> Val:
        """SubWord (FIPS 197, 5.2) of four equal words. ShiftRows moves nothing, because the words are equal."""
        return self.k.aes_enc_last(x, zero)

    def inverse_mix(self, x: Val) -> Val:
        """InvMixColumns."""
        return self.k.aes_inv_mix(x)

    # -- batches ---------------------------------------------------------------------------------------------------

    def sizes(self, *, long: bool = False) -> list[tuple[Type, int, int]]:
        """Rows of vector type, vectors in flight, and the least count of blocks for them; most blocks first. ``long``
        adds a row of twelve vectors, which fills the gaps between batches in long messages."""
        k = self.k
        bits = k.param("bits")
        counts = [8, 4, 2] if k.vectors >= 16 else [6, 2]
        sizes = [(k.vector(bits), n, n * bits // 128) for n in counts]
        if long and k.vectors == 16:
            sizes.insert(0, (k.vector(bits), 12, 20 * bits // 128))
        return sizes + [(k.vector(b), 1, b // 128) for b in (512, 256, 128) if b <= bits]


@contextmanager
def batch(k: Builder, left: Val, blocks: int, *moving: Val, least: int = 0) -> Iterator[None]:
    """Repeat the body as long as ``least`` blocks (``blocks`` unless given) are left. Each time the pointers
    ``moving`` advance by ``blocks`` blocks, and ``left`` falls by as many."""
    with k.while_(left.ge(least or blocks), align=32 if blocks > 1 else 0):
        yield
        for pointer in moving:
            pointer += BLOCK * blocks
        left -= blocks
