/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AArch64 and arm64ec: asks the operating system, because programs may not read the ID registers.
 * Sources: Linux Documentation/arch/arm64/elf_hwcaps.rst, elf_aux_info(3) of FreeBSD, sysctl(3) of OpenBSD and NetBSD,
 * Apple "Determining instruction set characteristics", Windows IsProcessorFeaturePresent.
 */
#include "cpu.h"

#if defined(LOOM_ARM64)

#include <string.h>

#if defined(__APPLE__)

#include <sys/sysctl.h>

static int sysctl_flag(const char *name)
{
    int value = 0;
    size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, NULL, 0) == 0 && value != 0;
}

static enum loom_uarch apple_uarch(void)
{
    uint32_t family = 0;
    size_t size = sizeof family;
    if (sysctlbyname("hw.cpufamily", &family, &size, NULL, 0) != 0) {
        return LOOM_UARCH_apple_generic;
    }
    switch (family) { /* CPUFAMILY_ARM_... of <mach/machine.h>, by value, because older SDKs lack the newer names */
    case 0x1b588bb3u: /* Firestorm and Icestorm */ return LOOM_UARCH_apple_m1;
    case 0xda33d83du: /* Blizzard and Avalanche */ return LOOM_UARCH_apple_m2;
    case 0xfa33415eu: /* Ibiza */
    case 0x5f4dea93u: /* Lobos */
    case 0x72015832u: /* Palma */ return LOOM_UARCH_apple_m3;
    case 0x6f5129acu: /* Donan */
    case 0x17d5b93au: /* Brava */ return LOOM_UARCH_apple_m4;
    default: return LOOM_UARCH_apple_generic;
    }
}

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    static const struct {
        const char *name;
        enum loom_feature feature;
    } flags[] = {
        {"hw.optional.arm.FEAT_AES", LOOM_CPU_AES},       {"hw.optional.arm.FEAT_PMULL", LOOM_CPU_PMULL},
        {"hw.optional.arm.FEAT_SHA1", LOOM_CPU_SHA1},     {"hw.optional.arm.FEAT_SHA256", LOOM_CPU_SHA256},
        {"hw.optional.arm.FEAT_SHA512", LOOM_CPU_SHA512}, {"hw.optional.arm.FEAT_SHA3", LOOM_CPU_SHA3},
        {"hw.optional.armv8_2_sha512", LOOM_CPU_SHA512},  {"hw.optional.armv8_2_sha3", LOOM_CPU_SHA3},
        {"hw.optional.armv8_crc32", LOOM_CPU_CRC32},      {"hw.optional.arm.FEAT_LSE", LOOM_CPU_LSE},
        {"hw.optional.arm.FEAT_RDM", LOOM_CPU_RDM},       {"hw.optional.arm.FEAT_DotProd", LOOM_CPU_DOTPROD},
        {"hw.optional.arm.FEAT_I8MM", LOOM_CPU_I8MM},     {"hw.optional.arm.FEAT_BF16", LOOM_CPU_BF16},
        {"hw.optional.arm.FEAT_SME", LOOM_CPU_SME},
    };
    /* Every AArch64 CPU by Apple has these. macOS 11 has no names for them. */
    static const enum loom_feature always[] = {LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_PMULL, LOOM_CPU_SHA1,
                                               LOOM_CPU_SHA256};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        loom_features_add(&cpu->features, always[i]);
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (sysctl_flag(flags[i].name)) {
            loom_features_add(&cpu->features, flags[i].feature);
        }
    }
    memcpy(cpu->vendor, "Apple", 6);
    size_t size = sizeof cpu->brand - 1;
    if (sysctlbyname("machdep.cpu.brand_string", cpu->brand, &size, NULL, 0) != 0) {
        cpu->brand[0] = 0;
    }
    cpu->uarch = apple_uarch();
}

#elif defined(_WIN32)

/* The one function needed of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) int __stdcall IsProcessorFeaturePresent(unsigned long feature);

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    static const struct {
        unsigned char windows; /* PF_ARM_... of <winnt.h>, by number, because older SDKs lack the newer names */
        unsigned char feature;
    } flags[] = {
        {19, LOOM_CPU_NEON},       {30, LOOM_CPU_AES},     {30, LOOM_CPU_PMULL},  {30, LOOM_CPU_SHA1},
        {30, LOOM_CPU_SHA256},     {31, LOOM_CPU_CRC32},   {34, LOOM_CPU_LSE},    {43, LOOM_CPU_DOTPROD},
        {43, LOOM_CPU_RDM}, /* has no flag; Armv8.2, whose flag this is, includes it */
        {46, LOOM_CPU_SVE},        {47, LOOM_CPU_SVE2},    {49, LOOM_CPU_SVEAES}, {50, LOOM_CPU_SVEPMULL},
        {51, LOOM_CPU_SVEBITPERM}, {55, LOOM_CPU_SVESHA3}, {56, LOOM_CPU_SVESM4}, {64, LOOM_CPU_SHA3},
        {65, LOOM_CPU_SHA512},     {66, LOOM_CPU_I8MM},    {68, LOOM_CPU_BF16},   {70, LOOM_CPU_SME},
    };
    loom_features_add(&cpu->features, LOOM_CPU_NEON); /* the Windows ABI requires it */
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (IsProcessorFeaturePresent(flags[i].windows)) {
            loom_features_add(&cpu->features, (enum loom_feature)flags[i].feature);
        }
    }
    cpu->uarch = LOOM_UARCH_arm_generic; /* only the registry names the core, and only advapi32 reads the registry */
}

