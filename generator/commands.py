# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The order of build.py's words. No installed package is imported here, because build.py reads its words first."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

Commands = Mapping[str, argparse.ArgumentParser]


def takers(commands: Commands, option: str) -> dict[str, argparse.Action]:
    """The commands with an option, and its action in each. argparse accepts the beginning of a name, too, which counts
    where no command has the name itself."""
    found: dict[str, argparse.Action] = {}
    whole = any(option in parser._option_string_actions for parser in commands.values())
    for command, parser in commands.items():
        known = parser._option_string_actions
        names = [name for name in known if name == option or (not whole and name.startswith(option))]
        if option.startswith("--") and len({known[name].dest for name in names}) == 1:
            found[command] = known[names[0]]
    return found


def _values(action: argparse.Action, words: list[str], commands: Commands) -> int:
    """The number of words behind an option that are its values. A list ends before an option and before a command."""
    if action.nargs is None:
        return min(1, len(words))
    if action.nargs != "+":
        return 0
    ends = (n for n, word in enumerate(words) if word.startswith("-") or (n and word in commands))
    return next(ends, len(words))


def first_word(words: list[str], commands: Commands) -> int:
    """The place of the first word that is no option and no option's value, or the number of words.

    In ``--kernel-path list list`` the first ``list`` is a folder.
    """
    at = 0
    while at < len(words) and words[at].startswith("-"):
        actions = takers(commands, words[at].partition("=")[0])
        at += 1
        if actions and "=" not in words[at - 1]:
            at += _values(next(iter(actions.values())), words[at:], commands)
    return at


def refusal(command: str, unknown: list[str], commands: Commands) -> str:
    """The sentence about words that a command does not take. An option of other commands comes with their names."""
    see = f"see: python3 build.py {command} --help"
    for word in unknown:
        name = word.partition("=")[0]
        others = takers(commands, name) if name.startswith("--") else {}
        if others:
            return f"{command} has no option {name}, which these commands have: {', '.join(others)}; {see}"
        if word in commands:
            return f"{word} is a command, and stands before all words but options: python3 build.py {word} ...; {see}"
    return f"unrecognized arguments: {' '.join(unknown)}; {see}"
