# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse a loop that rebinds a name of its script: ``total = total + x`` in place of ``total += x``.

The body is recorded once. A name that stands for a new variable at the body's end stands for the old one in the code of
the next round.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Iterator, Sequence
from types import CodeType, FrameType, FunctionType, ModuleType

from generator.lang.values import Condition, Op, Val
from generator.model import KernelError, Src

_DEEP = 3  # lists inside of lists
_ACCESS = re.compile(r"(LOAD|STORE|DELETE)_(?:FAST|DEREF|CLOSURE|NAME|GLOBAL)")


def bound(frame: FrameType) -> dict[str, Val]:
    """The variables that the names of a running function stand for, those in lists included: ``s[3]``."""
    return {path: val for name, held in frame.f_locals.items() for path, val in _within(name, held, _DEEP)}


def _within(path: str, held: object, deep: int) -> Iterator[tuple[str, Val]]:
    if isinstance(held, Val):
        yield path, held
    elif isinstance(held, (list, tuple)) and deep:
        for n, one in enumerate(held):
            yield from _within(f"{path}[{n}]", one, deep - 1)
    elif isinstance(held, dict) and deep:
        for key, one in held.items():
            yield from _within(f"{path}[{key!r}]", one, deep - 1)
    elif deep and isinstance(getattr(held, "__dict__", None), dict) and not _foreign(held):
        for key, one in vars(held).items():
            yield from _within(f"{path}.{key}", one, deep - 1)


def _foreign(held: object) -> bool:
    """True for what is no record of a script: its builder, classes, functions and modules."""
    return isinstance(held, (type, ModuleType, FunctionType)) or type(held).__module__.startswith("generator.lang")


def _first_use(code: CodeType, start: int, end: int) -> dict[str, str]:
    """Name → LOAD or STORE, the first that the instructions between two offsets do with the name."""
    found: dict[str, str] = {}
    for step in dis.get_instructions(code):
        if start < step.offset < end and not step.opname.endswith("_AND_CLEAR"):  # a comprehension's own name
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            for how, name in zip(_ACCESS.findall(step.opname), names):
                found.setdefault(str(name), how)
    return found


def refuse_rebound(frame: FrameType, start: int, before: dict[str, Val], body: Sequence[Op], src: Src) -> None:
    """KernelError for a name that the body of a loop reads before it binds the name to another variable.

    ``start``: the frame's instruction at the loop's entry. ``before``: the names there. ``body``: what the loop has
    recorded. ``src``: the loop's line.
    """
    after = bound(frame)
    changed = [(path, val, after[path]) for path, val in before.items() if after.get(path, val) is not val]
    if not changed:
        return
    uses = _first_use(frame.f_code, start, frame.f_lasti)
    read = {id(arg) for op in body for arg in _read(op)}
    made = {id(val) for op in body for val in op.dst}
    for path, old, new in changed:
        name = re.split(r"[.[]", path)[0]
        if uses.get(name, "LOAD") == "LOAD" and id(old) in read and old.type == new.type:
            if id(new) in made and id(new) not in {id(val) for val in before.values()}:
                raise KernelError(
                    new.src,
                    f"{path} = … makes a new variable in each round of the loop of line {src.line}, and the next round "
                    f"reads the old {path} (line {old.src.line}) again; expected an augmented operator such as "
                    f"{path} += …, to={path}, or k.set({path}, …)",
                )
            raise KernelError(
                src,
                f"{path} stands for {old.name} (line {old.src.line}) at the start of the loop, and for {new.name} "
                f"(line {new.src.line}) at its end; the code of the next round reads {old.name} again; expected k.set, "
                "or as many steps in the loop as bring each name back to its variable",
            )


def _read(op: Op) -> Iterator[Val]:
    todo: list[object] = list(op.args)
    while todo:
        arg = todo.pop()
        if isinstance(arg, Val):
            yield arg
        elif isinstance(arg, Op):
            todo += arg.args
        elif isinstance(arg, Condition):
            todo += [arg.x, arg.y]
