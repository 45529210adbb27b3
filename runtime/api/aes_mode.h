/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The AES interface but for counter mode: checks sizes and keys, and calls the kernels that dispatch chose. The file of
 * each kernel has AES_<kernel>.
 */
#ifndef LOOM_AES_MODE_H
#define LOOM_AES_MODE_H

#include "aes_key.h"
#include "entry.h"

#define SET_KEY(name, which)                                                                \
    int LOOM_CDECL loom_aes_##name(loom_aes_ctx *ctx, const uint8_t *key, size_t key_bytes) \
    {                                                                                       \
        if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32) {                        \
            return -1;                                                                      \
        }                                                                                   \
        ctx->rounds = (uint32_t)key_bytes / 4 + 6;                                          \
        ctx->direction = ctx->rounds ^ (which);                                             \
        loom_call_aes_##name(key, ctx->rounds, ctx->schedule);                              \
        return 0;                                                                           \
    }

/* A mode on whole blocks. Kernels change nothing for no blocks. `TAKES` and `PASSES`: the parameter and the argument
 * that the mode has beside the text. */
#define MODE(name, which, TAKES, PASSES)                                                                          \
    int LOOM_CDECL loom_aes_##name(const loom_aes_ctx *ctx, TAKES const uint8_t *in, uint8_t *out, size_t length) \
    {                                                                                                             \
        if (length % 16 != 0 || !loom_aes_keyed(ctx, which)) {                                                    \
            return -1;                                                                                            \
        }                                                                                                         \
        loom_call_aes_##name(ctx->schedule, ctx->rounds, PASSES in, out, length / 16);                            \
        return 0;                                                                                                 \
    }
#define NOTHING
#define TAKES_IV uint8_t iv[16],
#define PASSES_IV iv,

#define AES_aes_set_encrypt_key SET_KEY(set_encrypt_key, LOOM_ENCRYPTS)
#define AES_aes_set_decrypt_key SET_KEY(set_decrypt_key, LOOM_DECRYPTS)

/* A set may have a mode's kernel without that of its keys. */
#if defined(LOOM_HAVE_aes_set_encrypt_key)
#define AES_aes_ecb_encrypt MODE(ecb_encrypt, LOOM_ENCRYPTS, NOTHING, NOTHING)
#define AES_aes_cbc_encrypt MODE(cbc_encrypt, LOOM_ENCRYPTS, TAKES_IV, PASSES_IV)
#else
#define AES_aes_ecb_encrypt
#define AES_aes_cbc_encrypt
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
#define AES_aes_ecb_decrypt MODE(ecb_decrypt, LOOM_DECRYPTS, NOTHING, NOTHING)
#define AES_aes_cbc_decrypt MODE(cbc_decrypt, LOOM_DECRYPTS, TAKES_IV, PASSES_IV)
#else
#define AES_aes_ecb_decrypt
#define AES_aes_cbc_decrypt
#endif

#endif
