/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The features of this CPU, and its microarchitecture, by which preferences are looked up.
 */
#ifndef LOOM_CPU_H
#define LOOM_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "internal.h"

/* The generated asmloom_kernels.h has enum loom_feature and enum loom_uarch. */
#define LOOM_CPU_WORDS ((LOOM_CPU_COUNT + 63) / 64)

/* A set of features, one bit each. Only the functions below access the words. */
struct loom_features {
    uint64_t word[LOOM_CPU_WORDS];
};

/* A row of a list LOOM_CORES_...: which CPUs of a maker have a microarchitecture. Numbers are as narrow as the maker's
 * families and models; the largest one stands for all larger. */
#if defined(LOOM_X86)
typedef uint8_t loom_core_number;
#else
typedef uint32_t loom_core_number;
#endif
struct loom_core {
    uint8_t uarch;
    loom_core_number families[2], models[2]; /* first and last */
};
#define LOOM_CORE(symbol, family, last_family, model, last_model)   \
    {LOOM_UARCH_##symbol,                                           \
     {(loom_core_number)(family), (loom_core_number)(last_family)}, \
     {(loom_core_number)(model), (loom_core_number)(last_model)}},

struct loom_cpu {
    struct loom_features features;
    enum loom_uarch uarch;
    char vendor[16];                  /* "GenuineIntel", "Arm", "Apple" ...; empty when unknown */
    char brand[52];                   /* the name that the CPU or the system gives, if asked for; may be empty */
    unsigned family, model, stepping; /* x86: displayed family and model; AArch64: implementer, part, revision */
    unsigned hypervisor;              /* x86: whether one says that it is there */
    unsigned emulated;                /* whether instructions may compute wrongly: see loom_emulated */
};

/* Each cpuid instruction takes a microsecond or more under a hypervisor. */
enum loom_detail {
    LOOM_DETAIL_NEEDED, /* the features that a variant needs, and the core */
    LOOM_DETAIL_ALL     /* all features, and the brand */
};

static inline int loom_features_has(const struct loom_features *set, enum loom_feature feature)
{
    return (int)(set->word[(unsigned)feature / 64] >> ((unsigned)feature % 64) & 1);
}

/* Adds a feature if `there` is not 0. */
static inline void loom_features_add(struct loom_features *set, enum loom_feature feature, int there)
{
    set->word[(unsigned)feature / 64] |= (uint64_t)(there != 0) << ((unsigned)feature % 64);
}

static inline void loom_features_remove(struct loom_features *set, enum loom_feature feature)
{
    set->word[(unsigned)feature / 64] &= ~((uint64_t)1 << ((unsigned)feature % 64));
}

LOOM_INTERNAL_BEGIN

/* Removes every feature that lacks a prerequisite (avx512vl without avx512f, avx2 without avx ...): a hypervisor or
 * ASMLOOM_CPU may clear the prerequisite alone, and instructions of the feature must then not run either. */
LOOM_COLD void loom_features_close(struct loom_features *set);

/* The feature after `after`: the first one for LOOM_CPU_NONE, and LOOM_CPU_NONE after the last. */
enum loom_feature loom_feature_next(enum loom_feature after);
const char *loom_feature_name(enum loom_feature feature);

/* The feature called name[0..length-1], ignoring case, '.' and '_'; LOOM_CPU_NONE if no feature has that name. Names
 * follow the vendors' manuals. */
LOOM_COLD enum loom_feature loom_feature_find(const char *name, size_t length);

const char *loom_uarch_name(enum loom_uarch uarch);
enum loom_uarch loom_uarch_parent(enum loom_uarch uarch);

/* Whether AVX-512 needs no measurement of the kernel on this microarchitecture. */
int loom_uarch_wide(enum loom_uarch uarch);

/* The nearest microarchitecture that is, or is above, both. Its rows hold for threads that move between such cores. */
enum loom_uarch loom_uarch_common(enum loom_uarch a, enum loom_uarch b);

/* The microarchitecture of a CPU. The last row of a list fits every CPU. */
LOOM_COLD enum loom_uarch loom_uarch_find(const struct loom_core *list, uint32_t family, uint32_t model);

/* Fills *cpu with the features that both the CPU and the system support. Keeps no state; any thread may call it. */
LOOM_COLD void loom_cpu_detect(struct loom_cpu *cpu, enum loom_detail detail);

/* Each platform has one of these functions. loom_cpu_detect calls the function with a zeroed *cpu. */
LOOM_COLD void loom_cpu_detect_x86(struct loom_cpu *cpu, enum loom_detail detail);
LOOM_COLD void loom_cpu_detect_arm(struct loom_cpu *cpu);

LOOM_INTERNAL_END

#endif
