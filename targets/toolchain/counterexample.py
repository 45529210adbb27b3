# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A counterexample of ``build.py prove``, called on a processor: what the function really stores."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from generator.lang.contract import Kernel
from generator.output import DEFAULT_PREFIX
from proof.code import fault
from proof.fault.find import Buffer, Counterexample, find
from proof.objects import Object
from proof.prove import Task
from targets import Target, TargetError
from targets.toolchain import link
from targets.toolchain.compile import compile_c
from targets.toolchain.execute import executor
from targets.toolchain.find import MissingTool
from targets.toolchain.process import ToolFailed

EXECUTORS = ("native", "native32", "qemu-aarch64")
"""Those that need no system of their own: a refusal does not set up wine."""
BEHIND = 64
"""Bytes behind each buffer that the function must leave."""
SECONDS = 20
ENDED = "ENDED"


def explained(task: Task, made: Object, symbol: str, target: Target, objects: Sequence[Path]) -> list[str]:
    """Lines about inputs for which a refused function differs from its recording: none, if none were found."""
    try:
        found = find(task, made)
    except Exception as error:
        return [f"no inputs were looked for: {fault(error)}"]
    if found is None:
        return []
    return [*found.lines(), *(f"  {line}" for line in executed(task.kernel, found, symbol, target, objects))]


def executed(kernel: Kernel, found: Counterexample, symbol: str, target: Target, objects: Sequence[Path]) -> list[str]:
    """What the processor stores for the inputs, or why it was not asked."""
    if target.executor not in EXECUTORS:
        return [f"not executed here: {target.executed_by}"]
    if not found.buffers:
        return []
    try:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "call.c")
            source.write_text(program(kernel, found, symbol), "utf-8")
            compiled = compile_c(target, source, source.with_suffix(".o"))
            exe = link.program(target, [compiled, *objects], Path(folder, link.program_name(target, "call")))
            done = executor(target).run(exe, timeout=SECONDS)
    except (MissingTool, ToolFailed, TargetError, TimeoutError) as error:
        return [f"not executed: {str(error).splitlines()[0]}"]
    rows = done.stdout.decode(errors="replace").splitlines()
    out = list(compared(rows, found.buffers))
    if ENDED not in rows:
        out.append(f"executed: the program ended with status {done.returncode}")
    return out


def compared(rows: Sequence[str], buffers: Sequence[Buffer]) -> list[str]:
    """What a program's rows say of each buffer. The names may have spaces nowhere."""
    out = []
    for one in buffers:
        row = next((row for row in rows if row.startswith(f"{one.name} ")), None)
        if row is None:
            continue
        raw = bytes.fromhex(row.split(" ")[1])
        held, behind = raw[: len(one.before)], raw[len(one.before) :]
        if held == one.script and one.code != one.script:
            out.append(f"executed: {one.name} is what the script stores")
        elif held != one.script:
            at = next(n for n, (x, y) in enumerate(zip(held, one.script)) if x != y) & -4
            same = ", as the terms say" if held == one.code else ""
            out.append(f"executed: {one.name} from byte {at} on: {held[at : at + 16].hex(' ', 4)}{same}")
        if any(behind):
            out.append(f"executed: the bytes behind {one.name} change")
    return out


def program(kernel: Kernel, found: Counterexample, symbol: str) -> str:
    """A C program that calls the function once, and prints the buffers."""
    buffers, lines, given = {one.name: one for one in found.buffers}, [], []
    for n, one in enumerate(found.buffers):
        held = ", ".join(map(str, one.before)) or "0"
        lines.append(
            f"static unsigned char b{n}[{len(one.before) + BEHIND}] __attribute__((aligned(64))) = {{{held}}};"
        )
    order = {name: n for n, name in enumerate(buffers)}
    for param in kernel.params:
        if param.name in found.numbers:
            given.append(str(found.numbers[param.name]))
        elif param.name in order:
            given.append(f"b{order[param.name]}")
        else:
            parts = [f"b{order[name]}" for name in (f"{param.name}[{n}]" for n in range(param.messages))]
            lines.append(f"static void *const {param.name}_[] = {{{', '.join(parts)}}};")
            given.append(f"{param.name}_")
    types = [param.ctype if param.name in found.numbers else "const void *" for param in kernel.params]
    name = f"{DEFAULT_PREFIX}{symbol}"
    call = f"{name}({', '.join(given)})"
    shows = [f'  show("{one}", b{n}, sizeof b{n});' for one, n in order.items()]
    returns = f'  printf("result %llx\\n", (unsigned long long){call});' if kernel.result else f"  {call};"
    return "\n".join(
        [
            "#include <stddef.h>", "#include <stdint.h>", "#include <stdio.h>",
            f"extern {kernel.returns} {name}({', '.join(types)});",
            *lines,
            "static void show(const char *name, const unsigned char *at, size_t size) {",
            '  printf("%s ", name);',
            '  for (size_t n = 0; n < size; n++) printf("%02x", at[n]);',
            '  printf("\\n");',
            "  fflush(stdout);",
            "}",
            "int main(void) {", returns, *shows, f'  printf("{ENDED}\\n");', "  return 0;", "}", "",
        ]
    )  # fmt: skip
