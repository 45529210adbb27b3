/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The way to a kernel. Each kernel has a constant table of functions, its slots, and a way: two limits and the slots of
 * the three bands of sizes between them. A call compares its size with the limits and jumps to the function in the
 * slot. No register is saved, and arguments stay where they are.
 *
 * A way is zero before the first call. Slot 0 is the resolver: it makes the choices, publishes the way, and calls the
 * variant.
 */
#ifndef LOOM_ENTRY_H
#define LOOM_ENTRY_H

#include "atomic.h"
#include "clean.h"
#include "dispatch.h"

enum { LOOM_SLOT_RESOLVER, LOOM_SLOT_CHOOSER }; /* that every kernel has */
enum { LOOM_LIMITS = 2 };                       /* more bands than three have a chooser, which takes 7 cycles */

/* Slots, not addresses. An attacker who overwrites a way can choose another slot, and no other jump target: callers
 * mask the slot, and each table is as long as the mask allows and holds functions of the kernel's own type alone. */
struct loom_way {
    size_t limit[LOOM_LIMITS];     /* in units of the kernel's size argument, the smaller one first */
    uint8_t slot[LOOM_LIMITS + 1]; /* below the first limit; from the first one on; from the second one on */
    unsigned spare;                /* bytes of LOOM_ALL_DEAD that none of these variants takes, by their contracts */
};

/* Bytes of stack that a kernel's calls take from now on, at most. The first call takes all: it goes through the
 * resolver. Callers add those of the C over the kernel. */
#define LOOM_DEPTH_OF(way) ((size_t)LOOM_ALL_DEAD - LOOM_LOAD_FLAG((way)->spare))
#define LOOM_DEPTH(kernel) LOOM_DEPTH_OF(&loom_ways[LOOM_KERNEL_##kernel])

#define LOOM_SLOTS_DECLARED(kernel, result, verb, parameters, arguments, size) \
    extern loom_##kernel##_fn *const loom_slots_##kernel[LOOM_SLOTS_##kernel];

LOOM_INTERNAL_BEGIN

extern LOOM_SHARED_STATE struct loom_way loom_ways[LOOM_KERNEL_COUNT + 1];
LOOM_KERNELS(LOOM_SLOTS_DECLARED)

LOOM_INTERNAL_END

/* The function in a slot. */
#define LOOM_AT_SLOT(kernel, slot) loom_slots_##kernel[(slot) & (LOOM_SLOTS_##kernel - 1)]

/* The slot of a size. The sum is free of branches: with a branch, gcc saves registers before a call, and copies the
 * arguments that are on the stack. The limits and the slots need not belong together: each slot that was ever published
 * runs here. */
static LOOM_INLINE uint8_t slot_on(LOOM_SHARED_STATE struct loom_way *way, size_t size)
{
    size_t band = size >= LOOM_LOAD(way->limit[0]);
    band += size >= LOOM_LOAD(way->limit[1]);
    return LOOM_LOAD(way->slot[band]);
}

/* loom_call_<kernel>: what loom_k_<kernel> does, for callers inside the library. */
#define LOOM_CALL(kernel, result, verb, parameters, arguments, size)                                    \
    static inline result loom_call_##kernel parameters                                                  \
    {                                                                                                   \
        verb LOOM_AT_SLOT(kernel, slot_on(&loom_ways[LOOM_KERNEL_##kernel], (size_t)(size))) arguments; \
    }
LOOM_KERNELS(LOOM_CALL)

#endif
