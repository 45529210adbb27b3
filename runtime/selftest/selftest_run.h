/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A run of the self-test, and what it reports.
 */
#ifndef LOOM_SELFTEST_RUN_H
#define LOOM_SELFTEST_RUN_H

#include "explain.h"

#include <stdarg.h>
#include <stdio.h>

struct run {
    loom_report_fn *report;
    void *context;
    const char *kernel, *variant; /* under test */
    int failures;
};

static inline void LOOM_PRINTF_LIKE(2, 3) say(const struct run *run, const char *format, ...)
{
    char line[240];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (run->report != NULL) {
        run->report(run->context, line);
    }
}

static inline void expect(struct run *run, int good, const char *what)
{
    if (!good) {
        run->failures++;
        say(run, "FAIL %s %s: %s", run->kernel, run->variant, what);
    }
}

/* Counts a difference and reports its first byte. `what` names the input. */
static inline void check(struct run *run, const char *what, unsigned long number, const void *got_at,
                         const void *want_at, size_t length)
{
    const uint8_t *got = got_at, *want = want_at;
    for (size_t i = 0; i < length; i++) {
        if (got[i] != want[i]) {
            run->failures++;
            say(run, "FAIL %s %s: %s %lu: byte %lu is 0x%02x, expected 0x%02x", run->kernel, run->variant, what, number,
                (unsigned long)i, got[i], want[i]);
            return;
        }
    }
}

/* Writes the bytes that `text` spells in hexadecimal. Returns their number. */
static inline size_t from_hex(uint8_t *out, const char *text)
{
    size_t n = 0;
    for (; text[2 * n] != 0; n++) {
        const char *p = text + 2 * n;
        out[n] =
            (uint8_t)((p[0] <= '9' ? p[0] - '0' : p[0] - 'a' + 10) << 4 | (p[1] <= '9' ? p[1] - '0' : p[1] - 'a' + 10));
    }
    return n;
}

/* Writes bytes without a pattern (xorshift32), the same in every run. */
static inline void fill(uint8_t *out, size_t length, uint32_t seed)
{
    for (size_t i = 0; i < length; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        out[i] = (uint8_t)(seed >> 24);
    }
}

#endif
