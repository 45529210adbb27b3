# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""BLAKE2b's compression function (RFC 7693, section 3.2) on whole blocks."""

from collections.abc import Iterator

from generator.lang import Arg, Builder, Val, kernel, packed, words

IV = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
SIGMA = (
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
)  # fmt: skip
STEPS = [(n, 4 + n, 8 + n, 12 + n) for n in range(4)]  # columns, then diagonals
STEPS += [(n, 4 + (n + 1) % 4, 8 + (n + 2) % 4, 12 + (n + 3) % 4) for n in range(4)]


def halves() -> Iterator[tuple[int, int, int, int, int, int, int]]:
    """The 192 half-steps of a block: four words of the state, a word of the message, two rotations."""
    for n in range(12):
        for step, four in enumerate(STEPS):
            for half, turns in enumerate(((32, 24), (16, 63))):
                yield (*four, int(SIGMA[n % 10][2 * step + half], 16), *turns)


def blake2b_reference(state: bytearray, data: bytes, blocks: int) -> None:
    *h, count, last = words(state, 8)
    for at in range(0, 128 * blocks, 128):
        count = (count + 128) % 2**64
        v = [*h, *IV[:4], IV[4] ^ count, IV[5], IV[6] ^ last, IV[7]]
        for a, b, c, d, m, first, second in halves():
            v[a] = (v[a] + v[b] + words(data[at : at + 128], 8)[m]) % 2**64
            v[d] = ((v[d] ^ v[a]) >> first | (v[d] ^ v[a]) << 64 - first) % 2**64
            v[c] = (v[c] + v[d]) % 2**64
            v[b] = ((v[b] ^ v[c]) >> second | (v[b] ^ v[c]) << 64 - second) % 2**64
        h = [x ^ y ^ z for x, y, z in zip(h, v, v[8:])]
    state[:72] = packed((*h, count), 8)


@kernel(
    c="void blake2b_blocks(uint8_t state[80], const uint8_t *data, size_t blocks)",
    args=[Arg("state", rw=80), Arg("data", r="128*blocks"), Arg("blocks", public=True)],
    source="RFC 7693, section 3.2",
    size="blocks",
    size_unit=128,
    reference=blake2b_reference,
)
def blake2b_blocks(k: Builder, state: Val, data: Val, blocks: Val) -> None:
    """BLAKE2b of `blocks` blocks of 128 bytes. `state`: eight words, a count of bytes, the mark of the last block."""
    k.cold(state, data, blocks)
    with k.loop(blocks, step={data: 128}):
        v = [*k.load64(state, 8), *(k.const(k.u64, word) for word in IV)]
        k.cold(v)
        count = k.load64(state, offset=64) + 128
        k.store64(state, count, offset=64)
        v[12] ^= count
        v[14] ^= k.load64(state, offset=72)
        for a, b, c, d, m, first, second in halves():
            v[a] += v[b]
            v[a] += k.load64(data, offset=8 * m)
            v[d] ^= v[a]
            k.rotr(v[d], first, to=v[d])
            v[c] += v[d]
            v[b] ^= v[c]
            k.rotr(v[b], second, to=v[b])
        for n in range(8):
            k.store64(state, k.load64(state, offset=8 * n) ^ v[n] ^ v[n + 8], offset=8 * n)
