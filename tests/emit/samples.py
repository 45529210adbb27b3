# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Handmade functions that use everything that a renderer can spell. They are assembled, never run."""

from __future__ import annotations

from generator.model import Function
from tests.emit.parts import function
from tests.emit.samples_aarch64 import aarch64
from tests.emit.samples_x86 import x86, x86_64, x86_64_small, x86_table
from tests.lower.emitted import emitted


def vectors(arch: str, abi: str) -> Function:
    """Every vector instruction of the lowering rules."""
    return function(arch, abi, list(emitted(arch)), "vectors")


def all_for(arch: str, abi: str) -> list[Function]:
    """Every sample of one convention."""
    if arch == "x86_64":
        out = [x86_64(abi), x86_64(abi, frame=False), x86_64_small(abi), vectors(arch, abi)]
        return [*out, x86_64(abi, vectors=(6, 7, 15))] if abi == "win64" else out
    if arch == "x86":
        return [x86(), x86(frame=False), x86_table(), vectors(arch, abi)]
    return [aarch64(abi), aarch64(abi, frame=False), vectors(arch, abi)]
