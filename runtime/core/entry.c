/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The tables of the kernels' functions, the first call of each kernel, and the public, block-level entries.
 */
#include "entry.h"

#include "tuning.h"

LOOM_SHARED_STATE struct loom_way loom_ways[LOOM_KERNEL_COUNT + 1];

/* All bands of each kernel: the least sizes of the second band and of later ones, and the slots. Zeros, before the
 * first call, lead to the resolver. */
static LOOM_SHARED_STATE struct bands {
    size_t from[LOOM_BANDS - 1]; /* in units of the kernel's size argument */
    uint8_t slot[LOOM_BANDS];
} bands[LOOM_KERNEL_COUNT + 1];

/* The order of the stores to a way's slots does not matter. A slot that is still zero leads to the resolver, and each
 * slot that was ever published has a variant that runs here. */
void loom_publish(size_t kernel, const struct loom_plan *plan)
{
    const struct loom_kernel *row = &loom_kernel_rows[kernel];
    LOOM_SHARED_STATE struct bands *all = &bands[kernel];
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

/* The slot for a size: the band's number is the number of least sizes that the size reaches. */
static inline uint8_t slot_for(size_t kernel, size_t size)
{
    LOOM_SHARED_STATE struct bands *all = &bands[kernel];
    size_t band = 0;
    band += size >= LOOM_LOAD(all->from[0]);
    band += size >= LOOM_LOAD(all->from[1]);
    band += size >= LOOM_LOAD(all->from[2]);
    band += size >= LOOM_LOAD(all->from[3]);
    band += size >= LOOM_LOAD(all->from[4]);
    return LOOM_LOAD(all->slot[band]);
}

/* The first call of a kernel: the slot for this size. Threads that meet here publish equal ways. */
static LOOM_SELDOM uint8_t resolve(size_t kernel, size_t size)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    int loaded;
    do { /* loom_tuning_load() may succeed meanwhile */
        loaded = loom_tuning_loaded();
        loom_publish(kernel, loom_plan_of(kernel, chosen));
    } while (loaded != loom_tuning_loaded());
    return slot_for(kernel, size);
}

/* The table of a kernel. The slots of variants that this build lacks hold the resolver. */
#define SLOTS(kernel, result, verb, parameters, arguments, size)                             \
    static result LOOM_CDECL resolve_##kernel parameters                                     \
    {                                                                                        \
        verb LOOM_AT_SLOT(kernel, resolve(LOOM_KERNEL_##kernel, (size_t)(size))) arguments;  \
    }                                                                                        \
    static result LOOM_CDECL choose_##kernel parameters                                      \
    {                                                                                        \
        verb LOOM_AT_SLOT(kernel, slot_for(LOOM_KERNEL_##kernel, (size_t)(size))) arguments; \
    }                                                                                        \
    loom_##kernel##_fn *const loom_slots_##kernel[LOOM_SLOTS_##kernel] = {                   \
        [LOOM_SLOT_RESOLVER] = resolve_##kernel,                                             \
        [LOOM_SLOT_CHOOSER] = choose_##kernel,                                               \
        LOOM_VARIANT_SLOTS_##kernel(resolve_##kernel)};

LOOM_KERNELS(SLOTS)

#define ENTRY(kernel, result, verb, parameters, arguments, size) \
    result LOOM_CDECL loom_k_##kernel parameters                 \
    {                                                            \
        verb loom_call_##kernel arguments;                       \
    }

LOOM_KERNELS(ENTRY)
