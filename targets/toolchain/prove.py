# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove``: the object of each variant of a kernel is proved to compute what the script records."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import targets
from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.model import Function
from generator.output import DEFAULT_PREFIX, Generator, available
from generator.passes.contract import family
from generator.pipeline import record
from generator.processes import count, inherits, spread
from proof.a64_call import AAPCS64, ARM64EC
from proof.call import Convention
from proof.memory import NoProof
from proof.objects import Object, read
from proof.prove import OPEN, PROVED, Area, Task, Verdict, prove
from proof.x86_call import CDECL32, SYSV, WIN64
from targets import Target
from targets.toolchain import counterexample
from targets.toolchain.assemble import assemble

SYNTAX = "gas"


def syntax(target: Target) -> str:
    """The syntax whose files are proved: GNU's, or the only one of the target."""
    return SYNTAX if SYNTAX in target.syntaxes else target.syntaxes[0]


COVERED = {
    "sysv64": SYSV, "win64": WIN64, "cdecl32": CDECL32, "aapcs64": AAPCS64, "aapcs64-darwin": AAPCS64,
    "aapcs64-win": replace(AAPCS64, pads=()), "arm64ec": ARM64EC,
}  # fmt: skip
"""Calling conventions whose functions can be proved, with landing pads where one of their targets has them."""
TARGETS = (
    "x86_64-linux-gnu", "x86_64-w64-mingw32", "aarch64-linux-gnu", "aarch64-apple-darwin", "aarch64-pc-windows-msvc",
    "arm64ec-pc-windows-msvc", "i686-linux-gnu", "i686-w64-mingw32",
)  # fmt: skip
"""The target of each convention whose objects are read."""
Job = tuple[str, str]
TargetJob = tuple[tuple[str, ...], Job]
"""The targets that have one convention for a function, and the function."""
Told = tuple[str, str, Verdict]
Proved = list[tuple[str, Object, list[Area]]]
"""Objects of one function that were proved: target, object and areas of the frame."""


def run(library: Library, names: Sequence[str], triples: Sequence[str]) -> int:
    """Print a line for each function, a line for each target and one for all. Status 0: all are proved. 1: one is not.
    TargetError for a target without rules, and if there is nothing to prove.

    Each verdict is about the bytes of an object that this run makes from the generator's text. Nothing that an earlier
    run found or made takes part. Processes share the functions of all targets, the largest first. An object that equals
    one of the same convention, as Apple's do Linux's on AArch64, needs no proof of its own.
    """
    alike: dict[tuple[Job, str, Convention], list[str]] = {}
    for triple in dict.fromkeys(triples):
        target = targets.load(triple)
        if target.abi not in COVERED:
            known = " or ".join(TARGETS)
            raise targets.TargetError(f"prove: {triple}: no rules for {target.abi} yet; expected {known}")
        for name in dict.fromkeys(names or library.kernels):
            kernel = library.find(name)
            for one in kernel.variants:
                if available(one, target.arch):
                    key = (name, one.name), family(kernel, target.abi), convention(target)
                    alike.setdefault(key, []).append(triple)
    jobs = [(tuple(found), one) for (one, *_), found in alike.items()]
    if not jobs:
        raise targets.TargetError(f"prove: no variant of {', '.join(names)} is for {', '.join(triples)}")
    every = Counter(triple for found, _ in jobs for triple in found)
    proved = Counter[str]()

    def told(results: list[Told]) -> None:
        for triple, symbol, verdict in results:
            proved[triple] += verdict.state == PROVED
            where = f"{triple:<24} " if len(every) > 1 else ""
            note = f": {verdict.reason}" if verdict.reason else ""
            print(f"{where}{symbol:<32} {verdict.state}{note}", flush=True)

    spread(
        proving,
        (library,),
        sorted(jobs, key=lambda job: -size(library, job)),
        count() if inherits() else 1,
        told,
    )
    for triple, number in every.items():
        print(f"{triple}: {proved[triple]} of {number} functions proved")
    if len(every) > 1:
        print(f"{proved.total()} of {every.total()} functions proved")
    return 0 if proved.total() == every.total() else 1


def size(library: Library, job: TargetJob) -> int:
    """The number of recorded operations, which the time of a proof grows with."""
    (triple, *_), (name, variant) = job
    kernel = library.find(name)
    return len(record(kernel, kernel.variant(variant), abi(targets.load(triple).abi))[0].ops)


def convention(target: Target) -> Convention:
    """A target's calling convention, without landing pads if the target has none."""
    found = COVERED[target.abi]
    return found if target.hardening.landing_pad else replace(found, pads=())


class Prover:
    """The functions of one target. A job is the name of a kernel and of a variant."""

    def __init__(self, library: Library, triple: str) -> None:
        self.library, self.target = library, targets.load(triple)
        self.generator = Generator(library)

    def _parts(self, job: Job) -> tuple[Kernel, Variant, Function]:
        kernel = self.library.find(job[0])
        variant = kernel.variant(job[1])
        return kernel, variant, self.generator.function(kernel, variant, self.target.abi)

    def symbol(self, job: Job) -> str:
        return f"{job[0]}_{job[1]}"

    def files(self, job: Job) -> dict[str, bytes]:
        """The function's file, with what it includes."""
        kernel = self.library.find(job[0])
        return self.generator.files(self.target, kernel, kernel.variant(job[1]), [syntax(self.target)])

    def verdict(self, job: Job, proved: Proved | None = None) -> tuple[str, Verdict]:
        kernel, variant, function = self._parts(job)
        with tempfile.TemporaryDirectory() as folder:
            for path, text in self.files(job).items():
                source = Path(folder, Path(path).name)
                source.write_bytes(text)
            out = source.with_suffix(self.target.object_suffix)
            made = assemble(self.target, syntax(self.target), source, out, anew=True)
            return function.symbol, judge(kernel, variant, function, self.target, made, explain=True, proved=proved)


def proving(library: Library) -> Callable[[TargetJob], list[Told]]:
    prover = cache(lambda triple: Prover(library, triple))

    def prove_one(job: TargetJob) -> list[Told]:
        triples, one = job
        proved: Proved = []
        return [(triple, *prover(triple).verdict(one, proved)) for triple in triples]

    return prove_one


def judge(
    kernel: Kernel, variant: Variant, function: Function, target: Target, made: Path, *, explain: bool = False,
    proved: Proved | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on an object. ``function`` gives the places of the script's own areas in the frame. ``explain``: look
    for inputs that show why a function is refused, and add them to the reason in further lines. ``proved``: objects of
    the function for targets with the same convention; one more comes to them."""
    recorded, params = record(kernel, variant, abi(target.abi))
    slots = [slot for slot in function.frame.slots if slot.area]
    areas = [Area(slot.name, slot.offset - function.frame.bytes, slot.size) for slot in slots]
    try:
        found = read(made.read_bytes(), target.decorate(f"{DEFAULT_PREFIX}{function.symbol}"))
    except NoProof as error:
        return Verdict(OPEN, str(error))
    for other, equal, places in proved or ():
        if (equal, places) == (found, areas):
            return Verdict(PROVED, f"the object of {other}")
    task = Task(kernel, recorded.ops, params, convention(target), areas)
    verdict = prove(task, found)
    if proved is not None and verdict.state == PROVED:
        proved.append((target.triple, found, areas))
    if explain and verdict.state != PROVED and verdict.inside is None:
        lines = counterexample.explained(task, found, function.symbol, target, [made])
        verdict.reason = "\n  ".join([verdict.reason, *lines])
    return verdict
