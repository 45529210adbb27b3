# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The blocks of :mod:`generator.kernels.bignum.blocks` by products that keep flags and two chains of carries."""

from __future__ import annotations

from generator.kernels.bignum.blocks import BLOCK, SIZE, First, LimbBlocks
from generator.kernels.bignum.words import STEP
from generator.lang import Val


class Chains(LimbBlocks):
    """A row adds low halves of products in one chain, and high halves in the other."""

    def most(self) -> int:
        return STEP

    def start(self) -> None:
        """Both chains begin without a carry."""
        self.k.asm("test", self.zero, self.zero)

    def times(self, high: Val, low: Val, x: Val, row: Val, n: int) -> None:
        """high, low = x * word n of the row."""
        k = self.k
        k.asm("mulx", high, low, k.mem(row, 8 * n, width=64), k.bind(x))

    def words_of(self, row: Val) -> list[Val]:
        return [row]  # products take their words from memory

    def row(self, total: list[Val], words: list[Val], x: Val, first: First) -> None:
        """``first`` may add to both chains."""
        k, row = self.k, words[0]
        low, high = k.value(k.u64, "low"), k.value(k.u64, "high")
        self.start()
        self.times(high, low, x, row, 0)
        k.asm("adcx", low, total[0])
        first(low)
        for n in range(1, BLOCK):
            above = k.value(k.u64, "high")
            self.times(above, total[n - 1], x, row, n)
            k.asm("adcx", total[n - 1], total[n])
            k.asm("adox", total[n - 1], high)
            high = above
        k.set(total[-1], high)
        k.asm("adcx", total[-1], self.zero)
        k.asm("adox", total[-1], self.zero)

    def through(self, total: list[Val], words: list[Val], at: Val, factor: Val, offset: int = 0) -> None:
        k = self.k

        def put(low: Val) -> None:
            k.asm("adox", low, k.mem(at, offset, width=64))
            k.store64(at, low, offset=offset)

        self.row(total, words, k.load64(factor, offset=offset), put)

    def cleared(self) -> None:
        k = self.k
        at = k.copy(self.area, "at")
        zero = k.vzero(k.v128)
        with k.loop(self.blocks, step={at: SIZE}, at_least_once=True, align=0):
            k.vstore(at, [zero] * (SIZE // 16))

    def double_first(self, of: Val, at: Val) -> None:
        self.start()
        self.double(of, at)

    def triangle(self, row: Val, at: Val, fresh: bool = False) -> list[Val]:
        k = self.k
        first = [k.const(k.u64, 0) for _ in range(BLOCK - 1)] if fresh else k.load64(at, BLOCK - 1)
        words = [*first, *(k.value(k.u64, f"t{n}") for n in range(BLOCK))]
        k.set(words[BLOCK - 1], 0)
        for r in range(BLOCK - 1):
            x = k.load64(row, offset=8 * r)
            self.start()
            for s in range(r + 1, BLOCK):
                place, last = r + s - 1, s == BLOCK - 1
                low = k.value(k.u64, "low")
                high = words[place + 1] if last and r else k.value(k.u64, "high")
                self.times(high, low, x, row, s)
                k.asm("adcx", words[place], low)
                if not last or not r:
                    k.asm("adox", words[place + 1], high)
            top = words[r + BLOCK - 1]
            k.asm("adcx", top, self.zero)
            if r:
                k.asm("adox", top, self.zero)
            k.store64(at, words[r], offset=8 * r)
        k.set(words[-1], 0)
        return words[BLOCK - 1 :]

    def double_block(self, of: Val, at: Val, twice: Val, sum: Val) -> None:
        k = self.k
        ones = k.const(k.u64, -1)
        self.start()
        k.asm("adcx", sum, ones)  # the carries of the round before
        k.asm("adox", twice, ones)
        self.double(of, at)
        k.set(sum, self.zero)
        k.set(twice, self.zero)
        k.asm("adcx", sum, self.zero)
        k.asm("adox", twice, self.zero)

    def double(self, of: Val, at: Val) -> None:
        """Twice the 16 words at `at`, and the squares of the eight limbs at `of`, with the carries of both chains."""
        k = self.k
        for n in range(BLOCK):
            x, low, high = k.load64(of, offset=8 * n), k.value(k.u64, "low"), k.value(k.u64, "high")
            k.asm("mulx", high, low, x, k.bind(x))
            for part, square in enumerate((low, high)):
                word = k.load64(at, offset=16 * n + 8 * part)
                k.asm("adox", word, word)
                k.asm("adcx", word, square)
                k.store64(at, word, offset=16 * n + 8 * part)

    def add_words(self, total: list[Val], at: Val, carry: Val) -> None:
        k = self.k
        k.asm("add", carry, -1)
        for n, word in enumerate(total):
            k.asm("adc", word, k.mem(at, 8 * n, width=64))
            k.store64(at, word, offset=8 * n)
        k.set(carry, self.zero)
        k.asm("adc", carry, self.zero)

    def finish_blocks(self, carry: Val) -> None:
        k = self.k
        k.note("the upper half less n")
        upper = k.add(self.area, self.limbs << 3)
        half, modulus, to = k.copy(upper, "half"), k.copy(self.n, "modulus"), k.copy(self.out, "to")
        k.cold(upper)
        below = k.const(k.u64, 0, "below")
        with k.loop(self.blocks, step={half: SIZE, modulus: SIZE, to: SIZE}, at_least_once=True):
            less = k.load64(half, BLOCK)
            k.asm("add", below, -1)  # the borrow of the round before
            for n, word in enumerate(less):
                k.asm("sbb", word, k.mem(modulus, 8 * n, width=64))
                k.store64(to, word, offset=8 * n)
            k.set(below, self.zero)
            k.asm("adc", below, self.zero)
        k.note("the upper half itself, if n was greater")
        _, borrow = k.sub_borrow(carry, k.zext(k.usize, below))
        mask = k.sub(0, k.zext(k.usize, borrow))
        half, to = upper, k.copy(self.out, "to")
        with k.loop(self.blocks, step={half: SIZE, to: SIZE}, at_least_once=True):
            chosen = k.load64(to, BLOCK)
            k.asm("test", mask, mask)
            for n, word in enumerate(chosen):
                k.asm("cmovne", word, k.mem(half, 8 * n, width=64))
                k.store64(to, word, offset=8 * n)

    def finish_single(self) -> None:
        k = self.k
        k.note("add the multiples of n that clear the lower half")
        at, row = k.copy(self.area, "at"), k.copy(self.n, "row")
        total, carry = self.clear_block(at, row), k.const(k.u64, 0, "carry")
        for n, word in enumerate(total):
            k.asm("adc" if n else "add", word, k.mem(at, SIZE + 8 * n, width=64))
            k.store64(at, word, offset=SIZE + 8 * n)
        k.asm("adc", carry, 0)
        k.note("the upper half less n, or itself if n was greater")
        for n, word in enumerate(total):
            k.asm("sbb" if n else "sub", word, k.mem(row, 8 * n, width=64))
        k.asm("sbb", carry, 0)
        to = self.out
        for n, word in enumerate(total):
            k.asm("cmovb", word, k.mem(at, SIZE + 8 * n, width=64))
            k.store64(to, word, offset=8 * n)
