/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Reads preference files. No number of the text sizes or indexes anything.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of fopen, which is standard C */
#endif

#include "tuning.h"

#include <stdio.h>
#include <string.h>

#include "atomic.h"
#include "clean.h"

enum { LONGEST_LINE = 200, MOST_LINES = 10000, DIGITS = 9 };

/* What is left of a text, or a word of it. */
struct piece {
    const char *at;
    size_t length;
};

static int is(struct piece piece, const char *word)
{
    return piece.length == strlen(word) && memcmp(piece.at, word, piece.length) == 0;
}

/* Takes the part before the first `end`, and `end`. Returns 0 if there is none. */
static int take(struct piece *part, struct piece *rest, char end)
{
    const char *found = rest->length ? (const char *)memchr(rest->at, end, rest->length) : NULL;
    if (found == NULL) {
        return 0;
    }
    part->at = rest->at;
    part->length = (size_t)(found - rest->at);
    rest->at += part->length + 1;
    rest->length -= part->length + 1;
    return 1;
}

/* Splits a line into `most` words at most, at single blanks. Returns their number, or most + 1. */
static size_t split(struct piece *words, size_t most, struct piece line)
{
    size_t count = 0;
    while (count < most && take(&words[count], &line, ' ')) {
        count++;
    }
    if (count < most) {
        words[count] = line;
        return count + 1;
    }
    return most + 1;
}

/* A number of the base, without needless zeros, of at most nine digits. Returns 0 for anything else. */
static int number(uint32_t *value, struct piece word, uint32_t base)
{
    *value = 0;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                                                : 99;
        if (digit >= base) {
            return 0;
        }
        *value = *value * base + digit;
    }
    return word.length > 0 && word.length < DIGITS && (word.length == 1 || word.at[0] != '0');
}

/* Whether a line names this CPU. */
static int same_cpu(struct piece line, const struct loom_cpu *cpu)
{
    struct piece words[5];
    uint32_t family, model;
    char vendor[sizeof cpu->vendor];
    size_t length = 0;
    for (size_t i = 0; i < sizeof vendor - 1 && cpu->vendor[i] != 0; i++) {
        vendor[length] = cpu->vendor[i];
        length += cpu->vendor[i] != ' ';
    }
    if (length == 0) {
        vendor[length++] = '-';
    }
    vendor[length] = 0;
    return split(words, 5, line) == 5 && is(words[0], "cpu") && is(words[1], vendor) && number(&family, words[2], 16) &&
           family == cpu->family && number(&model, words[3], 16) && model == cpu->model &&
           is(words[4], loom_uarch_name(cpu->uarch));
}

/* A text that is being read, line by line. */
struct reading {
    const struct loom_cpu *cpu;
    struct loom_tuning_of *of;
    struct loom_plan *plan;
    struct piece kernel;     /* of the last row */
    size_t policy, bands[3]; /* of the last row; rows of its kernel so far, by policy */
    uint32_t min_bytes;      /* of the last row */
    uint64_t hash;
    unsigned lines;
    int result, ended;
};

/* The number of a variant, or variant_count. */
static size_t variant_of(const struct loom_kernel *kernel, struct piece word)
{
    size_t v = 0;
    while (v < kernel->variant_count && !is(word, kernel->variants[v].name)) {
        v++;
    }
    return v;
}

/* A row of the kernel whose plan is made. */
static int add_band(struct reading *reading, struct piece variant, size_t policy, uint32_t min_bytes)
{
    struct loom_tuning_of *of = reading->of;
    size_t v = variant_of(of->kernel, variant), band = reading->bands[policy];
    if (v == of->kernel->variant_count) {
        return LOOM_TUNING_CORRUPT;
    }
    if (!(of->usable >> v & 1)) {
        return LOOM_TUNING_CANNOT_RUN;
    }
    of->own++;
    if (policy == LOOM_POLICY_any || policy == (size_t)of->policy) {
        reading->plan->band[band].min_bytes = min_bytes;
        reading->plan->band[band].variant = (uint8_t)v;
        reading->plan->band[band].reason = LOOM_REASON_TUNED;
        reading->plan->band[band].measured_on = LOOM_UARCH_generic;
        reading->plan->band_count = (uint32_t)band + 1;
    }
    return 0;
}

