/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects for OpenSSL 1.1 to 4, RC4: see alias.h.
 */
#include "alias.h"

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

/* OpenSSL's key is x, y and the permutation, all uint32_t. asmloom has the permutation first. */
static inline void to_loom(uint32_t *key)
{
    uint32_t x = key[0], y = key[1];
    memmove(key, key + 2, 256 * sizeof *key);
    key[256] = x;
    key[257] = y;
}

static inline void to_openssl(uint32_t *key)
{
    uint32_t x = key[256], y = key[257];
    memmove(key + 2, key, 256 * sizeof *key);
    key[0] = x;
    key[1] = y;
}

static LOOM_INNER void set_key(uint32_t *key, const uint8_t *raw, size_t length)
{
    loom_call_rc4_set_key(key, raw, length);
    to_openssl(key);
}

static LOOM_INNER void stream(uint32_t *key, const uint8_t *in, uint8_t *out, size_t length)
{
    to_loom(key);
    loom_call_rc4_stream(key, in, out, length);
    to_openssl(key);
}

/* Bytes of a key beyond 256 count for nothing, as in OpenSSL. */
ALIAS(void, RC4_set_key, (uint32_t *key, int length, const uint8_t *raw))
{
    if (length > 0) {
        set_key(key, raw, length < 256 ? (size_t)length : 256);
        loom_clean_below(LOOM_LITTLE_DEAD);
    }
}

ALIAS(void, RC4, (uint32_t *key, size_t length, const uint8_t *in, uint8_t *out))
{
    if (length > 0) {
        stream(key, in, out, length);
        loom_clean_below(LOOM_LITTLE_DEAD);
    }
}

ALIAS(const char *, RC4_options, (void))
{
    return "rc4(asmloom,int)";
}

#if defined(LOOM_HAVE_rc4_md5_blocks) && defined(LOOM_HAVE_md5_blocks)

static LOOM_INNER void rc4_md5(uint32_t *key, const uint8_t *in, uint8_t *out, uint32_t *state, const uint8_t *hashed,
                               size_t blocks)
{
    int ahead = alias_ahead(hashed, out);
    to_loom(key);
    if (alias_apart(hashed, out, 72)) {
        loom_call_rc4_md5_blocks(key, state, in, out, hashed, blocks);
        blocks = 0;
    }
    for (; blocks > 0; blocks--, in += 64, out += 64, hashed += 64) {
        loom_call_md5_blocks(state, hashed, (size_t)ahead);
        loom_call_rc4_stream(key, in, out, 64);
        loom_call_md5_blocks(state, hashed, (size_t)!ahead);
    }
    to_openssl(key);
}

ALIAS(void, rc4_md5_enc, (uint32_t *key, const void *in, void *out, void *state, const void *hashed, size_t blocks))
{
    if (blocks > 0) {
        rc4_md5(key, in, out, state, hashed, blocks);
        loom_clean_below(LOOM_LITTLE_DEAD);
    }
}

#endif

#endif
