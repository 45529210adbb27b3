# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The words of ``--help``: options that the command reads, in characters that every terminal has."""

from __future__ import annotations

import argparse
import io
import sys

import pytest

import build

pytestmark = pytest.mark.kernels()
_NO_KERNELS = {"provider", "lint", "fuzz", "mutate", "tools"}


def _commands() -> dict[str, argparse.ArgumentParser]:
    found = [action for action in build.parser()._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices)


def test_help_is_ascii() -> None:
    assert set(_commands()) == set(build.COMMANDS)
    for name, parser in {"": build.parser(), **_commands()}.items():
        assert parser.format_help().isascii(), f"build.py {name} --help"


def test_commands_without_kernels_take_no_kernel_path() -> None:
    found = {name for name, parser in _commands().items() if "--kernel-path" not in parser.format_help()}
    assert found == _NO_KERNELS


def test_a_character_that_the_terminal_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path or a comment may have any character. Output shows a character that the terminal lacks as an escape."""
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    with pytest.raises(SystemExit):
        build.main(["tools", "--help"])
    print("\u2026")
    terminal.seek(0)
    assert terminal.read().endswith("\\u2026\n")
