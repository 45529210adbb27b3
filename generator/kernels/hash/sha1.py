# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 compression (FIPS 180-4, section 6.1.2).

Critical path: the rotation of the newest `a` and one addition (rounds.py), or four rounds in one instruction
(sha_instructions.py). The schedule (schedules.py) hides beside that path.

Measured at 16 KiB (in brackets: at 256 bytes) in one process, ratios to libcrypto 3.0.19 (Zen 4) and 3.0.22. SHA-NI is
masked off except for the last two columns, and libcrypto then runs AVX2 code:

  core, date                    portable C  ssse3        avx2         shani        shani_avx512vl
  AMD Zen 4, 2026-11-21         0.63        0.98 (0.99)  1.02 (1.01)  1.00 (1.00)
    32-bit mode                 0.68                                  1.00 (1.00)
  Sapphire Rapids, 2026-11-21   0.78        1.02 (1.03)  1.06 (1.05)  0.99 (0.98)  1.36 (1.36)
    32-bit mode                 0.74        1.04 (1.06)               0.98 (0.98)  1.36 (1.35)

Words against libcrypto's words on AMD Zen 3, 2026-11-22: `scalar` and `bmi2` have 1.00 to 1.01 times the speed in
64-bit mode, and 1.17 to 1.18 times in 32-bit mode.

Several messages at once on AMD Zen 3, 2026-11-23, 16 KiB each: `avx2` takes 456 cycles for a block of each of eight
messages, `shani` 966 cycles for the same blocks one after the other.
"""

from dataclasses import replace

from generator.kernels.hash.compression import Compression, in_turns
from generator.kernels.hash.fips180 import SHA1
from generator.kernels.hash.rounds import Sha1Rounds
from generator.kernels.hash.schedules import Sha1Vectors, Sha1Words
from generator.kernels.hash.sha1_inline import InLoops, Sha1Inline
from generator.kernels.hash.sha_blocks import engine
from generator.kernels.hash.sha_instructions import SHA1_ARMV8, SHA1_NI, SHA1_NI_VL
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Hash

WORDS = engine(SHA1, Sha1Words, Sha1Rounds)
VECTORS = engine(SHA1, Sha1Vectors, Sha1Rounds)
FEW = (("x86", "eight vector registers do not suffice"),)
PAIRS = engine(SHA1, Sha1Vectors, Sha1Rounds, pairs=True)
LANES = engine(replace(SHA1, period=5), Sha1Inline, InLoops)


@kernel(
    c="void sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar", engine=WORDS),
        Variant("bmi2", features=("bmi1", "bmi2"), engine=WORDS),
        Variant("ssse3", features=("ssse3",), engine=VECTORS),
        Variant(
            "avx2",
            features=("avx2", "bmi1", "bmi2"),
            engine=PAIRS,
            without=(("x86", "no faster than ssse3"),),
        ),
        Variant("shani_avx512vl", features=("avx512bw", "avx512vl", "sha"), engine=SHA1_NI_VL),
        Variant("shani", features=("ssse3", "sha"), engine=SHA1_NI),
        Variant("ce", features=("sha1",), engine=SHA1_ARMV8),
        Variant("shani", features=("ssse3", "sha"), engine=SHA1_NI, messages=2, streams=True, without=FEW),
        Variant("ce", features=("sha1",), engine=SHA1_ARMV8, messages=2, streams=True),
        Variant("neon", features=("neon",), engine=LANES, messages=4),
        Variant("ssse3", features=("ssse3",), engine=LANES, messages=4),
        Variant("avx2", features=("avx2",), engine=LANES, messages=8, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), engine=WORDS, messages=16, without=FEW),
    ],
    source="FIPS 180-4",
    size="blocks",
    size_unit=64,
    portable=True,
    for_messages=in_turns,
    interface=[
        Hash(
            "sha1",
            title="SHA-1",
            digest=20,
            start=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
            abc="a9993e364706816aba3e25717850c26c9cd0d89d",
            hmac=True,
        )
    ],
)
def sha1_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """SHA-1 compression of `blocks` 64-byte blocks."""
    engine: Compression = k.variant.engine
    engine.compress(k, state, data, blocks)
