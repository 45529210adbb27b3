# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py speed --html FILE``: the throughput of every contender by the number of bytes, on one page of curves.

The page needs no other file and no network. It takes the reader's colours: text and axes have the colour of the page's
text, and the curves have colours of medium lightness.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Collection, Sequence
from typing import Any

from generator import templates
from targets.toolchain import benches, plotting, speed_rows
from targets.toolchain.speed_rows import Chart, Curve, Limit, Row

_INK = "#0a0b0c"
"""Stands for the colour of the page's text, until the SVG is written."""
_COLOURS = ("#2f81d6", "#d1495b", "#3a9a5b", "#a46bd1", "#c98a1b", "#1a9da3", "#d36bb0", "#7d8f2a")
_OF_PEERS = ("#e0761f", "#b8860b", "#c2594d")
_GAP = 0.075  # between two labels, as a share of the axis
_DECADE = 10.0
_LEAST_RANGE = 3  # the highest speed of an axis divided by its lowest
_STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))
"""Numbers of a decade that an axis may label. The first list with enough labels is taken."""
_FEWEST_TICKS = 4
_NEAR = 1.5


def page(rows: Sequence[Row], kernels: Collection[str] = ()) -> str:
    """The page of some rows. ``kernels``: those that have a page in ``kernels/`` beside this one, as in the folder of
    ``build.py site``."""
    drawn = speed_rows.charts(rows)
    versions = sorted({row["peer_version"] for row in rows if row["peer_version"]})
    figures = []
    for number, chart in enumerate(drawn):
        limit = speed_rows.limit(chart.name, chart.cpu)
        figures.append(
            {"name": chart.name, "function": chart.function, "ways": sorted(chart.ways), "limit": limit,
             "kernel": benches.every().get(chart.name, ""),
             "svg": _inline(_draw(chart, limit), f"f{number}-"), "table": _table(chart)}
        )  # fmt: skip
    clean = sum(row["clean"] for row in rows) / len(rows)
    values = {"figures": figures, "cpu": drawn[0].cpu, "versions": versions, "kernels": kernels,
              "clean": f"{100 * clean:.0f}", "gigahertz": f"{drawn[0].gigahertz:.2f}"}  # fmt: skip
    return templates.render("speed/page.html.j2", values)


def _table(chart: Chart) -> list[list[str]]:
    sizes = sorted({size for curve in chart.curves.values() for size in curve.speeds})
    out = [["MB/s", *(f"{size} B" for size in sizes)]]
    for curve in chart.curves.values():
        cells = [
            f"{curve.speeds[size] / 1e6:.0f}{'*' if size in curve.chosen else ''}" if size in curve.speeds else ""
            for size in sizes
        ]
        out.append([curve.name, *cells])
        if curve.instructions:
            counts = [f"{curve.instructions[size]:.2f}" if size in curve.instructions else "" for size in sizes]
            out.append([f"{curve.name}, instructions a byte", *counts])
    return out


def _style(curve: Curve, order: int) -> dict[str, Any]:
    if curve.foreign and curve.name != "portable":
        return {"color": _OF_PEERS[order % len(_OF_PEERS)], "linestyle": (0, (5, 2)), "linewidth": 1.8}
    if curve.name == "portable":
        return {"color": "#8b8f94", "linestyle": (0, (1, 1.5)), "linewidth": 1.8}
    if curve.name == "dispatched":
        return {"color": _INK, "linewidth": 1.1}
    return {"color": _COLOURS[order % len(_COLOURS)], "linewidth": 1.8}


