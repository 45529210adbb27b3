/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The ways to kernels, and the first call of each kernel. The generated asmloom_kernels.c has the tables of functions
 * and the public, block-level entries.
 */
#include "entry.h"

#include "tuning.h"

LOOM_SHARED_STATE struct loom_way loom_ways[LOOM_KERNEL_COUNT + 1];

LOOM_SHARED_STATE struct loom_bands loom_bands[LOOM_KERNEL_COUNT + 1];

/* The order of the stores to a way's slots does not matter. A slot that is still zero leads to the resolver, and each
 * slot that was ever published has a variant that runs here. */
void loom_publish(size_t kernel, const struct loom_plan *plan)
{
    const struct loom_kernel *row = &loom_kernel_rows[kernel];
    LOOM_SHARED_STATE struct loom_bands *all = &loom_bands[kernel];
    LOOM_SHARED_STATE struct loom_way *way = &loom_ways[kernel];
    size_t limit = 0;
    unsigned deepest = 1, stack;
    uint8_t slot = 0;
    LOOM_STORE_FLAG(way->spare, 0);
    for (size_t b = 0; b < LOOM_BANDS; b++) { /* places that are left hold the last band */
        size_t from = SIZE_MAX;
        if (b < plan->band_count) {
            from = plan->band[b].min_bytes / row->unit + (plan->band[b].min_bytes % row->unit != 0);
            slot = row->variants[plan->band[b].variant].slot;
            stack = row->variants[plan->band[b].variant].stack;
            deepest = stack == 0 || stack > LOOM_ALL_DEAD ? LOOM_ALL_DEAD : stack > deepest ? stack : deepest;
        }
        if (b > 0) {
            LOOM_STORE(all->from[b - 1], from);
        }
        LOOM_STORE(all->slot[b], slot);
        limit = b == 1 ? from : limit;
    }
    LOOM_STORE(way->slot[1], plan->band_count > 2 ? LOOM_SLOT_CHOOSER : slot);
    LOOM_STORE(way->slot[0], row->variants[plan->band[0].variant].slot);
    LOOM_STORE(way->limit, limit);
    LOOM_STORE_FLAG(way->spare, LOOM_ALL_DEAD - deepest); /* after the slots */
}

/* Threads that meet here publish equal ways. */
LOOM_SELDOM uint8_t loom_resolve(size_t kernel, size_t size)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    struct loom_plan plan;
    int loaded;
    do { /* loom_tuning_load() may succeed meanwhile */
        loaded = loom_tuning_loaded();
        loom_publish(kernel, loom_plan_of(kernel, chosen, &plan));
    } while (loaded != loom_tuning_loaded());
    return loom_slot_for(kernel, size);
}
