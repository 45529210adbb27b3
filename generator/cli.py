# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The commands generate, list and explain, which need only the generator. Each returns an exit status."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import asmloom
import targets
from generator import processes, store, up_to_date
from generator.abi import abi
from generator.headers import available, without_entry
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.extents import Access, undecided
from generator.library import Library, run
from generator.model import AsmloomError, Instr, Src
from generator.output import (
    DEFAULT_PREFIX,
    Generator,
    Made,
    Results,
    Task,
    every_target,
    expected,
    maker,
)
from generator.passes.judges.secrecy import check_secrecy
from generator.pipeline import build, judgements, record
from generator.portable.recorded import has_form
from generator.ready import GENERATED
from generator.show import variants
from generator.tree import write_tree
from generator.up_to_date import Inputs
from generator.wording import counted

_FEW = 2  # up to this number of jobs, starting children that inherit the loaded kernels costs more than it saves
_SOME = 12  # the same number for children that load the kernels again


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns as wide as their widest cell. Columns of numbers are aligned to the right."""
    cells = [list(head), *[list(row) for row in rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    right = [
        all(row[i][:1].isdigit() or not row[i] or row[i] == "-" for row in cells[1:]) and len(cells) > 1
        for i in range(len(head))
    ]
    lines = []
    for row in cells:
        lines.append("  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right)).rstrip())
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def spread(generator: Generator, tasks: list[Task]) -> list[list[Made]]:
    """:meth:`Generator.make` of each task. One process for each processor takes part if that saves time."""
    library, triples = generator.library, [target.triple for target in generator.targets]
    several = len(tasks) > _FEW and (len(tasks) > _SOME or processes.inherits())
    source = library if not several or processes.inherits() else library.paths
    return processes.spread(maker, (source, generator.prefix, triples), tasks, processes.count() if several else 1)


def generate(
    library: Library, *, check: bool, into: Path | None, prefix: str = DEFAULT_PREFIX, made_from: Inputs | None = None,
    fresh: bool = False,
) -> int:  # fmt: skip
    """Refresh ``generated/`` (or ``into``).

    With ``check``, change nothing and return 1 if a file differs. ``made_from``: the digests of the inputs before the
    first one was read. What the run makes is then kept for the next one, which makes only the files of kernels whose
    scripts have changed, unless ``check`` or ``fresh`` asks for every function anew.
    """
    folder = into or GENERATED
    if check and not folder.is_dir():
        raise AsmloomError(f"--check: {store.shown(folder)} is no folder; expected one that build.py generate wrote")
    generator = Generator(library, prefix)
    old = {} if made_from is None or check or fresh else _earlier(generator, made_from)
    results = generator.results(partial(spread, generator), old=old)
    tree = generator.tree(results)
    differences = expected(folder, tree) if check else []
    for line in differences:
        print(f"{store.shown(folder)}/{line}")
    if differences:
        print(f"{len(differences)} of {counted(len(tree), 'file')} differ; run: python3 build.py generate")
        return 1
    changes = (0, 0)
    if not check:
        changes = write_tree(folder, tree, stale=_all_files(folder) if into is None else _listed(folder))
    if made_from is not None and up_to_date.inputs() == made_from:  # otherwise an input was edited meanwhile
        for task, result in results.items():
            if task not in old:
                store.put(generator.kept(task, made_from.rest), pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        up_to_date.keep(made_from, tree, anew=not old)
    lines = sum(data.count(b"\n") for data in tree.values())
    shown = store.shown(folder)
    print(up_to_date.checked(len(tree)) if check else up_to_date.refreshed(len(tree), lines, shown, *changes))
    return 0


def _earlier(generator: Generator, made_from: Inputs) -> Results:
    """What earlier runs made from the same inputs."""
    found = {task: store.get(generator.kept(task, made_from.rest)) for task in generator.tasks()}
    return {task: pickle.loads(data) for task, data in found.items() if data is not None}


def generate_some(
    library: Library, triples: list[str] | None, kernels: list[str] | None, *, into: Path, prefix: str = DEFAULT_PREFIX
) -> int:
    """Write the sources of some targets or kernels under ``into``. Other files there stay."""
    generator = Generator(library, prefix, targets=[targets.load(t) for t in triples] if triples else every_target())
    names = list(kernels) if kernels else [kernel.name for kernel in library.chosen(None)]
    tree = generator.tree(generator.results(partial(spread, generator), names), names)
    written, _ = write_tree(into, tree)
    print(f"{counted(len(tree), 'file')} in {store.shown(into)}; {written} written")
    return 0


def _all_files(folder: Path) -> list[str]:
    return [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()]


def _listed(folder: Path) -> list[str]:
    """The files that an earlier run wrote into a folder, by its manifest. Only these may be removed from a user's
    folder."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        rows = [row for functions in manifest["targets"].values() for row in functions]
        names = [*manifest["headers"], *(file["path"] for row in rows for file in row["files"].values())]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    # A damaged manifest must not name files outside the folder.
    return [name for name in names if isinstance(name, str) and ".." not in name.split("/") and name[:1] != "/"]


