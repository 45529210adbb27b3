/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Prints the choices of dispatch on each microarchitecture, for a CPU with every feature that this build knows, or with
 * an argument for each CPU of the input, a line of features: a line for each choice, with the kernel, the least size in
 * bytes, and the variant. An empty line follows each CPU of the input.
 */
#include <stdio.h>
#include <string.h>

#include "dispatch.h"

static void show(struct loom_choices *chosen)
{
    for (unsigned uarch = 0; uarch < LOOM_UARCH_COUNT; uarch++) {
        chosen->cpu.uarch = (enum loom_uarch)uarch;
        for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
            struct loom_plan plan;
            loom_make_plan(&plan, *row, chosen);
            for (size_t b = 0; b < plan.band_count; b++) {
                printf("%s %s %lu %s\n", loom_uarch_name(chosen->cpu.uarch), (*row)->name,
                       (unsigned long)plan.band[b].min_bytes, (*row)->variants[plan.band[b].variant].name);
            }
        }
    }
}

int main(int argc, char **argv)
{
    struct loom_choices chosen;
    struct loom_features *features = &chosen.cpu.features;
    char line[4096];
    (void)argv;
    memset(&chosen, 0, sizeof chosen);
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); argc == 1 && f != LOOM_CPU_NONE;
         f = loom_feature_next(f)) {
        loom_features_add(features, f, 1);
    }
    if (argc == 1) {
        show(&chosen);
    }
    while (argc > 1 && fgets(line, sizeof line, stdin) != NULL) {
        memset(features, 0, sizeof *features);
        for (const char *word = strtok(line, " \n"); word != NULL; word = strtok(NULL, " \n")) {
            loom_features_add(features, loom_feature_find(word, strlen(word)), 1);
        }
        show(&chosen);
        puts("");
    }
    return 0;
}
