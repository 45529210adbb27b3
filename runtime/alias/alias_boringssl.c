/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for BoringSSL and AWS-LC: the functions that their C expects of their assembly, under their names and
 * conventions. Their C chooses among several functions for a hash by the CPU; here each of them leaves the choice to
 * asmloom's dispatch.
 */
#include "alias.h"

#define HASH(name, hash, word)                                            \
    ALIAS(void, name, (word * state, const uint8_t *data, size_t blocks)) \
    {                                                                     \
        loom_call_##hash##_blocks(state, data, blocks);                   \
    }

#if defined(LOOM_HAVE_md5_blocks)
HASH(md5_block_asm_data_order, md5, uint32_t)
#endif

#if defined(LOOM_HAVE_sha1_blocks)
HASH(sha1_block_data_order_nohw, sha1, uint32_t)
HASH(sha1_block_data_order_ssse3, sha1, uint32_t)
HASH(sha1_block_data_order_avx, sha1, uint32_t)
HASH(sha1_block_data_order_avx2, sha1, uint32_t)
HASH(sha1_block_data_order_hw, sha1, uint32_t)
#endif

#if defined(LOOM_HAVE_sha256_blocks)
HASH(sha256_block_data_order_nohw, sha256, uint32_t)
HASH(sha256_block_data_order_ssse3, sha256, uint32_t)
HASH(sha256_block_data_order_avx, sha256, uint32_t)
HASH(sha256_block_data_order_hw, sha256, uint32_t)
#endif

#if defined(LOOM_HAVE_sha512_blocks)
HASH(sha512_block_data_order_nohw, sha512, uint64_t)
HASH(sha512_block_data_order_avx, sha512, uint64_t)
HASH(sha512_block_data_order_hw, sha512, uint64_t)
#endif

#if defined(LOOM_X86) && defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key)

ALIAS(int, aes_hw_set_encrypt_key, (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 1);
}

ALIAS(int, aes_hw_set_decrypt_key, (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 0);
}

#if defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt)

ALIAS(void, aes_hw_encrypt, (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 1);
}

ALIAS(void, aes_hw_decrypt, (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 0);
}

ALIAS(void, aes_hw_ecb_encrypt,
      (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, int encrypts))
{
    alias_ecb(in, out, length, key, encrypts);
}

#endif

#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt)

ALIAS(void, aes_hw_cbc_encrypt,
      (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, uint8_t *iv, int encrypts))
{
    alias_cbc(in, out, length, key, iv, encrypts);
}

#endif

#if defined(LOOM_HAVE_aes_ctr32)

ALIAS(void, aes_hw_ctr32_encrypt_blocks,
      (const uint8_t *in, uint8_t *out, size_t blocks, const struct alias_key *key, const uint8_t *counter))
{
    alias_ctr32(in, out, blocks, key, counter);
}

#endif

#endif
