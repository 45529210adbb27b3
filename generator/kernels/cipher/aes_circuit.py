# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The S-box of AES (FIPS 197, 5.1.1 and 5.3.2) on bit slices: 120 operations, and 124 for the inverse. Eight words hold
the bytes: word n has bit n of every byte.

The S-box is an inversion in GF(2^8), done in GF(2^4) over GF(2^2) with normal bases at each level: w and w^2 with w =
0xbc, z and z^4 with z = 0x5c, y and y^16 with y = 0xfe. Of all such bases, this one has the shortest linear layers that
a greedy search found. The inversion in GF(2^4) has five products (Boyar and Peralta, A New Combinational Logic
Minimization Technique with Applications to Cryptology, 2010).

An element of GF(2^2) is two words: the factor of w^2, then the factor of w. As an operand the element has a third word,
the sum of both. An element of GF(2^4) is two elements of GF(2^2): the factor of z^4, then the factor of z. As an
operand the element has the sum of both as well, and so nine words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.lang import Builder, Val

# Linear layers: a result's name, then the two operands that are added, or the one that the result is. Digits are the
# inputs, capital letters the outputs. A first layer gives the two halves of the number as operands (A to I, J to R) and
# four words of m (a + b)^2, where m = y^17. A second layer gives the bits of the bytes.
LAYERS = {
    False: (
        "a13 b56 c2a A0 P47 d2P e4b Q27 f5Q E0b G6c CaP N1E F5c L1d TPG B0C M7E R24 I5d J4E Sce HbC O17 U7F V3f D0G "
        "KQN",
        "a36 H17 F24 E5H G15 B7a A4a b0F CHb c46 DcE",
    ),
    True: (
        "a01 c36 d27 e15 N46 P34 Q67 b5N f2P JNa LaQ g2L S03 B7N Fce OaP V0b Mac R3B E0P HQS C2b K47 D5J I1f T3g U5P "
        "A5d GJd",
        "a14 b5a d2b A0 B37 c6B C5c e0a Dec E34 f07 Ffd GBd H36",
    ),
}
Words = Callable[[int], Val]


def layer(k: Builder, text: str, inputs: Sequence[Val], to: Sequence[Val | None]) -> Words:
    """Output n of a linear layer, computed at its first use, in the variable ``to[n]`` if there is one."""
    rows = {row[0]: row[1:] for row in text.split()}
    held = dict(zip("01234567", inputs))

    def value(name: str) -> Val:
        if name not in held:
            operands = [value(one) for one in rows[name]]
            place = to[ord(name) - ord("A")] if name.isupper() else None
            if len(operands) == 2:
                held[name] = k.xor(*operands, to=place)
            elif place is not None:
                k.set(place, operands[0])
            held.setdefault(name, operands[0] if place is None else place)
            k.cold(held[name])
        return held[name]

    return lambda n: value(chr(ord("A") + n))


def product(k: Builder, x: Words, y: Words) -> list[Val]:
    """x * y in GF(2^4); both are operands. Let s be the product of the sums of their halves. The factors of z^4 and of
    z are each the product of the operands' factors of the same element, plus w s."""

    def both(n: int) -> Val:
        out = x(n) & y(n)
        k.cold(out)
        return out

    shared, *sums = (both(n) for n in (6, 7, 8))
    for one in sums:
        one ^= shared
    out = []
    for half in (0, 3):
        shared = both(half + 2)
        for n, add in enumerate(sums):
            one = both(half + n)
            one ^= shared
            one ^= add
            out.append(one)
    return out


def inverse(k: Builder, d: Sequence[Val]) -> Words:
    """1 / d in GF(2^4) as an operand; 1 / 0 is 0."""
    a, b = d[2] ^ d[3], d[0] ^ d[1]
    low = d[1] & d[3]
    high = d[0] ^ low
    first = a & high
    first ^= d[2]
    low ^= d[2]
    third = low & b
    third ^= d[0]
    b = d[1] ^ third
    last = high ^ third
    last &= d[0]
    high ^= last
    last ^= b
    high &= first
    second = a ^ high
    out = [first, second, first ^ second, third, last, third ^ last, first ^ third, second ^ last]
    out.append(out[6] ^ out[7])
    k.cold(out)
    return out.__getitem__


def substitute(
    k: Builder, x: Sequence[Val], *, inverse_box: bool = False, layers: tuple[str, str] | None = None
) -> None:
    """SubBytes without the addition of the constant, or InvSubBytes after it. ``layers``: those of another box."""
    before, after = layers or LAYERS[inverse_box]
    y = layer(k, after, inverted(k, x, before), x)
    for n in range(8):
        y(n)


def inverted(k: Builder, x: Sequence[Val], before: str) -> list[Val]:
    """The inverse as a second layer takes it. ``before``: the first layer.

    The inverse of a y^16 + b y is (b y^16 + a y) / n with the norm n = m (a + b)^2 + a b.
    """
    t = layer(k, before, x, [None] * 22)
    a, b = t, lambda n: t(9 + n)
    norm = product(k, a, b)
    for n, one in enumerate(norm):
        one ^= t(18 + n)
    over = inverse(k, norm)
    return [*product(k, over, b), *product(k, over, a)]
