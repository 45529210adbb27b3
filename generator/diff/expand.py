# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The text that a file of several targets has for one of them: what the preprocessor and the assembler's macros make of
the file there.

The conditions are those of :mod:`generator.emit`: a word that a target defines, or NASM's output format. The branch of
a preamble is the one that defines the target's own word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import targets
from generator.diff.parse import HEAD, TARGET
from generator.emit import PREAMBLE
from generator.emit.gas import word
from generator.emit.target import nasm_format
from generator.model import AsmloomError
from targets import Target

_OTHERS = re.compile(r"^([ *;]+)-- (.+)$")
_LANDING = "may land here"
_INCLUDE = re.compile(r'^#include "([\w.]+)"$', re.M)


def triples(text: str) -> list[str]:
    """The targets in a file's banner."""
    return [found[1] for found in TARGET.finditer(text, 0, HEAD)]


def expanded(files: Mapping[str, str]) -> dict[str, str]:
    """``files`` with a text for each target in the place of a file of several targets, under the target's name.

    Raises AsmloomError for a file without its preamble.
    """
    out: dict[str, str] = {}
    for path, text in files.items():
        served = triples(text) if path.endswith((".S", ".asm")) else []
        if len(served) < 2:
            out[path] = text
        else:
            preamble = files.get(include_of(path, text), "")
            out.update({f"{triple}/{path}": part(path, text, triple, preamble) for triple in served})
    return out


def include_of(path: str, text: str) -> str:
    """The path of the preamble that a file includes; empty for a file without one."""
    found = _INCLUDE.search(text)
    return str(PurePosixPath(path).with_name(found[1])) if found else ""


def part(path: str, text: str, triple: str, preamble: str) -> str:
    """The text of one target in a file of one target or several. Raises AsmloomError for a file without its
    preamble."""
    if triples(text) == [triple]:
        return text
    if include_of(path, text) and not preamble:
        raise AsmloomError(f"{path}: expected {PREAMBLE} beside the file, which the file includes")
    return expand(text, triple, preamble)


def expand(text: str, triple: str, preamble: str = "") -> str:
    """The text of one target. ``preamble``: the text of the included header. Raises AsmloomError for a triple that the
    file does not serve."""
    if triple not in triples(text):
        raise AsmloomError(f"no file of {triple}: the banner names {', '.join(triples(text)) or 'no target'}")
    target = targets.load(triple)
    lines = text.split("\n")
    end = next(at for at, line in enumerate(lines) if line[:1] in ("#", "%"))
    banner = _banner(lines[:end], triple, target.abi)
    macros = _Macros(target)
    if preamble:
        macros.take(_branch(preamble.split("\n"), triple))
    return "\n".join([*banner, *macros.taken, *macros.run(lines[end:])])


def same_code(text: str, alone: str, triple: str, preamble: str = "") -> bool:
    """Whether a file has the same code, data and unwind directives for a target as the file of that target ``alone``.
    Marks of the object do not count."""
    if triples(text) == [triple]:
        return text == alone
    return code_lines(expand(text, triple, preamble), triple) == code_lines(alone, triple)


def code_lines(text: str, triple: str) -> list[str]:
    """The lines from the function on. Marks of the object are left out: they stand at other places in files of several
    targets."""
    out: list[str] = []
    entry = re.compile(r'"?' + re.escape(targets.load(triple).decorate("")) + r'\w+"?(:| PROC\b)')
    inside, marks = False, False
    for line in text.split("\n"):
        if not inside:
            inside = entry.match(line) is not None
        elif line[:1] in ("#", "%"):
            break
        if inside and "section" in line[:10]:
            marks = ".note" in line
        if inside and not marks:
            words = " ".join((_code(line) if _LANDING in line else line).split())
            if words and not words.startswith((".Lunwind", ".subsections_via_symbols")):
                out.append(words)
    return out


def _banner(lines: list[str], triple: str, convention: str) -> Iterator[str]:
    """The banner without the lines of other targets and conventions."""
    shown = True
    for line in lines:
        target = TARGET.match(line)
        others = _OTHERS.match(line)
        if others:
            shown = others[2] == "all" or convention in others[2].split(", ")
        elif shown and (not target or target[1] == triple):
            yield re.sub(r"(convention: ).*\b" + re.escape(convention) + r"\b[^.]*\.", rf"\1{convention}.", line)


def _branch(lines: list[str], triple: str) -> list[str]:
    """The lines of a preamble for one target."""
    own = f"#define {word(triple)} 1"
    at = lines.index(own) if own in lines else -1
    if at < 0:
        raise AsmloomError(f"{PREAMBLE}: no {word(triple)}, the word of {triple}")
    start = max(n for n in range(at) if lines[n].startswith(("#if ", "#elif ")))
    end = next(n for n in range(at, len(lines)) if lines[n].startswith(("#elif ", "#endif")))
    return lines[start + 1 : end]


