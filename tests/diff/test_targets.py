# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Whole targets against each other: what a calling convention changes, and what a syntax does."""

from __future__ import annotations

from pathlib import Path

import pytest

import targets
from generator import store, up_to_date
from generator.diff.compare import compare
from generator.diff.parse import Files
from generator.diff.plain import loops
from generator.isa.machine import machine
from generator.library import ROOT, load
from targets.toolchain import target_sources
from tests.changed import Wanted
from tests.diff.samples import cell, having

pytestmark = pytest.mark.code

KERNELS = load().kernels
ALWAYS = ("rc4_set_key", "rc4_stream")  # without them, a comparison for few kernels may have too little to tell
PAIRS = [
    (target.triple, a, b)
    for target in map(targets.load, targets.all_triples())
    for n, a in enumerate(target.syntaxes)
    for b in target.syntaxes[n + 1 :]
]


def test_system_v_and_win64(wanted: Wanted) -> None:
    """Frames and argument registers differ, every loop body is the same."""
    chosen = having({*wanted(KERNELS), *ALWAYS}, "x86_64")
    found = compare(cell("x86_64-linux-gnu", "gas", chosen), cell("x86_64-pc-windows-msvc", "clang-cl", chosen))
    assert found.functions and not found.same
    assert not [diff.name for diff in found.functions if diff.missing]
    for diff in found.functions:
        assert set(diff.classes()) <= {"registers", "frame", "selection"}, (diff.name, diff.counts())
        facts = {fact.what: (fact.a, fact.b) for fact in diff.facts}
        assert facts["convention"] == ("sysv64", "win64")
        assert facts["unwind data"] == ("dwarf", "win64")
        arguments = [pair for what, pair in facts.items() if what.startswith("argument ")]
        assert arguments[0] == ("rdi", "rcx") and len(arguments) >= 2
        assert [loop.label for loop in diff.loops if not loop.same] == []
    assert any("saved registers" == fact.what for diff in found.functions for fact in diff.facts)
    assert loops(found.functions).startswith("the same (")


@pytest.mark.parametrize(("triple", "a", "b"), PAIRS)
@pytest.mark.whole(every=2)
def test_a_syntax_is_spelling(triple: str, a: str, b: str, wanted: Wanted) -> None:
    """Each pair has other kernels, one in three."""
    chosen = having(set(sorted(wanted(KERNELS))[PAIRS.index((triple, a, b)) % 3 :: 3]), targets.load(triple).arch)
    if not chosen:
        return
    found = compare(cell(triple, a, chosen), cell(triple, b, chosen))
    assert found.functions
    for diff in found.functions:
        assert diff.classes() == ("spelling",), (
            diff.name,
            diff.counts(),
            [(r.a and r.a.text, r.b and r.b.text) for r in diff.rows if set(r.classes) - {"spelling"}][:3],
        )
        assert all(loop.same for loop in diff.loops)


def test_other_instruction_sets(wanted: Wanted) -> None:
    """Nothing is lost: each line of both sides stands in exactly one row, in order."""
    chosen = {*wanted(KERNELS), *ALWAYS}
    a = cell("x86_64-linux-gnu", "gas", having(chosen, "x86_64"))
    b = cell("aarch64-linux-gnu", "gas", having(chosen, "aarch64"))
    found = compare(a, b)
    for diff in found.functions:
        if diff.missing:
            assert [fact.cls for fact in diff.facts] == ["features"]
            continue
        assert "selection" in diff.classes()
        for side in ("a", "b"):
            numbers = [line.number for row in diff.rows if (line := getattr(row, side)) is not None]
            assert numbers == sorted(set(numbers))
        for name, arch in [(p, "x86_64") for p, _, _ in diff.renamed] + [(q, "aarch64") for _, q, _ in diff.renamed]:
            assert name in ("sp", "zero") or machine(arch).registers.read(name), (diff.name, arch, name)
        assert sum(row.a is not None and row.a.meaning.kind == "code" for row in diff.rows) == diff.sizes[0]
        assert sum(row.b is not None and row.b.meaning.kind == "code" for row in diff.rows) == diff.sizes[1]


@pytest.mark.kernels("rc4_set_key")
def test_generated_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note of an earlier whole run counts for the files that it describes, and for no others."""
    library, wanted = load(), [(targets.load("x86_64-linux-gnu"), "gas")]
    whole = tmp_path / "generated"
    whole.mkdir()
    monkeypatch.setattr(target_sources, "GENERATED", whole)
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "cache"))
    up_to_date.keep(up_to_date.inputs(), {}, anew=True)
    (side,) = target_sources.sources(library, wanted, ["rc4_set_key"])
    assert side.note == ""
    (whole / "by_hand.S").write_text("")
    (side,) = target_sources.sources(library, wanted, ["rc4_set_key"])
    assert "made anew: all" in side.note


@pytest.mark.kernels("rc4_set_key")
def test_lines_of_scripts() -> None:
    """A line of a function tells the operation that it is for, and the script's line; a line of a text does not."""
    side = cell("x86_64-linux-gnu", "gas", ("rc4_set_key",))
    path = next(path for path in side.files if "rc4_set_key" in path)
    made, parsed = Files().read(path, side.files[path], side.written[path]), Files().read(path, side.files[path])
    assert made.lines == parsed.lines  # but for these fields
    place = next(line for line in made.lines if line.statement == "j += (entry + byte[0])")
    script = (ROOT / "generator/kernels/cipher/rc4.py").read_text("utf-8").splitlines()
    name, _, number = place.script.partition(":")
    assert name == "rc4.py" and script[int(number) - 1].strip().startswith("j +=")
    assert not any(line.script or line.statement for line in parsed.lines)
