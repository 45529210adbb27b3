/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The inner halves of stream ciphers, and of a cipher beside a hash, for functions that clean up after more than one
 * call.
 */
#ifndef LOOM_STITCHED_H
#define LOOM_STITCHED_H

#include "hash.h"

LOOM_INTERNAL_BEGIN

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)
int loom_rc4_work(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);
#endif

/* Encrypts if `opens` is 0, decrypts if `opens` is 1. */
#if defined(LOOM_HAVE_rc4_md5_blocks)
int loom_rc4_md5_work(loom_rc4_ctx *rc4, loom_md5_ctx *md5, int opens, const uint8_t *in, uint8_t *out, size_t length);
#endif

#define LOOM_CBC_AND_HASH_DECLARED(name, kernel, word, words, block)                                  \
    void loom_aes_cbc_##name##_work(const loom_aes_ctx *aes, uint8_t iv[16], loom_##name##_ctx *hash, \
                                    const uint8_t *in, uint8_t *out, size_t length);
LOOM_AES_CBC_HASHES(LOOM_CBC_AND_HASH_DECLARED)

LOOM_INTERNAL_END

#endif
