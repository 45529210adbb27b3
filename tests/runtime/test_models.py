# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""On every CPU that qemu emulates, the runtime identifies the core as ``targets/cores.dat`` says, and chooses as
``targets/preferences.dat`` says among the variants that the CPU can run. A plain reading of the tables in Python is the
judge. ``test_dispatch.py`` runs the code of the variants on such CPUs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import targets
from generator import library
from generator.cpus import lists
from generator.preferences import preferences
from targets.toolchain import provision
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.product import Workshop, default_syntax

pytestmark = pytest.mark.kernels()  # choices come from contracts and preferences

HERE = Path(__file__).parent
LISTS = lists()
ROWS = preferences()
VENDORS = {
    "GenuineIntel": "intel",
    "AuthenticAMD": "amd",
    "HygonGenuine": "hygon",
    "CentaurHauls": "zhaoxin",
    "Shanghai": "zhaoxin",
}
SIZES = (0, 16, 24, 32, 48, 64, 128, 256, 1350, 4096, 16384)
# The core of some models, as their makers name it: the tables are not the only witness. qemu gives Icelake-Server the
# model of Snow Ridge, and version 1 of YongFeng a model of nobody's.
X86 = {
    "Nehalem": "intel-generic", "Westmere": "intel-generic", "SandyBridge": "intel-generic", "Haswell": "intel-haswell",
    "Broadwell": "intel-haswell", "Skylake-Client": "intel-skylake", "Skylake-Server": "intel-skylake-avx512",
    "Cascadelake-Server": "intel-skylake-avx512", "Cooperlake": "intel-skylake-avx512",
    "SapphireRapids": "intel-sapphirerapids", "KnightsMill": "intel-knights",
    "GraniteRapids": "intel-graniterapids", "SierraForest": "intel-atom", "ClearwaterForest": "intel-atom",
    "Denverton": "intel-atom", "Snowridge": "intel-atom", "EPYC": "amd-zen1", "EPYC-Rome": "amd-zen2",
    "EPYC-Milan": "amd-zen3", "EPYC-Genoa": "amd-zen4", "Dhyana": "amd-zen1", "Opteron_G4": "amd-bulldozer",
    "Opteron_G5": "amd-bulldozer", "YongFeng-v2": "zhaoxin-yongfeng",
    "EPYC-Genoa,vendor=Unheard-of-x": "generic", "GraniteRapids,vendor=CentaurHauls": "zhaoxin-generic",
}  # fmt: skip
ARM = {
    "cortex-a35": "arm-cortex-a53", "cortex-a53": "arm-cortex-a53", "cortex-a55": "arm-cortex-a55",
    "cortex-a57": "arm-cortex-a72", "cortex-a72": "arm-cortex-a72", "cortex-a76": "arm-cortex-a76",
    "cortex-a710": "arm-cortex-a710", "neoverse-n1": "arm-neoverse-n1", "neoverse-n2": "arm-neoverse-n2",
    "neoverse-v1": "arm-neoverse-v1", "a64fx": "fujitsu-a64fx", "max": "arm-generic",
}  # fmt: skip


def _program(triple: str, folder: Path) -> Path:
    target = targets.load(triple)
    workshop = Workshop(library.load(), target, default_syntax(target), "loom_")
    workshop.place = folder
    static = workshop.static()
    return workshop.program("once", [HERE / "once.c"], static, ["-static", "-pthread"])


