/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * x86 and x86_64: cpuid, and xgetbv for the register state that the operating system saves.
 * Source: Intel SDM volume 2 (CPUID), volume 1 chapters 13-15; AMD APM volume 3 appendix E.
 */
#include "cpu.h"

#if defined(LOOM_X86)

#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#include <cpuid.h>
#else
#include <intrin.h>
#endif

#if defined(__APPLE__)
#include <stdlib.h>
#include <sys/sysctl.h>
#endif

struct registers {
    uint32_t eax, ebx, ecx, edx;
};

/* All zero when the CPU has no such leaf. */
static struct registers cpuid(uint32_t leaf, uint32_t subleaf)
{
    struct registers r = {0, 0, 0, 0};
#if defined(__GNUC__) || defined(__clang__)
    unsigned a, b, c, d;
    if (__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d)) {
        r.eax = a, r.ebx = b, r.ecx = c, r.edx = d;
    }
#else
    int v[4];
    __cpuid(v, (int)(leaf & 0x80000000u));
    if ((uint32_t)v[0] >= leaf) {
        __cpuidex(v, (int)leaf, (int)subleaf);
        r.eax = (uint32_t)v[0], r.ebx = (uint32_t)v[1], r.ecx = (uint32_t)v[2], r.edx = (uint32_t)v[3];
    }
#endif
    return r;
}

/* XCR0: which register state the operating system saves and restores. Only after CPUID.1:ECX.OSXSAVE. */
static uint64_t xgetbv0(void)
{
#if defined(__GNUC__) || defined(__clang__)
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
#else
    return _xgetbv(0);
#endif
}

#if defined(__APPLE__)
/* Darwin turns the AVX-512 state on at a thread's first use, so XCR0 says nothing; and until kernel 21.3
 * (macOS 12.2) a context switch could lose the mask registers. */
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

struct bit {
    unsigned char position, feature;
};

static void add_bits(struct loom_features *set, uint32_t word, const struct bit *bits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (word >> bits[i].position & 1) {
            loom_features_add(set, (enum loom_feature)bits[i].feature);
        }
    }
}

#define ADD_BITS(set, word, bits) add_bits(set, word, bits, sizeof(bits) / sizeof(bits)[0])

static const struct bit leaf1_edx[] = {{26, LOOM_CPU_SSE2}};
static const struct bit leaf1_ecx[] = {{0, LOOM_CPU_SSE3},   {1, LOOM_CPU_PCLMUL},  {9, LOOM_CPU_SSSE3},
                                       {19, LOOM_CPU_SSE41}, {20, LOOM_CPU_SSE42},  {22, LOOM_CPU_MOVBE},
                                       {25, LOOM_CPU_AES},   {23, LOOM_CPU_POPCNT}, {30, LOOM_CPU_RDRAND}};
static const struct bit leaf1_ecx_ymm[] = {{12, LOOM_CPU_FMA}, {28, LOOM_CPU_AVX}, {29, LOOM_CPU_F16C}};
static const struct bit leaf7_ebx[] = {
    {3, LOOM_CPU_BMI1}, {8, LOOM_CPU_BMI2}, {18, LOOM_CPU_RDSEED}, {19, LOOM_CPU_ADX}, {29, LOOM_CPU_SHA}};
static const struct bit leaf7_ecx[] = {{8, LOOM_CPU_GFNI}};
static const struct bit leaf7_ebx_ymm[] = {{5, LOOM_CPU_AVX2}};
static const struct bit leaf7_ecx_ymm[] = {{9, LOOM_CPU_VAES}, {10, LOOM_CPU_VPCLMULQDQ}};
static const struct bit leaf7_1_eax_ymm[] = {{0, LOOM_CPU_SHA512},
                                             {1, LOOM_CPU_SM3},
                                             {2, LOOM_CPU_SM4},
                                             {4, LOOM_CPU_AVXVNNI},
                                             {23, LOOM_CPU_AVXIFMA}};
