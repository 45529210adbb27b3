/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The few atomic accesses that C99 lacks. Relaxed for data, acquire and release for the flag that guards it.
 */
#ifndef LOOM_ATOMIC_H
#define LOOM_ATOMIC_H

#if defined(__GNUC__) || defined(__clang__)

#define LOOM_LOAD(object) __atomic_load_n(&(object), __ATOMIC_RELAXED)
#define LOOM_STORE(object, value) __atomic_store_n(&(object), (value), __ATOMIC_RELAXED)
#define LOOM_LOAD_FLAG(flag) __atomic_load_n(&(flag), __ATOMIC_ACQUIRE)
#define LOOM_STORE_FLAG(flag, value) __atomic_store_n(&(flag), (value), __ATOMIC_RELEASE)

#elif defined(_MSC_VER)

/* Objects are aligned and no wider than a pointer, so each access is one instruction. The objects are
 * declared volatile (see LOOM_SHARED_STATE); what is left is the order, for the compiler and, on Arm, for the
 * CPU. */
#include <intrin.h>
#if defined(_M_ARM64) || defined(_M_ARM64EC)
#define LOOM_FENCE() __dmb(_ARM64_BARRIER_ISH)
#else
#define LOOM_FENCE() _ReadWriteBarrier()
#endif

#define LOOM_LOAD(object) (object)
#define LOOM_STORE(object, value) ((void)((object) = (value)))
#define LOOM_STORE_FLAG(flag, value) (LOOM_FENCE(), (void)((flag) = (value)))
static __inline unsigned loom_load_flag(const volatile unsigned *flag)
{
    unsigned value = *flag;
    LOOM_FENCE();
    return value;
}
#define LOOM_LOAD_FLAG(flag) loom_load_flag(&(flag))

#else
#error "asmloom: no atomic accesses known for this compiler; gcc, clang and MSVC are"
#endif

#endif
