# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""References that never end or print, refusals of several triples, and the words of commands without --kernel-path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator import library
from generator.model import KernelError
from targets.toolchain import author_speed
from targets.trial import command, limits, secrets
from targets.trial.batch import DriverError
from targets.trial.command import _once
from tests.author.test_command import _new
from tests.author.test_plan import _made, _toy
from tests.cli.runner import inside, one_line

pytestmark = pytest.mark.kernels()  # kernels of its own


def _endless(*_: object) -> None:
    while True:
        pass


def test_a_reference_without_an_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANSWER_WITHIN", 0.05)
    kernel = _toy(tmp_path, rest="reference=toy_reference")
    kernel.reference = _endless
    with pytest.raises(
        KernelError, match=r"the reference gives no answer within .* s, with .*; it was at line \d+; exp"
    ):
        _made(kernel)


def test_prints_of_a_reference_stay_out_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_SAID", limits._Said())
    _new(tmp_path, loud="    for at in range =>     print('printed', words)\n    for at in range")
    assert command.run([tmp_path], ["my_sum"], ["x86_64-linux-gnu"], None, None) == 0
    said = capsys.readouterr()
    assert "printed" not in said.out
    assert said.err.count("printed ") == limits.MOST_LINES
    assert said.err.count("asmloom: the reference prints more, which is left out") == 1


def test_one_wrong_function_takes_no_secrecy_run_of_others_away(tmp_path: Path) -> None:
    def way(made: object, functions: Sequence[Any], calls: object, place: Path, found: secrets.Found) -> None:
        if any(one.symbol == "wrong" for one in functions):
            raise DriverError("signal 11")
        found.how.update({one.symbol: place.name for one in functions})

    made: Any = SimpleNamespace(target=SimpleNamespace(triple="x86_64-linux-gnu"))
    functions: list[Any] = [SimpleNamespace(symbol=name) for name in ("one", "wrong", "two")]
    found = secrets.Found()
    secrets._together(way, made, functions, lambda *_: (), tmp_path / "runs", found)
    assert found.how == {"one": "one", "wrong": "no run", "two": "two"}
    assert found.failures == ["FAILED wrong, x86_64-linux-gnu: secrecy in runs: signal 11"]


FAR = """\
from generator.lang import Arg, kernel

@kernel(c="uint32_t last(const uint8_t *p)", args=[Arg("p", r=70000)], source="a test",
        reference=lambda p: int(p[-4:] != bytes(4)), exempt={"verdict": "the result says it"})
def last(k, p):
    result = k.const(k.u32, 1)
    with k.if_(k.load32(p, offset=69996, public="verdict").eq(0)):
        k.set(result, 0)
    k.ret(result)

@kernel(c="uint32_t wide(const uint8_t *p)", args=[Arg("p", r=70000)], source="a test",
        reference=lambda p: int.from_bytes(p[-4:], "little"))
def wide(k, p):
    k.ret(k.load32(p, offset=69996))
"""


@pytest.mark.whole
def test_buffers_of_any_size_and_public_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Secrecy in runs: no limit for a buffer, and no complaint about a value that the contract lets be public."""
    (tmp_path / "far.py").write_text(FAR)
    assert command.run([tmp_path], [], ["x86_64-linux-gnu", "aarch64-linux-gnu"], None, None) == 0
    out = capsys.readouterr().out
    assert out.count("exempt: verdict") == 2 and "valgrind" in out and "traced" in out


def test_one_refusal_of_many_triples_stands_once() -> None:
    lines = [
        "FAILED f, x86_64-linux-gnu: refused: f.py:3: no (1) register (kernel f, variant v, x86_64-linux-gnu)",
        "FAILED f, i686-linux-gnu: refused: f.py:3: no (1) register (kernel f, variant v, i686-linux-gnu)",
        "FAILED f, aarch64-linux-gnu: refused: f.py:4: another (kernel f, variant v, aarch64-linux-gnu)",
        "FAILED f_v call 3: wrong",
    ]
    assert _once(lines) == [
        "FAILED f, variant v, x86_64-linux-gnu, i686-linux-gnu: refused: f.py:3: no (1) register",
        "FAILED f, variant v, aarch64-linux-gnu: refused: f.py:4: another",
        "FAILED f_v call 3: wrong",
    ]


def _with_c(folder: Path, lines: str) -> None:
    _new(folder, peer="    reference= =>     c_reference='my_sum.c', reference=")
    (folder / "my_sum.c").write_text(
        "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
        "void my_sum(const uint8_t *a, const uint8_t *b, size_t words, uint8_t *out)\n{\n"
        f"{lines}\n"
        "    for (size_t n = 0; n < words; n++) ((uint32_t *)out)[n] = ((uint32_t *)a)[n] + ((uint32_t *)b)[n];\n}\n"
    )


def test_a_loud_c_reference_is_told(tmp_path: Path) -> None:
    _with_c(tmp_path, '    static int said;\n    if (!said++) puts("hello");')
    done = inside("speed", "my_sum", "--kernel-path", tmp_path, "--rounds", "3")
    assert done.returncode == 0, done.stderr
    assert "speed: the program prints: hello" in done.stderr and re.search(r"^my_sum +words=\d+ +C ", done.stdout, re.M)


def test_a_c_reference_without_an_end_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(author_speed, "_SECONDS", 1)
    _with_c(tmp_path, "    for (volatile int always = 1; always;) { }")
    found = library.load([tmp_path])
    assert (
        author_speed.measure(
            found, "x86_64-linux-gnu", [found.find("my_sum")], rounds=3, as_json=False, instructions=False
        )
        == 1
    )
    assert "speed: my_sum: C gives no answer within 1 s" in capfd.readouterr().err


def test_words_without_kernel_path(tmp_path: Path) -> None:
    one_line(inside("test", "my_sum"), "test my_sum: no file or folder of the tests", "--kernel-path DIR")
    one_line(inside("test", "--target", "x86_64-linux-gnu"), "test --target", "--kernel-path DIR")
    _new(tmp_path)
    into = tmp_path / "set"
    made = inside(
        "vendor", "--into", into, "--kernel-path", tmp_path, "--kernels", "my_sum", "--targets", "x86_64-linux-gnu"
    )
    assert made.returncode == 0, made.stderr
    for words in (("--check", into), ("--into", into)):
        one_line(inside("vendor", *words), "vendored with my_sum", "needs --kernel-path DIR")
    assert inside("vendor", "--check", into, "--kernel-path", tmp_path).returncode == 0
