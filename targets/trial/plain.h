/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A batch of calls as plain calls of C, for programs that watch the calls.
 */
#ifndef LOOM_HARNESS_PLAIN_H
#define LOOM_HARNESS_PLAIN_H

#include <stdio.h>

#include "driver.h"

/* Makes the calls of a file, and writes a result for each. Returns the exit status: 0 all calls were made, 2 trouble.
 */
int loom_plain(const char *batch, const char *result);
void loom_plain_call(loom_fn function, const uintptr_t *words);

/* A buffer as the batch has it, or an array of pointers. */
struct loom_piece {
    size_t size;
    unsigned placement, align;
    int output, array;
    const uint8_t *data;
};

/* The program supplies the rest: memory for the bytes of an argument, whose address it returns; */
uintptr_t loom_put(uint32_t record, unsigned argument, const struct loom_piece *piece);
/* what becomes of an argument that is a number; */
void loom_number(uint32_t record, unsigned argument, uintptr_t *value);
/* the call, by loom_plain_call, and the beginning of its result; */
void loom_watch(const struct loom_entry *entry, const uintptr_t *words, FILE *out);
/* and what must happen before the program reads an output buffer. */
void loom_after(uintptr_t at, size_t size);

#endif