def list_all(library: Library, as_json: bool) -> int:
    """Kernels and their variants; targets and their syntaxes."""
    kernels = [
        {"kernel": k.name, "variant": v.name, "features": list(v.features), "prototype": k.prototype, "source": k.path,
         "targets": [t.triple for t in every_target() if available(v, t.arch)]}
        for k in library.kernels.values() for v in k.variants
    ]  # fmt: skip
    triples = [
        {
            "triple": t.triple,
            "syntaxes": list(t.syntaxes),
            "abi": t.abi,
            "executed_by": t.executed_by,
            "serves": list(t.serves),
        }
        for t in every_target()
    ]
    if as_json:
        print(json.dumps({"kernels": kernels, "targets": triples}, indent=1))
        return 0
    rows = [
        (str(r["kernel"]), str(r["variant"]), " ".join(r["features"]) or "baseline", str(len(r["targets"])))
        + (str(r["source"]),)
        for r in kernels
    ]
    print(table(("kernel", "variant", "features", "targets", "source"), rows))
    print()
    print(table(("triple", "syntaxes", "executed in tests by"),
                [(str(r["triple"]), " ".join(r["syntaxes"]), str(r["executed_by"])) for r in triples]))  # fmt: skip
    return 0


def explain(library: Library, name: str, *, triple: str, variant: str | None, as_json: bool) -> int:
    """Print a kernel's contract and facts about its code."""
    kernel, target = library.find(name), targets.load(triple)
    found = asmloom.Library(library).kernel(name).explain(triple, variant)
    if as_json:
        print(json.dumps(asdict(found), indent=1))
        return 0
    print(kernel.prototype)
    for line in (kernel.doc.splitlines()[:1], [f"{kernel.path}; {kernel.source}"]):
        print("    " + "".join(line))
    for arg in kernel.args:
        words = [
            arg.extent or "value",
            "public" if arg.public else "secret",
            f"may be {' or '.join(arg.aliases)}" if arg.aliases else "",
        ]
        print(f"    {arg.name:<8} " + ", ".join(word for word in words if word))
    for reason_name, reason in kernel.exempt.items():
        print(f"    exempt {reason_name}: {reason}")
    print(f"\nfor {triple} ({target.abi}):")
    head = ("variant", "features", "instructions", "frame", "saved", "constant time")
    rows = []
    for f in found.variants:
        constant = "yes" if f.constant_time else "exempt: " + " ".join(f.exemptions)
        numbers = map(str, (f.instructions, f.frame_bytes, f.saved))
        rows.append((f.variant, " ".join(f.features) or "baseline", *numbers, constant))
    print(table(head, rows))
    _undecided(kernel, variants(kernel, variant, target.arch), target.abi)
    return 0


def open_accesses(library: Library, triples: Sequence[str]) -> list[str]:
    """A line for each access that is not proved to stay inside its extent, and for each promise of a loop that is not
    proved, of kernels from outside the tree.

    Tests run the tree's own kernels between guard pages.
    """
    lines: dict[str, None] = {}
    alike = {(one.arch, one.bits): one.name for one in (abi(targets.load(triple).abi) for triple in triples)}
    conventions = alike.values()  # one of the functions with equal recordings
    for kernel in library.kernels.values():
        for variant in kernel.variants if not kernel.of_tree else ():
            for convention in sorted(conventions):
                if available(variant, abi(convention).arch):
                    for one in undecided(judgements(kernel, variant, abi(convention))):
                        inside = ": only a run can tell whether it is inside" if isinstance(one, Access) else ""
                        lines.setdefault(f"{one.src}: {one}{inside}", None)
    return list(lines)


