/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AArch64 and arm64ec: asks the operating system, because programs may not read the ID registers.
 * Sources: Linux Documentation/arch/arm64/elf_hwcaps.rst, elf_aux_info(3) of FreeBSD, sysctl(3) of OpenBSD and NetBSD,
 * Apple "Determining instruction set characteristics", Windows IsProcessorFeaturePresent.
 */
#include "cpu.h"

#if defined(LOOM_ARM64)

#include "memory.h"

#if defined(__APPLE__) && !defined(LOOM_FREESTANDING)

#include <sys/sysctl.h>

/* Whether a flag is set. NULL stands for a flag that is always set. */
static int sysctl_flag(const char *name)
{
    int value = 0;
    size_t size = sizeof value;
    return name == NULL || (sysctlbyname(name, &value, &size, NULL, 0) == 0 && value != 0);
}

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    static const struct loom_core cores[] = {LOOM_CORES_APPLE(LOOM_CORE)};
#define ADD(symbol, name) loom_features_add(&cpu->features, LOOM_CPU_##symbol, sysctl_flag(name));
    LOOM_AARCH64_APPLE(ADD)
    memcpy(cpu->vendor, "Apple", 6);
    size_t size = sizeof cpu->brand - 1;
    if (sysctlbyname("machdep.cpu.brand_string", cpu->brand, &size, NULL, 0) != 0) {
        cpu->brand[0] = 0;
    }
    uint32_t family = 0; /* no CPU has the family 0 */
    size = sizeof family;
    if (sysctlbyname("hw.cpufamily", &family, &size, NULL, 0) != 0) {
        family = 0;
    }
    cpu->uarch = loom_uarch_find(cores, family, 0);
}

#elif defined(_WIN32) && !defined(LOOM_FREESTANDING)

/* The one function needed of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) int __stdcall IsProcessorFeaturePresent(unsigned long feature);

void loom_cpu_detect_arm(struct loom_cpu *cpu)
{
    loom_features_add(&cpu->features, LOOM_CPU_NEON, 1); /* the Windows ABI requires it */
#define ADD(symbol, flag) loom_features_add(&cpu->features, LOOM_CPU_##symbol, IsProcessorFeaturePresent(flag));
    LOOM_AARCH64_WINDOWS(ADD)
    cpu->uarch = LOOM_UARCH_arm_generic; /* only the registry names the core, and only advapi32 reads the registry */
}

#else

#if !defined(LOOM_FREESTANDING)
/* Adds a core, from its main ID register. Implementer and part number are those of the first core. The
 * microarchitecture is one whose preferences hold on all cores: a thread may move between them at any time. */
static inline void identify(struct loom_cpu *cpu, uint64_t midr, int first)
{
    static const struct loom_core cores[] = {LOOM_CORES_MIDR(LOOM_CORE)};
    unsigned family = (unsigned)(midr >> 24 & 0xff), model = (unsigned)(midr >> 4 & 0xfff);
    enum loom_uarch uarch = loom_uarch_find(cores, family, model);
    if (!first) {
        cpu->uarch = loom_uarch_common(cpu->uarch, uarch);
        return;
    }
    cpu->family = family;
    cpu->model = model;
    cpu->stepping = (unsigned)(midr & 15);
    cpu->uarch = uarch;
    if (family == 0x41) {
        memcpy(cpu->vendor, "Arm", 4);
    }
}
#endif

#if (defined(__linux__) || defined(__FreeBSD__)) && !defined(LOOM_FREESTANDING)

#include <sys/auxv.h>

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef LOOM_MIDR_FILE /* a test has other files */
#define LOOM_MIDR_FILE "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1"
#endif

enum { CORES = 4096, HOLE = 16, CLOSE_ON_EXEC = 02000000 };

/* The main ID register of a core that is on, or 0. */
static uint64_t midr_of(unsigned core)
{
    char text[sizeof LOOM_MIDR_FILE + 16];
    snprintf(text, sizeof text, LOOM_MIDR_FILE, core);
    int file = open(text, O_RDONLY | CLOSE_ON_EXEC);
    if (file < 0) {
        return 0;
    }
    long length = (long)read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    return strtoull(text, NULL, 16);
}

/* Asks for all cores, because a thread may run on any. Numbers have holes where cores are off. Returns 0 if the system
 * shows no core. */
static int identify_all(struct loom_cpu *cpu)
{
    int error = errno, found = 0;
    for (unsigned core = 0, missing = 0; core < CORES && missing < HOLE; core++) {
        uint64_t midr = midr_of(core);
        missing = midr ? 0 : missing + 1;
        if (midr) {
            identify(cpu, midr, !found);
            found = 1;
        }
        if (found && cpu->uarch == LOOM_UARCH_arm_generic) {
            break;
        }
    }
    errno = error;
    return found;
}

#else

static int identify_all(struct loom_cpu *cpu)
{
    (void)cpu;
    return 0;
}

#endif

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
    unsigned long words[2] = {hwcap(0), hwcap(1)};
#define ADD(symbol, word, bit) loom_features_add(&cpu->features, LOOM_CPU_##symbol, words[word] >> (bit) & 1);
    LOOM_AARCH64_HWCAP(ADD)
    cpu->uarch = LOOM_UARCH_arm_generic;
#if defined(__GNUC__)
    if (!identify_all(cpu) && words[0] >> 11 & 1) { /* HWCAP_CPUID: the kernel emulates the read, for this core */
        uint64_t midr;
        __asm__("mrs %0, midr_el1" : "=r"(midr));
        identify(cpu, midr, 1);
    }
#endif
}

#else

/* ---- systems that show the ID registers ---- */

/* Adds the features that fields of ID_AA64ISAR0_EL1 and ID_AA64ISAR1_EL1 show. */
static inline void add_fields(struct loom_features *set, const uint64_t isar[2])
{
#define ADD(symbol, word, shift, least) \
    loom_features_add(set, LOOM_CPU_##symbol, (isar[word] >> (shift) & 15) >= (least));
    LOOM_AARCH64_ISAR(ADD)
    (void)set, (void)isar; /* a build may need no feature */
}

#if defined(LOOM_FREESTANDING)

/* Firmware and kernels may read the registers, and Linux lets programs read them. All cores are taken to be alike. */
static void ask(struct loom_cpu *cpu)
{
#if defined(__GNUC__) || defined(__clang__)
    uint64_t isar[2];
    __asm__("mrs %0, id_aa64isar0_el1" : "=r"(isar[0]));
    __asm__("mrs %0, id_aa64isar1_el1" : "=r"(isar[1]));
    add_fields(&cpu->features, isar);
#else
    (void)cpu;
#endif
}

#elif defined(__OpenBSD__)

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

/* machdep.cpuN.cpu_id is struct aarch64_sysctl_cpu_id of <aarch64/armreg.h>. The struct begins with thirteen words of
 * 64 bits, in this order since NetBSD 9. Only features of all cores count, because a thread may run on any core. */
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
        identify(cpu, words[MIDR], core == 0);
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
    loom_features_add(&cpu->features, LOOM_CPU_NEON, 1); /* the AAPCS64 passes floats in its registers */
    cpu->uarch = LOOM_UARCH_arm_generic;
    ask(cpu);
}

#endif

#endif

#endif
