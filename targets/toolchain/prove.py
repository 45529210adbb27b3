# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py prove``: the object of each variant of a kernel is proved to compute what the script records.

Functions that are not proved yet stand in ``proof/open.dat`` with the target; a function that leaves the list must be
proved from then on.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import targets
from generator.abi import abi
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.model import Function
from generator.output import DEFAULT_PREFIX, Generator, available
from generator.pipeline import record
from proof.memory import NoProof
from proof.objects import read
from proof.prove import DIFFERS, OPEN, PROVED, SYSV, WIN64, Area, Task, Verdict, prove
from targets import Target
from targets.toolchain.assemble import assemble

SYNTAX = "gas"
COVERED = {"sysv64": SYSV, "win64": WIN64}
"""Calling conventions whose functions can be proved."""
KNOWN = Path(__file__).resolve().parents[2] / "proof" / "open.dat"
SOUNDNESS = Path(__file__).resolve().parents[2] / "SOUNDNESS.md"


def run(library: Library, names: Sequence[str], triple: str, update: bool) -> int:
    """Print a line for each function. Status 0: all are proved, or listed as open. 1: a function differs, or one that
    is not listed is not proved. TargetError for a target without rules.

    ``update``: write the list of open functions and the table of SOUNDNESS.md anew; only for all kernels.
    """
    if update and names:
        raise targets.TargetError("prove --update writes the list of all functions; leave out KERNEL")
    target = targets.load(triple)
    if target.abi not in COVERED:
        raise targets.TargetError(f"prove: {triple}: no rules for {target.abi} yet; expected x86_64-linux-gnu or x86_64-w64-mingw32")
    for name in names:
        library.find(name)
    known, counts, bad = listed(triple), {PROVED: 0, DIFFERS: 0, OPEN: 0}, 0
    reasons: dict[str, str] = {}
    for symbol, verdict in verdicts(library, names, target):
        counts[verdict.state] += 1
        if verdict.state == OPEN:
            reasons[symbol] = verdict.reason
        expected = verdict.state == OPEN and symbol in known
        bad += not expected and verdict.state != PROVED
        note = f": {verdict.reason}" if verdict.reason else ""
        print(f"{symbol:<32} {verdict.state}{' (known)' if expected else ''}{note}", flush=True)
    print(f"{triple}: {counts[PROVED]} of {sum(counts.values())} functions proved, {counts[DIFFERS]} differ")
    if update:
        write(triple, reasons, sum(counts.values()))
        return 1 if counts[DIFFERS] else 0
    return 1 if bad else 0


def write(triple: str, reasons: dict[str, str], count: int) -> None:
    """Write the open functions of a target, and the numbers of SOUNDNESS.md."""
    lines = KNOWN.read_text("utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(f"{triple} ")]
    rows = [f"{triple} {symbol} {short(reason)}" for symbol, reason in sorted(reasons.items())]
    KNOWN.write_text("\n".join([*kept, *rows, ""]), "utf-8")
    text = SOUNDNESS.read_text("utf-8")
    row = table_row(triple, count - len(reasons), count)
    made = re.sub(rf"^\| `{re.escape(triple)}` \|.*$", row, text, flags=re.M)
    SOUNDNESS.write_text(made, "utf-8")


def table_row(triple: str, proved: int, count: int) -> str:
    return f"| `{triple}` | {proved} | {count} |"


def short(reason: str) -> str:
    """A reason without terms, which differ from run to run."""
    return reason.partition(": z3 does not prove")[0] + (": no proof of equal terms" if "z3 does not" in reason else "")


def listed(triple: str) -> set[str]:
    """The functions of a target that are known to be unproved."""
    rows = (line.split() for line in KNOWN.read_text("utf-8").splitlines() if line and line[0] != "#")
    return {row[1] for row in rows if row[0] == triple}


def verdicts(library: Library, names: Sequence[str], target: Target) -> Iterator[tuple[str, Verdict]]:
    """The verdict on each variant of the kernels (none: of all)."""
    generator = Generator(library, targets=[target])
    for name in names or library.kernels:
        kernel = library.find(name)
        for variant in kernel.variants:
            if available(variant, target.arch):
                function = generator.function(kernel, variant, target.abi)
                raw = object_of(generator, kernel, function, target)
                yield function.symbol, judge(kernel, variant, function, target, raw)


def object_of(generator: Generator, kernel: Kernel, function: Function, target: Target) -> bytes:
    """The object of a function, from its file in GNU syntax."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in generator.files(target, kernel, function, [SYNTAX]).items():
            source = Path(folder, Path(path).name)
            source.write_bytes(text)
        return assemble(target, SYNTAX, source, source.with_suffix(target.object_suffix)).read_bytes()


def judge(kernel: Kernel, variant: Variant, function: Function, target: Target, raw: bytes) -> Verdict:
    """The verdict on an object. ``function`` gives the places of the script's own areas in the frame."""
    recorded, params = record(kernel, variant, abi(target.abi))
    slots = [slot for slot in function.frame.slots if slot.area]
    areas = [Area(slot.name, slot.offset - function.frame.bytes, slot.size) for slot in slots]
    try:
        made = read(raw, f"{DEFAULT_PREFIX}{function.symbol}")
    except NoProof as error:
        return Verdict(OPEN, str(error))
    return prove(Task(kernel, recorded.ops, params, COVERED[target.abi], areas), made)
