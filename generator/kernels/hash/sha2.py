# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-256 and SHA-512 compression (FIPS 180-4, sections 6.2.2 and 6.4.2): one description, two word sizes.

Critical path: a sum of rotations and two additions (sha2_vectors.py, sha2_words.py), or two or four rounds in one
instruction (sha_instructions.py). The schedule is off that path.

Measured at 16 KiB (in brackets: at 256 bytes) in one process, ratios to libcrypto 3.0.19. SHA-NI is masked off except
for `shani`, and libcrypto then runs AVX2 code:

  core, date              SHA-256 C  ssse3  avx2         shani        SHA-512 C  avx2  avx512vl
  AMD Zen 3, 2026-11-23   0.64       0.84   1.04 (1.04)               0.64       1.04 (1.04)
  AMD Zen 4, 2026-11-21   0.65       0.83   1.01 (1.02)  1.00 (1.00)  0.65       1.00  1.03 *
  Sapphire Rapids, same   0.67       0.92   1.02 (1.02)  1.00 (1.00)  0.66       1.02  1.26 (1.25)

  `avx2` on Zen 4 and Sapphire Rapids: with the order of :meth:`Sha2Rounds.round`. For Haswell, Skylake and Ice Lake
  llvm-mca 19's models predict 2 to 3 % fewer cycles with that of :meth:`Sha2Rounds.measured_round`, and for Zen 4 and
  Sapphire Rapids 0 to 2 %.
  * measured with the rounds in words, as in avx2. Rounds half in words and half in vectors take 0 to 3 % more cycles by
    llvm-mca 19's model of Zen 4, and 6 to 9 % fewer by those of Ice Lake and Skylake-X.
  The second line compares with libcrypto 3.0.22. `avx512vl_words` has 1.11 (1.11) on Sapphire Rapids, 2026-11-27.

The same in 32-bit mode, against libcrypto 3.0.20, whose SHA-512 uses MMX registers:

  core, date                         SHA-256 C  ssse3  avx2  shani  SHA-512 C  ssse3  avx2  avx512vl
  Intel Sapphire Rapids, 2026-11-21  0.79       1.06   1.15  1.00   0.73       1.12   1.70  2.5

Words against libcrypto's words on AMD Zen 3, 2026-11-22, best of many calls, 4 KiB (in brackets: 256 bytes), 8 KiB and
512 bytes for SHA-512:

  mode    SHA-256 scalar  SHA-512 scalar
  64-bit  1.05 (1.05)     1.06 (1.06)
  32-bit  1.04 (1.08)     1.05 (1.04)

Predicted by llvm-mca 19 (a model, which knows nothing of memory): our cycles to those of libcrypto 3.0.22, `scalar`:

  core                     SHA-256                 SHA-512
  Neoverse N1, N2, V1, V2  0.96, 0.93, 0.96, 1.00  0.97, 0.93, 0.97, 1.00
  Cortex-A53, Cortex-A55   0.86, 0.84              0.87, 0.84

Several messages at once on AMD Zen 3, 2026-11-23, 16 KiB each: cycles for a block of each message (in brackets: the
same blocks one after the other, by `shani` and `avx2`). Additions and shifts limit SHA-256.

  SHA-256, 8 by avx2: 968 (1031)   SHA-512, 4 by avx2: 1219 (2068)
