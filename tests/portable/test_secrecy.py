# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No branch and no address of the compiled portable C and Rust depends on a secret."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from generator.lang.contract import Kernel
from generator.portable.files import exempt_in_c, generated
from generator.portable.recorded import record
from targets.trial.batch import Call
from targets.trial.secrecy import build, complaints, room, shapes, shorter
from targets.trial.secrets import secret_of
from tests.harness.plans_cipher import LONG
from tests.portable import rust
from tests.portable.machines import STRICT, calls, compiled, function, kernels, portable, rest, turned
from tests.portable.traces import CHIPS, Core, linked

pytestmark = pytest.mark.kernels()  # portable C alone is called
MARKED: dict[str, tuple[str, ...]] = {"x86_64-linux-gnu": (), "i686-linux-gnu": ("-m32",)}
TRACED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("aarch64", ("aarch64-gcc",)),
    ("aarch64", ("clang", "--target=aarch64-linux-gnu")),
    ("riscv64", ("clang", "--target=riscv64-linux-gnu")),
)
LEVELS = ("-O2", "-O3", "-O1")
_MARKED_CALLS, _TRACED_CALLS = 12, 4


def picked(kernel: Kernel, most: int) -> list[Call]:
    """Some calls, of few bytes if the kernel has such calls."""
    every = calls(kernel)
    return shapes(shorter(every, 2000) or shorter(every, 20_000), most)


EXEMPT = {function(one) for one in kernels() if exempt_in_c(one)}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("triple", MARKED)
@pytest.mark.whole(every=3)
def test_no_secret_is_looked_at(triple: str, compiler: str, level: str, tmp_path: Path) -> None:
    """valgrind follows every bit that is marked undefined. Kernels with exemptions must be noticed."""
    words = (compiler, *MARKED[triple])
    objects = compiled([*words, *STRICT, level], portable(), tmp_path) + rest(words, tmp_path / "rest")
    judge(triple, kernels(), objects, tmp_path)


@pytest.mark.parametrize("level", ["3", "s", "2", "1"])
@pytest.mark.parametrize("triple", MARKED)
@pytest.mark.whole(every=2)
def test_rust_looks_at_no_secret(triple: str, level: str, tmp_path: Path) -> None:
    some = [one for one in kernels() if generated(one)]
    texts = [rust.text(record(one, 32 if MARKED[triple] else 64)) for one in some]
    judge(triple, some, rust.compiled(texts, triple, f"-Copt-level={level}", tmp_path), tmp_path)


def judge(triple: str, some: Sequence[Kernel], objects: Sequence[str | Path], folder: Path) -> None:
    secrets = [secret_of(one, call) for one in some for call in picked(one, _MARKED_CALLS)]
    program = build(triple, folder, map(function, some), objects, room=room(secrets))
    found = complaints(program, secrets, folder, machine="i686" if MARKED[triple] else "x86_64")
    wrong = [f"{name}: {line}" for name, lines in found.items() if name not in EXEMPT for line in lines]
    assert not wrong, "\n".join(wrong[:10])
    exempt = {function(one) for one in some if exempt_in_c(one)}
    assert exempt <= found.keys(), sorted(exempt - found.keys())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "compiler"), TRACED, ids=[f"{name} {words[0]}" for name, words in TRACED])
@pytest.mark.whole(every=3)
def test_goes_one_way(name: str, compiler: tuple[str, ...], level: str, tmp_path: Path) -> None:
    """On an emulated core with several secrets, every branch and every address is the same, but for exemptions."""
    chip = CHIPS[name]
    core, random, differing = Core(chip, linked([*compiler, level], tmp_path)), Random(11), dict[str, str]()
    for kernel in (one for one in kernels() if one.name not in LONG):
        some = [turned(kernel, call) if chip.big else call for call in picked(kernel, _TRACED_CALLS)]
        core.run(some[-1])  # dispatch chooses once
        for call in some:
            step = core.difference(call, secret_of(kernel, call).arguments, random, 1)
            if step is not None:
                differing.setdefault(function(kernel), str(step))
    assert not differing.keys() - EXEMPT, [differing[name] for name in differing.keys() - EXEMPT]
    assert EXEMPT <= differing.keys(), sorted(EXEMPT - differing.keys())
