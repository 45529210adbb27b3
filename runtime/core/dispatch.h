/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The table of kernels and variants, and the plans that dispatch makes from it.
 */
#ifndef LOOM_DISPATCH_H
#define LOOM_DISPATCH_H

#include "atomic.h"
#include "cpu.h"

struct loom_way;
struct loom_sheet;
typedef void loom_ask_fn(void (*asked)(void), struct loom_sheet *sheet);

/* A kernel function of any signature. Callers cast the pointer back to its own type first. */
typedef void (*loom_any_fn)(void);

struct loom_variant {
    loom_any_fn function;
    unsigned short stack;                     /* bytes to overwrite after the function, LOOM_ALL_DEAD at most */
    unsigned char slot;                       /* of the function, in the kernel's table of slots */
    unsigned char avx512;                     /* whether it needs any of AVX-512 */
    unsigned char reveals;                    /* a secret decides an address, and another variant does without */
    unsigned char needs[LOOM_MOST_NEEDS + 1]; /* enum loom_feature values, LOOM_CPU_NONE at the end */
    char name[LOOM_LONGEST_VARIANT + 1];
};

/* A row of targets/preferences.dat. Bytes hold enumerators. */
struct loom_preference {
    uint32_t min_bytes;
    uint8_t slot;    /* of the variant */
    uint8_t uarch;   /* enum loom_uarch */
    uint8_t reason;  /* enum loom_reason */
    uint8_t policy;  /* enum loom_policy */
    uint8_t feature; /* enum loom_feature: what the CPU must have for the row to count, or LOOM_CPU_NONE */
};

/* A kernel of this build, loom_row_<kernel>. Nothing that a call needs leads to the row of another kernel, so that a
 * linker which drops what is not used keeps the kernels that a program calls, and no other. */
struct loom_kernel {
    const char *name;
    const struct loom_variant *variants;       /* from the fewest needs to the most; "portable", if present, is first */
    const struct loom_preference *preferences; /* by microarchitecture, policy and size: later rows count for more */
    LOOM_SHARED_STATE struct loom_way *way;
    loom_ask_fn *ask; /* selftest/ask.c; or NULL */
    uint8_t variant_count, preference_count;
    uint16_t unit; /* bytes in one unit of the kernel's size argument */
};

enum { LOOM_BANDS = 6 }; /* size bands of one kernel */

/* Characters of ASMLOOM_CPU and ASMLOOM_PREFER, and a 0: all features without fit, and a pin of every kernel. */
#if defined(LOOM_NO_ENVIRONMENT)
enum { LOOM_ROOM_CPU = 1, LOOM_ROOM_PREFER = 1 };
#else
enum { LOOM_ROOM_CPU = 512, LOOM_ROOM_PREFER = 2048 };
#endif

/* What counts on a CPU whose cores run several threads each: the work of all threads, or the time of one call. */
enum loom_policy { LOOM_POLICY_any, LOOM_POLICY_throughput, LOOM_POLICY_latency };

