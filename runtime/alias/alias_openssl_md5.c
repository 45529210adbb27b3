/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, MD5: see alias.h. The state stands at the beginning of OpenSSL's context.
 */
#include "alias.h"

#if defined(LOOM_HAVE_md5_blocks)

/* The name of OpenSSL 3 and later, and that of 1.1. */
ALIAS(void, ossl_md5_block_asm_data_order, (void *state, const void *data, size_t blocks))
{
    loom_call_md5_blocks(state, data, blocks);
}

ALIAS(void, md5_block_asm_data_order, (void *state, const void *data, size_t blocks))
{
    loom_call_md5_blocks(state, data, blocks);
}

#endif
