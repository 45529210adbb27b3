/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * call_and_dump(function, arguments, dump): x0 to x2. Calls with the WORDS words at `arguments`. */

    .text
    .globl call_and_dump
    .type call_and_dump, %function
call_and_dump:
    stp x29, x30, [sp, #-32]!
    mov x29, sp
    str x19, [sp, #16]
    mov x19, x2
    mov x9, x0
    sub sp, sp, #(8 * (WORDS - 8))
    sub x10, sp, #8192
1:  str xzr, [x10], #8
    cmp x10, x29
    b.ne 1b
    .irp n, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    movi v\n\().16b, #0
    .endr
    mov x10, x1
    ldp x0, x1, [x10]
    ldp x2, x3, [x10, #16]
    ldp x4, x5, [x10, #32]
    ldp x6, x7, [x10, #48]
    mov x11, sp
    .rept WORDS - 8
    ldr x12, [x10, #64]
    add x10, x10, #8
    str x12, [x11], #8
    .endr
    mov x11, #0
    mov x12, #0
    blr x9
    stp x0, x1, [x19]
    stp x2, x3, [x19, #16]
    stp x4, x5, [x19, #32]
    stp x6, x7, [x19, #48]
    stp x8, x9, [x19, #64]
    stp x10, x11, [x19, #80]
    stp x12, x13, [x19, #96]
    stp x14, x15, [x19, #112]
    stp x16, x17, [x19, #128]
    stp x20, x21, [x19, #144]
    stp x22, x23, [x19, #160]
    stp x24, x25, [x19, #176]
    stp x26, x27, [x19, #192]
    str x28, [x19, #208]
    .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    str q\n, [x19, #(256 + 16 * \n)]
    .endr
    sub x10, sp, #8192
    add x11, x19, #4096
2:  ldr x12, [x10], #8
    str x12, [x11], #8
    cmp sp, x10
    b.ne 2b
    mov sp, x29
    ldr x19, [sp, #16]
    ldp x29, x30, [sp], #32
    ret
    .section .note.GNU-stack, "", %progbits
