# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The model of cores, its estimates, and the rows that follow for cores without measured ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator import batches, library
from generator.cpus import lists
from generator.headers import available
from generator.isa.features import closure
from generator.model import AsmloomError
from generator.preferences import preferences
from targets.trial import estimates, model
from targets.trial.executed import Machine
from targets.trial.timing import Code, Step, cycles, families, parsed

pytestmark = pytest.mark.kernels()
LIBRARY = library.load()
ROWS = "width 2\nadd 3 01\nlone 1 0:2\nload 4 2\nstore 1 3\nnone 0 -\n"
FAMILIES = parsed(f"family f arch x86 window 8 {ROWS}family g arch x86 window 0 {ROWS}", "p")
STORED = Step("none", 0, ("a",), (), (), False, True, "8")
LOADED = Step("add", 0, (), ("b",), (), True, False, "8")


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([Step("add", 0, ("a",), ("a",))] * 10, 30),  # a chain: latency
        ([Step("add")] * 10, 4 + 3),  # two ports, two enter in a cycle
        ([Step("lone")] * 10, 18 + 1),  # one port, for two cycles each
        ([Step("add", 0, ("a",), ("a",)), *[Step("none")] * 20] * 3, 3 * 3 + 22),  # what the window lets in waits
        ([STORED, LOADED], 1 + 5 + 3),
    ],
)  # fmt: skip
def test_cycles(steps: list[Step], expected: int) -> None:
    assert abs(cycles(Code(steps), FAMILIES["f"]) - expected) <= 2
    assert cycles(Code(steps), FAMILIES["g"]) >= expected - 2  # in order


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("family f width 2\n", "p:1: expected family NAME and arch or like"),
        ("family f arch x86 depth 2\n", "p:1: expected family NAME"),
        ("family f arch x86\nadd 1\n", "p:2: expected a kind, its latency, and its ports"),
        ("add 1 0\n", "p:1: expected a kind"),
        ("family f arch x86\nadd 1 0:x\n", "p:2: expected a kind"),
    ],
)
def test_a_table_that_is_refused(text: str, said: str) -> None:
    with pytest.raises(AsmloomError) as refused:
        parsed(text, "p")
    assert str(refused.value).startswith(f"targets/{said}")


def test_families_are_cores() -> None:
    assert set(families()) <= set(lists()["uarches"])


@pytest.mark.parametrize("arch", model.ARCHS)
def test_every_choice_has_estimates(arch: str) -> None:
    """And none has one that there is no longer."""
    wanted = {(kernel.name, one.name) for kernel, there in model.contested(LIBRARY, arch) for one in there}
    rows = [row for row in estimates.rows() if row.arch == arch]
    assert {(row.kernel, row.variant) for row in rows if row.variant != estimates.PORTABLE} == wanted
    assert all(row.needs == LIBRARY.find(row.kernel).variant(row.variant).features for row in rows if row.instructions)


@pytest.mark.code
@pytest.mark.parametrize("arch", model.ARCHS)
def test_estimates_are_of_this_code(arch: str) -> None:
    """By the number of instructions that a block executes: `build.py model --write` makes the numbers anew."""
    machine = Machine(arch)
    told = {
        (row.kernel, row.variant): row.instructions for row in estimates.rows() if row.arch == arch and not row.units
    }
    tried = [(kernel, one) for kernel, there in model.contested(LIBRARY, arch) for one in there if kernel.messages < 8]
    assert len(tried) > 20
    for kernel, one in tried:
        code, part, work = model.traced(machine, kernel, one.name, 0)
        now = len(code.rows[part]) / work
        assert abs(now - told[kernel.name, one.name]) <= 1 + 0.05 * now, (kernel.name, one.name, now)


def test_rows_are_up_to_date() -> None:
    """`build.py model --rows` makes the files."""
    for path, text in model.rows_files().items():
        assert path.read_text("ascii") == text, path


