/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * call_and_dump(function, arguments, dump): rdi, rsi, rdx. Clears vector registers and the stack below, calls with
 * the WORDS words at `arguments`, stores all registers and that stack. WIN64: the function is of that convention.
 * LEVEL: 1 SSE, 2 AVX, 3 AVX-512. */

    .intel_syntax noprefix
    .text
    .globl call_and_dump
    .type call_and_dump, @function
call_and_dump:
    push rbx
    push rbp
    push r12
    push r13
    push r14
    push r15
    sub rsp, 40 + 8 * WORDS
    mov rbx, rdx
    mov rax, rdi
    xor r10d, r10d
    lea r11, [rsp - 8192]
1:  mov [r11], r10
    add r11, 8
    cmp r11, rsp
    jne 1b
#if LEVEL == 3
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    vpxord zmm\n, zmm\n, zmm\n
    .endr
#elif LEVEL == 2
    vzeroall
#else
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    pxor xmm\n, xmm\n
    .endr
#endif
    mov r10, rsi
#ifdef WIN64
    mov ecx, WORDS              /* the first four where a callee may write */
#else
    add rsi, 48
    mov ecx, WORDS - 6
#endif
    mov rdi, rsp
    rep movsq
#ifdef WIN64
    mov rcx, [r10]
    mov rdx, [r10 + 8]
    mov r8, [r10 + 16]
    mov r9, [r10 + 24]
#else
    mov rdi, [r10]
    mov rsi, [r10 + 8]
    mov rdx, [r10 + 16]
    mov rcx, [r10 + 24]
    mov r8, [r10 + 32]
    mov r9, [r10 + 40]
#endif
    xor r10d, r10d
    xor r11d, r11d
    call rax
    mov [rbx], rax
    mov [rbx + 8], rcx
    mov [rbx + 16], rdx
    mov [rbx + 24], rsi
    mov [rbx + 32], rdi
    mov [rbx + 40], r8
    mov [rbx + 48], r9
    mov [rbx + 56], r10
    mov [rbx + 64], r11
    mov [rbx + 72], rbp
    mov [rbx + 80], r12
    mov [rbx + 88], r13
    mov [rbx + 96], r14
    mov [rbx + 104], r15
#if LEVEL == 3
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    vmovdqu64 [rbx + 256 + 64 * \n], zmm\n
    .endr
    vzeroupper
#elif LEVEL == 2
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    vmovdqu [rbx + 256 + 64 * \n], ymm\n
    .endr
    vzeroupper
#else
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
    movdqu [rbx + 256 + 64 * \n], xmm\n
    .endr
#endif
    lea rsi, [rsp - 8192]
    lea rdi, [rbx + 4096]
    mov ecx, 1024
    rep movsq
    add rsp, 40 + 8 * WORDS
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    ret
    .section .note.GNU-stack, "", @progbits
