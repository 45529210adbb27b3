# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No test depends on how fast the machine is: none reads a clock, and none ends a program after a time of its own.

A busy machine is several times slower than a quiet one. Figures belong to ``tests/benchmarks``, which print them. What
hangs is ended after :data:`targets.toolchain.process.HANG_SECONDS`, the one limit there is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLOCKS = {
    "time", "time_ns", "perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "monotonic",
    "monotonic_ns", "thread_time", "getrusage", "times", "timeit", "clock_gettime",
}  # fmt: skip
LIMITS = ("timeout", "seconds", "limit_seconds")
MODULES = ("time", "resource", "timeit", "os", "datetime")


def _numbers(node: ast.expr) -> bool:
    """True if an expression is made of numbers alone."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    parts = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    return all(isinstance(part, parts) for part in ast.walk(node))


def faults(text: str) -> Iterator[tuple[int, str]]:
    """Line and reason of everything in a module that depends on time."""
    tree = ast.parse(text)
    imported = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for name in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func
            if isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) and name.value.id in MODULES:
                if name.attr in CLOCKS:
                    yield node.lineno, f"reads a clock, {name.value.id}.{name.attr}"
            elif isinstance(name, ast.Name) and name.id in CLOCKS & imported:
                yield node.lineno, f"reads a clock, {name.id}"
            for word in node.keywords:
                if word.arg in LIMITS and _numbers(word.value):
                    yield word.value.lineno, f"{word.arg}={ast.unparse(word.value)} ends something; use HANG_SECONDS"
            if isinstance(name, ast.Attribute) and name.attr in ("wait", "communicate", "join") and node.args:
                if _numbers(node.args[0]):
                    yield node.lineno, f"{name.attr}({ast.unparse(node.args[0])}) ends something; use HANG_SECONDS"
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            defaults = [*([None] * (len(named) - len(node.args.kwonlyargs) - len(node.args.defaults))),
                        *node.args.defaults, *node.args.kw_defaults]  # fmt: skip
            for argument, default in zip(named, defaults):
                if argument.arg in LIMITS and default is not None and _numbers(default):
                    yield default.lineno, f"{argument.arg}={ast.unparse(default)} ends something; use HANG_SECONDS"
        elif isinstance(node, ast.Assign) and _numbers(node.value):
            for goal in node.targets:
                if isinstance(goal, ast.Name) and goal.id.lower().strip("_").endswith(("seconds", "timeout")):
                    yield node.lineno, f"{goal.id} is a limit of its own; use HANG_SECONDS"


TIMED = HERE / "fuzz" / "command.py"
"""``build.py fuzz --seconds N`` is asked to run for so long."""
FILES = sorted(path for path in HERE.rglob("*.py") if path.parent.name != "benchmarks" and path != TIMED)


def test_no_test_depends_on_speed() -> None:
    found = [
        f"{path.relative_to(HERE.parent)}:{line}: {why}"
        for path in FILES
        for line, why in faults(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "import time\nassert time.perf_counter() < 2",
        "from time import process_time as clock, monotonic\nmonotonic()",
        "import resource\nresource.getrusage(0)",
        "run(words, timeout=60)",
        "run(words, timeout=2 * 60)",
        "child.wait(60)",
        "child.communicate(timeout=1.5)",
        "SECONDS = 300",
        "def f(x, timeout=5): pass",
        "def f(x, *, seconds: float = 300): pass",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert list(faults(text))


@pytest.mark.parametrize(
    "text",
    ["run(words)", "run(words, timeout=HANG_SECONDS)", "child.wait(HANG_SECONDS)", "time.sleep(0.1)",
     "','.join(words)", "SIZE = 300", "def f(x, timeout=HANG_SECONDS): pass"],
)  # fmt: skip
def test_what_is_not(text: str) -> None:
    assert not list(faults(text))
