# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A vendored set as a mapping from path to bytes. The same options always give the same bytes.

::

    include/<name>.h              the one header
    asm/<architecture>/<dialect>/…  the kernels: the files of generated/ but for the prefix, and a question to the
                                  assembler
    runtime/…                     detection, dispatch, portable C: the files of all rooms in one folder
    tune/tune.c                   the program <name>-tune, which no library has
    provider/…                    the provider for OpenSSL
    build.info                    with drop-in objects for OpenSSL
    <name>.map                    the versions of a shared library's symbols
    CMakeLists.txt meson.build meson_options.txt asmloom.mk Cargo.toml build.rs src/lib.rs src/bin/tune.rs build.zig
    build.zig.zon BUILD.bazel BUILD.gn asmloom.am sources.json
    *.go *_<GOARCH>.s             a Go module (golang.py), without all of the above
    LICENSE LICENSES/ REUSE.toml manifest.json .gitattributes
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Sequence
from typing import Any

from generator import __version__, headers, released, rooms, templates
from generator.api import functions as functions_of
from generator.emit import BASE, TAKES_ALL, dialect, feature_set
from generator.function_cache import FunctionCache
from generator.headers import Functions
from generator.lang.contract import Kernel
from generator.lang.interface import groups
from generator.library import ROOT, Library
from generator.manifest import kernel_rows
from generator.model import AsmloomError
from generator.output import QUESTION, Generator
from generator.vendoring import golang, record, runtime
from generator.vendoring.arguments import CRATE
from generator.vendoring.crate import crate, limited
from generator.vendoring.options import Choice, Options, resolve
from generator.vendoring.rust import bindings
from targets import SYNTAXES, Target

_RUST_TUNE = "src/bin/tune.rs"
FRAGMENTS = {
    "cmake": ("CMakeLists.txt",),
    "meson": ("meson.build", "meson_options.txt"),
    "make": ("asmloom.mk",),
    "cargo": ("Cargo.toml", "build.rs", "src/lib.rs", _RUST_TUNE),
    "zig": ("build.zig", "build.zig.zon"),
    "bazel": ("BUILD.bazel",),
    "gn": ("BUILD.gn",),
    "autotools": ("asmloom.am",),
    "go": (),
    "list": (),
}
_LICENCES = ("Apache-2.0", "ISC", "MIT-0")
_HEADERS = {headers.HEADER, headers.ROWS}  # generated headers, which are not in runtime/


def contents(options: Options, library: Library) -> dict[str, bytes]:
    """All files of the set, sorted by path.

    Raises AsmloomError or TargetError for options that cannot be satisfied, KernelError for a kernel that cannot be
    built.
    """
    choice = resolve(options, library)
    if CRATE in options.build:
        choice = limited(choice, library)
        return _recorded(choice, library, crate(choice, library), {})
    generator = Generator(library, options.prefix, FunctionCache(), outside=[target for target, _ in choice.targets])
    if "go" in options.build:
        return _recorded(choice, library, golang.files(choice, library.chosen(choice.kernels), generator), {})
    generator.prepare({target.arch for target, _ in choice.targets}, choice.kernels)
    out: dict[str, bytes] = {}
    made, functions = generator.collection(choice.targets, choice.kernels)
    out.update({f"asm/{path}": data for path, data in made.items()})
    for row in (row for rows in functions.values() for row in rows):
        for file in row["files"].values():
            file["path"] = f"asm/{file['path']}"
    chosen, targets = library.chosen(choice.kernels), [target for target, _ in choice.targets]
    out.update(_c_files(choice, chosen, targets, headers.made_of(functions)))
    out.update(_provider(choice))
    if options.build:
        out.update({f"asm/{path}": data for path, data in generator.questions(choice.targets, choice.kernels).items()})
    context = _context(choice, out, functions)
    for system in options.build:
        for name in FRAGMENTS[system]:
            if context["tune"] or name != _RUST_TUNE:
                out[name] = _render(name, context)
    if {"cmake", "meson"} & set(options.build) and options.runtime:
        names = [row.name for row in functions_of(chosen)]
        out[f"{choice.name}.map"] = released.version_script(choice.name, options.prefix, names).encode("ascii")
    if options.alias == "openssl":
        out["build.info"] = _render("build.info", context)
    if "list" in options.build:
        out["sources.json"] = (json.dumps(_listed(context), indent=1) + "\n").encode("ascii")
    if {"make", "cargo"} & set(options.build):
        out["asm/target.h"] = _render("target.h", context)
    if "cargo" in options.build:
        alone = [section for _, section in headers.bare(chosen, targets)]
        declared = headers.declared(chosen, targets) if options.runtime else alone
        out["src/lib.rs"] += bindings(declared, options.prefix).encode("ascii")
    return _recorded(choice, library, out, {"functions": functions})


