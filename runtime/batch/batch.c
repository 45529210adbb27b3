/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches: messages of any lengths hashed side by side. Each message has a lane: its state, its whole blocks in the
 * caller's memory, and its last one or two blocks, padded, in the batch. A lane begins when lanes are run: a message
 * that is alone at a flush takes the function for one message, as if there were no batch. A kernel for several messages
 * takes pointers, so any lanes may stand in any places of one call, and a place without a message of its own reads the
 * data of another.
 *
 * batch_plan.c decides which kernels a batch uses. A batch without any hashes each message in loom_batch_submit, by the
 * function for one message; so does every batch with messages too short for the kernels.
 */
#include "batch.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

#include "bytes.h"
#include "clean.h"
#include "hash_end.h"

/* ---- the kernels ---- */

#define MANY_RUN(kernel, single, lanes)                                                     \
    static void run_##kernel(void *const *state, const uint8_t *const *data, size_t blocks) \
    {                                                                                       \
        loom_call_##kernel((void *)state, (void *)data, blocks);                            \
    }
LOOM_HASH_LANES(MANY_RUN)

#define MANY_ROW(kernel, single, lanes) {LOOM_KERNEL_##kernel, LOOM_KERNEL_##single, lanes},
static const struct loom_batch_many many_rows[] = {LOOM_HASH_LANES(MANY_ROW){0, 0, 0}};

typedef void run_fn(void *const *state, const uint8_t *const *data, size_t blocks);

#define RUN_ROW(kernel, single, lanes) run_##kernel,
static run_fn *const runs[] = {LOOM_HASH_LANES(RUN_ROW) NULL};

/* ---- the hashes ---- */

typedef void LOOM_CDECL whole_fn(const uint8_t *data, size_t length, uint8_t *digest);

