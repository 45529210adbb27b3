# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Forms of instructions with their facts, and instructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from generator.model.operands import (
    Operand,
    Phys,
    R,
    Src,
)

FormKind = Literal["normal", "branch", "jump", "call", "ret"]


@dataclass(frozen=True, slots=True)
class Reach:
    """The accesses of an instruction to memory besides those of its memory operands.

    ``loads`` and ``stores``: the register that points to memory without being a memory operand. ``count``: the register
    with the number of touched elements. ``moves``: the registers that the instruction advances. ``picks``: index of the
    operand that, as a register with memory, selects the touched bytes.
    """

    loads: Phys | None = None
    stores: Phys | None = None
    count: Phys | None = None
    moves: tuple[Phys, ...] = ()
    picks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts about a form that passes need. Machines state these facts when they read their tables.

    ``address_only``: the memory operand's address is computed, and no memory is touched.
    ``moves_whole``: one operand takes the other's unchanged contents; a register is zero above them.
    ``copies``: the result is the source's bits, cut off or followed by zeros. ``cancels``: the result does not depend
    on sources that are one register.
    ``adds``: the result is the first source plus (1) or minus (-1) the last operand; 0 for anything else.
    ``stack``: the instruction moves the stack pointer by a word and stores (push) or loads (pop) its operand.
    ``transfers``: the number of registers that share the memory operand, each with a part of its own.
    ``partial``: a store may leave bytes of its memory operand unchanged.
    ``aligned``: the address of the memory operand must be a multiple of its size. ``unaligned``: the name of the same
    instruction without that demand.
    ``foldable``: a register operand may become a memory operand, if a form takes one.
    ``keeps_beside_zero``: each bit of the result depends on the same bit of the operands, and a zero keeps this bit.
    ``keeps_uppers``: a write of a vector register keeps the bits above its own, and may wait for them if they are in
    use. ``clears_uppers``: the bits above the smallest width of all vector registers become zero.
    ``harmless``: no value changes: hints, prefetches, fences. ``constant``: the result is the same each time.
    ``hidden``: in words, the state outside of operands that the instruction reads or changes.
    ``variable_time``: in words, why the time depends on the operands.
    ``signs``: the effect on the return address, ``sign`` or ``authenticate``, and the key.
    ``reach``: the accesses to memory besides the memory operands.
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

    def touched(self, width: int, ops: Iterable[object]) -> int:
        """The bytes of memory that a memory operand of ``width`` bits covers, with the other operands ``ops``.

        A memory operand with several registers may have the width of one register, or of all.
        """
        widest = max([op.width for op in ops if isinstance(op, R)], default=0)
        bits = max(width, 8)
        return (bits * self.transfers if bits <= widest else bits) // 8


PLAIN = Facts()


@dataclass(frozen=True, slots=True)
class OpSpec:
    """One operand of a form.

    ``kinds``: the operands that may be there (``r32 m32 imm8 xmm k label``; AArch64 ``w xsp v.4s v.s[] d imm mem
    shift cond``). ``access``: ``r``, ``w``, ``rw``; of a memory operand, the access to the memory itself. Registers in
    the address are always read, and AArch64 writes the base back in some modes. ``""`` is an address that is
    computed but not accessed (lea). ``w`` on a 32-bit general register zeroes the upper half; on an 8- or 16-bit one
    the rest of the register stays. ``fixed``: the only register that can be there. ``low``: only registers 0-15 can
    be encoded (AArch64 by-element forms on 16-bit lanes).
    """

    kinds: tuple[str, ...]
    access: str
    fixed: Phys | None = None
    low: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The result of a lookup. Equal lookups return the same object.

    ``ops`` corresponds one to one to the given operands (modifiers and conditions included). ``flags_written`` have a
    defined value afterwards. ``flags_undefined`` are clobbered without a defined value. The two sets are disjoint.
    ``features`` exclude the architecture's baseline. ``extended``: the form of two that reaches more registers and may
    take a write mask. ``mask``: the form's masking: ``""`` none, ``k`` merging only, ``kz`` merging or zeroing, ``d``
    never reads the destination, ``g`` gather and scatter (the mask is mandatory, and its register is cleared). A
    merging mask makes a written register operand 0 a read one too. ``facts``: the meaning of the instruction.
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
        """All flags that may change."""
        return self.flags_written | self.flags_undefined


ENTRY, EXIT, ADDRESS, FETCHED = "@entry", "@exit", "@address", "@fetched"
"""Names of marks that are no instructions: the taking of an argument, the return of the result, the address of a frame
slot, a value that stays in the caller's place.

The names begin with @ and have no rows in any table.
"""

ASM = 0
"""The flag group of a script's ``k.asm`` instructions. These may read each other's flags, and no other flags."""


@dataclass(slots=True)
class Instr:
    """One machine instruction.

    ``form``: the row of the table that the operands match (accesses, flags, features). ``group``: number of a flag
    chain; no instruction that writes flags may come between the chain's instructions. None means no chain, :data:`ASM`
    the author's own instructions. ``mask``/``zero``: write masking. ``idiom``: a zeroing idiom (``xor r, r``), whose
    operands are not reads. ``copy``: a plain register copy, which vanishes if both ends get one register. ``exempt``:
    the contract's exemption that permits a secret in this instruction's address or branch. ``public``: the contract's
    exemption by which the loaded value is no secret.
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
    known_accesses: Any = field(default=None, init=False, compare=False, repr=False)  # of passes.flow, at the first use
    # of renderers: the text of operands that all syntaxes of the machine spell alike
    known_text: str | None = field(default=None, init=False, compare=False, repr=False)

    def but(
        self, ops: tuple[Operand, ...], form: Form, *,
        mnem: str = "", mask: R | None = None, copy: bool | None = None, comment: str | None = None,
    ) -> Instr:  # fmt: skip
        """The same instruction on other operands. ``dataclasses.replace`` would be slow: passes make 10,000 of
        these."""
        return Instr(
            mnem or self.mnem, ops, form, self.src, comment or self.comment, self.group, mask or self.mask, self.zero,
            self.idiom, self.copy if copy is None else copy, self.exempt, self.public,
        )  # fmt: skip
