/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that break one rule each, and a few that break none, to show that the trampoline sees the difference.
 * AArch64.
 */
#if defined(__aarch64__)
        .text

        .macro  function name
        .globl  \name
        .p2align 4
\name:
        .endm

/* Uses everything that AAPCS64 calls volatile, the upper halves of v8-v15 included. */
function loom_ok
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17
        mov     x\n, xzr
        .endr
        .irp n, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        movi    v\n\().16b, #0
        .endr
        .irp n, 8,9,10,11,12,13,14,15
        mov     v\n\().d[1], xzr
        .endr
        cmp     x0, #1
        ret

/* Uses everything that arm64ec code may use. */
function loom_ok_arm64ec
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,15,16,17
        mov     x\n, xzr
        .endr
        .irp n, 0,1,2,3,4,5,6,7
        movi    v\n\().16b, #0
        .endr
        ret

function loom_ok_saves
        stp     x19, x29, [sp, #-32]!
        stp     d8, d15, [sp, #16]
        mov     x19, xzr
        mov     x29, xzr
        movi    v8.16b, #0
        movi    v15.16b, #0
        ldp     d8, d15, [sp, #16]
        ldp     x19, x29, [sp], #32
        ret

function loom_ok_deep
        sub     sp, sp, #4080
        str     xzr, [sp]
        add     sp, sp, #4080
        ret

        .irp n, 13,14,18,19,20,21,22,23,24,25,26,27,28,29
function loom_bad_x\n
        eor     x\n, x\n, #0x8000000000000000
        ret
        .endr

        .irp n, 8,9,10,11,12,13,14,15
function loom_bad_d\n
        fneg    d\n, d\n
        ret
        .endr

        .irp n, 16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
function loom_bad_v\n\()_low
        mov     v\n\().d[0], xzr
        ret
function loom_bad_v\n\()_high
        mov     v\n\().d[1], xzr
        ret
        .endr

function loom_bad_sp_up
        add     sp, sp, #16
        ret

function loom_bad_sp_down
        sub     sp, sp, #16
        ret

function loom_bad_fpcr
        msr     fpcr, xzr
        ret

function loom_bad_above
        strb    wzr, [sp]
        ret

function loom_bad_illegal
        udf     #0

function loom_bad_no_return
        mov     x30, xzr
        ret

function loom_bad_left_in_gpr
        ldr     x9, [x0, #16]
        ret
function loom_bad_left_in_xmm
        add     x9, x0, #12
        ldr     q5, [x9]
        mov     x9, xzr
        ret
function loom_bad_left_on_stack
        ldr     x9, [x0, #8]
        str     x9, [sp, #-100]
        mov     x9, xzr
        ret
function loom_bad_write_after
        ldrb    w9, [x0, x1]
        mvn     w9, w9
        strb    w9, [x0, x1]
        ret
function loom_bad_write_before
        ldrb    w9, [x0, #-1]
        mvn     w9, w9
        strb    w9, [x0, #-1]
        ret
function loom_bad_write_input
        sub     x1, x1, #1
        ldrb    w9, [x0, x1]
        mvn     w9, w9
        strb    w9, [x0, x1]
        ret
function loom_bad_read_after
        ldrb    w9, [x0, x1]
        ret
function loom_bad_read_before
        ldrb    w9, [x0, #-1]
        ret
function loom_whole
        mov     x0, x1
        ret
function loom_narrow
        mov     w0, w1
        ret

/* The sum of 1·first … 8·eighth: shows that every argument arrives. */
function loom_sum8
        .irp n, 1,2,3,4,5,6,7
        mov     x9, #\n + 1
        madd    x0, x\n, x9, x0
        .endr
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
