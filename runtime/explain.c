/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The environment's overrides, and the text that says what dispatch chose and why.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* getenv and vsnprintf are standard C; MSVC would have its own instead */
#endif

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(__printf__, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* Text that is cut at the buffer's end, while `length` goes on counting what it would have been, like
 * snprintf. */
struct text {
    char *at;
    size_t size, length;
};

static void PRINTF_LIKE(2, 3) append(struct text *text, const char *format, ...)
{
    va_list arguments;
    size_t used = text->length < text->size ? text->length : text->size;
    va_start(arguments, format);
    int wrote = vsnprintf(used < text->size ? text->at + used : NULL, text->size - used, format, arguments);
    va_end(arguments);
    if (wrote > 0) {
        text->length += (size_t)wrote;
    }
}

static void PRINTF_LIKE(2, 3) note(struct loom_overrides *overrides, const char *format, ...)
{
    va_list arguments;
    size_t room = LOOM_NOTES - overrides->notes_length;
    va_start(arguments, format);
    int wrote = vsnprintf(overrides->notes + overrides->notes_length, room, format, arguments);
    va_end(arguments);
    if (wrote > 0) {
        if ((size_t)wrote < room) {
            overrides->notes_length += (size_t)wrote;
        } else { /* full: end on a whole line */
            overrides->notes_length = LOOM_NOTES - 1;
            overrides->notes[LOOM_NOTES - 2] = '\n';
        }
    }
}

/* The next item of a comma-separated list, blanks around it removed. Moves *list past it; returns 0 at the
 * end. */
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

/* An environment variable's text for a message: bounded, whatever the environment holds. */
#define SHOWN(length) ((int)((length) < 40 ? (length) : 40))

static void apply_cpu(struct loom_cpu *cpu, struct loom_overrides *overrides, const char *list)
{
    const char *item;
    size_t length;
    struct loom_features before = cpu->features;
    while (next_item(&list, &item, &length)) {
        enum loom_feature feature = item[0] == '-' ? loom_feature_find(item + 1, length - 1) : LOOM_CPU_NONE;
        if (item[0] != '-') {
            note(overrides, "ASMLOOM_CPU: ignored '%.*s': features can only be removed, as -name\n",
                 SHOWN(length), item);
        } else if (feature == LOOM_CPU_NONE) {
            note(overrides, "ASMLOOM_CPU: ignored '%.*s': no such feature\n", SHOWN(length), item);
        } else if (!loom_features_has(&before, feature)) {
            note(overrides, "ASMLOOM_CPU: '%.*s': this CPU does not have it\n", SHOWN(length), item);
        } else {
            loom_features_remove(&cpu->features, feature);
            note(overrides, "ASMLOOM_CPU: removed %s\n", loom_feature_name(feature));
        }
    }
    struct loom_features named = cpu->features;
    const char *lead = "ASMLOOM_CPU: removed what needs one of those:";
    loom_features_close(&cpu->features);
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE;
         f = loom_feature_next(f)) {
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
            note(overrides, "ASMLOOM_PREFER: ignored '%.*s': %s\n", SHOWN(length), item,
                 equals == NULL ? "expected kernel=variant" : "no such kernel");
            continue;
        }
        const struct loom_kernel *row = &loom_kernel_rows[kernel];
        while (variant < row->variant_count &&
               !same(row->variants[variant].name, equals + 1, length - kernel_length - 1)) {
            variant++;
        }
        if (variant == row->variant_count) {
            note(overrides, "ASMLOOM_PREFER: ignored '%.*s': this build has no such variant\n", SHOWN(length),
                 item);
        } else if (!loom_variant_runs(&row->variants[variant], &cpu->features)) {
            note(overrides, "ASMLOOM_PREFER: ignored '%.*s': it cannot run here\n", SHOWN(length), item);
        } else {
            overrides->pinned[kernel] = (int)variant;
        }
    }
}

