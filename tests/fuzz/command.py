# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py fuzz``: programs from consecutive seeds, for a number of seconds. Failures are made small, for the same
number of seconds at most in all, shown and kept."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from targets.toolchain.command_line import guarded
from tests.fuzz.execute import Job, Report, Runner, jobs_for
from tests.fuzz.machines import MACHINES
from tests.fuzz.make import make
from tests.fuzz.minimise import manner, minimised
from tests.fuzz.script import script

FIRST_SEED = 300
"""The first seed of the command. The suite has the seeds below."""
AT_ONCE = 50
EACH = 2
"""Machines that each program runs on."""
SHOWN = 6


def run(seconds: int, seed: int, folder: Path, clock: Callable[[], float] = time.monotonic) -> int:
    """Exit status: 0 without a failure, 1 with one. ``clock`` counts seconds."""
    began = clock()
    report, programs = Report(), 0
    lacking = sorted({feature for machine in MACHINES for feature in machine.missing()})
    if lacking:
        print(f"not executed here: what needs {', '.join(lacking)}")
    with tempfile.TemporaryDirectory() as place:
        runner = Runner(Path(place))
        while clock() - began < seconds:
            seeds = range(seed + programs, seed + programs + AT_ONCE)
            more = runner.run([job for one in seeds for job in jobs_for(make(one), EACH)])
            for job, text in more.failures:
                print(f"\nseed {job.program.seed} on {job.machine.name}: {text}", file=sys.stderr)
            report.add(more)
            programs += AT_ONCE
            for old in Path(place).glob("*-linux-gnu-*"):
                shutil.rmtree(old)
            print(f"\r{told(report, programs)}, {clock() - began:.0f} s", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(f"seeds {seed} to {seed + programs - 1}: {told(report, programs)}")
        ended = clock()
        for job, text in distinct(report)[:SHOWN]:
            kept = keep(job, text, runner, folder, lambda: clock() - ended >= seconds)
            print(f"\n{kept.read_text('utf-8')}(kept in {kept})")
    return 1 if report.failures else 0


def told(report: Report, programs: int) -> str:
    refused = ", ".join(f"{count} {kind}" for kind, count in sorted(report.refused.items()))
    return f"{programs} programs, {report.ran} runs, refused {refused or 'none'}; {len(report.failures)} failures"


def distinct(report: Report) -> list[tuple[Job, str]]:
    """One failure per program, and one refusal per manner."""
    found: dict[object, tuple[Job, str]] = {}
    for job, text in report.failures:
        how = manner(text)
        found.setdefault(job.program.seed if how == "difference" else how, (job, text))
    return list(found.values())


def shown(job: Job, text: str, runner: Runner, over: Callable[[], bool] = lambda: False) -> str:
    """A failure for people: the smallest script, the machine, the fault. ``over`` ends the search for a smaller one."""
    small, how = minimised(job, text, runner, over)
    note = "(the time was over; the program may not be the smallest)\n" if over() else ""
    return f"seed {job.program.seed} on {job.machine.name}: {how}\n{note}{script(small.program)}"


def keep(job: Job, text: str, runner: Runner, folder: Path, over: Callable[[], bool]) -> Path:
    print(f"making seed {job.program.seed} smaller …", file=sys.stderr, flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"seed-{job.program.seed}-{job.machine.name}.txt"
    path.write_text(shown(job, text, runner, over), "utf-8")
    return path


if __name__ == "__main__":
    raise SystemExit(guarded(lambda: run(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
