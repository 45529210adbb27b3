/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A message in a lane of a batch: the stretches of blocks that the lane takes it in. A stretch lies in one piece of
 * memory: the caller's, or the lane's own two blocks.
 */
#ifndef LOOM_BATCH_LANE_H
#define LOOM_BATCH_LANE_H

#include <string.h>

#include "batch.h"
#include "bytes.h"
#include "hash_end.h"

/* Ends a message in the lane's own blocks, which take the `left` bytes at `data` behind `head` others. */
static LOOM_INLINE void last_blocks(const struct loom_hash *hash, loom_batch_lane *lane, size_t head,
                                    const uint8_t *data, size_t left)
{
    size_t rest = head + left;
    uint64_t total = (uint64_t)lane->job->length + lane->before.head_bytes;
    struct sixteen last;
    if (head == 0) {
        copy_sixteens(lane->tail, data, left);
        last = last_bytes(data, left);
    } else {
        if (left > 0) {
            memcpy(lane->tail + head, data, left);
        }
        last = last_bytes(lane->tail, rest);
    }
    total += lane->before.outer != NULL ? hash->block : 0;
    lane->left = pad(hash, NULL, lane->tail, rest, last, total);
    lane->ends = 1;
}

/* Gives a lane its next stretch of blocks: the first block, if bytes stand before the message; whole blocks of the
 * message; or the padded last ones. A short message is copied whole. `head`: bytes before the message that are not yet
 * hashed. */
static LOOM_INLINE void go_on(const struct loom_hash *hash, loom_batch_lane *lane, size_t head)
{
    size_t block = hash->block, left = lane->job->length - lane->taken;
    const uint8_t *data = lane->job->data;
    lane->data = lane->tail;
    if (head > 0) {
        memcpy(lane->tail, lane->before.head, head);
    }
    if (head + left + 1 + 2 * hash->word <= 2 * block) {
        last_blocks(hash, lane, head, left > 0 ? data + lane->taken : data, left);
    } else if (head > 0) {
        lane->taken = block - head;
        memcpy(lane->tail + head, data, block - head);
        lane->left = 1;
    } else {
        lane->data = data + lane->taken;
        lane->left = left / block;
        lane->taken += left & ~(block - 1);
    }
}

/* Begins the message of a lane: the lane has taken the job alone so far. */
static void begin(const struct loom_hash *hash, loom_batch_lane *lane)
{
    const void *start = lane->before.outer != NULL ? loom_hmac_kept(hash, lane->before.outer) : hash->start;
    memcpy(&lane->state, start, hash->word * hash->words);
    lane->taken = 0;
    lane->ends = 0;
    go_on(hash, lane, lane->before.head_bytes);
}

/* Begins the outer hash of HMAC in a lane whose inner hash has ended. */
static LOOM_INLINE void begin_outer(const struct loom_hash *hash, loom_batch_lane *lane)
{
    put(hash, &lane->state, lane->tail);
    lane->left =
        pad(hash, NULL, lane->tail, hash->digest, last_bytes(lane->tail, hash->digest), hash->block + hash->digest);
    memcpy(&lane->state, lane->before.outer, hash->word * hash->words);
    lane->data = lane->tail;
    lane->before.outer = NULL;
}

#endif
