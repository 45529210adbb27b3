/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The table of kernels and variants, and the plans that dispatch makes from it.
 */
#ifndef LOOM_DISPATCH_H
#define LOOM_DISPATCH_H

#include "cpu.h"

/* A kernel function of any signature. Callers cast the pointer back to its own type first. */
typedef void (*loom_any_fn)(void);

struct loom_variant {
    const char *name;
    loom_any_fn function;
    const unsigned char *needs; /* enum loom_feature values, LOOM_CPU_NONE at the end */
    unsigned char slot;         /* of the function, in the kernel's table of slots */
    unsigned short stack;       /* bytes that the function takes at most; 0 if the build does not know */
};

struct loom_kernel {
    const char *name;
    const struct loom_variant *variants; /* from the fewest needs to the most; "portable", if present, is first */
    size_t variant_count;
    size_t unit; /* bytes in one unit of the kernel's size argument */
};

enum {
    LOOM_BANDS = 6,    /* size bands of one kernel */
    LOOM_IGNORED = 16, /* ignored items that are kept */
    LOOM_SHOWN = 40,   /* characters of an item that are kept */
    LOOM_PINS = LOOM_KERNEL_COUNT + 1
};

/* The reason for ignoring an item of ASMLOOM_CPU or ASMLOOM_PREFER. selftest/explain.c has the words. */
enum loom_why {
    LOOM_WHY_NO_REMOVAL,
    LOOM_WHY_NO_FEATURE,
    LOOM_WHY_NOT_THERE,
    LOOM_WHY_NO_VALUE,
    LOOM_WHY_NO_KERNEL,
    LOOM_WHY_NO_VARIANT,
    LOOM_WHY_CANNOT_RUN
};

struct loom_ignored {
    uint8_t why, length; /* enum loom_why; characters of the item */
    char item[LOOM_SHOWN];
};

/* What counts on a CPU whose cores run several threads each: the work of all threads, or the time of one call. */
enum loom_policy { LOOM_POLICY_any, LOOM_POLICY_throughput, LOOM_POLICY_latency };

/* The values of ASMLOOM_CPU and ASMLOOM_PREFER. */
struct loom_overrides {
    int refused;                          /* the program has more rights than its user */
    enum loom_policy policy;              /* rows of preferences for this policy come first */
    const char *tuning;                   /* the file that ASMLOOM_TUNING names, while choices are made; or NULL */
    int pinned[LOOM_PINS];                /* a variant's index, or -1 */
    struct loom_features detected, named; /* with ASMLOOM_CPU: before it, and without the features that it names */
    struct loom_ignored ignored[LOOM_IGNORED];
    size_t ignored_count;
};

/* The reason for the variant of a band. */
enum loom_reason {
    LOOM_REASON_PINNED,
    LOOM_REASON_TUNED, /* by a preference file */
    LOOM_REASON_MEASURED,
    LOOM_REASON_MODEL,
    LOOM_REASON_ORDER,
    LOOM_REASON_CAUTION,
    LOOM_REASON_ONLY
};

/* A row of targets/preferences.dat. The last row has no kernel. */
struct loom_preference {
    const char *kernel, *variant;
    enum loom_uarch uarch;
    uint32_t min_bytes;
    enum loom_reason reason;
    enum loom_policy policy;
    enum loom_feature feature; /* that the CPU must have for the row to count, or LOOM_CPU_NONE */
};

/* Bytes, not enumerators, save stack: a call during another thread's first call has all plans on its stack. */
struct loom_band {
    uint32_t min_bytes; /* the band ends where the next one begins */
    uint8_t variant;
    uint8_t reason;      /* enum loom_reason */
    uint8_t measured_on; /* enum loom_uarch, with LOOM_REASON_MEASURED and LOOM_REASON_MODEL */
};

struct loom_plan {
    uint32_t band_count; /* at least 1 */
    struct loom_band band[LOOM_BANDS];
};

enum { LOOM_TUNING_NONE = 1 };

/* The CPU without the removed features, and the overrides. Kernels have their plans from these at their first call. */
struct loom_choices {
    struct loom_cpu cpu;
    struct loom_overrides overrides;
    int tuning; /* LOOM_TUNING_NONE, or the result of reading the file that ASMLOOM_TUNING names: 0, LOOM_TUNING_... */
    struct loom_plan plan[LOOM_KERNEL_COUNT + 1]; /* by that file, if the result is 0 */
};

LOOM_INTERNAL_BEGIN

/* Every kernel and variant of this build: LOOM_KERNEL_COUNT rows and an empty one. */
extern const struct loom_kernel loom_kernel_rows[LOOM_KERNEL_COUNT + 1];
extern const struct loom_preference loom_preferences[];

/* Fills *overrides from the environment, and removes from *cpu the features that ASMLOOM_CPU names. */
void loom_overrides_read(struct loom_cpu *cpu, struct loom_overrides *overrides);

/* Whether ASMLOOM_CPU names features to remove. */
int loom_names_features(void);

/* selftest/ask.c: under an emulator, moves features that compute wrongly from cpu->features to cpu->wrong. */
void loom_ask(struct loom_cpu *cpu);

/* The choices of this process, made while it is loaded or at the first call, and constant afterwards. If another thread
 * is making them at this moment, fills *room with the same choices and returns it. */
const struct loom_choices *loom_chosen(struct loom_choices *room);

int loom_variant_runs(const struct loom_variant *variant, const struct loom_features *features);

/* Fills *plan with the variant of each size band of one kernel. Depends on its arguments and the preferences only. */
void loom_make_plan(struct loom_plan *plan, size_t kernel, const struct loom_cpu *cpu,
                    const struct loom_overrides *overrides);

/* The same for all kernels. */
void loom_make_plans(struct loom_plan *plans, const struct loom_choices *chosen);

/* Makes a plan the one that calls follow, in all threads. Any thread may publish at any time. Every variant
 * of the plan must run on this CPU. */
void loom_publish(size_t kernel, const struct loom_plan *plan);

LOOM_INTERNAL_END

#endif
