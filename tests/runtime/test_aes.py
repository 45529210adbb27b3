# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AES in the runtime: compares the bit-sliced S-box with the field, and the public functions with another library."""

from __future__ import annotations

import ctypes
import platform
import random
import re
from ctypes import c_size_t, create_string_buffer
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from tests.runtime.headers import headers
from tests.runtime.test_compile import WARNINGS
from tests.vectors.aes_api import Aes, Mode, other
from tests.vectors.api import Loom, Place, pins

pytestmark = pytest.mark.kernels(*(name for name in library.load().kernels if re.fullmatch("aes_(?!cbc_sha).*", name)))

CONTEXT_BYTES = 288  # more than any context has
KEYS = (16, 24, 32)
BAD_KEYS = [0, 1, 15, 17, 23, 25, 31, 33, 64, 128, 192, 256, 1 << 32 | 16, (1 << 64) - 16]
WRAPS = {  # first counters, and the bytes that a carry soon passes
    "none": bytes(16),
    "32 bits": bytes.fromhex("00112233445566778899aabbffffffe7"),
    "carry through": bytes.fromhex("0011223344fffffffffffffffffffff0"),
    "128 bits": b"\xff" * 15 + b"\xf9",
    "last": b"\xff" * 16,
}


@pytest.fixture(scope="module", params=["dispatched", "portable"])
def loom(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Loom:
    target = targets.for_host(platform.system(), platform.machine())
    kernels = library.load().kernels
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = tmp_path_factory.mktemp("aes")
    pinned = pins(kernels, "portable", target.arch) if request.param == "portable" else {}
    return Loom(workshop.libraries()[1], workshop.place / "copy", pinned)


def _power(x: int, n: int) -> int:
    """x to the n-th in GF(2^8), FIPS 197's polynomial."""
    out = 1
    for _ in range(n):
        product = 0
        for bit in range(8):
            product ^= (out << bit) if x >> bit & 1 else 0
        for bit in range(14, 7, -1):
            product ^= 0x11B << (bit - 8) if product >> bit & 1 else 0
        out = product
    return out


def _affine(x: int) -> int:
    """FIPS 197, 5.1.1: the byte, four rotations of it, and a constant."""
    out = 0x63
    for turn in range(5):
        out ^= (x << turn | x >> (8 - turn)) & 0xFF
    return out


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_s_box(width: str, tmp_path: Path) -> None:
    source, exe = Path(__file__).with_name("sbox.c"), tmp_path / "sbox"
    words = [str(require("gcc")), width, *WARNINGS, "-O1", f"-I{headers(tmp_path)}", *rooms.includes(), str(source)]
    words += [str(rooms.path(name)) for name in ("wipe.c", "clean.c", "cpu.c", "cpu_x86.c")]
    done = run([*words, "-o", str(exe)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    done = run([str(exe)], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr
    box = bytes(_affine(_power(x, 254)) for x in range(256))
    assert done.stdout[:256] == box
    assert done.stdout[256:] == bytes(box.index(x) for x in range(256))


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


@pytest.mark.parametrize("mode", ["ecb", "cbc"])
def test_blocks(mode: Mode, loom: Loom) -> None:
    """Random keys and lengths, in pieces, at changing addresses, apart and in place, in both directions."""
    rng = random.Random(5)
    for blocks in [*range(70), 255, 1024]:
        key, iv, data = rng.randbytes(rng.choice(KEYS)), rng.randbytes(16), rng.randbytes(16 * blocks)
        cut = 16 * rng.randrange(blocks + 1)
        out, source = rng.choice([None, rng.randrange(64)]), rng.randrange(64)
        there, back = Aes(loom, mode, key, iv), Aes(loom, mode, key, iv, decrypt=True)
        text = there(data[:cut], source, out) + there(data[cut:], source, out)
        assert text == other(mode, key, iv, data), (len(key), blocks, cut, source, out)
        assert mode == "ecb" or there.iv == ([iv, text[-16:]][blocks > 0])
        assert back(text[:cut], source, out) + back(text[cut:], source, out) == data, (
            len(key),
            blocks,
            cut,
            source,
            out,
        )
        there.wipe()
        back.wipe()


@pytest.mark.parametrize("wrap", WRAPS)
def test_ctr(wrap: str, loom: Loom) -> None:
    """Any length, any split, at changing addresses; the counter has 128 bits."""
    rng = random.Random(6)
    for length in [*range(0, 100), 255, 256, 511, 513, 1500, 5000]:
        key, data = rng.randbytes(rng.choice(KEYS)), rng.randbytes(length)
        expected = other("ctr", key, WRAPS[wrap], data)
        assert Aes(loom, "ctr", key, WRAPS[wrap])(data, rng.randrange(64)) == expected, length
        cuts = sorted(rng.randrange(length + 1) for _ in range(rng.randrange(12)))
        cipher, got = Aes(loom, "ctr", key, WRAPS[wrap]), b""
        for first, last in zip([0, *cuts], [*cuts, length]):
            got += cipher(data[first:last], rng.randrange(64), rng.choice([None, rng.randrange(64)]))
        assert got == expected, (length, cuts)
        cipher.wipe()


def test_ctr_byte_by_byte(loom: Loom) -> None:
    data = bytes(range(256))
    cipher = Aes(loom, "ctr", bytes(32), WRAPS["128 bits"])
    assert b"".join(cipher(data[i : i + 1]) for i in range(256)) == other("ctr", bytes(32), WRAPS["128 bits"], data)


@pytest.mark.parametrize("wrap", WRAPS)
def test_another_counter_under_the_same_key(wrap: str, loom: Loom) -> None:
    """The stream begins anew, wherever in a block the last one ended."""
    key, data = bytes(range(16)), bytes(range(100))
    cipher = Aes(loom, "ctr", key, bytes(16))
    for used in range(40):
        cipher(data[:used])
        assert loom.c.loom_aes_ctr_set_counter(cipher._context, WRAPS[wrap]) == 0
        assert cipher(data) == other("ctr", key, WRAPS[wrap], data), used
    cipher.wipe()
    assert loom.c.loom_aes_ctr_set_counter(cipher._context, WRAPS[wrap]) == -1
    assert cipher._context.raw == bytes(len(cipher._context))


def test_ctr_without_a_key(loom: Loom) -> None:
    cipher, target = Aes(loom, "ctr", bytes(32), bytes(16)), Place(b"\xee" * 16, 0)
    assert loom.c.loom_aes_ctr_update(cipher._context, None, None, c_size_t(0)) == 0
    cipher.wipe()
    for length in (0, 1, 16):
        assert cipher.into(Place(bytes(16), 0), target, length) == -1
    assert target.data() == b"\xee" * 16
    assert cipher._context.raw == bytes(len(cipher._context))
