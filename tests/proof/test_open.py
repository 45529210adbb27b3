# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SOUNDNESS.md and the list of open functions agree with the manifest."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import targets
from generator import library
from generator.abi import abi
from generator.model import Src
from generator.output import available
from generator.pipeline import record
from proof.prove import OPEN, Verdict
from targets.toolchain import proof_record, prove


def functions(triple: str) -> set[str]:
    arch = targets.load(triple).arch
    kernels = library.load([], None).kernels.values()
    return {f"{one.name}_{variant.name}" for one in kernels for variant in one.variants if available(variant, arch)}


def test_the_table_counts_all_functions() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \| (\d+) \|$", prove.SOUNDNESS.read_text("utf-8"), re.M)
    assert [row[0] for row in rows] == list(prove.TARGETS)
    for triple, proved, count in rows:
        every, unproved = functions(triple), set(prove.listed(triple))
        assert int(count) == len(every), "write it anew: python3 build.py prove --update"
        assert int(proved) == len(every) - len(unproved)
        assert unproved <= every, f"no such function: {unproved - every}"


def test_an_open_function_waits_for_a_change(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``prove --changed`` leaves a function of the list alone until its file, its recording or the prover changes."""
    triple, tried = "i686-linux-gnu", list[prove.Job]()
    symbol = "sha512_blocks_scalar"
    every = library.load([], None)
    monkeypatch.setattr(prove, "listed", lambda of: {symbol: "too hard"})
    (kernel, variant), = [
        (one, own.name) for one in every.kernels.values() for own in one.variants if f"{one.name}_{own.name}" == symbol
    ]  # fmt: skip
    monkeypatch.setattr(prove, "available", lambda one, arch: one.name == variant)

    def spread(make: object, words: object, jobs: list[prove.Job], count: int) -> list[tuple[str, Verdict]]:
        tried.extend(jobs)
        return [(f"{name}_{of}", Verdict(OPEN, "too hard")) for name, of in jobs]

    monkeypatch.setattr(prove, "spread", spread)
    digest = prove.Prover(every, triple).digest((kernel.name, variant))
    before = {symbol: f"{proof_record.OPEN}{digest}"}
    monkeypatch.setattr(proof_record, "read", lambda of: before)
    assert prove.run(every, [kernel.name], triple, changed=True) == 0 and not tried
    assert capsys.readouterr().out.endswith("0 of 0 functions proved, 0 differ; 0 proved before, and unchanged since"
                                            "; 1 open, as recorded\n")  # fmt: skip
    assert prove.run(every, [kernel.name], triple) == 0 and tried == [(kernel.name, variant)]
    assert f"{symbol:<32} {OPEN} (known): too hard\n" in capsys.readouterr().out
    before[symbol] = f"{proof_record.OPEN}{'0' * 20}"
    assert prove.run(every, [kernel.name], triple, changed=True) == 0 and len(tried) == 2


def test_the_record_is_of_what_is_proved() -> None:
    """A digest hangs on the file, on each recorded operation and on the arguments, and not on the script's lines."""
    every = library.load([], None)
    prover = prove.Prover(every, "x86_64-linux-gnu")
    job = ("md5_blocks", "scalar")
    kernel = every.find(job[0])
    recorded, params = record(kernel, kernel.variant(job[1]), abi("sysv64"))
    files, ops = prover.files(job), recorded.ops
    known = proof_record.read("x86_64-linux-gnu")["md5_blocks_scalar"]
    assert known == prover.digest(job), "write it anew: python3 build.py prove --changed --update"
    assert known == proof_record.digest(files, [replace(op, src=Src("moved.py", 1)) for op in ops], params)
    others = {
        proof_record.digest(files, ops[1:], params),
        proof_record.digest(files, [replace(ops[0], attrs={**ops[0].attrs, "another": 1}), *ops[1:]], params),
        proof_record.digest(files, ops, params[1:]),
        proof_record.digest({name: text + b" " for name, text in files.items()}, ops, params),
    }
    assert len(others) == 4 and known not in others
