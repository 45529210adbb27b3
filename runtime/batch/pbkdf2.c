/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * PBKDF2 (RFC 8018, 5.2) with HMAC. A key is made of parts as long as a digest, and each part takes two blocks an
 * iteration, whatever the password and the salt were: so parts of any keys are lanes of a kernel for several messages.
 * A lane whose part ends takes the next part.
 */
#include "batch.h"

#if defined(LOOM_HAVE_hmacs)

#include <string.h>
#if defined(__SSE2__) && !defined(_MSC_VER) /* whose intrinsics need headers of its SDK */
#include <emmintrin.h>
#endif

#include "bytes.h"
#include "clean.h"
#include "hash_end.h"

/* The room of one lane, with sizes that the hash gives, in this order:
 *   block: the last digest, padded as the end of a message of a key block and a digest
 *   inner, outer: the states of HMAC behind the key
 *   state: where the kernel works
 *   sum: the part of the key so far
 * A lane begins at a line of the cache: kernels read blocks by vectors. Sixteen lanes of SHA-256 and eight of SHA-512
 * fit. */
enum { ROOM = 3072, MOST = 16, ALIGN = 8, LINE = 64 };

#define ROUNDED(bytes, unit) (((bytes) + (unit) - 1) & ~(size_t)((unit) - 1))

/* What is to be derived, and how far it is. */
struct work {
    const struct loom_hash *hash;
    const loom_pbkdf2_job *jobs;
    size_t count;
    size_t job;          /* of the next part */
    uint32_t part;       /* the next part of this job, from 1 on */
    void *inner, *outer; /* contexts of HMAC that have this job's key, if `part` is not 1 */
    void (*first)(const struct work *work, uint8_t *digest);
    size_t used; /* lanes */
    struct {
        uint64_t left; /* iterations */
        uint8_t *key;
        size_t bytes;
    } lane[MOST];
    uint8_t *room;
};

static inline size_t state_bytes(const struct loom_hash *hash)
{
    return ROUNDED(hash->word * hash->words, ALIGN);
}

/* A digest, the bit that ends a message, and the message's length. */
static inline size_t block_bytes(const struct loom_hash *hash)
{
    return ROUNDED(hash->digest + 1 + 2 * hash->word, hash->block);
}

static inline size_t lane_bytes(const struct loom_hash *hash)
{
    return ROUNDED(block_bytes(hash) + 4 * state_bytes(hash), LINE);
}

static inline uint8_t *block_of(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    return room + lane * lane_bytes(hash);
}

static inline uint8_t *inner_of(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    return block_of(hash, room, lane) + block_bytes(hash);
}

static inline uint8_t *outer_of(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    return inner_of(hash, room, lane) + state_bytes(hash);
}

static inline uint8_t *state_of(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    return outer_of(hash, room, lane) + state_bytes(hash);
}

static inline uint8_t *sum_of(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    return state_of(hash, room, lane) + state_bytes(hash);
}

/* ---- iterations ---- */

/* Puts the state of HMAC into the place where the kernel works. */
static LOOM_INLINE void enter(const struct loom_hash *hash, uint8_t *room, size_t lane, const uint8_t *from)
{
    memcpy(state_of(hash, room, lane), from, hash->word * hash->words);
}

/* Writes the digest to the block that the kernel reads next: what `put` does, but sixteen bytes at once, as the kernel
 * reads them. A load of what shorter stores wrote waits until they are in the cache. */
static LOOM_INLINE void leave_digest(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    const uint8_t *state = state_of(hash, room, lane);
    uint8_t *block = block_of(hash, room, lane);
#if defined(__SSE2__) && !defined(_MSC_VER) /* whose intrinsics need headers of its SDK */
    size_t at = 0;
    for (; at + 16 <= hash->digest; at += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(state + at));
        if (hash->word == 8 || !hash->little_endian) {
            x = _mm_or_si128(_mm_slli_epi16(x, 8), _mm_srli_epi16(x, 8));
            x = _mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0xb1), 0xb1);
            x = hash->word == 8 ? _mm_shuffle_epi32(x, 0xb1) : x;
        }
        _mm_storeu_si128((__m128i *)(void *)(block + at), x);
    }
    put_from(hash, state, block, at);
#else
    put(hash, state, block);
#endif
}

static LOOM_INLINE void add(const struct loom_hash *hash, uint8_t *room, size_t lane)
{
    uint8_t *sum = sum_of(hash, room, lane);
    const uint8_t *digest = block_of(hash, room, lane);
    size_t at = 0;
    for (; at + 8 <= hash->digest; at += 8) {
        uint64_t x, y;
        memcpy(&x, sum + at, 8);
        memcpy(&y, digest + at, 8);
        x ^= y;
        memcpy(sum + at, &x, 8);
    }
    for (; at < hash->digest; at++) {
        sum[at] ^= digest[at];
    }
}

