/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the speed tool's calls of AEADs and its records of TLS 1.3: which AEADs are here, and the same of
 * libcrypto.
 */
#ifndef LOOM_SPEED_CALL_AEAD_H
#define LOOM_SPEED_CALL_AEAD_H

#include "speed_call.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_powers) && \
    defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt)
#define ALL_OF_GCM 1
#endif
#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag) && \
    defined(LOOM_HAVE_chacha20_poly1305_encrypt) && defined(LOOM_HAVE_chacha20_poly1305_decrypt)
#define ALL_OF_CHACHA 1
#endif

enum { NONCE = 12, HEADER = 5, TAG = 16, CHACHA = 20 }; /* the last: rounds, which AES never has */

#define KEY_BYTES(rounds) ((rounds) == CHACHA ? 32 : 4 * (rounds) - 24)

#if defined(LOOM_SPEED_LIBCRYPTO)

const void *EVP_aes_128_gcm(void);
const void *EVP_aes_192_gcm(void);
const void *EVP_aes_256_gcm(void);
const void *EVP_chacha20_poly1305(void);
int EVP_CipherFinal_ex(void *ctx, unsigned char *out, int *written);

enum { GET_TAG = 0x10, SET_TAG = 0x11 }; /* commands of EVP_CIPHER_CTX_ctrl */

static inline const void *kind_of(size_t rounds)
{
    return rounds == 10       ? EVP_aes_128_gcm()
           : rounds == 12     ? EVP_aes_192_gcm()
           : rounds == CHACHA ? EVP_chacha20_poly1305()
                              : EVP_aes_256_gcm();
}

/* One message, with a header of associated data, by a context whose key is set. `tag` is behind the ciphertext. Returns
 * 1, or 0 for a wrong tag. */
static inline int by_cipher(void *ctx, int encrypts, const uint8_t *nonce, const uint8_t *header, const uint8_t *in,
                            uint8_t *out, size_t bytes, uint8_t *tag)
{
    int good;
    EVP_CipherInit_ex(ctx, NULL, NULL, NULL, nonce, encrypts);
    if (!encrypts) {
        EVP_CIPHER_CTX_ctrl(ctx, SET_TAG, TAG, tag);
    }
    EVP_Cipher(ctx, NULL, header, HEADER);
    EVP_Cipher(ctx, out, in, bytes);
    good = EVP_Cipher(ctx, NULL, NULL, 0) >= 0;
    if (encrypts) {
        EVP_CIPHER_CTX_ctrl(ctx, GET_TAG, TAG, tag);
    }
    return good;
}

/* AWS-LC has functions for the whole call. */
#if defined(HAS_OPTIONAL)
typedef const void *aead_fn(void);
OPTIONAL(aead_fn EVP_aead_aes_128_gcm);
OPTIONAL(aead_fn EVP_aead_aes_192_gcm);
OPTIONAL(aead_fn EVP_aead_aes_256_gcm);
OPTIONAL(aead_fn EVP_aead_chacha20_poly1305);
OPTIONAL(void *EVP_AEAD_CTX_new(const void *aead, const uint8_t *key, size_t key_bytes, size_t tag_bytes));
OPTIONAL(void EVP_AEAD_CTX_free(void *ctx));
OPTIONAL(int EVP_AEAD_CTX_seal(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));
OPTIONAL(int EVP_AEAD_CTX_open(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));

static inline aead_fn *aead_of(size_t rounds)
{
    return rounds == 10       ? EVP_aead_aes_128_gcm
           : rounds == 12     ? EVP_aead_aes_192_gcm
           : rounds == CHACHA ? EVP_aead_chacha20_poly1305
                              : EVP_aead_aes_256_gcm;
}

/* One message. The tag follows the ciphertext. */
static inline int by_aead(void *ctx, int encrypts, const uint8_t *nonce, const uint8_t *header, const uint8_t *in,
                          uint8_t *out, size_t bytes)
{
    size_t written;
    return (encrypts ? EVP_AEAD_CTX_seal : EVP_AEAD_CTX_open)(ctx, out, &written, bytes + TAG, nonce, NONCE, in,
                                                              encrypts ? bytes : bytes + TAG, header, HEADER);
}
#endif

#endif

#endif
