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

enum { SHOWN = 40, MOST_IGNORED = 16 };

/* Adds a line about an item of an override, in place of the % of `why`. Characters that a terminal might act on are
 * written \\xNN. */
static void explain_item(struct text *text, unsigned *ignored, const char *why, const char *item, size_t length)
{
    const char *place = strchr(why, '%');
    if (++*ignored > MOST_IGNORED) {
        return;
    }
    append(text, "%.*s'", (int)(place - why), why);
    for (size_t i = 0; i < length && i < SHOWN; i++) {
        unsigned char c = (unsigned char)item[i];
        append(text, c >= ' ' && c <= '~' && c != '\\' ? "%c" : "\\x%02x", c);
    }
    append(text, "'%s\n", place + 1);
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

/* What is wrong with an item of ASMLOOM_PREFER, or NULL. */
static const char *wrong_preference(const struct loom_cpu *cpu, const char *item, size_t length)
{
    const char *equals = (const char *)memchr(item, '=', length);
    size_t name = equals == NULL ? length : (size_t)(equals - item);
    if (loom_policy_named(item, length) != LOOM_POLICY_any) {
        return NULL;
    }
    for (const struct loom_kernel *const *row = loom_kernel_rows; equals != NULL && *row != NULL; row++) {
        if (!loom_is_name((*row)->name, item, name)) {
            continue;
        }
        for (size_t v = 0; v < (*row)->variant_count; v++) {
            if (loom_is_name((*row)->variants[v].name, equals + 1, length - name - 1)) {
                return loom_choosable(*row, cpu) >> v & 1 ? NULL
                       : loom_usable(*row, cpu) >> v & 1
                           ? "ASMLOOM_PREFER: ignored %: it reveals secrets by addresses; see loom_allow_tables"
                           : "ASMLOOM_PREFER: ignored %: it cannot run here";
            }
        }
        return "ASMLOOM_PREFER: ignored %: this build has no such variant";
    }
    return equals == NULL ? "ASMLOOM_PREFER: ignored %: expected kernel=variant, throughput or latency"
                          : "ASMLOOM_PREFER: ignored %: no such kernel";
}

#if defined(LOOM_NO_ENVIRONMENT)
#define explain_tuning(text, chosen) ((void)0)
#else
/* Adds a line for each kernel whose rows of a preference file are ignored. Rows of no kernel have one line. */
static void explain_tuning(struct text *text, const struct loom_choices *chosen)
{
    size_t own = 0;
    struct loom_tuning_of of = {NULL, chosen->overrides.policy, 0, 0, 0};
    struct loom_plan plan;
    (void)loom_tuning_rows(&plan, &of);
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        of.kernel = *row;
        of.usable = loom_choosable(*row, &chosen->cpu);
        int result = loom_tuning_rows(&plan, &of);
        own += of.own;
        if (result != 0) {
            append(text, "ASMLOOM_TUNING: %s: %s\n", (*row)->name, loom_tuning_words(result));
        }
    }
    if (own < of.rows) {
        append(text, "ASMLOOM_TUNING: ignored: rows of no kernel, and rows that follow a wrong one\n");
    }
}
#endif

/* Adds a line for each item of ASMLOOM_CPU and ASMLOOM_PREFER that was ignored, and a line for the removed features.
 * `whole`: all features of the CPU. */
static void explain_overrides(struct text *text, const struct loom_choices *chosen, const struct loom_features *whole)
{
    const struct loom_overrides *overrides = &chosen->overrides;
    const char *list, *item;
    size_t length;
    unsigned ignored = 0;
    struct loom_features left = *whole;
    if (overrides->refused) {
        append(text, "ASMLOOM_CPU, ASMLOOM_PREFER, ASMLOOM_TUNING: ignored: this program runs with more rights than "
                     "its user's\n");
    }
    if (overrides->long_cpu) {
        append(text, "ASMLOOM_CPU: ignored: it has more than %d characters\n", LOOM_ROOM_CPU - 1);
    }
    if (overrides->long_prefer) {
        append(text, "ASMLOOM_PREFER: ignored: it has more than %d characters\n", LOOM_ROOM_PREFER - 1);
    }
    if (overrides->cpu[0] != 0) {
        loom_remove_named(&left, overrides->cpu);
        explain_removed(text, "ASMLOOM_CPU: removed", whole, &left);
        explain_removed(text, "ASMLOOM_CPU: removed what needs one of those:", &left, &chosen->cpu.features);
    }
    for (list = overrides->cpu; loom_next_item(&list, &item, &length);) {
        enum loom_feature feature = loom_removed(item, length);
        if (feature == LOOM_CPU_NONE) {
            explain_item(text, &ignored,
                         item[0] == '-' ? "ASMLOOM_CPU: ignored %: no such feature"
                                        : "ASMLOOM_CPU: ignored %: features can only be removed, as -name",
                         item, length);
        } else if (!loom_features_has(whole, feature)) {
            explain_item(text, &ignored, "ASMLOOM_CPU: %: this CPU does not have it", item, length);
        }
    }
    for (list = overrides->prefer; loom_next_item(&list, &item, &length);) {
        const char *why = wrong_preference(&chosen->cpu, item, length);
        if (why != NULL) {
            explain_item(text, &ignored, why, item, length);
        }
    }
    if (ignored > MOST_IGNORED) {
        append(text, "ignored %u more\n", ignored - MOST_IGNORED);
    }
    if (chosen->tuning != LOOM_TUNING_NONE) {
        append(text, "ASMLOOM_TUNING: %s\n", loom_tuning_words(chosen->tuning));
    }
    if (chosen->tuning == 0) {
        explain_tuning(text, chosen);
    } else if (loom_tuning_in_use()) {
        append(text, "loom_tuning_load: in use\n");
    }
}

int loom_explain_overrides(const struct loom_choices *chosen, char *buffer, size_t size)
{
    struct text text = {buffer, size, 0};
    struct loom_cpu whole;
    loom_cpu_detect(&whole, LOOM_DETAIL_ALL);
    explain_overrides(&text, chosen, &whole.features);
    return (int)text.length;
}

static void explain_variant(struct text *text, const struct loom_variant *variant, int usable,
                            const struct loom_features *features)
{
    const char *comma = "";
    if (usable || loom_variant_runs(variant, features)) {
        append(text, "  %-14s %s\n", variant->name,
               usable ? variant->reveals ? "can run; secrets decide addresses: see loom_allow_tables" : "can run"
                      : "does not run: this emulator computes it wrongly");
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

/* All features of the CPU, but those that ASMLOOM_CPU took away. */
static void explain_features(struct text *text, const struct loom_choices *chosen, const struct loom_features *all)
{
    struct loom_features left = *all;
    loom_remove_named(&left, chosen->overrides.cpu);
    loom_features_close(&left);
    for (enum loom_feature f = loom_feature_next(LOOM_CPU_NONE); f != LOOM_CPU_NONE; f = loom_feature_next(f)) {
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
    explain_overrides(&text, chosen, &whole.features);
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        uint64_t usable = loom_usable(*row, cpu);
        append(&text, "%s\n", (*row)->name);
        for (size_t v = 0; v < (*row)->variant_count; v++) {
            explain_variant(&text, &(*row)->variants[v], (int)(usable >> v & 1), &cpu->features);
        }
        loom_make_plan(&plan, *row, chosen);
        explain_plan(&text, *row, &plan, cpu->uarch);
    }
    return (int)text.length;
}
