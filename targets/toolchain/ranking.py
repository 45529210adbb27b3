# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Rank the variants of a kernel by measured speeds. Nothing is measured here.

Speeds are ratios to portable C within one round, so that a slower clock cancels out. A pass is one run of the speed
tool. Two variants are level if their medians over the passes are less than 3 % apart, or if the ranges of their passes
overlap. Of level variants the one that executes the fewest instructions wins: it leaves the most to the other thread of
a core.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf, log
from statistics import median

from targets.toolchain.speed_rows import Row
from targets.toolchain.tuning_file import BANDS, Choice

MARGIN = 1.03
PORTABLE = "portable"
_NO_VARIANT = ("dispatched",)


@dataclass(slots=True)
class Variant:
    """``speeds``: one for each pass. ``instructions``: for a byte; infinite if they were not counted."""

    speeds: list[float]
    instructions: float = inf

    def beats(self, other: Variant) -> bool:
        """By more than the margin, and in every pass."""
        return median(self.speeds) > MARGIN * median(other.speeds) and min(self.speeds) > max(other.speeds)


@dataclass(slots=True)
class Size:
    """What was measured at one size. ``clean``: the share of clean rounds in each pass. ``few``: passes with too few
    clean rounds, in which all rounds counted."""

    variants: dict[str, Variant] = field(default_factory=dict)
    clean: list[float] = field(default_factory=list)
    few: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    variant: str
    level: tuple[str, ...]
    """The other variants that are level with the fastest."""


def best(variants: Mapping[str, Variant]) -> Verdict:
    """The variant to run. ``variants``: in the kernel's order, which decides between equal numbers of instructions."""
    fastest = max(variants, key=lambda name: median(variants[name].speeds))
    level = [name for name in variants if not variants[fastest].beats(variants[name])]
    chosen = min(level, key=lambda name: (variants[name].instructions, name != fastest))
    return Verdict(chosen, tuple(name for name in level if name != chosen))


def _mean(values: Iterable[float]) -> float:
    logs = [log(value) for value in values]
    return exp(sum(logs) / len(logs))


def sizes(passes: Sequence[Iterable[Row]], kernel_of: Mapping[str, str | None]) -> dict[str, dict[int, Size]]:
    """Kernel → size → what the passes measured. ``passes``: the rows that the speed tool printed, beside portable C.
    ``kernel_of``: the kernel of each benchmark. Benchmarks of one kernel, such as AES with keys of three lengths, count
    alike. Passes with too few clean rounds count for a size where no other pass counts."""
    judged = {(row["kernel"], row["bytes"]) for rows in map(list, passes) for row in rows if not row["few"]}
    found: dict[str, dict[int, Size]] = {}
    for rows in passes:
        ratios: dict[tuple[str, int, str], list[float]] = {}
        clean: dict[tuple[str, int], list[float]] = {}
        few: set[tuple[str, int]] = set()
        for row in rows:
            kernel = kernel_of.get(row["kernel"])
            if kernel is None or row["peer"] != PORTABLE or row["variant"] in _NO_VARIANT:
                continue
            place = kernel, row["bytes"]
            size = found.setdefault(kernel, {}).setdefault(row["bytes"], Size({PORTABLE: Variant([])}))
            variant = size.variants.setdefault(row["variant"], Variant([]))
            if row["instructions_per_byte"] is not None:
                variant.instructions = min(variant.instructions, row["instructions_per_byte"])
            if row["few"] and (row["kernel"], row["bytes"]) in judged:
                continue
            ratios.setdefault((*place, row["variant"]), []).append(row["ratio"])
            clean.setdefault(place, []).append(row["clean"])
            if row["few"]:
                few.add(place)
        for (kernel, size_, name), each in ratios.items():
            found[kernel][size_].variants[name].speeds.append(_mean(each))
        for (kernel, size_), shares in clean.items():
            found[kernel][size_].clean.append(min(shares))
            found[kernel][size_].few += (kernel, size_) in few
            found[kernel][size_].variants[PORTABLE].speeds.append(1.0)
    for measured in found.values():
        _estimate(measured)
    return found


