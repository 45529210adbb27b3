# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The places that a form declares to touch, for comparison with the places that an execution touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from generator.isa.forms import find
from generator.model import Form, Mem, Phys, R
from tests.isa.samples import Sample

Place = tuple[str, object]
"""``("gp", 3)``, ``("vec", 1)``, ``("mask", 2)``, ``("flag", "CF")``."""
State = dict[Place, int]
WIDTH = {"gp": 64, "vec": 512, "mask": 64, "flag": 1}


@dataclass
class Declared:
    """``partial``: places written only in their low bits. ``undefined``: flags clobbered without a defined value."""

    read: set[Place] = field(default_factory=set)
    written: set[Place] = field(default_factory=set)
    undefined: set[Place] = field(default_factory=set)
    partial: dict[Place, int] = field(default_factory=dict)
    memory: bool = False


def place(reg: object) -> Place:
    assert isinstance(reg, Phys)
    return (reg.cls, reg.num)


def declared(sample: Sample) -> tuple[Form, Declared]:
    """The form of a sample, and its declarations."""
    form = find(sample.arch, sample.mnem, sample.ops, extended=sample.evex)
    out = Declared()
    legacy = sample.arch != "aarch64" and not sample.mnem.startswith("v")
    for op, spec in zip(sample.ops, form.ops):
        if isinstance(op, R):
            if "r" in spec.access:
                out.read.add(place(op.reg))
            if "w" in spec.access:
                out.written.add(place(op.reg))
                if op.reg.cls == "gp" and op.width < 32:
                    out.partial[place(op.reg)] = op.width
                if op.reg.cls == "vec" and legacy:
                    out.partial[place(op.reg)] = 128
        if isinstance(op, Mem):
            out.memory = True
            out.read |= {place(r) for r in (op.base, op.index) if r is not None}
            if op.mode != "offset":
                out.written.add(place(op.base))
    out.read |= {place(p) for p in form.implicit_read}
    narrow = sample.mnem in ("cwd", "cbw", "lahf") or any(isinstance(o, (R, Mem)) and o.width < 32 for o in sample.ops)
    for phys in form.implicit_write:
        out.written.add(place(phys))
        if legacy and phys.cls == "vec":
            out.partial[place(phys)] = 128
        elif narrow:
            out.partial[place(phys)] = 16
    if form.mask == "g":
        out.read.add(("mask", 1))
        out.written.add(("mask", 1))
    out.read |= {("flag", f) for f in form.flags_read}
    out.written |= {("flag", f) for f in form.flags_written}
    out.undefined |= {("flag", f) for f in form.flags_undefined}
    return form, out


def undeclared(
    said: Declared,
    run: Callable[[State], tuple[State, bytes]],
    make: Callable[[], State],
    fixed: set[Place],
    random: Random,
) -> list[str]:
    """The places that an execution reads or writes without a declaration, found by perturbing each place in turn.

    ``run`` maps a state to the state after and the memory after; ``fixed`` places hold pointers and stay.
    """  # fmt: skip
    start = make()
    after, memory = run(start)
    wrong = {f"writes {k}" for k in start if after[k] != start[k] and k not in said.written | said.undefined}
    for k in start:
        if k in fixed or k in said.read:
            continue
        state = dict(start)
        state[k] = start[k] ^ 1 if k[0] == "flag" else random.getrandbits(WIDTH[k[0]])
        if k[0] == "vec" and start[k] < 1 << 128:
            state[k] &= (1 << 128) - 1
        changed, touched = run(state)
        differs = touched != memory
        for j in changed:
            if j in said.undefined:
                continue
            if j != k:
                differs |= changed[j] != after[j]
            elif j in said.written:
                bits = (1 << said.partial.get(j, 512)) - 1
                differs |= changed[j] & bits != after[j] & bits
        if differs:
            wrong.add(f"reads {k}")
    return sorted(wrong)