"""

from dataclasses import replace

from generator.kernels.hash.compression import Compression, in_turns
from generator.kernels.hash.fips180 import SHA256, SHA512
from generator.kernels.hash.sha2_vectors import Sha2Rounds, engines, short_engine, split_engine
from generator.kernels.hash.sha2_words import InFrame, InRegisters, Lean, Sha2InFrame, Sha2Inline, Sha2Words
from generator.kernels.hash.sha_blocks import Blocks, engine
from generator.kernels.hash.sha_instructions import SHA256_ARMV8, SHA256_NI, SHA512_ARMV8, SHA512_NI
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Hash

INLINE = [Blocks(replace(shape, period=8), Sha2Inline, InRegisters, InFrame) for shape in (SHA256, SHA512)]
# 32-bit mode has few registers, and a word of SHA-512 takes two of them.
SHA256_WORDS = engine(SHA256, Sha2Words, Sha2Rounds, inline=INLINE[0])
SHA512_WORDS = engine(SHA512, Sha2Words, Sha2Rounds, whole=Sha2InFrame, inline=INLINE[1])
SHA256_VECTORS, SHA512_VECTORS = engines(pairs=False)
SHA256_PAIRS, SHA512_PAIRS = engines(pairs=True)
FEW = (("x86", "eight vector registers do not suffice"),)
# Several messages at once: the words of all rounds in the frame, which has no room for those of AVX-512.
SHA256_LOOPS, SHA512_LOOPS = (engine(one.shape, one.schedule, one.many) for one in INLINE)
SHA256_LEAN_LOOPS = engine(INLINE[0].shape, Sha2Inline, Lean)
SHA256_LEAN, SHA512_LEAN = (engine(shape, Sha2Words, Lean) for shape in (SHA256, SHA512))
SHA512_SPLIT, SHA512_SHORT = split_engine(), short_engine()
# C: loops of eight rounds behind a schedule of all rounds have a third of the code of rounds beside a schedule of
# sixteen words, and are as fast. With pointers of 32 bits sixteen words are 5 to 9 % faster for SHA-256 (Sapphire
# Rapids).
IN_FRAME = [(replace(shape, period=8), Sha2InFrame) for shape in (SHA256, SHA512)]
SHA256_C = engine(*IN_FRAME[0], Lean, inline=Blocks(SHA256, Sha2Words, Sha2Rounds))
SHA512_C = engine(*IN_FRAME[1], Lean, inline=Blocks(*IN_FRAME[1], Sha2Rounds))


@kernel(
    c="void sha256_blocks(uint32_t state[8], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("portable", engine=SHA256_C),
        Variant("scalar", engine=SHA256_WORDS),
        Variant("ssse3", features=("ssse3",), engine=SHA256_VECTORS),
        Variant("avx2", features=("avx2", "bmi1", "bmi2"), engine=SHA256_PAIRS),
        Variant("shani", features=("ssse3", "sha"), engine=SHA256_NI),
        Variant("ce", features=("sha256",), engine=SHA256_ARMV8),
        Variant("shani", features=("ssse3", "sha"), engine=SHA256_NI, messages=2, streams=True, without=FEW),
        Variant("ce", features=("sha256",), engine=SHA256_ARMV8, messages=2, streams=True),
        Variant("neon", features=("neon",), engine=SHA256_LEAN_LOOPS, messages=4),
        Variant("ssse3", features=("ssse3",), engine=SHA256_LOOPS, messages=4),
        Variant("shani", features=("ssse3", "sha"), engine=SHA256_NI, messages=4, streams=True, without=FEW),
        Variant("avx2", features=("avx2",), engine=SHA256_LOOPS, messages=8, without=FEW),
        Variant("avx512vl", features=("avx512bw", "avx512vl"), engine=SHA256_LEAN, messages=8, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), engine=SHA256_LEAN, messages=16, without=FEW),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=64,
    portable=True,
    for_messages=in_turns,
    interface=[
        Hash(
            "sha256",
            title="SHA-256",
            digest=32,
            start=(
                0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
            ),
            abc="ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            hmac=True,
        ),
        Hash(
            "sha224",
            title="SHA-224",
            digest=28,
            start=(
                0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
            ),
            abc="23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
            hmac=True,
        ),
    ],
)  # fmt: skip
def sha256_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks."""
    engine: Compression = k.variant.engine
    engine.compress(k, state, data, blocks)


@kernel(
    c="void sha512_blocks(uint64_t state[8], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=8), Arg("data", r="128*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("portable", engine=SHA512_C),
        Variant("scalar", engine=SHA512_WORDS),
        Variant(
            "ssse3",
            features=("ssse3",),
            engine=SHA512_VECTORS,
            without=(("x86_64", "slower than words"),),
        ),
        Variant("avx2", features=("avx2", "bmi1", "bmi2"), engine=SHA512_PAIRS),
        Variant(
            "avx512vl_words",
            features=("avx512bw", "avx512vl", "bmi1", "bmi2"),
            engine=SHA512_SHORT,
            without=(("x86", "the code of avx512vl"),),
        ),
        Variant("avx512vl", features=("avx512bw", "avx512vl", "bmi1", "bmi2"), engine=SHA512_SPLIT),
        Variant("sha512", features=("avx2", "sha512"), engine=SHA512_NI),
        Variant("ce", features=("neon", "sha512"), engine=SHA512_ARMV8),
        Variant("avx2", features=("avx2",), engine=SHA512_LOOPS, messages=4, without=FEW),
        Variant("avx512vl", features=("avx512bw", "avx512vl"), engine=SHA512_LEAN, messages=4, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), engine=SHA512_LEAN, messages=8, without=FEW),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=128,
    portable=True,
    interface=[
        Hash(
            "sha512",
            title="SHA-512",
            digest=64,
            start=(
                0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
                0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
            ),
            abc="ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            hmac=True,
        ),
        Hash(
            "sha384",
            title="SHA-384",
            digest=48,
            start=(
                0xCBBB9D5DC1059ED8, 0x629A292A367CD507, 0x9159015A3070DD17, 0x152FECD8F70E5939,
                0x67332667FFC00B31, 0x8EB44A8768581511, 0xDB0C2E0D64F98FA7, 0x47B5481DBEFA4FA4,
            ),
            abc="cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            hmac=True,
        ),
    ],
)  # fmt: skip
def sha512_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks."""
    engine: Compression = k.variant.engine
    engine.compress(k, state, data, blocks)
