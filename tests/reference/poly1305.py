# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Poly1305 in plain Python, from RFC 8439, section 2.5."""

from __future__ import annotations

_PRIME = 2**130 - 5
_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


def poly1305(key: bytes, data: bytes) -> bytes:
    """The tag of 16 bytes."""
    if len(key) != 32:
        raise ValueError(f"Poly1305 key of {len(key)} bytes; it has 32")
    r = int.from_bytes(key[:16], "little") & _CLAMP
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\1", "little")) * r % _PRIME
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")
