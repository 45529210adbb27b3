# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Functions for several messages, executed: what the kernels of the tree leave out, and faults that the harness finds.

tests/kernels executes the kernels of the tree with lanes like all others.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import library
from generator.function_cache import FunctionCache
from generator.output import Generator
from targets.trial.assembled import Assembled, answers_here, assembled
from targets.trial.batch import Batch, Buffer, Call, Convention, Placement, Pointers
from tests.cli.runner import inside
from tests.harness.plans import calls
from tests.lanes import mix

NEEDED = "avx2"
SYMBOL = "loom_md5_blocks_x8_avx2"


@pytest.mark.kernels()  # a kernel of its own
def test_words_areas_and_tables(tmp_path: Path) -> None:
    """Sums, words that stand alone at the end of a message, areas, tables, and numbers of all messages, in one and in
    two sets of vectors: answers, guard pages, unwinding and secrets."""
    shutil.copy(str(mix.__file__), tmp_path)
    one, other = "x86_64-linux-gnu", "aarch64-linux-gnu"
    done = inside("test", "--kernel-path", tmp_path, "--target", one, "--target", other)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = {tuple(line.split()[:3]) for line in done.stdout.splitlines()}
    assert {
        ("mix_x2", "neon", other),
        ("mix_x2", "ssse3", one),
        ("mix_x4", "avx2", one),
        ("mix_x8", "avx2", one),
    } < rows
    assert done.stdout.endswith(" calls: good\n")


@pytest.fixture(scope="module")
def md5(tmp_path_factory: pytest.TempPathFactory) -> Assembled:
    folder, target = tmp_path_factory.mktemp("md5"), targets.load("x86_64-linux-gnu")
    made = Generator(library.load(), cache=FunctionCache())
    sources: dict[str, bytes] = {}
    for kernel, variant, _ in made.functions(target, ["md5_blocks_x8"]):
        if kernel.messages and variant.name == NEEDED:
            sources.update(made.files(target, kernel, variant, ["gas"]))
    return Assembled(target, "gas", folder, assembled(target, "gas", folder, sources))


def _faults(md5: Assembled, call: Call) -> list[str]:
    batch = Batch()
    batch.add(replace(call, convention=Convention.SYSV64))
    return batch.failures(answers_here(md5, batch), "x86_64-linux-gnu")


def _call() -> Call:
    """Two blocks of each message, with an inaccessible page behind each."""
    return next(call for call in calls("md5_blocks_x8", SYMBOL) if call.note == "blocks=2 END align=None")


@pytest.mark.kernels("md5_blocks_x8")
def test_the_harness_finds_a_message_that_ends_early(md5: Assembled) -> None:
    """Every other message has its blocks: only that message's own page stops the read."""
    good = _call()
    assert _faults(md5, good) == []
    for lane in (0, 5, 7):
        number = 3 + 8 + lane  # behind the arguments and the states
        short = good.arguments[number]
        assert isinstance(short, Buffer) and short.behind and short.placement is Placement.END
        arguments = list(good.arguments)
        arguments[number] = replace(short, data=short.data[:112])
        (line,) = _faults(md5, replace(good, arguments=tuple(arguments), expected={}))
        assert f"touching argument {number} at byte 112" in line, line


@pytest.mark.kernels("md5_blocks_x8")
def test_the_harness_finds_exchanged_messages(md5: Assembled) -> None:
    """Each message's answer is expected in its own state."""
    good = _call()
    data = good.arguments[1]
    assert isinstance(data, Pointers)
    exchanged = (data.targets[1], data.targets[0], *data.targets[2:])
    arguments = (good.arguments[0], Pointers(exchanged), *good.arguments[2:])
    (line,) = _faults(md5, replace(good, arguments=arguments))
    assert "argument 3 differs first" in line and "argument 4 differs first" in line and "argument 5" not in line, line
