/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The registers that x86 functions must keep: 32-bit and 64-bit, System V and Windows.
 */
#include "driver.h"

#if defined(__x86_64__) || defined(__i386__)

#include <string.h>

#define FLAG_DIRECTION 0x400u
#define FLAGS_STATUS 0x8d5u /* CF PF AF ZF SF OF */
#define FLAGS_ALWAYS 0x202u /* reserved bit 1, interrupts on */
#define MXCSR_CONTROL 0xffc0u
#define MXCSR_CANARY 0x5f80u /* all masked, round up, unlike the default: a reset shows */
#define X87_CANARY 0x0a7fu   /* all masked, 53 bits, round up */
#define XCR0_AVX 0x6u
#define XCR0_AVX512 0xe6u
#define XINUSE_UPPER 0x44u /* ymm0-15 upper halves, zmm0-15 upper halves */

static void cpuid(uint32_t leaf, uint32_t sub, uint32_t out[4])
{
    __asm__ volatile("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(sub));
}

static uint32_t xgetbv(uint32_t which)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(which));
    return low;
}

uint64_t loom_probe_cpu(void)
{
    uint32_t r[4], leaf7, xcr0, clean, dirty, again, legacy;
    uint64_t cpu = 0;
    cpuid(0, 0, r);
    if (r[0] < 7) {
        return 0;
    }
    cpuid(1, 0, r);
    if ((r[2] & (1u << 27)) == 0 || (r[2] & (1u << 28)) == 0) {
        return 0;
    }
    xcr0 = xgetbv(0);
    if ((xcr0 & XCR0_AVX) != XCR0_AVX) {
        return 0;
    }
    cpu |= CPU_AVX;
    cpuid(7, 0, r);
    leaf7 = r[1];
    if ((xcr0 & XCR0_AVX512) == XCR0_AVX512 && (leaf7 & (1u << 16)) && (leaf7 & (1u << 30)) && (leaf7 & (1u << 31))) {
        cpu |= CPU_AVX512;
    }
    cpuid(0, 0, r);
    if (r[0] >= 0xd) {
        cpuid(0xd, 1, r);
        if (r[0] & 4u) {
            __asm__ volatile("vzeroupper" ::: "memory");
            clean = xgetbv(1);
            __asm__ volatile("vcmpps $15, %%ymm0, %%ymm0, %%ymm0" ::: "memory");
            dirty = xgetbv(1);
            __asm__ volatile("vzeroupper" ::: "memory");
            again = xgetbv(1);
            /* Some processors (Zen, in 32-bit mode) count legacy SSE as a use. The test ignores their answer. */
            __asm__ volatile("orps %%xmm0, %%xmm0" ::: "memory");
            legacy = xgetbv(1);
            if ((clean & 4u) == 0 && (dirty & 4u) != 0 && (again & 4u) == 0 && (legacy & 4u) == 0) {
                cpu |= CPU_XINUSE;
            }
        }
    }
    return cpu;
}

struct rules {
    uint32_t gpr;
    uint32_t vec;
    unsigned in_registers;
    unsigned shadow;
    unsigned word;
    uint8_t order[6];
};

#if defined(__x86_64__)
static const struct rules sysv64 = {0xf028u, 0, 6, 0, 8, {7, 6, 2, 1, 8, 9}};
static const struct rules win64 = {0xf0e8u, 0xffc0u, 4, 32, 8, {1, 2, 8, 9, 0, 0}};
#else
static const struct rules cdecl_rules = {0xe8u, 0, 0, 0, 4, {0}};
#endif

static const struct rules *find(enum loom_convention convention)
{
#if defined(__x86_64__)
    switch (convention) {
    case LOOM_SYSV64: return &sysv64;
    case LOOM_WIN64: return &win64;
#if defined(_WIN32)
    case LOOM_DEFAULT: return &win64;
#else
    case LOOM_DEFAULT: return &sysv64;
#endif
    default: return NULL;
    }
#else
    switch (convention) {
    case LOOM_DEFAULT:
    case LOOM_CDECL_SYSV:
    case LOOM_CDECL_WINDOWS: return &cdecl_rules;
    default: return NULL;
    }
#endif
}

int loom_convention_known(enum loom_convention convention)
{
    return find(convention) != NULL;
}

static unsigned alignment_slack(enum loom_convention convention, unsigned misalign)
{
    /* Windows promises 32-bit functions four-byte alignment only. */
#if defined(_WIN32) && defined(__i386__)
    if (convention == LOOM_DEFAULT) {
        convention = LOOM_CDECL_WINDOWS;
    }
#endif
    return convention == LOOM_CDECL_WINDOWS ? 4 * (misalign & 3u) : 0;
}

