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

#endif
