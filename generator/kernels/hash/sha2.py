# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 compression (FIPS 180-4, sections 6.2.2 and 6.4.2): one description, two word sizes.

Critical path: a sum of rotations and two additions (rounds.py, rounds_in_vectors.py), or two or four rounds in one
instruction (sha_instructions.py). The schedule (schedules.py) hides beside that.

Measured, 16 KiB, in one process, ratios to libcrypto 3.0.19 (SHA-NI masked off but for `shani`, AVX2 code then); the
same at 256 bytes in brackets:

  core, date              SHA-256 C  scalar  bmi2  ssse3  avx2         shani        SHA-512 C  bmi2  avx2  avx512vl
  AMD Zen 4, 2026-11-21   0.65       0.66    0.70  0.83   1.01 (1.02)  1.00 (1.00)  0.65       0.69  1.00  1.03 *
  Sapphire Rapids, same   0.67       0.85    0.88  0.92   1.02 (1.02)  1.00 (1.00)  0.66       0.87  1.02  1.26 (1.25)

  * with its rounds in words, as in avx2: llvm-mca-19's model of Zen 4 gives half words, half vectors 0 to 3 % more
    cycles, those of Ice Lake and Skylake-X 6 to 9 % fewer. The second line is of libcrypto 3.0.22.

In 32-bit mode, the same of libcrypto 3.0.20, whose SHA-512 is in MMX registers:

  core, date                         SHA-256 C  ssse3  avx2  shani  SHA-512 C  ssse3  avx2  avx512vl
  Intel Sapphire Rapids, 2026-11-21  0.79       1.06   1.15  1.00   0.73       1.12   1.70  2.5
"""

from generator.kernels.hash.compression import Engine
from generator.kernels.hash.fips180 import SHA256, SHA512
from generator.kernels.hash.rounds import FewRegisters, Sha2Rounds
from generator.kernels.hash.rounds_in_vectors import Lanes, Split
from generator.kernels.hash.schedules import Sha2Vectors, Sha2Words
from generator.kernels.hash.sha_blocks import engine
from generator.kernels.hash.sha_instructions import SHA256_ARMV8, SHA256_NI, SHA512_ARMV8
from generator.lang import Arg, Builder, Val, Variant, kernel

# In 32-bit mode registers are few, and a word of SHA-512 is two of them.
SHA256_WORDS = engine(SHA256, Sha2Words, Sha2Rounds)
SHA256_VECTORS = engine(SHA256, Sha2Vectors, Sha2Rounds, FewRegisters)
SHA256_PAIRS = engine(SHA256, Sha2Vectors, Sha2Rounds, FewRegisters, pairs=True)
SHA512_WORDS = engine(SHA512, Sha2Words, Sha2Rounds)
SHA512_VECTORS = engine(SHA512, Sha2Vectors, Sha2Rounds, Lanes)
SHA512_PAIRS = engine(SHA512, Sha2Vectors, Sha2Rounds, Lanes, pairs=True)
SHA512_SPLIT = engine(SHA512, Sha2Vectors, Split, Lanes, pairs=True)


@kernel(
    c="void sha256_blocks(uint32_t state[8], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=32, align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar", engine=SHA256_WORDS),
        Variant("bmi2", features=("bmi1", "bmi2"), engine=SHA256_WORDS),
        Variant("ssse3", features=("ssse3",), engine=SHA256_VECTORS),
        Variant("avx2", features=("avx2", "bmi1", "bmi2"), engine=SHA256_PAIRS),
        Variant("shani", features=("ssse3", "sha"), engine=SHA256_NI),
        Variant("ce", features=("sha256",), engine=SHA256_ARMV8),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=64,
    portable=True,
)
def sha256_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks."""
    engine: Engine = k.variant.engine
    engine.compress(k, state, data, blocks)


@kernel(
    c="void sha512_blocks(uint64_t state[8], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=64, align=8), Arg("data", r="128*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar", engine=SHA512_WORDS),
        Variant(
            "bmi2",
            features=("bmi1", "bmi2"),
            engine=SHA512_WORDS,
            without=(("x86", "the code of scalar: BMI2's rotations are of one register, a word is two"),),
        ),
        Variant("ssse3", features=("ssse3",), engine=SHA512_VECTORS, without=(("x86_64", "slower than words"),)),
        Variant("avx2", features=("avx2", "bmi1", "bmi2"), engine=SHA512_PAIRS),
        Variant("avx512vl", features=("avx512bw", "avx512vl", "bmi1", "bmi2"), engine=SHA512_SPLIT),
        Variant("ce", features=("neon", "sha512"), engine=SHA512_ARMV8),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=128,
    portable=True,
)
def sha512_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks."""
    engine: Engine = k.variant.engine
    engine.compress(k, state, data, blocks)
