# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The crate of ``vendor --build crate``: a safe API over the kernels, which Rust's compiler assembles.

::

    src/asm.rs src/asm/<architecture>/…  the kernels in ``global_asm!``, and their macros
    src/kernels.rs                       a function for each kernel that chooses the variant
    src/cpu.rs                           detection of the features that variants need
    src/… benches/speed.rs               the API, and its rates next to RustCrypto's
    src/portable.rs src/words.rs         the kernels in Rust, for machines without assembly
    src/checked.rs                       safe functions of one's own kernels
    Cargo.toml README.md
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from generator import __version__, cpus, templates
from generator.abi import abi
from generator.api import Facts, sections
from generator.declarations import PREFIX
from generator.emit import RUST, system
from generator.function_cache import FunctionCache
from generator.isa.features import closure
from generator.isa.machine import machine
from generator.lang.contract import SCALARS, Kernel, Variant
from generator.lang.extents import undecided
from generator.lang.interface import hashes
from generator.library import Library
from generator.model import AsmloomError, KernelError, Src
from generator.output import Generator
from generator.pipeline import judgements
from generator.portable import rust
from generator.portable.recorded import has_form
from generator.preferences import for_long_messages
from generator.vendoring.options import TOGETHER, Choice
from targets import Target

_PEERS = tuple(f"sha{bits}" for bits in (256, 512))
"""The hashes that the benchmark compares with the crate sha2."""
_AEADS = {
    "AES-GCM": (16, 24, 32),
    "AES-CCM": (16, 24, 32),
    "AES-GCM-SIV": (16, 32),
    "ChaCha20-Poly1305": (32,),
    "XChaCha20-Poly1305": (32,),
}
"""The AEADs whose work aead.rs does → the bytes of their keys. All else about them is in the rows of the public API."""


def limited(choice: Choice, library: Library) -> Choice:
    """The choice without kernels that the crate does not call."""
    if len(choice.options.build) > 1:
        raise AsmloomError("--build crate: the folder is a crate and nothing else; ask for it alone")
    there = [library.find(name) for name in choice.kernels]
    whole = [name for names in TOGETHER.values() if {*names} <= {*choice.kernels} for name in names]
    whole += [name for row in aeads(there) for name in row["kernels"]]
    used = [
        kernel.name for kernel in there
        if not kernel.messages and (hashes([kernel]) or not kernel.of_tree) or kernel.name in whole
    ]  # fmt: skip
    if not used:
        modules = "; ".join(f"{module}: {', '.join(names)}" for module, names in TOGETHER.items())
        raise AsmloomError(
            "--build crate: no kernel is one that the crate calls: hashes, all of an AEAD "
            f"({', '.join(map(_api, _AEADS))}), all of a module ({modules}), or your own"
        )
    return replace(choice, kernels=tuple(used))


def aeads(kernels: Iterable[Kernel]) -> list[dict[str, Any]]:
    """A row for each AEAD and size of its keys, by the function that seals, if the kernels have that."""
    there = {row.name: (section, row) for section in sections(kernels) for row in section.functions}
    out: list[dict[str, Any]] = []
    for title, sizes in _AEADS.items():
        if (name := f"{PREFIX}{_api(title)}_seal") in there:
            section, seal = there[name]
            arrays = {one.name: one.sizes[0] for one in seal.prototype[1] if one.sizes}
            first, *others = [word.capitalize() if word.isupper() else word for word in title.split("-")]
            row = {"api": _api(title), "title": title, "mode": "".join([first, *others]), "nonce": arrays.get("nonce"),
                   "tag": arrays.get("tag"), "kernels": set().union(*seal.alternatives),
                   "limits": next(one for one in section.rows if isinstance(one, str)).split("\n\n")[0]}  # fmt: skip
            bits = {size: f"{8 * size}" if len(sizes) > 1 else "" for size in sizes}
            out += [{**row, "key": size, "name": "".join([first, bits[size], *others])} for size in sizes]
    return out


