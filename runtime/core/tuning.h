/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Preference files: the choices of `build.py tune` for one build on one CPU.
 *
 * A file is text of printable ASCII, in lines that end with a newline:
 *
 *   asmloom-tuning 1
 *   build 0123456789abcdef
 *   cpu AuthenticAMD 19 1 amd-zen3
 *   prefer rc4_stream 0 branchfree
 *   prefer rc4_stream 64 lookahead
 *   prefer rc4_stream 0 branchfree throughput
 *   end 89abcdef01234567
 *
 * `build` is LOOM_TUNING_BUILD. `cpu` has the vendor without blanks or `-`, family and model in hexadecimal, and the
 * microarchitecture. A row has a kernel, the least size in bytes, a variant, and a policy or none. Rows of a kernel for
 * one policy stand together, from the least size, 0, to the largest; those for no policy come first. `end` has the
 * 64-bit FNV-1a hash of all bytes before its line. A line that begins with # is a comment, below the third line. No
 * line has more than 200 characters.
 */
#ifndef LOOM_TUNING_H
#define LOOM_TUNING_H

#include "dispatch.h"

LOOM_INTERNAL_BEGIN

/* Changes plans[0..LOOM_KERNEL_COUNT-1] as the text says, but not those of pinned kernels. Returns 0, or one of
 * LOOM_TUNING_..., and then leaves all plans as they were. */
int loom_tuning_read(const char *text, size_t length, const struct loom_cpu *cpu,
                     const struct loom_overrides *overrides, struct loom_plan *plans);

/* The same for a file. */
int loom_tuning_file(const char *path, const struct loom_cpu *cpu, const struct loom_overrides *overrides,
                     struct loom_plan *plans);

/* Whether a path names a regular file. ASMLOOM_TUNING is read before main, and a FIFO or a terminal
 * there would stop the program until somebody writes. */
int loom_is_regular(const char *path);

/* The words for a result of the functions above. */
const char *loom_tuning_words(int result);

/* The plan of a kernel: that of a preference file, or *room, made from the process's choices. */
const struct loom_plan *loom_plan_of(size_t kernel, const struct loom_choices *chosen, struct loom_plan *room);

/* Whether loom_tuning_load() has succeeded. */
int loom_tuning_loaded(void);

LOOM_INTERNAL_END

#endif
