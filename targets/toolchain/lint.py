# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py lint``: the linters of ``requirements-test.txt`` read every Python and C file of the project. Wasteful
instructions of the generated functions are counted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from targets.toolchain import waste
from targets.toolchain.find import MissingTool

_ROOT = Path(__file__).resolve().parents[2]
_C_FOLDERS = ("examples", "runtime", "provider", "targets", "tests")
_FIX = "python3 build.py lint --fix"
_GENERATED = "generated code"


@dataclass(frozen=True, slots=True)
class Check:
    """One linter.

    ``look`` only reports. ``fix`` changes files, and is empty for a linter that cannot. ``mend`` tells the author how
    to remove findings.
    """

    name: str
    look: tuple[str, ...]
    fix: tuple[str, ...]
    mend: str


def c_files() -> list[str]:
    """Every C source and header outside ``generated/``, relative to the checkout."""
    found = [path for folder in _C_FOLDERS for path in (_ROOT / folder).rglob("*.[ch]")]
    return sorted(path.relative_to(_ROOT).as_posix() for path in found)


def checks(files: Sequence[str] = ()) -> tuple[Check, ...]:
    """The linters for some files, or for all, in the order in which ``--fix`` has to apply them: ruff's fixes may need
    its formatter."""
    python = [name for name in files if name.endswith(".py")]
    c = [name for name in files if name in c_files()] if files else c_files()
    found = (
        Check("ruff check", ("ruff", "check", *python), ("ruff", "check", "--fix", *python), f"{_FIX}; then by hand"),
        Check("ruff format", ("ruff", "format", "--check", *python), ("ruff", "format", *python), _FIX),
        Check("mypy --strict", ("mypy", *python), (), "by hand, at the lines above"),
        Check("clang-format", ("clang-format", "--dry-run", "--Werror", *c), ("clang-format", "-i", *c), _FIX),
    )
    return tuple(one for one in found if not files or (c if one.look[0] == "clang-format" else python))


def lint(*, fix: bool, files: Sequence[str] = ()) -> int:
    """Run the linters and print one line for each. Without ``files`` they read the whole project, and one more line
    has the numbers of wasteful instructions.

    Returns 0, or 1 if a linter has findings or could not finish, or if a number is over its limit. ``fix``:
    apply the fixes of ruff and clang-format first. Raises MissingTool for a linter that is not installed.
    """
    commands = [(check, _program(check.look[0])) for check in checks(files)]
    for check, program in commands if fix else ():
        if check.fix:
            subprocess.run([program, *check.fix[1:]], cwd=_ROOT, check=False, stdout=subprocess.DEVNULL)
    failed = [check for check, program in commands if not _passes(program, check.look[1:])]
    width = max([len(_GENERATED), *(len(check.name) for check, _ in commands)])
    for check, _ in commands:
        print(f"{check.name:<{width}}  " + (f"failed; mend: {check.mend}" if check in failed else "good"))
    if files:
        return 1 if failed else 0
    numbers, excess = waste.verdict()
    print("\n".join([f"{_GENERATED:<{width}}  {numbers}", *excess]))
    return 1 if failed or excess else 0


def _passes(program: str, words: Sequence[str]) -> bool:
    done = subprocess.run([program, *words], cwd=_ROOT, check=False, capture_output=True)
    if done.returncode:
        print((done.stdout + done.stderr).decode("utf-8", "replace").rstrip(), flush=True)
    return done.returncode == 0


def _program(name: str) -> str:
    """A linter's path. Only the interpreter's own packages count: another version would have other findings."""
    path = shutil.which(name, path=os.fspath(sysconfig.get_path("scripts")))
    if path is None:
        raise MissingTool(
            f"{name} not found beside this Python; expected the version of requirements-test.txt: "
            "run python3 build.py lint without ASMLOOM_PYTHON, or python3 -m pip install -r requirements-test.txt"
        )
    return path