def _recorded(choice: Choice, library: Library, out: dict[str, bytes], facts: dict[str, Any]) -> dict[str, bytes]:
    """The files of a set, with licences and the manifest. ``facts``: further parts of the manifest."""
    for name in ("LICENSE", *(f"LICENSES/{licence}.txt" for licence in _LICENCES)):
        out[name] = (ROOT / name).read_bytes().replace(b"\r\n", b"\n")
    for name, template in (("REUSE.toml", "REUSE.toml"), (".gitattributes", "gitattributes")):
        out[name] = _render(template, {"version": __version__})
    out = dict(sorted(out.items()))
    kernels = kernel_rows(library.find(name) for name in choice.kernels)
    out[record.MANIFEST] = record.write(__version__, choice.options, out, {**facts, "kernels": kernels})
    return dict(sorted(out.items()))


_INCLUDE = re.compile(r'^(#include )"', re.M)
_OURS = ("-WX", "-Werror", "--reproducible")
"""Options of recipes that the build of another project leaves out: older assemblers lack them, or warn more."""


def _c_files(
    choice: Choice, chosen: Sequence[Kernel], targets: Sequence[Target], functions: Functions
) -> dict[str, bytes]:
    """The header and, unless the options leave it out, the runtime."""
    header, prefix = f"include/{choice.name}.h", choice.options.prefix
    if not choice.options.runtime:
        context = headers.without_runtime(chosen, targets, prefix)
        return {header: _render("functions.h", {**context, "name": choice.name})}
    # A relative path: the sources need no include path to find the header.
    alone = choice.options.freestanding
    facts = headers.context(chosen, targets, prefix, functions, freestanding=alone)
    context = {**facts, "header": f"../{header}", "vendored": targets}
    made = headers.files(context)
    out = {header: made.pop(headers.HEADER), f"runtime/{headers.ROWS}": made.pop(headers.ROWS)}
    files = {file.name: file.path.read_text("utf-8").replace("\r\n", "\n") for file in rooms.files()}
    files.update({name: data.decode("ascii") for name, data in made.items()})
    if choice.options.cpu_from:
        files.update(_limited(files, f"alias_{choice.options.cpu_from}_cpu.h"))
    parts = ["library", *([choice.options.alias] if choice.options.alias else [])]
    sources = [*made, *(path.name for path in rooms.sources(*parts) if not (alone and path.name in rooms.HOSTED))]
    have = {*choice.kernels, *groups(chosen)}
    for name in runtime.closure(files, sources, have, _HEADERS):
        out[f"runtime/{_file(name, choice)}"] = files[name].encode("utf-8")
    # Objects in a library are no program.
    for path in () if choice.options.alias or alone else rooms.sources("tune"):
        out[f"tune/{path.name}"] = _INCLUDE.sub(r'\1"../runtime/', files[path.name]).encode("utf-8")
    return out


def _limited(files: dict[str, str], header: str) -> dict[str, str]:
    """The file that detects the features, with a call of the header's function before features that lack a prerequisite
    go."""
    include, close = '#include "cpu.h"\n', "    close_first(&cpu->features, "
    found = [name for name, text in files.items() if text.count(close) == 1 and text.count(include) == 1]
    if len(found) != 1:
        raise AsmloomError(
            f"runtime/detect: expected one file with {include.strip()} and {close.strip()}, found {found}"
        )
    text = files[found[0]].replace(include, f'{include}#include "{header}"\n')
    return {found[0]: text.replace(close, f"    alias_limit_features(&cpu->features);\n{close}")}


def _provider(choice: Choice) -> dict[str, bytes]:
    """The sources of the provider, if asked for. The header for the runtime renames what they call."""
    if not choice.options.provider:
        return {}
    out = {}
    for path in sorted((ROOT / "provider").glob("*.[ch]")):
        text = path.read_text("utf-8").replace("\r\n", "\n").replace('"asmloom.h"', '"../runtime/asmloom_kernels.h"')
        out[f"provider/{path.name}"] = text.replace('"../runtime/core/', '"../runtime/').encode("utf-8")
    return out


def _file(name: str, choice: Choice) -> str:
    """The name of a runtime's file in the set. Beside another library's files, a source has the name of the set: an
    archive has one object for each name."""
    return f"{choice.name}_{name}" if choice.options.alias and name.endswith(".c") else name


