/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls the functions that take a pointer and a number of bytes with NULL and zero bytes: with new contexts and with
 * ones that hold a part of a block. Sanitizers find what C leaves undefined. Prints the number of calls.
 */
#include <stdio.h>

#include "asmloom.h"

static unsigned calls;

#define GOOD(call)                 \
    do {                           \
        calls++;                   \
        if ((call) != 0) {         \
            printf("%s\n", #call); \
            return 1;              \
        }                          \
    } while (0)
#define DONE(call) \
    do {           \
        calls++;   \
        call;      \
    } while (0)

static const uint8_t some[256] = {1, 2, 3};
static uint8_t out[512], iv[16];

/* A part of a block, from 0 to 17 bytes, before NULL. */
#define HASHES(hash)                                                                                           \
    do {                                                                                                       \
        loom_##hash##_ctx h;                                                                                   \
        loom_hmac_##hash##_ctx m;                                                                              \
        DONE(loom_##hash(NULL, 0, out));                                                                       \
        DONE(loom_hmac_##hash(NULL, 0, NULL, 0, out));                                                         \
        for (size_t before = 0; before < 18; before++) {                                                       \
            loom_##hash##_init(&h);                                                                            \
            GOOD(loom_##hash##_update(&h, some, before));                                                      \
            GOOD(loom_##hash##_update(&h, NULL, 0));                                                           \
            GOOD(loom_##hash##_final(&h, out));                                                                \
            DONE(loom_hmac_##hash##_init(&m, NULL, 0));                                                        \
            GOOD(loom_hmac_##hash##_update(&m, some, before));                                                 \
            GOOD(loom_hmac_##hash##_update(&m, NULL, 0));                                                      \
            GOOD(loom_hmac_##hash##_final(&m, out));                                                           \
        }                                                                                                      \
        loom_hmac_##hash##_init(&m, NULL, 0);                                                                  \
        GOOD(loom_hmac_##hash##_hidden(&m, some, NULL, 0, 0, out));                                            \
        loom_batch_##hash##_init(&batch);                                                                      \
        for (size_t i = 0; i < 4; i++) {                                                                       \
            loom_batch_job job = {0}, *ended;                                                                  \
            job.digest = out;                                                                                  \
            GOOD(i % 2 ? loom_batch_submit(&batch, &job) : loom_batch_hmac_##hash##_submit(&batch, &m, &job)); \
            GOOD(loom_batch_flush(&batch));                                                                    \
            while ((ended = loom_batch_poll(&batch)) != NULL) {                                                \
            }                                                                                                  \
        }                                                                                                      \
    } while (0)

int main(void)
{
    static loom_batch_ctx batch;
    static loom_tls_batch_ctx records;
    static const int hashes[] = {LOOM_TLS_SHA1, LOOM_TLS_SHA256, LOOM_TLS_SHA384};
    static const size_t digests[] = {20, 32, 48};
    loom_rc4_ctx rc4;
    loom_md5_ctx md5;
    loom_aes_ctx aes;
    loom_aes_ctr_ctx ctr;
    loom_tls_ctx tls;
    HASHES(md5);
    HASHES(sha1);
    HASHES(sha224);
    HASHES(sha256);
    HASHES(sha384);
    HASHES(sha512);
    GOOD(loom_equal(NULL, NULL, 0) - 1);
    loom_rc4_set_key(&rc4, some, 16);
    GOOD(loom_rc4(&rc4, NULL, NULL, 0));
    loom_md5_init(&md5);
    for (int i = 0; i < 3; i++) {
        GOOD(loom_rc4_md5_encrypt(&rc4, &md5, NULL, NULL, 0));
        GOOD(loom_rc4_md5_decrypt(&rc4, &md5, NULL, NULL, 0));
        GOOD(loom_rc4_md5_encrypt(&rc4, &md5, some, out, 15));
    }
    loom_rc4_wipe(&rc4);
    GOOD(loom_rc4(&rc4, NULL, NULL, 0) + 1); /* refused: there is no key */
    GOOD(loom_rc4_md5_encrypt(&rc4, &md5, NULL, NULL, 0) + 1);
    GOOD(loom_rc4_md5_decrypt(&rc4, &md5, NULL, NULL, 0) + 1);
    loom_aes_set_encrypt_key(&aes, some, 16);
    GOOD(loom_aes_ecb_encrypt(&aes, NULL, NULL, 0));
    GOOD(loom_aes_cbc_encrypt(&aes, iv, NULL, NULL, 0));
    for (size_t before = 0; before < 18; before++) {
        GOOD(loom_aes_ctr_init(&ctr, some, 16, some));
        GOOD(loom_aes_ctr_update(&ctr, some, out, before));
        GOOD(loom_aes_ctr_update(&ctr, NULL, NULL, 0));
    }
    loom_aes_set_decrypt_key(&aes, some, 16);
    GOOD(loom_aes_ecb_decrypt(&aes, NULL, NULL, 0));
    GOOD(loom_aes_cbc_decrypt(&aes, iv, NULL, NULL, 0));
    for (size_t i = 0; i < 3; i++) {
        loom_tls_record_job job = {&tls, some, iv, NULL, out, 0};
        loom_tls_wipe(&tls);
        GOOD(loom_tls_set_mac_key(&tls, hashes[i], NULL, 0));
        GOOD(loom_tls_cbc_init(&tls, 1, hashes[i], some, 16, some, digests[i]));
        GOOD(loom_tls_cbc_seal(&tls, some, iv, NULL, out, 0));
        GOOD(loom_tls_batch_init(&records, hashes[i]));
        GOOD(loom_tls_cbc_seal_many(&records, NULL, 0));
        GOOD(loom_tls_cbc_seal_many(&records, &job, 1));
    }
    loom_tls_wipe(&tls);
    GOOD(loom_tls_rc4_init(&tls, LOOM_TLS_SHA1, some, 16, some, 20));
    GOOD(loom_tls_rc4_seal(&tls, some, NULL, out, 0));
    printf("%u\n", calls);
    return 0;
}
