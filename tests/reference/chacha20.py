# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""ChaCha20 of RFC 8439 and HChaCha20 in plain Python."""

from __future__ import annotations

import struct

_MASK = 0xFFFFFFFF


def _rounds(key: bytes, last: bytes) -> tuple[list[int], list[int]]:
    """The state, and the state after twenty rounds."""
    before = list(struct.unpack("<16I", b"expand 32-byte k" + key + last))
    x = list(before)
    for turn in range(20):
        for column in range(4):
            a, b, c, d = (4 * row + (column + row * (turn % 2)) % 4 for row in range(4))
            for total, term, other, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[total] = x[total] + x[term] & _MASK
                x[other] ^= x[total]
                x[other] = (x[other] << count | x[other] >> 32 - count) & _MASK
    return before, x


def hchacha20(key: bytes, nonce: bytes) -> bytes:
    _, x = _rounds(key, nonce)
    return struct.pack("<8I", *x[:4], *x[12:])


def ctr32(key: bytes, counter: bytes, data: bytes) -> tuple[bytes, bytes]:
    """Encrypts or decrypts whole blocks: the output and the next block's counter."""
    number, rest = int.from_bytes(counter[:4], "little"), counter[4:]
    out = b""
    for at in range(0, len(data), 64):
        before, x = _rounds(key, number.to_bytes(4, "little") + rest)
        stream = struct.pack("<16I", *(first + word & _MASK for first, word in zip(before, x)))
        out += bytes(one ^ two for one, two in zip(data[at : at + 64], stream))
        number = number + 1 & _MASK
    return out, number.to_bytes(4, "little") + rest
