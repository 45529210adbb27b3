/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Overwrites the dead stack and the registers, where C left copies of secrets.
 */
#include "clean.h"

#include "atomic.h"
#include "cpu.h"

/* Bytes to overwrite. At most 3.2 KiB of stack lie below a function that cleans: the block function of SHA-512 for four
 * messages has 3,032 bytes on Windows. Among functions for one message, TLS records with SHA-384 (1,368 bytes) and the
 * bit-sliced cipher need most, 2.5 KiB. DEAD is less than a page: no guard page is skipped.
 *
 * GAP lets the arrays begin right below the return address. Below registers that the compiler saves there it may leave
 * up to 16 bytes of padding, where the search for secrets finds none. */
#if defined(__x86_64__) || defined(_M_X64)
enum { GAP = 8 };
#else
enum { GAP = 0 };
#endif
enum { DEAD = LOOM_ALL_DEAD + GAP, STEP = 128 };

/* R(n) for each register of a range. */
#define FROM_0_TO_5(R) R(0) R(1) R(2) R(3) R(4) R(5)
#define FROM_0_TO_7(R) FROM_0_TO_5(R) R(6) R(7)
#define FROM_8_TO_11(R) R(8) R(9) R(10) R(11)
#define FROM_8_TO_15(R) FROM_8_TO_11(R) R(12) R(13) R(14) R(15)
#define FROM_16_TO_31(R) R(16) R(17) R(18) R(19) R(20) R(21) R(22) R(23) R(24) R(25) R(26) R(27) R(28) R(29) R(30) R(31)

/* `zero` is an instruction for a register. `named` tells the compiler that the register changes. */
#define CLEAR(registers, zero, named) __asm__ volatile(registers(zero) : : : "cc" registers(named))
#define UNNAMED(n)

#if defined(LOOM_X86) && (defined(__GNUC__) || defined(__clang__))

#define ZERO_SSE(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define ZERO_AVX(n) "vpxor %%xmm" #n ", %%xmm" #n ", %%xmm" #n "\n\t"
/* Of AVX-512, which the assembler may not know: vpxord xmm, xmm, xmm (16 to 31) and kxorw k, k, k. */
#define ZERO_EVEX(n) ".byte 0x62, 0xa1-0xa0*(" #n ">>3&1), 0x7d-8*(" #n "&15), 0, 0xef, 0xc0+9*(" #n "&7)\n\t"
#define ZERO_MASK(n) ".byte 0xc5, 0xfc-8*" #n ", 0x47, 0xc0+9*" #n "\n\t"
#define ZERO_WORD(name) "xor %%" #name ", %%" #name "\n\t"
#define NAMED_WORD(name) , #name

/* On Windows the low halves of xmm6 to xmm15 belong to the caller. */
#if defined(__x86_64__) && (defined(_WIN32) || defined(__CYGWIN__))
#define VECTORS(R) FROM_0_TO_5(R)
#define WORDS(R) R(rax) R(rcx) R(rdx) R(r8) R(r9) R(r10) R(r11)
#elif defined(__x86_64__)
#define VECTORS(R) FROM_0_TO_7(R) FROM_8_TO_15(R)
#define WORDS(R) R(rax) R(rcx) R(rdx) R(rsi) R(rdi) R(r8) R(r9) R(r10) R(r11)
#else
#define VECTORS(R) FROM_0_TO_7(R)
#define WORDS(R) R(eax) R(ecx) R(edx)
#endif

/* A compiler without vector registers keeps nothing in them, and may not know their names. */
#if defined(__SSE__)
#define NAMED_VECTOR(n) , "xmm" #n
#else
#define NAMED_VECTOR(n)
#endif
#if defined(__AVX512F__)
#define NAMED_EVEX(n) , "xmm" #n
#else
#define NAMED_EVEX(n)
#endif

/* The vector registers that the CPU has and the system saves. ASMLOOM_CPU does not change the level: the C library uses
 * the registers too. */
enum { UNKNOWN, NO_VECTORS, SSE, AVX, AVX512 };

