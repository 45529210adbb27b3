# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The detection of an AArch64 CPU's features under the BSDs, Linux, Darwin, Windows and a system that nobody knows. The
tests give the systems' answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

import targets
from generator import rooms
from generator.rooms import INCLUDE
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

pytestmark = pytest.mark.kernels()  # no kernel is linked

HERE = Path(__file__).parent / "systems"
TRAPS = ("-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")  # no library of the sanitizer is needed
ALL = "neon aes pmull sha1 sha256 sha512 crc32 lse rdm sha3 sm3 sm4 dotprod"
N1, A53, A76, A55 = 0x413FD0C1, 0x410FD034, 0x410FD0B0, 0x412FD050
X4, V2 = 0x410FD820, 0x410FD4F0
# The ID registers of a system's cores, None for a core that is off, and the core whose preferences hold on all. A53 is
# the core of the emulator: it counts only where the system shows no core.
CLUSTERS: list[tuple[Sequence[int | None], str]] = [
    ([], "arm-cortex-a53"),
    ([N1], "arm-neoverse-n1"),
    ([A76] * 12, "arm-cortex-a76"),
    ([A55] * 4 + [A76] * 4, "arm-generic"),
    ([A76] * 4 + [A55], "arm-generic"),
    ([N1, A76], "arm-cortex-a76"),
    ([A76, N1], "arm-cortex-a76"),
    ([V2, X4], "arm-neoverse-v2"),
    ([None, None, N1, None, A76], "arm-cortex-a76"),
    ([N1, *[None] * 14, A53], "arm-generic"),
    ([N1, *[None] * 15, A53], "arm-generic"),
    ([N1, *[None] * 16, A53], "arm-neoverse-n1"),  # as many numbers without a core end the search
    ([*[None] * 15, N1, *[None] * 15, A76], "arm-cortex-a76"),
    ([0x610F0220, 0x610F0230], "apple-m1"),  # Icestorm, Firestorm
    ([0x610F0230, 0x610F0330], "apple-generic"),
    ([0x51AF8040, A76], "arm-cortex-a76"),  # Kryo 4xx Gold
    ([0xFF0FFFF0, N1], "arm-generic"),  # nobody's
]


def isar0(**fields: int) -> int:
    """ID_AA64ISAR0_EL1 from its fields' values."""
    at = {"aes": 4, "sha1": 8, "sha2": 12, "crc32": 16, "atomic": 20, "rdm": 28, "sha3": 32, "sm3": 36, "sm4": 40}
    return sum(value << {**at, "dp": 44}[name] for name, value in fields.items())


EVERY = isar0(aes=2, sha1=1, sha2=2, crc32=1, atomic=2, rdm=1, sha3=1, sm3=1, sm4=1, dp=1)
BASIC = isar0(aes=1, sha1=1, sha2=1, crc32=1)
BF16_I8MM = 1 << 44 | 1 << 52
HWCAP = sum(1 << bit for bit in (1, 3, 4, 5, 6, 7))


