/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Sets of features, their names and prerequisites, and the tree of microarchitectures. With MANY, only the sets, with
 * more features than a word of a set has bits. The first line that does not hold is told.
 */
#include "internal.h"
#if defined(MANY)
#define LOOM_CPU_COUNT 200
#endif
#include "cpu.c"

#include <stdio.h>
#include <stdlib.h>

#include "space/holds.h"

/* ---- sets ---- */

static void sets(void)
{
    for (unsigned f = 0; f < LOOM_CPU_COUNT; f++) {
        struct loom_features one, rest;
        memset(&one, 0, sizeof one);
        memset(&rest, 0xff, sizeof rest);
        loom_features_add(&one, (enum loom_feature)f, 0);
        HOLDS(!loom_features_has(&one, (enum loom_feature)f));
        loom_features_add(&one, (enum loom_feature)f, 1 << 20);
        loom_features_add(&one, (enum loom_feature)f, 1);
        loom_features_add(&one, (enum loom_feature)f, 0);
        loom_features_remove(&rest, (enum loom_feature)f);
        loom_features_remove(&rest, (enum loom_feature)f);
        for (unsigned g = 0; g < LOOM_CPU_COUNT; g++) {
            HOLDS(loom_features_has(&one, (enum loom_feature)g) == (f == g));
            HOLDS(loom_features_has(&rest, (enum loom_feature)g) == (f != g));
        }
    }
}

#if defined(MANY)

int main(void)
{
    sets();
    return 0;
}

#else

/* ---- names ---- */

/* A feature's name in capitals, with points and lines between the letters, cut, and longer. */
static void names(void)
{
    unsigned seen = 0;
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        const char *name = loom_feature_name(f);
        char text[64];
        size_t length = strlen(name), at = 0;
        HOLDS((unsigned)f == seen++);
        HOLDS(loom_feature_find(name, length) == f);
        for (size_t i = 0; i < length; i++) {
            HOLDS(loom_feature_find(name, i) != f || name[i] == '.' || name[i] == '_');
            text[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
        }
        HOLDS(loom_feature_find(text, length) == f);
        for (size_t i = 0; i < length; i++) {
            text[at++] = i % 2 ? '.' : '_';
            text[at++] = name[i];
        }
        text[at++] = '.';
        HOLDS(loom_feature_find(text, at) == f);
        text[at++] = '0';
        HOLDS(loom_feature_find(text, at) == LOOM_CPU_NONE);
        for (size_t i = 0; i < length; i++) { /* another sign between or beside the letters' codes */
            memcpy(text, name, length);
            text[i] ^= 0x40;
            HOLDS(loom_feature_find(text, length) != f);
        }
    }
    HOLDS(seen == LOOM_CPU_COUNT);
    HOLDS(loom_feature_find("", 0) == LOOM_CPU_NONE && loom_feature_find("._", 2) == LOOM_CPU_NONE);
}

/* ---- prerequisites ---- */

#define PAIR(feature, need) {LOOM_CPU_##feature, LOOM_CPU_##need},
static const enum loom_feature pairs[][2] = {LOOM_X86_NEEDS(PAIR)};

/* Whether all prerequisites of a feature are in a set. */
static int satisfied(const struct loom_features *set, enum loom_feature f)
{
    int all = 1;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        all &= pairs[i][0] != f || loom_features_has(set, pairs[i][1]);
    }
    return all;
}

/* Without any one or two features: those that are left have their prerequisites, and no other feature is lost. */
static void prerequisites(void)
{
    for (unsigned a = 0; a < LOOM_CPU_COUNT; a++) {
        for (unsigned b = 0; b <= a; b++) {
            struct loom_features set;
            memset(&set, 0xff, sizeof set);
            loom_features_remove(&set, (enum loom_feature)a);
            loom_features_remove(&set, (enum loom_feature)b);
            loom_features_close(&set);
            for (unsigned f = 0; f < LOOM_CPU_COUNT; f++) {
                HOLDS(loom_features_has(&set, (enum loom_feature)f) ==
                      (f != a && f != b && satisfied(&set, (enum loom_feature)f)));
            }
        }
    }
}

/* ---- microarchitectures ---- */

static int is_above(enum loom_uarch above, enum loom_uarch below)
{
    while (below != above && below != LOOM_UARCH_generic) {
        below = loom_uarch_parent(below);
    }
    return below == above;
}

static void tree(void)
{
    static const struct {
        const char *name;
        enum loom_uarch parent;
        int wide;
    } rows_told[] = {
#define TOLD(symbol, parent, name, wide) {name, LOOM_UARCH_##parent, wide},
        LOOM_UARCHES(TOLD)};
    for (unsigned a = 0; a < LOOM_UARCH_COUNT; a++) {
        HOLDS(strcmp(loom_uarch_name((enum loom_uarch)a), rows_told[a].name) == 0);
        HOLDS(loom_uarch_parent((enum loom_uarch)a) == rows_told[a].parent);
        HOLDS(loom_uarch_wide((enum loom_uarch)a) == rows_told[a].wide);
        for (unsigned b = 0; b < LOOM_UARCH_COUNT; b++) {
            enum loom_uarch common = loom_uarch_common((enum loom_uarch)a, (enum loom_uarch)b);
            HOLDS(is_above(common, (enum loom_uarch)a) && is_above(common, (enum loom_uarch)b));
            for (unsigned c = 0; c < LOOM_UARCH_COUNT; c++) { /* the nearest one */
                HOLDS(!is_above((enum loom_uarch)c, (enum loom_uarch)a) ||
                      !is_above((enum loom_uarch)c, (enum loom_uarch)b) || is_above((enum loom_uarch)c, common));
            }
        }
    }
}

/* The first row whose families and models, the last ones included, have the CPU. */
static void lists(void)
{
    static const struct loom_core list[] = {{LOOM_UARCH_amd_zen2, {3, 5}, {7, 9}},
                                            {LOOM_UARCH_amd_zen3, {5, 5}, {9, 11}},
                                            {LOOM_UARCH_amd_generic, {0, UINT32_MAX}, {0, UINT32_MAX}}};
    for (uint32_t family = 2; family <= 6; family++) {
        for (uint32_t model = 6; model <= 12; model++) {
            int zen2 = family >= 3 && family <= 5 && model >= 7 && model <= 9;
            int zen3 = family == 5 && model >= 9 && model <= 11;
            HOLDS(loom_uarch_find(list, family, model) == (zen2   ? LOOM_UARCH_amd_zen2
                                                           : zen3 ? LOOM_UARCH_amd_zen3
                                                                  : LOOM_UARCH_amd_generic));
        }
    }
}

/* The detection writes all, whatever was there. */
static void detection(void)
{
    static struct loom_cpu first, second;
    memset(&first, 0xff, sizeof first);
    loom_cpu_detect(&first);
    loom_cpu_detect(&second);
    HOLDS(memcmp(&first, &second, sizeof first) == 0);
}

int main(void)
{
    sets();
    detection();
    names();
    prerequisites();
    tree();
    lists();
    return 0;
}

#endif
