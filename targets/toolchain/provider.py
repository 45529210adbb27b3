# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py provider``: the module that OpenSSL loads, with the whole library in it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import targets
from generator.library import Library
from targets.toolchain.find import MissingTool
from targets.toolchain.process import ToolFailed
from targets.toolchain.product import BUILD, Workshop, default_syntax
from targets.toolchain.recipes import apply, choose

SOURCES = Path(__file__).resolve().parents[2] / "provider"
MODULE = "asmloom.so"
CONFIGURATION = "openssl.cnf"
_HEADER = Path("openssl", "core_dispatch.h")
_CONFIGURATION = """openssl_conf = start

[start]
providers = list
alg_section = properties

[list]
default = default_provider
asmloom = asmloom_provider

[default_provider]
activate = 1

[asmloom_provider]
module = {module}
activate = 1

[properties]
default_properties = ?provider=asmloom
"""
_HEADERS = (Path("/usr/include"), Path("/usr/local/include"))


def headers(given: Path | None = None) -> Path:
    """The folder with OpenSSL's headers: the given one, or the system's. MissingTool without them."""
    for folder in (given,) if given is not None else _HEADERS:
        if (folder / _HEADER).is_file():
            return folder
    raise MissingTool(
        f"{given / _HEADER}: no such file; expected the include folder of OpenSSL 3.0 or later"
        if given is not None
        else "OpenSSL's headers are not installed; Debian: apt-get install libssl-dev, or name a folder by --headers"
    )


def module(workshop: Workshop, include: Path, flags: Sequence[str] = ()) -> Path:
    """Build the module into the workshop's folder. ``flags``: more words for its C and its linking."""
    static, _ = workshop.libraries()
    words = [f"-I{SOURCES}", f"-isystem{include}", *flags]
    made: list[Path | str] = [workshop.compile(path, "", words) for path in sorted(SOURCES.glob("*.c"))]
    out = workshop.place / MODULE
    recipe = choose(workshop.target.shared, None, f"{workshop.target.triple}: {MODULE}")
    return apply(recipe, out, what=f"{MODULE}: {recipe.by}", inputs=[*made, static, *flags])


def configuration(path: Path) -> str:
    """A configuration file of OpenSSL that prefers the module at ``path`` and keeps the default provider."""
    return _CONFIGURATION.format(module=path)


def build_provider(library: Library, triple: str, include: Path | None) -> int:
    """Build the module into ``build/TRIPLE-provider``, with a configuration file for OPENSSL_CONF, and show its use."""
    target = targets.load(triple)
    if "linux" not in triple:
        raise ToolFailed(f"provider: {triple} has no recipe for the module; expected a Linux triple")
    found = headers(include)
    workshop = Workshop(library, target, default_syntax(target), "loom_")
    workshop.final = BUILD / f"{triple}-provider"
    try:
        module(workshop, found)
        (workshop.place / CONFIGURATION).write_text(configuration(workshop.final / MODULE), "utf-8")
    except BaseException:
        workshop.abandon()
        raise
    folder = os.path.relpath(workshop.commit())
    print(f"{triple}: {folder}/{MODULE}")
    print(f"try: OPENSSL_CONF={folder}/{CONFIGURATION} openssl list -providers -verbose")
    return 0
