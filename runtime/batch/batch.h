/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files of batches.
 */
#ifndef LOOM_BATCH_H
#define LOOM_BATCH_H

#include "entry.h"
#include "hash.h"

#if defined(LOOM_HAVE_hashes)

/* A block function for several messages: its kernel, and the kernel for one message. */
struct loom_batch_many {
    void (*run)(void *const *state, const uint8_t *const *data, size_t blocks);
    size_t kernel, single, lanes;
};

LOOM_INTERNAL_BEGIN

extern const struct loom_batch_many loom_batch_many[]; /* the last row has no function */

/* Fills the ways and the lanes of a batch of hashes with this kernel for one message. */
void loom_batch_plan(loom_batch_ctx *batch, size_t single);

LOOM_INTERNAL_END

#endif
#endif
