/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Reads preference files. No number of the text sizes or indexes anything.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of fopen, which is standard C */
#endif

#include "tuning.h"

#if !defined(LOOM_NO_ENVIRONMENT)

#include <stdio.h>
#include <string.h>

static const char first_line[] = "asmloom-tuning 1\n";

enum { WORDS = 5, DIGITS = 8, END = 21 /* characters of the last line */ };

/* What is left of a text, or a part of it. */
struct piece {
    const char *at, *end;
};

static int is(struct piece piece, const char *word)
{
    return loom_is_name(word, piece.at, (size_t)(piece.end - piece.at));
}

/* Takes the part before the first `stop`, and `stop`; without one, all that is left. */
static struct piece take(struct piece *rest, char stop)
{
    struct piece part = *rest;
    while (rest->at < rest->end && *rest->at != stop) {
        rest->at++;
    }
    part.end = rest->at;
    rest->at += rest->at < rest->end;
    return part;
}

/* Splits a line into words at single blanks; those that it lacks are empty. Returns their number, which may be
 * WORDS + 1. */
static size_t split(struct piece *words, struct piece line)
{
    size_t count = 0;
    for (size_t i = 0; i < WORDS; i++) {
        count += line.at < line.end;
        words[i] = take(&line, ' ');
    }
    return count + (line.at < line.end);
}

/* A number of the base, without needless zeros, of at most eight digits. Returns 0 for anything else. */
static int number(uint32_t *value, struct piece word, uint32_t base)
{
    size_t length = (size_t)(word.end - word.at);
    *value = 0;
    if (length == 0 || length > DIGITS || (*word.at == '0' && length > 1)) {
        return 0;
    }
    for (; word.at < word.end; word.at++) {
        char c = *word.at;
        uint32_t digit = c >= 'a' ? (uint32_t)(c - 'a' + 10) : c >= '0' && c <= '9' ? (uint32_t)(c - '0') : base;
        if (digit >= base) {
            return 0;
        }
        *value = *value * base + digit;
    }
    return 1;
}

/* Whether a word is a vendor's name without its blanks; `-` stands for none. */
static int is_vendor(struct piece word, const char *vendor)
{
    for (vendor = *vendor == 0 ? "-" : vendor; *vendor != 0; vendor++) {
        if (*vendor != ' ' && (word.at == word.end || *word.at++ != *vendor)) {
            return 0;
        }
    }
    return word.at == word.end;
}

/* Whether a line names this CPU. The name of the core is for readers. */
static int is_cpu(struct piece line, const struct loom_cpu *cpu)
{
    struct piece words[WORDS];
    uint32_t family, model;
    return split(words, line) == 5 && is(words[0], "cpu") && is_vendor(words[1], cpu->vendor) &&
           number(&family, words[2], 16) && family == cpu->family && number(&model, words[3], 16) &&
           model == cpu->model;
}

