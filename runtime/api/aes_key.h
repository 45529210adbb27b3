/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The check that an AES context has a key, and what functions need that are made of several kernels.
 */
#ifndef LOOM_AES_KEY_H
#define LOOM_AES_KEY_H

#include "internal.h"

#include "keyed.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_powers) &&   \
    defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt) && \
    defined(LOOM_HAVE_aes_gcm_seal_message) && defined(LOOM_HAVE_aes_gcm_open_message)
#define LOOM_AES_GCM 1
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_cbc_encrypt)
#define LOOM_AES_CMAC 1
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_ghash_powers) && \
    defined(LOOM_HAVE_ghash_blocks)
#define LOOM_AES_GCM_SIV 1
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key) && \
    defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_xts_encrypt) && defined(LOOM_HAVE_aes_xts_decrypt)
#define LOOM_AES_XTS 1
#endif

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)

/* LOOM_KEYED of an AES context. */
static inline int loom_aes_keyed(const loom_aes_ctx *ctx, uint32_t direction)
{
    return LOOM_KEYED(ctx, direction);
}

#endif

#endif
