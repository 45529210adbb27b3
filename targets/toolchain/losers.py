# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py speed --losers``: where on this machine something else is faster than what runs.

Kernels, keys among them: another variant, or portable C. Batches: one message after the other. Public functions: the
same function over portable C, other ways of its own, Nettle and libgcrypt if they are installed, and libcrypto if the
tool is linked with one.

What runs must reach 0.97 of the fastest candidate. What seems slower is measured again: it counts if it is in every
pass that had enough clean rounds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

import targets
from generator.function_cache import FunctionCache
from generator.library import Library
from generator.output import Generator
from generator.wording import counted
from targets.toolchain import benches, product, speed_rows
from targets.toolchain.process import ToolFailed
from targets.toolchain.speed_rows import Row

LEAST = 0.97
PASSES = 3
_PORTABLE, _CALL = "portable", "dispatched"
_BATCH = re.compile(r"call_batch(\d+)_")

Measure = Callable[[Collection[str]], Iterable[Row]]
"""The rows of some benchmarks, with ratios to portable C."""


@dataclass(frozen=True, slots=True)
class Loser:
    """``chosen``: the variant that runs; "dispatched" for a public function. ``ratio``: its speed divided by that of
    the fastest candidate. ``clean``: the share of clean rounds."""

    benchmark: str
    bytes: int
    chosen: str
    fastest: str
    ratio: float
    clean: float

    def __str__(self) -> str:
        size = f"{self.bytes} bytes"
        if batch := _BATCH.match(self.benchmark):
            size = f"{batch[1]} messages of {self.bytes // int(batch[1])} bytes"
        what = "" if self.chosen == _CALL else f"{self.chosen} is chosen, "
        fastest = "one message after the other" if self.fastest == "single" else self.fastest
        rounds = f"{100 * self.clean:.0f}% of the rounds clean"
        return f"{self.benchmark}, {size}: {what}at {self.ratio:.2f} of the speed of {fastest} ({rounds})"


def find(rows: Iterable[Row]) -> tuple[list[Loser], set[tuple[str, int]], set[tuple[str, int]]]:
    """One pass: the losers, the benchmarks and sizes with too few clean rounds to tell, and all that have candidates.
    Speeds are ratios to portable C; where a public function has no such rival, to the function itself."""
    speeds: dict[tuple[str, int], dict[str, float]] = {}
    chosen: dict[tuple[str, int], str] = {}
    clean: dict[tuple[str, int], float] = {}
    unknown = set()
    for row in sorted(rows, key=lambda row: row["peer"] != _PORTABLE):
        place, call = (row["kernel"], row["bytes"]), not row["function"].startswith("loom_k_")
        in_c, ours = row["peer"] == _PORTABLE, row["variant"] == _CALL
        if row["peer"] is None or (ours and not call) or not (in_c or (ours and call)):
            continue
        clean[place] = row["clean"]
        if row["few"]:
            unknown.add(place)
        found = speeds.setdefault(place, {_PORTABLE if in_c else _CALL: 1.0})
        found[row["variant"] if in_c else row["peer"]] = row["ratio"] if in_c else found[_CALL] / row["ratio"]
        if row["chosen"] or ours:
            chosen[place] = row["variant"]
    out = []
    for place, candidates in speeds.items():
        fastest = max(candidates, key=candidates.__getitem__)
        own = chosen.get(place, _PORTABLE)
        if place not in unknown and candidates[own] < LEAST * candidates[fastest]:
            out.append(Loser(*place, own, fastest, candidates[own] / candidates[fastest], clean[place]))
    return out, unknown, set(speeds)


def run(measure: Measure, benchmarks: Sequence[str]) -> int:
    """Prints the losers. Returns 1 if there are any. A size is measured again until its variant holds in one pass."""
    lost: dict[tuple[str, int], Loser] = {}
    held: set[tuple[str, int]] = set()
    places: set[tuple[str, int]] = set()
    todo = list(benchmarks)
    for _ in range(PASSES):
        losers, unknown, now = find(measure(todo))
        places |= now
        here = {(one.benchmark, one.bytes): one for one in losers}
        held |= now - unknown - set(here)
        lost = {place: one for place, one in {**lost, **here}.items() if place not in held}
        todo = [name for name in todo if name in {place[0] for place in places - held}]
        if not todo:
            break
    if not places:
        raise ToolFailed("speed --losers: nothing to compare; expected kernels that have variants")
    for one in lost.values():
        print(one)
    silent = sorted(places - held - set(lost))
    for name, group in groupby(silent, lambda place: place[0]):
        print(f"{name}: too few clean rounds to tell at {', '.join(str(size) for _, size in group)} bytes")
    print(f"{counted(len(places), 'place')}: {len(held)} good, {counted(len(lost), 'loser')}, {len(silent)} not known")
    return 1 if lost else 0


def refuse_beside(options: Iterable[str]) -> None:
    """Refuses options that ask for another output."""
    if named := [f"--{name}" for name in options]:
        beside = "kernels, --rounds, --target, --against or --libcrypto"
        raise ToolFailed(f"speed --losers {' '.join(named)}: expected --losers alone or with {beside}")


def here(
    library: Library,
    triple: str,
    kernels: Sequence[str],
    rounds: int,
    peer: tuple[str | None, Path | None] = (None, None),
) -> int:
    """The losers of this machine. ``kernels``: benchmarks or kernels; none: all. ``peer``: the values of --against and
    --libcrypto. Returns an exit status."""
    rows = [*benches.every(), *benches.MESSAGES]
    benches.check(kernels, rounds, library.kernels, command="speed --losers", rows=rows)
    target = targets.load(triple)
    product.refuse_emulation(target)
    words = product.peer_words(target, *peer)
    generator = Generator(library, cache=FunctionCache())

    @cache
    def choosable(kernel: str) -> set[str]:
        """The contenders for what runs in a program that asks for no tables."""
        some = generator.choosable(library.find(kernel), target.abi, portable=True)
        return {_PORTABLE, _CALL, *(one.name for one in some)}

    def counts(row: Row) -> bool:
        kernel = benches.every().get(row["kernel"])  # none of MESSAGES is there, which are calls
        return kernel is None or row["variant"] in choosable(kernel)

    with product.host_program(library, triple, "speed", benches.sources(), *words) as tool:

        def measure(names: Collection[str]) -> Iterable[Row]:
            done = product.run_here(target, tool, ["--alternatives", "--json", *names, "--rounds", str(rounds)])
            if done.returncode:
                raise ToolFailed(done.stderr.decode().strip() or product.died("speed", done))
            return filter(counts, speed_rows.check(json.loads(done.stdout.decode()), "speed"))

        return run(measure, benches.chosen(kernels, rows))
