# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication of 256 bits (P. Montgomery, Mathematics of Computation 44, 1985), on rows of limbs."""

from generator.lang import Arg, Builder, Val, Variant, kernel

BITS = 256


@kernel(
    c="void montgomery256(uint8_t out[32], const uint8_t x[32], const uint8_t y[32], const uint8_t n[32],"
    "                   const uint8_t k0[8])",
    args=[Arg("out", w=32), *(Arg(name, r=32) for name in "xy"), Arg("n", r=32), Arg("k0", r=8)],
    source="Montgomery, Modular Multiplication Without Trial Division, 1985; operand scanning (CIOS)",
    variants=[
        Variant("scalar"),
        Variant("mulx", features=("bmi2",), without=(("aarch64", "the code of scalar"),)),
        Variant("adx", features=("adx", "bmi2"), without=(("aarch64", "the code of scalar"), ("x86", "no registers"))),
    ],
)
def montgomery256(k: Builder, out: Val, x: Val, y: Val, n: Val, k0: Val) -> None:
    """`out` = `x` * `y` / 2^256 modulo the odd number `n`, for `x` and `y` below `n`. `k0` is -1/`n` modulo 2^64."""
    size = BITS // k.usize.bits
    k.cold(out, x, y, n, k0)
    total: list[Val] = []
    for i in range(size):
        (factor,) = k.limbs(y, 1, offset=i * k.usize.bits // 8)
        over = None
        if not total:
            total = k.mul_row(k.limbs(x, size), factor)
        else:
            over = add_product(k, total, k.limbs(x, size), factor)
        k.cold(total)
        again = add_product(k, total, k.limbs(n, size), total[0] * k.limbs(k0, 1)[0])
        total = [*total[1:], again if over is None else k.add(over, again)]
    less = [k.copy(word) for word in total]
    k.cold(less)
    borrow = k.sub_row(less[:size], k.limbs(n, size))
    _, borrow = k.sub_borrow(less[size], 0, borrow)
    below = k.zext(k.usize, borrow)
    for i in range(size):
        k.store_limbs(out, [k.select(below.ne(0), total[i], less[i])], offset=i * k.usize.bits // 8)


def add_product(k: Builder, total: list[Val], row: list[Val], factor: Val) -> Val:
    """total += row * factor, for a total of one word more. The result is the carry out of the total."""
    above = k.mul_add_row(total[:-1], row, factor)
    return k.zext(k.usize, k.add_row(total[-1:], [above]))