def idle_exemptions(kernels: Iterable[Kernel], triples: Sequence[str]) -> list[str]:
    """A line for each exemption of a kernel from outside the tree that no operation names, and for each place where
    operations name one and nothing is secret, on any of the triples' machines. A reviewer would look there in vain."""
    lines = []
    alike = {(one.arch, one.bits): one.name for one in (abi(targets.load(triple).abi) for triple in triples)}
    for kernel in kernels:
        left = {} if kernel.of_tree else dict(kernel.exempt)
        named: dict[tuple[str, Src], None] = {}
        made: set[tuple[str, Src]] = set()
        needed: set[tuple[str, Src]] = set()
        for variant in kernel.variants if left else ():
            for convention in sorted(alike.values()):
                if available(variant, abi(convention).arch):
                    recorded, _ = run(partial(record, kernel, variant, abi(convention)), kernel.src.file)
                    function = run(partial(build, kernel, variant, abi(convention)), kernel.src.file)
                    items = [item for item in function.body if isinstance(item, Instr)]
                    named |= {(name, op.src): None for op in recorded for name in _exempting(op.attrs)}
                    made |= {(name, item.src) for item in items for name in (item.exempt, item.public) if name}
                    needed |= check_secrecy(function, kernel, abi(convention)).places
        lines += [
            f"{kernel.src}: {kernel.name}: no operation names the exemption {name!r}; expected {name!r} at an "
            "operation (exempt=, public=), or a contract without it"
            for name in left
            if name not in {name for name, _ in named}
        ]
        lines += [
            f"{src}: {kernel.name}: nothing is secret where an operation names the exemption {name!r}; expected the "
            f"operation{'' if elsewhere else ' and the contract'} without it"
            for name, src, elsewhere in _idle(named, made, needed)
        ]
    return lines


def _exempting(attrs: Mapping[str, Any]) -> list[str]:
    return [attrs[how] for how in ("exempt", "public") if attrs.get(how)]


def _idle(
    named: Iterable[tuple[str, Src]], made: Set[tuple[str, Src]], needed: Set[tuple[str, Src]]
) -> Iterator[tuple[str, Src, bool]]:
    """The idle ones among the places of operations that name an exemption; the last member tells whether other places
    need it. Of an exemption that no place needs, the last place stands for all.

    A load that became the operand of another line's instruction is needed at that line. The lines of such an exemption
    cannot be told apart. No line without an instruction of its own is told.
    """
    named = list(named)
    for name in dict.fromkeys(name for name, _ in named):
        places = [place for place in named if place[0] == name]
        some = {place for place in needed if place[0] == name}
        if not some:
            yield (*places[-1], False)
        elif some.issubset(places):
            yield from ((*place, True) for place in places if place in made and place not in some)


def without_entries(kernels: Iterable[Kernel], triples: Sequence[str]) -> list[str]:
    """A line for each kernel from outside the tree that dispatch has no entry for."""
    lines = []
    for kernel in kernels:
        archs = dict.fromkeys(targets.load(triple).arch for triple in triples)
        wanted = {arch: without_entry(kernel, arch) for arch in archs if not kernel.of_tree}
        for arch, features in wanted.items():
            if features:
                always = ", ".join(sorted(machine(arch).baseline))
                lines.append(
                    f"{kernel.src}: {kernel.name} has no entry for dispatch on {arch}: each variant wants some of "
                    f"{', '.join(features)}; expected a variant without features but {always}, which every CPU has, or "
                    "calls of the variants by name"
                )
    return lines


def without_c(kernels: Iterable[Kernel]) -> list[str]:
    """A line for each kernel from outside the tree whose words cannot be C, and whose contract does not say so."""
    return [f"{kernel.no_c}; {kernel.name} has no C" for kernel in kernels if kernel.no_c and has_form(kernel)]


def _undecided(kernel: Kernel, chosen: list[Variant], convention: str) -> None:
    """Print the accesses that are not proved to stay inside their extent. Runs between guard pages test these."""
    for variant in chosen:
        found = [one for one in judgements(kernel, variant, abi(convention)) if isinstance(one, Access)]
        print(
            f"\n{variant.name}: {sum(one.verdict == 'inside' for one in found)} of {len(found)} accesses proved inside"
        )
        for one in undecided(found):
            print(f"    {one.src}: {one}")
