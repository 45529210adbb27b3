/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Sets of CPU features, their names and prerequisites. cpu_x86.c and cpu_arm.c detect them.
 */
#include "cpu.h"

#include <string.h>

struct feature_row {
    const char *name;
    enum loom_feature feature, needs[2];
};

static const struct feature_row feature_rows[] = {
#define ROW(symbol, bit, name, needs, needs_too) {name, LOOM_CPU_##symbol, {LOOM_CPU_##needs, LOOM_CPU_##needs_too}},
    LOOM_FEATURES(ROW)
#undef ROW
};

#define FEATURE_ROWS (sizeof feature_rows / sizeof feature_rows[0])

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
    do { /* chains of prerequisites take several passes */
        changed = 0;
        for (size_t i = 0; i < 2 * FEATURE_ROWS; i++) {
            const struct feature_row *row = &feature_rows[i / 2];
            enum loom_feature need = row->needs[i % 2];
            if (need != LOOM_CPU_NONE && loom_features_has(set, row->feature) && !loom_features_has(set, need)) {
                loom_features_remove(set, row->feature);
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

/* The next character that counts in a comparison, in lower case, or 0 at the end of the name. Moves *at past it. */
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