void loom_cpu_effective(struct loom_cpu *cpu, struct loom_overrides *overrides)
{
    memset(overrides, 0, sizeof *overrides);
    for (size_t i = 0; i < LOOM_PINS; i++) {
        overrides->pinned[i] = -1;
    }
    loom_cpu_detect(cpu);
    const char *cpu_list = getenv("ASMLOOM_CPU");
    const char *prefer_list = getenv("ASMLOOM_PREFER");
    if (cpu_list != NULL) {
        apply_cpu(cpu, overrides, cpu_list);
    }
    if (prefer_list != NULL) {
        apply_prefer(cpu, overrides, prefer_list);
    }
}

static void explain_variant(struct text *text, const struct loom_variant *variant,
                            const struct loom_features *features)
{
    const char *comma = "";
    if (loom_variant_runs(variant, features)) {
        append(text, "  %-14s can run\n", variant->name);
        return;
    }
    append(text, "  %-14s cannot run: needs ", variant->name);
    for (const unsigned char *need = variant->needs; *need != LOOM_CPU_NONE; need++) {
        if (!loom_features_has(features, (enum loom_feature)(*need))) {
            append(text, "%s%s", comma, loom_feature_name((enum loom_feature)(*need)));
            comma = ", ";
        }
    }
    append(text, "\n");
}

static void explain_plan(struct text *text, const struct loom_kernel *kernel, const struct loom_plan *plan)
{
    for (size_t b = 0; b < plan->band_count; b++) {
        const struct loom_band *band = &plan->band[b];
        if (plan->band_count == 1) {
            append(text, "  -> %s at every size", kernel->variants[band->variant].name);
        } else if (b + 1 < plan->band_count) {
            append(text, "  -> %s from %lu to %lu bytes", kernel->variants[band->variant].name,
                   (unsigned long)band->min_bytes, (unsigned long)(plan->band[b + 1].min_bytes - 1));
        } else {
            append(text, "  -> %s from %lu bytes", kernel->variants[band->variant].name,
                   (unsigned long)band->min_bytes);
        }
        switch (band->reason) {
        case LOOM_REASON_PINNED: append(text, ": pinned by ASMLOOM_PREFER\n"); break;
        case LOOM_REASON_MEASURED:
            if (band->measured_on == LOOM_UARCH_generic) {
                append(text, ": the preference for CPUs without measurements of their own\n");
            } else {
                append(text, ": measured fastest on %s\n", loom_uarch_name(band->measured_on));
            }
            break;
        case LOOM_REASON_ONLY: append(text, ": the only one that can run\n"); break;
        case LOOM_REASON_ORDER:
        default: append(text, ": no preference given; the last in the list that can run\n"); break;
        }
    }
}

int LOOM_CDECL loom_explain(char *buffer, size_t size)
{
    struct text text;
    struct loom_cpu cpu;
    struct loom_overrides overrides;
    text.at = buffer;
    text.size = buffer == NULL ? 0 : size;
    text.length = 0;
    loom_cpu_effective(&cpu, &overrides);

    append(&text, "asmloom %s\n", LOOM_VERSION);
    append(&text, "cpu: %s%sfamily 0x%x model 0x%x stepping %u%s%s\n", cpu.vendor, cpu.vendor[0] ? " " : "",
           cpu.family, cpu.model, cpu.stepping, cpu.brand[0] ? ", " : "", cpu.brand);
    append(&text, "preferences: %s\nfeatures:", loom_uarch_name(cpu.uarch));
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE;
         f = loom_feature_next(f)) {
        if (loom_features_has(&cpu.features, f)) {
            append(&text, " %s", loom_feature_name(f));
        }
    }
    append(&text, "\n%s", overrides.notes);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        struct loom_plan plan;
        append(&text, "%s\n", kernel->name);
        for (size_t v = 0; v < kernel->variant_count; v++) {
            explain_variant(&text, &kernel->variants[v], &cpu.features);
        }
        loom_make_plan(&plan, k, &cpu, &overrides);
        explain_plan(&text, kernel, &plan);
    }
    return (int)text.length;
}
