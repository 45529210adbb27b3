# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Hidden state: the effects of an instruction beyond its operands, from the table's facts."""

from __future__ import annotations

from generator.model import Form, Instr


def hidden(item: Instr) -> str | None:
    """The state outside its operands that an instruction reads or changes, in words. None if there is none.

    Hidden state has two signs: the table knows no effect, or a result has no source.
    """
    form = item.form
    if form.facts.harmless or form.kind != "normal":
        return None
    if form.facts.hidden:
        return form.facts.hidden
    results = bool(form.implicit_write) or any("w" in spec.access for spec in form.ops)
    if not results and not form.flags_clobbered:
        return "state that is no operand: as far as operands go it has no effect at all"
    if results and not _reads(form) and not form.facts.constant:
        return "state that is no operand: its result is made of none"
    return None


def _reads(form: Form) -> bool:
    return bool(form.implicit_read or form.flags_read) or any(spec.access != "w" for spec in form.ops)
