/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#ifndef LOOM_SELFTEST_H
#define LOOM_SELFTEST_H

#ifdef __cplusplus
extern "C" {
#endif

/* Takes one line of text, without newline. */
typedef void loom_selftest_report_fn(void *context, const char *line);

/* Runs every variant that this CPU can run (and the streaming functions, with whatever dispatch chose) on the
 * vectors of RFC 1321 and RFC 6229, and against the portable C at lengths, alignments and splits around every
 * boundary. Reports a line per variant, and one per difference with its first wrong byte. report may be NULL.
 * Returns the number of differences: 0 is good. */
int loom_selftest(loom_selftest_report_fn *report, void *context);

#ifdef __cplusplus
}
#endif

#endif