static void compare(const struct rules *rules, struct loom_verdict *verdict)
{
    const struct loom_state *before = &loom_call.before;
    const struct loom_state *after = &loom_call.after;
    unsigned i, upper;
    for (i = 0; i < 16; i++) {
        if ((rules->gpr >> i & 1u) && memcmp(&before->gpr[i], &after->gpr[i], rules->word) != 0) {
            verdict->gpr |= 1u << i;
        }
        if ((rules->vec >> i & 1u) && memcmp(before->vec[i], after->vec[i], 16) != 0) {
            verdict->vec |= 1u << i;
        }
    }
    if (after->gpr[4] != loom_call.sp) {
        verdict->special |= LOOM_BAD_SP;
    }
    if (after->flags & FLAG_DIRECTION) {
        verdict->special |= LOOM_BAD_DIRECTION;
    }
    if ((after->fpcr & MXCSR_CONTROL) != MXCSR_CANARY) {
        verdict->special |= LOOM_BAD_MXCSR;
    }
    if ((after->x87cw & 0xffffu) != X87_CANARY) {
        verdict->special |= LOOM_BAD_X87_CONTROL;
    }
    if (after->x87env[8] != 0xff || after->x87env[9] != 0xff) { /* tag word: all eight empty */
        verdict->special |= LOOM_BAD_X87_TAGS;
    }
    if (loom_call.clean && (loom_call.cpu & CPU_AVX)) {
        unsigned registers = rules->word == 8 ? 16 : 8;
        unsigned width = loom_call.cpu & CPU_AVX512 && rules->word == 8 ? 64 : 32;
        for (i = 0; i < registers; i++) {
            for (upper = 16; upper < width; upper++) {
                if (after->vec[i][upper] != 0) {
                    verdict->special |= LOOM_BAD_UPPER_DATA;
                }
            }
        }
        if ((loom_call.cpu & CPU_XINUSE) && (after->xinuse & XINUSE_UPPER)) {
            verdict->special |= LOOM_BAD_UPPER_XINUSE;
        }
    }
}

void loom_call_checked(enum loom_convention convention, uint64_t function, const uint64_t *args, const uint8_t *sizes,
                       unsigned count, unsigned clean, unsigned misalign, uint64_t seed, struct loom_verdict *verdict,
                       struct loom_fault *fault)
{
    const struct rules *rules = find(convention);
    struct loom_state *before = &loom_call.before;
    unsigned i, j, on_stack;
    size_t owned;
    uint8_t *sp;
    (void)sizes;
    for (i = 0; i < 32; i++) {
        before->gpr[i] = loom_random(&seed);
        for (j = 0; j < 64; j += 8) {
            uint64_t filler = loom_random(&seed);
            memcpy(before->vec[i] + j, &filler, 8);
        }
    }
    for (i = 0; i < 8; i++) {
        before->mask[i] = loom_random(&seed);
    }
    before->flags = FLAGS_ALWAYS | (loom_random(&seed) & FLAGS_STATUS);
    before->fpcr = MXCSR_CANARY;
    before->x87cw = X87_CANARY;
    memset(&loom_call.after, 0, sizeof loom_call.after);

    on_stack = count > rules->in_registers ? count - rules->in_registers : 0;
    owned = rules->shadow + (size_t)on_stack * rules->word;
    sp = loom_stack_prepare() - ((owned + 63) & ~(size_t)63) - alignment_slack(convention, misalign);
    for (i = 0; i < count; i++) {
        if (i < rules->in_registers) {
            before->gpr[rules->order[i]] = args[i];
        } else {
            memcpy(sp + rules->shadow + (size_t)(i - rules->in_registers) * rules->word, &args[i], rules->word);
        }
    }
    loom_call.function = function;
    loom_call.sp = (uint64_t)(uintptr_t)sp;
    loom_call.clean = clean;
    memset(verdict, 0, sizeof *verdict);
    loom_fault_arm(fault);
    loom_trampoline();
    loom_fault_disarm();
    if (fault->kind == 0) {
        compare(rules, verdict);
        loom_stack_check(sp, owned, verdict);
        /* the return address is the caller's */
        verdict->stack_used -= verdict->stack_used < rules->word ? verdict->stack_used : rules->word;
        verdict->value = loom_call.after.gpr[0];
        if (rules->word == 4) { /* the upper half of a result of 64 bits is in edx */
            verdict->value = (uint32_t)verdict->value | loom_call.after.gpr[2] << 32;
        }
    }
}

#else
typedef int loom_not_x86;
#endif
