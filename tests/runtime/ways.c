/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The plans that dispatch makes, and the ways to kernels that plans become. Plans are compared with those of a plain
 * reading of the rows: of the real ones, and with INVENTED of others, in any order, with many bands, features, policies
 * and variants that this build lacks. Ways come from any plans. The first line that does not hold is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "entry.h"

#if defined(INVENTED)
#undef LOOM_PREFERS
#define LOOM_PREFERS(P)                                      \
    P(sha1_blocks, generic, 0, scalar, 1, any, NONE)         \
    P(sha1_blocks, generic, 100, ssse3, 0, any, NONE)        \
    P(sha1_blocks, amd_generic, 0, avx2, 0, any, BMI2)       \
    P(sha1_blocks, amd_generic, 0, ssse3, 1, any, NONE)      \
    P(sha1_blocks, amd_zen1, 0, avx2, 0, any, NONE)          \
    P(sha1_blocks, amd_zen1, 0, scalar, 0, any, SHA)         \
    P(sha1_blocks, amd_zen2, 64, scalar, 0, latency, NONE)   \
    P(sha1_blocks, amd_zen2, 0, shani, 0, any, NONE)         \
    P(sha1_blocks, amd_zen2, 4096, avx2, 0, any, NONE)       \
    P(sha1_blocks, amd_zen2, 640, bmi2, 0, throughput, NONE) \
    P(sha1_blocks, amd_zen2, 128, bmi2, 0, any, ADX)         \
    P(sha1_blocks, amd_zen3, 1000, scalar, 0, any, NONE)     \
    P(sha1_blocks, amd_zen3, 0, portable, 0, any, NONE)      \
    P(sha1_blocks, amd_zen3, 63, scalar, 0, any, NONE)       \
    P(sha1_blocks, amd_zen3, 64, portable, 0, any, NONE)     \
    P(sha1_blocks, amd_zen3, 65, scalar, 0, any, NONE)       \
    P(sha1_blocks, amd_zen3, 130, portable, 0, any, NONE)    \
    P(sha1_blocks, amd_zen3, 5000, portable, 0, any, NONE)   \
    P(sha1_blocks, amd_zen4, 4294967295, bmi2, 0, any, NONE) \
    P(sha1_blocks, amd_zen4, 0, unbuilt, 0, any, NONE)       \
    P(aes_ctr32, generic, 48, portable, 0, any, NONE)        \
    P(aes_ctr32, amd_zen3, 0, vperm, 0, any, NONE)           \
    P(sha512_blocks, intel_generic, 7, avx2, 0, any, NONE)
#endif
#include "dispatch.c"

#include "space/holds.h"

/* While slots change, a call takes no depth from the way. */
static const struct loom_way *changing;
#undef LOOM_STORE
#define LOOM_STORE(number, value)                               \
    do {                                                        \
        HOLDS(changing == NULL || changing->spare == 0);        \
        __atomic_store_n(&(number), (value), __ATOMIC_RELAXED); \
    } while (0)
#include "entry.c"

static uint32_t any(uint32_t below)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* ---- plans ---- */

static int runs(const struct loom_variant *variant, const struct loom_features *features)
{
    int all = 1;
    for (size_t i = 0; variant->needs[i] != LOOM_CPU_NONE; i++) {
        all &= loom_features_has(features, (enum loom_feature)variant->needs[i]);
    }
    return all;
}

static int built(const struct loom_kernel *kernel, const char *name)
{
    for (size_t v = 0; v < kernel->variant_count; v++) {
        if (strcmp(kernel->variants[v].name, name) == 0) {
            return (int)v;
        }
    }
    return -1;
}

/* The row that counts for a size on exactly this core under exactly this policy, or NULL. */
static const struct preference *row_for(const struct loom_kernel *kernel, size_t bytes, enum loom_uarch uarch,
                                        enum loom_policy policy, const struct loom_features *features)
{
    const struct preference *best = NULL;
    for (size_t i = 0; i + 1 < sizeof preferences / sizeof preferences[0]; i++) {
        const struct preference *row = &preferences[i];
        int variant = built(kernel, row->variant);
        int counts = row->feature == LOOM_CPU_NONE || loom_features_has(features, row->feature);
        if (strcmp(row->kernel, kernel->name) == 0 && row->uarch == uarch && row->policy == policy && counts &&
            row->min_bytes <= bytes && variant >= 0 && runs(&kernel->variants[variant], features) &&
            (best == NULL || best->min_bytes <= row->min_bytes)) {
            best = row;
        }
    }
    return best;
}

