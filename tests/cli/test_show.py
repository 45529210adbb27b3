# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py show``: live registers, pressure, accesses to the frame, the file of a syntax, llvm-mca's estimate."""

from __future__ import annotations

import re

import pytest

import targets
from targets.toolchain.find import require
from tests.cli.runner import ROOT, inside, one_line

pytestmark = pytest.mark.kernels()  # kernels of its own
OUTSIDE = ("--kernel-path", ROOT / "tests" / "external")


def _shown(*words: str) -> str:
    done = inside("show", *words, *OUTSIDE)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_live_registers_and_pressure() -> None:
    """Of 32-bit registers Poly1305 needs more than there are. On AArch64 all values have registers."""
    text = _shown("poly1305", "--variant", "scalar", "--target", "i686-linux-gnu", "--stage", "lower")
    worst = re.search(r"^; gp: at most (\d+) values at once \(line (\d+)\), (\d+) registers$", text, re.M)
    assert worst is not None and int(worst[1]) > int(worst[3])
    counts = [(int(n), mark, line) for line in text.splitlines() for n, mark in re.findall(r" ; ([ \d]\d)(!*) ", line)]
    assert max(n for n, _, _ in counts) == int(worst[1])
    assert any(n == int(worst[1]) and line.split()[0] == worst[2] for n, _, line in counts)
    marks = {n: mark for n, mark, _ in counts}
    room = int(worst[3])
    assert marks[room + 1] == "!!" and marks[room] == "!" and marks[room - 1] == ""
    roomy = _shown("poly1305", "--variant", "scalar", "--target", "aarch64-linux-gnu", "--stage", "lower")
    assert "!" not in roomy


def test_names_of_live_values() -> None:
    """A value is live from its definition up to its last reader, and not behind the reader."""
    text = _shown("siphash24", "--target", "x86_64-linux-gnu", "--stage", "lower")
    lines = [line.partition(" ; ") for line in text.splitlines() if "%k0:64" in line]
    first, last = lines[0], lines[-1]
    assert first[0].split()[1] == "mov" and " k0 " in f"{first[2]} " and " k0 " not in f"{last[2]} "


def test_accesses_to_the_frame() -> None:
    """The counts are those of the lines above them."""
    text = _shown("blake2b_blocks", "--target", "i686-linux-gnu")
    loads = sum(map(int, re.findall(r"(\d+) loads from the frame", text)))
    stores = sum(map(int, re.findall(r"(\d+) stores to the frame", text)))
    assert len(re.findall(r"^; (?:in loops of depth 1|outside of loops): \d+ instructions", text, re.M)) == 2
    body = [line.partition(" ; ")[0] for line in text.splitlines() if not line.startswith(";")]
    touching = [line for line in body if "[esp" in line and "lea" not in line]
    assert 0 < len(touching) <= loads + stores <= 2 * len(touching) and loads and stores


def test_the_file_of_a_syntax() -> None:
    for triple in ("x86_64-linux-gnu", "aarch64-pc-windows-msvc"):
        for syntax in targets.load(triple).syntaxes:
            text = _shown("siphash24", "--target", triple, "--stage", "asm", "--syntax", syntax)
            assert "SPDX-License-Identifier" in text and "siphash24_scalar" in text
    done = inside("show", "siphash24", *OUTSIDE, "--target", "x86_64-linux-gnu", "--stage", "asm", "--syntax", "masm")
    one_line(done, "masm", "gas")
    one_line(inside("show", "poly1305", *OUTSIDE, "--variant", "mulx", "--target", "aarch64-linux-gnu"), "not made for")


@pytest.mark.parametrize(("triple", "cpu"), [("x86_64-pc-windows-msvc", "znver3"), ("aarch64-linux-gnu", "cortex-a55")])
def test_an_estimate(triple: str, cpu: str) -> None:
    require("llvm-mca")
    text = _shown("siphash24", "--target", triple, "--mca", cpu)
    assert text.startswith(f"siphash24_scalar, {triple}, by llvm-mca for {cpu}:\n")
    loops = re.findall(r"^    loop at \+0x\w+: (\d+) instructions, \d+ uops, ([\d.]+) cycles a turn", text, re.M)
    assert len(loops) == 2 and all(0 < float(cycles) < 10 * int(count) for count, cycles in loops)


def test_an_unknown_cpu() -> None:
    require("llvm-mca")
    one_line(inside("show", "siphash24", *OUTSIDE, "--mca", "vax"), "vax", "-mcpu=help")


def test_constants_have_names_of_their_own() -> None:
    """Two constants of one word are two variables. An argument has its plain name."""
    text = _shown("ntt16", "--variant", "sse2", "--target", "x86_64-linux-gnu", "--stage", "record")
    made = re.findall(r"^ *\d+  (\S+) = vconst", text, re.M)
    assert len(made) == len(set(made)) > 2 and {"const", "const.2"} <= set(made)
    assert re.search(r"^ *\d+  polynomial\.2 = copy polynomial$", text, re.M)