def _api(title: str) -> str:
    """AES-GCM → aes_gcm, as functions in C begin, and as ``--kernels`` takes it."""
    return title.lower().replace("-", "_")


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
        items, shim, no_rust = _portable(kernel)
        reached = {
            arch: _reached(kernel, arch, generator.choosable(kernel, some[0].abi, bool(shim)))
            for arch, some in archs.items()
        }
        for arch, variants in reached.items():
            for variant in dict.fromkeys(one for one, _ in variants):
                text = generator.rust(kernel, variant, archs[arch])
                out[f"src/asm/{arch}/{kernel.name}_{variant.name}.rs"] = text
        params = [(rust.identifier(one.name), _type(one.ctype)) for one in kernel.params]
        portable += items
        unproved = "" if kernel.of_tree else _unproved(kernel, reached, every)
        row = {"name": kernel.name, "symbol": rust.identifier(kernel.name), "params": params,
               "doc": kernel.doc.split("\n")[0], "archs": reached, "shim": shim, "own": not kernel.of_tree,
               "parts": kernel.parts if kernel.of_tree else (),
               "result": f" -> {_type(kernel.returns)}" if kernel.result else "", "no_rust": no_rust,
               "unproved": unproved, "checked": not kernel.of_tree and not unproved and _checked(kernel)}  # fmt: skip
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
        "alone": [row["name"] for row in rows if not row["shim"] and not row["parts"]],
        "systems": [system(target, RUST) for target in every],
        "files": [(arch, conditions[arch], names[arch]) for arch in archs],
        "there": _any(conditions.values()),
        "features": [name for name in listed["features"] if name in needed],
        "tables": {name: [row for row in table if row[0] in needed] for name, table in listed["tables"].items()},
        "hashes": hashes(kernels),
        "aeads": aeads(kernels),
        "powers": Facts(kernels).extent("ghash_powers", "powers"),
        "has": {module for module, names in TOGETHER.items() if {*names} <= {kernel.name for kernel in kernels}},
    }  # fmt: skip
    context["peers"] = [(row["name"].capitalize(), row["digest"]) for row in context["hashes"] if row["name"] in _PEERS]
    parts = [
        *(name for name, some in (("hash", "hashes"), ("aead", "aeads")) if context[some]),
        *sorted(context["has"]),
    ]
    names_of = ["lib", "asm", "kernels", "cpu", "memory", "words", *parts]
    context["modules"] = parts
    context["checked"] = [row for row in rows if row["checked"]]
    names_of += ["checked"] if context["checked"] else []
    names_of += ["aead/modes"] if context["aeads"] else []
    bench = ["benches/speed.rs"] if context["peers"] or "aes" in context["has"] else []
    for name in ("Cargo.toml", "README.md", *bench, *(f"src/{module}.rs" for module in names_of)):
        out[name] = templates.render(f"crate/{name.split('/')[-1]}.j2", context)
    out["src/portable.rs"] = templates.render("crate/portable.rs.j2", context) + "\n\n".join(portable) + "\n"
    return {name: text.encode("utf-8") for name, text in out.items()}


def _reached(kernel: Kernel, arch: str, variants: Sequence[Variant]) -> list[tuple[Variant, list[str]]]:
    """``variants`` in the order of choice, the last that runs wins, each with the features that it needs, by their
    names in C. The crate knows no core: as on cores without rows in ``targets/cores.dat``, a variant with AVX-512 needs
    a preference."""
    there = {one.name: one for one in variants}
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


def _portable(kernel: Kernel) -> tuple[list[str], str, str]:
    """The kernel in Rust, and the function that calls it. Nothing for kernels without such a form, and the reason."""
    if not kernel.portable or not has_form(kernel):
        return [], "", "it has no portable C"
    try:
        return (*rust.rust_of(kernel, "crate::portable::"), "")
    except KernelError as error:
        if kernel.of_tree:
            raise
        return [], "", _of_script(kernel, error.src, str(error).removeprefix(f"{error.src}: "))


