# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``docs/authoring.md`` is true: the example builds and runs, its refusals are refused, every word is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from generator.lang.arguments import OWN
from generator.lang.builder import Builder
from targets.toolchain.find import require
from targets.toolchain.process import run
from tests.cli.runner import ROOT, build, one_line

pytestmark = pytest.mark.kernels()  # the document brings its own kernel
TEXT = (ROOT / "docs" / "authoring.md").read_text("utf-8")
EXAMPLE = TEXT.split("```python\n")[1].split("```")[0]
BODY = "        found |= k.zext(k.u32, k.load8(a) ^ k.load8(b))\n"
CALLER = r"""
#include <stdint.h>
#include <stdio.h>
#include <string.h>
uint32_t loom_bytes_differ_scalar(const uint8_t *a, const uint8_t *b, size_t length);
int main(void)
{
    uint8_t a[40], b[40];
    memset(a, 7, sizeof a);
    memset(b, 7, sizeof b);
    for (size_t length = 0; length <= sizeof a; length++) {
        if (loom_bytes_differ_scalar(a, b, length) != 0) {
            return 1;
        }
        for (size_t at = 0; at < sizeof a; at++) {
            b[at] ^= 0x80;
            if (loom_bytes_differ_scalar(a, b, length) != (at < length)) {
                return 2;
            }
            b[at] ^= 0x80;
        }
    }
    return puts("all right") < 0;
}
"""


def _script(folder: Path, text: str = EXAMPLE) -> Path:
    (folder / "mine").mkdir()
    (folder / "mine" / "bytes_differ.py").write_text(text, "utf-8")
    return folder / "mine"


def test_example(tmp_path: Path) -> None:
    """The commands of the page on its kernel; the Linux code is executed here."""
    path = _script(tmp_path)
    linux, apple = "x86_64-linux-gnu", "aarch64-apple-darwin"
    words = ("generate", "--kernel-path", path, "--kernel", "bytes_differ", "--into", tmp_path / "out")
    done = build(ROOT, *words, "--target", linux, "--target", apple)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / "aarch64" / "gas" / "bytes_differ_scalar.S").is_file()
    (tmp_path / "main.c").write_text(CALLER)
    program, source = tmp_path / "program", tmp_path / "out" / "x86_64" / "gas" / "bytes_differ_scalar.S"
    made = run([str(require("gcc")), "-m64", str(tmp_path / "main.c"), str(source), "-o", str(program)])
    assert (made.returncode, made.stderr) == (0, b"")
    assert run([str(program)]).stdout.split() == [b"all", b"right"]


def test_the_example_passes_its_tests(tmp_path: Path) -> None:
    """``reference`` of the page's kernel is right, and the options of the page are those of the command."""
    words = ("--kernel-path", _script(tmp_path), "--target", "x86_64-linux-gnu", "--variant", "scalar", "--seed", "1")
    done = build(ROOT, "test", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "bytes_differ  scalar   x86_64-linux-gnu" in done.stdout and done.stdout.endswith("calls: good\n")
    shown = build(ROOT, "show", "bytes_differ", *words[:4], "--stage", "record")
    assert (shown.returncode, shown.stderr) == (0, "") and "load" in shown.stdout


def test_explained(tmp_path: Path) -> None:
    done = build(ROOT, "explain", "bytes_differ", "--kernel-path", _script(tmp_path), "--target", "x86_64-linux-gnu")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 of 2 accesses proved inside" in done.stdout


@pytest.mark.parametrize(
    "n, body",
    [
        (0, "        found |= k.zext(k.u32, k.load8(a, offset=1) ^ k.load8(b))\n"),
        (1, "        with k.if_(k.load8(a).ne(k.load8(b))):\n            k.set(found, 1)\n"),
    ],
    ids=["extent", "secret"],
)
def test_refusals(tmp_path: Path, n: int, body: str) -> None:
    """Each indented message of the page, up to its ellipsis."""
    shown = re.findall(r"^    (bytes_differ\.py:\d+: .+?) ?…$", TEXT, re.M)[n]
    assert BODY in EXAMPLE
    path = _script(tmp_path, EXAMPLE.replace(BODY, body))
    assert shown in one_line(build(ROOT, "explain", "bytes_differ", "--kernel-path", path))


def test_every_word_is_named() -> None:
    words = {word for word in dir(Builder) if not word.startswith("_") and word not in OWN}
    table = TEXT.split("## Vocabulary")[1].split("\n## ")[0]
    assert words - set(re.findall(r"`(\w+)`", table)) == set()


@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "aarch64-apple-darwin"])
def test_targets_of_the_page(triple: str) -> None:
    assert triple in TEXT and triple in targets.all_triples()
