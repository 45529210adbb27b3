# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py site``: the guides, and a page for each kernel, as a static site by Sphinx.

Guides are the documents of the tree; links to files that are no document become words. The page of the C API has the
rows of the header. A kernel's page comes from its contract, the docstring of its script, the tables of docs/speed.md
and ``targets/estimates.dat``. Beside it, a listing for each variant has the script's lines and those of every generated
file, each of which knows the line of the script that it comes from.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import asmloom
from generator import __version__, headers, processes, templates
from generator.emit import dialect
from generator.function_cache import FunctionCache
from generator.lang.contract import Kernel, Variant
from generator.library import Library
from generator.manifest import kernel_rows
from generator.model import AsmloomError, Item
from generator.output import Generator, available, every_target
from generator.preferences import preferences
from generator.store import ROOT
from targets import Target
from targets.toolchain import benches, extra
from targets.toolchain.process import ToolFailed, run
from targets.trial import estimates

SECTIONS = {
    "Start": ("start",),
    "Use": ("vendoring", "commands", "batches", "rsa", "openssl", "openssl-objects", "provider", "freestanding", "rust",
            "go", "limits"),
    "Write": ("tutorial", "authoring", "perlasm", "syntaxes", "CONTRIBUTING", "ARCHITECTURE"),
    "Reference": ("api", "reference", "counts", "sizes", "CHANGELOG"),
    "Proof": ("SOUNDNESS", "SECURITY"),
    "Speed": ("speed", "speed-by-core", "provider-speed"),
}  # fmt: skip
"""The guides by section, by the names of their files. A document of docs/ that is in none is in the first."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a generated file. ``at``: the line of a script that it comes from, such as ``1:85``; empty if none."""

    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One generated file of a variant. ``name``: architecture and syntax."""

    name: str
    file: str
    targets: Sequence[str]
    lines: Sequence[Line]

    @property
    def anchor(self) -> str:
        return self.name.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of docs/speed.md. ``calls``: benchmark and function; bytes and ratio, as the table spells it; why
    it is slower."""

    title: str
    calls: Sequence[tuple[str, Sequence[tuple[str, str]], str]]

    def percent(self, cell: str) -> float:
        """The height of a bar: of the most, or of 2.00."""
        numbers = [_ratio(text) for _, cells, _ in self.calls for _, text in cells]
        return round(100 * _ratio(cell) / max([2.0, *numbers]), 1)


def _ratio(cell: str) -> float:
    return float((re.findall(r"[\d.]+", cell) or ["0"])[0])


def site(library: Library, into: Path, kernels: Sequence[str]) -> int:
    """Write the site into a new or an empty folder, with pages for ``kernels``, or for all. Returns 0. AsmloomError for
    another folder, ToolFailed if Sphinx warns of anything."""
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise AsmloomError(f"site {into}: expected a new or an empty folder")
    into = into.absolute()  # tools run in the project's folder
    chosen = list(library.chosen([library.find(name).name for name in kernels] or None))
    folder = extra.ensure("site")
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        documents = _guides(source)
        documents["api"] = _api(library, source)
        documents["start"] = _start(documents, source)
        (source / "conf.py").write_text(templates.render("site/conf.py.j2", {"version": __version__}), "utf-8")
        (source / "static").mkdir()
        (source / "static" / "bars.css").write_text(templates.render("site/bars.css.j2", {}), "utf-8")
        for number, kernel in enumerate(chosen):
            processes.watch(number, len(chosen))
            _kernel(library, kernel, source)
        readme, names = documents.pop("index"), [one.name for one in chosen]
        facts = {"readme": readme, "sections": _sections(list(documents)), "kernels": names}
        (source / "index.md").write_text(templates.render("site/index.md.j2", facts), "utf-8")
        words = ["-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html"]
        env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = run([sys.executable, *words, "-d", str(Path(place, "trees")), str(source), str(into)], env=env)
        if done.returncode:
            raise ToolFailed("site: Sphinx failed", done.stderr.decode("utf-8", "replace"))
        for page in sorted((source / "listing").glob("*.html")):
            (into / "listing").mkdir(exist_ok=True)
            shutil.copyfile(page, into / "listing" / page.name)
        processes.watch(len(chosen), len(chosen))
    print(into / "index.html")
    return 0


# -- guides ------------------------------------------------------------------------------------------------------------


