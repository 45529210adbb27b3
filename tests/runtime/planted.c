/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The questions of ask.c, with one variant after the other in whose place a function stands that does nothing. Each
 * takes a feature of its own away, so that it runs no more, and those without a feature stay. True variants take
 * nothing.
 */
#include "dispatch.h"

#include <stdio.h>
#include <string.h>

static struct loom_kernel planted[LOOM_KERNEL_COUNT + 1];
static struct loom_variant variants[64];

static const struct loom_kernel *true_rows(void)
{
    return loom_kernel_rows;
}

#define loom_ask ask_as_if_emulated
#define loom_kernel_rows planted
#include "ask.c"

static void wrong(void)
{
}

/* Returns whether a feature was taken away. */
static int ask(struct loom_cpu *cpu, size_t kernel)
{
    static const struct loom_features none;
    loom_cpu_detect(cpu, LOOM_DETAIL_ALL);
    ask_kernel(cpu, kernel);
    return memcmp(&cpu->wrong, &none, sizeof none) != 0;
}

int main(void)
{
    unsigned asked = 0, taken = 0, failures = 0;
    struct loom_cpu cpu;
    memcpy(planted, true_rows(), sizeof planted);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel row = planted[k];
        failures += ask(&cpu, k) != 0;
        for (size_t v = 1; v < row.variant_count && questions[k].ask != NULL; v++) {
            int needs = *row.variants[v].needs != LOOM_CPU_NONE, took;
            loom_cpu_detect(&cpu, LOOM_DETAIL_ALL);
            if (!loom_variant_runs(&row.variants[v], &cpu.features)) {
                continue;
            }
            memcpy(variants, row.variants, row.variant_count * sizeof *variants);
            variants[v].function = wrong;
            planted[k].variants = variants;
            took = ask(&cpu, k);
            if (took != needs || (needs && loom_variant_runs(&variants[v], &cpu.features))) {
                printf("%s %s: a wrong answer\n", row.name, row.variants[v].name);
                failures++;
            }
            planted[k] = row;
            asked++;
            taken += took != 0;
        }
    }
    printf("%u asked, %u taken, %u failures\n", asked, taken, failures);
    return failures != 0;
}
