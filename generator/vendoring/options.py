# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The request for a vendored set: in the user's words, and resolved to targets, syntaxes and kernels."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import PurePosixPath
from typing import Any

import targets
from generator.api import sections
from generator.lang.contract import Kernel
from generator.library import Library
from generator.model import AsmloomError
from generator.output import check_prefix
from generator.rooms import ALIASES, CPU_FROM
from generator.vendoring.arguments import APART, SYSTEMS
from targets import Target

ALL = "all"
# Left out of records if not asked for: sets of earlier versions have no such words.
_LATER = ("alias", "cpu_from", "provider", "freestanding", "module")
TOGETHER = {
    "aes": tuple(f"aes_{name}" for name in ("set_encrypt_key", "set_decrypt_key", "ecb_encrypt", "ecb_decrypt",
                                            "cbc_encrypt", "cbc_decrypt", "ctr32")),
    "rc4": ("rc4_set_key", "rc4_stream"),
}  # fmt: skip
"""A module of the packages for Rust and Go → the kernels that it calls."""
OF_PROVIDER = ("hash", "cipher", "stitched")
"""The families of kernels that the provider calls."""


@dataclass(frozen=True, slots=True)
class Options:
    """The user's words. ``all`` and families stay words: an update resolves them anew.

    ``syntax``: empty for the first syntax of each target. ``build``: the build systems that get fragments. ``alias``:
    the library whose assembly the set replaces, or empty. ``cpu_from``: the library whose record of the CPU's features
    limits those that the set uses, or empty. ``provider``: the set has the provider for OpenSSL. ``module``: the path
    of the Go module; empty for the set's name, none for a package without go.mod.
    ``freestanding``: the set needs no C library.
    """

    prefix: str = "loom_"
    targets: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    syntax: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    runtime: bool = True
    alias: str = ""
    cpu_from: str = ""
    provider: bool = False
    module: str = ""
    freestanding: bool = False

    def asked(self, **given: Any) -> Options:
        """These options, replaced by those in ``given`` that are not None."""
        changes = {key: value for key, value in given.items() if value is not None}
        return replace(self, **changes)

    def as_json(self) -> dict[str, Any]:
        data = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}
        return {key: value for key, value in data.items() if key not in _LATER or value}

    @staticmethod
    def from_json(data: Any) -> Options:
        """The inverse of :meth:`as_json`; ValueError for anything else."""
        if not isinstance(data, dict) or {*_LATER, *data} != {field.name for field in fields(Options)}:
            raise ValueError("options")
        values: dict[str, Any] = {}
        for key, value in data.items():
            kind = type(getattr(Options(), key))
            if kind is tuple and isinstance(value, list) and all(isinstance(word, str) for word in value):
                values[key] = tuple(value)
            elif kind is not tuple and isinstance(value, kind):
                values[key] = value
            else:
                raise ValueError(key)
        return Options(**values)


def words(given: Iterable[str] | None, nothing: str) -> tuple[str, ...] | None:
    """The words of a repeatable option, split at commas and blanks, each once. ``nothing`` alone means no words."""
    if given is None:
        return None
    found = tuple(dict.fromkeys(word for part in given for word in part.replace(",", " ").split()))
    return () if found == (nothing,) else found


