# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""From a kernel and a calling convention to a verified function: record, lower, fold, stitch, allocate, check, order,
frame, verify."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import targets
from generator.abi import Abi, first_equal
from generator.abi import abi as named
from generator.isa.features import closure
from generator.isa.machine import machine
from generator.isa.names import reg_name
from generator.lanes import Recorder, widened
from generator.lang.asked import places
from generator.lang.builder import Builder
from generator.lang.contract import Kernel, Variant
from generator.lang.extents import Access, Promise, check_extents, judged
from generator.lang.steps import describe
from generator.lang.values import Stream, Val
from generator.library import run
from generator.lower import Lowered, lower
from generator.model import Function, KernelError, Phys, VReg
from generator.passes.allocate.allocate import allocate
from generator.passes.allocate.entry import enter
from generator.passes.allocation import Allocation
from generator.passes.annotate import annotate
from generator.passes.contract import family, widths
from generator.passes.frame import build_frame, resigned
from generator.passes.judges.replay_allocation import check, check_all
from generator.passes.judges.secrecy import check_secrecy, refuse_remains
from generator.passes.judges.verify import verify
from generator.passes.order.fold import fold
from generator.passes.order.halves import plain
from generator.passes.order.order import order
from generator.passes.stitch.stitch import stitch
from generator.passes.wiping import wiped

B = TypeVar("B", bound=Builder)
STAGES = ("record", "lower", "stitch", "allocate", "order", "frame")
Watch = Callable[[str, Any], None]


@contextmanager
def naming(kernel: Kernel, variant: Variant, abi: Abi) -> Iterator[None]:
    """Refusals of the body name the kernel, the variant, and the targets of the convention, in parentheses at their
    end. A refusal without a line gets that of the kernel."""
    try:
        yield
    except KernelError as error:
        mine = family(kernel, abi.name)
        triples = [one.triple for one in map(targets.load, targets.all_triples()) if family(kernel, one.abi) == mine]
        places = ", ".join(triples) or abi.name
        raise error.of(f"kernel {kernel.name}, variant {variant.name}, {places}", kernel.src) from None


def room(variant: Variant, abi: Abi) -> dict[str, int]:
    """The registers of each class that a variant can use."""
    made, limit = {cls: len(abi.order(cls)) for cls in ("gp", "vec")}, machine(abi.arch).vectors_with
    if limit is not None and limit[0] not in closure(abi.arch, variant.features):
        made["vec"] = min(made["vec"], limit[1])
    return made


def record(kernel: Kernel, variant: Variant, abi: Abi) -> tuple[Stream, list[Val]]:
    """Run the kernel's script. An error of the script itself is reported with its line. The script describes the work
    for one message; a kernel for several has the recording that :mod:`generator.lanes` makes of it, or a script of its
    own."""
    registers, on = room(variant, abi), machine(abi.arch)

    def builder(kind: type[B]) -> B:
        return kind(
            kernel, variant, pointer_bits=abi.bits, registers=registers["gp"], vectors=registers["vec"],
            keys_first=on.keys_first, arch=abi.arch, abi=first_equal(abi.name),
        )  # fmt: skip

    with naming(kernel, variant, abi):
        script = kernel.for_messages if variant.streams and kernel.for_messages is not None else kernel.body
        recorded, params = _recorded(builder(Builder), kernel, script)
        widen = kernel.messages > 0 and not variant.streams
        return widened(recorded, params, builder(Recorder), kernel) if widen else (recorded, params)


def judgements(kernel: Kernel, variant: Variant, abi: Abi) -> list[Access | Promise]:
    """Every access of a variant, with a verdict that says whether it stays inside its extent, and the promises of
    loops."""
    recorded, params = run(lambda: record(kernel, variant, abi), kernel.src.file)
    with naming(kernel, variant, abi):
        return judged(recorded, params, kernel, abi)


def _recorded(k: Builder, kernel: Kernel, script: Callable[..., Any]) -> tuple[Stream, list[Val]]:
    params = [k.value(getattr(k, p.type), p.name, src=kernel.src) for p in kernel.params]
    run(lambda: script(k, *params), kernel.src.file)
    return k.finish(), params


@dataclass(frozen=True, slots=True)
class _Body:
    """The allocated code of one variant. ``lowered``: its tables, its entry, and the entries of other conventions.
    ``alone``: the one convention that the code is for, because the script asks for the convention's name."""

    recorded: Stream
    alone: str
    lowered: Lowered
    allocation: Allocation


