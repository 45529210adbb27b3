/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Rows that measure a whole call of a public function, beside the same call of libcrypto.
 *
 * libcrypto offers most work in several ways: one call, the functions of an algorithm (SHA256_Update), EVP with a
 * context that was made beforehand. All of them are declared here and are public; a row lists them as peers of one
 * name, and the fastest way at each size is measured.
 */
#ifndef LOOM_SPEED_CALL_H
#define LOOM_SPEED_CALL_H

#include "speed.h"

/* The fields that rows of calls leave out are those of kernels. */
#define CALL_ROW(row, function, run, peers, smallest, largest, result, rounds, unit) \
    {row, NULL, NULL, run, NULL, peers, smallest, largest, result, rounds, unit, NULL, function}

/* The function of a side: `start` before the first call, `call` for each, and `end` after the last. */
#define RUN(name, start, call, end)                                       \
    static void run_##name(struct side *side, size_t bytes, size_t times) \
    {                                                                     \
        (void)bytes;                                                      \
        if (times == 1) {                                                 \
            start;                                                        \
        }                                                                 \
        for (; times > 0; times--) {                                      \
            call;                                                         \
        }                                                                 \
        end;                                                              \
    }
#define NOTHING (void)0
#define STATE(type) ((type *)(void *)side->state)

#if defined(LOOM_SPEED_LIBCRYPTO)

#define WAY(way, run, here) {"libcrypto", run, here, way}

const char *OpenSSL_version(int kind);

/* Objects of libcrypto stand behind pointers. */
void *EVP_MD_CTX_new(void);
int EVP_DigestInit_ex(void *ctx, const void *kind, void *engine);
int EVP_DigestUpdate(void *ctx, const void *data, size_t length);
int EVP_DigestFinal_ex(void *ctx, unsigned char *digest, unsigned *length);

void *EVP_CIPHER_CTX_new(void);
int EVP_CipherInit_ex(void *ctx, const void *kind, void *engine, const unsigned char *key, const unsigned char *iv,
                      int encrypts);
int EVP_CIPHER_CTX_set_padding(void *ctx, int pads);
int EVP_CIPHER_CTX_ctrl(void *ctx, int command, int number, void *data);
int EVP_CipherUpdate(void *ctx, unsigned char *out, int *written, const unsigned char *in, int length);
int EVP_Cipher(void *ctx, unsigned char *out, const unsigned char *in, size_t length);

const void *EVP_md5(void);
const void *EVP_ripemd160(void);
const void *EVP_sha1(void);
const void *EVP_sha224(void);
const void *EVP_sha256(void);
const void *EVP_sha384(void);
const void *EVP_sha512(void);

unsigned char *HMAC(const void *kind, const void *key, size_t key_length, const unsigned char *data, size_t length,
                    unsigned char *mac, unsigned *mac_length);
void *HMAC_CTX_new(void);
int HMAC_Init_ex(void *ctx, const void *key, size_t key_length, const void *kind, void *engine);
int HMAC_Update(void *ctx, const unsigned char *data, size_t length);
int HMAC_Final(void *ctx, unsigned char *mac, unsigned *length);

/* OpenSSL 3 looks for an algorithm at each use of an object such as EVP_sha1(), but not of an object that was fetched.
 * Other libraries of this interface fetch nothing. */
#if defined(HAS_OPTIONAL)
OPTIONAL(void *EVP_MD_fetch(void *library, const char *name, const char *properties));
#define FETCHED_DIGEST(kind, name) (EVP_MD_fetch != NULL ? EVP_MD_fetch(NULL, name, NULL) : (kind)())

struct parameter {
    const char *key;
    unsigned type;
    void *data;
    size_t size, returned;
};
OPTIONAL(void *EVP_MAC_fetch(void *library, const char *name, const char *properties));
OPTIONAL(void *EVP_MAC_CTX_new(void *mac));
OPTIONAL(int EVP_MAC_init(void *ctx, const unsigned char *key, size_t key_length, const struct parameter *parameters));
OPTIONAL(int EVP_MAC_update(void *ctx, const unsigned char *data, size_t length));
OPTIONAL(int EVP_MAC_final(void *ctx, unsigned char *mac, size_t *length, size_t size));

/* OpenSSL 3 has its oldest algorithms in a part that a program asks for, and then has to ask for the others too. */
OPTIONAL(void *OSSL_PROVIDER_load(void *library, const char *name));
static inline void load_legacy(void)
{
    static int tried;
    if (!tried && OSSL_PROVIDER_load != NULL) {
        OSSL_PROVIDER_load(NULL, "default");
        OSSL_PROVIDER_load(NULL, "legacy");
    }
    tried = 1;
}
#else
#define FETCHED_DIGEST(kind, name) (kind)()
static inline void load_legacy(void)
{
}
#endif

#endif
#endif
