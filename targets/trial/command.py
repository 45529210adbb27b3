# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py test --kernel-path``: reading its words, one process for each triple, and the table at the end."""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import targets
from generator import library
from generator.cli import idle_exemptions, open_accesses, table, without_entries
from generator.lang.contract import Kernel
from generator.library import Library
from generator.model import AsmloomError
from generator.wording import counted
from targets.toolchain import author_speed
from targets.toolchain.find import MissingTool
from targets.toolchain.testing import strict
from targets.trial.contract_plan import DEFAULT_SEED, calls, untried
from targets.trial.triple import Calls, Outcome, test_triple

_MOST_LINES = 60
_LIBRARY: list[tuple[Library, Calls]] = []
"""What the processes of the triples inherit."""


def run(
    paths: list[Path], names: Sequence[str], triples: Sequence[str] | None, variant: str | None, seed: int | None
) -> int:
    """Test the kernels ``names`` (default: all) of the folders ``paths``, on ``triples`` (default: all).

    Returns 0, or 1 for a failure. Raises AsmloomError and TargetError for wrong words and contracts. Raises MissingTool
    if a triple of ``triples`` cannot be executed here, or if tests are strict.
    """
    for triple in triples or ():
        targets.load(triple)
    found = library.load(paths)
    chosen = _chosen(found, names, variant)
    seed = DEFAULT_SEED if seed is None else seed
    made = calls({kernel.name: kernel for kernel in chosen}, seed)
    for kernel in chosen:  # the answers of references are computed once, before processes share them
        count = len(list(made(kernel.name, "")))
        _say(f"{kernel.name}: {counted(count, 'call')} of each variant in each syntax; seed {seed}")
    outcomes = list(_outcomes(found, made, [*(triples or targets.all_triples())], chosen, variant))
    some = {kernel.name: kernel for kernel in chosen}
    tried = [*(triples or targets.all_triples())]
    every = Library(some)
    notes = _unless_refused(lambda: [*open_accesses(every, tried), *idle_exemptions(chosen, tried)])
    notes += [line for kernel in chosen if not kernel.messages for line in untried(kernel, made(kernel.name, ""))]
    notes += without_entries(chosen, tried)
    return _report(outcomes, notes, asked=bool(triples))


def _chosen(found: Library, names: Sequence[str], variant: str | None) -> list[Kernel]:
    chosen = [found.find(name) for name in names] or [one for one in found.kernels.values() if not one.of_tree]
    for kernel in chosen:
        if kernel.of_tree:
            raise AsmloomError(
                f"{kernel.name} is a kernel of the tree, which build.py test tests; expected kernels of --kernel-path"
            )
        if kernel.reference is None:
            names_ = ", ".join(param.name for param in kernel.params)
            raise AsmloomError(
                f"{kernel.src}: {kernel.name} has no reference; expected @kernel(reference={kernel.name}_reference, …) "
                f"with a function {kernel.name}_reference({names_}), or the names of kernels that have one"
            )
        if kernel.c_reference:
            author_speed.peer(kernel)
    if variant is not None and not any(variant == one.name for kernel in chosen for one in kernel.variants):
        there = dict.fromkeys(one.name for kernel in chosen for one in kernel.variants)
        raise AsmloomError(f"no variant {variant}; there are {', '.join(there)}")
    return chosen


def _one(triple: str, names: list[str], variant: str | None, threads: int) -> Outcome:
    found, made = _LIBRARY[0]
    with tempfile.TemporaryDirectory(prefix="asmloom-") as folder:
        return test_triple(found, triple, names, variant, made, Path(folder), threads)


def _outcomes(
    found: Library, made: Calls, triples: list[str], chosen: Sequence[Kernel], variant: str | None
) -> Iterator[Outcome]:
    """The outcome of each triple, with a line on stderr when it is there."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    names = [kernel.name for kernel in chosen]
    _LIBRARY[:] = [(found, made)]
    if len(triples) == 1 or processors == 1:
        for triple in triples:
            yield _said(_one(triple, names, variant, processors))
        return
    context = multiprocessing.get_context("fork")  # kernels hold functions of scripts, which no pickle can hold
    with ProcessPoolExecutor(processors, context) as pool:
        jobs = [pool.submit(_one, triple, names, variant, 1) for triple in triples]
        for job in jobs:
            yield _said(job.result())


def _unless_refused(notes: Callable[[], list[str]]) -> list[str]:
    """Notes on scripts. A script that a machine refuses has its line among the failures."""
    try:
        return notes()
    except AsmloomError:
        return []


_REFUSED = re.compile(
    r"FAILED (?P<kernel>\w+), (?P<triple>[\w-]+): refused: (?P<said>.*?)"
    r"( \(kernel \w+(, variant (?P<variant>\w+))?[^()]*\))?",
    re.S,
)


def _once(failed: Sequence[str]) -> list[str]:
    """The failures, where a refusal of several triples stands once, with all of them."""
    triples: dict[tuple[str, str], list[str]] = {}
    for line in failed:
        match = _REFUSED.fullmatch(line)
        if match is None:
            triples.setdefault(("", line), [])
            continue
        variant = f", variant {match['variant']}" if match["variant"] else ""
        triples.setdefault((f"{match['kernel']}{variant}", match["said"]), []).append(match["triple"])
    return [
        f"FAILED {of}, {', '.join(dict.fromkeys(some))}: refused: {said}" if of else said
        for (of, said), some in triples.items()
    ]


def _said(outcome: Outcome) -> Outcome:
    wrong = counted(sum(one.startswith("FAILED") for one in outcome.failures), "failure")
    _say(f"{outcome.triple}: {wrong if outcome.failures else 'good'}")
    return outcome


def _say(text: str) -> None:
    print(f"asmloom: {text}", file=sys.stderr, flush=True)


def _report(outcomes: Sequence[Outcome], notes: Sequence[str], *, asked: bool) -> int:
    failed = _once([line for outcome in outcomes for line in outcome.failures])
    for line in failed[:_MOST_LINES]:
        print(line)
    if len(failed) > _MOST_LINES:
        print(f"and {counted(len(failed) - _MOST_LINES, 'line')} more")
    if failed:
        print()
    rows = [
        (
            row.kernel,
            row.variant,
            outcome.triple,
            " ".join(row.syntaxes),
            str(row.calls),
            row.by,
            row.unwound,
            row.secrecy,
            row.proof,
        )
        for outcome in outcomes
        for row in outcome.rows
    ]
    head = ("kernel", "variant", "triple", "syntaxes", "calls", "executed by", "unwinding", "secrecy in runs", "proof")
    print(table(head, sorted(rows)))
    left_out = list(dict.fromkeys(line for outcome in outcomes for line in outcome.left_out))
    print("\nleft out:" if left_out else "\nleft out: nothing")
    for line in left_out:
        print(f"    {line}")
    for line in notes:
        print(f"note: {line}")
    total = sum(row.calls for outcome in outcomes for row in outcome.rows)
    print(f"{counted(len(rows), 'function')}, {counted(total, 'call')}: {'FAILED' if failed else 'good'}")
    if failed:
        return 1
    idle = [outcome.triple for outcome in outcomes if outcome.rows and not any(row.calls for row in outcome.rows)]
    if total == 0 or (idle and (asked or strict())):
        raise MissingTool(f"nothing was executed for {', '.join(idle) or 'any triple'}; see the lines of: left out")
    return 0
