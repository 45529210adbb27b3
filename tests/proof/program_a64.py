# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""A program of AArch64 that executes instructions with all registers, flags and memory as a request says.

One general register, the scratch, holds addresses. It is one that the instruction does not name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.proof.harvest import Instance
from tests.proof.stepper import BYTES, TABLE

STACK, FLAGS, TOOK, TARGET, VECTORS = 248, 256, 272, 280, 512
"""Where a request and its answer have sp, the flags (the request: two words to compare), whether a branch went to its
goal, the instruction's address, and vectors. General registers come first."""
SCRATCHES = (28, 9, 17, 22, 4)
OFFSET = 64
"""Where the read-only data of an instruction begins in the table."""
PAGE = "adrp"
SIGN = {"paciasp": "autiasp", "pacibsp": "autibsp"}
"""Instructions that only mean something together execute together: an address's page and its lowest bits, and signing
of x30 and what undoes it."""


def jumps(one: Instance) -> bool:
    return one.mnemonic in ("b", "cbz", "cbnz") or one.mnemonic.startswith("b.")


def scratch(one: Instance) -> int:
    return next(n for n in SCRATCHES if not re.search(rf"\b[wx]{n}\b", one.operands))


def coded(one: Instance) -> str:
    """An instruction as assembly."""
    if jumps(one):
        return f"{one.mnemonic} " + re.sub(r"#\w+$", "1f", one.operands)
    for first, second in SIGN.items():
        if one.mnemonic in (first, second):
            return f"{first}; {second}"
    if one.mnemonic == PAGE:
        to = one.operands.split(",")[0]
        return f"adrp {to}, table + {OFFSET}; add {to}, {to}, :lo12:table + {OFFSET}"
    return f".inst {int.from_bytes(one.code, 'little'):#x}"


def _address(register: int, name: str) -> list[str]:
    return [f"adrp x{register}, {name}", f"add x{register}, x{register}, :lo12:{name}"]


def program(every: Sequence[Instance]) -> str:
    """``enter`` and ``leave`` are common to all forms with one scratch."""
    out = [".bss", ".balign 64", *(f".globl {name}\n{name}: .skip {BYTES}" for name in ("given", "made"))]
    out += ["kept: .skip 256", ".text"]
    for s in SCRATCHES:
        others = [n for n in range(31) if n != s]
        t, u = others[:2]
        out += [f"enter_{s}:", *_address(10, "kept")]
        out += [f"stp x{n}, x{n + 1}, [x10, #{8 * (n - 19)}]" for n in range(19, 31, 2)]
        out += [f"stp d{n}, d{n + 1}, [x10, #{128 + 8 * (n - 8)}]" for n in range(8, 16, 2)]
        out += ["mov x11, sp", "str x11, [x10, #96]", "mov x12, x9"]
        out += [*_address(s, "given"), f"str x12, [x{s}, #{TARGET}]"]
        out += [f"ldr x{t}, [x{s}, #{STACK}]", f"mov sp, x{t}", f"ldp x{t}, x{u}, [x{s}, #{FLAGS}]", f"cmp x{t}, x{u}"]
        out += [f"ldr q{n}, [x{s}, #{VECTORS + 16 * n}]" for n in range(32)]
        out += [f"ldr x{n}, [x{s}, #{8 * n}]" for n in others]
        out += [f"ldr x{s}, [x{s}, #{TARGET}]", f"br x{s}", f"leave_{s}:", *_address(s, "made")]
        out += [f"str x{n}, [x{s}, #{8 * n}]" for n in others]
        out += ["mrs x10, nzcv", "mov x11, sp", f"str x10, [x{s}, #{FLAGS}]", f"str x11, [x{s}, #{STACK}]"]
        out += [f"str q{n}, [x{s}, #{VECTORS + 16 * n}]" for n in range(32)]
        out += [*_address(10, "kept"), "ldr x11, [x10, #96]", "mov sp, x11"]
        out += [f"ldp d{n}, d{n + 1}, [x10, #{128 + 8 * (n - 8)}]" for n in range(8, 16, 2)]
        out += [f"ldp x{n}, x{n + 1}, [x10, #{8 * (n - 19)}]" for n in range(19, 31, 2)]
        out += ["ret"]
    for n, one in enumerate(every):
        s = scratch(one)
        out += [f"form_{n}:", *_address(9, f"begin_{n}"), f"b enter_{s}"]
        out += [f".globl begin_{n}, end_{n}, took_{n}, last_{n}", f"begin_{n}: {coded(one)}", f"end_{n}:"]
        out += [
            *_address(s, "made"),
            f"str wzr, [x{s}, #{TOOK}]",
            f"b leave_{s}",
            f"1: took_{n}:",
            *_address(s, "made"),
        ]
        out += [f"str w{s}, [x{s}, #{TOOK}]", f"last_{n}: b leave_{s}"]
    out += [".section .rodata", ".balign 64", ".globl forms, table", "forms:"]
    out += [*(f".quad form_{n}" for n in range(len(every))), ".balign 64"]
    out += ["table: .byte " + ", ".join(map(str, TABLE))]
    return "\n".join([*out, '.section .note.GNU-stack,"",%progbits', ""])
