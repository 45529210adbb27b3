# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Objects kept from one step to the next: the same bytes are assembled, or compiled, once by each tool.

Nothing is kept unless ``ASMLOOM_OBJECTS`` names a folder, as it does while the tests run: dozens of them assemble the
same generated files. The key of an object has all that the tool reads: the command, the source, every file of the
folders that headers may come from, and the tools of this machine. A file that asks for others by a path of its own is
never kept.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from targets import Recipe
from targets.toolchain import identity

VARIABLE = "ASMLOOM_OBJECTS"
MOST_BYTES = 2 << 30
_FOLDER_WORDS = ("-I", "-isystem", "-iquote", "-idirafter")
# Directives of all assemblers that read another file.
_READS = re.compile(rb"^\s*(#\s*include|#\s*embed|%\s*include|\.?include|\.?incbin|%\s*pathsearch)\b", re.M | re.I)
# Text of C that makes an object depend on a path or on the day.
_PLACES = re.compile(rb"__(FILE|DATE|TIME|TIMESTAMP)__")


def through(
    recipe: Recipe, source: Path, out: Path, flags: Sequence[str | Path], make: Callable[[], Path], *, headers: bool
) -> Path:
    """``make()``, or a copy of the object that the same step made before, in ``out``.

    ``headers``: the source is C, and reads headers of its own folder and of those that ``flags`` name.
    """
    folder = os.environ.get(VARIABLE)
    key = _key(recipe, source, out, flags, headers) if folder else None
    if not folder or key is None:
        return make()
    kept = Path(folder) / key[:2] / key
    try:
        _copy(kept, out)
        os.utime(kept)
        return out
    except FileNotFoundError:
        pass
    made = make()
    _copy(made, kept)
    return made


def prune(folder: Path, most: int = MOST_BYTES) -> None:
    """Drop the objects that were not asked for the longest, until no more than ``most`` bytes are left."""
    found = []
    for path in folder.glob("*/*"):
        try:
            status = path.stat()
        except OSError:  # another run's pruning
            continue
        found.append((status.st_mtime_ns, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= most:
            return
        path.unlink(missing_ok=True)
        total -= size


def _key(recipe: Recipe, source: Path, out: Path, flags: Sequence[str | Path], headers: bool) -> str | None:
    """The digest of all that an object is made from; None where that is not known."""
    text = source.read_bytes()
    if not headers and _READS.search(text):
        return None
    parts: list[str | bytes] = [identity.of_tools(), *recipe.argv, source.name, out.name, text]
    for folder in dict.fromkeys(_folders(parts, flags, source.parent if headers else None)):
        files = [path.read_bytes() for path in folder.rglob("*.h") if path.is_file()]
        if any(map(_PLACES.search, [text, *files])):
            return None
        parts.append(identity.of_folder(folder, (".py",)))
    return identity.digest(parts)


def _folders(parts: list[str | bytes], flags: Sequence[str | Path], own: Path | None) -> list[Path]:
    """The folders that headers come from. What ``flags`` say besides is added to ``parts``, files by their bytes."""
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


def _copy(source: Path, out: Path) -> None:
    """Copy so that ``out`` is whole or absent, whoever else writes it."""
    data = source.read_bytes()
    out.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".object-", dir=out.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        shutil.copymode(source, name)
        os.replace(name, out)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
