# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The target triples: one JSON file each, loaded into frozen records.

This module reads only the JSON files beside it. :mod:`targets.toolchain` runs the recipes. A new target is one more
JSON file.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

_HERE = Path(__file__).resolve().parent

_CHOICES: dict[str, tuple[str, ...]] = {
    "object_format": ("elf", "macho", "coff"),
    "unwind": ("dwarf", "win64", "arm64", "none"),
    "executor": (
        "native",
        "native32",
        "qemu-aarch64",
        "wine64",
        "wine32",
        "wine-arm64",
        "mapped",
        "mapped-qemu",
    ),
}

_DISTINCT = {
    "guard": "guards of which a compiler meets one at most",
    "host": "each pair of hosts in one file",
    "triple": "each triple once, as a file's own or in one serves",
}
"""The rule that two target files broke, by the fact that they share."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """The facts about a syntax that no renderer and no recipe has.

    ``extension``: of generated files. ``mark``: a pattern that a line of each file matches, for a syntax that shares
    its extension with another one.
    """

    extension: str
    mark: str = ""

    @property
    def compiled(self) -> bool:
        """Whether a C compiler takes the files: it assembles ``.S`` after the C preprocessor."""
        return self.extension == ".S"


SYNTAXES = {
    "gas": Syntax(".S"),
    "clang-cl": Syntax(".S"),
    "masm": Syntax(".asm", mark=r"^\S+ PROC\b"),
    "nasm": Syntax(".asm"),
}
"""Every syntax, in the order of the README's picture."""


class TargetError(Exception):
    """A malformed target file, or a request that no target can serve. One line of text."""


class UnknownTriple(TargetError):
    """An unknown triple. The text names the nearest triples, or the target that serves the requested platform."""


