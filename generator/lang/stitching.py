# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``stitch``: several recorded streams as one, whose instructions take turns."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from generator.lang.declared import listed, number
from generator.lang.values import Op, Stream
from generator.model import KernelError, Src

MOST = 64  # the most instructions of one stream together; with much more, the streams run one after the other
GRAIN = 8  # the default
CONTROL = ("branch", "jump", "label", "loop_end", "ret")


def stitch(
    *streams: Stream, grain: int | None = None, weights: Sequence[float] | None = None,
    order: Sequence[str] | None = None,
) -> Stream:  # fmt: skip
    """Independent straight streams as one. Each keeps its own order, and takes turns in proportion to its length.

    ``grain``: the number of instructions of one stream that stand together (default 8). ``weights`` (default: all 1):
    the speed of each stream; a stream of weight 2 beside one of weight 1 ends half way. Streams may have branches of
    the form that ``k.rarely`` makes. The streams may share registers and memory that they only read. No stream may
    touch registers, flags or memory (by the contract's arguments) that another changes. A check of the instructions
    raises a KernelError for such a hazard, and names both lines.

    ``order`` replaces proportion, ``grain`` and ``weights`` by an order of the script's own. ``order`` is a list of the
    streams' names, or a string of these: one-letter names, in which spaces do not count, or names with spaces between
    them if a name is longer. Each name takes the next operation of that stream; the names of a stream that has ended
    are skipped. The result is a straight stream of the operations in that order: a step may use the result of an
    earlier step of another stream, and the result may be stitched again. KernelError for a name of no stream, for an
    order that leaves a stream unfinished, and for a branch in a stream.
    """
    frame = sys._getframe(1)
    src = Src(frame.f_code.co_filename, frame.f_lineno)
    if len(streams) < 2 or not all(isinstance(one, Stream) for one in streams):
        given = ", ".join(type(one).__name__ for one in streams) or "nothing"
        raise KernelError(src, f"stitch({given}): expected two or more recorded streams")
    for one in streams:
        inner = next((op for op in one.ops if op.name == "seam"), None)
        if inner is not None:
            raise KernelError(
                src, f"stitch: {one.name} is a stitch itself (line {inner.src.line}); give all its streams"
            )
    if order is not None:
        if grain is not None or weights is not None:
            raise KernelError(src, "stitch: order beside grain or weights; expected order alone, which says everything")
        return _ordered(src, streams, order)
    for one in streams:
        if not one.ops:
            raise KernelError(src, f"stitch: stream {one.name or 'without a name'} is empty")
    grain = GRAIN if grain is None else grain
    if not number(grain) or not 1 <= grain <= MOST:
        raise KernelError(src, f"stitch: grain {grain!r}; expected 1 to {MOST} instructions")
    shares = (1,) * len(streams) if weights is None else weights
    if not listed(shares, int, float) or len(shares) != len(streams) or not all(map(_share, shares)):
        raise KernelError(src, f"stitch: weights={weights!r}; expected a list of {len(streams)} positive numbers")
    shares = tuple(shares)
    names = tuple(one.name for one in streams)
    out = Stream([], "+".join(names))
    for n, one in enumerate(streams):
        attrs = {"names": names, "grain": grain, "weights": shares}
        out.ops.append(Op("seam", (), ("next" if n else "begin",), src, attrs))
        out.ops.extend(one.ops)
    out.ops.append(Op("seam", (), ("end",), src))
    return out


def _share(given: float) -> bool:
    """True for a positive number. True is none, and neither is a number without end."""
    return not isinstance(given, bool) and 0 < given < math.inf


def _ordered(src: Src, streams: Sequence[Stream], order: Sequence[str]) -> Stream:
    """The streams' operations in the order that names their streams."""
    waiting = {one.name: iter(one.ops) for one in streams}
    if "" in waiting or len(waiting) < len(streams):
        shown = ", ".join(repr(one.name) for one in streams)
        raise KernelError(
            src, f"stitch: the streams are called {shown}; expected a name of its own for each that order steps through"
        )
    for one in streams:
        control = next((op for op in one.ops if op.name in CONTROL), None)
        if control is not None:
            raise KernelError(
                control.src,
                f"stitch: {control.name} in stream {one.name}; expected straight code, as an order by steps has "
                "no place that a branch comes back to",
            )
    if not isinstance(order, str) and not listed(order, str):
        example = ", ".join(repr(one.name) for one in streams)
        raise KernelError(
            src, f"stitch: order={order!r}; expected a list of the streams' names, [{example}, …], or a string of them"
        )
    if isinstance(order, str) and any(len(name) > 1 for name in waiting):
        order = order.split()
    out = Stream([], "+".join(waiting))
    for n, name in enumerate(order):
        if isinstance(order, str) and name.isspace():
            continue
        if name not in waiting:
            raise KernelError(src, f"stitch: order names {name!r} at [{n}]; expected one of {', '.join(waiting)}")
        op = next(waiting[name], None)
        if op is not None:
            out.ops.append(op)
    for one in streams:
        left = list(waiting[one.name])
        if left:
            raise KernelError(
                src,
                f"stitch: order takes {len(one.ops) - len(left)} of the {len(one.ops)} steps of stream {one.name} and "
                f"leaves {left[0].name} (line {left[0].src.line}); expected {one.name} until its end",
            )
    return out