/* The values of ASMLOOM_CPU and ASMLOOM_PREFER. The variables may change later. */
struct loom_overrides {
    enum loom_policy policy;       /* rows of preferences for this policy come first */
    uint8_t refused;               /* the program has more rights than its user */
    uint8_t long_cpu, long_prefer; /* a value without room here counts for nothing */
    uint8_t names_tuning;          /* ASMLOOM_TUNING names a file */
    char cpu[LOOM_ROOM_CPU], prefer[LOOM_ROOM_PREFER];
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

/* Bytes hold enumerators. */
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

/* What kernels have their plans from, at their first calls. */
struct loom_choices {
    struct loom_cpu cpu; /* without the features that ASMLOOM_CPU removes */
    struct loom_overrides overrides;
    int tuning; /* LOOM_TUNING_NONE, or the result of reading the file that ASMLOOM_TUNING names: 0, LOOM_TUNING_... */
};

LOOM_INTERNAL_BEGIN

/* Every kernel of this build, and NULL: for functions that are about all kernels. */
extern const struct loom_kernel *const loom_kernel_rows[LOOM_KERNEL_COUNT + 1];

#define LOOM_ROW_DECLARED(kernel, ...) extern const struct loom_kernel loom_row_##kernel;
LOOM_KERNELS(LOOM_ROW_DECLARED)

/* Fills *overrides from the environment, and removes from *cpu the features that ASMLOOM_CPU names. Returns the path
 * that ASMLOOM_TUNING names, or NULL: it points into the environment. */
LOOM_COLD const char *loom_overrides_read(struct loom_cpu *cpu, struct loom_overrides *overrides);

/* Whether ASMLOOM_CPU names features to remove. */
LOOM_COLD int loom_names_features(void);

/* The next item of a comma-separated list, without the blanks around it. Moves *list past the item. Returns 0 at the
 * end of the list. */
LOOM_COLD int loom_next_item(const char **list, const char **item, size_t *length);

/* Whether text[0..length-1] is the name. */
LOOM_COLD int loom_is_name(const char *name, const char *text, size_t length);

/* The feature that an item of ASMLOOM_CPU removes, or LOOM_CPU_NONE. */
LOOM_COLD enum loom_feature loom_removed(const char *item, size_t length);

/* Removes the features that a list as ASMLOOM_CPU names. */
LOOM_COLD void loom_remove_named(struct loom_features *from, const char *list);

/* The policy that a word names, or LOOM_POLICY_any. */
LOOM_COLD enum loom_policy loom_policy_named(const char *item, size_t length);

/* selftest/ask.c: whether an emulator runs the program, which may announce instructions that it computes wrongly, and
 * those of the usable variants that compute there what the first one does. */
#if defined(LOOM_X86) && !defined(LOOM_FREESTANDING)
LOOM_COLD int loom_emulated(const struct loom_cpu *cpu);
LOOM_COLD uint64_t loom_believed(const struct loom_kernel *kernel, const struct loom_cpu *cpu, uint64_t usable);
#else
static inline int loom_emulated(const struct loom_cpu *cpu)
{
    return (void)cpu, 0;
}
static inline uint64_t loom_believed(const struct loom_kernel *kernel, const struct loom_cpu *cpu, uint64_t usable)
{
    return (void)kernel, (void)cpu, usable;
}
#endif

/* The choices of this process, made while it is loaded or at the first call, and constant afterwards. If another thread
 * is making them at this moment, fills *room with the same choices, but without a preference file, and returns it. */
LOOM_COLD const struct loom_choices *loom_chosen(struct loom_choices *room);

LOOM_COLD int loom_variant_runs(const struct loom_variant *variant, const struct loom_features *features);

/* The variants of a kernel that can run here, a bit for each. */
LOOM_COLD uint64_t loom_usable(const struct loom_kernel *kernel, const struct loom_cpu *cpu);

/* Those of them that dispatch may choose: without the ones that reveal, unless loom_allow_tables() said so. */
LOOM_COLD uint64_t loom_choosable(const struct loom_kernel *kernel, const struct loom_cpu *cpu);

/* What loom_allow_tables() said last, in the lowest bit. The bits above count its calls. */
extern LOOM_SHARED_STATE unsigned loom_tables_allowed;
#define LOOM_TABLES_ALLOWED() (LOOM_LOAD_FLAG(loom_tables_allowed) & 1)

/* Fills *plan with the variant of each size band of a kernel. */
LOOM_COLD void loom_make_plan(struct loom_plan *plan, const struct loom_kernel *kernel,
                              const struct loom_choices *chosen);

/* The number of a plan's band for so many bytes. */
LOOM_COLD size_t loom_band_for(const struct loom_plan *plan, size_t bytes);

/* Makes a plan the one that calls follow, in all threads. Any thread may publish at any time. Every variant
 * of the plan must run on this CPU. */
LOOM_COLD void loom_publish(const struct loom_kernel *kernel, const struct loom_plan *plan);

/* New plans for rows that are in use already, up to a null pointer. */
LOOM_COLD void loom_plan_again(const struct loom_kernel *const *rows, const struct loom_choices *chosen);

LOOM_INTERNAL_END

#endif
