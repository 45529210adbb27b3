/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Overwrites the dead stack and the registers, where C left copies of secrets.
 */
#include "clean.h"

#include "atomic.h"
#include "cpu.h"

/* Bytes to overwrite. At most 2.5 KiB of stack lie below a public function's frame: TLS records with SHA-384 (the block
 * function in assembly has 1,368 bytes) and the bit-sliced cipher need most. DEAD is less than a page: no guard page is
 * skipped. */
#if defined(__x86_64__) || defined(_M_X64)
enum { GAP = 8 }; /* with it the arrays begin right below the return address, without padding in between */
#else
enum { GAP = 0 };
#endif
enum { DEAD = 3072 + GAP, LITTLE_DEAD = 128 + GAP };

#if !defined(__GNUC__) && !defined(__clang__)

void loom_clean_registers(void)
{
}

#elif defined(LOOM_X86)

/* One instruction for each register of a list. */
#define ZERO_SSE(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define ZERO_AVX(n) "vpxor %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
#define ZERO_EVEX(n) "vpxord %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
#define ZERO_WORD(name) "xorl %%e" #name ", %%e" #name "\n\t"
#define ZERO_LONG(n) "xorl %%r" #n "d, %%r" #n "d\n\t"
#define TWO(zero, a, b) zero(a) zero(b)
#define FOUR(zero, a, b, c, d) TWO(zero, a, b) TWO(zero, c, d)

/* On Windows the low halves of xmm6 to xmm15 belong to the caller. */
#if defined(__x86_64__) && (defined(_WIN32) || defined(__CYGWIN__))
#define VECTORS(zero) FOUR(zero, 0, 1, 2, 3) TWO(zero, 4, 5)
#define WORDS TWO(ZERO_WORD, ax, cx) ZERO_WORD(dx) FOUR(ZERO_LONG, 8, 9, 10, 11)
#elif defined(__x86_64__)
#define VECTORS(zero) FOUR(zero, 0, 1, 2, 3) FOUR(zero, 4, 5, 6, 7) FOUR(zero, 8, 9, 10, 11) FOUR(zero, 12, 13, 14, 15)
#define WORDS FOUR(ZERO_WORD, ax, cx, dx, si) ZERO_WORD(di) FOUR(ZERO_LONG, 8, 9, 10, 11)
#else
#define VECTORS(zero) FOUR(zero, 0, 1, 2, 3) FOUR(zero, 4, 5, 6, 7)
#define WORDS TWO(ZERO_WORD, ax, cx) ZERO_WORD(dx)
#endif

/* A compiler without vector registers keeps nothing in them, and may not know their names. */
#if !defined(__SSE__)
#define VECTOR_NAMES "memory"
#elif defined(__x86_64__) && (defined(_WIN32) || defined(__CYGWIN__))
#define VECTOR_NAMES "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5"
#elif defined(__x86_64__)
#define VECTOR_NAMES                                                                                           \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
        "xmm13", "xmm14", "xmm15"
#else
#define VECTOR_NAMES "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7"
#endif
#if defined(__x86_64__)
#define WORD_NAMES "rax", "rcx", "rdx", "r8", "r9", "r10", "r11"
#else
#define WORD_NAMES "eax", "ecx", "edx"
#endif

/* The vector registers that the CPU has and the system saves. ASMLOOM_CPU does not change the level: the C library uses
 * the registers too. */
enum { UNKNOWN, NO_VECTORS, SSE, AVX, AVX512 };

static LOOM_INNER unsigned look(void)
{
    struct loom_cpu cpu;
    loom_cpu_detect(&cpu);
    return loom_features_has(&cpu.features, LOOM_CPU_AVX512VL) ? AVX512
           : loom_features_has(&cpu.features, LOOM_CPU_AVX)    ? AVX
           : loom_features_has(&cpu.features, LOOM_CPU_SSE2)   ? SSE
                                                               : NO_VECTORS;
}

static unsigned vectors(void)
{
    static unsigned known; /* all threads store the same value */
    unsigned level = LOOM_LOAD_FLAG(known);
    if (level == UNKNOWN) {
        level = look();
        LOOM_STORE_FLAG(known, level);
    }
    return level;
}

