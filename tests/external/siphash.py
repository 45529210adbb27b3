# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed 64-bit hash of short inputs."""

from generator.lang import Arg, Builder, Val, kernel, words

TURNS = ((0, 1, 13, 2, 3, 16), (2, 1, 17, 0, 3, 21))
MASKS = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


def sip_rounds(k: Builder, v: list[Val], rounds: int) -> None:
    for _ in range(rounds):
        for a, b, bits, c, d, bits2 in TURNS:
            v[a] += v[b]
            v[c] += v[d]
            k.rotl(v[b], bits, to=v[b])
            k.rotl(v[d], bits2, to=v[d])
            v[b] ^= v[a]
            v[d] ^= v[c]
            k.rotl(v[a], 32, to=v[a])


def absorb(k: Builder, v: list[Val], word: Val) -> None:
    v[3] ^= word
    sip_rounds(k, v, 2)
    v[0] ^= word


def siphash24_reference(key: bytes, data: bytes, length: int, out: bytearray) -> None:
    padded = data + bytes(7 - length % 8) + bytes([length % 256])
    v = [word ^ mask for word, mask in zip(2 * words(key, 8), MASKS)]
    for word, rounds in (*((word, 2) for word in words(padded, 8)), (0, 4)):
        v[3] ^= word
        v[2] ^= 0xFF if rounds == 4 else 0
        for a, b, bits, c, d, bits2 in TURNS * rounds:
            v[a], v[c] = (v[a] + v[b]) % 2**64, (v[c] + v[d]) % 2**64
            v[b] = (v[b] << bits | v[b] >> 64 - bits) % 2**64 ^ v[a]
            v[d] = (v[d] << bits2 | v[d] >> 64 - bits2) % 2**64 ^ v[c]
            v[a] = (v[a] << 32 | v[a] >> 32) % 2**64
        v[0] ^= word
    out[:] = (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")


@kernel(
    c="void siphash24(const uint8_t key[16], const uint8_t *data, size_t length, uint8_t out[8])",
    args=[Arg("key", r=16), Arg("data", r="length"), Arg("length", public=True), Arg("out", w=8)],
    source="SipHash: a fast short-input PRF, section 2",
    size="length",
    reference=siphash24_reference,
)
def siphash24(k: Builder, key: Val, data: Val, length: Val, out: Val) -> None:
    """SipHash-2-4 of `length` bytes, the tag little-endian."""
    k.cold(key, data, length, out)
    k0, k1 = k.load64(key, 2, names=["k0", "k1"])
    v = [k.xor(word, mask) for word, mask in zip((k0, k1, k0, k1), MASKS)]
    k.cold(k0, k1, v)
    with k.loop(length >> 3, step={data: 8}):
        k.cold(word := k.load64(data))
        absorb(k, v, word)
    k.cold(last := k.zext(k.u64, length) << 56, tail := length & 7, shifted := k.const(k.u64, 0))
    data += tail
    with k.loop(tail):
        data -= 1
        shifted <<= 8
        shifted |= k.zext(k.u64, k.load8(data))
    last |= shifted
    absorb(k, v, last)
    v[2] ^= 0xFF
    sip_rounds(k, v, 4)
    k.store64(out, (v[0] ^ v[1]) ^ (v[2] ^ v[3]))
