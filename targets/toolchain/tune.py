# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py tune``: measure every variant that runs here, and write a preference file for this build on this CPU."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import targets
from generator import headers, processes, rooms
from generator.library import Library
from generator.wording import counted
from targets import Target
from targets.toolchain import benches, outfile, product, ranking, speed_rows, tuning_file
from targets.toolchain.process import ToolFailed
from targets.toolchain.speed_rows import Row

_TOPOLOGY = Path("/sys/devices/system/cpu")


def siblings(cpu: int, topology: Path = _TOPOLOGY) -> list[int]:
    """The other threads of a CPU's core; none where the system does not tell."""
    try:
        text = (topology / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text("ascii")
    except OSError:
        return []
    out: list[int] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        out += range(int(first), int(last or first) + 1)
    return [other for other in out if other != cpu]


@contextmanager
def pinned(cpu: int) -> Iterator[None]:
    """Child processes run on this CPU alone, where the system has such a call. A negative number: anywhere."""
    before = os.sched_getaffinity(0) if cpu >= 0 else set()
    try:
        if before:
            os.sched_setaffinity(0, {cpu})
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


@contextmanager
def busy(tool: Path, cpus: Sequence[int], kernel: str) -> Iterator[Sequence[int]]:
    """The same kernel runs on other threads of the core meanwhile. Yields the processes."""
    words = ["sh", "-c", 'while "$@" >/dev/null; do :; done', "sh", str(tool), "--json", "--rounds"]
    others = []
    try:
        for cpu in cpus:
            with pinned(cpu):
                words_here = [*words, str(benches.MOST_ROUNDS), kernel]
                others.append(subprocess.Popen(words_here, start_new_session=True))
        yield [other.pid for other in others]
    finally:
        for other in others:
            os.killpg(other.pid, 9)
            other.wait()


def measure(target: Target, tool: Path, words: Sequence[str]) -> list[Row]:
    """The rows of a run of the speed tool."""
    done = product.run_here(target, tool, ["--json", *words])
    if done.returncode:
        raise ToolFailed(done.stderr.decode().strip() or product.died("speed", done))
    return speed_rows.check(json.loads(done.stdout.decode()), "speed")


def tune(library: Library, triple: str, kernels: Sequence[str], *, rounds: int, passes: int, into: Path) -> int:
    """Writes the file. ``kernels``: benchmarks or kernels; none: all. Returns an exit status."""
    benches.check(kernels, rounds, library.kernels, command="tune", rows=benches.KERNELS)
    if passes < 1:
        raise ToolFailed(f"tune: --passes {passes}: expected 1 or more")
    outfile.check("--into", into, makes_folders=True)
    target = targets.load(triple)
    product.refuse_emulation(target)
    wanted = list(dict.fromkeys(benches.KERNELS[row] for row in benches.chosen(kernels, benches.KERNELS)))
    with product.host_program(library, triple, "explain", rooms.sources("selftest"), []) as explain:
        on = tuning_file.cpu(product.run_here(target, explain, ["--explain"]).stdout.decode())
    cpu = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else -1
    shared = siblings(cpu) if cpu >= 0 else []
    picked: list[tuning_file.Choice] = []
    comments = [f"passes: {passes}; rounds of each: {rounds}; {f'CPU {cpu}' if cpu >= 0 else 'any CPU'}"]
    comments += (
        [] if shared else ["no other thread of the core is known: rows for throughput where a thread was busy unasked"]
    )
    with product.host_program(library, triple, "speed", benches.sources(), []) as tool, pinned(cpu):
        for number, kernel in enumerate(wanted):
            processes.watch(number, len(wanted))
            own = functools.partial(_choices, kernel, by_size=bool(library.find(kernel).size_arg))
            found = _passes(target, tool, kernel, rounds, passes)
            picked_here, notes = own(found)
            if shared:
                with busy(tool, shared, kernel):
                    together = _passes(target, tool, kernel, rounds, passes)
                together = ranking.beside(together) or together
            else:
                together = ranking.beside(found)  # somebody's thread, perhaps of another virtual machine
            if together and _sizes(together) == _sizes(found):
                both, more = own(together, policy="throughput")
                picked_here, notes = [*picked_here, *both], [*notes, *more]
            picked += picked_here
            comments += notes
            print(*(f"tune: {note}" for note in notes), sep="\n", file=sys.stderr)
    text = tuning_file.render(headers.build_name(library.chosen()), on, picked, comments)
    into.parent.mkdir(parents=True, exist_ok=True)
    into.write_bytes(text.encode("ascii"))
    print(f"{into}: {counted(len(picked), 'row')} of {counted(len(wanted), 'kernel')} for {on.core}")
    return 0


def _passes(target: Target, tool: Path, kernel: str, rounds: int, passes: int) -> list[list[Row]]:
    """Instructions are counted once: they do not vary."""
    words = [kernel, "--rounds", str(rounds)]
    return [measure(target, tool, [*words, *(["--instructions"] if n == 0 else [])]) for n in range(passes)]


def _sizes(passes: Sequence[Sequence[Row]]) -> set[tuple[str, int, str]]:
    return {(row["kernel"], row["bytes"], row["variant"]) for rows in passes for row in rows}


def _choices(
    kernel: str, found: Sequence[Sequence[Row]], *, by_size: bool, policy: str = ""
) -> tuple[list[tuning_file.Choice], list[str]]:
    """One kernel's rows for the policy, and comments."""
    return ranking.choices(kernel, ranking.sizes(found, benches.every())[kernel], by_size=by_size, policy=policy)