/* Judges a row. Returns what is wrong with it, or 0. */
static int add_row(struct reading *reading, struct piece line)
{
    struct piece words[5];
    uint32_t min_bytes;
    size_t count = split(words, 5, line), policy = LOOM_POLICY_any;
    int other, first;
    if (count < 4 || count > 5 || !is(words[0], "prefer") || !number(&min_bytes, words[2], 10)) {
        return LOOM_TUNING_CORRUPT;
    }
    if (count == 5) {
        policy = is(words[4], "throughput") ? LOOM_POLICY_throughput : LOOM_POLICY_latency;
        if (policy == LOOM_POLICY_latency && !is(words[4], "latency")) {
            return LOOM_TUNING_CORRUPT;
        }
    }
    other = words[1].length != reading->kernel.length || memcmp(words[1].at, reading->kernel.at, words[1].length) != 0;
    first = other || policy != reading->policy;
    if (other) {
        memset(reading->bands, 0, sizeof reading->bands);
    }
    if (reading->bands[policy] == LOOM_BANDS ||
        (first ? reading->bands[policy] != 0 || min_bytes != 0 : min_bytes <= reading->min_bytes) ||
        (policy != LOOM_POLICY_any && reading->bands[LOOM_POLICY_any] == 0)) {
        return LOOM_TUNING_CORRUPT;
    }
    reading->of->rows++;
    if (reading->of->kernel != NULL && is(words[1], reading->of->kernel->name)) {
        int wrong = other && reading->of->own > 0 ? LOOM_TUNING_CORRUPT /* its rows stand apart */
                                                  : add_band(reading, words[3], policy, min_bytes);
        if (wrong != 0) {
            return wrong;
        }
    }
    reading->bands[policy]++;
    reading->kernel = words[1];
    reading->policy = policy;
    reading->min_bytes = min_bytes;
    return 0;
}

/* What is wrong with a line other than the last, or 0. */
static int judge(struct reading *reading, struct piece line)
{
    struct piece words[2];
    size_t count = split(words, 2, line);
    switch (reading->lines) {
    case 0: return count == 2 && is(words[0], "asmloom-tuning") && is(words[1], "1") ? 0 : LOOM_TUNING_UNKNOWN;
    case 1:
        return count != 2 || !is(words[0], "build") ? LOOM_TUNING_CORRUPT
               : is(words[1], LOOM_TUNING_BUILD)    ? 0
                                                    : LOOM_TUNING_STALE;
    case 2: return same_cpu(line, reading->cpu) ? 0 : LOOM_TUNING_FOREIGN;
    default: return line.length > 0 && line.at[0] == '#' ? 0 : add_row(reading, line);
    }
}

/* Reads a line. Returns 0 if no further line matters. */
static int feed(struct reading *reading, struct piece line)
{
    struct piece words[2];
    if (reading->ended || line.length > LONGEST_LINE || reading->lines == MOST_LINES) {
        reading->ended = 0;
        return 0;
    }
    if (split(words, 2, line) == 2 && is(words[0], "end") && words[1].length == 16) {
        reading->ended = 1;
        for (size_t i = 0; i < 16; i++) {
            reading->ended &= words[1].at[i] == "0123456789abcdef"[reading->hash >> (60 - 4 * i) & 15];
        }
        return reading->ended;
    }
    for (size_t i = 0; i <= line.length; i++) {
        unsigned char c = i < line.length ? (unsigned char)line.at[i] : '\n';
        if (i < line.length && (c < ' ' || c > '~')) {
            return 0;
        }
        reading->hash = (reading->hash ^ c) * UINT64_C(0x100000001b3);
    }
    if (reading->result == 0) {
        reading->result = judge(reading, line);
    }
    reading->lines++;
    return reading->result != LOOM_TUNING_UNKNOWN;
}

int loom_tuning_read(const char *text, size_t length, const struct loom_cpu *cpu, struct loom_tuning_of *of,
                     struct loom_plan *plan)
{
    struct reading reading;
    struct piece rest = {text, length}, line;
    memset(&reading, 0, sizeof reading);
    reading.cpu = cpu;
    reading.of = of;
    reading.plan = plan;
    reading.kernel.at = text;
    reading.hash = UINT64_C(0xcbf29ce484222325);
    of->rows = of->own = 0;
    plan->band_count = 0;
    while (take(&line, &rest, '\n') && feed(&reading, line)) {
    }
    if (reading.result == LOOM_TUNING_UNKNOWN || (reading.lines == 0 && !reading.ended)) {
        return LOOM_TUNING_UNKNOWN;
    }
    if (!reading.ended || rest.length > 0 || reading.lines < 3) {
        return LOOM_TUNING_CORRUPT;
    }
    return reading.result;
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

int loom_tuning_rows(struct loom_plan *plan, const struct loom_cpu *cpu, struct loom_tuning_of *of)
{
    of->rows = of->own = 0;
    plan->band_count = 0;
    return loom_tuning_in_use() ? loom_tuning_read(kept, kept_length, cpu, of, plan) : 0;
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
