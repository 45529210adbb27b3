/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Reads preference files. Plans change after the last line, if no line was wrong. Nothing is allocated but what fopen
 * allocates, and no number of the text sizes or indexes anything. The functions that hold all plans have frames of
 * their own (LOOM_INNER): two such frames in one would exceed a page, which Windows wants to be asked for.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of fopen, which is standard C */
#endif

#include "tuning.h"

#include <stdio.h>
#include <string.h>

#include "atomic.h"
#include "clean.h"

enum { LONGEST_LINE = 200, MOST_LINES = 10000, POLICIES = 3, DIGITS = 9 };

static const char *const policies[POLICIES] = {"any", "throughput", "latency"};

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

/* A row, with the numbers of its names. */
struct row {
    size_t kernel, variant, policy;
    uint32_t min_bytes;
};

static int read_row(struct row *row, struct piece line)
{
    struct piece words[5];
    size_t count = split(words, 5, line);
    if (count < 4 || count > 5 || !is(words[0], "prefer") || !number(&row->min_bytes, words[2], 10)) {
        return 0;
    }
    row->kernel = row->variant = row->policy = 0;
    while (row->kernel < LOOM_KERNEL_COUNT && !is(words[1], loom_kernel_rows[row->kernel].name)) {
        row->kernel++;
    }
    const struct loom_kernel *kernel = &loom_kernel_rows[row->kernel]; /* the last one is empty */
    while (row->variant < kernel->variant_count && !is(words[3], kernel->variants[row->variant].name)) {
        row->variant++;
    }
    for (row->policy = count == 5; count == 5 && row->policy < POLICIES && !is(words[4], policies[row->policy]);) {
        row->policy++;
    }
    return row->variant < kernel->variant_count && row->policy < POLICIES;
}

/* A text that is being read, line by line. */
struct reading {
    const struct loom_cpu *cpu;
    const struct loom_overrides *overrides;
    struct loom_plan plans[LOOM_KERNEL_COUNT + 1];  /* as the text says so far */
    uint8_t bands[LOOM_KERNEL_COUNT + 1][POLICIES]; /* rows so far */
    struct row last;
    uint64_t hash;
    unsigned lines;
    int result, ended;
};

static void begin(struct reading *reading, const struct loom_cpu *cpu, const struct loom_overrides *overrides,
                  const struct loom_plan *plans)
{
    memset(reading, 0, sizeof *reading);
    reading->cpu = cpu;
    reading->overrides = overrides;
    memcpy(reading->plans, plans, sizeof reading->plans);
    reading->last.kernel = LOOM_KERNEL_COUNT;
    reading->hash = UINT64_C(0xcbf29ce484222325);
}

