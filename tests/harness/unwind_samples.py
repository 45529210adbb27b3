# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The functions of unwind_texts.py for each triple, and errors to plant in them."""

from __future__ import annotations

from targets.trial.simulate import Arch
from tests.harness.unwind_texts import (
    AARCH64,
    AARCH64_SIGNED,
    ARM64,
    ARM64_PACKED,
    ARM64_PACKED_SIGNED,
    ARM64_SIGNED,
    COMPACT,
    COMPACT_FRAMELESS,
    I686_TEXT,
    MACHO_X86_64,
    WIN64,
    WIN64_FRAME,
    X86_64_TEXT,
)

_X86_64_ERRORS = [
    (".cfi_adjust_cfa_offset 40\n", "", "stack pointer is off"),
    (".cfi_offset rbp, -3*8\n", "", "rbp would be unknown"),
    (".cfi_offset rbp, -3*8\n", ".cfi_offset rbp, -2*8\n", "rbp would be the caller's rbx"),
    (".cfi_restore_state\n", "", "stack pointer is off"),
    (".cfi_adjust_cfa_offset -8\n", "", "stack pointer is off"),
    (".cfi_def_cfa_offset 8\n", "", "ret: the caller's stack pointer is off"),
    ("2:      mov rbp, [rsp + 40]", "2:      mov rbp, [rsp + 48]", "returns without rbp"),
    ("add rsp, 40 + 2*8", "add rsp, 40 + 8", "returns with the stack pointer at CFA-16"),
]

# triple, syntax, architecture, convention, text, and planted errors: a line, its replacement, and the expected message
SAMPLES: dict[str, tuple[str, str, Arch, str, str, list[tuple[str, str, str]]]] = {
    "x86_64 dwarf": (
        "x86_64-linux-gnu",
        "gas",
        "x86_64",
        "sysv64",
        X86_64_TEXT,
        _X86_64_ERRORS,
    ),
    "i686 dwarf": (
        "i686-linux-gnu",
        "gas",
        "i686",
        "cdecl",
        I686_TEXT,
        [
            (".cfi_adjust_cfa_offset 40\n", "", "stack pointer is off"),
            (".cfi_offset ebp, -3*4\n", "", "ebp would be unknown"),
            (".cfi_offset ebx, -2*4\n", ".cfi_offset esi, -2*4\n", "esi would be the caller's ebx"),
        ],
    ),
    "aarch64 dwarf": (
        "aarch64-linux-gnu",
        "gas",
        "aarch64",
        "aapcs64",
        AARCH64,
        [
            (".cfi_offset 73, -24\n", ".cfi_offset 74, -24\n", "d10 would be the caller's d9"),
            (".cfi_def_cfa_offset 64\n", "", "stack pointer is off"),
            (".cfi_offset 30, -56\n", "", "x30 would be"),
            ("        .cfi_def_cfa_offset 0\n", "", "ret: the caller's stack pointer is off"),
        ],
    ),
    "aarch64 dwarf, signed": (
        "aarch64-linux-gnu",
        "gas",
        "aarch64",
        "aapcs64",
        AARCH64_SIGNED,
        [
            ("        hint #25\n", "        hint #27\n", "x30 would be unknown"),
            ("        .cfi_negate_ra_state\n", "", "x30 would be the caller's return address, signed with a"),
            ("        hint #29\n", "        nop\n", "ret: returns without x30"),
            ("        hint #29\n", "        hint #31\n", "ret: returns without x30"),
            ("        hint #29\n        .cfi_negate_ra_state\n", "        hint #29\n", "ret: x30 would be unknown"),
        ],
    ),
    "x86_64 macho": ("x86_64-apple-darwin", "gas", "x86_64", "sysv64", MACHO_X86_64, _X86_64_ERRORS),
    "arm64 macho": (
        "aarch64-apple-darwin",
        "gas",
        "aarch64",
        "aapcs64",
        COMPACT,
        [
            ("stp x20, x19, [sp, #16]", "stp x19, x20, [sp, #16]", "x19 would be the caller's x20"),
            ("add x29, sp, #32", "add x29, sp, #16", "stack pointer is off"),
        ],
    ),
    "arm64 macho without a frame": (
        "aarch64-apple-darwin",
        "gas",
        "aarch64",
        "aapcs64",
        COMPACT_FRAMELESS,
        [(".cfi_def_cfa_offset 48", ".cfi_def_cfa_offset 64", "stack pointer is off")],
    ),
    "x64 pdata": (
        "x86_64-pc-windows-msvc",
        "clang-cl",
        "x86_64",
        "win64",
        WIN64,
        [
            (".seh_stackalloc 56", ".seh_stackalloc 64", "stack pointer is off"),
            (".seh_pushreg rsi", ".seh_pushreg rdi", "rdi would be the caller's rsi"),
            (".seh_savexmm xmm15, 32", ".seh_savexmm xmm15, 16", "xmm15 would be the caller's xmm6"),
            ("        .seh_savexmm xmm6, 16\n", "", "xmm6 would be unknown"),
            ("movaps xmm15, [rsp + 32]", "movaps xmm15, [rsp + 16]", "returns without xmm15"),
        ],
    ),
    "x64 pdata with a frame register": (
        "x86_64-pc-windows-msvc",
        "clang-cl",
        "x86_64",
        "win64",
        WIN64_FRAME,
        [
            (".seh_setframe rbp, 32", ".seh_setframe rbp, 48", "stack pointer is off"),
            (".seh_savereg rdi, 40", ".seh_savereg rdi, 48", "rdi would be unknown"),
        ],
    ),
    "arm64 xdata": (
        "aarch64-pc-windows-msvc",
        "clang-cl",
        "aarch64",
        "aapcs64",
        ARM64,
        [
            ("stp d8, d9, [sp, #32]", "stp d9, d8, [sp, #32]", "d8 would be the caller's d9"),
            ("        sub sp, sp, #32\n", "        sub sp, sp, #48\n", "returns with the stack pointer at CFA"),
            (
                ".seh_save_reg x21, 48\n        mov",
                ".seh_save_reg x22, 48\n        mov",
                "x22 would be the caller's x21",
            ),
        ],
    ),
    "arm64 xdata, signed": (
        "aarch64-pc-windows-msvc",
        "clang-cl",
        "aarch64",
        "aapcs64",
        ARM64_SIGNED,
        [
            ("sample: hint #27\n", "sample: hint #25\n", "x30 would be unknown"),
            ("sample: hint #27\n", "sample: nop\n", "x30 would be unknown"),
            ("        hint #31\n", "        nop\n", "ret: returns without x30"),
            (
                "        .seh_pac_sign_lr\n        stp",
                "        .seh_nop\n        stp",
                "x30 would be the caller's return address, signed with b",
            ),
        ],
    ),
    "arm64 packed, signed": (
        "aarch64-pc-windows-msvc",
        "clang-cl",
        "aarch64",
        "aapcs64",
        ARM64_PACKED_SIGNED,
        [("sample: hint #27\n", "sample: nop\n", "x30 would be unknown")],
    ),
    "arm64 packed": (
        "aarch64-pc-windows-msvc",
        "clang-cl",
        "aarch64",
        "aapcs64",
        ARM64_PACKED,
        [("sub sp, sp, #64", "sub sp, sp, #80", "the caller's stack pointer is off")],
    ),
}
