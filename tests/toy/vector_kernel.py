# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A vector kernel of the tests' own: two vectors are stirred for so many rounds."""

from generator.lang import Arg, Builder, Val, Variant, kernel

STIR = (0x9E3779B9, 0x7F4A7C15, 0xF39CC060, 0x5CEDC834)
BITS = (16, 12, 8, 7)


@kernel(
    c="void stir(uint32_t *state, const uint32_t *key, size_t rounds)",
    args=[Arg("state", rw=32), Arg("key", r=16), Arg("rounds", public=True)],
    variants=[Variant("scalar")],
    source="none: made for a test",
    wipe=True,
)
def stir(k: Builder, state: Val, key: Val, rounds: Val) -> None:
    """a += b ^ key, b = (b ^ a) <<< bits, four times a round, and a += key ^ constant, by way of the frame."""
    area = k.frame(16)
    a, b = k.vload(k.v128, state), k.vload(k.v128, state, offset=16)
    k.vstore(area, k.xor(k.vconst(k.v128, STIR), k.vload(k.v128, key)))
    with k.loop(rounds):
        for bits in BITS:
            word = k.vload(k.v128, key)
            k.vadd(a, k.xor(b, word), bits=32, to=a)
            k.xor(b, a, to=b)
            k.vrotl(b, bits, bits=32, to=b)
        k.vadd(a, k.vload(k.v128, area), bits=32, to=a)
    k.vstore(state, a)
    k.vstore(state, b, offset=16)
