/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The ways to kernels, and the first call of each kernel. The generated file of a kernel has its table of functions and
 * its public, block-level entry: see row.h.
 */
#include "entry.h"

#include "tuning.h"

static uint8_t slot_of(const struct loom_kernel *kernel, const struct loom_plan *plan, size_t band)
{
    return kernel->variants[plan->band[band].variant].slot;
}

/* The order of the stores to a way's slots does not matter. A slot that is still zero leads to the resolver, and each
 * slot that was ever published has a variant that runs here. */
void loom_publish(const struct loom_kernel *kernel, const struct loom_plan *plan)
{
    LOOM_SHARED_STATE struct loom_way *way = kernel->way;
    size_t limit = 0, from = 0;
    unsigned deepest = 1;
    uint8_t slot = 0;
    LOOM_STORE_FLAG(way->spare, 0);
    for (size_t b = 0; b < LOOM_BANDS; b++) { /* places that are left hold the last band */
        from = SIZE_MAX;
        if (b < plan->band_count) {
            const struct loom_variant *variant = &kernel->variants[plan->band[b].variant];
            from = (plan->band[b].min_bytes + (kernel->unit - (size_t)1)) / kernel->unit;
            slot = variant->slot;
            deepest = variant->stack > deepest ? variant->stack : deepest;
        }
        if (b > 0) {
            LOOM_STORE(way->from[b - 1], from);
        }
        LOOM_STORE(way->of[b], slot);
        limit = b == 1 ? from : limit;
    }
    LOOM_STORE(way->slot[1], plan->band_count > 2 ? LOOM_SLOT_CHOOSER : slot);
    LOOM_STORE(way->slot[0], slot_of(kernel, plan, 0));
    LOOM_STORE(way->limit, limit);
    LOOM_STORE_FLAG(way->spare, LOOM_ALL_DEAD - deepest); /* after the slots */
}

void loom_plan_again(const struct loom_kernel *const *rows, const struct loom_choices *chosen)
{
    for (; *rows != NULL; rows++) {
        struct loom_plan plan;
        loom_make_plan(&plan, *rows, chosen);
        loom_publish(*rows, &plan);
    }
}

/* What a program says of plans after the choices are made. */
static unsigned outside(void)
{
    return (unsigned)loom_tuning_in_use() | LOOM_LOAD_FLAG(loom_tables_allowed) << 1;
}

/* Threads that meet here publish equal ways, but for one that knows of no preference file yet: it publishes none. */
LOOM_SELDOM uint8_t loom_resolve(const struct loom_kernel *kernel, size_t size)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    struct loom_plan plan;
    unsigned known;
    do { /* loom_tuning_load() or loom_allow_tables() may be called meanwhile */
        known = outside();
        loom_make_plan(&plan, kernel, chosen);
        if (chosen == &room && room.overrides.names_tuning) {
            break;
        }
        loom_publish(kernel, &plan);
    } while (known != outside());
    return slot_of(kernel, &plan,
                   loom_band_for(&plan, size > SIZE_MAX / kernel->unit ? SIZE_MAX : size * kernel->unit));
}
