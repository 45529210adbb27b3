# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The detection of an x86 CPU where the test gives the answers of cpuid, as compiled for Darwin, for other systems, and
by MSVC."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator import rooms
from generator.rooms import INCLUDE
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run

pytestmark = pytest.mark.kernels()  # no kernel is linked
HERE = Path(__file__).parent / "systems"
SYSTEMS = ("Linux", "Darwin", "MSVC")
ONES = 0xFFFFFFFF
OSXSAVE = 1 << 27
LARGEST, EXTENDED, AVX10 = (0, 0), (0x80000000, 0), (0x24, 0)
"""Leaves and subleaves."""
ALL_SAVED = 0xE7
Leaves = Mapping[tuple[int, int], tuple[int, int, int, int]]


@dataclass(frozen=True)
class Told:
    identity: tuple[str, str, str]
    vendor: str
    brand: str
    core: str
    features: set[str]


def build(folder: Path, *words: str) -> Path:
    out = folder / f"program{len(list(folder.iterdir()))}"
    first = [str(require("gcc")), "-std=gnu99", "-O1", "-w", "-DLOOM_NO_ASM", f"-I{HERE}", f"-I{INCLUDE}"]
    done = run([*first, *rooms.includes(), *words, "-o", str(out)], timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    return out


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("detect")
    sources = (str(HERE / "detect_x86.c"), str(rooms.path("cpu.c")))
    return {system: build(folder, f"-DTEST_{system}", *sources) for system in SYSTEMS}


def text(words: str) -> tuple[int, int, int, int]:
    a, b, c, d = struct.unpack("<4I", words.encode().ljust(16, b"\0"))
    return a, b, c, d


def vendor(name: str, last: int = 0x24) -> tuple[int, int, int, int]:
    _, b, d, c = text("    " + name)
    return last, b, c, d


def leaves(changed: Leaves | None = None) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """A CPU that has every leaf, no feature, and saves all registers."""
    plain = {
        LARGEST: vendor("AuthenticAMD"), (1, 0): (0xB40F40, 0, OSXSAVE, 0), (7, 0): (1, 0, 0, 0),
        EXTENDED: (0x80000004, 0, 0, 0), (0x80000002, 0): text("one of the names"),
    }  # fmt: skip
    return {**plain, **(changed or {})}


def tell(program: Path, told: Leaves, saved: int = ALL_SAVED, release: str = "-") -> Told:
    words = [":".join(f"{word:x}" for word in (*place, *answer)) for place, answer in told.items()]
    done = run([str(program), f"{saved:x}", release, *words])
    assert done.returncode == 0, done
    first, _, features = done.stdout.decode().partition("\n")
    numbers, maker, rest = first.split("[", 2)
    family, model, stepping = numbers.split()
    brand, core = rest.split("] ")
    return Told((family, model, stepping), maker.strip().removesuffix("]"), brand, core, set(features.split()))


# Word of an answer → features that it shows, by their bits: a part of what the manuals list.
WORDS: dict[str, tuple[Callable[[int], Leaves], dict[int, str]]] = {
    "leaf 1, ecx": (lambda bits: {(1, 0): (0, 0, OSXSAVE | bits, 0)},
                    {0: "SSE3", 1: "PCLMUL", 9: "SSSE3", 12: "FMA", 19: "SSE41", 25: "AES", 28: "AVX"}),
    "leaf 1, edx": (lambda bits: {(1, 0): (0, 0, OSXSAVE, bits)}, {26: "SSE2"}),
    "leaf 7, ebx": (lambda bits: {(7, 0): (1, bits, 0, 0)},
                    {3: "BMI1", 5: "AVX2", 8: "BMI2", 16: "AVX512F", 19: "ADX", 29: "SHA", 31: "AVX512VL"}),
    "leaf 7, ecx": (lambda bits: {(7, 0): (1, 0, bits, 0)}, {1: "AVX512VBMI", 8: "GFNI", 9: "VAES", 10: "VPCLMULQDQ"}),
    "leaf 7.1, eax": (lambda bits: {(7, 1): (bits, 0, 0, 0)}, {0: "SHA512", 4: "AVXVNNI", 23: "AVXIFMA"}),
    "leaf 0x80000001, ecx": (lambda bits: {(0x80000001, 0): (0, 0, bits, 0)}, {5: "LZCNT", 11: "XOP"}),
}  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_each_bit_shows_its_feature(word: str, programs: dict[str, Path]) -> None:
    """And no other word shows the feature."""
    answer, bits = WORDS[word]
    everything = tell(programs["Linux"], leaves(answer(ONES))).features
    assert set(bits.values()) <= everything
    for system in ("Linux", "MSVC"):
        for bit, name in bits.items():
            assert tell(programs[system], leaves(answer(1 << bit))).features == {name}, (system, name)
    for other, (its_answer, _) in WORDS.items():
        assert other == word or not everything & tell(programs["Linux"], leaves(its_answer(ONES))).features, other


def test_registers_that_the_system_saves(programs: dict[str, Path]) -> None:
    """XCR0: SSE 1, AVX 2, and for AVX-512 mask registers 5, upper halves 6, further registers 7. Without OSXSAVE the
    register cannot be read."""
    told = {(1, 0): (0, 0, OSXSAVE | 1 << 28 | 1 << 25, 1 << 26), (7, 0): (1, 1 << 16, 0, 0)}
    for system in ("Linux", "MSVC"):
        for missing in range(8):
            for extra in (0, 1 << 63, 0x300):
                expected = {"SSE2", "AES"} | ({"AVX"} if missing not in (1, 2) else set())
                expected |= {"AVX512F"} if missing not in (1, 2, 5, 6, 7) else set()
                saved = (0xFF | extra) & ~(1 << missing)
                assert tell(programs[system], leaves(told), saved).features == expected, (system, missing)
        high = tell(programs[system], leaves(told), ALL_SAVED << 32).features
        assert high == {"SSE2", "AES"}, (system, high)
        without = {**told, (1, 0): (0, 0, 1 << 26 | 1 << 28 | 1 << 25, 1 << 26)}
        assert tell(programs[system], leaves(without)).features == {"SSE2", "AES"}, system


def test_avx10(programs: dict[str, Path]) -> None:
    """Leaf 0x24, which counts if leaf 7.1 says so: the version, and bit 18 for registers of 512 bits."""
    for shown, wide, version, expected in (
        (1, 1, 0, set[str]()), (1, 1, 1, {"AVX101"}), (1, 1, 2, {"AVX101", "AVX102"}),
        (1, 1, 255, {"AVX101", "AVX102"}), (1, 0, 2, set()), (0, 1, 2, set()),
    ):  # fmt: skip
        told = {(7, 1): (0, 0, 0, shown << 19), AVX10: (0, wide << 18 | 3 << 16 | version, 0, 0)}
        found = tell(programs["Linux"], leaves(told))
        assert (found.features, found.core) == (expected, "amd-zen5"), (shown, wide, version)
        told |= {LARGEST: vendor("GenuineIntel"), (1, 0): (0x806F8, 0, OSXSAVE, 0)}
        core = "intel-graniterapids" if expected else "intel-sapphirerapids"
        assert tell(programs["Linux"], leaves(told)).core == core
    other_bits = {(7, 1): (0, 0, 0, ONES ^ 1 << 19), AVX10: (ONES, 1 << 18 | 2, ONES, ONES)}
    assert tell(programs["Linux"], leaves(other_bits)).features == set()
    wide_alone = {(7, 1): (0, 0, 0, 1 << 19), AVX10: (0, (ONES ^ 1 << 18) & ~0xFD, 0, 0)}
    assert tell(programs["Linux"], leaves(wide_alone)).features == set()


def test_halves(programs: dict[str, Path]) -> None:
    """AVX512_FP16, bit 23 of leaf 7's edx, tells the core where a hypervisor shows another model."""
    intel = {LARGEST: vendor("GenuineIntel"), (1, 0): (0xA0671, 0, OSXSAVE, 0)}
    for edx, core in ((1 << 23, "intel-sapphirerapids"), (ONES ^ 1 << 23, "intel-icelake"), (0, "intel-icelake")):
        assert tell(programs["Linux"], leaves({**intel, (7, 0): (0, 0, 0, edx)})).core == core, edx


IDENTITIES = [
    ("GenuineIntel", 0x806F8, ("6", "8f", "8")),
    ("GenuineIntel", 0x0FFF06F8, ("6", "ff", "8")),  # the further family counts from family 15 on
    ("GenuineIntel", 0xF008F6E8, ("6", "8e", "8")),  # bits that are reserved, and the type
    ("GenuineIntel", 0x543, ("5", "4", "3")),
    ("GenuineIntel", 0xFF0543, ("5", "4", "3")),  # the further bits count from family 6 on
    ("GenuineIntel", 0x0FF00F62, ("10e", "6", "2")),
    ("GenuineIntel", 0x0FF00E62, ("e", "6", "2")),
    ("AuthenticAMD", 0xB40F4F, ("1a", "44", "f")),
    ("  Shanghai  ", 0x307BA, ("7", "3b", "a")),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_identity(system: str, programs: dict[str, Path]) -> None:
    for maker, eax, expected in IDENTITIES:
        told = tell(programs[system], leaves({LARGEST: vendor(maker), (1, 0): (eax, 0, OSXSAVE, 0)}))
        assert told.identity == expected, (hex(eax), told)
        assert told.vendor.strip() == maker.strip()
    brand = "A CPU of 48 letters, whose last one is an X .. X"
    assert len(brand) == 48
    parts = {(0x80000002 + n, 0): text(brand[16 * n : 16 * n + 16]) for n in range(3)}
    assert tell(programs[system], leaves(parts)).brand == brand
    cut = {**parts, EXTENDED: (0x80000003, 0, 0, 0)}
    assert tell(programs[system], leaves(cut)).brand == brand[:32]
    none = tell(programs[system], {LARGEST: vendor("Unheard-of-x", 1), (1, 0): (0x543, 0, 0, 0)})
    assert (none.features, none.brand, none.core) == (set(), "", "generic")


def test_darwin_saves_avx512_from_21_3_on(programs: dict[str, Path]) -> None:
    """Darwin shows its registers of 512 bits elsewhere than in XCR0. `-` begins the release of a system without them,
    and `?` and `!` answers of calls that failed."""
    program, told = programs["Darwin"], leaves({(1, 0): (0, 0, ONES, ONES), (7, 0): (0, ONES, 0, 0)})
    longest = "22." + "1" * 28
    old = ("-", "", "9.9", "20.6.0", "20.9", "21", "21.2.9", "21-3", "no.3", "?", "?22.0", "-22.0", "!", longest + "1")
    new = ("21.3", "21.3.0", "21.10", "22.0", "22", "100.1", longest)
    for release in (*old, *new):
        for saved in (0x7, ALL_SAVED):
            assert ("AVX512F" in tell(program, told, saved, release).features) == (release in new), release
    assert {"SSE2", "AVX2"} <= tell(program, told, 0x7, "-").features
    assert "AVX2" not in tell(program, told, 0x3, "22.0").features


def test_a_subleaf_counts_if_the_leaf_has_it(programs: dict[str, Path]) -> None:
    for system in SYSTEMS:
        for largest, expected in ((0, set[str]()), (1, {"SHA512"}), (2, {"SHA512"})):
            told = leaves({(7, 0): (largest, 0, 0, 0), (7, 1): (1, 0, 0, 0)})
            assert tell(programs[system], told).features == expected, (system, largest)


def test_a_leaf_counts_if_the_cpu_has_it(programs: dict[str, Path]) -> None:
    for system in SYSTEMS:
        for last in (1, 6, 7):
            told = leaves({LARGEST: vendor("GenuineIntel", last), (7, 0): (0, 1 << 29, 0, 0)})
            assert tell(programs[system], told).features == ({"SHA"} if last == 7 else set()), (system, last)
        for last in (0x80000000, 0x80000001):
            told = leaves({EXTENDED: (last, 0, 0, 0), (0x80000001, 0): (0, 0, 1 << 5, 0)})
            assert tell(programs[system], told).features == ({"LZCNT"} if last & 1 else set()), (system, last)


HALVES = 1 << 23  # AVX512_FP16
AVX10_2 = 3  # versions 1 and 2
IDENTIFIED: list[tuple[str, int, int, str] | tuple[str, int, int, str, int]] = [
    ("GenuineIntel", 0x806F8, HALVES, "intel-sapphirerapids"),
    ("GenuineIntel", 0xC06F2, HALVES, "intel-sapphirerapids"),  # Emerald Rapids
    ("GenuineIntel", 0xA06D1, HALVES, "intel-graniterapids"),
    ("GenuineIntel", 0x400F10, HALVES, "intel-graniterapids"),  # family 19, written 15 + 4
    ("GenuineIntel", 0xA0671, 0, "intel-icelake"),  # Rocket Lake
    ("GenuineIntel", 0xA0671, HALVES, "intel-sapphirerapids"),  # the hypervisor shows Rocket Lake
    ("GenuineIntel", 0xF06F0, HALVES, "intel-sapphirerapids"),  # unknown to us
    ("GenuineIntel", 0x806F8, HALVES, "intel-graniterapids", 1),  # the hypervisor shows Sapphire Rapids
    ("GenuineIntel", 0x300F10, HALVES, "intel-novalake", AVX10_2),  # family 18, written 15 + 3: nobody measured it
    ("GenuineIntel", 0xFF00FF0, HALVES, "intel-generic", AVX10_2),  # a family unknown to us
    ("GenuineIntel", 0xC06C0, 0, "intel-pantherlake"),
    ("GenuineIntel", 0xD0650, 0, "intel-pantherlake"),  # Wildcat Lake
    ("GenuineIntel", 0xD0670, 0, "intel-alderlake"),  # Bartlett Lake
    ("GenuineIntel", 0x50670, 0, "intel-knights"),
    ("GenuineIntel", 0x80650, 0, "intel-knights"),
    ("GenuineIntel", 0xFF0F0, 0, "intel-generic"),
    ("GenuineIntel", 0x50657, 0, "intel-skylake-avx512"),
    ("AuthenticAMD", 0xA10F11, HALVES, "amd-zen4"),
    ("AuthenticAMD", 0xB40F40, 0, "amd-zen5"),
    ("AuthenticAMD", 0xB50F00, 0, "amd-zen6"),
    ("AuthenticAMD", 0xC00F00, 0, "amd-generic"),  # a family unknown to us
    ("AuthenticAMD", 0x850F00, 0, "amd-zen1"),
    ("HygonGenuine", 0x900F01, 0, "amd-zen1"),
    ("HygonGenuine", 0x900F41, HALVES, "hygon-generic"),
    ("CentaurHauls", 0x6F0, 0, "zhaoxin-generic"),
    ("CentaurHauls", 0x40670, HALVES, "zhaoxin-generic", 1),  # CNS has AVX-512
    ("  Shanghai  ", 0x307B0, 0, "zhaoxin-lujiazui"),
    ("  Shanghai  ", 0x507B0, 0, "zhaoxin-yongfeng"),
    ("Unheard-of-x", 0xA0671, HALVES, "generic"),
]


@pytest.mark.parametrize(("maker", "eax", "halves", "core", "version"), [(*row, 0)[:5] for row in IDENTIFIED])
def test_cores_are_identified(
    maker: str, eax: int, halves: int, core: str, version: int, programs: dict[str, Path]
) -> None:
    told = {LARGEST: vendor(maker), (1, 0): (eax, 0, OSXSAVE, 0), (7, 0): (1, 0, 0, halves)}
    if version:
        told |= {(7, 1): (0, 0, 0, 1 << 19), AVX10: (0, 1 << 18 | (2 if version == AVX10_2 else 1), 0, 0)}
    assert tell(programs["Linux"], leaves(told)).core == core
