# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The kernels of ``tests/external``: right on all kinds of triples, by references that agree with other code."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from generator import library
from generator.lang import packed
from targets.toolchain.testing import ROOT
from targets.trial import command, triple
from targets.trial.batch import Buffer, Call
from targets.trial.cases import derive
from targets.trial.contract_plan import DEFAULT_SEED, plan
from tests.external import blake2b, blake2s, keccak, montgomery256
from tests.kernels.matrix import OUTSIDE, TWINS

FOLDER = ROOT / "tests" / "external"
MOST_LINES = 60
Reference = Callable[[bytearray, bytes, int], None]


def _kernels() -> list[str]:
    """Those that the tests' matrix does not execute."""
    there = library.load([FOLDER]).kernels.items()
    return [name for name, one in there if not one.of_tree and Path(one.path).name not in OUTSIDE]


@pytest.mark.kernels()  # kernels of its own
@pytest.mark.whole
def test_right_on_every_kind_of_triple(
    capsys: pytest.CaptureFixture[str], not_executed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One triple of each calling convention and format of objects, in one run: references are computed once. Proofs,
    which take minutes for what is not proved in the end, are left to tests of their own."""
    monkeypatch.setattr(triple, "_prove", lambda *words: None)
    status = command.run([FOLDER], _kernels(), [twins[0] for twins in TWINS.values()], None, None)
    said = capsys.readouterr().out
    assert status == 0, said
    not_executed += [line.strip() for line in said.splitlines() if "not executed" in line]


@pytest.mark.kernels()
def test_scripts_are_short() -> None:
    """The language is judged by these lengths, references included, and empty lines left out."""
    texts = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.py"))}
    lengths = {name: sum(bool(line.strip()) for line in text.splitlines()) for name, text in texts.items()}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def _blake2(module: ModuleType, reference: Reference, size: int, data: bytes) -> bytes:
    """BLAKE2 with words of ``size`` bytes and a digest of eight words (RFC 7693, section 3.3)."""
    h, block = [*module.IV], 16 * size
    h[0] ^= 0x01010000 ^ 8 * size
    state = bytearray(packed((*h, 0, 0, 0, 0), size)[: 8 * size + 16])
    whole = max(0, -(-len(data) // block) - 1)
    reference(state, data, whole)
    count = len(data) - block  # the kernel counts whole blocks
    state[8 * size :] = (count % 2**64).to_bytes(8, "little") + (2 ** (8 * size) - 1).to_bytes(8, "little")
    reference(state, data[block * whole :].ljust(block, b"\0"), 1)
    return bytes(state[: 8 * size])


def _blake2b(data: bytes) -> bytes:
    return _blake2(blake2b, blake2b.blake2b_reference, 8, data)


def _blake2s(data: bytes) -> bytes:
    return _blake2(blake2s, blake2s.blake2s_reference, 4, data)


def _sha3(data: bytes) -> bytes:
    rate, state = 136, bytearray(200)
    padded = bytearray(data + b"\6" + bytes(-(len(data) + 1) % rate))
    padded[-1] |= 0x80
    for at in range(0, len(padded), rate):
        for n in range(rate):
            state[n] ^= padded[at + n]
        keccak.keccak_f1600_reference(state)
    return bytes(state[:32])


@pytest.mark.kernels()
@pytest.mark.parametrize(
    ("ours", "other"), [(_blake2b, hashlib.blake2b), (_blake2s, hashlib.blake2s), (_sha3, hashlib.sha3_256)]
)
def test_hashes(ours: Callable[[bytes], bytes], other: Callable[[bytes], object]) -> None:
    for length in (0, 1, 63, 64, 65, 127, 128, 129, 135, 136, 137, 272, 1000):
        data = random.Random(length).randbytes(length)
        assert ours(data) == other(data).digest(), length  # type: ignore[attr-defined]


@pytest.mark.kernels()
def test_the_count_of_blake2s_carries() -> None:
    """The calls of the tests meet it: their states hold ones and numbers at the ends of their range."""
    state = bytearray(packed([*blake2s.IV, 2**32 - 64, 6, 0, 0], 4))
    blake2s.blake2s_reference(state, bytes(64), 1)
    assert state[32:40] == packed([0, 7], 4)
    given = [[buffer.data for buffer in call.arguments if isinstance(buffer, Buffer)] for call in _calls_of_blake2s()]
    assert any(int.from_bytes(one[0][32:36], "little") > 2**32 - 65 and len(one[1]) > 0 for one in given)


def _calls_of_blake2s() -> list[Call]:
    kernel = library.load([FOLDER]).find("blake2s_blocks")
    return derive(kernel, plan(kernel, DEFAULT_SEED), "")


@pytest.mark.kernels()
def test_montgomery() -> None:
    """The product modulo m of numbers below m."""
    rng = random.Random(1)
    for _ in range(100):
        modulus, out = montgomery256.some_modulus(rng, 40), bytearray(32)
        m = int.from_bytes(modulus[:32], "little")
        assert m * int.from_bytes(modulus[32:], "little") % 2**64 == 2**64 - 1
        x, y = rng.randrange(m), rng.randrange(m)
        montgomery256.montgomery256_reference(out, x.to_bytes(32, "little"), y.to_bytes(32, "little"), modulus)
        assert int.from_bytes(out, "little") == x * y * pow(2, -256, m) % m


def test_scripts_are_found() -> None:
    assert Path(blake2b.__file__).parent == FOLDER and "blake2b_blocks" in _kernels()
