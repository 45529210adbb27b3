# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A u64 argument between pointers is two words on machines of 32 bits. Every judge of functions counts both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import targets
from generator import library
from generator.abi import abi
from generator.model import KernelError
from generator.output import Generator
from generator.passes.judges.verify import verify
from targets.trial import command
from targets.trial.assembled import assembled
from targets.trial.batch import Buffer, DriverError, Word
from targets.trial.contract_plan import calls
from targets.trial.secrecy import Secret, build
from targets.trial.stepped import differences

pytestmark = pytest.mark.kernels()  # a kernel of its own
I686 = "i686-linux-gnu"
SCRIPT = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, kernel


def spread_reference(data, factor, out, words):
    for n in range(words):
        value = (int.from_bytes(data[8 * n : 8 * n + 8], "little") ^ factor) + factor & 2**64 - 1
        out[8 * n : 8 * n + 8] = value.to_bytes(8, "little")


@kernel(
    c="void spread(const uint8_t *data, uint64_t factor, uint8_t *out, size_t words)",
    args=[Arg("data", r="8*words"), Arg("factor"), Arg("out", w="8*words"), Arg("words", public=True)],
    source="none: made for a test",
    reference=spread_reference,
)
def spread(k, data, factor, out, words):
    """out = (data ^ factor) + factor"""
    k.cold(factor)
    with k.loop(words, step={data: 8, out: 8}):
        k.store64(out, (k.load64(data) ^ factor) + factor)
'''


def test_author(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``test --kernel-path``: calls, guard pages, convention, unwinding, secrecy."""
    (tmp_path / "spread.py").write_text(SCRIPT)
    status = command.run([tmp_path], ["spread"], [I686, "x86_64-linux-gnu", "aarch64-linux-gnu"], None, None)
    assert status == 0, capsys.readouterr().out


def test_stepped(tmp_path: Path) -> None:
    """The stepper passes both words: the answers are right. Another number in the upper word is another number."""
    (tmp_path / "spread.py").write_text(SCRIPT)
    found, target = library.load([tmp_path]), targets.load(I686)
    kernel, generator = found.kernels["spread"], Generator(found, targets=[target])
    folder = tmp_path / "made"
    folder.mkdir()
    made = assembled(target, "gas", folder, generator.files(target, kernel, kernel.variants[0], ["gas"]))
    objects = [next(iter(made.values()))["spread_scalar"]]
    every = calls({"spread": kernel}, 1)("spread", "loom_spread_scalar")
    wanted = []
    for call in every:
        factor, out = call.arguments[1:3]
        if isinstance(out, Buffer) and isinstance(factor, Word) and factor.value >> 32:
            wanted.append(call)
    wanted = wanted[:8]
    assert len(wanted) == 8 and all(call.expected for call in wanted)
    program = build(I686, folder, {"loom_spread_scalar"}, objects, "stepper.c")
    assert differences(I686, program, [Secret(call, frozenset({0, 1})) for call in wanted], folder) == {}
    bad = replace(wanted[-1], arguments=(wanted[-1].arguments[0], Word(3, True), *wanted[-1].arguments[2:]))
    with pytest.raises(DriverError, match="wrong answer when stepped through"):
        differences(I686, program, [Secret(bad, frozenset({0}))], folder)


def test_verified(tmp_path: Path) -> None:
    """The verifier takes the fifth word for an argument, and what is behind it for the caller's."""
    (tmp_path / "spread.py").write_text(SCRIPT)
    kernel = library.load([tmp_path]).kernels["spread"]
    function = Generator(library.load([tmp_path])).function(kernel, kernel.variants[0], "cdecl32")
    places = abi("cdecl32").stack_places(function.widths)
    assert places == [(4, 4), (8, 8), (16, 4), (20, 4)]
    verify(function, abi("cdecl32"), len(kernel.params), 24)
    with pytest.raises(KernelError, match="outside the frame"):
        verify(function, abi("cdecl32"), len(kernel.params))
