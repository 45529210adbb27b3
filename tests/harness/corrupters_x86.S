/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that break one rule each, and a few that break none, to show that the trampoline sees the difference.
 * x86: cdecl, or both conventions of 64 bits, with a _sysv and a _win64 function where arguments matter.
 */
#if defined(__x86_64__) || defined(__i386__)
#include "layout.h"
        .intel_syntax noprefix
        .text

#if defined(__x86_64__)
#define WORD 8
#define AX rax
#define SP rsp
#define SCRATCH r10
#else
#define WORD 4
#define AX eax
#define SP esp
#define SCRATCH ecx
#endif

        .macro  function name
        .globl  SYM(\name)
        .p2align 4
SYM(\name):
        .endm

#if defined(__x86_64__)
/* Uses every register that either convention calls volatile. */
function loom_ok
        xor     eax, eax
        mov     rcx, rax
        mov     rdx, rax
        mov     r8, rax
        mov     r9, rax
        mov     r10, rax
        mov     r11, rax
        .irp n, 0,1,2,3,4,5
        pxor    xmm\n, xmm\n
        .endr
        cmp     eax, 1
        ret

/* Volatile under System V only. */
function loom_ok_sysv
        xor     esi, esi
        xor     edi, edi
        .irp n, 6,7,8,9,10,11,12,13,14,15
        pxor    xmm\n, xmm\n
        .endr
        ret

/* Saves the registers that it uses. */
function loom_ok_saves
        push    rbx
        push    r15
        sub     rsp, 32
        movups  [rsp], xmm9
        movups  [rsp + 16], xmm15
        pxor    xmm9, xmm9
        pxor    xmm15, xmm15
        xor     ebx, ebx
        xor     r15d, r15d
        movups  xmm9, [rsp]
        movups  xmm15, [rsp + 16]
        add     rsp, 32
        pop     r15
        pop     rbx
        ret

function loom_ok_shadow_win64
        .irp n, 8,16,24,32
        mov     qword ptr [rsp + \n], 0
        .endr
        ret

        .irp r, r8,r9,r10,r11,r12,r13,r14,r15
function loom_bad_\r
        btc     \r, 63
        ret
        .endr

        .irp n, 6,7,8,9,10,11,12,13,14,15
function loom_bad_xmm\n\()_high
        punpcklqdq xmm\n, xmm\n
        ret
function loom_bad_xmm\n\()_low
        punpckhqdq xmm\n, xmm\n
        ret
        .endr

function loom_bad_above_sysv
        mov     byte ptr [rsp + 8], 0
        ret

function loom_bad_above_win64
        mov     byte ptr [rsp + 40], 0
        ret
#else
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

/* Called with two arguments. */
function loom_bad_above
        mov     byte ptr [esp + 12], 0
        ret

/* The stack pointer at entry, modulo 16: Windows promises four bytes only. */
function loom_alignment
        mov     eax, esp
        and     eax, 15
        ret
#endif

function loom_ok_deep
        sub     SP, 4096
        mov     dword ptr [SP], 0
        add     SP, 4096
        ret

function loom_ok_vzeroupper
        vcmpps  ymm3, ymm3, ymm3, 15
        vzeroupper
        ret

function loom_ok_vex128
        vpaddd  xmm3, xmm3, xmm4
        vpxor   xmm5, xmm3, xmm4
        ret

        .irp r, ax,cx,dx,bx,bp,si,di
#if defined(__x86_64__)
function loom_bad_r\r
        btc     r\r, 63
#else
function loom_bad_e\r
        btc     e\r, 31
#endif
        ret
        .endr

function loom_bad_sp_up
        pop     AX
        add     SP, WORD
        jmp     AX

function loom_bad_sp_down
        pop     AX
        push    AX
        jmp     AX

function loom_bad_direction
        std
        ret

function loom_bad_mxcsr
        push    0x1f80
        ldmxcsr [SP]
        pop     AX
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

function loom_bad_upper_512
        vpternlogd zmm3, zmm3, zmm3, 0xff
        ret

function loom_bad_illegal
        ud2

function loom_bad_no_return
        pop     AX
        xor     eax, eax
        jmp     AX

        .macro  arguments
#if defined(__i386__)
        mov     ecx, [esp + 4]
        mov     edx, [esp + 8]
#endif
        .endm

        .macro  buffers suffix, first, second, second_low
function loom_bad_left_in_gpr\suffix
        arguments
        mov     AX, [\first + 16]
        ret
function loom_bad_left_in_xmm\suffix
        arguments
        movups  xmm5, [\first + 12]
        ret
function loom_bad_left_on_stack\suffix
        arguments
        movups  xmm5, [\first + 4]
        movups  [SP - 100], xmm5
        xorps   xmm5, xmm5
        ret
function loom_bad_write_after\suffix
        arguments
        not     byte ptr [\first + \second]
        ret
function loom_bad_write_before\suffix
        arguments
        not     byte ptr [\first - 1]
        ret
function loom_bad_write_input\suffix
        arguments
        not     byte ptr [\first + \second - 1]
        ret
function loom_bad_read_after\suffix
        arguments
        mov     al, [\first + \second]
        ret
function loom_bad_read_before\suffix
        arguments
        mov     al, [\first - 1]
        ret
function loom_whole\suffix
        arguments
        mov     AX, \second
        ret
function loom_narrow\suffix
        arguments
        mov     eax, \second_low
        ret
        .endm

/* The sum of 1·first … 8·eighth, given the last first: shows that every argument arrives. */
        .macro  sum8 suffix, places:vararg
function loom_sum8\suffix
        xor     eax, eax
        xor     SCRATCH, SCRATCH
        .irp    place, \places
        add     SCRATCH, \place
        add     AX, SCRATCH
        .endr
        ret
        .endm

#if defined(__x86_64__)
        buffers _sysv, rdi, rsi, esi
        buffers _win64, rcx, rdx, edx
        sum8    _sysv, [rsp+16], [rsp+8], r9, r8, rcx, rdx, rsi, rdi
        sum8    _win64, [rsp+64], [rsp+56], [rsp+48], [rsp+40], r9, r8, rdx, rcx
#else
        buffers , ecx, edx, edx
        sum8    , [esp+32], [esp+28], [esp+24], [esp+20], [esp+16], [esp+12], [esp+8], [esp+4]
#endif
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
