# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The last step: a finished function becomes the text of one source file, in one syntax.

A renderer spells; it neither chooses nor reorders instructions, and no renderer edits another's text. The records of
machines (:mod:`generator.isa.machine`) name the renderer of each syntax.
"""

from __future__ import annotations

from generator.emit.base import EmitError, Renderer, Written
from generator.emit.target import Target
from generator.isa.machine import machine, machines
from generator.model import Function

__all__ = ["EmitError", "Renderer", "Written", "render", "written"]


def render(
    function: Function, target: Target, syntax: str, *, prefix: str = "loom_", version: str, source_hash: str
) -> str:
    """The whole file: banner, function, tables, unwind data, notes. ASCII, LF, the same bytes every time.

    ``function.body`` has physical registers only. ``prefix`` goes before the symbol and the tables' names;
    ``version`` is the generator's, ``source_hash`` that of the kernel's script.
    Raises :class:`EmitError` for an unknown syntax, a syntax that the target or its machine lacks, and what a syntax
    cannot express; :class:`generator.unwind.order.UnwindError` for frame operations that the target's unwind format
    cannot express.
    """
    return _renderer(function, target, syntax, prefix, version, source_hash).render()


def written(
    function: Function, target: Target, syntax: str, *, prefix: str = "loom_", version: str, source_hash: str
) -> Written:
    """The file of :func:`render` with the places of the function's items in it. Raises the same errors."""
    return _renderer(function, target, syntax, prefix, version, source_hash).placed()


def _renderer(function: Function, target: Target, syntax: str, prefix: str, version: str, source_hash: str) -> Renderer:
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
    made = renderers[syntax](function, target, prefix=prefix, version=version, source_hash=source_hash)
    assert isinstance(made, Renderer)
    return made
