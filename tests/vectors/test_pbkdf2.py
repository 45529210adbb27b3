# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""PBKDF2: the vectors of RFC 6070 (but the one of 16,777,216 iterations) and of RFC 7914, 11, each alone and all at
once."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Sequence
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.product import Workshop, default_syntax

pytestmark = pytest.mark.code
LONG = (b"passwordPASSWORDpassword", b"saltSALTsaltSALTsaltSALTsaltSALTsalt")
VECTORS: dict[str, list[tuple[bytes, bytes, int, str]]] = {
    "sha1": [
        (b"password", b"salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (b"password", b"salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (b"password", b"salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
        (*LONG, 4096, "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"),
        (b"pass\0word", b"sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
    ],
    "sha256": [
        (
            b"passwd", b"salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
            "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
        ),
        (
            b"Password", b"NaCl", 80000,
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
            "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d",
        ),
    ],
}  # fmt: skip


class Job(ctypes.Structure):
    """loom_pbkdf2_job."""

    _fields_ = (
        ("password", ctypes.c_char_p),
        ("password_length", ctypes.c_size_t),
        ("salt", ctypes.c_char_p),
        ("salt_length", ctypes.c_size_t),
        ("iterations", ctypes.c_uint64),
        ("key", ctypes.c_void_p),
        ("key_length", ctypes.c_size_t),
    )


@pytest.fixture(scope="module")
def loom(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    target = targets.for_host(platform.system(), platform.machine())
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("pbkdf2")
    shared: Path = workshop.libraries()[1]
    return ctypes.CDLL(str(shared))


def derived(loom: ctypes.CDLL, name: str, vectors: Sequence[tuple[bytes, bytes, int, str]]) -> list[str]:
    keys = [ctypes.create_string_buffer(len(key) // 2) for *_, key in vectors]
    jobs = (Job * len(vectors))()
    for job, key, (password, salt, iterations, _) in zip(jobs, keys, vectors, strict=True):
        address = ctypes.addressof(key)
        words = (password, len(password), salt, len(salt), iterations, address, len(key))
        for (field, _), word in zip(Job._fields_, words, strict=True):
            setattr(job, field, word)
    assert getattr(loom, f"loom_pbkdf2_hmac_{name}_many")(jobs, ctypes.c_size_t(len(vectors))) == 0
    return [key.raw.hex() for key in keys]


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str, loom: ctypes.CDLL) -> None:
    expected = [key for *_, key in VECTORS[name]]
    assert derived(loom, name, VECTORS[name]) == expected
    assert [derived(loom, name, [vector])[0] for vector in VECTORS[name]] == expected


@pytest.mark.parametrize("name", VECTORS)
def test_one_key(name: str, loom: ctypes.CDLL) -> None:
    for password, salt, iterations, expected in VECTORS[name]:
        key = ctypes.create_string_buffer(len(expected) // 2)
        sizes = [ctypes.c_size_t(len(data)) for data in (password, salt, key.raw)]
        function = getattr(loom, f"loom_pbkdf2_hmac_{name}")
        assert function(password, sizes[0], salt, sizes[1], ctypes.c_uint64(iterations), key, sizes[2]) == 0
        assert key.raw.hex() == expected