static struct loom_band wanted(size_t k, size_t bytes, const struct loom_cpu *cpu,
                               const struct loom_overrides *overrides)
{
    const struct loom_kernel *kernel = &loom_kernel_rows[k];
    struct loom_band band = {(uint32_t)bytes, 0, LOOM_REASON_PINNED, LOOM_UARCH_generic};
    struct loom_features calm = cpu->features;
    int runnable = 0, calm_ones = 0, last = -1, last_calm = -1;
    if (overrides->pinned[k] >= 0) {
        band.variant = (uint8_t)overrides->pinned[k];
        return band;
    }
    if (!loom_uarch_wide(cpu->uarch)) {
        loom_features_remove(&calm, LOOM_CPU_AVX512F);
        loom_features_close(&calm);
    }
    for (size_t v = 0; v < kernel->variant_count; v++) {
        int here = runs(&kernel->variants[v], &cpu->features), calmly = runs(&kernel->variants[v], &calm);
        HOLDS(loom_variant_runs(&kernel->variants[v], &cpu->features) == here);
        runnable += here;
        calm_ones += calmly;
        last = here ? (int)v : last;
        last_calm = calmly ? (int)v : last_calm;
    }
    band.variant = (uint8_t)(last_calm >= 0 ? last_calm : last);
    band.reason = runnable == 1 ? LOOM_REASON_ONLY : calm_ones < runnable ? LOOM_REASON_CAUTION : LOOM_REASON_ORDER;
    if (runnable == 1) {
        return band;
    }
    for (enum loom_uarch uarch = cpu->uarch;; uarch = loom_uarch_parent(uarch)) {
        const struct preference *row = row_for(kernel, bytes, uarch, overrides->policy, &cpu->features);
        if (row == NULL) {
            row = row_for(kernel, bytes, uarch, LOOM_POLICY_any, &cpu->features);
        }
        if (row != NULL) {
            band.variant = (uint8_t)built(kernel, row->variant);
            band.reason = (uint8_t)row->reason;
            band.measured_on = (uint8_t)uarch;
        }
        if (row != NULL || uarch == LOOM_UARCH_generic) {
            return band;
        }
    }
}

/* Bands begin where a row of the kernel begins and another variant is chosen. */
static void plan_is_right(size_t k, const struct loom_cpu *cpu, const struct loom_overrides *overrides)
{
    struct loom_plan plan;
    size_t at = 0, bands = 0;
    memset(&plan, 0xff, sizeof plan);
    loom_make_plan(&plan, k, cpu, overrides);
    for (;;) {
        struct loom_band band = wanted(k, at, cpu, overrides);
        size_t next = SIZE_MAX;
        if (bands == 0 || plan.band[bands - 1].variant != band.variant) {
            HOLDS(bands < plan.band_count);
            HOLDS(plan.band[bands].min_bytes == at && plan.band[bands].variant == band.variant);
            HOLDS(plan.band[bands].reason == band.reason && plan.band[bands].measured_on == band.measured_on);
            bands++;
        }
        for (size_t i = 0; i + 1 < sizeof preferences / sizeof preferences[0]; i++) {
            size_t from = preferences[i].min_bytes;
            if (strcmp(preferences[i].kernel, loom_kernel_rows[k].name) == 0 && from > at) {
                next = from < next ? from : next;
            }
        }
        if (next == SIZE_MAX || bands == LOOM_BANDS) {
            HOLDS(plan.band_count == bands);
            return;
        }
        at = next;
    }
}

static void all_but(struct loom_features *set, unsigned feature)
{
    memset(set, 0, sizeof *set);
    for (unsigned f = 0; f < LOOM_CPU_COUNT; f++) {
        loom_features_add(set, (enum loom_feature)f, f != feature);
    }
    loom_features_close(set);
}

