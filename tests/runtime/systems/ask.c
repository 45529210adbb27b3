/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Answers the system calls for the features of an AArch64 CPU from the command line, and prints what the detection
 * finds: the core and the features, then implementer, part, revision, vendor and brand. Compiled with the macros of
 * each system.
 *
 * Arguments: the number of cores, then for each core (FreeBSD: once) its MIDR, ISAR0 and ISAR1, or HWCAP, HWCAP2 and 0,
 * in hexadecimal; for Darwin a family, then the names of flags; for Windows the numbers of features. Of the environment
 * ANSWER is the number of bytes of each answer, if it is another one than the system's, and FAILED makes all calls fail
 * after they wrote their answers.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu.h"

enum { MOST = 8 };
static unsigned cores;
static uint64_t told[MOST][3];
static char **words;

static int answer(void *out, size_t *size, const void *data, size_t bytes)
{
    const char *other = getenv("ANSWER");
    bytes = other == NULL ? bytes : strtoul(other, NULL, 10);
    if (*size < bytes) {
        return -1; /* as ENOMEM */
    }
    memcpy(out, data, bytes);
    *size = bytes;
    return getenv("FAILED") == NULL ? 0 : -1;
}

/* OpenBSD: machdep.2 is ISAR0, machdep.3 ISAR1, and other registers follow. */
int sysctl(const int *name, unsigned depth, void *out, size_t *size, void *in, size_t in_size);
int sysctl(const int *name, unsigned depth, void *out, size_t *size, void *in, size_t in_size)
{
    static const uint64_t other = ~(uint64_t)0;
    if (depth != 2 || name[0] != 7 || name[1] < 2 || name[1] > 9 || cores == 0 || in != NULL || in_size != 0) {
        return -1;
    }
    return answer(out, size, name[1] > 3 ? &other : &told[0][name[1] - 1], sizeof told[0][0]);
}

#if defined(TEST_Darwin)

/* Darwin: flags, the name of the CPU, which fills all the room but the last byte, and the family. */
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size);
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size)
{
    static const char brand[] = "A CPU whose name is as long as the longest, 51 signs", none[52] = "";
    uint32_t family = (uint32_t)strtoul(words[0], NULL, 16);
    if (in != NULL || in_size != 0) {
        return -1;
    }
    if (strcmp(name, "machdep.cpu.brand_string") == 0) {
        return answer(out, size, family == 0 ? none : brand, *size < sizeof brand ? *size : sizeof brand);
    }
    if (strcmp(name, "hw.cpufamily") == 0) {
        return *size == sizeof family ? answer(out, size, &family, sizeof family) : -1;
    }
    for (size_t i = 1; words[i] != NULL; i++) {
        int value = words[i][0] != '-';
        if (strcmp(name, words[i] + !value) == 0 && *size == sizeof value) {
            return answer(out, size, &value, sizeof value);
        }
    }
    return -1;
}

#else

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

#endif

#if defined(TEST_Windows)
int IsProcessorFeaturePresent(unsigned long feature);
int IsProcessorFeaturePresent(unsigned long feature)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strtoul(words[i], NULL, 10) == feature) {
            return 1 << 16; /* any number but 0 says yes */
        }
    }
    return 0;
}
#endif

/* FreeBSD. */
int elf_aux_info(int type, void *out, int size);
int elf_aux_info(int type, void *out, int size)
{
    unsigned long value = (unsigned long)told[0][type == 26];
    if (cores == 0 || (type != 25 && type != 26) || size != (int)sizeof value) {
        return -1;
    }
    memcpy(out, &value, sizeof value);
    return getenv("FAILED") == NULL ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct loom_cpu cpu;
    memset(&cpu, 0xff, sizeof cpu);
    words = argv + 1;
    cores = (unsigned)strtoul(argv[1], NULL, 10);
    for (unsigned i = 0; i < 3 * cores && (int)i + 2 < argc && i < 3 * MOST; i++) {
        told[i / 3][i % 3] = strtoull(argv[i + 2], NULL, 16);
    }
    close(0); /* a program may have no standard input: the next file has the number 0 */
    errno = ERANGE;
    loom_cpu_detect(&cpu, LOOM_DETAIL_ALL);
    if (errno != ERANGE || dup(1) != 0) {
        return 4; /* errno is another one, or a file is still open */
    }
    printf("%s:", loom_uarch_name(cpu.uarch));
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(&cpu.features, f)) {
            printf(" %s", loom_feature_name(f));
        }
    }
    printf("\n%x %x %x [%s] [%s]\n", cpu.family, cpu.model, cpu.stepping, cpu.vendor, cpu.brand);
    return 0;
}
