# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Dispatch runs only variants that the CPU can run: on processors of qemu, and with ASMLOOM_CPU and ASMLOOM_PREFER."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from generator.isa.machine import machine
from generator.output import available
from targets.toolchain import provision
from targets.toolchain.execute import executor
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax
from targets.trial.cpu import beyond_qemu

KERNELS = library.load().kernels


def emulator(name: str) -> list[str]:
    """qemu 10: qemu 7 computes VAES wrongly."""
    return [str(provision.ensure("qemu") / f"qemu-{name}")]


def _selftest(triple: str, folder: Path) -> Iterator[Path]:
    target = targets.load(triple)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = folder / "place"
    static = workshop.static()
    yield workshop.program("selftest", rooms.sources("selftest"), static, ["-static"])


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from _selftest("x86_64-linux-gnu", tmp_path_factory.mktemp("x86"))


@pytest.fixture(scope="module")
def i686(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from _selftest("i686-linux-gnu", tmp_path_factory.mktemp("i686"))


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from _selftest("aarch64-linux-gnu", tmp_path_factory.mktemp("arm"))


def _explain(exe: Path, triple: str, **env: str) -> str:
    done = executor(targets.load(triple)).run(exe, ["--explain"], env=env)
    assert (done.returncode, done.stderr) == (0, b""), (done.stdout[-500:], done.stderr)
    text = done.stdout.decode()
    assert text.endswith("self-test: all right\n")
    return text


def _here(exe: Path, **env: str) -> str:
    return _explain(exe, "x86_64-linux-gnu", **env)


def features(text: str) -> set[str]:
    found = re.search(r"^features:(.*)$", text, re.M)
    assert found
    return set(found.group(1).split())


def runnable(text: str) -> None:
    """No text of a chosen variant says that the variant cannot run."""
    kernel, cannot, chosen = "", set(), 0
    for line in text.split("self-test")[0].splitlines():
        if re.fullmatch(r"\w+", line):
            kernel = line
        refused = re.match(r"  (\w+) +cannot run: needs", line)
        if refused:
            cannot.add((kernel, refused.group(1)))
        pick = re.match(r"  -> (\w+) ", line)
        if pick:
            chosen += 1
            assert (kernel, pick.group(1)) not in cannot, line
    assert chosen >= 3


def test_features_can_only_be_removed(x86: Path) -> None:
    before = features(_here(x86))
    text = _here(x86, ASMLOOM_CPU="-avx")
    runnable(text)
    after = features(text)
    assert after <= before - {"avx", "avx2", "avx512f"}
    assert "ASMLOOM_CPU: removed avx" in text or "avx" not in before
    added = _here(x86, ASMLOOM_CPU="avx512vl,+sha512,sm4")
    assert features(added) == before
    assert added.count("features can only be removed, as -name") == 3


def test_unknown_names_are_reported(x86: Path) -> None:
    text = _here(x86, ASMLOOM_CPU="-nothing, ,-sse2x", ASMLOOM_PREFER="sha9=scalar,md5_blocks,md5_blocks=mmx")
    assert "ASMLOOM_CPU: ignored '-nothing': no such feature" in text
    assert "ASMLOOM_CPU: ignored '-sse2x': no such feature" in text
    assert "ASMLOOM_PREFER: ignored 'sha9=scalar': no such kernel" in text
    assert "ASMLOOM_PREFER: ignored 'md5_blocks': expected kernel=variant" in text
    assert "ASMLOOM_PREFER: ignored 'md5_blocks=mmx': this build has no such variant" in text
    assert "pinned" not in text


def test_long_and_empty_values(x86: Path) -> None:
    plain = _here(x86)
    assert _here(x86, ASMLOOM_CPU="", ASMLOOM_PREFER="") == plain
    assert _here(x86, ASMLOOM_CPU=" , ,,", ASMLOOM_PREFER=",") == plain
    text = _here(x86, ASMLOOM_CPU="-" + "x" * 5000, ASMLOOM_PREFER="y," * 3000)
    assert "ignored" in text and features(text) == features(plain)


def test_pins(x86: Path) -> None:
    text = _here(x86, ASMLOOM_PREFER="md5_blocks=portable,rc4_stream=portable")
    assert text.count("-> portable at every size: pinned by ASMLOOM_PREFER") == 2
    refused = _here(x86, ASMLOOM_CPU="-avx512f", ASMLOOM_PREFER="md5_blocks=avx512vl")
    assert "ASMLOOM_PREFER: ignored 'md5_blocks=avx512vl': it cannot run here" in refused
    assert "pinned" not in refused
    runnable(refused)


def test_reasons(x86: Path) -> None:
    """A core that the list of preferences names gets no preference for unmeasured CPUs."""
    text = _here(x86)
    own = re.search(r"^preferences: (\S+)$", text, re.M)
    assert own is not None
    assert ("without measurements of their own" in text) == own[1].endswith("generic")
    taken = re.findall(r"the preference of (\S+), which (\S+) takes", text)
    assert all(row.endswith("generic") and core == own[1] for row, core in taken)


def test_unknown_argument(x86: Path) -> None:
    done = run([str(x86), "--fast"], timeout=HANG_SECONDS)
    assert done.returncode == 2 and done.stdout == b""
    assert done.stderr == b"selftest: unknown argument '--fast'; --quiet and --explain are known\n"


def as_declared(text: str, arch: str) -> None:
    """The text of every variant follows from its contract and from the features in the text."""
    there = features(text) | machine(arch).baseline
    kernel, seen = "", 0
    for line in text.split("self-test")[0].splitlines():
        kernel = line if re.fullmatch(r"\w+", line) else kernel
        found = re.match(r"  (\w+) +(can run(?:;.*)?$|cannot run: needs (.*))", line)
        if found and found[1] != "portable":
            needs = set(KERNELS[kernel].variant(found[1]).features)
            missing = set(found[3].split(", ")) if found[3] else set()
            assert missing == needs - there, (kernel, line)
            seen += 1
    assert seen == sum(available(v, arch) for kernel in KERNELS.values() for v in kernel.variants)


def _cpus(triple: str, rows: list[tuple[object, ...]]) -> list[object]:
    """Rows of CPUs that qemu emulates, the least of them first. Code without an extension is the same on all of them:
    a kernel with no other code that qemu can run matters to the first row alone."""
    target = targets.load(triple)
    extended = [
        name
        for name, kernel in KERNELS.items()
        for v in kernel.variants
        if v.features and available(v, target.arch)
        if target.arch == "aarch64" or not beyond_qemu(target, v.features)
    ]
    marked = pytest.mark.kernels(*dict.fromkeys(extended))
    return [rows[0], *(pytest.param(*row, marks=marked) for row in rows[1:])]


@pytest.mark.parametrize(("cpu", "has", "lacks"), _cpus("x86_64-linux-gnu", [
    ("qemu64", {"sse2"}, {"ssse3", "avx"}),
    ("core2duo", {"ssse3"}, {"sse4.1", "aes"}),
    ("Penryn", {"sse4.1"}, {"sse4.2", "aes"}),
    ("Nehalem", {"sse4.2"}, {"avx", "avx2", "bmi1", "aes"}),
    ("Westmere", {"aes"}, {"avx", "sha"}),
    ("SandyBridge", {"aes", "avx"}, {"avx2", "bmi1"}),
    ("Haswell", {"aes", "avx2", "bmi2"}, {"sha", "vaes"}),
    ("Skylake-Client", {"aes", "avx2", "adx"}, {"sha", "vaes"}),
    ("Denverton", {"aes", "sha"}, {"avx"}),
    ("Snowridge", {"aes", "sha"}, {"avx"}),
    ("Opteron_G5", {"aes", "avx"}, {"avx2", "sha"}),
    ("EPYC", {"aes", "sha", "avx2", "adx"}, {"vaes"}),
    ("EPYC-Rome", {"aes", "sha", "avx2", "adx"}, {"vaes"}),
    ("EPYC-Milan", {"aes", "sha", "avx2", "adx"}, {"vaes"}),
    ("SapphireRapids", {"sha", "vaes", "avx2"}, {"avx512f", "avx10.1"}),
    ("YongFeng", {"sha", "avx2"}, {"vaes"}),
    ("max", {"sha", "vaes", "avx2"}, {"avx512f", "avx512vl"}),
]))  # fmt: skip
@pytest.mark.whole(every=4)
def test_other_x86(cpu: str, has: set[str], lacks: set[str], x86: Path) -> None:
    """The models of qemu. qemu emulates AVX-512 in no model."""
    done = run([*emulator("x86_64"), "-cpu", cpu, str(x86), "--explain"], timeout=HANG_SECONDS)
    text = done.stdout.decode()
    assert done.returncode == 0 and text.endswith("self-test: all right\n"), (text[-300:], done.stderr[-300:])
    assert has <= features(text) and not lacks & features(text)
    assert re.search(r"^  avx512vl +cannot run: needs", text, re.M)
    as_declared(text, "x86_64")
    runnable(text)


@pytest.mark.parametrize(("cpu", "has", "lacks"), _cpus("i686-linux-gnu", [
    ("pentium2", set[str](), {"sse", "sse2"}),
    ("pentium3", set[str](), {"sse2"}),
    ("n270", {"ssse3"}, {"sse4.1", "aes"}),
    ("Westmere", {"aes"}, {"avx"}),
    ("Denverton", {"aes", "sha"}, {"avx"}),
    ("max", {"sha", "vaes", "avx2"}, {"avx512f"}),
]))  # fmt: skip
@pytest.mark.whole(every=3)
def test_other_i686(cpu: str, has: set[str], lacks: set[str], i686: Path) -> None:
    done = run([*emulator("i386"), "-cpu", cpu, str(i686), "--explain"], timeout=HANG_SECONDS)
    text = done.stdout.decode()
    assert done.returncode == 0 and text.endswith("self-test: all right\n"), (text[-300:], done.stderr[-300:])
    assert has <= features(text) and not lacks & features(text)
    as_declared(text, "x86")
    runnable(text)


@pytest.mark.parametrize(("cpu", "has", "lacks", "without"), _cpus("aarch64-linux-gnu", [
    ("cortex-a53", {"aes", "sha256"}, {"sha512"}, ""),
    ("cortex-a72", {"aes", "sha256"}, {"sha512", "sha3"}, ""),
    ("neoverse-n1", {"aes", "sha256"}, {"sha512"}, ""),
    ("neoverse-v1", {"aes", "sha512", "sha3"}, {"sve2"}, ""),
    ("neoverse-n2", {"aes", "sve2"}, set[str](), ""),
    ("max", {"aes", "sha512"}, set[str](), ""),
    ("cortex-a72", {"neon"}, {"aes", "pmull", "sha1", "sha256"}, "-aes,-pmull,-sha1,-sha256"),
]))  # fmt: skip
@pytest.mark.whole(every=2)
def test_other_aarch64(cpu: str, has: set[str], lacks: set[str], without: str, arm: Path) -> None:
    """The last CPU stands for a Raspberry Pi 4, which qemu lacks: an A72 without the cryptographic extension."""
    text = _explain(arm, "aarch64-linux-gnu", QEMU_CPU=cpu, ASMLOOM_CPU=without)
    assert {"neon"} | has <= features(text) and not lacks & features(text)
    as_declared(text, "aarch64")
    runnable(text)
