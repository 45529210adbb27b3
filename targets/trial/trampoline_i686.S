/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Checked call for 32-bit x86, cdecl on every system. Addresses loom_call absolutely: link the driver with -no-pie on
 * ELF. Needs SSE2, as every machine that the tests run on has. GAS and clang.
 */
#if defined(__i386__)
#include "layout.h"
#define CALL SYM(loom_call)

        .intel_syntax noprefix
        .text

        .globl  SYM(loom_trampoline)
SYM(loom_trampoline):
        lea     eax, [CALL]
        mov     [eax + CALL_SAVED + 0], ebx
        mov     [eax + CALL_SAVED + 8], ebp
        mov     [eax + CALL_SAVED + 16], esi
        mov     [eax + CALL_SAVED + 24], edi
        mov     [eax + CALL_SAVED + 64], esp
        stmxcsr [eax + CALL_SAVED + 72]
        fnstcw  [eax + CALL_SAVED + 80]
        test    dword ptr [eax + CALL_CPU], CPU_AVX
        jz      .Lno_avx
        .irp n, 0,1,2,3,4,5,6,7
        vmovdqu ymm\n, [eax + CALL_BEFORE + STATE_VEC + 64*\n]
        .endr
        test    dword ptr [eax + CALL_CLEAN], 1
        jz      .Lfilled
        vzeroupper                      /* keeps the low 128 bits and their canaries */
        jmp     .Lfilled
.Lno_avx:
        .irp n, 0,1,2,3,4,5,6,7
        movups  xmm\n, [eax + CALL_BEFORE + STATE_VEC + 64*\n]
        .endr
.Lfilled:
        fninit
        fldcw   [eax + CALL_BEFORE + STATE_X87CW]
        ldmxcsr [eax + CALL_BEFORE + STATE_FPCR]
        push    dword ptr [eax + CALL_BEFORE + STATE_FLAGS]
        popfd
        mov     esp, [eax + CALL_SP]
        mov     ecx, [eax + CALL_BEFORE + 8]
        mov     edx, [eax + CALL_BEFORE + 16]
        mov     ebx, [eax + CALL_BEFORE + 24]
        mov     ebp, [eax + CALL_BEFORE + 40]
        mov     esi, [eax + CALL_BEFORE + 48]
        mov     edi, [eax + CALL_BEFORE + 56]
        mov     eax, [eax + CALL_BEFORE + 0]
        call    dword ptr [CALL + CALL_FUNCTION]

        mov     [CALL + CALL_AFTER + 0], eax
        lea     eax, [CALL]             /* keeps the flags, like every mov here */
        mov     [eax + CALL_AFTER + 8], ecx
        mov     [eax + CALL_AFTER + 16], edx
        mov     [eax + CALL_AFTER + 24], ebx
        mov     [eax + CALL_AFTER + 32], esp
        mov     [eax + CALL_AFTER + 40], ebp
        mov     [eax + CALL_AFTER + 48], esi
        mov     [eax + CALL_AFTER + 56], edi
        mov     esp, [eax + CALL_SAVED + 64]
        pushfd
        pop     dword ptr [eax + CALL_AFTER + STATE_FLAGS]
        cld
        stmxcsr [eax + CALL_AFTER + STATE_FPCR]
        fnstcw  [eax + CALL_AFTER + STATE_X87CW]
        fnstenv [eax + CALL_AFTER + STATE_X87ENV]
        test    dword ptr [eax + CALL_CPU], CPU_XINUSE
        jz      .Lno_xinuse
        mov     esi, eax
        mov     ecx, 1
        xgetbv
        mov     [esi + CALL_AFTER + STATE_XINUSE], eax
        mov     eax, esi
.Lno_xinuse:
        test    dword ptr [eax + CALL_CPU], CPU_AVX
        jz      .Lstore_sse
        .irp n, 0,1,2,3,4,5,6,7
        vmovdqu [eax + CALL_AFTER + STATE_VEC + 64*\n], ymm\n
        .endr
        jmp     .Lrestore
.Lstore_sse:
        .irp n, 0,1,2,3,4,5,6,7
        movups  [eax + CALL_AFTER + STATE_VEC + 64*\n], xmm\n
        .endr
        jmp     .Lrestore

        .globl  SYM(loom_trampoline_fault)
SYM(loom_trampoline_fault):
        cld
        lea     eax, [CALL]
        mov     esp, [eax + CALL_SAVED + 64]
.Lrestore:
        test    dword ptr [eax + CALL_CPU], CPU_AVX
        jz      .Lupper_clean
        vzeroupper
.Lupper_clean:
        fninit
        fldcw   [eax + CALL_SAVED + 80]
        ldmxcsr [eax + CALL_SAVED + 72]
        mov     ebx, [eax + CALL_SAVED + 0]
        mov     ebp, [eax + CALL_SAVED + 8]
        mov     esi, [eax + CALL_SAVED + 16]
        mov     edi, [eax + CALL_SAVED + 24]
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
