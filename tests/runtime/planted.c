/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The questions of ask.c, with one variant after the other in whose place a function stands that does nothing: it does
 * not run under an emulator, and its neighbours do. True variants run.
 */
#include "dispatch.h"

#include <stdio.h>
#include <string.h>

static void wrong(void)
{
}

int main(void)
{
    static struct loom_variant variants[64];
    unsigned asked = 0, failures = 0;
    struct loom_cpu cpu;
    loom_cpu_detect(&cpu, LOOM_DETAIL_ALL);
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        struct loom_kernel planted = **row;
        uint64_t usable;
        cpu.emulated = 0;
        usable = loom_usable(*row, &cpu);
        cpu.emulated = 1;
        failures += loom_usable(*row, &cpu) != usable;
        planted.variants = variants;
        for (size_t v = 1; v < planted.variant_count && planted.ask != NULL; v++) {
            if (!(usable >> v & 1)) {
                continue;
            }
            memcpy(variants, (*row)->variants, planted.variant_count * sizeof *variants);
            variants[v].function = wrong;
            if (loom_usable(&planted, &cpu) != (usable & ~((uint64_t)1 << v))) {
                printf("%s %s: a wrong answer\n", planted.name, variants[v].name);
                failures++;
            }
            asked++;
        }
    }
    printf("%u asked, %u failures\n", asked, failures);
    return failures != 0;
}
