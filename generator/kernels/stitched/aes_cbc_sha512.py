# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption beside SHA-512: see cbc.py."""

from generator.kernels.hash.sha2 import SHA512_PAIRS, SHA512_SPLIT, SHA512_WORDS
from generator.kernels.hash.sha_instructions import SHA512_ARMV8, SHA512_NI
from generator.kernels.stitched.cbc import NOT_X86, contract, encrypt_and_hash
from generator.lang import Builder, Val, Variant, kernel


@kernel(
    **contract("sha512", "uint64_t state[8]", 128),
    variants=[
        Variant("avx2", features=("avx2", "aes", "bmi1", "bmi2"), engine=SHA512_PAIRS, without=NOT_X86),
        Variant(
            "avx512vl", features=("avx512bw", "avx512vl", "aes", "bmi1", "bmi2"), engine=SHA512_SPLIT, without=NOT_X86
        ),
        Variant("sha512", features=("avx2", "aes", "sha512"), engine=SHA512_NI, without=NOT_X86),
        Variant("scalar", features=("neon", "aes"), engine=SHA512_WORDS),
        Variant("ce", features=("neon", "aes", "sha512"), engine=SHA512_ARMV8),
    ],
)
def aes_cbc_sha512_blocks(
    k: Builder, schedule: Val, rounds: Val, iv: Val, state: Val, in_: Val, out: Val, hashed: Val, blocks: Val
) -> None:
    """AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-512 compression at `hashed`;
    128*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 128 bytes before or after it.
    """
    encrypt_and_hash(k, schedule, rounds, iv, state, in_, out, hashed, blocks)
