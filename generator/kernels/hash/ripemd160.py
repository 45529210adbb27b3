# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RIPEMD-160 compression (ISO/IEC 10118-3, dedicated hash-function 1).

Two lines of 80 steps take the same block in different orders, and need nothing of each other before the end: `stitch`
lets them take turns. A step's path is its function of the newest value, an addition, a rotation and an addition; the
message word, the constant and the oldest value are added beforehand.

Measured on AMD Zen 3, 2026-11-28, ratio to OpenSSL 4.0.3's C in one process: `scalar` 1.88 from one block on
(6.3 c/B). Calls for whole messages, 16 B to 16 KiB: 1.13 to 1.19 of libgcrypt 1.10, 1.8 to 1.9 of Nettle 3.8. Several
messages at once, ratio to `scalar` at 16 KiB: 4 by sse2 2.6, 8 by avx2 5.4. Sixteen through a batch, ratio to OpenSSL:
5.1 at 16 B each, 6.0 at 84 B, 7.4 at 256 B, 9.2 at 1 KiB.
"""

from generator.kernels.hash.compression import woven
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch, stream
from generator.lang.interface import Hash
from generator.lang.ternary import Boolean

# The order of words: rho from one round to the next; the right line begins with pi.
RHO = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8]
PI = [(9 * i + 5) % 16 for i in range(16)]

# The rotation of a word in each round, which both lines have.
ROTATIONS = [
    [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
    [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
    [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
    [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
    [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
]

# Integer parts of 2^30 times the square roots of 2, 3, 5, 7, and times their cube roots.
LEFT = [0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E]
RIGHT = [0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0]

# Of the newest value, x, and the two before, each as disjoint parts; early parts first.
FUNCTIONS: list[list[Boolean]] = [
    [lambda x, y, z: (y ^ z) ^ x],
    [lambda x, y, z: ((y ^ z) & x) ^ z],
    [lambda x, y, z: (x | ~y) ^ z],
    [lambda x, y, z: y & ~z, lambda x, y, z: z & x],
    [lambda x, y, z: (y | ~z) ^ x],
]

FEW = (("x86", "eight vector registers do not suffice"),)

RIPEMD160 = Hash(
    "ripemd160",
    title="RIPEMD-160",
    digest=20,
    start=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    abc="8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
    hmac=True,
    little_endian=True,
)


def words(first: list[int]) -> list[int]:
    """The words that the 80 steps of a line take."""
    out, order = [], first
    for _ in range(5):
        out += order
        order = [RHO[at] for at in order]
    return out


@stream
def line(
    k: Builder, state: list[Val], data: Val, order: list[int], constants: list[int], functions: list[list[Boolean]]
) -> None:  # fmt: skip
    """Run 80 steps over a block at `data`. `state` is a to e, and changes in place."""
    a, b, c, d, e = state
    for i, at in enumerate(order):
        turn = i // 16
        k.add(a, k.load32(data, offset=4 * at), constants[turn], to=a)
        k.add_ternary(a, functions[turn], b, c, d)
        k.rotl(a, ROTATIONS[turn][at], to=a)
        a += e
        k.rotl(c, 10, to=c)
        a, b, c, d, e = e, a, b, c, d


@kernel(
    c="void ripemd160_blocks(uint32_t state[5], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar"),
        Variant("neon", features=("neon",), messages=4),
        Variant("sse2", features=("sse2",), messages=4),
        Variant("avx2", features=("avx2",), messages=8, without=FEW),
        Variant("avx512vl", features=("avx512bw", "avx512vl"), messages=8, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), messages=16, without=FEW),
    ],
    source="ISO/IEC 10118-3",
    size="blocks",
    size_unit=64,
    portable=True,
    interface=[RIPEMD160],
)
def ripemd160_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """RIPEMD-160 compression of `blocks` 64-byte blocks."""
    k.cold(state, data, blocks)
    h = k.load32(state, 5, names="abcde")
    few = k.vectors <= 8 if k.messages else k.usize.bits == 32  # registers for one line
    with k.loop(blocks, step={data: 64}):
        saved = k.home(h)
        right = h if few else [k.copy(word) for word in h]
        lines = (
            line(k, h, data, words(list(range(16))), LEFT, FUNCTIONS),
            line(k, right, data, words(PI), RIGHT, FUNCTIONS[::-1]),
        )
        if few:
            k.emit(lines[0])
            left = k.home(h)
            for word, start in zip(h, saved):
                k.set(word, start)
            k.emit(lines[1])
        else:
            left = h
            k.emit(woven(*lines) if k.messages else stitch(*lines, grain=2))
        # Each word is the sum of those one, two and three places on: of the state, of the left line and of the right.
        for n, word in enumerate(right):
            k.add(word, saved[(n - 2) % 5], left[(n - 1) % 5], to=word)
        sums = k.home(right) if few else right
        for n, word in enumerate(h):
            k.set(word, sums[(n + 3) % 5])
    k.store32(state, h)
