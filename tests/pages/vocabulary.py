# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The number of instructions that every word takes, on every type and machine, for ``docs/reference.md``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from generator.isa.features import closure
from generator.isa.machine import machine
from generator.lang import Stream
from generator.lower.carries import linked
from generator.machines.x86.fold import fold_loads
from generator.model import Instr, KernelError
from tests.lang.test_arguments import call, right, words
from tests.lower.cases_blocks import BLOCK_CELLS
from tests.lower.cases_lanes import LANE_CONFIGS
from tests.lower.prove import CONFIGS, WIDE, Config, builder, lowered

WORDS, VECTORS, LANES = ("u8", "u16", "u32", "u64", "usize"), ("v128", "v256", "v512"), (8, 16, 32, 64)
LEFT_OUT = {
    "asm", "bind", "break_if", "cold", "else_", "emit", "label", "mem", "note", "only", "param", "place", "pointer",
    "recording", "value", "vector", "view", "home", "if_", "loop", "while_", "rarely", "ret",
}  # fmt: skip
"""Words that make no instructions of their own, or as many as the author writes."""
_CONFIGS = tuple(dict.fromkeys((*WIDE, *LANE_CONFIGS, *(config for config, _ in BLOCK_CELLS))))
_X86 = (
    Config(f"{one.name} at 32 bits", "cdecl32", tuple(dict.fromkeys(("sse2", *one.features))))
    for one in _CONFIGS
    if one.abi.arch == "x86_64" and one.unit == "gp"
)
VECTOR_CONFIGS = (*_CONFIGS, *_X86)
"""The feature sets of the proofs; those of x86_64 on x86, too."""
MACHINES = {"x86": "x86", "x86_64": "x86_64", "aarch64": "AArch64"}

OWN_EXAMPLES = {
    "vinsert": "k.vinsert(w, v, block=1)",
    "vlookup": "k.vlookup(v, v)",
    "vtranspose_blocks": "k.vtranspose_blocks([v] * (v.type.bits // 128))",
}
OPTIONAL = {"exempt", "public", "to", "names", "index", "be", "carry", "borrow"}
"""Parameters that the examples leave out."""
Count = tuple[int, tuple[str, ...]]
"""Instructions, and the features that they need."""
Row = tuple[str, list[str], list[str]]


def count(config: Config, text: str, setup: dict[str, str]) -> Count | None:
    """The instructions of one call, or None if the call is refused."""
    k = builder(config)
    names: dict[str, Any] = {"k": k, "Stream": Stream}
    try:
        for name, kind in setup.items():
            if not hasattr(k, kind):
                return None
            names[name] = k.value(getattr(k, kind), name)
        exec(text, names)
        made, _ = lowered(config, k.finish().ops, False)
    except KernelError:
        return None
    items = linked(made.out, made.carries)
    if config.abi.arch != "aarch64":
        items = fold_loads(items, config.abi.arch)
    code = [item for item in items if isinstance(item, Instr) and not item.copy]
    needed = set().union(*(item.form.features for item in code)) - machine(config.abi.arch).baseline
    arch = config.abi.arch
    implied = {one for other in needed for one in closure(arch, (other,)) if one != other}
    return len(code), tuple(sorted(needed - implied))


def cell(arch: str, counts: list[Count | None]) -> str:
    """The numbers of one machine, the least features first. A number with more features must be better."""
    kept: list[Count] = []
    for found in sorted((c for c in counts if c is not None), key=lambda c: (len(closure(arch, c[1])), c[0])):
        if all(found[0] < number for number, _ in kept):
            kept.append(found)
    return ", ".join(" ".join(map(str, (*features, number))) for number, features in kept) or "–"


def rows(vectors: bool) -> Iterator[Row]:
    """A word, its types or lanes with equal numbers, and a cell for each machine."""
    for name, signature in words().items():
        if name in LEFT_OUT:
            continue
        given = [(p, right(name, p)) for p in list(signature.parameters.values())[1:] if p.name not in OPTIONAL]
        text = call(name, [(p, "5" if p.name == "count" else one) for p, one in given if one != "None"])
        text = OWN_EXAMPLES.get(name, text)
        if (re.search(r"\bv\b|\bv128\b", text) is not None) != vectors:
            continue
        found: dict[tuple[str, ...], list[str]] = {}
        for kind, lane in kinds(text, vectors):
            one = re.sub(r"bits=\d+", f"bits={lane}", text).replace("k.v128", f"k.{kind}")
            setup = {
                "x": "u32",
                "x8": "u8",
                "x64": "u64",
                "n": "usize",
                "p": "ptr",
                "m": "mask",
                "v": "v128",
                "w": "v256",
            }
            setup["v" if vectors else "x"] = kind or "u32"
            cells = []
            for arch in MACHINES:
                configs = [c for c in (VECTOR_CONFIGS if vectors else CONFIGS) if c.abi.arch == arch and c.unit == "gp"]
                cells.append(cell(arch, [count(c, one, setup) for c in configs]))
            if any(one != "–" for one in cells):
                found.setdefault(tuple(cells), []).append(f"{kind}:{lane}" if lane else kind)
        for cells_, which in found.items():
            yield name, grouped(which), list(cells_)


def grouped(which: list[str]) -> list[str]:
    """``v128:8 v128:16`` as ``v128 8 16``."""
    lanes: dict[str, list[str]] = {}
    for one in which:
        kind, _, lane = one.partition(":")
        lanes.setdefault(kind, []).append(lane)
    return [" ".join([kind, *filter(None, some)]) for kind, some in lanes.items()]


def kinds(text: str, vectors: bool) -> Iterator[tuple[str, str]]:
    """Types and lanes to try."""
    lanes = [str(lane) for lane in LANES] if re.search(r"bits=\d", text) else [""]
    types = VECTORS if vectors else WORDS if re.search(r"\bx\b", text) else ("",)
    yield from ((kind, lane) for kind in types for lane in lanes)


def numbers() -> dict[str, list[str]]:
    """Word → a line for the types that take equal numbers of instructions."""
    out: dict[str, list[str]] = {}
    for vectors in (False, True):
        for name, which, cells in rows(vectors):
            types = ", ".join(which) if vectors else " ".join(which)
            out.setdefault(name, []).append(f"{types + ': ' if types else ''}{' · '.join(cells)}")
    return out


def features() -> str:
    """A line for each family of machines."""
    out = []
    for arch in ("x86_64", "aarch64"):
        one = machine(arch)
        names = sorted(one.standalone | one.implies.keys())
        shown = [f"`{name}`" + (f" ({' '.join(one.implies[name])})" if one.implies.get(name) else "") for name in names]
        text = f"{'x86 and x86_64' if arch == 'x86_64' else MACHINES[arch]}: {', '.join(shown)}."
        out.append("\n".join(textwrap.wrap(text, 118, break_long_words=False, break_on_hyphens=False)))
    return "\n\n".join(out)


def baseline() -> str:
    """What every CPU of a machine has."""
    found = (
        f"{name}: {', '.join(f'`{one}`' for one in sorted(machine(arch).baseline))}" for arch, name in MACHINES.items()
    )
    return f"Always there are {'; '.join(found)}."
