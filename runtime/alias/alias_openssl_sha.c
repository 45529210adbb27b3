/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, SHA-1 and SHA-2: see alias.h. The state stands at the beginning of OpenSSL's
 * contexts.
 */
#include "alias.h"

#if defined(LOOM_HAVE_sha1_blocks)

ALIAS(void, sha1_block_data_order, (void *state, const void *data, size_t blocks))
{
    loom_call_sha1_blocks(state, data, blocks);
}

#endif

#if defined(LOOM_HAVE_sha256_blocks)

ALIAS(void, sha256_block_data_order, (void *state, const void *data, size_t blocks))
{
    loom_call_sha256_blocks(state, data, blocks);
}

#endif

#if defined(LOOM_HAVE_sha512_blocks)

ALIAS(void, sha512_block_data_order, (void *state, const void *data, size_t blocks))
{
    loom_call_sha512_blocks(state, data, blocks);
}

#endif
