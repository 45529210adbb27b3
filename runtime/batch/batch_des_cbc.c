/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches of DES-CBC and triple DES-CBC encryption.
 */
#include "batch.h"

#if defined(LOOM_BATCH_DES_CBC)

#define CBC(before, after) before##des_cbc##after

/* Measured on Zen 4 with 16 lanes. */
enum { BLOCK = 8, RUN_COSTS = 0, LANE_COSTS = 1, STEP_COSTS = 2 };

static LOOM_INLINE size_t pieces(size_t rounds)
{
    return rounds * 6;
}

#include "batch_cbc.h"

#endif
