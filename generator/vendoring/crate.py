# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The crate of ``vendor --build crate``: a safe API over the kernels, which Rust's compiler assembles.

::

    src/asm.rs src/asm/<architecture>/…  the kernels in ``global_asm!``, and their macros
    src/kernels.rs                       a function for each kernel that chooses the variant
    src/cpu.rs                           detection of the features that variants need
    src/… benches/speed.rs               the API, and its rates next to RustCrypto's
    src/portable.rs src/words.rs         the kernels in Rust, for machines without assembly
    Cargo.toml README.md
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from generator import __version__, cpus, templates
from generator.emit import RUST, system
from generator.function_cache import FunctionCache
from generator.headers import available
from generator.isa.features import closure
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.interface import hashes
from generator.library import Library
from generator.model import AsmloomError, KernelError
from generator.output import Generator
from generator.portable import rust
from generator.portable.recorded import has_form
from generator.preferences import for_long_messages
from generator.vendoring.options import TOGETHER, Choice

_TYPES = {"uint8_t": "u8", "uint32_t": "u32", "uint64_t": "u64", "size_t": "usize"}

_PEERS = tuple(f"sha{bits}" for bits in (256, 512))
"""The hashes that the benchmark compares with the crate sha2."""


def limited(choice: Choice, library: Library) -> Choice:
    """The choice without kernels that the crate does not call."""
    if len(choice.options.build) > 1:
        raise AsmloomError("--build crate: the folder is a crate and nothing else; ask for it alone")
    there = [library.find(name) for name in choice.kernels]
    whole = [name for names in TOGETHER.values() if {*names} <= {*choice.kernels} for name in names]
    used = [
        kernel.name for kernel in there
        if not kernel.messages and (hashes([kernel]) or not kernel.of_tree) or kernel.name in whole
    ]  # fmt: skip
    if not used:
        modules = "; ".join(f"{module}: {', '.join(names)}" for module, names in TOGETHER.items())
        raise AsmloomError(
            f"--build crate: no kernel is one that the crate calls: hashes, all of a module ({modules}), or your own"
        )
    return replace(choice, kernels=tuple(used))


def crate(choice: Choice, library: Library) -> dict[str, bytes]:
    """The files of the crate but for licences. ``choice``: see :func:`limited`."""
    prefix = f"{choice.options.prefix}{re.sub(r'[^0-9A-Za-z]', '_', __version__)}_"
    kernels, every = library.chosen(choice.kernels), [target for target, _ in choice.targets]
    generator = Generator(library, prefix, FunctionCache(), targets=every)
    generator.prepare({target.arch for target in every}, choice.kernels)
    archs = {arch: [t for t in every if t.arch == arch] for arch in dict.fromkeys(t.arch for t in every)}
    out: dict[str, str] = {}
    rows: list[dict[str, Any]] = []
    portable = [rust.HEAD]
    for kernel in kernels:
        reached = {arch: _reached(kernel, arch) for arch in archs}
        for arch, variants in reached.items():
            for variant in dict.fromkeys(one for one, _ in variants):
                text = generator.rust(kernel, variant, archs[arch])
                out[f"src/asm/{arch}/{kernel.name}_{variant.name}.rs"] = text
        params = [(f"r#{one.name}" if one.name == "in" else one.name, _type(one.ctype)) for one in kernel.params]
        items, shim = _portable(kernel)
        portable += items
        row = {"name": kernel.name, "params": params, "doc": kernel.doc.split("\n")[0], "archs": reached, "shim": shim,
               "own": not kernel.of_tree}  # fmt: skip
        rows.append(row)
    conditions = {
        arch: f'all({_any([target.rust for target in some])}, not(feature = "portable"))'
        for arch, some in archs.items()
    }
    names = {arch: [path.split("/")[-1][:-3] for path in out if path.startswith(f"src/asm/{arch}/")] for arch in archs}
    needed = {feature for row in rows for variants in row["archs"].values() for _, some in variants for feature in some}
    listed = cpus.lists()
    context: dict[str, Any] = {
        "name": choice.name, "version": __version__, "prefix": prefix, "kernels": rows, "conditions": conditions,
        "alone": [row["name"] for row in rows if not row["shim"]],
        "systems": [system(target, RUST) for target in every],
        "files": [(arch, conditions[arch], names[arch]) for arch in archs],
        "there": _any(conditions.values()),
        "features": [name for name in listed["features"] if name in needed],
        "tables": {name: [row for row in table if row[0] in needed] for name, table in listed["tables"].items()},
        "hashes": hashes(kernels),
        "has": {module for module, names in TOGETHER.items() if {*names} <= {kernel.name for kernel in kernels}},
    }  # fmt: skip
    context["peers"] = [(row["name"].capitalize(), row["digest"]) for row in context["hashes"] if row["name"] in _PEERS]
    parts = [*(["hash"] if context["hashes"] else []), *sorted(context["has"])]
    names_of = ["lib", "asm", "kernels", "cpu", "memory", "words", *parts]
    context["modules"] = parts
    bench = ["benches/speed.rs"] if context["peers"] or "aes" in context["has"] else []
    for name in ("Cargo.toml", "README.md", *bench, *(f"src/{module}.rs" for module in names_of)):
        out[name] = templates.render(f"crate/{name.split('/')[-1]}.j2", context)
    out["src/portable.rs"] = templates.render("crate/portable.rs.j2", context) + "\n\n".join(portable) + "\n"
    return {name: text.encode("utf-8") for name, text in out.items()}


def _reached(kernel: Kernel, arch: str) -> list[tuple[Variant, list[str]]]:
    """The variants in the order of choice, the last that runs wins, each with the features that it needs, by their
    names in C. The crate knows no core: as on cores without rows in ``targets/cores.dat``, a variant with AVX-512 needs
    a preference."""
    there = {one.name: one for one in kernel.variants if available(one, arch)}
    calm = [one for one in there.values() if not cpus.wide(closure(arch, one.features))]
    chosen: list[tuple[Variant, str]] = [
        (there[row["variant"]], row["feature"])
        for row in for_long_messages(kernel.name, arch, there)
        if row["uarch"] == "generic"
    ]
    out = []
    plain = [(one, "") for one in calm]
    for variant, feature in [*plain, *chosen]:
        features = (*variant.features, *([feature] if feature else []))
        needs = sorted(cpus.symbol(one) for one in closure(arch, features) - machine(arch).baseline)
        out.append((variant, [one for one in needs if one in cpus.lists()["features"]]))
    return out


def _portable(kernel: Kernel) -> tuple[list[str], str]:
    """The kernel in Rust, and the function that calls it. Nothing for kernels without such a form."""
    if not kernel.portable or not has_form(kernel):
        return [], ""
    try:
        return rust.rust_of(kernel, "crate::portable::")
    except KernelError:
        if kernel.of_tree:
            raise
        return [], ""  # its author need not think of Rust


def _type(c: str) -> str:
    """A parameter's type in Rust."""
    words = c.replace("*", " ").split()
    kind = _TYPES[words[-1]]
    return kind if "*" not in c else f"*{'const' if 'const' in words else 'mut'} {kind}"


def _any(conditions: Any) -> str:
    """A condition that holds if one of several does."""
    some = list(dict.fromkeys(conditions))
    return some[0] if len(some) == 1 else f"any({', '.join(some)})"
