/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches of CBC encryption: messages of any lengths, each with its own key, encrypted side by side. A chain of blocks
 * leaves a CPU idle most of the time; a kernel for several chains fills it.
 *
 * The file of a cipher includes this one, and defines before:
 *   CBC(before, after)     the name that has the cipher's between these parts
 *   BLOCK                  bytes of a block, and of a piece of a schedule
 *   pieces(rounds)         of a schedule
 *   RUN_COSTS, LANE_COSTS, STEP_COSTS
 *                          a run of all lanes costs as much as so many blocks of one chain, and so many more for each
 *                          lane and for each block of a message. Fewer blocks are encrypted as one chain.
 *
 * Each lane of the widest kernel that pays here has a column of round keys and of chaining values in the batch, and a
 * message in the caller's memory. A lane begins when lanes are run. A lane without a message of its own repeats all of
 * another lane's message: it writes the same bytes to the same places. The lane with the most left is repeated, so that
 * its round keys are copied once.
 */
#ifndef LOOM_BATCH_CBC_H
#define LOOM_BATCH_CBC_H

#include "memory.h"

#include "batch.h"
#include "clean.h"
#include "keyed.h"

typedef CBC(loom_batch_, _ctx) batch_ctx;
typedef CBC(loom_batch_, _job) batch_job;
typedef CBC(loom_batch_, _lane) batch_lane;

enum { LINE = 64 };

/* Bytes of stack that the C over the kernels takes, at most. */
enum { IN_RUN = 512 };

/* ---- the kernels ---- */

#define MANY_RUN(kernel, single, lanes)                                                                          \
    static void run_##kernel(const uint8_t *keys, size_t rounds, uint8_t *iv, const uint8_t **in, uint8_t **out, \
                             size_t blocks)                                                                      \
    {                                                                                                            \
        loom_call_##kernel(keys, rounds, iv, (void *)in, (void *)out, blocks);                                   \
    }
CBC(LOOM_STREAMS_, _encrypt)(MANY_RUN)

#define MANY_ROW(kernel, single, lanes) {&loom_row_##kernel, &loom_row_##single, lanes},
    static const struct loom_batch_many many_rows[] = {CBC(LOOM_STREAMS_, _encrypt)(MANY_ROW){NULL, NULL, 0}};

typedef void run_fn(const uint8_t *keys, size_t rounds, uint8_t *iv, const uint8_t **in, uint8_t **out, size_t blocks);

#define RUN_ROW(kernel, single, lanes) run_##kernel,
static run_fn *const runs[] = {CBC(LOOM_STREAMS_, _encrypt)(RUN_ROW) NULL};

enum { MARK = 0x63626331 }; /* in `mark` of a batch that is not wiped */

void LOOM_CDECL CBC(loom_batch_, _init)(batch_ctx *batch)
{
    struct loom_batch_plan plan;
    size_t widest = 0;
    memset(batch, 0, sizeof *batch);
    batch->mark = MARK;
    loom_batch_plan(many_rows, &CBC(loom_row_, _encrypt), &plan);
    for (size_t i = 0; i < LOOM_BATCH_WAYS && plan.way[i].number > 0; i++) {
        widest = i;
    }
    batch->kernel = (uint32_t)plan.way[widest].number;
    batch->least = (uint32_t)plan.way[widest].least;
    batch->from = plan.way[widest].from;
    batch->lanes = (uint32_t)plan.lanes;
    batch->shortest = plan.shortest;
    for (size_t i = 0; i < plan.lanes; i++) {
        batch->order[i] = (uint8_t)i;
    }
}

/* ---- lanes ---- */

/* The round keys of all lanes: piece n of a lane stands at n * lanes + lane, in blocks. No vector of them lies across
 * two cache lines. */
static LOOM_INLINE uint8_t *keys_of(batch_ctx *batch)
{
    return batch->room + (((uintptr_t)0 - (uintptr_t)batch->room) & (LINE - 1));
}

