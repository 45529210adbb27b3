# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The README's picture: the pipeline, with the kernels and targets that there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator import __version__

_BOX = {"fill": "#eef3fa", "stroke": "#8aa4c8"}
_ENDS = {"fill": "#f3f7ec", "stroke": "#9db878"}
_CHECK = {"fill": "#fdf3e4", "stroke": "#d9a860"}


def layout(kernels: Sequence[str], syntaxes: dict[str, int], targets: int) -> dict[str, Any]:
    """Context of ``pipeline.svg.j2``. ``syntaxes``: name → number of targets that have it."""
    stages = [
        ("record", ["every operation keeps", "its script line"], _BOX),
        ("lower", ["one rule an operation", "and ISA"], _BOX),
        ("allocate", ["no silent spills;", "replayed by a checker"], _BOX),
        ("frame", ["one list makes code", "and all unwind data"], _BOX),
        ("verify", ["always on: flags, stack,", "features, secrecy"], _CHECK),
    ]
    width, gap, top = 158, 22, 108
    boxes: list[dict[str, Any]] = []
    arrows: list[tuple[int, int, int, int]] = []
    x = 20
    for title, lines, style in stages:
        boxes.append({"x": x, "y": top, "w": width, "h": 78, "title": title, "lines": lines, **style})
        if x > 20:
            arrows.append((x - gap, top + 39, x - 3, top + 39))
        x += width + gap
    total = x - gap + 20
    script = {"x": 20, "y": 16, "w": total - 40, "h": 58, "title": "one Python script a kernel", **_ENDS}
    boxes.append({**script, "lines": [", ".join(kernels)]})
    arrows.append((20 + width // 2, 74, 20 + width // 2, top - 3))
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
