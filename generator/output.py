# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Everything under ``generated/`` as a mapping from path to bytes: sources of every target and syntax, headers,
manifest.

The same kernels, targets and options give the same bytes. :mod:`generator.tree` writes them to disk.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import targets
from generator import __version__, headers, processes, store, templates, up_to_date
from generator.abi import abi
from generator.emit import PREAMBLE, RUST, File, Written, dialect, file, preamble, question
from generator.equal_code import outline, refuse_equal
from generator.function_cache import FunctionCache
from generator.headers import Functions
from generator.headers import available as available  # users of a Generator import it from here
from generator.isa.names import reg_name
from generator.lang.contract import Kernel, Variant
from generator.library import Library, load, run
from generator.manifest import in_rows, kernel_rows
from generator.model import AsmloomError, Function
from generator.passes.contract import family
from generator.picture import layout
from generator.pipeline import Bodies, relabelled
from generator.portable import rust
from targets import Target

DEFAULT_PREFIX = "loom_"
QUESTION = "question"
"""The name of the file in each dialect's folder of a vendored set that asks the assembler what it takes."""


def check_prefix(prefix: str) -> str:
    """Return ``prefix`` if C and every assembler accept a symbol with this beginning; AsmloomError otherwise."""
    if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", prefix):
        return prefix
    raise AsmloomError(f"--prefix {prefix!r} cannot begin a C identifier; expected something like mylib_")


Job = tuple[str, str, str]
"""Kernel, variant, convention."""
Task = tuple[str, str, str]
"""Kernel, variant, architecture."""
Made = tuple[str, dict[str, Any], dict[str, bytes], bytes]
"""Triple, row of the manifest, files, outline of the instructions."""
Results = dict[Task, list[Made]]
Spread = Callable[[list[Task]], list[list[Made]]]
_ALONE = 3  # the most tasks that one process does alone; several processes share longer lists
Cell = tuple[Target, Sequence[str]]
"""A target and some of its syntaxes."""