@dataclass(frozen=True, slots=True)
class Choice:
    """Resolved options: targets with the syntaxes of each, the preferred one first, and names of kernels."""

    options: Options
    targets: tuple[tuple[Target, tuple[str, ...]], ...]
    kernels: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the set, used for its header, CMake target, variables and crate."""
        return name_of_set(self.options.prefix)


def name_of_set(prefix: str) -> str:
    """The name of a library whose symbols begin with ``prefix``. Two prefixes give two names."""
    stem = prefix.strip("_").lower()
    return "asmloom" if prefix == "loom_" or not stem else f"{stem}_asmloom"


def resolve(options: Options, library: Library) -> Choice:
    """Check and resolve options. Raises AsmloomError or TargetError of one line."""
    check_prefix(options.prefix)
    asked = {"kernels": "kernels or families", "targets": "triples"}
    missing = [f"--{key}: say which {what}, or all" for key, what in asked.items() if not getattr(options, key)]
    if missing:
        raise AsmloomError("; ".join(missing))
    for system in options.build:
        _known(system, SYSTEMS, "--build", "build system")
    if "go" in options.build and (options.build != ("go",) or options.alias or options.provider):
        raise AsmloomError("--build go makes a Go module without C; give it a folder and a command of its own")
    if options.module and "go" not in options.build:
        raise AsmloomError(f"--module {options.module}: the path of a Go module; expected --build go")
    for syntax in options.syntax:
        _known(syntax, tuple(targets.SYNTAXES), "--syntax", "syntax")
    if options.alias and not options.runtime:
        raise AsmloomError(f"--alias {options.alias}: the drop-in objects call the runtime; leave out --no-runtime")
    if options.alias and options.alias not in ALIASES:
        _known(options.alias, ALIASES, "--alias", "library")
    if options.cpu_from:
        _known(options.cpu_from, CPU_FROM, "--cpu-from", "library")
        if options.alias != options.cpu_from:
            raise AsmloomError(
                f"--cpu-from {options.cpu_from}: the features are those that its build found; add --alias "
                f"{options.cpu_from}"
            )
    every = targets.all_triples()
    triples = every if ALL in options.targets else options.targets
    chosen = [targets.load(triple) for triple in triples]
    pairs = tuple((target, _syntaxes(target, options.syntax)) for target in chosen)
    used = {syntax for _, syntaxes in pairs for syntax in syntaxes}
    for syntax in options.syntax:
        if syntax not in used:
            names = ", ".join(target.triple for target in chosen)
            raise AsmloomError(f"--syntax {syntax}: none of the targets has it ({names})")
    chosen_kernels = kernels(options.kernels, library)
    others = {"--provider": options.provider, "--alias": options.alias, "--no-runtime": not options.runtime}
    others |= {f"--build {name}": name in options.build for name in APART}
    for other in (one for one in others if options.freestanding and others[one]):
        raise AsmloomError(f"--freestanding: the set is the runtime without a C library; leave out {other}")
    if options.provider:
        _check_provider(options, chosen_kernels, library)
    return Choice(options, pairs, chosen_kernels)


def _check_provider(options: Options, chosen: Sequence[str], library: Library) -> None:
    """AsmloomError unless the set has what the provider calls, and a build system that builds it."""
    if not options.runtime:
        raise AsmloomError("--provider: the module calls the runtime; leave out --no-runtime")
    missing = [word for word in OF_PROVIDER if not {*kernels([word], library)} <= {*chosen}]
    if missing:
        raise AsmloomError(
            f"--provider: the module offers the algorithms of {', '.join(OF_PROVIDER)}; add {','.join(missing)} to "
            "--kernels"
        )
    if not {"cmake", "meson"} & {*options.build}:
        raise AsmloomError("--provider: cmake and meson build the module; expected --build with one of them")


def _syntaxes(target: Target, wanted: Sequence[str]) -> tuple[str, ...]:
    if not wanted:
        return target.syntaxes[:1]
    found = tuple(syntax for syntax in wanted if syntax in target.syntaxes)
    if not found:
        has = ", ".join(target.syntaxes)
        raise AsmloomError(
            f"--syntax {','.join(wanted)}: {target.triple} has {has}; add one of them, or drop the target"
        )
    return found


def kernels(wanted: Sequence[str], library: Library) -> tuple[str, ...]:
    """Sorted names of the wanted kernels and of the kernels that these call. A word is a kernel, a family (the folder
    of its file: hash, cipher …), a file (md5, sha2 …), ``all``, or a public function or the words that its name begins
    with (aes_gcm, tls13, hmac_sha256 …), which mean all kernels that such functions need."""
    groups: dict[str, list[str]] = {ALL: list(library.kernels)}
    for kernel in library.kernels.values():
        for group in families(kernel):
            groups.setdefault(group, []).append(kernel.name)
    files = {*groups, *library.kernels}
    for function in (row for section in sections(library.kernels.values()) for row in section.functions):
        name = function.name.removeprefix("loom_")
        begins = [name[:at] for at in range(1, len(name) + 1) if name[at : at + 1] in ("", "_")]
        own = max((begin for begin in begins if begin in files), key=len, default="")  # a longer file's are its own
        needed = set().union(*function.alternatives)
        for begin in begins if needed else []:
            if begin not in files or begin == own:
                groups.setdefault(begin, []).extend(needed)
    found: set[str] = set()
    for word in wanted:
        if word in library.kernels:
            found.add(word)
        elif word in groups:
            found.update(groups[word])
        else:
            advice = " (one of your own needs --kernel-path)"
            _known(word, (*library.kernels, *groups), "--kernels", "kernel, family or function", advice, tuple(files))
    return tuple(kernel.name for kernel in library.chosen(found))


def families(kernel: Kernel) -> list[str]:
    """The groups of a kernel: the folder of its file, and its file."""
    path = PurePosixPath(kernel.path)
    return [name for name in (path.parent.name, path.stem) if name]


def _known(
    word: str, known: Sequence[str], option: str, what: str, advice: str = "", shown: Sequence[str] = ()
) -> None:
    if word not in known:
        near = difflib.get_close_matches(word, dict.fromkeys(known), 3, 0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(shown or known)}"
        raise AsmloomError(f"{option}: unknown {what} {word!r}; {hint}{advice}")
