# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Whirlpool in plain Python, from ISO/IEC 10118-3:2004 (dedicated hash-function 7)."""

from __future__ import annotations

INITIAL = (0,) * 8
ROUNDS = 10
_FACTORS = (1, 1, 4, 1, 8, 5, 2, 9)  # of the circulant matrix, first row


def _times(a: int, b: int, modulus: int) -> int:
    """The product of polynomials over GF(2)."""
    out = 0
    while b:
        out ^= a if b & 1 else 0
        b >>= 1
        a <<= 1
        if a >> modulus.bit_length() - 1:
            a ^= modulus
    return out


def _powers() -> list[int]:
    """The first small box: powers of 11 modulo x^4 + x + 1, and 0 for 15."""
    out = [1]
    for _ in range(14):
        out.append(_times(out[-1], 0xB, 0x13))
    return [*out, 0]


_E = _powers()
_R = [7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0]


def _substitute(x: int) -> int:
    high, low = _E[x >> 4], _E.index(x & 15)
    mixed = _R[high ^ low]
    return _E[high ^ mixed] << 4 | _E.index(low ^ mixed)


SBOX = [_substitute(x) for x in range(256)]
_PRODUCTS = [[_times(y, factor, 0x11D) for factor in _FACTORS] for y in SBOX]


def _mixed(matrix: bytes) -> bytes:
    """SubBytes, ShiftColumns and MixRows of eight rows of eight bytes."""
    out = bytearray(64)
    for row in range(8):
        for column in range(8):
            products = _PRODUCTS[matrix[8 * ((row - column) % 8) + column]]
            for n in range(8):
                out[8 * row + (column + n) % 8] ^= products[n]
    return bytes(out)


def _sum(*parts: bytes) -> bytes:
    total = 0
    for part in parts:
        total ^= int.from_bytes(part, "big")
    return total.to_bytes(64, "big")


def compress(chain: bytes, block: bytes) -> bytes:
    """The next chaining value: the cipher W under the key ``chain``, and both inputs added (Miyaguchi and Preneel)."""
    key, state = chain, _sum(chain, block)
    for turn in range(ROUNDS):
        key = _sum(_mixed(key), bytes(SBOX[8 * turn : 8 * turn + 8]) + bytes(56))
        state = _sum(_mixed(state), key)
    return _sum(state, chain, block)


def blocks(state: bytes, data: bytes) -> bytes:
    """The state after whole blocks: eight words of 64 bits, as little-endian bytes."""
    chain = b"".join(state[at : at + 8][::-1] for at in range(0, 64, 8))
    for at in range(0, len(data), 64):
        chain = compress(chain, data[at : at + 64])
    return b"".join(chain[at : at + 8][::-1] for at in range(0, 64, 8))


def digest(message: bytes) -> bytes:
    """The digest of a whole message."""
    padded = message + b"\x80" + bytes(-(len(message) + 33) % 64) + (8 * len(message)).to_bytes(32, "big")
    chain = bytes(64)
    for at in range(0, len(padded), 64):
        chain = compress(chain, padded[at : at + 64])
    return chain
