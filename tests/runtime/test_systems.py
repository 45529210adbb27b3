# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The detection of an AArch64 CPU's features under the BSDs. The tests give the systems' answers."""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from generator import rooms
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime.headers import headers

pytestmark = pytest.mark.kernels()  # no kernel is linked

HERE = Path(__file__).parent / "systems"
SYSTEMS = ("OpenBSD", "NetBSD", "FreeBSD")
ALL = "neon aes pmull sha1 sha256 sha512 crc32 lse rdm sha3 sm3 sm4 dotprod"
N1, A53 = 0x413FD0C1, 0x410FD034


def isar0(**fields: int) -> int:
    """ID_AA64ISAR0_EL1 from its fields' values."""
    at = {"aes": 4, "sha1": 8, "sha2": 12, "crc32": 16, "atomic": 20, "rdm": 28, "sha3": 32, "sm3": 36, "sm4": 40}
    return sum(value << {**at, "dp": 44}[name] for name, value in fields.items())


EVERY = isar0(aes=2, sha1=1, sha2=2, crc32=1, atomic=2, rdm=1, sha3=1, sm3=1, sm4=1, dp=1)
BASIC = isar0(aes=1, sha1=1, sha2=1, crc32=1)
BF16_I8MM = 1 << 44 | 1 << 52
HWCAP = sum(1 << bit for bit in (1, 3, 4, 5, 6, 7))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("systems")
    generated = headers(folder / "include")
    out = {}
    for system in SYSTEMS:
        words = [str(require("aarch64-gcc")), "-std=c99", "-Wall", "-Wextra", "-Werror", "-static"]
        words += [f"-DTEST_{system}", "-DLOOM_NO_ASM", f"-I{HERE}", f"-I{generated}", *rooms.includes()]
        words += [str(HERE / "ask.c"), str(HERE / "detect.c"), str(rooms.path("cpu.c"))]
        done = run([*words, "-o", str(folder / system)], timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr) == (0, b""), (system, done.stderr.decode())
        out[system] = folder / system
    return out


def ask(program: Path, *cores: tuple[int, int, int]) -> tuple[str, set[str]]:
    words = [str(len(cores)), *(f"{word:x}" for core in cores for word in core)]
    done = executor(targets.load("aarch64-linux-gnu")).run(program, words)
    assert done.returncode == 0, done.stderr.decode()
    uarch, _, names = done.stdout.decode().strip().partition(":")
    return uarch, set(names.split())


def test_no_answer(programs: dict[str, Path]) -> None:
    """A system without an answer shows only the feature that the ABI requires."""
    for system in ("OpenBSD", "NetBSD"):
        assert ask(programs[system]) == ("arm-generic", {"neon"})
    assert ask(programs["FreeBSD"]) == ("arm-generic", set())


def test_id_registers(programs: dict[str, Path]) -> None:
    for system, uarch in (("OpenBSD", "arm-generic"), ("NetBSD", "arm-neoverse-n1")):
        assert ask(programs[system], (N1, EVERY, 0)) == (uarch, set(ALL.split())), system
        assert ask(programs[system], (N1, BASIC, 0))[1] == {"neon", "aes", "sha1", "sha256", "crc32"}, system
        assert ask(programs[system], (N1, 0, BF16_I8MM))[1] == {"neon", "bf16", "i8mm"}, system
        assert ask(programs[system], (N1, isar0(atomic=1), 0))[1] == {"neon"}, system


def test_a_feature_counts_if_all_cores_have_it(programs: dict[str, Path]) -> None:
    uarch, found = ask(programs["NetBSD"], (A53, EVERY, 0), (N1, BASIC, BF16_I8MM))
    assert uarch == "arm-cortex-a53"
    assert found == {"neon", "aes", "sha1", "sha256", "crc32"}
    assert ask(programs["NetBSD"], (A53, BASIC, 0), (N1, EVERY, 0))[1] == found


def test_hardware_capabilities(programs: dict[str, Path]) -> None:
    expected = {"neon", "aes", "pmull", "sha1", "sha256", "crc32"}
    assert ask(programs["FreeBSD"], (HWCAP, 0, 0)) == ("arm-generic", expected)
    assert ask(programs["FreeBSD"], (HWCAP, 1 << 13 | 1 << 14, 0))[1] == {*expected, "i8mm", "bf16"}