@pytest.mark.parametrize("arch", model.ARCHS)
def test_every_core_has_a_row(arch: str) -> None:
    """Or the kernel has one variant, beside portable C, or the model leaves it out: then the last one counts."""
    known = {row["kernel"] for row in preferences() if row["uarch"] == "generic" and row["arch"] in ("", arch)}
    several = {
        kernel.name for kernel in LIBRARY.kernels.values() if sum(available(one, arch) for one in kernel.variants) > 1
    }
    assert several <= known | estimates.OUTSIDE.keys()


def _chosen(kernel: str, core: str, features: frozenset[str]) -> str:
    """What dispatch takes on a core above all others with these features of x86_64."""
    needs = {one.name: set(one.features) for one in LIBRARY.find(kernel).variants} | {"portable": set()}
    for name in (core, "generic"):
        rows = [
            row
            for row in preferences()
            if (row["kernel"], row["uarch"], row["policy"]) == (kernel, name, "any") and row["arch"] in ("", "x86_64")
            and needs[row["variant"]] <= features and row["feature"] in {"", *features}
        ]  # fmt: skip
        if rows:
            return str(
                max(rows, key=lambda row: row["min_bytes"])["variant"] if len(rows) == 1 else rows[-1]["variant"]
            )
    return ""


NEW = closure("x86_64", ("sha", "vaes", "avx512bw", "avx512vl", "avx512dq", "avx512ifma", "adx", "bmi1", "bmi2", "aes"))


@pytest.mark.parametrize("core", ["generic", "intel-generic", "amd-generic"])
def test_unknown_cores(core: str) -> None:
    """Sixteen lanes pay everywhere, beside instructions for SHA too. AVX-512 for one message pays on some cores."""
    for kernel in ("sha1_blocks_x16", "sha256_blocks_x16"):
        assert _chosen(kernel, core, NEW) == "avx512"
        single = kernel.removesuffix("_x16")
        assert [
            row for row in batches.rows() if (row["kernel"], row["one"], row["uarch"]) == (kernel, "shani", "generic")
        ]
        assert _chosen(single, core, NEW) == "shani"
    assert _chosen("md5_blocks", core, NEW) == "scalar"
    assert _chosen("sha512_blocks", core, NEW) == ("avx512vl_words" if core == "amd-generic" else "avx2")
    wide = re.compile("avx512|vaes512")
    for row in preferences():
        if (row["uarch"], row["arch"]) == (core, "x86_64") and not re.search("_x|pair", row["kernel"]):
            assert core == "amd-generic" or not wide.search(row["variant"]), row


@pytest.mark.parametrize(
    ("core", "kernel", "variant"),
    [
        ("amd-zen5", "md5_blocks", "scalar"),  # vectors' latency of two cycles
        ("amd-zen5", "sha512_blocks", "avx512vl_words"),
        ("intel-icelake", "md5_blocks", "avx512vl"),
        ("intel-skylake-avx512", "sha512_blocks", "avx512vl"),
        ("intel-sapphirerapids", "sha1_blocks", "shani_avx512vl"),  # as measured
        ("amd-zen4", "sha512_blocks", "avx512vl"),  # as measured
        ("amd-zen4", "sha1_blocks", "shani"),  # as measured
    ],
)
def test_estimates_by_themselves(core: str, kernel: str, variant: str) -> None:
    table = next(one for one in estimates.tables() if (one.arch, one.kernel) == ("x86_64", kernel))
    pool = [one for one in table.needs if core in table.runs(one)]
    assert table.least(pool, [core], (0,)) == variant


def test_losses_by_measurements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.json"
    row = {
        "kernel": "md5_blocks", "function": "f", "variant": "scalar", "chosen": True, "bytes": 64,
        "bytes_per_second": 1,
        "instructions_per_byte": None, "peer": "portable", "way": "", "peer_version": "", "peer_bytes_per_second": 1,
        "ratio": 1.1, "shared_ratio": None, "clean": 1, "shared": 0, "few": False, "gigahertz": 4, "cpu": "",
    }  # fmt: skip
    file.write_text(json.dumps([row, {**row, "variant": "avx512vl", "ratio": 1.0}]), "utf-8")
    assert model.against("x86_64", "intel-sapphirerapids", file) == 0
    shown = capsys.readouterr().out
    assert "avx512vl        loses  9.1 % to scalar" in shown and "0 right within 3 %, 9.1% lost at most" in shown
