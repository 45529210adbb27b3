/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Overrides from the environment. ASMLOOM_CPU removes features, ASMLOOM_PREFER pins variants and names a policy,
 * ASMLOOM_TUNING names a preference file. A program with more rights than its user ignores all three: the user's
 * environment must not choose the program's code.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of getenv, which is standard C */
#endif

#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

/* Whether the program has rights beyond those of the user who set its environment. */
#if defined(__linux__)
#include <sys/auxv.h>
#define PRIVILEGED() (getauxval(23) != 0) /* AT_SECURE: set for set-user-ID, set-group-ID and capabilities */
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
int issetugid(void); /* some of these systems hide its declaration in <unistd.h> from strict C99 */
#define PRIVILEGED() issetugid()
#elif defined(__unix__)
#include <unistd.h>
#define PRIVILEGED() (getuid() != geteuid() || getgid() != getegid())
#else
#define PRIVILEGED() 0 /* Windows has no mark on a file that gives the program more rights than its user has. */
#endif

static void ignore(struct loom_overrides *overrides, enum loom_why why, const char *item, size_t length)
{
    if (overrides->ignored_count++ < LOOM_IGNORED) {
        struct loom_ignored *row = &overrides->ignored[overrides->ignored_count - 1];
        row->why = (uint8_t)why;
        row->length = (uint8_t)(length < LOOM_SHOWN ? length : LOOM_SHOWN);
        memcpy(row->item, item, row->length);
    }
}

/* The next item of a comma-separated list, without the blanks around it. Moves *list past the item. Returns 0 at the
 * end of the list. */
static int next_item(const char **list, const char **item, size_t *length)
{
    while (**list == ',' || **list == ' ') {
        (*list)++;
    }
    if (**list == 0) {
        return 0;
    }
    *item = *list;
    *length = strcspn(*list, ",");
    *list += *length;
    while (*length > 0 && (*item)[*length - 1] == ' ') {
        (*length)--;
    }
    return 1;
}

static void apply_cpu(struct loom_cpu *cpu, struct loom_overrides *overrides, const char *list)
{
    const char *item;
    size_t length;
    struct loom_features *left = &cpu->features;
    overrides->detected = *left;
    while (next_item(&list, &item, &length)) {
        enum loom_feature feature = item[0] == '-' ? loom_feature_find(item + 1, length - 1) : LOOM_CPU_NONE;
        if (feature == LOOM_CPU_NONE) {
            ignore(overrides, item[0] == '-' ? LOOM_WHY_NO_FEATURE : LOOM_WHY_NO_REMOVAL, item, length);
        } else if (!loom_features_has(&overrides->detected, feature)) {
            ignore(overrides, LOOM_WHY_NOT_THERE, item, length);
        } else {
            loom_features_remove(left, feature);
        }
    }
    overrides->named = *left;
    loom_features_close(left);
}

static int same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static void apply_prefer(const struct loom_cpu *cpu, struct loom_overrides *overrides, const char *list)
{
    const char *item;
    size_t length;
    while (next_item(&list, &item, &length)) {
        if (same("throughput", item, length) || same("latency", item, length)) {
            overrides->policy = item[0] == 't' ? LOOM_POLICY_throughput : LOOM_POLICY_latency;
            continue;
        }
        const char *equals = (const char *)memchr(item, '=', length);
        size_t kernel_length = equals ? (size_t)(equals - item) : length;
        size_t kernel = 0, variant = 0;
        while (kernel < LOOM_KERNEL_COUNT && !same(loom_kernel_rows[kernel].name, item, kernel_length)) {
            kernel++;
        }
        const struct loom_kernel *row = &loom_kernel_rows[kernel]; /* the empty row at the end: an unknown kernel */
        while (variant < row->variant_count &&
               (equals == NULL || !same(row->variants[variant].name, equals + 1, length - kernel_length - 1))) {
            variant++;
        }
        if (variant < row->variant_count && loom_variant_runs(&row->variants[variant], &cpu->features)) {
            overrides->pinned[kernel] = (int)variant;
            continue;
        }
        ignore(overrides,
               equals == NULL                  ? LOOM_WHY_NO_VALUE
               : kernel == LOOM_KERNEL_COUNT   ? LOOM_WHY_NO_KERNEL
               : variant == row->variant_count ? LOOM_WHY_NO_VARIANT
                                               : LOOM_WHY_CANNOT_RUN,
               item, length);
    }
}

int loom_names_features(void)
{
    return getenv("ASMLOOM_CPU") != NULL;
}

void loom_overrides_read(struct loom_cpu *cpu, struct loom_overrides *overrides)
{
    const char *cpu_list = getenv("ASMLOOM_CPU");
    const char *prefer_list = getenv("ASMLOOM_PREFER");
    const char *tuning = getenv("ASMLOOM_TUNING");
    memset(overrides, 0, sizeof *overrides);
    memset(overrides->pinned, -1, sizeof overrides->pinned);
    overrides->refused = (cpu_list != NULL || prefer_list != NULL || tuning != NULL) && PRIVILEGED();
    overrides->tuning = overrides->refused || tuning == NULL || *tuning == 0 ? NULL : tuning;
    if (cpu_list != NULL && !overrides->refused) {
        apply_cpu(cpu, overrides, cpu_list);
    }
    if (prefer_list != NULL && !overrides->refused) {
        apply_prefer(cpu, overrides, prefer_list);
    }
}