static const struct bit leaf7_ebx_zmm[] = {{16, LOOM_CPU_AVX512F},    {17, LOOM_CPU_AVX512DQ},
                                           {21, LOOM_CPU_AVX512IFMA}, {28, LOOM_CPU_AVX512CD},
                                           {30, LOOM_CPU_AVX512BW},   {31, LOOM_CPU_AVX512VL}};
static const struct bit leaf7_ecx_zmm[] = {{1, LOOM_CPU_AVX512VBMI},
                                           {6, LOOM_CPU_AVX512VBMI2},
                                           {11, LOOM_CPU_AVX512VNNI},
                                           {12, LOOM_CPU_AVX512BITALG},
                                           {14, LOOM_CPU_AVX512VPOPCNTDQ}};
static const struct bit leaf81_ecx[] = {{5, LOOM_CPU_LZCNT}};
static const struct bit leaf81_ecx_ymm[] = {{11, LOOM_CPU_XOP}};

static enum loom_uarch intel_family6(unsigned model)
{
    switch (model) {
    case 0x3c:
    case 0x3f:
    case 0x45:
    case 0x46: /* Haswell */
    case 0x3d:
    case 0x47:
    case 0x4f:
    case 0x56: /* Broadwell */ return LOOM_UARCH_intel_haswell;
    case 0x4e:
    case 0x5e:
    case 0x8e:
    case 0x9e:
    case 0xa5:
    case 0xa6: return LOOM_UARCH_intel_skylake;
    case 0x55: /* Skylake-SP, Cascade Lake, Cooper Lake */ return LOOM_UARCH_intel_skylake_avx512;
    case 0x66:
    case 0x6a:
    case 0x6c:
    case 0x7d:
    case 0x7e:
    case 0x8c:
    case 0x8d:
    case 0xa7: return LOOM_UARCH_intel_icelake; /* Cannon, Ice, Tiger, Rocket Lake */
    case 0x97:
    case 0x9a:
    case 0xb7:
    case 0xba:
    case 0xbf: return LOOM_UARCH_intel_alderlake; /* Alder, Raptor Lake */
    case 0x8f:
    case 0xcf: /* Sapphire, Emerald Rapids */ return LOOM_UARCH_intel_sapphirerapids;
    case 0xad:
    case 0xae: return LOOM_UARCH_intel_graniterapids;
    case 0xaa:
    case 0xac:
    case 0xb5:
    case 0xbd:
    case 0xc5:
    case 0xc6: /* Meteor, Lunar, Arrow Lake */ return LOOM_UARCH_intel_arrowlake;
    case 0x37:
    case 0x4a:
    case 0x4c:
    case 0x4d:
    case 0x5a:
    case 0x5c:
    case 0x5f:
    case 0x7a:
    case 0x86:
    case 0x8a:
    case 0x96:
    case 0x9c:
    case 0xaf:
    case 0xb6:
    case 0xbe:
    case 0xdd: return LOOM_UARCH_intel_atom; /* Silvermont to Crestmont and Darkmont, alone on the die */
    default: return LOOM_UARCH_intel_generic;
    }
}

static enum loom_uarch intel_uarch(unsigned family, unsigned model, struct registers leaf7)
{
    if (family == 19) { /* 0x01: Diamond Rapids; measured like its predecessor until somebody has one */
        return LOOM_UARCH_intel_graniterapids;
    }
    enum loom_uarch uarch = family == 6 ? intel_family6(model) : LOOM_UARCH_intel_generic;
    /* A hypervisor may show an older model than there is, so that programs can move between hosts, or one that we
     * do not know. Arithmetic on halves, AVX512_FP16, began with Sapphire Rapids' core. */
    int halves = leaf7.edx >> 23 & 1;
    return halves && uarch != LOOM_UARCH_intel_graniterapids ? LOOM_UARCH_intel_sapphirerapids : uarch;
}

