# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Programs over the runtime of this checkout, made quickly: a change of one C file compiles that file alone.

The headers and the kernels are those of ``generated/``. The store keeps objects and answers, under a digest of
everything that they are made from.
"""

from __future__ import annotations

import platform
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import targets
from generator import rooms, store
from generator.rooms import INCLUDE
from targets import Target
from targets.toolchain import identity
from targets.toolchain.assemble import assemble
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.trial.machines import HERE as HARNESS
from tests.runtime import cases
from tests.runtime.test_compile import SHARED, WARNINGS

SPACE = Path(__file__).parent / "tried"
PLAIN = ("-O1",)
SANITIZED = ("-O1", "-DLOOM_NO_ASM", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
STRICT = tuple(word for word in WARNINGS if not word.startswith("-std"))
_INCLUDED = re.compile(r'^#include "(\w+\.c)"', re.M)
_WORDS = ("-std=gnu99", "-g0", "-pthread", f"-I{INCLUDE}", f"-I{SPACE}", f"-I{HARNESS}", *rooms.includes())


@lru_cache(maxsize=1)
def host() -> Target:
    return targets.for_host(platform.system(), platform.machine())


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def _kept(parts: Iterable[str | bytes | Path], make: Callable[[Path], object]) -> Path:
    """What ``make`` writes to the path it is given, or what it wrote for the same parts before."""
    read = (one.read_bytes() if isinstance(one, Path) else one for one in parts)
    key = store.digest(["quick", identity.of_tools(), *read])
    out = Path(_folder().name, key)
    if not out.exists():
        kept = store.get(key)
        if kept is None:
            make(out)
            store.put(key, out.read_bytes())
        else:
            out.write_bytes(kept)
    return out


@lru_cache(maxsize=1)
def _headers() -> str:
    """A digest of all headers of the checkout's C."""
    files = [path for folder in (INCLUDE, rooms.RUNTIME, SPACE, HARNESS) for path in sorted(folder.rglob("*.h"))]
    return store.digest([path.read_bytes() for path in files])


def compiled(source: Path, flags: Sequence[str], made: Path, tool: str = "gcc") -> Path:
    """The object of a source, which may include the headers of the folder ``made``. A warning about the runtime is an
    error, as in a build; the sanitizers' code has larger frames."""
    strict = source.is_relative_to(rooms.RUNTIME) and not any(flag.startswith("-fsanitize") for flag in flags)
    words = (tool, *flags, *_WORDS, *(STRICT if strict else ("-w",)))
    command = [str(require(tool)), *words[1:], f"-I{made}", "-c", str(source), "-o"]
    inside = [*sorted(made.glob("*.h")), *map(rooms.path, _INCLUDED.findall(source.read_text("utf-8")))]
    return _kept([_headers(), *words, source.name, source, *inside], lambda out: _silent(*command, str(out)))


def kernels() -> Path:
    """An archive of all kernels for this machine."""
    target = host()
    sources = sorted((INCLUDE.parent / target.arch / "gas").glob("*.*"))

    def make(out: Path) -> None:
        folder = out.with_suffix(".objects")
        folder.mkdir(exist_ok=True)
        made = [assemble(target, "gas", one, folder / f"{one.stem}.o") for one in sources if one.suffix == ".S"]
        _silent(str(require("ar")), "rcs", str(out), *map(str, made))

    return _kept(["kernels", target.triple, *sources], make)


def linked(
    folder: Path, sources: Iterable[Path], flags: tuple[str, ...], under: tuple[str, ...] = (),
    without: tuple[str, ...] = (), tool: str = "gcc",
) -> Path:  # fmt: skip
    """A program of some sources and the library, whose kernels are assembly unless the flags say otherwise. The
    address sanitizer watches the files named in ``under``. The library lacks the files named in ``without``."""
    watched = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    files = [
        compiled(source, (*flags, *watched) if source.name in under else flags, folder, tool)
        for source in (*sources, *rooms.library(INCLUDE))
        if source.name not in without
    ]
    flags = (*flags, *watched) if under else flags
    files += [kernels()] if "-DLOOM_NO_ASM" not in flags else []
    _silent(str(require(tool)), *flags, "-pthread", *map(str, files), "-o", str(folder / "program"))
    return folder / "program"


def shared(folder: Path) -> Path:
    """The shared library."""
    files = [compiled(source, ("-O1", "-fPIC", *SHARED), folder) for source in rooms.library(INCLUDE)]
    out = folder / "library.so"
    _silent(str(require("gcc")), "-shared", "-pthread", *map(str, files), "-Wl,--whole-archive", str(kernels()),
            "-Wl,--no-whole-archive", "-o", str(out))  # fmt: skip
    return out


def space(folder: Path, flags: tuple[str, ...], tool: str = "gcc") -> Path:
    """The program of tried/space.c."""
    (calls := folder / "calls.c").write_text(cases.text(), "ascii")
    return linked(folder, [SPACE / "space.c", calls], flags, tool=tool)


def _silent(*words: str) -> None:
    done = run(words, timeout=HANG_SECONDS)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")[-3000:]
