# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""MD5 compression (RFC 1321, section 3.4).

Critical path of a step: boolean function of the newest value, add, rotate, add. A step takes 5, 4, 4, 5 cycles in the
four rounds with two-input logic, and 4 cycles with three-input logic. Round 2's function is a sum of two disjoint
halves, of which only one depends on the newest value. The message word is added to `a` beforehand, off that path. So is
the constant where no instruction adds it together with the function.

Measured, 16 KiB, ratio to OpenSSL 3.0.19's scalar kernel in one process:

  core, date                scalar          avx512vl
  AMD Zen 5, 2026-11-21     1.06 (4.5 c/B)  0.53 (8.9 c/B: vector additions take two cycles there)

Several messages at once on AMD Zen 3, 2026-11-23, 16 KiB each: cycles for a block of each message (in brackets: the
same blocks by `scalar`, one after the other). Eight messages wait for their path, sixteen for the vector units.

  8 by avx2: 396 (2312)   16 by avx2: 459 (4623)
"""

from math import floor, sin

from generator.lang import Arg, Builder, Val, Variant, kernel, stream
from generator.lang.interface import Hash

# RFC 1321: T[i] is the integer part of 2^32 * abs(sin(i)), i in radians.
CONSTANTS = [floor(2**32 * abs(sin(i + 1))) for i in range(64)]
ROTATIONS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
WORDS = [lambda i: i, lambda i: 5 * i + 1, lambda i: 3 * i + 5, lambda i: 7 * i]

# F, G, H, I of the RFC, each as disjoint parts; early parts first. Arguments newest first.
PARITY = lambda x, y, z: (y ^ z) ^ x  # noqa: E731
FUNCTIONS = [
    [lambda x, y, z: ((y ^ z) & x) ^ z],
    [lambda x, y, z: y & ~z, lambda x, y, z: z & x],
    [PARITY],
    [lambda x, y, z: (x | ~z) ^ y],
]

FEW = (("x86", "eight vector registers do not suffice"),)

MD5 = Hash(
    "md5",
    title="MD5",
    digest=16,
    start=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476),
    abc="900150983cd24fb0d6963f7d28e17f72",
    hmac=True,
    little_endian=True,
)


@stream
def md5_block(k: Builder, state: list[Val], data: Val) -> None:
    """Run the 64 steps over one block of 64 bytes at `data`. `state` is a, b, c, d and changes in place."""
    a, b, c, d = state
    parity = oldest = a  # oldest: the step before's d
    for i in range(64):
        turn = i // 16
        if i % 16 == 0:
            k.note(f"round {turn + 1}")
        at, turns = WORDS[turn](i) % 16, ROTATIONS[turn][i % 4]
        k.note(f"[{'ABCDABC'[-i % 4 :][:4]} {at} {turns} {i + 1}]", inline=True)  # the step as RFC 1321 writes it
        first, *rest = FUNCTIONS[turn]
        if k.u32.cls == "vec" or k.messages and k.vectors > 16:  # logic of three inputs
            k.add(a, k.load32(data, offset=4 * at), CONSTANTS[i], to=a)
            k.add_ternary(a, FUNCTIONS[turn], b, c, d)
        else:
            if first is PARITY:  # of b, c and d: the step before's exchanges its d for the new b
                parity = k.xor(c, d) if i == 32 else k.xor(parity, oldest, to=parity)
            # An addition takes the word from memory, and the next one the constant, where instructions can.
            a += k.load32(data, offset=4 * at)
            if first is PARITY:
                parity ^= b
                k.add(a, CONSTANTS[i], parity, to=a)
            else:
                k.add(a, CONSTANTS[i], k.ternary(first, b, c, d), to=a)
            for part in rest:
                a += k.ternary(part, b, c, d)
        oldest = d
        k.rotl(a, turns, to=a)
        a += b
        a, b, c, d = d, a, b, c


@kernel(
    c="void md5_blocks(uint32_t state[4], const uint8_t *data, size_t blocks)",
    args=[Arg("state", align=4), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar"),
        Variant("avx512vl", features=("avx512f", "avx512vl"), unit="vec"),
        Variant("neon", features=("neon",), messages=4),
        Variant("sse2", features=("sse2",), messages=4),
        Variant("avx2", features=("avx2",), messages=8, without=FEW),
        Variant("avx512vl", features=("avx512bw", "avx512vl"), messages=8, without=FEW),
        Variant("avx2", features=("avx2",), messages=16, sets=2, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), messages=16, without=FEW),
        Variant("avx512", features=("avx512f", "avx512bw"), messages=32, sets=2, without=FEW),
    ],
    source="RFC 1321",
    size="blocks",
    size_unit=64,
    portable=True,
    interface=[MD5],
)
def md5_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """MD5 compression of `blocks` 64-byte blocks."""
    k.cold(state)
    abcd = k.load32(state, 4, names="abcd")
    with k.loop(blocks, step={data: 64}):
        saved = k.home(abcd)
        k.emit(md5_block(k, abcd, data))
        k.add_each(abcd, saved)
    k.store32(state, abcd)
