/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM in portable C: the two single kernels that dispatch chose, one after the other.
 */
#include "internal.h"

#if defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_blocks)

#if defined(LOOM_HAVE_aes_gcm_encrypt)
void LOOM_CDECL loom_aes_gcm_encrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
                                              const uint8_t powers[256], uint8_t xi[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    loom_k_aes_ctr32(schedule, rounds, counter, in, out, blocks);
    loom_k_ghash_blocks(powers, xi, out, blocks);
}
#endif

#if defined(LOOM_HAVE_aes_gcm_decrypt)
void LOOM_CDECL loom_aes_gcm_decrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
                                              const uint8_t powers[256], uint8_t xi[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    loom_k_ghash_blocks(powers, xi, in, blocks);
    loom_k_aes_ctr32(schedule, rounds, counter, in, out, blocks);
}
#endif

#endif
