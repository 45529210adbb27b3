# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""No branch and no address depends on a secret: functions run with marked or with several secrets.

valgrind marks secrets on Linux for x86. This CPU steps through code that valgrind does not know. An emulated core
traces AArch64 code. Elsewhere the generator's own check of the finished function stands alone: the bodies are those of
another triple, behind another entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import targets
from generator.isa.features import closure
from generator.lang.contract import Kernel, Variant
from generator.model import Function
from targets.toolchain.find import MissingTool, require
from targets.toolchain.link import image_library
from targets.trial.assembled import LINKED_AS, Assembled
from targets.trial.batch import Alias, Call, DriverError
from targets.trial.cpu import lacking
from targets.trial.machines import HOSTS
from targets.trial.secrecy import TRIPLES, Secret, build, complaints, room, shapes, shorter, unknown
from targets.trial.stepped import differences
from targets.trial.trace import LACKS, Core

_STEPPED = 8  # calls of one function
_TRACED = 20
_STEPPED_BYTES = 650
_BYTES = 8000  # longer buffers take the same ways
ALONE = "by the generator"


@dataclass(frozen=True)
class Looked:
    """A function, and whether its calls were executed."""

    kernel: Kernel
    variant: Variant
    function: Function
    executed: bool

    @property
    def symbol(self) -> str:
        return self.function.symbol


@dataclass
class Found:
    """``how``: function → the kind of its test."""

    how: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def secret_of(kernel: Kernel, call: Call) -> Secret:
    """The arguments that the contract does not call public. One secret argument makes a shared buffer secret."""
    marked = {n for n, arg in enumerate(kernel.buffers) if not arg.public}
    for n, argument in enumerate(call.arguments):
        if isinstance(argument, Alias) and n in marked:
            marked = marked - {n} | {argument.argument}
    return Secret(call, frozenset(marked))


Calls = Callable[[str, str], Iterable[Call]]
Way = Callable[[Assembled, Sequence[Looked], Calls, Path, Found], None]


def look(made: Assembled, functions: Sequence[Looked], calls: Calls) -> Found:
    """Test the secrecy of functions as the triple allows. Functions with exemptions are named and not tested: no run
    knows which values the contract lets be public."""
    found, target = Found(), made.target
    tested = []
    for one in functions:
        if exempt := [*one.function.exempt, *one.function.public]:
            found.how[one.symbol] = "exempt: " + " ".join(exempt)
        elif one.executed:
            tested.append(one)
        found.how.setdefault(one.symbol, ALONE)
    place = made.folder / "secrets"
    place.mkdir()
    try:
        if target.triple in TRIPLES:
            known = [one for one in tested if not unknown(target, one.variant.features)]
            here = [one for one in tested if one not in known and not lacking(target, one.variant.features)]
            _together(_marked, made, known, calls, place / "marked", found)
            _together(_stepped, made, here, calls, place / "stepped", found)
        elif target.arch == "aarch64":
            _together(_traced, made, tested, calls, place / "traced", found)
    except MissingTool as missing:
        found.left_out.append(f"{target.triple}: secrecy in runs: {missing}")
    return found


def _together(way: Way, made: Assembled, functions: Sequence[Looked], calls: Calls, place: Path, found: Found) -> None:
    """Test functions in one program. If a function ends the program, each is tested in a program of its own."""
    if not functions:
        return
    place.mkdir()
    try:
        way(made, functions, calls, place, found)
    except (DriverError, AssertionError) as error:
        if len(functions) == 1:
            found.how[functions[0].symbol] = "no run"
            found.failures.append(f"FAILED {functions[0].symbol}, {made.target.triple}: secrecy in runs: {error}")
            return
        for one in functions:
            _together(way, made, [one], calls, place / one.symbol, found)


def _marked(made: Assembled, functions: Sequence[Looked], calls: Calls, place: Path, found: Found) -> None:
    require("valgrind")
    secrets = [
        secret_of(one.kernel, call)
        for one in functions
        for call in shapes(shorter(calls(one.kernel.name, f"loom_{one.symbol}"), _BYTES))
    ]
    objects = [made.first[one.symbol] for one in functions]
    names = {secret.call.function for secret in secrets}
    program = build(made.target.triple, place, names, objects, room=room(secrets))
    for name, lines in complaints(program, secrets, place, machine=HOSTS[made.target.triple].machine).items():
        found.failures += [f"FAILED {name}, {made.target.triple} under valgrind: {line}" for line in lines[:4]]
    found.how.update({one.symbol: "valgrind" for one in functions})


def _stepped(made: Assembled, functions: Sequence[Looked], calls: Calls, place: Path, found: Found) -> None:
    secrets = [
        secret_of(one.kernel, call)
        for one in functions
        for call in shapes(shorter(calls(one.kernel.name, f"loom_{one.symbol}"), _STEPPED_BYTES), _STEPPED)
    ]
    objects = [made.first[one.symbol] for one in functions]
    names = {secret.call.function for secret in secrets}
    program = build(made.target.triple, place, names, objects, "stepper.c", room(secrets))
    for name, text in differences(made.target.triple, program, secrets, place).items():
        found.failures.append(f"FAILED {name}, {made.target.triple}: another way with another secret: {text}")
    found.how.update({one.symbol: "stepped through" for one in functions if f"loom_{one.symbol}" in names})


def _traced(made: Assembled, functions: Sequence[Looked], calls: Calls, place: Path, found: Found) -> None:
    linked = targets.load(LINKED_AS.get(made.target.triple, made.target.triple))
    core = Core(linked, image_library(linked, list(made.first.values()), place))
    random = Random(11)
    for one in functions:
        lacks = sorted(LACKS & closure(made.target.arch, one.variant.features))
        if lacks:
            said = f"secrecy in runs: the core of the traces lacks {', '.join(lacks)}"
            found.left_out.append(f"{one.symbol} for {made.target.triple}: {said}")
            continue
        for call in shapes(shorter(calls(one.kernel.name, f"loom_{one.symbol}"), _BYTES), _TRACED):
            step = core.difference(call, secret_of(one.kernel, call).arguments, random)
            if step is not None:
                found.failures.append(f"FAILED {made.target.triple}: another way with another secret: {step}")
                break
        found.how[one.symbol] = "traced"
