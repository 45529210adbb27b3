/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches: messages of every length, in batches of every size, equal and very unequal, with flushes and polls at any
 * time, and with HMAC, without and both. Each message lies before a guard page, and each digest behind one.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { JOBS = 41, ROOM = 65, GUARDED = LONGEST, BIG = 64, MIXES = 300 };

/* A message with its buffers. The job is not the first member: jobs may stand anywhere in a caller's structure. */
static struct message {
    size_t expected; /* times that poll returns it from now on */
    loom_batch_job job;
    const uint8_t *want;
    uint8_t *page, *end;
} messages[ROOM]; /* two for each of 32 lanes, and one */

struct batch_hash {
    const char *name;
    size_t digest, block;
    void (*init)(loom_batch_ctx *batch);
};

#define INIT(name, kernel, type, words, block, bytes, little) \
    static void name##_begin(loom_batch_ctx *batch)           \
    {                                                         \
        CALL(loom_batch_##name##_init)(batch);                \
    }
LOOM_HASHES(INIT)

static const struct batch_hash batch_hashes[] = {
#define ROW(name, kernel, type, words, block, bytes, little) {#name, bytes, block, name##_begin},
    LOOM_HASHES(ROW)};

/* HMAC over a hash, under the key of the answers. */
struct batch_mac {
    const char *hash, *name;
    size_t context;
    void (*set_key)(void *ctx, const uint8_t *key, size_t bytes);
    int (*submit)(loom_batch_ctx *batch, const void *ctx, loom_batch_job *job);
};

#define KEYED(name, kernel, type, words, block, bytes, little)                            \
    static void name##_set_key(void *ctx, const uint8_t *key, size_t key_bytes)           \
    {                                                                                     \
        loom_hmac_##name##_init(ctx, key, key_bytes);                                     \
        loom_hmac_##name##_update(ctx, text, 3 * key_bytes); /* without effect */         \
    }                                                                                     \
    static int name##_submit(loom_batch_ctx *batch, const void *ctx, loom_batch_job *job) \
    {                                                                                     \
        return CALL(loom_batch_hmac_##name##_submit)(batch, ctx, job);                    \
    }
LOOM_HMACS(KEYED)

static const struct batch_mac batch_macs[] = {
#define MAC_ROW(name, kernel, type, words, block, bytes, little) \
    {#name, "hmac_" #name, sizeof(loom_hmac_##name##_ctx), name##_set_key, name##_submit},
    LOOM_HMACS(MAC_ROW)};

static const struct batch_mac *mac; /* of the hash under test, or NULL */
static void *mac_key;
static size_t keyed; /* one message in `keyed` is under HMAC; 0: none */

static void make_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < ROOM && messages[i].page == NULL; i++) {
        uint8_t *whole = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect(whole != MAP_FAILED && mprotect(whole + page, page, PROT_READ | PROT_WRITE) == 0, "no memory");
        messages[i].page = whole + page;
        messages[i].end = whole + 2 * page;
    }
}

static const uint8_t *wanted, *wanted_longer, *macs, *macs_longer;

static void make_key(size_t how)
{
    size_t bytes;
    const uint8_t *key = answer("hmac key", &bytes);
    mac_key = place_struct(KEY, mac->context, how);
    mac->set_key(mac_key, key, bytes);
}

/* Submits message `i` of `length` bytes; the numbers from LONGEST + 1 on stand for the longer texts. */
static void submit(const struct batch_hash *hash, loom_batch_ctx *batch, size_t i, size_t length)
{
    struct message *message = &messages[i];
    int under_key = mac != NULL && keyed > 0 && any(keyed) == 0;
    memset(message->page, 0x55, BIG);
    message->job.digest = message->page;
    if (length > GUARDED) {
        message->job.length = longer[length - GUARDED - 1];
        message->job.data = text;
        message->want = (under_key ? macs_longer : wanted_longer) + hash->digest * (length - GUARDED - 1);
    } else {
        message->job.length = length;
        message->job.data = length == 0 && i % 2 == 0 ? NULL : memcpy(message->end - length, text, length);
        message->want = (under_key ? macs : wanted) + hash->digest * length;
    }
    message->expected = 1;
    if (under_key) {
        expect(mac->submit(batch, mac_key, &message->job) == 0, "submit under HMAC");
    } else {
        expect(CALL(loom_batch_submit)(batch, &message->job) == 0, "submit");
    }
}

/* Takes all messages that have ended, and checks each. Returns their number. */
static size_t polled(const struct batch_hash *hash, loom_batch_ctx *batch)
{
    static const uint8_t untouched_bytes[] = {0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55,
                                              0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55};
    size_t count = 0;
    for (loom_batch_job *job; (job = CALL(loom_batch_poll)(batch)) != NULL; count++) {
        struct message *message = (struct message *)(void *)((uint8_t *)job - offsetof(struct message, job));
        expect(message >= messages && message < messages + ROOM && message->expected == 1,
               "a job that is not under way");
        message->expected = 0;
        same("digest", message->page, message->want, hash->digest);
        if (hash->digest + sizeof untouched_bytes <= BIG) {
            same("behind a digest", message->page + hash->digest, untouched_bytes, sizeof untouched_bytes);
        }
        same("message", job->data, text, job->length);
    }
    return count;
}

static void flush(const struct batch_hash *hash, loom_batch_ctx *batch, size_t under_way)
{
    expect(CALL(loom_batch_flush)(batch) == 0, "flush");
    expect(polled(hash, batch) == under_way, "the number of messages that ended");
    zeros("lanes after a flush", batch->lane, sizeof batch->lane);
    expect(batch->used == 0 && batch->keyed == 0 && CALL(loom_batch_poll)(batch) == NULL, "an empty batch");
}

/* `count` messages from `length` on, each by `step` longer than the one before. */
static void run(const struct batch_hash *hash, loom_batch_ctx *batch, size_t count, size_t length, size_t step)
{
    if (at(hash->name, "messages, length, step", count, length, step, 0)) {
        keyed = length % 3;
        for (size_t i = 0; i < count; i++) {
            submit(hash, batch, i, (length + i * step) % (GUARDED + 1));
        }
        flush(hash, batch, count);
    }
}

/* Any messages, polled and flushed at any time. One in `far` is one of the longer texts. */
static void mix(const struct batch_hash *hash, loom_batch_ctx *batch, size_t count, size_t shape)
{
    size_t under_way = 0, far = shape % 3 == 0 ? 4 : 40, most = shape % 2 == 0 ? GUARDED : 2 * hash->block;
    keyed = any(3);
    for (size_t i = 0; i < count; i++) {
        submit(hash, batch, i, any(far) == 0 ? GUARDED + 1 + any(longer_count) : any(most + 1));
        under_way++;
        if (any(4) == 0) {
            under_way -= polled(hash, batch);
        }
        if (any(16) == 0) {
            flush(hash, batch, under_way);
            under_way = 0;
        }
    }
    flush(hash, batch, under_way);
}

static void wiped(const struct batch_hash *hash, loom_batch_ctx *batch)
{
    always(hash->name, "a wiped batch", 0, 0, 0, 0);
    hash->init(batch);
    submit(hash, batch, 0, 100);
    CALL(loom_batch_wipe)(batch);
    zeros("wiped batch", batch, sizeof *batch);
    memset(messages[1].page, 0x55, BIG);
    expect(CALL(loom_batch_submit)(batch, &messages[1].job) == -1, "submit to a wiped batch");
    expect(messages[1].page[0] == 0x55, "a digest from a wiped batch");
    expect(CALL(loom_batch_flush)(batch) == -1, "flush of a wiped batch");
    expect(CALL(loom_batch_poll)(batch) == NULL, "poll of a wiped batch");
    if (mac != NULL) {
        expect(mac->submit(batch, mac_key, &messages[1].job) == -1, "submit under HMAC to a wiped batch");
    }
    zeros("wiped batch after that", batch, sizeof *batch);
}

/* A key that is wiped, and a batch of another hash. */
static void refused(const struct batch_hash *hash, loom_batch_ctx *batch)
{
    static loom_batch_ctx before;
    always(hash->name, "refused under HMAC", 0, 0, 0, 0);
    messages[1].job.data = text;
    messages[1].job.length = 100;
    messages[1].job.digest = messages[1].page;
    memset(messages[1].page, 0x55, BIG);
    for (size_t i = 0; i < sizeof batch_hashes / sizeof batch_hashes[0]; i++) {
        batch_hashes[i].init(batch);
        before = *batch;
        if (&batch_hashes[i] == hash) {
            memset(mac_key, 0, mac->context);
        }
        expect(mac->submit(batch, mac_key, &messages[1].job) == -1, "a wiped key, or a batch of another hash");
        expect(memcmp(&before, batch, sizeof before) == 0, "a batch after a refusal");
        expect(messages[1].page[0] == 0x55, "a digest after a refusal");
        make_key(i);
    }
}

static void test_batch(const struct batch_hash *hash)
{
    loom_batch_ctx *batch = place_struct(FIRST, sizeof *batch, any(64));
    size_t lanes, counts[8], n;
    char name[28];
    make_pages();
    wanted = answer(hash->name, NULL);
    snprintf(name, sizeof name, "%s longer", hash->name);
    wanted_longer = answer(name, NULL);
    mac = NULL;
    for (n = 0; n < sizeof batch_macs / sizeof batch_macs[0]; n++) {
        if (strcmp(batch_macs[n].hash, hash->name) == 0) {
            mac = &batch_macs[n];
            macs = answer(mac->name, NULL);
            snprintf(name, sizeof name, "%s longer", mac->name);
            macs_longer = answer(name, NULL);
            make_key(0);
            refused(hash, batch);
        }
    }
    hash->init(batch);
    lanes = batch->lanes > 1 ? batch->lanes : 8;
    counts[0] = 0;
    counts[1] = 1;
    counts[2] = 2;
    counts[3] = lanes - 1;
    counts[4] = lanes;
    counts[5] = lanes + 1;
    counts[6] = 2 * lanes + 1;
    counts[7] = JOBS;
    expect(counts[6] <= ROOM, "more lanes than this test has messages for");
    for (n = 0; n < 8; n++) {
        for (size_t length = 0; length <= 300; length++) {
            run(hash, batch, counts[n], length, 0);
            run(hash, batch, counts[n], length, 1 + length % 129);
        }
    }
    untouched();
    for (n = 0; n < MIXES; n++) {
        batch = place_struct(FIRST, sizeof *batch, n);
        hash->init(batch);
        if (mac != NULL) {
            make_key(n);
        }
        if (at(hash->name, "mix", n, 0, 0, 0)) {
            mix(hash, batch, any(JOBS + 1), n);
        }
        untouched();
    }
    for (n = 0; n < 60; n++) {
        batch = place_struct(FIRST, sizeof *batch, n);
        if (mac != NULL) {
            make_key(n);
        }
        wiped(hash, batch);
        untouched();
    }
}

void test_batches(void)
{
    for (size_t i = 0; i < sizeof batch_hashes / sizeof batch_hashes[0]; i++) {
        test_batch(&batch_hashes[i]);
    }
}
