/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: block functions for several messages at once, and batches of messages, with and without HMAC,
 * compared with the functions for one message.
 */

enum { LANES_BLOCKS = 2, LANES_BLOCK = 128, LANES_MOST = 32, LANES_WORDS = 8, LANES_STEP = 17 };

/* More messages than 16 have states of eight words of 32 bits at most. */
#define LANES_STATE(lanes) ((lanes) > 16 ? LANES_WORDS / 2 : LANES_WORDS)

/* A message's data begins LANES_STEP bytes behind that of the message before. */
#define LANES_TEST(kernel, single, lanes)                                              \
    static void test_##kernel(struct run *run, loom_any_fn function)                   \
    {                                                                                  \
        uint8_t data[LANES_BLOCKS * LANES_BLOCK + LANES_STEP * LANES_MOST];            \
        uint64_t got[lanes][LANES_STATE(lanes)], want[LANES_STATE(lanes)];             \
        const void *datas[lanes];                                                      \
        void *states[lanes];                                                           \
        fill(data, sizeof data, 1);                                                    \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            datas[n] = data + LANES_STEP * n;                                          \
            states[n] = got[n];                                                        \
            fill((uint8_t *)got[n], sizeof got[n], (uint32_t)n + 2);                   \
        }                                                                              \
        ((loom_##kernel##_fn *)function)((void *)states, (void *)datas, LANES_BLOCKS); \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            fill((uint8_t *)want, sizeof want, (uint32_t)n + 2);                       \
            loom_k_##single((void *)want, datas[n], LANES_BLOCKS);                     \
            check(run, "message", (unsigned long)n, got[n], want, sizeof want);        \
        }                                                                              \
    }

LOOM_HASH_LANES(LANES_TEST)

enum { BATCH_MESSAGES = 37, BATCH_LONGEST = 700 };

typedef void LOOM_CDECL batch_init_fn(loom_batch_ctx *batch);
typedef void LOOM_CDECL batch_whole_fn(const uint8_t *data, size_t length, uint8_t *digest);

static const struct {
    const char *name;
    batch_init_fn *init;
    batch_whole_fn *whole;
    size_t digest;
    const char *abc;
} batch_hashes[] = {
#define BATCH_ROW(name, kernel, word, words, block, digest, ...) \
    {"batch_" #name, loom_batch_##name##_init, loom_##name, digest, LOOM_ABC_##name},
    LOOM_HASHES(BATCH_ROW)};

/* Messages of unequal lengths, the last one the longest, flushed once on the way. */
static LOOM_SELDOM void test_batch(struct run *run, size_t hash)
{
    static uint8_t data[BATCH_LONGEST], got[BATCH_MESSAGES][LOOM_LARGEST_DIGEST]; /* too large for a stack */
    static loom_batch_ctx batch;
    static loom_batch_job jobs[BATCH_MESSAGES];
    uint8_t want[LOOM_LARGEST_DIGEST];
    size_t lengths = 0, ended = 0, digest = batch_hashes[hash].digest;
    run->kernel = batch_hashes[hash].name;
    run->variant = "C";
    fill(data, sizeof data, 3);
    memset(got, 0, sizeof got);
    batch_hashes[hash].whole((const uint8_t *)"abc", 3, got[0]);
    check(run, "one call, \"abc\"", 1, got[0], want, from_hex(want, batch_hashes[hash].abc));
    batch_hashes[hash].init(&batch);
    for (size_t i = 0; i < BATCH_MESSAGES; i++) {
        jobs[i].data = data;
        jobs[i].length = i + 1 == BATCH_MESSAGES ? BATCH_LONGEST : i * 59 % 300;
        jobs[i].digest = got[i];
        run->failures += loom_batch_submit(&batch, &jobs[i]) != 0;
        run->failures += i == 20 && loom_batch_flush(&batch) != 0;
    }
    run->failures += loom_batch_flush(&batch) != 0;
    for (loom_batch_job *job; (job = loom_batch_poll(&batch)) != NULL; ended++) {
        lengths += job->length;
    }
    for (size_t i = 0; i < BATCH_MESSAGES; i++) {
        lengths -= jobs[i].length;
        batch_hashes[hash].whole(data, jobs[i].length, want);
        check(run, "message", (unsigned long)i, got[i], want, digest);
    }
    loom_batch_wipe(&batch);
    if (lengths != 0 || ended != BATCH_MESSAGES || loom_batch_submit(&batch, jobs) != -1 ||
        loom_batch_flush(&batch) != -1) {
        run->failures++;
        say(run, "FAIL %s: jobs that ended, or a wiped batch", run->kernel);
    }
}

/* Messages under two keys beside others. The batch of another hash, and a wiped key, are refused. */
#define BATCH_KEYED(name, which, word, words, block, bytes, ...)                                                  \
    static LOOM_SELDOM void test_batch_hmac_##name(struct run *run)                                               \
    {                                                                                                             \
        static uint8_t data[BATCH_LONGEST], got[BATCH_MESSAGES][bytes]; /* too large for a stack */               \
        static loom_batch_ctx batch;                                                                              \
        static loom_batch_job jobs[BATCH_MESSAGES];                                                               \
        static loom_hmac_##name##_ctx keys[2];                                                                    \
        uint8_t want[bytes];                                                                                      \
        run->kernel = "batch_hmac_" #name;                                                                        \
        run->variant = "C";                                                                                       \
        fill(data, sizeof data, 5);                                                                               \
        loom_hmac_##name##_init(&keys[0], data, 7);                                                               \
        loom_hmac_##name##_init(&keys[1], data, 200);                                                             \
        loom_batch_##name##_init(&batch);                                                                         \
        for (size_t i = 0; i < BATCH_MESSAGES; i++) {                                                             \
            jobs[i].data = data;                                                                                  \
            jobs[i].length = i * 59 % 400;                                                                        \
            jobs[i].digest = got[i];                                                                              \
            run->failures += (i % 3 == 2 ? loom_batch_submit(&batch, &jobs[i])                                    \
                                         : loom_batch_hmac_##name##_submit(&batch, &keys[i % 3], &jobs[i])) != 0; \
        }                                                                                                         \
        run->failures += loom_batch_flush(&batch) != 0;                                                           \
        for (size_t i = 0; i < BATCH_MESSAGES; i++) {                                                             \
            if (i % 3 == 2) {                                                                                     \
                loom_##name(data, jobs[i].length, want);                                                          \
            } else {                                                                                              \
                loom_hmac_##name(data, i % 3 == 0 ? 7 : 200, data, jobs[i].length, want);                         \
            }                                                                                                     \
            check(run, "message", (unsigned long)i, got[i], want, bytes);                                         \
        }                                                                                                         \
        loom_hmac_##name##_wipe(&keys[0]);                                                                        \
        run->failures += loom_batch_hmac_##name##_submit(&batch, &keys[0], &jobs[0]) != -1;                       \
        batch.hash++;                                                                                             \
        run->failures += loom_batch_hmac_##name##_submit(&batch, &keys[1], &jobs[0]) != -1;                       \
    }
LOOM_HMACS(BATCH_KEYED)

static void test_batches(struct run *run)
{
    for (size_t hash = 0; hash < sizeof batch_hashes / sizeof batch_hashes[0]; hash++) {
        test_batch(run, hash);
    }
#define BATCH_HMAC(name, kernel, word, words, block, bytes, ...) test_batch_hmac_##name(run);
    LOOM_HMACS(BATCH_HMAC)
}
