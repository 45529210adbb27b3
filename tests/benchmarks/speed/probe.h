/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Two probes tell whether a measurement was disturbed. A chain of dependent additions takes one cycle for each
 * addition: its time changes with the clock's frequency, and when other programs take the core. A loop of independent
 * instructions fills the slots of every cycle: its time also changes when the other thread of the core is busy.
 *
 * Use: loom_probe_read() before and after each measured stretch; loom_probe_refer() on all readings of a run;
 * loom_probe_judge() for each stretch.
 */
#ifndef LOOM_PROBE_H
#define LOOM_PROBE_H

#include <stddef.h>
#include <stdint.h>

/* Seconds for one instruction of each probe. */
struct loom_probe_reading {
    double chain, issue;
};

/* The core when nothing disturbs. */
struct loom_probe_reference {
    double chain; /* seconds for one addition, at the usual frequency of the run */
    double slots; /* instructions a cycle that the loop reached: chain / issue */
};

enum loom_probe_verdict {
    LOOM_PROBE_CLEAN,
    LOOM_PROBE_SLOW,   /* the clock was slower than usual, or another program had the core */
    LOOM_PROBE_SHARED, /* another thread used this core's instruction slots, before and after */
    LOOM_PROBE_MIXED   /* the other thread came or went meanwhile */
};

/* Seconds since any fixed moment. */
double loom_probe_seconds(void);

/* Runs both probes, about 10 microseconds each. */
void loom_probe_read(struct loom_probe_reading *reading);

/* Fills *reference from `count` >= 1 readings. The chain's time is that of the tenth part of the readings that is
 * fastest: in at least this part of the run nothing took the core. `slots` is not lowered if *reference already has a
 * higher number: one undisturbed moment in the process is enough to know the core. Begin with zeros. */
void loom_probe_refer(struct loom_probe_reference *reference, const struct loom_probe_reading *readings, size_t count);

/* The verdict about a stretch between two readings. Depends on its arguments alone. */
enum loom_probe_verdict loom_probe_judge(const struct loom_probe_reference *reference,
                                         const struct loom_probe_reading *before,
                                         const struct loom_probe_reading *after);

/* "clean", "slow", "shared" or "mixed". */
const char *loom_probe_word(enum loom_probe_verdict verdict);

/* Does some work `times` times; nothing for 0. */
typedef void loom_probe_work_fn(void *context, size_t times);

/* The instructions of doing the work once: half of those of doing it twice. A child process does the work in single
 * steps, each of which takes some microseconds. -1 where there are no single steps: on other systems than Linux, in
 * emulators, and in sandboxes that refuse them. */
int64_t loom_probe_instructions(loom_probe_work_fn *work, void *context);

#endif
