# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``stitch``: several recorded streams as one, whose instructions take turns."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from generator.lang.values import Op, Stream
from generator.model import KernelError, Src

MOST = 64  # instructions of one stream together; much more, and the streams run one after the other


def stitch(*streams: Stream, grain: int = 8, weights: Sequence[float] | None = None) -> Stream:
    """Independent straight streams as one, each in its own order, in proportion to how many instructions each has.

    ``grain`` is how many instructions of one stream stand together. ``weights`` (all 1 unless given) say how fast each
    stream runs: one of weight 2 beside one of weight 1 is done half way. Branches are allowed as ``k.rarely`` makes
    them. The streams may share what they read; what one changes the others may not touch, which is checked on the
    instructions: registers, flags, and memory by the contract's arguments. A hazard is a KernelError that names both
    lines.
    """
    frame = sys._getframe(1)
    src = Src(frame.f_code.co_filename, frame.f_lineno)
    if len(streams) < 2 or not all(isinstance(one, Stream) for one in streams):
        given = ", ".join(type(one).__name__ for one in streams) or "nothing"
        raise KernelError(src, f"stitch({given}): expected two or more recorded streams")
    for one in streams:
        if not one.ops:
            raise KernelError(src, f"stitch: stream {one.name or 'without a name'} is empty")
        inner = next((op for op in one.ops if op.name == "seam"), None)
        if inner is not None:
            raise KernelError(
                src, f"stitch: {one.name} is a stitch itself (line {inner.src.line}); give all its streams"
            )
    if not isinstance(grain, int) or not 1 <= grain <= MOST:
        raise KernelError(src, f"stitch: grain {grain}; expected 1 to {MOST} instructions")
    shares = tuple(weights) if weights is not None else (1,) * len(streams)
    if len(shares) != len(streams) or not all(share > 0 for share in shares):
        raise KernelError(src, f"stitch: weights {shares}; expected {len(streams)} positive numbers")
    names = tuple(one.name for one in streams)
    out = Stream([], "+".join(names))
    for n, one in enumerate(streams):
        attrs = {"names": names, "grain": grain, "weights": shares}
        out.ops.append(Op("seam", (), ("next" if n else "begin",), src, attrs))
        out.ops.extend(one.ops)
    out.ops.append(Op("seam", (), ("end",), src))
    return out