/* Whether a text is of printable ASCII in lines, and ends with the sum of what is before. */
static int is_whole(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const char *last = length <= END ? NULL : text + length - END;
    if (last == NULL || memcmp(last - 1, "\nend ", 5) != 0 || last[END - 1] != '\n') {
        return 0;
    }
    for (; text < last; text++) {
        if ((*text < ' ' || *text > '~') && *text != '\n') {
            return 0;
        }
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    for (size_t i = 4; i < END - 1; i++, hash <<= 4) {
        if (last[i] != "0123456789abcdef"[hash >> 60]) {
            return 0;
        }
    }
    return 1;
}

/* Rows so far. */
struct rows {
    struct piece kernel;     /* of the last row */
    size_t policy, bands[3]; /* of the last row; rows of its kernel, by policy */
    uint32_t min_bytes;      /* of the last row */
};

/* A row of the kernel whose plan is made. */
static int add_band(struct loom_tuning_of *of, struct loom_plan *plan, struct piece variant, size_t policy, size_t band,
                    uint32_t min_bytes)
{
    size_t v = 0;
    while (v < of->kernel->variant_count && !is(variant, of->kernel->variants[v].name)) {
        v++;
    }
    if (v == of->kernel->variant_count) {
        return LOOM_TUNING_CORRUPT;
    }
    if (!(of->usable >> v & 1)) {
        return LOOM_TUNING_CANNOT_RUN;
    }
    of->own++;
    if (policy == LOOM_POLICY_any || policy == (size_t)of->policy) {
        struct loom_band made = {min_bytes, (uint8_t)v, LOOM_REASON_TUNED, LOOM_UARCH_generic};
        plan->band[band] = made;
        plan->band_count = (uint32_t)band + 1;
    }
    return 0;
}

/* Judges a row. Returns what is wrong with it, or 0. */
static int add_row(struct rows *rows, struct piece line, struct loom_tuning_of *of, struct loom_plan *plan)
{
    struct piece words[WORDS];
    uint32_t min_bytes;
    int wrong = 0;
    size_t count = split(words, line), policy = LOOM_POLICY_any;
    size_t name = (size_t)(words[1].end - words[1].at);
    int other = name != (size_t)(rows->kernel.end - rows->kernel.at) || memcmp(words[1].at, rows->kernel.at, name) != 0;
    if (count == 5) {
        policy = loom_policy_named(words[4].at, (size_t)(words[4].end - words[4].at));
    }
    if (count < 4 || count > 5 || !is(words[0], "prefer") || !number(&min_bytes, words[2], 10) ||
        (count == 5 && policy == LOOM_POLICY_any)) {
        return LOOM_TUNING_CORRUPT;
    }
    if (other) {
        memset(rows->bands, 0, sizeof rows->bands);
    }
    if (rows->bands[policy] == LOOM_BANDS ||
        (other || policy != rows->policy ? rows->bands[policy] != 0 || min_bytes != 0 : min_bytes <= rows->min_bytes) ||
        (policy != LOOM_POLICY_any && rows->bands[LOOM_POLICY_any] == 0)) {
        return LOOM_TUNING_CORRUPT;
    }
    of->rows++;
    if (of->kernel != NULL && is(words[1], of->kernel->name)) {
        wrong = other && of->own > 0 ? LOOM_TUNING_CORRUPT /* the kernel's rows are not together */
                                     : add_band(of, plan, words[3], policy, rows->bands[policy], min_bytes);
    }
    rows->bands[policy]++;
    rows->kernel = words[1];
    rows->policy = policy;
    rows->min_bytes = min_bytes;
    return wrong;
}

int loom_tuning_rows_of(const char *text, size_t length, struct loom_tuning_of *of, struct loom_plan *plan)
{
    struct piece rest = {text, text + length - END};
    struct rows rows;
    int wrong = 0;
    memset(&rows, 0, sizeof rows);
    rows.kernel.at = rows.kernel.end = text;
    of->rows = of->own = 0;
    plan->band_count = 0;
    for (int line = 0; line < 3; line++) {
        (void)take(&rest, '\n');
    }
    while (wrong == 0 && rest.at < rest.end) {
        struct piece line = take(&rest, '\n');
        if (line.at == line.end || *line.at != '#') {
            wrong = add_row(&rows, line, of, plan);
        }
    }
    return wrong;
}

int loom_tuning_read(const char *text, size_t length, const struct loom_cpu *cpu, struct loom_tuning_of *of,
                     struct loom_plan *plan)
{
    struct piece rest, words[WORDS];
    of->rows = of->own = 0;
    plan->band_count = 0;
    if (length < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0) {
        return LOOM_TUNING_UNKNOWN;
    }
    if (!is_whole(text, length)) {
        return LOOM_TUNING_CORRUPT;
    }
    rest.at = text + sizeof first_line - 1;
    rest.end = text + length - END;
    if (rest.at > rest.end || split(words, take(&rest, '\n')) != 2 || !is(words[0], "build")) {
        return LOOM_TUNING_CORRUPT;
    }
    if (!is(words[1], LOOM_TUNING_BUILD)) {
        return LOOM_TUNING_STALE;
    }
    if (rest.at >= rest.end) {
        return LOOM_TUNING_CORRUPT;
    }
    return is_cpu(take(&rest, '\n'), cpu) ? loom_tuning_rows_of(text, length, of, plan) : LOOM_TUNING_FOREIGN;
}

/* ---- the text in use ---- */

static char kept[LOOM_TUNING_ROOM];
static size_t kept_length;
static LOOM_SHARED_STATE unsigned kept_state;

enum { UNMADE, IN_THE_MAKING, MADE };

int loom_tuning_in_use(void)
{
    return LOOM_LOAD_FLAG(kept_state) == MADE;
}

int loom_tuning_rows(struct loom_plan *plan, struct loom_tuning_of *of)
{
    of->rows = of->own = 0;
    plan->band_count = 0;
    return loom_tuning_in_use() ? loom_tuning_rows_of(kept, kept_length, of, plan) : 0;
}

size_t loom_tuning_bytes(const char *path, char *to, size_t size)
{
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    size_t length = SIZE_MAX;
    if (file != NULL) {
        length = fread(to, 1, size, file);
        length = ferror(file) ? SIZE_MAX : length;
        fclose(file);
    }
    return length;
}

int loom_tuning_named(const char *path, const struct loom_cpu *cpu)
{
    struct loom_tuning_of of = {NULL, LOOM_POLICY_any, 0, 0, 0};
    struct loom_plan none;
    int result = LOOM_TUNING_UNREADABLE;
    if (!LOOM_CLAIM(kept_state, UNMADE, IN_THE_MAKING)) {
        return LOOM_TUNING_TAKEN;
    }
    kept_length = loom_is_regular(path) ? loom_tuning_bytes(path, kept, sizeof kept) : SIZE_MAX;
    if (kept_length != SIZE_MAX) {
        result = loom_tuning_read(kept, kept_length, cpu, &of, &none);
    }
    LOOM_STORE_FLAG(kept_state, result == 0 ? MADE : UNMADE);
    return result;
}

int loom_tuning_use(const char *text, size_t length)
{
    if (!LOOM_CLAIM(kept_state, UNMADE, IN_THE_MAKING)) {
        return LOOM_TUNING_TAKEN;
    }
    memcpy(kept, text, length);
    kept_length = length;
    LOOM_STORE_FLAG(kept_state, MADE);
    return 0;
}

#endif
