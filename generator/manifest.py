# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The rows of a manifest that describe kernels: the promises of each contract, for other programs to read.

A kernel's row has ``prototype``, ``algorithm`` and ``arguments`` (in the prototype's order). Every argument has
``name``, ``type`` and ``secret``. A pointer also has:

``access``: ``r``, ``w`` or ``rw``.
``bytes``: the extent, as an expression over the arguments that are numbers.
``align``: the power of two that the address must be a multiple of.
``may_equal``: the other arguments that may be the same buffer.
``may_share``: the other arguments that may lie at another place of the same buffer, with the least distance in bytes
between the two beginnings. Distances run both ways. Arguments that are only read may overlap in any way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from generator.lang.contract import Arg, Kernel, Param


def kernel_rows(kernels: Iterable[Kernel]) -> dict[str, Any]:
    """Name → row, for each kernel."""
    return {kernel.name: _kernel(kernel) for kernel in kernels}


def _kernel(kernel: Kernel) -> dict[str, Any]:
    arguments = [_argument(kernel, param, arg) for param, arg in zip(kernel.params, kernel.args)]
    return {"prototype": kernel.prototype, "algorithm": kernel.source, "arguments": arguments}


def _argument(kernel: Kernel, param: Param, arg: Arg) -> dict[str, Any]:
    row: dict[str, Any] = {"name": arg.name, "type": param.ctype, "secret": not arg.public}
    if not arg.access:
        return row
    others = [other.name for other in kernel.args if other.access and other.name != arg.name]
    equal = [other for other in others if kernel.class_of(other) == kernel.class_of(arg.name)]
    near = {other: kernel.distance(arg.name, other) for other in others if other not in equal}
    return {
        **row,
        "access": arg.access,
        "bytes": arg.size,
        "align": arg.align,
        "may_equal": equal,
        "may_share": {other: distance for other, distance in near.items() if distance is not None},
    }


def in_rows(manifest: Any, depth: int = 3) -> str:
    """A manifest as JSON. The values at ``depth`` are one line each."""
    return _in_rows(manifest, depth, "") + "\n"


def _in_rows(value: Any, depth: int, indent: str) -> str:
    if not depth or not value or not isinstance(value, (dict, list)):
        return json.dumps(value, sort_keys=True)
    inner = indent + " "
    if isinstance(value, list):
        return f"[\n{_joined((_in_rows(one, depth - 1, inner) for one in value), inner)}\n{indent}]"
    lines = (f"{json.dumps(key)}: {_in_rows(value[key], depth - 1, inner)}" for key in sorted(value))
    return f"{{\n{_joined(lines, inner)}\n{indent}}}"


def _joined(lines: Iterable[str], indent: str) -> str:
    return ",\n".join(indent + line for line in lines)
