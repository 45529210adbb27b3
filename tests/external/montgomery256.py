# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication of 256 bits (P. Montgomery, Mathematics of Computation 44, 1985), on rows of limbs."""

import random

from generator.lang import Arg, Builder, Val, Variant, kernel

BITS = 256


def some_modulus(rng: random.Random, size: int) -> bytes:
    """An odd number n, and -1/n modulo 2^64."""
    n = rng.choice((rng.getrandbits(256), rng.getrandbits(255), 2**256 - 1, 2**255 - 19, 1, 2**256 - 189)) | 1
    return n.to_bytes(32, "little") + (-pow(n, -1, 2**64) % 2**64).to_bytes(8, "little")


def montgomery256_reference(out: bytearray, x: bytes, y: bytes, modulus: bytes) -> None:
    n, product = int.from_bytes(modulus[:32], "little"), int.from_bytes(x, "little") * int.from_bytes(y, "little")
    total = (product + -product * pow(n, -1, 2**256) % 2**256 * n) >> 256
    out[:] = (total - n if total >= n else total).to_bytes(32, "little")


@kernel(
    c="void montgomery256(uint8_t out[32], const uint8_t x[32], const uint8_t y[32], const uint8_t modulus[40])",
    args=[Arg("out", w=32, alias="x"), *(Arg(name, r=32) for name in "xy"), Arg("modulus", r=40)],
    source="Montgomery, Modular Multiplication Without Trial Division, 1985; operand scanning (CIOS)",
    variants=[
        Variant("scalar"),
        Variant("mulx", features=("bmi2",), without=(("aarch64", "the code of scalar"),)),
        Variant("adx", features=("adx", "bmi2"), without=(("aarch64", "the code of scalar"), ("x86", "no registers"))),
    ],
    reference=montgomery256_reference,
    cases={"modulus": some_modulus},
)
def montgomery256(k: Builder, out: Val, x: Val, y: Val, modulus: Val) -> None:
    """`out` = `x` * `y` / 2^256 modulo n, less than n if `x` or `y` is. `modulus`: n, odd, and -1/n modulo 2^64."""
    size = BITS // k.usize.bits
    k.cold(out, x, y, modulus)
    total: list[Val] = []
    for i in range(size):
        (factor,) = k.limbs(y, 1, offset=i * k.usize.bits // 8)
        over = None
        if not total:
            total = k.mul_row(k.limbs(x, size), factor)
        else:
            over = add_product(k, total, k.limbs(x, size), factor)
        k.cold(total)
        again = add_product(k, total, k.limbs(modulus, size), total[0] * k.limbs(modulus, 1, offset=32)[0])
        total = [*total[1:], again if over is None else k.add(over, again)]
    less = [k.copy(word) for word in total]
    k.cold(less)
    borrow = k.sub_row(less[:size], k.limbs(modulus, size))
    _, borrow = k.sub_borrow(less[size], 0, borrow)
    below = k.zext(k.usize, borrow)
    for i in range(size):
        k.store_limbs(out, [k.select(below.ne(0), total[i], less[i])], offset=i * k.usize.bits // 8)


def add_product(k: Builder, total: list[Val], row: list[Val], factor: Val) -> Val:
    """total += row * factor, for a total of one word more. The result is the carry out of the total."""
    above = k.mul_add_row(total[:-1], row, factor)
    return k.zext(k.usize, k.add_row(total[-1:], [above]))
