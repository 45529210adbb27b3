# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES's contexts: what is refused, and that a refused call changes nothing."""

from __future__ import annotations

import ctypes
import re
from ctypes import c_size_t, create_string_buffer

import pytest

from generator import library
from tests.runtime import quick
from tests.vectors.aes_api import Aes, Mode, other
from tests.vectors.api import Loom, Place, pins

pytestmark = pytest.mark.kernels(*(name for name in library.load().kernels if re.fullmatch("aes_(?!cbc_sha).*", name)))

CONTEXT_BYTES = 288  # more than any context has
KEYS = (16, 24, 32)
BAD_KEYS = [0, 1, 15, 17, 23, 25, 31, 33, 64, 128, 192, 256, 1 << 32 | 16, (1 << 64) - 16]


@pytest.fixture(scope="module", params=["dispatched", "portable"])
def loom(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Loom:
    folder = tmp_path_factory.mktemp("aes")
    pinned = pins(library.load().kernels, "portable", quick.host().arch) if request.param == "portable" else {}
    return Loom(quick.shared(folder), folder / "copy", pinned)


def _key(loom: Loom, direction: str, key: bytes, size: int) -> tuple[int, bytes]:
    """The result of a call that sets a key, and the context, filled with 0xaa before the call."""
    context = create_string_buffer(b"\xaa" * CONTEXT_BYTES, CONTEXT_BYTES)
    if direction == "ctr":
        return loom.c.loom_aes_ctr_init(context, key, c_size_t(size), bytes(16)), context.raw
    return getattr(loom.c, f"loom_aes_set_{direction}_key")(context, key, c_size_t(size)), context.raw


@pytest.mark.parametrize("direction", ["encrypt", "decrypt", "ctr"])
def test_bad_keys_leave_the_context_alone(direction: str, loom: Loom) -> None:
    for size in BAD_KEYS:
        if size < 1 << 8 * ctypes.sizeof(c_size_t):
            assert _key(loom, direction, bytes(64), size) == (-1, b"\xaa" * CONTEXT_BYTES), size
    for size in KEYS:
        status, context = _key(loom, direction, bytes(64), size)
        assert status == 0 and context.endswith(b"\xaa\xaa"), size


@pytest.mark.parametrize("decrypt", [False, True], ids=["encrypt", "decrypt"])
@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_bad_lengths_and_contexts(mode: Mode, decrypt: bool, loom: Loom) -> None:
    """A refused call changes nothing."""
    iv, data = bytes(range(16)), bytes(range(200, 248))
    cipher, wrong = Aes(loom, mode, bytes(16), iv, decrypt=decrypt), Aes(loom, mode, bytes(16), iv, decrypt=not decrypt)
    wrong._direction = cipher._direction  # the other direction's key for this one's function
    wiped = Aes(loom, mode, bytes(16), iv, decrypt=decrypt)
    wiped.wipe()
    source, target = Place(data, 3), Place(b"\xee" * 48, 5)
    refused = [(cipher, length) for length in (1, 8, 15, 17, 31, 33, 47, (1 << 31) + 1, -1)]
    for who, length in [*refused, (wrong, 16), (wiped, 16), (wiped, 0)]:
        assert who.into(source, target, length) == -1, length
        assert (target.data(), who.iv) == (b"\xee" * 48, iv), length
    function = getattr(loom.c, f"loom_aes_{mode}_{cipher._direction}")
    nothing = (None, None, c_size_t(0))
    assert function(cipher._context, *([cipher._iv] if mode == "cbc" else []), *nothing) == 0
    assert cipher.into(source, target, 48) == 0
    assert target.data() == other(mode, bytes(16), iv, data, decrypt=decrypt)
