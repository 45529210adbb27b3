/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The probes, and the clock.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L /* clock_gettime, beyond C99 */
#endif

#include "probe.h"

#include <stdint.h>
#include <stdlib.h>

#if !defined(_WIN32)
#include <time.h>
#endif

/* A reading is clean up to these limits. On a quiet core, readings differ by 1%. A busy sibling takes a third of the
 * slots and more. */
static const double slow_limit = 1.04, shared_limit = 1.08;

enum {
    READINGS = 4096, /* that a reference is made from, at most */
    CHAIN_TURNS = 1000,
    CHAIN_A_TURN = 16, /* additions */
    ISSUE_TURNS = 1000,
    ISSUE_A_TURN = 64 /* instructions: additions and nops */
};

#if defined(_WIN32)
/* A function of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *per_second);

double loom_probe_seconds(void)
{
    int64_t count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    return (double)count / (double)per_second;
}
#else
double loom_probe_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
#endif

/* An addition that the compiler neither joins with the next one nor moves into a vector. nop takes a slot and no unit
 * of the core: six instructions fill a cycle also where only four units add. */
#if defined(__GNUC__) || defined(__clang__)
#define ADD(x)                          \
    do {                                \
        (x) += step;                    \
        __asm__ volatile("" : "+r"(x)); \
    } while (0)
#define NOP() __asm__ volatile("nop")
#else
#define ADD(x) (x) = ((x) ^ step) + step
#define NOP() (void)0
#endif

#define EIGHT(a, b, c, d) \
    ADD(a);               \
    ADD(b);               \
    NOP();                \
    ADD(c);               \
    ADD(d);               \
    NOP();                \
    ADD(a);               \
    ADD(b)
#define FOUR(x) \
    ADD(x);     \
    ADD(x);     \
    ADD(x);     \
    ADD(x)

/* The compiler knows neither the number that is added nor that the sum is of no use. */
static volatile size_t source = 1, sink;

static void run_chain(int turns)
{
    size_t step = source, x = step;
    for (; turns > 0; turns--) {
        FOUR(x);
        FOUR(x);
        FOUR(x);
        FOUR(x);
    }
    sink = x;
}

static void run_issue(int turns)
{
    size_t step = source, a = 0, b = 1, c = 2, d = 3;
    for (; turns > 0; turns--) {
        EIGHT(a, b, c, d);
        EIGHT(c, d, a, b);
        EIGHT(a, b, c, d);
        EIGHT(c, d, a, b);
        EIGHT(a, b, c, d);
        EIGHT(c, d, a, b);
        EIGHT(a, b, c, d);
        EIGHT(c, d, a, b);
    }
    sink = a + b + c + d;
}

void loom_probe_read(struct loom_probe_reading *reading)
{
    double start = loom_probe_seconds();
    run_chain(CHAIN_TURNS);
    double middle = loom_probe_seconds();
    run_issue(ISSUE_TURNS);
    double end = loom_probe_seconds();
    reading->chain = (middle - start) / (CHAIN_TURNS * CHAIN_A_TURN);
    reading->issue = (end - middle) / (ISSUE_TURNS * ISSUE_A_TURN);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value that a tenth of the readings does not exceed. Beyond READINGS readings, each n-th counts. */
static double fast_tenth(const struct loom_probe_reading *readings, size_t count, int issue)
{
    static double sorted[READINGS];
    size_t stride = (count + READINGS - 1) / READINGS, kept = 0;
    for (size_t i = 0; i < count; i += stride) {
        sorted[kept++] = issue ? readings[i].issue : readings[i].chain;
    }
    qsort(sorted, kept, sizeof *sorted, by_value);
    return sorted[kept / 10];
}

void loom_probe_refer(struct loom_probe_reference *reference, const struct loom_probe_reading *readings, size_t count)
{
    reference->chain = fast_tenth(readings, count, 0);
    double slots = reference->chain / fast_tenth(readings, count, 1);
    if (slots > reference->slots) {
        reference->slots = slots;
    }
}

static enum loom_probe_verdict judge(const struct loom_probe_reference *reference,
                                     const struct loom_probe_reading *reading)
{
    if (reading->chain > slow_limit * reference->chain) {
        return LOOM_PROBE_SLOW;
    }
    return reading->issue * reference->slots > shared_limit * reference->chain ? LOOM_PROBE_SHARED : LOOM_PROBE_CLEAN;
}

enum loom_probe_verdict loom_probe_judge(const struct loom_probe_reference *reference,
                                         const struct loom_probe_reading *before,
                                         const struct loom_probe_reading *after)
{
    enum loom_probe_verdict first = judge(reference, before), second = judge(reference, after);
    if (first == LOOM_PROBE_SLOW || second == LOOM_PROBE_SLOW) {
        return LOOM_PROBE_SLOW;
    }
    return first == second ? first : LOOM_PROBE_MIXED;
}

const char *loom_probe_word(enum loom_probe_verdict verdict)
{
    static const char *const words[] = {"clean", "slow", "shared", "mixed"};
    return words[verdict];
}
