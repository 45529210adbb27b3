/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A message in a lane of a batch: the stretches of blocks that the lane takes it in. A stretch lies in one piece of
 * memory: the caller's, or the lane's own two blocks.
 */
#ifndef LOOM_BATCH_LANE_H
#define LOOM_BATCH_LANE_H

#include "memory.h"

#include "batch.h"
#include "bytes.h"
#include "hash_end.h"

/* Ends a message in the lane's own blocks, which take the last `rest` of the `left` bytes at `data` behind `head`
 * others. Returns the number of these blocks. */
static LOOM_INLINE size_t last_blocks(const struct loom_hash *hash, loom_batch_lane *lane, size_t head,
                                      const uint8_t *data, size_t left, size_t rest)
{
    uint64_t total = (uint64_t)lane->job->length + lane->before.head_bytes;
    struct sixteen last;
    if (head == 0) {
        copy_sixteens(lane->tail, data + (left - rest), rest);
        last = last_bytes(data, left);
    } else {
        if (rest > 0) {
            memcpy(lane->tail + head, data, rest);
        }
        rest += head;
        last = last_bytes(lane->tail, rest);
    }
    total += lane->before.outer != NULL ? hash->block : 0;
    return pad(hash, NULL, lane->tail, rest, last, total);
}

/* Gives a lane its next stretch of blocks: the first block, if bytes stand before the message; whole blocks of the
 * message; or the padded last ones. A short message is copied whole. `head`: bytes before the message that are not yet
 * hashed.
 *
 * The last blocks are padded before the whole ones are hashed: the loads of a kernel would wait for stores made just
 * before. */
static LOOM_INLINE void go_on(const struct loom_hash *hash, loom_batch_lane *lane, size_t head)
{
    size_t block = hash->block, left = lane->job->length - lane->taken;
    const uint8_t *data = lane->taken > 0 ? lane->job->data + lane->taken : lane->job->data;
    lane->data = lane->tail;
    lane->last = 0;
    if (head > 0) {
        memcpy(lane->tail, lane->before.head, head);
    }
    if (head + left + 1 + hash->length_bytes <= 2 * block) {
        lane->left = last_blocks(hash, lane, head, data, left, left);
        lane->ends = 1;
    } else if (head > 0) {
        lane->taken = block - head;
        memcpy(lane->tail + head, data, block - head);
        lane->left = 1;
    } else {
        lane->data = data;
        lane->left = left / block;
        lane->last = (uint32_t)last_blocks(hash, lane, 0, data, left, left & (block - 1));
    }
}

/* The same for sizes that the compiler does not know: one copy of the code, for lanes with bytes before the message. */
static LOOM_INNER void go_on_behind(const struct loom_hash *hash, loom_batch_lane *lane, size_t head)
{
    go_on(hash, lane, head);
}

/* Begins the message of a lane: the lane has taken the job alone so far. `start`: the state before the first block. */
static LOOM_INLINE void begin(const struct loom_hash *hash, loom_batch_lane *lane, const void *start)
{
    start = lane->before.outer != NULL ? loom_hmac_kept(hash, lane->before.outer) : start;
    memcpy(&lane->state, start, hash->word * hash->words);
    lane->taken = 0;
    lane->ends = 0;
    if (lane->before.head_bytes > 0) {
        go_on_behind(hash, lane, lane->before.head_bytes);
    } else {
        go_on(hash, lane, 0);
    }
}

/* Begins the outer hash of HMAC in a lane whose inner hash has ended. */
static LOOM_INNER void begin_outer(const struct loom_hash *hash, loom_batch_lane *lane)
{
    put(hash, &lane->state, lane->tail);
    lane->left =
        pad(hash, NULL, lane->tail, hash->digest, last_bytes(lane->tail, hash->digest), hash->block + hash->digest);
    memcpy(&lane->state, lane->before.outer, hash->word * hash->words);
    lane->data = lane->tail;
    lane->before.outer = NULL;
}

#endif