def _guides(source: Path) -> dict[str, str]:
    """Write the documents into one folder. Returns their texts by their names; README's is ``index``, and not yet
    written."""
    files = {path.stem: path for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]}
    files["index"] = files.pop("README")
    source.mkdir()
    out = {}
    for name, path in files.items():
        out[name] = _LINK.sub(partial(_link, path, files), path.read_text("utf-8"))
        if name != "index":
            (source / f"{name}.md").write_text(out[name], "utf-8")
    return out


def _start(documents: dict[str, str], source: Path) -> str:
    """Move "Take it" from the README to a page of its own, with the lines that install before. Returns its text."""
    readme = documents["index"]
    take = readme[readme.index("## Take it\n") : readme.index("## A kernel\n")]
    ways, first = take.split("\n\n", 1)[1].split("\n\nOne command", 1)
    install = readme[readme.index("\n    python3 build.py ") : readme.index("**For you**")]
    text = templates.render("site/start.md.j2", {"install": install, "ways": ways, "first": f"One command{first}"})
    documents["index"] = readme.replace(take, "**[Start](start.md)**: install, the ways in, and a first hash.\n\n")
    (source / "start.md").write_text(text, "utf-8")
    return text


def _api(library: Library, source: Path) -> str:
    """Write the page of the C API, from the rows of the header. Returns its text."""
    rows = headers.declared(list(library.kernels.values()), every_target())
    parts = [(one.title, headers.text([one], "loom_").split("*/\n", 1)[1].strip()) for one in rows]
    text = templates.render("site/api.md.j2", {"parts": parts})
    (source / "api.md").write_text(text, "utf-8")
    return text


def _link(of: Path, files: Mapping[str, Path], found: re.Match[str]) -> str:
    """A link to a document, in the one folder; the words alone of a link to another file."""
    image, words, to = found.groups()
    name, _, anchor = to.partition("#")
    if to.startswith(("http:", "https:", "#")):
        return found[0]
    path = (of.parent / name).resolve()
    stem = next((stem for stem, file in files.items() if file == path), None)
    if stem is not None:
        return f"[{words}]({stem}.md{'#' + anchor if anchor else ''})"
    return "" if image else words


def _sections(documents: Sequence[str]) -> dict[str, list[str]]:
    """Section → the documents that are there."""
    out = {name: [one for one in names if one in documents] for name, names in SECTIONS.items()}
    named = {one for names in SECTIONS.values() for one in names}
    out["Use"] += [one for one in documents if one not in named]
    return out


# -- kernels -----------------------------------------------------------------------------------------------------------


def _kernel(library: Library, kernel: Kernel, source: Path) -> None:
    """Write a kernel's page, and the listings of its variants."""
    generator, variants = Generator(library, cache=FunctionCache()), []
    for variant in kernel.variants:
        scripts: dict[str, int] = {}
        listings = list(_listings(generator, kernel, variant, scripts))
        name = f"{kernel.name}_{variant.name}.html"
        facts: dict[str, Any] = {
            "kernel": kernel.name, "variant": variant.name, "version": __version__, "listings": listings,
            "scripts": [(path, _script(kernel.scripts[path], listings, n)) for path, n in scripts.items()],
        }  # fmt: skip
        (source / "listing").mkdir(exist_ok=True)
        (source / "listing" / name).write_text(templates.render("site/listing.html.j2", facts), "utf-8")
        anchors: dict[str, str] = {}
        for one in listings:
            anchors.setdefault(one.name.split()[0], one.anchor)
        variants.append({"name": variant.name, "features": " ".join(variant.features), "page": name, "at": anchors})
    of_kernel: dict[str, Any] = {
        "kernel": kernel, "arguments": kernel_rows([kernel])[kernel.name]["arguments"], "variants": variants,
        "prose": ast.get_docstring(ast.parse(kernel.scripts[str(kernel.src.file)])),
        "functions": _functions(library, kernel), "measured": _measured(kernel), "model": _model(kernel),
        "chosen": [row for row in preferences() if row["kernel"] == kernel.name and not row["model"]],
    }  # fmt: skip
    (source / "kernels").mkdir(exist_ok=True)
    (source / "kernels" / f"{kernel.name}.md").write_text(templates.render("site/kernel.md.j2", of_kernel), "utf-8")


