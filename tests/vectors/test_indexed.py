# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Block ciphers with tables for who asks: published vectors, and texts of many lengths against the package
``cryptography``, in constant time and by tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from ctypes import c_size_t, create_string_buffer
from dataclasses import dataclass
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import CAST5, SEED, Blowfish
from cryptography.hazmat.primitives.ciphers import Cipher, modes

from tests.vectors.api import Loom
from tests.vectors.conftest import KERNELS, choices


@dataclass(frozen=True)
class Row:
    """``keys``: sizes; ``published``: key, plaintext, ciphertext of one block each."""

    other: Callable[[bytes], Any]
    block: int
    keys: tuple[int, ...]
    published: tuple[tuple[str, str, str], ...]
    modes: tuple[str, ...] = ("cbc",)


ROWS = {
    # B. Schneier's vectors.
    "blowfish": Row(
        Blowfish,
        8,
        (4, 5, 16, 55, 56),
        (
            ("0000000000000000", "0000000000000000", "4ef997456198dd78"),
            ("ffffffffffffffff", "ffffffffffffffff", "51866fd5b85ecb8a"),
            ("0123456789abcdef", "1111111111111111", "61f9c3802281b096"),
            ("fedcba9876543210", "0123456789abcdef", "0aceab0fc6a0a28d"),
        ),
    ),
    # RFC 2144, appendix B.1.
    "cast128": Row(
        CAST5,
        8,
        tuple(range(5, 17)),
        (
            ("0123456712345678234567893456789a", "0123456789abcdef", "238b4fe5847e44b2"),
            ("01234567123456782345", "0123456789abcdef", "eb6a711a2c02271b"),
            ("0123456712", "0123456789abcdef", "7ac816d16e9b302e"),
        ),
    ),
    # RFC 4269, appendix B.
    "seed": Row(
        SEED,
        16,
        (16,),
        (
            ("00" * 16, "000102030405060708090a0b0c0d0e0f", "5ebac6e0054e166819aff1cc6d346cdb"),
            ("000102030405060708090a0b0c0d0e0f", "00" * 16, "c11f22f20140505084483597e4370f43"),
            (
                "4706480851e61be85d74bfb3fd956185",
                "83a2f8a288641fb9a4e9a5cc2f131c7d",
                "ee54d13ebcae706d226bc3142cd40d4a",
            ),
            (
                "28dbc3bc49ffd87dcfa509b11d422be7",
                "b41e6be2eba84a148e2eed84593c5ec7",
                "9b9b7bfcd1813cb95d0b3618f40f5122",
            ),
        ),
        ("cbc", "ecb", "ctr"),
    ),
}
_KERNELS = [name for name in KERNELS if name.partition("_")[0] in ROWS]
pytestmark = [
    choices(*_KERNELS),
    pytest.mark.parametrize("name", ROWS),
    pytest.mark.kernels(*_KERNELS),
]


def context_of(loom: Loom, name: str) -> Any:
    return create_string_buffer(getattr(loom.c, f"loom_{name}_ctx_size")())


def counted(counter: bytes, blocks: int) -> bytes:
    """The counter after so many blocks."""
    after: int = (int.from_bytes(counter, "big") + blocks) % (1 << 8 * len(counter))
    return after.to_bytes(len(counter), "big")


def other(row: Row, mode: str, key: bytes, iv: bytes, text: bytes) -> bytes:
    """By the package ``cryptography``, which has none of these ciphers in counter mode."""
    if mode == "ctr":
        stream = b"".join(counted(iv, n) for n in range(-(-len(text) // row.block)))
        return bytes(x ^ y for x, y in zip(text, other(row, "ecb", key, iv, stream)))
    made: bytes = Cipher(row.other(key), modes.CBC(iv) if mode == "cbc" else modes.ECB()).encryptor().update(text)
    return made


def crypt(loom: Loom, name: str, mode: str, way: str, key: bytes, iv: bytes, text: bytes) -> bytes:
    """What becomes of a text, in place."""
    context, chain, room = context_of(loom, name), create_string_buffer(iv, len(iv)), create_string_buffer(text)
    assert getattr(loom.c, f"loom_{name}_set_{way}_key")(context, key, c_size_t(len(key))) == 0
    function = getattr(loom.c, f"loom_{name}_{mode}" if mode == "ctr" else f"loom_{name}_{mode}_{way}")
    assert function(context, *([] if mode == "ecb" else [chain]), room, room, c_size_t(len(text))) == 0
    made = room.raw[:-1]
    assert mode != "ctr" or chain.raw == counted(iv, -(-len(text) // len(iv)))
    assert mode != "cbc" or chain.raw == (iv + (made if way == "encrypt" else text))[-len(iv) :]
    getattr(loom.c, f"loom_{name}_wipe")(context)
    assert not any(context.raw)
    return made


def test_published(loom: Loom, name: str) -> None:
    row = ROWS[name]
    for words in row.published:
        key, plain, cipher = map(bytes.fromhex, words)
        for mode in [one for one in row.modes if one != "ctr"]:
            assert crypt(loom, name, mode, "encrypt", key, bytes(row.block), plain) == cipher, words
            assert crypt(loom, name, mode, "decrypt", key, bytes(row.block), cipher) == plain, words


def test_lengths(loom: Loom, name: str) -> None:
    row, rng = ROWS[name], random.Random(name)
    for blocks in (0, 1, 2, 3, 4, 5, 7, 8, 9, 17, 31, 32, 33, 45, 67):
        for mode in row.modes:
            key, iv = rng.randbytes(rng.choice(row.keys)), rng.randbytes(row.block)
            if mode == "ctr":
                iv = b"\xff" * (row.block - 1) + iv[-1:]  # the counter runs over
            text = rng.randbytes(row.block * blocks + (rng.randrange(row.block) if mode == "ctr" else 0))
            want = other(row, mode, key, iv, text)
            assert crypt(loom, name, mode, "encrypt", key, iv, text) == want, (len(key), blocks)
            back = "encrypt" if mode == "ctr" else "decrypt"
            assert crypt(loom, name, mode, back, key, iv, want) == text, (len(key), blocks)


def test_refusals(loom: Loom, name: str) -> None:
    row, context = ROWS[name], context_of(loom, name)
    room, iv = create_string_buffer(64), create_string_buffer(row.block)
    set_encrypt_key = getattr(loom.c, f"loom_{name}_set_encrypt_key")
    for size in (0, min(row.keys) - 1, max(row.keys) + 1):
        assert set_encrypt_key(context, bytes(64), c_size_t(size)) == -1
    getattr(loom.c, f"loom_{name}_set_decrypt_key")(context, bytes(16), c_size_t(16))
    assert getattr(loom.c, f"loom_{name}_cbc_encrypt")(context, iv, room, room, c_size_t(row.block)) == -1
    assert getattr(loom.c, f"loom_{name}_cbc_decrypt")(context, iv, room, room, c_size_t(row.block - 1)) == -1
