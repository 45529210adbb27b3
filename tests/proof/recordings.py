# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Recordings that are compared with standards: of every variant, for one triple of each architecture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import targets
from generator import library
from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lang.values import Op, Val
from generator.output import available
from generator.pipeline import record
from proof.graph import State
from proof.memory import Map, Region, argument, contents
from proof.terms import Term

TRIPLES = ("x86_64-linux-gnu", "i686-linux-gnu", "aarch64-linux-gnu")
KERNELS = library.load().kernels


@dataclass(frozen=True, slots=True)
class Recorded:
    """``word``: the bits of an address. ``keys_first``: a round of AES adds its key first."""

    kernel: Kernel
    ops: Sequence[Op]
    params: Sequence[Val]
    word: int
    keys_first: bool


def cases(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Triple, kernel and variant."""
    given = list(names)
    return [
        (triple, name, variant.name)
        for triple in TRIPLES
        for name in given
        for variant in KERNELS[name].variants
        if available(variant, targets.load(triple).arch)
    ]


def recorded(triple: str, name: str, variant: str) -> Recorded:
    target, kernel = targets.load(triple), KERNELS[name]
    found, params = record(kernel, kernel.variant(variant), abi(target.abi))
    return Recorded(kernel, found.ops, params, 32 if target.arch == "x86" else 64, target.arch == "aarch64")


def buffers(of: Recorded, memory: Map, state: State, *, one: bool) -> dict[str, tuple[Region, Term]]:
    """Argument → its region and its place. A kernel's ``in`` and ``out`` become ``one`` buffer, or two."""
    places = {str(base.val).rpartition(" ")[2]: (region, base) for base, region in memory.regions.items()}
    own = argument("out")
    if "out" in places and one:
        number = [param.name for param in of.kernel.params].index("out")
        places["out"] = places["in"]
        state["s", of.params[number].id] = places["in"][1]
    elif "out" in places:
        base = places["out"][1]
        places["out"] = own, base
        memory.regions[base] = own
        state["m", own] = contents(own)
    return places
