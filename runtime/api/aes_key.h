/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The check that an AES context has a key.
 */
#ifndef LOOM_AES_KEY_H
#define LOOM_AES_KEY_H

#include "internal.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)

/* A context's `direction` is one of these marks, with the number of rounds added by exclusive or. */
#define LOOM_ENCRYPTS UINT32_C(0x656e6372)
#define LOOM_DECRYPTS UINT32_C(0x64656372)

/* Whether the context has a key for that direction, by a comparison. A wiped context has no key, and neither has one
 * whose fields do not belong together. */
static inline int loom_aes_keyed(const loom_aes_ctx *ctx, uint32_t direction)
{
    return (ctx->direction ^ direction) == ctx->rounds;
}

#endif

#endif
