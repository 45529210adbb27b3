/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Which kernels a batch uses, where the test makes the plans and the measured rows. The first line that does not hold
 * is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "tuning.h"

#undef LOOM_BATCHES
#define LOOM_BATCHES(B)                                 \
    B(sha1_blocks_x8, avx2, scalar, generic, 4, 3)      \
    B(sha1_blocks_x8, avx2, ssse3, generic, 5, 0)       \
    B(sha1_blocks_x8, avx2, scalar, amd_generic, 6, 7)  \
    B(sha1_blocks_x8, avx2, scalar, amd_zen4, 3, 2)     \
    B(sha1_blocks_x16, avx512, scalar, amd_zen3, 9, 0)  \
    B(sha1_blocks_x16, avx512, scalar, amd_zen4, 10, 1) \
    B(sha1_blocks_x4, ssse3, scalar, amd_generic, 2, 1) \
    B(sha256_blocks_x8, avx2, scalar, generic, 2, 1)

/* In place of dispatch's. */
static struct loom_choices choices;
#define loom_chosen(room) ((void)(room), (const struct loom_choices *)&choices)
#define loom_plan_of(kernel, chosen) ((const struct loom_plan *)&(chosen)->plan[kernel])
#include "batch_plan.c"

#include "space/holds.h"

enum { X8, X16, X4, X32 };
#define ROW(kernel, lanes) {LOOM_KERNEL_##kernel, LOOM_KERNEL_sha1_blocks, lanes}
static const struct loom_batch_many many[] = {ROW(sha1_blocks_x8, 8),
                                              ROW(sha1_blocks_x16, 16),
                                              ROW(sha1_blocks_x4, 4),
                                              {LOOM_KERNEL_sha256_blocks_x8, LOOM_KERNEL_sha256_blocks, 8},
                                              {0, 0, 0}};
static struct loom_batch_plan plan;

static uint8_t number_of(size_t kernel, const char *variant)
{
    for (size_t v = 0; v < loom_kernel_rows[kernel].variant_count; v++) {
        if (strcmp(loom_kernel_rows[kernel].variants[v].name, variant) == 0) {
            return (uint8_t)v;
        }
    }
    fprintf(stderr, "no variant %s\n", variant);
    exit(1);
}

/* One band more: from `least` bytes on. */
static void chosen(size_t kernel, uint32_t least, const char *variant, enum loom_reason reason)
{
    struct loom_plan *to = &choices.plan[kernel];
    struct loom_band band = {least, number_of(kernel, variant), (uint8_t)reason, LOOM_UARCH_generic};
    to->band[to->band_count++] = band;
}

static void begin(enum loom_uarch uarch, const char *one)
{
    memset(&choices, 0, sizeof choices);
    choices.cpu.uarch = uarch;
    chosen(LOOM_KERNEL_sha1_blocks, 0, "portable", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks, 64, one, LOOM_REASON_MEASURED);
}

static void all(void)
{
    for (size_t i = 0; many[i].lanes > 0; i++) {
        if (choices.plan[many[i].kernel].band_count == 0) {
            chosen(many[i].kernel, 0, "portable", LOOM_REASON_ORDER);
        }
    }
    memset(&plan, 0xff, sizeof plan);
    loom_batch_plan(many, LOOM_KERNEL_sha1_blocks, &plan);
}

static int way_is(size_t at, size_t number, size_t least, size_t from)
{
    return plan.way[at].number == number && plan.way[at].least == least && plan.way[at].from == from;
}

static int ends(size_t at, size_t lanes, size_t shortest)
{
    for (size_t i = at; i < LOOM_BATCH_WAYS; i++) {
        if (!way_is(i, 0, 0, 0)) {
            return 0;
        }
    }
    return plan.lanes == lanes && plan.shortest == shortest;
}

/* The row of the core, or of the nearest above, that has the variants of both kernels. */
static void rows_of_cores(void)
{
    static const struct {
        enum loom_uarch uarch;
        const char *one;
        size_t least, blocks;
    } cases[] = {{LOOM_UARCH_amd_zen4, "scalar", 3, 2},    {LOOM_UARCH_amd_zen5, "scalar", 6, 7},
                 {LOOM_UARCH_amd_generic, "scalar", 6, 7}, {LOOM_UARCH_intel_icelake, "scalar", 4, 3},
                 {LOOM_UARCH_generic, "scalar", 4, 3},     {LOOM_UARCH_amd_zen4, "ssse3", 5, 0},
                 {LOOM_UARCH_generic, "ssse3", 5, 0},      {LOOM_UARCH_amd_zen4, "bmi2", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(cases[i].uarch, cases[i].one);
        chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_MEASURED);
        all();
        if (cases[i].least == 0) {
            HOLDS(ends(0, 0, 0));
        } else {
            HOLDS(way_is(0, 1 + X8, cases[i].least, 0) && ends(1, 8, 64 * cases[i].blocks));
        }
    }
}

