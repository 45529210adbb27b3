/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Batches of AES-CBC encryption: messages of every length with keys of their own, in place and
 * apart, in batches of every size, equal and very unequal, with flushes and polls at any time. Input and output lie
 * between guard pages. test_aes compares the function for one message, which tells the ciphertext here, with other
 * code.
 */
#include "space.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { JOBS = 41, MOST = LONGEST / 16 * 16, MIXES = 400, KEYS = 3, EDGE = 32 };

static const size_t key_bytes[KEYS] = {16, 24, 32};

/* A message. The job is not the first member: jobs may stand anywhere in a caller's structure. */
static struct message {
    size_t expected; /* times that poll returns it from now on */
    loom_batch_aes_cbc_job job;
    loom_aes_ctx key, key_before;
    uint8_t iv[16], after[16], plain[MOST], want[MOST];
    uint8_t *in_page, *out_page;
} messages[JOBS];

static size_t page;

static void make_pages(void)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < JOBS && messages[i].in_page == NULL; i++) {
        uint8_t *whole = mmap(NULL, 5 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect(whole != MAP_FAILED && mprotect(whole + page, page, PROT_READ | PROT_WRITE) == 0 &&
                   mprotect(whole + 3 * page, page, PROT_READ | PROT_WRITE) == 0,
               "no memory");
        messages[i].in_page = whole + page;
        messages[i].out_page = whole + 3 * page;
    }
}

/* Makes message `i` of `length` bytes, and the expected ciphertext. `how`: 0 and 1 before the upper guard page, 2 and 3
 * behind the lower one; even numbers in place. */
static void make(size_t i, size_t length, size_t key, size_t how)
{
    struct message *message = &messages[i];
    uint8_t bytes[32];
    for (size_t n = 0; n < sizeof bytes; n++) {
        bytes[n] = (uint8_t)any(256);
    }
    for (size_t n = 0; n < 16; n++) {
        message->iv[n] = message->after[n] = (uint8_t)any(256);
    }
    expect(loom_aes_set_encrypt_key(&message->key, bytes, key_bytes[key]) == 0, "key");
    message->key_before = message->key;
    memcpy(message->plain, text + any(16), length);
    expect(loom_aes_cbc_encrypt(&message->key, message->after, message->plain, message->want, length) == 0, "one");
    memset(message->in_page, 0x33, page);
    memset(message->out_page, 0x55, page);
    message->job.key = &message->key;
    message->job.iv = message->iv;
    message->job.length = length;
    message->job.out = message->in_page + (how & 2 ? 0 : page - length);
    message->job.in = memcpy(message->job.out, message->plain, length);
    if (how & 1) {
        message->job.out = message->out_page + (how & 2 ? 0 : page - length);
    }
}

static void right(const struct message *message)
{
    const loom_batch_aes_cbc_job *job = &message->job;
    int in_place = job->in == job->out, below = (uintptr_t)job->out % page != 0;
    const uint8_t *around = below ? job->out - EDGE : job->out + job->length;
    same("ciphertext", job->out, message->want, job->length);
    same("the last block", message->iv, message->after, 16);
    for (size_t n = 0; n < EDGE && job->length + EDGE <= page && job->length > 0; n++) {
        expect(around[n] == (in_place ? 0x33 : 0x55), "around the ciphertext");
    }
    if (!in_place) {
        same("plaintext", job->in, message->plain, job->length);
    }
    expect(memcmp(&message->key, &message->key_before, sizeof message->key) == 0, "the key stays");
}

static void submit(loom_batch_aes_cbc_ctx *batch, size_t i, size_t length, size_t key, size_t how)
{
    make(i, length, key, how);
    messages[i].expected = 1;
    expect(CALL(loom_batch_aes_cbc_submit)(batch, &messages[i].job) == 0, "submit");
}

/* Takes all messages that have ended, and checks each. Returns their number. */
static size_t polled(loom_batch_aes_cbc_ctx *batch)
{
    size_t count = 0;
    for (loom_batch_aes_cbc_job *job; (job = CALL(loom_batch_aes_cbc_poll)(batch)) != NULL; count++) {
        struct message *message = (struct message *)(void *)((uint8_t *)job - offsetof(struct message, job));
        expect(message >= messages && message < messages + JOBS && message->expected == 1, "a job not under way");
        message->expected = 0;
        right(message);
    }
    return count;
}

static void flush(loom_batch_aes_cbc_ctx *batch, size_t under_way)
{
    expect(CALL(loom_batch_aes_cbc_flush)(batch) == 0, "flush");
    expect(polled(batch) == under_way, "the number of messages that ended");
    zeros("round keys after a flush", batch->room, sizeof batch->room);
    expect(batch->used == 0 && CALL(loom_batch_aes_cbc_poll)(batch) == NULL, "an empty batch");
}

