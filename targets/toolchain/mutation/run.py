# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py mutate``: faults in a copy of the checkout, and what the tests say to each."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from targets.toolchain.mutation import areas, score
from targets.toolchain.mutation.areas import Row
from targets.toolchain.mutation.mutant import Equivalents, Mutant, equivalents, reason, shuffled
from targets.toolchain.mutation.warm import CHANNEL, IMPORT_SECONDS, at_import
from targets.toolchain.process import HANG_SECONDS, ToolFailed

ROOT = Path(__file__).resolve().parents[3]
SEED = 17
KILLED, ALIVE, INVALID = "killed", "alive", "invalid"
READ = (".py", ".txt", ".dat", ".c", ".h")
"""The files that tests are made of."""
LONGER, LEAST_SECONDS = 8, 20
"""A fault that makes tests take so many times longer, and at least so many seconds of the processor, is found."""
_LEFT_OUT = shutil.ignore_patterns("build", ".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", "objects")


@dataclass(frozen=True, slots=True)
class Result:
    """``by``: the test that found the fault, or words about how else it was found."""

    outcome: str
    by: str


class Results:
    """A file with one line for each fault that was tried. A later line about a fault replaces an earlier one.

    A fault that lived is tried ``again`` after a change of its tests, and counts as alive until then. ``tests``: a
    source's path → the digest of these.
    """

    def __init__(self, path: Path, tests: Mapping[str, str]) -> None:
        self.path, self.tests = path, tests
        self.found: dict[str, Result] = {}
        self.again: set[str] = set()
        rows = path.read_text("utf-8").splitlines() if path.exists() else []
        for row in map(json.loads, rows):
            self.found[row["name"]] = Result(row["outcome"], row["by"])
            self.again.discard(row["name"])
            if row["outcome"] == ALIVE and row["tests"] != tests.get(row["name"].partition("\n")[0]):
                self.again.add(row["name"])

    def add(self, one: Mutant, result: Result) -> None:
        self.found[one.name] = result
        self.again.discard(one.name)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        row = {"name": one.name, "outcome": result.outcome, "by": result.by, "tests": self.tests[one.path]}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def tests_digest(root: Path, row: Row) -> str:
    """A digest of the tests of a row and their names, and of the modules, tables and C files beside them that are no
    tests."""
    files: set[Path] = set()
    for word in (*row.first, *row.then):
        path = root / word.removeprefix("--deselect=").partition("::")[0]
        beside = path.rglob("*.*") if path.is_dir() else path.parent.glob("*.*")
        files |= {path} if path.is_file() else set()
        files |= {one for one in beside if one.suffix in READ and (path.is_dir() or not one.name.startswith("test_"))}
    hashed = hashlib.sha256(repr((row.first, row.then)).encode())
    for path in sorted(files):
        hashed.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()[:20]


class Tests:
    """A process of pytest that has collected some tests, and runs them once for each order.

    ``in_c``: the faults are faults of C.
    """

    def __init__(self, tree: Path, tests: Sequence[str], *, import_seconds: int = 0, in_c: bool = False) -> None:
        self.tree, self.in_c = tree, in_c
        self.log = tree.parent / "pytest.log"
        orders, self._orders = os.pipe()
        self._replies, replies = os.pipe()
        environment = {**os.environ, CHANNEL: f"{orders} {replies}", "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"}
        if import_seconds:
            environment |= {IMPORT_SECONDS: str(import_seconds), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "targets.toolchain.mutation.warm",
            f"--basetemp={tree.parent / 'temporary'}", *tests,
        ]  # fmt: skip
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                pass_fds=(orders, replies), start_new_session=True,
            )  # fmt: skip
        os.close(orders)
        os.close(replies)
        self._reader = os.fdopen(self._replies, encoding="utf-8")

    def ask(self, limit: int, **fault: str) -> dict[str, Any] | None:
        """The answer of :class:`warm.Server`; None if the tests could not be collected."""
        order = {"limit": limit, "hang": int(HANG_SECONDS), "in_c": self.in_c, **fault}
        try:
            os.write(self._orders, (json.dumps(order) + "\n").encode())
        except BrokenPipeError:
            return None
        line = self._reader.readline()
        answer: dict[str, Any] | None = json.loads(line) if line else None
        return answer

    def close(self) -> None:
        os.close(self._orders)
        self._reader.close()
        self.process.wait()

    def good(self) -> int:
        """Run the tests without a fault. Returns the limit of processor seconds. ToolFailed if one of them fails."""
        answer = self.ask(int(HANG_SECONDS))
        if answer is None or answer["status"] != 0:
            said = self.log.read_text("utf-8", "replace")[-2000:]
            failed = answer["failed"] if answer is not None else "collection"
            raise ToolFailed(f"mutate: a test fails without a fault: {failed}; see {self.log}", said)
        return LEAST_SECONDS + int(LONGER * float(answer["seconds"]))