/* Several kernels stand from the narrowest to the widest. */
static void several(void)
{
    begin(LOOM_UARCH_amd_zen4, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x16, 0, "avx512", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks_x4, 0, "ssse3", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha256_blocks_x8, 0, "avx2", LOOM_REASON_PINNED); /* another hash */
    all();
    HOLDS(way_is(0, 1 + X4, 2, 0) && way_is(1, 1 + X8, 3, 0) && way_is(2, 1 + X16, 10, 0) && ends(3, 16, 128));
}

/* A kernel counts from the size on from which all larger sizes take it, in whole blocks. */
static void sizes(void)
{
    for (uint32_t least = 1; least < 300; least++) {
        begin(LOOM_UARCH_generic, "scalar");
        chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "portable", LOOM_REASON_MEASURED);
        chosen(LOOM_KERNEL_sha1_blocks_x8, least, "avx2", LOOM_REASON_MEASURED);
        chosen(LOOM_KERNEL_sha1_blocks_x8, 1000, "avx2", LOOM_REASON_MEASURED);
        all();
        HOLDS(way_is(0, 1 + X8, 4, (least + 63) / 64) && ends(1, 8, 192));
    }
    begin(LOOM_UARCH_generic, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks_x8, 128, "portable", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks_x8, 256, "avx2", LOOM_REASON_MEASURED);
    all();
    HOLDS(way_is(0, 1 + X8, 4, 4) && ends(1, 8, 192));
    begin(LOOM_UARCH_generic, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_MEASURED);
    chosen(LOOM_KERNEL_sha1_blocks_x8, 128, "portable", LOOM_REASON_MEASURED);
    all();
    HOLDS(ends(0, 0, 0)); /* not for long messages */
}

/* A pin needs no row and takes portable C, too; a preference file needs none for full lanes. */
static void without_rows(void)
{
    begin(LOOM_UARCH_generic, "bmi2");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_PINNED);
    all();
    HOLDS(way_is(0, 1 + X8, 2, 0) && ends(1, 8, 0));
    begin(LOOM_UARCH_generic, "scalar"); /* nor has the row a say */
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_PINNED);
    all();
    HOLDS(way_is(0, 1 + X8, 2, 0) && ends(1, 8, 0));
    begin(LOOM_UARCH_generic, "bmi2");
    chosen(LOOM_KERNEL_sha1_blocks_x4, 0, "portable", LOOM_REASON_PINNED);
    all();
    HOLDS(way_is(0, 1 + X4, 2, 0) && ends(1, 4, 0));
    begin(LOOM_UARCH_generic, "bmi2");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_TUNED);
    all();
    HOLDS(way_is(0, 1 + X8, 8, 0) && ends(1, 8, 0));
    begin(LOOM_UARCH_generic, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_TUNED);
    all();
    HOLDS(way_is(0, 1 + X8, 4, 0) && ends(1, 8, 192));
    begin(LOOM_UARCH_generic, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "portable", LOOM_REASON_TUNED);
    all();
    HOLDS(ends(0, 0, 0));
}

/* As many kernels as there is room for, and more: those that come first stay. */
static void room(void)
{
    static const struct loom_batch_many crowd[] = {
        ROW(sha1_blocks_x8, 8),  ROW(sha1_blocks_x16, 16), ROW(sha1_blocks_x4, 4), ROW(sha1_blocks_x8, 9),
        ROW(sha1_blocks_x8, 12), ROW(sha1_blocks_x8, 20),  ROW(sha1_blocks_x8, 2), {0, 0, 0}};
    begin(LOOM_UARCH_amd_zen4, "scalar");
    chosen(LOOM_KERNEL_sha1_blocks_x16, 0, "avx512", LOOM_REASON_PINNED);
    chosen(LOOM_KERNEL_sha1_blocks_x8, 0, "avx2", LOOM_REASON_PINNED);
    chosen(LOOM_KERNEL_sha1_blocks_x4, 0, "ssse3", LOOM_REASON_PINNED);
    memset(&plan, 0xff, sizeof plan);
    loom_batch_plan(crowd, LOOM_KERNEL_sha1_blocks, &plan);
    for (size_t i = 1; i < LOOM_BATCH_WAYS; i++) {
        HOLDS(plan.way[i - 1].number > 0 && plan.way[i].number > 0);
        HOLDS(crowd[plan.way[i - 1].number - 1].lanes < crowd[plan.way[i].number - 1].lanes);
    }
}

int main(void)
{
    rows_of_cores();
    several();
    sizes();
    without_rows();
    room();
    return 0;
}
