/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's clock. All contenders take turns in one process, in batches of at least 0.2 ms. A ratio is the
 * median of the ratios within each round: a change of clock frequency or a busy neighbour affects both sides.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L /* clock_gettime, beyond C99 */
#endif

#include "speed.h"

#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <signal.h>
#include <time.h>
#endif

static const double shortest_batch = 0.0002; /* seconds */

#if defined(_WIN32)
/* A function of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *per_second);

static double seconds(void)
{
    int64_t count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    return (double)count / (double)per_second;
}
#else
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
#endif

/* In 32-bit mode, AMD's Zen 4 runs SSE code at two thirds of its speed after a single instruction on ymm. vzeroupper
 * does not end that; loading the registers from memory does, and the return from a signal handler loads them. A
 * contender therefore does not pay for the contender before. */
#if defined(__i386__) && !defined(_WIN32)
static void handle(int number)
{
    (void)number;
}

static void settle(void)
{
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
}
#else
static void settle(void)
{
}
#endif

static double took[SPEED_SIDES][SPEED_MAX_ROUNDS]; /* seconds for one call */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values, int count)
{
    static double sorted[SPEED_MAX_ROUNDS];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return sorted[count / 2];
}

/* The speed of side `side` divided by that of side `peer`. */
static double ratio(size_t side, size_t peer, int rounds)
{
    static double each[SPEED_MAX_ROUNDS];
    for (int r = 0; r < rounds; r++) {
        each[r] = took[peer][r] / took[side][r];
    }
    return median(each, rounds);
}

static size_t calibrate(struct side *side, size_t bytes)
{
    for (size_t times = 1;; times *= 2) {
        double start = seconds();
        side->run(side, bytes, times);
        if (seconds() - start >= shortest_batch) {
            return times;
        }
    }
}

void speed_measure(struct result *result, struct side *sides, size_t count, size_t bytes, int rounds)
{
    size_t times[SPEED_SIDES];
    for (size_t s = 0; s < count; s++) {
        times[s] = calibrate(&sides[s], bytes);
    }
    for (int r = 0; r < rounds; r++) {
        for (size_t n = 0; n < count; n++) {
            size_t s = (n + (size_t)r) % count; /* nobody is always first */
            settle();
            double start = seconds();
            sides[s].run(&sides[s], bytes, times[s]);
            took[s][r] = (seconds() - start) / (double)times[s];
        }
    }
    result->bytes = bytes;
    for (size_t s = 0; s < count; s++) {
        result->per_second[s] = (double)bytes / median(took[s], rounds);
        for (size_t p = 0; p < count; p++) {
            result->ratio[s][p] = ratio(s, p, rounds);
        }
    }
}
