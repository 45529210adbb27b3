# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove``: the object of each variant of a kernel is proved to compute what the script records.

Functions that are not proved yet stand in ``proof/open.dat`` with the target; a function that leaves the list must be
proved from then on. ``proof/proved.dat`` has a digest of what each proof was about, and of what was open.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import targets
from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.model import Function
from generator.output import DEFAULT_PREFIX, Generator, available
from generator.pipeline import record
from generator.processes import count, inherits, spread
from proof.a64_call import AAPCS64, ARM64EC
from proof.memory import NoProof
from proof.objects import read
from proof.prove import DIFFERS, OPEN, PROVED, Area, Task, Verdict, prove
from proof.x86_call import CDECL32, SYSV, WIN64
from targets import Target
from targets.toolchain import counterexample, proof_record
from targets.toolchain.assemble import assemble

SYNTAX = "gas"


def syntax(target: Target) -> str:
    """The syntax whose files are proved: GNU's, or the only one of the target."""
    return SYNTAX if SYNTAX in target.syntaxes else target.syntaxes[0]


COVERED = {
    "sysv64": SYSV, "win64": WIN64, "aapcs64": AAPCS64, "aapcs64-darwin": AAPCS64, "aapcs64-win": AAPCS64,
    "arm64ec": ARM64EC, "cdecl32": CDECL32,
}  # fmt: skip
"""Calling conventions whose functions can be proved."""
TARGETS = (
    "x86_64-linux-gnu", "x86_64-w64-mingw32", "aarch64-linux-gnu", "aarch64-apple-darwin", "aarch64-pc-windows-msvc",
    "arm64ec-pc-windows-msvc", "i686-linux-gnu", "i686-w64-mingw32",
)  # fmt: skip
"""The target of each convention whose objects are read."""
Job = tuple[str, str]
AT_ONCE = 16
"""Functions of which the lines appear together."""
KNOWN = Path(__file__).resolve().parents[2] / "proof" / "open.dat"
SOUNDNESS = Path(__file__).resolve().parents[2] / "SOUNDNESS.md"


def run(library: Library, names: Sequence[str], triple: str, *, update: bool = False, changed: bool = False) -> int:
    """Print a line for each function. Status 0: all are proved, or listed as open. 1: a function differs, or one that
    is not listed is not proved. TargetError for a target without rules.

    ``changed``: only functions whose file, recording or rules are not those of ``proof/proved.dat``; an open one, too,
    waits for such a change. ``update``: write this record, the list of open functions and the table
    of SOUNDNESS.md anew; only for all kernels.
    """
    if update and names:
        raise targets.TargetError("prove --update writes the list of all functions; leave out KERNEL")
    target = targets.load(triple)
    if target.abi not in COVERED:
        raise targets.TargetError(f"prove: {triple}: no rules for {target.abi} yet; expected {' or '.join(TARGETS)}")
    jobs = [
        (name, variant.name)
        for name in names or library.kernels
        for variant in library.find(name).variants
        if available(variant, target.arch)
    ]
    prover = Prover(library, triple)
    before = proof_record.read(triple)
    digests = {prover.symbol(job): prover.digest(job) for job in jobs}
    known = listed(triple)
    same = {
        symbol
        for symbol, digest in digests.items()
        if changed and before.get(symbol) == (f"{proof_record.OPEN}{digest}" if symbol in known else digest)
    }
    todo = [job for job in jobs if prover.symbol(job) not in same]
    counts, bad = {PROVED: 0, DIFFERS: 0, OPEN: 0}, 0
    reasons = {symbol: why for symbol, why in known.items() if symbol in same}
    differing: set[str] = set()
    waiting = len(reasons)
    for start in range(0, len(todo), AT_ONCE):
        some = todo[start : start + AT_ONCE]
        for symbol, verdict in spread(proving, (library, triple), some, count() if inherits() else 1):
            counts[verdict.state] += 1
            if verdict.state == OPEN:
                reasons[symbol] = short(verdict.reason)
            if verdict.state == DIFFERS:
                differing.add(symbol)
            expected = verdict.state == OPEN and symbol in known
            bad += not expected and verdict.state != PROVED
            note = f": {verdict.reason}" if verdict.reason else ""
            print(f"{symbol:<32} {verdict.state}{' (known)' if expected else ''}{note}", flush=True)
    kept = f"; {len(jobs) - len(todo) - waiting} proved before, and unchanged since" if changed else ""
    kept += f"; {waiting} open, as recorded" if waiting else ""
    print(f"{triple}: {counts[PROVED]} of {len(todo)} functions proved, {counts[DIFFERS]} differ{kept}")
    if update:
        write(triple, reasons, len(jobs))
        proof_record.write(
            triple,
            {
                symbol: f"{proof_record.OPEN}{digest}" if symbol in reasons else digest
                for symbol, digest in digests.items()
                if symbol not in differing
            },
        )
        return 1 if counts[DIFFERS] else 0
    return 1 if bad else 0


