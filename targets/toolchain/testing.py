# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test``: set up the tools of the tests, then run pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from generator import up_to_date
from generator.processes import count
from targets.toolchain import provision
from targets.toolchain.find import MissingTool
from targets.toolchain.process import ToolFailed

ROOT = Path(__file__).resolve().parents[2]
CHANGED = "ASMLOOM_CHANGED"
"""The environment variable that selects tests. Its presence leaves out tests that passed with their present
dependences."""

EVERY = "ASMLOOM_ALL"
"""The environment variable for all tests: ``build.py test --all``."""

_BEGINNING = (
    "asmloom: setting up the tools of the tests; then pytest digests the files that each test depends on, and prints "
    "nothing meanwhile"
)

_OWN = ("--target", "--variant", "--seed")
_WITHOUT_VALUE = ("-q", "-v", "-x", "-s", "-l", "--lf", "--ff", "--changed", "--fast", "--all")
"""Options of pytest behind which a word is a file. Behind any other option a word may be its value."""

NOTHING_TO_DO = 5
"""pytest's status for a run without tests."""


def strict() -> bool:
    """True if a missing tool fails a test: in CI, or if ``ASMLOOM_STRICT`` is set. Otherwise the test is skipped."""
    chosen = os.environ.get("ASMLOOM_STRICT")
    if chosen is not None:
        return chosen not in ("", "0")
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def whole() -> bool:
    """True if the tests with the mark ``whole`` are to run, and every cell in full."""
    return os.environ.get(EVERY, "0") not in ("", "0")


def refuse_kernels(arguments: Sequence[str]) -> None:
    """ToolFailed for the words of ``test --kernel-path`` without this option: pytest would speak of files."""
    before = ""
    for word in arguments:
        if word.split("=")[0] in _OWN:
            raise ToolFailed(f"test {word}: an option for kernels of your own; expected --kernel-path DIR beside it")
        file = not word.startswith("-") and (not before.startswith("-") or before in _WITHOUT_VALUE)
        if file and not (ROOT / word.split("::")[0]).exists():
            raise ToolFailed(
                f"test {word}: no file or folder of the tests; expected one such as tests/lang, or --kernel-path DIR "
                f"with the folder of your kernel {word}"
            )
        before = word


def run_tests(arguments: Sequence[str]) -> int:
    """Set up, then run pytest on all processors with ``arguments`` added.

    Returns 0, 1 for failures, 2 for trouble. ``--changed`` in ``arguments`` leaves out tests that passed with their
    present dependences. ``--all`` adds the tests with the mark ``whole``.
    """
    refuse_kernels(arguments)
    words = [word for word in arguments if word not in ("--changed", "--all")]
    selected = {name: "1" for word, name in (("--changed", CHANGED), ("--all", EVERY)) if word in arguments}
    if CHANGED in selected and up_to_date.up_to_date(up_to_date.inputs(), ROOT / "generated") is None:
        raise ToolFailed(
            "test --changed: no run of generate has made generated/ from the present sources, which the tests' "
            "dependences are read from; run: python3 build.py generate"
        )
    if not {"-h", "--help", "--version", "--collect-only"} & set(words):
        print(_BEGINNING, file=sys.stderr, flush=True)
        if EVERY not in selected and not whole():
            print("asmloom: tests with the mark `whole` are left out; --all runs them", file=sys.stderr, flush=True)
        _set_up()
    command = [sys.executable, "-m", "pytest", *_spread(words), *words]
    child = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **selected})
    while True:
        try:
            status = child.wait()
            break
        except KeyboardInterrupt:
            # The terminal sends Ctrl-C to pytest too. pytest reports its results, and ends.
            continue
    return 0 if CHANGED in selected and status == NOTHING_TO_DO else status if status in (0, 1) else 2


def _spread(arguments: Sequence[str]) -> list[str]:
    if any(word.startswith(("-n", "--numprocesses", "--dist", "--pdb", "--trace")) for word in arguments):
        return []
    # Each process begins with a stretch of the tests of its own: most fixtures are made once.
    return ["--dist", "worksteal", "-n", str(count())]


def _set_up() -> None:
    """Build the environments. Print one line for each that cannot be built; the tests that need it fail or skip."""
    outcome = "fail" if strict() else "skip"
    try:
        provision.install_packages()
    except (MissingTool, ToolFailed) as error:
        print(f"asmloom: {error}", file=sys.stderr)
        print(f"asmloom: the tests that need missing packages {outcome}", file=sys.stderr)
    for name in provision.OF_A_WHOLE_RUN:
        try:
            provision.ensure(name)
        except (MissingTool, ToolFailed) as error:
            print(f"asmloom: {name}: {error}", file=sys.stderr)
