# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The permutation Keccak-f[1600] (FIPS 202, section 3), lane by lane."""

from functools import reduce

from generator.lang import Arg, Builder, Val, Variant, kernel, packed, words

TURNS = (0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14)
CONSTANTS = (
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
)  # fmt: skip


def moved(n: int) -> int:
    """The place of lane n = x + 5y after the step pi."""
    return n // 5 + (2 * n + n // 5 * 3) % 5 * 5


def right(n: int, distance: int) -> int:
    """The lane ``distance`` places to the right in the row of lane n."""
    return n // 5 * 5 + (n + distance) % 5


def keccak_f1600_reference(state: bytearray) -> None:
    a = words(state, 8)
    for constant in CONSTANTS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[(x + 4) % 5] ^ (c[(x + 1) % 5] << 1 | c[(x + 1) % 5] >> 63) % 2**64 for x in range(5)]
        b = [0] * 25
        for n in range(25):
            lane = a[n] ^ d[n % 5]
            b[moved(n)] = (lane << TURNS[n] | lane >> 64 - TURNS[n]) % 2**64
        a = [b[n] ^ (~b[right(n, 1)] & b[right(n, 2)]) for n in range(25)]
        a[0] ^= constant
    state[:] = packed(a, 8)


@kernel(
    c="void keccak_f1600(uint8_t state[200])",
    args=[Arg("state", rw=200)],
    source="FIPS 202, section 3",
    variants=[
        Variant("scalar"),
        Variant("bmi2", features=("bmi1", "bmi2"), without=(("aarch64", "the code of scalar"),)),
    ],
    reference=keccak_f1600_reference,
)
def keccak_f1600(k: Builder, state: Val) -> None:
    """24 rounds on the 25 lanes of a state."""
    a = k.load64(state, 25)
    k.cold(state, a)
    constant = k.table("constants", k.u64, CONSTANTS)
    k.cold(constant)
    with k.loop(k.const(k.usize, 24), step={constant: 8}, at_least_once=True):
        c = [reduce(k.xor, a[x::5]) for x in range(5)]
        d = [c[(x + 4) % 5] ^ k.rotl(c[(x + 1) % 5], 1) for x in range(5)]
        b = {moved(n): k.rotl(a[n] ^ d[n % 5], TURNS[n]) if n else a[0] ^ d[0] for n in range(25)}
        k.cold(c, d, [*b.values()])
        for n in range(25):
            k.xor(b[n], k.andn(b[right(n, 2)], b[right(n, 1)]), to=a[n])
        a[0] ^= k.load64(constant)
    k.store64(state, a)
