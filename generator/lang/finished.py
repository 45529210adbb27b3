# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse an incomplete recording: an unused scope, an operation that is not emitted exactly once, a missing result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.model import KernelError, Src

if TYPE_CHECKING:
    from generator.lang.contract import Kernel
    from generator.lang.scopes import Scope
    from generator.lang.values import Op, Stream


def refuse_unfinished(
    kernel: Kernel, whole: Stream, recorded: list[Op], streams: list[tuple[Stream, Src]], scopes: list[Scope[Any]]
) -> None:
    """KernelError for a part of the recording that is missing from ``whole`` or appears twice, and for a missing
    result.

    ``recorded``: all operations that the builder recorded, in any stream. ``streams``, ``scopes``: all that the builder
    made.
    """
    for scope in scopes:
        if scope.state != "closed":
            what = "left" if scope.state == "open" else "entered"
            raise KernelError(scope.src, f"{scope.name} is never {what}; {scope.mend}")
    _refuse_parts(whole, recorded, streams)
    _refuse_result(kernel, whole)


def _refuse_parts(whole: Stream, recorded: list[Op], streams: list[tuple[Stream, Src]]) -> None:
    """Refuse an operation that is not emitted exactly once. A missing one would make the script's line have no effect.
    A repeated one would repeat labels and the stream's effect."""
    emitted = [id(op) for op in whole.ops if op.name != "seam"]
    every = {id(op) for op in recorded}
    unique = set(emitted)
    if len(unique) == len(emitted) and unique == every:
        return
    found = {id(op): (stream, src) for stream, src in streams for op in stream.ops}
    for op in recorded:
        stream, src = found.get(id(op), (None, op.src))
        shown = f"{op.name} (line {op.src.line})"
        if stream is not None:
            shown = f"stream {stream.name or 'without a name'}: {shown}"
        if id(op) not in unique:
            raise KernelError(
                src, f"{shown} is recorded, but never emitted; expected k.emit(…) of the stream, or of a stitch with it"
            )
        if emitted.count(id(op)) > 1:
            raise KernelError(src, f"{shown} is emitted twice; expected a recording for each")
    strange = next(op for op in whole.ops if op.name != "seam" and id(op) not in every)
    raise KernelError(strange.src, f"{strange.name}: an operation of another recording; expected one of this call")


def _refuse_result(kernel: Kernel, whole: Stream) -> None:
    """Refuse a function with a result that does not set the result exactly once, on every path to its end."""
    rets = [n for n, op in enumerate(whole.ops) if op.name == "ret"]
    if kernel.returns == "void":
        return
    if not rets:
        raise KernelError(kernel.src, f"{kernel.name} returns {kernel.returns}, but has no k.ret; expected one")
    if len(rets) > 1:
        first, second = (whole.ops[n].src for n in rets[:2])
        raise KernelError(
            second,
            f"ret: the result is set at line {first.line} already; expected one k.ret at the end, of a value that "
            "k.select or k.set has chosen: no function returns early",
        )
    around = _way_around(whole.ops, rets[0])
    if around is not None:
        raise KernelError(
            whole.ops[rets[0]].src,
            f"ret: the {'instruction' if around.name == 'asm' else 'branch'} of line {around.src.line} goes around it; "
            "expected k.ret outside of k.if_, k.loop, k.while_ and k.rarely",
        )


def _way_around(ops: list[Op], ret: int) -> Op | None:
    """The last branch taken on a path from the first operation to the end that avoids ``ret``. None if every path
    passes ``ret``."""
    places = {op.args[0]: n for n, op in enumerate(ops) if op.name == "label"}
    work: list[tuple[int, Op | None]] = [(0, None)]
    seen = {ret}
    while work:
        n, taken = work.pop()
        if n in seen:
            continue
        if n == len(ops):
            return taken
        seen.add(n)
        op = ops[n]
        goals = [places[arg] for arg in op.args if isinstance(arg, str) and arg in places] if op.name != "label" else []
        work += [(goal, op) for goal in goals]
        if op.name != "jump":
            work.append((n + 1, taken))
    return None
