/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the parts of the search for residue.
 */
#ifndef LOOM_TESTS_RESIDUE_H
#define LOOM_TESTS_RESIDUE_H

#include "asmloom.h"
#include "asmloom_kernels.h" /* for LOOM_HASHES and its like */
#include "driver.h"

enum { ROOM = 2304, STREAMS = 16, STREAM = ROOM / STREAMS };

#define HASH_CONTEXT(name, kernel, type, words, block, digest, little) loom_##name##_ctx name;
#define HMAC_CONTEXT(name, kernel, type, words, block, digest, little) loom_hmac_##name##_ctx hmac_##name;

/* The memory of the arguments: at the same addresses in every call, and zeroed before each call. */
extern struct memory {
    uint8_t key[256], mac_key[256], iv[16], header[11], digest[64];
    uint8_t in[ROOM], out[ROOM];
    uint64_t state[8];
    size_t opened;
    loom_rc4_ctx rc4;
    LOOM_HASHES(HASH_CONTEXT)
    LOOM_HMACS(HMAC_CONTEXT)
    loom_aes_ctx aes;
    loom_aes_ctr_ctx ctr;
    loom_aes_ctx stream_keys[STREAMS];
    uint8_t round_keys[STREAMS * 240], stream_ivs[STREAMS][16];
    loom_batch_aes_cbc_ctx batch;
    loom_batch_aes_cbc_job jobs[STREAMS];
    loom_batch_ctx hashes;
    loom_batch_job messages[LOOM_MOST_LANES];
    const uint8_t *stream_in[STREAMS];
    uint8_t *stream_out[STREAMS];
    loom_tls_ctx tls, peer;
    loom_tls_batch_ctx records;
    loom_tls_record_job record[STREAMS];
    uint8_t sealed[STREAMS][800];
    loom_rsa_key rsa;
    loom_rsa_work work;
    loom_rsa_parts parts;
} m;

/* Random bytes: other ones in each call, and the same ones in each. */
void secret(uint8_t *at, size_t size);
void published(uint8_t *at, size_t size);

/* The call to make, for a report by what `note` and `size` say. Returns 1. */
int called(loom_fn function, const char *note, size_t size, const uint64_t *arguments, size_t count);

#define P(pointer) ((uint64_t)(uintptr_t)(pointer))
#define CALL(function, note, size, ...)                                      \
    called((loom_fn)(function), note, size, (const uint64_t[]){__VA_ARGS__}, \
           sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

/* A function, and the function that prepares its n-th call, or returns 0 after the last. */
struct residue_case {
    const char *name;
    int (*prepare)(unsigned shape);
};
extern const struct residue_case residue_cases[]; /* the last one has no name */

#endif
