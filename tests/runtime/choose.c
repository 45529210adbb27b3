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
    struct loom_cpu cpu;
    struct loom_overrides overrides;
    memset(&cpu, 0, sizeof cpu);
    memset(&overrides, 0, sizeof overrides);
    for (size_t i = 0; i < LOOM_PINS; i++) {
        overrides.pinned[i] = -1;
    }
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        loom_features_add(&cpu.features, f, 1);
    }
    for (unsigned uarch = 0; uarch < LOOM_UARCH_COUNT; uarch++) {
        cpu.uarch = (enum loom_uarch)uarch;
        for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
            struct loom_plan plan;
            loom_make_plan(&plan, k, &cpu, &overrides);
            for (size_t b = 0; b < plan.band_count; b++) {
                printf("%s %s %lu %s\n", loom_uarch_name(cpu.uarch), loom_kernel_rows[k].name,
                       (unsigned long)plan.band[b].min_bytes, loom_kernel_rows[k].variants[plan.band[b].variant].name);
            }
        }
    }
    return 0;
}
