# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The last step: write a finished function as the text of one source file, in one dialect, for some targets.

A renderer spells instructions, and neither chooses nor reorders them. No renderer edits another's text. The records of
machines (:mod:`generator.isa.machine`) name the renderer of each syntax.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emit.base import EmitError, Renderer, Written
from generator.emit.file import File
from generator.emit.file import file as _file
from generator.emit.preamble import PREAMBLE, preamble, system
from generator.emit.question import BASE, TAKES_ALL, feature_set
from generator.emit.question import question as _question
from generator.emit.rust import RUST
from generator.emit.target import Target
from generator.isa.machine import machine, machines
from generator.model import Function

__all__ = [
    "BASE",
    "PREAMBLE",
    "RUST",
    "TAKES_ALL",
    "EmitError",
    "File",
    "Renderer",
    "Written",
    "dialect",
    "feature_set",
    "file",
    "preamble",
    "question",
    "system",
]


Cell = tuple[Function, Target, str]
"""A function, its target, and one of the target's syntaxes."""


def file(cells: Sequence[Cell], *, prefix: str = "loom_", version: str, script: str) -> File:
    """The whole file of the same function of some targets of one machine, each in a syntax of one dialect: banner,
    function, tables, unwind data. In GNU syntax it includes :func:`preamble`.

    Bodies have physical registers only. ``prefix`` goes before the symbol and the tables' names. ``version`` is the
    generator's, ``script`` the path of the kernel's script. Raises :class:`EmitError` for an unknown syntax, a syntax
    that a target or its machine lacks, and a function that the syntax cannot express;
    :class:`generator.unwind.order.UnwindError` for frame operations that a target's unwind format cannot express.
    """
    groups: dict[tuple[int, str], list[tuple[Function, Target]]] = {}
    for function, target, _ in cells:
        groups.setdefault((id(function.body), target.unwind), []).append((function, target))
    kind = [_kind(target, syntax) for _, target, syntax in cells][0]
    every = [target for _, target, _ in cells]
    words = {"prefix": prefix, "version": version, "script": script}
    return _file([kind(some, every, **words) for some in groups.values()])


def dialect(arch: str, syntax: str) -> str:
    """The name that stands for all syntaxes of a machine with the same spelling of instructions."""
    return machine(arch).renderers[syntax].dialect


def question(functions: Sequence[Function], target: Target, syntax: str, *, version: str) -> str:
    """The file by which a build asks an assembler of this dialect for the features that it knows; see
    :mod:`generator.emit.question`."""
    kind = _kind(target, syntax)
    return _question(
        [kind([(function, target)], prefix="loom_", version=version, script="") for function in functions], version
    )


def _kind(target: Target, syntax: str) -> type[Renderer]:
    """The renderer of a target's syntax."""
    there = dict.fromkeys(name for one in machines() for name in one.renderers)
    if syntax not in there:
        raise EmitError(f"unknown syntax {syntax!r}; there are {', '.join(there)}")
    if syntax not in target.syntaxes and syntax != RUST:
        raise EmitError(f"{target.triple} has no syntax {syntax!r}; it has {', '.join(target.syntaxes)}")
    renderers = machine(target.arch).renderers
    if syntax not in renderers:
        raise EmitError(
            f"{target.triple}: no renderer writes {target.arch} in {syntax}; there are {', '.join(renderers) or 'none'}"
        )
    if syntax == "clang-cl" and target.object_format != "coff":
        raise EmitError(f"{target.triple}: clang-cl makes COFF, the target is {target.object_format}")
    found = renderers[syntax]
    assert issubclass(found, Renderer)
    return found
