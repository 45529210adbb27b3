/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's measurement. All contenders take turns in one process, in batches of at least 0.2 ms. The probes run
 * between two batches. A batch counts if the probes before and after found the core undisturbed. A ratio is the median
 * of the ratios within each round in which both batches count.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L /* sigaction's neighbours, beyond C99 */
#endif

#include "speed.h"

#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <signal.h>
#endif

static const double shortest_batch = 0.0002; /* seconds */

enum { FEWEST = 5, TRIALS = 9 }; /* clean rounds that make a median; trials of each way of a peer */

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

static double took[SPEED_SIDES][SPEED_MAX_ROUNDS];            /* seconds for one call */
static unsigned char verdicts[SPEED_SIDES][SPEED_MAX_ROUNDS]; /* enum loom_probe_verdict */
static struct loom_probe_reading readings[SPEED_SIDES * SPEED_MAX_ROUNDS + 1];
static struct loom_probe_reference reference;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

enum { ANY = -1 };

static double each[SPEED_MAX_ROUNDS];

/* Fills `each` with the values of the rounds in which both batches have the verdict: the speed of `side` divided by
 * that of `peer`, or, with side == peer, the seconds for a call. Returns the number of these rounds. */
static int keep(size_t side, size_t peer, int rounds, int verdict)
{
    int kept = 0;
    for (int r = 0; r < rounds; r++) {
        if (verdict == ANY || (verdicts[side][r] == verdict && verdicts[peer][r] == verdict)) {
            each[kept++] = side == peer ? took[side][r] : took[peer][r] / took[side][r];
        }
    }
    return kept;
}

/* The median over the rounds in which the other thread of the core was busy, or 0 if these are too few. */
static double while_shared(size_t side, size_t peer, int rounds)
{
    int kept = keep(side, peer, rounds, LOOM_PROBE_SHARED);
    return kept < FEWEST ? 0 : median(each, kept);
}

/* The median over the rounds in which the batches of `side` and `peer` count, or over all rounds if these are too few:
 * of the speed of `side` divided by that of `peer`; with side == peer, of the seconds for a call. */
static double typical(struct result *result, size_t side, size_t peer, int rounds)
{
    int kept = keep(side, peer, rounds, LOOM_PROBE_CLEAN);
    if (kept < FEWEST && kept < rounds) {
        result->few = 1;
        kept = keep(side, peer, rounds, ANY);
    }
    return median(each, kept);
}

static size_t calibrate(struct side *side, size_t bytes)
{
    for (size_t times = 1;; times *= 2) {
        double start = loom_probe_seconds();
        side->run(side, bytes, times);
        if (loom_probe_seconds() - start >= shortest_batch) {
            return times;
        }
    }
}

static double time_batch(struct side *side, size_t bytes, size_t times)
{
    settle();
    double start = loom_probe_seconds();
    side->run(side, bytes, times);
    return (loom_probe_seconds() - start) / (double)times;
}

/* The batch of side s in round r lies between the readings n and n + 1, where n counts batches in the order of time. */
static void judge_all(struct result *result, size_t count, int rounds)
{
    size_t found[4] = {0, 0, 0, 0}, batches = count * (size_t)rounds;
    loom_probe_refer(&reference, readings, batches + 1);
    for (size_t n = 0; n < batches; n++) {
        size_t r = n / count, s = (n + r) % count;
        enum loom_probe_verdict verdict = loom_probe_judge(&reference, &readings[n], &readings[n + 1]);
        verdicts[s][r] = (unsigned char)verdict;
        found[verdict]++;
    }
    result->clean = (double)found[LOOM_PROBE_CLEAN] / (double)batches;
    result->slow = (double)found[LOOM_PROBE_SLOW] / (double)batches;
    result->shared = (double)found[LOOM_PROBE_SHARED] / (double)batches;
}

void speed_measure(struct result *result, struct side *sides, size_t count, size_t bytes, int rounds)
{
    size_t times[SPEED_SIDES], n = 0;
    for (size_t s = 0; s < count; s++) {
        times[s] = calibrate(&sides[s], bytes);
    }
    loom_probe_read(&readings[n]);
    for (int r = 0; r < rounds; r++) {
        for (size_t turn = 0; turn < count; turn++) {
            size_t s = (n + (size_t)r) % count; /* nobody is always first */
            took[s][r] = time_batch(&sides[s], bytes, times[s]);
            loom_probe_read(&readings[++n]);
        }
    }
    result->bytes = bytes;
    result->few = 0;
    judge_all(result, count, rounds);
    for (size_t s = 0; s < count; s++) {
        result->per_second[s] = (double)bytes / typical(result, s, s, rounds);
        for (size_t p = 0; p < count; p++) {
            result->ratio[s][p] = s == p ? 1 : typical(result, s, p, rounds);
            result->shared_ratio[s][p] = while_shared(s, p, rounds);
        }
    }
}

double speed_slots(void)
{
    return reference.slots;
}

double speed_gigahertz(void)
{
    return 1e-9 / reference.chain;
}

size_t speed_keep_fastest(struct side *sides, size_t count, size_t bytes)
{
    size_t kept = 0;
    for (size_t s = 0, ways; s < count; s += ways) {
        double least[SPEED_SIDES];
        size_t times[SPEED_SIDES], best = s;
        for (ways = 1; s + ways < count && sides[s].way != NULL && sides[s + ways].way != NULL &&
                       strcmp(sides[s].name, sides[s + ways].name) == 0;
             ways++) {
        }
        for (size_t w = s; ways > 1 && w < s + ways; w++) {
            times[w] = calibrate(&sides[w], bytes);
        }
        for (int trial = 0; ways > 1 && trial < TRIALS; trial++) {
            for (size_t w = s; w < s + ways; w++) {
                double seconds = time_batch(&sides[w], bytes, times[w]);
                least[w] = trial == 0 || seconds < least[w] ? seconds : least[w];
            }
        }
        for (size_t w = s + 1; w < s + ways; w++) {
            best = least[w] < least[best] ? w : best;
        }
        sides[kept++] = sides[best];
    }
    return kept;
}

struct work {
    struct side *side;
    size_t bytes;
};

static void work_once_more(void *context, size_t times)
{
    const struct work *work = context;
    work->side->run(work->side, work->bytes, times);
}

int speed_count(struct result *result, struct side *sides, size_t count, size_t bytes)
{
    for (size_t s = 0; s < count; s++) {
        struct work work = {&sides[s], bytes};
        result->instructions[s] = loom_probe_instructions(work_once_more, &work);
        if (result->instructions[s] < 0) {
            return 0;
        }
    }
    return 1;
}
