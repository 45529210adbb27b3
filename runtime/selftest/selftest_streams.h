/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: AES-CBC encryption of several messages at once, compared with portable C for one message, and
 * batches, compared with the function for one message.
 */

#if defined(LOOM_HAVE_streams)

enum { STREAMS_MOST = 16, STREAMS_BLOCKS = 5, STREAMS_PIECE = 16, STREAMS_KEY = 2304 };

typedef void LOOM_CDECL streams_fn(const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const *in,
                                   uint8_t *const *out, size_t blocks);
typedef void LOOM_CDECL stream_fn(const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *in, uint8_t *out,
                                  size_t blocks);

/* `piece`: bytes of a block, and of a schedule's pieces. `masks`: bytes of a schedule are 0 or 255. */
struct streams_cipher {
    size_t piece, of_round, more, rounds[3];
    int masks;
    stream_fn *one;
};

/* Every message has its own round keys and initialization vector. Every third message is encrypted in place. The last
 * one repeats the first, if `repeats`. */
static void test_streams(struct run *run, loom_any_fn function, size_t lanes, const struct streams_cipher *cipher,
                         size_t rounds, int repeats)
{
    static uint8_t keys[STREAMS_MOST * STREAMS_KEY], schedule[STREAMS_KEY];
    uint8_t ivs[STREAMS_MOST * STREAMS_PIECE], want_iv[STREAMS_PIECE], want_ivs[STREAMS_MOST * STREAMS_PIECE];
    static uint8_t text[STREAMS_MOST][STREAMS_PIECE * STREAMS_BLOCKS],
        got[STREAMS_MOST][STREAMS_PIECE * STREAMS_BLOCKS];
    static uint8_t want[STREAMS_MOST][STREAMS_PIECE * STREAMS_BLOCKS];
    const uint8_t *in[STREAMS_MOST] = {NULL};
    uint8_t *out[STREAMS_MOST] = {NULL};
    size_t piece = cipher->piece, bytes = cipher->of_round * rounds + cipher->more;
    fill(text[0], sizeof text, 11);
    fill(got[0], sizeof got, 12);
    for (size_t i = 0; i < lanes; i++) {
        size_t from = repeats && i + 1 == lanes ? 0 : i;
        fill(schedule, bytes, (unsigned)(20 + from));
        for (size_t n = 0; n < bytes && cipher->masks; n++) {
            schedule[n] = (uint8_t)(0 - (schedule[n] & 1));
        }
        fill(ivs + piece * i, piece, (unsigned)(40 + from));
        memcpy(want_iv, ivs + piece * i, piece);
        for (size_t n = 0; n < bytes / piece; n++) {
            memcpy(keys + piece * (lanes * n + i), schedule + piece * n, piece);
        }
        cipher->one(schedule, rounds, want_iv, text[from], want[i], STREAMS_BLOCKS);
        memcpy(want_ivs + piece * i, want_iv, piece);
        in[i] = text[from];
        out[i] = from % 3 == 2 ? text[from] : got[from];
    }
    ((streams_fn *)function)(keys, rounds, ivs, in, out, STREAMS_BLOCKS);
    for (size_t i = 0; i < lanes; i++) {
        check(run, "message", (unsigned long)i, out[i], want[i], piece * STREAMS_BLOCKS);
    }
    check(run, "IVs after messages", 0, ivs, want_ivs, piece * lanes);
}

static void test_all_streams(struct run *run, loom_any_fn function, size_t lanes, const struct streams_cipher *cipher)
{
    for (size_t n = 0; n < 3 && cipher->rounds[n] > 0; n++) {
        test_streams(run, function, lanes, cipher, cipher->rounds[n], n != 1);
    }
}

#if defined(LOOM_HAVE_aes_cbc_encrypt)
static const struct streams_cipher streams_aes_cbc_encrypt = {16,           16, 16,
                                                              {10, 12, 14}, 0,  loom_aes_cbc_encrypt_portable};
