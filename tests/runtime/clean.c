/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the functions that clean leave of registers and of the stack below. Both are full of marks before each call.
 *
 * clean LEVEL: 0 to 3, the registers that the detection tells of: none, SSE's, AVX's, those of AVX-512 (0 except on
 * x86). The program has the detection's place. The first line that does not hold is told. Status 77: this CPU has no
 * such registers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "cpu.h"

#include "space/holds.h"

enum { BELOW = 8192, SEEN = 7936 }; /* bytes of stack that are marked, and copied */
enum { NONE, SSE, AVX, AVX512 };
#define MARK UINT64_C(0xa5a5a5a5a5a5a5a5)

static int level, known; /* that the detection tells, and that this CPU has */

/* The stack below the call, and the registers behind the call. */
static uint8_t below[SEEN];
static uint64_t words[18], vectors[32][8], masks[8];
static uint64_t marks[8] = {MARK, MARK, MARK, MARK, MARK, MARK, MARK, MARK};
static uint8_t *end;                   /* of the stack that is below the caller, in `below` */
static const uint8_t *volatile buffer; /* for the compiler: anything may read this */

/* In place of cpu.c. */
void loom_cpu_detect(struct loom_cpu *cpu)
{
    memset(cpu, 0, sizeof *cpu);
#if defined(LOOM_X86)
    loom_features_add(&cpu->features, LOOM_CPU_SSE2, level >= SSE);
    loom_features_add(&cpu->features, LOOM_CPU_AVX, level >= AVX);
    loom_features_add(&cpu->features, LOOM_CPU_AVX512VL, level >= AVX512);
#endif
}

int loom_features_has(const struct loom_features *set, enum loom_feature feature)
{
    return (int)(set->word[feature / 64] >> feature % 64 & 1);
}

void loom_features_add(struct loom_features *set, enum loom_feature feature, int there)
{
    set->word[feature / 64] |= (uint64_t)there << feature % 64;
}

#if defined(__x86_64__)

enum { WORDS = 9, LOW_VECTORS = 16 };

#define EACH_LOW(R) R(0) R(1) R(2) R(3) R(4) R(5) R(6) R(7) R(8) R(9) R(10) R(11) R(12) R(13) R(14) R(15)
#define EACH_HIGH(R) R(16) R(17) R(18) R(19) R(20) R(21) R(22) R(23) R(24) R(25) R(26) R(27) R(28) R(29) R(30) R(31)
#define EACH_MASK(R) R(0) R(1) R(2) R(3) R(4) R(5) R(6) R(7)
#define FILL_XMM(n) "movups (%%r13), %%xmm" #n "\n\t"
#define FILL_YMM(n) "vmovups (%%r13), %%ymm" #n "\n\t"
#define FILL_ZMM(n) "vmovups (%%r13), %%zmm" #n "\n\t"
#define FILL_MASK(n) "kmovw (%%r13), %%k" #n "\n\t"
#define TAKE_XMM(n) "movups %%xmm" #n ", 64*" #n "(%%r13)\n\t"
#define TAKE_YMM(n) "vmovups %%ymm" #n ", 64*" #n "(%%r13)\n\t"
#define TAKE_ZMM(n) "vmovups %%zmm" #n ", 64*" #n "(%%r13)\n\t"
#define TAKE_MASK(n) "kmovw %%k" #n ", 8*" #n "(%%r13)\n\t"
#define WITH(text) __asm__ volatile(text : : "r"(r13) : "memory", "cc")
#define FILLED "mov %[marks], %%r13\n\t"

