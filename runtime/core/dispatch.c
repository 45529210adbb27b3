/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Chooses the variant of a kernel. Features decide which variants *can* run on the CPU. Preferences (rows measured for
 * a microarchitecture, a kernel and a size) decide which of them is *fastest*. A kernel's row, in its generated file
 * kernel_<name>.c, has both: a new kernel needs no edit here.
 */
#include "dispatch.h"

#include "memory.h"

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

uint64_t loom_usable(const struct loom_kernel *kernel, const struct loom_cpu *cpu)
{
    uint64_t usable = 0;
    for (size_t v = 0; v < kernel->variant_count; v++) {
        usable |= (uint64_t)loom_variant_runs(&kernel->variants[v], &cpu->features) << v;
    }
    return loom_believed(kernel, cpu, usable);
}

LOOM_SHARED_STATE unsigned loom_tables_allowed;

/* The variants of a kernel that reveal, a bit for each. */
static uint64_t revealing(const struct loom_kernel *kernel)
{
    uint64_t reveal = 0;
    for (size_t v = 0; v < kernel->variant_count; v++) {
        reveal |= (uint64_t)kernel->variants[v].reveals << v;
    }
    return reveal;
}

uint64_t loom_choosable(const struct loom_kernel *kernel, const struct loom_cpu *cpu)
{
    uint64_t usable = loom_usable(kernel, cpu);
    return LOOM_TABLES_ALLOWED() ? usable : usable & ~revealing(kernel);
}

/* The choice without a preference: the last variant that can run. On a microarchitecture whose AVX-512 needs a
 * measurement, the last one without AVX-512. */
static struct loom_band last_of(const struct loom_kernel *kernel, enum loom_uarch uarch, uint64_t usable)
{
    struct loom_band band = {0, 0, LOOM_REASON_ORDER, LOOM_UARCH_generic};
    int wide = loom_uarch_wide(uarch);
    for (size_t v = 0; v < kernel->variant_count; v++) {
        if (!(usable >> v & 1)) {
            continue;
        }
        if (kernel->variants[v].avx512 && !wide) {
            band.reason = LOOM_REASON_CAUTION;
        } else {
            band.variant = (uint8_t)v;
        }
    }
    band.reason = usable & (usable - 1) ? band.reason : LOOM_REASON_ONLY;
    return band;
}

/* Sets *band from the preference rows for messages of `bytes` bytes. Rows count if they are for this microarchitecture
 * or one above it, for this policy or for any, and if their variant is built in and can run. The last one decides: see
 * struct loom_kernel. Returns the next larger size of a row that counts, or SIZE_MAX. */
static LOOM_SELDOM size_t choose_for(struct loom_band *band, const struct loom_kernel *kernel, size_t bytes,
                                     uint64_t usable, const struct loom_choices *chosen)
{
    size_t next = SIZE_MAX;
    for (size_t n = 0; n < kernel->preference_count; n++) {
        const struct loom_preference *p = &kernel->preferences[n];
        enum loom_uarch uarch = (enum loom_uarch)p->uarch;
        if ((p->policy != LOOM_POLICY_any && p->policy != chosen->overrides.policy) ||
            (p->feature != LOOM_CPU_NONE && !loom_features_has(&chosen->cpu.features, (enum loom_feature)p->feature)) ||
            loom_uarch_common(uarch, chosen->cpu.uarch) != uarch) {
            continue;
        }
        for (size_t v = 0; v < kernel->variant_count; v++) {
            if (kernel->variants[v].slot != p->slot || !(usable >> v & 1)) {
                continue;
            }
            if (p->min_bytes > bytes) {
                next = p->min_bytes < next ? p->min_bytes : next;
            } else {
                band->variant = (uint8_t)v;
                band->reason = p->reason;
                band->measured_on = p->uarch;
            }
        }
    }
    return next;
}

#if !defined(LOOM_NO_ENVIRONMENT)

