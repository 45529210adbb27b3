# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Builds the products of ``build.py``: the library of a triple, its self-test, its speed, and the choices of dispatch.

A build goes to ``build/<triple>-<syntax>/``. A failed or interrupted build leaves the previous one unchanged.
"""

from __future__ import annotations

import itertools
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from pathlib import Path

import targets
from generator import __version__, headers, processes, ready, released, rooms, store
from generator.api import functions
from generator.declarations import renamed
from generator.emit import BASE, PREAMBLE, TAKES_ALL, feature_set
from generator.function_cache import FunctionCache
from generator.library import Library
from generator.output import Generator
from generator.tree import claimed, sweep, uninterrupted
from generator.vendoring.options import name_of_set
from generator.wording import counted
from targets import Target
from targets.toolchain import benches, environment, outfile, speed_page, speed_rows, speed_seeds
from targets.toolchain.assemble import assemble
from targets.toolchain.compile import compile_c
from targets.toolchain.execute import executor
from targets.toolchain.find import MissingTool
from targets.toolchain.link import (
    program,
    program_name,
    shared_library,
    shared_name,
    static_library,
    static_name,
)
from targets.toolchain.process import ToolFailed

BUILD = store.build_dir()
LIBCRYPTO = ("libcrypto.a",)


def default_syntax(target: Target) -> str:
    """The syntax of a build without a named syntax: the C compiler assembles it, and no other tool is needed."""
    return "gas" if "gas" in target.syntaxes else "clang-cl"


def exports(library: Library, prefix: str) -> list[str]:
    """The public C names of a build."""
    return sorted(renamed(row.name, prefix) for row in functions(library.kernels.values()))


_WORKSHOPS = itertools.count()
_OLD = ".old-"


class Workshop:
    """One build. Its folder gets its final name when the build is complete."""

    def __init__(
        self, library: Library, target: Target, syntax: str, prefix: str, *, tools: Target | None = None
    ) -> None:  # fmt: skip
        self.library, self.target, self.syntax, self.prefix = library, target, syntax, prefix
        self.tools = tools or target
        """The target with other recipes: see :mod:`targets.toolchain.environment`."""
        self.without: dict[str, ToolFailed] = {}
        """Sets of CPU features whose instructions the assembler refuses, with its words."""
        self.final = BUILD / f"{target.triple}-{syntax}"
        # sources() makes this folder. abandon() is responsible from then on.
        self.place = BUILD / f".{target.triple}-{os.getpid()}-{next(_WORKSHOPS)}"
        self._claim: claimed | None = None

    def sources(self) -> list[Path]:
        """Write the generated sources and headers; returns the assembly files. Removes builds of dead processes."""
        sweep(BUILD, f".{self.target.triple}-", _OLD)
        if self._claim is None:  # a lock waits for this process's own, too
            self._claim = claimed(self.place)
            self._claim.__enter__()
        generator = Generator(self.library, self.prefix, FunctionCache(), outside=[self.target])
        made = ready.made(self.library, self.prefix, self.target, self.syntax)
        if made is None:
            generator.prepare({self.target.arch})
            sources = generator.sources(self.target, [self.syntax])
            frames = [
                {
                    "kernel": kernel.name,
                    "variant": variant.name,
                    "stack_bytes": function.frame.bytes,
                    "constant_time": not function.exempt,
                }
                for kernel, variant, function in generator.functions(self.target)
            ]
            made = ready.Made(sources, frames, {})
        out = [self._written("src", Path(name).name, data) for name, data in made.sources.items()]
        functions = headers.made_of({self.target.triple: made.rows})
        for name, data in generator.headers(functions, ready=made.portable).items():
            self._written("src" if name.endswith(".c") else "include", name, data)
        return [path for path in out if path.name != PREAMBLE]

    def _written(self, folder: str, name: str, data: bytes) -> Path:
        path = self.place / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def assemble(self, source: Path) -> Path:
        return assemble(self.tools, self.syntax, source, self.place / "obj" / (source.stem + self.target.object_suffix))

    def compile(self, source: Path, suffix: str, flags: Sequence[str]) -> Path:
        out = self.place / "obj" / (source.stem + suffix + self.target.object_suffix)
        # Objects have no paths of this machine and no dates: each build gives the same bytes.
        # Each function has a section: a linker drops what a program does not call.
        same = ["-g0", "-ffunction-sections", "-fdata-sections"]
        same += ["-mno-incremental-linker-compatible"] if self.target.triple.endswith("-msvc") else []
        return compile_c(self.tools, source, out, [*self.includes(), *same, *flags])

    def includes(self) -> list[str]:
        """Words for all C: where headers are, and what the headers leave out."""
        left_out = [f"-DLOOM_WITHOUT_{name}" for name in self.without]
        return ["-I" + str(self.place / "include"), *rooms.includes(), *left_out]

    def libraries(self) -> tuple[Path, Path]:
        """Assemble, compile, archive and link; returns the static and the shared library. The shared one for ELF and
        Mach-O is a link to a file with the whole version in its name. Programs record the name with the major version:
        a library of another interface does not take its place."""
        static, objects = self._objects(shared=True)
        names = exports(self.library, self.prefix)
        plain = self.place / shared_name(self.target, "asmloom")
        if self.target.windows:
            return static, shared_library(self.tools, objects, plain, names)
        stem, end = plain.name.split(".")
        flags = []
        major, whole = (
            plain.with_name(f"{stem}.{number}.{end}" if end == "dylib" else f"{plain.name}.{number}")
            for number in (released.MAJOR, __version__)
        )
        if self.target.object_format == "elf":
            script = self.place / "src" / "version.map"
            functions_here = [row.name for row in functions(self.library.kernels.values())]
            text = released.version_script(name_of_set(self.prefix), self.prefix, functions_here)
            script.write_text(text, "ascii")
            flags = [f"-Wl,--version-script={script}"]
        os.replace(shared_library(self.tools, objects, major, names, flags=flags), whole)
        major.symlink_to(whole.name)
        plain.symlink_to(major.name)
        return static, plain

    def static(self) -> Path:
        """Assemble, compile and archive; returns the static library."""
        return self._objects(shared=False)[0]

    def _objects(self, *, shared: bool) -> tuple[Path, list[Path]]:
        """The static library, and the objects of the shared one if these are wanted."""
        sources = self.sources()
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            kernels = self._kernels(sources, pool)
            library = rooms.library(self.place / "src")
            # The longest first: no processor waits at the end. Code without public functions is that of both libraries.
            longest = sorted(library, key=lambda source: -source.stat().st_size)
            plain = {source: pool.submit(self.compile, source, "", []) for source in longest}
            public = [source for source in longest if shared and not fnmatch(source.name, rooms.PORTABLE.format("*"))]
            others = {source: pool.submit(self.compile, source, "_shared", ["-DLOOM_SHARED"]) for source in public}
            try:
                static_objects = [*kernels, *(plain[source].result() for source in library)]
                shared_objects = [*kernels, *((others.get(source) or plain[source]).result() for source in library)]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        static = static_library(self.tools, static_objects, self.place / static_name(self.target, "asmloom"))
        return static, shared_objects

    def _kernels(self, sources: Sequence[Path], pool: ThreadPoolExecutor) -> list[Path]:
        """The objects of the functions. A file that needs CPU features and that the assembler refuses is that of an old
        assembler: all variants of these features are left out, and a line on stderr says so."""
        of = {
            f"{kernel.name}_{variant.name}": feature_set(variant.features)
            for kernel in self.library.kernels.values()
            for variant in kernel.variants
        }
        jobs = {source: pool.submit(self.assemble, source) for source in sources}
        try:
            for number, (source, job) in enumerate(jobs.items()):
                failed = job.exception()
                processes.watch(number + 1, len(jobs))
                if isinstance(failed, ToolFailed) and failed.output and of[source.stem] != BASE:
                    self.without.setdefault(of[source.stem], failed)
                elif failed is not None:
                    raise failed
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        if self.without:
            words = f"{next(iter(self.without.values()))}".replace(f"{self.place / 'src'}{os.sep}", "")
            names = " ".join(self.without)
            print(
                f"without the variants for {names}, which the assembler refuses; {TAKES_ALL}: {words}", file=sys.stderr
            )
        return [job.result() for source, job in jobs.items() if of[source.stem] not in self.without]

    def program(self, stem: str, files: Sequence[Path], library: Path, extra: Sequence[str | Path] = ()) -> Path:
        inputs = [*self.includes(), *files, library, *extra]
        return program(self.tools, inputs, self.place / program_name(self.target, stem))

    def tool(
        self,
        stem: str,
        files: Sequence[Path],
        library: Path,
        flags: Sequence[str] = (),
        link: Sequence[str | Path] = (),
    ) -> Path:
        """:meth:`program` of several files for this machine: compiled side by side, and once.

        ``flags``: words for compiling. ``link``: words and files for linking."""
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            # Files of two folders may have one name.
            made = pool.map(lambda at: self.compile(files[at], f"_{stem}{at}", flags), range(len(files)))
            return self.program(stem, list(made), library, link)

    def commit(self) -> Path:
        """Give the finished build its final name."""
        old = BUILD / f"{_OLD}{os.getpid()}"
        with uninterrupted():
            if self.final.exists():
                os.replace(self.final, old)
            os.replace(self.place, self.final)
            shutil.rmtree(old, ignore_errors=True)
        self.abandon()
        return self.final

    def abandon(self) -> None:
        """Remove what is left in the folder of this build."""
        if self._claim is not None:
            self._claim.__exit__()


def build_product(library: Library, triple: str, syntax: str | None, *, prefix: str, here: bool) -> int:
    """Build the static and the shared library of a triple. For this machine, also run the self-test and the benchmark.

    Returns 0, or 1 if the self-test fails.
    """
    target = targets.load(triple)
    chosen = target.check_syntax(syntax) if syntax is not None else default_syntax(target)
    workshop = Workshop(library, target, chosen, prefix, tools=environment.of_library(target))
    try:
        static, shared = workshop.libraries()
        environment.index(static)
        programs = {"selftest": rooms.sources("selftest"), "speed": benches.sources()} if here else {}
        with ThreadPoolExecutor() as pool:
            tools = list(pool.map(lambda name: workshop.tool(name, programs[name], static), programs))
    except BaseException:
        workshop.abandon()
        raise
    folder = workshop.commit()
    made = [static.name, shared.name, "include"]
    print(f"{triple}, {chosen}: {', '.join(store.shown(folder / name) for name in made)}")
    if not here:
        return 0
    selftest = run_here(target, folder / tools[0].name, ["--explain"])
    print(selftest.stdout.decode().rstrip())
    if selftest.returncode:
        print(selftest.stderr.decode().rstrip() or "self-test failed")
        return 1
    print()
    measured = run_here(target, folder / tools[1].name, ["--rounds", "21", "--terse"])
    print(measured.stdout.decode().rstrip())
    if measured.returncode:
        print(died("speed", measured))
        return 1
    return 0


def died(what: str, done: subprocess.CompletedProcess[bytes]) -> str:
    """The reason of a program's failure: its error output, or its status or signal."""
    how = f"ended by signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
    return done.stderr.decode("utf-8", "replace").rstrip() or f"{what}: {how}"


