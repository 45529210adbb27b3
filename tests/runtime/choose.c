/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Prints the choices of dispatch on each microarchitecture, for a CPU with every feature that this build knows: a line
 * for each choice, with the kernel, the least size in bytes, and the variant.
 */
#include <stdio.h>
#include <string.h>

#include "dispatch.h"

int main(void)
{
    struct loom_choices chosen;
    struct loom_cpu *cpu = &chosen.cpu;
    memset(&chosen, 0, sizeof chosen);
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        loom_features_add(&cpu->features, f, 1);
    }
    for (unsigned uarch = 0; uarch < LOOM_UARCH_COUNT; uarch++) {
        cpu->uarch = (enum loom_uarch)uarch;
        for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
            struct loom_plan plan;
            loom_make_plan(&plan, *row, &chosen);
            for (size_t b = 0; b < plan.band_count; b++) {
                printf("%s %s %lu %s\n", loom_uarch_name(cpu->uarch), (*row)->name,
                       (unsigned long)plan.band[b].min_bytes, (*row)->variants[plan.band[b].variant].name);
            }
        }
    }
    return 0;
}
