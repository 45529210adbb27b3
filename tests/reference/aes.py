# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in plain Python, from FIPS 197: key schedules, and the ECB, CBC and CTR modes on whole blocks.

Everything is computed from the field's polynomial. A round is sixteen look-ups of 16-byte numbers, one for each byte
of the state: what SubBytes, ShiftRows and MixColumns make of it. About 20 microseconds a block.
"""

from __future__ import annotations

from functools import cache

BLOCK = 16
ROUNDS = {16: 10, 24: 12, 32: 14}
"""Bytes of a key → rounds."""

_POLYNOMIAL = 0x11B
_FORWARD = (2, 1, 1, 3)
_INVERSE = (14, 9, 13, 11)
"""The factors of a column's first byte in MixColumns and its inverse, for each row."""


def _times(a: int, b: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= _POLYNOMIAL
        b >>= 1
    return product


@cache
def inverse(x: int) -> int:
    """1 / x in the field, and 0 for 0."""
    return next((y for y in range(256) if _times(x, y) == 1), 0)


def _substituted(x: int) -> int:
    out = 0x63
    for turn in range(5):
        out ^= (inverse(x) << turn | inverse(x) >> (8 - turn)) & 255
    return out


@cache
def _box() -> bytes:
    return bytes(_substituted(x) for x in range(256))


@cache
def _inverse_box() -> bytes:
    box = _box()
    return bytes(box.index(x) for x in range(256))


@cache
def _tables(decrypt: bool) -> tuple[tuple[int, ...], ...]:
    """For each of the state's 16 bytes, and for each value of it: what it adds to the state after a round."""
    box, factors = (_inverse_box(), _INVERSE) if decrypt else (_box(), _FORWARD)
    products = [[_times(factor, value) for value in range(256)] for factor in factors]
    out = []
    for at in range(BLOCK):
        column, row = divmod(at, 4)
        column = (column + (row if decrypt else -row)) % 4
        places = [8 * (15 - 4 * column - (row + n) % 4) for n in range(4)]
        out.append(tuple(sum(products[n][box[x]] << places[n] for n in range(4)) for x in range(256)))
    return tuple(out)


@cache
def _order(decrypt: bool) -> tuple[int, ...]:
    """The source of each byte in ShiftRows or its inverse."""
    return tuple(4 * ((at // 4 + (-(at % 4) if decrypt else at % 4)) % 4) + at % 4 for at in range(BLOCK))


@cache
def _columns_mixed_back(key: bytes) -> bytes:
    """InvMixColumns of a round key: a round's tables take the inverse S-box first, so the S-box goes before them."""
    tables, box = _tables(True), _box()
    back = [0] * BLOCK
    for to, source in enumerate(_order(True)):
        back[source] = key[to]
    out = 0
    for table, x in zip(tables, back):
        out ^= table[box[x]]
    return out.to_bytes(BLOCK, "big")


def encrypt_schedule(key: bytes) -> bytes:
    """The round keys of FIPS 197 5.2, in order: 176, 208 or 240 bytes. ``key`` has 16, 24 or 32."""
    if len(key) not in ROUNDS:
        raise ValueError(f"aes key of {len(key)} bytes; it has 16, 24 or 32")
    box, step = _box(), len(key) // 4
    words = [key[at : at + 4] for at in range(0, len(key), 4)]
    constant = 1
    for n in range(step, 4 * (ROUNDS[len(key)] + 1)):
        word = words[-1]
        if n % step == 0:
            word = bytes(box[x] for x in word[1:] + word[:1])
            word = bytes((word[0] ^ constant, *word[1:]))
            constant = _times(constant, 2)
        elif step > 6 and n % step == 4:
            word = bytes(box[x] for x in word)
        words.append(bytes(a ^ b for a, b in zip(words[n - step], word)))
    return b"".join(words)


def decrypt_schedule(key: bytes) -> bytes:
    """The round keys of the equivalent inverse cipher, FIPS 197 5.3.5, in the order of their use."""
    schedule = encrypt_schedule(key)
    keys = [schedule[at : at + BLOCK] for at in range(0, len(schedule), BLOCK)][::-1]
    return b"".join((keys[0], *map(_columns_mixed_back, keys[1:-1]), keys[-1]))


@cache
def _numbers(schedule: bytes) -> tuple[int, ...]:
    if len(schedule) - BLOCK not in (16 * rounds for rounds in ROUNDS.values()):
        raise ValueError(f"aes schedule of {len(schedule)} bytes; it has 176, 208 or 240")
    return tuple(int.from_bytes(schedule[at : at + BLOCK], "big") for at in range(0, len(schedule), BLOCK))


def _block(keys: tuple[int, ...], block: int, decrypt: bool) -> int:
    """One block through the cipher, or through the equivalent inverse cipher with its schedule."""
    tables = _tables(decrypt)
    state = block ^ keys[0]
    for key in keys[1:-1]:
        for table, x in zip(tables, state.to_bytes(BLOCK, "big")):
            key ^= table[x]
        state = key
    last, box = state.to_bytes(BLOCK, "big"), _inverse_box() if decrypt else _box()
    return keys[-1] ^ int.from_bytes(bytes(box[last[at]] for at in _order(decrypt)), "big")


def _blocks(data: bytes) -> list[int]:
    if len(data) % BLOCK:
        raise ValueError(f"aes data of {len(data)} bytes is not a multiple of 16")
    return [int.from_bytes(data[at : at + BLOCK], "big") for at in range(0, len(data), BLOCK)]


def _joined(blocks: list[int]) -> bytes:
    return b"".join(block.to_bytes(BLOCK, "big") for block in blocks)


def ecb_encrypt(schedule: bytes, data: bytes) -> bytes:
    keys = _numbers(schedule)
    return _joined([_block(keys, block, False) for block in _blocks(data)])


def ecb_decrypt(schedule: bytes, data: bytes) -> bytes:
    """With a schedule of :func:`decrypt_schedule`."""
    keys = _numbers(schedule)
    return _joined([_block(keys, block, True) for block in _blocks(data)])


def cbc_encrypt(schedule: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The ciphertext, and the iv that goes on from it."""
    keys, last, out = _numbers(schedule), int.from_bytes(iv, "big"), []
    for block in _blocks(data):
        last = _block(keys, block ^ last, False)
        out.append(last)
    return _joined(out), last.to_bytes(BLOCK, "big")


def cbc_decrypt(schedule: bytes, iv: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The plaintext, and the iv that goes on from it; with a schedule of :func:`decrypt_schedule`."""
    keys, last, out = _numbers(schedule), int.from_bytes(iv, "big"), []
    for block in _blocks(data):
        out.append(_block(keys, block, True) ^ last)
        last = block
    return _joined(out), last.to_bytes(BLOCK, "big")


def ctr32(schedule: bytes, counter: bytes, data: bytes) -> tuple[bytes, bytes]:
    """The data with the keystream added, and the next counter: its last four bytes count modulo 2^32."""
    keys, out = _numbers(schedule), []
    fixed, count = int.from_bytes(counter[:12], "big") << 32, int.from_bytes(counter[12:], "big")
    for block in _blocks(data):
        out.append(_block(keys, fixed | count, False) ^ block)
        count = (count + 1) % 2**32
    return _joined(out), (fixed | count).to_bytes(BLOCK, "big")


def xts(schedule: bytes, tweak: bytes, data: bytes, decrypt: bool = False) -> tuple[bytes, bytes]:
    """The data in XTS mode from an encrypted tweak, and the next block's tweak."""
    keys, each, out = _numbers(schedule), int.from_bytes(tweak, "little"), []
    for block in _blocks(data):
        added = int.from_bytes(each.to_bytes(BLOCK, "little"), "big")
        out.append(_block(keys, block ^ added, decrypt) ^ added)
        each = each << 1 ^ (each >> 127) * (1 << 128 | 0x87)
    return _joined(out), each.to_bytes(BLOCK, "little")