/* The last item kernel=variant of ASMLOOM_PREFER whose variant can run, or -1. */
static int pinned(const struct loom_kernel *kernel, const char *list, uint64_t usable)
{
    const char *item;
    size_t length, name = strlen(kernel->name);
    int found = -1;
    while (loom_next_item(&list, &item, &length)) {
        for (size_t v = 0; length > name && item[name] == '=' && v < kernel->variant_count; v++) {
            if ((usable >> v & 1) && loom_is_name(kernel->name, item, name) &&
                loom_is_name(kernel->variants[v].name, item + name + 1, length - name - 1)) {
                found = (int)v;
            }
        }
    }
    return found;
}

/* Fills the plan by ASMLOOM_PREFER or by a preference file. Returns 0 if neither says anything of the kernel. */
static int overridden(struct loom_plan *plan, const struct loom_kernel *kernel, const struct loom_choices *chosen,
                      uint64_t usable)
{
    struct loom_tuning_of of = {kernel, chosen->overrides.policy, usable, 0, 0};
    int pin = pinned(kernel, chosen->overrides.prefer, usable);
    if (pin >= 0) {
        memset(plan, 0, sizeof *plan);
        plan->band_count = 1;
        plan->band[0].variant = (uint8_t)pin;
        plan->band[0].reason = LOOM_REASON_PINNED;
        return 1;
    }
    if (LOOM_TABLES_ALLOWED() && (usable & revealing(kernel))) {
        return 0; /* a preference file comes from a program that measures no tables */
    }
    return loom_tuning_rows(plan, &of) == 0 && plan->band_count > 0;
}

#else
#define overridden(plan, kernel, chosen, usable) 0
#define loom_tuning_named(path, cpu) LOOM_TUNING_NONE
#define loom_names_features() 0
#define loom_overrides_read(cpu, overrides) (memset(overrides, 0, sizeof *(overrides)), (const char *)NULL)
#endif

void loom_make_plan(struct loom_plan *plan, const struct loom_kernel *kernel, const struct loom_choices *chosen)
{
    uint64_t usable = loom_choosable(kernel, &chosen->cpu);
    struct loom_band plain = last_of(kernel, chosen->cpu.uarch, usable);
    if (overridden(plan, kernel, chosen, usable)) {
        return;
    }
    plan->band_count = 0;
    for (size_t at = 0, next = SIZE_MAX; plan->band_count < LOOM_BANDS; at = next) {
        struct loom_band *band = &plan->band[plan->band_count];
        *band = plain;
        band->min_bytes = (uint32_t)at; /* `at` is the min_bytes of a preference, which has 32 bits */
        if (band->reason != LOOM_REASON_ONLY) {
            next = choose_for(band, kernel, at, usable, chosen);
        }
        plan->band_count += at == 0 || band[-1].variant != band->variant;
        if (next == SIZE_MAX) {
            return;
        }
    }
}

size_t loom_band_for(const struct loom_plan *plan, size_t bytes)
{
    size_t band = plan->band_count - 1;
    while (band > 0 && plan->band[band].min_bytes > bytes) {
        band--;
    }
    return band;
}

/* ---- the choices of this process ---- */

static struct loom_choices choices;
static LOOM_SHARED_STATE unsigned choices_state;

enum { UNMADE, IN_THE_MAKING, MADE };

static LOOM_SELDOM void make_choices(struct loom_choices *made, int of_process)
{
    loom_cpu_detect(&made->cpu, loom_names_features() ? LOOM_DETAIL_ALL : LOOM_DETAIL_NEEDED);
    made->cpu.emulated = (unsigned)loom_emulated(&made->cpu);
    const char *tuning = loom_overrides_read(&made->cpu, &made->overrides);
    made->tuning = of_process && tuning != NULL ? loom_tuning_named(tuning, &made->cpu) : LOOM_TUNING_NONE;
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
        make_choices(&choices, 1);
        LOOM_STORE_FLAG(choices_state, MADE);
        return &choices;
    }
    make_choices(room, 0);
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
