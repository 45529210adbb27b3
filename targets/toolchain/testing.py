# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test``: what the tests need is set up, then pytest runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from targets.toolchain import provision
from targets.toolchain.find import MissingTool
from targets.toolchain.process import ToolFailed

ROOT = Path(__file__).resolve().parents[2]
CHANGED = "ASMLOOM_CHANGED"
"""Set where only tests are wanted that are not known to pass with everything as it is."""

_BEGINNING = (
    "asmloom: setting up the tools of the tests; then pytest digests the files and the generated code that each test "
    "depends on, for minutes after a change of the generator, and prints nothing meanwhile"
)

NOTHING_TO_DO = 5
"""pytest's status where no test is left to run."""


def strict() -> bool:
    """Whether a missing tool is a failure and not a skip: in CI, or when ``ASMLOOM_STRICT`` says so."""
    chosen = os.environ.get("ASMLOOM_STRICT")
    if chosen is not None:
        return chosen not in ("", "0")
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def run_tests(arguments: Sequence[str]) -> int:
    """Set up, run pytest on all processors with ``arguments`` added, and return 0, 1 for failures, 2 for trouble.

    ``--changed`` among them leaves out tests that passed with all that they depend on as it is.
    """
    words = [word for word in arguments if word != "--changed"]
    if not {"-h", "--help", "--version", "--collect-only"} & set(words):
        print(_BEGINNING, file=sys.stderr, flush=True)
        _set_up()
    selected = {CHANGED: "1"} if len(words) < len(arguments) else {}
    command = [sys.executable, "-m", "pytest", *_spread(words), *words]
    child = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **selected})
    while True:
        try:
            status = child.wait()
            break
        except KeyboardInterrupt:
            # pytest was sent it too, reports what it has, and ends.
            continue
    return 0 if selected and status == NOTHING_TO_DO else status if status in (0, 1) else 2


def _spread(arguments: Sequence[str]) -> list[str]:
    if any(word.startswith(("-n", "--numprocesses", "--pdb", "--trace")) for word in arguments):
        return []
    return ["-n", str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)]


def _set_up() -> None:
    """Build the environments, and say in one line each what cannot be had; the tests that need it fail or skip."""
    outcome = "fail" if strict() else "skip"
    try:
        provision.install_packages()
    except (MissingTool, ToolFailed) as error:
        print(f"asmloom: {error}", file=sys.stderr)
        print(f"asmloom: until then the tests that need those packages {outcome}", file=sys.stderr)
    for name in provision.ENVIRONMENTS:
        try:
            provision.ensure(name)
        except (MissingTool, ToolFailed) as error:
            print(f"asmloom: {name}: {error}", file=sys.stderr)
