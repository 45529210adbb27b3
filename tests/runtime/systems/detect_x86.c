/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The detection of an x86 CPU, compiled as for Darwin: the arguments give the answers.
 *
 * detect_x86 LARGEST RELEASE: the largest subleaf of leaf 7, and the system's release, or - for none. All bits of all
 * other words are set. Prints the names of the features that are found.
 */
#include <cpuid.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

static unsigned largest;
static const char *release;

static int answer(unsigned leaf, unsigned subleaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    *a = *b = *c = *d = leaf == 7 && subleaf > largest ? 0 : ~0u;
    if (leaf == 7 && subleaf == 0) {
        *a = largest;
    }
    return 1;
}
#define __get_cpuid_count answer

int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size);
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size)
{
    (void)in;
    (void)in_size;
    if (strcmp(name, "hw.optional.avx512f") == 0 && *size == sizeof(int)) {
        int present = *release != '-';
        memcpy(out, &present, sizeof present);
        return 0;
    }
    if (strcmp(name, "kern.osrelease") == 0 && strlen(release) < *size) {
        memcpy(out, release, strlen(release) + 1);
        return 0;
    }
    return -1;
}

#define __APPLE__ 1
#include "cpu_x86.c"
#undef __APPLE__

int main(int argc, char **argv)
{
    static struct loom_cpu cpu;
    if (argc != 3) {
        return 2;
    }
    largest = (unsigned)strtoul(argv[1], NULL, 10);
    release = argv[2];
    loom_cpu_detect_x86(&cpu);
#define TELL(symbol, ...)                                      \
    if (loom_features_has(&cpu.features, LOOM_CPU_##symbol)) { \
        printf("%s ", #symbol);                                \
    }
    LOOM_X86_CPUID(TELL)
    return 0;
}
