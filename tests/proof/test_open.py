# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""SOUNDNESS.md and the list of open functions agree with the manifest."""

from __future__ import annotations

import re
from dataclasses import replace

import targets
from generator import library
from generator.abi import abi
from generator.model import Src
from generator.output import available
from generator.pipeline import record
from targets.toolchain import proof_record, prove


def functions(triple: str) -> set[str]:
    arch = targets.load(triple).arch
    kernels = library.load([], None).kernels.values()
    return {f"{one.name}_{variant.name}" for one in kernels for variant in one.variants if available(variant, arch)}


def test_the_table_counts_all_functions() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \| (\d+) \|$", prove.SOUNDNESS.read_text("utf-8"), re.M)
    assert [row[0] for row in rows] == ["x86_64-linux-gnu", "x86_64-w64-mingw32"]
    for triple, proved, count in rows:
        every, unproved = functions(triple), prove.listed(triple)
        assert int(count) == len(every), "write it anew: python3 build.py prove --update"
        assert int(proved) == len(every) - len(unproved)
        assert unproved <= every, f"no such function: {unproved - every}"


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
