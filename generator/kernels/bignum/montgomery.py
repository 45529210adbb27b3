# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Montgomery multiplication and squaring (P. Montgomery, Mathematics of Computation 44, 1985).

A number is `limbs` words of 64 bits, the lowest first, in memory. R is 2^(64*limbs). The modulus n is odd, and `n0` is
-1/n modulo 2^64. `limbs` is even, 2 to 64, and no secret. The contents of all numbers are secrets.

A product is (a*b + m*n) / R with m = -a*b/n modulo R, less n if the quotient is n or more. The product is below n if
a * b is below n * R, and modulo n it is always right. The last subtraction happens in both cases, and a mask chooses.
The frame holds the product of 2 * `limbs` limbs and is not wiped: callers clean the stack below them.

  scalar, mulx  loops over words, for any even number of limbs; scalar on AArch64: the blocks of adx, too
  sse2          x86: digits of 27 bits in vectors, for any even number of limbs
  adx           blocks of eight limbs for 512, 1024, 1536, 2048 bits and so on, and the loops for other numbers

Powers by `adx` with windows of 5 bits against OpenSSL 4.0.3's BN_mod_exp_mont_consttime, and cycles of the time stamp
counter for a product and a square, beside portable C (AMD Zen 3, 2026-11-23, its other thread busy):

  bits  ratio  product adx, C  square adx, C
   512  0.98    163,  675       152,  685
  1024  1.07    617, 1940       507, 1944
  1536  1.05   1336, 4193      1088, 4196
  2048  1.06   2332, 7314      2169, 7317

Cycles of a product and of a square of 1024 bits on AArch64, divided by those of OpenSSL 3.0.20, by llvm-mca's models:
Neoverse N1 1.02, 1.00; N2 0.91, 1.05; V1 0.92, 1.01; V2 1.04, 1.04; Cortex-A53 0.91, 0.98; A55 0.91, 0.99.

RSA by `sse2` against OpenSSL 3.0.20 for i686 there: private 1.3 (1024 bits), 2.2 (2048), 2.8 (4096); public 2.1 to 3.1.
"""

from generator.kernels.bignum.blocks import LimbBlocks
from generator.kernels.bignum.chain_instructions import Chains
from generator.kernels.bignum.digits import Digits
from generator.kernels.bignum.words import Words
from generator.lang import Arg, Builder, Val, Variant, kernel

SOURCE = "Montgomery, Modular Multiplication Without Trial Division, 1985"
NUMBER = "8*limbs"
LIMBS, TIMES = range(2, 65, 2), (1, 2, 5)
NOT_FEW = (("aarch64", "the code of scalar"), ("x86", "a product in blocks of words needs more registers"))


def by_registers(k: Builder, out: Val, n: Val, n0: Val, limbs: Val) -> Words:
    """Blocks where registers hold a block of a factor beside eight words of a sum."""
    return (LimbBlocks if k.registers > 20 else Words)(k, out, n, n0, limbs)


VARIANTS = [
    Variant("portable", engine=Words),
    Variant("scalar", engine=by_registers),
    Variant("sse2", features=("sse2",), engine=Digits, without=(("x86_64", "one instruction multiplies 64 bits"),)),
    Variant("mulx", features=("bmi2",), engine=Words, without=NOT_FEW),
    Variant("adx", features=("adx", "bmi2"), engine=Chains, without=(("x86", "no register holds eight words"),)),
]


@kernel(
    c="void mont_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, "
    "size_t limbs)",
    args=[
        Arg("out", w=NUMBER, align=4),
        Arg("a", r=NUMBER, align=4, alias="out"),
        Arg("b", r=NUMBER, align=4, alias="out"),
        Arg("n", r=NUMBER, align=4),
        Arg("n0", r=8, align=4),
        Arg("limbs", public=True),
    ],
    source=SOURCE,
    variants=VARIANTS,
    size="limbs",
    size_unit=8,
    portable=True,
    cases={"limbs": LIMBS},
)
def mont_mul(k: Builder, out: Val, a: Val, b: Val, n: Val, n0: Val, limbs: Val) -> None:
    """`out` = `a` * `b` / R modulo the odd `n`, R = 2^(64*`limbs`); less than n if a * b is less than n * R.

    Numbers have `limbs` words of 64 bits, an even number from 2 to 64, the lowest first. `n0`: -1/n modulo 2^64.
    """
    k.variant.engine(k, out, n, n0, limbs).multiply(a, b)


@kernel(
    c="void mont_sqr(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, "
    "size_t times)",
    args=[
        Arg("out", w=NUMBER, align=4),
        Arg("a", r=NUMBER, align=4, alias="out"),
        Arg("n", r=NUMBER, align=4),
        Arg("n0", r=8, align=4),
        Arg("limbs", public=True),
        Arg("times", public=True),
    ],
    source=SOURCE,
    variants=VARIANTS,
    size="limbs",
    size_unit=8,
    portable=True,
    cases={"limbs": LIMBS, "times": TIMES},
)
def mont_sqr(k: Builder, out: Val, a: Val, n: Val, n0: Val, limbs: Val, times: Val) -> None:
    """mont_mul of `a` by itself, and of each result by itself: `times` squarings, 1 or more."""
    k.variant.engine(k, out, n, n0, limbs).squares(a, times)