/* The chaining values of all lanes. */
static LOOM_INLINE uint8_t *ivs_of(batch_ctx *batch)
{
    return keys_of(batch) + sizeof((batch_job *)0)->key->schedule * batch->lanes;
}

/* Copies round keys between a message and a column, or two columns: `step` is the distance of one piece from the
 * next. */
static LOOM_INLINE void copy_keys(uint8_t *to, size_t to_step, const uint8_t *from, size_t from_step, size_t rounds)
{
    for (size_t n = 0; n < pieces(rounds); n++) {
        memcpy(to, from, BLOCK);
        to += to_step;
        from += from_step;
    }
}

static LOOM_INLINE void finished(batch_ctx *batch, batch_job *job)
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
static void begin(batch_ctx *batch, size_t number)
{
    batch_lane *lane = &batch->lane[number];
    const batch_job *job = lane->job;
    size_t row = (size_t)BLOCK * batch->lanes;
    copy_keys(keys_of(batch) + BLOCK * number, row, job->key->schedule, BLOCK, batch->rounds);
    memcpy(ivs_of(batch) + BLOCK * number, job->iv, BLOCK);
    lane->in = job->in;
    lane->out = job->out;
    lane->left = job->length / BLOCK;
    lane->serial = ++batch->serial;
}

/* Makes a lane without a message repeat that of another. */
static void repeat(batch_ctx *batch, size_t number, size_t other)
{
    batch_lane *lane = &batch->lane[number];
    const batch_lane *source = &batch->lane[other];
    uint8_t *ivs = ivs_of(batch), *keys = keys_of(batch);
    size_t row = (size_t)BLOCK * batch->lanes;
    memcpy(ivs + BLOCK * number, ivs + BLOCK * other, BLOCK);
    if (lane->serial != source->serial) {
        copy_keys(keys + BLOCK * number, row, keys + BLOCK * other, row, batch->rounds);
        lane->serial = source->serial;
    }
}

/* Frees the lane at a place of the order. */
static void leave(batch_ctx *batch, size_t place)
{
    uint8_t number = batch->order[place];
    batch_job *job = batch->lane[number].job;
    batch->lane[number].job = NULL;
    batch->lane[number].left = 0;
    batch->used--;
    batch->order[place] = batch->order[batch->used];
    batch->order[batch->used] = number;
    finished(batch, job);
}

static LOOM_INLINE void encrypt(const batch_job *job)
{
    CBC(loom_call_, _encrypt)(job->key->schedule, job->key->rounds, job->iv, job->in, job->out, job->length / BLOCK);
}

/* Encrypts the rest of a lane's message by the function for one message. */
static void alone(batch_ctx *batch, size_t place)
{
    size_t number = batch->order[place];
    const batch_lane *lane = &batch->lane[number];
    if (lane->left == 0) {
        encrypt(lane->job);
    } else {
        memcpy(lane->job->iv, ivs_of(batch) + BLOCK * number, BLOCK);
        CBC(loom_call_, _encrypt)(lane->job->key->schedule, batch->rounds, lane->job->iv, lane->in, lane->out,
                                  lane->left);
    }
    leave(batch, place);
}

/* Whether a run of the lanes in use, none of which has begun, may cost less than one message after the other. */
static LOOM_INLINE int pays(const batch_ctx *batch, size_t blocks)
{
    size_t costs = RUN_COSTS + LANE_COSTS * (size_t)batch->lanes + STEP_COSTS * blocks;
    return batch->used >= batch->least && batch->used * blocks >= costs;
}