@pytest.fixture(scope="module")
def x86(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield _program("x86_64-linux-gnu", tmp_path_factory.mktemp("x86"))


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield _program("aarch64-linux-gnu", tmp_path_factory.mktemp("arm"))


def _explain(program: Path, emulator: str, model: str) -> str:
    words = [str(provision.ensure("qemu") / f"qemu-{emulator}"), "-cpu", model, str(program), "explain"]
    done = run(words, timeout=HANG_SECONDS)
    assert done.returncode == 0, (model, done.stderr)
    return done.stdout.decode()


def _models(emulator: str) -> list[str]:
    """The models that qemu lists, with 64 bits."""
    done = run([str(provision.ensure("qemu") / f"qemu-{emulator}"), "-cpu", "help"], timeout=HANG_SECONDS)
    found = re.findall(r"^  ([A-Za-z]\S*)", done.stdout.decode().split("Recognized")[0], re.M)
    return [
        name
        for name in found
        if name not in ("base", "qemu32", "kvm32", "athlon", "n270", "coreduo") and "pentium" not in name
    ]


def _core(text: str) -> str:
    """The microarchitecture of the CPU that the text shows, by the rows of cores.dat."""
    found = re.search(r"^cpu: (.*?)\s*family 0x([0-9a-f]+) model 0x([0-9a-f]+)", text, re.M)
    assert found, text[:200]
    family, model = int(found[2], 16), int(found[3], 16)
    maker = VENDORS.get(found[1].strip(), "midr" if " neon" in text else "")
    return next(
        (
            str(name)
            for name, first, last, low, high in LISTS["cores"].get(maker, [])
            if first <= family <= last and low <= model <= high
        ),
        "generic",
    )


def _chain(core: str) -> Iterator[str]:
    """The core, and those above it."""
    while True:
        yield core
        if core == LISTS["uarches"][core]:
            return
        core = LISTS["uarches"][core]


def _wanted(kernel: str, size: int, core: str, arch: str, able: dict[str, bool], features: set[str]) -> str:
    """The variant for a size. ``able``: variants that the CPU can run → whether AVX-512 is needed."""
    for name in _chain(core):
        rows = [
            row
            for row in ROWS
            if (row["kernel"], row["uarch"], row["policy"]) == (kernel, name, "any")
            and row["arch"] in ("", arch)
            and row["min_bytes"] <= size
            and row["variant"] in able
            and row["feature"] in features
        ]
        if rows and len(able) > 1:
            largest = max(row["min_bytes"] for row in rows)
            return str([row for row in rows if row["min_bytes"] == largest][-1]["variant"])
    calm = [name for name, wide in able.items() if not wide or core in LISTS["wide"]]
    return (calm or list(able))[-1]


def _chosen(lines: list[str], size: int) -> str:
    for line in lines:
        found = re.match(r"  -> (\w+) (?:at every size|from (\d+)(?: to (\d+))? bytes)", line)
        if found and int(found[2] or 0) <= size <= int(found[3] or 1 << 62):
            return found[1]
    raise AssertionError((size, lines))


def follows_the_tables(text: str, arch: str) -> str:
    """Returns the core. Fails if the text contradicts a table."""
    core = _core(text)
    assert f"\npreferences: {core}\n" in text, (core, text[:600])
    kernels = library.load().kernels
    shown = re.search(r"^features:(.*)$", text, re.M)
    assert shown
    features = {"", *shown[1].split()}  # a row without a condition holds everywhere
    found = 0
    for block in re.split(r"\n(?=\w+\n  )", text)[1:]:
        name, *lines = block.splitlines()
        able = {}
        for line in lines:
            can = re.match(r"  (\w+) +can run$", line)
            if can:
                needs = () if can[1] == "portable" else kernels[name].variant(can[1]).features
                able[can[1]] = any("avx512" in feature for feature in needs)
        for size in SIZES:
            assert _chosen(lines, size) == _wanted(name, size, core, arch, able, features), (name, size, core, block)
            found += 1
    assert found >= len(SIZES) * len(kernels)
    return core


@pytest.mark.whole
def test_x86_models(x86: Path) -> None:
    """With a system's words for every model, old and new: qemu leaves out features that it cannot emulate."""
    known = {model: follows_the_tables(_explain(x86, "x86_64", model), "x86_64") for model in X86}
    assert known == X86
    known_or_close = re.compile("|".join(map(re.escape, X86)) + r"|.*(-v\d|IBRS|noTSX|IBPB)")
    others = [model for model in _models("x86_64") if not known_or_close.fullmatch(model)]
    assert len(others) > 8
    for model in others:
        follows_the_tables(_explain(x86, "x86_64", model), "x86_64")


def test_arm_models(arm: Path) -> None:
    known = {model: follows_the_tables(_explain(arm, "aarch64", model), "aarch64") for model in ARM}
    assert known == ARM
    assert set(_models("aarch64")) <= set(ARM)


def test_a_contradiction_is_found(arm: Path) -> None:
    text = _explain(arm, "aarch64", "cortex-a53")
    assert "-> branchfree at every size: not measured; the estimate of a model for arm-cortex-a53" in text
    with pytest.raises(AssertionError):
        follows_the_tables(text.replace("-> branchfree", "-> lookahead"), "aarch64")
    with pytest.raises(AssertionError):
        follows_the_tables(text.replace("preferences: arm-cortex-a53", "preferences: arm-cortex-a72"), "aarch64")
