# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Map a pure function over jobs in parallel. Results do not depend on which process ran a job.

Processes start by fork, by spawn (macOS, Windows) or by forkserver. If a job fails in a child, this process repeats the
job and raises the refusal itself. If several jobs fail, the refusal is that of the first in the list.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Job = TypeVar("Job")
Result = TypeVar("Result")
ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 1.0  # seconds between a child's checks that its parent is alive


def watch(done: int, of: int) -> None:
    """Gets the number of jobs that are done, and of all, after each job. A command line puts its own function here."""


def count() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def inherits() -> bool:
    """True if children inherit this process's memory. :func:`spread` then takes arguments that cannot be pickled."""
    return bool(_context().get_start_method() == "fork")


def _context() -> Any:
    """How processes start: as the program has chosen, or else by fork on Linux, where later Pythons load all again."""
    import multiprocessing

    chosen = multiprocessing.get_start_method(allow_none=True)
    return multiprocessing.get_context(chosen or ("fork" if sys.platform == "linux" else None))


def spread(
    make: Callable[..., Callable[[Job], Result]], arguments: Sequence[Any], jobs: Sequence[Job], processes: int,
    told: Callable[[Result], object] = lambda result: None,
) -> list[Result]:  # fmt: skip
    """Results of ``make(*arguments)(job)``, in the order of ``jobs``.

    ``told`` gets each result as soon as it is there. Each process calls ``make`` once. ``make`` is a module's function;
    ``make``, ``arguments``, jobs and results can be pickled. If children cannot start, or die, this process does their
    work. Raises what a job raises.
    """
    done: dict[int, Result] = {}
    failed = len(jobs)

    def finish(number: int, result: Result) -> None:
        done[number] = result
        told(result)
        watch(len(done), len(jobs))

    if processes > 1 and len(jobs) > 1:
        with suppress(OSError, EOFError):  # the lines below do the missing jobs
            failed = _by_processes(make, arguments, jobs, min(processes, len(jobs)), finish)
    missing = [number for number in range(len(jobs)) if number not in done]
    if missing:
        work = make(*arguments)
        with uncollected():
            for number in [failed, *missing] if failed < len(jobs) else missing:
                finish(number, work(jobs[number]))
    return [done[number] for number in range(len(jobs))]


@contextmanager
def away() -> Iterator[None]:
    """Stand in the project's folder meanwhile. A new Python, and some packages, take files from the working folder, and
    the caller's may hold anything."""
    try:
        here = os.getcwd()
    except OSError:  # the folder is gone: it holds nothing, and nothing can lead back to it
        yield
        return
    os.chdir(ROOT)
    try:
        yield
    finally:
        with suppress(OSError):
            os.chdir(here)


def _by_processes(
    make: Callable[..., Callable[[Job], Result]], arguments: Sequence[Any], jobs: Sequence[Job], processes: int,
    finish: Callable[[int, Result], object],
) -> int:  # fmt: skip
    """Call ``finish`` with the number of each job and its result. Returns the number of the first job that failed, or
    ``len(jobs)``."""
    from multiprocessing.connection import wait  # this import is slow, and most commands do not need it

    context = _context()
    workers: dict[Connection, Any] = {}
    pending = list(range(len(jobs)))[::-1]
    busy: dict[Connection, int] = {}
    failed = len(jobs)
    try:
        for _ in range(processes):
            mine, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, make, tuple(arguments)), daemon=True)
            with _interruptions_not_inherited(), away():
                worker.start()
            theirs.close()
            workers[mine] = worker
        idle = list(workers)
        while True:
            for connection in idle:
                if pending and pending[-1] < failed:
                    busy[connection] = pending.pop()
                    connection.send(jobs[busy[connection]])
            if not busy:
                return failed
            ready = wait(list(busy))
            idle = [connection for connection in workers if connection in ready]
            for connection in idle:
                good, result = connection.recv()
                number = busy.pop(connection)
                if good:
                    finish(number, result)
                else:
                    failed = min(failed, number)
    finally:
        for connection, worker in workers.items():
            connection.close()
            worker.terminate()
        for worker in workers.values():
            worker.join()


def _serve(connection: Connection, make: Callable[..., Callable[[Any], Any]], arguments: tuple[Any, ...]) -> None:
    """A child's main function: answer jobs until the parent closes the connection or ends."""
    import multiprocessing

    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    try:
        work = make(*arguments)
        with uncollected():
            while True:
                while not connection.poll(PATIENCE):
                    if parent is None or not parent.is_alive():
                        return
                job = connection.recv()
                try:
                    answer = (True, work(job))
                except Exception:
                    answer = (False, None)
                connection.send(answer)
    except Exception:  # the parent sees the closed connection, repeats the work and raises the error
        return


@contextmanager
def _interruptions_not_inherited() -> Iterator[None]:
    """Start children that ignore Ctrl-C.

    A terminal sends Ctrl-C to all processes, and only this one handles it. A Ctrl-C that arrives meanwhile waits.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def uncollected() -> Iterator[None]:
    """Switch off the search for cyclic garbage. The jobs make almost none, and the search took a fifth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
