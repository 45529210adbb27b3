# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""TLS records: equal to RFC 5246's, with every padding; one error for every wrong record, and one path of execution."""

from __future__ import annotations

import ctypes
import hmac
import platform
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.product import Workshop, default_syntax
from tests.reference import aes, rc4
from tests.runtime import tracing as valgrind
from tests.runtime.tracing import compiled

pytestmark = pytest.mark.kernels(*(name for name in library.load().kernels if "md5" not in name))

HERE = Path(__file__).parent
CONTEXT = 4096
MD5, SHA1, SHA256, SHA384 = 1, 2, 3, 4
HASHES = {MD5: ("md5", 16), SHA1: ("sha1", 20), SHA256: ("sha256", 32), SHA384: ("sha384", 48)}
CBC = (SHA1, SHA256, SHA384)
TOO_LONG = -2
Built = tuple[Path, Path, Path]
HEADER = bytes(range(8)) + b"\x17\x03\x03"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The static library, the shared one, and the folder of the header."""
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("tls")
    return (*workshop.libraries(), workshop.place / "include")


@pytest.fixture(scope="module")
def loom(built: Built) -> ctypes.CDLL:
    found = ctypes.CDLL(str(built[1]))
    found.loom_tls_cbc_length.restype = ctypes.c_size_t
    return found


def size(value: int) -> ctypes.c_size_t:
    return ctypes.c_size_t(value)


class Keys:
    """The keys of one direction, and records written out by the RFC."""

    def __init__(self, rng: random.Random, hash_: int, key_bytes: int) -> None:
        self.hash, self.name, self.mac_bytes = hash_, *HASHES[hash_]
        self.key, self.mac_key = rng.randbytes(key_bytes), rng.randbytes(self.mac_bytes)
        self.iv = rng.randbytes(16)

    def mac(self, data: bytes) -> bytes:
        return hmac.digest(self.mac_key, HEADER + struct.pack(">H", len(data)) + data, self.name)

    def encrypted(self, content: bytes) -> bytes:
        return aes.cbc_encrypt(aes.encrypt_schedule(self.key), self.iv, content)[0]

    def record(self, data: bytes, padding: int | None = None) -> bytes:
        """The record of ``data`` with ``padding`` bytes and their length byte. Default: the fewest bytes possible."""
        content = data + self.mac(data)
        if padding is None:
            padding = -(len(content) + 1) % 16
        return self.encrypted(content + bytes([padding]) * (padding + 1))

    def context(self, loom: ctypes.CDLL, seals: int) -> ctypes.Array[ctypes.c_char]:
        made = ctypes.create_string_buffer(CONTEXT)
        sizes = size(len(self.key)), size(len(self.mac_key))
        assert loom.loom_tls_cbc_init(made, seals, self.hash, self.key, sizes[0], self.mac_key, sizes[1]) == 0
        return made

    def opened(self, loom: ctypes.CDLL, record: bytes, in_place: bool = False) -> tuple[int, bytes, bytes]:
        """Result, plaintext, and all of the output."""
        context, iv = self.context(loom, 0), ctypes.create_string_buffer(self.iv, 16)
        out = ctypes.create_string_buffer(record if in_place else b"\xaa" * len(record), len(record) + 1)
        length = ctypes.c_size_t(77)
        source = out if in_place else record
        result = loom.loom_tls_cbc_open(
            context, HEADER, iv, source, out, size(len(record)), ctypes.byref(length)
        )  # fmt: skip
        if result == 0:
            assert iv.raw == record[-16:], "the last block is the next record's IV"
        return result, out.raw[: length.value], out.raw[: len(record)]


def bad_records(keys: Keys, length: int, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Records of ``length`` bytes, each wrong in one way."""
    for padding in sorted({0, 1, 15, 16, 100, 254, 255}):
        room = length - keys.mac_bytes - padding - 1
        if room < 0:
            continue
        data = rng.randbytes(room)
        mac, tail = keys.mac(data), bytearray([padding] * (padding + 1))
        for at in {0, keys.mac_bytes - 1, rng.randrange(keys.mac_bytes)}:
            wrong = bytearray(mac)
            wrong[at] ^= 1 << rng.randrange(8)
            yield f"MAC byte {at}, padding {padding}", keys.encrypted(data + bytes(wrong) + bytes(tail))
        for at in {0, padding // 2, padding - 1} - {-1} if padding else ():
            wrong = bytearray(tail)
            wrong[at] ^= 1 << rng.randrange(8)
            yield f"padding byte {at} of {padding}", keys.encrypted(data + mac + bytes(wrong))
        yield f"cut by a block, padding {padding}", keys.record(data + bytes(16), padding)[:-16]
    for claimed in {length - keys.mac_bytes, length - 1, length, 255}:
        if length - keys.mac_bytes <= claimed < 256:
            yield f"padding {claimed} is more than there is", keys.encrypted(bytes([claimed]) * length)
    yield "noise", rng.randbytes(length)


@pytest.mark.parametrize("hash_", CBC, ids=lambda h: HASHES[h][0])
def test_cbc_lengths_that_none_has(hash_: int, loom: ctypes.CDLL) -> None:
    """Lengths that no record has are refused at once, and nothing is changed."""
    keys = Keys(random.Random(1), hash_, 16)
    fewest = (keys.mac_bytes + 16) // 16 * 16
    assert keys.opened(loom, keys.record(b""))[0] == 0 and len(keys.record(b"")) == fewest
    for length in (0, 1, 15, fewest - 16, fewest - 1, fewest + 1, 16385):
        assert keys.opened(loom, bytes(length)) == (-1, b"", b"\xaa" * length), length
    for length in (16384 + keys.mac_bytes + 256 + 1, 16384 + 512, 16384 + 2048, 16384 + 2048 + 16):
        assert keys.opened(loom, bytes(length)) == (TOO_LONG, b"", b"\xaa" * length), length
    context, iv = keys.context(loom, 1), ctypes.create_string_buffer(16)
    out = ctypes.create_string_buffer(20000)
    opened = ctypes.c_size_t(5)
    assert loom.loom_tls_cbc_seal(context, HEADER, iv, bytes(16385), out, size(16385)) == -1
    assert loom.loom_tls_cbc_open(context, HEADER, iv, bytes(64), out, size(64), ctypes.byref(opened)) == -1
    assert loom.loom_tls_cbc_seal(keys.context(loom, 0), HEADER, iv, bytes(64), out, size(64)) == -1
    assert (opened.value, iv.raw, out.raw) == (0, bytes(16), bytes(20000))
    loom.loom_tls_wipe(context)
    assert loom.loom_tls_cbc_seal(context, HEADER, iv, bytes(64), out, size(64)) == -1
    assert loom.loom_tls_cbc_length(context, size(64)) == 0


@pytest.mark.parametrize("hash_", CBC, ids=lambda h: HASHES[h][0])
def test_cbc_more_than_a_fragment(hash_: int, loom: ctypes.CDLL) -> None:
    """More than 2^14 bytes give an error of their own if the MAC is right, and the common error otherwise."""
    keys = Keys(random.Random(hash_), hash_, 16)
    for length in (16384, 16385, 16400, 16384 + 200):
        data = bytes(length)
        fewest = -(length + keys.mac_bytes + 1) % 16
        record = keys.record(data)
        right = (0, data) if length <= 16384 else (TOO_LONG, b"")
        for in_place in (False, True):
            result, plaintext, out = keys.opened(loom, record, in_place)
            assert (result, plaintext) == right, length
            assert result == 0 or out == bytes(len(record)), "nothing of it is left"
        forged = keys.encrypted(data + bytes(keys.mac_bytes) + bytes([fewest] * (fewest + 1)))
        assert keys.opened(loom, forged) == (-1, b"", bytes(len(forged))), length
    assert keys.opened(loom, keys.record(bytes(16384), 240 - keys.mac_bytes % 16 - 1))[0] == 0


def test_length_that_no_record_has(loom: ctypes.CDLL) -> None:
    for hash_ in CBC:
        keys = Keys(random.Random(hash_), hash_, 16)
        for seals in (0, 1):
            context = keys.context(loom, seals)
            assert loom.loom_tls_cbc_length(context, size(16384)) == 16384 + (keys.mac_bytes + 16) // 16 * 16
            for length in (16385, 1 << 31, -1, -16, -64, -77):
                assert loom.loom_tls_cbc_length(context, size(length)) == 0, length
    context = ctypes.create_string_buffer(CONTEXT)
    assert loom.loom_tls_cbc_length(context, size(1)) == 0
    assert loom.loom_tls_rc4_init(context, SHA1, bytes(16), size(16), bytes(20), size(20)) == 0
    assert loom.loom_tls_cbc_length(context, size(1)) == 0


def test_keys_that_none_has(loom: ctypes.CDLL) -> None:
    context = ctypes.create_string_buffer(CONTEXT)
    for hash_, key_bytes, mac_bytes in (
        (0, 16, 20),
        (5, 16, 20),
        (MD5, 16, 16),
        (SHA1, 15, 20),
        (SHA1, 16, 19),
        (SHA1, 0, 20),
    ):
        args = hash_, bytes(key_bytes), size(key_bytes), bytes(mac_bytes), size(mac_bytes)
        assert loom.loom_tls_cbc_init(context, 1, *args) == -1
    for hash_, key_bytes, mac_bytes in ((SHA256, 16, 32), (MD5, 0, 16), (MD5, 257, 16), (MD5, 16, 20), (-1, 16, 16)):
        args = hash_, bytes(key_bytes), size(key_bytes), bytes(mac_bytes), size(mac_bytes)
        assert loom.loom_tls_rc4_init(context, *args) == -1


@pytest.mark.parametrize("seals", (2, -1, 256, -(1 << 31)))
def test_neither_sealing_nor_opening(seals: int, loom: ctypes.CDLL) -> None:
    context = ctypes.create_string_buffer(CONTEXT)
    args = SHA256, bytes(16), size(16), bytes(32), size(32)
    assert loom.loom_tls_cbc_init(context, seals, *args) == -1
    assert context.raw == bytes(CONTEXT), "refused, and keyed"
    assert [loom.loom_tls_cbc_init(context, right, *args) for right in (0, 1)] == [0, 0]


@pytest.mark.kernels("md5_blocks", "rc4_md5_blocks")
@pytest.mark.parametrize("hash_", (MD5, SHA1), ids=lambda h: HASHES[h][0])
def test_rc4_after_refused_records(hash_: int, loom: ctypes.CDLL) -> None:
    """A wrong record moves the key stream on; one of a length that no record has is refused at once, and does not."""
    keys = Keys(random.Random(hash_), hash_, 16)
    opens, opened = ctypes.create_string_buffer(CONTEXT), ctypes.c_size_t(9)
    sizes = size(len(keys.key)), size(keys.mac_bytes)
    assert loom.loom_tls_rc4_init(opens, hash_, keys.key, sizes[0], keys.mac_key, sizes[1]) == 0
    state, record = rc4.stream(rc4.set_key(keys.key), b"wrong" + keys.mac(b"right"))
    room = ctypes.create_string_buffer(b"\xaa" * 20000, 20000)
    result = loom.loom_tls_rc4_open(opens, HEADER, record, room, size(len(record)), ctypes.byref(opened))
    assert (result, opened.value, room.raw) == (-1, 0, bytes(len(record)).ljust(20000, b"\xaa"))
    room = ctypes.create_string_buffer(b"\xaa" * 20000, 20000)
    assert loom.loom_tls_rc4_open(opens, HEADER, bytes(64), room, size(keys.mac_bytes - 1), ctypes.byref(opened)) == -1
    room = ctypes.create_string_buffer(b"\xaa" * 20000, 20000)
    for length in (16385, 16384 + 2048, 1 << 31):
        opened.value = 9
        long = size(length + keys.mac_bytes)
        assert loom.loom_tls_rc4_open(opens, HEADER, bytes(20000), room, long, ctypes.byref(opened)) == TOO_LONG
        assert (opened.value, room.raw) == (0, b"\xaa" * 20000)
    for _ in range(2):
        state, last = rc4.stream(state, b"left" + keys.mac(b"left"))
        result = loom.loom_tls_rc4_open(opens, HEADER, last, room, size(len(last)), ctypes.byref(opened))
        assert (result, room.raw[: opened.value]) == (0, b"left")


# -- the path of execution ---------------------------------------------------------------------------------------------


def tracing(built: Built, folder: Path) -> Path:
    return compiled(HERE / "trace.c", built[0], built[2], folder)


def head(keys: Keys) -> bytes:
    return struct.pack("<II", keys.hash, keys.mac_bytes) + keys.key + keys.mac_key.ljust(64, b"\0") + HEADER + keys.iv


def complaints(program: Path, keys: Keys, records: list[bytes], *words: str) -> list[str]:
    return valgrind.complaints(program, head(keys), [struct.pack("<I", len(x)) + x for x in records], *words)


def counted(program: Path, keys: Keys, records: list[bytes], *words: str) -> tuple[list[list[str]], list[str]]:
    """Result, opened bytes and sum of the output of each record, and the path of its call."""
    return valgrind.counted(program, head(keys), [struct.pack("<I", len(x)) + x for x in records], *words)


def every_record(keys: Keys, length: int, rng: random.Random) -> tuple[list[bytes], int]:
    """Records of one length: every possible padding, then wrong records; and the number of right ones."""
    paddings = range(min(256, length - keys.mac_bytes))
    right = [keys.record(rng.randbytes(length - keys.mac_bytes - n - 1), n) for n in paddings]
    return [*right, *(record for _, record in bad_records(keys, length, rng))], len(right)


@pytest.mark.parametrize("hash_", CBC, ids=lambda h: HASHES[h][0])
def test_cbc_one_path(hash_: int, built: Built, tmp_path: Path) -> None:
    """Every instruction runs equally often and every branch goes the same way for all records of one length."""
    rng = random.Random(hash_)
    keys = Keys(rng, hash_, 16)
    program = tracing(built, tmp_path)
    for length, step in ((80, 1), (336, 1), (1360, 11)):
        records, right = every_record(keys, length, rng)
        records, right = records[::step], len(range(0, right, step))
        lines, counts = counted(program, keys, records)
        assert [line[0] for line in lines] == ["0"] * right + ["-1"] * (len(records) - right)
        assert {tuple(line[1:]) for line in lines[right:]} == {("0", "0")}
        different = [n for n, count in enumerate(counts) if count != counts[0]]
        assert not different, f"length {length}: records {different[:9]} take another path than the first"
        assert counts[0].count("0x") > 300


def test_cbc_looks_at_no_secret(built: Built, tmp_path: Path) -> None:
    """No decrypted byte and no value made of the keys enters a branch or an address."""
    program = tracing(built, tmp_path)
    for hash_ in CBC:
        rng = random.Random(hash_)
        keys = Keys(rng, hash_, 16)
        for length in (80, 336, 1360):
            records, _ = every_record(keys, length, rng)
            assert complaints(program, keys, records[::40]) == []


def test_other_paths_are_noticed(built: Built, tmp_path: Path) -> None:
    keys = Keys(random.Random(0), SHA1, 16)
    program = tracing(built, tmp_path)
    records = [b"\1" * 64, b"\0" + b"\1" * 63, bytes(64), b"\1" * 64]
    _, counts = counted(program, keys, records, "leaky")
    assert len(set(counts)) == 3 and counts[0] == counts[3]
    assert "Conditional jump or move depends on uninitialised value" in complaints(program, keys, records, "leaky")[0]