/* Marks everything, calls, and looks. One block of assembly for each kind of CPU: nothing comes between. */
#define AROUND(name, fill, take, masks_filled, masks_taken)                                                           \
    static __attribute__((noinline)) void name(void (*function)(size_t), size_t bytes)                                \
    {                                                                                                                 \
        register void (*call)(size_t) __asm__("r14") = function;                                                      \
        register size_t argument __asm__("r12") = bytes;                                                              \
        __asm__ volatile("mov %%rsp, %%rbx\n\t"                                                                       \
                         "sub $1024, %%rsp\n\t"                                                                       \
                         "and $-64, %%rsp\n\t"                                                                        \
                         "lea -8192(%%rsp), %%rdi\n\t"                                                                \
                         "mov $8192, %%ecx\n\t"                                                                       \
                         "mov $0xa5, %%eax\n\t"                                                                       \
                         "rep stosb\n\t"                                                                              \
                         "lea %[marks], %%r13\n\t" fill masks_filled "mov (%%r13), %%rax\n\t"                         \
                         "mov %%rax, %%rcx\n\tmov %%rax, %%rdx\n\tmov %%rax, %%rsi\n\tmov %%rax, %%r8\n\t"            \
                         "mov %%rax, %%r9\n\tmov %%rax, %%r10\n\tmov %%rax, %%r11\n\t"                                \
                         "mov %%r12, %%rdi\n\t"                                                                       \
                         "call *%%r14\n\t"                                                                            \
                         "lea %[words], %%r13\n\t"                                                                    \
                         "mov %%rax, (%%r13)\n\tmov %%rcx, 8(%%r13)\n\tmov %%rdx, 16(%%r13)\n\t"                      \
                         "mov %%rsi, 24(%%r13)\n\tmov %%rdi, 32(%%r13)\n\tmov %%r8, 40(%%r13)\n\t"                    \
                         "mov %%r9, 48(%%r13)\n\tmov %%r10, 56(%%r13)\n\tmov %%r11, 64(%%r13)\n\t"                    \
                         "lea %[vectors], %%r13\n\t" take "lea %[masks], %%r13\n\t" masks_taken                       \
                         "lea -7944(%%rsp), %%rsi\n\t"                                                                \
                         "lea %[below], %%rdi\n\t"                                                                    \
                         "mov $7936, %%ecx\n\t"                                                                       \
                         "rep movsb\n\t"                                                                              \
                         "mov %%rbx, %%rsp\n\t"                                                                       \
                         : [words] "=m"(words), [vectors] "=m"(vectors), [masks] "=m"(masks), [below] "=m"(below)     \
                         : "r"(call), "r"(argument), [marks] "m"(marks)                                               \
                         : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "rbx", "r13", "cc", "memory", \
                           "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",   \
                           "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");                                              \
    }
AROUND(around_sse, EACH_LOW(FILL_XMM), EACH_LOW(TAKE_XMM), "", "")
AROUND(around_avx, EACH_LOW(FILL_YMM), EACH_LOW(TAKE_YMM), "", "")
AROUND(around_avx512, EACH_LOW(FILL_ZMM) EACH_HIGH(FILL_ZMM), EACH_LOW(TAKE_ZMM) EACH_HIGH(TAKE_ZMM),
       EACH_MASK(FILL_MASK), EACH_MASK(TAKE_MASK))

static void around(void (*function)(size_t), size_t bytes)
{
    memset(masks, 0, sizeof masks);
    (known == AVX512 ? around_avx512 : known == AVX ? around_avx : around_sse)(function, bytes);
}

#elif defined(__i386__)

enum { WORDS = 3, LOW_VECTORS = 8 };

static __attribute__((noinline)) void around(void (*function)(size_t), size_t bytes)
{
    static uint32_t told[2];
    static void *stack;
    told[0] = (uint32_t)(uintptr_t)function;
    told[1] = (uint32_t)bytes;
    __asm__ volatile("mov %%esp, %[stack]\n\t"
                     "sub $1024, %%esp\n\t"
                     "and $-64, %%esp\n\t"
                     "lea -8192(%%esp), %%edi\n\t"
                     "mov $8192, %%ecx\n\t"
                     "mov $0xa5, %%eax\n\t"
                     "rep stosb\n\t"
                     "movups %[marks], %%xmm0\n\tmovups %[marks], %%xmm1\n\tmovups %[marks], %%xmm2\n\t"
                     "movups %[marks], %%xmm3\n\tmovups %[marks], %%xmm4\n\tmovups %[marks], %%xmm5\n\t"
                     "movups %[marks], %%xmm6\n\tmovups %[marks], %%xmm7\n\t"
                     "mov $0xa5a5a5a5, %%eax\n\tmov %%eax, %%ecx\n\tmov %%eax, %%edx\n\t"
                     "sub $4, %%esp\n\tpushl 4+%[told]\n\t"
                     "call *%[told]\n\t"
                     "mov %%eax, %[words]\n\tmov %%ecx, 8+%[words]\n\tmov %%edx, 16+%[words]\n\t"
                     "movups %%xmm0, %[vectors]\n\tmovups %%xmm1, 64+%[vectors]\n\tmovups %%xmm2, 128+%[vectors]\n\t"
                     "movups %%xmm3, 192+%[vectors]\n\tmovups %%xmm4, 256+%[vectors]\n\t"
                     "movups %%xmm5, 320+%[vectors]\n\tmovups %%xmm6, 384+%[vectors]\n\t"
                     "movups %%xmm7, 448+%[vectors]\n\t"
                     "lea -7940(%%esp), %%esi\n\t"
                     "lea %[below], %%edi\n\t"
                     "mov $7936, %%ecx\n\t"
                     "rep movsb\n\t"
                     "mov %[stack], %%esp\n\t"
                     : [words] "=m"(words), [vectors] "=m"(vectors), [below] "=m"(below), [stack] "+m"(stack)
                     : [marks] "m"(marks), [told] "m"(told)
                     : "eax", "ecx", "edx", "esi", "edi", "cc", "memory");
}

