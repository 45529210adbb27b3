/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
#include "stitched_portable.h"

#if defined(LOOM_HAVE_rc4_md5_blocks)

void LOOM_CDECL loom_rc4_md5_blocks_portable(uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in,
                                             uint8_t *out, const uint8_t *hashed, size_t blocks)
{
    if (blocks > 0 && runs_behind(hashed, out)) {
        loom_k_rc4_stream(rc4_state, in, out, 64 * blocks);
        loom_k_md5_blocks(md5_state, hashed, blocks);
    } else if (blocks > 0) {
        loom_k_md5_blocks(md5_state, hashed, blocks);
        loom_k_rc4_stream(rc4_state, in, out, 64 * blocks);
    }
}

#endif
