/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Writes the text that tells the choices of dispatch and their reasons.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of vsnprintf, which is standard C */
#endif

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dispatch.h"

/* Text, cut at the end of the buffer. As with snprintf, `length` is the length of the whole text. */
struct text {
    char *at;
    size_t size, length;
};

static void LOOM_PRINTF_LIKE(2, 3) append(struct text *text, const char *format, ...)
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

static void explain_variant(struct text *text, const struct loom_variant *variant, const struct loom_features *features)
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
            if (strstr(loom_uarch_name((enum loom_uarch)band->measured_on), "generic") != NULL) {
                append(text, ": the preference for CPUs without measurements of their own\n");
            } else {
                append(text, ": measured fastest on %s\n", loom_uarch_name((enum loom_uarch)band->measured_on));
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
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    const struct loom_cpu *cpu = &chosen->cpu;
    text.at = buffer;
    text.size = buffer == NULL ? 0 : size;
    text.length = 0;

    append(&text, "asmloom %s\n", LOOM_VERSION);
    append(&text, "cpu: %s%sfamily 0x%x model 0x%x stepping %u%s%s\n", cpu->vendor, cpu->vendor[0] ? " " : "",
           cpu->family, cpu->model, cpu->stepping, cpu->brand[0] ? ", " : "", cpu->brand);
    append(&text, "preferences: %s\nfeatures:", loom_uarch_name(cpu->uarch));
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(&cpu->features, f)) {
            append(&text, " %s", loom_feature_name(f));
        }
    }
    append(&text, "\n%s", chosen->overrides.notes);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        append(&text, "%s\n", kernel->name);
        for (size_t v = 0; v < kernel->variant_count; v++) {
            explain_variant(&text, &kernel->variants[v], &cpu->features);
        }
        explain_plan(&text, kernel, &chosen->plan[k]);
    }
    return (int)text.length;
}
