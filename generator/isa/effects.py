# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What an instruction does beyond its operands, as the table's facts tell it: hidden state, legacy SSE, alignment."""

from __future__ import annotations

from generator.isa.features import family
from generator.isa.table import Form
from generator.isa.words import words
from generator.model import Instr, Mem, R

HARMLESS = words(
    "nop pause endbr32 endbr64 prefetchnta prefetcht0 prefetcht1 prefetcht2 prefetchw lfence sfence mfence "
    "prfm prfum bti csdb dmb dsb isb yield hint ssbb pssbb"
)
"""Instructions that change no value: hints, prefetches, fences."""
CONSTANT = words("vzeroall")
"""Instructions whose result is the same each time, so that reading nothing is right."""
IDENTIFIES = words("cpuid xgetbv")
"""Instructions whose registers only choose what is read of the processor; the table cannot tell that from computing."""
STATUS = frozenset({"CF", "OF", "ZF", "SF", "PF", "AF", "N", "Z", "C", "V"})
UNALIGNED = words("movdqu movups movupd lddqu pcmpestri pcmpestrm pcmpistri pcmpistrm")
"""Legacy SSE instructions whose 16 bytes of memory may lie anywhere."""
ALIGNED = words(
    "vmovdqa vmovdqa32 vmovdqa64 vmovaps vmovapd vmovntdq vmovntdqa vmovntps vmovntpd cmpxchg16b"
)  # fmt: skip
"""Instructions other than legacy SSE whose memory must be aligned to its size."""
TWINS = {
    "movdqa": "movdqu", "movaps": "movups", "movapd": "movupd", "vmovdqa": "vmovdqu", "vmovaps": "vmovups",
    "vmovapd": "vmovupd", "vmovdqa32": "vmovdqu32", "vmovdqa64": "vmovdqu64",
}  # fmt: skip


def hidden(item: Instr) -> str | None:
    """In words the state outside its operands that an instruction reads or changes; None if there is none.

    Derived: flags that are no result of arithmetic, no effect that the table knows, a result made of nothing.
    """
    form, mnem = item.form, item.mnem
    if mnem in HARMLESS or form.kind != "normal":
        return None
    if mnem == "vzeroupper":
        return "the upper halves of all vector registers, live values among them"
    odd = (form.flags_read | form.flags_clobbered) - STATUS
    if odd:
        return f"{', '.join(sorted(odd))}, which the caller relies on and code after it takes as it should be"
    if mnem in IDENTIFIES:
        return "the processor's own state"
    results = bool(form.implicit_write) or any("w" in spec.access for spec in form.ops)
    if not results and not form.flags_clobbered:
        return "state that is no operand: as far as operands go it has no effect at all"
    if results and not _reads(form) and mnem not in CONSTANT:
        return "state that is no operand: its result is made of none"
    return None


def _reads(form: Form) -> bool:
    return bool(form.implicit_read or form.flags_read) or any(spec.access != "w" for spec in form.ops)


def legacy(item: Instr, arch: str) -> bool:
    """Whether an instruction is of legacy SSE, which leaves the upper halves of vector registers as they are."""
    if family(arch) != "x86" or item.mnem[0] in "vk@":
        return False
    used = (op.reg.cls for op in item.ops if isinstance(op, R))
    return "vec" in used or any(reg.cls == "vec" for reg in (*item.form.implicit_read, *item.form.implicit_write))


def alignment(mnem: str, mem: Mem, vectors: bool) -> int:
    """The bytes of which the address of a memory operand must be a multiple. ``vectors``: the instruction has vector
    registers."""
    size = mem.width // 8
    if mnem in ALIGNED:
        return size
    return 16 if vectors and size == 16 and mnem[0] != "v" and mnem not in UNALIGNED else 1
