# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A program of x86 or x86_64 that executes instructions with all registers, flags and memory as a request says."""

from __future__ import annotations

from collections.abc import Sequence

from proof.x86 import ABSOLUTE, GP
from tests.proof.harvest import Instance
from tests.proof.stepper import BYTES, TABLE

FLAGS, TOOK, TARGET, MASKS, VECTORS = 128, 144, 152, 192, 256
"""Where a request and its answer have the flags (the request: two words to compare), whether a jump jumped, the
instruction's address, masks and vectors. General registers come first."""
OFFSET = 64
"""Where the read-only data of an instruction begins in the table."""


def jumps(one: Instance) -> bool:
    return one.mnemonic[0] == "j"


def field_place(one: Instance) -> int:
    """The place that a field of the object names, so that the address is OFFSET of the table."""
    assert one.field is not None
    at, kind = one.field
    if kind in ABSOLUTE:
        return OFFSET
    return OFFSET - (len(one.code) - at) if "[rip" in one.operands else OFFSET + at


def coded(one: Instance) -> str:
    """An instruction as assembly."""
    if jumps(one):
        return f"{one.mnemonic} 1f"
    if one.field is None:
        return ".byte " + ", ".join(map(str, one.code))
    at, kind = one.field
    parts = [".byte " + ", ".join(map(str, part)) for part in (one.code[:at], one.code[at + 4 :]) if part]
    field = f".long table + {field_place(one)}" + ("" if kind in ABSOLUTE else " - .")
    return "; ".join([parts[0], field, *parts[1:]])


def program(every: Sequence[Instance], word: int, wide: bool) -> str:
    """``enter`` and ``leave`` are common to all forms, and jump by memory, so that no register has another value.
    ``wide``: with masks and 512 bits of vectors, else 256."""
    long = word == 64
    rip, size = ("rip+", word // 8) if long else ("", 4)
    general = GP if long else tuple(f"e{name[1:]}" for name in GP[:8])
    saved = ("rbx", "rbp", "rsp", "r12", "r13", "r14", "r15") if long else ("ebx", "ebp", "esp", "esi", "edi")
    sp, ax, count = ("rsp", "rax", 32) if long else ("esp", "eax", 8)
    out = [".intel_syntax noprefix", ".bss", ".balign 64"]
    out += [f".globl {name}\n{name}: .skip {BYTES}" for name in ("given", "made")]
    out += ["kept: .skip 64", ".text", "enter:", f"mov [{rip}given+{TARGET}], {ax}"]
    out += [f"mov [{rip}kept+{size * k}], {name}" for k, name in enumerate(saved)]
    move, masks = ("vmovdqu64 zmm", range(8)) if wide else ("vmovdqu ymm", range(0))
    out += [f"kmovq k{k}, [{rip}given+{MASKS + 8 * k}]" for k in masks]
    out += [f"{move}{k}, [{rip}given+{VECTORS + 64 * k}]" for k in range(count)]
    out += [f"mov {ax}, [{rip}given+{FLAGS}]", f"cmp {ax}, [{rip}given+{FLAGS + 8}]"]
    out += [f"mov {name}, [{rip}given+{8 * k}]" for k, name in enumerate(general)]
    kind = "qword" if long else "dword"
    out += [f"jmp {kind} ptr [{rip}given+{TARGET}]", "leave:"]
    out += [f"mov [{rip}made+{8 * k}], {name}" for k, name in enumerate(general)]
    out += [f"mov {sp}, [{rip}kept+{size * saved.index(sp)}]", "pushf", f"pop {ax}", f"mov [{rip}made+{FLAGS}], {ax}"]
    store, name = move.split()
    out += [f"{store} [{rip}made+{VECTORS + 64 * k}], {name}{k}" for k in range(count)]
    out += [f"kmovq [{rip}made+{MASKS + 8 * k}], k{k}" for k in masks]
    out += [f"mov {name}, [{rip}kept+{size * k}]" for k, name in enumerate(saved) if name != sp]
    out += ["vzeroupper", "ret"]
    for n, one in enumerate(every):
        out += [f"form_{n}: lea {ax}, [{rip}begin_{n}]", "jmp enter"]
        out += [f".globl begin_{n}, end_{n}, took_{n}, last_{n}", f"begin_{n}: {coded(one)}", f"end_{n}:"]
        out += [f"mov dword ptr [{rip}made+{TOOK}], 0", "jmp leave"]
        out += [f"1: took_{n}: mov dword ptr [{rip}made+{TOOK}], 1", f"last_{n}: jmp leave"]
    pointer = ".quad" if long else ".long"
    out += [".section .rodata", ".balign 64", ".globl forms, table", "forms:"]
    out += [*(f"{pointer} form_{n}" for n in range(len(every))), ".balign 64"]
    out += ["table: .byte " + ", ".join(map(str, TABLE))]
    return "\n".join([*out, '.section .note.GNU-stack,"",@progbits', ""])