def write(triple: str, reasons: dict[str, str], count: int) -> None:
    """Write the open functions of a target, and the numbers of SOUNDNESS.md."""
    lines = KNOWN.read_text("utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(f"{triple} ")]
    rows = [f"{triple} {symbol} {reason}" for symbol, reason in sorted(reasons.items())]
    KNOWN.write_text("\n".join([*kept, *rows, ""]), "utf-8")
    text = SOUNDNESS.read_text("utf-8")
    row = table_row(triple, count - len(reasons), count)
    made = re.sub(rf"^\| `{re.escape(triple)}` \|.*$", row, text, flags=re.M)
    SOUNDNESS.write_text(made, "utf-8")


def table_row(triple: str, proved: int, count: int) -> str:
    return f"| `{triple}` | {proved} | {count} |"


def short(reason: str) -> str:
    """A reason without terms, which differ from run to run, and without inputs."""
    reason = reason.partition("\n")[0]
    return reason.partition(": z3 does not prove")[0] + (": no proof of equal terms" if "z3 does not" in reason else "")


def listed(triple: str) -> dict[str, str]:
    """The functions of a target that are known to be unproved, and why."""
    rows = (line.split(" ", 2) for line in KNOWN.read_text("utf-8").splitlines() if line and line[0] != "#")
    return {row[1]: row[2] for row in rows if row[0] == triple}


class Prover:
    """The functions of one target. A job is the name of a kernel and of a variant."""

    def __init__(self, library: Library, triple: str) -> None:
        self.library, self.target = library, targets.load(triple)
        self.generator = Generator(library, targets=[self.target])
        self.known = listed(triple)

    def _parts(self, job: Job) -> tuple[Kernel, Variant, Function]:
        kernel = self.library.find(job[0])
        variant = kernel.variant(job[1])
        return kernel, variant, self.generator.function(kernel, variant, self.target.abi)

    def symbol(self, job: Job) -> str:
        return f"{job[0]}_{job[1]}"

    def files(self, job: Job) -> dict[str, bytes]:
        """The function's file, with what it includes."""
        kernel, _, function = self._parts(job)
        return self.generator.files(self.target, kernel, function, [syntax(self.target)])

    def digest(self, job: Job) -> str:
        """What a verdict hangs on: the function's file, the recording and the prover."""
        kernel, variant, _ = self._parts(job)
        recorded, params = record(kernel, variant, abi(self.target.abi))
        return proof_record.digest(self.files(job), recorded.ops, params)

    def verdict(self, job: Job) -> tuple[str, Verdict]:
        kernel, variant, function = self._parts(job)
        with tempfile.TemporaryDirectory() as folder:
            for path, text in self.files(job).items():
                source = Path(folder, Path(path).name)
                source.write_bytes(text)
            made = assemble(self.target, syntax(self.target), source, source.with_suffix(self.target.object_suffix))
            return function.symbol, judge(
                kernel, variant, function, self.target, made, explain=self.symbol(job) not in self.known
            )


def proving(library: Library, triple: str) -> Callable[[Job], tuple[str, Verdict]]:
    return Prover(library, triple).verdict


def judge(
    kernel: Kernel, variant: Variant, function: Function, target: Target, made: Path, *, explain: bool = False
) -> Verdict:
    """The verdict on an object. ``function`` gives the places of the script's own areas in the frame. ``explain``: look
    for inputs that show why a function is refused, and add them to the reason in further lines."""
    recorded, params = record(kernel, variant, abi(target.abi))
    slots = [slot for slot in function.frame.slots if slot.area]
    areas = [Area(slot.name, slot.offset - function.frame.bytes, slot.size) for slot in slots]
    try:
        found = read(made.read_bytes(), target.decorate(f"{DEFAULT_PREFIX}{function.symbol}"))
    except NoProof as error:
        return Verdict(OPEN, str(error))
    task = Task(kernel, recorded.ops, params, COVERED[target.abi], areas)
    verdict = prove(task, found)
    if explain and verdict.state != PROVED:
        lines = counterexample.explained(task, found, function.symbol, target, [made])
        verdict.reason = "\n  ".join([verdict.reason, *lines])
    return verdict