#else

enum { WORDS = 18, LOW_VECTORS = 32 };

#define EACH_WORD(R) R(0) R(1) R(2) R(3) R(4) R(5) R(6) R(7) R(8) R(9) R(10) R(11) R(12) R(13) R(14) R(15) R(16) R(17)
#define EACH_OTHER(R) R(18) R(19) R(20) R(21) R(22) R(23) R(24) R(25) R(26) R(27) R(28) R(29) R(30) R(31)
#define EACH_VECTOR(R) EACH_WORD(R) EACH_OTHER(R)
#define FILL_VECTOR(n) "ldr q" #n ", [x23]\n\t"
#define TAKE_VECTOR(n) "str q" #n ", [x23], #64\n\t"
#define FILL_WORD(n) "ldr x" #n ", [x23]\n\t"
#define TAKE_WORD(n) "str x" #n ", [x23, #8*" #n "]\n\t"
#define CHANGED(n) , "v" #n
#define CHANGED_WORD(n) , "x" #n

static __attribute__((noinline)) void around(void (*function)(size_t), size_t bytes)
{
    register void (*call)(size_t) __asm__("x20") = function;
    register size_t argument __asm__("x21") = bytes;
    register uint64_t *from __asm__("x24") = marks;
    register uint64_t *to __asm__("x25") = words;
    register uint64_t *to_vectors __asm__("x26") = vectors[0];
    register uint8_t *to_below __asm__("x27") = below;
    __asm__ volatile("mov x22, sp\n\t"
                     "sub sp, sp, #1024\n\t"
                     "sub x0, sp, #8192\n\t"
                     "ldr x1, [x24]\n"
                     "1:\n\tstr x1, [x0], #8\n\tmov x2, sp\n\tcmp x0, x2\n\tb.lo 1b\n\t"
                     "mov x23, x24\n\t" EACH_VECTOR(FILL_VECTOR)
                         EACH_WORD(FILL_WORD) "mov x0, x21\n\t"
                                              "blr x20\n\t"
                                              "mov x23, x25\n\t" EACH_WORD(TAKE_WORD) "mov x23, x26\n\t" EACH_VECTOR(
                                                  TAKE_VECTOR) "mov x2, sp\n\tmov x1, #7936\n\tsub x0, x2, x1\n"
                                                               "2:\n\tldr x1, [x0], #8\n\tstr x1, [x27], #8\n\tmov x2, "
                                                               "sp\n\tcmp x0, x2\n\tb.lo 2b\n\t"
                                                               "mov sp, x22\n\t"
                     : "+r"(to_below)
                     : "r"(call), "r"(argument), "r"(from), "r"(to), "r"(to_vectors)
                     : "x18", "x22", "x23", "x30", "cc", "memory" EACH_WORD(CHANGED_WORD) EACH_VECTOR(CHANGED));
}

#endif

/* Under the return address compilers leave padding beside the registers that they save. */
enum { PADDING = 40 };

/* Whether each whole word of the stack from `first` to before `last` bytes under the caller's frame, and padding, has
 * lost its mark, or has kept it. */
static int stack_is(int marked, size_t first, size_t last)
{
    int all = 1;
    for (size_t at = first < PADDING ? PADDING : first; at + 8 <= last; at += 8) {
        uint64_t word;
        memcpy(&word, end - at - 8, 8);
        all &= (word == MARK) == marked;
    }
    return all;
}

static int bytes_are_marks(size_t first, size_t last, const uint8_t *from, int marked)
{
    int all = 1;
    for (size_t at = first; at < last; at++) {
        all &= (from[at] == 0xa5) == marked && (marked || from[at] == 0);
    }
    return all;
}

static int words_are_zero(void)
{
    uint64_t any = 0;
    for (size_t i = 0; i < WORDS; i++) {
        any |= words[i];
    }
    return any == 0;
}

/* Bytes from `first` to before `last` of the vectors from `from` to before `to`. */
static int vectors_are(int marked, size_t from, size_t to, size_t first, size_t last)
{
    int all = 1;
    for (size_t n = from; n < to; n++) {
        all &= bytes_are_marks(first, last, (const uint8_t *)vectors[n], marked);
    }
    return all;
}