static void plans(void)
{
    struct loom_cpu cpu;
    struct loom_overrides overrides;
    memset(&cpu, 0, sizeof cpu);
    memset(&overrides, 0, sizeof overrides);
    memset(overrides.pinned, -1, sizeof overrides.pinned);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        for (unsigned uarch = 0; uarch < LOOM_UARCH_COUNT; uarch++) {
            cpu.uarch = (enum loom_uarch)uarch;
            for (int policy = 0; policy < 3; policy++) {
                overrides.policy = (enum loom_policy)policy;
                for (unsigned n = 0; n < 5; n++) { /* every feature, without a few of them, and none */
                    all_but(&cpu.features, n == 0 ? LOOM_CPU_COUNT : any(LOOM_CPU_COUNT));
                    for (unsigned more = n < 2 ? 0 : n == 4 ? LOOM_CPU_COUNT : any(6); more > 0; more--) {
                        loom_features_remove(&cpu.features,
                                             (enum loom_feature)(n == 4 ? more - 1 : any(LOOM_CPU_COUNT)));
                    }
                    loom_features_close(&cpu.features);
                    plan_is_right(k, &cpu, &overrides);
                }
            }
        }
        for (unsigned f = 0; f <= LOOM_CPU_COUNT; f++) {
            all_but(&cpu.features, f);
            cpu.uarch = LOOM_UARCH_intel_icelake;
            plan_is_right(k, &cpu, &overrides);
            cpu.uarch = LOOM_UARCH_amd_zen4;
            plan_is_right(k, &cpu, &overrides);
        }
        for (size_t v = 0; v < loom_kernel_rows[k].variant_count; v++) {
            overrides.pinned[k] = (int)v;
            plan_is_right(k, &cpu, &overrides);
        }
        overrides.pinned[k] = -1;
    }
}

/* ---- ways ---- */

/* The slot that a call of this size goes to in the end. */
static uint8_t slot_at(size_t k, size_t size)
{
    const struct loom_way *way = &loom_ways[k];
    uint8_t slot = way->slot[size >= way->limit];
    HOLDS(slot != LOOM_SLOT_RESOLVER);
    return slot == LOOM_SLOT_CHOOSER ? slot_for(k, size) : slot;
}

static void way_is_right(size_t k, const struct loom_plan *plan)
{
    const struct loom_kernel *kernel = &loom_kernel_rows[k];
    size_t sizes[3 * LOOM_BANDS + 1], count = 0, deepest = 0, band;
    changing = &loom_ways[k];
    loom_publish(k, plan);
    changing = NULL;
    for (size_t b = 0; b < plan->band_count; b++) {
        size_t stack = kernel->variants[plan->band[b].variant].stack;
        size_t from = plan->band[b].min_bytes / kernel->unit;
        stack = stack == 0 || stack > LOOM_ALL_DEAD ? LOOM_ALL_DEAD : stack;
        deepest = stack > deepest ? stack : deepest;
        sizes[count++] = from > 0 ? from - 1 : 0;
        sizes[count++] = from;
        sizes[count++] = from + 1;
    }
    sizes[count++] = SIZE_MAX;
    HOLDS(LOOM_DEPTH_OF(&loom_ways[k]) == deepest);
    HOLDS(plan->band_count > 2 || loom_ways[k].slot[1] != LOOM_SLOT_CHOOSER); /* a jump more, for nothing */
    HOLDS(loom_ways[k].slot[0] != LOOM_SLOT_CHOOSER);
    for (size_t i = 0; i < count; i++) {
        for (band = plan->band_count - 1; band > 0; band--) {
            size_t least = plan->band[band].min_bytes;
            if (sizes[i] > SIZE_MAX / kernel->unit || sizes[i] * kernel->unit >= least) {
                break;
            }
        }
        HOLDS(slot_at(k, sizes[i]) == kernel->variants[plan->band[band].variant].slot);
        HOLDS(slot_for(k, sizes[i]) == kernel->variants[plan->band[band].variant].slot);
    }
}

/* The parts of a way that are stored last hold for the plan before, too: each plan follows another one. */
static void ways(void)
{
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        for (unsigned n = 0; n < 200; n++) {
            struct loom_plan plan;
            uint32_t least = 0;
            memset(&plan, 0xff, sizeof plan);
            plan.band_count = 1 + any(LOOM_BANDS);
            for (size_t b = 0; b < plan.band_count; b++) {
                plan.band[b].min_bytes = least;
                plan.band[b].variant = (uint8_t)any((uint32_t)kernel->variant_count);
                least += 1 + any(n % 2 ? 3 : 200);
            }
            if (n == 0) {
                plan.band[plan.band_count - 1].min_bytes = plan.band_count > 1 ? UINT32_MAX : 0;
            }
            way_is_right(k, &plan);
        }
    }
}

int main(void)
{
    plans();
    ways();
    return 0;
}
