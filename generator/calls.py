# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A call of each kernel that can be timed, from its contract: arguments, memory and amounts of work."""

from __future__ import annotations

from dataclasses import dataclass

from generator.lang.contract import Kernel

_SIZES = (16, 64, 256, 1024, 4096, 16384)
_MOST_BYTES = 1 << 16  # of all messages of a call
_MOST_POINTERS = 16  # MOST_MEMORY of runtime/tune/tune.c
_NUMBER, _SCALE, _SECRET = 7, 8, 0x9E3779B9


@dataclass(frozen=True, slots=True)
class Call:
    """``arguments``: C, where ``at[n]`` is memory n and ``amount`` the amount of work. ``memory``: bytes, the number of
    pointers in an array of pointers, and the bytes of a word."""

    arguments: list[str]
    memory: list[tuple[int, int, int]]
    amounts: list[int]


def numbers(kernel: Kernel) -> dict[str, int]:
    """The values of arguments that are numbers, but for the amount of work."""
    out = {}
    for arg in kernel.args:
        given = kernel.cases.get(arg.name)
        if not arg.access and arg.name != kernel.size_arg:
            values = [one for one in given if isinstance(one, int)] if given is not None and not callable(given) else []
            out[arg.name] = values[-1] if values else _NUMBER if arg.public else _SECRET
            if not values and any(arg.name in other.size for other in kernel.args):
                out[arg.name] = _SCALE
    return out


def call(kernel: Kernel) -> Call | None:
    """None for a kernel whose contract tells the contents of memory: bytes without a meaning would not do."""
    memories = [arg for arg in kernel.args if arg.access]
    if len(memories) > _MOST_POINTERS or any(arg.name in kernel.cases for arg in memories):
        return None
    amounts = [0]
    if kernel.size_arg:
        unit, given = kernel.size_unit, kernel.cases.get(kernel.size_arg)
        most = _MOST_BYTES // max(1, kernel.messages)
        amounts = sorted({max(1, size // unit) for size in _SIZES if size <= most})
        if given is not None and not callable(given):
            amounts = [one for one in amounts if one in given] or [max(one for one in given if isinstance(one, int))]
    values = {**numbers(kernel), kernel.size_arg: amounts[-1]}
    arguments: list[str] = []
    memory: list[tuple[int, int, int]] = []
    for param, arg in zip(kernel.params, kernel.args):
        if arg.access:
            arguments.append(f"at[{len(memory)}]")
            memory.append((max(1, arg.bytes(values)), arg.messages, 4 if "uint32_t" in param.text else 1))
        else:
            arguments.append(f"({param.ctype}){'amount' if arg.name == kernel.size_arg else f'{values[arg.name]}u'}")
    return Call(arguments, memory or [(1, 0, 1)], amounts)