@dataclass(slots=True)
class Generator:
    """Builds each function once per convention. A function's file serves all of ``targets`` whose assemblers read one
    dialect. ``outside``: those for which a kernel from outside the tree is made, if not for all."""

    library: Library
    prefix: str = DEFAULT_PREFIX
    cache: FunctionCache | None = None
    targets: Sequence[Target] = field(default_factory=lambda: every_target())
    outside: Sequence[Target] = ()
    _functions: dict[tuple[str, str, str], Function] = field(default_factory=dict)
    _texts: dict[tuple[str, ...], bytes] = field(default_factory=dict)  # of :meth:`files`

    def function(self, kernel: Kernel, variant: Variant, convention: str, bodies: Bodies | None = None) -> Function:
        """A function. Twin conventions share the function but for the convention's name. ``bodies``: what earlier calls
        for other conventions have made."""
        same = family(kernel, convention)
        key = (kernel.name, variant.name, same)
        found = self._functions.get(key)
        if found is None and self.cache is not None:
            found = self.cache.get(kernel, variant, same)
        if found is None:
            made = Bodies(kernel, variant) if bodies is None else bodies
            found = run(lambda: made.function(abi(same)), kernel.src.file)
            if self.cache is not None:
                self.cache.put(kernel, variant, same, found)
        self._functions[key] = found
        return found if same == convention else relabelled(found, convention)

    def prepare(self, arches: Container[str], kernels: Sequence[str] | None = None) -> None:
        """Build the functions that the cache lacks, of kernels that it keeps, on all processors, if there are many. The
        functions of all conventions of an architecture are in its files, and share what :class:`Bodies` share."""
        cache = self.cache
        todo = [
            task
            for task in self.tasks(kernels)
            if task[2] in arches and cache is not None and cache.keeps(self.library.find(task[0]))
            if not all(cache.has(self.library.find(task[0]), self.library.find(task[0]).variant(task[1]), one)
                       for one in self._conventions(task))
        ]  # fmt: skip
        if len(todo) > _ALONE and processes.count() > 1:
            source = self.library if processes.inherits() else self.library.paths
            for made in processes.spread(_builder, (source,), todo, processes.count()):
                self._functions.update(made)

    def choosable(self, kernel: Kernel, convention: str, portable: bool) -> list[Variant]:
        """The variants that a program chooses among which cannot ask for speed over secrecy. ``portable``: see
        :func:`generator.headers.revealing`."""
        arch = abi(convention).arch
        there = [variant for variant in kernel.variants if available(variant, arch)]
        exempt = [variant.name for variant in there if self.function(kernel, variant, convention).exempt]
        out = headers.revealing(kernel, arch, exempt, portable)
        return [variant for variant in there if variant.name not in out]

    def _conventions(self, task: Task) -> list[str]:
        kernel = self.library.find(task[0])
        return list(dict.fromkeys(family(kernel, one.abi) for one in self.targets if one.arch == task[2]))

    def build(self, task: Task) -> dict[Job, Function]:
        """The functions of all conventions."""
        kernel = self.library.find(task[0])
        bodies = Bodies(kernel, kernel.variant(task[1]))
        return {(*task[:2], one): self.function(kernel, bodies.variant, one, bodies) for one in self._conventions(task)}

    def keep(self, job: Job, function: Function) -> None:
        """Take a function of :func:`generator.pipeline.build` that another process or an earlier run built."""
        self._functions[job] = function

    def functions(
        self, target: Target, kernels: Sequence[str] | None = None
    ) -> Iterator[tuple[Kernel, Variant, Function]]:
        """All functions of a target, in the order of kernels and variants. KernelError for two that are alike."""
        for kernel in self.library.chosen(kernels):
            outlines = {}
            for variant in kernel.variants:
                if available(variant, target.arch):
                    function = self.function(kernel, variant, target.abi)
                    outlines[variant.name] = outline(function)
                    yield kernel, variant, function
            self._refuse_equal(kernel, target, outlines)

    def _refuse_equal(self, kernel: Kernel, target: Target, outlines: dict[str, bytes]) -> None:
        refuse_equal(kernel, outlines, lambda name: self.function(kernel, kernel.variant(name), target.abi))

    def refuse_equal(self, results: Results) -> None:
        """KernelError if two variants of a kernel are the same instructions on a target."""
        found = {(made[0], *task[:2]): made[3] for task, result in results.items() for made in result}
        for target in self.targets:
            for kernel in self.library.kernels.values():
                keys = {variant.name: (target.triple, kernel.name, variant.name) for variant in kernel.variants}
                self._refuse_equal(kernel, target, {name: found[key] for name, key in keys.items() if key in found})

    def sources(
        self, target: Target, syntaxes: Sequence[str] | None = None, kernels: Sequence[str] | None = None
    ) -> dict[str, bytes]:
        """:meth:`files` of all functions of a target."""
        out = {}
        for kernel, variant, _ in self.functions(target, kernels):
            out.update(self.files(target, kernel, variant, target.syntaxes if syntaxes is None else syntaxes))
        return out

    def files(self, target: Target, kernel: Kernel, variant: Variant, syntaxes: Sequence[str]) -> dict[str, bytes]:
        """``<syntax>/<name>`` → text of one function's file, after the header that the file includes. Keeps the
        texts."""
        out = {}
        for syntax in syntaxes:
            cells = self._sharing(kernel, target, syntax)
            spelling = dialect(target.arch, syntax)
            header = self._texts.get((target.arch, spelling))
            if header is None:
                every = self._dialects(target.arch)[spelling]
                header = preamble([one for one, _ in every], syntax, __version__).encode("ascii")
                self._texts[target.arch, spelling] = header
            if header:
                out[f"{syntax}/{PREAMBLE}"] = header
            key = (kernel.name, variant.name, target.arch, spelling)
            if key not in self._texts:
                self._texts[key] = self._file(kernel, variant, cells).text.encode("ascii")
            out[f"{syntax}/{kernel.name}_{variant.name}{target.extension(syntax)}"] = self._texts[key]
        return out

    def written(self, target: Target, kernel: Kernel, variant: Variant, syntax: str) -> Written:
        """The file of one function in one syntax, with the places of the target's items in it."""
        return self.shared(target, kernel, variant, syntax).of(target)

    def shared(self, target: Target, kernel: Kernel, variant: Variant, syntax: str) -> File:
        """The file of one function for all targets that share it with a target's syntax."""
        return self._file(kernel, variant, self._sharing(kernel, target, syntax))

    def rust(self, kernel: Kernel, variant: Variant, every: Sequence[Target]) -> str:
        """The file of one function for ``global_asm!``, for some targets of one architecture."""
        return self._file(kernel, variant, [(target, RUST) for target in every]).text

    def _sharing(self, kernel: Kernel, target: Target, syntax: str) -> list[tuple[Target, str]]:
        """The targets that share a kernel's files with a target's syntax, each with its syntax."""
        found = self._dialects(target.arch)[dialect(target.arch, syntax)]
        outside = [] if kernel.of_tree else self.outside
        return [cell for cell in found if not outside or cell[0] in outside]

    def _dialects(self, arch: str) -> dict[str, list[tuple[Target, str]]]:
        return _dialects([(one, one.syntaxes) for one in self.targets if one.arch == arch])

    def _file(
        self, kernel: Kernel, variant: Variant, cells: Sequence[tuple[Target, str]], bodies: Bodies | None = None
    ) -> File:
        made = Bodies(kernel, variant) if bodies is None else bodies
        functions = [(self.function(kernel, variant, target.abi, made), target, syntax) for target, syntax in cells]
        return file(functions, prefix=self.prefix, version=__version__, script=kernel.path)

    def headers(
        self, made: Functions, kernels: Sequence[str] | None = None, ready: Mapping[str, bytes] | None = None
    ) -> dict[str, bytes]:
        """The generated C: the public header, the rows and tables of the runtime, and portable C but for what is
        ``ready``. ``kernels`` limits all of it to these kernels and their parts."""
        return headers.files(headers.context(self.library.chosen(kernels), every_target(), self.prefix, made), ready)

    def collection(
        self, cells: Sequence[Cell], kernels: Sequence[str] | None = None
    ) -> tuple[dict[str, bytes], dict[str, list[dict[str, Any]]]]:
        """The sources of some targets in some of their syntaxes, and the manifest's rows of each triple."""
        used = {f"{target.arch}/{dialect(target.arch, syntax)}/" for target, some in cells for syntax in some}
        files = {path: data for path, data in self.preambles().items() if path.startswith(tuple(used))}
        rows: dict[str, list[dict[str, Any]]] = {target.triple: [] for target, _ in cells}
        for kernel in self.library.chosen(kernels):
            for variant in kernel.variants:
                for arch in dict.fromkeys(target.arch for target, _ in cells if available(variant, target.arch)):
                    for target, row, own, _ in self._family(kernel, variant, [c for c in cells if c[0].arch == arch]):
                        rows[target.triple].append(row)
                        files.update(own)
        return files, rows

    def questions(self, cells: Sequence[Cell], kernels: Sequence[str] | None = None) -> dict[str, bytes]:
        """The questions to assemblers of the dialects of some targets, by path; see :mod:`generator.emit.question`."""
        out: dict[str, bytes] = {}
        for arch in dict.fromkeys(target.arch for target, _ in cells):
            for name, some in _dialects([cell for cell in cells if cell[0].arch == arch]).items():
                target, syntax = some[0]
                functions = [function for _, _, function in self.functions(target, kernels)]
                if functions:
                    text = question(functions, target, syntax, version=__version__)
                    out[f"{arch}/{name}/{QUESTION}{target.extension(syntax)}"] = text.encode("ascii")
        return out

    def preambles(self) -> dict[str, bytes]:
        """The headers that files include, by path."""
        out: dict[str, bytes] = {}
        for arch in dict.fromkeys(target.arch for target in self.targets):
            for name, some in self._dialects(arch).items():
                text = preamble([target for target, _ in some], some[0][1], __version__)
                if text:
                    out[f"{arch}/{name}/{PREAMBLE}"] = text.encode("ascii")
        return out

    def _family(
        self, kernel: Kernel, variant: Variant, cells: Sequence[Cell]
    ) -> list[tuple[Target, dict[str, Any], dict[str, bytes], Function]]:
        """One function for targets of one architecture: the row and the files of each. A file is that of all targets
        whose assemblers read its dialect, whichever ``cells`` are wanted."""
        bodies = Bodies(kernel, variant)
        functions = {target.triple: self.function(kernel, variant, target.abi, bodies) for target, _ in cells}
        made: dict[str, dict[str, tuple[str, bytes]]] = {target.triple: {} for target, _ in cells}
        for name, some in _dialects(cells).items():
            text = self._file(kernel, variant, self._sharing(kernel, *some[0]), bodies).text.encode("ascii")
            symbol = functions[some[0][0].triple].symbol
            for target, syntax in some:
                path = f"{target.arch}/{name}/{symbol}{target.extension(syntax)}"
                made[target.triple][syntax] = path, text
        out = []
        for target, syntaxes in cells:
            files = {syntax: made[target.triple][syntax] for syntax in syntaxes}
            row = self._row(target, kernel, variant, functions[target.triple], files)
            out.append((target, row, dict(files.values()), functions[target.triple]))
        return out

    def _row(
        self, target: Target, kernel: Kernel, variant: Variant, function: Function, files: dict[str, tuple[str, bytes]]
    ) -> dict[str, Any]:
        """A row of the manifest: one function of one target, with the facts for auditors and packagers."""
        return {
            "symbol": target.decorate(self.prefix + function.symbol),
            "kernel": kernel.name,
            "variant": variant.name,
            "prototype": kernel.prototype,
            "features": list(variant.features),
            "stack_bytes": function.frame.bytes,
            "saved_registers": [reg_name(function.arch, reg) for reg in function.frame.saved],
            "unwind": target.unwind,
            "constant_time": not function.exempt,
            "exemptions": {name: kernel.exempt[name] for name in function.exempt},
            "taken_to_be_public": {name: kernel.exempt[name] for name in function.public},
            "source": kernel.path,
            "algorithm": kernel.source,
            "files": {s: {"path": path, "sha256": digest(data)} for s, (path, data) in files.items()},
        }

    def picture(self) -> bytes:
        """The pipeline as SVG."""
        every = every_target()
        counts = {syntax: sum(syntax in target.syntaxes for target in every) for syntax in targets.SYNTAXES}
        context = layout(list(self.library.kernels), counts, len(every))
        return templates.render("pipeline.svg.j2", context).encode("ascii")

    def tasks(self, kernels: Sequence[str] | None = None) -> list[Task]:
        """The independent tasks of :meth:`make`. The longest come first: kernels of several parts, then those of
        large blocks, then 32-bit code, whose allocation often takes several tries for lack of registers."""
        found: dict[Task, tuple[int, int, int]] = {}
        for kernel in self.library.chosen(kernels):
            for variant in kernel.variants:
                for target in self.targets:
                    if available(variant, target.arch):
                        rank = -len(kernel.parts), -kernel.size_unit, target.pointer_bits
                        found.setdefault((kernel.name, variant.name, target.arch), rank)
        return sorted(found, key=lambda task: (found[task], task))

    def make(self, task: Task) -> list[Made]:
        """All files of one function, for each target of the architecture. Keeps nothing."""
        kernel = self.library.find(task[0])
        variant = kernel.variant(task[1])
        cells = [(target, target.syntaxes) for target in self.targets if target.arch == task[2]]
        made = self._family(kernel, variant, cells)
        for key in {(*task[:2], family(kernel, target.abi)) for target, _ in cells}:
            del self._functions[key]
        return [(target.triple, row, files, outline(function)) for target, row, files, function in made]

    def kept(self, task: Task, rest: str) -> str:
        """The name of a result of :meth:`make` in the store. ``rest``: the digest of all inputs but the scripts."""
        kernel = self.library.find(task[0])
        return store.digest(["files", rest, *task, self.prefix, kernel.path, kernel.sha256])

    def results(
        self, spread: Spread | None = None, kernels: Sequence[str] | None = None, old: Results | None = None
    ) -> Results:
        """The results of all :meth:`tasks`. ``spread`` calls :meth:`make` for each (default: this process does) but
        those of ``old``, which holds results of earlier runs. KernelError as :meth:`refuse_equal`."""
        found = dict(old or {})
        todo = [task for task in self.tasks(kernels) if task not in found]
        found.update(zip(todo, map(self.make, todo) if spread is None else spread(todo)))
        self.refuse_equal(found)
        return found

    def tree(self, results: Results, kernels: Sequence[str] | None = None) -> dict[str, bytes]:
        """All of ``generated/``, or the part of some kernels without the manifest and the picture."""
        made = [one for result in results.values() for one in result]
        out = self.preambles()
        for _, _, files, _ in made:
            out.update(files)
        chosen = self.library.chosen(kernels)
        found = {(triple, row["kernel"], row["variant"]): row for triple, row, _, _ in made}
        rows = {
            target.triple: [
                found[target.triple, kernel.name, variant.name]
                for kernel in chosen
                for variant in kernel.variants
                if available(variant, target.arch)
            ]
            for target in self.targets
        }
        made_c = {f"include/{name}": data for name, data in self.headers(headers.made_of(rows), kernels).items()}
        # The tree's kernels have their Rust in the crate, which is made when it is asked for.
        own = rust.files(kernel for kernel in chosen if not kernel.of_tree)
        made_c.update({f"rust/{name}": text.encode("ascii") for name, text in own.items()})
        if kernels is None:
            manifest: dict[str, Any] = {"generator": __version__, "prefix": self.prefix, "targets": rows}
            manifest["made_from"] = up_to_date.inputs().tree
            manifest["kernels"] = kernel_rows(self.library.kernels.values())
            manifest["headers"] = {
                path: digest(data) for path, data in {**out, **made_c}.items() if path.endswith((".h", ".c", ".rs"))
            }
            out["pipeline.svg"] = self.picture()
            out["manifest.json"] = in_rows(manifest).encode("ascii")
        out.update(made_c)
        return dict(sorted(out.items()))


