# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs over a library of the RSA kernels alone, for several machines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import targets
from generator import library, rooms
from generator.function_cache import FunctionCache
from generator.output import Generator
from targets import Recipe
from targets.toolchain import objects
from targets.toolchain.assemble import assemble
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from tests.runtime.test_compile import WARNINGS

KERNELS = ("mont_mul", "mont_sqr", "mont_gather", "mont_pair_mul", "mont_pair_sqr", "mont_pair_gather")
PAIRED = dict.fromkeys(("mont_pair_mul", "mont_pair_sqr", "mont_pair_gather"), "portable")
"""The pins with which RSA takes the kernels of pairs where they are C, on x86_64."""
FILES = tuple(path for path in rooms.sources("library") if path.name != "selftest.c")


@dataclass(frozen=True, slots=True)
class Build:
    """A triple, and the compiler of its C with flags. ``assembly``: the kernels' variants are there too."""

    triple: str
    tool: str
    flags: tuple[str, ...]
    assembly: bool = True

    def __str__(self) -> str:
        end = "" if self.assembly else "-portable"
        return "-".join((self.triple.split("-linux")[0], self.tool.removesuffix("-gcc"), *self.flags[:1])) + end


HOST = Build("x86_64-linux-gnu", "gcc", ("-O2",))
BUILDS = (
    HOST,
    Build("x86_64-linux-gnu", "clang", ("-O3",)),
    Build("x86_64-linux-gnu", "gcc", ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"), False),
    Build("i686-linux-gnu", "gcc", ("-O2", "-m32", "-no-pie")),
    Build("aarch64-linux-gnu", "aarch64-gcc", ("-O2", "-static")),
    Build("x86_64-w64-mingw32", "mingw64-gcc", ("-O2", "-static")),
)


def inputs(build: Build, folder: Path, library_flags: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """The options of a program over the library, and the library's objects. Tests of one build share the objects."""
    generator = Generator(library.load(), cache=FunctionCache())
    include = folder / "include"
    include.mkdir()
    for name, data in generator.headers({}, KERNELS).items():
        (include / name).write_bytes(data)
    command = [str(require(build.tool)), *build.flags, *(word for word in WARNINGS if word != "-Wpedantic")]
    flags = [f"-I{include}", *rooms.includes(), *library_flags, *(["-DLOOM_NO_ASM"] if not build.assembly else [])]
    files = [str(object_of(build, command, flags, source, folder)) for source in (*FILES, *rooms.of_kernels(include))]
    if build.assembly:
        target = targets.load(build.triple)
        for name, data in generator.sources(target, ["gas"], KERNELS).items():
            source = folder / Path(name).name
            source.write_bytes(data)
            if source.suffix == ".S":
                files.append(str(assemble(target, "gas", source, source.with_suffix(".o"))))
    return [*command, *flags], files


def object_of(build: Build, command: list[str], flags: list[str], source: Path, folder: Path) -> Path:
    """One source compiled. ``-static`` and such, which only the linking takes, are no fault here."""
    out = folder / f"{source.name}.o"
    words = [*command, "-Qunused-arguments"] if build.tool == "clang" else command

    def make() -> Path:
        silent([*words, *flags, "-c", str(source), "-o", str(out)])
        return out

    return objects.through(Recipe("c", tuple(words)), source, out, flags, make, headers=True)


def silent(words: list[str]) -> None:
    done = run(words, timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")


def compiled(
    build: Build, folder: Path, sources: list[Path], flags: tuple[str, ...] = (), library_flags: tuple[str, ...] = ()
) -> Path:
    """A program of C sources and the library."""
    words, files = inputs(build, folder, library_flags)
    out = folder / ("program.exe" if "mingw" in build.triple else "program")
    silent([*words, *flags, *map(str, sources), *files, "-o", str(out)])
    return out


def run_cases(build: Build, program: Path, cases: bytes, pins: dict[str, str]) -> str:
    """The output of the program of cases.c. Pinned kernels for one number run on CPUs with IFMA too, where dispatch
    prefers pairs."""
    (program.parent / "cases.bin").write_bytes(cases)
    target = targets.load(build.triple)
    env = {"ASMLOOM_PREFER": ",".join(f"{kernel}={variant}" for kernel, variant in pins.items())}
    if target.arch != "aarch64" and pins and not PAIRED.keys() & pins.keys():
        env["ASMLOOM_CPU"] = "-avx512ifma"
    done = executor(target).run(program, ["cases.bin"], cwd=program.parent, env=env, timeout=HANG_SECONDS)
    assert done.stderr == b"", done.stderr.decode(errors="replace")[-2000:]
    return done.stdout.decode().replace("\r\n", "\n")
