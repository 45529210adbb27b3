# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""RC4 and MD5 in one pass, for records of TLS_RSA_WITH_RC4_128_MD5, both ways.

MD5 alone is one chain of 4.5 cycles a byte and leaves most of a core idle. RC4 alone waits for memory. Together they
take little more than MD5. Cores differ on whether RC4 should look ahead beside MD5 by a rare branch (see
cipher/rc4.py). The instructions for this cost more than they hide on Zen 4 (1.30 instead of 1.54). A load that passes a
store too early makes Sapphire Rapids repeat MD5's work. Cycles a block on Sapphire Rapids with MD5 in words: 508, 333,
312, 332 for 0 to 3 bytes ahead; 371, 378, 450 for 1 to 3 bytes ahead by compare and select. The finest grain is the
best on Zen 4: grains of 4 and 8 lose 1 %, 32 loses 4 %, 64 loses 9 %. Grains of 1 to 16 are equal on Sapphire Rapids,
and 48 loses 2 %.

RC4's windows of eight bytes begin where the position is a multiple of eight. Up to seven single steps come first. The
last block then has one window less, and single steps at the end.

The hash may run over memory of its own; over `in` or `out` ahead of the cipher (in place, the hash takes bytes before
their encryption); or behind the cipher (the hash takes bytes after their decryption). A distance of 72 bytes is enough:
a block, and the up to seven bytes by which RC4 runs ahead to the start of a window.

Measured, 16 KiB, in one process: ratio to our two kernels in sequence, and to OpenSSL's woven kernel (3.0.19 on Zen 4,
otherwise 3.0.22), to MD5 alone:

  core, date                    plain              lookahead    avx512vl
  AMD Zen 4, 2026-11-21         1.54, 1.04, 0.91                1.23, 0.84
  Sapphire Rapids, 2026-11-21   0.95, 0.65         1.56, 1.06   1.72, 1.26
    64 bytes                    0.97, 0.67         1.25, 0.93   1.63, 1.23

These were measured while RC4's table was of bytes and `plain` stood in the place of `gathered`. On AMD Zen 3,
2026-11-23, the table of words brought `plain` from 0.67 to 0.96 of OpenSSL's kernel, and `gathered` is at 1.07 (16 KiB
and 64 bytes; 0.98 while the core's other thread has work): 1,014 instructions for 64 bytes, OpenSSL's 1,126. An entry
ahead, as `preloaded` of RC4 alone has it, gains 1 % alone and loses 11 % beside a busy thread.

(The sequence for the first two columns of Sapphire Rapids has no AVX-512 either.)

Predicted by llvm-mca 19 (a model, which knows nothing of memory): cycles for 64 bytes, in sequence to in one pass:
Cortex-A53 1630 to 1539, A55 1494 to 1394, Neoverse N1 513 to 330, N2 645 to 423, V1 457 to 289, V2 441 to 289.
"""

from generator.kernels.cipher.rc4 import FEW_LANES, UNROLL, key_stream, rc4_bytes, rc4_stream
from generator.kernels.hash.md5 import md5_block
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch

BLOCK = 64


def params(ahead: int = 0, gathers: int = 0) -> tuple[tuple[str, int], ...]:
    """What :func:`~generator.kernels.cipher.rc4.key_stream` asks for."""
    return (("ahead", ahead), ("branch", 1), ("gathers", gathers))


FEW = (("x86", "seven registers hold either MD5's values or RC4's: woven, most of both would live in the frame"),)


@kernel(
    c="void rc4_md5_blocks(uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, "
    "const uint8_t *hashed, size_t blocks)",
    args=[
        Arg("rc4_state", align=4),
        Arg("md5_state", align=4),
        Arg("in", r="64*blocks"),
        Arg("out", w="64*blocks", alias="in"),
        Arg("hashed", r="64*blocks", apart=("out", BLOCK + UNROLL)),
        Arg("blocks", public=True),
    ],
    variants=[
        Variant(
            "plain",
            params=params(),
            without=(*FEW, ("x86_64", "`gathered` takes fewer instructions and no more time")),
        ),
        Variant("gathered", params=params(gathers=1), without=(*FEW, *FEW_LANES[1:])),
        Variant("lookahead", params=params(2), without=(*FEW, ("aarch64", "no core is known that it helps"))),
        Variant("avx512vl", features=("avx512f", "avx512vl"), unit="vec", params=params(2)),
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
    k.note("load the states")
    abcd = k.load32(md5_state, 4, names="abcd")
    keys = key_stream(k, rc4_state, in_, out)
    head = k.zext(k.usize, (keys.i ^ 7) & 7)  # bytes up to the start of a window
    k.cold(keys.i, head)
    with k.if_(blocks.ne(0)):
        k.note("RC4, single steps until a window of eight bytes begins")
        keys.singles(head)
        k.note("a block of MD5, and as many bytes by RC4")
        last = k.select(head.eq(0), 0, k.const(k.usize, 1))  # 1 if the last block ends within a window
        k.cold(last)
        keys.begin()
        with k.while_(blocks.ne(0), align=32):
            saved = k.home(abcd)
            k.emit(stitch(md5_block(k, abcd, hashed), rc4_bytes(k, keys, BLOCK - UNROLL), grain=1))
            k.note("add MD5's state before the block")
            k.add_each(abcd, saved)
            blocks -= 1
            k.note("RC4, the last window of the block")
            with k.if_(blocks.ge(last)):
                keys.windows(BLOCK - UNROLL, UNROLL)
            for pointer in (in_, out, hashed):
                pointer += BLOCK
        keys.end()
        k.note("RC4, single steps to the end")
        with k.if_(head.ne(0)):
            for pointer in (in_, out):
                pointer -= UNROLL
            keys.singles(k.sub(UNROLL, head))
    k.note("store the states")
    k.store32(md5_state, abcd)
    keys.store()