class Bodies:
    """The functions of one variant of a kernel. Conventions with one body share the work up to the allocation."""

    def __init__(self, kernel: Kernel, variant: Variant) -> None:
        self.kernel, self.variant = kernel, variant
        self._bodies: dict[tuple[object, ...], _Body] = {}

    def function(self, abi: Abi, watch: Watch | None = None) -> Function:
        """:func:`build` for one convention. ``watch`` sees no stage that an earlier convention has run."""
        watch = watch or (lambda stage, product: None)
        with naming(self.kernel, self.variant, abi):
            return _finish(self.kernel, self.variant, abi, self._body(abi, watch), watch)

    def _body(self, abi: Abi, watch: Watch) -> _Body:
        # A recording depends on the numbers of registers, and on the convention's name if the script asks for it.
        key = ((abi.body_of or abi).name, len(abi.order("gp")), len(abi.order("vec")))
        found = self._bodies.get(key)
        if found is None or found.alone not in ("", first_equal(abi.name)):
            found = self._bodies[key] = _allocated(self.kernel, self.variant, abi, watch)
        return found


def build(kernel: Kernel, variant: Variant, abi: Abi, watch: Watch | None = None) -> Function:
    """One function, allocated, framed and verified.

    ``watch`` is called with each stage's name and product. Raises KernelError with the author's line for every fault of
    the kernel.
    """
    return Bodies(kernel, variant).function(abi, watch)


def _allocated(kernel: Kernel, variant: Variant, abi: Abi, watch: Watch) -> _Body:
    """The body for a convention: the body of the convention whose bodies this one takes."""
    recorded, params = record(kernel, variant, abi)
    describe(recorded.ops)
    watch("record", recorded)
    check_extents(recorded, params, kernel, variant, abi)
    lowered: Lowered = lower(recorded, params, kernel, variant, abi)
    folded = fold(plain(lowered.body), abi.arch)
    watch("lower", folded)
    body = stitch(folded, kernel, recorded.ops, params, machine(abi.arch).registers.zero)
    watch("stitch", body)
    allocation = allocate(body, abi.body_of or abi, lowered.arg_slots)
    check_all(allocation, body)
    alone = first_equal(abi.name) if any(name == "abi" for name, _ in recorded.asked) else ""
    return _Body(recorded, alone, lowered, allocation)


def _finish(kernel: Kernel, variant: Variant, abi: Abi, made: _Body, watch: Watch) -> Function:
    """The function of a convention: a body behind the convention's entry, in a frame."""
    have = closure(abi.arch, variant.features)
    lowered, allocation, symbol = made.lowered, made.allocation, f"{kernel.name}_{variant.name}"
    if abi.body_of is not None:
        allocation = enter(allocation, lowered.entry, lowered.own_entry(abi), abi)
    watch("allocate", allocation)
    check(allocation)
    ordered = order(allocation, abi.arch, kernel)
    watch("order", ordered)
    function = Function(
        symbol=symbol,
        kernel=kernel.name,
        variant=variant.name,
        arch=abi.arch,
        abi=abi.name,
        features=variant.features,
        tables=lowered.tables,
        names=tuple(param.name for param in kernel.params),
        widths=tuple(widths(kernel, abi.bits)),
    )
    function.body, function.frame = build_frame(ordered, abi, kernel.src, have)
    if 0 < variant.stack < function.frame.bytes:
        raise KernelError(
            kernel.src, f"the frame takes {function.frame.bytes} bytes; the contract allows stack={variant.stack}"
        )
    secrecy = check_secrecy(function, kernel, abi)
    if kernel.wipe:  # the remaining secrets are known here: add code that clears them, and verify this code too
        function.body = wiped(function.body, secrecy.remains, kernel, abi, have)
        secrecy = check_secrecy(function, kernel, abi)
        refuse_remains(function, secrecy, abi)
    function.exempt, function.public = secrecy.used, secrecy.declared
    watch("frame", function)
    taken = abi.stack_places(function.widths)
    verify(function, abi, len(kernel.params), sum(taken[-1]) if taken else abi.stack_args)
    function.body = annotate(function.body)
    function.header = header(kernel, variant, abi, allocation, function, places(made.recorded))
    return function


