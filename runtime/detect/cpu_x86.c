/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * x86 and x86_64: cpuid, and xgetbv for the register state that the operating system saves.
 * Source: Intel SDM volume 2 (CPUID), volume 1 chapters 13-15; AMD APM volume 3 appendix E.
 */
#include "cpu.h"

#if defined(LOOM_X86)

#include "memory.h"

#if defined(__GNUC__) || defined(__clang__)
#include <cpuid.h>
#else
#include <intrin.h>
#endif

#if defined(__APPLE__) && !defined(LOOM_FREESTANDING)
#define LOOM_DARWIN 1
#include <stdlib.h>
#include <sys/sysctl.h>
#endif

struct registers {
    uint32_t eax, ebx, ecx, edx;
};

static struct registers cpuid(uint32_t leaf, uint32_t subleaf)
{
    struct registers r;
#if defined(__GNUC__) || defined(__clang__)
    __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
#else
    int v[4];
    __cpuidex(v, (int)leaf, (int)subleaf);
    r.eax = (uint32_t)v[0], r.ebx = (uint32_t)v[1], r.ecx = (uint32_t)v[2], r.edx = (uint32_t)v[3];
#endif
    return r;
}

/* All zeros unless asked for. */
static struct registers cpuid_if(int asked, uint32_t leaf, uint32_t subleaf)
{
    struct registers none = {0, 0, 0, 0};
    return asked ? cpuid(leaf, subleaf) : none;
}

/* The lower half of XCR0: the register state that the system saves and restores. Valid only if CPUID.1:ECX.OSXSAVE is
 * set. */
static uint32_t xgetbv0(void)
{
#if defined(__GNUC__) || defined(__clang__)
    uint32_t low;
    __asm__ volatile("xgetbv" : "=a"(low) : "c"(0) : "edx");
    return low;
#else
    return (uint32_t)_xgetbv(0);
#endif
}

#if defined(LOOM_DARWIN)
/* Darwin enables the AVX-512 state of a thread at its first use: XCR0 does not show it. Kernels before 21.3 (macOS
 * 12.2) could lose the mask registers at a context switch. */
static int darwin_saves_avx512(void)
{
    char release[32] = "";
    int present = 0;
    size_t size = sizeof present;
    if (sysctlbyname("hw.optional.avx512f", &present, &size, NULL, 0) != 0 || !present) {
        return 0;
    }
    size = sizeof release - 1;
    if (sysctlbyname("kern.osrelease", release, &size, NULL, 0) != 0) {
        return 0;
    }
    char *dot = NULL;
    long major = strtol(release, &dot, 10);
    long minor = *dot == '.' ? strtol(dot + 1, NULL, 10) : 0;
    return major > 21 || (major == 21 && minor >= 3);
}
#endif

/* The words of cpuid's answers that hold feature bits, and the register state that the system must save for the
 * instructions of a feature: the columns of LOOM_X86_CPUID. */
enum { LEAF1_ECX, LEAF1_EDX, LEAF7_EBX, LEAF7_ECX, LEAF7_1_EAX, LEAF81_ECX, AVX10, WORDS };
enum { ANY, YMM, ZMM, STATES };

/* Feature, word, bit, state. */
static const uint8_t bits[][4] = {
#define ROW(symbol, word, bit, state) {LOOM_CPU_##symbol, word, bit, state},
    LOOM_X86_CPUID(ROW)
#undef ROW
        {LOOM_CPU_NONE, 0, 0, ANY},
};

/* The word AVX10 of features.dat. Leaf 0x24: version in bits 0 to 7; bit 18: registers of 512 bits. */
static uint32_t avx10_word(struct registers leaf7_1)
{
    uint32_t ebx = cpuid_if(leaf7_1.edx >> 19 & 1, 0x24, 0).ebx, version = ebx & 0xff;
    return ebx >> 18 & 1 ? (uint32_t)(version >= 1) | (uint32_t)(version >= 2) << 1 : 0;
}

#if defined(LOOM_FREESTANDING)
/* No rows of cores, and of the features only those that a variant needs. */
enum { HAS_ALL = 0 };
#define identify(cpu, leaf0, leaf1, leaf7) 0
#define settle(cpu, leaf7, avx10, last) ((void)0)
#else
enum { HAS_ALL = 1 };

static const struct loom_core intel[] = {LOOM_CORES_INTEL(LOOM_CORE)};
static const struct loom_core amd[] = {LOOM_CORES_AMD(LOOM_CORE)};
static const struct loom_core hygon[] = {LOOM_CORES_HYGON(LOOM_CORE)};
static const struct loom_core zhaoxin[] = {LOOM_CORES_ZHAOXIN(LOOM_CORE)};
static const struct {
    char vendor[13];
    const struct loom_core *cores;
} vendors[] = {{"GenuineIntel", intel},
               {"AuthenticAMD", amd},
               {"HygonGenuine", hygon},
               {"CentaurHauls", zhaoxin},
               {"  Shanghai  ", zhaoxin}};

