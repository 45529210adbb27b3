# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A Go module: kernels in the syntax of Go's assembler, the choice among their variants in Go, and the interfaces of
Go's standard library over them.

::

    go.mod asmloom.go asmloom_test.go hash.go aes.go rc4.go
    kernels_<GOARCH>.go cpu_<GOARCH>.go <kernel>_<variant>_<GOARCH>.s
    kernels_other.go              for other machines, and for the build tag purego
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator import __version__, cpus, templates
from generator.abi import Abi, conventions
from generator.emit.go import CONVENTION, Go, source, spelled
from generator.isa.features import closure
from generator.isa.machine import machine
from generator.lang.contract import Kernel, Variant
from generator.lang.interface import hashes
from generator.model import AsmloomError, KernelError
from generator.output import Generator
from generator.preferences import for_long_messages
from generator.vendoring.options import TOGETHER, Choice
from targets import Target

_SYSTEMS = {"HWCAP": "linux", "APPLE": "darwin", "WINDOWS": "windows"}
"""Column of features.dat → the system that shows features in this way, where programs cannot ask the CPU itself."""
_TYPES = {"uint8_t": "byte", "size_t": "uintptr"}


@dataclass(frozen=True, slots=True)
class Port:
    """A GOARCH with its convention, and the target whose kernels it takes."""

    name: str
    abi: Abi
    target: Target


def ports(choice: Choice) -> list[Port]:
    """The ports for the machines of the chosen targets. AsmloomError if there are none."""
    of = {target.arch: target for target, _ in reversed(choice.targets)}
    rows = [row for row in conventions() if row.name.startswith(CONVENTION)]
    found = [Port(row.name.removeprefix(CONVENTION), row, of[row.arch]) for row in rows if row.arch in of]
    if not found:
        raise AsmloomError(f"--build go: Go's assembler is for {', '.join(row.arch for row in rows)}; add a target")
    return found


def files(choice: Choice, chosen: Sequence[Kernel], generator: Generator) -> dict[str, bytes]:
    """The files of the module. EmitError or KernelError, with the script's line, for what Go's assembler cannot say."""
    out: dict[str, bytes] = {}
    found = ports(choice)
    there = {
        (port.name, kernel.name): generator.choosable(kernel, port.abi.name, False)
        for port in found
        for kernel in chosen
    }
    lists = cpus.lists()
    context: dict[str, Any] = {
        "name": choice.name,
        "module": choice.options.module or choice.name,
        "version": __version__,
        "ports": [port.name for port in found],
        "tables": lists["tables"],
        "cores": lists["cores"],
        "wide": lists["wide"],
        "chain": lambda core: " ".join(_chain(core, lists["uarches"])),
        "names": [_names(kernel) for kernel in chosen],
    }

    def add(path: str, template: str, **more: object) -> None:
        text = templates.render(f"vendoring/go/{template}.j2", {**context, **more})
        out[path] = text.replace("}{\n\t} {", "}{} {").encode()  # gofmt's form of a list without rows

    for port in found:
        for kernel in chosen:
            for variant in there[port.name, kernel.name]:
                function = generator.function(kernel, variant, port.abi.name)
                kind = machine(port.abi.arch).renderers["go"]
                assert issubclass(kind, Go)
                text = source(function, port.target, kind, version=__version__, script=kernel.path)
                out[f"{function.symbol}_{port.name}.s"] = text.encode()
        own = [there[port.name, kernel.name] for kernel in chosen]
        features = _features([one for some in own for one in some], port, lists["tables"])
        rows = [_row(kernel, some, port, features) for kernel, some in zip(chosen, own)]
        add(f"kernels_{port.name}.go", "kernels.go", port=port.name, tag="!purego", features=features, kernels=rows)
        cpu = f"cpu_{port.name}"
        columns = {name.rpartition("_")[2] for name in lists["tables"] if name.startswith(_family(port))}
        for system in (*_SYSTEMS.values(), "") if columns & {*_SYSTEMS} else ():
            add(f"cpu_{system or 'other'}_{port.name}.go", f"{cpu}.go", system=system, features=features)
        if not columns & {*_SYSTEMS}:
            add(f"{cpu}.go", f"{cpu}.go", features=features)
            add(f"{cpu}.s", f"{cpu}.s")
    elsewhere = " && ".join(f"!{port.name}" for port in found)
    tag = f"purego || ({elsewhere})" if len(found) > 1 else f"purego || {elsewhere}"
    rows = [{**_names(kernel), "variants": [], "prefers": []} for kernel in chosen]
    add("kernels_other.go", "kernels.go", port="", tag=tag, features=[], kernels=rows)
    _interfaces(chosen, add)
    if choice.options.module != "none":
        add("go.mod", "go.mod")
    return out


