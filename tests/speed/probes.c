/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Prints what the probes' judgement says of invented readings, and the instructions of a known loop.
 */
#include "probe.h"

#include <stdio.h>

enum { READINGS = 10000 };

static struct loom_probe_reading readings[READINGS];

/* A core of so many nanoseconds an addition that finishes so many instructions a cycle. */
static struct loom_probe_reading core(double chain, double slots)
{
    struct loom_probe_reading found = {chain * 1e-9, chain * 1e-9 / slots};
    return found;
}

static void judge(const char *name, const struct loom_probe_reference *reference, struct loom_probe_reading before,
                  struct loom_probe_reading after)
{
    printf("%s: %s\n", name, loom_probe_word(loom_probe_judge(reference, &before, &after)));
}

static void nops(void *context, size_t times)
{
    (void)context;
    for (; times > 0; times--) {
        __asm__ volatile(".rept 1000\n\tnop\n\t.endr");
    }
}

int main(void)
{
    struct loom_probe_reference reference = {0, 0};
    struct loom_probe_reading quiet = core(0.25, 5), shared = core(0.25, 3), slow = core(0.3, 5);
    for (int i = 0; i < READINGS; i++) {
        readings[i] = i % 3 == 0 ? quiet : i % 3 == 1 ? shared : slow;
    }
    loom_probe_refer(&reference, readings, READINGS);
    printf("reference: %.3f %.2f\n", reference.chain * 1e9, reference.slots);
    judge("quiet", &reference, quiet, quiet);
    judge("nearly quiet", &reference, core(0.255, 4.9), core(0.25, 4.7));
    judge("shared before", &reference, shared, quiet);
    judge("shared after", &reference, quiet, shared);
    judge("slow before", &reference, slow, quiet);
    judge("slow after", &reference, quiet, slow);
    judge("slow and shared", &reference, core(0.3, 3), quiet);
    for (int i = 0; i < READINGS; i++) {
        readings[i] = shared; /* the core is known by now */
    }
    loom_probe_refer(&reference, readings, READINGS);
    printf("busy reference: %.3f %.2f\n", reference.chain * 1e9, reference.slots);
    judge("shared all the time", &reference, shared, shared);
    for (int i = 0; i < READINGS; i++) {
        readings[i] = slow; /* another frequency for the whole measurement */
    }
    loom_probe_refer(&reference, readings, READINGS);
    judge("slow all the time", &reference, slow, slow);
    loom_probe_refer(&reference, &quiet, 1);
    printf("one reading: %.3f %.2f\n", reference.chain * 1e9, reference.slots);
    printf("instructions: %ld %ld\n", (long)loom_probe_instructions(nops, NULL),
           (long)loom_probe_instructions(nops, NULL));
    return 0;
}
