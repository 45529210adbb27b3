# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Make libraries and test programs of objects. A warning is an error, as in assembling."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from targets import Target
from targets.toolchain import image, windows
from targets.toolchain.recipes import apply, choose


def static_name(target: Target, stem: str) -> str:
    """File name of a static library: ``libstem.a``, or ``stem.lib`` for MSVC."""
    return f"{stem}.lib" if target.triple.endswith("-msvc") else f"lib{stem}.a"


def shared_name(target: Target, stem: str) -> str:
    """File name of a shared library: ``libstem.so``, ``libstem.dylib`` or ``stem.dll``."""
    if target.windows:
        return f"{stem}.dll"
    return f"lib{stem}.dylib" if target.object_format == "macho" else f"lib{stem}.so"


def program_name(target: Target, stem: str) -> str:
    return f"{stem}.exe" if target.windows and not target.executor.startswith("mapped") else stem


def static_library(target: Target, objects: Sequence[Path], out: Path, by: str | None = None) -> Path:
    """Archive objects in the given order, without dates. Returns ``out``."""
    what = f"{target.triple}: {out.name}"
    recipe = choose(target.static, by, what)
    return apply(recipe, out, what=f"{what}: {recipe.by}", inputs=list(objects))


def shared_library(
    target: Target, objects: Sequence[Path], out: Path, exports: Sequence[str] = (), by: str | None = None, *,
    flags: Sequence[str] = (),
) -> Path:  # fmt: skip
    """Link objects and static libraries into a shared library and return ``out``.

    Undefined symbols and text relocations are errors. ``exports``: C names to export from a DLL. On ELF and Mach-O
    the visibility in the objects decides. ``flags``: more words for a compiler that links. Raises MissingTool and
    ToolFailed.
    """
    what = f"{target.triple}: {out.name}"
    recipe = choose(target.shared, by, what)
    if "lld-link" not in recipe.argv:
        return apply(recipe, out, what=f"{what}: {recipe.by}", inputs=[*objects, *flags])
    # The default name of the import library is the name of the static library beside it.
    words = [f"-implib:{out}.lib", *(f"-export:{name}" for name in exports)]
    with tempfile.TemporaryDirectory() as folder:
        imports = windows.start_files(target, Path(folder))
        return apply(recipe, out, what=f"{what}: {recipe.by}", inputs=[*objects, *imports, *words])


def image_library(target: Target, objects: Sequence[Path], folder: Path) -> Path:
    """Link kernels alone into a shared library in ``folder`` that keeps a table of its symbols.

    Symbols need no export: a dylib keeps its private symbols, and an option makes a DLL keep them. Linkers that add no
    code of their own are preferred. Raises MissingTool and ToolFailed.
    """
    what = f"{target.triple}: image"
    plain = [made.by for made in target.shared if made.argv[0] in ("ld64.lld", "lld-link")]
    recipe = choose(target.shared, plain[0] if plain else None, what)
    flags = ["-debug:symtab"] if target.windows else []
    out = folder / shared_name(target, "image")
    return apply(recipe, out, what=f"{what}: {recipe.by}", inputs=[*objects, *flags])


def program(target: Target, inputs: Sequence[str | Path], out: Path, by: str | None = None) -> Path:
    """Compile and link a test program of C files, objects, libraries (paths) and compiler flags (strings).

    C99, -O2. Objects of the MSVC targets are linked with a MinGW C library: both follow one calling convention.
    If the target's ``executor`` is ``mapped…``, the target's own linker links its objects (``.o``, ``.obj``), and a
    program of this system carries the image: see :mod:`targets.toolchain.image`.
    Raises MissingTool and ToolFailed.
    """
    what = f"{target.triple}: {out.name}"
    if target.executor in image.CARRIERS:
        objects = [item for item in inputs if isinstance(item, Path) and item.suffix in (".o", ".obj")]
        rest = [item for item in inputs if item not in objects]
        if objects:
            library = image_library(target, objects, out.with_name(out.name + ".images"))
            rest.append(image.embed(target, library, library.with_suffix(".o")))
        return program(image.carrier(target), rest, out)
    recipe = choose(target.program, by, what)
    return apply(recipe, out, what=f"{what}: {recipe.by}", inputs=list(inputs))
