/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Checked call for x86_64, for both conventions. The trampoline saves all registers that System V or Win64 preserves:
 * either kind of driver can call either kind of function. check_x86.c decides the values to load and to expect. GAS
 * and clang.
 */
#if defined(__x86_64__)
#include "layout.h"

        .intel_syntax noprefix
        .text

        .globl  SYM(loom_trampoline)
SYM(loom_trampoline):
        lea     rax, [rip + SYM(loom_call)]
        mov     [rax + CALL_SAVED + 0], rbx
        mov     [rax + CALL_SAVED + 8], rbp
        mov     [rax + CALL_SAVED + 16], rsi
        mov     [rax + CALL_SAVED + 24], rdi
        mov     [rax + CALL_SAVED + 32], r12
        mov     [rax + CALL_SAVED + 40], r13
        mov     [rax + CALL_SAVED + 48], r14
        mov     [rax + CALL_SAVED + 56], r15
        mov     [rax + CALL_SAVED + 64], rsp
        stmxcsr [rax + CALL_SAVED + 72]
        fnstcw  [rax + CALL_SAVED + 80]
        .irp n, 6,7,8,9,10,11,12,13,14,15
        movups  [rax + CALL_SAVED_VEC + 16*(\n-6)], xmm\n
        .endr

        test    dword ptr [rax + CALL_CPU], CPU_AVX512
        jz      .Lno_avx512
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        vmovdqu64 zmm\n, [rax + CALL_BEFORE + STATE_VEC + 64*\n]
        .endr
        .irp n, 0,1,2,3,4,5,6,7
        kmovq   k\n, [rax + CALL_BEFORE + STATE_MASK + 8*\n]
        .endr
        jmp     .Lmaybe_clean
.Lno_avx512:
        test    dword ptr [rax + CALL_CPU], CPU_AVX
        jz      .Lno_avx
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vmovdqu ymm\n, [rax + CALL_BEFORE + STATE_VEC + 64*\n]
        .endr
.Lmaybe_clean:
        test    dword ptr [rax + CALL_CLEAN], 1
        jz      .Lfilled
        vzeroupper                      /* keeps the low 128 bits and their canaries */
        jmp     .Lfilled
.Lno_avx:
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movups  xmm\n, [rax + CALL_BEFORE + STATE_VEC + 64*\n]
        .endr
.Lfilled:
        fninit
        fldcw   [rax + CALL_BEFORE + STATE_X87CW]
        ldmxcsr [rax + CALL_BEFORE + STATE_FPCR]
        push    qword ptr [rax + CALL_BEFORE + STATE_FLAGS]
        popfq
        mov     rsp, [rax + CALL_SP]
        mov     rcx, [rax + CALL_BEFORE + 8]
        mov     rdx, [rax + CALL_BEFORE + 16]
        mov     rbx, [rax + CALL_BEFORE + 24]
        mov     rbp, [rax + CALL_BEFORE + 40]
        mov     rsi, [rax + CALL_BEFORE + 48]
        mov     rdi, [rax + CALL_BEFORE + 56]
        .irp n, 8,9,10,11,12,13,14,15
        mov     r\n, [rax + CALL_BEFORE + 8*\n]
        .endr
        mov     rax, [rax + CALL_BEFORE + 0]
        call    [rip + SYM(loom_call) + CALL_FUNCTION]

        mov     [rip + SYM(loom_call) + CALL_AFTER + 0], rax
        lea     rax, [rip + SYM(loom_call)]     /* keeps the flags, like every mov here */
        mov     [rax + CALL_AFTER + 8], rcx
        mov     [rax + CALL_AFTER + 16], rdx
        mov     [rax + CALL_AFTER + 24], rbx
        mov     [rax + CALL_AFTER + 32], rsp
        mov     [rax + CALL_AFTER + 40], rbp
        mov     [rax + CALL_AFTER + 48], rsi
        mov     [rax + CALL_AFTER + 56], rdi
        .irp n, 8,9,10,11,12,13,14,15
        mov     [rax + CALL_AFTER + 8*\n], r\n
        .endr
        mov     rsp, [rax + CALL_SAVED + 64]
        pushfq
        pop     qword ptr [rax + CALL_AFTER + STATE_FLAGS]
        cld
        stmxcsr [rax + CALL_AFTER + STATE_FPCR]
        fnstcw  [rax + CALL_AFTER + STATE_X87CW]
        fnstenv [rax + CALL_AFTER + STATE_X87ENV]
        test    dword ptr [rax + CALL_CPU], CPU_XINUSE
        jz      .Lno_xinuse
        mov     r8, rax
        mov     ecx, 1
        xgetbv
        mov     [r8 + CALL_AFTER + STATE_XINUSE], eax
        mov     rax, r8
.Lno_xinuse:
        test    dword ptr [rax + CALL_CPU], CPU_AVX512
        jz      .Lstore_avx
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        vmovdqu64 [rax + CALL_AFTER + STATE_VEC + 64*\n], zmm\n
        .endr
        .irp n, 0,1,2,3,4,5,6,7
        kmovq   [rax + CALL_AFTER + STATE_MASK + 8*\n], k\n
        .endr
        jmp     .Lrestore
.Lstore_avx:
        test    dword ptr [rax + CALL_CPU], CPU_AVX
        jz      .Lstore_sse
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vmovdqu [rax + CALL_AFTER + STATE_VEC + 64*\n], ymm\n
        .endr
        jmp     .Lrestore
.Lstore_sse:
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movups  [rax + CALL_AFTER + STATE_VEC + 64*\n], xmm\n
        .endr
        jmp     .Lrestore

        .globl  SYM(loom_trampoline_fault)
SYM(loom_trampoline_fault):
        cld
        lea     rax, [rip + SYM(loom_call)]
        mov     rsp, [rax + CALL_SAVED + 64]
.Lrestore:
        test    dword ptr [rax + CALL_CPU], CPU_AVX
        jz      .Lupper_clean
        vzeroupper
.Lupper_clean:
        fninit
        fldcw   [rax + CALL_SAVED + 80]
        ldmxcsr [rax + CALL_SAVED + 72]
        .irp n, 6,7,8,9,10,11,12,13,14,15
        movups  xmm\n, [rax + CALL_SAVED_VEC + 16*(\n-6)]
        .endr
        mov     rbx, [rax + CALL_SAVED + 0]
        mov     rbp, [rax + CALL_SAVED + 8]
        mov     rsi, [rax + CALL_SAVED + 16]
        mov     rdi, [rax + CALL_SAVED + 24]
        mov     r12, [rax + CALL_SAVED + 32]
        mov     r13, [rax + CALL_SAVED + 40]
        mov     r14, [rax + CALL_SAVED + 48]
        mov     r15, [rax + CALL_SAVED + 56]
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