@dataclass(slots=True)
class _Macros:
    """The macros that are defined, and the lines that a preamble leaves in the text."""

    target: Target
    words: dict[str, str] = field(default_factory=dict)
    calls: dict[str, tuple[str, str]] = field(default_factory=dict)
    bodies: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    known: tuple[int, re.Pattern[str]] = (0, re.compile(r"(?!)"))
    spelled: tuple[int, re.Pattern[str]] = (0, re.compile(r"(?!)"))

    def take(self, lines: list[str]) -> None:
        """Read the branch of a preamble."""
        body: list[str] | None = None
        for line in lines:
            found = line.split()
            if found[:1] == [".macro"]:
                body = []
                self.bodies[found[1]] = ([name.rstrip(",").removesuffix(":vararg") for name in found[2:]], body)
            elif found[:1] == [".endm"]:
                body = None
            elif body is not None:
                body.append(line)
            elif not self._define(line) and not line.startswith("/*"):
                self.taken.append(line)

    def run(self, lines: list[str]) -> Iterator[str]:
        """The lines of a file for the target."""
        shown = [(True, True)]  # for each open condition: whether its lines are shown, whether any branch was
        for line in lines:
            if line[:1] in ("#", "%"):
                if self._condition(line[1:].split(";")[0].strip(), shown):
                    continue
                if shown[-1][0] and (self._define(line) or line.startswith("#include")):
                    continue
            if shown[-1][0]:
                yield from self._expanded(line)

    def _condition(self, words: str, shown: list[tuple[bool, bool]]) -> bool:
        """Follow a line of the preprocessor; False if it is no condition."""
        found = re.match(r"(el)?if\b|(el)?if(?=n?def|idn)|else$|endif$", words)
        if not found:
            return False
        if found[0] == "endif":
            shown.pop()
        elif found[0] == "if":
            shown.append(self._branches(words[2:], shown[-1][0], False))
        else:
            _, before = shown.pop()
            shown.append(self._branches(words[4:], shown[-1][0], before))
        return True

    def _branches(self, condition: str, outer: bool, before: bool) -> tuple[bool, bool]:
        true = outer and not before and (not condition or self._true(condition))
        return true, before or true

    def _true(self, condition: str) -> bool:
        if condition.startswith("idn "):
            return condition.split(", ")[1] == nasm_format(self.target)
        names = re.findall(r"defined\((\w+)\)", condition) or [condition.split()[-1]]
        return any(name in self.words or name in self.calls for name in names)

    def _define(self, line: str) -> bool:
        """Take a definition; False for any other line."""
        found = re.match(r"[#%]define (\w+)(?:\((\w+)\))? ?(.*)$", line)
        if not found:
            return False
        if found[2]:
            self.calls[found[1]] = found[2], found[3]
        else:
            self.words[found[1]] = found[3]
        return True

    def _expanded(self, line: str) -> Iterator[str]:
        if "(" in line:
            line = self._call().sub(self._replaced, line)
        first = line.split(None, 1)
        if first and first[0] in self.bodies:
            names, lines = self.bodies[first[0]]
            words = _code(first[1]).rstrip() if len(first) > 1 else ""
            given = dict(zip(names, words.split(", ", len(names) - 1)))  # the last one may be :vararg
            for one in lines:
                yield re.sub(r"\\(\w+)", lambda hit: given[hit[1]], one)
            return
        if self.words and line[:1] not in ("#", "%"):
            had = line.strip()
            line = self._word().sub(lambda hit: self.words[hit[0]], line)
            if had and not _code(line).strip() and not line.strip().startswith(("/*", "//", ";")):
                return
        if line != "\t":
            yield line

    def _replaced(self, found: re.Match[str]) -> str:
        parameter, body = self.calls[found[1]]
        text = re.sub(rf"(?:(?<=##)|\b){parameter}\b", lambda _: found[2], body)
        return re.sub(r"\s*(##|%\+)\s*", "", text)

    def _call(self) -> re.Pattern[str]:
        """A call of any macro."""
        if self.known[0] != len(self.calls):
            names = "|".join(self.calls)
            self.known = (len(self.calls), re.compile(rf"\b({names})\(([^()]*)\)" if names else r"(?!)"))
        return self.known[1]

    def _word(self) -> re.Pattern[str]:
        """Any defined word."""
        if self.spelled[0] != len(self.words):
            names = "|".join(map(re.escape, self.words))
            self.spelled = (len(self.words), re.compile(rf"(?<![\w$@.])(?:{names})(?![\w$@])"))
        return self.spelled[1]


def _code(line: str) -> str:
    """A line without its comment."""
    found = re.search(r"\s*(/\*|//|;)", line)
    return line[: found.start()] if found else line
