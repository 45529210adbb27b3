# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The dataclasses that every pass works on: registers, operands, instructions, frame operations, functions.

This is the machine level. :mod:`generator.lang` is the word level, the level of kernel scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Union

RegClass = Literal["gp", "vec", "mask"]


class AsmloomError(Exception):
    """A refusal. The text is one line. It begins with ``file:line:`` if an author's line is at fault."""


@dataclass(frozen=True, slots=True)
class Src:
    """A place in a kernel script."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class KernelError(AsmloomError):
    """A refusal of a kernel script's code. The text names the script's file and line."""

    def __init__(self, src: Src | None, message: str) -> None:
        self.src = src
        super().__init__(f"{src}: {message}" if src is not None else message)


class Phys(NamedTuple):
    """A physical register: class and number. A tuple, because every pass keeps registers in sets and dictionaries.

    Each machine's ``conventions.py`` says which register has which number.
    """

    cls: RegClass
    num: int


FormKind = Literal["normal", "branch", "jump", "call", "ret"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How an instruction reaches memory other than by its memory operands.

    ``loads`` and ``stores``: the register that points to memory without being a memory operand. ``count``: the register
    that holds how many elements are touched. ``moves``: the registers that the instruction steps. ``picks``: the
    operand that decides, if it is a register and there is memory, which bytes of memory are touched.
    """

    loads: Phys | None = None
    stores: Phys | None = None
    count: Phys | None = None
    moves: tuple[Phys, ...] = ()
    picks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The meaning of a form, as far as passes ask for it. A machine says these when it reads its table.

    ``address_only``: the memory operand's address is computed, and no memory is touched.
    ``moves_whole``: one operand takes the other's contents as they are; above them a register is zero.
    ``copies``: the result is the source's bits, cut off or followed by zeros. ``cancels``: the result does not depend
    on sources that are one register.
    ``adds``: the result is the first source plus (1) or minus (-1) the last operand; 0 for anything else.
    ``stack``: the instruction moves the stack pointer by a word and stores (push) or loads (pop) its operand.
    ``transfers``: as many registers as this share the memory operand, each with a part of its own.
    ``partial``: a store may leave bytes of its memory operand as they were.
    ``aligned``: the address of the memory operand must be a multiple of its size. ``unaligned``: the name of the same
    instruction without that demand.
    ``foldable``: a register operand may become a memory operand, where a form takes one.
    ``keeps_beside_zero``: each bit of the result hangs on the same bit of the operands, and stays beside a zero.
    ``keeps_uppers``: a write of a vector register leaves the bits above its own alone, and may wait for them where they
    are in use. ``clears_uppers``: the bits above the smallest width of all vector registers become zero.
    ``harmless``: no value changes: hints, prefetches, fences. ``constant``: the result is the same each time.
    ``hidden``: in words, the state outside of operands that the instruction reads or changes.
    ``variable_time``: in words, why the time depends on the operands.
    ``signs``: ``sign`` or ``authenticate``, and the key: what the instruction does to the return address.
    ``reach``: how memory is reached beside the memory operands.
    """

    address_only: bool = False
    moves_whole: bool = False
    copies: bool = False
    cancels: bool = False
    adds: int = 0
    stack: Literal["", "push", "pop"] = ""
    transfers: int = 1
    partial: bool = False
    aligned: bool = False
    unaligned: str = ""
    foldable: bool = True
    keeps_beside_zero: bool = False
    keeps_uppers: bool = False
    clears_uppers: bool = False
    harmless: bool = False
    constant: bool = False
    hidden: str = ""
    variable_time: str = ""
    signs: tuple[Literal["sign", "authenticate"], str] | None = None
    reach: Reach | None = None

    def touched_bits(self, memory: int, register: int) -> int:
        """The bits of memory that a memory operand of ``memory`` bits stands for, beside registers of ``register``
        bits. Instructions on several registers may be given the width of one register, or of all."""
        return memory * self.transfers if memory <= register else memory


PLAIN = Facts()


@dataclass(frozen=True, slots=True)
class OpSpec:
    """One operand of a form.

    ``kinds``: what may stand there (``r32 m32 imm8 xmm k label``; AArch64 ``w xsp v.4s v.s[] d imm mem shift cond``).
    ``access``: ``r``, ``w``, ``rw``; for memory, of the memory itself (registers in the address are always read, and
    written too when AArch64 writes the base back); ``""`` for an address that is computed but not accessed (lea).
    ``w`` on a 32-bit general register zeroes the upper half; on an 8- or 16-bit one the rest of the register stays.
    ``fixed``: the only register that can stand there.
    ``low``: only registers 0-15 can be encoded (AArch64 by-element forms on 16-bit lanes).
    """

    kinds: tuple[str, ...]
    access: str
    fixed: Phys | None = None
    low: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """What a lookup found; the same object for the same lookup.

    ``ops`` stands one to one with the operands given (modifiers and conditions included).

    ``flags_written`` have a defined value afterwards, ``flags_undefined`` are clobbered without one; disjoint.
    ``features`` exclude the architecture's baseline. ``extended``: the form of two that reaches more registers
    and may take a write mask. ``mask`` is that masking: ``""`` none, ``k`` merging only,
    ``kz`` merging or zeroing, ``d`` never reads the destination, ``g`` gather and scatter (mandatory, and the mask
    register is cleared); a merging mask makes a written register operand 0 a read one too.
    ``facts``: the meaning of the instruction.
    ``groups``: (first operand, count) of registers that must be consecutive (AArch64 lists; written in braces).
    """

    mnem: str
    ops: tuple[OpSpec, ...]
    flags_read: frozenset[str] = frozenset()
    flags_written: frozenset[str] = frozenset()
    flags_undefined: frozenset[str] = frozenset()
    implicit_read: tuple[Phys, ...] = ()
    implicit_write: tuple[Phys, ...] = ()
    features: frozenset[str] = frozenset()
    kind: FormKind = "normal"
    extended: bool = False
    mask: str = ""
    groups: tuple[tuple[int, int], ...] = ()
    facts: Facts = PLAIN

    @property
    def flags_clobbered(self) -> frozenset[str]:
        """Every flag that does not keep its value."""
        return self.flags_written | self.flags_undefined


@dataclass(eq=False, slots=True)
class VReg:
    """A virtual register, named after the script's value for readable dumps.

    ``cold`` allows the allocator to keep the value in a frame slot. Other values stay in registers.
    ``pin`` demands one physical register. ``src`` is where the value was made. ``bits`` is how wide a vector is, and
    ``features`` are the CPU features that moves of it may use.
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
class R:
    """A register operand: a register and the width of its view.

    ``width`` in bits: gp 8 16 32 64, vec 128 256 512 (AArch64 scalar views 8–64), mask 64.
    ``arrangement`` is AArch64's vector shape (``"4s"``, ``"16b"``, ``"s[1]"``), None elsewhere.
    """

    reg: AnyReg
    width: int
    arrangement: str | None = None
    shape: Any = field(default=None, init=False, compare=False, repr=False)  # isa.forms's, made on first use


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
class Imm:
    """An immediate, as a Python integer (signed or unsigned; the form's range decides)."""

    value: int


