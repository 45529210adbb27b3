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

#include "explain.h"
#include "tuning.h"

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

/* Adds an item of an override. Characters that a terminal might act on are written \\xNN. */
static void explain_item(struct text *text, const struct loom_ignored *row)
{
    append(text, "'");
    for (size_t i = 0; i < row->length; i++) {
        unsigned char c = (unsigned char)row->item[i];
        append(text, c >= ' ' && c <= '~' && c != '\\' ? "%c" : "\\x%02x", c);
    }
    append(text, "'");
}

/* Adds `lead` and the features of `all` that are not in `left`. */
static void explain_removed(struct text *text, const char *lead, const struct loom_features *all,
                            const struct loom_features *left)
{
    const char *end = "";
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(all, f) && !loom_features_has(left, f)) {
            append(text, "%s %s", lead, loom_feature_name(f));
            lead = "";
            end = "\n";
        }
    }
    append(text, "%s", end);
}

const char *loom_tuning_words(int result)
{
    static const char *const words[] = {
        "in use",
        "ignored: the file cannot be read",
        "ignored: no preference file of version 1",
        "ignored: the file is damaged",
        "ignored: the file belongs to another build of the library",
        "ignored: the file belongs to another CPU",
        "ignored: the file names a variant that cannot run here",
    };
    return words[-result];
}

/* Adds a line for each item of ASMLOOM_CPU and ASMLOOM_PREFER that was ignored, and a line for the removed features. */
static void explain_overrides(struct text *text, const struct loom_choices *chosen)
{
    static const char *const whys[] = {
        [LOOM_WHY_NO_REMOVAL] = "ASMLOOM_CPU: ignored %: features can only be removed, as -name",
        [LOOM_WHY_NO_FEATURE] = "ASMLOOM_CPU: ignored %: no such feature",
        [LOOM_WHY_NOT_THERE] = "ASMLOOM_CPU: %: this CPU does not have it",
        [LOOM_WHY_NO_VALUE] = "ASMLOOM_PREFER: ignored %: expected kernel=variant, throughput or latency",
        [LOOM_WHY_NO_KERNEL] = "ASMLOOM_PREFER: ignored %: no such kernel",
        [LOOM_WHY_NO_VARIANT] = "ASMLOOM_PREFER: ignored %: this build has no such variant",
        [LOOM_WHY_CANNOT_RUN] = "ASMLOOM_PREFER: ignored %: it cannot run here",
    };
    const struct loom_overrides *overrides = &chosen->overrides;
    const struct loom_features none = {{0}};
    explain_removed(text, "emulator: removed what it computes wrongly:", &chosen->cpu.wrong, &none);
    if (overrides->refused) {
        append(text, "ASMLOOM_CPU, ASMLOOM_PREFER, ASMLOOM_TUNING: ignored: this program runs with more rights than "
                     "its user's\n");
    }
    explain_removed(text, "ASMLOOM_CPU: removed", &overrides->detected, &overrides->named);
    explain_removed(text, "ASMLOOM_CPU: removed what needs one of those:", &overrides->named, &chosen->cpu.features);
    for (size_t i = 0; i < overrides->ignored_count && i < LOOM_IGNORED; i++) {
        const char *why = whys[overrides->ignored[i].why], *item = strchr(why, '%');
        append(text, "%.*s", (int)(item - why), why);
        explain_item(text, &overrides->ignored[i]);
        append(text, "%s\n", item + 1);
    }
    if (chosen->tuning != LOOM_TUNING_NONE) {
        append(text, "ASMLOOM_TUNING: %s\n", loom_tuning_words(chosen->tuning));
    }
    if (loom_tuning_loaded()) {
        append(text, "loom_tuning_load: in use\n");
    }
    if (overrides->ignored_count > LOOM_IGNORED) {
        append(text, "ignored %lu more\n", (unsigned long)(overrides->ignored_count - LOOM_IGNORED));
    }
}

