# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Merkle trees by the definition of RFC 6962, 2.1 (RFC 9162, 2.1.1)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference import digests


def root(name: str, leaves: Sequence[bytes]) -> bytes:
    """MTH: the root over leaves with the hash called ``name``."""
    if not leaves:
        return digests.digest(name, b"")
    if len(leaves) == 1:
        return digests.digest(name, b"\0" + leaves[0])
    left = 1 << (len(leaves) - 1).bit_length() - 1  # the largest power of two that is less than the number of leaves
    return digests.digest(name, b"\1" + root(name, leaves[:left]) + root(name, leaves[left:]))


def pieces(data: bytes, size: int) -> list[bytes]:
    """The leaves of a buffer: pieces of ``size`` bytes, and the rest."""
    return [data[at : at + size] for at in range(0, len(data), size)]
