/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, AES for CPUs without instructions for it: see alias.h. OpenSSL gives keys of
 * these functions to these functions alone, so a key has the layout of all others here.
 */
#include "alias.h"

#if defined(ALIAS_AES) && defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key)

ALIAS(int, vpaes_set_encrypt_key, (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 1);
}

ALIAS(int, vpaes_set_decrypt_key, (const uint8_t *raw, int bits, struct alias_key *key))
{
    return alias_set_key(raw, bits, key, 0);
}

#if defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt)

ALIAS(void, vpaes_encrypt, (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 1);
}

ALIAS(void, vpaes_decrypt, (const uint8_t *in, uint8_t *out, const struct alias_key *key))
{
    alias_ecb(in, out, 16, key, 0);
}

#endif

#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt)

ALIAS(void, vpaes_cbc_encrypt,
      (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, uint8_t *iv, int encrypts))
{
    alias_cbc(in, out, length, key, iv, encrypts);
}

#endif

#endif
