/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "clean.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)

void LOOM_CDECL loom_aes_wipe(loom_aes_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
