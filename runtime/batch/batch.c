/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches: messages of any lengths hashed side by side. Each message has a lane: its state, its whole blocks in the
 * caller's memory, and its last one or two blocks, padded, in the batch. A lane begins when lanes are run: a message
 * that is alone at a flush takes the function for one message, as if there were no batch. A kernel for several messages
 * takes pointers, so any lanes may stand in any places of one call, and a place without a message of its own reads the
 * data of another.
 *
 * A message under HMAC begins with the state behind the key's block. Its digest is then the message of the outer hash,
 * in the same lane. After a call that has worked on such a message, nothing of it is left in registers and on the
 * stack.
 *
 * batch_plan.c decides which kernels a batch uses. A batch without any hashes each message in loom_batch_submit, by the
 * function for one message; so does every batch with messages too short for the kernels.
 */
#include "batch.h"

#if defined(LOOM_HAVE_hashes)

#include "memory.h"

#include "batch_lane.h"
#include "clean.h"

/* ---- the kernels ---- */

#define MANY_RUN(kernel, single, lanes)                                                     \
    static void run_##kernel(void *const *state, const uint8_t *const *data, size_t blocks) \
    {                                                                                       \
        loom_call_##kernel((const void *)state, data, blocks);                              \
    }
LOOM_HASH_LANES(MANY_RUN)

#define MANY_ROW(kernel, single, lanes) {&loom_row_##kernel, &loom_row_##single, lanes},
const struct loom_batch_many loom_batch_rows[] = {LOOM_HASH_LANES(MANY_ROW){NULL, NULL, 0}};

#define RUN_ROW(kernel, single, lanes) run_##kernel,
loom_batch_run_fn *const loom_batch_runs[] = {LOOM_HASH_LANES(RUN_ROW) NULL};

/* ---- the hashes ---- */

typedef void LOOM_CDECL whole_fn(const uint8_t *data, size_t length, uint8_t *digest);

static const loom_batch_before nothing_before = {NULL, NULL, 0};

/* One message behind a key of HMAC, and behind other bytes. */
typedef void behind_fn(const loom_batch_job *job, const loom_batch_before *before);

