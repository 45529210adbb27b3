# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 (RFC 8439, section 2.5): a one-time authenticator, on three words of 64 bits."""

from collections.abc import Sequence

from generator.lang import Arg, Builder, Val, Variant, kernel

CLAMPS = (0x0FFFFFFC0FFFFFFF, 0x0FFFFFFC0FFFFFFC)


def poly1305_reference(key: bytes, data: bytes, length: int, out: bytearray) -> None:
    total, r = 0, int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    for at in range(0, length, 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % (2**130 - 5)
    out[:] = ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def dot(k: Builder, *pairs: tuple[Val, Val]) -> list[Val]:
    """The sum of the products of pairs, in two words."""
    k.cold(sums := [*k.mul_wide(*pairs[0])])
    for x, y in pairs[1:]:
        k.add_row(sums, k.mul_wide(x, y))
    return sums


def absorb(k: Builder, h: list[Val], block: Sequence[Val | int], r: list[Val], fifth: Val) -> None:
    """h = (h + block) * r, reduced to 131 bits: 2^130 is 5. ``fifth``: 5/4 of r[1], which is a multiple of 4."""
    k.add_row(h, block)
    low = dot(k, (h[0], r[0]), (h[1], fifth))
    middle = dot(k, (h[0], r[1]), (h[1], r[0]), (h[2], fifth))
    k.mul(h[2], r[0], to=h[2])
    k.add_row(middle, [low[1], h[2]])
    k.cold(above := (middle[1] & -4) + (middle[1] >> 2))
    for to, word in zip(h, (low[0], middle[0], middle[1] & 3)):
        k.set(to, word)
    k.add_row(h, [above, 0, 0])


@kernel(
    c="void poly1305(const uint8_t key[32], const uint8_t *data, size_t length, uint8_t out[16])",
    args=[Arg("key", r=32), Arg("data", r="length"), Arg("length", public=True), Arg("out", w=16)],
    source="RFC 8439, section 2.5",
    variants=[Variant("scalar"), Variant("mulx", features=("bmi2",), without=(("aarch64", "the code of scalar"),))],
    size="length",
    reference=poly1305_reference,
)
def poly1305(k: Builder, key: Val, data: Val, length: Val, out: Val) -> None:
    """Poly1305 of `length` bytes, by a key for this one message."""
    h = [k.const(k.u64, 0, f"h{n}") for n in range(3)]
    r = [k.and_(word, clamp) for word, clamp in zip(k.load64(key, 2), CLAMPS)]
    fifth = r[1] + (r[1] >> 2)
    k.cold(key, data, length, out, h, r, fifth)
    with k.loop(length >> 4, step={data: 16}):
        k.cold(block := k.load64(data, 2))
        absorb(k, h, [*block, 1], r, fifth)
    k.cold(tail := length & 15, last := [k.const(k.u64, 1), k.const(k.u64, 0)])
    with k.if_(tail.ne(0)):  # the last bytes, and a byte 1 behind them
        with k.loop(tail):
            tail -= 1
            k.set(last[1], (last[1] << 8) | (last[0] >> 56))
            k.set(last[0], (last[0] << 8) | k.zext(k.u64, k.load8(data, index=tail)))
        absorb(k, h, [*last, 0], r, fifth)
    k.cold(less := [k.copy(word) for word in h])
    k.add_row(less, [5, 0, 0])  # h + 5 - 2^130, which is h modulo 2^130 - 5 if it is not negative
    k.cold(mask := k.sub(0, less[2] >> 2))
    for word, other in zip(h[:2], less):
        word ^= (word ^ other) & mask
    k.add_row(h[:2], k.load64(key, 2, offset=16))
    k.store64(out, h[:2])