#else

static enum loom_uarch arm_uarch(unsigned implementer, unsigned part)
{
    if (implementer == 0x61) {
        return LOOM_UARCH_apple_generic; /* Apple, under Linux */
    }
    if (implementer != 0x41) {
        return LOOM_UARCH_arm_generic;
    }
    switch (part) {
    case 0xd03: return LOOM_UARCH_arm_cortex_a53;
    case 0xd04: return LOOM_UARCH_arm_cortex_a53; /* A35: the same two-wide, in-order kind */
    case 0xd05: return LOOM_UARCH_arm_cortex_a55;
    case 0xd46: return LOOM_UARCH_arm_cortex_a55; /* A510 */
    case 0xd07: return LOOM_UARCH_arm_cortex_a72; /* A57 */
    case 0xd08: return LOOM_UARCH_arm_cortex_a72;
    case 0xd09: return LOOM_UARCH_arm_cortex_a72; /* A73 */
    case 0xd0b: return LOOM_UARCH_arm_cortex_a76;
    case 0xd0c: return LOOM_UARCH_arm_neoverse_n1;
    case 0xd0d: return LOOM_UARCH_arm_cortex_a76; /* A77 */
    case 0xd41: return LOOM_UARCH_arm_cortex_a76; /* A78 */
    case 0xd40: return LOOM_UARCH_arm_neoverse_v1;
    case 0xd49: return LOOM_UARCH_arm_neoverse_n2;
    case 0xd4f: return LOOM_UARCH_arm_neoverse_v2;
    default: return LOOM_UARCH_arm_generic;
    }
}

/* The implementer and the part number, from the core's main ID register. */
static inline void identify(struct loom_cpu *cpu, uint64_t midr)
{
    cpu->family = (unsigned)(midr >> 24 & 0xff);
    cpu->model = (unsigned)(midr >> 4 & 0xfff);
    cpu->stepping = (unsigned)(midr & 15);
    cpu->uarch = arm_uarch(cpu->family, cpu->model);
    if (cpu->family == 0x41) {
        memcpy(cpu->vendor, "Arm", 4);
    }
}

#if defined(__linux__) || defined(__FreeBSD__)

#include <sys/auxv.h>

/* Types of entries in the auxiliary vector. */
enum { LOOM_AT_HWCAP = 16, LOOM_AT_HWCAP2 = 26, LOOM_AT_BSD_HWCAP = 25 };

static unsigned long hwcap(int second)
{
#if defined(__linux__)
    return getauxval(second ? LOOM_AT_HWCAP2 : LOOM_AT_HWCAP);
#else
    unsigned long value = 0;
    if (elf_aux_info(second ? LOOM_AT_HWCAP2 : LOOM_AT_BSD_HWCAP, &value, (int)sizeof value) != 0) {
        value = 0;
    }
    return value;
#endif
}

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    static const struct {
        unsigned char word, bit, feature;
    } flags[] = {
        {0, 1, LOOM_CPU_NEON},     {0, 3, LOOM_CPU_AES},        {0, 4, LOOM_CPU_PMULL},   {0, 5, LOOM_CPU_SHA1},
        {0, 6, LOOM_CPU_SHA256},   {0, 7, LOOM_CPU_CRC32},      {0, 8, LOOM_CPU_LSE},     {0, 12, LOOM_CPU_RDM},
        {0, 17, LOOM_CPU_SHA3},    {0, 18, LOOM_CPU_SM3},       {0, 19, LOOM_CPU_SM4},    {0, 20, LOOM_CPU_DOTPROD},
        {0, 21, LOOM_CPU_SHA512},  {0, 22, LOOM_CPU_SVE},       {1, 1, LOOM_CPU_SVE2},    {1, 2, LOOM_CPU_SVEAES},
        {1, 3, LOOM_CPU_SVEPMULL}, {1, 4, LOOM_CPU_SVEBITPERM}, {1, 5, LOOM_CPU_SVESHA3}, {1, 6, LOOM_CPU_SVESM4},
        {1, 13, LOOM_CPU_I8MM},    {1, 14, LOOM_CPU_BF16},      {1, 23, LOOM_CPU_SME},
    };
    unsigned long words[2] = {hwcap(0), hwcap(1)};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (words[flags[i].word] >> flags[i].bit & 1) {
            loom_features_add(&cpu->features, (enum loom_feature)flags[i].feature);
        }
    }
    cpu->uarch = LOOM_UARCH_arm_generic;
