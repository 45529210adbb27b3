# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4 and MD5 in one pass: what a record of TLS_RSA_WITH_RC4_128_MD5 costs, both ways.

MD5 alone is one chain of 4.5 cycles a byte and leaves most of a core idle, and RC4 alone waits for memory: together
they take little more than MD5. RC4's look-ahead is of no use beside it: on Zen 4 its instructions cost more than it
hides (1.30 instead of 1.54). The finest grain is the best there: 4 and 8 lose 1%, 32 4%, 64 9%.

The hash may run over memory of its own, over `in` or `out` ahead of the cipher (encrypting in place: it sees what is
not encrypted yet), or behind it (decrypting: it sees what is decrypted already). 72 bytes apart is enough: a block,
and the up to seven bytes by which RC4 runs ahead to where its windows of eight begin.

Measured, 16 KiB, in one process: ratio to our two kernels in sequence, to OpenSSL 3.0.19's woven one, and to MD5 alone:

  core, date                plain              avx512vl
  AMD Zen 4, 2026-11-21     1.54, 1.04, 0.91   1.23, 0.84

Predicted by llvm-mca 19 (a model, which knows nothing of memory) for 64 bytes, in sequence to in one pass, in cycles:
Cortex-A55 2664 to 1601, Neoverse N1 617 to 327, N2 727 to 417, V2 548 to 289.
"""

from generator.kernels.cipher.rc4 import UNROLL, KeyStream, rc4_bytes, rc4_stream
from generator.kernels.hash.md5 import md5_block
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch

BLOCK = 64
FEW = (("x86", "seven registers hold either MD5's values or RC4's: woven, most of both would live in the frame"),)


@kernel(
    c="void rc4_md5_blocks(uint8_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, "
    "const uint8_t *hashed, size_t blocks)",
    args=[
        Arg("rc4_state", rw=258),
        Arg("md5_state", rw=16, align=4),
        Arg("in", r="64*blocks"),
        Arg("out", w="64*blocks", alias="in"),
        Arg("hashed", r="64*blocks", apart=("out", BLOCK + UNROLL)),
        Arg("blocks", public=True),
    ],
    variants=[
        Variant("plain", params=(("ahead", 0),), without=FEW),
        Variant("avx512vl", features=("avx512f", "avx512vl"), lane="vec", params=(("ahead", 1),)),
    ],
    source="RC4; RFC 1321",
    size="blocks",
    size_unit=BLOCK,
    portable=True,
    parts=("rc4_set_key", "rc4_stream", "md5_blocks"),
    exempt=rc4_stream.exempt,
)
def rc4_md5_blocks(k: Builder, rc4_state: Val, md5_state: Val, in_: Val, out: Val, hashed: Val, blocks: Val) -> None:
    """RC4 from `in` into `out`, which may be the same buffer, and MD5 compression at `hashed`; 64*`blocks` bytes each.

    `hashed` may lie in the buffer of `out`, at least 72 bytes before or after it.
    """
    k.cold(md5_state, in_, out, hashed, blocks)
    abcd = k.load32(md5_state, 4, names="abcd")
    keys = KeyStream(k, rc4_state, in_, out)
    head = k.zext(k.usize, (keys.i ^ 7) & 7)  # bytes to where a window begins
    k.cold(keys.i, head)
    with k.if_(blocks.ne(0)):
        keys.singles(head)
        whole = k.select(head.eq(0), blocks, blocks - 1)
        with k.if_(whole.ne(0)):
            keys.begin(k.param("ahead"), branch=True)
            with k.loop(whole, step={in_: BLOCK, out: BLOCK, hashed: BLOCK}, at_least_once=True):
                saved = k.home(abcd)
                k.emit(stitch(md5_block(k, abcd, hashed), rc4_bytes(k, keys, BLOCK), grain=1))
                k.add_each(abcd, saved)
            keys.end()
        with k.if_(head.ne(0)):
            saved = k.home(abcd)
            k.emit(md5_block(k, abcd, hashed))
            k.add_each(abcd, saved)
            keys.singles(k.sub(BLOCK, head))
    k.store32(md5_state, abcd)
    k.store8(rc4_state, [keys.i, keys.j], offset=256)