def _functions(library: Library, kernel: Kernel) -> dict[str, dict[str, asmloom.Function]]:
    """Variant → architecture → facts about the code, of the architecture's first target."""
    out: dict[str, dict[str, asmloom.Function]] = {}
    for arch, of in _by_arch().items():
        if any(available(one, arch) for one in kernel.variants):
            for function in asmloom.Library(library).kernel(kernel.name).functions(of[0].triple):
                out.setdefault(function.variant, {})[arch] = function
    return out


def _by_arch() -> dict[str, list[Target]]:
    every = sorted(every_target(), key=lambda one: "linux" not in one.triple)
    return {arch: [one for one in every if one.arch == arch] for arch in dict.fromkeys(one.arch for one in every)}


def _listings(generator: Generator, kernel: Kernel, variant: Variant, scripts: dict[str, int]) -> Iterator[Listing]:
    """The files of a variant. ``scripts`` gets a number for each script that has lines in them."""
    for arch, of in _by_arch().items():
        if not available(variant, arch):
            continue
        sharing: dict[str, list[tuple[Target, str]]] = {}
        for target, syntax in ((one, syntax) for one in of for syntax in one.syntaxes):
            sharing.setdefault(dialect(arch, syntax), []).append((target, syntax))
        for spelling, cells in sharing.items():
            target, syntax = cells[0]
            shared = generator.shared(target, kernel, variant, syntax)
            items: dict[int, Item] = {}
            for one, _ in reversed(cells):
                items |= shared.of(one).items
            lines = [
                Line(text, _at(items.get(number), kernel, scripts))
                for number, text in enumerate(shared.text.splitlines(), start=1)
            ]
            file = f"{kernel.name}_{variant.name}{target.extension(syntax)}"
            yield Listing(f"{arch} {spelling}", file, list(dict.fromkeys(one.triple for one, _ in cells)), lines)


def _at(item: Item | None, kernel: Kernel, scripts: dict[str, int]) -> str:
    """Where an item comes from: the number of the script, and its line. Empty for code that the generator adds."""
    src = getattr(item, "src", None)
    if src is None or str(src.file) not in kernel.scripts:
        return ""
    return f"{scripts.setdefault(str(src.file), len(scripts) + 1)}:{src.line}"


def _script(text: str, listings: Sequence[Listing], number: int) -> list[Line]:
    """The lines of a script: those from which a generated line comes have their place."""
    used = {line.at for listing in listings for line in listing.lines}
    places = ((line, f"{number}:{at}") for at, line in enumerate(text.splitlines(), start=1))
    return [Line(line, place if place in used else "") for line, place in places]


# -- speed -------------------------------------------------------------------------------------------------------------


def _measured(kernel: Kernel) -> tuple[str, list[Table]]:
    """The core and the date of docs/speed.md, and its tables' rows of calls that run the kernel through dispatch."""
    names = {name for name, of in benches.every().items() if of == kernel.name}
    about, *tables = (ROOT / "docs" / "speed.md").read_text("utf-8").split("\n## ")
    out = []
    for table in tables:
        title, *lines = table.splitlines()
        head = next((line for line in lines if line.startswith("| benchmark | function |")), None)
        rows = [line.replace("*", "").strip("| ").split(" | ") for line in lines if line.startswith("| ")]
        rows = [row for row in rows if row[0] in names]
        if head is not None and rows:
            sizes = head.strip("| ").split(" | ")[2:-1]
            calls = [
                (f"{row[0]}, {row[1]}", list(zip(sizes, row[2:])), " ".join(row[2 + len(sizes) :])) for row in rows
            ]
            out.append(Table(title, calls))
    core, date = re.findall(r"^\* Core: (\S+)\. Date: (\S+)\.", about, re.M)[0]
    return f"{core}, {date}", out


def _model(kernel: Kernel) -> list[tuple[str, str, list[tuple[str, float, int]]]]:
    """Architecture, family of cores → variants, their cycles a unit by the model, and percent of the slowest."""
    out: list[tuple[str, str, list[tuple[str, float, int]]]] = []
    rows = [one for one in estimates.rows() if one.kernel == kernel.name and one.units == 0]
    for arch in dict.fromkeys(one.arch for one in rows):
        of = [one for one in rows if one.arch == arch]
        for family in dict.fromkeys(name for one in of for name in one.cycles):
            cells = [(one.variant, one.cycles[family]) for one in of if family in one.cycles]
            most = max(cycles for _, cycles in cells)
            bars = [(name, cycles, round(100 * cycles / most)) for name, cycles in cells]
            out.append((arch, family, sorted(bars, key=lambda one: one[1])))
    return out
