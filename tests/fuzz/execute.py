# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs built, run in one process per kind of machine, and compared with their evaluation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import targets
from generator.emit import PREAMBLE, file, preamble
from generator.model import Function, Instr, KernelError, Mem
from generator.pipeline import build
from targets.toolchain.process import HANG_SECONDS
from targets.trial.batch import (
    MOST_BUFFERS,
    Alias,
    Argument,
    Batch,
    Buffer,
    DriverError,
    Narrow,
    Placement,
    Pointers,
    Result,
    Word,
)
from targets.trial.machines import build_driver, driver_parts, run_batch
from tests.fuzz.evaluate import Call, Invalid, evaluate
from tests.fuzz.machines import MACHINES, Machine, machines_for
from tests.fuzz.profiles import EDGES, MOST_UNITS
from tests.fuzz.program import WIDTHS, Chain, Do, Parts, Program, walk
from tests.fuzz.script import compiled

CALLS = 3
"""The limits of a batch and of each program in it: many times the need, to cut only endless loops."""
REGISTERS, MEMORY, FLAGS, UNKNOWN = "no register left", "shared memory", "flags between asm", "pointer of two buffers"
KINDS = (REGISTERS, MEMORY, FLAGS, UNKNOWN)
"""Refusals that a right program may meet."""


@dataclass(frozen=True)
class Job:
    """A program on a machine."""

    program: Program
    machine: Machine

    @property
    def symbol(self) -> str:
        lanes = f"_x{self.machine.messages}" if self.machine.messages else ""
        return f"loom_{self.program.name}{lanes}_{self.machine.variant.name}"


