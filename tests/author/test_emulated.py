# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Code that the core of the traces lacks is named among what is left out. An exception of that core is a failure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from targets.trial import command, cpu, secrets, triple

pytestmark = pytest.mark.kernels()  # a kernel of its own
SCRIPT = '''# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Variant, kernel


def ones_reference(x):
    return bin(x).count("1")


@kernel(
    c="uint32_t ones(uint32_t x)", args=[Arg("x")], source="none: made for a test", reference=ones_reference,
    variants=[Variant("plain"), Variant("cssc", ("cssc",))],
)
def ones(k, x):
    """The number of bits that are 1."""
    k.ret(k.popcount(x))
'''


@pytest.mark.parametrize("known", [True, False])
def test_an_instruction_that_emulators_lack(
    known: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each judge that cannot judge the variant is named. Without that knowledge each of them fails."""
    (tmp_path / "ones.py").write_text(SCRIPT)
    if not known:
        monkeypatch.setattr(cpu, "_ARM_LACKS", ())
        monkeypatch.setattr(triple, "NOT_DECODED", frozenset())
    status = command.run([tmp_path], ["ones"], ["aarch64-linux-gnu"], None, None)
    said = capsys.readouterr().out
    assert status == (0 if known else 1), said
    assert re.search(
        r"^ones +plain +aarch64-linux-gnu +gas +[1-9]\d+ +qemu-aarch64 +every instruction +traced", said, re.M
    )
    one = "ones_cssc for aarch64-linux-gnu: "
    left = {
        f"{one}not executed: neither this CPU nor an emulator here has cssc": known,
        f"{one}unwinding: the disassembler knows no cssc": known,
        "illegal instruction at function": not known,
        "unwinding: libimage.so: loom_ones_cssc: no instruction at": not known,
    }
    assert {line: line in said for line in left} == left


def test_an_exception_of_the_traced_core(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ones.py").write_text(SCRIPT)
    monkeypatch.setattr(cpu, "_ARM_LACKS", ())
    monkeypatch.setattr(secrets, "LACKS", frozenset())
    assert command.run([tmp_path], ["ones"], ["aarch64-linux-gnu"], "cssc", None) == 1
    said = capsys.readouterr().out
    assert "FAILED ones_cssc, aarch64-linux-gnu: secrecy in runs: loom_ones_cssc" in said
    assert "at function+0x4 the emulator: " in said
