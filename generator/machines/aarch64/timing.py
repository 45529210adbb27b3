# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A core between Cortex-A53 and Cortex-A55, as LLVM 19 models them.

The two models differ in vector instructions by up to three times. General registers pass results on in one cycle.
Shifted and extended operands and addresses are needed earlier. A vector of 128 bits takes both halves of the vector
unit. Windows of 20 to 64 and vectors of 4 to 6 cycles were tried: llvm-mca's figures of a kernel lie within 9 % of each
other, mostly within 3 %. The core issues two instructions a cycle, in the order of the program.
"""

from __future__ import annotations

from generator.isa.timing import Core

_LOADS = ("ldr", "ldur", "ldrb", "ldurb", "ldrh", "ldurh", "ldp", "ld1")
_STORES = ("str", "stur", "strb", "sturb", "strh", "sturh", "stp", "st1")
_QUICK = ("and", "bic", "eor", "mov", "orr", "ushr")  # vector instructions
_ROTATIONS = ("ror", "extr")  # a rotation alone makes two passes through the shifter
_MULTIPLIES = ("mul", "madd", "msub", "umulh", "smulh", "umull", "umaddl")

CORE = Core(
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
