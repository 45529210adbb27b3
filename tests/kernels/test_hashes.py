# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the scripts say of hash functions beside their kernels: the C API is made of it, and no recording reads it."""

from __future__ import annotations

import hashlib
import struct

import pytest

from generator import library
from generator.lang.contract import Kernel
from generator.lang.interface import Hash
from tests.reference import md5, sha

pytestmark = pytest.mark.code
HASHES = {
    api.name: (kernel, api)
    for kernel in library.load().kernels.values()
    for api in kernel.interface
    if isinstance(api, Hash)
}


def digest(kernel: Kernel, api: Hash, message: bytes) -> bytes:
    """A message of one block, from the start that the script gives."""
    word, size = ("Q", 128) if kernel.name.startswith("sha512") else ("I", 64)
    length = (8 * len(message)).to_bytes(size // 8, "little" if api.little_endian else "big")
    block = (message + b"\x80").ljust(size - len(length), b"\0") + length
    start = struct.pack(f"<{len(api.start)}{word}", *api.start)
    state = md5.blocks(start, block) if api.name == "md5" else sha.blocks(kernel.name.partition("_")[0], start, block)
    words = struct.unpack(f"<{len(api.start)}{word}", state)
    return struct.pack(f"{'<' if api.little_endian else '>'}{len(words)}{word}", *words)[: api.digest]


@pytest.mark.parametrize("name", HASHES)
def test_start_and_digest(name: str) -> None:
    kernel, api = HASHES[name]
    known = hashlib.new(api.title, b"abc")
    assert digest(kernel, api, b"abc") == known.digest()
    assert (api.abc, api.digest) == (known.hexdigest(), known.digest_size)


def test_every_hash() -> None:
    assert {name: api.title for name, (_, api) in HASHES.items()} == {
        "md5": "MD5", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha384": "SHA-384",
        "sha512": "SHA-512",
    }  # fmt: skip
    assert all(api.hmac for _, api in HASHES.values())
