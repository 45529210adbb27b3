# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The shared library through ctypes: contexts without a key or after their end, and first calls of many threads."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator import library
from targets.toolchain.process import HANG_SECONDS
from tests.reference import digests
from tests.runtime import quick
from tests.runtime.public import HASHES

RC4_BYTES = 4 * 258
HMACS = [name for name, row in HASHES.items() if row["hmac"]]
CONTEXT_BYTES = 64 + 8 + 128  # of the largest; HMAC's has two


def _of(name: str) -> object:
    """The parameter of a test of one hash, or of its MAC."""
    return pytest.param(name, marks=pytest.mark.kernels(HASHES[name.removeprefix("hmac_")]["kernel"]))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return quick.shared(tmp_path_factory.mktemp("api"))


@pytest.fixture(scope="module")
def loom(shared: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(shared))


@pytest.mark.parametrize("name", [_of(name) for name in (*HASHES, *(f"hmac_{name}" for name in HMACS))])
def test_after_final(name: str, loom: ctypes.CDLL) -> None:
    """A wiped context takes no data, and gives a digest of zeros. A context that is set again works."""
    context, out = ctypes.create_string_buffer(2 * CONTEXT_BYTES), ctypes.create_string_buffer(64)
    bytes_ = len(digests.digest(name.removeprefix("hmac_"), b""))
    update, final = getattr(loom, f"loom_{name}_update"), getattr(loom, f"loom_{name}_final")
    key = (b"key", ctypes.c_size_t(3)) if name.startswith("hmac") else ()
    for _ in range(2):
        getattr(loom, f"loom_{name}_init")(context, *key)
        assert update(context, None, ctypes.c_size_t(0)) == update(context, b"abc", ctypes.c_size_t(3)) == 0
        assert final(context, out) == 0
        digest = digests.mac(name[5:], b"key", b"abc") if key else digests.digest(name, b"abc")
        assert out.raw[:bytes_] == digest
        for length in (0, 3, 63, 64, 65, 128, 400):
            assert update(context, bytes(length), ctypes.c_size_t(length)) == -1
        out.raw = b"\xaa" * 64
        assert final(context, out) == -1
        assert out.raw == bytes(bytes_) + b"\xaa" * (64 - bytes_)
        assert context.raw == bytes(2 * CONTEXT_BYTES)


@pytest.mark.kernels("rc4_set_key", "rc4_stream", "md5_blocks", "rc4_md5_blocks")
def test_rc4_without_a_key(loom: ctypes.CDLL) -> None:
    """A wiped context writes no plaintext, even if the caller ignores the result."""
    rc4, data = ctypes.create_string_buffer(RC4_BYTES), bytes(range(1, 201))
    out = ctypes.create_string_buffer(data, 201)
    assert loom.loom_rc4(rc4, None, None, ctypes.c_size_t(0)) == -1
    assert loom.loom_rc4(rc4, out, out, ctypes.c_size_t(199)) == -1
    assert out.raw == bytes(199) + data[199:] + b"\0"
    for way in ("encrypt", "decrypt"):
        function = getattr(loom, f"loom_rc4_md5_{way}")
        for keyed, hashes in ((False, True), (True, False), (False, False)):
            rc4 = _rc4_context(loom, b"key") if keyed else ctypes.create_string_buffer(RC4_BYTES)
            md5 = ctypes.create_string_buffer(CONTEXT_BYTES)
            if hashes:
                loom.loom_md5_init(md5)
            before = rc4.raw, md5.raw
            for length in (0, 1, 199):
                for source in (data, out):
                    out.raw = data + b"\1"
                    assert function(rc4, md5, source, out, ctypes.c_size_t(length)) == -1
                    assert out.raw == bytes(length) + data[length:] + b"\1"
            assert (rc4.raw, md5.raw) == before
        md5 = ctypes.create_string_buffer(CONTEXT_BYTES)
        loom.loom_md5_init(md5)
        assert function(_rc4_context(loom, b"key"), md5, data, out, ctypes.c_size_t(200)) == 0


@pytest.mark.kernels(*(name for name in library.load().kernels if "md5" not in name))
@pytest.mark.parametrize("name", ["sha1", "sha256", "sha512"])
def test_cbc_beside_a_wiped_hash(name: str, loom: ctypes.CDLL) -> None:
    aes, iv, hash_ = (ctypes.create_string_buffer(n) for n in (288, 16, CONTEXT_BYTES))
    out = ctypes.create_string_buffer(b"\xaa" * 512, 512)
    assert loom.loom_aes_set_encrypt_key(aes, bytes(16), ctypes.c_size_t(16)) == 0
    function = getattr(loom, f"loom_aes_cbc_{name}_encrypt")
    for length in (0, 16, 512):
        assert function(aes, iv, hash_, bytes(512), out, ctypes.c_size_t(length)) == -1
    assert (iv.raw, hash_.raw, out.raw) == (bytes(16), bytes(CONTEXT_BYTES), b"\xaa" * 512)


def _rc4_context(loom: ctypes.CDLL, key: bytes) -> ctypes.Array[ctypes.c_char]:
    context = ctypes.create_string_buffer(RC4_BYTES)
    assert loom.loom_rc4_set_key(context, key, ctypes.c_size_t(len(key))) == 0
    return context


FIRST_USE = """
import ctypes, hashlib, sys, threading
loom, data, wrong = ctypes.CDLL(sys.argv[1]), bytes(range(256)) * 8, []
start = threading.Barrier(16)
def work():
    digest = ctypes.create_string_buffer(16)
    start.wait()
    for _ in range(50):
        loom.loom_md5(data, ctypes.c_size_t(len(data)), digest)
        if digest.raw != hashlib.md5(data).digest():
            wrong.append(digest.raw)
threads = [threading.Thread(target=work) for _ in range(16)]
[t.start() for t in threads]; [t.join() for t in threads]
sys.exit(len(wrong))
"""


def test_first_use_by_many_threads(shared: Path) -> None:
    """The first calls of several threads meet in dispatch, because ctypes releases Python's lock during a call."""

    def once(_: int) -> int:
        return subprocess.run(
            [sys.executable, "-c", FIRST_USE, str(shared)], timeout=HANG_SECONDS, check=False
        ).returncode

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(once, range(8))) == [0] * 8
