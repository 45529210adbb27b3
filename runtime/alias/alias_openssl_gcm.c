/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, GCM on x86: see alias.h. A table of 256 bytes holds the last sixteen of
 * asmloom's powers of H, which OpenSSL's C reads nowhere. A table by four bits is made by that C, and of it the entry
 * of H alone is read here.
 */
#include "alias.h"

#include "bytes.h"

#if defined(LOOM_X86) && defined(LOOM_HAVE_ghash_powers) && defined(LOOM_HAVE_ghash_blocks)

struct alias_number {
    uint64_t high, low;
};

static const uint8_t no_block[16];

static LOOM_INNER void powers_of(const struct alias_number *number, uint8_t table[256])
{
    uint8_t h[16], powers[352];
    store_be64(h, number->high);
    store_be64(h + 8, number->low);
    loom_call_ghash_powers(h, powers);
    copy_bytes(table, powers + 96, 256);
    wipe_short(h, sizeof h);
    loom_wipe(powers, sizeof powers);
}

#define GHASH(by)                                                                                             \
    ALIAS(void, gcm_init_##by, (uint8_t table[256], const struct alias_number *h))                            \
    {                                                                                                         \
        powers_of(h, table);                                                                                  \
        loom_clean_below(LOOM_LITTLE_DEAD);                                                                   \
    }                                                                                                         \
    ALIAS(void, gcm_gmult_##by, (uint8_t xi[16], const uint8_t table[256]))                                   \
    {                                                                                                         \
        loom_call_ghash_blocks(table, xi, no_block, 1);                                                       \
    }                                                                                                         \
    ALIAS(void, gcm_ghash_##by, (uint8_t xi[16], const uint8_t table[256], const uint8_t *in, size_t length)) \
    {                                                                                                         \
        loom_call_ghash_blocks(table, xi, in, length / 16);                                                   \
    }

GHASH(clmul)

enum { FOUR_BITS_OF_H = 8 };

static LOOM_INNER void by_four_bits(uint8_t xi[16], const struct alias_number *table, const uint8_t *in, size_t blocks)
{
    uint8_t powers[256];
    powers_of(table + FOUR_BITS_OF_H, powers);
    loom_call_ghash_blocks(powers, xi, in, blocks);
    wipe_short(powers, sizeof powers);
}

/* OpenSSL's C calls these on CPUs without PCLMULQDQ. They take no address from a secret. */
#define BY_FOUR_BITS(name)                                                                      \
    ALIAS(void, gcm_gmult_4bit##name, (uint8_t xi[16], const struct alias_number *table))       \
    {                                                                                           \
        by_four_bits(xi, table, no_block, 1);                                                   \
        loom_clean_below(LOOM_LITTLE_DEAD);                                                     \
    }                                                                                           \
    ALIAS(void, gcm_ghash_4bit##name,                                                           \
          (uint8_t xi[16], const struct alias_number *table, const uint8_t *in, size_t length)) \
    {                                                                                           \
        by_four_bits(xi, table, in, length / 16);                                               \
        loom_clean_below(LOOM_LITTLE_DEAD);                                                     \
    }

#if defined(__i386__) || defined(_M_IX86)

BY_FOUR_BITS(_x86)
BY_FOUR_BITS(_mmx)

#else

BY_FOUR_BITS()
GHASH(avx)

#if defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt) && \
    defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key)

enum { TABLE_AT = 32 }; /* in OpenSSL's context, from the hash on: H is between them */

/* The result is the number of bytes that were taken. The caller takes the others. */
#define GCM(name)                                                                                                     \
    ALIAS(size_t, aesni_gcm_##name,                                                                                   \
          (const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, uint8_t counter[16],          \
           uint8_t *xi))                                                                                              \
    {                                                                                                                 \
        loom_call_aes_gcm_##name(key->schedule, alias_rounds(key), counter, xi + TABLE_AT, xi, in, out, length / 16); \
        return length & ~(size_t)15;                                                                                  \
    }

GCM(encrypt)
GCM(decrypt)

#endif

#endif

#endif
