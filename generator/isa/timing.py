# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How long small in-order cores take: what :mod:`generator.passes.order` orders straight code by.

One model an architecture, of a core that issues two instructions a cycle in the order of the program. Out-of-order
cores find their own order, and x86 has no others worth the name: an architecture without a row keeps the script's.

AArch64: a core between Cortex-A53 and Cortex-A55, as LLVM 19 models them, which differ by up to three times where
vectors are concerned. General registers pass results on in one cycle; a shifted or extended operand and an address are
wanted earlier; a vector of 128 bits takes both halves of the vector unit. Windows of 20 to 64 and vectors of 4
to 6 cycles were tried: llvm-mca's figures of a kernel lie within 9 % of each other, mostly within 3 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Unit = Literal["alu", "multiply", "load", "store", "vector"]


@dataclass(frozen=True, slots=True)
class Core:
    """``issue``: instructions a cycle; ``pipes``: how many of them a unit takes. ``unit`` is by mnemonic where the
    class of the registers does not say it; ``latency``: cycles from issue to a reader's, and ``exceptions`` from them.
    ``early``: how many cycles before other operands a shifted one or an address is wanted; ``branch``: from a compare
    to its branch. ``fused``: pairs that cores
    execute as one if they stand together. ``window``: among how many instructions, from the oldest one that is left,
    the next is chosen. ``pause``: for how many instructions the allocator leaves a register alone, if it can, so that
    there is something to choose from."""

    issue: int
    pipes: Mapping[Unit, int]
    unit: Mapping[str, Unit]
    latency: Mapping[Unit, int]
    exceptions: Mapping[tuple[Unit, str], int]
    early: int
    branch: int
    fused: frozenset[tuple[str, str]]
    window: int
    pause: int


_LOADS = ("ldr", "ldur", "ldrb", "ldurb", "ldrh", "ldurh", "ldp", "ld1")
_STORES = ("str", "stur", "strb", "sturb", "strh", "sturh", "stp", "st1")
_QUICK = ("and", "bic", "eor", "mov", "orr", "ushr")  # of the vector instructions
_ROTATIONS = ("ror", "extr")  # by an instruction of their own, where the value makes two passes through the shifter
_MULTIPLIES = ("mul", "madd", "msub", "umulh", "smulh", "umull", "umaddl")

CORES: dict[str, Core] = {
    "aarch64": Core(
        issue=2,
        pipes={"alu": 2, "multiply": 1, "load": 1, "store": 1, "vector": 1},
        unit={
            **dict.fromkeys(_LOADS, "load"),
            **dict.fromkeys(_STORES, "store"),
            **dict.fromkeys(_MULTIPLIES, "multiply"),
        },
        latency={"alu": 1, "multiply": 4, "load": 4, "store": 1, "vector": 4},
        exceptions={("vector", mnem): 2 for mnem in _QUICK} | {("alu", mnem): 3 for mnem in _ROTATIONS},
        early=2,
        branch=3,
        fused=frozenset({("aese", "aesmc"), ("aesd", "aesimc")}),
        window=32,
        pause=32,
    )
}


def core(arch: str) -> Core | None:
    """The model to order an architecture's code by; None where there is none."""
    return CORES.get(arch)
