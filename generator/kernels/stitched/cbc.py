# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption beside any hash, as TLS's MAC-then-encrypt wants them: the contract and the one loop.

CBC encryption is a chain of aesenc, the hash another: side by side they take as long as the slower one. The hash may
run over memory of its own, or over `out` before it is written: ahead of the cipher, in place, by a block of the hash.
Both streams are any engines there are; AES-192 and AES-256 take their further rounds out of line, so that one loop
serves every key size. Where registers allow it, the streams take turns by single instructions, which in-order cores
want; those that reorder do not care.

Measured, AES-128, 16 KiB, in one process: ratio to our two kernels in sequence, to OpenSSL 3.0.19's woven one, and to
the slower part alone:

  core, date                SHA-1 shani       avx2        SHA-256 shani     avx2        SHA-512 avx512vl  avx2
  AMD Zen 4, 2026-11-21     1.72, 1.03, 0.98  1.81, 1.02  1.79, 1.02, 0.99  1.32, 0.96  1.53, 0.95        1.44, 0.89

Predicted by llvm-mca 19 (a model, which knows nothing of memory): in sequence to in one pass, in cycles for a block of
the hash, by the Armv8 instructions:

  core                SHA-1         SHA-256       SHA-512
  Cortex-A55          494 to 394    513 to 401    1538 to 1075
  Neoverse N1 to V2   257 to 156    239 to 156    552 to 310
"""

from typing import Any

from generator.kernels.cipher.aes_cbc import cbc_blocks
from generator.kernels.cipher.aes_contract import ARGS
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.hash import compression
from generator.lang import Arg, Builder, Val, stitch

# 32-bit x86: the values of either stream fill the registers (seven, and eight vectors, of which one has its place).
NOT_X86 = (("x86", "too few registers for two streams"),)


def contract(name: str, state: str, state_bytes: int, size: int) -> dict[str, Any]:
    """Of the kernel that weaves the hash `name` with blocks of `size` bytes; `state` is its parameter in C."""
    return {
        "c": f"void aes_cbc_{name}_blocks(const uint8_t *schedule, size_t rounds, uint8_t iv[16], {state}, "
        "const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks)",
        "args": [
            *ARGS["schedule"],
            *ARGS["iv"],
            Arg("state", rw=state_bytes, align=8 if state.startswith("uint64") else 4),
            Arg("in", r=f"{size}*blocks"),
            Arg("out", w=f"{size}*blocks", alias="in"),
            Arg("hashed", r=f"{size}*blocks", apart=("out", size)),
            Arg("blocks", public=True),
        ],
        "source": "FIPS 197; SP 800-38A, 6.2; FIPS 180-4",
        "size": "blocks",
        "size_unit": size,
        "portable": True,
        "wipe": True,
        "parts": ("aes_set_encrypt_key", "aes_cbc_encrypt", f"{name}_blocks"),
    }


def encrypt_and_hash(
    k: Builder, hash_: compression.Engine, schedule: Val, rounds: Val, iv: Val, state: Val, in_: Val, out: Val,
    hashed: Val, blocks: Val, size: int = 64,
) -> None:  # fmt: skip
    """`blocks` times `size` bytes from `in_` to `out`, and as many at `hashed` into `state`."""
    k.cold(iv, state, in_, out, hashed)
    aes = Engine(k, schedule, rounds, stitched=True)
    words = hash_.load(k, state)
    chain = k.vload(k.v128, iv, name="chain")
    mask, last = aes.mask(k.v128), aes.last(k.v128)
    k.cold(mask, last)
    with k.loop(blocks, step={in_: size, out: size, hashed: size}):
        cbc = cbc_blocks(k, aes, chain, mask, last, in_, out, size // BLOCK)
        k.emit(stitch(hash_.block(k, words, hashed), cbc, grain=1 if k.vectors > 16 else 8))
    hash_.store(k, state, words)
    k.vstore(iv, chain)