static LOOM_INLINE void alone(const struct loom_hash *hash, uint8_t *room, size_t lane, uint64_t times)
{
    uint8_t *state = state_of(hash, room, lane), *block = block_of(hash, room, lane);
    size_t blocks = block_bytes(hash) / hash->block;
    for (; times > 0; times--) {
        enter(hash, room, lane, inner_of(hash, room, lane));
        hash->blocks(state, block, blocks);
        leave_digest(hash, room, lane);
        enter(hash, room, lane, outer_of(hash, room, lane));
        hash->blocks(state, block, blocks);
        leave_digest(hash, room, lane);
        add(hash, room, lane);
    }
}

/* Lanes without a part have places in the room too. What they compute is not used. */
static LOOM_INLINE void together(const struct loom_hash *hash, uint8_t *room, size_t used, size_t lanes,
                                 loom_batch_run_fn *run, uint64_t times)
{
    void *state[MOST];
    const uint8_t *block[MOST];
    size_t blocks = block_bytes(hash) / hash->block;
    for (size_t lane = 0; lane < lanes; lane++) {
        state[lane] = state_of(hash, room, lane);
        block[lane] = block_of(hash, room, lane);
    }
    for (; times > 0; times--) {
        for (size_t lane = 0; lane < used; lane++) {
            enter(hash, room, lane, inner_of(hash, room, lane));
        }
        run(state, block, blocks);
        for (size_t lane = 0; lane < used; lane++) {
            leave_digest(hash, room, lane);
            enter(hash, room, lane, outer_of(hash, room, lane));
        }
        run(state, block, blocks);
        for (size_t lane = 0; lane < used; lane++) {
            leave_digest(hash, room, lane);
            add(hash, room, lane);
        }
    }
}

/* ---- parts ---- */

/* Gives the next part of a key to a lane that is free. Returns 0 if there is none. */
static int take(struct work *work)
{
    const struct loom_hash *hash = work->hash;
    const loom_pbkdf2_job *job;
    size_t lane = work->used, digest = hash->digest, done = (work->part - 1) * digest;
    uint8_t *last = block_of(hash, work->room, lane);
    if (work->job == work->count) {
        return 0;
    }
    job = &work->jobs[work->job];
    if (work->part == 1) {
        loom_hash_set_key(hash, work->inner, work->outer, job->password, job->password_length);
    }
    memcpy(inner_of(hash, work->room, lane), work->inner, hash->word * hash->words);
    memcpy(outer_of(hash, work->room, lane), work->outer, hash->word * hash->words);
    work->first(work, last);
    memcpy(sum_of(hash, work->room, lane), last, digest);
    (void)pad(hash, NULL, last, digest, last_bytes(last, digest), hash->block + digest);
    work->lane[lane].left = job->iterations - 1;
    work->lane[lane].key = job->key + done;
    work->lane[lane].bytes = job->key_length - done < digest ? job->key_length - done : digest;
    work->used++;
    work->part++;
    if (job->key_length - done <= digest) {
        work->part = 1;
        work->job++;
    }
    return 1;
}

/* Writes the parts that have had their iterations, and gives their lanes away. */
static void leave(struct work *work, uint64_t times)
{
    const struct loom_hash *hash = work->hash;
    for (size_t lane = work->used; lane-- > 0;) {
        work->lane[lane].left -= times;
        if (work->lane[lane].left == 0) {
            memcpy(work->lane[lane].key, sum_of(hash, work->room, lane), work->lane[lane].bytes);
            work->used--;
            work->lane[lane] = work->lane[work->used];
            memmove(block_of(hash, work->room, lane), block_of(hash, work->room, work->used), lane_bytes(hash));
        }
    }
}

/* The narrowest way with a lane for each part; NULL: one after the other. */
static size_t way_for(const struct loom_batch_plan *plan, size_t used, size_t most)
{
    for (size_t i = 0; i < LOOM_BATCH_WAYS && plan->way[i].number > 0; i++) {
        size_t lanes = loom_batch_rows[plan->way[i].number - 1].lanes;
        if (lanes >= used && lanes <= most && plan->way[i].from <= 1) {
            return used >= plan->way[i].least ? plan->way[i].number : 0;
        }
    }
    return 0;
}

/* ---- all parts ---- */

