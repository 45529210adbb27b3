# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README's picture: the pipeline, the kernels and the targets."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from generator import __version__

_BOX = {"fill": "#eef3fa", "stroke": "#8aa4c8"}
_ENDS = {"fill": "#f3f7ec", "stroke": "#9db878"}
_CHECK = {"fill": "#fdf3e4", "stroke": "#d9a860"}
LETTER = 6.7
"""Approximate width of a letter in a box, in pixels."""


def layout(kernels: Sequence[str], syntaxes: dict[str, int], targets: int) -> dict[str, Any]:
    """Context of ``pipeline.svg.j2``. ``syntaxes``: name → number of targets that have it."""
    stages = [
        ("record", ["every operation keeps", "its script line"], _BOX),
        ("lower", ["one rule an operation", "and ISA"], _BOX),
        ("stitch", ["streams take turns;", "hazards are refused"], _BOX),
        ("allocate", ["no silent spills;", "replayed by a checker"], _BOX),
        ("order", ["for in-order cores;", "replayed too"], _BOX),
        ("frame", ["one list makes code", "and all unwind data"], _BOX),
        ("verify", ["always on: flags,", "stack, secrecy"], _CHECK),
    ]
    width, gap = 150, 16
    total = 40 + len(stages) * (width + gap) - gap
    names = textwrap.wrap(", ".join(kernels), int((total - 60) / LETTER), break_long_words=False)
    script = {"x": 20, "y": 16, "w": total - 40, "h": 41 + 17 * len(names), "title": "one Python script a kernel"}
    top = 16 + 41 + 17 * len(names) + 34
    boxes: list[dict[str, Any]] = []
    arrows: list[tuple[int, int, int, int]] = []
    x = 20
    for title, lines, style in stages:
        boxes.append({"x": x, "y": top, "w": width, "h": 78, "title": title, "lines": lines, **style})
        if x > 20:
            arrows.append((x - gap, top + 39, x - 3, top + 39))
        x += width + gap
    boxes.append({**script, "lines": names, **_ENDS})
    arrows.append((20 + width // 2, top - 34, 20 + width // 2, top - 3))
    below = top + 78 + 42
    each = (total - 40 - gap * (len(syntaxes) - 1)) // len(syntaxes)
    for n, (syntax, count) in enumerate(syntaxes.items()):
        left = 20 + n * (each + gap)
        boxes.append(
            {
                "x": left,
                "y": below,
                "w": each,
                "h": 58,
                "title": syntax,
                "lines": [f"{count} of {targets} targets"],
                **_ENDS,
            }
        )
        arrows.append((total - 20 - width // 2, top + 78, left + each // 2, below - 3))
    return {"width": total, "height": below + 58 + 16, "boxes": boxes, "arrows": arrows, "version": __version__}
