# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption beside SHA-256: see cbc.py."""

from generator.kernels.hash.sha2 import SHA256_PAIRS
from generator.kernels.hash.sha_instructions import SHA256_ARMV8, SHA256_NI
from generator.kernels.stitched.cbc import NOT_X86, contract, encrypt_and_hash
from generator.lang import Builder, Val, Variant, kernel


@kernel(
    **contract("sha256", "uint32_t state[8]", 64),
    variants=[
        Variant("avx2", features=("avx2", "aes", "bmi1", "bmi2"), engine=SHA256_PAIRS, without=NOT_X86),
        Variant("shani", features=("ssse3", "aes", "sha"), engine=SHA256_NI, without=NOT_X86),
        Variant("ce", features=("neon", "aes", "sha256"), engine=SHA256_ARMV8),
    ],
)
def aes_cbc_sha256_blocks(
    k: Builder, schedule: Val, rounds: Val, iv: Val, state: Val, in_: Val, out: Val, hashed: Val, blocks: Val
) -> None:
    """AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-256 compression at `hashed`;
    64*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 64 bytes before or after it.
    """
    encrypt_and_hash(k, schedule, rounds, iv, state, in_, out, hashed, blocks)
