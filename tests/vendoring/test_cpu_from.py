# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``vendor --cpu-from openssl``: features that OpenSSL's record of the CPU lacks are not used."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

import pytest

import targets
from generator.library import load
from generator.model import AsmloomError
from generator.vendoring.contents import contents
from generator.vendoring.options import Options, resolve
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS
from tests.cli.runner import ROOT
from tests.vendoring.project import WARNINGS, call, quiet, vendor
from tests.vendoring.test_link import library

pytestmark = pytest.mark.kernels("sha256_blocks")

SOURCE = Path(__file__).parent / "cpu_from_test.c"
COMPILERS = {"x86_64-linux-gnu": "gcc", "aarch64-linux-gnu": "aarch64-gcc"}
ASKED = ("--kernels", "sha256_blocks", "--build", "make", "--alias", "openssl")
# OPENSSL_ia32cap(3): the words of cpuid's answers, in order. crypto/arm_arch.h: the bits.
IA32 = ("LEAF1_EDX", "LEAF1_ECX", "LEAF7_EBX", "LEAF7_ECX")
ARM = {"neon": 0, "aes": 2, "sha1": 3, "sha256": 4, "pmull": 5, "sha512": 6}


def bits(triple: str) -> dict[str, int]:
    """The bit of each feature that OpenSSL's record has."""
    if triple.startswith("aarch64"):
        return ARM
    rows = re.findall(r"^(\S+) +(\w+),(\d+),\w+$", (ROOT / "targets" / "features.dat").read_text("utf-8"), re.M)
    return {name: 32 * IA32.index(word) + int(bit) for name, word, bit in rows if word in IA32}


class Program:
    def __init__(self, folder: Path, triple: str, *words: str) -> None:
        folder.mkdir()
        self.target = targets.load(triple)
        vendor(folder / "set", "--targets", triple, *ASKED, *words)
        made, self.exe = library(folder, self.target, "gas"), folder / "program"
        source = folder / SOURCE.name
        source.write_bytes(SOURCE.read_bytes())
        words = (*WARNINGS, "-O1", "-static", "-o", str(self.exe))
        quiet(call(require(COMPILERS[triple]), *words, source, made, cwd=folder))

    def words(self, without: str) -> str:
        """What asmloom says, with a record that lacks the bits."""
        env = {key: value for key, value in os.environ.items() if not key.startswith("ASMLOOM_")}
        tool = executor(self.target)
        done = tool.run(self.exe, cwd=self.exe.parent, timeout=HANG_SECONDS, env=env | {"WITHOUT": without})
        assert done.returncode == 0, done
        return done.stdout.decode()

    def features(self, without: str) -> set[str]:
        [line] = re.findall(r"^features: (.*)$", self.words(without), re.M)
        return set(line.split())


@pytest.mark.parametrize("triple", COMPILERS)
@pytest.mark.whole(every=2)
def test_features(triple: str, tmp_path: Path) -> None:
    """A feature whose bit is missing is gone, and so is what presupposes it. No other is."""
    if triple == "x86_64-linux-gnu" and platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("runs on x86_64")
    free, bound = Program(tmp_path / "free", triple), Program(tmp_path / "bound", triple, "--cpu-from", "openssl")
    there = bound.features("")
    assert free.words("all") == free.words("") == bound.words("")
    table = bits(triple)
    assert len({*table} & there) > 3
    for name, bit in table.items():
        left = bound.features(f"{bit} ")
        assert name not in left and left <= there, name
    sha = "sha" if "sha" in table else "sha256"
    assert bound.features(f"{table[sha]} ") == there - {sha, *(["sha512", "sha3"] if sha == "sha256" else [])}
    assert not bound.features("all") & {*table}
    [block] = re.findall(r"^sha256_blocks\n((?:  .*\n)+)", bound.words("all"), re.M)
    assert re.search("^  -> (scalar|portable) at every size", block, re.M), block


def test_set() -> None:
    """The option alone changes cpu.c and adds a header, and the record of the set keeps it."""
    plain = Options("x_", ("x86_64-linux-gnu",), ("sha256_blocks",), alias="openssl")
    bound = plain.asked(cpu_from="openssl")
    assert "cpu_from" not in plain.as_json() and Options.from_json(bound.as_json()) == bound
    without, made = contents(plain, load()), contents(bound, load())
    changed = {path for path in made if made[path] != without.get(path)}
    assert changed == {"runtime/alias_openssl_cpu.h", "runtime/x_asmloom_cpu.c", "manifest.json"}


@pytest.mark.parametrize("alias", ["", "boringssl"])
def test_refused(alias: str) -> None:
    options = Options("x_", ("x86_64-linux-gnu",), ("sha256_blocks",), alias=alias, cpu_from="openssl")
    with pytest.raises(AsmloomError, match="--cpu-from openssl: the features are those .* add --alias openssl"):
        resolve(options, load())