static enum loom_uarch amd_uarch(unsigned family, unsigned model)
{
    switch (family) {
    case 0x15: return LOOM_UARCH_amd_bulldozer;
    case 0x17:
    case 0x18: return model < 0x30 ? LOOM_UARCH_amd_zen1 : LOOM_UARCH_amd_zen2;
    case 0x19: /* Zen 4 is 10h-1Fh, 60h-7Fh and A0h-AFh of this family */
        return (model >= 0x10 && model <= 0x1f) || (model >= 0x60 && model <= 0x7f) ||
                       (model >= 0xa0 && model <= 0xaf)
                   ? LOOM_UARCH_amd_zen4
                   : LOOM_UARCH_amd_zen3;
    case 0x1a: return LOOM_UARCH_amd_zen5;
    default: return LOOM_UARCH_amd_generic;
    }
}

static void identify(struct loom_cpu *cpu, struct registers leaf0, struct registers leaf1,
                     struct registers leaf7)
{
    memcpy(cpu->vendor, &leaf0.ebx, 4);
    memcpy(cpu->vendor + 4, &leaf0.edx, 4);
    memcpy(cpu->vendor + 8, &leaf0.ecx, 4);

    cpu->stepping = leaf1.eax & 15;
    cpu->model = leaf1.eax >> 4 & 15;
    cpu->family = leaf1.eax >> 8 & 15;
    if (cpu->family == 6 || cpu->family == 15) {
        cpu->model |= leaf1.eax >> 12 & 0xf0;
    }
    if (cpu->family == 15) {
        cpu->family += leaf1.eax >> 20 & 0xff;
    }
    if (strcmp(cpu->vendor, "GenuineIntel") == 0) {
        cpu->uarch = intel_uarch(cpu->family, cpu->model, leaf7);
    } else if (strcmp(cpu->vendor, "AuthenticAMD") == 0 || strcmp(cpu->vendor, "HygonGenuine") == 0) {
        cpu->uarch = amd_uarch(cpu->family, cpu->model);
    }
    for (uint32_t i = 0; i < 3; i++) {
        struct registers r = cpuid(0x80000002u + i, 0);
        memcpy(cpu->brand + i * sizeof r, &r, sizeof r);
    }
}

void loom_cpu_detect_x86(struct loom_cpu *cpu)
{
    struct loom_features *set = &cpu->features;
    struct registers leaf0 = cpuid(0, 0);
    struct registers leaf1 = cpuid(1, 0);
    struct registers leaf7 = cpuid(7, 0);
    struct registers leaf7_1 = leaf7.eax >= 1 ? cpuid(7, 1) : (struct registers){0, 0, 0, 0};
    struct registers leaf81 = cpuid(0x80000001u, 0);
    identify(cpu, leaf0, leaf1, leaf7);

    ADD_BITS(set, leaf1.edx, leaf1_edx);
    ADD_BITS(set, leaf1.ecx, leaf1_ecx);
    ADD_BITS(set, leaf7.ebx, leaf7_ebx);
    ADD_BITS(set, leaf7.ecx, leaf7_ecx);
    ADD_BITS(set, leaf81.ecx, leaf81_ecx);

    uint64_t saved = leaf1.ecx >> 27 & 1 ? xgetbv0() : 0; /* bit 27: OSXSAVE */
    if ((saved & 0x06) == 0x06) {                         /* XMM and upper YMM halves */
        ADD_BITS(set, leaf1.ecx, leaf1_ecx_ymm);
        ADD_BITS(set, leaf7.ebx, leaf7_ebx_ymm);
        ADD_BITS(set, leaf7.ecx, leaf7_ecx_ymm);
        ADD_BITS(set, leaf7_1.eax, leaf7_1_eax_ymm);
        ADD_BITS(set, leaf81.ecx, leaf81_ecx_ymm);
    }
#if defined(__APPLE__)
    int zmm_saved = darwin_saves_avx512();
#else
    int zmm_saved = (saved & 0xe6) == 0xe6; /* and mask registers, upper ZMM halves, ZMM16-31 */
#endif
    if (zmm_saved) {
        ADD_BITS(set, leaf7.ebx, leaf7_ebx_zmm);
        ADD_BITS(set, leaf7.ecx, leaf7_ecx_zmm);
    }
}

#else
typedef int loom_cpu_x86_is_empty; /* ISO C wants a declaration in every file */
#endif