@dataclass(frozen=True, slots=True)
class Hardening:
    """The marks that every generated file of a target carries beside the code.

    ``landing_pad``: each function begins with its machine's landing pad for indirect calls. ``gnu_stack``: an ELF note
    says that the stack is not executable. ``property_note``: ``.note.gnu.property`` promises landing pads.
    ``object_features``: the value of ``@feat.00``, 0 for none. Bit 0 is SafeSEH, bit 11 control-flow guard, bit 14 EH
    continuations. Links under /safeseh, /guard:cf and /guard:ehcont require these bits. Kernels may set all three,
    because they register no handler, take no address and continue nowhere. ``c``: a compiler's words for the C of a
    library that is installed, as distributions ask.
    """

    landing_pad: bool
    gnu_stack: bool
    property_note: bool
    object_features: int
    c: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to do a step: ``by`` names it in reports, ``argv`` is a command whose first word is a tool's name.

    ``{source}`` and ``{out}`` stand for one path, ``{name}`` for the last part of ``{out}``, ``{version}`` for that of
    asmloom. A word ``{inputs}`` stands for any number of paths and flags. :mod:`targets.toolchain.find` knows the
    tool's name.
    """

    by: str
    argv: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Everything that the generator and the toolchain know about one triple.

    ``arch`` and ``abi`` name a machine and a calling convention of the generator. The generator refuses unknown ones.
    ``symbol_decoration`` holds ``{name}`` once (``_{name}`` on Darwin). ``guard``: the C-preprocessor condition under
    which a C-preprocessed file of this target has content. ``rust``: the same for ``#[cfg]``. ``serves``: further
    triples and systems that use the same files. ``hosts``: pairs (operating system, machine) as ``platform`` spells
    them. ``libraries``: folders in which the system keeps static libraries. ``executed_by``: how tests execute the
    code, in words. ``executor``: the same for :mod:`targets.toolchain.execute`. ``assemble`` maps a syntax to recipes,
    the preferred one first. ``compile`` makes an object of one C file. ``static`` and ``shared`` make libraries of
    objects. ``program`` makes a test program of C files and objects.

    A process has one instance for each triple. Comparison is by identity.
    """

    triple: str
    arch: str
    abi: str
    object_format: str
    pointer_bits: int
    symbol_decoration: str
    syntaxes: tuple[str, ...]
    hardening: Hardening
    unwind: str
    guard: str
    rust: str
    serves: tuple[str, ...]
    hosts: tuple[tuple[str, str], ...]
    libraries: tuple[str, ...]
    executed_by: str
    executor: str
    note: str
    assemble: Mapping[str, tuple[Recipe, ...]]
    compile: tuple[Recipe, ...]
    static: tuple[Recipe, ...]
    shared: tuple[Recipe, ...]
    program: tuple[Recipe, ...]

    def decorate(self, name: str) -> str:
        """The object-file symbol of the C name ``name``."""
        return self.symbol_decoration.format(name=name)

    def extension(self, syntax: str) -> str:
        """File extension of a generated source."""
        return SYNTAXES[syntax].extension

    @property
    def windows(self) -> bool:
        return self.object_format == "coff"

    @property
    def object_suffix(self) -> str:
        return ".obj" if self.triple.endswith("-msvc") else ".o"

    def check_syntax(self, syntax: str) -> str:
        """Return ``syntax`` if the target has it. :class:`TargetError`, with the target's syntaxes, otherwise."""
        if syntax in self.syntaxes:
            return syntax
        near = difflib.get_close_matches(syntax, self.syntaxes, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise TargetError(f"{self.triple} has no syntax {syntax!r}; it has {', '.join(self.syntaxes)}{hint}")


def all_triples() -> tuple[str, ...]:
    """Every triple that has a file, sorted."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.json")))


@cache
def load(triple: str) -> Target:
    """The target of a triple. Raises :class:`UnknownTriple`, or :class:`TargetError` for a malformed file."""
    every = _every()
    if triple not in every:
        raise UnknownTriple(_unknown(triple))
    return every[triple]


@cache
def _every() -> dict[str, Target]:
    """Every target by its triple. All files are read, because two files may contradict each other."""
    found = [_parse(_HERE / f"{triple}.json") for triple in all_triples()]
    _refuse_clashes(found)
    return {target.triple: target for target in found}


def _refuse_clashes(found: Iterable[Target]) -> None:
    """TargetError, with both files, if two targets would be chosen for one machine, one compiler or one triple."""
    owners: dict[tuple[str, object], str] = {}
    for target in found:
        claims: list[tuple[str, object, str]] = [("guard", "".join(target.guard.split()), target.guard)]
        claims += [("host", (system.lower(), name.lower()), f"{system} {name}") for system, name in target.hosts]
        claims += [("triple", name, name) for name in (target.triple, *target.serves)]
        for what, key, shown in claims:
            owner = owners.setdefault((what, key), target.triple)
            if owner != target.triple:
                raise TargetError(
                    f"targets/{owner}.json and targets/{target.triple}.json have one {what}: {shown}; expected "
                    f"{_DISTINCT[what]}"
                )


def for_host(system: str, machine: str) -> Target:
    """The target whose files run on a machine, given ``platform.system()`` and ``platform.machine()``."""
    for triple in all_triples():
        target = load(triple)
        for host_system, host_machine in target.hosts:
            if (host_system.lower(), host_machine.lower()) == (system.lower(), machine.lower()):
                return target
    raise UnknownTriple(f"no target is for {system} on {machine}; the triples are {', '.join(all_triples())}")


def _unknown(triple: str) -> str:
    for name in all_triples():
        if triple in load(name).serves:
            return f"unknown triple {triple!r}: its files are those of {name}"
    served = {name: known for known in all_triples() for name in (known, *load(known).serves)}
    near: list[str] = []
    for hit in difflib.get_close_matches(triple, served, 5, 0.5):
        if served[hit] not in near:
            near.append(served[hit])
    if near:
        return f"unknown triple {triple!r}; did you mean {' or '.join(near[:3])}?"
    return f"unknown triple {triple!r}; the triples are {', '.join(all_triples())}"


def _parse(path: Path) -> Target:
    try:
        data: Any = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise TargetError(f"targets/{path.name}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise TargetError(f"targets/{path.name}: expected one object")
    wanted = {field.name for field in fields(Target)}
    for key in sorted(wanted ^ set(data)):
        problem = "missing" if key in wanted else "unknown"
        raise TargetError(f"targets/{path.name}: {problem} field {key!r}; the fields are {', '.join(sorted(wanted))}")
    for key, allowed in _CHOICES.items():
        _choose(path, key, data[key], allowed)
    for syntax in data["syntaxes"]:
        _choose(path, "syntaxes", syntax, tuple(SYNTAXES))
    if data["triple"] != path.stem:
        raise TargetError(f"targets/{path.name}: triple is {data['triple']!r}; expected {path.stem!r}, the file's name")
    if sorted(data["assemble"]) != sorted(data["syntaxes"]):
        raise TargetError(f"targets/{path.name}: assemble needs recipes for exactly {', '.join(data['syntaxes'])}")
    try:
        hardening = Hardening(**data["hardening"])
    except TypeError:
        names = ", ".join(field.name for field in fields(Hardening))
        raise TargetError(f"targets/{path.name}: hardening needs exactly {names}") from None
    for flag in ("landing_pad", "gnu_stack", "property_note"):
        _choose(path, f"hardening.{flag}", getattr(hardening, flag), (True, False))
    assemble = {syntax: _recipes(path, f"assemble.{syntax}", data["assemble"][syntax]) for syntax in data["syntaxes"]}
    data.update(
        syntaxes=tuple(data["syntaxes"]),
        serves=tuple(data["serves"]),
        libraries=tuple(data["libraries"]),
        hosts=tuple((system, machine) for system, machine in data["hosts"]),
        hardening=hardening,
        assemble=MappingProxyType(assemble),
    )
    for step in ("compile", "static", "shared", "program"):
        data[step] = _recipes(path, step, data[step])
    return Target(**data)


def _recipes(path: Path, key: str, data: Any) -> tuple[Recipe, ...]:
    if not isinstance(data, dict):
        raise TargetError(f"targets/{path.name}: {key}: expected an object of name: command line")
    return tuple(Recipe(by, tuple(command.split())) for by, command in data.items())


def _choose(path: Path, key: str, value: Any, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise TargetError(f"targets/{path.name}: {key} is {value!r}; expected one of {', '.join(map(str, allowed))}")
