# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Tiny kernels written to a file or recorded, kernels at random, and functions made by hand."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.isa import forms
from generator.lang.contract import Kernel, Variant
from generator.library import load_file
from generator.model import Function, Instr, Item, KernelError, LabelDef, Operand, Phys, R, RegClass, Src
from generator.pipeline import build
from tests.fuzz.profiles import Profile
from tests.fuzz.script import compiled
from tests.fuzz.statements import Maker

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel
from generator.model import Mem, Phys, R

@kernel(
    c="void tiny(uint32_t *p, size_t n)",
    args=[Arg("p", rw=64), Arg("n", public=True)],
    source="none: made for a test",
    exempt={"known": "a reason"},
)
def tiny(k: Builder, p: Val, n: Val) -> None:
"""
SCALAR = Variant("scalar")


def written(tmp_path: Path, body: str, head: str = HEAD) -> Kernel:
    """A kernel whose function is ``body``, from a file in ``tmp_path``."""
    path = tmp_path / "tiny.py"
    path.write_text(head + "".join(f"    {line}\n" for line in body.strip().splitlines()), "utf-8")
    return load_file(path, str(path), path.name)[0]


def program(seed: int, values: int = 6, hot: int = 0) -> Kernel:
    """A program of the fuzzer with ``values`` variables of each type, of which ``hot`` may not leave registers."""
    profile = Profile("words-many", values=values, hot=hot)
    return compiled(Maker(random.Random(f"program {seed}"), profile, seed, f"fuzz_{seed}").program(), SCALAR)


def line_of(kernel: Kernel, marker: str = "# HERE") -> int:
    """The line of the kernel's file that carries the marker."""
    lines = Path(kernel.src.file).read_text("utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if marker in line)


def refusal(
    tmp_path: Path, body: str, convention: str | Abi = "sysv64", variant: Variant = SCALAR, head: str = HEAD
) -> str:
    """The pipeline's refusal of a body whose guilty line ends in ``# HERE``. The place and the names of kernel, variant
    and targets are checked and cut off."""
    kernel = written(tmp_path, body, head)
    with pytest.raises(KernelError) as caught:
        build(kernel, variant, abi(convention) if isinstance(convention, str) else convention)
    place = f"{kernel.src.file}:{line_of(kernel)}: "
    assert str(caught.value).startswith(place), str(caught.value)
    assert "\n" not in str(caught.value)
    named = re.fullmatch(r"(.*) \(kernel (\w+), variant (\w+), [\w, -]+\)", str(caught.value)[len(place) :])
    if named is None:  # a refusal of the contract concerns all variants
        assert "(kernel" not in str(caught.value)
        return str(caught.value)[len(place) :]
    assert named.groups()[1:] == (kernel.name, variant.name)
    return named[1]


def small_file(of: Abi, count: int) -> Abi:
    """The convention with only its first ``count`` registers of a class, arguments included, or with those of the
    convention whose bodies it takes."""
    body_of = small_file(of.body_of, count) if of.body_of else None
    numbers = [*of.args, *(n for n in of.order("gp") if n not in of.args)][:count]
    if body_of is not None:
        numbers = [*body_of.volatile["gp"], *body_of.saved["gp"]]
    volatile: dict[RegClass, tuple[int, ...]] = {"gp": tuple(n for n in numbers if n in of.volatile["gp"])}
    volatile["vec"] = of.volatile["vec"][:count]
    saved: dict[RegClass, tuple[int, ...]] = {"gp": tuple(n for n in numbers if n in of.saved["gp"])}
    return replace(of, volatile={**of.volatile, **volatile}, saved={**of.saved, **saved}, body_of=body_of)


# -- by hand -----------------------------------------------------------------------------------------------------------


def gp(number: int, width: int = 64) -> R:
    return R(Phys("gp", number), width)


def vec(number: int, width: int = 128) -> R:
    return R(Phys("vec", number), width)


def made(mnem: str, *ops: Operand, arch: str = "x86_64", line: int = 1, **more: Any) -> Instr:
    """An instruction of line ``line`` of ``hand.py``. ``more``: fields of :class:`Instr`."""
    return replace(Instr(mnem, ops, forms.find(arch, mnem, ops), Src("hand.py", line)), **more)


Row = tuple[Any, ...]


def function(rows: Sequence[Row | str], arch: str = "x86_64", features: tuple[str, ...] = (), **more: Any) -> Function:
    """A function. ``("mov", operand, …)`` is an instruction, a word is a label. Row n is line n + 1 of ``hand.py``."""
    body: list[Item] = []
    for n, row in enumerate(rows):
        if isinstance(row, str):
            body.append(LabelDef(row))
        else:
            ops: tuple[Operand, ...] = tuple(row[1:])
            body.append(Instr(row[0], ops, forms.find(arch, row[0], ops), Src("hand.py", n + 1)))
    return Function("hand_scalar", "hand", "scalar", arch, "", features, body=body, **more)
