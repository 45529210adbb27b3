# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""BLAKE2s's compression function (RFC 7693, section 3.2) on whole blocks, of one message and of several at once."""

from generator.lang import Arg, Builder, Val, Variant, kernel, packed, words

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
SIGMA = (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
)  # fmt: skip
STEPS = [(n, 4 + (n + s) % 4, 8 + (n + 2 * s) % 4, 12 + (n + 3 * s) % 4) for s in (0, 1) for n in range(4)]
HALVES = [
    (*four, int(order[2 * step + half], 16), *turns)
    for order in SIGMA for step, four in enumerate(STEPS) for half, turns in enumerate(((16, 12), (8, 7)))
]  # fmt: skip
"""The 160 half-steps, of columns and of diagonals: four words of the state, a word of the message, two rotations."""


def blake2s_reference(state: bytearray, data: bytes, blocks: int) -> None:
    h, low, high, marks = words(state[:32], 4), *words(state[32:40], 4), words(state[40:], 4)
    for at in range(0, 64 * blocks, 64):
        low, high = (low + 64) % 2**32, (high + (low + 64 >> 32)) % 2**32
        v = [*h, *IV[:4], IV[4] ^ low, IV[5] ^ high, IV[6] ^ marks[0], IV[7] ^ marks[1]]
        for a, b, c, d, m, first, second in HALVES:
            v[a] = (v[a] + v[b] + words(data[at : at + 64], 4)[m]) % 2**32
            v[d] = ((v[d] ^ v[a]) >> first | (v[d] ^ v[a]) << 32 - first) % 2**32
            v[c] = (v[c] + v[d]) % 2**32
            v[b] = ((v[b] ^ v[c]) >> second | (v[b] ^ v[c]) << 32 - second) % 2**32
        h = [x ^ y ^ z for x, y, z in zip(h, v, v[8:])]
    state[:40] = packed((*h, low, high), 4)


@kernel(
    c="void blake2s_blocks(uint8_t state[48], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=48), Arg("data", r="64*blocks"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar"),
        Variant("neon", features=("neon",), messages=4),
        Variant("ssse3", features=("ssse3",), messages=4),
        Variant("avx2", features=("avx2",), messages=8),
        Variant("avx512", features=("avx512f", "avx512bw"), messages=16),
    ],
    source="RFC 7693, section 3.2",
    size="blocks",
    size_unit=64,
    reference=blake2s_reference,
)
def blake2s_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """BLAKE2s of `blocks` blocks of 64 bytes. `state`: eight words, a count of bytes in two, the marks of the end."""
    k.cold(state, data, blocks, h := k.load32(state, 12))
    with k.loop(blocks, step={data: 64}):
        before = k.copy(h[8])
        h[8] += 64
        h[9] += k.andn(before, h[8]) >> 31  # the carry, in operations that messages side by side have too
        k.cold(v := [*map(k.copy, h[:8]), *(k.const(k.u32, word) for word in IV[:4]), *map(k.xor, h[8:], IV[4:])])
        for a, b, c, d, m, first, second in HALVES:
            v[a] += v[b]
            v[a] += k.load32(data, offset=4 * m)
            v[d] ^= v[a]
            k.rotr(v[d], first, to=v[d])
            v[c] += v[d]
            v[b] ^= v[c]
            k.rotr(v[b], second, to=v[b])
        for n in range(8):
            h[n] ^= v[n] ^ v[n + 8]
    k.store32(state, h)
