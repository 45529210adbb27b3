/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Overrides from the environment. ASMLOOM_CPU removes features, ASMLOOM_PREFER pins variants. A program with more
 * rights than its user ignores both: the user's environment must not choose the program's code.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of getenv and vsnprintf, which are standard C */
#endif

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

#if defined(_WIN32)
/* Windows has no mark on a file that gives the program more rights than its user has. */
#elif defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
int issetugid(void); /* some of these systems hide its declaration in <unistd.h> from strict C99 */
#elif defined(__unix__)
#include <unistd.h>
#endif

/* Whether the program has rights beyond those of the user who set its environment. */
static int privileged(void)
{
#if defined(_WIN32)
    return 0;
#elif defined(__linux__)
    enum { SECURE = 23 }; /* AT_SECURE of the auxiliary vector: set for set-user-ID, set-group-ID and capabilities */
    return getauxval(SECURE) != 0;
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
    return issetugid();
#elif defined(__unix__)
    return getuid() != geteuid() || getgid() != getegid();
#else
    return 0;
#endif
}

static void LOOM_PRINTF_LIKE(2, 3) note(struct loom_overrides *overrides, const char *format, ...)
{
    va_list arguments;
    size_t room = LOOM_NOTES - overrides->notes_length;
    va_start(arguments, format);
    int wrote = vsnprintf(overrides->notes + overrides->notes_length, room, format, arguments);
    va_end(arguments);
    if (wrote > 0) {
        if ((size_t)wrote < room) {
            overrides->notes_length += (size_t)wrote;
        } else { /* the buffer is full: end the last line */
            overrides->notes_length = LOOM_NOTES - 1;
            overrides->notes[LOOM_NOTES - 2] = '\n';
        }
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

enum { SHOWN = 40 }; /* characters of an item that a message repeats */

/* An item as messages show it: cut to SHOWN characters, with \\xNN for characters that a terminal might act on. */
struct shown {
    char text[4 * SHOWN + 1];
};

static struct shown shown(const char *item, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    struct shown out;
    char *at = out.text;
    for (size_t i = 0; i < length && i < SHOWN; i++) {
        unsigned char c = (unsigned char)item[i];
        if (c >= ' ' && c <= '~' && c != '\\') {
            *at++ = (char)c;
        } else {
            *at++ = '\\';
            *at++ = 'x';
            *at++ = digits[c >> 4];
            *at++ = digits[c & 15];
        }
    }
    *at = 0;
    return out;
}

static void apply_cpu(struct loom_cpu *cpu, struct loom_overrides *overrides, const char *list)
{
    const char *item;
    size_t length;
    struct loom_features before = cpu->features;
    while (next_item(&list, &item, &length)) {
        enum loom_feature feature = item[0] == '-' ? loom_feature_find(item + 1, length - 1) : LOOM_CPU_NONE;
        if (item[0] != '-') {
            note(overrides, "ASMLOOM_CPU: ignored '%s': features can only be removed, as -name\n",
                 shown(item, length).text);
        } else if (feature == LOOM_CPU_NONE) {
            note(overrides, "ASMLOOM_CPU: ignored '%s': no such feature\n", shown(item, length).text);
        } else if (!loom_features_has(&before, feature)) {
            note(overrides, "ASMLOOM_CPU: '%s': this CPU does not have it\n", shown(item, length).text);
        } else {
            loom_features_remove(&cpu->features, feature);
            note(overrides, "ASMLOOM_CPU: removed %s\n", loom_feature_name(feature));
        }
    }
    struct loom_features named = cpu->features;
    const char *lead = "ASMLOOM_CPU: removed what needs one of those:";
    loom_features_close(&cpu->features);
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(&named, f) && !loom_features_has(&cpu->features, f)) {
            note(overrides, "%s %s", lead, loom_feature_name(f));
            lead = "";
        }
    }
    if (*lead == 0) {
        note(overrides, "\n");
    }
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
        const char *equals = (const char *)memchr(item, '=', length);
        size_t kernel_length = equals ? (size_t)(equals - item) : length;
        size_t kernel = 0, variant = 0;
        while (kernel < LOOM_KERNEL_COUNT && !same(loom_kernel_rows[kernel].name, item, kernel_length)) {
            kernel++;
        }
        if (equals == NULL || kernel == LOOM_KERNEL_COUNT) {
            note(overrides, "ASMLOOM_PREFER: ignored '%s': %s\n", shown(item, length).text,
                 equals == NULL ? "expected kernel=variant" : "no such kernel");
            continue;
        }
        const struct loom_kernel *row = &loom_kernel_rows[kernel];
        while (variant < row->variant_count &&
               !same(row->variants[variant].name, equals + 1, length - kernel_length - 1)) {
            variant++;
        }
        if (variant == row->variant_count) {
            note(overrides, "ASMLOOM_PREFER: ignored '%s': this build has no such variant\n", shown(item, length).text);
        } else if (!loom_variant_runs(&row->variants[variant], &cpu->features)) {
            note(overrides, "ASMLOOM_PREFER: ignored '%s': it cannot run here\n", shown(item, length).text);
        } else {
            overrides->pinned[kernel] = (int)variant;
        }
    }
}

void loom_overrides_read(struct loom_cpu *cpu, struct loom_overrides *overrides)
{
    const char *cpu_list = getenv("ASMLOOM_CPU");
    const char *prefer_list = getenv("ASMLOOM_PREFER");
    memset(overrides, 0, sizeof *overrides);
    for (size_t i = 0; i < LOOM_PINS; i++) {
        overrides->pinned[i] = -1;
    }
    if ((cpu_list != NULL || prefer_list != NULL) && privileged()) {
        note(overrides, "ASMLOOM_CPU, ASMLOOM_PREFER: ignored: this program runs with more rights than its user's\n");
        return;
    }
    if (cpu_list != NULL) {
        apply_cpu(cpu, overrides, cpu_list);
    }
    if (prefer_list != NULL) {
        apply_prefer(cpu, overrides, prefer_list);
    }
}
