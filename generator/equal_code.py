# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refuse two variants of a kernel with the same instructions: the second would be a file and a dispatch row for
nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from generator.lang.contract import Kernel
from generator.model import Function, Instr, KernelError, LabelDef, LabelRef, Mem


def outline(function: Function) -> bytes:
    """Digest of the mnemonics in order. The digest is cheap. Functions that :func:`alike` accepts have equal
    digests."""
    return hashlib.sha256(" ".join([item.mnem for item in function.body if type(item) is Instr]).encode()).digest()


def alike(a: Function, b: Function) -> bool:
    """True if two functions are the same instructions on the same data.

    Comments do not count. Names of tables do not count, because they contain the function's name.
    """
    return _code(a) == _code(b)


def refuse_equal(
    kernel: Kernel, outlines: Mapping[str, bytes], function: Callable[[str], Function]
) -> None:  # fmt: skip
    """KernelError if two variants of one architecture are alike. ``outlines``: by variant. ``function``: builds a
    variant's function, and is called only for variants that share an outline."""
    first: dict[bytes, str] = {}
    for name, found in outlines.items():
        other = first.setdefault(found, name)
        if other == name:
            continue
        one, two = function(other), function(name)
        if alike(one, two):
            raise KernelError(
                kernel.src,
                f"{kernel.name}: variants {other} and {name} are the same instructions on {one.arch} ({one.abi}); "
                f'expected one of them: Variant("{name}", …, without=(("{one.arch}", "the reason"),)), or an engine '
                "that uses the features of its row",
            )


def _code(function: Function) -> list[object]:
    """The parts of a function, without names."""
    own = f"{function.symbol}_"

    def plain(part: Any) -> Any:
        if isinstance(part, LabelRef):
            return part.name.removeprefix(own)
        if isinstance(part, Mem) and part.symbol is not None:
            return (part.symbol.removeprefix(own), part.base, part.disp, part.index, part.scale, part.width)
        return part

    code: list[object] = [(table.name.removeprefix(own), table.element, table.values) for table in function.tables]
    for item in function.body:
        if isinstance(item, Instr):
            code.append((item.mnem, tuple(map(plain, item.ops)), item.mask, item.zero))
        elif isinstance(item, LabelDef):
            code.append(item)
    return code
