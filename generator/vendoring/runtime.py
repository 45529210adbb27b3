# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The files of the runtime that a set of kernels needs: the sources that are not empty for these kernels, and the files
that they include. The conditions and includes in the files decide.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.model import AsmloomError

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)")
_DEFINED = re.compile(r"\bdefined\s*\(\s*(\w+)\s*\)")
_INCLUDE = re.compile(r'"([^"]+)"')
_HAVE = "LOOM_HAVE_"
_NOTHING = re.compile(r"\s*(#.*|(enum|typedef)\b.*;\s*)?")  # a line that alone makes no object of a file


def closure(
    files: Mapping[str, str], sources: Sequence[str], kernels: Collection[str], made: Collection[str]
) -> list[str]:
    """Sorted names of the ``files`` that a library of ``kernels`` needs: the ``sources`` that are not empty for these
    kernels, and the files that they include. ``made`` are headers from elsewhere.

    Raises AsmloomError for an included file that is missing.
    """
    found: set[str] = set()
    for source in sources:
        unit = Unit(files, kernels, made)
        code = [line for name, line in unit.lines(source) if name == source]
        if not all(_NOTHING.fullmatch(line) for line in code):
            found |= unit.files
    return sorted(found)


class Unit:
    """One C file with its includes, preprocessed as far as the set of kernels decides.

    A condition on ``LOOM_HAVE_<kernel>`` is decided, and so is one on a macro that only an excluded branch defines.
    Both branches of every other condition count. ``files``: the files read so far.
    """

    def __init__(self, texts: Mapping[str, str], kernels: Collection[str], made: Collection[str] = ()) -> None:
        self.texts, self.made = texts, made
        self.files: set[str] = set()
        self._chosen = {_HAVE + name for name in kernels}
        self._maybe: set[str] = set()
        self._never: set[str] = set()

    def lines(self, name: str) -> Iterator[tuple[str, str]]:
        """(file, line) of every line that may be compiled. An included file stands in its place, once."""
        if name not in self.texts:
            raise AsmloomError(f"runtime/{name}: no such file")
        self.files.add(name)
        # One entry for each open #if: whether this branch may be compiled, and whether a later branch may.
        stack: list[tuple[bool, bool]] = []
        for line in _COMMENT.sub(" ", self.texts[name]).replace("\\\n", " ").split("\n"):
            match = _DIRECTIVE.match(line)
            word, rest = (match[1], match[2]) if match else ("", "")
            if word in ("if", "ifdef", "ifndef"):
                holds = self._decide(rest) if word == "if" else None
                stack.append((holds is not False, holds is not True))
            elif word in ("elif", "else") and stack:
                before = stack.pop()[1]
                holds = self._decide(rest) if word == "elif" else True
                stack.append((before and holds is not False, before and holds is not True))
            elif word == "endif" and stack:
                stack.pop()
            else:
                compiled = all(branch for branch, _ in stack)
                macro = re.match(r"\w+", rest)
                if word == "define" and macro:
                    (self._maybe if compiled else self._never).add(macro[0])
                if compiled:
                    yield name, line
                    include = _INCLUDE.match(rest) if word == "include" else None
                    if include and include[1] not in self.files and include[1] not in self.made:
                        yield from self.lines(include[1])

    def _decide(self, condition: str) -> bool | None:
        """The value of a condition that depends on the set of kernels alone; otherwise None."""

        def known(match: re.Match[str]) -> str:
            name = match[1]
            if name in self._chosen:
                return "1"
            never = name not in self._maybe and (name in self._never or name.startswith(_HAVE))
            return "0" if never else match[0]

        text = _DEFINED.sub(known, condition)
        if not re.fullmatch(r"[01()&|!\s]+", text):
            return None
        text = re.sub(r"\s", "", text)
        before = ""
        while text != before:  # resolve the innermost brackets first
            before = text
            text = re.sub(r"\(([01!&|]+)\)", lambda match: _flat(match[1]), text)
        return None if "(" in text or ")" in text else _flat(text) == "1"


def _flat(text: str) -> str:
    """A condition of 0, 1, !, && and || without brackets, as 0 or 1."""
    text = text.replace("!!", "").replace("!0", "1").replace("!1", "0")
    return "1" if any("0" not in term for term in text.split("||")) else "0"
