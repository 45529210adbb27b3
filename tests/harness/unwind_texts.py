# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Hand-written functions with right unwind information in every format."""

from __future__ import annotations

# Two exits, a loop, saved registers of both kinds. The planted errors replace lines with a tag.
X86 = """
        .intel_syntax noprefix
        .text
        .globl sample
        .type sample, @function
sample: .cfi_startproc
        push {bx}
        .cfi_adjust_cfa_offset {w}
        .cfi_offset {bx}, -2*{w}
        push {bp}
        .cfi_adjust_cfa_offset {w}
        .cfi_offset {bp}, -3*{w}
        sub {sp}, 40
        .cfi_adjust_cfa_offset 40
        xor ebx, ebx
1:      mov ebp, [{sp} + 8]
        inc ebx
        cmp ebx, 9
        jb 1b
        je 2f
        .cfi_remember_state
        add {sp}, 40
        .cfi_adjust_cfa_offset -40
        pop {bp}
        .cfi_adjust_cfa_offset -{w}
        .cfi_restore {bp}
        pop {bx}
        .cfi_adjust_cfa_offset -{w}
        .cfi_restore {bx}
        ret
        .cfi_restore_state
2:      mov {bp}, [{sp} + 40]
        .cfi_restore {bp}
        mov {bx}, [{sp} + 40 + {w}]
        .cfi_restore {bx}
        add {sp}, 40 + 2*{w}
        .cfi_def_cfa_offset {w}
        ret
        .cfi_endproc
        .size sample, . - sample
        .section .note.GNU-stack,"",%progbits
"""
AARCH64 = """
        .text
        .globl sample
        .type sample, %function
sample: .cfi_startproc
        stp x29, x30, [sp, #-64]!
        .cfi_def_cfa_offset 64
        .cfi_offset 29, -64
        .cfi_offset 30, -56
        stp x19, x20, [sp, #16]
        .cfi_offset 19, -48
        .cfi_offset 20, -40
        stp d8, d9, [sp, #32]
        .cfi_offset 72, -32
        .cfi_offset 73, -24
        mov x29, sp
        mov x19, #9
        mov x30, #7
        movi v8.16b, #1
1:      subs x19, x19, #1
        mov x20, x19
        b.ne 1b
        ldp d8, d9, [sp, #32]
        .cfi_restore 72
        .cfi_restore 73
        ldp x19, x20, [sp, #16]
        .cfi_restore 19
        .cfi_restore 20
        ldp x29, x30, [sp], #64
        .cfi_restore 29
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size sample, . - sample
        .section .note.GNU-stack,"",%progbits
"""
WIN64 = """
        .intel_syntax noprefix
        .text
        .globl sample
        .def sample; .scl 2; .type 32; .endef
        .seh_proc sample
sample: push rbx
        .seh_pushreg rbx
        push rsi
        .seh_pushreg rsi
        sub rsp, 56
        .seh_stackalloc 56
        movaps [rsp + 16], xmm6
        .seh_savexmm xmm6, 16
        movaps [rsp + 32], xmm15
        .seh_savexmm xmm15, 32
        .seh_endprologue
        xor ebx, ebx
        pxor xmm6, xmm6
        pxor xmm15, xmm15
1:      inc ebx
        mov esi, ebx
        cmp ebx, 9
        jb 1b
        movaps xmm6, [rsp + 16]
        movaps xmm15, [rsp + 32]
        add rsp, 56
        pop rsi
        pop rbx
        ret
        .seh_endproc
"""
WIN64_FRAME = """
        .intel_syntax noprefix
        .text
        .globl sample
        .def sample; .scl 2; .type 32; .endef
        .seh_proc sample
sample: push rbp
        .seh_pushreg rbp
        sub rsp, 64
        .seh_stackalloc 64
        lea rbp, [rsp + 32]
        .seh_setframe rbp, 32
        movaps [rsp + 16], xmm6
        .seh_savexmm xmm6, 16
        mov [rsp + 40], rdi
        .seh_savereg rdi, 40
        .seh_endprologue
        xor edi, edi
        pxor xmm6, xmm6
        movaps xmm6, [rsp + 16]
        mov rdi, [rsp + 40]
        lea rsp, [rbp + 32]
        pop rbp
        ret
        .seh_endproc
"""
ARM64 = """
        .text
        .globl sample
        .def sample; .scl 2; .type 32; .endef
        .seh_proc sample
sample: stp x29, x30, [sp, #-64]!
        .seh_save_fplr_x 64
        stp x19, x20, [sp, #16]
        .seh_save_regp x19, 16
        stp d8, d9, [sp, #32]
        .seh_save_fregp d8, 32
        str x21, [sp, #48]
        .seh_save_reg x21, 48
        mov x29, sp
        .seh_set_fp
        sub sp, sp, #32
        .seh_stackalloc 32
        .seh_endprologue
        mov x19, #9
        mov x21, #1
        movi v8.16b, #1
1:      subs x19, x19, #1
        mov x20, x19
        b.ne 1b
        cbz x20, 2f
        .seh_startepilogue
        mov sp, x29
        .seh_set_fp
        ldr x21, [sp, #48]
        .seh_save_reg x21, 48
        ldp d8, d9, [sp, #32]
        .seh_save_fregp d8, 32
        ldp x19, x20, [sp, #16]
        .seh_save_regp x19, 16
        ldp x29, x30, [sp], #64
        .seh_save_fplr_x 64
        .seh_endepilogue
        ret
2:      .seh_startepilogue
        add sp, sp, #32
        .seh_stackalloc 32
        ldr x21, [sp, #48]
        .seh_save_reg x21, 48
        ldp d8, d9, [sp, #32]
        .seh_save_fregp d8, 32
        ldp x19, x20, [sp, #16]
        .seh_save_regp x19, 16
        ldp x29, x30, [sp], #64
        .seh_save_fplr_x 64
        .seh_endepilogue
        ret
        .seh_endfunclet
        .seh_endproc
"""
ARM64_PACKED = """
        .text
        .globl sample
        .def sample; .scl 2; .type 32; .endef
        .seh_proc sample
sample: stp x19, x20, [sp, #-48]!
        .seh_save_regp_x x19, 48
        stp x21, x22, [sp, #16]
        .seh_save_regp x21, 16
        stp d8, d9, [sp, #32]
        .seh_save_fregp d8, 32
        sub sp, sp, #64
        .seh_stackalloc 64
        .seh_endprologue
        mov x19, #1
        mov x22, #1
        movi v9.16b, #1
        .seh_startepilogue
        add sp, sp, #64
        .seh_stackalloc 64
        ldp d8, d9, [sp, #32]
        .seh_save_fregp d8, 32
        ldp x21, x22, [sp, #16]
        .seh_save_regp x21, 16
        ldp x19, x20, [sp], #48
        .seh_save_regp_x x19, 48
        .seh_endepilogue
        ret
        .seh_endproc
"""
COMPACT = """
        .text
        .globl _sample
        .p2align 2
_sample:
        .cfi_startproc
        stp d9, d8, [sp, #-48]!
        stp x20, x19, [sp, #16]
        stp x29, x30, [sp, #32]
        add x29, sp, #32
        .cfi_def_cfa w29, 16
        .cfi_offset w30, -8
        .cfi_offset w29, -16
        .cfi_offset w19, -24
        .cfi_offset w20, -32
        .cfi_offset b8, -40
        .cfi_offset b9, -48
        mov x19, #1
        mov x20, #1
        mov x30, #1
        movi v8.16b, #1
        ldp x29, x30, [sp, #32]
        ldp x20, x19, [sp, #16]
        ldp d9, d8, [sp], #48
        ret
        .cfi_endproc
"""
COMPACT_FRAMELESS = """
        .text
        .globl _sample
        .p2align 2
_sample:
        .cfi_startproc
        sub sp, sp, #48
        .cfi_def_cfa_offset 48
        str x0, [sp]
        add sp, sp, #48
        ret
        .cfi_endproc
"""
# The same with x30 signed: the instruction and its unwind code, at the entry and before each return.
AARCH64_SIGNED = AARCH64.replace(
    "        stp x29", "        hint #25\n        .cfi_negate_ra_state\n        stp x29"
).replace("        ret\n", "        hint #29\n        .cfi_negate_ra_state\n        ret\n")
ARM64_SIGNED = ARM64.replace("sample: stp", "sample: hint #27\n        .seh_pac_sign_lr\n        stp").replace(
    "        .seh_endepilogue\n", "        hint #31\n        .seh_pac_sign_lr\n        .seh_endepilogue\n"
)
ARM64_PACKED_SIGNED = """
        .text
        .globl sample
        .def sample; .scl 2; .type 32; .endef
        .seh_proc sample
sample: hint #27
        .seh_pac_sign_lr
        stp x29, x30, [sp, #-32]!
        .seh_save_fplr_x 32
        mov x29, sp
        .seh_set_fp
        .seh_endprologue
        str x0, [sp, #16]
        mov x30, #1
        .seh_startepilogue
        ldp x29, x30, [sp], #32
        .seh_save_fplr_x 32
        hint #31
        .seh_pac_sign_lr
        .seh_endepilogue
        ret
        .seh_endproc
"""
NAMES_64 = {"bx": "rbx", "bp": "rbp", "sp": "rsp", "w": "8"}
NAMES_32 = {"bx": "ebx", "bp": "ebp", "sp": "esp", "w": "4"}
X86_64_TEXT, I686_TEXT = X86.format(**NAMES_64), X86.format(**NAMES_32)

MACHO_X86_64 = "".join(
    line.replace("sample", "_sample")
    for line in X86_64_TEXT.splitlines(True)
    if not any(word in line for word in (".type", ".size", "GNU-stack"))
)
