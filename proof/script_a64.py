# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64: instructions for SHA that a script names. Both sides share their functions."""

from __future__ import annotations

from generator.lang.values import Op
from proof.a64_vectors import HASHES as HASHES
from proof.a64_vectors import hash_of
from proof.graph import State
from proof.memory import NoProof
from proof.script_base import Recording
from proof.terms import BLOCK, const


def execute(script: Recording, state: State, op: Op) -> None:
    """Apply the function. Its first operand is the destination, which only sha1h does not read."""
    name = op.attrs["mnem"]
    if not all(isinstance(arg, Op) and arg.name == "view" for arg in op.args):
        raise NoProof(f"{op.src}: {name} of other operands than vectors")
    to, *others = (arg.args[0] for arg in op.args)
    before = const(BLOCK, 0) if name == "sha1h" else script.value(state, to)
    script.put(state, to, hash_of(name, [before, *(script.value(state, one) for one in others)]))
