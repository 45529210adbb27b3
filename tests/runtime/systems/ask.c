/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Answers the system calls for the features of an AArch64 CPU from the command line, and prints the features that the
 * detection finds. Compiled with the macros of each system.
 *
 * Arguments: the number of cores, then for each core (FreeBSD: once) its MIDR, ISAR0 and ISAR1, or HWCAP, HWCAP2 and 0,
 * in hexadecimal.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

enum { MOST = 8 };
static unsigned cores;
static uint64_t told[MOST][3];

static int answer(void *out, size_t *size, const void *data, size_t bytes)
{
    if (*size < bytes) {
        return -1; /* as ENOMEM */
    }
    memcpy(out, data, bytes);
    *size = bytes;
    return 0;
}

/* OpenBSD: machdep.2 is ISAR0, machdep.3 ISAR1. */
int sysctl(const int *name, unsigned depth, void *out, size_t *size, void *in, size_t in_size);
int sysctl(const int *name, unsigned depth, void *out, size_t *size, void *in, size_t in_size)
{
    if (depth != 2 || name[0] != 7 || name[1] < 2 || name[1] > 3 || cores == 0 || in != NULL || in_size != 0) {
        return -1;
    }
    return answer(out, size, &told[0][name[1] - 1], sizeof told[0][0]);
}

/* NetBSD: a record for each core. */
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size);
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size)
{
    uint64_t record[16] = {0};
    unsigned core;
    char expected[40];
    if (sscanf(name, "machdep.cpu%u.", &core) != 1 || core >= cores || in != NULL || in_size != 0) {
        return -1;
    }
    snprintf(expected, sizeof expected, "machdep.cpu%u.cpu_id", core);
    if (strcmp(name, expected) != 0) {
        return -1;
    }
    record[0] = told[core][0];
    record[5] = told[core][1];
    record[6] = told[core][2];
    return answer(out, size, record, sizeof record);
}

/* FreeBSD. */
int elf_aux_info(int type, void *out, int size);
int elf_aux_info(int type, void *out, int size)
{
    unsigned long value = (unsigned long)told[0][type == 26];
    if (cores == 0 || (type != 25 && type != 26) || size != (int)sizeof value) {
        return -1;
    }
    memcpy(out, &value, sizeof value);
    return 0;
}

int main(int argc, char **argv)
{
    struct loom_cpu cpu;
    cores = (unsigned)strtoul(argv[1], NULL, 10);
    for (unsigned i = 0; i < 3 * cores && (int)i + 2 < argc && i < 3 * MOST; i++) {
        told[i / 3][i % 3] = strtoull(argv[i + 2], NULL, 16);
    }
    loom_cpu_detect(&cpu);
    printf("%s:", loom_uarch_name(cpu.uarch));
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(&cpu.features, f)) {
            printf(" %s", loom_feature_name(f));
        }
    }
    printf("\n");
    return 0;
}