#define BEHIND(name, kernel, word, words, block, ...)                                                \
    static LOOM_INNER void behind_##name(const loom_batch_job *job, const loom_batch_before *before) \
    {                                                                                                \
        loom_##name##_ctx ctx; /* whose buffer holds nothing yet */                                  \
        memcpy(ctx.state, loom_hmac_kept(&loom_hash_##name, before->outer), sizeof ctx.state);       \
        ctx.length = (block);                                                                        \
        if (before->head_bytes > 0) {                                                                \
            loom_##name##_update(&ctx, before->head, before->head_bytes);                            \
        }                                                                                            \
        loom_##name##_update(&ctx, job->data, job->length);                                          \
        loom_hash_##name.mac(&ctx, before->outer, job->digest);                                      \
        wipe_short(&ctx, sizeof ctx);                                                                \
    }
LOOM_HASHES(BEHIND)

/* ---- lanes ---- */

/* Appends a chain of jobs to the list of those that have ended. */
static LOOM_INLINE void finished(loom_batch_ctx *batch, loom_batch_job *first, loom_batch_job *last)
{
    last->next = NULL;
    if (batch->first == NULL) {
        batch->first = first;
    } else {
        batch->last->next = first;
    }
    batch->last = last;
}

/* Frees the lane at a place of the order, of which `used` places are in use, and returns its job. */
static LOOM_INLINE loom_batch_job *leave(loom_batch_ctx *batch, size_t *used, size_t place)
{
    uint8_t number = batch->order[place];
    loom_batch_job *job = batch->lane[number].job;
    batch->lane[number].job = NULL;
    *used -= 1;
    batch->order[place] = batch->order[*used];
    batch->order[*used] = number;
    return job;
}

/* Ends a lane's stretch of blocks. The lane goes on with its padded blocks, or with the outer hash of HMAC, or writes
 * the digest: then returns 1. */
static LOOM_INLINE int reached(const struct loom_hash *hash, loom_batch_lane *lane)
{
    if (lane->last > 0) {
        lane->data = lane->tail;
        lane->left = lane->last;
        lane->last = 0;
        lane->ends = 1;
    } else if (!lane->ends) {
        go_on_behind(hash, lane, 0);
    } else if (lane->before.outer != NULL) {
        begin_outer(hash, lane);
    } else {
        put(hash, &lane->state, lane->job->digest);
        return 1;
    }
    return 0;
}

/* Begins the messages of the first `count` lanes in use, unless under way, and lists their states and data. Returns the
 * place of the lane with the fewest blocks. */
static LOOM_INLINE size_t begin_all(const struct loom_hash *hash, const void *start, loom_batch_ctx *batch,
                                    size_t count, void **state, const uint8_t **data)
{
    size_t shortest = 0, blocks = SIZE_MAX;
    for (size_t place = 0; place < count; place++) {
        loom_batch_lane *lane = &batch->lane[batch->order[place]];
        if (lane->left == 0) {
            begin(hash, lane, start);
        }
        state[place] = &lane->state;
        data[place] = lane->data;
        if (lane->left < blocks) {
            blocks = lane->left;
            shortest = place;
        }
    }
    return shortest;
}

/* The lanes in places from `from` to before `to` have taken blocks. Numbers and pointers that change with each lane are
 * not in memory meanwhile: a digest may lie anywhere, for all that the compiler knows. */
static LOOM_INLINE void taken(const struct loom_hash *hash, loom_batch_ctx *batch, size_t from, size_t to,
                              size_t blocks)
{
    size_t used = batch->used;
    loom_batch_job *first = NULL, *last = NULL;
    while (to-- > from) {
        loom_batch_lane *lane = &batch->lane[batch->order[to]];
        lane->left -= blocks;
        if (lane->left > 0) {
            lane->data += blocks * hash->block;
        } else if (reached(hash, lane)) {
            loom_batch_job *job = leave(batch, &used, to);
            if (first == NULL) {
                first = job;
            } else {
                last->next = job;
            }
            last = job;
        }
    }
    batch->used = (uint32_t)used;
    if (first != NULL) {
        finished(batch, first, last);
    }
}

/* The same for each hash, whose sizes the compiler knows. */
typedef size_t begin_all_fn(loom_batch_ctx *batch, size_t count, void **state, const uint8_t **data);
typedef void taken_fn(loom_batch_ctx *batch, size_t from, size_t to, size_t blocks);

#define SIZES(name, word, words, block, digest, little_endian, length_bytes, begun) \
    {NULL,                                                                          \
     NULL,                                                                          \
     offsetof(loom_##name##_ctx, length),                                           \
     offsetof(loom_##name##_ctx, buffer),                                           \
     block,                                                                         \
     sizeof(word),                                                                  \
     words,                                                                         \
     digest,                                                                        \
     little_endian,                                                                 \
     length_bytes,                                                                  \
     begun,                                                                         \
     NULL,                                                                          \
     NULL}
#define LANES_OF_ONE(name, kernel, ...)                                                                                \
    static const struct loom_hash sizes_##name = SIZES(name, __VA_ARGS__);                                             \
    static LOOM_INNER size_t begin_all_##name(loom_batch_ctx *batch, size_t count, void **state, const uint8_t **data) \
    {                                                                                                                  \
        return begin_all(&sizes_##name, loom_hash_##name.start, batch, count, state, data);                            \
    }                                                                                                                  \
    static LOOM_INNER void taken_##name(loom_batch_ctx *batch, size_t from, size_t to, size_t blocks)                  \
    {                                                                                                                  \
        taken(&sizes_##name, batch, from, to, blocks);                                                                 \
    }
LOOM_HASHES(LANES_OF_ONE)

static const struct row {
    const struct loom_hash *hash;
    whole_fn *whole; /* one message */
    behind_fn *behind;
    begin_all_fn *begin_all;
    taken_fn *taken;
    const struct loom_kernel *kernel;
} rows[] = {
#define ROW(name, kernel, ...) \
    {&loom_hash_##name, loom_##name, behind_##name, begin_all_##name, taken_##name, &loom_row_##kernel},
    LOOM_HASHES(ROW)};

enum {
#define NUMBER(name, ...) NUMBER_##name,
    LOOM_HASHES(NUMBER) HASHES
};

static LOOM_INLINE const struct row *row_of(const loom_batch_ctx *batch)
{
    size_t number = (size_t)batch->hash - 1; /* 0: wiped */
    return number < HASHES ? &rows[number] : NULL;
}

/* The messages of a batch without any then take the first lanes. */
static LOOM_INLINE void put_in_order(loom_batch_ctx *batch)
{
    for (size_t i = 0; i < sizeof batch->order; i += 8) { /* gcc would make a store of each byte */
        store_le64(batch->order + i, UINT64_C(0x0706050403020100) + i * UINT64_C(0x0101010101010101));
    }
}

static void init(loom_batch_ctx *batch, unsigned number)
{
    struct loom_batch_plan plan;
    memset(batch, 0, sizeof *batch);
    batch->hash = number + 1;
    put_in_order(batch);
    loom_batch_plan(loom_batch_rows, rows[number].kernel, &plan);
    for (size_t i = 0; i < LOOM_BATCH_WAYS; i++) {
        batch->way[i].number = (uint8_t)plan.way[i].number;
        batch->way[i].lanes = (uint8_t)(plan.way[i].number > 0 ? loom_batch_rows[plan.way[i].number - 1].lanes : 0);
        batch->way[i].least = (uint8_t)plan.way[i].least;
        batch->way[i].from = (uint32_t)plan.way[i].from;
        batch->way[i].shortest = (uint32_t)plan.way[i].shortest;
    }
    batch->lanes = (uint32_t)plan.lanes;
    batch->shortest = (uint32_t)plan.shortest;
}

#define INIT(name, ...)                                             \
    void LOOM_CDECL loom_batch_##name##_init(loom_batch_ctx *batch) \
    {                                                               \
        init(batch, NUMBER_##name);                                 \
    }
LOOM_HASHES(INIT)

/* The kernel for the first *count of the lanes in use: the narrowest that has room for all, or the widest that these
 * fill. NULL: one message after the other is as fast. */
static LOOM_INLINE const loom_batch_way *way_for(const loom_batch_ctx *batch, size_t *count)
{
    const loom_batch_way *filled = NULL;
    const loom_batch_lane *first = &batch->lane[batch->order[0]];
    size_t length = first->left == 0 ? first->job->length : SIZE_MAX; /* a message under way goes on with others */
    for (size_t i = 0; i < LOOM_BATCH_WAYS && batch->way[i].number > 0; i++) {
        size_t lanes = batch->way[i].lanes;
        if (length < batch->way[i].shortest) {
            continue;
        }
        if (batch->used <= lanes && batch->used >= batch->way[i].least) {
            *count = batch->used;
            return &batch->way[i];
        }
        if (batch->used <= lanes) {
            break;
        }
        filled = &batch->way[i];
        *count = lanes;
    }
    return filled;
}

static LOOM_INLINE void whole(const struct row *row, const loom_batch_job *job, const loom_batch_before *before)
{
    if (before->outer == NULL) {
        row->whole(job->data, job->length, job->digest);
    } else {
        row->behind(job, before);
    }
}

/* Hashes a message to the end of its stretch of blocks, or altogether, by the function for one message. */
static void alone(loom_batch_ctx *batch, const struct row *row, size_t place)
{
    loom_batch_lane *lane = &batch->lane[batch->order[place]];
    if (lane->left == 0) {
        size_t used = batch->used;
        loom_batch_job *job = lane->job;
        whole(row, job, &lane->before);
        lane->before = nothing_before;
        (void)leave(batch, &used, place);
        batch->used = (uint32_t)used;
        finished(batch, job, job);
    } else {
        row->hash->blocks(&lane->state, lane->data, lane->left);
        row->taken(batch, place, place + 1, lane->left);
    }
}

static LOOM_INLINE void spoil(loom_batch_ctx *batch, size_t lanes)
{
    batch->spoilt = batch->spoilt > lanes ? batch->spoilt : (uint32_t)lanes;
}

/* Whether a kernel for several messages may be faster than one by one, before any message has begun. */
static LOOM_INLINE int pays(const loom_batch_ctx *batch)
{
    size_t most = 0;
    for (size_t place = 0; place < batch->used; place++) {
        size_t length = batch->lane[batch->order[place]].job->length;
        most = most > length ? most : length;
    }
    for (size_t i = 0; i < LOOM_BATCH_WAYS && batch->way[i].number > 0; i++) {
        if (batch->used >= batch->way[i].least && most >= batch->way[i].shortest) {
            return 1;
        }
    }
    return 0;
}

/* Ends messages none of which has begun. */
static LOOM_INLINE void one_by_one(loom_batch_ctx *batch, const struct row *row)
{
    for (size_t place = 0; place < batch->used; place++) {
        loom_batch_lane *lane = &batch->lane[batch->order[place]];
        whole(row, lane->job, &lane->before);
        finished(batch, lane->job, lane->job);
        lane->job = NULL;
        lane->before = nothing_before;
    }
    batch->used = 0;
}

/* Bytes of stack that C takes at most: over the kernels at the end of a run of lanes, and under the kernel for one
 * message. */
enum { IN_RUN = 1024, IN_BEHIND = 704 };

/* Takes notice of the bytes of stack that a call takes at most, before the call is made. */
static LOOM_INLINE void deepen(size_t *depth, size_t bytes)
{
    *depth = *depth > bytes ? *depth : bytes;
}

/* Goes on until at least one lane's stretch of blocks ends. Inlined, for the cleaning of the stack below. */
static LOOM_INLINE void advance(loom_batch_ctx *batch, const struct row *row, size_t *depth)
{
    size_t shortest = 0, blocks = 0, count = 0;
    const loom_batch_way *way = way_for(batch, &count);
    void *state[LOOM_MOST_LANES];
    const uint8_t *data[LOOM_MOST_LANES];
    state[0] = NULL; /* for the compiler, which knows of no lane in use */
    data[0] = NULL;
    if (way != NULL) {
        spoil(batch, batch->used > way->lanes ? batch->used : way->lanes);
        shortest = row->begin_all(batch, count, state, data);
        blocks = batch->lane[batch->order[shortest]].left;
    }
    if (way == NULL || blocks < way->from) {
        deepen(depth, IN_BEHIND + LOOM_DEPTH_OF(row->hash->way));
        alone(batch, row, shortest);
        return;
    }
    for (size_t place = count; place < way->lanes; place++) {
        state[place] = &batch->lane[batch->order[place]].state;
        data[place] = data[0];
    }
    deepen(depth, LOOM_DEPTH_OF(loom_batch_rows[way->number - 1].kernel->way));
    loom_batch_runs[way->number - 1](state, data, blocks);
    row->taken(batch, 0, count, blocks);
}

/* Returns whether there may be secrets in this function's frame. That is read last: else the compiler could leave the
 * frame before it calls the cleaning of the stack below, with which some kernels' frames are too large for one call. */
static LOOM_INNER unsigned run_lanes(loom_batch_ctx *batch, const struct row *row, size_t used)
{
    size_t depth = 0;
    if (batch->spoilt == 0 && !pays(batch)) {
        deepen(&depth, IN_BEHIND + LOOM_DEPTH_OF(row->hash->way));
        one_by_one(batch, row);
    }
    while (batch->used > used) {
        advance(batch, row, &depth);
    }
    if (batch->keyed) {
        loom_clean_below(depth);
    }
    return batch->keyed;
}

/* Advances until this many lanes are in use. */
static LOOM_INLINE void run(loom_batch_ctx *batch, const struct row *row, size_t used)
{
    if (run_lanes(batch, row, used)) {
        loom_clean_below(IN_RUN);
    }
}

/* ---- the functions ---- */

static LOOM_INLINE void take(loom_batch_ctx *batch, const struct row *row, loom_batch_job *job,
                             const loom_batch_before *before)
{
    loom_batch_lane *lane = &batch->lane[batch->order[batch->used++]];
    lane->job = job;
    lane->before = *before;
    lane->left = 0;
    if (batch->used == batch->lanes) {
        run(batch, row, batch->lanes - 1);
    }
}

static LOOM_INLINE int at_once(const loom_batch_ctx *batch, const loom_batch_job *job)
{
    return batch->lanes == 0 || job->length < batch->shortest;
}

int LOOM_CDECL loom_batch_submit(loom_batch_ctx *batch, loom_batch_job *job)
{
    const struct row *row = row_of(batch);
    if (row == NULL) {
        return -1;
    }
    if (at_once(batch, job)) {
        row->whole(job->data, job->length, job->digest);
        finished(batch, job, job);
    } else {
        take(batch, row, job, &nothing_before);
    }
    return 0;
}

void loom_batch_submit_behind(loom_batch_ctx *batch, loom_batch_job *job, const loom_batch_before *before)
{
    const struct row *row = row_of(batch);
    if (at_once(batch, job)) {
        row->behind(job, before);
        loom_clean_below(IN_BEHIND + LOOM_DEPTH_OF(row->hash->way));
        finished(batch, job, job);
    } else {
        batch->keyed = 1;
        take(batch, row, job, before);
    }
}

#if defined(LOOM_HAVE_hmacs)

static int submit_keyed(loom_batch_ctx *batch, size_t number, loom_batch_job *job, const void *outer)
{
    loom_batch_before before = nothing_before;
    const struct row *row = &rows[number];
    if (row_of(batch) != row || !loom_hash_live(row->hash, outer)) {
        return -1;
    }
    before.outer = outer;
    loom_batch_submit_behind(batch, job, &before);
    return 0;
}

#define SUBMIT(name, ...)                                                                                    \
    int LOOM_CDECL loom_batch_hmac_##name##_submit(loom_batch_ctx *batch, const loom_hmac_##name##_ctx *key, \
                                                   loom_batch_job *job)                                      \
    {                                                                                                        \
        return submit_keyed(batch, NUMBER_##name, job, &key->outer);                                         \
    }
LOOM_HMACS(SUBMIT)

#endif

int LOOM_CDECL loom_batch_flush(loom_batch_ctx *batch)
{
    const struct row *row = row_of(batch);
    if (row == NULL) {
        return -1;
    }
    if (batch->used > 0) {
        run(batch, row, 0);
    }
    if (batch->spoilt > 0) { /* otherwise no lane has begun a message */
        loom_wipe(batch->lane, batch->spoilt * sizeof batch->lane[0]);
        put_in_order(batch);
        batch->spoilt = 0;
    }
    batch->keyed = 0;
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
