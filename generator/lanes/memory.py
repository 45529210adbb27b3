# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The memory of all messages: words fetched into lanes and put back, sixteen bytes of each message at a time.

A block of a vector holds the words of as many messages as a block has lanes. Sixteen bytes of each of these messages
are a square of words, whose transposition has a vector for each word. Words on their own go one by one: a message
ends where its extent ends.

A vector of four blocks can take four squares of each message by one load. Squares then change their places with the
blocks: 64 moves for 16 vectors, where loads of sixteen bytes and their insertion take 80. All moves come before the
first round, which two sets fill with each other's rounds, and one set does not (Sapphire Rapids, 2026-11-25, 1 KiB a
lane: MD5 of 32 messages 1.035 x, SHA-1 of 16 messages 0.92 x). Rows of the next square fetched between the rounds of
this one gave SHA-1 0.985 x at 1 KiB and 1.014 x at 16 KiB, and SHA-256 nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from generator.lang.builder import Builder
from generator.lang.values import Type, Val

BLOCK = 16  # bytes
SPAN = 4 * BLOCK  # bytes of four squares
Reach = tuple[Val, Val | None]
Held = Union[list[Reach], None]
"""The pointer to each message, with a distance, if registers hold them."""
SPARE = 6  # general registers that pointers to messages leave to other values


