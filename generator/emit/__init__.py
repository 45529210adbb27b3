# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The last step: write a finished function as the text of one source file, in one syntax.

A renderer spells instructions, and neither chooses nor reorders them. No renderer edits another's text. The records of
machines (:mod:`generator.isa.machine`) name the renderer of each syntax.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emit.base import EmitError, Renderer, Written
from generator.emit.preamble import PREAMBLE, preamble
from generator.emit.question import BASE, TAKES_ALL, feature_set
from generator.emit.question import question as _question
from generator.emit.shared import shared
from generator.emit.target import Target
from generator.isa.machine import machine, machines
from generator.model import Function

__all__ = [
    "BASE",
    "PREAMBLE",
    "TAKES_ALL",
    "EmitError",
    "Renderer",
    "Written",
    "dialect",
    "feature_set",
    "preamble",
    "question",
    "render",
    "together",
    "written",
]


def render(function: Function, target: Target, syntax: str, *, prefix: str = "loom_", version: str, script: str) -> str:
    """The whole file: banner, function, tables, unwind data, notes. ASCII, LF, the same bytes every time.

    ``function.body`` has physical registers only. ``prefix`` goes before the symbol and the tables' names. ``version``
    is the generator's, ``script`` the path of the kernel's script. Raises :class:`EmitError` for an unknown syntax, a
    syntax that the target or its machine lacks, and a function that the syntax cannot express;
    :class:`generator.unwind.order.UnwindError` for frame operations that the target's unwind format cannot express.
    """
    return _renderer(function, target, syntax, prefix, version, script).render()


def written(
    function: Function, target: Target, syntax: str, *, prefix: str = "loom_", version: str, script: str
) -> Written:
    """The file of :func:`render` with the places of the function's items in it. Raises the same errors."""
    return _renderer(function, target, syntax, prefix, version, script).placed()


def dialect(arch: str, syntax: str) -> str:
    """The name that stands for all syntaxes of a machine with the same spelling of instructions."""
    return machine(arch).renderers[syntax].dialect


def together(cells: Sequence[tuple[Function, Target, str]], *, prefix: str = "loom_", version: str, script: str) -> str:
    """One file for the same function of several targets of one machine, each in a syntax of one dialect: the text of
    :func:`render` for a single one. Raises the same errors."""
    if len(cells) == 1:
        return render(*cells[0], prefix=prefix, version=version, script=script)
    beside = [target for _, target, _ in cells]
    return shared([_renderer(*cell, prefix, version, script, beside) for cell in cells])


def question(functions: Sequence[Function], target: Target, syntax: str, *, version: str) -> str:
    """The file by which a build asks an assembler of this dialect for the features that it knows; see
    :mod:`generator.emit.question`."""
    return _question([_renderer(function, target, syntax, "loom_", version, "") for function in functions], version)


def _renderer(
    function: Function, target: Target, syntax: str, prefix: str, version: str, script: str,
    beside: Sequence[Target] = (),
) -> Renderer:  # fmt: skip
    there = dict.fromkeys(name for one in machines() for name in one.renderers)
    if syntax not in there:
        raise EmitError(f"unknown syntax {syntax!r}; there are {', '.join(there)}")
    if syntax not in target.syntaxes:
        raise EmitError(f"{target.triple} has no syntax {syntax!r}; it has {', '.join(target.syntaxes)}")
    renderers = machine(target.arch).renderers
    if syntax not in renderers:
        raise EmitError(
            f"{target.triple}: no renderer writes {target.arch} in {syntax}; there are {', '.join(renderers) or 'none'}"
        )
    if syntax == "clang-cl" and target.object_format != "coff":
        raise EmitError(f"{target.triple}: clang-cl makes COFF, the target is {target.object_format}")
    made = renderers[syntax](function, target, prefix=prefix, version=version, script=script)
    assert isinstance(made, Renderer)
    made.serve(beside)
    return made
