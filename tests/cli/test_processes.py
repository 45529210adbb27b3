# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Several processes give the results of one process: in order, with the first refusal, and complete if one dies."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from generator import processes
from generator.model import AsmloomError
from targets.toolchain.process import HANG_SECONDS
from tests.cli.jobs import worker
from tests.cli.runner import ROOT, environment

pytestmark = pytest.mark.kernels()  # this file makes no kernel
METHODS = multiprocessing.get_all_start_methods()


def jobs(method: str, *words: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "cli" / "jobs.py"), method, *words], cwd=cwd,
        env=environment({"PYTHONPATH": str(ROOT)}), capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.parametrize("method", METHODS)
def test_order(method: str) -> None:
    names = [f"job{n}" for n in range(20)]
    assert jobs(method, "worker", *names) == str([f"hello {name}" for name in names])
    assert jobs(method, "worker", "apart", "apart") == "['hello True', 'hello True']"


@pytest.mark.parametrize("method", METHODS)
def test_a_new_python_imports_nothing_from_the_working_folder(method: str, tmp_path: Path) -> None:
    for name in ("multiprocessing", "pickle", "runpy", "socket", "generator"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('ran')")
    assert jobs(method, "worker", "apart", "apart", cwd=tmp_path) == "['hello True', 'hello True']"


@pytest.mark.parametrize("method", METHODS)
def test_first_refusal(method: str) -> None:
    """The first refused job of the list gives the refusal, whichever process was quicker. A worker that cannot start is
    refused too."""
    assert jobs(method, "worker", "a", "b", "bad1", "bad2", "c", "bad3") == "refused: bad1.py:1: refused"
    assert jobs(method, "refuser", "a", "b") == "refused: hello: no such folder"


@pytest.mark.parametrize("method", METHODS)
def test_a_process_that_dies(method: str) -> None:
    """The remaining process does the jobs of a dead one, and all jobs that are left."""
    assert jobs(method, "worker", "a", "die", "b", "die", "c") == str(
        [f"hello {n}" for n in ("a", "die", "b", "die", "c")]
    )


def test_one_process() -> None:
    assert processes.spread(worker, ("hello",), ["apart", "x"], 1) == ["hello False", "hello x"]
    assert processes.spread(worker, ("hello",), [], 4) == []
    with pytest.raises(AsmloomError, match="bad1"):
        processes.spread(worker, ("hello",), ["bad1", "bad2"], 1)
    assert processes.count() >= 1
