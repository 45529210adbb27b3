/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the files about ciphers share: one kind of context for all of them.
 */
#ifndef ASMLOOM_PROVIDER_CIPHER_H
#define ASMLOOM_PROVIDER_CIPHER_H

#include "provider.h"

enum { LARGEST_BLOCK = 16, LARGEST_KEY = 56, LARGEST_MAC = 48 }; /* bytes; RC4 keeps no key */

enum mode { STREAM = 0, ECB = 1, CBC = 2, CTR = 5 }; /* OpenSSL's numbers */

/* A block cipher's functions. ctx is its context. Keys have from `least` to `most` bytes, where a context may choose.
 */
struct family {
    size_t least, most;
    int (*set_key[2])(void *ctx, const uint8_t *key, size_t key_bytes); /* for decryption, encryption */
    int (*ecb[2])(const void *ctx, const uint8_t *in, uint8_t *out, size_t length);
    int (*cbc[2])(const void *ctx, uint8_t *iv, const uint8_t *in, uint8_t *out, size_t length);
    int (*ctr)(const void *ctx, uint8_t *counter, const uint8_t *in, uint8_t *out, size_t length);
};

struct cipher {
    enum mode mode;
    size_t key_bytes, block, iv_bytes;
    int any_key; /* a context may choose the bytes of its key */
    const struct family *family;
    int random_key; /* contexts make keys, whose bytes have odd parity */
};

struct cipher_ctx {
    const struct provider *provider;
    const struct cipher *cipher;
    union {
        loom_aes_ctx aes;
        loom_camellia_ctx camellia;
        loom_seed_ctx seed;
        loom_des_ctx des;
        loom_blowfish_ctx blowfish;
        loom_cast128_ctx cast128;
        loom_aes_ctr_ctx ctr;
        loom_rc4_ctx rc4;
    } key;
    uint8_t raw[LARGEST_KEY]; /* the key of ECB or CBC, for a change of the direction without a key */
    size_t key_bytes;
    int encrypts, has_key, has_iv, pads;
    uint8_t iv[LARGEST_BLOCK], first_iv[LARGEST_BLOCK];
    uint8_t stream[LARGEST_BLOCK]; /* of counter mode of a family, whose counter is the IV */
    uint32_t left;                 /* bytes of the stream */
    uint8_t
        held[LARGEST_BLOCK]; /* input that waits for more: less than a block, or the last block if it may be padding */
    size_t held_bytes;
    /* TLS: each update is one record. */
    unsigned tls_version; /* 0: none */
    size_t mac_bytes;
    const uint8_t *mac; /* of the last opened record */
    uint8_t mac_copy[LARGEST_MAC];
    uint8_t chance[40]; /* random bytes and a number, for MACs in place of those behind wrong padding */
    int has_chance;
};

/* Where the next counter and the bytes that are left of the last one's stream are: AES has a context for both. */
static inline uint8_t *cipher_counter(struct cipher_ctx *ctx)
{
    return ctx->cipher->family != NULL ? ctx->iv : ctx->key.ctr.counter;
}

static inline uint32_t *cipher_left(struct cipher_ctx *ctx)
{
    return ctx->cipher->family != NULL ? &ctx->left : &ctx->key.ctr.left;
}

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* Keeps a function out of its caller. */
#if defined(__GNUC__)
#define APART __attribute__((noinline))
#elif defined(_MSC_VER)
#define APART __declspec(noinline)
#else
#define APART
#endif

/* Encrypts or decrypts any number of whole blocks, or of bytes of a stream. out is in, or they do not overlap. */
int cipher_run(struct cipher_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* One record of TLS in place, for an AES-CBC context. */
int cipher_cbc_record(struct cipher_ctx *ctx, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                      size_t bytes);
/* Prepares random bytes for cipher_cbc_record. */
int cipher_take_chance(struct cipher_ctx *ctx);

int cipher_block_update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in,
                        size_t bytes);
int cipher_block_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room);
int cipher_stream_update(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in,
                         size_t bytes);
int cipher_stream_final(void *vctx, unsigned char *out, size_t *out_bytes, size_t room);
int cipher_whole(void *vctx, unsigned char *out, size_t *out_bytes, size_t room, const unsigned char *in, size_t bytes);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
