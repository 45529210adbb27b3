# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A variant: one row of a kernel's contract, and the refusals of rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from generator.isa.features import known
from generator.isa.machine import machines
from generator.lang.declared import listed, pairs, refuse_types
from generator.model import KernelError, Src


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to build the kernel: ``features`` the CPU must have; ``lane`` where u32 values live (``gp`` or ``vec``);
    ``params`` are numbers of the kernel's own, in pairs with a name, ``(("unroll", 4),)``, read as
    ``k.param("unroll")``. ``without`` are architectures that the variant is not made for, in pairs with the reason,
    ``(("x86", "the code of scalar"),)``. ``engine`` is the part of the script that implements the variant, of a type
    that the kernel chooses, read as ``k.variant.engine``: the rows of a kernel all have one, or none has."""

    name: str
    features: tuple[str, ...] = ()
    lane: str = "gp"
    params: tuple[tuple[str, int], ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    engine: Any = field(default=None, repr=False)


def _refuse_fields(src: Src, said: str, variant: Variant, architectures: list[str]) -> None:
    """KernelError for a field that has not the form which :class:`Variant` describes."""
    features, params, without = variant.features, variant.params, variant.without
    feature = min(known(architectures[0]))
    reasons = f'pairs of an architecture and the reason: without=(("{architectures[-1]}", "the reason"),)'
    refuse_types(
        src,
        said,
        [
            (
                "features",
                features,
                isinstance(features, tuple) and listed(features, str),
                f'a tuple of names: features=("{feature}",)',
            ),
            ("params", params, pairs(params, int), 'pairs of a name and a number: params=(("unroll", 4),)'),
            ("without", without, pairs(without, str), reasons),
        ],
    )
    for arch, _ in without:
        if arch not in architectures:
            raise KernelError(
                src, f"{said}: without names architecture {arch!r}; expected one of {', '.join(architectures)}"
            )


def refuse_variants(src: Src, name: str, variants: Sequence[Variant]) -> None:
    """KernelError for variants of which no CPU would ever run one."""
    architectures = [one.arch for one in machines()]
    if not architectures:
        raise KernelError(
            src,
            f"{name}: no machine is registered, and no feature known; expected `import generator.machines` before "
            "kernels are loaded",
        )
    if not variants:
        raise KernelError(src, f"{name}: variants is empty; expected one at least")
    for n, variant in enumerate(variants):
        if not isinstance(variant, Variant):
            raise KernelError(src, f"{name}: variants has {variant!r}; expected Variant(name, features=(…))")
        if not isinstance(variant.name, str) or not re.fullmatch(r"[A-Za-z0-9_]+", variant.name):
            raise KernelError(src, f"{name}: a variant is called {variant.name!r}; expected letters, digits and _")
        if variant.name == "portable":
            raise KernelError(src, f"{name}: a variant is called portable; that is the C version's, see portable=True")
        _refuse_fields(src, f"{name}: variant {variant.name}", variant, architectures)
        if variant.name in [other.name for other in variants[:n]]:
            raise KernelError(src, f"{name}: two variants are called {variant.name}")
        if (variant.engine is None) is not (variants[0].engine is None):
            one, other = variant.name, variants[0].name
            one, other = (other, one) if variant.engine is None else (one, other)
            raise KernelError(
                src, f"{name}: variant {one} has an engine, {other} has none; expected engine=… in each row, or in none"
            )
        if variant.lane not in ("gp", "vec"):
            raise KernelError(src, f"{name}: variant {variant.name} has lane={variant.lane!r}; expected 'gp' or 'vec'")
        if any(set(variant.features) <= known(arch) for arch in architectures):
            continue
        every = sorted(frozenset().union(*map(known, architectures)))
        for feature in variant.features:
            if feature not in every:
                near = get_close_matches(feature, every, 3)
                hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(every)}"
                raise KernelError(src, f"{name}: variant {variant.name} names feature {feature!r}; {hint}")
        shown = ", ".join(variant.features)
        raise KernelError(src, f"{name}: variant {variant.name} needs {shown}, which no architecture has together")