@dataclass(frozen=True, slots=True)
class Shape:
    """``lanes`` messages, in ``sets`` vectors for each word."""

    lanes: int
    sets: int

    def type(self, k: Builder, bits: int) -> Type:
        """The type of a vector that holds words of ``bits`` bits."""
        return k.vector(self.lanes * bits // self.sets)

    def row(self, number: int, part: int, bits: int) -> list[int]:
        """The messages of a row before transposition, one for each block: row ``number`` of vector ``part``."""
        square = 128 // bits
        each = self.lanes // self.sets
        return [part * each + block * square + number for block in range(each // square)]


class Messages:
    """The pointers of one argument: an array with a pointer for each message, and the distance from each."""

    def __init__(self, k: Builder, shape: Shape, array: Val) -> None:
        self.k, self.shape, self.array = k, shape, array

    def pointer(self, message: int) -> Val:
        """The pointer to one message, from the array."""
        k = self.k
        dst = k.value(k.ptr, f"{self.array.name}_{message}")
        attrs = {"be": False, "exempt": None, "public": None, "pointer": message}
        k.record("load", (dst,), (self.array, None), offset=message * k.ptr.bits // 8, **attrs)
        return dst

    def pointers(self, at: Val | None, uses: int) -> Held:
        """The pointers of all messages with their distances, if the registers suffice for ``uses`` uses of each."""
        if uses < 2 or self.shape.lanes + SPARE > self.k.registers:
            return None
        held = [self.reach(message, at, near=True) for message in range(self.shape.lanes)]
        self.k.cold([pointer for pointer, _ in held])
        return held

    def reach(self, message: int, at: Val | None, *, near: bool = False) -> Reach:
        """A pointer and a distance. ``near``: the distance is added to the pointer."""
        pointer = self.pointer(message)
        if near and at is not None:
            self.k.add(pointer, at, to=pointer)
            at = None
        return pointer, at

    # -- fetching --------------------------------------------------------------------------------------------------

    def gather(self, at: Val | None, bits: int, offsets: Sequence[int], *, be: bool) -> Fetched:
        """The words at these offsets, fetched when they are asked for."""
        return Fetched(self, at, bits, offsets, be)

    def reached(self, held: Held, message: int, at: Val | None) -> Reach:
        return held[message] if held is not None else self.reach(message, at)

    def square(
        self, held: Held, at: Val | None, bits: int, start: int, part: int
    ) -> list[Val]:  # fmt: skip
        k, kind = self.k, self.shape.type(self.k, bits)
        rows = []
        for number in range(BLOCK * 8 // bits):
            first, *others = self.shape.row(number, part, bits)
            ptr, index = self.reached(held, first, at)
            row = k.vblock(kind, ptr, offset=start, index=index)
            for block, message in enumerate(others, 1):
                ptr, index = self.reached(held, message, at)
                piece = k.vload(k.v128, ptr, offset=start, index=index)
                row = k.vinsert(row, piece, block)
            rows.append(row)
        return k.vtranspose(rows, bits=bits)

    def span(self, held: Held, at: Val | None, bits: int, start: int, part: int) -> list[Val]:
        """The words of four squares, for vectors of four blocks."""
        k, kind = self.k, self.shape.type(self.k, bits)
        square = BLOCK * 8 // bits
        groups = []
        for block in range(SPAN // BLOCK):
            rows = []
            for number in range(square):
                ptr, index = self.reached(held, self.shape.row(number, part, bits)[block], at)
                rows.append(k.vload(kind, ptr, offset=start, index=index))
            groups.append(k.vtranspose(rows, bits=bits))
        words = [k.vtranspose_blocks([group[n] for group in groups]) for n in range(square)]
        return [row[block] for block in range(SPAN // BLOCK) for row in words]

    def single(
        self, held: Held, at: Val | None, bits: int, start: int, part: int
    ) -> Val:  # fmt: skip
        """One word of each message, by a load for each."""
        k, kind, square = self.k, self.shape.type(self.k, bits), BLOCK * 8 // bits
        blocks = []
        load = k.load32 if bits == 32 else k.load64
        for block in range(kind.bits // 128):
            words = []
            for number in range(square):
                message = self.shape.row(number, part, bits)[block]
                ptr, index = self.reached(held, message, at)
                words.append(k.vfrom(load(ptr, offset=start, index=index)))
            while len(words) > 1:
                lane = bits * square // len(words)
                words = [k.vunpack_low(words[n], words[n + 1], bits=lane) for n in range(0, len(words), 2)]
            blocks.append(words[0])
        return self.whole(kind, blocks)

    def whole(self, kind: Type, blocks: Sequence[Val]) -> Val:
        """A vector of some blocks."""
        k = self.k
        if len(blocks) == 1:
            return blocks[0]
        out = k.vbroadcast(kind, blocks[0])
        for block, piece in enumerate(blocks[1:], 1):
            out = k.vinsert(out, piece, block)
        return out

    # -- putting back ----------------------------------------------------------------------------------------------

    def scatter(self, at: Val | None, bits: int, words: dict[int, list[Val]]) -> None:
        """Store words of all messages. ``words``: offset → a vector for each set."""
        k = self.k
        squares, singles = chunks([*words], bits)
        held = self.pointers(at, len(squares) + len(singles))
        for part in range(self.shape.sets):
            for start in squares:
                columns = [words[start + n * bits // 8][part] for n in range(BLOCK * 8 // bits)]
                for number, row in enumerate(k.vtranspose(columns, bits=bits)):
                    for block, message in enumerate(self.shape.row(number, part, bits)):
                        ptr, index = self.reached(held, message, at)
                        k.vstore(ptr, k.vextract(row, block), offset=start, index=index)
            for start in singles:
                self._store_single(held, at, bits, start, words[start][part], part)

    def _store_single(
        self, held: Held, at: Val | None, bits: int, start: int, word: Val, part: int
    ) -> None:  # fmt: skip
        k = self.k
        kind, store = (k.u32, k.store32) if bits == 32 else (k.u64, k.store64)
        for block in range(word.type.bits // 128):
            piece = k.vextract(word, block)
            for number in range(128 // bits):
                message = self.shape.row(number, part, bits)[block]
                ptr, index = self.reached(held, message, at)
                store(ptr, k.vword(kind, piece, number), offset=start, index=index)


class Fetched:
    """Words of all messages. A word is fetched with its neighbours when the first of them is asked for. The vectors are
    cold: words wait long for their rounds."""

    def __init__(self, messages: Messages, at: Val | None, bits: int, offsets: Sequence[int], be: bool) -> None:
        self.messages, self.at, self.bits, self.be = messages, at, bits, be
        wide = messages.shape.sets > 1 and messages.shape.type(messages.k, bits).bits == 8 * SPAN
        self.spans, others = chunks(offsets, bits, SPAN) if wide else ([], [*offsets])
        self.squares, singles = chunks(others, bits)
        self.held = messages.pointers(at, len(self.spans) + len(self.squares) + len(singles))
        self._words: dict[int, list[Val]] = {}

    def word(self, offset: int) -> list[Val]:
        """The word at an offset: a vector for each set."""
        if offset not in self._words:
            made, parts = self.messages, range(self.messages.shape.sets)
            for starts, size, fetch in ((self.spans, SPAN, made.span), (self.squares, BLOCK, made.square)):
                start = next((one for one in starts if one <= offset < one + size), None)
                if start is not None:
                    rows = [self._ready(fetch(self.held, self.at, self.bits, start, n)) for n in parts]
                    for n in range(size * 8 // self.bits):
                        self._words[start + n * self.bits // 8] = [row[n] for row in rows]
                    break
            else:
                alone = [made.single(self.held, self.at, self.bits, offset, n) for n in parts]
                self._words[offset] = self._ready(alone)
        return self._words[offset]

    def _ready(self, made: list[Val]) -> list[Val]:
        for word in made:
            word.cold = True
            if self.be:
                self.messages.k.vbswap(word, bits=self.bits, to=word)
        return made


def chunks(offsets: Sequence[int], bits: int, size: int = BLOCK) -> tuple[list[int], list[int]]:
    """The starts of ``size`` bytes that are words of ``bits`` bits one after the other, and the offsets of other
    words."""
    left, step = sorted(set(offsets)), bits // 8
    squares, singles = [], []
    while left:
        square = [left[0] + n for n in range(0, size, step)]
        if left[: len(square)] == square:
            squares.append(left[0])
            del left[: len(square)]
        else:
            singles.append(left.pop(0))
    return squares, singles