def _interfaces(chosen: Sequence[Kernel], add: Callable[..., None]) -> None:
    """The files over the kernels: those whose kernels are all there."""
    have = {kernel.name for kernel in chosen}
    made = [
        {**row, "go": row["name"].upper().replace("_", ""), "kernel_go": _exported(row["kernel"]),
         "at": _at(row["kernel"]), "start": [re.sub(r"UINT\d+_C\((\w+)\)", r"\1", word) for word in row["start"]]}
        for row in hashes(chosen)
    ]  # fmt: skip
    contents = [row["title"] for row in made]
    if made:
        add("hash.go", "hash.go", hashes=made)
    there = {module: have.issuperset(names) for module, names in TOGETHER.items()}
    for module in (module for module in there if there[module]):
        contents.append(module.upper())
        add(f"{module}.go", f"{module}.go", **{module: [_at(name) for name in TOGETHER[module]]})
    add("asmloom.go", "doc.go", contents=", ".join(contents) or "kernels")
    add("asmloom_test.go", "asmloom_test.go", hashes=made, **there)


def _family(port: Port) -> str:
    """The beginning of the names of the lists of features."""
    return machine(port.abi.arch).family.upper() + "_"


def _exported(kernel: str) -> str:
    """aes_cbc_encrypt → AesCbcEncrypt."""
    return "".join(part.capitalize() for part in kernel.split("_"))


def _at(kernel: str) -> str:
    """The variable with the number of the chosen variant."""
    name = _exported(kernel)
    return f"{name[0].lower()}{name[1:]}At"


def _names(kernel: Kernel) -> dict[str, Any]:
    """A kernel in Go's words. KernelError for a result, which the convention returns in memory."""
    if kernel.returns != "void":
        raise KernelError(kernel.src, f"{kernel.name}: --build go takes kernels without a result; expected void")
    parameters = [f"{spelled(param.name)} {_type(param.ctype)}" for param in kernel.params]
    return {
        "name": kernel.name,
        "go": _exported(kernel.name),
        "at": _at(kernel.name),
        "prototype": kernel.prototype,
        "parameters": ", ".join(parameters),
        "arguments": ", ".join(spelled(param.name) for param in kernel.params),
    }


def _type(ctype: str) -> str:
    """const uint8_t *const * → **byte."""
    base: str = next(word for word in re.findall(r"\w+", ctype) if word != "const")
    return "*" * ctype.count("*") + _TYPES.get(base, base.removesuffix("_t"))


def _row(kernel: Kernel, there: Sequence[Variant], port: Port, features: Sequence[str]) -> dict[str, Any]:
    at = {variant.name: number for number, variant in enumerate(there)}

    def needs(names: Sequence[str]) -> str:
        wanted = {cpus.symbol(name) for name in closure(port.abi.arch, tuple(names))}
        return " | ".join(f"cpu{name}" for name in features if name in wanted) or "0"

    return {
        **_names(kernel),
        "variants": [
            {"name": one.name, "symbol": f"{kernel.name}_{one.name}", "needs": needs(one.features)} for one in there
        ],
        "prefers": [
            {
                "core": row["uarch"],
                "at": at[row["variant"]],
                "needs": needs((*there[at[row["variant"]]].features, *filter(None, [row["feature"]]))),
            }
            for row in for_long_messages(kernel.name, port.abi.arch, at)
        ],
    }


def _features(there: Sequence[Variant], port: Port, tables: Mapping[str, Sequence[tuple[str, str]]]) -> list[str]:
    """The features that variants need beyond the machine's baseline, by their names in C, in the order of
    features.dat."""
    of = machine(port.abi.arch)
    needed = {cpus.symbol(one) for each in there for one in closure(of.arch, each.features) - of.baseline}
    listed = [feature for name, rows in tables.items() if name.startswith(_family(port)) for feature, _ in rows]
    return [feature for feature in dict.fromkeys(listed) if feature in needed]


def _chain(core: str, parents: Mapping[str, str]) -> list[str]:
    """A core and its parents, the nearest first."""
    parent = parents[core]
    return [core] if parent in ("", core) else [core, *_chain(parent, parents)]
