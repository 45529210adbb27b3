# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove``: what its status and its last lines tell, and that a verdict is about an object made just now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import targets
from generator import library, store
from generator.library import Library
from generator.output import available
from proof.extents import Inside
from proof.objects import Object
from proof.objects import read as objects_in
from proof.prove import DIFFERS, OPEN, PROVED, Task, Verdict
from proof.prove import prove as prove_one
from targets.toolchain import find, prove
from targets.toolchain.assemble import assemble
from targets.toolchain.process import ToolFailed
from tests.cli.runner import ROOT

FUNCTION = ("md5_blocks", "scalar")


def test_the_page_names_the_targets() -> None:
    text = (ROOT / "SOUNDNESS.md").read_text("utf-8")
    listed = text.partition("One target of each calling convention is proved: ")[2].partition(".\n")[0]
    assert re.findall("`([^`]+)`", listed) == list(prove.TARGETS)


@pytest.mark.parametrize("state", [PROVED, OPEN])
def test_one_function_that_is_not_proved_is_a_failure(
    state: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    triples, tried = ["i686-linux-gnu", "x86_64-linux-gnu"], list[prove.TargetJob]()

    def proving(every: Library) -> Callable[[prove.TargetJob], list[prove.Told]]:
        def one(job: prove.TargetJob) -> list[prove.Told]:
            tried.append(job)
            [triple], function = job
            hard = job == ((triples[0],), FUNCTION)
            verdict = Verdict(state if hard else PROVED, "too hard" if hard else "", inside=Inside(1, ()))
            return [(triple, "_".join(function), verdict)]

        return one

    monkeypatch.setattr(prove, "proving", proving)
    monkeypatch.setattr(prove, "count", lambda: 1)
    every = library.load()
    assert prove.run(every, [FUNCTION[0]], triples) == (state != PROVED)
    bad, told = state != PROVED, capsys.readouterr().out.splitlines()
    arches = [targets.load(triple).arch for triple in triples]
    counts = [sum(available(one, arch) for one in every.find(FUNCTION[0]).variants) for arch in arches]
    assert told[-3:] == [
        f"i686-linux-gnu: {counts[0] - bad} of {counts[0]} functions proved",
        f"x86_64-linux-gnu: {counts[1]} of {counts[1]} functions proved",
        f"{sum(counts) - bad} of {sum(counts)} functions proved",
    ]
    assert [line for line in told if state in line and "too hard" in line]
    sizes = [prove.size(every, job) for job in tried]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) == sum(counts)


@pytest.mark.parametrize("equal", [True, False])
def test_an_equal_object_takes_the_proof(equal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An object of the same convention that differs in a byte is judged by itself."""
    objects, judged = list[Object](), list[Object]()

    def read(raw: bytes, symbol: str) -> Object:
        objects.append(objects_in(raw, symbol))
        if not equal and len(objects) == 2:
            objects[1].code = objects[1].code[:-4] + bytes(4)
        return objects[-1]

    def judge(task: Task, made: Object) -> Verdict:
        judged.append(made)
        return prove_one(task, made)

    monkeypatch.setattr(prove, "read", read)
    monkeypatch.setattr(prove, "prove", judge)
    first, second = prove.proving(library.load())((("aarch64-linux-gnu", "aarch64-apple-darwin"), FUNCTION))
    assert first[2].state == PROVED and len(objects) == 2
    assert judged == objects[:1] if equal else judged == objects
    assert (second[2].state == PROVED, "aarch64-linux-gnu" in second[2].reason) == (equal, equal)


def test_nothing_to_prove_is_no_success() -> None:
    every = library.load()
    with pytest.raises(targets.TargetError, match="no variant of mont_pair_mul is for i686-linux-gnu"):
        prove.run(every, ["mont_pair_mul"], ["i686-linux-gnu"])


@pytest.fixture
def gcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that is called in place of gcc once it is written."""
    tool = tmp_path / "gcc"
    tool.touch(0o755)
    yield tool
    find.find.cache_clear()


def test_an_assembler_that_is_a_stub_proves_nothing(gcc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the object that a good run has left nor what that run has found is of any help."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    prover = prove.Prover(library.load(), prove.TARGETS[0])
    sources = [tmp_path / Path(path).name for path in prover.files(FUNCTION)]
    for path, text in zip(sources, prover.files(FUNCTION).values()):
        path.write_bytes(text)
    (source,) = (path for path in sources if path.suffix == ".S")
    good = assemble(prover.target, prove.SYNTAX, source, source.with_suffix(".o"))
    assert prover.verdict(FUNCTION)[1].state == PROVED
    monkeypatch.setenv(find.TOOLS["gcc"].variable, str(gcc))
    find.find.cache_clear()
    gcc.write_text("#!/bin/sh\n")
    with pytest.raises(ToolFailed, match="gnu as made no md5_blocks_scalar.o"):
        prover.verdict(FUNCTION)
    data, code = good.read_bytes(), bytes.fromhex("c1c007")  # rol eax, 7
    assert code in data
    wrong = tmp_path / "wrong.o"
    wrong.write_bytes(data.replace(code, bytes.fromhex("c1c008"), 1))
    gcc.write_text(f'#!/bin/sh\nfor out; do :; done\ncp "{wrong}" "$out"\n')
    assert prover.verdict(FUNCTION)[1].state == DIFFERS