int loom_explain_overrides(const struct loom_choices *chosen, char *buffer, size_t size)
{
    struct text text = {buffer, size, 0};
    explain_overrides(&text, chosen);
    return (int)text.length;
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

/* The core of a band's preference. A core without rows of its own takes the rows of its group. The rows of a group may
 * have been measured on this core. */
static void explain_measured(struct text *text, enum loom_uarch row, enum loom_uarch own, int model)
{
    if (model) {
        append(text, ": not measured; the estimate of a model for %s\n", loom_uarch_name(row));
    } else if (strstr(loom_uarch_name(row), "generic") == NULL) {
        append(text, ": measured fastest on %s\n", loom_uarch_name(row));
    } else if (row == own || strstr(loom_uarch_name(own), "generic") != NULL) {
        append(text, ": the preference for CPUs without measurements of their own\n");
    } else {
        append(text, ": the preference of %s, which %s takes\n", loom_uarch_name(row), loom_uarch_name(own));
    }
}

static void explain_plan(struct text *text, const struct loom_kernel *kernel, const struct loom_plan *plan,
                         enum loom_uarch uarch)
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
        case LOOM_REASON_TUNED: append(text, ": by the preference file\n"); break;
        case LOOM_REASON_MEASURED:
        case LOOM_REASON_MODEL:
            explain_measured(text, (enum loom_uarch)band->measured_on, uarch, band->reason == LOOM_REASON_MODEL);
            break;
        case LOOM_REASON_CAUTION:
            append(text, ": no preference given; the last in the list that runs without AVX-512\n");
            break;
        case LOOM_REASON_ONLY: append(text, ": the only one that can run\n"); break;
        case LOOM_REASON_ORDER:
        default: append(text, ": no preference given; the last in the list that can run\n"); break;
        }
    }
}

/* All features of the CPU, but those that ASMLOOM_CPU or an emulator's wrong answers took away. */
static void explain_features(struct text *text, const struct loom_choices *chosen, const struct loom_features *all)
{
    struct loom_features left = *all;
    enum loom_feature f;
    for (f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        int named = loom_features_has(&chosen->overrides.detected, f);
        if (loom_features_has(&chosen->cpu.wrong, f) || (named && !loom_features_has(&chosen->cpu.features, f))) {
            loom_features_remove(&left, f);
        }
    }
    loom_features_close(&left);
    for (f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
        if (loom_features_has(&left, f)) {
            append(text, " %s", loom_feature_name(f));
        }
    }
    append(text, "\n");
}

int LOOM_CDECL loom_explain(char *buffer, size_t size)
{
    static const char *const policies[] = {"", ", for throughput", ", for latency"};
    struct text text;
    struct loom_choices room;
    struct loom_plan plan;
    struct loom_cpu whole;
    const struct loom_choices *chosen = loom_chosen(&room);
    const struct loom_cpu *cpu = &chosen->cpu;
    loom_cpu_detect(&whole, LOOM_DETAIL_ALL);
    text.at = buffer;
    text.size = buffer == NULL ? 0 : size;
    text.length = 0;

    append(&text, "asmloom %s\n", LOOM_VERSION);
    append(&text, "cpu: %s%sfamily 0x%x model 0x%x stepping %u%s%s\n", cpu->vendor, cpu->vendor[0] ? " " : "",
           cpu->family, cpu->model, cpu->stepping, whole.brand[0] ? ", " : "", whole.brand);
    append(&text, "preferences: %s%s\nfeatures:", loom_uarch_name(cpu->uarch), policies[chosen->overrides.policy]);
    explain_features(&text, chosen, &whole.features);
    explain_overrides(&text, chosen);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        append(&text, "%s\n", kernel->name);
        for (size_t v = 0; v < kernel->variant_count; v++) {
            explain_variant(&text, &kernel->variants[v], &cpu->features);
        }
        explain_plan(&text, kernel, loom_plan_of(k, chosen, &plan), cpu->uarch);
    }
    return (int)text.length;
}
