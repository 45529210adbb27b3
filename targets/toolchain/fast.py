# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --fast``: the tests that fit into a minute and need no installation.

Tests that need pytest run if this Python has pytest, or a ``.venv`` that an earlier ``build.py test`` has made. Those
of ``tests/fast`` always run. The last lines count the tests left out.
"""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from targets.toolchain import testing, venv
from targets.toolchain.find import MissingTool

_ROOT = venv.ROOT
_PLAIN = "tests/fast"
_FAST = (
    "tests/lang", "tests/isa/test_forms.py", "tests/isa/test_names_and_features.py", "tests/reference",
    "tests/passes/test_verify.py", "tests/passes/test_stitch.py", "tests/passes/test_stitch_apart.py",
    "tests/passes/test_stitch_order.py", "tests/passes/test_replay_order.py", "tests/passes/test_asm.py",
    "tests/test_readme.py", "tests/test_picture.py", "tests/test_no_clock.py", "tests/cli/test_purity.py",
)  # fmt: skip
# Tests of these folders take as long as all others together.
_DEAR = (
    "tests/lang/test_extents.py::test_nothing_new_is_undecided",
    "tests/lang/test_extents.py::test_what_is_proved_holds_and_what_is_refused_fails",
)
_REASONS = {
    "author": "assembles, executes and times kernels of its own",
    "changed": "runs pytest on sample projects",
    "cli": "runs build.py, and builds libraries of every triple",
    "diff": "compares whole trees",
    "emit": "assembles with every assembler",
    "fuzz": "builds and executes random kernels",
    "harness": "needs compilers and emulators",
    "isa": "assembles, or reads a disassembler's tables",
    "kernels": "assembles and executes every kernel on every triple",
    "lower": "proves rules, for minutes",
    "passes": "takes minutes",
    "provider": "builds the provider, and needs OpenSSL's headers",
    "runtime": "compiles the runtime for every system",
    "system": "starts servers of the system: python3 build.py test tests/system",
    "vectors": "executes every variant on all published vectors",
    "vendoring": "builds projects with cmake, meson, make and cargo",
}


def run_fast(arguments: Sequence[str]) -> int:
    """Run the tests that take a minute together. ``arguments`` are pytest's. Returns 0, 1 for failures, 2 for
    trouble."""
    testing.refuse_kernels(arguments)
    python = _with_pytest()
    if python is None:
        status = _plain()
        _left_out([_PLAIN], [], "needs pytest, which is not here")
        return status
    without = [word for test in _DEAR for word in ("--deselect", test)]
    words = [python, "-m", "pytest", "-q", *_spread(python), *without, *arguments, _PLAIN, *_FAST]
    status = subprocess.call(words, cwd=_ROOT)
    _left_out([_PLAIN, *_FAST], _DEAR, "takes longer")
    return status if status in (0, 1) else 2


def _with_pytest() -> str | None:
    """A Python with pytest, or None. Nothing is installed."""
    for candidate in (str(venv.python()), sys.executable):
        if _has(candidate, "pytest; assert pytest.version_tuple >= (8,)"):
            return candidate
    return None


def _has(python: str, module: str) -> bool:
    if not Path(python).exists():
        return False
    done = subprocess.run([python, "-c", f"import {module}"], cwd=_ROOT, capture_output=True, check=False)
    return done.returncode == 0


def _spread(python: str) -> list[str]:
    return ["-n", str(os.cpu_count() or 1)] if _has(python, "xdist") else []


def _plain() -> int:
    """Run the functions of tests/fast in this process."""
    failed = ran = 0
    for path in sorted((_ROOT / _PLAIN).glob("test_*.py")):
        module = importlib.import_module(f"tests.fast.{path.stem}")
        for name, function in vars(module).items():
            if not name.startswith("test_"):
                continue
            shown = f"{_PLAIN}/{path.name}::{name}"
            try:
                function()
            except MissingTool as missing:
                print(f"left out  {shown}: {missing}")
                continue
            except Exception:
                failed += 1
                print(f"FAILED    {shown}\n{traceback.format_exc()}")
            else:
                print(f"passed    {shown}", flush=True)
            ran += 1
    print(f"{ran - failed} passed, {failed} failed")
    return 1 if failed else 0


def _left_out(done: Sequence[str], dear: Sequence[str], otherwise: str) -> None:
    """Count the test functions of each folder that did not run, with the reason. ``dear``: the slow ones, not in
    ``done``."""
    counts: dict[str, int] = {}
    for path in sorted((_ROOT / "tests").rglob("test_*.py")):
        shown = path.relative_to(_ROOT).as_posix()
        ran = any(shown == name or shown.startswith(f"{name}/") for name in done)
        missing = sum(not ran or f"{shown}::{name}" in dear for name in _functions(path))
        if missing:
            parts = shown.split("/")
            folder = parts[1] if len(parts) > 2 else ""
            counts[folder] = counts.get(folder, 0) + missing
    print(f"left out: {sum(counts.values())} test functions; python3 build.py test runs all")
    for folder, count in counts.items():
        print(f"  {count:4} of tests/{folder}: {_REASONS.get(folder, otherwise)}")


def _functions(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
