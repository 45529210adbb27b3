# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The generated C: the public header, the rows that the runtime shares, and for each kernel a file, which is an object.

The declarations come from the rows of :mod:`generator.api`. ``kernels`` and ``targets`` limit everything to these
kernels and to functions of these targets.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import targets
from generator import __version__, batches, calls, cpus, templates
from generator.api import HOSTED, INTERNAL, contexts, entry, sections
from generator.declarations import PREFIX, Function, Section, comment, folded, renamed
from generator.emit import feature_set
from generator.emit.base import ascii_line
from generator.isa.features import closure, known
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.interface import CbcAndHash, block_ciphers, cbc_hashes, groups, hashes, interleaved, tls_hashes
from generator.portable.files import c_of, exempt_in_c, generated
from generator.preferences import preferences
from generator.rooms import OF_KERNEL, PORTABLE
from targets import Target

HEADER = "asmloom.h"
ROWS = "asmloom_kernels.h"
_FIRST_SLOT = 2  # after the resolver and the chooser
_UNKNOWN = "generic"
"""The end of the names of microarchitectures that stand for CPUs which the runtime does not know: the only ones of a
set without a C library."""
_LEAST = 8  # bytes of stack: a function without a frame has its return address there, and 0 says nothing


class Made(NamedTuple):
    """What the C over a function knows of its code. ``stack``: bytes that it takes at most, with each convention of a
    build; the C overwrites that much, and all that any function takes if the number is 0. ``exempt``: a secret decides
    an address or a branch."""

    stack: int
    exempt: bool


Functions = Mapping[tuple[str, str, str], Made]
"""Architecture, kernel, variant → what is known of the function."""
_UNSEEN = Made(0, False)


def slots(variants: int) -> int:
    """Functions in a kernel's table: the variants, C, the resolver and the chooser, filled up to a power of two."""
    return 1 << (variants + 2).bit_length()


def available(variant: Variant, arch: str) -> bool:
    """True if an architecture has everything that a variant needs."""
    return (
        variant.unit in machine(arch).units
        and set(variant.features) <= known(arch)
        and arch not in dict(variant.without)
    )


def runs_everywhere(kernel: Kernel, arch: str) -> list[Variant]:
    """The variants that every CPU of an architecture runs, for the entry of a kernel without portable C. Features that
    every CPU has need no mention; a variant that names them counts where no other does without features: elsewhere
    ASMLOOM_CPU may remove them."""
    return [] if kernel.portable else _everywhere(kernel, arch)


def _everywhere(kernel: Kernel, arch: str) -> list[Variant]:
    """What :func:`runs_everywhere` returns, also of a kernel with portable C."""
    there = [variant for variant in kernel.variants if available(variant, arch)]
    bare = [variant for variant in there if not variant.features]
    return bare or [variant for variant in there if set(variant.features) <= machine(arch).baseline]


def without_entry(kernel: Kernel, arch: str) -> list[str]:
    """The features of which a CPU must have some: no variant of the kernel runs on every CPU of the architecture, so
    dispatch has no entry for it. Empty for a kernel with an entry, and for one without code there."""
    if kernel.portable or runs_everywhere(kernel, arch):
        return []
    there = [variant for variant in kernel.variants if available(variant, arch)]
    return list(dict.fromkeys(feature for variant in there for feature in variant.features))


def _entry_guard(kernel: Kernel, every: Sequence[Target]) -> str:
    """The condition of the targets where dispatch has an entry for the kernel. Empty: everywhere with code at all."""
    if not any(without_entry(kernel, target.arch) for target in every):
        return ""
    guards = "".join(f" || \\\n    ({target.guard})" for target in every if runs_everywhere(kernel, target.arch))
    why = "elsewhere no variant runs on every CPU, and the kernel has no entry"
    return f"!defined(LOOM_NO_ASM) && (0{guards}) /* {why} */"


def declared(kernels: Sequence[Kernel], every: Sequence[Target]) -> list[Section]:
    """All declarations of the public header."""
    entries = [entry(kernel, _comment(kernel.doc).strip(), _entry_guard(kernel, every)) for kernel in kernels]
    return [*sections(kernels), Section("kernels: block level, no checks of sizes", entries)]


def bare(kernels: Sequence[Kernel], every: Sequence[Target]) -> list[tuple[str, Section]]:
    """The declarations of a header without a runtime: for each kernel its documentation, and each variant."""
    out = []
    for kernel in kernels:
        params = ", ".join(param.text for param in kernel.params)
        rows = []
        for variant in kernel.variants:
            guards = [target.guard for target in every if available(variant, target.arch)]
            if guards:
                there = f"!defined(LOOM_WITHOUT_{feature_set(variant.features)}) && " if variant.features else ""
                needs = ", ".join(variant.features) or "none beyond the baseline"
                c = f"{kernel.returns} {PREFIX}{kernel.name}_{variant.name}({params})"
                any_of = " || \\\n    ".join(f"({guard})" for guard in guards)
                rows.append(Function(c, f"CPU features: {needs}.", when=f"{there}({any_of})"))
        if rows:
            out.append((_comment(kernel.doc).strip(), Section(kernel.name, rows)))
    return out