static LOOM_INNER unsigned look(void)
{
    struct loom_cpu cpu;
    loom_cpu_detect(&cpu, LOOM_DETAIL_NEEDED);
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

/* Inlined where stack is overwritten too: few calls need the registers alone. */
static LOOM_INLINE void zero_registers(unsigned level)
{
    if (level >= AVX) { /* clears all upper halves, also above low halves that are the caller's */
        CLEAR(VECTORS, ZERO_AVX, NAMED_VECTOR);
        __asm__ volatile("vzeroupper");
    } else if (level == SSE) {
        CLEAR(VECTORS, ZERO_SSE, NAMED_VECTOR);
    }
#if defined(__x86_64__)
    if (level == AVX512) {
        CLEAR(FROM_16_TO_31, ZERO_EVEX, NAMED_EVEX);
        CLEAR(FROM_0_TO_7, ZERO_MASK, UNNAMED); /* a kernel chooses among table entries by masks */
    }
#endif
    CLEAR(WORDS, ZERO_WORD, NAMED_WORD);
}

LOOM_INNER void loom_clean_registers(void)
{
    zero_registers(vectors());
}

static LOOM_INLINE void clean_words(void)
{
    CLEAR(WORDS, ZERO_WORD, NAMED_WORD);
}

/* With AVX, half as many stores as the compiler's, which may only take what every CPU has. */
static LOOM_INLINE void wide_stores(uint8_t *to, size_t steps)
{
    __asm__ volatile("vpxor %%xmm0, %%xmm0, %%xmm0\n"
                     "1:\n\tvmovdqu %%ymm0, (%[to])\n\tvmovdqu %%ymm0, 32(%[to])\n\t"
                     "vmovdqu %%ymm0, 64(%[to])\n\tvmovdqu %%ymm0, 96(%[to])\n\t"
                     "sub $-128, %[to]\n\tdec %[steps]\n\tjnz 1b"
                     : [to] "+r"(to), [steps] "+r"(steps)
                     :
                     : "cc", "memory" NAMED_VECTOR(0));
}

#elif defined(LOOM_ARM64) && (defined(__GNUC__) || defined(__clang__))

#define ZERO_WORD(n) "mov x" #n ", xzr\n\t"
#define ZERO_VECTOR(n) "movi v" #n ".2d, #0\n\t"
#define ZERO_UPPER(n) "fmov d" #n ", d" #n "\n\t" /* the lower half is the caller's */
#define NAMED_WORD(n) , "x" #n
#define NAMED_VECTOR(n) , "v" #n

/* The convention of arm64ec keeps more registers, and forbids some. */
#if defined(__arm64ec__)
#define WORDS(R) FROM_0_TO_7(R) FROM_8_TO_11(R) R(12) R(15) R(16) R(17)
#else
#define WORDS(R) FROM_0_TO_7(R) FROM_8_TO_15(R) R(16) R(17)
#endif

/* Some systems reserve x18, and so does -ffixed-x18; elsewhere x18 is an ordinary register. A compiler with this
 * attribute knows whether x18 is reserved (gcc from 11 on, clang from 15 on). */
#if defined(__has_attribute)
#if __has_attribute(zero_call_used_regs)
#define ZERO_WORDS __attribute__((zero_call_used_regs("all-gpr")))
#endif
#endif

#if defined(ZERO_WORDS)
#define clean_words() ((void)0)
#else
#define ZERO_WORDS
static LOOM_INLINE void clean_words(void)
{
    CLEAR(WORDS, ZERO_WORD, NAMED_WORD);
}
#endif

ZERO_WORDS LOOM_INNER void loom_clean_registers(void)
{
    CLEAR(FROM_0_TO_7, ZERO_VECTOR, NAMED_VECTOR);
#if !defined(__arm64ec__)
    CLEAR(FROM_8_TO_15, ZERO_UPPER, UNNAMED);
    CLEAR(FROM_16_TO_31, ZERO_VECTOR, NAMED_VECTOR);
#endif
    clean_words();
}

#else

#define clean_words() ((void)0)

void loom_clean_registers(void)
{
}

#endif

/* Inlined, the array would share its memory with those of the caller. */
LOOM_INNER void loom_clean_below(size_t bytes)
{
    uint8_t dead[DEAD], *to;
    size_t steps = (bytes + STEP - 1) / STEP;
#if defined(ZERO_AVX)
    unsigned level = vectors();
#endif
    if (bytes > LOOM_ALL_DEAD - STEP) {
        loom_wipe(dead, sizeof dead);
    } else {
        to = dead + sizeof dead - STEP * steps;
#if defined(ZERO_AVX)
        if (level >= AVX) {
            wide_stores(to, steps);
            steps = 0;
        }
#endif
        for (; steps > 0; steps--, to += STEP) {
            wipe_short(to, STEP);
        }
    }
#if defined(ZERO_AVX)
    zero_registers(level);
#else
    loom_clean_registers();
#endif
}

/* The array keeps the place between the caller and what loom_clean overwrites. */
LOOM_INNER void loom_clean_deep(void)
{
    uint8_t dead[2048];
    loom_clean();
    loom_wipe(dead, sizeof dead);
}

#if !defined(ZERO_WORDS)
#define ZERO_WORDS
#endif

ZERO_WORDS void loom_clean_words(void)
{
    uint8_t dead[LOOM_LITTLE_DEAD + GAP];
    wipe_short(dead, sizeof dead);
    clean_words();
}
