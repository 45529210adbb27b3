# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""How long the generator takes: ``python -m tests.benchmarks.generator [--rounds N] [NAME …]``.

Each figure is the median of N rounds, in seconds of the processor's time, the children's included. Nothing here passes
or fails: a busy machine is slower, and a test must not be.
"""

from __future__ import annotations

import argparse
import difflib
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from generator import library
from generator.isa.forms import find
from generator.machines.table import rows
from generator.model import Phys, R
from generator.vendoring.options import Options, resolve
from targets.trial.cases import derive
from tests.cli.runner import ROOT, environment
from tests.harness.plans import PLANS, contracts

TEN = 10
LOOKUPS = 20_000


def _build(*words: str | Path) -> None:
    command = [sys.executable, str(ROOT / "build.py"), *map(str, words)]
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, capture_output=True)


def load_tables() -> None:
    """Instruction tables of all ISAs, from their files."""
    rows.cache_clear()
    rows("x86")
    rows("aarch64")


def look_up() -> None:
    """20,000 forms of one shape of operands."""
    ops = (R(Phys("gp", 0), 64), R(Phys("gp", 0), 64))
    for _ in range(LOOKUPS):
        find("x86_64", "add", ops)


def plans() -> None:
    """The calls and expected results of every kernel's test plan."""
    for name, plan in PLANS.items():
        derive(contracts()[name], plan, name)


def generate_all() -> None:
    """Everything in generated/, from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        _build("generate", "--into", Path(folder) / "out")


def generate_one() -> None:
    """MD5 for one target."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("--kernel", "md5_blocks", "--target", "x86_64-linux-gnu")
        _build("generate", *words, "--into", Path(folder) / "out")


def ten_kernels() -> list[str]:
    """Ten kernels of the tree; the parts of stitched ones count too."""
    every = library.load()
    chosen: list[str] = []
    for name in every.kernels:
        if len(resolve(Options(targets=("all",), kernels=(*chosen, name)), every).kernels) <= TEN:
            chosen.append(name)
    return chosen


def vendor_ten() -> None:
    """Ten kernels for all targets; from the second round on with functions that an earlier run kept."""
    with tempfile.TemporaryDirectory() as folder:
        _build("vendor", "--into", Path(folder) / "out", "--targets", "all", "--kernels", *ten_kernels())


FIGURES: tuple[Callable[[], None], ...] = (load_tables, look_up, plans, generate_one, vendor_ten, generate_all)


def seconds(figure: Callable[[], None]) -> float:
    """The processor's time that one round takes, this process's and its children's."""
    used = []
    for _ in range(2):
        own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        used.append(own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime)
        if len(used) == 1:
            figure()
    return used[1] - used[0]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.benchmarks.generator", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(f.__name__ for f in FIGURES))
    given = parser.parse_args(arguments)
    known = {figure.__name__: figure for figure in FIGURES}
    if given.rounds < 1:
        parser.error(f"--rounds {given.rounds}: expected 1 or more")
    for name in given.names:
        if name not in known:
            near = difflib.get_close_matches(name, known) or list(known)
            parser.error(f"no figure {name}; expected {' or '.join(near)}")
    for name in given.names or known:
        taken = sorted(seconds(known[name]) for _ in range(given.rounds))
        what = (known[name].__doc__ or "").rstrip(".")
        print(f"{statistics.median(taken):8.3f} s  {taken[0]:.3f} to {taken[-1]:.3f}  {name}: {what}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