def run_here(target: Target, exe: Path, words: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    return executor(target).run(exe, list(words))


@contextmanager
def host_program(
    library: Library,
    triple: str,
    stem: str,
    files: Sequence[Path],
    flags: Sequence[str] = (),
    link: Sequence[str | Path] = (),
) -> Iterator[Path]:
    """A tool of the runtime for this machine, built anew in a folder of its own: two commands at once run two programs.
    Afterwards the tool moves to ``build/``."""
    target = targets.load(triple)
    workshop = Workshop(library, target, default_syntax(target), "loom_")
    try:
        static = workshop.static()
        made = workshop.tool(stem, files, static, flags, link)
        yield made
        os.replace(made, BUILD / made.name)
    finally:
        workshop.abandon()


def explain_dispatch(library: Library, triple: str, kernel: str) -> str:
    """The runtime's explanation of this machine, with what it ignored of the environment, and of one kernel."""
    with host_program(library, triple, "explain", rooms.sources("selftest")) as tool:
        text = run_here(targets.load(triple), tool, ["--explain"]).stdout.decode()
    # The version, lines about the machine, a paragraph for each kernel below its name, and lines of the self-test.
    out, machine, inside = ["", "on this machine:"], True, False
    for line in text.splitlines()[1:]:
        if not line.startswith(" "):
            machine = machine and line not in library.kernels
            inside = machine or line == kernel
        if inside:
            out.append("    " + line)
    return "\n".join(out)


def libcrypto(target: Target) -> Path:
    """The installed static libcrypto for a target that this machine runs."""
    for folder in target.libraries:
        for name in LIBCRYPTO:
            if (Path(folder) / name).is_file():
                return Path(folder) / name
    raise MissingTool(
        f"static libcrypto (libcrypto.a) for {target.triple} is not installed; Debian: apt-get install libssl-dev, "
        "or name one with --libcrypto FILE"
    )


def refuse_emulation(target: Target) -> None:
    """ToolFailed for a target whose programs an emulator runs here."""
    here = targets.for_host(platform.system(), platform.machine())
    if target.triple != here.triple and not target.executor.startswith("native"):
        raise ToolFailed(f"speed: {target.triple} runs in an emulator here, whose speed says nothing")


def peer_words(target: Target, against: str | None, archive: Path | None) -> tuple[list[str], list[str | Path]]:
    """What compiles and what links the speed tool with a libcrypto; nothing if none is asked for. ``archive``: instead
    of the installed one."""
    if against != "libcrypto" and archive is None:
        return [], []
    if archive is not None and not archive.is_file():
        raise MissingTool(f"--libcrypto {archive}: no such file; expected a static library")
    peer = archive.resolve() if archive else libcrypto(target)
    # The tool's weak names alone take nothing out of an archive.
    optional = benches.offered(peer) if target.object_format == "elf" else []
    return ["-DLOOM_SPEED_LIBCRYPTO"], [peer, "-lpthread", "-ldl", *(f"-Wl,-u,{name}" for name in optional)]


def speed(
    library: Library,
    triple: str,
    kernels: Sequence[str],
    *,
    against: str | None,
    as_json: bool,
    rounds: int | None = None,
    archive: Path | None = None,
    stitched: bool = False,
    instructions: bool = False,
    page: Path | None = None,
    seeds: bool = False,
) -> int:
    """Run the benchmark. The head of tests/benchmarks/speed/speed.c describes the measurement, and
    :mod:`targets.toolchain.speed_rows` the rows.

    ``archive``: the libcrypto to compare with, instead of the installed one. ``stitched``: print the table of woven
    kernels. ``page``: write a page of curves. ``seeds``: print the table of :mod:`targets.toolchain.speed_seeds`, with
    the installed libcrypto if there is one. Returns an exit status.
    """
    if stitched:
        benches.check(kernels, rounds, library.kernels, command="speed --stitched", rows=benches.WOVEN)
    else:
        benches.check(kernels, rounds, library.kernels)
    if page is not None:
        outfile.check("--html", page)
    target = targets.load(triple)
    refuse_emulation(target)
    words = [*kernels, *(["--rounds", str(rounds)] if rounds is not None else [])]
    words += ["--stitched"] if stitched else []
    words += ["--instructions"] if instructions else []
    if seeds:
        words += [
            "--alternatives",
            "--tables",
            "--sizes",
            ",".join(map(str, speed_seeds.SIZES)),
            *speed_seeds.benchmarks(),
        ]
    if seeds and against is None and archive is None:
        with suppress(MissingTool):
            archive = libcrypto(target)
    flags, link = peer_words(target, against, archive)
    words += ["--against", "libcrypto"] if link else []
    with host_program(library, triple, "speed", benches.sources(), flags, link) as tool:
        done = run_here(target, tool, [*words, *(["--json"] if as_json or page or seeds else [])])
    if done.returncode == 2:
        raise ToolFailed(done.stderr.decode().strip().removeprefix("speed: "))
    text = done.stdout.decode()
    if as_json or page or seeds:
        if done.returncode:
            raise ToolFailed(died("speed", done))
        rows = speed_rows.check(json.loads(text), "speed")
        if page is not None:
            beside = {one.stem for one in (page.absolute().parent / "kernels").glob("*.html")}
            page.write_text(speed_page.page(rows, beside), "utf-8")
            print(f"{page}: {counted(len({row['kernel'] for row in rows}), 'chart')}", file=sys.stderr)
        if seeds and not as_json:
            text = speed_seeds.table(rows)
    if as_json or page is None:
        print(text.rstrip())
    if done.returncode:
        print(died("speed", done), file=sys.stderr)
        return 1
    print(done.stderr.decode(), end="", file=sys.stderr)  # the ignored items of ASMLOOM_CPU and ASMLOOM_PREFER
    return 0
