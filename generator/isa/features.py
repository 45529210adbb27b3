# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""CPU feature names: the features that each implies, and the features that an architecture always has.

Names are lower case, and Linux's own if Linux prints the feature. The lists are in the machines' records.
"""

from __future__ import annotations

from functools import cache

from generator.isa.machine import machine


def family(arch: str) -> str:
    """The name of the forms' table and features. The widths of one instruction set share the name."""
    return machine(arch).family


@cache
def known(arch: str) -> frozenset[str]:
    """Every feature name of an architecture."""
    one = machine(arch)
    return one.standalone | frozenset(one.implies) | one.baseline


@cache
def closure(arch: str, features: tuple[str, ...]) -> frozenset[str]:
    """The features, all that they imply, and the architecture's baseline. Raises KeyError for an unknown name."""
    one = machine(arch)
    todo, out = list(features), set(one.baseline)
    while todo:
        feature = todo.pop()
        if feature not in known(arch):
            raise KeyError(f"{feature}: no such feature of {arch}; known are {', '.join(sorted(known(arch)))}")
        if feature not in out or feature in one.baseline:
            out.add(feature)
            todo.extend(f for f in one.implies.get(feature, ()) if f not in out)
    return frozenset(out)