class Trial:
    """The faults of the files of one row, in a copy of the checkout."""

    def __init__(self, tree: Path, row: Row) -> None:
        self.tree, self.row = tree, row
        self._warm: dict[tuple[str, ...], tuple[Tests, int]] = {}

    def close(self) -> None:
        for tests, _ in self._warm.values():
            tests.close()

    def tests(self, names: tuple[str, ...]) -> tuple[Tests, int]:
        """The process for some tests, and their limit."""
        if names not in self._warm:
            made = Tests(self.tree, names, in_c=all(one.endswith(".c") for one in self.row.files))
            try:
                self._warm[names] = made, made.good()
            except ToolFailed:
                made.close()
                raise
        return self._warm[names]

    def judge(self, one: Mutant) -> Result:
        """Cheap tests first; then, if an import may show the fault, the cheap ones in a process that imports it; then
        the others."""
        path = self.tree / one.path
        if path.suffix == ".c":
            with planted(path, one):
                if not _compiles(path):
                    return Result(INVALID, "the compiler")
        for names in (self.row.first, self.row.then):
            if not names:
                continue
            tests, limit = self.tests(names)  # collected without the fault
            with planted(path, one) as old:
                told = tests.ask(limit, path=str(path), old=old)
                if told is None:
                    raise ToolFailed(f"mutate: the tests ended; see {tests.log}")
                if not told["status"] and names is self.row.first and self._imported(path, old):
                    told = self._cold(limit)
            if told["status"]:
                return Result(KILLED, told["failed"] or _ended(told["status"]))
        return Result(ALIVE, "")

    def _imported(self, path: Path, old: str) -> bool:
        """Whether the fault may show while modules are imported and tests are collected."""
        if path.suffix == ".c":
            return False
        made = [compile(text, path.name, "exec", dont_inherit=True) for text in (old, path.read_text("utf-8"))]
        return self.row.imported or at_import(*made)

    def _cold(self, limit: int) -> dict[str, Any]:
        tests = Tests(self.tree, self.row.first, import_seconds=4 * limit)
        told = tests.ask(limit)
        tests.close()
        return told or {"status": 1, "failed": "an import"}


def _ended(status: int) -> str:
    return f"signal {-status}" if status < 0 else "an error outside tests"


def _compiles(path: Path) -> bool:
    folders = {f"-I{folder.parent}" for folder in path.parents[1].rglob("*.h")}
    words = ["cc", "-fsyntax-only", "-w", f"-I{path.parents[2] / 'generated' / 'include'}", *sorted(folders), str(path)]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


@contextmanager
def planted(path: Path, one: Mutant) -> Iterator[str]:
    """A file with a fault. The time of its change is another each time: Python's kept code depends on it."""
    source, times = path.read_bytes(), path.stat()
    path.write_bytes(one.apply(source))
    os.utime(path, (times.st_atime, times.st_mtime + 10))
    try:
        yield source.decode("utf-8")
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def copied(root: Path, into: Path) -> Path:
    """A copy of a checkout without what is built."""
    tree = into / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(root, tree, ignore=_LEFT_OUT, symlinks=True)
    if (root / ".venv").exists():
        (tree / ".venv").symlink_to((root / ".venv").resolve())
    return tree


def run(
    area: str | None, budget: int | None, *, seed: int = SEED, update: bool = False, root: Path = ROOT,
    rows: Sequence[Row] = areas.ROWS, known: Equivalents | None = None, file: str | None = None,
) -> int:  # fmt: skip
    """Try faults of an area, or of all, for about ``budget`` seconds in all. Print each that lives, and the table.

    Results of earlier runs count. ``update``: write the table into SOUNDNESS.md. ``file``: only faults of this file,
    whose row of the table stands beside its area's. Returns 1 if a fault lives. TargetError for a file of no area.
    """
    known = equivalents() if known is None else known
    if file is not None:
        area = areas.of_file(root, file, area, rows)
    names = [name for name in dict.fromkeys(row.area for row in rows) if area in (None, name)]
    counts = []
    for name in names:
        share = None if budget is None else budget // len(names)
        counts.append(_area(name, share, seed, root, rows, known, file))
    print(score.table(counts))
    if update:
        score.write(root / "SOUNDNESS.md", counts)
    return 1 if any(one.alive for one in counts) else 0


def _area(
    name: str, budget: int | None, seed: int, root: Path, rows: Sequence[Row], known: Equivalents, file: str | None
) -> score.Count:
    end = None if budget is None else time.monotonic() + budget
    folder = root / "build" / "mutate" / name
    sources = {path: row for path, row in areas.files(root, rows).items() if row.area == name and file in (None, path)}
    digests = {row: tests_digest(root, row) for row in set(sources.values())}
    results = Results(folder / "results.jsonl", {path: digests[row] for path, row in sources.items()})
    every = shuffled((one for path in sources for one in areas.mutants(root, path)), seed)
    todo = [one for one in every if one.name not in results.found or one.name in results.again]
    todo = [one for one in todo if reason(one, known) is None]
    trials: dict[Row, Trial] = {}
    if todo and (budget is None or budget > 0):
        tree = copied(root, folder)
        try:
            for one in todo:
                if end is not None and time.monotonic() >= end:
                    break
                row = sources[one.path]
                if row not in trials:
                    trials[row] = Trial(tree, row)
                result = trials[row].judge(one)
                results.add(one, result)
                if result.outcome == ALIVE:
                    print(f"alive: {one}", flush=True)
        finally:
            for trial in trials.values():
                trial.close()
            shutil.rmtree(tree, ignore_errors=True)
    return score.counted(name if file is None else file, every, results.found, known)
