/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: AES-CBC encryption of several messages at once, compared with portable C for one message, and
 * batches, compared with the function for one message.
 */

#if defined(LOOM_HAVE_streams)

enum { STREAMS_MOST = 16, STREAMS_BLOCKS = 5, STREAMS_KEY = 240 };

typedef void LOOM_CDECL streams_fn(const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const *in,
                                   uint8_t *const *out, size_t blocks);

/* Every message has its own key and initialization vector. Every third message is encrypted in place. The last one
 * repeats the first, if `repeats`. */
static void test_streams(struct run *run, loom_any_fn function, size_t lanes, size_t rounds, int repeats)
{
    static uint8_t keys[STREAMS_MOST * STREAMS_KEY];
    uint8_t key[32], schedule[STREAMS_KEY];
    uint8_t ivs[STREAMS_MOST][16], want_ivs[STREAMS_MOST][16];
    static uint8_t text[STREAMS_MOST][16 * STREAMS_BLOCKS], got[STREAMS_MOST][16 * STREAMS_BLOCKS];
    static uint8_t want[STREAMS_MOST][16 * STREAMS_BLOCKS];
    const uint8_t *in[STREAMS_MOST] = {NULL};
    uint8_t *out[STREAMS_MOST] = {NULL};
    fill(text[0], sizeof text, 11);
    fill(got[0], sizeof got, 12);
    for (size_t i = 0; i < lanes; i++) {
        size_t from = repeats && i + 1 == lanes ? 0 : i;
        fill(key, sizeof key, (unsigned)(20 + from));
        fill(ivs[i], 16, (unsigned)(40 + from));
        memcpy(want_ivs[i], ivs[i], 16);
        aes_expand_key(key, rounds, schedule);
        for (size_t n = 0; n <= rounds; n++) {
            memcpy(keys + 16 * (lanes * n + i), schedule + 16 * n, 16);
        }
        loom_aes_cbc_encrypt_portable(schedule, rounds, want_ivs[i], text[from], want[i], STREAMS_BLOCKS);
        in[i] = text[from];
        out[i] = from % 3 == 2 ? text[from] : got[from];
    }
    ((streams_fn *)function)(keys, rounds, ivs[0], in, out, STREAMS_BLOCKS);
    for (size_t i = 0; i < lanes; i++) {
        check(run, "message", (unsigned long)i, out[i], want[i], sizeof want[i]);
        check(run, "IV after message", (unsigned long)i, ivs[i], want_ivs[i], 16);
    }
}

#define STREAMS_TEST(kernel, single, lanes)                              \
    static void test_##kernel(struct run *run, loom_any_fn function)     \
    {                                                                    \
        for (size_t rounds = 10; rounds <= 14; rounds += 2) {            \
            test_streams(run, function, lanes, rounds, rounds % 4 == 2); \
        }                                                                \
    }
LOOM_STREAMS(STREAMS_TEST)

#endif

#if defined(LOOM_BATCH_AES_CBC)

enum { AES_BATCH_JOBS = 21, AES_BATCH_BLOCKS = 41 };

/* Messages of unequal lengths, and one that is refused. */
static void test_aes_batches(struct run *run)
{
    static loom_batch_aes_cbc_ctx batch;
    static loom_batch_aes_cbc_job jobs[AES_BATCH_JOBS];
    static loom_aes_ctx keys[AES_BATCH_JOBS];
    static uint8_t text[AES_BATCH_JOBS][16 * AES_BATCH_BLOCKS], want[16 * AES_BATCH_BLOCKS];
    static uint8_t ivs[AES_BATCH_JOBS][16];
    uint8_t key[32], iv[16];
    size_t ended = 0;
    run->kernel = "batch_aes_cbc";
    run->variant = "as dispatched";
    loom_batch_aes_cbc_init(&batch);
    for (unsigned i = 0; i < AES_BATCH_JOBS; i++) {
        fill(key, sizeof key, i);
        fill(ivs[i], 16, i + 50);
        fill(text[i], sizeof text[i], i + 100);
        loom_aes_set_encrypt_key(&keys[i], key, i == 5 ? 32 : 16);
        jobs[i].key = &keys[i];
        jobs[i].iv = ivs[i];
        jobs[i].in = jobs[i].out = text[i];
        jobs[i].length = 16 * (size_t)(i * 2 % (AES_BATCH_BLOCKS + 1));
        expect(run, loom_batch_aes_cbc_submit(&batch, &jobs[i]) == 0, "a message is refused");
    }
    expect(run, loom_batch_aes_cbc_flush(&batch) == 0, "a flush is refused");
    for (loom_batch_aes_cbc_job *job; (job = loom_batch_aes_cbc_poll(&batch)) != NULL; ended++) {
        unsigned i = (unsigned)(job - jobs);
        fill(iv, 16, i + 50);
        fill(want, sizeof want, i + 100);
        loom_aes_cbc_encrypt(&keys[i], iv, want, want, job->length);
        check(run, "message", i, text[i], want, sizeof want);
        check(run, "IV after message", i, ivs[i], iv, 16);
    }
    expect(run, ended == AES_BATCH_JOBS, "not every message has ended");
    jobs[0].length = 17;
    expect(run, loom_batch_aes_cbc_submit(&batch, &jobs[0]) == -1, "a part of a block is taken");
    loom_batch_aes_cbc_wipe(&batch);
    jobs[0].length = 16;
    expect(run, loom_batch_aes_cbc_submit(&batch, &jobs[0]) == -1, "a wiped batch is taken");
}

#endif
