# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``build.py provider``: the module that OpenSSL loads, with the whole library in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import targets
from generator.library import Library
from targets import Target
from targets.toolchain.find import MissingTool
from targets.toolchain.link import shared_library
from targets.toolchain.process import ToolFailed
from targets.toolchain.product import BUILD, Workshop, default_syntax

SOURCES = Path(__file__).resolve().parents[2] / "provider"
MODULE = "asmloom.so"
HEADERS = "openssl-include"
ENTRY = "OSSL_provider_init"
CONFIGURATION = "openssl.cnf"
_HEADER = Path("openssl", "core_dispatch.h")
_CONFIGURATION = """openssl_conf = start
nodejs_conf = start

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
rsa = yes

[properties]
default_properties = ?provider=asmloom,?asmloom.keys!=yes
"""
_HEADERS = (Path("/usr/include"), Path("/usr/local/include"))


def headers(given: Path | None = None) -> Path:
    """The folder with OpenSSL's headers: the given one, or the system's. MissingTool without them."""
    for folder in (given,) if given is not None else _HEADERS:
        if (folder / _HEADER).is_file():
            return folder.absolute()
    raise MissingTool(
        f"{given / _HEADER}: no such file; expected the include folder of OpenSSL 3.0 or later"
        if given is not None
        else "OpenSSL's headers are not installed; Debian: apt-get install libssl-dev, or name a folder by --headers"
    )


def module_name(target: Target) -> str:
    """The file name of the module, as OpenSSL looks for a provider named asmloom on the target."""
    return "asmloom.dll" if target.windows else "asmloom.dylib" if target.object_format == "macho" else MODULE


def _headers_alone(include: Path, folder: Path) -> Path:
    """A folder with OpenSSL's headers and no others: a system's folder has its C library's too, which a compiler for
    another target must not see. Debian has some of OpenSSL's headers in a folder of the architecture."""
    out = folder / HEADERS
    for place in sorted(include.glob("*/openssl")) + [include / "openssl"]:
        if (place / _HEADER.name).is_file() or (place / "configuration.h").is_file():
            (out / "openssl").mkdir(parents=True, exist_ok=True)
            for path in place.glob("*.h"):
                shutil.copyfile(path, out / "openssl" / path.name)
    return out


def module(workshop: Workshop, include: Path, flags: Sequence[str] = ()) -> Path:
    """Build the module into the workshop's folder. ``flags``: more words for its C and its linking."""
    static = workshop.static()
    words = [f"-I{SOURCES}", f"-isystem{_headers_alone(include, workshop.place)}", *flags]
    made = [workshop.compile(path, "", words) for path in sorted(SOURCES.glob("*.c"))]
    out = workshop.place / module_name(workshop.target)
    return shared_library(workshop.target, [*made, static], out, [ENTRY], flags=flags)


def configuration(path: Path) -> str:
    """A configuration file of OpenSSL that prefers the module at ``path`` and keeps the default provider."""
    return _CONFIGURATION.format(module=path)


def build_provider(library: Library, triple: str, include: Path | None) -> int:
    """Build the module into ``build/TRIPLE-provider``, with a configuration file for OPENSSL_CONF, and show its use."""
    target = targets.load(triple)
    if target.abi == "arm64ec":
        raise ToolFailed(f"provider: OpenSSL has no build for {triple}; expected another triple")
    found = headers(include)
    workshop = Workshop(library, target, default_syntax(target), "loom_")
    workshop.final = BUILD / f"{triple}-provider"
    try:
        module(workshop, found)
        (workshop.place / CONFIGURATION).write_text(configuration(workshop.final / module_name(target)), "utf-8")
    except BaseException:
        workshop.abandon()
        raise
    folder = os.path.relpath(workshop.commit())
    print(f"{triple}: {folder}/{module_name(target)}")
    print(f"try: OPENSSL_CONF={folder}/{CONFIGURATION} openssl list -providers -verbose")
    return 0
