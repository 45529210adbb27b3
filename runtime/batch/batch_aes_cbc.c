/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches of AES-CBC encryption.
 */
#include "batch.h"

#if defined(LOOM_BATCH_AES_CBC)

#define CBC(before, after) before##aes_cbc##after

/* Measured on the Sapphire Rapids family with 16 lanes. */
enum { BLOCK = 16, RUN_COSTS = 32, LANE_COSTS = 4, STEP_COSTS = 0 };

static LOOM_INLINE size_t pieces(size_t rounds)
{
    return rounds + 1;
}

#include "batch_cbc.h"

#endif