def without_runtime(kernels: Sequence[Kernel], every: Sequence[Target], prefix: str) -> dict[str, Any]:
    """The variables of a header without a runtime."""
    rows = [
        [
            comment(doc) if row is section.rows[0] else "",
            row.when,
            renamed(row.name, prefix).removeprefix(prefix),
            comment(row.doc),
            renamed(row.plain, prefix),
        ]
        for doc, section in bare(kernels, every)
        for row in section.functions
    ]
    return {"prefix": prefix, "version": __version__, "functions": rows}


def text(sections: Sequence[Section], prefix: str) -> str:
    """Sections as C."""
    out = []
    for section in sections:
        out.append(f"\n/* ---- {renamed(section.title, prefix)} ---- */\n")
        for row in section.rows:
            if isinstance(row, str):
                out.append(f"\n{comment(row)}\n")
                continue
            inline = row.text.startswith("#define")
            if not inline and (row.doc or not isinstance(row, Function)):
                out.append("\n")
            if row.doc and not inline:
                out.append(f"{comment(row.doc)}\n")
            out.append(f"{folded(row.text)}\n")
    return renamed("".join(out), prefix)


def files(context: dict[str, Any], ready: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """The files of a build, by their names: two headers, and one or two for each kernel. ``context``: see
    :func:`context`. ``ready``: portable C that an earlier run made."""
    made = {name: templates.render(f"{name}.j2", context) for name in (HEADER, ROWS)}
    taken = dict(ready or {})
    for kernel in context["kernels"]:
        if kernel["c"] is not None and PORTABLE.format(kernel["name"]) not in taken:
            portable = {**context, "kernel": {**kernel, "c": kernel["c"]()}}
            made[PORTABLE.format(kernel["name"])] = templates.render("portable.c.j2", portable)
        made[OF_KERNEL.format(kernel["name"])] = templates.render("kernel.c.j2", {**context, "kernel": kernel})
    return taken | {name: text.encode("ascii", "backslashreplace") for name, text in made.items()}


def made_of(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Functions:
    """What a manifest's rows say of functions, by triple."""
    out: dict[tuple[str, str, str], Made] = {}
    for triple, functions in rows.items():
        for row in functions:
            key = targets.load(triple).arch, row["kernel"], row["variant"]
            before = out.get(key, Made(_LEAST, False))
            out[key] = Made(max(before.stack, row["stack_bytes"]), before.exempt or not row["constant_time"])
    return out


def revealing(kernel: Kernel, arch: str, exempt: Collection[str], portable: bool) -> set[str]:
    """The variants of ``exempt`` that an architecture does without: every CPU has another way. A choice leaves them
    out, unless the program asks for speed over secrecy. ``exempt``: the variants where a secret decides an address or
    a branch; ``portable``: whether portable code is among the ways."""
    others = any(one.name not in exempt for one in _everywhere(kernel, arch))
    return {*exempt} if others or (exempt and portable and not exempt_in_c(kernel)) else set()


def _reveals(arch: str, kernel: Kernel, made: Functions) -> set[str]:
    """:func:`revealing` of functions that are made. Without assembly there is no choice."""
    exempt = {one.name for one in kernel.variants if made.get((arch, kernel.name, one.name), _UNSEEN).exempt}
    return revealing(kernel, arch, exempt, kernel.portable) if arch else set()


def context(
    kernels: Sequence[Kernel], every: Sequence[Target], prefix: str, made: Functions, *, freestanding: bool = False
) -> dict[str, Any]:
    """The variables of the templates. ``freestanding``: without the functions that need a system, the rows of known
    cores, and portable C that is never the choice."""
    archs = list(dict.fromkeys(target.arch for target in every))
    declarations = [
        Section(
            one.title,
            [row for row in one.rows if not (freestanding and isinstance(row, Function) and row.name in HOSTED)],
        )
        for one in declared(kernels, every)
    ]
    names = {kernel.name: kernel for kernel in kernels}
    listed = cpus.lists()
    if freestanding:
        listed.update(
            uarches={name: listed["uarches"][name] for name in listed["uarches"] if name.endswith(_UNKNOWN)}, cores={}
        )
    order = list(listed["uarches"])
    ranked = sorted(
        (row for row in preferences() if row["uarch"] in order and not (freestanding and row["policy"] != "any")),
        key=lambda row: (order.index(row["uarch"]), row["policy"] != "any", row["min_bytes"]),
    )
    return {
        "prefix": prefix,
        "version": __version__,
        "freestanding": freestanding,
        "declarations": text(declarations, prefix),
        "kernels": [_row(kernel, kernels, archs, made, ranked, freestanding) for kernel in kernels],
        "most_needs": max((len(one.features) for kernel in kernels for one in kernel.variants), default=0),
        "longest_variant": max([len("portable"), *(len(one.name) for kernel in kernels for one in kernel.variants)]),
        "archs": [
            {"macro": _macro(arch), "guards": [one.guard for one in every if one.arch == arch]} for arch in archs
        ],
        "groups": sorted(groups(kernels)),
        "contexts": contexts(declarations),
        "hashes": hashes(kernels),
        "cbc_hashes": cbc_hashes(kernels),
        "tls_hashes": tls_hashes(kernels),
        "block_ciphers": block_ciphers(kernels),
        "batches": [row for row in batches.rows() if row["kernel"] in names and row["uarch"] in listed["uarches"]],
        "cpus": listed,
        "needed": _needed(kernels, archs),
        "symbol": cpus.symbol,
        "header": HEADER,
        "build": build_name(kernels),
        "renamed": _renamed(kernels, declarations),
    }


def _needed(kernels: Sequence[Kernel], archs: Sequence[str]) -> dict[str, set[str]]:
    """Machine → the features that variants need, by their names in C."""
    sets = [variant.features for kernel in kernels for variant in kernel.variants]
    needed: dict[str, set[str]] = {}
    for arch in archs:
        for features in sets:
            if known(arch) >= set(features):
                needed.setdefault(machine(arch).family, set()).update(map(cpus.symbol, closure(arch, features)))
    return needed


def _renamed(kernels: Sequence[Kernel], declarations: Sequence[Section]) -> list[str]:
    """The names of a library that have the prefix of the build, without it."""
    public = [name.removeprefix(PREFIX) for section in declarations for name in section.names]
    own = [f"{part}_{kernel.name}" for kernel in kernels for part in ("slots", "row", "way")]
    own += [f"ask_{kernel.name}" for kernel in kernels if _asked(kernel)]
    own += [f"{kernel.name}_portable" for kernel in kernels if kernel.portable]
    own += [f"hash_{row['name']}" for row in hashes(kernels)]
    own += [f"aes_cbc_{row['name']}_work" for row in cbc_hashes(kernels)]
    return sorted({*public, *own, *INTERNAL})


def _row(
    kernel: Kernel,
    kernels: Sequence[Kernel],
    archs: Sequence[str],
    made: Functions,
    ranked: Sequence[dict[str, Any]],
    alone: bool,
) -> dict[str, Any]:
    """A kernel, for the rows that the runtime shares and for its own file."""
    names = {one.name for one in kernels}
    single = kernel.single if kernel.portable and kernel.single and kernel.single.name in names else None
    own, both = hashes([kernel]), [row for row in cbc_hashes(kernels) if row["both"] == kernel.name]
    aes = bool(_AES.fullmatch(kernel.name))
    cipher = next((row for row in block_ciphers(kernels) if kernel.name in row["kernels"]), None)
    over = {
        "streams_portable.h": single is not None and interleaved(kernel),
        "lanes_portable.h": single is not None and not interleaved(kernel),
        "stitched_portable.h": both,
        "cbc_hash.h": both,
        "hash_each.h": own,
        "hmac.h": any(row["hmac"] for row in own),
        "aes_mode.h": aes,
        "cipher.h": cipher,
    }
    own_ranked = [row for row in ranked if row["kernel"] == kernel.name]
    return {
        "name": kernel.name,
        "c_return": kernel.returns,
        "c_params": ", ".join(p.text for p in kernel.params),
        "arg_names": [p.name for p in kernel.params],
        "size_arg": kernel.size_arg or 0,
        "size_unit": kernel.size_unit or 1,
        "portable": kernel.portable,
        "c": partial(c_of, kernel) if generated(kernel) else None,
        "path": kernel.path,
        "clean": kernel.wipe,
        "asked": _asked(kernel) and not alone,
        "chooser": not alone or len({row["min_bytes"] for row in own_ranked} | {0}) > 2,
        "single": single.name if single is not None else "",
        "messages": kernel.messages,
        "interleaved": next((arg.interleaved for arg in kernel.args if arg.interleaved), 0),
        "of_one": _schedule_of_one(kernel),
        "of_lane": [f"{p.name}[lane]" if p.messages else p.name for p in kernel.params],
        "apart": min((arg.apart[1] for arg in kernel.args if arg.apart is not None), default=0),
        "slots": slots(len(kernel.variants)),
        "call": calls.call(kernel),
        "somewhere": {
            arch: [feature_set(variant.features) if variant.features else "" for variant in there]
            for arch in archs
            if (there := runs_everywhere(kernel, arch))
        },
        "headers": ["row.h", *(name for name, needed in over.items() if needed)],
        "reveals": any(_reveals(arch, kernel, made) for arch in archs),
        "sets": sorted({name for arch in archs for name in _sets(arch, kernel)}),
        "archs": [_variants(arch, kernel, own_ranked, made, alone) for arch in (*archs, "")],
        "with_cbc": both,
        "hashes": own,
        "aes": aes,
        "cipher": cipher,
    }


_AES = re.compile("aes_(ecb|cbc)_(encrypt|decrypt)|aes_set_(encrypt|decrypt)_key")
"""The kernels over which aes_mode.h has a public function."""
_ASKED = re.compile(f"{_AES.pattern}|aes_ctr32|mont_(mul|sqr)")


def _schedule_of_one(kernel: Kernel) -> str:
    """The bytes of the first argument of one of several messages, and the most bytes, where they are interleaved."""
    if kernel.single is None or not interleaved(kernel):
        return ""
    arg, rounds = kernel.single.args[0], kernel.cases["rounds"]
    assert not callable(rounds)
    return f"{arg.size}, {max(arg.bytes({'rounds': n}) for n in rounds if isinstance(n, int))}"


def _asked(kernel: Kernel) -> bool:
    """Whether selftest/ask.c has a question for a kernel: not for RC4, whose variants use no new feature, for pairs of
    numbers, whose features emulators have, and for those that belong to no interface."""
    one = kernel.single or kernel
    woven = any(isinstance(made, CbcAndHash) for made in kernel.interface)
    return kernel.portable and bool(_ASKED.fullmatch(one.name) or hashes([one]) or woven)


def _sets(arch: str, kernel: Kernel) -> set[str]:
    """The sets of features that variants of a kernel need on an architecture."""
    return {feature_set(one.features) for one in kernel.variants if one.features and available(one, arch)}


def _macro(arch: str) -> str:
    return f"LOOM_ON_{arch.upper()}" if arch else ""


def _variants(
    arch: str, kernel: Kernel, ranked: Sequence[dict[str, Any]], made: Functions, alone: bool
) -> dict[str, Any]:
    """A kernel's tables for an architecture. "" stands for those without assembly."""
    prefers = [row for row in ranked if arch and row["arch"] in ("", arch)]
    reveals = _reveals(arch, kernel, made)
    plain = [one for one in _everywhere(kernel, arch) if one.name not in reveals] if arch else []
    portable = kernel.portable and not (alone and plain and all(row["variant"] != "portable" for row in prefers))
    variants = [
        {
            "name": variant.name,
            "there": bool(arch) and available(variant, arch),
            "slot": _FIRST_SLOT + 1 + at,
            "set": feature_set(variant.features),
            "conditional": bool(variant.features),
            "needs": variant.features if portable or variant not in plain else (),
            "avx512": bool(arch) and available(variant, arch) and cpus.wide(closure(arch, variant.features)),
            "reveals": variant.name in reveals,
            "stack": 0 if kernel.messages else made.get((arch, kernel.name, variant.name), _UNSEEN).stack,  # batch.c
        }
        for at, variant in enumerate(kernel.variants)
    ]
    slot = {"portable": _FIRST_SLOT, **{row["name"]: row["slot"] for row in variants}}
    return {
        "macro": _macro(arch),
        "variants": variants,
        "portable": portable,
        "prefers": [{**row, "slot": slot[row["variant"]]} for row in prefers],
        "free": slots(len(variants)) - _FIRST_SLOT - 1 - len(variants),
    }


def _comment(text: str) -> str:
    """A docstring for a comment of C: ASCII, and no end of the comment."""
    lines = [(line, line.lstrip()) for line in text.splitlines()]
    return "\n".join(f"{' ' * (len(line) - len(own))}{ascii_line(own, blanks=True)}" for line, own in lines)


def build_name(described: Sequence[Kernel]) -> str:
    """A name for these kernels, by their scripts and contracts: equal names, equal meanings of a preference file."""
    told = [__version__]
    for kernel in described:
        told += [kernel.name, *sorted(_without_comments(text) for text in kernel.scripts.values())]
        told += [f"{variant.name} {' '.join(variant.features)}" for variant in kernel.variants]
    return _digest("\n".join(told))[:16]


def _without_comments(script: str) -> str:
    """The digest of a script's lines but for blank lines and lines of comments: an edit of these alone changes no
    generated file."""
    lines = [line.rstrip() for line in script.splitlines()]
    return _digest("\n".join(line for line in lines if line and not line.lstrip().startswith("#")))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
