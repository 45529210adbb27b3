/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * call_and_dump(function, arguments, dump), all on the stack. Calls with the WORDS words at `arguments`. LEVEL: 1 SSE, above that AVX. */

    .intel_syntax noprefix
    .text
    .globl call_and_dump
    .type call_and_dump, @function
call_and_dump:
    push ebx
    push ebp
    push esi
    push edi
    mov eax, [esp + 20]
    mov ecx, [esp + 24]
    mov ebx, [esp + 28]
    sub esp, 12
    add ecx, 4 * WORDS
    .rept WORDS
    sub ecx, 4
    push dword ptr [ecx]
    .endr
    lea ecx, [esp - 8192]
1:  mov dword ptr [ecx], 0
    add ecx, 4
    cmp ecx, esp
    jne 1b
#if LEVEL > 1
    vzeroall
#else
    .irp n, 0,1,2,3,4,5,6,7
    pxor xmm\n, xmm\n
    .endr
#endif
    call eax
    mov [ebx], eax
    mov [ebx + 4], ecx
    mov [ebx + 8], edx
    mov [ebx + 12], esi
    mov [ebx + 16], edi
    mov [ebx + 20], ebp
    .irp n, 0,1,2,3,4,5,6,7
#if LEVEL > 1
    vmovdqu [ebx + 256 + 64 * \n], ymm\n
#else
    movdqu [ebx + 256 + 64 * \n], xmm\n
#endif
    .endr
#if LEVEL > 1
    vzeroupper
#endif
    lea esi, [esp - 8192]
    lea edi, [ebx + 4096]
    mov ecx, 2048
    rep movsd
    add esp, 12 + 4 * WORDS
    pop edi
    pop esi
    pop ebp
    pop ebx
    ret
    .section .note.GNU-stack, "", @progbits
