# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The number-theoretic transform of ML-KEM (FIPS 203, algorithm 9), on lanes of 16 bits."""

import random

from generator.lang import Arg, Builder, Val, Variant, kernel, packed, words

Q, INVERSE, WIDTHS = 3329, 62209, (("sse2", 128), ("neon", 128), ("avx2", 256))  # Q * INVERSE is 1 modulo 2^16
ZETAS = [pow(17, int(f"{n:07b}"[::-1], 2), Q) * 65536 % Q for n in range(128)]  # times 2^16: products divide by it
ROWS = [[zeta] * 8 for zeta in ZETAS[1:32]]
ROWS += [[ZETAS[count * (16 + n) + count * lane // 8] for lane in range(8)] for n in range(16) for count in (2, 4)]
TABLE = words(packed((zeta * by for row in ROWS for by in (1, INVERSE) for zeta in row), 2), 8)


def ntt16_reference(polynomial: bytearray) -> None:
    f, n = words(polynomial, 2), 0
    for length in (128, 64, 32, 16, 8, 4, 2):
        for start in range(0, 256, 2 * length):
            zeta = pow(17, int(f"{(n := n + 1):07b}"[::-1], 2), Q)
            for at in range(start, start + length):
                t = zeta * f[at + length]
                f[at], f[at + length] = (f[at] + t) % Q, (f[at] - t) % Q
    polynomial[:] = packed(f, 2)


def some_polynomial(rng: random.Random, size: int) -> bytes:
    """A multiple of X^32 - 17^16. 32 words of the transform are 0: kernels meet all small multiples of Q there."""
    factor = [rng.randrange(Q) for _ in range(size // 2 - 32)]
    return packed([(a - 17**16 * b) % Q for a, b in zip([0] * 32 + factor, factor + [0] * 32)], 2)


def butterfly(k: Builder, a: Val, b: Val, factors: Val, q: Val) -> tuple[Val, Val]:
    """a + b * factor and a - b * factor. The product is reduced to less than Q, by Montgomery's method."""
    factor, times_inverse = (k.vblock(b.type, factors, offset=offset) for offset in (0, 16))
    multiple = k.vmul_high(k.vmul_low(b, times_inverse, bits=16), q, bits=16, signed=True)
    product = k.vsub(k.vmul_high(b, factor, bits=16, signed=True), multiple, bits=16)
    return k.vadd(a, product, bits=16), k.vsub(a, product, bits=16)


def reduced(k: Builder, x: Val, q: Val) -> Val:
    """x modulo Q, 0 to Q - 1, of a signed x. 20159 is 2^26 / Q: the quotient is right, or one too small."""
    quotient = k.vsar(k.vmul_high(x, k.vconst(x.type, [20159] * 8, bits=16), bits=16, signed=True), 10, bits=16)
    rest = k.vsub(x, k.vmul_low(quotient, q, bits=16), bits=16)
    return k.vmin(rest, k.vsub(rest, q, bits=16), bits=16)  # a difference below 0 is a great number without its sign


@kernel(
    c="void ntt16(uint16_t polynomial[256])",
    args=[Arg("polynomial", rw=512)],
    source="FIPS 203, algorithm 9",
    variants=[Variant(name, (name,), params=(("bits", n),)) for name, n in WIDTHS],
    reference=ntt16_reference,
    cases={"polynomial": some_polynomial},
)
def ntt16(k: Builder, polynomial: Val) -> None:
    """The transform of 256 coefficients, each 0 to 3328, in their place."""
    factors = k.table("factors", k.u64, TABLE)
    for length in (128, 64, 32, 16, 8):
        type = k.vector(min(k.param("bits"), 16 * length))
        q, at = k.vconst(type, [Q] * 8, bits=16), k.copy(polynomial)
        with k.loop(k.const(k.usize, 128 // length), step={factors: 32, at: 2 * length}, at_least_once=True):
            with k.loop(k.const(k.usize, 16 * length // type.bits), step={at: type.bits // 8}, at_least_once=True):
                x, y = (k.vload(type, at, offset=offset) for offset in (0, 2 * length))
                for offset, result in zip((0, 2 * length), butterfly(k, x, y, factors, q)):
                    k.vstore(at, result, offset=offset)
    q = k.vconst(k.v128, [Q] * 8, bits=16)
    with k.loop(k.const(k.usize, 16), step={factors: 64, polynomial: 32}, at_least_once=True):
        pair = [k.vload(k.v128, polynomial, offset=offset) for offset in (0, 16)]
        for row, order in ((0, (0, 1, 2, 3)), (32, (0, 2, 1, 3))):  # lanes 4 apart, then 2 apart
            x, y = (k.vshuffle(one, order) for one in pair)
            x, y = butterfly(k, k.vunpack_low(x, y, bits=64), k.vunpack_high(x, y, bits=64), factors + row, q)
            pair = [k.vshuffle(unpack(x, y, bits=64), order) for unpack in (k.vunpack_low, k.vunpack_high)]
        k.vstore(polynomial, [reduced(k, one, q) for one in pair])
