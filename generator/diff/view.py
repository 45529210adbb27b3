# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The lines that a file has for one of its targets, each in its place.

The lines of other targets, and those of the preprocessor, are empty. The macros of :mod:`generator.emit` have their
meaning for the target: a label ``L(name)`` is ``.Lname``. A file that an older version wrote for one target has no
macros, and its conditions name no target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import targets
from generator.diff.parse import HEAD, TARGET
from generator.emit.gas import conditions, word
from generator.emit.target import nasm_format
from generator.isa.machine import machine
from generator.model import AsmloomError
from targets import Target

_OTHERS = re.compile(r"^([ *;]+)-- (.+)$")
_MACRO = re.compile(r"loom_|LOOM_|L\(|LABEL|TABLE|LANDING_PAD")
_CONDITION = re.compile(r"[#%](el)?(if\w*|se)\b ?([^;]*)|[#%]endif")


def triples(text: str) -> list[str]:
    """The targets in a file's banner."""
    return [found[1] for found in TARGET.finditer(text, 0, HEAD)]


def views(files: Mapping[str, str]) -> dict[str, str]:
    """``files`` with the lines of each target in place of a source, under the target's name if there are several."""
    out: dict[str, str] = {}
    for path, text in files.items():
        served = triples(text) if path.endswith((".S", ".asm")) else []
        if not set(served) <= set(targets.all_triples()):  # the reader of banners names the fault
            served = []
        for triple in served:
            out[path if len(served) == 1 else f"{triple}/{path}"] = view(text, triple)
        if not served:
            out[path] = text
    return out


def view(text: str, triple: str) -> str:
    """The lines of one target. Raises AsmloomError for a triple that the file does not serve."""
    if triple not in triples(text):
        raise AsmloomError(f"no file of {triple}: the banner names {', '.join(triples(text)) or 'no target'}")
    target = targets.load(triple)
    rules = _rules(target)
    return "\n".join(_plain(line, rules) if _MACRO.search(line) else line for line in _shown(text.split("\n"), target))


def _shown(lines: list[str], target: Target) -> Iterator[str]:
    """Each line of the target; an empty one in the place of any other."""
    words = {word(target.arch), *conditions(target), target.abi.upper(), "LABEL"}
    banner, served = True, True  # in the banner: whether the line is of the target's convention
    shown, done = [True], [True]  # for each open condition: whether its lines are shown, whether any branch was
    for line in lines:
        found = _CONDITION.match(line)
        banner = banner and found is None
        if found is None:
            others = _OTHERS.match(line) if banner else None
            if others:
                served = others[2] == "all" or target.abi in others[2].split(", ")
            own = TARGET.match(line) if banner else None
            kept = served and not others and (not own or own[1] == target.triple) if banner else shown[-1]
            if banner:  # conventions that differ in their names share the line
                line = re.sub(rf"(convention: ).*\b{re.escape(target.abi)}\b[^.]*\.", rf"\1{target.abi}.", line)
            yield line if kept and line[:1] not in ("#", "%") else ""
            continue
        yield ""
        if found[2] is None:
            shown.pop()
            done.pop()
            continue
        if found[1] is None:
            shown.append(shown[-1])
            done.append(not shown[-1])
        true = not done[-1] and (found[2] == "se" or _true(found[2], found[3], words, target))
        shown[-1] = true
        done[-1] |= true


def _true(kind: str, condition: str, words: set[str], target: Target) -> bool:
    """Whether a condition holds for the target. Words of compilers are those of the file's only target."""
    if kind == "ifidn":
        return condition.split()[-1] == nasm_format(target)
    names = re.findall(r"defined\((\w+)\)", condition) or condition.split()[-1:]
    return any(name in words or name.startswith("__") for name in names)


Rule = tuple[re.Pattern[str], str]


def _rules(target: Target) -> list[Rule]:
    """The macros in a line of code, and their meaning for a target."""
    pad = machine(target.arch).spelling.landing_pad
    aligned, coff = target.unwind != "arm64", target.object_format == "coff"
    unwind = {"loom_cfi": target.unwind == "dwarf", "loom_seh": target.unwind not in ("dwarf", "none")}
    rows = {
        r"^\tloom_begin (\w+)$": r"\1:",
        r"^\tloom_end \w+$": "\t.size",
        r"^\t(loom_landing_pad|LANDING_PAD\b.*)$": f"\t{pad.text}" if pad and target.hardening.landing_pad else "",
        r"^\tloom_align (\d+)$": r"\t.p2align \1" if aligned else "",
        r"^\tloom_cfa_back (\d+), -?\d+$": r"\t.cfi_def_cfa_offset \1",
        **{rf"^\t{name} (.*)$": r"\t\1" if own else "" for name, own in unwind.items()},
        r"\bLABEL\((\w+)\)": r".L\1:",
        r"\bL\((\w+)\)": r".L\1",
        r"\bLOOM_PAGE\((\w+)\)": r"\1",
        r"\bLOOM_LOW\((\w+)\)": r":lo12:\1",
        r"^\tloom_lea\s+(\w+), (\w+), ([^\s,]+)(, \S+)?": r"\tlea\t\1, [\3]" if coff else r"\tlea\t\1, [\2 + \3]",
        r"\[TABLE\((\w+), (\S+)\)\]": r"[\2]" if coff else r"[\1 + \2]",
        r"^\tloom_tables$": "",
        r"^\tloom_table (.*), \d+$": r"\t.table \1",
    }
    return [(re.compile(pattern), plain) for pattern, plain in rows.items()]


def _plain(line: str, rules: list[Rule]) -> str:
    for pattern, plain in rules:
        line = pattern.sub(plain, line)
    return line
