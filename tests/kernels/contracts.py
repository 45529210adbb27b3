# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The contract of each kernel as rows of text.

``python -m tests.kernels.contracts`` writes ``contracts.dat`` anew, after a change of a contract that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import generator.machines  # noqa: F401  (registers the machines)
from generator import library
from generator.lang.contract import Kernel, Variant
from generator.lang.parameters import Arg

DATA = Path(__file__).with_name("contracts.dat")
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# What callers and passes are told of each kernel. `python -m tests.kernels.contracts` writes this file.
"""


def _facts(one: Arg | Variant) -> str:
    """The fields that are not as without a word about them. An engine stands by its name, or that of its class."""
    told = [(field.name, getattr(one, field.name), field.default) for field in fields(one) if field.name != "name"]
    return "".join(f" {name}={_text(name, found)}" for name, found, default in told if found != default)


def _text(name: str, found: object) -> str:
    return str(getattr(found, "__name__", type(found).__name__) if name == "engine" else found)


def rows(kernel: Kernel) -> Iterator[str]:
    """The facts of one kernel."""
    yield kernel.prototype
    for arg in kernel.args:
        yield f"  argument {arg.name}:{_facts(arg)}"
    for variant in kernel.variants:
        yield f"  variant {variant.name}:{_facts(variant)}"
    yield f"  size: {kernel.size_arg or 'none'} in units of {kernel.size_unit}"
    yield f"  portable: {kernel.portable}, wipe: {kernel.wipe}, parts: {', '.join(kernel.parts) or 'none'}"
    yield f"  source: {kernel.source}"
    for name, reason in kernel.exempt.items():
        yield f"  exempt {name}: {reason}"


def contract(kernel: Kernel) -> str:
    return "\n".join(rows(kernel))


def known() -> dict[str, str]:
    parts = DATA.read_text("utf-8").removeprefix(HEAD).strip().split("\n\n")
    return {part.partition("(")[0].split()[-1]: part for part in parts}


def write() -> None:
    parts = [contract(kernel) for kernel in library.load().kernels.values()]
    DATA.write_text(HEAD + "\n" + "\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    write()
