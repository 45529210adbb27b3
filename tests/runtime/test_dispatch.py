# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What runs is what can run: on other processors (qemu's), and with ASMLOOM_CPU and ASMLOOM_PREFER."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import run
from targets.toolchain.product import SELFTEST, Workshop, default_syntax


def _selftest(triple: str, folder: Path) -> Iterator[Path]:
    target = targets.load(triple)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = folder / "place"
    static, _ = workshop.libraries()
    yield workshop.program("selftest", SELFTEST, static, ["-static"])


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from _selftest("x86_64-linux-gnu", tmp_path_factory.mktemp("x86"))


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
    """Every variant that a plan chooses is one that the text does not say cannot run."""
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


def test_unknown_argument(x86: Path) -> None:
    done = run([str(x86), "--fast"], timeout=60)
    assert done.returncode == 2 and done.stdout == b""
    assert done.stderr == b"selftest: unknown argument '--fast'; --quiet and --explain are known\n"


@pytest.mark.parametrize(("cpu", "has", "lacks"), [
    ("Nehalem", {"sse4.2"}, {"avx", "avx2", "avx512f", "bmi1"}),
    ("Haswell", {"sse4.2"}, {"avx512f", "avx512vl"}),
    ("max", {"sse4.2"}, {"avx512f"}),
    ("qemu64", {"sse2"}, {"avx", "avx512f"}),
])  # fmt: skip
def test_other_x86(cpu: str, has: set[str], lacks: set[str], x86: Path) -> None:
    """Models qemu knows; it has no AVX-512 at all, whatever the model says."""
    done = run([str(require("qemu-x86_64")), "-cpu", cpu, str(x86), "--explain"], timeout=240)
    text = done.stdout.decode()
    assert done.returncode == 0 and text.endswith("self-test: all right\n"), (text[-300:], done.stderr[-300:])
    assert has <= features(text) and not lacks & features(text)
    assert "avx512vl     cannot run: needs" in text
    runnable(text)


@pytest.mark.parametrize("cpu", ["cortex-a53", "cortex-a72", "neoverse-n1", "max"])
def test_other_aarch64(cpu: str, arm: Path) -> None:
    text = _explain(arm, "aarch64-linux-gnu", QEMU_CPU=cpu)
    assert "neon" in features(text)
    runnable(text)