/* Goes on until at least one lane's message ends. */
static void advance(batch_ctx *batch)
{
    size_t used = batch->used, shortest = 0, longest = 0, blocks = SIZE_MAX, most = 0;
    const uint8_t *in[LOOM_MOST_LANES];
    uint8_t *out[LOOM_MOST_LANES];
    if (used < batch->least) {
        alone(batch, 0);
        return;
    }
    for (size_t place = 0; place < used; place++) {
        const batch_lane *lane = &batch->lane[batch->order[place]];
        size_t left = lane->left > 0 ? lane->left : lane->job->length / BLOCK;
        if (left < blocks) {
            blocks = left;
            shortest = place;
        }
        if (left > most) {
            most = left;
            longest = batch->order[place];
        }
    }
    if (blocks < batch->from || !pays(batch, blocks)) {
        alone(batch, shortest);
        return;
    }
    batch->spoilt = 1;
    for (size_t place = 0; place < used; place++) {
        size_t number = batch->order[place];
        if (batch->lane[number].left == 0) {
            begin(batch, number);
        }
        in[number] = batch->lane[number].in;
        out[number] = batch->lane[number].out;
    }
    for (size_t place = used; place < batch->lanes; place++) {
        size_t number = batch->order[place];
        repeat(batch, number, longest);
        in[number] = in[longest];
        out[number] = out[longest];
    }
    runs[batch->kernel - 1](keys_of(batch), batch->rounds, ivs_of(batch), in, out, blocks);
    for (size_t place = used; place-- > 0;) {
        size_t number = batch->order[place];
        batch_lane *lane = &batch->lane[number];
        lane->left -= blocks;
        lane->in += BLOCK * blocks;
        lane->out += BLOCK * blocks;
        if (lane->left == 0) {
            memcpy(lane->job->iv, ivs_of(batch) + BLOCK * number, BLOCK);
            leave(batch, place);
        }
    }
}

/* Advances until this many lanes are in use. Messages none of which has begun, and too few or too short for the kernel,
 * are encrypted one by one. */
static LOOM_INNER void run(batch_ctx *batch, size_t used)
{
    size_t most = 0;
    for (size_t place = 0; place < batch->used; place++) {
        size_t length = batch->lane[batch->order[place]].job->length;
        most = most > length ? most : length;
    }
    if (!batch->spoilt && !pays(batch, most / BLOCK)) {
        for (size_t place = 0; place < batch->used; place++) {
            batch_lane *lane = &batch->lane[batch->order[place]];
            encrypt(lane->job);
            finished(batch, lane->job);
            lane->job = NULL;
        }
        batch->used = 0;
    }
    while (batch->used > used) {
        advance(batch);
    }
}

/* ---- the functions ---- */

int LOOM_CDECL CBC(loom_batch_, _submit)(batch_ctx *batch, batch_job *job)
{
    if (batch->mark != MARK || job->length % BLOCK != 0 || !LOOM_KEYED(job->key, LOOM_ENCRYPTS)) {
        return -1;
    }
    if (batch->used == 0) {
        batch->rounds = job->key->rounds;
    }
    if (batch->lanes == 0 || job->length == 0 || job->length < batch->shortest || job->key->rounds != batch->rounds) {
        encrypt(job);
        finished(batch, job);
        return 0;
    }
    batch->lane[batch->order[batch->used++]].job = job;
    if (batch->used == batch->lanes) {
        run(batch, batch->lanes - 1);
        loom_clean_below(IN_RUN);
    }
    return 0;
}

int LOOM_CDECL CBC(loom_batch_, _flush)(batch_ctx *batch)
{
    if (batch->mark != MARK) {
        return -1;
    }
    if (batch->used > 0) {
        run(batch, 0);
    }
    if (batch->spoilt) { /* otherwise no lane has begun a message */
        batch->spoilt = 0;
        loom_wipe(batch->room, sizeof batch->room);
        loom_clean_below(IN_RUN);
    }
    return 0;
}

batch_job *LOOM_CDECL CBC(loom_batch_, _poll)(batch_ctx *batch)
{
    batch_job *job = batch->first;
    if (job != NULL) {
        batch->first = job->next;
        job->next = NULL;
    }
    return job;
}

void LOOM_CDECL CBC(loom_batch_, _wipe)(batch_ctx *batch)
{
    loom_wipe(batch, sizeof *batch);
    loom_clean();
}

#endif
