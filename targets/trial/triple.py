# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All tests of some kernels on one triple: every variant, syntax and assembler at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import targets
from generator import rooms
from generator.lang.contract import Kernel, Variant
from generator.lang.variants import PORTABLE
from generator.library import Library
from generator.model import AsmloomError, Function
from generator.output import Generator, available
from generator.portable.files import generated
from proof.prove import DIFFERS, OPEN
from targets import Target
from targets.toolchain import prove as proving
from targets.toolchain.compile import compile_c
from targets.toolchain.find import MissingTool
from targets.toolchain.link import shared_library, shared_name
from targets.toolchain.process import HANG_SECONDS, ToolFailed
from targets.trial.assembled import (
    Assembled,
    answers_emulated,
    answers_here,
    assembled,
    batch,
    convention_emulated,
    convention_here,
    marked_safe,
    unwinding,
)
from targets.trial.batch import Call, DriverError
from targets.trial.code import text_relocations
from targets.trial.cpu import emulated_by, lacking
from targets.trial.failures import failures
from targets.trial.machines import build_driver, run_batch
from targets.trial.secrets import Looked, look

Calls = Callable[[str, str], Iterable[Call]]
PORTABLE_ON = ("x86_64-linux-gnu", "i686-linux-gnu")
"""The triples that portable C is compiled for and called on: tests/portable has the others for kernels of the tree."""
NOT_DECODED = frozenset({"cssc"})
"""Features with instructions that the disassembler of the unwinding tests does not know."""


@dataclass
class Row:
    """What was done with one function."""

    kernel: str
    variant: str
    syntaxes: list[str] = field(default_factory=list)
    calls: int = 0
    by: str = ""
    unwound: str = ""
    secrecy: str = ""
    proof: str = "-"


@dataclass
class Outcome:
    """The results on one triple. ``left_out``: what this machine cannot do, with the reason. ``failures``: what went
    wrong."""

    triple: str
    rows: list[Row] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


@dataclass
class _Run:
    target: Target
    functions: list[tuple[Kernel, Variant, Function]]
    calls: Calls
    out: Outcome
    rows: dict[str, Row]
    threads: int

    def syntax(self, generator: Generator, syntax: str, folder: Path) -> Assembled | None:
        """Assemble, link, execute and unwind all functions in one syntax."""
        target, where = self.target, f"{self.target.triple} {syntax}"
        folder.mkdir()
        sources: dict[str, bytes] = {}
        for kernel, variant, _ in self.functions:
            sources.update(generator.files(target, kernel, variant, [syntax]))
        made = Assembled(target, syntax, folder, assembled(target, syntax, folder, sources, self.threads))
        if not made.objects:
            self.out.left_out.append(f"{where}: no assembler for {syntax} is installed")
            return None
        for by, objects in made.objects.items():
            paths = list(objects.values())
            shared_library(target, paths, folder / by.replace(" ", "-") / shared_name(target, "kernels"))
            self.out.failures += [f"FAILED {where} by {by}: {line}" for line in text_relocations(paths)]
        self.execute(made)
        self.unwind(made)
        for row in self.rows.values():
            row.syntaxes.append(syntax)
        return made

    def execute(self, made: Assembled) -> None:
        """Call every function that this CPU or an emulator can execute."""
        here: list[tuple[Kernel, str]] = []
        emulated: dict[str, list[tuple[Kernel, str]]] = {}
        for kernel, variant, function in self.functions:
            missing = lacking(self.target, variant.features)
            if not missing:
                here.append((kernel, function.symbol))
            elif by := emulated_by(self.target, variant.features):
                emulated.setdefault(by, []).append((kernel, function.symbol))
            else:
                self.rows[function.symbol].by = "nothing"
                said = f"{function.symbol} for {self.target.triple}: not executed: neither this CPU nor an emulator"
                line = f"{said} here has {', '.join(missing)}"
                if line not in self.out.left_out:
                    self.out.left_out.append(line)
        for by, chosen in {"": here, **emulated}.items():
            if not chosen:
                continue
            asked = batch(chosen, (convention_emulated if by else convention_here)(self.target), self.calls)
            where = f"{self.target.triple} {made.syntax}, executed by {by or self.target.executor}"
            try:
                results = answers_emulated(made, asked, by) if by else answers_here(made, asked)
            except DriverError as error:
                self.out.failures.append(f"FAILED {where}: {error}")
                continue
            kernels = {f"loom_{symbol}": kernel for kernel, symbol in chosen}
            self.out.failures += failures(asked, results, kernels, where)
            for call in asked.calls:
                row = self.rows[call.function.removeprefix("loom_")]
                row.calls += 1
                row.by = by or self.target.executor

    def portable(self, generator: Generator, folder: Path) -> None:
        """Call the portable C of the kernels, compiled for this target."""
        some = {f"{kernel.name}_{PORTABLE}": kernel for kernel, _, _ in self.functions if generated(kernel)}
        if not some:
            return
        folder.mkdir()
        for name, data in generator.headers({}).items():
            (folder / name).write_bytes(data)
        sources = [folder / rooms.PORTABLE.format(kernel.name) for kernel in some.values()]
        sources += [path for path in rooms.sources("library") if path.parent.name == "detect"]
        sources += map(rooms.path, rooms.CLEANING)
        flags = [f"-I{folder}", *rooms.includes(), "-DLOOM_NO_ASM"]
        objects = [compile_c(self.target, one, folder / f"{one.stem}.o", flags) for one in sources]
        asked = batch([(kernel, symbol) for symbol, kernel in some.items()], convention_here(self.target), self.calls)
        where, functions = f"{self.target.triple} C", {f"loom_{symbol}": kernel for symbol, kernel in some.items()}
        driver = build_driver(self.target.triple, folder / "driver", list(functions), objects)
        try:
            results = run_batch(self.target.triple, driver, asked, folder / "run", timeout=HANG_SECONDS)
        except DriverError as error:
            self.out.failures.append(f"FAILED {where}: {error}")
            return
        self.out.failures += failures(asked, results, functions, where)
        for symbol, kernel in some.items():
            count = sum(call.function == f"loom_{symbol}" for call in asked.calls)
            self.out.rows.append(Row(kernel.name, PORTABLE, ["C"], count, self.target.executor, "-", "-"))

    def unwind(self, made: Assembled) -> None:
        """Compare the unwind data of every assembler's objects with the code."""
        where = f"{self.target.triple} {made.syntax}"
        stems = list(self.rows)
        if self.target.unwind == "none":
            self._unwound("no tables")
            if self.target.triple.endswith("-msvc"):
                self._unwound("SafeSEH")
                paths = [path for objects in made.objects.values() for path in objects.values()]
                self.out.failures += [f"FAILED {where}: {p.name}: no @feat.00" for p in paths if not marked_safe(p)]
            return
        for _, variant, function in self.functions:
            if unread := sorted(NOT_DECODED & set(variant.features)):
                stems.remove(function.symbol)
                said = f"unwinding: the disassembler knows no {', '.join(unread)}"
                line = f"{function.symbol} for {self.target.triple}: {said}"
                if line not in self.out.left_out:
                    self.out.left_out.append(line)
        for by in made.objects:
            found = unwinding(made, by, stems)
            self.out.failures += [f"FAILED {where} by {by}: unwinding: {line}" for line in found[:10]]
        for stem in stems:
            self.rows[stem].unwound = "every instruction"

    def _unwound(self, text: str) -> None:
        for row in self.rows.values():
            row.unwound = text


