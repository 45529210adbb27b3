# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py install``: the libraries, the header, and the files by which pkg-config and CMake find them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import targets
from generator import __version__, rooms, templates
from generator.library import Library
from targets import Target
from targets.toolchain import environment
from targets.toolchain.process import ToolFailed
from targets.toolchain.product import Workshop, default_syntax

NAME = "asmloom"
_TUNE = f"{NAME}-tune"
Source = Union[Path, str]
"""A file to copy (a link as a link), or the text of a file."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a packager wants files: paths, absolute or relative to ``prefix``. ``destdir``: a folder in the place of
    the root, in which the files are written."""

    prefix: Path
    bindir: Path
    libdir: Path
    includedir: Path
    destdir: str = ""

    def path(self, folder: Path) -> Path:
        """Where files of a folder are when they are used."""
        return self.prefix / folder

    def written(self, file: Path) -> Path:
        """Where a file is written."""
        return Path(self.destdir, *file.parts[1:]) if self.destdir else file

    def seen_from(self, start: Path, folder: Path) -> str:
        """A folder as a path from another one, so that the tree may move. Outside the prefix: the folder itself."""
        within = all(self.prefix in (one, *one.parents) for one in (start, folder))
        return Path(os.path.relpath(folder, start) if within else folder).as_posix()


def install(library: Library, triple: str, syntax: str | None, folders: Folders) -> int:
    """Build a library and install the files. Returns 0."""
    target = targets.load(triple)
    chosen = target.check_syntax(syntax) if syntax is not None else default_syntax(target)
    for folder in (folders.bindir, folders.libdir, folders.includedir) if os.name == "posix" else ():
        place = folders.written(folders.path(folder))
        there = next(one for one in (place, *place.absolute().parents) if one.exists())
        if not (there.is_dir() and os.access(there, os.W_OK)):
            raise ToolFailed(
                f"install: {there}: expected a folder that can be written: --prefix, --destdir, or as root"
            )
    workshop = Workshop(library, target, chosen, "loom_", tools=environment.of_library(target))
    try:
        static, shared = workshop.libraries()
        environment.index(static)
        if target.object_format == "elf":
            workshop.program(_TUNE, rooms.sources("tune"), static)
        files = _files(target, workshop.place, folders, (static.name, shared.name))
        for file, source in files.items():
            _put(source, folders.written(file))
    finally:
        workshop.abandon()
    for file in sorted(files):
        print(folders.written(file))
    return 0


def _files(target: Target, place: Path, folders: Folders, names: tuple[str, str]) -> dict[Path, Source]:
    """Path when the package is used → content. ``names``: those of the static and the shared library."""
    lib, bin, include = map(folders.path, (folders.libdir, folders.bindir, folders.includedir))
    found: dict[Path, Source] = {include / "asmloom.h": place / "include" / "asmloom.h"}
    libraries = {kind: {"IMPORTED_LOCATION": lib / name} for kind, name in zip(("static", "shared"), names)}
    for path in sorted(place.iterdir()):
        if path.name == _TUNE:
            found[bin / path.name] = path
        elif path.name == f"{NAME}.dll":
            found[bin / path.name] = path
            libraries["shared"]["IMPORTED_LOCATION"] = bin / path.name
        elif path.name in (f"{NAME}.dll.a", f"{NAME}.dll.lib"):
            name = f"lib{path.name}" if path.suffix == ".a" else path.name
            found[lib / name] = path
            libraries["shared"]["IMPORTED_IMPLIB"] = lib / name
        elif path.name in names or path.name.startswith(f"lib{NAME}."):
            found[lib / path.name] = path
    cmake, pc = lib / "cmake" / NAME, lib / "pkgconfig"
    facts = {"name": NAME, "version": __version__, "bits": target.pointer_bits}
    for kind, some in libraries.items():
        paths = {key: f"{folders.seen_from(cmake, file.parent)}/{file.name}" for key, file in some.items()}
        paths["INTERFACE_INCLUDE_DIRECTORIES"] = folders.seen_from(cmake, include)
        found[cmake / f"{NAME}-{kind}.cmake"] = _text("target.cmake", {**facts, "kind": kind, "properties": paths})
    found[cmake / f"{NAME}-config.cmake"] = _text("config.cmake", facts)
    found[cmake / f"{NAME}-config-version.cmake"] = _text("config-version.cmake", facts)
    up = folders.seen_from(pc, folders.prefix)
    places = {"prefix": up if os.path.isabs(up) else "${pcfiledir}/" + up}
    for key, folder in (("libdir", lib), ("includedir", include)):
        places[key] = f"${{prefix}}/{folders.seen_from(folders.prefix, folder)}"
        if folders.prefix not in folder.parents:
            places[key] = folder.as_posix()
        places[key] = places[key].replace(" ", "\\ ")
    found[pc / f"{NAME}.pc"] = _text("library.pc", {**facts, **places})
    return found


def _text(template: str, facts: Mapping[str, Any]) -> str:
    return templates.render(f"install/{template}.j2", facts)


def _put(source: Source, out: Path) -> None:
    """Write a file, so that others may read it, whatever the umask."""
    for folder in reversed(out.parents):
        if not folder.exists():
            folder.mkdir()
            folder.chmod(0o755)
    out.unlink(missing_ok=True)
    if isinstance(source, str):
        out.write_text(source, "ascii", newline="\n")
    else:
        shutil.copyfile(source, out, follow_symlinks=False)
    if not out.is_symlink():
        code = out.name == _TUNE or ".so" in out.name or out.suffix in (".dll", ".dylib")
        out.chmod(0o755 if code else 0o644)
