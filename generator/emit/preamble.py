# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The header of macros that files in GNU syntax include: one for each machine.

A target defines the word of its machine, the words of :func:`generator.emit.gas.conditions`, and the macros for all
that object formats and systems spell differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator import templates
from generator.emit.gas import PREAMBLE, Gas, conditions, elsewhere, word
from generator.emit.target import Target
from generator.isa.machine import machine

__all__ = ["PREAMBLE", "preamble", "system"]


def preamble(targets: Sequence[Target], syntax: str, version: str) -> str:
    """The header for targets of one machine, in a syntax of their dialect. Empty for a dialect whose files include
    none."""
    of = machine(targets[0].arch)
    writer = of.renderers[syntax]
    if not issubclass(writer, Gas):
        return ""
    systems = [system(target, syntax) for target in targets]
    return templates.render(
        "gas.h.j2",
        {"version": version, "here": word(of.arch), "systems": systems, "bits": of.bits, "elsewhere": elsewhere()},
    )


def system(target: Target, syntax: str) -> dict[str, object]:
    """The variables of a target for ``templates/gas_macros.j2`` and for the words around the macros."""
    of = machine(target.arch)
    writer = of.renderers[syntax]
    assert issubclass(writer, Gas)
    symbol = target.decorate("\\name")
    pad = of.spelling.landing_pad if target.hardening.landing_pad else None
    return {
        "target": target,
        "conditions": conditions(target),
        "names": writer.names(target),
        "macros": [(head, list(map(Gas.directive, lines))) for head, lines in writer.macros(target)],
        "symbol": f'"{symbol}"' if symbol.startswith("#") else symbol,
        "kcfi": [line.format(symbol="\\name") for line in of.spelling.kcfi],
        "landing": "" if pad is None else Gas.directive(pad.text),
        "note": of.spelling.property_note if target.hardening.property_note else None,
    }
