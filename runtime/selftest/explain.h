/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Text about dispatch, shared by the tools.
 */
#ifndef LOOM_EXPLAIN_H
#define LOOM_EXPLAIN_H

#include "dispatch.h"

/* Marks a function like printf: argument number `text` is the format, whose values begin at number `first`. */
#if defined(__GNUC__)
#define LOOM_PRINTF_LIKE(text, first) __attribute__((format(__printf__, text, first)))
#else
#define LOOM_PRINTF_LIKE(text, first)
#endif

LOOM_INTERNAL_BEGIN

/* Writes the lines about ASMLOOM_CPU and ASMLOOM_PREFER, as loom_explain() does; none without these variables. */
int loom_explain_overrides(const struct loom_choices *chosen, char *buffer, size_t size);

LOOM_INTERNAL_END

#endif
