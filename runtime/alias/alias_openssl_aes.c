/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, AES: see alias.h.
 */
#include "alias.h"

#if defined(LOOM_ARM64)
#define HWAES(name) aes_v8_##name
#else
#define HWAES(name) aesni_##name
#endif

#if defined(ALIAS_AES) && defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key)

ALIAS(int, HWAES(set_encrypt_key), (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 1);
}

ALIAS(int, HWAES(set_decrypt_key), (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 0);
}

#if defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt)

ALIAS(void, HWAES(encrypt), (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 1);
}

ALIAS(void, HWAES(decrypt), (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 0);
}

ALIAS(void, HWAES(ecb_encrypt),
      (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, int encrypts))
{
    alias_ecb(in, out, length, key, encrypts);
}

#endif

#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt)

ALIAS(void, HWAES(cbc_encrypt),
      (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, uint8_t *iv, int encrypts))
{
    alias_cbc(in, out, length, key, iv, encrypts);
}

#endif

#if defined(LOOM_HAVE_aes_ctr32)

ALIAS(void, HWAES(ctr32_encrypt_blocks),
      (const uint8_t *in, uint8_t *out, size_t blocks, const struct alias_key *key, const uint8_t *counter))
{
    alias_ctr32(in, out, blocks, key, counter);
}

#endif

/* ---- AES-CBC with a hash: `hashed` is ahead of `in`, often in the same buffer ---- */

#if defined(LOOM_X86)

#define CBC_AND_HASH(hash, word)                                                                               \
    static inline void cbc_##hash(const uint8_t *in, uint8_t *out, size_t blocks, const struct alias_key *key, \
                                  uint8_t *iv, word *state, const uint8_t *hashed)                             \
    {                                                                                                          \
        size_t rounds = blocks > 0 ? alias_rounds(key) : 0, step = alias_apart(hashed, out, 64) ? blocks : 1;  \
        int ahead = alias_ahead(hashed, out);                                                                  \
        for (; blocks > 0; blocks -= step, in += 64, out += 64, hashed += 64) {                                \
            if (step == blocks) {                                                                              \
                loom_call_aes_cbc_##hash##_blocks(key->schedule, rounds, iv, state, in, out, hashed, blocks);  \
                return;                                                                                        \
            }                                                                                                  \
            loom_call_##hash##_blocks(state, hashed, (size_t)ahead);                                           \
            loom_call_aes_cbc_encrypt(key->schedule, rounds, iv, in, out, 4);                                  \
            loom_call_##hash##_blocks(state, hashed, (size_t)!ahead);                                          \
        }                                                                                                      \
    }

#if defined(LOOM_HAVE_aes_cbc_sha1_blocks) && defined(LOOM_HAVE_sha1_blocks) && defined(LOOM_HAVE_aes_cbc_encrypt)

CBC_AND_HASH(sha1, uint32_t)

ALIAS(void, aesni_cbc_sha1_enc,
      (const void *in, void *out, size_t blocks, const struct alias_key *key, uint8_t *iv, void *state,
       const void *hashed))
{
    cbc_sha1(in, out, blocks, key, iv, state, hashed);
}

#endif

#if defined(LOOM_HAVE_aes_cbc_sha256_blocks) && defined(LOOM_HAVE_sha256_blocks) && defined(LOOM_HAVE_aes_cbc_encrypt)

CBC_AND_HASH(sha256, uint32_t)

/* The result says whether the function serves this CPU. OpenSSL asks with pointers of NULL and no blocks. */
ALIAS(int, aesni_cbc_sha256_enc,
      (const void *in, void *out, size_t blocks, const struct alias_key *key, uint8_t *iv, void *state,
       const void *hashed))
{
    cbc_sha256(in, out, blocks, key, iv, state, hashed);
    return 1;
}

#endif

#endif

#endif