@dataclass(eq=False, slots=True)
class Slot:
    """Bytes in memory at a place relative to sp: ``size`` and ``align`` in bytes.

    A frame slot has ``incoming`` < 0 and gets its ``offset`` (from sp in the body) from the frame pass; an
    argument that
    the caller passed on the stack has ``incoming`` >= 0, its distance in bytes from sp as it was at entry. ``pc``
    is the word just below that, where 32-bit x86 keeps the address of the label ``pic`` for functions that use tables.
    ``area``: bytes that the kernel itself loads and stores (``k.frame``), not a value that found no register.
    """

    name: str
    size: int
    align: int
    offset: int = -1
    incoming: int = -1
    pc: bool = False
    area: bool = False


@dataclass(frozen=True, slots=True)
class Mem:
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
    """A branch target, or (AArch64 adr/adrp, x86 lea) the address of a table: name without prefix."""

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


ENTRY, EXIT, ADDRESS, FETCHED = "@entry", "@exit", "@address", "@fetched"
"""Names of marks that are no instructions: an argument is taken, the result is handed over, a frame slot's address is
made, a value stays in the caller's place. The names begin with @ and have no rows in any table."""

ASM = 0
"""The flag group of a script's ``k.asm`` instructions. These may read each other's flags, and no other flags."""


