/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The detection of an x86 CPU, where the arguments give the answers. With TEST_Darwin compiled as for Darwin, with
 * TEST_MSVC as by MSVC.
 *
 * detect_x86 XCR0 RELEASE LEAF:SUBLEAF:EAX:EBX:ECX:EDX ...: the register state that the system saves, the release of
 * Darwin, or - for a CPU without AVX-512, and the answers of cpuid, all but RELEASE in hexadecimal. A leaf or subleaf
 * that is not given answers with zeros, and one that the CPU lacks with ones, as some CPUs answer with other leaves.
 * Prints family, model, stepping, vendor, brand and core on a line of their own, then the names of the features.
 */
#if !defined(TEST_MSVC)
#include <cpuid.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

enum { MOST = 24 };
static struct {
    uint32_t leaf, subleaf, word[4];
} told[MOST];
static size_t told_count;
static uint64_t xcr0;
static const char *release;

static uint32_t told_word(uint32_t leaf, uint32_t subleaf, size_t word)
{
    for (size_t i = 0; i < told_count; i++) {
        if (told[i].leaf == leaf && told[i].subleaf == subleaf) {
            return told[i].word[word];
        }
    }
    return 0;
}

/* The first leaf, which tells the last one, is always there. */
static int cpu_has(uint32_t leaf, uint32_t subleaf)
{
    return (leaf & 0x7fffffffu) == 0 ||
           (leaf <= told_word(leaf & 0x80000000u, 0, 0) && (leaf != 7 || subleaf <= told_word(7, 0, 0)));
}

static uint32_t cpu_word(uint32_t leaf, uint32_t subleaf, size_t word)
{
    return cpu_has(leaf, subleaf) ? told_word(leaf, subleaf, word) : ~0u;
}

#undef __cpuid_count
#define __cpuid_count(leaf, subleaf, a, b, c, d)                                                     \
    (a = cpu_word(leaf, subleaf, 0), b = cpu_word(leaf, subleaf, 1), c = cpu_word(leaf, subleaf, 2), \
     d = cpu_word(leaf, subleaf, 3))

/* XCR0. Without OSXSAVE the instruction ends the program. */
static uint64_t state(unsigned number)
{
    if (number != 0 || !(told_word(1, 0, 2) >> 27 & 1)) {
        exit(3);
    }
    return xcr0;
}

/* Where the detection has `xgetbv` as assembly. */
#define volatile(...) (low = (uint32_t)state(0))

int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size);
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size)
{
    if (in != NULL || in_size != 0) {
        return -1; /* nothing is to be changed */
    }
    if (strcmp(name, "hw.optional.avx512f") == 0 && *size == sizeof(int)) {
        int present = *release != '-';
        memcpy(out, &present, sizeof present);
        return *release == '?' ? -1 : 0; /* an answer of a failed call */
    }
    if (strcmp(name, "kern.osrelease") == 0 && strlen(release) <= *size) {
        const char *number = release + (*release == '-' || *release == '?');
        memcpy(out, number, strlen(number)); /* may fill the room to the last byte */
        return *release == '!' ? memcpy(out, "22.0", 4), -1 : 0;
    }
    return -1;
}

#if defined(TEST_MSVC)
#include <intrin.h>

void __cpuidex(int words[4], int leaf, int subleaf)
{
    for (size_t i = 0; i < 4; i++) {
        words[i] = (int)cpu_word((uint32_t)leaf, (uint32_t)subleaf, i);
    }
}

void __cpuid(int words[4], int leaf)
{
    __cpuidex(words, leaf, 0);
}

unsigned long long _xgetbv(unsigned number)
{
    return state(number);
}

#undef __GNUC__
#include "cpu_x86.c"
#define __GNUC__ 9
#else
#define __asm__
#if defined(TEST_Darwin)
#define __APPLE__ 1
#endif
#include "cpu_x86.c"
#undef __APPLE__
#undef __asm__
#endif
#undef volatile

int main(int argc, char **argv)
{
    struct loom_cpu cpu;
    if (argc < 3 || argc > MOST + 3) {
        return 2;
    }
    xcr0 = strtoull(argv[1], NULL, 16);
    release = argv[2];
    for (told_count = 0; (int)told_count + 3 < argc; told_count++) {
        char *next = argv[told_count + 3];
        told[told_count].leaf = (uint32_t)strtoul(next, &next, 16);
        told[told_count].subleaf = (uint32_t)strtoul(next + 1, &next, 16);
        for (size_t i = 0; i < 4; i++) {
            told[told_count].word[i] = (uint32_t)strtoul(next + 1, &next, 16);
        }
    }
    memset(&cpu, 0, sizeof cpu);
    loom_cpu_detect_x86(&cpu, LOOM_DETAIL_ALL);
    printf("%x %x %x [%s] [%s] %s\n", cpu.family, cpu.model, cpu.stepping, cpu.vendor, cpu.brand,
           loom_uarch_name(cpu.uarch));
#define TELL(symbol, ...)                                      \
    if (loom_features_has(&cpu.features, LOOM_CPU_##symbol)) { \
        printf("%s ", #symbol);                                \
    }
    LOOM_X86_CPUID(TELL)
    return 0;
}