static const struct row {
    const struct loom_hash *hash;
    whole_fn *whole; /* one message */
    size_t kernel;
} rows[] = {
#define ROW(name, kernel, word, words, block, digest, little_endian) \
    {&loom_hash_##name, loom_##name, LOOM_KERNEL_##kernel},
    LOOM_HASHES(ROW)};

enum {
#define NUMBER(name, kernel, word, words, block, digest, little_endian) NUMBER_##name,
    LOOM_HASHES(NUMBER) HASHES
};

static LOOM_INLINE const struct row *row_of(const loom_batch_ctx *batch)
{
    size_t number = (size_t)batch->hash - 1; /* 0: wiped */
    return number < HASHES ? &rows[number] : NULL;
}

static void init(loom_batch_ctx *batch, unsigned number)
{
    struct loom_batch_plan plan;
    memset(batch, 0, sizeof *batch);
    batch->hash = number + 1;
    for (size_t i = 0; i < LOOM_MOST_LANES; i++) {
        batch->order[i] = (uint8_t)i;
    }
    loom_batch_plan(many_rows, rows[number].kernel, &plan);
    for (size_t i = 0; i < LOOM_BATCH_WAYS; i++) {
        batch->way[i].number = (uint8_t)plan.way[i].number;
        batch->way[i].least = (uint8_t)plan.way[i].least;
        batch->way[i].from = (uint32_t)plan.way[i].from;
    }
    batch->lanes = (uint32_t)plan.lanes;
    batch->shortest = (uint32_t)plan.shortest;
}

#define INIT(name, kernel, word, words, block, digest, little_endian) \
    void LOOM_CDECL loom_batch_##name##_init(loom_batch_ctx *batch)   \
    {                                                                 \
        init(batch, NUMBER_##name);                                   \
    }
LOOM_HASHES(INIT)

/* ---- lanes ---- */

static void finished(loom_batch_ctx *batch, loom_batch_job *job)
{
    job->next = NULL;
    if (batch->first == NULL) {
        batch->first = job;
    } else {
        batch->last->next = job;
    }
    batch->last = job;
}

/* Begins the message of a lane: the lane has taken the job alone so far. */
static void begin(const struct loom_hash *hash, loom_batch_lane *lane)
{
    size_t block = hash->block, length = lane->job->length, count = 1 + 2 * hash->word, padded = block;
    size_t rest = length <= 2 * block - count ? length : length & (block - 1); /* a short message is copied whole */
    const uint8_t *data = lane->job->data;
    if (rest > block - count) {
        padded = 2 * block;
    }
    if (rest > 0) {
        copy_short(lane->tail, data + (length - rest), rest);
    }
    lane->tail[rest] = 0x80;
    zero_short(lane->tail + rest + 1, padded - rest - 1);
    put_length(hash, lane->tail + padded - 8, length);
    copy_short((uint8_t *)&lane->state, hash->start, hash->word * hash->words);
    lane->data = length > rest ? data : lane->tail;
    lane->left = (length > rest ? length - rest : padded) / block;
    lane->then = length > rest ? (uint32_t)(padded / block) : 0;
}

/* Frees the lane at a place of the order. */
static void leave(loom_batch_ctx *batch, size_t place)
{
    uint8_t number = batch->order[place];
    loom_batch_job *job = batch->lane[number].job;
    batch->lane[number].job = NULL;
    batch->used--;
    batch->order[place] = batch->order[batch->used];
    batch->order[batch->used] = number;
    finished(batch, job);
}

/* Ends a lane's stretch of blocks. The lane goes on with its padded blocks, or writes the digest and is free. */
static void reached(loom_batch_ctx *batch, const struct loom_hash *hash, size_t place)
{
    loom_batch_lane *lane = &batch->lane[batch->order[place]];
    if (lane->then > 0) {
        lane->data = lane->tail;
        lane->left = lane->then;
        lane->then = 0;
        return;
    }
    put(hash, &lane->state, lane->job->digest);
    leave(batch, place);
}

/* The kernel for the lanes in use: the narrowest that has room for all. NULL: one message after the other is as fast.
 */
static const loom_batch_way *way_for(const loom_batch_ctx *batch)
{
    for (size_t i = 0; i < LOOM_BATCH_WAYS && batch->way[i].number > 0; i++) {
        if (batch->used <= many_rows[batch->way[i].number - 1].lanes) {
            return batch->used >= batch->way[i].least ? &batch->way[i] : NULL;
        }
    }
    return NULL;
}

/* Hashes a message to the end of its stretch of blocks, or altogether, by the function for one message. */
static void alone(loom_batch_ctx *batch, const struct row *row, size_t place)
{
    loom_batch_lane *lane = &batch->lane[batch->order[place]];
    if (lane->left == 0) {
        row->whole(lane->job->data, lane->job->length, lane->job->digest);
        leave(batch, place);
    } else {
        row->hash->blocks(&lane->state, lane->data, lane->left);
        reached(batch, row->hash, place);
    }
}

/* Goes on until at least one lane's stretch of blocks ends. */
static void advance(loom_batch_ctx *batch, const struct row *row)
{
    const loom_batch_way *way = way_for(batch);
    size_t shortest = 0, blocks = SIZE_MAX, used = batch->used;
    void *state[LOOM_MOST_LANES];
    const uint8_t *data[LOOM_MOST_LANES];
    state[0] = NULL; /* for the compiler, which knows of no lane in use */
    data[0] = NULL;
    if (way == NULL) {
        alone(batch, row, 0);
        return;
    }
    for (size_t place = 0; place < used; place++) {
        loom_batch_lane *lane = &batch->lane[batch->order[place]];
        if (lane->left == 0) {
            begin(row->hash, lane);
        }
        state[place] = &lane->state;
        data[place] = lane->data;
        if (lane->left < blocks) {
            blocks = lane->left;
            shortest = place;
        }
    }
    batch->spoilt = 1;
    if (blocks < way->from) {
        alone(batch, row, shortest);
        return;
    }
    for (size_t place = used; place < many_rows[way->number - 1].lanes; place++) {
        state[place] = &batch->lane[batch->order[place]].state;
        data[place] = data[0];
    }
    runs[way->number - 1](state, data, blocks);
    for (size_t place = used; place-- > 0;) {
        loom_batch_lane *lane = &batch->lane[batch->order[place]];
        lane->left -= blocks;
        if (lane->left == 0) {
            reached(batch, row->hash, place);
        } else {
            lane->data += blocks * row->hash->block;
        }
    }
}

/* ---- the functions ---- */

int LOOM_CDECL loom_batch_submit(loom_batch_ctx *batch, loom_batch_job *job)
{
    const struct row *row = row_of(batch);
    loom_batch_lane *lane;
    if (row == NULL) {
        return -1;
    }
    if (batch->lanes == 0 || job->length < batch->shortest) {
        row->whole(job->data, job->length, job->digest);
        finished(batch, job);
        return 0;
    }
    lane = &batch->lane[batch->order[batch->used++]];
    lane->job = job;
    lane->left = 0;
    while (batch->used == batch->lanes) {
        advance(batch, row);
    }
    return 0;
}

int LOOM_CDECL loom_batch_flush(loom_batch_ctx *batch)
{
    const struct row *row = row_of(batch);
    if (row == NULL) {
        return -1;
    }
    while (batch->used > 0) {
        advance(batch, row);
    }
    if (batch->spoilt) { /* otherwise no lane has begun a message */
        batch->spoilt = 0;
        for (size_t i = 0; i < batch->lanes; i++) {
            wipe_short(&batch->lane[i], sizeof batch->lane[i]);
        }
    }
    return 0;
}

loom_batch_job *LOOM_CDECL loom_batch_poll(loom_batch_ctx *batch)
{
    loom_batch_job *job = batch->first;
    if (job != NULL) {
        batch->first = job->next;
        job->next = NULL;
    }
    return job;
}

void LOOM_CDECL loom_batch_wipe(loom_batch_ctx *batch)
{
    loom_wipe(batch, sizeof *batch);
    loom_clean();
}

#endif
