# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption beside SHA-1: see cbc.py."""

from generator.kernels.hash.sha1 import PAIRS
from generator.kernels.hash.sha_instructions import SHA1_ARMV8, SHA1_NI, SHA1_NI_VL
from generator.kernels.stitched.cbc import NOT_X86, contract, encrypt_and_hash
from generator.lang import Builder, Val, Variant, kernel


@kernel(
    **contract("sha1", "uint32_t state[5]", 64),
    variants=[
        Variant("avx2", features=("avx2", "aes", "bmi1", "bmi2"), engine=PAIRS, without=NOT_X86),
        Variant("shani_avx512vl", features=("avx512bw", "avx512vl", "aes", "sha"), engine=SHA1_NI_VL, without=NOT_X86),
        Variant("shani", features=("ssse3", "aes", "sha"), engine=SHA1_NI, without=NOT_X86),
        Variant("ce", features=("neon", "aes", "sha1"), engine=SHA1_ARMV8),
    ],
)
def aes_cbc_sha1_blocks(
    k: Builder, schedule: Val, rounds: Val, iv: Val, state: Val, in_: Val, out: Val, hashed: Val, blocks: Val
) -> None:
    """AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-1 compression at `hashed`;
    64*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 64 bytes before or after it.
    """
    encrypt_and_hash(k, schedule, rounds, iv, state, in_, out, hashed, blocks)
