/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Sets of CPU features, their names and prerequisites. The detection itself is in cpu_x86.c and cpu_arm.c.
 */
#include "cpu.h"

#include <string.h>

struct feature_row {
    const char *name;
    enum loom_feature feature;
};

static const struct feature_row feature_rows[] = {
#define ROW(symbol, bit, name) {name, LOOM_CPU_##symbol},
    LOOM_FEATURES(ROW)
#undef ROW
};

#define FEATURE_ROWS (sizeof feature_rows / sizeof feature_rows[0])

/* What a feature presupposes. A hypervisor or ASMLOOM_CPU may clear the right-hand one alone; instructions of
 * the left-hand one must then not be used either. Ordered so that one pass from the top settles every chain.
 */
static const struct {
    enum loom_feature feature, needs;
} prerequisites[] = {
    {LOOM_CPU_SSE3, LOOM_CPU_SSE2},
    {LOOM_CPU_SSSE3, LOOM_CPU_SSE3},
    {LOOM_CPU_SSE41, LOOM_CPU_SSSE3},
    {LOOM_CPU_SSE42, LOOM_CPU_SSE41},
    {LOOM_CPU_PCLMUL, LOOM_CPU_SSE2},
    {LOOM_CPU_SHA, LOOM_CPU_SSE2},
    {LOOM_CPU_GFNI, LOOM_CPU_SSE2},
    {LOOM_CPU_AVX, LOOM_CPU_SSE42},
    {LOOM_CPU_F16C, LOOM_CPU_AVX},
    {LOOM_CPU_FMA, LOOM_CPU_AVX},
    {LOOM_CPU_XOP, LOOM_CPU_AVX},
    {LOOM_CPU_AVX2, LOOM_CPU_AVX},
    {LOOM_CPU_VAES, LOOM_CPU_AVX},
    {LOOM_CPU_VAES, LOOM_CPU_AES},
    {LOOM_CPU_VPCLMULQDQ, LOOM_CPU_AVX},
    {LOOM_CPU_VPCLMULQDQ, LOOM_CPU_PCLMUL},
    {LOOM_CPU_AVXIFMA, LOOM_CPU_AVX2},
    {LOOM_CPU_AVXVNNI, LOOM_CPU_AVX2},
    {LOOM_CPU_AVX512F, LOOM_CPU_AVX2},
    {LOOM_CPU_AVX512F, LOOM_CPU_FMA},
    {LOOM_CPU_AVX512CD, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512BW, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512DQ, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512VL, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512IFMA, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512VBMI, LOOM_CPU_AVX512BW},
    {LOOM_CPU_AVX512VBMI2, LOOM_CPU_AVX512BW},
    {LOOM_CPU_AVX512VNNI, LOOM_CPU_AVX512F},
    {LOOM_CPU_AVX512BITALG, LOOM_CPU_AVX512BW},
    {LOOM_CPU_AVX512VPOPCNTDQ, LOOM_CPU_AVX512F},
    {LOOM_CPU_PMULL, LOOM_CPU_NEON},
    {LOOM_CPU_SHA1, LOOM_CPU_NEON},
    {LOOM_CPU_SHA256, LOOM_CPU_NEON},
    {LOOM_CPU_SHA3, LOOM_CPU_NEON},
    {LOOM_CPU_RDM, LOOM_CPU_NEON},
    {LOOM_CPU_DOTPROD, LOOM_CPU_NEON},
    {LOOM_CPU_I8MM, LOOM_CPU_NEON},
    {LOOM_CPU_BF16, LOOM_CPU_NEON},
    {LOOM_CPU_SVE, LOOM_CPU_NEON},
    {LOOM_CPU_SVE2, LOOM_CPU_SVE},
    {LOOM_CPU_SVEAES, LOOM_CPU_SVE2},
    {LOOM_CPU_SVEPMULL, LOOM_CPU_SVEAES},
    {LOOM_CPU_SVEBITPERM, LOOM_CPU_SVE2},
    {LOOM_CPU_SVESHA3, LOOM_CPU_SVE2},
    {LOOM_CPU_SVESM4, LOOM_CPU_SVE2},
/* Names that both ISAs have hang on that ISA's own vector unit. */
#if defined(LOOM_X86)
    {LOOM_CPU_AES, LOOM_CPU_SSE2},
    {LOOM_CPU_SHA512, LOOM_CPU_AVX2},
    {LOOM_CPU_SM3, LOOM_CPU_AVX},
    {LOOM_CPU_SM4, LOOM_CPU_AVX},
#else
    {LOOM_CPU_AES, LOOM_CPU_NEON},
    {LOOM_CPU_SHA512, LOOM_CPU_NEON},
    {LOOM_CPU_SM3, LOOM_CPU_NEON},
    {LOOM_CPU_SM4, LOOM_CPU_NEON},
#endif
};

