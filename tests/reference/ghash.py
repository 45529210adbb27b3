# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""GHASH in plain Python, from SP 800-38D, 6.3 and 6.4, and the form of its powers that the kernels share."""

from __future__ import annotations

from functools import cache

from tests.reference import aes

BLOCK = 16
_R = 0xE1 << 120
_POLYVAL = 1 << 128 | 0xC2 << 120 | 1


def times(x: int, y: int) -> int:
    """The product of two blocks (6.3). Bit 127 of a number is the standard's bit 0."""
    product = 0
    for n in range(128):
        if x >> (127 - n) & 1:
            product ^= y
        y = y >> 1 ^ (_R if y & 1 else 0)
    return product


def blocks(h: bytes, xi: bytes, data: bytes) -> bytes:
    """The state after the blocks of ``data`` under the key ``h``."""
    key, state = int.from_bytes(h, "big"), int.from_bytes(xi, "big")
    for at in range(0, len(data), BLOCK):
        state = times(state ^ int.from_bytes(data[at : at + BLOCK], "big"), key)
    return state.to_bytes(BLOCK, "big")


def _own(number: int) -> int:
    """A block times x in reversed bits: a number of RFC 8452, appendix A."""
    doubled = number << 1
    return doubled ^ (_POLYVAL if doubled >> 128 else 0)


@cache
def powers(h: bytes) -> bytes:
    """The powers 22 to 1 as the kernels have them: each power of the standard, bytes reversed, times x."""
    key = int.from_bytes(h, "big")
    power, made = key, []
    for _ in range(22):
        made.append(_own(power).to_bytes(BLOCK, "little"))
        power = times(power, key)
    return b"".join(reversed(made))


@cache
def key_of(made: bytes) -> bytes:
    """The key that ``made`` are the powers of."""
    number = int.from_bytes(made[-BLOCK:], "little")
    number = (number ^ _POLYVAL if number & 1 else number) >> 1
    return number.to_bytes(BLOCK, "big")


def gcm(schedule: bytes, counter: bytes, made: bytes, xi: bytes, data: bytes, *, decrypt: bool) -> dict[str, bytes]:
    """CTR over whole blocks beside GHASH of the ciphertext."""
    out, after = aes.ctr32(schedule, counter, data)
    return {"out": out, "counter": after, "xi": blocks(key_of(made), xi, data if decrypt else out)}


def message(schedule: bytes, made: bytes, given: bytes, data: bytes, *, decrypt: bool) -> dict[str, bytes]:
    """A whole message (7.1, 7.2). ``given``: the hash before the last block of associated data, the first counter, that
    block, and the lengths. The tag takes the hash's place, and zeros the others'."""
    xi, counter, *rest = (given[n : n + BLOCK] for n in range(0, 4 * BLOCK, BLOCK))
    padding = bytes(-len(data) % BLOCK)
    stream, _ = aes.ctr32(schedule, counter, bytes(BLOCK) + data + padding)
    mask, out = stream[:BLOCK], stream[BLOCK : BLOCK + len(data)]
    tag = blocks(key_of(made), xi, rest[0] + (data if decrypt else out) + padding + rest[1])
    return {"out": out, "message": bytes(x ^ y for x, y in zip(tag, mask)) + bytes(3 * BLOCK)}
