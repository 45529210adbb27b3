# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of AES (FIPS 197) that the modes use. `Engine` computes the rounds by AES instructions,
`VectorPermutation` (aes_vperm.py) by byte permutations. `SlicedAes` (aes_words.py) has an interface of its own.

A block goes through three steps. `enter` brings the block to the state before the rounds. `rounds` runs all rounds
except the last addition of a round key. `leave` adds a mask: the last round key plus a value of the mode, which is the
plaintext (CTR), the ciphertext before (CBC decryption), or the next block (CBC encryption). No mode adds anything else
on the critical path.

Every engine takes schedules in the format of aes_contract.py. Each use of a round key loads the key from memory: the
loads are off the critical path, and the blocks in flight need the registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from itertools import groupby, islice

from generator.lang import Builder, Val
from generator.lang.values import Type

BLOCK = 16  # bytes
COMMON = 9  # round keys between the first and the last that even AES-128 has


class Engine:
    """The engine by instructions: AES-NI, VAES and Armv8, whose rounds add the round key first (Armv8) or last.

    ``linear``: :meth:`enter` does no more than add the first round key.
    """

    linear = True
    basis: Callable[[int], int] = staticmethod(lambda x: x)

    def __init__(
        self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False, stitched: bool = False,
        ends: bool = True,
    ) -> None:  # fmt: skip
        self.k, self.schedule, self.count, self.inverse = k, schedule, rounds, inverse
        self.stitched = stitched  # the further rounds of AES-192 and AES-256 stand out of line
        self.held: dict[tuple[Type, str, int], Val] = {}  # round keys in registers, by vector, base and place
        if ends:  # not for the making of a schedule
            self.end = k.add(schedule, k.zext(k.usize, k.shl(rounds, 4)))  # the last round key
        k.cold(rounds, schedule)

    # -- round keys ------------------------------------------------------------------------------------------------

    def first(self, type: Type) -> Val:
        """The round key before all rounds, repeated in every block of the vector."""
        return self._key(type, "first_key", 0)

    def last(self, type: Type) -> Val:
        """The round key after all rounds, repeated in every block of the vector."""
        return self._key(type, "last_key", 0)

    def mask(self, type: Type) -> Val:
        """The sum of the last and the first round key. :meth:`go_on` takes the next block with this mask added."""
        return self.last(type) ^ self.first(type)

    def key(self, type: Type, n: int) -> Val:
        """Round key ``n``; below 0: counted from the last round key."""
        return self._key(type, "key", n)

    def _key(self, type: Type, name: str, n: int) -> Val:
        if (type, name, n) in self.held:
            return self.held[type, name, n]
        base = self.end if n < 0 or name == "last_key" else self.schedule
        return self.k.vblock(type, base, offset=n * BLOCK, name=name)

    def hold(self, *, chain: bool = False) -> None:
        """With 32 vector registers, preload the nine round keys that all key sizes have. A ``chain`` of single blocks
        leaves registers for the four other keys of AES-192 and AES-256. Call before any rounds."""
        if self.k.vectors >= 32 and self.k.param("bits") == 128:
            self.k.note("round keys" if chain else "round keys of all key sizes")
            common = range(-COMMON, 0)
            for n in (1, 2, 3, 4, 5, *common[1:]) if chain else common:
                self.held[self.k.v128, "key", n] = self.key(self.k.v128, n)

    @property
    def roomy(self) -> bool:
        """True with 32 registers of 512 bits, which hold round keys beside the blocks in flight. Zen 5 spreads a block
        from memory over a register by the ports of AES."""
        return self.linear and self.k.vectors >= 32 and self.k.param("bits") == 512

    @contextmanager
    def holding(self, type: Type) -> Iterator[None]:
        """In the body, the round keys that all key sizes have are in registers."""
        self.k.note("round keys of all key sizes")
        for name, n in (("first_key", 0), *(("key", n) for n in range(-COMMON, 0)), ("last_key", 0)):
            self.held[type, name, n] = self._key(type, name, n)
        yield
        self.held.clear()

    # -- the three steps -------------------------------------------------------------------------------------------

    def enter(self, blocks: list[Val], *, late: Callable[[], Val] | None = None) -> None:
        """Bring blocks from input to the state before the rounds. ``late`` makes a value that is added to each block
        after all others: one that comes late, such as the chaining value that the call before has stored."""
        if not self.k.keys_first:
            first = self.first(blocks[0].type)
            for block in blocks:
                block ^= first
        self.add_late(blocks, late)

    def add_late(self, blocks: list[Val], late: Callable[[], Val] | None) -> None:
        if late is not None:
            for block in blocks:
                block ^= late()

    def begin(self, blocks: list[Val]) -> None:
        """Run the first round, where a round adds its key first."""
        if self.k.keys_first:
            self.round(blocks, self.first(blocks[0].type))

    def rounds(self, blocks: list[Val], *, begun: bool = False) -> None:
        """Run all rounds except the addition of the last round key. The rounds are a loop if enough blocks hide the
        loop's cost, otherwise straight code. ``begun``: :meth:`begin` or :meth:`go_on` came before."""
        k = self.k
        if not begun:
            self.begin(blocks)
        if len(blocks) > 6 and (blocks[0].type, "key", -1) not in self.held:
            key = k.add(self.schedule, BLOCK)
            end = k.add(self.end, -BLOCK)
            with k.while_(key.lt(end), align=32):
                self.round(blocks, k.vblock(blocks[0].type, key, name="key"))
                key += BLOCK
        else:
            self.straight(blocks)
        self.final(blocks)

    def final(self, blocks: list[Val]) -> None:
        """Run what :meth:`rounds` has after the loop: all of the last round key but its addition."""
        final = self.key(blocks[0].type, -1)
        if self.k.keys_first:
            for block in blocks:
                self.substitute(block, final, to=block)
        else:
            self.round(blocks, final)

    def rounds_beside(self, blocks: list[Val], other: Iterator[None], steps: int) -> None:
        """Run all rounds as :meth:`rounds` does, as straight code, and ``other`` between the rounds that all key sizes
        have: so many steps of it that ``steps`` of them end with the last round."""
        k = self.k
        self.begin(blocks)
        for count, keys in ((14, (-13, -12)), (12, (-11, -10))):
            with k.rarely(self.count.ge(count)):
                k.note(f"two rounds of {'AES-256' if count == 14 else 'AES-192 and AES-256'}", inline=True)
                self.several(blocks, *keys)
        k.note("rounds of all key sizes", inline=True)
        for n in range(-COMMON, -1):
            self.several(blocks, n)
            for _ in islice(other, -(-steps // (COMMON - 1))):
                pass
        self.final(blocks)
        for _ in other:
            pass

    def straight(self, blocks: list[Val]) -> None:
        """Run the rounds between the first and the last, of 10, 12 or 14. Keys of rounds that AES-128 has too are
        counted from the schedule's end."""
        k = self.k
        common = range(-COMMON, -1)
        # A chain runs one round before the branches: cores that execute in order compare during that round.
        chain = k.keys_first and (self.stitched or (k.v128, "key", 1) in self.held)
        if chain:
            self.several(blocks, 1)
            common = common[1:]
        if self.stitched:
            for count, keys in ((12, (2, 3)), (14, (4, 5))) if chain else ((14, (-13, -12)), (12, (-11, -10))):
                with k.rarely(self.count.ge(count)):
                    k.note(f"two rounds of {'AES-256' if count == 14 else 'AES-192 and AES-256'}", inline=True)
                    self.several(blocks, *keys)
        elif chain:
            with k.if_(self.count.ge(12)):
                k.note("two rounds of AES-192 and AES-256", inline=True)
                self.several(blocks, 2, 3)
                with k.if_(self.count.ge(14)):
                    k.note("two rounds of AES-256", inline=True)
                    self.several(blocks, 4, 5)
        else:
            with k.if_(self.count.ge(12)):
                with k.if_(self.count.ge(14)):
                    k.note("two rounds of AES-256", inline=True)
                    self.several(blocks, 1, 2)
                k.note("two rounds of AES-192 and AES-256", inline=True)
                self.several(blocks, -11, -10)
        k.note("rounds of all key sizes", inline=True)
        self.several(blocks, *common)

    def several(self, blocks: list[Val], *keys: int) -> None:
        """Run a round of every block for each round key."""
        for n in keys:
            self.round(blocks, self.key(blocks[0].type, n))

    def round(self, blocks: list[Val], key: Val) -> None:
        """Run one round of every block in flight."""
        step = self.k.aes_dec if self.inverse else self.k.aes_enc
        for block in blocks:
            step(block, key, to=block)

    def substitute(self, block: Val, key: Val, to: Val | None = None) -> Val:
        """Run the last round of one block, which mixes no columns."""
        step = self.k.aes_dec_last if self.inverse else self.k.aes_enc_last
        return step(block, key, to=to)

    def leave(self, block: Val, mask: Val, to: Val | None = None) -> Val:
        """Return the state after the rounds with ``mask`` added. The mask is the sum of :meth:`last` and the values
        that the mode adds to the output."""
        return self.k.xor(block, mask, to=to) if self.k.keys_first else self.substitute(block, mask, to=to)

    def go_on(self, block: Val, last: Val, following: Val) -> Val:
        """Return the output, with ``last`` added. ``following`` has :meth:`mask` added already. The block becomes the
        state of ``following`` after :meth:`begin`: the last round makes the addition, or the next first round."""
        out = self.leave(block, last)
        if self.k.keys_first:
            self.round([block], following)
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

    def substitute_columns(self, x: Val, zero: Val, plus: Callable[[], Val] | None = None) -> Val:
        """SubWord (FIPS 197, 5.2) of four equal words, ``plus`` a value. ShiftRows moves nothing, because the words are
        equal."""
        if plus is None or not self.k.keys_first:
            return self.k.aes_enc_last(x, zero if plus is None else plus())
        return self.k.aes_enc_last(x, zero) ^ plus()

    def inverse_mix(self, x: Val) -> Val:
        """InvMixColumns."""
        return self.k.aes_inv_mix(x)

    # -- batches ---------------------------------------------------------------------------------------------------

    def sizes(self, *, long: bool = False) -> list[tuple[Type, int, int]]:
        """Rows of vector type, vectors in flight, and the least count of blocks for the row; most blocks first.
        ``long`` adds a row of twelve vectors, which fills the gaps between batches in long messages."""
        k = self.k
        bits = k.param("bits")
        counts = [8, 4, 2] if k.vectors >= 16 else [6, 2]
        sizes = [(k.vector(bits), n, n * bits // 128) for n in counts]
        if long and k.vectors == 16:
            sizes.insert(0, (k.vector(bits), 12, 20 * bits // 128))
        return sizes + [(k.vector(b), 1, b // 128) for b in (512, 256, 128) if b <= bits]

    def few(self) -> list[tuple[Type, list[int]]]:
        """Rows of vector type and the vectors' places in bytes, for three blocks, two and one in flight. Three blocks
        in vectors of two overlap: the block in the middle is in both vectors. No rows with eight registers, where the
        code would grow by half."""
        k = self.k
        if k.vectors < 16:
            return []
        narrow = k.param("bits") == 128
        wide = k.v128 if narrow else k.v256
        return [(wide, [0, 16, 32] if narrow else [0, 16]), (wide, [0, 16] if narrow else [0]), (k.v128, [0])]


@contextmanager
def batch(k: Builder, left: Val, blocks: int, *moving: Val, least: int = 0) -> Iterator[None]:
    """Repeat the body while at least ``least`` blocks (``blocks`` unless given) are left. Each turn moves the pointers
    ``moving`` by ``blocks`` blocks, and lowers ``left`` by ``blocks``."""
    with k.while_(left.ge(least or blocks), align=32 if blocks > 1 else 0):
        yield
        for pointer in moving:
            pointer += BLOCK * blocks
        left -= blocks


def in_batches(
    k: Builder, aes: Engine, left: Val, in_: Val, out: Val, run: Callable[[Type, list[int]], None],
    around: Callable[[Type], AbstractContextManager[None]] | None = None,
    held: Callable[[int], AbstractContextManager[None]] | None = None,
) -> None:  # fmt: skip
    """Record ``run`` for batches of independent blocks, as many in flight as are left: a call for each number, with the
    vector type and the vectors' places in bytes. Messages of few blocks meet few branches. The batches of a type are
    recorded in ``around`` it, and those of few blocks in none. ``held``: batches that hold round keys hold more, which
    pays from two batches on; the context takes the number of vectors."""
    few = aes.few()

    def several(row: tuple[Type, int, int]) -> None:
        type, count, least = row
        size = type.bits // 8
        whole = count * size // BLOCK
        k.note(f"{whole} blocks at a time" if whole > 1 else "single blocks")
        with batch(k, left, whole, in_, out, least=least):
            run(type, [n * size for n in range(count)])

    def of_type(rows: list[tuple[Type, int, int]]) -> None:
        with ExitStack() as stack:
            if around is not None:
                if not few:
                    stack.enter_context(k.if_(left.ge(rows[-1][2])))
                stack.enter_context(around(rows[0][0]))
            if aes.roomy and rows[0][0].bits == 512:
                most, *rows = rows
                with k.if_(left.ge(most[2] if held is None else 2 * most[2]), clean=True), aes.holding(most[0]):
                    with nullcontext() if held is None else held(most[1]):
                        several(most)
            for row in rows:
                several(row)

    rows = aes.sizes(long=around is None)
    if not few:
        for _, alike in groupby(rows, lambda row: row[0]):
            of_type(list(alike))
        return
    with k.if_(left.ge(len(few) + 1), clean=True):
        of_type([row for row in rows if row[1] * row[0].bits > 128 * len(few)])
    three, two, one = few
    with k.if_(left.lt(2)):
        with k.if_(left.ne(0)):
            k.note("one block")
            run(*one)
    with k.else_():
        with k.if_(left.ge(3)):
            k.note("three blocks")
            run(*three)
        with k.else_():
            k.note("two blocks")
            run(*two)
