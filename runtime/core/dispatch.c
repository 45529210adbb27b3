/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Chooses the variant of a kernel. Features decide which variants *can* run on the CPU. Preferences (rows measured for
 * a microarchitecture, a kernel and a size) decide which of them is *fastest*. The generated asmloom_kernels.c has both
 * tables: a new kernel needs no edit here.
 */
#include "dispatch.h"

#include <string.h>

#include "atomic.h"
#include "tuning.h"

/* ---- preferences ---- */

int loom_variant_runs(const struct loom_variant *variant, const struct loom_features *features)
{
    for (const unsigned char *need = variant->needs; *need != LOOM_CPU_NONE; need++) {
        if (!loom_features_has(features, (enum loom_feature)(*need))) {
            return 0;
        }
    }
    return 1;
}

/* Sets *band from the preference row for messages of `bytes` bytes on exactly this microarchitecture, for exactly this
 * policy: the row with the largest min_bytes up to `bytes` whose variant is built in and can run. Returns 0 if no row
 * fits. */
static int measured_choice(struct loom_band *band, size_t kernel, size_t bytes, enum loom_uarch uarch,
                           enum loom_policy policy, const struct loom_features *features)
{
    const struct loom_kernel *rows = &loom_kernel_rows[kernel];
    size_t best = 0;
    int found = 0;
    for (const struct loom_preference *p = loom_preferences; p->kernel != NULL; p++) {
        if (p->uarch != uarch || p->policy != policy || p->min_bytes > bytes || (found && p->min_bytes < best) ||
            strcmp(p->kernel, rows->name) != 0 ||
            (p->feature != LOOM_CPU_NONE && !loom_features_has(features, p->feature))) {
            continue;
        }
        for (size_t v = 0; v < rows->variant_count; v++) {
            if (strcmp(rows->variants[v].name, p->variant) == 0 && loom_variant_runs(&rows->variants[v], features)) {
                best = p->min_bytes;
                found = 1;
                band->variant = (uint8_t)v;
                band->reason = (uint8_t)p->reason;
                band->measured_on = (uint8_t)uarch;
            }
        }
    }
    return found;
}

static void choose_for(struct loom_band *band, size_t kernel, size_t bytes, const struct loom_cpu *cpu,
                       const struct loom_overrides *overrides)
{
    const struct loom_kernel *rows = &loom_kernel_rows[kernel];
    struct loom_features calm = cpu->features; /* those that a variant without a preference may need */
    size_t runnable = 0, calmly = 0;
    band->measured_on = LOOM_UARCH_generic;
    if (overrides->pinned[kernel] >= 0) {
        band->variant = (uint8_t)overrides->pinned[kernel];
        band->reason = LOOM_REASON_PINNED;
        return;
    }
    if (!loom_uarch_wide(cpu->uarch)) {
        loom_features_remove(&calm, LOOM_CPU_AVX512F);
        loom_features_close(&calm);
    }
    for (size_t v = 0; v < rows->variant_count; v++) { /* without a preference, the last one that can run */
        int calm_one = loom_variant_runs(&rows->variants[v], &calm);
        if (loom_variant_runs(&rows->variants[v], &cpu->features)) {
            runnable++;
            calmly += calm_one != 0;
            band->variant = calm_one || calmly == 0 ? (uint8_t)v : band->variant;
        }
    }
    band->reason = runnable == 1 ? LOOM_REASON_ONLY : calmly < runnable ? LOOM_REASON_CAUTION : LOOM_REASON_ORDER;
    if (runnable == 1) {
        return;
    }
    for (enum loom_uarch uarch = cpu->uarch;; uarch = loom_uarch_parent(uarch)) {
        if ((overrides->policy != LOOM_POLICY_any &&
             measured_choice(band, kernel, bytes, uarch, overrides->policy, &cpu->features)) ||
            measured_choice(band, kernel, bytes, uarch, LOOM_POLICY_any, &cpu->features) ||
            uarch == LOOM_UARCH_generic) {
            return;
        }
    }
}

void loom_make_plan(struct loom_plan *plan, size_t kernel, const struct loom_cpu *cpu,
                    const struct loom_overrides *overrides)
{
    size_t at = 0;
    plan->band_count = 0;
    for (;;) {
        struct loom_band band;
        size_t next = SIZE_MAX;
        band.min_bytes = (uint32_t)at; /* `at` is the min_bytes of a preference, which has 32 bits */
        choose_for(&band, kernel, at, cpu, overrides);
        if (plan->band_count == 0 || plan->band[plan->band_count - 1].variant != band.variant) {
            plan->band[plan->band_count++] = band;
        }
        for (const struct loom_preference *p = loom_preferences; p->kernel != NULL; p++) {
            if (p->min_bytes > at && p->min_bytes < next && strcmp(p->kernel, loom_kernel_rows[kernel].name) == 0) {
                next = p->min_bytes;
            }
        }
        if (next == SIZE_MAX || plan->band_count == LOOM_BANDS) {
            return;
        }
        at = next;
    }
}

/* ---- the choices of this process ---- */

static struct loom_choices choices;
static LOOM_SHARED_STATE unsigned choices_state;

enum { UNMADE, IN_THE_MAKING, MADE };

void loom_make_plans(struct loom_plan *plans, const struct loom_choices *chosen)
{
    for (size_t kernel = 0; kernel < LOOM_KERNEL_COUNT; kernel++) {
        loom_make_plan(&plans[kernel], kernel, &chosen->cpu, &chosen->overrides);
    }
}

static void make_choices(struct loom_choices *made)
{
    loom_cpu_detect(&made->cpu, loom_names_features() ? LOOM_DETAIL_ALL : LOOM_DETAIL_NEEDED);
    loom_ask(&made->cpu);
    loom_overrides_read(&made->cpu, &made->overrides);
    made->tuning = LOOM_TUNING_NONE;
    if (made->overrides.tuning != NULL) {
        loom_make_plans(made->plan, made);
        const char *path = loom_is_regular(made->overrides.tuning) ? made->overrides.tuning : NULL;
        made->tuning = loom_tuning_file(path, &made->cpu, &made->overrides, made->plan);
        made->overrides.tuning = NULL; /* points into the environment, which may change */
    }
}

/* No thread waits. The first call makes the choices that all threads use afterwards. Usually that call is the one
 * below, while the program is loaded and has one thread. Otherwise a thread that calls meanwhile makes choices of its
 * own, on its stack, and uses them for that call alone.
 *
 * A process may fork while another of its threads makes the first choices. The child has no such thread, and the state
 * stays IN_THE_MAKING in the child for ever: every call there takes the slow path, which makes the choices anew each
 * time. The child's results are right. */
const struct loom_choices *loom_chosen(struct loom_choices *room)
{
    if (LOOM_LOAD_FLAG(choices_state) == MADE) {
        return &choices;
    }
    if (LOOM_CLAIM(choices_state, UNMADE, IN_THE_MAKING)) {
        make_choices(&choices);
        LOOM_STORE_FLAG(choices_state, MADE);
        return &choices;
    }
    make_choices(room);
    return room;
}

/* Compilers for Windows put the function's address where the C runtime looks for initializers, others where the loader
 * does. With MSVC itself, and with LOOM_NO_CONSTRUCTOR, the first call decides. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(LOOM_NO_CONSTRUCTOR)
__attribute__((constructor)) static void decide_at_load(void)
{
    struct loom_choices room;
    loom_chosen(&room);
}
#endif