/* Adds a row to its kernel's plan. Returns what is wrong with the row, or 0. */
static int add_row(struct reading *reading, struct piece line)
{
    struct row row;
    if (!read_row(&row, line)) {
        return LOOM_TUNING_CORRUPT;
    }
    uint8_t *rows = reading->bands[row.kernel], *band = &rows[row.policy];
    int first = row.kernel != reading->last.kernel || row.policy != reading->last.policy;
    if (*band == LOOM_BANDS || (first ? *band != 0 || row.min_bytes != 0 : row.min_bytes <= reading->last.min_bytes) ||
        (row.policy != LOOM_POLICY_any && rows[LOOM_POLICY_any] == 0)) {
        return LOOM_TUNING_CORRUPT;
    }
    if (!loom_variant_runs(&loom_kernel_rows[row.kernel].variants[row.variant], &reading->cpu->features)) {
        return LOOM_TUNING_CANNOT_RUN;
    }
    if (reading->overrides->pinned[row.kernel] < 0 &&
        (row.policy == LOOM_POLICY_any || row.policy == (size_t)reading->overrides->policy)) {
        struct loom_plan *plan = &reading->plans[row.kernel];
        plan->band[*band].min_bytes = row.min_bytes;
        plan->band[*band].variant = (uint8_t)row.variant;
        plan->band[*band].reason = LOOM_REASON_TUNED;
        plan->band[*band].measured_on = LOOM_UARCH_generic;
        plan->band_count = *band + 1u;
    }
    ++*band;
    reading->last = row;
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

/* `complete`: the text ended with the end of a line. */
static int finish(const struct reading *reading, int complete, struct loom_plan *plans)
{
    if (reading->result == LOOM_TUNING_UNKNOWN || (reading->lines == 0 && !reading->ended)) {
        return LOOM_TUNING_UNKNOWN;
    }
    if (!reading->ended || !complete || reading->lines < 3) {
        return LOOM_TUNING_CORRUPT;
    }
    if (reading->result == 0) {
        memcpy(plans, reading->plans, sizeof reading->plans);
    }
    return reading->result;
}

LOOM_INNER int loom_tuning_read(const char *text, size_t length, const struct loom_cpu *cpu,
                                const struct loom_overrides *overrides, struct loom_plan *plans)
{
    struct reading reading;
    struct piece rest = {text, length}, line;
    begin(&reading, cpu, overrides, plans);
    while (take(&line, &rest, '\n')) {
        if (!feed(&reading, line)) {
            break;
        }
    }
    return finish(&reading, rest.length == 0, plans);
}

LOOM_INNER int loom_tuning_file(const char *path, const struct loom_cpu *cpu, const struct loom_overrides *overrides,
                                struct loom_plan *plans)
{
    struct reading reading;
    char text[LONGEST_LINE + 1];
    struct piece line = {text, 0};
    int result = LOOM_TUNING_UNREADABLE, c = EOF;
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file != NULL) {
        begin(&reading, cpu, overrides, plans);
        while ((c = fgetc(file)) != EOF) {
            if (c == '\n') {
                if (!feed(&reading, line)) {
                    break;
                }
                line.length = 0;
            } else if (line.length == sizeof text) {
                break;
            } else {
                text[line.length++] = (char)c;
            }
        }
        if (!ferror(file)) {
            result = finish(&reading, c == EOF && line.length == 0, plans);
        }
        fclose(file);
    }
    return result;
}

/* ---- loom_tuning_load ---- */

static struct loom_plan loaded[LOOM_KERNEL_COUNT + 1];
static LOOM_SHARED_STATE unsigned loaded_state;

enum { UNMADE, IN_THE_MAKING, MADE };

int loom_tuning_loaded(void)
{
    return LOOM_LOAD_FLAG(loaded_state) == MADE;
}

const struct loom_plan *loom_plan_of(size_t kernel, const struct loom_choices *chosen, struct loom_plan *room)
{
    if (loom_tuning_loaded()) {
        return &loaded[kernel];
    }
    if (chosen->tuning == 0) {
        return &chosen->plan[kernel];
    }
    loom_make_plan(room, kernel, &chosen->cpu, &chosen->overrides);
    return room;
}

/* Loads a text, or, if `text` is NULL, a file. Nothing is claimed before a text is known to be good: a claim never
 * fails later, and a thread with a wrong text never keeps out another thread. */
static int load(const char *path, const char *text, size_t length)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    if (chosen->tuning == 0 || LOOM_LOAD_FLAG(loaded_state) != UNMADE) {
        return LOOM_TUNING_TAKEN;
    }
    loom_make_plans(room.plan, chosen); /* `chosen` may be the room */
    int result = text == NULL ? loom_tuning_file(path, &chosen->cpu, &chosen->overrides, room.plan)
                              : loom_tuning_read(text, length, &chosen->cpu, &chosen->overrides, room.plan);
    if (result != 0 || !LOOM_CLAIM(loaded_state, UNMADE, IN_THE_MAKING)) {
        return result != 0 ? result : LOOM_TUNING_TAKEN;
    }
    memcpy(loaded, room.plan, sizeof loaded);
    LOOM_STORE_FLAG(loaded_state, MADE);
    for (size_t kernel = 0; kernel < LOOM_KERNEL_COUNT; kernel++) {
        loom_publish(kernel, &loaded[kernel]);
    }
    return 0;
}

int LOOM_CDECL loom_tuning_load(const char *path)
{
    return load(path, NULL, 0);
}

int LOOM_CDECL loom_tuning_load_text(const char *text, size_t length)
{
    return load(NULL, text == NULL ? "" : text, text == NULL ? 0 : length);
}
