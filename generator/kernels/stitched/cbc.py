# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES-CBC encryption beside any hash, for TLS's MAC-then-encrypt: the contract and the loop.

CBC encryption is one chain, and the hash is another. Side by side the two take as long as the slower one. The hash may
run over memory of its own, or over `out` before the cipher writes there: in place, the hash is a block ahead of the
cipher. Any engines make the two streams. The further rounds of AES-192 and AES-256 are out of line, and one loop serves
every key size. With more than 16 vector registers the streams take turns by single instructions, for in-order cores.
On Sapphire Rapids grains of 4 to 32 and weights of 1 to 2 are within 1 % of each other.

The chain of AES passes from one block of the hash to the next without an instruction of its own: the last round of a
cipher block adds the next cipher block, which may belong to the next block of the hash. The chain costs 30 cycles a
cipher block. The 64 bytes of SHA-1 and SHA-256 take the time of the slower chain: 121 cycles beside SHA-1, 131 beside
SHA-256.

Measured, AES-128, 16 KiB, in one process: ratio to our two kernels in sequence, to OpenSSL's woven kernel (3.0.19 on
Zen 4, otherwise 3.0.22), and to the slower part alone:

  core, date                    SHA-1 shani       avx2        SHA-256 shani     avx2        SHA-512 avx512vl  avx2
  AMD Zen 4, 2026-11-21         1.72, 1.03, 0.98  1.81, 1.02  1.79, 1.02, 0.99  1.32, 0.96  1.53, 0.95 *      1.44, 0.89
  Sapphire Rapids, 2026-11-21   1.50, 1.08, 0.88              1.91, 1.01, 1.00              1.41, 0.93
    SHA-1 shani_avx512vl        1.69, 1.22, 1.00
    AES-256                     1.49, 1.08, 0.99              1.75, 1.08, 1.00              1.56, 0.92

  * the hash in words, as in avx2

Predicted by llvm-mca 19 (a model, which knows nothing of memory): cycles for a block of the hash by the Armv8
instructions, from two kernels in sequence to one pass:

  core                SHA-1         SHA-256       SHA-512
  Cortex-A53          637 to 533    650 to 539    1735 to 1415
  Cortex-A55          448 to 392    457 to 414    1208 to 1072
  Neoverse N1 to V2   254 to 153    234 to 153    547 to 313
"""

from typing import Any

from generator.kernels.cipher.aes_cbc import cbc_blocks
from generator.kernels.cipher.aes_contract import ARGS, ROUNDS
from generator.kernels.cipher.aes_engine import BLOCK, Engine
from generator.kernels.hash.compression import Compression
from generator.lang import Arg, Builder, Val, stitch
from generator.lang.interface import CbcAndHash

# The values of either stream fill the registers of 32-bit x86: seven, and eight vectors, one of which has a fixed use.
NOT_X86 = (("x86", "too few registers for two streams"),)


def contract(name: str, state: str, size: int) -> dict[str, Any]:
    """The contract of the kernel that weaves the hash `name`, of blocks of `size` bytes; `state` is its C parameter."""
    return {
        "c": f"void aes_cbc_{name}_blocks(const uint8_t *schedule, size_t rounds, uint8_t iv[16], {state}, "
        "const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks)",
        "args": [
            *ARGS["schedule"],
            *ARGS["iv"],
            Arg("state", align=8 if state.startswith("uint64") else 4),
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
        "cases": ROUNDS,
        "parts": ("aes_set_encrypt_key", "aes_cbc_encrypt", f"{name}_blocks"),
        "interface": [CbcAndHash(name)],
    }


def encrypt_and_hash(
    k: Builder, schedule: Val, rounds: Val, iv: Val, state: Val, in_: Val, out: Val,
    hashed: Val, blocks: Val,
) -> None:  # fmt: skip
    """Encrypt `blocks` blocks of the hash's size from `in_` to `out`, and hash as many at `hashed` into `state`."""
    k.cold(iv, state, in_, out, hashed, blocks)
    hash_: Compression = k.variant.engine
    size = hash_.size
    aes = Engine(k, schedule, rounds, stitched=True)
    k.note("load the hash's state")
    words = hash_.load(k, state)
    k.note("begin AES with the first block")
    with k.if_(blocks.ne(0)):
        chain = k.vload(k.v128, iv, name="chain")
        chain ^= k.vload(k.v128, in_)
        aes.enter([chain])
        mask, last = aes.mask(k.v128), aes.last(k.v128)
        aes.begin([chain])
        k.cold(mask, last)
        k.note("a block of the hash, and as many bytes by AES")
        with k.while_(blocks.ne(0), align=32):
            # The chain goes on with the block at `next_`. Nothing follows the last block, and any block serves there.
            next_ = k.select(blocks.eq(1), in_, k.add(in_, size))
            k.cold(next_)
            cbc = cbc_blocks(k, aes, chain, mask, last, in_, next_, out, iv, size // BLOCK)
            k.emit(stitch(hash_.block(k, words, hashed), cbc, grain=1 if k.vectors > 16 else 8))
            for pointer in (in_, out, hashed):
                pointer += size
            blocks -= 1
    k.note("store the hash's state")
    hash_.store(k, state, words)