static LOOM_INLINE void derive(const struct loom_hash *hash, size_t kernel, struct work *work)
{
    struct loom_batch_plan plan;
    size_t most = ROOM / lane_bytes(hash), widest = 1;
    most = most < MOST ? most : MOST;
    loom_batch_plan(loom_batch_rows, kernel, &plan);
    for (size_t used = 2; used <= most; used++) {
        widest = way_for(&plan, used, most) > 0 ? used : widest;
    }
    for (;;) {
        uint64_t times;
        size_t number;
        while (work->used < widest && take(work)) {
        }
        if (work->used == 0) {
            break;
        }
        times = work->lane[0].left;
        for (size_t lane = 1; lane < work->used; lane++) {
            times = work->lane[lane].left < times ? work->lane[lane].left : times;
        }
        number = way_for(&plan, work->used, most);
        if (number > 0) {
            together(hash, work->room, work->used, loom_batch_rows[number - 1].lanes, loom_batch_runs[number - 1],
                     times);
        } else {
            for (size_t lane = 0; lane < work->used; lane++) {
                alone(hash, work->room, lane, times);
            }
        }
        leave(work, times);
    }
}

static int possible(const struct loom_hash *hash, const loom_pbkdf2_job *jobs, size_t count)
{
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        bad |= jobs[i].iterations == 0 || jobs[i].key_length == 0 ||
               (jobs[i].key_length - 1) / hash->digest > UINT32_MAX - 1;
    }
    return !bad;
}

/* HMAC of the salt and the number of the part, then the other iterations. `iterate_...` has secrets in registers:
 * functions that clean would save them below the stack that they overwrite. Its caller has none, and cleans. */
#define PBKDF2(name, kernel, word, words, block, bytes, little_endian)                                              \
    typedef char fits_##name[2 * (block) + (bytes) + 4 * (sizeof(word) * (words) + ALIGN) + LINE <= ROOM ? 1 : -1]; \
                                                                                                                    \
    static void first_##name(const struct work *work, uint8_t *digest)                                              \
    {                                                                                                               \
        loom_hmac_##name##_ctx *ctx = (loom_hmac_##name##_ctx *)work->inner;                                        \
        const loom_pbkdf2_job *job = &work->jobs[work->job];                                                        \
        uint8_t number[4];                                                                                          \
        store_be32(number, work->part);                                                                             \
        if (work->part == 1) { /* as loom_hmac_..._init */                                                          \
            memcpy(ctx->outer.buffer, ctx->inner.state, sizeof ctx->inner.state);                                   \
        }                                                                                                           \
        loom_##name##_update(&ctx->inner, job->salt, job->salt_length);                                             \
        loom_##name##_update(&ctx->inner, number, sizeof number);                                                   \
        (void)loom_hmac_##name##_final_reset(ctx, digest);                                                          \
    }                                                                                                               \
    static LOOM_INNER void iterate_##name(struct work *work)                                                        \
    {                                                                                                               \
        derive(&loom_hash_##name, LOOM_KERNEL_##kernel, work);                                                      \
    }                                                                                                               \
    static LOOM_INNER void derive_##name(const loom_pbkdf2_job *jobs, size_t count, uint64_t *room)                 \
    {                                                                                                               \
        loom_hmac_##name##_ctx ctx;                                                                                 \
        struct work work;                                                                                           \
        memset(&work, 0, sizeof work);                                                                              \
        work.hash = &loom_hash_##name;                                                                              \
        work.jobs = jobs;                                                                                           \
        work.count = count;                                                                                         \
        work.part = 1;                                                                                              \
        work.inner = &ctx.inner;                                                                                    \
        work.outer = &ctx.outer;                                                                                    \
        work.first = first_##name;                                                                                  \
        work.room = (uint8_t *)room + ((0 - (uintptr_t)room) & (LINE - 1));                                         \
        iterate_##name(&work);                                                                                      \
        loom_clean_deep();                                                                                          \
        loom_wipe(&ctx, sizeof ctx);                                                                                \
    }                                                                                                               \
    int LOOM_CDECL loom_pbkdf2_hmac_##name##_many(const loom_pbkdf2_job *jobs, size_t count)                        \
    {                                                                                                               \
        uint64_t room[(ROOM + LINE) / sizeof(uint64_t)];                                                            \
        if (!possible(&loom_hash_##name, jobs, count)) {                                                            \
            return -1;                                                                                              \
        }                                                                                                           \
        memset(room, 0, sizeof room);                                                                               \
        derive_##name(jobs, count, room);                                                                           \
        loom_wipe(room, sizeof room);                                                                               \
        loom_clean();                                                                                               \
        return 0;                                                                                                   \
    }                                                                                                               \
    int LOOM_CDECL loom_pbkdf2_hmac_##name(const uint8_t *password, size_t password_length, const uint8_t *salt,    \
                                           size_t salt_length, uint64_t iterations, uint8_t *key, size_t length)    \
    {                                                                                                               \
        loom_pbkdf2_job job = {password, password_length, salt, salt_length, iterations, key, length};              \
        return loom_pbkdf2_hmac_##name##_many(&job, 1);                                                             \
    }

LOOM_HMACS(PBKDF2)

#endif
