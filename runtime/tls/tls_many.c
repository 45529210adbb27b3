/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Many CBC records sealed at once: their MACs by a batch of hashes, then plaintext, MACs and padding by a batch of
 * AES-CBC. A record by itself takes one pass of a kernel for both, which hides much of the hash behind the cipher. So
 * records are sealed one by one unless both batches have kernels for several messages here, and enough records of alike
 * lengths to fill them.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC)

#include "memory.h"

#include "batch.h"
#include "clean.h"

enum { GROUP = sizeof((loom_tls_batch_ctx *)0)->macs_of / sizeof(loom_batch_job) };

/* The number of records from which on a kernel is taken here: twice as many as make it as fast as one message after
 * another, because one pass over both is up to twice as fast as two passes; or all lanes. */
static size_t gaining(size_t least, size_t lanes)
{
    return 2 * least < lanes ? 2 * least : lanes;
}

int LOOM_CDECL loom_tls_batch_init(loom_tls_batch_ctx *batch, int hash)
{
    loom_batch_ctx *macs = &batch->macs;
    size_t first, second;
#define MACS_OF(name, number)                              \
    if (hash == (number) && (number) != LOOM_TLS_MD5) {    \
        memset(batch, 0, sizeof *batch);                   \
        loom_batch_##name##_init(macs);                    \
        batch->hash = (number);                            \
        batch->digest = (uint32_t)loom_hash_##name.digest; \
    }
    batch->hash = 0;
    LOOM_TLS_HASHES(MACS_OF)
    if (batch->hash == 0) {
        return -1;
    }
    loom_batch_aes_cbc_init(&batch->cipher);
    if (macs->lanes > 0 && batch->cipher.lanes > 0) {
        first = gaining(macs->way[0].least, loom_batch_rows[macs->way[0].number - 1].lanes);
        second = gaining(batch->cipher.least, batch->cipher.lanes);
        batch->least = (uint32_t)(first > second ? first : second);
        batch->shortest = macs->shortest > batch->cipher.shortest ? macs->shortest : batch->cipher.shortest;
    }
    return 0;
}

void LOOM_CDECL loom_tls_batch_wipe(loom_tls_batch_ctx *batch)
{
    loom_wipe(batch, sizeof *batch);
}

static void make_macs(loom_tls_batch_ctx *batch, const loom_tls_record_job *const *record, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        loom_batch_before before = {&record[i]->ctx->outer, batch->header[i], TLS_HEADER};
        loom_batch_job *job = &batch->macs_of[i];
        tls_make_header(batch->header[i], record[i]->header, record[i]->length);
        job->data = record[i]->in;
        job->length = record[i]->length;
        job->digest = record[i]->out + record[i]->length;
        loom_batch_submit_behind(&batch->macs, job, &before);
    }
    (void)loom_batch_flush(&batch->macs);
    while (loom_batch_poll(&batch->macs) != NULL) {
    }
}

static void encrypt(loom_tls_batch_ctx *batch, const loom_tls_record_job *const *record, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const loom_tls_record_job *from = record[i];
        loom_batch_aes_cbc_job *job = &batch->ciphers_of[i];
        size_t total = loom_tls_cbc_length(from->ctx, from->length);
        size_t end = from->length + batch->digest;
        if (from->in != from->out && from->length > 0) { /* `in` may be NULL otherwise */
            memcpy(from->out, from->in, from->length);
        }
        memset(from->out + end, (int)(total - end - 1), total - end);
        job->key = &from->ctx->cipher.aes;
        job->iv = from->iv;
        job->in = job->out = from->out;
        job->length = total;
        (void)loom_batch_aes_cbc_submit(&batch->cipher, job);
    }
    (void)loom_batch_aes_cbc_flush(&batch->cipher);
    while (loom_batch_aes_cbc_poll(&batch->cipher) != NULL) {
    }
}

/* Seals one by one the records that are too short to gain, and all of them if the others are too few, or too unequal:
 * while only long ones are left, kernels for several messages have lanes without one. */
static LOOM_INNER void seal_group(loom_tls_batch_ctx *batch, const loom_tls_record_job *jobs, size_t count)
{
    const loom_tls_record_job *record[GROUP];
    size_t gain = 0, longest = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = jobs[i].length;
        if (length >= batch->shortest) {
            record[gain++] = &jobs[i];
            longest = longest > length ? longest : length;
            sum += length;
        }
    }
    if (batch->least == 0 || gain < batch->least || sum < batch->least * longest) {
        gain = 0;
    }
    if (gain < count) {
        for (size_t i = 0; i < count; i++) {
            const loom_tls_record_job *job = &jobs[i];
            if (gain == 0 || job->length < batch->shortest) {
                (void)loom_tls_cbc_seal(job->ctx, job->header, job->iv, job->in, job->out, job->length);
            }
        }
    }
    if (gain > 0) {
        make_macs(batch, record, gain);
        encrypt(batch, record, gain);
    }
}

int LOOM_CDECL loom_tls_cbc_seal_many(loom_tls_batch_ctx *batch, const loom_tls_record_job *jobs, size_t count)
{
    int wiped = batch->hash == 0;
    if (wiped) {
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        const loom_tls_ctx *ctx = jobs[i].ctx;
        if (ctx->kind != TLS_CBC_SEALS || ctx->hash != batch->hash || jobs[i].length > TLS_PLAINTEXT) {
            return -1;
        }
    }
    for (size_t at = 0; at < count; at += GROUP) {
        seal_group(batch, jobs + at, count - at < GROUP ? count - at : GROUP);
    }
    loom_clean_below(LOOM_LITTLE_DEAD); /* of copies of plaintext */
    return 0;
}

#endif
