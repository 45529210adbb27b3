# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Digests and MACs by a hash's name, for the tests that do the same with each hash of the C API.

Python's hashlib answers first, because it is fast. A row of :data:`OWN` answers for a hash that this Python lacks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from tests.reference import md5, ripemd160, whirlpool

OWN: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "md5": (64, md5.digest),  # a Python in FIPS mode refuses MD5
    "ripemd160": (64, ripemd160.digest),  # only the legacy provider of OpenSSL 3.0.0 to 3.0.6 has it
    "whirlpool": (64, whirlpool.digest),  # only the legacy provider of OpenSSL 3 has it
}
"""A hash's name → the bytes of its block, and the digest of a whole message."""


def _block(name: str) -> int:
    try:
        return hashlib.new(name).block_size
    except ValueError:
        return _own(name)[0]


def _own(name: str) -> tuple[int, Callable[[bytes], bytes]]:
    if name not in OWN:
        raise LookupError(
            f"Python's hashlib has no {name}; expected a row {name!r} in OWN of tests/reference/digests.py, with a "
            "digest in plain Python"
        )
    return OWN[name]


def digest(name: str, message: bytes) -> bytes:
    """The digest of a whole message. LookupError, with the place for a row, if neither Python nor a row has the
    hash."""
    try:
        return hashlib.new(name, message).digest()
    except ValueError:
        return _own(name)[1](message)


def mac(name: str, key: bytes, message: bytes) -> bytes:
    """HMAC of RFC 2104 over the hash."""
    block = _block(name)
    key = (digest(name, key) if len(key) > block else key).ljust(block, b"\0")
    inner = digest(name, bytes(byte ^ 0x36 for byte in key) + message)
    return digest(name, bytes(byte ^ 0x5C for byte in key) + inner)
