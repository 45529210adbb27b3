# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Refusals with their place in a script; registers; operands."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, Union

RegClass = Literal["gp", "vec", "mask"]


class AsmloomError(Exception):
    """A refusal. The text is one line. The line begins with ``file:line:`` if an author's line is at fault."""


@dataclass(eq=False, slots=True)
class Phase:
    """One ``k.note`` of a script: the code that a stream records from there to the next note.

    ``inline``: the note is in the comment of the first instruction. ``around`` is the phase of the last note on a line
    of its own, which is this one if it is not ``inline``. ``first``: file and line of the first operation.
    """

    text: str
    inline: bool = False
    last: Phase | None = None
    first: tuple[str, int] | None = None

    @property
    def around(self) -> Phase | None:
        return self.last if self.inline else self


class Kept:
    """A frozen record of which kept functions hold very many. Pickle makes the record anew of its fields: the pickling
    of dataclasses sets field by field, which takes several times as long."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Kept], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Src(Kept):
    """A place in a kernel script, and the phase of the code that the place records there. ``step``: the recorded
    operation as text, for a comment."""

    file: str
    line: int
    phase: Phase | None = field(default=None, compare=False, repr=False)
    step: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class KernelError(AsmloomError):
    """A refusal of a kernel script's code. The text names the script's file and line.

    ``says``: the beginning of the text once the code is named.
    """

    says = ""

    def __init__(self, src: Src | None, message: str) -> None:
        self.src = src
        self.code = ""
        super().__init__(f"{src}: {message}" if src is not None else message)

    def of(self, code: str, src: Src) -> KernelError:
        """The refusal with the name of the code that is made: kernel, variant and targets. ``src`` replaces a missing
        line. A refusal that names its code is returned unchanged."""
        if self.code:
            return self
        text = str(self).removeprefix(f"{self.src}: ")
        made = type(self)(self.src or src, f"{self.says}{text} ({code})")
        made.code = code
        return made


class GeneratorFault(KernelError):
    """A fault of the generator, found by one of its own checks. The script's line tells where, and is not refused."""

    says = "a fault of asmloom and not of this script, please report it with the script: "


class Phys(NamedTuple):
    """A physical register: class and number. A tuple, because every pass keeps registers in sets and dictionaries.

    Each machine's ``conventions.py`` says which register has which number.
    """

    cls: RegClass
    num: int


@dataclass(eq=False, slots=True)
class VReg:
    """A virtual register, named after the script's value for readable dumps.

    ``cold`` allows the allocator to keep the value in a frame slot. Other values stay in registers. ``pin`` demands one
    physical register. ``src``: the script's line that made the value. ``bits``: the width of a vector. ``features``:
    the CPU features that moves of the register may use.
    """

    id: int
    name: str
    cls: RegClass
    src: Src
    cold: bool = False
    pin: Phys | None = None
    bits: int = 128
    features: frozenset[str] = frozenset()
    views: dict[tuple[int, str | None], R] = field(default_factory=dict, init=False, repr=False)  # of :func:`view`

    def __repr__(self) -> str:
        return f"%{self.name}.{self.id}"


AnyReg = Union[VReg, Phys]


@dataclass(frozen=True, slots=True)
class R(Kept):
    """A register operand: a register and the width of its view.

    ``width`` in bits: gp 8 16 32 64, vec 128 256 512 (AArch64 scalar views 8–64), mask 64.
    ``arrangement`` is AArch64's vector shape (``"4s"``, ``"16b"``, ``"s[1]"``), None elsewhere.
    """

    reg: AnyReg
    width: int
    arrangement: str | None = None
    shape: Any = field(default=None, init=False, compare=False, repr=False)  # isa.forms computes this at the first use


_views: dict[tuple[Phys, int, str | None], R] = {}


def view(reg: AnyReg, width: int, arrangement: str | None = None) -> R:
    """``R(reg, width, arrangement)``, the same object each time. Passes keep their findings in the object."""
    if type(reg) is VReg:
        found = reg.views.get((width, arrangement))
        if found is None:
            found = reg.views[width, arrangement] = R(reg, width, arrangement)
        return found
    assert type(reg) is Phys
    found = _views.get((reg, width, arrangement))
    if found is None:
        found = _views[reg, width, arrangement] = R(reg, width, arrangement)
    return found


@dataclass(frozen=True, slots=True)
class Imm(Kept):
    """An immediate, as a Python integer. The form's range decides between signed and unsigned."""

    value: int


@dataclass(eq=False, slots=True)
class Slot:
    """Bytes in memory at a place relative to sp: ``size`` and ``align`` in bytes.

    The frame pass gives a frame slot (``incoming`` < 0) its ``offset`` from sp in the body. ``incoming`` >= 0 is the
    distance in bytes, from sp at entry, of an argument that the caller passed on the stack. ``pc``: the word just below
    sp at entry, where 32-bit x86 keeps the address of the label ``pic`` for functions that use tables. ``area``: bytes
    that the kernel itself loads and stores (``k.frame``). Other slots hold values that found no register.
    """

    name: str
    size: int
    align: int
    offset: int = -1
    incoming: int = -1
    pc: bool = False
    area: bool = False


@dataclass(frozen=True, slots=True)
class Mem(Kept):
    """A memory operand of ``width`` bits at base + index*scale + disp.

    Exactly one of: ``base``/``index`` registers; ``slot`` (a frame slot, disp inside it; the frame pass turns it
    into sp + offset);
    ``symbol`` (a read-only table of this file, addressed relative to the program counter).
    ``mode`` is AArch64's: plain offset, pre- or post-indexed (base written back).
    ``broadcast``: one element of ``width`` bits is repeated.
    """

    base: AnyReg | None
    disp: int = 0
    index: AnyReg | None = None
    scale: int = 1
    width: int = 0
    slot: Slot | None = None
    symbol: str | None = None
    mode: Literal["offset", "pre", "post"] = "offset"
    broadcast: bool = False


@dataclass(frozen=True, slots=True)
class LabelRef:
    """A branch target, or (AArch64 adr/adrp, x86 lea) the address of a table. The name has no prefix."""

    name: str


@dataclass(frozen=True, slots=True)
class Shift:
    """AArch64's operand modifier that follows a register: ``lsl #3``, ``ror #7``, ``uxtb`` (amount may be 0)."""

    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class Cond:
    """AArch64's condition operand of csel, cset, ccmp …: ``eq ne hs lo hi ls …``."""

    name: str


Operand = Union[R, Imm, Mem, LabelRef, Shift, Cond]