/* A hypervisor may show an older model than the CPU's, to let programs move between hosts, or a model unknown here.
 * AVX512_FP16, arithmetic on halves, began with Sapphire Rapids' core, and AVX10 with Granite Rapids'. Families after 6
 * have cores that were not measured. */
static enum loom_uarch newer_intel(enum loom_uarch uarch, const struct loom_cpu *cpu, struct registers leaf7,
                                   uint32_t avx10)
{
    int halves = leaf7.edx >> 23 & 1;
    if (memcmp(cpu->vendor, "GenuineIntel", 13) != 0 || cpu->family != 6 || uarch == LOOM_UARCH_intel_graniterapids) {
        return uarch;
    }
    return avx10 ? LOOM_UARCH_intel_graniterapids : halves ? LOOM_UARCH_intel_sapphirerapids : uarch;
}

/* Returns whether AVX10 tells two cores with the same instructions on halves apart. */
static int identify(struct loom_cpu *cpu, struct registers leaf0, struct registers leaf1, struct registers leaf7)
{
    memcpy(cpu->vendor, &leaf0.ebx, 4);
    memcpy(cpu->vendor + 4, &leaf0.edx, 4);
    memcpy(cpu->vendor + 8, &leaf0.ecx, 4);

    cpu->stepping = leaf1.eax & 15;
    cpu->model = leaf1.eax >> 4 & 15;
    cpu->family = leaf1.eax >> 8 & 15;
    if (cpu->family >= 6) { /* Intel, AMD and Zhaoxin */
        cpu->model |= leaf1.eax >> 12 & 0xf0;
    }
    if (cpu->family == 15) {
        cpu->family += leaf1.eax >> 20 & 0xff;
    }
    for (size_t i = 0; i < sizeof vendors / sizeof *vendors; i++) {
        if (memcmp(cpu->vendor, vendors[i].vendor, sizeof vendors[i].vendor) == 0) {
            cpu->uarch = loom_uarch_find(vendors[i].cores, cpu->family, cpu->model);
        }
    }
    cpu->hypervisor = leaf1.ecx >> 31;
    return (leaf7.edx >> 23 & 1) && cpu->uarch != LOOM_UARCH_intel_sapphirerapids;
}

/* `last`: of the leaves that have the brand, or 0. */
static void settle(struct loom_cpu *cpu, struct registers leaf7, uint32_t avx10, uint32_t last)
{
    cpu->uarch = newer_intel(cpu->uarch, cpu, leaf7, avx10);
    for (uint32_t i = 0; i < 3 && last >= 0x80000002u + i; i++) {
        struct registers r = cpuid(0x80000002u + i, 0);
        memcpy(cpu->brand + i * sizeof r, &r, sizeof r);
    }
}

#endif

void loom_cpu_detect_x86(struct loom_cpu *cpu, enum loom_detail detail)
{
    int all = HAS_ALL && detail == LOOM_DETAIL_ALL;
#if defined(__i386__)
    if (__get_cpuid_max(0, NULL) == 0) { /* no such instruction */
        return;
    }
#endif
    struct registers leaf0 = cpuid(0, 0);
    struct registers leaf1 = cpuid_if(leaf0.eax >= 1, 1, 0);
    struct registers leaf7 = cpuid_if(leaf0.eax >= 7, 7, 0);
    int later = identify(cpu, leaf0, leaf1, leaf7) || all || LOOM_NEEDS_LEAF7_1_EAX || LOOM_NEEDS_AVX10;
    struct registers leaf7_1 = cpuid_if(leaf7.eax >= 1 && later, 7, 1);
    uint32_t last = cpuid_if(all || LOOM_NEEDS_LEAF81_ECX, 0x80000000u, 0).eax;
    struct registers leaf81 = cpuid_if(last >= 0x80000001u, 0x80000001u, 0);
    uint32_t avx10 = avx10_word(leaf7_1);
    settle(cpu, leaf7, avx10, all ? last : 0);

    /* in the order of LEAF1_ECX and so on */
    uint32_t words[WORDS] = {leaf1.ecx, leaf1.edx, leaf7.ebx, leaf7.ecx, leaf7_1.eax, leaf81.ecx, avx10};
    uint32_t saves = leaf1.ecx >> 27 & 1 ? xgetbv0() : 0; /* bit 27: OSXSAVE */
    int saved[STATES] = {1, (saves & 0x06) == 0x06};      /* XMM and upper YMM halves */
#if defined(LOOM_DARWIN)
    saved[ZMM] = darwin_saves_avx512();
#else
    saved[ZMM] = (saves & 0xe6) == 0xe6; /* and mask registers, upper ZMM halves, ZMM16-31 */
#endif
    for (size_t i = 0; i < (all ? sizeof bits / sizeof *bits - 1 : LOOM_X86_CPUID_NEEDED); i++) {
        loom_features_add(&cpu->features, (enum loom_feature)bits[i][0],
                          saved[bits[i][3]] && words[bits[i][1]] >> bits[i][2] & 1);
    }
}

#endif
