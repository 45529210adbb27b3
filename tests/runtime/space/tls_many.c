/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Many TLS records sealed at once: of random numbers and lengths, under random keys, apart and in place, each between
 * guard pages. loom_tls_cbc_seal, which tls.c compares with other code, tells the records. Refused calls change
 * nothing.
 */
#include "space.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RECORDS = 75, FRAGMENT = 16384, TAIL = 80, CONTEXTS = 5, MIXES = 60, EDGE = 32, HEADER = 11 };

static const struct {
    int number;
    size_t mac;
} hashes[] = {{LOOM_TLS_SHA1, 20}, {LOOM_TLS_SHA256, 32}, {LOOM_TLS_SHA384, 48}};

/* A record, and rooms for its input and output, which end at guard pages. */
static struct record {
    uint8_t header[HEADER], iv[16], after[16], want[FRAGMENT + TAIL];
    uint8_t *in_end, *out_end;
    size_t total;
} records[RECORDS];

static loom_tls_record_job jobs[RECORDS];
static loom_tls_ctx contexts[CONTEXTS], before[CONTEXTS];
static size_t room;

static void make_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    room = (FRAGMENT + TAIL + EDGE + page - 1) / page * page;
    for (size_t i = 0; i < RECORDS && records[i].in_end == NULL; i++) {
        uint8_t *whole = mmap(NULL, 2 * (room + page), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect(whole != MAP_FAILED && mprotect(whole, room, PROT_READ | PROT_WRITE) == 0 &&
                   mprotect(whole + room + page, room, PROT_READ | PROT_WRITE) == 0,
               "no memory");
        records[i].in_end = whole + room;
        records[i].out_end = whole + 2 * room + page;
    }
}

static void random_bytes(uint8_t *to, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        to[i] = (uint8_t)any(256);
    }
}

static void make_keys(size_t which)
{
    for (size_t i = 0; i < CONTEXTS; i++) {
        uint8_t key[32], mac_key[48];
        random_bytes(key, sizeof key);
        random_bytes(mac_key, sizeof mac_key);
        expect(loom_tls_cbc_init(&contexts[i], 1, hashes[which].number, key, i < 3 ? 16 : i * 8, mac_key,
                                 hashes[which].mac) == 0,
               "keys");
    }
    memcpy(before, contexts, sizeof before);
}

/* Makes a record, and what it has to become. */
static void make(size_t i, size_t length, loom_tls_ctx *ctx, int in_place)
{
    struct record *record = &records[i];
    loom_tls_record_job *job = &jobs[i];
    const uint8_t *plain = text + any(16);
    record->total = loom_tls_cbc_length(ctx, length);
    random_bytes(record->header, HEADER);
    random_bytes(record->iv, 16);
    memcpy(record->after, record->iv, 16);
    expect(loom_tls_cbc_seal(ctx, record->header, record->after, plain, record->want, length) == 0, "one record");
    memset(record->out_end - record->total - EDGE, 0x55, record->total + EDGE);
    job->ctx = ctx;
    job->header = record->header;
    job->iv = record->iv;
    job->out = record->out_end - record->total;
    job->in = in_place ? job->out : record->in_end - length;
    job->length = length;
    if (length > 0) {
        memcpy(in_place ? job->out : record->in_end - length, plain, length);
        memcpy(record->in_end - length, plain, length); /* for the comparison */
    } else if (!in_place) {
        job->in = NULL;
    }
}

static void right(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct record *record = &records[i];
        size_t length = jobs[i].length;
        same("record", jobs[i].out, record->want, record->total);
        same("IV", record->iv, record->after, 16);
        for (size_t n = 0; n < EDGE; n++) {
            expect(jobs[i].out[n - EDGE] == 0x55, "before the record");
        }
        if (jobs[i].in != jobs[i].out && length > 0) {
            for (size_t n = 0; n < length; n++) {
                expect(jobs[i].in[n] == record->in_end[n - length], "plaintext");
            }
        }
    }
    expect(memcmp(contexts, before, sizeof before) == 0, "the keys stay");
}

/* Nothing that depends on keys stays in the batch: its lanes, round keys and chaining values are zeros. */
static void no_secrets(const loom_tls_batch_ctx *batch)
{
    zeros("lanes", batch->macs.lane, sizeof batch->macs.lane);
    zeros("round keys", batch->cipher.room, sizeof batch->cipher.room);
    expect(batch->macs.used == 0 && batch->macs.first == NULL && batch->cipher.used == 0 && batch->cipher.first == NULL,
           "jobs");
}

