# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A product of two 256-bit numbers in Montgomery form (Montgomery, 1985), in words as wide as a register."""

import random

from generator.lang import Arg, Builder, Val, Variant, kernel


def some_modulus(rng: random.Random, size: int) -> bytes:
    """An odd number, and -1 divided by the number modulo 2^64."""
    odd = rng.choice((rng.getrandbits(256), rng.getrandbits(255), 2**256 - 1, 2**255 - 19, 1, 2**256 - 189)) | 1
    return odd.to_bytes(32, "little") + (-pow(odd, -1, 2**64) % 2**64).to_bytes(8, "little")


def montgomery_mul_reference(a: bytes, b: bytes, modulus: bytes, out: bytearray) -> None:
    """a * b / 2^256 modulo m, less than m if a or b is."""
    x, y, m = (int.from_bytes(number[:32], "little") for number in (a, b, modulus))
    total = (x * y + -x * y * pow(m, -1, 2**256) % 2**256 * m) >> 256
    out[:] = (total - m if total >= m else total).to_bytes(32, "little")


def add_product(k: Builder, total: list[Val], row: list[Val], word: Val) -> None:
    """total += row * word, as one number of several words. The last word of total takes the carries."""
    k.cold(row, word)
    products = []
    for one in row:
        products.append(k.mul_wide(one, word))
        k.cold(*products[-1])
    for first, halves in enumerate(zip(*products)):
        carry = None
        for n, addend in enumerate((*halves, *[0] * (len(total) - first - len(row)))):
            _, carry = k.add_carry(total[first + n], addend, carry, to=total[first + n])


@kernel(
    c="void montgomery_mul(const uint8_t a[32], const uint8_t b[32], const uint8_t modulus[40], uint8_t out[32])",
    args=[Arg("a", r=32), Arg("b", r=32), Arg("modulus", r=40, public=True), Arg("out", w=32, alias="a")],
    source="Montgomery, Modular multiplication without trial division, 1985",
    variants=[Variant("scalar"), Variant("mulx", features=("bmi2",), without=(("aarch64", "the code of scalar"),))],
    reference=montgomery_mul_reference,
    cases={"modulus": some_modulus},
)
def montgomery_mul(k: Builder, a: Val, b: Val, modulus: Val, out: Val) -> None:
    """a * b / 2^256 modulo m. `modulus`: m, which is odd, and -1/m modulo 2^64."""
    k.cold(a, b, modulus, out)
    word, load, store = (k.u64, k.load64, k.store64) if k.usize.bits == 64 else (k.u32, k.load32, k.store32)
    size, count = word.bits // 8, 256 // word.bits
    t = [k.const(word, 0) for _ in range(count + 2)]
    k.cold(t)
    with k.loop(k.const(k.usize, count), step={b: size}, at_least_once=True):
        add_product(k, t, load(a, count), load(b))
        add_product(k, t, load(modulus, count), t[0] * load(modulus, offset=32))
        for n in range(count + 1):
            k.set(t[n], t[n + 1])
        k.set(t[count + 1], 0)
    reduced, borrow = [], None
    for n in range(count):
        difference, borrow = k.sub_borrow(t[n], load(modulus, offset=n * size), borrow)
        k.cold(difference)
        reduced.append(difference)
    keep, _ = k.sub_borrow(t[count], 0, borrow)  # all ones if the difference is negative
    for n in range(count):
        store(out, reduced[n] ^ ((reduced[n] ^ t[n]) & keep), offset=n * size)
