# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Jobs for the tests of processes: ``python tests/cli/jobs.py METHOD MAKER JOB…`` prints the results."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable

from generator import processes
from generator.model import AsmloomError


def worker(greeting: str) -> Callable[[str], str]:
    """Every process refuses a ``bad`` job. ``die`` and ``vanish`` end their process, if several processes share the
    jobs."""

    def work(job: str) -> str:
        apart = multiprocessing.parent_process() is not None
        if job.startswith("bad"):
            raise AsmloomError(f"{job}.py:1: refused")
        if job == "die" and apart:
            os._exit(3)
        if job == "apart":
            return f"{greeting} {apart}"
        return f"{greeting} {job}"

    return work


def refuser(greeting: str) -> Callable[[str], str]:
    raise AsmloomError(f"{greeting}: no such folder")


if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    maker = {"worker": worker, "refuser": refuser}[sys.argv[2]]
    try:
        print(processes.spread(maker, ("hello",), sys.argv[3:], 2))
    except AsmloomError as error:
        print(f"refused: {error}")
