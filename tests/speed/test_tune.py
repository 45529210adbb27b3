# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py tune``: the ranking of invented measurements, and the file. No test measures."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest

from targets.toolchain import benches, product, tune
from targets.toolchain.process import ToolFailed
from targets.toolchain.ranking import Size, Variant, best, choices, sizes
from targets.toolchain.tuning_file import BANDS, Choice, Cpu, cpu, render, sealed
from tests.speed import samples

pytestmark = pytest.mark.kernels()
C = Variant([1.0, 1.0, 1.0])


def variants(**speeds: tuple[Sequence[float], float]) -> dict[str, Variant]:
    return {"portable": C, **{name: Variant(list(each), count) for name, (each, count) in speeds.items()}}


@pytest.mark.parametrize(("measured", "wanted", "level"), [
    ({"a": ([1.5, 1.5, 1.5], 9), "b": ([2.0, 2.0, 2.0], 9)}, "b", ()),
    ({"a": ([2.0, 2.0, 2.0], 9), "b": ([2.05, 2.05, 2.05], 12)}, "a", ("b",)),  # 2.5 %: fewer instructions
    ({"a": ([2.0, 2.0, 2.0], 12), "b": ([2.05, 2.05, 2.05], 9)}, "b", ("a",)),
    ({"a": ([2.0, 2.0, 2.0], 9), "b": ([2.07, 2.07, 2.07], 12)}, "b", ()),  # 3.5 %
    ({"a": ([1.6, 2.0, 2.2], 9), "b": ([2.1, 2.3, 2.9], 12)}, "a", ("b",)),  # a pass of one is a pass of the other
    ({"a": ([1.6, 2.0, 2.2], 12), "b": ([2.21, 2.3, 2.9], 9)}, "b", ()),
    ({"a": ([0.5, 0.5, 0.5], 1)}, "portable", ()),
    ({"a": ([2.0, 2.0, 2.0], inf), "b": ([2.02, 2.02, 2.02], inf)}, "b", ("a",)),  # not counted
    ({"a": ([2.0, 2.0, 2.0], inf), "b": ([2.02, 2.02, 2.02], 20)}, "b", ("a",)),
    ({"a": ([1.01, 1.0, 0.99], 30)}, "a", ("portable",)),  # nobody counts the instructions of C
])  # fmt: skip
def test_best(measured: dict[str, Any], wanted: str, level: tuple[str, ...]) -> None:
    found = best(variants(**measured))
    assert (found.variant, found.level) == (wanted, level)


def _rows(name: str, variant: str, ratios: dict[int, float], **other: Any) -> list[dict[str, Any]]:
    return [samples.row(name, variant, size, "portable", ratio, **other) for size, ratio in ratios.items()]


def test_sizes() -> None:
    """AES with three lengths of the key is one kernel. Calls, dispatch and peers do not count."""
    rows = [
        *_rows("aes128_ctr", "avx", {16: 2.0, 64: 2.0}, instructions_per_byte=3, clean=0.5),
        *_rows("aes256_ctr", "avx", {16: 8.0, 64: 2.0}, instructions_per_byte=4, clean=0.25, few=True),
        *_rows("aes128_ctr", "dispatched", {16: 9.0}),
        samples.row("aes128_ctr", "avx", 16, "libcrypto", 9.0),
        *_rows("call_md5", "dispatched", {16: 9.0}),
        *_rows("aes128_ctr", "vaes256", {64: 3.0, 4096: 3.0}, clean=0.5),
    ]
    found = sizes([rows, rows], benches.every())
    assert list(found) == ["aes_ctr32"] and sorted(found["aes_ctr32"]) == [16, 64, 4096]
    first = found["aes_ctr32"][16]
    assert {name: variant.speeds for name, variant in first.variants.items()} == {
        "portable": [1, 1], "avx": pytest.approx([4, 4])}  # fmt: skip
    assert (first.variants["avx"].instructions, first.clean, first.few) == (3, [0.25, 0.25], 2)


def test_passes_without_clean_rounds() -> None:
    """They count only where no pass has clean rounds. Their instructions count."""
    busy = _rows("rc4_stream", "lookahead", {16: 9.0, 64: 9.0}, few=True, clean=0.01, instructions_per_byte=5)
    quiet = [*_rows("rc4_stream", "lookahead", {16: 2.0}), *_rows("rc4_stream", "lookahead", {64: 8.0}, few=True)]
    found = sizes([busy, quiet], benches.every())["rc4_stream"]
    assert [found[size].variants["lookahead"].speeds for size in (16, 64)] == [
        pytest.approx([2]),
        pytest.approx([9, 8]),
    ]
    assert [found[size].variants["portable"].speeds for size in (16, 64)] == [[1], [1, 1]]
    assert (found[16].few, found[64].few, found[16].variants["lookahead"].instructions) == (0, 2, 5)


