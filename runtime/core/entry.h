/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The way to a kernel. Each kernel has a constant table of functions, its slots, and a way: a limit and the slots on
 * its two sides. A call compares its size with the limit and jumps to the function in the slot. No register is saved,
 * and arguments stay where they are.
 *
 * A way is zero before the first call. Slot 0 is the resolver: it makes the choices, publishes the way, and calls the
 * variant.
 */
#ifndef LOOM_ENTRY_H
#define LOOM_ENTRY_H

#include "atomic.h"
#include "clean.h"
#include "dispatch.h"

enum { LOOM_SLOT_RESOLVER, LOOM_SLOT_CHOOSER, LOOM_SLOT_PORTABLE }; /* that every kernel has */

/* Slots, not addresses. An attacker who overwrites a way can choose another slot, and no other jump target: callers
 * mask the slot, and each table is as long as the mask allows and holds functions of the kernel's own type alone. */
struct loom_way {
    size_t limit;                /* in units of the kernel's size argument */
    uint8_t slot[2];             /* below the limit; from the limit on */
    uint8_t of[LOOM_BANDS];      /* the slots of all bands: zeros, before the first call, lead to the resolver */
    unsigned spare;              /* bytes of LOOM_ALL_DEAD that none of these variants takes */
    size_t from[LOOM_BANDS - 1]; /* the least sizes of the second band and of later ones, in units */
};

/* Bytes of stack that a kernel's calls take from now on, at most. The first call takes all: it goes through the
 * resolver. Callers add those of the C over the kernel. */
#define LOOM_DEPTH_OF(way) ((size_t)LOOM_ALL_DEAD - LOOM_LOAD_FLAG((way)->spare))
#define LOOM_DEPTH(kernel) LOOM_DEPTH_OF(&loom_way_##kernel)

#define LOOM_SLOTS_DECLARED(kernel, result, verb, parameters, arguments, size, slots) \
    extern loom_##kernel##_fn *const loom_slots_##kernel[slots];                      \
    extern LOOM_SHARED_STATE struct loom_way loom_way_##kernel;

LOOM_INTERNAL_BEGIN

LOOM_KERNELS(LOOM_SLOTS_DECLARED)

/* The first call of a kernel: the slot for this size. */
uint8_t loom_resolve(const struct loom_kernel *kernel, size_t size);

LOOM_INTERNAL_END

/* The slot for a size: the band's number is the number of least sizes that the size reaches. */
static inline uint8_t loom_slot_for(LOOM_SHARED_STATE struct loom_way *way, size_t size)
{
    size_t band = 0;
    band += size >= LOOM_LOAD(way->from[0]);
    band += size >= LOOM_LOAD(way->from[1]);
    band += size >= LOOM_LOAD(way->from[2]);
    band += size >= LOOM_LOAD(way->from[3]);
    band += size >= LOOM_LOAD(way->from[4]);
    return LOOM_LOAD(way->of[band]);
}

/* The function in a slot. */
#define LOOM_AT_SLOT(kernel, slot) \
    loom_slots_##kernel[(slot) & (sizeof loom_slots_##kernel / sizeof *loom_slots_##kernel - 1)]

/* loom_call_<kernel>: what loom_k_<kernel> does, for callers inside the library. One basic block: with a branch, gcc
 * saves registers and copies the arguments that are on the stack. The limit and the slots need not belong together:
 * each slot that was ever published runs here. */
#define LOOM_CALL(kernel, result, verb, parameters, arguments, size, slots)                                 \
    static inline result loom_call_##kernel parameters                                                      \
    {                                                                                                       \
        LOOM_SHARED_STATE struct loom_way *way = &loom_way_##kernel;                                        \
        verb LOOM_AT_SLOT(kernel, LOOM_LOAD(way->slot[(size_t)(size) >= LOOM_LOAD(way->limit)])) arguments; \
    }
LOOM_KERNELS(LOOM_CALL)

#endif
