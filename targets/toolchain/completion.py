# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What a shell offers for the last word of a command line.

The parser and the tree know the words. A shell's script only asks for them: the words are those of the installed
version."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence

import targets
from generator import commands
from generator.vendoring.arguments import SYSTEMS

SCRIPTS = {
    "bash": """\
_asmloom() { local IFS=$'\\n'; COMPREPLY=($(asmloom completion -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)); }
complete -o default -F _asmloom asmloom
complete -o nosort -o default -F _asmloom asmloom 2>/dev/null || true
""",
    "zsh": """\
#compdef asmloom
_asmloom() {
    local -a words_of_asmloom=("${(@f)$(asmloom completion -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n $words_of_asmloom ]] && compadd -a words_of_asmloom || _files
}
(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
compdef _asmloom asmloom
""",
    "fish": """\
complete -c asmloom -a '(asmloom completion -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}
"""For each shell, the lines that its start-up file evaluates. Without words of asmloom's, shells offer files."""


def _kernels() -> Iterable[str]:
    from generator import library

    return library.load().kernels


def _stages() -> Iterable[str]:
    from generator import show

    return show.SHOWN


_VALUES: Mapping[str, Callable[[], Iterable[str]]] = {
    "TRIPLE": targets.all_triples, "A": targets.all_triples, "B": targets.all_triples,
    "SYNTAX": lambda: targets.SYNTAXES, "SYSTEM": lambda: SYSTEMS, "KERNEL": _kernels, "STAGE": _stages,
}  # fmt: skip
"""The values of an argument by the name that the help gives it."""


def words(before: Sequence[str], last: str, each: Mapping[str, argparse.ArgumentParser]) -> list[str]:
    """The words that may replace ``last`` after ``before``. ``each``: the parser of each command."""
    at = commands.first_word(list(before), each)
    parser = each.get(before[at] if at < len(before) else "build")
    options = parser._option_string_actions if parser else {}
    given = [n for n, word in enumerate(before) if word in options]
    action = options[before[given[-1]]] if given else None
    single = action is not None and action.nargs is None and given[-1] == len(before) - 1
    if action is not None and (single or action.nargs == "+"):
        found = _values(action)
    elif last.startswith("-"):
        found = options
    elif at == len(before):
        found = [*each, *targets.all_triples()]
    else:
        found = [value for one in (parser._get_positional_actions() if parser else ()) for value in _values(one)]
    return [word for word in dict.fromkeys(found) if word.startswith(last)]


def _values(action: argparse.Action) -> Iterable[str]:
    if action.choices is not None:
        return map(str, action.choices)
    return _VALUES.get(str(action.metavar), tuple)()
