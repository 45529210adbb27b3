# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SHA-1 compression (FIPS 180-4, section 6.1.2).

A round waits for the rotation of the newest `a` and one addition, or for four rounds in one instruction: the engines'
files say what hides beside that.

Measured, 16 KiB, in one process, ratios to libcrypto 3.0.19 (Zen 4) and 3.0.22 (SHA-NI masked off but for the last two,
AVX2 code then); the same at 256 bytes in brackets:

  core, date                    portable C  scalar  bmi2  ssse3        avx2         shani        shani_avx512vl
  AMD Zen 4, 2026-11-21         0.63        0.63    0.63  0.98 (0.99)  1.02 (1.01)  1.00 (1.00)
    32-bit mode                 0.68        0.57    0.57                            1.00 (1.00)
  Sapphire Rapids, 2026-11-21   0.78        0.82    0.87  1.02 (1.03)  1.06 (1.05)  0.99 (0.98)  1.36 (1.36)
    32-bit mode                 0.74        0.60    0.62  1.04 (1.06)               0.98 (0.98)  1.36 (1.35)
"""

from collections.abc import Callable
from functools import partial

from generator.kernels.hash import sha1_hw, sha1_scalar, sha1_vector
from generator.kernels.hash.compression import Engine, each_block
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.lang.interface import Hash

Form = Callable[[Builder, Val, Val, Val], None]
# By variant, all rounds of a block in one line, for a kernel that weaves them with something else.
ENGINES: dict[str, Engine] = {
    "scalar": sha1_scalar.SCALAR,
    "bmi2": sha1_scalar.SCALAR,
    "ssse3": sha1_vector.VECTOR,
    "avx2": sha1_vector.VECTOR,
    "shani": sha1_hw.SHA_NI,
    "shani_avx512vl": sha1_hw.SHA_NI_VL,
    "ce": sha1_hw.ARMV8,
}
FORMS: dict[str, Form] = {name: partial(each_block, engine=engine) for name, engine in ENGINES.items()}
FORMS["avx2"] = sha1_vector.each_pair


@kernel(
    c="void sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=20, align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar"),
        Variant("bmi2", features=("bmi1", "bmi2")),
        Variant("ssse3", features=("ssse3",)),
        Variant("avx2", features=("avx2", "bmi1", "bmi2"), without=(("x86", "no faster than ssse3"),)),
        Variant("shani_avx512vl", features=("avx512bw", "avx512vl", "sha")),
        Variant("shani", features=("ssse3", "sha")),
        Variant("ce", features=("sha1",)),
    ],
    source="FIPS 180-4",
    vectors="cavp",
    size="blocks",
    size_unit=64,
    portable=True,
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
    k.cold(state, data)
    FORMS[k.variant.name](k, state, data, blocks)
