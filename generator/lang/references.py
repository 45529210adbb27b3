# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The part of a contract that says what is right: a reference in Python, a peer in C, and plausible arguments.

``build.py test --kernel-path`` and ``build.py speed --kernel-path`` read these fields. No generated code depends on
them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Union

from generator.lang.declared import listed, number, refuse_types
from generator.model import KernelError, Src

Reference = Callable[..., Any]
"""Takes the kernel's arguments: integers, ``bytes`` for arguments that are read, and ``bytearray`` for arguments that
are written, which the reference changes in place. The result is the kernel's."""
Cases = Mapping[str, Union[Sequence[int], Sequence[bytes], Callable[..., bytes]]]
"""An argument's name → its values: numbers, contents, or a function of a ``random.Random`` and a size that makes
contents."""


def refuse_reference(src: Src, name: str, reference: object, params: Sequence[str]) -> None:
    """KernelError unless a reference takes the kernel's arguments, by their names and in their order."""
    if reference is None:
        return
    form = f"def {name}_reference({', '.join(params)}): a function of the kernel's arguments"
    refuse_types(src, name, [("reference", reference, callable(reference), form)])
    assert callable(reference)
    try:
        own = [*inspect.signature(reference).parameters]
    except (TypeError, ValueError):
        own = ["?"]
    if [one if one in params else one.removesuffix("_") for one in own] != [*params]:
        raise KernelError(src, f"{name}: the reference takes {own}; expected {form}")


def refuse_peer(src: Src, name: str, peer: object) -> None:
    """KernelError unless ``c_reference`` names a C file beside the script."""
    fits = isinstance(peer, str) and (not peer or (peer.endswith(".c") and not PurePosixPath(peer).is_absolute()))
    form = f'a C file, by its path from the script\'s folder, that defines {name}: c_reference="{name}.c"'
    refuse_types(src, name, [("c_reference", peer, fits, form)])


def can_hold(value: int, ctype: str) -> bool:
    """Whether C's integer type has a value on every target. size_t has 32 bits somewhere."""
    bits = 32 if ctype == "size_t" else int(re.sub(r"\D", "", ctype))
    return 0 <= value < 1 << bits if ctype[0] != "i" else -(1 << bits - 1) <= value < 1 << bits - 1


def refuse_cases(src: Src, name: str, cases: object, pointers: Sequence[str], scalars: Mapping[str, str]) -> None:
    """KernelError for cases of something else than the kernel's arguments, or of another type. ``scalars``: the C types
    of the arguments that are numbers."""
    form = "a dictionary of arguments' names and values"
    refuse_types(src, name, [("cases", cases, cases is None or isinstance(cases, dict), form)])
    for arg, given in cases.items() if isinstance(cases, dict) else ():
        said = f"{name}: cases"
        if arg in scalars:
            numbers = isinstance(given, range) or (listed(given) and all(number(one) for one in given))
            fits = numbers and bool(given)
            refuse_types(src, said, [(str(arg), given, fits, "the argument's values: a list or a range of numbers")])
            wrong = next((one for one in given if not can_hold(one, scalars[arg])), None)
            if wrong is not None:
                raise KernelError(src, f"{said} gives {arg} {wrong}; expected a {scalars[arg]}")
        elif arg in pointers:
            fits = callable(given) or (listed(given, bytes) and bool(given))
            form = "a list of contents (bytes), or a function of a random.Random and a size that makes contents"
            refuse_types(src, said, [(str(arg), given, fits, form)])
        else:
            raise KernelError(src, f"{said} names {arg!r}; expected some of {', '.join((*pointers, *scalars))}")
