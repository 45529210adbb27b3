# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What the proofs of standards say of instructions for SHA, against processors: x86's, and Armv8's by an emulator."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from targets.toolchain import provision
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS
from tests.proof import sha_armv8, sha_x86

Rule = Callable[..., list[int]]
TURNS = 200


def x86() -> list[tuple[str, int, Rule]]:
    """Text of an instruction, the bits of its words, and the rule."""
    rules = sha_x86.INSTRUCTIONS
    plain = [name for name in rules if name not in ("sha1rnds4", "sha256rnds2")]
    out: list[tuple[str, int, Rule]] = [
        (f"{name} %%xmm2, %%xmm1", 32, lambda x, y, z, n=name: rules[n](x, y)) for name in plain
    ]
    out += [(f"sha1rnds4 ${n}, %%xmm2, %%xmm1", 32, lambda x, y, z, n=n: rules["sha1rnds4"](x, y, n)) for n in range(4)]
    return [*out, ("sha256rnds2 %%xmm0, %%xmm2, %%xmm1", 32, rules["sha256rnds2"])]


SHAPES = {
    "sha1h": "s0, s1",
    "sha1su0": "v0.4s, v1.4s, v2.4s",
    "sha1su1": "v0.4s, v1.4s",
    "sha256su0": "v0.4s, v1.4s",
    "sha256su1": "v0.4s, v1.4s, v2.4s",
    "sha512su0": "v0.2d, v1.2d",
    "sha512su1": "v0.2d, v1.2d, v2.2d",
}
ROUNDS = {"sha1": "q0, s1, v2.4s", "sha25": "q0, q1, v2.4s", "sha51": "q0, q1, v2.2d"}


def armv8() -> list[tuple[str, int, Rule]]:
    out = []
    for name, rule in sha_armv8.INSTRUCTIONS.items():
        shape = SHAPES.get(name) or next(text for start, text in ROUNDS.items() if name.startswith(start))
        count = shape.count(",") + 1

        def run(*words: Sequence[int], rule: Rule = rule, count: int = count) -> list[int]:
            return rule(*words[:count])

        out.append((f"{name} {shape}", 64 if name.startswith("sha512") else 32, run))
    return out


def _words(data: bytes, bits: int) -> list[int]:
    return [int.from_bytes(data[at : at + bits // 8], "little") for at in range(0, 16, bits // 8)]


def _native() -> list[str]:
    flags = Path("/proc/cpuinfo").read_text("ascii").split()
    return [] if "sha_ni" in flags else provision.bochs_command()


@pytest.mark.parametrize(
    ("forms", "compiler", "flags", "words"),
    [
        (x86, "gcc", ["-msha"], _native),
        (
            armv8,
            "aarch64-gcc",
            ["-march=armv8.2-a+sha3"],
            lambda: [str(require("qemu-aarch64")), "-cpu", "max"],
        ),
    ],
    ids=["x86", "armv8"],
)
def test_a_processor_agrees(
    forms: Callable[[], list[tuple[str, int, Rule]]],
    compiler: str,
    flags: list[str],
    words: Callable[[], list[str]],
    tmp_path: Path,
) -> None:
    every, draw = forms(), random.Random(17)
    listed = " ".join(f'FORM({n}, "{text}")' for n, (text, _, _) in enumerate(every))
    exe, source = tmp_path / "forms", Path(__file__).with_name("sha_forms.c")
    command = [str(require(compiler)), "-std=gnu99", "-O1", "-Wall", "-Werror", "-static", *flags]
    subprocess.run([*command, f"-DFORMS={listed}", str(source), "-o", str(exe)], check=True)
    edges = (bytes(16), b"\xff" * 16)
    asked = [
        (n, [draw.choice((*edges, *[draw.randbytes(16)] * 6)) for _ in range(3)])
        for n in range(len(every))
        for _ in range(TURNS)
    ]
    given = b"".join(bytes([n]) + b"".join(vectors) for n, vectors in asked)
    done = subprocess.run([*words(), str(exe)], input=given, capture_output=True, timeout=HANG_SECONDS)
    assert done.returncode == 0 and len(done.stdout) == 16 * len(asked), done.stderr
    for at, (n, vectors) in enumerate(asked):
        text, bits, rule = every[n]
        found = _words(done.stdout[16 * at : 16 * at + 16], bits)
        assert found == rule(*(_words(one, bits) for one in vectors)), (text, [one.hex() for one in vectors])