/* `count` messages from `length` on, each by `step` longer than the one before. */
static void run(loom_batch_aes_cbc_ctx *batch, size_t count, size_t length, size_t step, size_t key)
{
    if (at("batch_aes_cbc", "messages, length, step, key", count, length, step, key)) {
        size_t ended = 0;
        for (size_t i = 0; i < count; i++) {
            submit(batch, i, (length + i * step) % (MOST + 16), key, i + count);
            ended += polled(batch);
        }
        flush(batch, count - ended);
    }
}

/* Any messages, polled and flushed at any time; a number goes again as soon as its message has ended. Keys of all
 * sizes, or of one. */
static void mix(loom_batch_aes_cbc_ctx *batch, size_t count, size_t shape)
{
    size_t under_way = 0, most = shape % 2 ? MOST / 16 : 5;
    for (size_t i = 0; i < JOBS; i++) {
        messages[i].expected = 0;
    }
    for (size_t n = 0; n < count; n++) {
        size_t i = any(JOBS);
        if (messages[i].expected == 0) {
            submit(batch, i, 16 * any(most + 1), shape % 5 == 0 ? any(KEYS) : shape % KEYS, any(4));
            under_way++;
        }
        if (any(4) == 0) {
            under_way -= polled(batch);
        }
        if (any(24) == 0) {
            flush(batch, under_way);
            under_way = 0;
        }
    }
    flush(batch, under_way);
}

static int untouched_job(size_t i, size_t length)
{
    return memcmp(messages[i].job.out, messages[i].plain, length) == 0;
}

static void refused(loom_batch_aes_cbc_ctx *batch)
{
    const uint8_t some[32] = {1};
    always("batch_aes_cbc", "refusals", 0, 0, 0, 0);
    CALL(loom_batch_aes_cbc_init)(batch);
    for (size_t length = 1; length < 64; length += length % 16 == 15 ? 2 : 1) {
        make(0, 64, 0, 0);
        messages[0].job.length = length;
        expect(CALL(loom_batch_aes_cbc_submit)(batch, &messages[0].job) == -1, "a part of a block");
        expect(untouched_job(0, 64), "the message stays");
    }
    make(0, 64, 0, 0);
    expect(loom_aes_set_decrypt_key(&messages[0].key, some, 16) == 0, "key");
    expect(CALL(loom_batch_aes_cbc_submit)(batch, &messages[0].job) == -1, "a key that decrypts");
    loom_aes_wipe(&messages[0].key);
    expect(CALL(loom_batch_aes_cbc_submit)(batch, &messages[0].job) == -1, "a wiped key");
    expect(untouched_job(0, 64), "the message stays");
    flush(batch, 0);
    for (size_t i = 0; i < 3; i++) {
        submit(batch, i, 160, 0, 0);
    }
    CALL(loom_batch_aes_cbc_wipe)(batch);
    zeros("wiped batch", batch, sizeof *batch);
    make(1, 64, 0, 0);
    expect(CALL(loom_batch_aes_cbc_submit)(batch, &messages[1].job) == -1, "submit to a wiped batch");
    expect(untouched_job(1, 64), "the message stays");
    expect(CALL(loom_batch_aes_cbc_flush)(batch) == -1, "flush of a wiped batch");
    expect(CALL(loom_batch_aes_cbc_poll)(batch) == NULL, "poll of a wiped batch");
    zeros("wiped batch after that", batch, sizeof *batch);
    for (size_t i = 0; i < 3; i++) {
        messages[i].expected = 0;
    }
}

void test_batches_of_aes(void)
{
    loom_batch_aes_cbc_ctx *batch = place_struct(FIRST, sizeof *batch, any(64));
    size_t lanes, counts[8];
    make_pages();
    CALL(loom_batch_aes_cbc_init)(batch);
    lanes = batch->lanes > 1 ? batch->lanes : 8;
    counts[0] = 0;
    counts[1] = 1;
    counts[2] = 2;
    counts[3] = lanes - 1;
    counts[4] = lanes;
    counts[5] = lanes + 1;
    counts[6] = 2 * lanes + 1;
    counts[7] = JOBS;
    for (size_t n = 0; n < 8; n++) {
        for (size_t length = 0; length <= 600; length += 16) {
            for (size_t key = 0; key < KEYS; key++) {
                run(batch, counts[n], length, 0, key);
                run(batch, counts[n], length, 16 + length % 128, key);
            }
        }
    }
    untouched();
    for (size_t n = 0; n < MIXES; n++) {
        batch = place_struct(FIRST, sizeof *batch, n);
        CALL(loom_batch_aes_cbc_init)(batch);
        if (at("batch_aes_cbc", "mix", n, 0, 0, 0)) {
            mix(batch, any(4 * JOBS), n);
        }
        untouched();
    }
    for (size_t n = 0; n < 60; n++) {
        batch = place_struct(FIRST, sizeof *batch, n);
        refused(batch);
        untouched();
    }
}
