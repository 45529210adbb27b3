# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The words of ``--help``: options that the command reads, in characters that every terminal has."""

from __future__ import annotations

import argparse
import ast
import io
import runpy
import sys

import pytest

from targets.toolchain import command_line
from targets.toolchain.verbs import VERBS
from tests.cli.runner import ROOT

pytestmark = pytest.mark.kernels()
_NO_KERNELS = {"provider", "lint", "fuzz", "tools", "clean", "completion", "release", "model"}


def _commands() -> dict[str, argparse.ArgumentParser]:
    found = [action for action in command_line.parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices)


def test_help_is_ascii() -> None:
    assert set(_commands()) == set(VERBS)
    for name, parser in {"": command_line.parser(), **_commands()}.items():
        assert parser.format_help().isascii(), f"build.py {name} --help"


def test_commands_without_kernels_take_no_kernel_path() -> None:
    found = {name for name, parser in _commands().items() if "--kernel-path" not in parser.format_help()}
    assert found == _NO_KERNELS


def test_a_character_that_the_terminal_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path or a comment may have any character. Output shows a character that the terminal lacks as an escape. Each
    command has its help."""
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    for name in VERBS:
        with pytest.raises(SystemExit):
            command_line.main([name, "--help"])
    print("\u2026")
    terminal.seek(0)
    assert terminal.read().endswith("\\u2026\n")


# Nodes that Python 2 and Python 3 parse alike.
OF_PYTHON_2 = {
    "Attribute", "BinOp", "Call", "Compare", "Constant", "Eq", "Expr", "If", "Import", "ImportFrom", "Load", "Lt",
    "Mod", "Module", "Name", "Slice", "Subscript", "Tuple", "alias",
}  # fmt: skip


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 9, 0)])
def test_an_old_python_is_told_in_one_line(
    version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "build.py").read_text("ascii")
    assert {type(node).__name__ for node in ast.walk(ast.parse(text))} <= OF_PYTHON_2 and "__future__" not in text
    monkeypatch.setattr(sys, "version_info", (*version, "final", 0))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "build.py"), run_name="__main__")
    said = "build.py: Python 3.10 or newer is needed, this is {}.{}.{}\n".format(*version)
    assert (ended.value.code, *capsys.readouterr()) == (2, "", said)
