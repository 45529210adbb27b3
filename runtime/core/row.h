/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the generated file of a kernel is made of, kernel_<name>.c. Each is an object of its own: a linker takes the
 * objects out of a library that a program leads to, and so no kernel but those that the program needs.
 */
#ifndef LOOM_ROW_H
#define LOOM_ROW_H

#include "entry.h"

/* The first function of a kernel's table, its public function at block level, and its way. Slots without a function of
 * this build hold the first one. */
#define KERNEL(kernel, result, verb, parameters, arguments, size, slots)                       \
    static result LOOM_CDECL resolve_##kernel parameters                                       \
    {                                                                                          \
        verb LOOM_AT_SLOT(kernel, loom_resolve(&loom_row_##kernel, (size_t)(size))) arguments; \
    }                                                                                          \
    result LOOM_CDECL loom_k_##kernel parameters                                               \
    {                                                                                          \
        verb loom_call_##kernel arguments;                                                     \
    }                                                                                          \
    LOOM_SHARED_STATE struct loom_way loom_way_##kernel;

/* The second one, for plans with three bands and more. */
#define CHOOSER(kernel, result, verb, parameters, arguments, size, slots)                       \
    static result LOOM_CDECL choose_##kernel parameters                                         \
    {                                                                                           \
        verb LOOM_AT_SLOT(kernel, loom_slot_for(&loom_way_##kernel, (size_t)(size))) arguments; \
    }

#if defined(LOOM_X86)
#define ASKED(kernel) loom_ask_##kernel
LOOM_INTERNAL_BEGIN
#define ASKED_DECLARED(kernel, ...) loom_ask_fn loom_ask_##kernel;
LOOM_KERNELS(ASKED_DECLARED)
LOOM_INTERNAL_END
#else
#define ASKED(kernel) NULL
#endif

#define DECLARED(kernel, variant) loom_##kernel##_fn LOOM_NAME(kernel##_##variant);
/* Bytes of stack; 0 if the build does not know. */
#define DEAD(stack) ((stack) > 0 && (stack) < LOOM_ALL_DEAD ? (stack) : LOOM_ALL_DEAD)
#define VARIANT(kernel, variant, slot, stack, avx512, reveals, ...) \
    {(loom_any_fn)LOOM_NAME(kernel##_##variant), DEAD(stack), slot, avx512, reveals, {__VA_ARGS__}, #variant},
#define PORTABLE(kernel) \
    {(loom_any_fn)loom_##kernel##_portable, LOOM_ALL_DEAD, LOOM_SLOT_PORTABLE, 0, 0, {LOOM_CPU_NONE}, "portable"},
#define PREFER(uarch, min_bytes, slot, reason, policy, feature) \
    {min_bytes, slot, LOOM_UARCH_##uarch, LOOM_REASON_##reason, LOOM_POLICY_##policy, LOOM_CPU_##feature},
#define COUNT(rows) (uint8_t)(sizeof(rows) / sizeof *(rows))

#endif
