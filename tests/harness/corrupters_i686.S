/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that break one rule each, and a few that break none, to show that the trampoline sees the difference.
 * cdecl.
 */
#if defined(__i386__)
#include "layout.h"
        .intel_syntax noprefix
        .text

        .macro  function name
        .globl  SYM(\name)
        .p2align 4
SYM(\name):
        .endm

function loom_ok
        xor     eax, eax
        mov     ecx, eax
        mov     edx, eax
        .irp n, 0,1,2,3,4,5,6,7
        pxor    xmm\n, xmm\n
        .endr
        mov     dword ptr [esp + 4], 0  /* the argument area is the callee's */
        mov     dword ptr [esp + 8], 0
        cmp     eax, 1
        ret

function loom_ok_saves
        push    ebx
        push    edi
        xor     ebx, ebx
        xor     edi, edi
        pop     edi
        pop     ebx
        ret

function loom_ok_deep
        sub     esp, 4096
        mov     dword ptr [esp], 0
        add     esp, 4096
        ret

function loom_ok_vzeroupper
        vcmpps  ymm3, ymm3, ymm3, 15
        vzeroupper
        ret

        .irp r, eax,ecx,edx,ebx,ebp,esi,edi
function loom_bad_\r
        btc     \r, 31
        ret
        .endr

function loom_bad_sp_up
        pop     eax
        add     esp, 4
        jmp     eax

function loom_bad_sp_down
        pop     eax
        push    eax
        jmp     eax

function loom_bad_direction
        std
        ret

function loom_bad_mxcsr
        push    0x1f80
        ldmxcsr [esp]
        pop     eax
        ret

function loom_bad_x87_control
        fninit
        ret

function loom_bad_x87_tags
        fld1
        ret

function loom_bad_mmx
        movd    mm0, eax
        ret

function loom_bad_upper
        vcmpps  ymm3, ymm3, ymm3, 15
        ret

/* Called with two arguments. */
function loom_bad_above
        mov     byte ptr [esp + 12], 0
        ret

function loom_bad_illegal
        ud2

function loom_bad_no_return
        pop     eax
        xor     eax, eax
        jmp     eax

        .macro  arguments
        mov     ecx, [esp + 4]
        mov     edx, [esp + 8]
        .endm
function loom_bad_left_in_gpr
        arguments
        mov     eax, [ecx + 16]
        ret
function loom_bad_left_in_xmm
        arguments
        movups  xmm5, [ecx + 12]
        ret
function loom_bad_left_on_stack
        arguments
        movups  xmm5, [ecx + 4]
        movups  [esp - 100], xmm5
        xorps   xmm5, xmm5
        ret
function loom_bad_write_after
        arguments
        not     byte ptr [ecx + edx]
        ret
function loom_bad_write_before
        arguments
        not     byte ptr [ecx - 1]
        ret
function loom_bad_write_input
        arguments
        not     byte ptr [ecx + edx - 1]
        ret
function loom_bad_read_after
        arguments
        mov     al, [ecx + edx]
        ret
function loom_bad_read_before
        arguments
        mov     al, [ecx - 1]
        ret

/* The sum of 1·first … 8·eighth: shows that every argument arrives. */
function loom_sum8
        xor     eax, eax
        .irp n, 1,2,3,4,5,6,7,8
        imul    ecx, [esp + 4*\n], \n
        add     eax, ecx
        .endr
        ret

function loom_whole
        mov     eax, [esp + 8]
        ret

/* The stack pointer at entry, modulo 16: Windows promises four bytes only. */
function loom_alignment
        mov     eax, esp
        and     eax, 15
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
