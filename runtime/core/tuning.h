/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Preference files: the choices of asmloom-tune for one build on one CPU.
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
 * microarchitecture, which is for readers. A row has a kernel, the least size in bytes, a variant, and a policy or
 * none. Rows of a kernel for one policy stand together, from the least size, 0, to the largest; those for no policy
 * come first. `end` has the 64-bit FNV-1a hash of all bytes before its line. A line that begins with # is a comment,
 * below the third line. No file has more than 16 KiB.
 *
 * A text is judged when it is named, without knowledge of kernels. Each kernel reads its rows at its first call, which
 * needs no table of all kernels then.
 */
#ifndef LOOM_TUNING_H
#define LOOM_TUNING_H

#include "dispatch.h"

LOOM_INTERNAL_BEGIN

enum { LOOM_TUNING_ROOM = 16384 };

/* What to read of a text: the rows of one kernel, or, with NULL, none. */
struct loom_tuning_of {
    const struct loom_kernel *kernel;
    enum loom_policy policy;
    uint64_t usable;  /* variants that can run, a bit for each */
    size_t rows, own; /* results: rows of the text, and of the kernel */
};

/* Judges a text, and fills *plan with the bands that it has for the kernel; without rows for it, none. Returns 0 or one
 * of LOOM_TUNING_... */
LOOM_COLD int loom_tuning_read(const char *text, size_t length, const struct loom_cpu *cpu, struct loom_tuning_of *of,
                               struct loom_plan *plan);

/* The rows of the text in use, or of another that was judged good. No text in use: 0, no rows and no bands. */
LOOM_COLD int loom_tuning_rows(struct loom_plan *plan, struct loom_tuning_of *of);
LOOM_COLD int loom_tuning_rows_of(const char *text, size_t length, struct loom_tuning_of *of, struct loom_plan *plan);

/* Takes the file that ASMLOOM_TUNING names into use, if it is good. Returns 0 or one of LOOM_TUNING_... */
LOOM_COLD int loom_tuning_named(const char *path, const struct loom_cpu *cpu);

/* Takes a good text into use. Returns 0 or LOOM_TUNING_TAKEN. */
LOOM_COLD int loom_tuning_use(const char *text, size_t length);

/* Reads a file, of which no more than `size` bytes. Returns their number, or SIZE_MAX. */
LOOM_COLD size_t loom_tuning_bytes(const char *path, char *to, size_t size);

#if defined(LOOM_NO_ENVIRONMENT)
#define loom_tuning_in_use() 0
#else
/* Whether a text is in use: that of ASMLOOM_TUNING, or of loom_tuning_load(). */
int loom_tuning_in_use(void);
#endif

/* Whether a path names a regular file. ASMLOOM_TUNING is read before main, and a FIFO or a terminal
 * there would stop the program until somebody writes. */
LOOM_COLD int loom_is_regular(const char *path);

/* The words for a result of the functions above. */
const char *loom_tuning_words(int result);

LOOM_INTERNAL_END

#endif
