# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CBC (SP 800-38A, 6.2) over the ECB of a cipher, for the references of block ciphers."""

from __future__ import annotations

from collections.abc import Callable

Ecb = Callable[[bytes, bytes], bytes]
"""What becomes of blocks under a schedule, each by itself."""


def _add(x: bytes, y: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(x, y))


def cbc_encrypt(ecb: Ecb, schedule: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The ciphertext, and the next chaining value."""
    out, size = b"", len(iv)
    for n in range(0, len(data), size):
        iv = ecb(schedule, _add(iv, data[n : n + size]))
        out += iv
    return out, iv


def cbc_decrypt(ecb: Ecb, schedule: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The plaintext, and the next chaining value. The schedule is that of decryption."""
    chain = iv + data
    return _add(ecb(schedule, data), chain), chain[-len(iv) :]
