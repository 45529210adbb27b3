/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Atomic accesses to an unsigned flag, which C99 lacks. Loads acquire and stores release. LOOM_CLAIM turns the flag
 * from one value into another. The result is 1 for the thread that turned the flag.
 *
 * LOOM_LOAD and LOOM_STORE access a number, of at most the size of a pointer, that says nothing about other memory:
 * they keep no order.
 */
#ifndef LOOM_ATOMIC_H
#define LOOM_ATOMIC_H

#if defined(__GNUC__) || defined(__clang__)

#define LOOM_SHARED_STATE
#define LOOM_LOAD_FLAG(flag) __atomic_load_n(&(flag), __ATOMIC_ACQUIRE)
#define LOOM_STORE_FLAG(flag, value) __atomic_store_n(&(flag), (value), __ATOMIC_RELEASE)
#define LOOM_CLAIM(flag, from, to) \
    __atomic_compare_exchange_n(&(flag), &(unsigned){from}, (to), 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)

#define LOOM_LOAD(number) __atomic_load_n(&(number), __ATOMIC_RELAXED)
#define LOOM_STORE(number, value) __atomic_store_n(&(number), (value), __ATOMIC_RELAXED)

#elif defined(_MSC_VER)

/* A flag is volatile and aligned: each access is one instruction. The fence keeps the order, against the compiler and,
 * on Arm, against the CPU. */
#define LOOM_SHARED_STATE volatile
#include <intrin.h>
#if defined(_M_ARM64) || defined(_M_ARM64EC)
#define LOOM_FENCE() __dmb(_ARM64_BARRIER_ISH)
#else
#define LOOM_FENCE() _ReadWriteBarrier()
#endif

#define LOOM_STORE_FLAG(flag, value) (LOOM_FENCE(), (void)((flag) = (value)))
static __inline unsigned loom_load_flag(const volatile unsigned *flag)
{
    unsigned value = *flag;
    LOOM_FENCE();
    return value;
}
#define LOOM_LOAD_FLAG(flag) loom_load_flag(&(flag))
#define LOOM_CLAIM(flag, from, to) \
    ((unsigned)_InterlockedCompareExchange((volatile long *)&(flag), (long)(to), (long)(from)) == (unsigned)(from))
#define LOOM_LOAD(number) (number)
#define LOOM_STORE(number, value) ((void)((number) = (value)))

#else
#error "asmloom: no atomic accesses known for this compiler; gcc, clang and MSVC are"
#endif

#endif
