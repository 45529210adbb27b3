/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A comparison whose time depends on the length alone.
 */
#include "bytes.h"
#include "clean.h"

#include "memory.h"

#if defined(__x86_64__) && !defined(__arm64ec__) && !defined(__ILP32__) && (defined(__GNUC__) || defined(__clang__))

/* The buffers' words are in the registers `x` and `any` alone, and in no copy that a compiler makes. At the end of each
 * statement `x` is zero, and `any` and the flags tell only the result. No stack is left to clean, which took longer
 * than the comparison of 16 bytes. Words may overlap. */
#define WORDS_AT(place_a, place_b) \
    "mov " place_a ", %[x]\n\t"    \
    "xor " place_b ", %[x]\n\t"    \
    "or %[x], %[any]\n\t"
#define FROM_START(offset) WORDS_AT(offset "(%[a])", offset "(%[b])")
#define FROM_END(offset) WORDS_AT(offset "(%[a], %[left])", offset "(%[b], %[left])")
#define COMPARE(...)                                                                               \
    __asm__ volatile("xor %k[any], %k[any]\n\t" __VA_ARGS__ /* any = any == 0 */                   \
                     "neg %[any]\n\t"                                                              \
                     "sbb %k[any], %k[any]\n\t"                                                    \
                     "xor %k[x], %k[x]\n\t"                                                        \
                     "inc %k[any]"                                                                 \
                     : [any] "=&r"(any), [x] "=&r"(x), [a] "+r"(a), [b] "+r"(b), [left] "+r"(left) \
                     :                                                                             \
                     : "cc", "memory")

#if defined(__SSE2__)
/* The same by vectors, in registers that no convention saves. */
#define VECTOR_AT(place_a, place_b, x, y, any) \
    "movdqu " place_a ", %%" x "\n\t"          \
    "movdqu " place_b ", %%" y "\n\t"          \
    "pxor %%" x ", %%" y "\n\t"                \
    "por %%" y ", %%" any "\n\t"
#define FOUR_AT(a, b)                                 \
    VECTOR_AT("0" a, "0" b, "xmm0", "xmm1", "xmm4")   \
    VECTOR_AT("16" a, "16" b, "xmm2", "xmm3", "xmm5") \
    VECTOR_AT("32" a, "32" b, "xmm0", "xmm1", "xmm4") \
    VECTOR_AT("48" a, "48" b, "xmm2", "xmm3", "xmm5")
#define ZERO(x) "pxor %%" x ", %%" x "\n\t"

/* Whether 64 bytes or more are equal. */
static LOOM_INNER int equal_vectors(const uint8_t *a, const uint8_t *b, size_t length)
{
    size_t left = length - 64;
    uint32_t any;
    __asm__ volatile(ZERO("xmm4") ZERO("xmm5") "1:\n\t" FOUR_AT("(%[a])", "(%[b])") /* 64 bytes a turn */
                     "add $64, %[a]\n\t"
                     "add $64, %[b]\n\t"
                     "sub $64, %[left]\n\t"
                     "ja 1b\n\t" /* the last 64 bytes end where `left` more are left */
                     FOUR_AT("(%[a], %[left])", "(%[b], %[left])") "por %%xmm5, %%xmm4\n\t" /* */
                     ZERO("xmm0") "pcmpeqb %%xmm0, %%xmm4\n\t"
                                  "pmovmskb %%xmm4, %[any]\n\t"
                                  "sub $0xffff, %[any]\n\t"
                                  "neg %[any]\n\t"
                                  "sbb %[any], %[any]\n\t" /* */
                     ZERO("xmm1") ZERO("xmm2") ZERO("xmm3") ZERO("xmm4") ZERO("xmm5") "inc %[any]"
                     : [any] "=&r"(any), [a] "+r"(a), [b] "+r"(b), [left] "+r"(left)
                     :
                     : "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5");
    return (int)any;
}
#endif

int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length)
{
#if defined(__SSE2__)
    if (length >= 64) {
        return equal_vectors(a, b, length);
    }
#endif
    size_t x, any, left = length - 8; /* before the last word */
    if (left <= 8) {
        COMPARE(FROM_START("0") FROM_END("0"));
    } else if (left <= 24) {
        COMPARE(FROM_START("0") FROM_START("8") FROM_END("-8") FROM_END("0"));
    } else if (length > 32) {
        left = length - 32;
        COMPARE("1:\n\t" FROM_START("0") FROM_START("8") FROM_START("16") FROM_START("24") /* 32 bytes a turn */
                "add $32, %[a]\n\t"
                "add $32, %[b]\n\t"
                "sub $32, %[left]\n\t"
                "ja 1b\n\t" /* the last 32 bytes end where `left` more are left */
                FROM_END("0") FROM_END("8") FROM_END("16") FROM_END("24"));
    } else if (length > 0) {
        left = length;
        COMPARE("1:\n\t"
                "movzbl -1(%[a], %[left]), %k[x]\n\t"
                "xor -1(%[b], %[left]), %b[x]\n\t"
                "or %[x], %[any]\n\t"
                "dec %[left]\n\t"
                "jnz 1b\n\t");
    } else {
        any = 1;
    }
    return (int)any;
}

#else

/* `hidden` keeps the compiler from leaving the loops at the first difference. */
static LOOM_INNER int equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    size_t different = 0, i = 0;
    for (; length - i >= sizeof(size_t); i += sizeof(size_t)) {
        size_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        different |= hidden(x ^ y);
    }
    for (; i < length; i++) {
        different |= hidden((size_t)(a[i] ^ b[i]));
    }
    different = hidden(different | (0 - different)); /* the highest bit is set if any is */
    return (int)(different >> (8 * sizeof(size_t) - 1) ^ 1);
}

int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length)
{
    int result = equal(a, b, length);
    loom_clean_words(); /* `hidden` keeps the words out of vectors */
    return result;
}

#endif