def test_triple(
    library: Library, triple: str, names: Sequence[str], variant: str | None, calls: Calls, folder: Path, threads: int
) -> Outcome:
    """Test the kernels ``names`` on a triple. Nothing is raised but the refusals of references and plans."""
    target, out = targets.load(triple), Outcome(triple)
    generator = Generator(library, targets=[target])
    for name in names:
        for one in library.find(name).variants:
            if variant in (None, one.name) and not available(one, target.arch):
                reason = dict(one.without).get(target.arch, "the architecture lacks its features")
                out.left_out.append(f"{name}_{one.name}: not made for {target.arch}: {reason}")
    functions = []
    for name in names:
        try:
            functions += [row for row in generator.functions(target, [name]) if row[0].name == name]
        except AsmloomError as error:
            out.failures.append(f"FAILED {name}, {triple}: refused: {error}")
    functions = [row for row in functions if variant in (None, row[1].name)]
    rows = {function.symbol: Row(kernel.name, one.name) for kernel, one, function in functions}
    out.rows = list(rows.values())
    run = _Run(target, functions, calls, out, rows, threads)
    made: list[Assembled] = []
    for syntax in target.syntaxes if functions else ():
        try:
            cell = run.syntax(generator, syntax, folder / f"{triple}-{syntax}")
            made += [cell] if cell is not None else []
        except MissingTool as missing:
            out.left_out.append(f"{triple} {syntax}: {missing}")
        except ToolFailed as error:
            out.failures.append(f"FAILED {triple} {syntax}: {error}")
    if triple in PORTABLE_ON and variant is None:
        try:
            run.portable(generator, folder / f"{triple}-c")
        except MissingTool as missing:
            out.left_out.append(f"{triple} C: {missing}")
        except ToolFailed as error:
            out.failures.append(f"FAILED {triple} C: {error}")
    if made:
        looked = [Looked(kernel, one, function, rows[function.symbol].calls > 0) for kernel, one, function in functions]
        found = look(made[0], looked, calls)
        out.failures += found.failures
        out.left_out += found.left_out
        for symbol, how in found.how.items():
            rows[symbol].secrecy = how
    if triple in proving.TARGETS:
        _prove(library, functions, out, rows)
    return out


def _prove(
    library: Library, functions: Sequence[tuple[Kernel, Variant, Function]], out: Outcome, rows: dict[str, Row]
) -> None:
    """Prove each function, where the target is the one whose objects of its convention are read. A function that
    differs from its script is a failure; one that is not proved is told."""
    prover = proving.Prover(library, out.triple)
    for kernel, variant, function in functions:
        try:
            _, found = prover.verdict((kernel.name, variant.name))
        except MissingTool as missing:
            out.left_out.append(f"{out.triple}: proofs: {missing}")
            return
        rows[function.symbol].proof = found.state
        if found.state == DIFFERS:
            out.failures.append(f"FAILED {function.symbol}, {out.triple}: differs from the script: {found.reason}")
        elif found.state == OPEN:
            reason = found.reason.partition("\n")[0]
            out.left_out.append(f"{function.symbol}, {out.triple}: not proved: {reason}")