def _draw(chart: Chart, limit: Limit | None) -> str:
    """One chart as SVG. A ring marks the variant that dispatch chooses; each curve's name stands at its end."""
    library = plotting.ensure()
    settings = {
        "svg.fonttype": "none", "svg.hashsalt": "asmloom", "font.family": "sans-serif", "font.size": 10,
        "text.color": _INK, "axes.labelcolor": _INK, "axes.edgecolor": _INK, "xtick.color": _INK, "ytick.color": _INK,
        "axes.spines.top": False, "axes.spines.right": False,
    }  # fmt: skip
    with library.rc_context(settings):
        figure = library.figure.Figure(figsize=(7.6, 4.0))
        axes = figure.add_axes((0.115, 0.135, 0.645, 0.83))
        figure.patch.set_visible(False)
        axes.patch.set_visible(False)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        labels: list[tuple[float, str, str]] = []
        orders = {True: 0, False: 0}
        for curve in chart.curves.values():
            style = _style(curve, orders[curve.foreign])
            orders[curve.foreign] += curve.name not in ("portable", "dispatched")
            sizes = sorted(curve.speeds)
            speeds = [curve.speeds[size] / 1e6 for size in sizes]
            axes.plot(sizes, speeds, marker="o", markersize=3, **style)
            rings = [size for size in sizes if size in curve.chosen]
            axes.plot(rings, [curve.speeds[size] / 1e6 for size in rings], linestyle="none", marker="o", markersize=9,
                      markerfacecolor="none", markeredgecolor=style["color"], markeredgewidth=1.6)  # fmt: skip
            labels.append((speeds[-1], curve.name + (" ◯" if sizes[-1] in curve.chosen else ""), style["color"]))
        sizes = sorted({size for curve in chart.curves.values() for size in curve.speeds})
        if limit is not None:
            top = limit.per_second(chart.gigahertz) / 1e6
            axes.axhline(top, color=_INK, linewidth=0.9, linestyle=(0, (8, 3, 2, 3)))
            labels.append((top, "limit", _INK))
        _ticks(library, axes, sizes, [speed for speed, _, _ in labels], chart)
        for at, (speed, text, colour) in zip(_spread(axes, [speed for speed, _, _ in labels]), labels):
            axes.annotate(
                text, (sizes[-1], speed), xytext=(1.05, at), textcoords="axes fraction", va="center", color=colour,
                arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 5},
            )  # fmt: skip
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return out.getvalue()


def _ticks(library: Any, axes: Any, sizes: Sequence[int], ends: Sequence[float], chart: Chart) -> None:
    """Label the measured numbers of bytes, and the round numbers of the speeds' axis."""
    speeds = [speed / 1e6 for curve in chart.curves.values() for speed in curve.speeds.values()]
    low, high = min(speeds) / 1.25, max([*speeds, *ends]) * 1.2
    low = min(low, high / _LEAST_RANGE)
    axes.set_xlim(sizes[0] * 0.85, max(sizes[-1], sizes[0] * 2) * 1.06)
    axes.set_ylim(low, high)
    axes.set_xticks(list(sizes), labels=_apart(sizes))
    axes.minorticks_off()
    first, last = math.floor(math.log10(low)) - 1, math.ceil(math.log10(high))
    shown: list[float] = []
    for steps in _STEPS:
        numbers = [step * _DECADE**power for power in range(first, last + 1) for step in steps]
        shown = [number for number in numbers if low <= number <= high]
        if len(shown) >= _FEWEST_TICKS:
            break
    axes.set_yticks(shown, labels=[f"{number:,.0f}" if number >= 10 else f"{number:g}" for number in shown])
    axes.set_xlabel("bytes a call")
    axes.set_ylabel("MB/s")
    axes.grid(True, axis="y", color=_INK, alpha=0.15, linewidth=0.7)


def _apart(sizes: Sequence[int]) -> list[str]:
    """The words of numbers of bytes. A number near the next one has none: the two would touch."""
    return ["" if after < _NEAR * size else str(size) for size, after in zip(sizes, [*sizes[1:], math.inf])]


def _spread(axes: Any, speeds: Sequence[float]) -> list[float]:
    """Heights of labels, as shares of the axis: near the ends of their curves, and at least a gap apart."""
    low, high = (math.log(limit) for limit in axes.get_ylim())
    wanted = [(math.log(speed) - low) / (high - low) for speed in speeds]
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    heights = list(wanted)
    for before, this in zip(order, order[1:]):
        heights[this] = max(heights[this], heights[before] + _GAP)
    over = max(heights, default=0) - 1.0
    for this, after in zip(reversed(order), [None, *reversed(order)]):
        if over > 0:
            top = 1.0 if after is None else heights[after] - _GAP
            heights[this] = min(heights[this], top)
    return heights


def _inline(svg: str, prefix: str) -> str:
    """SVG for a page: without prologue and fixed size, identifiers with a prefix, and the page's colour of text."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.S)
    body = re.sub(r' xmlns(:\w+)?="[^"]*"', "", body).replace("xlink:href", "href")  # HTML knows both
    body = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{prefix}", body)
    body = re.sub(r'(<svg\b[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg\b[^>]*?) height="[^"]*"', r"\1", body, count=1)
    return body.replace(_INK, "currentColor")
