# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""All differences between instruction sets, in one record for each set.

A pass asks :func:`machine` for the record of a convention's or a function's ``arch`` and never compares the name. The
folders under :mod:`generator.machines` make the records. A test registers a machine of its own likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Union

from generator.isa.convention import Abi
from generator.isa.registers import Registers
from generator.isa.spelling import Reading, Spelling, Writer
from generator.isa.timing import Core
from generator.isa.unwinding import Dwarf
from generator.model import AnyReg, Form, Frame, FrameKind, Item, Mem, Operand, Phys, R, Slot, Src

Spelled = tuple[str, tuple[Operand, ...]]
"""A mnemonic with its operands."""


class FrameWriter(Protocol):
    """The pen of a frame recipe: :class:`generator.passes.frame.Writer`."""

    abi: Abi
    src: Src
    features: frozenset[str]
    out: list[Item]

    @property
    def sp(self) -> R: ...
    def at(self, offset: int, width: int) -> Mem: ...
    def ins(self, mnem: str, *ops: Operand, comment: str | None = None) -> None: ...
    def idiom(self, mnem: str, *ops: Operand) -> None: ...
    def op(
        self, kind: FrameKind, reg: Phys | None = None, reg2: Phys | None = None, amount: int = 0, offset: int = 0
    ) -> None: ...
    def place(self, slots: list[Slot], align: int) -> int: ...
    def refuse_large(self, size: int, slots: list[Slot]) -> None: ...
    def body(self, items: list[Item], total: int) -> None: ...


