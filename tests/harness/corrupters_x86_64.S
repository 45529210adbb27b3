/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Functions that break one rule each, and a few that break none, to show that the trampoline sees the difference.
 * x86_64, both conventions: where arguments matter there is a _sysv and a _win64 twin.
 */
#if defined(__x86_64__)
        .intel_syntax noprefix
        .text

        .macro  function name
        .globl  \name
        .p2align 4
\name:
        .endm

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

function loom_ok_deep
        sub     rsp, 4096
        mov     qword ptr [rsp], 0
        add     rsp, 4096
        ret

function loom_ok_vzeroupper
        vcmpps  ymm3, ymm3, ymm3, 15
        vzeroupper
        ret

function loom_ok_vex128
        vpaddd  xmm3, xmm3, xmm4
        vpxor   xmm5, xmm3, xmm4
        ret

        .irp r, rax,rcx,rdx,rbx,rbp,rsi,rdi,r8,r9,r10,r11,r12,r13,r14,r15
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

function loom_bad_sp_up
        pop     rax
        add     rsp, 8
        jmp     rax

function loom_bad_sp_down
        pop     rax
        push    rax
        jmp     rax

function loom_bad_direction
        std
        ret

function loom_bad_mxcsr
        push    0x1f80
        ldmxcsr [rsp]
        pop     rax
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

function loom_bad_above_sysv
        mov     byte ptr [rsp + 8], 0
        ret

function loom_bad_above_win64
        mov     byte ptr [rsp + 40], 0
        ret

function loom_bad_illegal
        ud2

function loom_bad_no_return
        pop     rax
        xor     eax, eax
        jmp     rax

        .macro  buffers suffix, first, second, second_low
function loom_bad_left_in_gpr_\suffix
        mov     rax, [\first + 16]
        ret
function loom_bad_left_in_xmm_\suffix
        movups  xmm5, [\first + 12]
        ret
function loom_bad_left_on_stack_\suffix
        mov     rax, [\first + 8]
        mov     [rsp - 100], rax
        xor     eax, eax
        ret
function loom_bad_write_after_\suffix
        not     byte ptr [\first + \second]
        ret
function loom_bad_write_before_\suffix
        not     byte ptr [\first - 1]
        ret
function loom_bad_write_input_\suffix
        not     byte ptr [\first + \second - 1]
        ret
function loom_bad_read_after_\suffix
        mov     al, [\first + \second]
        ret
function loom_bad_read_before_\suffix
        mov     al, [\first - 1]
        ret
function loom_whole_\suffix
        mov     rax, \second
        ret
function loom_narrow_\suffix
        mov     eax, \second_low
        ret
        .endm
        buffers sysv, rdi, rsi, esi
        buffers win64, rcx, rdx, edx

/* The sum of 1·first … 8·eighth: shows that every argument arrives, stack arguments included. */
function loom_sum8_sysv
        lea     rax, [rdi + rsi*2]
        lea     rax, [rax + rcx*4]
        lea     rdx, [rdx + rdx*2]
        add     rax, rdx
        lea     r8, [r8 + r8*4]
        add     rax, r8
        imul    r9, r9, 6
        add     rax, r9
        imul    rcx, [rsp + 8], 7
        add     rax, rcx
        imul    rcx, [rsp + 16], 8
        add     rax, rcx
        ret
function loom_sum8_win64
        lea     rax, [rcx + rdx*2]
        lea     rax, [rax + r9*4]
        lea     r8, [r8 + r8*2]
        add     rax, r8
        imul    rcx, [rsp + 40], 5
        add     rax, rcx
        imul    rcx, [rsp + 48], 6
        add     rax, rcx
        imul    rcx, [rsp + 56], 7
        add     rax, rcx
        imul    rcx, [rsp + 64], 8
        add     rax, rcx
        ret
#endif
#if defined(__linux__) && defined(__ELF__)
        .section .note.GNU-stack,"",%progbits
#endif
