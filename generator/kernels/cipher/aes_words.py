# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The engine of AES in words, on bit slices: no table, no branch and no address depends on a key or on data.

No round does ShiftRows: after n rounds the byte of row r and column c stands in column c + n * r. The next row's byte
of the same column is then n columns further, in every row. MixColumns allows for this skew, and the layout of the
round keys matches. The odd rows are off by two columns after 10 or 14 rounds, and one last step repairs them. The
inverse cipher counts n downwards.

aes_slices.py has the layout, aes_circuit.py the S-box. The round keys contain its constant.

Measured on Intel Emerald Rapids, 2026-11-27, in one process, AES-128, cycles a byte of the time-stamp counter (in
brackets: a call of 16 bytes, which slices the round keys first), after C by hand of this layout with an S-box of 127
operations, compiled by gcc 12 -O2:

  mode         C, 64-bit    scalar      C, 32-bit    scalar
  ECB encrypt  12.8 (1640)  8.6 (847)   25.9 (1760)  17.0 (891)
  ECB decrypt  14.0 (1720)  9.8 (921)   28.9 (1850)  19.8 (1000)
  CBC encrypt  48.3 (1590)  33.6 (833)  52.5 (1690)  33.4 (905)
  CBC decrypt  14.0 (1690)  9.9 (937)   29.7 (1840)  19.6 (1000)
  CTR          13.0 (1630)  8.7 (853)   26.2 (1740)  16.9 (905)
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.kernels.cipher.aes_circuit import substitute
from generator.kernels.cipher.aes_slices import BLOCK, Batch, Slices
from generator.lang import Builder, Val

MOST_KEYS = 16  # round keys in the frame: those of AES-256, in whole batches
CONSTANT = (0, 1, 5, 6)  # the bits of 0x63