class Frames(Protocol):
    """The frame recipe of a machine."""

    def build(self, body: list[Item], saved: list[Phys], slots: list[Slot], w: FrameWriter) -> Frame:
        """Write prologue, body and epilogue. ``saved``: the callee-saved registers that the body writes, in order."""
        ...

    def clear(self, regs: Sequence[Phys], runs: Sequence[tuple[int, int]], w: FrameWriter) -> None:
        """Write zeros over registers, and over runs of bytes (start, end) from sp."""
        ...

    def address(self, dst: R, mem: Mem) -> Spelled:
        """The instruction for "dst = the address that ``mem`` has"."""
        ...

    def resigned(self, body: list[Item], w: FrameWriter) -> list[Item]:
        """A finished function's body for a convention that signs the return address with another key."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Uppers:
    """Upper halves of vector registers, for which some instructions have to wait. A function leaves the halves clean.

    They are the bits above ``bits`` of the registers numbered below ``below``. ``keepers``: the name of the
    instructions that keep these bits. ``instead``: the words before the name of the same instruction that does not keep
    them. ``clear``: the instruction that clears them.
    """

    bits: int
    below: int
    keepers: str
    instead: str
    clear: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One instruction set at one width.

    Names. ``arch``: the name that targets and conventions use. ``family``: the name that the forms' table and the
    kernels' feature lists go by, shared by the widths of one set. ``bits``: the width of a pointer.

    Registers. ``link``: the register of the return address at entry. ``linked``: the registers, besides those of the
    convention, whose values a function restores. ``told_apart``: sets of registers that some form tells from the rest
    of their class. ``vectors_with``: a feature, and how many vector registers can be named without it. ``signing``: key
    → the instructions that sign the return address and authenticate it.

    Features. ``implies``: feature → the features that always come with it; ``baseline``: the features of even the
    oldest CPU; ``standalone``: the features that imply nothing.

    Forms. ``search(mnem, ops, extended)``: the form, a text saying why the operands are ambiguous, or None. ``listed``:
    the kinds of each operand of each form of a mnemonic, for refusals; ``mnemonics``: all of them; ``describe``: a
    register or memory operand in a refusal's words. ``allowed``: the register numbers that an operand of a form can be,
    None for any. ``alignment(mnem, bits, vectors)``: the bytes of which a memory operand's address must be a multiple;
    ``instead``: the remedy for an unaligned operand, in words.

    Moves that passes insert. ``copy(dst, src, bits)``: dst = src (gp at least 32 bits wide; a vector register whole).
    ``load(dst, mem)``: dst = a whole slot; ``store(src, mem)``: a whole slot = src. ``slot_align``: the bytes of which
    a slot's address is a multiple at most. ``reload_serves``: for how many instructions a reload serves.

    Control flow that all scripts have. ``jump(label)``: the unconditional branch. ``count_down(reg, bits, label)``: the
    instructions for "reg -= 1, then a branch to ``label`` unless reg is 0".

    Lowering. ``lowering(kernel, variant, abi)``: the rules, a :class:`generator.lower.base.Lowering`. ``narrow``: 8-bit
    arithmetic exists on all registers, whose upper bits may then be left to whoever reads them. ``fold``: loads that
    become operands of their readers. ``keys_first``: AES instructions add the round key before the substitution.

    ``frames``: the frame recipe. ``core``: the model of a core by which code is ordered. ``uppers``: upper halves of
    vector registers that cost time. ``conventions``: the calling conventions.

    Text. ``registers`` names them. ``renderers`` has a writer for each syntax of the machine; ``spelling`` and
    ``reading`` hold further facts for writers and readers. ``dwarf`` is None where nothing unwinds by DWARF.
    ``units``: the register classes in which a variant's u32 values may live.
    """

    arch: str
    family: str
    bits: int
    # text
    registers: Registers
    renderers: Mapping[str, type[Writer]] = field(default_factory=dict)
    spelling: Spelling = Spelling()
    reading: Reading = Reading()
    dwarf: Dwarf | None = None
    units: tuple[str, ...] = ("gp",)

    link: Phys | None = None
    linked: tuple[Phys, ...] = ()
    told_apart: tuple[frozenset[Phys], ...] = ()
    vectors_with: tuple[str, int] | None = None
    signing: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    implies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    baseline: frozenset[str] = frozenset()
    standalone: frozenset[str] = frozenset()

    search: Callable[[str, tuple[Operand, ...], bool], Union[Form, str, None]]
    listed: Callable[[str], list[tuple[tuple[str, ...], ...]]]
    mnemonics: Callable[[], Iterable[str]]
    describe: Callable[[Operand], str]
    allowed: Callable[[Form, int], Union[frozenset[int], None]]
    alignment: Callable[[str, int, bool], int] = lambda mnem, bits, vectors: 1
    instead: Callable[[str], str] = lambda mnem: "another instruction"

    copy: Callable[[AnyReg, AnyReg, int], Spelled]
    load: Callable[[AnyReg, Mem], Spelled]
    store: Callable[[AnyReg, Mem], Spelled]
    jump: Callable[[str], Spelled]
    count_down: Callable[[AnyReg, int, str], tuple[Spelled, ...]]
    slot_align: int
    reload_serves: int = 0

    lowering: Callable[..., Any]
    narrow: bool = False
    fold: Callable[[list[Item]], list[Item]] | None = None
    keys_first: bool = False

    frames: Frames
    core: Core | None = None
    uppers: Uppers | None = None
    conventions: tuple[Abi, ...] = ()


_machines: dict[str, Machine] = {}
_tags: dict[Phys, int] = {}


def register(*made: Machine) -> None:
    """Make machines known under their ``arch``.

    Raises ValueError for a name that another record has already, and for registers that a machine tells apart after the
    first lookup: answers to lookups depend on the registers told apart so far.
    """
    known = {group for one in _machines.values() for group in one.told_apart}
    for one in made:
        if _machines.get(one.arch, one) is not one:
            raise ValueError(f"two machines are called {one.arch}")
        if _tags and not known.issuperset(one.told_apart):
            raise ValueError(f"{one.arch} is registered after the first lookup; expected a registration at import")
        _machines[one.arch] = one


def machine(arch: str) -> Machine:
    """The record of ``arch``. ValueError lists the known machines."""
    found = _machines.get(arch)
    if found is None:
        raise ValueError(
            f"no machine is called {arch}; there are: {', '.join(_machines) or 'none (import generator.machines)'}"
        )
    return found


def machines() -> tuple[Machine, ...]:
    """Every known machine, in the order of registration."""
    return tuple(_machines.values())


def tag(reg: Phys) -> int:
    """A number that two registers of a class share if no form of any machine tells them apart."""
    found = _tags.get(reg)
    if found is None:
        groups = dict.fromkeys(group for one in _machines.values() for group in one.told_apart)
        found = _tags[reg] = sum(1 << n for n, group in enumerate(groups) if reg in group)
    return found