def test_instructions_of_long_inputs() -> None:
    """Nobody steps through 16 KiB: what the next shorter size takes for a byte counts."""
    rows = [
        *_rows("rc4_stream", "lookahead", {1350: 2.0}, instructions_per_byte=7.5),
        *_rows("rc4_stream", "lookahead", {16384: 2.0}),
    ]
    assert sizes([rows], benches.every())["rc4_stream"][16384].variants["lookahead"].instructions == 7.5


def _measured(*winners: str) -> dict[int, Size]:
    """Sizes 16, 32 ...: each with another fastest variant of a, b and c."""
    out = {}
    for n, winner in enumerate(winners):
        speeds = {name: 4.0 if name == winner else 2.0 for name in "abc"}
        out[16 << n] = Size({"portable": C, **{name: Variant([v] * 3, 9) for name, v in speeds.items()}}, [0.5] * 3)
    return out


def test_bands() -> None:
    found, comments = choices("k", _measured("a", "a", "b", "b", "a"), by_size=True)
    assert found == [Choice("k", 0, "a"), Choice("k", 64, "b"), Choice("k", 256, "a")]
    assert comments[0] == "k at 16: a 4.00 x C (4.00 to 4.00, 3 passes, 50% clean); b 2.00"
    assert choices("k", _measured("b"), by_size=True, policy="throughput")[0] == [Choice("k", 0, "b", "throughput")]


def test_no_row_for_nothing() -> None:
    """A variant goes on where it is level with the best."""
    measured = _measured("a", "b")
    measured[32].variants["a"] = Variant([3.9, 3.95, 4.0], 12)
    assert choices("k", measured, by_size=True)[0] == [Choice("k", 0, "a")]


def test_too_many_bands() -> None:
    measured = _measured(*"abababab")
    measured[64].variants["b"] = Variant([3.0] * 3, 9)  # the fastest there is `a`; `b` loses least
    found, _ = choices("k", measured, by_size=True)
    assert len(found) <= BANDS and found[0] == Choice("k", 0, "a")
    assert all(one.variant != two.variant for one, two in zip(found, found[1:]))
    assert [one.min_bytes for one in found] == sorted({one.min_bytes for one in found})


def test_a_kernel_without_a_size() -> None:
    measured = _measured("a", "a", "b")
    found, comments = choices("k", measured, by_size=False)
    assert found == [Choice("k", 0, "a")] and len(comments) == 1


def test_few_clean_rounds_are_told() -> None:
    measured = _measured("a")
    measured[16].few, measured[16].clean = 2, [0.01, 0.02, 0.4]
    assert "3 passes, 2% clean, 2 without enough clean rounds" in choices("k", measured, by_size=True)[1][0]


def test_the_file() -> None:
    here = cpu(
        "asmloom 1\ncpu:   Shanghai   family 0x7 model 0x5b stepping 2, brand\npreferences: zhaoxin-yongfeng, for x\n"
    )
    assert here == Cpu("Shanghai", 7, 0x5B, "zhaoxin-yongfeng")
    assert cpu("cpu: family 0x0 model 0x0 stepping 0\npreferences: generic\n").vendor == "-"
    text = render("0123456789abcdef", here, [Choice("k", 0, "a"), Choice("k", 0, "b", "latency")], ["100 % \n é"])
    assert text.splitlines()[:-1] == [
        "asmloom-tuning 1", "build 0123456789abcdef", "cpu Shanghai 7 5b zhaoxin-yongfeng", "# 100 % ? ?",
        "prefer k 0 a", "prefer k 0 b latency"]  # fmt: skip
    assert sealed("") == "end cbf29ce484222325\n" and sealed("a") == "aend af63dc4c8601ec8c\n"  # published values
    assert max(map(len, render("0", here, [], ["x" * 500]).splitlines())) == 200
    with pytest.raises(ToolFailed, match="expected lines `cpu:`"):
        cpu("nothing")


def test_siblings(tmp_path: Path) -> None:
    for number, text in enumerate(("0,4\n", "1\n", "2-3\n", "2-3,8-9\n")):
        place = tmp_path / f"cpu{number}" / "topology"
        place.mkdir(parents=True)
        (place / "thread_siblings_list").write_text(text)
    assert [tune.siblings(cpu, tmp_path) for cpu in range(5)] == [[4], [], [3], [2, 8, 9], []]


