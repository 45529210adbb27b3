# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A mixer of words, for several messages at once."""

from generator.lang import Arg, Builder, Val, Variant, kernel

MASK = 2**64 - 1


def mix_reference(state: bytearray, data: bytes, key: int, blocks: int) -> None:
    words = [int.from_bytes(state[8 * n : 8 * n + 8], "little") for n in range(3)]
    for block in range(blocks):
        more = [int.from_bytes(data[24 * block + 8 * n : 24 * block + 8 * n + 8], "big") for n in range(3)]
        kept = list(words)
        for n in range(3):
            a, b, c = words[n], words[(n + 1) % 3], words[(n + 2) % 3]
            a = (a + more[n] + key + block + (0x0123456789ABCDEF, 5)[block > 1]) & MASK
            a ^= (b & ~c) ^ (a >> 7)
            words[n] = (a << 13 | a >> 51) & MASK
        words = [(x - y) & MASK for x, y in zip(words, kept)]
    state[:] = b"".join(word.to_bytes(8, "big" if n == 2 else "little") for n, word in enumerate(words))


@kernel(
    c="void mix(uint64_t state[3], const uint8_t *data, uint64_t key, size_t blocks)",
    args=[Arg("state", rw=24), Arg("data", r="24*blocks"), Arg("key"), Arg("blocks", public=True)],
    variants=[
        Variant("scalar"),
        Variant("ssse3", features=("ssse3",), messages=2, without=(("x86", "a key of two words"),)),
        Variant("neon", features=("neon",), messages=2),
        Variant("avx2", features=("avx2",), messages=4, without=(("x86", "a key of two words"),)),
        Variant("avx2", features=("avx2",), messages=8, sets=2, without=(("x86", "a key of two words"),)),
    ],
    source="this test",
    size="blocks",
    size_unit=24,
    reference=mix_reference,
)
def mix(k: Builder, state: Val, data: Val, key: Val, blocks: Val) -> None:
    """A mixer: words that stand alone at the end of a message, areas, tables, pointers that are chosen, and a number
    of all messages."""
    words = k.load64(state, 3, names="abc")
    table = k.table("some", k.u64, [0x0123456789ABCDEF, 5])
    count = k.copy(blocks, "count")
    turn = k.const(k.usize, 0)
    with k.while_(count.ne(0)):
        area = k.frame(24)
        k.store64(area, words)
        chosen = k.select(turn.lt(2), k.copy(table), k.add(table, 8))
        number = k.zext(k.u64, turn)
        for n in range(3):
            a, b, c = (words[(n + m) % 3] for m in range(3))
            k.add(a, k.load64(data, offset=8 * n, be=True), key, number, to=a)
            a += k.load64(chosen)
            a ^= k.andn(b, c) ^ (a >> 7)
            k.rotl(a, 13, to=a)
        here = k.copy(area)
        for n in range(3):
            words[n] -= k.load64(here)
            here += 8
        turn += 1
        count -= 1
        data += 24
    k.store64(state, words[:2])
    k.store64(state, words[2], offset=16)
    k.store64(state, k.bswap(words[2]), offset=16)