def _unproved(kernel: Kernel, reached: dict[str, list[tuple[Variant, list[str]]]], every: Sequence[Target]) -> str:
    """The first access that nothing proves to stay inside its extent. A function with one is not safe, whatever the
    lengths of its slices."""
    for on in {(one.arch, one.bits): one for one in (abi(target.abi) for target in every)}.values():
        for variant in dict.fromkeys(one for one, _ in reached[on.arch]):
            for access in undecided(judgements(kernel, variant, on)):
                return _of_script(kernel, access.src, str(access))
    return ""


def _of_script(kernel: Kernel, src: Src | None, said: str) -> str:
    return f"{kernel.path}:{src.line}: {said}" if src is not None else said


def _checked(kernel: Kernel) -> dict[str, Any]:
    """The parts of a kernel's safe function. An extent that is a number is an array's, another one is checked. The sums
    are those that the proofs of extents are about: of numbers without sign, and none is negative."""
    params, checks, args, docs = [], [], [], []
    for param, arg in zip(kernel.params, kernel.args):
        name, kind = rust.identifier(param.name), _word(param.ctype)
        secrecy = "public" if arg.public else "secret"
        if not arg.access:
            params.append(f"{name}: {kind}")
            args.append(name)
            docs.append(f"* `{param.name}`: {secrecy}")
            continue
        element, mut = int(re.sub(r"\D", "", kind) or 0) // 8, "" if arg.access == "r" else "mut "
        whole = arg.size.isdigit() and element > 0 and int(arg.size) % element == 0
        params.append(f"{name}: &{mut}[{kind}{f'; {int(arg.size) // element}' if whole else ''}]")
        args.append(f"{name}.as_mut_ptr()" if mut else f"{name}.as_ptr(){_mutable(param.ctype)}")
        aligned = f", from a multiple of {arg.align} on" if arg.align > 1 else ""
        docs.append(f"* `{param.name}`: {arg.extent.replace(arg.size, f'`{arg.size}`')}{aligned}; {secrecy}")
        if not whole or arg.align > min(element, 4):  # words of 8 bytes are at multiples of 4 on some targets
            top = ast.parse(arg.size, mode="eval").body
            need = _sum(top, kernel) if isinstance(top, ast.BinOp) else f"Some({_sum(top, kernel)})"
            checks.append(f'slices::check({name}, || {need}, {arg.align}, "{param.name}", "{arg.size}");')
    return {"params": ", ".join(params), "checks": checks, "args": ", ".join(args), "docs": docs}


_SUMS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_euclid"}


def _sum(node: ast.expr, kernel: Kernel) -> str:
    """An extent as an ``i128`` of Rust, of a sum an ``Option`` of one."""
    if isinstance(node, ast.BinOp):
        x, y = (_sum(one, kernel) + "?" * isinstance(one, ast.BinOp) for one in (node.left, node.right))
        return f"{f'({x})' if isinstance(node.left, ast.Name) else x}.checked_{_SUMS[type(node.op)]}({y})"
    if isinstance(node, ast.Name):
        word = next(SCALARS[param.ctype] for param in kernel.params if param.name == node.id)
        return f"{rust.identifier(node.id)} as {word} as i128"
    return f"{ast.literal_eval(node)}i128"


def _word(c: str) -> str:
    """The type in Rust of a number, or of what a pointer is to: bytes, if it is none of C's words."""
    kind = c.replace("*", " ").split()[-1]
    word = SCALARS.get(kind, "u8")
    return word.replace("u", "i", 1) if kind.startswith("int") else word


def _type(c: str) -> str:
    """A parameter's type in Rust."""
    return _word(c) if "*" not in c else f"*{'const' if 'const' in c.split() else 'mut'} {_word(c)}"


def _mutable(c: str) -> str:
    """The cast of a pointer for reading to a parameter's type."""
    return "" if "const" in c.split() else " as *mut _"


def _any(conditions: Any) -> str:
    """A condition that holds if one of several does."""
    some = list(dict.fromkeys(conditions))
    return some[0] if len(some) == 1 else f"any({', '.join(some)})"