def beside(passes: Iterable[Iterable[Row]]) -> list[list[Row]]:
    """The rows that tell a ratio while the core's other thread was busy, with that as their ratio."""
    told: list[list[Row]] = [
        [{**row, "ratio": row["shared_ratio"], "few": False} for row in rows if row["shared_ratio"] is not None]
        for rows in passes
    ]
    return [rows for rows in told if rows]


def _estimate(measured: Mapping[int, Size]) -> None:
    """Gives sizes too long for single steps the instructions for a byte of the next shorter size."""
    counted: dict[str, float] = {}
    for _, size in sorted(measured.items()):
        for name, variant in size.variants.items():
            variant.instructions = counted.get(name, inf) if variant.instructions == inf else variant.instructions
            counted[name] = variant.instructions


def _together(measured: Mapping[int, Size]) -> Size:
    """All sizes as one, for a kernel whose speed has one row for all sizes."""
    out = Size()
    for name in dict.fromkeys(name for size in measured.values() for name in size.variants):
        each = [size.variants[name] for size in measured.values() if name in size.variants]
        speeds = [_mean(values) for values in zip(*(variant.speeds for variant in each))]
        out.variants[name] = Variant(speeds, max(variant.instructions for variant in each))
    out.clean = [min(shares) for shares in zip(*(size.clean for size in measured.values()))]
    out.few = max(size.few for size in measured.values())
    return out


def choices(
    kernel: str, measured: Mapping[int, Size], *, by_size: bool, policy: str = ""
) -> tuple[list[Choice], list[str]]:
    """The rows of a kernel, and a comment for each size: the confidence. ``by_size``: the kernel has an argument for
    the size of its input. More rows than a file may have are joined where that loses least."""
    told = dict(sorted(measured.items())) if by_size else {0: _together(measured)}
    verdicts = {size: best(one.variants) for size, one in told.items()}
    comments = [comment(kernel, size, told[size], verdict, policy) for size, verdict in verdicts.items()]
    bands: list[tuple[int, str]] = []
    for size, verdict in verdicts.items():
        # A variant that is level with the best goes on: a further row would win nothing.
        if not bands or bands[-1][1] not in (verdict.variant, *verdict.level):
            bands.append((size if bands else 0, verdict.variant))
    while len(bands) > BANDS:
        losses = [_ratio(told[size], variant, before) for (_, before), (size, variant) in zip(bands, bands[1:])]
        del bands[1 + losses.index(min(losses))]
        bands = [band for n, band in enumerate(bands) if n == 0 or band[1] != bands[n - 1][1]]
    return [Choice(kernel, size, variant, policy) for size, variant in bands], comments


def _ratio(size: Size, variant: str, other: str) -> float:
    return median(size.variants[variant].speeds) / median(size.variants[other].speeds)


def comment(kernel: str, bytes_: int, size: Size, verdict: Verdict, policy: str) -> str:
    """How sure a verdict is: the range of the passes, the share of clean rounds, and the next variant."""
    own = size.variants[verdict.variant]
    rest = [name for name in size.variants if name != verdict.variant]
    text = f"{kernel}{f' at {bytes_}' if bytes_ else ''}{f', {policy}' if policy else ''}: {verdict.variant} "
    text += f"{median(own.speeds):.2f} x C ({min(own.speeds):.2f} to {max(own.speeds):.2f}"
    text += f", {len(own.speeds)} passes, {100 * median(size.clean):.0f}% clean"
    text += f", {size.few} without enough clean rounds)" if size.few else ")"
    if rest:
        second = max(rest, key=lambda name: median(size.variants[name].speeds))
        text += f"; {second} {median(size.variants[second].speeds):.2f}"
        text += ", level" if second in verdict.level else ""
    return text
