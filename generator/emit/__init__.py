# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The last step: a finished function becomes the text of one source file, in one syntax.

A renderer spells; it neither chooses nor reorders instructions, and no renderer edits another's text.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.emit.base import EmitError, Renderer
from generator.emit.gas import clang_cl, gas
from generator.emit.masm import Masm
from generator.emit.nasm import Nasm
from generator.emit.target import Target
from generator.model import Function

__all__ = ["EmitError", "extension", "render"]

RENDERERS: dict[str, Callable[..., Renderer]] = {"gas": gas, "nasm": Nasm, "masm": Masm, "clang-cl": clang_cl}


def extension(syntax: str) -> str:
    """``.S`` for what goes through the C preprocessor, ``.asm`` otherwise."""
    return ".S" if syntax in ("gas", "clang-cl") else ".asm"


def render(
    function: Function, target: Target, syntax: str, *, prefix: str = "loom_", version: str, source_hash: str
) -> str:
    """The whole file: banner, function, tables, unwind data, notes. ASCII, LF, the same bytes every time.

    ``function.body`` has physical registers only. ``prefix`` goes before the symbol and the tables' names;
    ``version`` is the generator's, ``source_hash`` that of what the file was made from.
    Raises :class:`EmitError` for an unknown syntax, a syntax that the target lacks, and what a syntax cannot express;
    :class:`generator.unwind.order.UnwindError` for frame operations that the target's unwind format cannot express.
    """
    if syntax not in RENDERERS:
        raise EmitError(f"unknown syntax {syntax!r}; there are {', '.join(RENDERERS)}")
    if syntax not in target.syntaxes:
        raise EmitError(f"{target.triple} has no syntax {syntax!r}; it has {', '.join(target.syntaxes)}")
    return RENDERERS[syntax](function, target, prefix=prefix, version=version, source_hash=source_hash).render()