#if defined(__GNUC__)
    if (words[0] >> 11 & 1) { /* HWCAP_CPUID: the kernel emulates the read */
        uint64_t midr;
        __asm__("mrs %0, midr_el1" : "=r"(midr));
        identify(cpu, midr);
    }
#endif
}

#else

/* ---- systems that show the ID registers ---- */

/* Fields of ID_AA64ISAR0_EL1 and ID_AA64ISAR1_EL1 (Arm Architecture Reference Manual, D24). The CPU has the feature if
 * the field is at least `least`. */
static const struct {
    unsigned char isar, shift, least, feature;
} fields[] = {
    {0, 4, 1, LOOM_CPU_AES},     {0, 4, 2, LOOM_CPU_PMULL},  {0, 8, 1, LOOM_CPU_SHA1}, {0, 12, 1, LOOM_CPU_SHA256},
    {0, 12, 2, LOOM_CPU_SHA512}, {0, 16, 1, LOOM_CPU_CRC32}, {0, 20, 2, LOOM_CPU_LSE}, {0, 28, 1, LOOM_CPU_RDM},
    {0, 32, 1, LOOM_CPU_SHA3},   {0, 36, 1, LOOM_CPU_SM3},   {0, 40, 1, LOOM_CPU_SM4}, {0, 44, 1, LOOM_CPU_DOTPROD},
    {1, 44, 1, LOOM_CPU_BF16},   {1, 52, 1, LOOM_CPU_I8MM},
};

static inline void add_fields(struct loom_features *set, const uint64_t isar[2])
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if ((isar[fields[i].isar] >> fields[i].shift & 15) >= fields[i].least) {
            loom_features_add(set, (enum loom_feature)fields[i].feature);
        }
    }
}

#if defined(__OpenBSD__)

#include <sys/types.h>

#include <sys/sysctl.h>

/* CPU_ID_AA64ISAR0 and CPU_ID_AA64ISAR1 of <machine/cpu.h>, by number, because OpenBSD before 7.1 lacks the first name.
 * An older kernel answers with an error. The kernel shows the features that all cores have. */
static void ask(struct loom_cpu *cpu)
{
    uint64_t isar[2] = {0, 0};
    for (int which = 0; which < 2; which++) {
        int name[2] = {CTL_MACHDEP, 2 + which};
        uint64_t value = 0;
        size_t size = sizeof value;
        if (sysctl(name, 2, &value, &size, NULL, 0) == 0 && size == sizeof value) {
            isar[which] = value;
        }
    }
    add_fields(&cpu->features, isar);
}

#elif defined(__NetBSD__)

#include <sys/param.h>

#include <sys/sysctl.h>

#include <stdio.h>

/* machdep.cpuN.cpu_id is struct aarch64_sysctl_cpu_id of <aarch64/armreg.h>. It begins with thirteen words of 64 bits,
 * in this order since NetBSD 9. A feature counts if all cores have it, because a thread may run on any of them. */
enum { MIDR = 0, ISAR0 = 5, ISAR1 = 6, WORDS_WANTED = 7, WORDS = 64, CORES = 1024 };

static void ask(struct loom_cpu *cpu)
{
    struct loom_features common = cpu->features;
    for (unsigned core = 0; core < CORES; core++) {
        uint64_t words[WORDS];
        size_t size = sizeof words;
        char name[40];
        snprintf(name, sizeof name, "machdep.cpu%u.cpu_id", core);
        if (sysctlbyname(name, words, &size, NULL, 0) != 0 || size < WORDS_WANTED * sizeof words[0]) {
            break;
        }
        struct loom_features own = cpu->features;
        add_fields(&own, &words[ISAR0]);
        for (size_t i = 0; i < LOOM_CPU_WORDS; i++) {
            common.word[i] = core == 0 ? own.word[i] : common.word[i] & own.word[i];
        }
        if (core == 0) {
            identify(cpu, words[MIDR]);
        }
    }
    cpu->features = common;
}

#else

static void ask(struct loom_cpu *cpu)
{
    (void)cpu; /* an unknown system */
}

#endif

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    loom_features_add(&cpu->features, LOOM_CPU_NEON); /* the AAPCS64 passes floats in its registers */
    cpu->uarch = LOOM_UARCH_arm_generic;
    ask(cpu);
}

#endif

#endif

#else
typedef int loom_cpu_arm_is_empty; /* ISO C wants a declaration in every file */
#endif
