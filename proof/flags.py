# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Flags as the operation that set them: a node of the operation's kind, or a choice between such nodes."""

from __future__ import annotations

from collections.abc import Callable

from proof.memory import NoProof
from proof.terms import Term, ite


def each(flags: Term, rule: Callable[[Term], Term]) -> Term:
    """A rule of one operation, on each way that leads here."""
    if flags.op == "ite":
        return ite(flags.args[0], each(flags.args[1], rule), each(flags.args[2], rule))
    if flags.op != "flags":
        raise NoProof("flags of before the stretch")
    return rule(flags)
