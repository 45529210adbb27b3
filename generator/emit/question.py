# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The question to an assembler that may be old: does it take the instructions of each set of CPU features?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator import templates
from generator.emit.base import Renderer
from generator.emit.gas import PREAMBLE
from generator.model import Instr

TAKES_ALL = "GNU as 2.35, clang 9 and NASM 2.15 take all"
"""The least versions of the table of docs/vendoring.md."""
BASE = "base"
"""The name of the instructions that every variant may have."""


def feature_set(features: Iterable[str]) -> str:
    """A name for a variant's CPU features. LOOM_ASK_<name> asks, LOOM_WITHOUT_<name> leaves the variants out."""
    return "_".join(name.replace(".", "").replace("-", "_") for name in features) or BASE


Kind = tuple[object, ...]


def _kind(item: Instr) -> Kind:
    """Instructions of one kind differ in registers and numbers alone."""
    ops = [
        (type(op).__name__, getattr(op, "width", 0), getattr(op, "arrangement", ""), getattr(op, "mode", ""))
        for op in item.ops
    ]
    return (item.mnem, item.form.extended, item.mask is None, item.zero, *ops)


def question(renderers: Sequence[Renderer], version: str) -> str:
    """A file of one dialect with an instruction of each kind that functions have, by their features. With LOOM_ASK_all
    defined the file has all instructions, else those whose LOOM_ASK_<set> is defined.

    Instructions that name a label or a table are left out, as the file has none.
    """
    found: dict[str, dict[Kind, str]] = {BASE: {}}
    heads: dict[str, list[str]] = {BASE: []}
    for renderer in renderers:
        name = feature_set(renderer.function.features)
        lines = found.setdefault(name, {})
        heads[name] = renderer.syntax_lines()
        for item, line in zip(renderer.function.body, renderer.spelled()):
            if type(item) is Instr and line is not None:
                lines.setdefault(_kind(item), line.split(renderer.comment_open)[0].rstrip())
    for name, lines in found.items():
        found[name] = {key: line for key, line in lines.items() if name == BASE or key not in found[BASE]}
    first = renderers[0]
    values = {
        "version": version,
        "dialect": first.dialect,
        "preamble": PREAMBLE,
        "bits": first.machine.bits,
        "condition": first.machine.spelling.condition,
        "sets": [(name, heads[name], list(lines.values())) for name, lines in found.items() if lines],
    }
    return templates.render("question.j2", values)