@dataclass(slots=True)
class Instr:
    """One machine instruction. ``form`` is the table row it matched (accesses, flags, features).

    ``group`` marks instructions that belong to one flag chain and may not be interleaved with others that
    write flags; None means free, :data:`ASM` the author's own instructions. ``mask``/``zero`` are write masking.
    ``idiom``: a zeroing idiom (``xor r, r``), whose operands are not reads. ``copy``: a plain register copy, which
    vanishes when both ends land in one register. ``exempt`` names the contract's exemption that permits a secret in
    this instruction's address or branch, ``public`` the one that says why what it loads is no secret.
    """

    mnem: str
    ops: tuple[Operand, ...]
    form: Form
    src: Src
    comment: str | None = None
    group: int | None = None
    mask: R | None = None
    zero: bool = False
    idiom: bool = False
    copy: bool = False
    exempt: str | None = None
    public: str | None = None
    known_accesses: Any = field(default=None, init=False, compare=False, repr=False)  # passes.flow's, made on first use

    def but(
        self, ops: tuple[Operand, ...], form: Form, *,
        mnem: str = "", mask: R | None = None, copy: bool | None = None, comment: str | None = None,
    ) -> Instr:  # fmt: skip
        """The same instruction on other operands. Not by way of ``dataclasses.replace``: passes do it by the 10,000."""
        return Instr(
            mnem or self.mnem, ops, form, self.src, comment or self.comment, self.group, mask or self.mask, self.zero,
            self.idiom, self.copy if copy is None else copy, self.exempt, self.public,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LabelDef:
    """A local label; unique in its function without regard to case. ``align`` in bytes (0: none)."""

    name: str
    align: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A comment line of its own in the generated file."""

    text: str


FrameKind = Literal[
    "push",  # reg pushed, sp -= 8 (4 on x86)
    "sign",  # AArch64: x30 signed, with sp as it is
    "alloc",  # sp -= amount
    "save",  # reg stored at sp + offset (amount = bytes stored: 8, 16 for xmm)
    "save_pair",  # AArch64: reg, reg2 stored at sp + offset
    "save_pair_pre",  # AArch64: stp reg, reg2, [sp, #-amount]!
    "set_fp",  # AArch64: mov x29, sp
    "end_prologue",
    "begin_epilogue",
    "restore",
    "restore_pair",
    "restore_pair_post",  # AArch64: ldp reg, reg2, [sp], #amount
    "dealloc",
    "authenticate",  # AArch64: undoes sign
    "pop",
    "end_epilogue",  # stands after the return instruction
]


@dataclass(frozen=True, slots=True)
class FrameOp:
    """What the instruction *just before* it did to the frame (markers: end_prologue, begin_epilogue, end_epilogue).

    ``amount`` and ``offset`` in bytes; ``offset`` from sp as it is after the whole prologue's allocation at that point.
    """

    kind: FrameKind
    reg: Phys | None = None
    reg2: Phys | None = None
    amount: int = 0
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Seam:
    """The begin of a stitch, of its next stream, or its end. The stitch pass removes these marks.

    ``names`` are the streams', ``grain`` is how many instructions of one stand together, ``weights`` how fast each
    runs against its share of the instructions.
    """

    kind: Literal["begin", "next", "end"]
    src: Src
    names: tuple[str, ...] = ()
    grain: int = 0
    weights: tuple[float, ...] = ()


Item = Union[Instr, LabelDef, Note, FrameOp, Seam]


@dataclass(frozen=True, slots=True)
class Table:
    """Read-only data: ``element`` bytes each, little-endian; goes to read-only data, never to text."""

    name: str
    element: int
    values: tuple[int, ...]
    align: int = 64


@dataclass(slots=True)
class Frame:
    """The frame that the frame pass made. ``bytes``: the whole frame below the return address (x86) or below sp at
    entry (AArch64)."""

    bytes: int = 0
    saved: tuple[Phys, ...] = ()
    slots: tuple[Slot, ...] = ()


@dataclass(slots=True)
class Function:
    """One function, ready to render when ``body`` holds physical registers only and ``frame`` is set.

    ``symbol`` is without prefix and decoration (``md5_blocks_scalar``). ``features`` are the CPU features that the
    variant declares; ``exempt`` and ``public`` the contract's exemptions that it needs. ``header`` are the comment
    lines that the file's banner shows (prototype, source, registers).
    """

    symbol: str
    kernel: str
    variant: str
    arch: str
    abi: str
    features: tuple[str, ...]
    header: tuple[str, ...] = ()
    body: list[Item] = field(default_factory=list)
    tables: tuple[Table, ...] = ()
    frame: Frame = field(default_factory=Frame)
    exempt: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    spelled: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # emit.base's, by dialect
