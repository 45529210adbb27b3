/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Sets of CPU features, their names and prerequisites. cpu_x86.c and cpu_arm.c detect them.
 */
#include "cpu.h"

#include "memory.h"

#if !defined(LOOM_FREESTANDING)

/* Names in a row, without a pointer for each: a pointer is a relocation. */
static const char feature_names[] =
#define ROW(symbol, name) name "\0"
    LOOM_FEATURES(ROW)
#undef ROW
    ;

/* Entry `number` of a row of names. */
static const char *name_in(const char *names, unsigned number)
{
    for (; number > 0; number--) {
        names += strlen(names) + 1;
    }
    return names;
}

#endif

/* A feature and a prerequisite of the feature. The rows of a prerequisite's own prerequisites come first. */
static const unsigned char needs[][2] = {
#define ROW(symbol, need) {LOOM_CPU_##symbol, LOOM_CPU_##need},
#if defined(LOOM_X86)
    LOOM_X86_NEEDS(ROW)
#elif defined(LOOM_ARM64)
    LOOM_AARCH64_NEEDS(ROW)
#endif
#undef ROW
        {LOOM_CPU_NONE, 0},
};

#if defined(LOOM_X86)
enum { NEEDED = LOOM_X86_NEEDS_NEEDED };
#elif defined(LOOM_ARM64)
enum { NEEDED = LOOM_AARCH64_NEEDS_NEEDED };
#else
enum { NEEDED = 0 };
#endif

static LOOM_COLD void close_first(struct loom_features *set, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        if (!loom_features_has(set, (enum loom_feature)needs[i][1])) {
            loom_features_remove(set, (enum loom_feature)needs[i][0]);
        }
    }
}

void loom_features_close(struct loom_features *set)
{
    close_first(set, sizeof needs / sizeof *needs - 1);
}

enum loom_feature loom_feature_next(enum loom_feature after)
{
    unsigned next = after == LOOM_CPU_NONE ? 0 : (unsigned)after + 1;
    return next < LOOM_CPU_COUNT ? (enum loom_feature)next : LOOM_CPU_NONE;
}

#if !defined(LOOM_FREESTANDING)

const char *loom_feature_name(enum loom_feature feature)
{
    return name_in(feature_names, (unsigned)feature);
}

/* Returns the next character that counts in a comparison, in lower case, or 0 at the end of the name. Moves *at past
 * the character. */
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
    const char *known = feature_names;
    for (unsigned i = 0; i < LOOM_CPU_COUNT; i++, known += strlen(known) + 1) {
        size_t known_length = strlen(known), at = 0, known_at = 0;
        char a, b;
        do {
            a = next_folded(name, length, &at);
            b = next_folded(known, known_length, &known_at);
        } while (a == b && a != 0);
        if (a == b) {
            return (enum loom_feature)i;
        }
    }
    return LOOM_CPU_NONE;
}

#define ROW(symbol, parent, name, wide) name "\0"
static const char uarch_names[] = LOOM_UARCHES(ROW);
#undef ROW

const char *loom_uarch_name(enum loom_uarch uarch)
{
    return name_in(uarch_names, (unsigned)uarch);
}

#endif

static const struct {
    uint8_t parent, wide;
} uarch_rows[LOOM_UARCH_COUNT] = {
#define ROW(symbol, parent, name, wide) {LOOM_UARCH_##parent, wide},
    LOOM_UARCHES(ROW)
#undef ROW
};

enum loom_uarch loom_uarch_parent(enum loom_uarch uarch)
{
    return (enum loom_uarch)uarch_rows[uarch].parent;
}

int loom_uarch_wide(enum loom_uarch uarch)
{
    return uarch_rows[uarch].wide;
}

enum loom_uarch loom_uarch_common(enum loom_uarch a, enum loom_uarch b)
{
    while (a != b) { /* a parent stands above its children */
        if (a > b) {
            a = loom_uarch_parent(a);
        } else {
            b = loom_uarch_parent(b);
        }
    }
    return a;
}

enum loom_uarch loom_uarch_find(const struct loom_core *list, uint32_t family, uint32_t model)
{
    const loom_core_number most = (loom_core_number)-1;
    family = family < most ? family : most;
    model = model < most ? model : most;
    while (family < list->families[0] || family > list->families[1] || model < list->models[0] ||
           model > list->models[1]) {
        list++;
    }
    return (enum loom_uarch)list->uarch;
}

void loom_cpu_detect(struct loom_cpu *cpu, enum loom_detail detail)
{
    memset(cpu, 0, sizeof *cpu); /* 0 is LOOM_UARCH_generic */
#if defined(LOOM_X86)
    loom_cpu_detect_x86(cpu, detail);
#elif defined(LOOM_ARM64)
    detail = LOOM_DETAIL_ALL; /* answers cost little */
    loom_cpu_detect_arm(cpu);
#endif
    close_first(&cpu->features, detail == LOOM_DETAIL_ALL ? sizeof needs / sizeof *needs - 1 : NEEDED);
}
