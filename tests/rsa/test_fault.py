# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A flipped bit in any result of any kernel never leaves loom_rsa_private: with one wrong half, the greatest common
divisor of the modulus and the difference of the input and the output's power is a prime."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

import targets
from generator import library, rooms
from generator.output import available
from targets.toolchain.execute import executor
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.cpu import emulated_by, emulator, lacking
from tests.rsa import builds, cases
from tests.rsa.builds import BUILDS, HOST, KERNELS, PAIRED, Build, compiled
from tests.rsa.keys import made

HERE = Path(__file__).parent
pytestmark = pytest.mark.kernels(*KERNELS)

PORTABLE = Build("x86_64-linux-gnu", "gcc", ("-O2",), False)
STATIC = Build("x86_64-linux-gnu", "gcc", ("-O2", "-static"))
CHECK = "loom_rsa_same(parts.a, parts.in, m.limbs)"
ALONE, PAIRS = ("mont_mul", "mont_sqr", "mont_gather"), ("mont_pair_mul", "mont_pair_sqr", "mont_pair_gather")
_LOADED = library.load().kernels


@dataclass(frozen=True)
class Case:
    """A build, the variant of each kernel whose results are flipped, and the emulator of the variants' features."""

    build: Build
    variants: dict[str, str]
    by: str = ""

    def __str__(self) -> str:
        return "-".join((str(self.build), *dict.fromkeys(self.variants.values())))

    def macros(self) -> tuple[str, ...]:
        names = {"mont_mul": "MUL", "mont_sqr": "SQR", "mont_gather": "GATHER", "mont_pair_mul": "PAIR"}
        return tuple(f"-DFAULT_{names[k]}={variant}" for k, variant in self.variants.items() if k in names)


def _alone(build: Build) -> list[Case]:
    """Each variant of the products, beside a variant of the choice from the table; each of those too."""
    target = targets.load(build.triple)
    mul, gather = (
        [one.name for one in _LOADED[kernel].variants if available(one, target.arch)]
        for kernel in ("mont_mul", "mont_gather")
    )
    rows = [(mul[n % len(mul)], gather[n % len(gather)]) for n in range(max(len(mul), len(gather)))]
    return [Case(build, dict(zip(ALONE, (one, one, other)))) for one, other in rows]


CASES = [
    Case(PORTABLE, dict.fromkeys(ALONE, "portable")),
    Case(PORTABLE, PAIRED),
    *(case for build in (HOST, BUILDS[3], BUILDS[4]) for case in _alone(build)),
    *(Case(STATIC, dict.fromkeys(PAIRS, one.name), "bochs") for one in _LOADED["mont_pair_mul"].variants),
]


def counts(case: Case, folder: Path, bits: int, *what: str) -> dict[str, int]:
    """What the program counts, for a key of so many bits."""
    rng = random.Random(bits)
    key = made(rng, bits)
    wrapped = tuple(f"-Wl,--wrap=loom_{kernel}_{variant}" for kernel, variant in case.variants.items())
    flags = (*wrapped, *case.macros(), f"-DFAULT_BITS={1 if case.by else 4}")
    program = compiled(case.build, folder, [HERE / "fault.c"], flags, ("-DLOOM_NO_CONSTRUCTOR",))
    (folder / "cases.bin").write_bytes(cases.set_private(key) + cases.private(key, rng.randrange(key.n)))
    words = ["cases.bin", ",".join(f"{kernel}={variant}" for kernel, variant in case.variants.items()), *what]
    target = targets.load(case.build.triple)
    if case.by:
        done = run([*emulator(target, case.by), str(program), *words], cwd=folder, timeout=HANG_SECONDS)
    else:
        done = executor(target).run(program, words, cwd=folder, timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")[-2000:]
    found = (part.split() for part in done.stdout.decode().strip().split(", "))
    return {name: int(number) for number, name in found}


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.whole(every=4)
def test_no_fault_leaves(case: Case, tmp_path: Path, not_executed: list[str]) -> None:
    target = targets.load(case.build.triple)
    for kernel, name in case.variants.items():
        if name == "portable":
            continue
        features = _LOADED[kernel].variant(name).features
        if case.by:
            assert emulated_by(target, features) == case.by
        elif missing := lacking(target, features):
            not_executed.append(
                f"faults of {kernel} by {name} for {target.triple}: the processor lacks {', '.join(missing)}"
            )
            return
    for bits in (512,) if case.by else (512, 640):
        folder = tmp_path / str(bits)
        folder.mkdir()
        found = counts(case, folder, bits)
        assert found["leaks"] == 0 and found["runs"] > (150 if case.by else 600), found
        # A flip in an entry of the table that no window selects changes nothing: few of 32.
        assert found["refused"] > 0.9 * found["runs"] and found["right"] + found["refused"] == found["runs"], found


@pytest.mark.parametrize("case", CASES[:2], ids=str)
def test_no_fault_of_the_key_leaves(case: Case, tmp_path: Path) -> None:
    """A flipped bit in any part of the key: words above short numbers, and the constants of pairs, are not read."""
    found = counts(case, tmp_path, 512, "key")
    assert found["leaks"] == 0 and found["refused"] > 250 and found["right"] > 250, found
    assert found["runs"] == found["right"] + found["refused"] > 2500, found


def test_without_the_check_faults_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program finds the wrong numbers that leave a function which does not compare."""
    text = rooms.path("rsa.c").read_text("utf-8")
    assert text.count(CHECK) == 1
    mutant = tmp_path / "rsa.c"
    mutant.write_text(text.replace(CHECK, "1"))
    files = [mutant if path.name == "rsa.c" else path for path in builds.FILES]
    monkeypatch.setattr(builds, "FILES", tuple(files))
    for what, share in (((), 0.8), (("key",), 0.05)):
        folder = tmp_path / str(len(what))
        folder.mkdir()
        found = counts(CASES[0], folder, 512, *what)
        assert found["leaks"] > share * found["runs"], found