int loom_features_has(const struct loom_features *set, enum loom_feature feature)
{
    return (int)(set->word[(unsigned)feature / 64] >> ((unsigned)feature % 64) & 1);
}

void loom_features_add(struct loom_features *set, enum loom_feature feature)
{
    set->word[(unsigned)feature / 64] |= (uint64_t)1 << ((unsigned)feature % 64);
}

void loom_features_remove(struct loom_features *set, enum loom_feature feature)
{
    set->word[(unsigned)feature / 64] &= ~((uint64_t)1 << ((unsigned)feature % 64));
}

void loom_features_close(struct loom_features *set)
{
    int changed;
    do { /* repeated, so that a misplaced row above costs a pass and not a crash on somebody's CPU */
        changed = 0;
        for (size_t i = 0; i < sizeof prerequisites / sizeof prerequisites[0]; i++) {
            if (loom_features_has(set, prerequisites[i].feature) &&
                !loom_features_has(set, prerequisites[i].needs)) {
                loom_features_remove(set, prerequisites[i].feature);
                changed = 1;
            }
        }
    } while (changed);
}

enum loom_feature loom_feature_next(enum loom_feature after)
{
    for (size_t i = 0; i < FEATURE_ROWS; i++) { /* the rows are in bit order */
        if (after == LOOM_CPU_NONE || feature_rows[i].feature > after) {
            return feature_rows[i].feature;
        }
    }
    return LOOM_CPU_NONE;
}

const char *loom_feature_name(enum loom_feature feature)
{
    for (size_t i = 0; i < FEATURE_ROWS; i++) {
        if (feature_rows[i].feature == feature) {
            return feature_rows[i].name;
        }
    }
    return "?";
}

/* The next character of a name in the form used for comparing, or 0 at its end; moves *at past it. */
static char next_folded(const char *name, size_t length, size_t *at)
{
    while (*at < length) {
        char c = name[(*at)++];
        if (c != '.' && c != '_') {
            return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    return 0;
}

enum loom_feature loom_feature_find(const char *name, size_t length)
{
    for (size_t i = 0; i < FEATURE_ROWS; i++) {
        const char *known = feature_rows[i].name;
        size_t known_length = strlen(known), at = 0, known_at = 0;
        char a, b;
        do {
            a = next_folded(name, length, &at);
            b = next_folded(known, known_length, &known_at);
        } while (a == b && a != 0);
        if (a == b) {
            return feature_rows[i].feature;
        }
    }
    return LOOM_CPU_NONE;
}

static const struct {
    const char *name;
    enum loom_uarch parent;
} uarch_rows[LOOM_UARCH_COUNT] = {
#define ROW(symbol, parent, name) {name, LOOM_UARCH_##parent},
    LOOM_UARCHES(ROW)
#undef ROW
};

const char *loom_uarch_name(enum loom_uarch uarch)
{
    return uarch_rows[uarch].name;
}

enum loom_uarch loom_uarch_parent(enum loom_uarch uarch)
{
    return uarch_rows[uarch].parent;
}

void loom_cpu_detect(struct loom_cpu *cpu)
{
    memset(cpu, 0, sizeof *cpu);
    cpu->uarch = LOOM_UARCH_generic;
#if defined(LOOM_X86)
    loom_cpu_detect_x86(cpu);
#elif defined(LOOM_ARM64)
    loom_cpu_detect_arm(cpu);
#endif
    loom_features_close(&cpu->features);
}
