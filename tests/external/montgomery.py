# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A product of two 256-bit numbers in Montgomery form (Montgomery, 1985), on rows of words as wide as a register."""

import random

from generator.lang import Arg, Builder, Val, Variant, kernel

SAME = ("aarch64", "the code of scalar")


def some_modulus(rng: random.Random, size: int) -> bytes:
    """An odd number, and -1 divided by the number modulo 2^64."""
    odd = rng.choice((rng.getrandbits(256), rng.getrandbits(255), 2**256 - 1, 2**255 - 19, 1, 2**256 - 189)) | 1
    return odd.to_bytes(32, "little") + (-pow(odd, -1, 2**64) % 2**64).to_bytes(8, "little")


def montgomery_mul_reference(a: bytes, b: bytes, modulus: bytes, out: bytearray) -> None:
    """a * b / 2^256 modulo m, less than m if a or b is."""
    x, y, m = (int.from_bytes(number[:32], "little") for number in (a, b, modulus))
    total = (x * y + -x * y * pow(m, -1, 2**256) % 2**256 * m) >> 256
    out[:] = (total - m if total >= m else total).to_bytes(32, "little")


@kernel(
    c="void montgomery_mul(const uint8_t a[32], const uint8_t b[32], const uint8_t modulus[40], uint8_t out[32])",
    args=[Arg("a", r=32), Arg("b", r=32), Arg("modulus", r=40, public=True), Arg("out", w=32, alias="a")],
    source="Montgomery, Modular multiplication without trial division, 1985",
    variants=[
        Variant("scalar"),
        Variant("mulx", features=("bmi2",), without=(SAME,)),
        Variant("adx", features=("adx", "bmi2"), without=(SAME, ("x86", "eight registers hold no two chains"))),
    ],
    reference=montgomery_mul_reference,
    cases={"modulus": some_modulus},
)
def montgomery_mul(k: Builder, a: Val, b: Val, modulus: Val, out: Val) -> None:
    """a * b / 2^256 modulo m. `modulus`: m, which is odd, and -1/m modulo 2^64."""
    size, step = 256 // k.usize.bits, k.usize.bits // 8
    k.cold(a, b, modulus, out)
    total: list[Val] = []
    for i in range(size):
        (factor,) = k.limbs(b, 1, offset=i * step)
        tops = [add_product(k, total, k.limbs(a, size), factor)] if total else []
        total = total or k.mul_row(k.limbs(a, size), factor)
        k.cold(total)
        tops.append(add_product(k, total, k.limbs(modulus, size), total[0] * k.limbs(modulus, 1, offset=32)[0]))
        total = [*total[1:], tops[0] if len(tops) == 1 else k.add(*tops)]
    k.cold(less := [k.copy(word) for word in total])
    _, borrow = k.sub_borrow(less[size], 0, k.sub_row(less[:size], k.limbs(modulus, size)))
    below = k.zext(k.usize, borrow)
    for i in range(size):
        k.store_limbs(out, [k.select(below.ne(0), total[i], less[i])], offset=i * step)


def add_product(k: Builder, total: list[Val], row: list[Val], factor: Val) -> Val:
    """total += row * factor, for a total of one word more. The result is the carry out of the total."""
    above = k.mul_add_row(total[:-1], row, factor)
    return k.zext(k.usize, k.add_row(total[-1:], [above]))