class SlicedAes(Slices):
    """The engine."""

    def __init__(self, k: Builder, schedule: Val, rounds: Val, *, inverse: bool = False) -> None:
        super().__init__(k)
        self.schedule, self.count, self.inverse = schedule, rounds, inverse
        self.row = self.bits // 4  # bits from a row to the next
        self.key_bytes = 8 * self.size
        k.cold(rounds, schedule)

    # -- round keys ------------------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Bring the round keys into the frame, each repeated for all blocks, in order of use. Key n is skewed by n
        columns a row, or by -n. The constant of the S-box is added to every key but the first, or the last."""
        k = self.k
        k.note("the round keys as bit slices, in the frame")
        self.keys = k.frame(MOST_KEYS * self.key_bytes, "keys")
        last = k.min(k.zext(k.usize, k.shl(self.count, 4)), BLOCK * 14)
        at, to = k.const(k.usize, 0, "at"), k.copy(self.keys, "to")
        turned = k.const(self.type, 0, "turned")  # the odd rows, if a batch begins with a skew of two columns
        k.cold(last, at, to, turned, self.keys)
        self.until = k.shl(last, 2 if self.bits == 64 else 1)  # of the keys before the last one
        k.cold(self.until)
        with k.while_(last.ge(at)):
            q = self.read(self.schedule, [k.min(at + BLOCK * n if n else at, last) for n in range(self.blocks)])
            self.rows(q)
            self.skew(q, turned)
            self.transpose(q)
            for n in CONSTANT:
                k.not_(q[n], to=q[n])
            self.spread(q, to)
            at += BLOCK * self.blocks
            to += self.key_bytes * self.blocks
            if self.bits == 32:
                turned ^= 0xFF00FF00
        for n in CONSTANT:
            plain = self.until if self.inverse else None
            word = k.not_(self.load(self.keys, index=plain, offset=n * self.size))
            self.store(self.keys, word, index=plain, offset=n * self.size)

    def skew(self, q: Sequence[Val], turned: Val) -> None:
        """Move row r of key n by n * r columns, or by -n * r. Word 2 * c + m has column c of one or two keys."""
        k, wide = self.k, self.bits == 64
        odd = k.const(self.type, 0xFF000000FF000000) if wide else turned
        k.cold(odd)
        for n in range(4):
            self.swap(q[n], q[n + 4], odd)
        below = k.const(self.type, 0xFFFFFFFF00000000 if wide else 0xFFFF0000)
        for n in (1, 3):
            self.swap(q[n], q[n + 4], below)
        odd = k.const(self.type, 0xFFFF0000FFFF0000 if wide else 0xFF00FF00)
        before = 1 if self.inverse else -1
        moved = [(q[2 * n + 1] ^ q[2 * ((n + before) % 4) + 1]) & odd for n in range(4)]
        for n, one in enumerate(moved):
            q[2 * n + 1] ^= one

    def swap(self, x: Val, y: Val, mask: Val) -> None:
        t = x ^ y
        t &= mask
        x ^= t
        y ^= t

    def spread(self, q: Sequence[Val], to: Val) -> None:
        """Store the keys of a batch, each of them repeated for all blocks."""
        k = self.k
        bit, byte = self.mask(0x55), self.mask(0x00FF, 16) if self.bits == 64 else None
        self.store(to, q)
        word = k.copy(to, "word")
        k.cold(word)
        with k.loop(k.const(k.usize, 8), step={word: self.size}, at_least_once=True):
            both = self.load(word)
            for odd in (0, 1):
                x = (k.shr(both, 1) if odd else both) & bit
                k.or_(x, k.shl(x, 1), to=x)
                halves = [x]
                if byte is not None:
                    high = k.andn(x, byte)
                    x &= byte
                    halves = [k.or_(x, k.shl(x, 8), to=x), k.or_(high, k.shr(high, 8), to=high)]
                for half, key in enumerate(halves):
                    self.store(word, key, offset=(odd + 2 * half) * self.key_bytes)

    def add_key(self, q: Sequence[Val], at: Val | None = None) -> None:
        """Add the round key that is ``at`` bytes into the keys."""
        for n, word in enumerate(q):
            word ^= self.load(self.keys, index=at, offset=n * self.size)

    # -- rounds ----------------------------------------------------------------------------------------------------

    def cipher(self, batch: Batch) -> list[Val]:
        """Encrypt or decrypt a batch."""
        k = self.k
        k.note("to bit slices")
        self.rows(batch)
        self.transpose(batch)
        q = [word for word in batch if word is not None]
        k.note("the rounds")
        self.add_key(q)
        at = k.const(k.usize, self.key_bytes, "at")
        k.cold(at, q)
        with k.while_(self.until.ge(at)):
            substitute(k, q, inverse_box=self.inverse)
            k.break_if(at.ge(self.until))
            with k.if_((at & self.key_bytes).eq(0)):
                self.mixes(q, at, 0)
            with k.else_():
                self.mixes(q, at, 1)
            self.add_key(q, at)
            at += self.key_bytes
        k.note("the last round key")
        self.add_key(q, self.until)
        with k.if_((self.count & 2).ne(0)):
            k.note("move the odd rows by two columns")
            odd = self.odd_rows()
            for word in q:
                t = word >> 4
                t ^= word
                t &= odd
                word ^= t
                k.shl(t, 4, to=t)
                word ^= t
        k.note("from bit slices")
        self.transpose(q)
        self.rows(q, back=True)
        return q

    def odd_rows(self) -> Val | int:
        """The lower halves of the bytes of rows 1 and 3."""
        return self.mask(0x0F00 if self.bits == 32 else 0x0F0F0000, self.bits // 2)

    def further(self, x: Val, rows: int, columns: int, mask: Val | int | None) -> Val:
        """Bring each byte's bits from the byte ``rows`` rows and ``columns`` columns further, cyclically. ``mask`` has
        the columns that do not wrap around."""
        k, by = self.k, self.row * rows + 2 * columns
        out = k.rotr(x, by)
        k.cold(out)
        if mask is not None:
            other = k.rotr(x, by - 8)
            out ^= other
            out &= mask
            out ^= other
        return out

    def wrapping(self, columns: int) -> Val | int | None:
        return self.mask(0xFF >> 2 * columns) if columns else None

    def mixes(self, q: Sequence[Val], at: Val, skew: int) -> None:
        """MixColumns, or InvMixColumns, where the next row is ``skew`` columns further, or two more. Two rows further
        is the same place for both."""
        k = self.k
        if self.inverse:
            self.premix(q, 2 * skew)
        with k.if_((at & (2 * self.key_bytes)).eq(0)):
            self.mix(q, skew)
        with k.else_():
            self.mix(q, skew + 2)

    def mix(self, q: Sequence[Val], skew: int) -> None:
        """MixColumns, where the next row is ``skew`` columns further, or as many before if the cipher is the inverse
        one: 2 (a + b) + b + c + d, c and d being two rows further than a and b."""
        k = self.k
        skew = -skew % 4 if self.inverse else skew
        one, two = self.wrapping(skew), self.wrapping(2 * skew % 4)
        b_7 = self.further(q[7], 1, skew, one)
        top = q[7] ^ b_7
        below = top
        k.cold(b_7, top)
        for n, word in enumerate(q):
            b = b_7 if n == 7 else self.further(word, 1, skew, one)
            total = top if n == 7 else word ^ b
            b ^= self.further(total, 2, 2 * skew % 4, two)
            if n in (1, 3, 4):
                b ^= top
            k.xor(b, below, to=word)
            below = total
            k.cold(b, total)

    def premix(self, q: Sequence[Val], columns: int) -> None:
        """InvMixColumns is MixColumns of a + 4 (a + c). ``columns``: how much further c is."""
        mask = self.wrapping(columns)

        def fourth(n: int) -> Val:
            out = self.further(q[n], 2, columns, mask)
            out ^= q[n]
            return out

        k = self.k
        six, seven = fourth(6), fourth(7)
        both = six ^ seven
        k.cold(six, seven, both)
        added = {0: [six], 1: [both], 2: [seven], 3: [six], 4: [both], 5: [seven], 6: [], 7: []}
        u = [fourth(0), fourth(1)]
        for n, word in enumerate(q):
            for one in added[n]:
                word ^= one
            if n >= 2:
                word ^= u[n - 2]
            if n + 2 < 6:
                u.append(fourth(n + 2))
        k.cold(u)
