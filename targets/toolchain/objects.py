# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Objects kept from one step to the next (:mod:`generator.store`): each tool assembles or compiles the same bytes once.

The key of an object covers everything that the tool reads: the command, the source, the tools of this machine, and the
files of the folders that headers may come from, but for those that C does not include. An assembly source that includes
others is kept only if these are headers beside the source that include none. A system without a record of its packages
keeps no objects.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from generator import store
from targets import Recipe
from targets.toolchain import identity

_FOLDER_WORDS = ("-I", "-isystem", "-iquote", "-idirafter")
# Directives by which any assembler reads another file.
_READS = re.compile(rb"^\s*(#\s*include|#\s*embed|%\s*include|\.?include|\.?incbin|%\s*pathsearch)\b", re.M | re.I)
_BESIDE = re.compile(rb'^#include "([\w.]+)"$', re.M)
_NO_HEADERS = (".py", ".S", ".s", ".asm", ".o", ".obj")
# Text of C that makes an object depend on a path or on the day.
_PLACES = re.compile(rb"__(FILE|DATE|TIME|TIMESTAMP)__")


def through(
    recipe: Recipe, source: Path, out: Path, flags: Sequence[str | Path], make: Callable[[], Path], *, headers: bool
) -> Path:
    """Call ``make()``, or copy the object that the same step made before, to ``out``.

    ``headers``: the source is C, and reads headers of its own folder and of the folders that ``flags`` name.
    """
    key = _key(recipe, source, out, flags, headers)
    kept = None if key is None else store.get(key)
    if kept is not None:
        _put(kept, out)
        return out
    made = make()
    if key is not None:
        store.put(key, made.read_bytes())
    return made


def _key(recipe: Recipe, source: Path, out: Path, flags: Sequence[str | Path], headers: bool) -> str | None:
    """The digest of everything that an object is made from. None if a dependence is unknown."""
    if not identity.PACKAGES.is_file():
        return None
    text = source.read_bytes()
    parts: list[str | bytes] = ["object", identity.of_tools(), *recipe.argv, source.name, out.name, text]
    if os.path.isabs(recipe.argv[0]):
        parts.append(identity.of_program(Path(recipe.argv[0])))
    if not headers:
        beside = [source.parent / name.decode("ascii") for name in _BESIDE.findall(text)]
        read = [path.read_bytes() for path in beside if path.is_file()]
        if len(read) != len(_READS.findall(text)) or any(map(_READS.search, read)):
            return None
        parts += read
    for folder in dict.fromkeys(_folders(parts, flags, source.parent if headers else None)):
        parts.append(identity.of_folder(folder, _NO_HEADERS))
        if _PLACES.search(text) or _tells_places(folder, parts[-1]):
            return None
    return store.digest(parts)


@cache
def _tells_places(folder: Path, _digest: str | bytes) -> bool:
    """Whether a header of a folder depends on a path or on the day."""
    return any(_PLACES.search(path.read_bytes()) for path in folder.rglob("*.h") if path.is_file())


def _folders(parts: list[str | bytes], flags: Sequence[str | Path], own: Path | None) -> list[Path]:
    """The folders that headers come from. All other words of ``flags`` are added to ``parts``, files by their bytes."""
    folders = [] if own is None else [own.resolve()]
    words = iter(flags)
    for word in words:
        if isinstance(word, Path):
            parts += ["file", word.name, word.read_bytes()]
            continue
        option = next((name for name in _FOLDER_WORDS if word.startswith(name)), None)
        if option is None:
            parts.append(word)
            continue
        parts.append(option)
        folders.append(Path(word[len(option) :] or next(words)).resolve())
    return folders


def _put(data: bytes, out: Path) -> None:
    """Write so that ``out`` is complete or absent at any time, also while another process writes ``out``."""
    out.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".object-", dir=out.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, out)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