LOOM_INNER void loom_clean_registers(void)
{
    unsigned level = vectors();
    if (level >= AVX) { /* clears all upper halves, also above low halves that are the caller's */
        __asm__ volatile(VECTORS(ZERO_AVX) "vzeroupper" : : : VECTOR_NAMES);
    } else if (level == SSE) {
        __asm__ volatile(VECTORS(ZERO_SSE) : : : VECTOR_NAMES);
    }
#if defined(__x86_64__)
    if (level == AVX512) {
        __asm__ volatile(FOUR(ZERO_EVEX, 16, 17, 18, 19) FOUR(ZERO_EVEX, 20, 21, 22, 23) FOUR(ZERO_EVEX, 24, 25, 26, 27)
                             FOUR(ZERO_EVEX, 28, 29, 30, 31)
                         :
                         :
#if defined(__AVX512F__)
                         : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",
                           "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31"
#endif
        );
    }
#endif
#if defined(__x86_64__) && !defined(_WIN32) && !defined(__CYGWIN__)
    __asm__ volatile(WORDS : : : WORD_NAMES, "rsi", "rdi", "cc");
#else
    __asm__ volatile(WORDS : : : WORD_NAMES, "cc");
#endif
}

#elif defined(LOOM_ARM64)

#define ZERO_WORD(n) "mov x" #n ", xzr\n\t"
#define ZERO_VECTOR(n) "movi v" #n ".2d, #0\n\t"
#define ZERO_UPPER(n) "fmov d" #n ", d" #n "\n\t" /* the lower half is the caller's */
#define FOUR(zero, a, b, c, d) zero(a) zero(b) zero(c) zero(d)

/* Some systems reserve x18, and so does -ffixed-x18; elsewhere x18 is an ordinary register. Compilers with this
 * attribute know (gcc from 11 on, clang from 15 on). */
#if defined(__has_attribute)
#if __has_attribute(zero_call_used_regs)
#define ZERO_WORDS __attribute__((zero_call_used_regs("all-gpr")))
#endif
#endif

#if defined(ZERO_WORDS)
ZERO_WORDS
#endif
LOOM_INNER void loom_clean_registers(void)
{
    __asm__ volatile(FOUR(ZERO_VECTOR, 0, 1, 2, 3) FOUR(ZERO_VECTOR, 4, 5, 6, 7)
                     :
                     :
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7");
#if !defined(__arm64ec__) /* its convention keeps more registers, and forbids some */
    __asm__ volatile(FOUR(ZERO_UPPER, 8, 9, 10, 11) FOUR(ZERO_UPPER, 12, 13, 14, 15) FOUR(ZERO_VECTOR, 16, 17, 18, 19)
                         FOUR(ZERO_VECTOR, 20, 21, 22, 23) FOUR(ZERO_VECTOR, 24, 25, 26, 27)
                             FOUR(ZERO_VECTOR, 28, 29, 30, 31)
                     :
                     :
                     : "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29",
                       "v30", "v31");
#endif
#if !defined(ZERO_WORDS)
    __asm__ volatile(FOUR(ZERO_WORD, 0, 1, 2, 3) FOUR(ZERO_WORD, 4, 5, 6, 7) FOUR(ZERO_WORD, 8, 9, 10, 11)
                         FOUR(ZERO_WORD, 12, 15, 16, 17)
                     :
                     :
                     : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x15", "x16",
                       "x17");
#endif
#if !defined(ZERO_WORDS) && !defined(__arm64ec__)
    __asm__ volatile(ZERO_WORD(13) ZERO_WORD(14) : : : "x13", "x14");
#endif
}

#else

void loom_clean_registers(void)
{
}

#endif

void loom_clean(void)
{
    uint8_t dead[DEAD];
    loom_wipe(dead, sizeof dead);
    loom_clean_registers();
}

void loom_clean_little(void)
{
    uint8_t dead[LITTLE_DEAD];
    loom_wipe(dead, sizeof dead);
    loom_clean_registers();
}
