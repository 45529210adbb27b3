# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py speed --losers``, of invented measurements. No test measures."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from targets.toolchain import losers
from targets.toolchain.process import ToolFailed
from tests.cli.runner import inside
from tests.speed import samples

pytestmark = pytest.mark.kernels()


def _pass(*sizes: tuple[float, float, bool]) -> list[dict[str, Any]]:
    """One pass over a kernel: for each size the ratios of both variants to C, and whether too few rounds were clean.
    ``scalar`` is chosen."""
    return [
        samples.row("md5_blocks", variant, 64 << n, "portable", ratio, few=few, chosen=variant == "scalar")
        for n, (scalar, vector, few) in enumerate(sizes)
        for variant, ratio in (("scalar", scalar), ("vector", vector), ("dispatched", 0.1))
    ]


def _told(capsys: pytest.CaptureFixture[str], *passes: list[dict[str, Any]]) -> tuple[int, list[str], int]:
    """The status, the lines, and the passes that were run."""
    left = list(passes)

    def measure(names: Collection[str]) -> list[dict[str, Any]]:
        assert list(names) == ["md5_blocks"]
        return left.pop(0)

    status = losers.run(measure, ["md5_blocks"])
    return status, capsys.readouterr().out.splitlines(), len(passes) - len(left)


def test_a_variant_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    told = _told(capsys, _pass((1.94, 2.0, False), (1.0, 1.03, False)))
    assert told == (0, ["2 places: 2 good, 0 losers, 0 not known"], 1)


def test_a_loser_is_measured_again(capsys: pytest.CaptureFixture[str]) -> None:
    lost, held, unknown = _pass((1.5, 2.0, False)), _pass((2.0, 2.0, False)), _pass((1.5, 2.0, True))
    assert _told(capsys, lost, held) == (0, ["1 place: 1 good, 0 losers, 0 not known"], 2)
    line = "md5_blocks, 64 bytes: scalar is chosen, at 0.75 of the speed of vector (75% of the rounds clean)"
    for passes in ((lost, lost, lost), (lost, unknown, unknown), (unknown, unknown, lost)):
        assert _told(capsys, *passes) == (1, [line, "1 place: 0 good, 1 loser, 0 not known"], 3)
    silent = ["md5_blocks: too few clean rounds to tell at 64 bytes", "1 place: 0 good, 0 losers, 1 not known"]
    assert _told(capsys, unknown, unknown, unknown) == (0, silent, 3)


def test_portable_c_is_a_candidate(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = _told(capsys, *[_pass((0.8, 0.9, False))] * 3)
    assert status == 1 and "scalar is chosen, at 0.80 of the speed of portable (" in lines[0]
    chosen = [{**row, "chosen": False} for row in _pass((0.8, 1.5, False))]  # dispatch chooses C
    status, lines, _ = _told(capsys, chosen, chosen, chosen)
    assert lines[0].startswith("md5_blocks, 64 bytes: portable is chosen, at 0.67 of the speed of vector (")


def _call(name: str, size: int, **ratios: float) -> list[dict[str, Any]]:
    """A public function's rows: its ratio to each peer."""
    function = {"function": f"loom_{name}", "kernel": name}
    return [samples.row("call_md5", "dispatched", size, peer, ratio, **function) for peer, ratio in ratios.items()]


def test_public_functions_and_batches(capsys: pytest.CaptureFixture[str]) -> None:
    """The fastest counts: of peers, of one message after the other, of a function's own ways."""
    way = samples.row("call_md5", "ifma", 256, "portable", 2.5, function="loom_rsa", kernel="call_rsa")
    rows = [
        *_call("call_batch4_hmac_sha1", 256, single=0.8), *_call("call_rc4", 16, libcrypto=0.9, portable=1.1),
        way, *_call("call_rsa", 256, portable=2.0), *_call("call_batch16_md5", 1024, single=0.98),
    ]  # fmt: skip
    assert losers.run(lambda names: rows, ["call"]) == 1
    assert [line.partition(" (")[0] for line in capsys.readouterr().out.splitlines()] == [
        "call_rc4, 16 bytes: at 0.90 of the speed of libcrypto",
        "call_rsa, 256 bytes: at 0.80 of the speed of ifma",
        "call_batch4_hmac_sha1, 4 messages of 64 bytes: at 0.80 of the speed of one message after the other",
        "4 places: 1 good, 3 losers, 0 not known",
    ]


def test_nothing_to_compare() -> None:
    with pytest.raises(ToolFailed, match="nothing to compare; expected kernels that have variants"):
        losers.run(lambda names: [], ["md5_blocks"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--json"], "speed --losers --json: expected --losers alone or with kernels, --rounds, --target, --against"),
        (["call_batch5"], "speed --losers: no benchmark named 'call_batch5'; did you mean call_batch"),
    ],
)
def test_refusals(words: list[str], said: str) -> None:
    done = inside("speed", "--losers", *words)
    assert done.returncode == 2 and said in done.stderr, done.stderr
