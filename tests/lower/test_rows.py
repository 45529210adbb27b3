# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Products of long rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.model import Instr
from proof.equal import Judge
from proof.memory import Map
from proof.script import Script
from tests.lower import prove as proofs
from tests.lower.cases_products import WORD_GROUPS, row
from tests.lower.prove import CONFIGS, NotProved, builder, meant, prove, recorded

BY_NAME = {config.name: config for config in CONFIGS}
NAMES = ("x86", "x86-bmi2", "x86_64", "x86_64-bmi", "x86_64-adx", "aarch64")


@pytest.mark.parametrize("op", ["mul_row", "mul_add_row"])
@pytest.mark.parametrize("name", NAMES)
def test_long_rows(name: str, op: str) -> None:
    for count in (1, 2, 3, 5, 9):
        prove(BY_NAME[name], row("usize", count, "values", op))
        prove(BY_NAME[name], row("usize", count, "memory", op), fold=name != "aarch64")


@pytest.mark.parametrize("op", ["mul_row", "mul_add_row"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_rows_of_pairs(op: str, count: int) -> None:
    prove(BY_NAME["x86"], row("u64", count, "values", op))


def test_pairs_mean_what_words_mean() -> None:
    """On numbers: the prover's meanings of operations on halves are those of operations on whole words."""
    config = BY_NAME["x86"]
    scripts = [row("u64", 3, "values", op) for op in ("mul_row", "mul_add_row")]
    scripts += [script for name in ("sums", "unary", "memory", "bits") for script in WORD_GROUPS[name](config)]
    for script in scripts:
        k = builder(config)
        script(k)
        memory = Map(word=32)
        recording, halves = recorded(config, k.finish().ops, memory, False)
        whole = dict(halves)
        meant(recording, halves)
        meant(Script(recording.ops, memory, 32, False), whole)
        assert all(Judge().differ(halves[cell], term) is None for cell, term in whole.items()), recording.ops


@pytest.mark.parametrize("name", ["x86_64", "x86_64-bmi", "x86_64-adx", "aarch64"])
def test_a_chain_without_its_last_link_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof fails if the last link of the chain is missing."""
    script, config = row("usize", 3, "values", "mul_add_row"), BY_NAME[name]
    prove(config, script)
    machine = proofs.MACHINES[config.abi.arch]
    run = machine.run

    def without(self: object, items: Sequence[object]) -> None:
        links = [n for n, item in enumerate(items) if isinstance(item, Instr) and item.mnem in ("adc", "adcx", "adcs")]
        run(self, [item for n, item in enumerate(items) if n != links[-1]])  # type: ignore[arg-type,misc]

    monkeypatch.setattr(machine, "run", without)
    with pytest.raises(NotProved):
        prove(config, script)