def test_a_busy_sibling(tmp_path: Path) -> None:
    """The processes run on the CPUs that were named, and end with the block, however it ends."""
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\nexec sleep 1000\n")
    tool.chmod(0o755)
    cpu = max(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    found: list[int] = []
    with pytest.raises(KeyError), tune.busy(tool, [cpu, cpu], "rc4_stream") as running:
        found += running
        assert [os.sched_getaffinity(pid) for pid in found] == [{cpu}] * 2
        raise KeyError
    assert os.sched_getaffinity(0) == before
    for pid in found:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Invented rows in place of measurements. Yields the words of each measurement."""
    asked: list[list[str]] = []

    def measure(target: Any, tool: Path, words: Sequence[str]) -> list[dict[str, Any]]:
        asked.append(list(words))
        shared = os.environ.get("FAKED_BUSY") == "1"
        names = [row for row, kernel in benches.every().items() if kernel == words[0]]
        return [
            one
            for row in names
            for variant, ratio in (("branchfree", 1.5), ("lookahead", 1.2 if shared else 2.0))
            for one in _rows(row, variant, {16: ratio, 4096: ratio}, instructions_per_byte=9)
        ]

    class Busy:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> None:
            monkeypatch.setenv("FAKED_BUSY", "1")

        def __exit__(self, *_: object) -> None:
            monkeypatch.setenv("FAKED_BUSY", "0")

    class Program:
        def __init__(self, *_: object, **__: object) -> None: ...
        def __enter__(self) -> Path:
            return Path("tool")

        def __exit__(self, *_: object) -> None: ...

    class Told:
        stdout = b"cpu: AuthenticAMD family 0x19 model 0x1 stepping 1, x\npreferences: amd-zen3\n"

    monkeypatch.setattr(tune, "measure", measure)
    monkeypatch.setattr(tune, "busy", Busy)
    monkeypatch.setattr(product, "host_program", Program)
    monkeypatch.setattr(product, "run_here", lambda *_: Told())
    yield asked


@pytest.mark.parametrize("shared", [[], [5]])
def test_tune(shared: list[int], faked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator import library

    monkeypatch.setattr(tune, "siblings", lambda cpu: shared)
    into = tmp_path / "new" / "file"
    assert tune.tune(library.load(), "x86_64-linux-gnu", ["rc4_stream"], rounds=5, passes=2, into=into) == 0
    text = into.read_text()
    rows = [line for line in text.splitlines() if line.startswith("prefer")]
    both = ["prefer rc4_stream 0 branchfree throughput"] if shared else []
    assert rows == ["prefer rc4_stream 0 lookahead", *both]
    assert ("no other thread of the core is known" in text) == (not shared)
    assert len(faked) == (4 if shared else 2) and "--instructions" in faked[0] and "--instructions" not in faked[1]


def test_a_busy_thread_that_nobody_knows(
    faked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds beside it make rows for throughput, if every size and variant has such rounds."""
    from generator import library

    alone, lacking = tune.measure, {64}  # no row has the size 64

    def measure(*words: Any) -> list[dict[str, Any]]:
        slower = {"branchfree": 1.5, "lookahead": 1.1}
        return [{**row, "shared_ratio": None if row["bytes"] in lacking else slower[row["variant"]]}
                for row in alone(*words)]  # fmt: skip

    monkeypatch.setattr(tune, "measure", measure)
    monkeypatch.setattr(tune, "siblings", lambda cpu: [])
    into = tmp_path / "file"
    for wanted, without in ((["prefer rc4_stream 0 branchfree throughput"], 64), ([], 16)):
        lacking = {without}
        assert tune.tune(library.load(), "x86_64-linux-gnu", ["rc4_stream"], rounds=5, passes=2, into=into) == 0
        rows = [line for line in into.read_text().splitlines() if line.startswith("prefer")]
        assert rows == ["prefer rc4_stream 0 lookahead", *wanted]


def test_refusals(tmp_path: Path) -> None:
    from generator import library

    kernels = library.load()
    for words, rounds, passes, message in (
        (["nothing_at_all"], 5, 1, "tune: no benchmark named"),
        (["call_md5"], 5, 1, "tune does not measure call_md5; expected some of: md5_blocks sha1 "),
        ([], 0, 1, "expected 1 to"),
        ([], 5, 0, "tune: --passes 0: expected 1 or more"),
    ):
        with pytest.raises(ToolFailed, match=message):
            tune.tune(kernels, "x86_64-linux-gnu", words, rounds=rounds, passes=passes, into=tmp_path / "f")
    with pytest.raises(ToolFailed, match="runs in an emulator here"):
        tune.tune(kernels, "aarch64-linux-gnu", [], rounds=5, passes=1, into=tmp_path / "f")
