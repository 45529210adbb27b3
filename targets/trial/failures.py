# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The words for calls that went wrong: the function, the case, the first wrong byte, and every argument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.lang.contract import Kernel
from generator.wording import counted
from targets.trial.batch import Alias, Argument, Batch, Buffer, Call, Pointers, Result, faults_of

_SHOWN = 288  # bytes of a buffer
_MOST = 3  # cases of one function


def failures(asked: Batch, results: Sequence[Result], kernels: Mapping[str, Kernel], where: str) -> list[str]:
    """Paragraphs for the calls that violated a rule or gave a wrong answer. ``kernels``: by the functions' symbols.
    ``where``: triple, syntax and executor."""
    found: dict[str, list[str]] = {}
    for call, result in zip(asked.calls, results):
        wrong = faults_of(call, result)
        if wrong:
            kernel = kernels[call.function]
            found.setdefault(call.function, []).append(_case(kernel, call, _named(kernel, wrong)))
    lines = []
    for function, cases in found.items():
        total = sum(call.function == function for call in asked.calls)
        kernel = kernels[function]
        variant = function.removeprefix(f"loom_{kernel.name}_")
        lines.append(f"FAILED {kernel.name}, variant {variant}, {where}: {len(cases)} of {counted(total, 'call')}")
        lines += cases[:_MOST]
        if len(cases) > _MOST:
            lines.append(f"    and {counted(len(cases) - _MOST, 'call')} more")
    return lines


def _named(kernel: Kernel, wrong: Sequence[str]) -> list[str]:
    """Faults with the names of arguments, which the driver counts."""
    out = []
    for text in wrong:
        for n, arg in enumerate(kernel.buffers):
            for words in ("argument", "touching argument", "outside argument", "input argument"):
                text = text.replace(f"{words} {n} ", f"{words} {arg.name} ").replace(
                    f"{words} {n},", f"{words} {arg.name},"
                )
        out.append(text)
    return out


def _case(kernel: Kernel, call: Call, wrong: Sequence[str]) -> str:
    width = max((len(arg.name) for arg in kernel.buffers), default=0)
    lines = [f"    case {call.note}", *(f"        {text}" for text in wrong)]
    for arg, given in zip(kernel.buffers, call.arguments):
        lines.append(f"        {arg.name:<{width}} = {_value(kernel, given)}")
    return "\n".join(lines)


def _value(kernel: Kernel, given: Argument) -> str:
    if isinstance(given, Alias):
        offset = f" + {given.offset}" if given.offset else ""
        return f"{kernel.args[given.argument].name}{offset}"
    if isinstance(given, Pointers):
        return f"{counted(len(given.targets), 'pointer')}"
    if isinstance(given, Buffer):
        shown = given.data[:_SHOWN].hex() + ("…" if len(given.data) > _SHOWN else "")
        at = "" if given.align is None else f", {given.align} modulo 64"
        place = given.placement.name.lower()
        guard = {"end": "before an inaccessible page", "start": "behind an inaccessible page"}.get(place, "")
        return f"{shown or '(empty)'} ({counted(len(given.data), 'byte')}{at}{', ' + guard if guard else ''})"
    return f"{given.value:#x}"