#endif
#if defined(LOOM_HAVE_des_cbc_encrypt)
static const struct streams_cipher streams_des_cbc_encrypt = {8, 48, 0, {16, 48, 0}, 1, loom_des_cbc_encrypt_portable};
#endif

#define STREAMS_TEST(kernel, single, lanes)                          \
    static void test_##kernel(struct run *run, loom_any_fn function) \
    {                                                                \
        test_all_streams(run, function, lanes, &streams_##single);   \
    }
/* clang-format off */
LOOM_STREAMS(STREAMS_TEST)
/* clang-format on */

#endif

enum { BATCH_JOBS = 21, BATCH_BLOCKS = 41 };

/* Messages of unequal lengths, one with a key of another size, and one that is refused. */
#define BATCH_TEST(cipher, block, usual, longer)                                                                     \
    static void test_##cipher##_batches(struct run *run)                                                             \
    {                                                                                                                \
        static loom_batch_##cipher##_cbc_ctx batch;                                                                  \
        static loom_batch_##cipher##_cbc_job jobs[BATCH_JOBS];                                                       \
        static loom_##cipher##_ctx keys[BATCH_JOBS];                                                                 \
        static uint8_t text[BATCH_JOBS][(block) * BATCH_BLOCKS], want[(block) * BATCH_BLOCKS];                       \
        static uint8_t ivs[BATCH_JOBS][block];                                                                       \
        uint8_t key[32], iv[block];                                                                                  \
        size_t ended = 0;                                                                                            \
        run->kernel = "batch_" #cipher "_cbc";                                                                       \
        run->variant = "as dispatched";                                                                              \
        loom_batch_##cipher##_cbc_init(&batch);                                                                      \
        for (unsigned i = 0; i < BATCH_JOBS; i++) {                                                                  \
            fill(key, sizeof key, i);                                                                                \
            fill(ivs[i], block, i + 50);                                                                             \
            fill(text[i], sizeof text[i], i + 100);                                                                  \
            loom_##cipher##_set_encrypt_key(&keys[i], key, i == 5 ? (longer) : (usual));                             \
            jobs[i].key = &keys[i];                                                                                  \
            jobs[i].iv = ivs[i];                                                                                     \
            jobs[i].in = jobs[i].out = text[i];                                                                      \
            jobs[i].length = (block) * (size_t)(i * 2 % (BATCH_BLOCKS + 1));                                         \
            expect(run, loom_batch_##cipher##_cbc_submit(&batch, &jobs[i]) == 0, "a message is refused");            \
        }                                                                                                            \
        expect(run, loom_batch_##cipher##_cbc_flush(&batch) == 0, "a flush is refused");                             \
        for (loom_batch_##cipher##_cbc_job * job; (job = loom_batch_##cipher##_cbc_poll(&batch)) != NULL; ended++) { \
            unsigned i = (unsigned)(job - jobs);                                                                     \
            fill(iv, block, i + 50);                                                                                 \
            fill(want, sizeof want, i + 100);                                                                        \
            loom_##cipher##_cbc_encrypt(&keys[i], iv, want, want, job->length);                                      \
            check(run, "message", i, text[i], want, sizeof want);                                                    \
            check(run, "IV after message", i, ivs[i], iv, block);                                                    \
        }                                                                                                            \
        expect(run, ended == BATCH_JOBS, "not every message has ended");                                             \
        jobs[0].length = 17;                                                                                         \
        expect(run, loom_batch_##cipher##_cbc_submit(&batch, &jobs[0]) == -1, "a part of a block is taken");         \
        loom_batch_##cipher##_cbc_wipe(&batch);                                                                      \
        jobs[0].length = block;                                                                                      \
        expect(run, loom_batch_##cipher##_cbc_submit(&batch, &jobs[0]) == -1, "a wiped batch is taken");             \
    }

#if defined(LOOM_BATCH_AES_CBC)
BATCH_TEST(aes, 16, 16, 32)
#endif
#if defined(LOOM_BATCH_DES_CBC)
BATCH_TEST(des, 8, 24, 8)
#endif
