# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The right answers of the public functions, computed by hashlib, the ``cryptography`` package, plain Python.

One text serves every test: the answers of all lengths are prefixes of a few long ones.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path

from generator import library
from generator.lang.interface import hashes
from tests.reference import digests, rc4
from tests.rsa.keys import made
from tests.vectors.aes_api import other

TEXT = 80_000
LONGEST, BEFORE = 1100, 256  # as in space/space.h
HASHES = {row["name"]: row for row in hashes(library.load().kernels.values())}
TLS = {"md5": 16, "sha1": 20, "sha256": 32, "sha384": 48}
TAIL, PADDED, FRAGMENT = 80, 336, 16384  # as in space/tls.c
HMAC_KEYS, HMAC_MESSAGE = 301, 77
RSA_BITS, RSA_SLOT = (512, 520, 576, 1000, 1024), 128  # as in space/rsa.c


def write(path: Path, seed: int = 9) -> None:
    """The file that space/main.c reads: for each entry u32 bytes, 28 bytes of name, data up to a multiple of 8."""
    with path.open("wb") as out:
        for name, data in entries(random.Random(seed)):
            out.write(struct.pack("<I28s", len(data), name.encode()) + data + bytes(-len(data) % 8))


def entries(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """The name and the data of each answer."""
    text = rng.randbytes(TEXT)
    longer = [16383, 16384, 65536, *(rng.randrange(LONGEST, 9 * LONGEST) for _ in range(9)), rng.randrange(70_000)]
    hmac_key, aes_key, header = rng.randbytes(64), rng.randbytes(66), rng.randbytes(11)
    iv = rng.randbytes(8) + bytes.fromhex("ffffffffffffffd0")  # a counter that comes round after 48 blocks
    yield from {"text": text, "hmac key": hmac_key, "aes key": aes_key, "header": header, "iv": iv}.items()
    yield "longer", struct.pack(f"<{len(longer)}I", *longer)
    yield from _hashes(text, longer, hmac_key)
    yield "rc4", rc4.stream(rc4.set_key(text[:16]), text)[1]
    yield "rc4 keys", b"".join(rc4.stream(rc4.set_key(text[:n]), bytes(16))[1] for n in range(1, 257))
    for size in (16, 24, 32):
        key, blocks = aes_key[:size], text[: TEXT // 16 * 16]
        yield f"ecb{8 * size}", other("ecb", key, b"", blocks)
        yield f"cbc{8 * size}", other("cbc", key, iv, blocks)
        yield f"ctr{8 * size}", other("ctr", key, iv, text)
    yield from _records(text, longer, hmac_key, aes_key[:16], header, iv)
    yield "rsa", b"".join(_rsa(rng, bits) for bits in RSA_BITS)


def _hashes(text: bytes, longer: list[int], key: bytes) -> Iterator[tuple[str, bytes]]:
    """Digests of every prefix of the text and of longer texts, and MACs under keys of every length."""
    short = range(LONGEST + BEFORE)
    for name, row in HASHES.items():
        yield name, b"".join(digests.digest(name, text[:n]) for n in short)
        yield f"{name} longer", b"".join(digests.digest(name, text[:n]) for n in longer)
        if row["hmac"]:
            yield f"hmac_{name}", b"".join(digests.mac(name, key, text[:n]) for n in short)
            yield f"hmac_{name} longer", b"".join(digests.mac(name, key, text[:n]) for n in longer)
            message = text[:HMAC_MESSAGE]
            yield f"hmac_{name} keys", b"".join(digests.mac(name, text[:n], message) for n in range(HMAC_KEYS))


def _records(
    text: bytes, longer: list[int], mac_key: bytes, key: bytes, header: bytes, iv: bytes
) -> Iterator[tuple[str, bytes]]:
    """MACs of RFC 5246, 6.2.3.1, and the ends of sealed records: the part after the whole blocks of plaintext."""
    cbc = other("cbc", key, iv, text[:FRAGMENT])
    yield "rc4 stream", rc4.stream(rc4.set_key(key), bytes(FRAGMENT + 2 * BEFORE))[1]
    for name, size in TLS.items():

        def mac(length: int, name: str = name, size: int = size) -> bytes:
            message = header + struct.pack(">H", length) + text[:length]
            return digests.mac(name, mac_key[:size], message)

        def tail(length: int, pad: int | None = None, mac=mac) -> bytes:  # type: ignore[no-untyped-def]
            whole = length // 16 * 16
            content = text[whole:length] + mac(length)
            pad = -(len(content) + 1) % 16 if pad is None else pad
            before = cbc[whole - 16 : whole] if whole else iv
            return other("cbc", key, before, content + bytes([pad] * (pad + 1)))

        fragments = [n if n <= FRAGMENT else 0 for n in longer]
        yield f"mac {name}", b"".join(mac(n) for n in range(LONGEST + 1))
        yield f"macs {name}", b"".join(mac(n) for n in fragments)
        yield f"tail {name}", b"".join(tail(n).ljust(TAIL, b"\0") for n in range(LONGEST + 1))
        yield f"tails {name}", b"".join(tail(n).ljust(TAIL, b"\0") for n in fragments)
        padded = b""
        for pad in range(256):
            length = -(size + pad + 1) % 16 + pad % 2 * 16
            record = cbc[: length // 16 * 16] + tail(length, pad)
            padded += struct.pack("<HH", length, len(record)) + record.ljust(PADDED, b"\0")
        yield f"pads {name}", padded


def _rsa(rng: random.Random, bits: int) -> bytes:
    """Slots: modulus, public exponent, the five parts, message, its powers by both exponents, exponent and power."""
    key = made(rng, bits)
    message, exponent = rng.randrange(key.n), rng.randbytes(20)
    powers = [pow(message, power, key.n) for power in (key.d, key.e, int.from_bytes(exponent, "big"))]
    octets = [key.octets(number) for number in (message, *powers)]
    slots = [key.octets(key.n), key.e.to_bytes(4, "big"), *key.parts(), *octets[:3], exponent, octets[3]]
    return struct.pack("<Q", key.length) + b"".join(slot.ljust(RSA_SLOT, b"\0") for slot in slots)
