# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Options may stand before the command or behind it. An option of other commands is refused with their names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache

import pytest

from targets.toolchain import command_line
from targets.toolchain.verbs import VERBS

pytestmark = pytest.mark.kernels()
NEEDED = {
    "explain": ["md5_blocks"],
    "show": ["md5_blocks"],
    "new": ["mine"],
    "diff": ["HEAD"],
    "vendor": ["--into=out"],
    "fuzz": ["--seconds=7"],
    "test": ["--kernel-path=mine"],
    "completion": ["bash"],
    "release": ["--into=out"],
    "site": ["out"],
}
"""What the command line of a command holds at least."""


@pytest.fixture(autouse=True)
def _one_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "parser", _parser)


_parser = cache(command_line.parser)


def _parsers() -> dict[str, argparse.ArgumentParser]:
    found = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found.choices)


def _words(name: str, action: argparse.Action) -> list[list[str]]:
    """An option with a value that its type accepts, in each spelling."""
    if action.nargs == 0:
        return [[name]]
    value = str(next(iter(action.choices))) if action.choices else "7"
    return [[name, value], [f"{name}={value}"]]


def _options(command: str) -> Iterator[tuple[str, argparse.Action]]:
    parser = _parsers()[command]
    for name, action in parser._option_string_actions.items():
        clash = any(word.partition("=")[0] in ("--into", "--check") for word in NEEDED.get(command, []))
        if name in ("-h", "--help", "--fast", "--changed", *(("--all",) if command == "test" else ())) or (
            command == "test" and name.startswith("--kernel")
        ):
            continue
        if not action.required and not (clash and action.dest in ("into", "check")):
            yield name, action


@pytest.mark.parametrize("command", VERBS)
def test_before_and_behind(command: str) -> None:
    needed = NEEDED.get(command, [])
    for name, action in _options(command):
        for words in _words(name, action):
            behind = command_line.arguments([command, *needed, *words])
            assert command_line.arguments([*words, command, *needed]) == behind, words
            assert behind != command_line.arguments([command, *needed]) or action.default == getattr(
                behind, action.dest
            )
            names = [one.nargs for one in _parsers()[command]._actions if not one.option_strings]
            if ("*" in names or names[1:]) and action.nargs not in ("*", "+"):  # between names
                ended = command_line.arguments([command, "a", "b", *words])
                assert command_line.arguments([command, "a", *words, "b"]) == ended, words


@pytest.mark.parametrize("command", [name for name in VERBS if name != "test"])
def test_options_of_other_commands(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``test`` alone hands unknown words on, to pytest."""
    parsers = _parsers()
    for other in VERBS:
        for name, action in _options(other):
            if any(known.startswith(name) for known in parsers[command]._option_string_actions):
                continue  # a short spelling of one or several
            for words in ([*_words(name, action)[-1], command], [command, *_words(name, action)[-1]]):
                with pytest.raises(SystemExit) as stopped:
                    command_line.arguments([*words, *NEEDED.get(command, [])])
                said = capsys.readouterr().err
                assert stopped.value.code == 2
                assert f"build.py: {command} has no option {name}, which these commands have: " in said
                assert other in said and f"build.py {command} --help" in said


def test_without_a_command() -> None:
    built = command_line.arguments(["--kernel-path", "mine", "x86_64-linux-gnu"])
    assert built == command_line.arguments(["build", "x86_64-linux-gnu", "--kernel-path", "mine"])
    assert command_line.arguments(["--prefix=my_"]).command == "build"
    assert command_line.arguments(["--kernels", "md5", "rc4", "vendor", "--into", "out"]).kernels == ["md5", "rc4"]
    tested = command_line.arguments(["--kernel-path", "test", "test", "mine", "--target", "i686-linux-gnu"])
    assert (tested.command, tested.kernels, tested.target) == ("test", ["mine"], ["i686-linux-gnu"])
    assert command_line.arguments(["--fast", "test"]) == command_line.arguments(["test", "--fast"])
