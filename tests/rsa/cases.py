# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The cases of tests/rsa/cases.c, with the answers of Python's pow."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from math import gcd

from tests.rsa.keys import Key, made

LENGTH, MODULUS, RANGE, KEY, FAULT = -1, -2, -3, -4, -5
_MODEXP, PRIVATE, PUBLIC, _SET_PRIVATE, _SET_PUBLIC = range(5)
_MARK = b"\xaa"


def case(operation: int, result: int, length: int, *fields: bytes) -> bytes:
    """One case. With an error the output is to be untouched: the last field is of marks."""
    fields = (*fields[:-1], _MARK * len(fields[-1])) if result else fields
    head = struct.pack("<IiII", operation, result, length, len(fields))
    return head + b"".join(struct.pack("<I", len(field)) + field for field in fields)


def modexp(base: int, exponent: bytes, modulus: int, length: int, result: int = 0) -> bytes:
    answer = 0 if result else pow(base, int.from_bytes(exponent, "big"), modulus)
    numbers = [number.to_bytes(length, "big") for number in (base, modulus, answer)]
    return case(_MODEXP, result, length, numbers[0], exponent, *numbers[1:])


def set_private(
    key: Key, result: int = 0, parts: list[bytes] | None = None, n: int | None = None, e: bytes | None = None
) -> bytes:
    e = key.e.to_bytes(max(4, (key.e.bit_length() + 7) // 8), "big") if e is None else e
    numbers = (key.octets(key.n if n is None else n), e)
    return case(_SET_PRIVATE, result, key.length, *numbers, *(key.parts() if parts is None else parts), b"")


def set_public(n: int, e: bytes, length: int, result: int = 0) -> bytes:
    return case(_SET_PUBLIC, result, length, n.to_bytes(length, "big"), e, b"")


def private(key: Key, message: int, result: int = 0) -> bytes:
    answer = key.octets(0 if result else pow(message, key.d, key.n))
    return case(PRIVATE, result, key.length, key.octets(message), answer)


def public(key: Key, message: int, result: int = 0) -> bytes:
    answer = key.octets(0 if result else pow(message, key.e, key.n))
    return case(PUBLIC, result, key.length, key.octets(message), answer)


def limbs(rng: random.Random, bits: int) -> int:
    """A number with limbs that make carries run far: 0, 1, all ones, all but one, random."""
    choice = (0, 1, (1 << 64) - 1, (1 << 64) - 2, 1 << 63, rng.getrandbits(64))
    number = sum(rng.choice(choice) << 64 * i for i in range((bits + 63) // 64))
    return number & ((1 << bits) - 1)


def moduli(rng: random.Random, bits: int) -> Iterator[int]:
    """Odd numbers of as many bits: the least, the greatest, random ones, and ones with limbs of all ones and zeros."""
    top = 1 << (bits - 1)
    yield from (top | 1, 2 * top - 1, top | rng.getrandbits(bits - 1) | 1, top | limbs(rng, bits) | 1)


def operands(rng: random.Random, n: int) -> Iterator[int]:
    yield from (0, 1, 2, n - 1, n - 2, n >> 1, rng.randrange(n), limbs(rng, n.bit_length()) % n)


def powers(rng: random.Random, sizes: range, exponent_bytes: int) -> Iterator[bytes]:
    """Powers of all sizes with exponents of up to ``exponent_bytes``."""
    for bits in sizes:
        length = bits // 8
        for n in moduli(rng, bits):
            for base in operands(rng, n):
                yield modexp(base, rng.randbytes(rng.randrange(exponent_bytes + 1)), n, length)
        yield modexp(n - 1, b"\xff" * exponent_bytes, n, length)
        yield modexp(n - 2, bytes(exponent_bytes), n, length)
        yield modexp(n - 2, bytes(exponent_bytes) + b"\1", n, length)


def errors(rng: random.Random, key: Key) -> Iterator[bytes]:
    """Each refusal of each function, around a key that stays usable."""
    n, length = key.n, key.length
    yield set_private(key)
    for message in {n, n + 1, (1 << 8 * length) - 1}:
        yield private(key, message, RANGE)
        yield public(key, message, RANGE)
        yield modexp(message, b"\3", n, length, RANGE)
    for operation in (PRIVATE, PUBLIC):
        for wrong in (0, 1, length - 1, length + 1, 512, 1 << 31):
            yield case(operation, LENGTH, wrong, key.octets(5), bytes(length))
    for modulus in (0, n - 1, 1 << (8 * length - 1), n >> 8 | 1):
        yield modexp(0, b"\3", modulus, length, MODULUS)
        yield set_public(modulus, b"\3", length, MODULUS)
        yield set_private(key, MODULUS, n=modulus)
    for wrong in (0, 1, 63, 513, 600):
        yield modexp(1, b"\3", 1, wrong, LENGTH) if wrong else case(_MODEXP, LENGTH, 0, b"", b"\3", b"", b"")
        yield case(_SET_PUBLIC, LENGTH, wrong, b"\xff" * wrong, b"\3", b"")
        yield case(_SET_PRIVATE, LENGTH, wrong, b"\xff" * wrong, b"\3", *[b"\xff" * (wrong // 2 + 1)] * 5, b"")
    yield case(_MODEXP, LENGTH, length, key.octets(1), bytes(513), key.octets(n), bytes(length))
    for exponent in (b"", b"\0", b"\0\0\1", b"\1", b"\2", b"\1\0", b"\1" + bytes(32), b"\1" * 33):
        yield set_public(n, exponent, length, KEY)
        yield set_private(key, KEY, e=exponent)
    message = rng.randrange(n)
    for bit in (1, 31, 32, 63, 64, n.bit_length() // 2, n.bit_length() // 2 + 64, n.bit_length() - 2):
        yield set_private(key, KEY, n=n ^ 1 << bit)  # good parts of another modulus
    for parts in impossible(rng, key):
        yield set_private(key, KEY, parts)
    yield private(key, message)  # refusals leave the key before
    yield public(key, message)
    yield set_public(n, key.e.to_bytes(40, "big"), length)
    yield private(key, message, KEY)
    yield public(key, message)
    yield set_private(key, KEY, [key.parts()[0]] * 5)
    yield private(key, message, KEY)
    yield public(key, message)
    yield from composites(rng, key)


def impossible(rng: random.Random, key: Key) -> Iterator[list[bytes]]:
    """Parts that make no private key: each with a bit flipped, even, 0, 1, out of its range, or in another's place."""
    numbers = [int.from_bytes(part, "big") for part in key.parts()]
    p, q, dp, dq, inverse = numbers
    most = (1 << 8 * key.half) - 1
    wrong = [(at, numbers[at] ^ 1 << bit) for at in range(5) for bit in (0, 1, rng.randrange(8 * key.half))]
    wrong += [(at, number) for at in range(5) for number in (0, 1, 2, most, key.e)]
    wrong += [(0, q), (1, p), (0, p - 1), (0, p + 1), (0, 2 * p), (1, q - 1), (1, q + 1), (1, 2 * q)]
    wrong += [(2, dp + p - 1), (2, p - 1), (2, p - 1 - dp), (2, dq), (3, dq + q - 1), (3, q - 1), (3, q - 1 - dq)]
    wrong += [(4, inverse + p), (4, p - inverse), (4, p), (4, pow(p, -1, q)), (4, q)]
    for at, number in wrong:
        if number <= most and number != numbers[at]:
            yield [x.to_bytes(key.half, "big") for x in (*numbers[:at], number, *numbers[at + 1 :])]
    for some in ((q, p, dp, dq, inverse), (q, p, dq, dp, inverse), (p, q, dq, dp, inverse), (0, 0, 0, 0, 0)):
        yield [x.to_bytes(key.half, "big") for x in some]


def composites(rng: random.Random, key: Key) -> Iterator[bytes]:
    """p = q is refused. A factor that is no prime makes a key whose results do not leave."""
    exponent = pow(key.e, -1, key.p - 1)
    for inverse in (0, 1, key.p - 1, exponent):
        parts = [x.to_bytes(key.half, "big") for x in (key.p, key.p, exponent, exponent, inverse)]
        yield set_private(key, KEY, parts, key.p**2)
    while True:
        p = rng.randrange(key.p // 2, key.p) | 1
        n = p * key.q
        if gcd(p - 1, key.e) == gcd(p, key.q) == 1 and pow(2, p - 1, p) != 1 and n >> 8 * (key.length - 1):
            break
    other = Key(p, key.q, key.e)
    yield set_private(other)
    for message in (2, 3, n - 2, rng.randrange(n)):
        assert pow(other.power(message), key.e, n) != message
        yield case(PRIVATE, FAULT, key.length, key.octets(message), bytes(key.length))
        yield public(other, message)


def keys(rng: random.Random, sizes: tuple[int, ...], messages: int = 3) -> Iterator[bytes]:
    """Both operations with keys of these bits and with each order of the primes."""
    for bits in sizes:
        e = (3, 17, 65537, (1 << 31) - 1)[bits % 4]
        first = made(rng, bits, e)
        for key in (first, first.turned()):
            yield set_private(key)
            for message in (0, 1, key.n - 1, key.p, key.q * 2, *(rng.randrange(key.n) for _ in range(messages))):
                yield private(key, message)
                yield public(key, message)
