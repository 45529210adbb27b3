# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 in plain Python, from RFC 8439."""

P = (1 << 130) - 5
BLOCK = 16
_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


def blocks(key: bytes, h: bytes, data: bytes, pad: int) -> bytes:
    """The number `h` after all blocks of 16 bytes: each has 2^128 added if ``pad`` is 1."""
    r, total = int.from_bytes(key[:BLOCK], "little") & _CLAMP, int.from_bytes(h, "little")
    for at in range(0, len(data), BLOCK):
        total = (total + int.from_bytes(data[at : at + BLOCK], "little") + (pad << 128)) * r % P
    return (total % P).to_bytes(24, "little")


def tag(key: bytes, h: bytes) -> bytes:
    """The tag of a number that :func:`blocks` leaves: plus s, the second half of the key."""
    total = int.from_bytes(h, "little") + int.from_bytes(key[BLOCK:], "little")
    return (total % (1 << 128)).to_bytes(16, "little")


def mac(key: bytes, message: bytes) -> bytes:
    """The tag of a whole message."""
    whole = len(message) // BLOCK * BLOCK
    h = blocks(key, bytes(24), message[:whole], 1)
    if whole < len(message):
        h = blocks(key, h, (message[whole:] + b"\x01").ljust(BLOCK, b"\0"), 0)
    return tag(key, h)
