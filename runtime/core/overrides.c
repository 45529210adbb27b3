/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Overrides from the environment. ASMLOOM_CPU removes features, ASMLOOM_PREFER pins variants and names a policy,
 * ASMLOOM_TUNING names a preference file. A program with more rights than its user ignores all three: the user's
 * environment must not choose the program's code. With LOOM_NO_ENVIRONMENT no program reads them, and files of
 * preferences are not in the library.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of getenv, which is standard C */
#endif

#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

int loom_next_item(const char **list, const char **item, size_t *length)
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

enum loom_feature loom_removed(const char *item, size_t length)
{
    return item[0] == '-' ? loom_feature_find(item + 1, length - 1) : LOOM_CPU_NONE;
}

void loom_remove_named(struct loom_features *from, const char *list)
{
    const char *item;
    size_t length;
    while (loom_next_item(&list, &item, &length)) {
        enum loom_feature feature = loom_removed(item, length);
        if (feature != LOOM_CPU_NONE) {
            loom_features_remove(from, feature);
        }
    }
}

enum loom_policy loom_policy_named(const char *item, size_t length)
{
    return loom_is_name("throughput", item, length) ? LOOM_POLICY_throughput
           : loom_is_name("latency", item, length)  ? LOOM_POLICY_latency
                                                    : LOOM_POLICY_any;
}

int loom_is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

#if !defined(LOOM_NO_ENVIRONMENT)

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

/* Copies a value. Returns whether it has no room. */
static uint8_t take(char *room, size_t size, const char *value)
{
    size_t length = value == NULL ? 0 : strlen(value);
    int is_long = length >= size;
    length = is_long ? 0 : length;
    if (length > 0) {
        memcpy(room, value, length);
    }
    room[length] = 0;
    return (uint8_t)is_long;
}

int loom_names_features(void)
{
    return getenv("ASMLOOM_CPU") != NULL;
}

const char *loom_overrides_read(struct loom_cpu *cpu, struct loom_overrides *overrides)
{
    const char *cpu_list = getenv("ASMLOOM_CPU"), *prefer_list = getenv("ASMLOOM_PREFER");
    const char *tuning = getenv("ASMLOOM_TUNING"), *list, *item;
    size_t length;
    overrides->refused = (cpu_list != NULL || prefer_list != NULL || tuning != NULL) && PRIVILEGED();
    if (overrides->refused) {
        cpu_list = prefer_list = tuning = NULL;
    }
    overrides->long_cpu = take(overrides->cpu, sizeof overrides->cpu, cpu_list);
    overrides->long_prefer = take(overrides->prefer, sizeof overrides->prefer, prefer_list);
    overrides->names_tuning = tuning != NULL && *tuning != 0;
    if (overrides->cpu[0] != 0) {
        loom_remove_named(&cpu->features, overrides->cpu);
        loom_features_close(&cpu->features);
    }
    overrides->policy = LOOM_POLICY_any;
    for (list = overrides->prefer; loom_next_item(&list, &item, &length);) {
        enum loom_policy policy = loom_policy_named(item, length);
        overrides->policy = policy != LOOM_POLICY_any ? policy : overrides->policy;
    }
    return overrides->names_tuning ? tuning : NULL;
}

#endif
