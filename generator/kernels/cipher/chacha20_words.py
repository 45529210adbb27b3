# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 (RFC 8439, 2.3) in words."""

from generator.lang import Builder, Val

BLOCK = 64
SIGMA = [int.from_bytes(b"expand 32-byte k"[n : n + 4], "little") for n in range(0, 16, 4)]
TURNS = (16, 12, 8, 7)
DOUBLE_ROUNDS = 10


def quarters(turn: int) -> list[tuple[int, int, int, int]]:
    """The words of the quarter rounds of a round: those of columns (0), or those of diagonals (1)."""
    return [(n, 4 + (n + turn) % 4, 8 + (n + 2 * turn) % 4, 12 + (n + 3 * turn) % 4) for n in range(4)]


def words_rounds(k: Builder, x: list[Val]) -> None:
    """Twenty rounds of sixteen words."""
    with k.loop(k.const(k.usize, DOUBLE_ROUNDS, "rounds"), at_least_once=True):
        words_double_round(k, x)


def words_double_round(k: Builder, x: list[Val]) -> None:
    """Two rounds."""
    for turn in range(2):
        for first in range(4):
            # The steps of a quarter round: (a += b, d ^= a, turned), (c += d, b ^= c, turned), and both again.
            for quarter in quarters(turn):
                a, b, c, d = (x[n] for n in quarter)
                total, term, other = (c, d, b) if first % 2 else (a, b, d)
                total += term
                other ^= total
                k.rotl(other, TURNS[first], to=other)


def words_start(k: Builder, key: Val, last: Val) -> list[Val]:
    """The state: the constants, the key, and the four words at `last`."""
    x = [k.const(k.u32, word, f"x{n}") for n, word in enumerate(SIGMA)]
    x += k.load32(key, 8, names=[f"x{n}" for n in range(4, 12)])
    x += k.load32(last, 4, names=[f"x{n}" for n in range(12, 16)])
    k.cold(x)
    return x


def words_end(k: Builder, x: list[Val], key: Val, counter: Val, in_: Val, out: Val, number: int = 0) -> None:
    """Add the state before, of the block `number` behind the counter, and store that block with its text added."""
    k.note("add the state before, and the text")
    at = BLOCK * number
    for n, word in enumerate(x):
        if n < 4:
            word += SIGMA[n]
        else:
            word += k.load32(key, offset=4 * n - 16) if n < 12 else k.load32(counter, offset=4 * n - 48)
        if n == 12 and number:
            word += number
        word ^= k.load32(in_, offset=at + 4 * n)
        if k.usize.bits == 32:
            k.store32(out, word, offset=at + 4 * n)
        elif n % 2:  # a load of Poly1305 would wait for two stores of its parts
            k.store64(out, k.zext(k.u64, word) << 32 | k.zext(k.u64, x[n - 1]), offset=at + 4 * n - 4)


def words_block(k: Builder, key: Val, counter: Val, in_: Val, out: Val) -> None:
    """A block from `in_` to `out`, and one more in `counter`."""
    k.note("the state")
    x = words_start(k, key, counter)
    k.note("the rounds")
    words_rounds(k, x)
    words_end(k, x, key, counter, in_, out)
    k.note("the next counter")
    k.store32(counter, k.load32(counter) + 1)
