# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The output is a function of kernels, targets, options and version, and of no state of the process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from generator import processes
from generator.library import ROOT, load
from generator.output import DEFAULT_PREFIX, Generator, Job, Made, maker
from targets import all_triples
from targets.toolchain.process import HANG_SECONDS

SCRIPT = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import hashlib
from generator.library import load
from generator.output import Generator
for path, data in Generator(load()).tree().items():
    print(hashlib.sha256(data).hexdigest(), path)
"""


def listing(folder: Path, **environment: str) -> str:
    """Hash and path of every generated file, made by a process of its own in ``folder``."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON", "TZ"))
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=folder,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_output_is_the_same_everywhere(tmp_path: Path) -> None:
    """Hash seed, working directory, locale, time zone and optimisation level have no effect."""
    here = "".join(f"{hashlib.sha256(data).hexdigest()} {path}\n" for path, data in Generator(load()).tree().items())
    assert here.count("\n") > 40
    assert listing(ROOT, PYTHONHASHSEED="0") == here
    assert listing(tmp_path, PYTHONHASHSEED="1", LC_ALL="C", TZ="Asia/Kathmandu") == here
    assert listing(Path("/"), PYTHONHASHSEED="4242424242", PYTHONOPTIMIZE="2", LC_ALL="tr_TR.UTF-8") == here


def test_several_processes() -> None:
    """Use changes no table, and the work's division among processes has no effect."""
    library = load()

    def spread(jobs: list[Job]) -> list[list[Made]]:
        return processes.spread(maker, (library.paths, DEFAULT_PREFIX, all_triples()), jobs, 3)

    assert Generator(library).tree(spread) == Generator(library).tree()
