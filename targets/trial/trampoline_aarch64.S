/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Checked call for AArch64. The rules of AAPCS64, Darwin, Windows and arm64ec differ only in the values that
 * check_aarch64.c expects afterwards. x16 and x17 are the linker's scratch registers: their use around the call hides
 * nothing. GAS and clang (ELF, COFF).
 */
#if defined(__aarch64__)
#include "layout.h"

        .macro  base
        adrp    x16, SYM(loom_call)
        add     x16, x16, :lo12:SYM(loom_call)
        .endm

        .text
        .p2align 2
        .globl  SYM(loom_trampoline)
SYM(loom_trampoline):
        base
        add     x17, x16, #CALL_SAVED
        stp     x19, x20, [x17, #0]
        stp     x21, x22, [x17, #16]
        stp     x23, x24, [x17, #32]
        stp     x25, x26, [x17, #48]
        stp     x27, x28, [x17, #64]
        stp     x29, x30, [x17, #80]
        mov     x9, sp
        mrs     x10, fpcr
        stp     x9, x10, [x17, #96]
        str     x18, [x17, #112]
        stp     d8, d9, [x17, #128]
        stp     d10, d11, [x17, #144]
        stp     d12, d13, [x17, #160]
        stp     d14, d15, [x17, #176]

        add     x17, x16, #CALL_BEFORE
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ldr     q\n, [x17, #STATE_VEC + 64*\n]
        .endr
        ldr     x9, [x17, #STATE_FPCR]
        msr     fpcr, x9
        ldr     x9, [x16, #CALL_SP]
        mov     sp, x9
        ldr     x9, [x16, #CALL_CPU]
        tbz     x9, #3, 1f
        ldr     x18, [x17, #8*18]
1:      ldr     x9, [x17, #STATE_FLAGS]
        msr     nzcv, x9
        .irp n, 0,2,4,6,8,10,12,14
        ldr     x\n, [x17, #8*\n]
        .endr
        .irp n, 1,3,5,7,9,11,13,15
        ldr     x\n, [x17, #8*\n]
        .endr
        .irp n, 19,20,21,22,23,24,25,26,27,28,29
        ldr     x\n, [x17, #8*\n]
        .endr
        ldr     x16, [x16, #CALL_FUNCTION]
        ldr     x17, [x17, #8*17]
        blr     x16

        base
        add     x17, x16, #CALL_AFTER
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        str     x\n, [x17, #8*\n]
        .endr
        .irp n, 18,19,20,21,22,23,24,25,26,27,28,29,30
        str     x\n, [x17, #8*\n]
        .endr
        mov     x9, sp
        str     x9, [x17, #8*31]
        mrs     x9, nzcv
        str     x9, [x17, #STATE_FLAGS]
        mrs     x9, fpcr
        str     x9, [x17, #STATE_FPCR]
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        str     q\n, [x17, #STATE_VEC + 64*\n]
        .endr
        b       .Lrestore

        .globl  SYM(loom_trampoline_fault)
SYM(loom_trampoline_fault):
        base
.Lrestore:
        add     x17, x16, #CALL_SAVED
        ldp     x9, x10, [x17, #96]
        mov     sp, x9
        msr     fpcr, x10
        ldr     x18, [x17, #112]
        ldp     x19, x20, [x17, #0]
        ldp     x21, x22, [x17, #16]
        ldp     x23, x24, [x17, #32]
        ldp     x25, x26, [x17, #48]
        ldp     x27, x28, [x17, #64]
        ldp     x29, x30, [x17, #80]
        ldp     d8, d9, [x17, #128]
        ldp     d10, d11, [x17, #144]
        ldp     d12, d13, [x17, #160]
        ldp     d14, d15, [x17, #176]
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