/* What the CPU and the system have is zero. What they lack, by the detection, is as it was: no instruction of theirs is
 * executed. The compiler itself may use the first four vectors, and `with_memset` the C library any. */
static void registers_are_clean(int with_memset)
{
    HOLDS(words_are_zero());
    if (with_memset && level < known) {
        return;
    }
#if defined(LOOM_X86)
    HOLDS(level == NONE ? vectors_are(1, 4, LOW_VECTORS, 0, 16) : vectors_are(0, 0, LOW_VECTORS, 0, 16));
#if defined(__x86_64__)
    HOLDS(known < AVX || vectors_are(level < AVX, level < SSE ? 4 : 0, 16, 16, 32));
    HOLDS(known < AVX512 || vectors_are(level < AVX, level < SSE ? 4 : 0, 16, 32, 64));
    HOLDS(known < AVX512 || vectors_are(level < AVX512, 16, 32, 0, 64));
    for (size_t n = 0; n < 8; n++) {
        HOLDS(known < AVX512 || masks[n] == (level < AVX512 ? MARK & 0xffff : 0));
    }
#endif
#else
    HOLDS(vectors_are(0, 0, 8, 0, 16) && vectors_are(0, 16, 32, 0, 16));
    HOLDS(vectors_are(1, 8, 16, 0, 8) && vectors_are(0, 8, 16, 8, 16)); /* the lower halves are the caller's */
#endif
}

static void registers_alone(size_t unused)
{
    (void)unused;
    loom_clean_registers();
}

static void words_alone(size_t unused)
{
    (void)unused;
    loom_clean_words();
}

static void deep(size_t unused)
{
    (void)unused;
    loom_clean_deep();
}

static void cleaning(void)
{
    for (size_t bytes = 8; bytes <= LOOM_ALL_DEAD; bytes += bytes < 512 ? 8 : 72) {
        around(loom_clean_below, bytes);
        HOLDS(stack_is(0, 0, bytes));
        HOLDS(bytes > 2048 || stack_is(1, bytes + 192, 3072)); /* no more than was asked for, roughly */
        registers_are_clean(bytes > LOOM_ALL_DEAD - 64);
    }
    around(loom_clean_below, LOOM_ALL_DEAD - 64); /* the last length that whole steps overwrite */
    HOLDS(stack_is(0, 0, LOOM_ALL_DEAD - 64));
    around(loom_clean_below, LOOM_ALL_DEAD);
    HOLDS(stack_is(0, 0, LOOM_ALL_DEAD));
    around(registers_alone, 0);
    registers_are_clean(0);
    around(words_alone, 0);
    HOLDS(words_are_zero() && stack_is(0, 0, LOOM_LITTLE_DEAD) && stack_is(1, LOOM_LITTLE_DEAD + 64, 1024));
    around(deep, 0);
    HOLDS(stack_is(0, 0, 2048) && stack_is(0, 2048 + 3 * PADDING, LOOM_ALL_DEAD + 2048));
    for (size_t i = 0; i < WORDS; i++) {
        HOLDS(words[i] != MARK);
    }
}

/* ---- memory ---- */

static void memory(void)
{
    static uint8_t room[300];
    for (size_t length = 0; length <= 260; length++) {
        memset(room, 0xa5, sizeof room);
        loom_wipe(room + 5, length);
        HOLDS(bytes_are_marks(0, 5, room, 1) && bytes_are_marks(5, 5 + length, room, 0));
        HOLDS(bytes_are_marks(5 + length, sizeof room, room, 1));
        memset(room, 0xa5, sizeof room);
        wipe_short(room + 5, length);
        HOLDS(bytes_are_marks(0, 5, room, 1) && bytes_are_marks(5, 5 + length, room, 0));
        HOLDS(bytes_are_marks(5 + length, sizeof room, room, 1));
    }
}

int main(int argc, char **argv)
{
    level = argc > 1 ? atoi(argv[1]) : 0;
    end = below + sizeof below;
    buffer = below;
#if defined(__x86_64__)
    known = __builtin_cpu_supports("avx512vl") ? AVX512 : __builtin_cpu_supports("avx") ? AVX : SSE;
#elif defined(__i386__)
    known = AVX;
#endif
    if (level > known) {
        return 77;
    }
    memory();                     /* the loader saves registers on the stack while it looks for memset */
    around(loom_clean_below, 64); /* the first call asks the detection */
    cleaning();
    return 0;
}