def _context(choice: Choice, out: dict[str, bytes], functions: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The variables of the build fragments. Paths are relative to the folder of the set and have no blanks.
    ``out``: the files of the set. ``functions``: the manifest's rows of each triple."""
    paths = sorted(out)
    rows: list[dict[str, Any]] = []
    for target, syntaxes in choice.targets:
        files = {s: sorted(row["files"][s]["path"] for row in functions[target.triple]) for s in syntaxes}
        if any(files.values()):
            rows.append(
                {
                    "triple": target.triple,
                    "id": target.triple.replace("-", "_"),
                    "guard": target.guard,
                    "format": target.object_format,
                    "bits": target.pointer_bits,
                    "assemblers": {s: _assembler(target, s) for s in files if not SYNTAXES[s].compiled},
                    "syntaxes": files,
                    "parts": {s: _parts(target, s, out, functions[target.triple]) for s in files},
                    "own": _own(target, syntaxes),
                    "compiled": files[_own(target, syntaxes)] if SYNTAXES[_own(target, syntaxes)].compiled else [],
                }
            )
    return {
        "version": __version__,
        "name": choice.name,
        "targets": rows,
        "takes_all": TAKES_ALL,
        "fingerprint": fingerprint(choice.name),
        "programs": sorted({tool["programs"][0] for row in rows for tool in row["assemblers"].values()}),
        "provider": [p for p in paths if p.startswith("provider/") and p.endswith(".c")],
        "tune": [p for p in paths if p.startswith("tune/")],
        "c_files": [p for p in paths if p.startswith("runtime/") and p.endswith(".c")],
        "s_files": [p for p in paths if p.endswith(".S") and not p.endswith(f"/{QUESTION}.S")],
        "h_files": [p for p in paths if p.endswith(".h")],
    }


def _listed(context: dict[str, Any]) -> dict[str, Any]:
    """The sources for a build system that no fragment is for. ``guarded``: files for the C compiler of any target.
    ``targets``: by condition of the preprocessor, syntax, and set of CPU features; C compiled with LOOM_WITHOUT_<set>
    does without the files of a set, if an assembler refuses them."""
    every = {
        row["triple"]: {
            "condition": row["guard"],
            "syntaxes": {name: parts["files"] for name, parts in row["parts"].items()},
            "assemblers": row["assemblers"],
        }
        for row in context["targets"]
    }
    keys = {"c": "c_files", "headers": "h_files", "guarded": "s_files", "provider": "provider", "tune": "tune"}
    lists = {name: context[key] for name, key in keys.items()}
    return {**{key: context[key] for key in ("name", "version")}, "include": "include", **lists, "targets": every}


def fingerprint(name: str) -> str:
    """The number by which Zig tells packages apart: 32 bits of our choice below the checksum of the name."""
    own = int.from_bytes(hashlib.sha256(f"asmloom {name}".encode()).digest()[:4], "big")
    return f"0x{zlib.crc32(name.encode()):08x}{own:08x}"


def _parts(target: Target, syntax: str, out: dict[str, bytes], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """``question``: the path of the question to the assembler. ``files``: set of features → the files that need these,
    sorted; first those that no question is about."""
    path = f"asm/{target.arch}/{dialect(target.arch, syntax)}/{QUESTION}{target.extension(syntax)}"
    asked = set(re.findall(r"LOOM_ASK_(\w+)", out.get(path, b"").decode("ascii")))
    files: dict[str, list[str]] = {BASE: []}
    for row in rows:
        name = feature_set(row["features"])
        files.setdefault(name if name in asked else BASE, []).append(row["files"][syntax]["path"])
    return {"question": path, "files": {name: sorted(some) for name, some in files.items()}}


def _assembler(target: Target, syntax: str) -> dict[str, Any]:
    """How to assemble a file that no C compiler takes, from the target's first recipe. ``programs``: the recipe's, and
    those of the other recipes. ``words``: its options; the last one stands before the object's name."""
    first, *others = target.assemble[syntax]
    program, *words = first.argv
    end = next(word for word in words if word.endswith("{out}"))
    option = end.removesuffix("{out}") or words[words.index(end) - 1]
    plain = [word for word in words if "{" not in word and word not in (option, *_OURS)]
    return {"programs": [program, *(recipe.argv[0] for recipe in others)], "words": [*plain, option]}


def _own(target: Target, syntaxes: Sequence[str]) -> str:
    """The syntax of a build without a named syntax: one that the C compiler assembles, or else the first."""
    return next((s for s in syntaxes if SYNTAXES[s].compiled), syntaxes[0])


def _render(name: str, context: dict[str, Any]) -> bytes:
    return templates.render(f"vendoring/{name.split('/')[-1]}.j2", context).encode("ascii")