def _dialects(cells: Sequence[Cell]) -> dict[str, list[tuple[Target, str]]]:
    """The targets and syntaxes that share files, by the name of the folder."""
    out: dict[str, list[tuple[Target, str]]] = {}
    for target, syntaxes in cells:
        for syntax in syntaxes:
            out.setdefault(dialect(target.arch, syntax), []).append((target, syntax))
    return out


def maker(source: Library | Sequence[Path], prefix: str, triples: Sequence[str]) -> Callable[[Task], list[Made]]:
    """:meth:`Generator.make` for some targets. Loads the library here if ``source`` is a list of paths: processes that
    share nothing pass paths."""
    library = source if isinstance(source, Library) else load(list(source))
    return Generator(library, prefix, targets=[targets.load(triple) for triple in triples]).make


def _builder(source: Library | Sequence[Path]) -> Callable[[Task], dict[Job, Function]]:
    """:meth:`Generator.build` for all targets."""
    return Generator(source if isinstance(source, Library) else load(list(source)), cache=FunctionCache()).build


def every_target() -> list[Target]:
    return [targets.load(triple) for triple in targets.all_triples()]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def expected(path: Path, tree: dict[str, bytes]) -> list[str]:
    """Differences between a folder and its expected contents, one line each, sorted by name."""
    have = {p.relative_to(path).as_posix() for p in path.rglob("*") if p.is_file()} if path.is_dir() else set()
    out = []
    for name in sorted(have | tree.keys()):
        if name not in have:
            out.append(f"{name}: missing")
        elif name not in tree:
            out.append(f"{name}: not generated by anything")
        else:
            data = (path / name).read_bytes()
            if data != tree[name]:
                at = next(
                    (i for i, (a, b) in enumerate(zip(data, tree[name])) if a != b), min(len(data), len(tree[name]))
                )
                line = tree[name][:at].count(b"\n") + 1
                out.append(f"{name}:{line}: differs from byte {at}")
    return out
