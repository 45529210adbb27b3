# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Building the driver for a target and running batches with it. This module alone knows compilers and executors."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import targets
from targets import Recipe
from targets.toolchain import objects
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.batch import Batch, Convention, DriverError, Machine, Result
from targets.trial.rows import Rows
from targets.trial.table import function_table

HERE = Path(__file__).resolve().parent
_SOURCES = ("driver.c", "check.c", "check_x86.c", "check_aarch64.c", "remains.c", "reader.c", "image.c", "platform.c")
_TRAMPOLINES = ("trampoline_x86_64.S", "trampoline_i686.S", "trampoline_aarch64.S")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror")


@dataclass(frozen=True, slots=True)
class Host:
    """The machine that calls a target's functions. ``image``: the functions are in a flattened library, not linked
    in."""

    machine: Machine
    tool: str
    flags: tuple[str, ...] = ()
    image: bool = False
    convention: Convention = Convention.DEFAULT


_ZIG = ("cc", "-target", "aarch64-windows-gnu")
HOSTS: Rows[Host] = Rows("HOSTS of targets/trial/machines.py", {
    "x86_64-linux-gnu": Host("x86_64", "gcc"),
    "x86_64-apple-darwin": Host("x86_64", "gcc", image=True),
    "x86_64-pc-windows-msvc": Host("x86_64", "mingw64-gcc", ("-static",)),
    "x86_64-w64-mingw32": Host("x86_64", "mingw64-gcc", ("-static",)),
    "i686-linux-gnu": Host("i686", "gcc", ("-m32", "-no-pie")),
    "i686-pc-windows-msvc": Host("i686", "mingw32-gcc", ("-static",)),
    "i686-w64-mingw32": Host("i686", "mingw32-gcc", ("-static",)),
    "aarch64-linux-gnu": Host("aarch64", "aarch64-gcc"),
    "aarch64-apple-darwin": Host("aarch64", "aarch64-gcc", image=True, convention=Convention.DARWIN64),
    "aarch64-pc-windows-msvc": Host("aarch64", "zig", _ZIG),
    "arm64ec-pc-windows-msvc": Host("aarch64", "aarch64-gcc", image=True, convention=Convention.ARM64EC),
})  # fmt: skip


def build_driver(
    triple: str, folder: Path, symbols: Iterable[str], inputs: Sequence[Path | str] = (), *, parts: Sequence[Path] = ()
) -> Path:
    """Compiles and links the driver with the functions ``symbols``, of ``inputs`` (objects, archives, ``.S``).

    ``inputs`` are words for the compiler, too. For
    the triples whose host has ``image`` set, ``symbols`` and objects are none. ``parts``: the driver's own
    objects if :func:`driver_parts` has made them before. Raises MissingTool, or DriverError with the compiler's
    words.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / "table.c"
    table.write_text(function_table(symbols))
    out = folder / ("driver.exe" if "windows" in triple or "mingw" in triple else "driver")
    _compile(triple, [*(parts or driver_parts(triple, folder)), table, *inputs, "-o", out], folder)
    return out


def driver_parts(triple: str, folder: Path) -> list[Path]:
    """The driver's own sources as objects in ``folder``, for drivers that are linked many times."""
    folder.mkdir(parents=True, exist_ok=True)
    recipe = Recipe("driver", tuple(_command(triple)))
    flags = (f"-I{HERE}",)
    made = []
    for name in (*_SOURCES, *_TRAMPOLINES):
        source, out = HERE / name, folder / f"{Path(name).stem}.o"

        def make(source: Path = source, out: Path = out) -> Path:
            _compile(triple, ["-c", source, "-o", out], folder)
            return out

        made.append(objects.through(recipe, source, out, flags, make, headers=True))
    return made


def _command(triple: str) -> list[str]:
    host = HOSTS[triple]
    return [str(require(host.tool)), *host.flags, "-std=c99", "-O2", *WARNINGS]


def _compile(triple: str, words: Sequence[str | Path], folder: Path) -> None:
    command = [*_command(triple), f"-I{HERE}"]
    command += [word if isinstance(word, str) else str(word.resolve()) for word in words]
    done = run(command, cwd=folder)
    if done.returncode or done.stderr.strip():
        raise DriverError(f"{triple}: the driver does not build:\n{done.stderr.decode(errors='replace')}")


def run_batch(
    triple: str,
    driver: Path,
    batch: Batch,
    folder: Path,
    *,
    image: Path | None = None,
    cpu: str | None = None,
    emulator: Sequence[str] = (),
    timeout: float = HANG_SECONDS,
) -> list[Result]:
    """Runs a batch on the target's executor. Raises MissingTool, and DriverError if some call did not return.

    ``emulator``: the words before a program of this machine. The driver is then such a program.
    """
    folder.mkdir(parents=True, exist_ok=True)
    calls, answers = folder / "calls.bin", folder / "results.bin"
    batch.write(calls, HOSTS[triple].machine)
    answers.write_bytes(b"")
    words: list[str | Path] = ["--image", image] if image is not None else []
    where = executor(targets.load(triple))
    try:
        if emulator:
            command = [*emulator, str(driver), *map(str, (*words, calls, answers))]
            done = run(command, cwd=folder, timeout=timeout)
        else:
            done = where.run(driver, [*words, calls, answers], cwd=folder, timeout=timeout, cpu=cpu)
            if done.returncode and not done.stderr.strip() and not answers.stat().st_size and "wine" in where.name:
                # The program did not begin: wine ends so if the server of another run ends just then. Not twice.
                done = where.run(driver, [*words, calls, answers], cwd=folder, timeout=timeout, cpu=cpu)
    except subprocess.TimeoutExpired:
        ended, text = f"no end after {timeout:.0f} s", ""
    else:
        ended, text = f"exit status {done.returncode}", done.stderr.decode(errors="replace").strip()
        if done.returncode == 0:
            return batch.read_results(answers, HOSTS[triple].machine)
    if "driver:" in text:
        raise DriverError(f"{triple}: {text}")
    try:
        batch.read_results(answers, HOSTS[triple].machine)
    except DriverError as error:
        raise DriverError(f"{triple}: {ended}: {error} {text}") from None
    raise DriverError(f"{triple}: {ended} after the last call {text}")