class Programs(dict[str, Path]):
    """The program of each system, compiled when it is asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.generated = INCLUDE

    def __missing__(self, system: str) -> Path:
        words = [str(require("aarch64-gcc")), "-std=c99", "-Wall", "-Wextra", "-Werror", "-static", *TRAPS]
        words += [f'-DLOOM_MIDR_FILE="{self.folder}/cpu%u"'] if system == "Linux" else []
        words += [f"-DTEST_{system}", "-DLOOM_NO_ASM", f"-I{HERE}", f"-I{self.generated}", *rooms.includes()]
        words += [str(HERE / "ask.c"), str(HERE / "detect.c"), str(rooms.path("cpu.c"))]
        done = run([*words, "-o", str(self.folder / system)], timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr) == (0, b""), (system, done.stderr.decode())
        self[system] = self.folder / system
        return self[system]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    return Programs(tmp_path_factory.mktemp("systems"))


def told(program: Path, *words: str, cpu: str | None = None, **env: str) -> tuple[str, set[str], str]:
    done = executor(targets.load("aarch64-linux-gnu")).run(program, list(words), cpu=cpu, env=env)
    assert done.returncode == 0, (done.returncode, done.stderr.decode())
    first, identity = done.stdout.decode().splitlines()
    uarch, _, names = first.partition(":")
    return uarch, set(names.split()), identity


def words(*cores: tuple[int, int, int]) -> list[str]:
    return [str(len(cores)), *(f"{word:x}" for core in cores for word in core)]


def ask(program: Path, *cores: tuple[int, int, int], cpu: str | None = None, **env: str) -> tuple[str, set[str]]:
    return told(program, *words(*cores), cpu=cpu, **env)[:2]


def test_no_answer(programs: dict[str, Path]) -> None:
    """A system without an answer shows only the feature that the ABI requires."""
    for system in ("OpenBSD", "NetBSD", "another"):
        assert told(programs[system], "0") == ("arm-generic", {"neon"}, "0 0 0 [] []")
    assert ask(programs["FreeBSD"]) == ("arm-generic", set())
    for system, cores in (("OpenBSD", (N1, EVERY, 0)), ("NetBSD", (N1, EVERY, 0))):
        assert ask(programs[system], cores, FAILED="1") == ("arm-generic", {"neon"})
    assert ask(programs["FreeBSD"], (HWCAP, 1 << 13, 0), FAILED="1") == ("arm-generic", set())


def test_short_answers(programs: dict[str, Path]) -> None:
    """OpenBSD's is a word; NetBSD's a record whose first seven words count."""
    for size in ("0", "4", "7", "8"):
        known = size == "8"
        assert (ask(programs["OpenBSD"], (0, EVERY, 0), ANSWER=size)[1] == {"neon"}) == (not known), size
    for size in ("0", "48", "55", "56", "128"):
        known = int(size) >= 56
        expected = ("arm-neoverse-n1", set(ALL.split())) if known else ("arm-generic", {"neon"})
        assert ask(programs["NetBSD"], (N1, EVERY, 0), ANSWER=size) == expected, size


def test_identity(programs: dict[str, Path]) -> None:
    """Implementer, part and revision of the first core; the vendor where it is Arm."""
    kryo = 0x51AF8A4C
    for cores, expected in (((A55, N1), "41 d05 0 [Arm] []"), ((N1 | 15, A55), "41 d0c f [Arm] []"),
                            ((kryo, A55), "51 8a4 c [] []")):  # fmt: skip
        assert told(programs["NetBSD"], *words(*((core, 0, 0) for core in cores)))[2] == expected


def test_darwin(programs: dict[str, Path]) -> None:
    """The features of every Apple core, and those whose flags are there and not 0. The brand may fill its room."""
    always = {"neon", "aes", "pmull", "sha1", "sha256"}
    brand = "A CPU whose name is as long as the longest, 51 signs"[:51]
    flags = ("hw.optional.arm.FEAT_SHA512", "hw.optional.armv8_2_sha3", "-hw.optional.arm.FEAT_LSE")
    assert told(programs["Darwin"], "1b588bb3") == ("apple-m1", always, f"0 0 0 [Apple] [{brand}]")
    assert told(programs["Darwin"], "da33d83d", *flags)[:2] == ("apple-m2", {*always, "sha512", "sha3"})
    assert told(programs["Darwin"], "da33d83d", *flags, FAILED="1") == ("apple-generic", always, "0 0 0 [Apple] []")
    assert told(programs["Darwin"], "0")[0] == "apple-generic"


def test_windows(programs: dict[str, Path]) -> None:
    """Windows tells some features by number. Which core it is only the registry tells."""
    assert told(programs["Windows"], "1") == ("arm-generic", {"neon"}, "0 0 0 [] []")
    assert told(programs["Windows"], "30", "34", "64")[1] == {"neon", "aes", "pmull", "sha1", "sha256", "lse", "sha3"}


def test_id_registers(programs: dict[str, Path]) -> None:
    for system, uarch in (("OpenBSD", "arm-generic"), ("NetBSD", "arm-neoverse-n1")):
        assert ask(programs[system], (N1, EVERY, 0)) == (uarch, set(ALL.split())), system
        assert ask(programs[system], (N1, BASIC, 0))[1] == {"neon", "aes", "sha1", "sha256", "crc32"}, system
        assert ask(programs[system], (N1, 0, BF16_I8MM))[1] == {"neon", "bf16", "i8mm"}, system
        assert ask(programs[system], (N1, isar0(atomic=1), 0))[1] == {"neon"}, system


def test_a_feature_counts_if_all_cores_have_it(programs: dict[str, Path]) -> None:
    uarch, found = ask(programs["NetBSD"], (A53, EVERY, 0), (N1, BASIC, BF16_I8MM))
    assert uarch == "arm-generic"
    assert found == {"neon", "aes", "sha1", "sha256", "crc32"}
    assert ask(programs["NetBSD"], (A53, BASIC, 0), (N1, EVERY, 0))[1] == found


def test_hardware_capabilities(programs: dict[str, Path]) -> None:
    expected = {"neon", "aes", "pmull", "sha1", "sha256", "crc32"}
    assert ask(programs["FreeBSD"], (HWCAP, 0, 0)) == ("arm-generic", expected)
    assert ask(programs["FreeBSD"], (HWCAP, 1 << 13 | 1 << 14, 0))[1] == {*expected, "i8mm", "bf16"}
    identified = HWCAP | 1 << 11  # the system lets programs read the core's ID register, here the emulator's
    assert ask(programs["FreeBSD"], (identified, 0, 0), cpu="cortex-a53") == ("arm-cortex-a53", expected)
    assert ask(programs["FreeBSD"], (HWCAP, 0, 0), cpu="cortex-a53") == ("arm-generic", expected)


@pytest.mark.parametrize(("cores", "uarch"), CLUSTERS)
def test_the_choice_holds_on_every_core(cores: Sequence[int | None], uarch: str, programs: dict[str, Path]) -> None:
    """Linux shows the ID register of each core in a file."""
    folder = programs["Linux"].parent
    for old in folder.glob("cpu*"):
        old.unlink()
    for number, midr in enumerate(cores):
        if midr is not None:
            (folder / f"cpu{number}").write_text(f"0x{midr:016x}\n")
    assert ask(programs["Linux"], cpu="cortex-a53")[0] == uarch


@pytest.mark.parametrize(("place", "uarch"), [(4095, "arm-cortex-a76"), (4096, "arm-neoverse-n1")])
def test_4096_cores(place: int, uarch: str, programs: dict[str, Path]) -> None:
    """Numbers from 4096 on are not asked for."""
    folder = programs["Linux"].parent
    for old in folder.glob("cpu*"):
        old.unlink()
    (folder / "core").write_text(f"0x{N1:016x}\n")
    for number in range(place):
        os.link(folder / "core", folder / f"cpu{number}")
    (folder / f"cpu{place}").write_text(f"0x{A76:016x}\n")
    assert ask(programs["Linux"], cpu="cortex-a53")[0] == uarch


def test_a_file_that_cannot_be_read(programs: dict[str, Path]) -> None:
    folder = programs["Linux"].parent
    for old in folder.glob("cpu*"):
        old.unlink()
    (folder / "cpu0").mkdir()
    (folder / "cpu1").write_text(f"0x{N1:016x}\n")
    try:
        assert ask(programs["Linux"], cpu="cortex-a53")[0] == "arm-neoverse-n1"
    finally:
        (folder / "cpu0").rmdir()


@pytest.mark.parametrize("text", ["", "\n", "no number", "0x", "\0" * 400, "f" * 5000])
def test_files_that_tell_nothing(text: str, programs: dict[str, Path]) -> None:
    folder = programs["Linux"].parent
    for old in folder.glob("cpu*"):
        old.unlink()
    (folder / "cpu0").write_text(text)
    assert ask(programs["Linux"], cpu="cortex-a53")[0] == ("arm-generic" if text[:1] == "f" else "arm-cortex-a53")