/* Lengths: all alike; any; or few bytes. */
static size_t a_length(size_t mix, size_t alike)
{
    return mix % 3 == 0 ? alike : mix % 3 == 1 ? any(LONGEST) : any(90);
}

static void mixes(size_t which)
{
    loom_tls_batch_ctx *batch = place_struct(FIRST, sizeof *batch, which);
    memset(batch, 0xa5, sizeof *batch);
    expect(CALL(loom_tls_batch_init)(batch, hashes[which].number) == 0, "begins");
    for (size_t mix = 0; mix < MIXES; mix++) {
        size_t count = mix < 36 ? mix : any(RECORDS + 1), alike = any(LONGEST), keys = 1 + any(CONTEXTS);
        always("loom_tls_cbc_seal_many", "hash, mix, records, bytes", which, mix, count, alike);
        for (size_t i = 0; i < count; i++) {
            make(i, a_length(mix, alike), &contexts[any(keys)], any(2) == 0);
        }
        expect(CALL(loom_tls_cbc_seal_many)(batch, jobs, count) == 0, "result");
        right(count);
        no_secrets(batch);
    }
    for (size_t i = 0; i < 33; i++) {
        make(i, FRAGMENT - (i == 5), &contexts[0], i % 2 == 0);
    }
    always("loom_tls_cbc_seal_many", "the longest records, hash", which, 0, 0, 0);
    expect(CALL(loom_tls_cbc_seal_many)(batch, jobs, 33) == 0, "the longest");
    right(33);
    CALL(loom_tls_batch_wipe)(batch);
    zeros("wiped batch", batch, sizeof *batch);
    expect(CALL(loom_tls_cbc_seal_many)(batch, jobs, 1) == -1, "a wiped batch");
    untouched();
}

/* The last of the records is refused: all stay as they are. */
static void refused(size_t which)
{
    static loom_tls_batch_ctx batch;
    static loom_tls_ctx wrong[3];
    expect(CALL(loom_tls_batch_init)(&batch, hashes[which].number) == 0, "begins");
    expect(loom_tls_cbc_init(&wrong[0], 0, hashes[which].number, text, 16, text, hashes[which].mac) == 0, "opens");
    expect(loom_tls_cbc_init(&wrong[1], 1, hashes[(which + 1) % 3].number, text, 16, text,
                             hashes[(which + 1) % 3].mac) == 0,
           "another hash");
    CALL(loom_tls_wipe)(&wrong[2]);
    for (size_t n = 0; n < 4; n++) {
        const size_t count = 20;
        always("loom_tls_cbc_seal_many", "refused: hash, reason", which, n, 0, 0);
        for (size_t i = 0; i < count; i++) {
            make(i, 600, &contexts[0], 0);
        }
        if (n < 3) {
            jobs[count - 1].ctx = &wrong[n];
        } else {
            jobs[count - 1].length = FRAGMENT + 1;
        }
        expect(CALL(loom_tls_cbc_seal_many)(&batch, jobs, count) == -1, "refused");
        for (size_t i = 0; i < count; i++) {
            for (size_t at = 0; at < records[i].total; at++) {
                expect(jobs[i].out[at] == 0x55, "nothing is written");
            }
        }
    }
}

static void refused_hashes(void)
{
    static const int none[] = {-1, 0, LOOM_TLS_MD5, 5, 99};
    static loom_tls_batch_ctx batch;
    for (size_t i = 0; i < 60; i++) {
        always("loom_tls_batch_init", "a hash", i, 0, 0, 0);
        expect(CALL(loom_tls_batch_init)(&batch, none[i % 5]) == -1, "refused");
        make(0, 600, &contexts[0], 0);
        expect(CALL(loom_tls_cbc_seal_many)(&batch, jobs, 1) == -1, "no batch");
        CALL(loom_tls_batch_wipe)(&batch);
        zeros("wiped batch", &batch, sizeof batch);
    }
}

void test_tls_many(void)
{
    make_pages();
    for (size_t which = 0; which < sizeof hashes / sizeof hashes[0]; which++) {
        make_keys(which);
        mixes(which);
        refused(which);
    }
    refused_hashes();
}