def header(
    kernel: Kernel, variant: Variant, abi: Abi, allocation: Allocation, function: Function, asked: list[str]
) -> tuple[str, ...]:
    """The comment at the head of the generated file: purpose, source of the algorithm, register of each named value."""
    lines = [kernel.prototype + ";", "", *kernel.doc.splitlines(), f"Algorithm: {kernel.source}."]
    features = ", ".join(variant.features) or "baseline"
    lines.append(f"Variant: {variant.name} ({abi.arch} {features}); {_convention(abi.name)}")
    lines.append("")
    for i, arg in enumerate(kernel.args):
        where = f"{reg_name(abi.arch, Phys('gp', abi.args[i]))}" if i < len(abi.args) else "stack"
        lines.append(f"  {arg.name:<10} {where:<6} {arg.extent or 'value'}{', public' if arg.public else ''}")
    lines += ["", *_places(kernel, abi, allocation)]
    saved = ", ".join(reg_name(abi.arch, r) for r in function.frame.saved)
    lines.append(f"Frame: {function.frame.bytes} bytes; saves {saved or 'nothing'}.")
    if kernel.wipe:
        lines.append("Wiped: registers and frame hold no secret at the return.")
    if function.exempt:
        lines += [f"Not constant-time ({name}): {kernel.exempt[name]}." for name in function.exempt]
    else:
        lines.append("Constant-time: no branch and no address depends on a secret.")
    if asked:
        lines.append(f"Code that differs by target: {', '.join(asked)} of the script.")
    lines += [f"Taken to be public ({name}): {kernel.exempt[name]}." for name in function.public]
    return tuple(lines)


def _convention(name: str) -> str:
    return f"convention: {name}."


def relabelled(function: Function, convention: str) -> Function:
    """A function for an equal of its convention (:func:`generator.abi.first_equal`). The two share tables. They share
    the body too unless another key signs the return address."""
    old, new = _convention(function.abi), _convention(convention)
    header = tuple(line.replace(old, new) if line.startswith("Variant: ") else line for line in function.header)
    to = named(convention)
    if to.key == named(function.abi).key or not function.frame.saved:
        return replace(function, abi=convention, header=header)
    return replace(function, abi=convention, header=header, body=resigned(function.body, to), spelled={})


def _places(kernel: Kernel, abi: Abi, allocation: Allocation) -> list[str]:
    """The registers of the values that the script names, and the names of those in the frame, each once, in the order
    of their making. Arguments that stay where they come are left out, and names of values in several registers."""
    registers: dict[str, dict[str, None]] = {}
    for vreg in sorted(allocation.where, key=lambda vreg: vreg.id):
        if _named(vreg):
            registers.setdefault(vreg.name, {})[reg_name(abi.arch, allocation.where[vreg])] = None
    entry = {arg.name: reg_name(abi.arch, Phys("gp", number)) for arg, number in zip(kernel.args, abi.args)}
    shown = [
        f"{name} {' and '.join(places)}"
        for name, places in registers.items()
        if len(places) < 3 and list(places) != [entry.get(name)]
    ]
    slots = dict.fromkeys(vreg.name for vreg in sorted(allocation.slots, key=lambda vreg: vreg.id) if _named(vreg))
    return [*_filled("Registers: ", shown), *_filled("In the frame: ", _ranges(list(slots)))]


def _named(vreg: VReg) -> bool:
    """Whether the script names the value, or the value that this one is a copy of."""
    return 0 < vreg.id < 1 << 20 and not re.fullmatch(r"t\d+|home|left|const", vreg.name)


def _ranges(names: list[str]) -> list[str]:
    """``names``, where ``w0 to w15`` stands for names that count."""
    out: list[str] = []
    ends: list[str] = []
    for name in names:
        stem, number = re.fullmatch(r"(.*?)(\d*)", name).groups()  # type: ignore[union-attr]  # matches anything
        if out and number and ends[-1] == f"{stem}{int(number) - 1}":
            ends[-1] = name
        else:
            out.append(name)
            ends.append(name)
    return [name if name == end else f"{name} to {end}" for name, end in zip(out, ends)]


def _filled(start: str, words: list[str]) -> list[str]:
    """Lines of a list whose parts stay together."""
    text = start + ", ".join(words).replace(" ", "~").replace(",~", ", ") + "."
    lines = textwrap.wrap(text, 100, subsequent_indent=" " * len(start)) if words else []
    return [line.replace("~", " ") for line in lines]