@dataclass
class Report:
    """The outcome of jobs: the number that ran, the refusals by kind, and the failures."""

    ran: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    failures: list[tuple[Job, str]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.ran += other.ran
        for kind, count in other.refused.items():
            self.refused[kind] = self.refused.get(kind, 0) + count
        self.failures += other.failures


def accepted(program: Program, error: KernelError) -> str | None:
    """The kind of a refusal that is no fault."""
    text = str(error)
    if " register" in text and " left for" in text:
        return REGISTERS
    statements = list(walk(program.body))
    if "stitch:" in text:  # a word loaded from an area counts as a pointer into the area
        bold = any(isinstance(stmt, Parts) and stmt.bold for stmt in statements)
        return MEMORY if bold or " of the frame" in text else None
    if "flag" in text and any(isinstance(stmt, Chain) and any(stmt.between) for stmt in statements):
        return FLAGS
    pointers = [stmt for stmt in statements if isinstance(stmt, Do) and stmt.op == "select"]
    if "secret (memory" in text and any(program.types[stmt.dst[0]] == "ptr" for stmt in pointers):
        return UNKNOWN
    return None


class Runner:
    """Runs batches. The driver's own objects are made once per triple."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, list[Path]] = {}
        self.batches = 0

    def run(self, jobs: Iterable[Job]) -> Report:
        report = Report()
        chosen: dict[tuple[str, tuple[str, ...]], list[tuple[Job, Function]]] = {}
        for job in jobs:
            function = self.built(job, report)
            if function is not None and not job.machine.missing():
                emulator = tuple(job.machine.emulator())
                if not (emulator and mistaken(function)):
                    chosen.setdefault((job.machine.triple, emulator), []).append((job, function))
        for (triple, emulator), rows in chosen.items():
            self.executed(triple, rows, report, emulator)
        return report

    @staticmethod
    def built(job: Job, report: Report) -> Function | None:
        """The job's function. For a refusal, None and a line in the report."""
        try:
            return build(compiled(job.program, job.machine.variant), job.machine.variant, job.machine.abi)
        except KernelError as error:
            kind = accepted(job.program, error)
            if kind is None:
                report.failures.append((job, f"refused: {error}"))
            else:
                report.refused[kind] = report.refused.get(kind, 0) + 1
        except Exception as error:  # any other exception is a fault of the generator
            report.failures.append((job, f"{type(error).__name__}: {error}"))
        return None

    def executed(
        self, triple: str, rows: Sequence[tuple[Job, Function]], report: Report, emulator: Sequence[str] = ()
    ) -> None:
        """Assemble, link and call, here or on an emulated CPU. Adds differences to the report."""
        if not rows:
            return
        self.batches += 1
        folder = self.folder / f"{triple}-{self.batches}"
        folder.mkdir(parents=True, exist_ok=True)
        if triple not in self.parts:
            self.parts[triple] = driver_parts(triple, self.folder / triple)
        source = folder / "programs.S"
        source.write_text(together([function for _, function in rows], triple), "ascii", newline="\n")
        (folder / PREAMBLE).write_text(preamble([targets.load(triple)], "gas", "0"), "ascii")
        symbols = [job.symbol for job, _ in rows]
        static = ["-static"] if emulator else []
        driver = build_driver(triple, folder, symbols, [source, *static], parts=self.parts[triple])
        batch, calls = Batch(), []
        for job, _ in rows:
            for number in range(CALLS):
                made, given = called(job, number)
                batch.call(job.symbol, given, convention=job.machine.called)
                calls.append((job, made))
        try:
            results = run_batch(triple, driver, batch, folder, emulator=emulator, timeout=HANG_SECONDS + len(rows))
        except DriverError as error:
            if len(rows) == 1:
                report.failures.append((rows[0][0], f"never came back: {error}"))
                return
            for part in (rows[: len(rows) // 2], rows[len(rows) // 2 :]):
                self.executed(triple, part, report, emulator)
            return
        wrong: dict[str, tuple[Job, str]] = {}
        for (job, made), result in zip(calls, results):
            found = difference(job, made, result)
            if found is not None:
                wrong.setdefault(job.symbol, (job, found))
        report.ran += len(rows)
        report.failures += wrong.values()


def mistaken(function: Function) -> bool:
    """True for code that Bochs 3.0 gets wrong: ``vpinsrb`` in EVEX takes a displacement of 8 bits twice."""
    inserts = [item for item in function.body if isinstance(item, Instr) and item.mnem == "vpinsrb"]
    return any(isinstance(op, Mem) and op.disp for item in inserts for op in item.ops)


def together(functions: Sequence[Function], triple: str) -> str:
    """Sources of many functions as one file. Local labels get a number. The object's marks appear once."""
    out = []
    for n, function in enumerate(functions):
        text = file([(function, targets.load(triple), "gas")], version="0", script="none").text
        include = f'#include "{PREAMBLE}"\n'
        out.append(re.sub(r"\bL\(", f"L(f{n}_", text.replace(include, "" if n else include)))
    return "\n".join(out)


# -- inputs ------------------------------------------------------------------------------------------------------------


def contents(chosen: random.Random, size: int, secret: bool) -> bytes:
    """Random bytes, with patterns among them unless the bytes must be told from all others."""
    out = b""
    while len(out) < size:
        plain = secret or chosen.randrange(3)
        out += chosen.randbytes(8) if plain else chosen.choice(EDGES).to_bytes(8, "little")
        out += b"" if plain else chosen.choice((b"\0", b"\xff", b"\x80", b"\x55")) * chosen.randrange(16)
    return out[:size]


def inputs(program: Program, number: int, message: int = 0) -> Call:
    """One call's inputs, the same each time. Messages differ in their memory alone."""
    chosen = random.Random(f"call {program.seed} {number}")
    numbers = {}
    for name, type in program.scalars:
        bits = WIDTHS.get(type, 64)
        numbers[name] = chosen.choice((chosen.getrandbits(bits), *(edge % (1 << bits) for edge in EDGES[:3]),
                                       chosen.choice(EDGES) % (1 << bits)))  # fmt: skip
    if any(one.each for one in program.buffers):
        numbers["n"] = chosen.randrange(MOST_UNITS + 1)
    if message:
        chosen = random.Random(f"call {program.seed} {number} {message}")
    held: dict[str, bytes] = {}
    places: dict[str, tuple[str, int]] = {}
    for one in sorted(program.buffers, key=lambda one: program.order.index(one.name)):
        size = one.size * numbers["n"] if one.each else one.size
        places[one.name] = (one.name, 0)
        related = next((of for of in program.buffers if one.name in (of.alias, of.apart and of.apart[0])), None)
        other = one.alias or (one.apart and one.apart[0]) or (related and related.name)
        if other in places and places[other][0] == other and chosen.randrange(4):
            apart = one.apart or (related and related.apart)
            distance = (apart[1] + chosen.choice((0, 0, 1, 36, 84))) if apart else 0
            places[one.name] = (other, distance)
            more = distance + size - len(held[other])
            held[other] += chosen.randbytes(max(more, 0))
            continue
        held[one.name] = contents(chosen, size, program.wipe)
    return Call(held, places, numbers)


def passed(program: Program, bits: int) -> list[str]:
    """The name of each argument of the machine. A u64 takes two words of 32 bits."""
    types = dict(program.scalars)
    return [name for name in program.order for _ in range(1 + (WIDTHS.get(types.get(name, ""), 0) > bits))]


def arguments(program: Program, call: Call, bits: int) -> list[Argument]:
    chosen = random.Random(f"places {program.seed}")
    written = {call.places[one.name][0] for one in program.buffers if "w" in one.access}
    out: list[Argument] = []
    for name in program.order:
        type = dict(program.scalars).get(name)
        if type is not None:
            value = call.numbers[name]
            if type in ("u8", "u16"):  # the caller may put anything above
                value |= chosen.getrandbits(64 - WIDTHS[type]) << WIDTHS[type]
            out.append(Narrow(value) if type == "u32" else Word(value))
            out += [Word(value >> 32)] if WIDTHS.get(type, 0) > bits else []
            continue
        home, distance = call.places[name]
        if home != name:
            out.append(Alias(passed(program, bits).index(home), distance))
            continue
        secret = program.wipe and "w" not in program.buffer(name).access
        where = chosen.choice((Placement.MIDDLE, Placement.END, Placement.START))
        out.append(Buffer(call.contents[name], name in written, where, secret=secret))
    return out


def called(job: Job, number: int) -> tuple[list[Call], list[Argument]]:
    """The inputs of one call, one for each message, and its arguments."""
    if not job.machine.messages:
        call = inputs(job.program, number)
        return [call], arguments(job.program, call, job.machine.abi.bits)
    return several(job.program, number, job.machine.messages, job.machine.abi.bits)


def several(program: Program, number: int, lanes: int, bits: int) -> tuple[list[Call], list[Argument]]:
    """Each message has memory of its own, but for some of what no message writes, which two share."""
    chosen = random.Random(f"messages {program.seed} {number}")
    calls = [inputs(program, number)]
    for lane in range(1, lanes):
        mine = inputs(program, number, lane)
        for one in program.buffers:
            if one.access == "r" and not program.wipe and not chosen.randrange(8):
                mine.contents[one.name] = calls[chosen.randrange(lane)].contents[one.name]
        calls.append(mine)
    numbers = [name for name in passed(program, bits) if name in dict(program.scalars)]
    first = len(numbers) + len(program.buffers)
    where = {one.name: first + n * lanes for n, one in enumerate(program.buffers)}
    out: list[Argument] = []
    for name in program.order:
        if name in where:
            out.append(Pointers(tuple((where[name] + lane, 0) for lane in range(lanes))))
            continue
        value = calls[0].numbers[name]
        out.append(Narrow(value) if dict(program.scalars)[name] == "u32" else Word(value))
        out += [Word(value >> 32)] * (numbers.count(name) - 1)
    for one in program.buffers:
        for call in calls:
            place = chosen.choice((Placement.MIDDLE, Placement.END, Placement.START))
            secret = program.wipe and "w" not in one.access
            out.append(Buffer(call.contents[one.name], "w" in one.access, place, secret=secret, behind=True))
    return calls, out


def difference(job: Job, calls: Sequence[Call], result: Result) -> str | None:
    """The fault of a call in words, or None."""
    if result.violations:
        return "; ".join(result.violations)
    program, bits, lanes = job.program, job.machine.abi.bits, job.machine.messages
    outcomes = [evaluate(program, call, bits, job.machine.keys_first) for call in calls]
    outcome = outcomes[0]
    names = [(name, 0) for name in passed(program, bits)]
    names += [(one.name, lane) for one in program.buffers for lane in range(lanes)]
    for number, got in result.outputs.items():
        name, lane = names[number]
        wanted = outcomes[lane].contents[name]
        at = next((n for n in range(len(wanted)) if got[n] != wanted[n]), None)
        if at is not None:
            there, right = got[at : at + 8].hex(), wanted[at : at + 8].hex()
            message = f" of message {lane}" if lanes else ""
            return f"{name}[{at}]{owner(program, name, at)}{message} is {there}, not {right}"
    if outcome.result is not None:
        width = WIDTHS.get(program.returns, bits)
        got_value = result.value & (1 << width) - 1
        if got_value != outcome.result:
            return f"returned {got_value:#x}, not {outcome.result:#x}"
    return None


def owner(program: Program, name: str, at: int) -> str:
    """The variable with its value at a place of the results."""
    if name != "o":
        return ""
    stores = [stmt for stmt in program.body if isinstance(stmt, Do) and "store" in stmt.op and stmt.args[0] == "o"]
    found = [stmt.args[2] for stmt in stores if stmt.attrs["offset"] <= at]
    return f", of {found[-1]}," if found else ""


def valid(program: Program) -> bool:
    """True if the program has a meaning for all its inputs, on machines of both widths."""
    try:
        for number in range(CALLS):
            for bits in sorted({machine.abi.bits for machine in machines_for(program.profile)}):
                evaluate(program, inputs(program, number), bits, False)
    except (Invalid, AssertionError, KeyError):
        return False
    return True


def jobs_for(program: Program, count: int) -> list[Job]:
    """The program on ``count`` of its machines, chosen by the seed: first one of each kind."""
    chosen = random.Random(f"machines {program.seed}")
    fit = [one for one in machines_for(program.profile) if one.messages * len(program.buffers) + 8 <= MOST_BUFFERS]
    chosen.shuffle(fit)
    kinds = [machine.triple for machine in fit]
    ordered = sorted(range(len(fit)), key=lambda n: kinds[:n].count(kinds[n]))
    return [Job(program, fit[n]) for n in ordered[:count]]


assert len({machine.name for machine in MACHINES}) == len(MACHINES)
