/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * ChaCha20-Poly1305 in portable C: the two single kernels that dispatch chose, one after the other.
 */
#include "internal.h"

#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_poly1305_blocks)

#if defined(LOOM_HAVE_chacha20_poly1305_encrypt)
void LOOM_CDECL loom_chacha20_poly1305_encrypt_portable(const uint8_t key[32], uint8_t counter[16], const uint8_t r[16],
                                                        uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks)
{
    loom_k_chacha20_ctr32(key, counter, in, out, blocks);
    loom_k_poly1305_blocks(r, h, out, 4 * blocks, 1);
}
#endif

#if defined(LOOM_HAVE_chacha20_poly1305_decrypt)
void LOOM_CDECL loom_chacha20_poly1305_decrypt_portable(const uint8_t key[32], uint8_t counter[16], const uint8_t r[16],
                                                        uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks)
{
    loom_k_poly1305_blocks(r, h, in, 4 * blocks, 1);
    loom_k_chacha20_ctr32(key, counter, in, out, blocks);
}
#endif

#endif
