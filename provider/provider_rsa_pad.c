/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Hashes and paddings of RSA's signatures (RFC 8017, 9). Nothing here is secret.
 */
#include "provider_rsa.h"

#if defined(PROVIDER_RSA)

#include <string.h>

/* ---- hashes ---- */

#define FUNCTIONS(name, block, size, names)                                               \
    static void name##_init(struct rsa_hash_ctx *ctx)                                     \
    {                                                                                     \
        loom_##name##_init(&ctx->u.name);                                                 \
    }                                                                                     \
    static int name##_update(struct rsa_hash_ctx *ctx, const uint8_t *data, size_t bytes) \
    {                                                                                     \
        return loom_##name##_update(&ctx->u.name, data, bytes) == 0;                      \
    }                                                                                     \
    static int name##_final(struct rsa_hash_ctx *ctx, uint8_t *digest)                    \
    {                                                                                     \
        return loom_##name##_final(&ctx->u.name, digest) == 0;                            \
    }
PROVIDER_HASHES(FUNCTIONS)

static void both_init(struct rsa_hash_ctx *ctx)
{
    loom_md5_init(&ctx->u.both.md5);
    loom_sha1_init(&ctx->u.both.sha1);
}

static int both_update(struct rsa_hash_ctx *ctx, const uint8_t *data, size_t bytes)
{
    return loom_md5_update(&ctx->u.both.md5, data, bytes) == 0 && loom_sha1_update(&ctx->u.both.sha1, data, bytes) == 0;
}

static int both_final(struct rsa_hash_ctx *ctx, uint8_t *digest)
{
    return loom_md5_final(&ctx->u.both.md5, digest) == 0 && loom_sha1_final(&ctx->u.both.sha1, digest + 16) == 0;
}

static const uint8_t oid_md5[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05};
static const uint8_t oid_ripemd160[] = {0x2b, 0x24, 0x03, 0x02, 0x01};
static const uint8_t oid_sha1[] = {0x2b, 0x0e, 0x03, 0x02, 0x1a};
static const uint8_t oid_sha224[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04};
static const uint8_t oid_sha256[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01};
static const uint8_t oid_sha384[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02};
static const uint8_t oid_sha512[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03};
static const uint8_t oid_whirlpool[] = {0x28, 0xcf, 0x06, 0x03, 0x00, 0x37};

#define HASH(name, block, size, names) \
    {names, size, oid_##name, sizeof oid_##name, name##_init, name##_update, name##_final},
static const struct rsa_hash hashes[] = {
    PROVIDER_HASHES(HASH){"MD5-SHA1", 36, NULL, 0, both_init, both_update, both_final}};

const struct rsa_hash *rsa_hash_of(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        if (provider_is_name(hashes[i].names, name, length)) {
            return &hashes[i];
        }
    }
    return NULL;
}

/* ---- PKCS #1, 1.5 ---- */

enum { RSA_HEAD = 24 };

/* The DER before a digest: DigestInfo with its AlgorithmIdentifier. No length is above 127. Returns its length. */
static size_t digest_head(uint8_t out[RSA_HEAD], const struct rsa_hash *hash)
{
    const uint8_t oid = (uint8_t)hash->oid_bytes, size = (uint8_t)hash->size;
    const uint8_t before[6] = {0x30, (uint8_t)(oid + size + 8), 0x30, (uint8_t)(oid + 4), 0x06, oid};
    const uint8_t after[4] = {0x05, 0x00, 0x04, size};
    memcpy(out, before, 6);
    memcpy(out + 6, hash->oid, oid);
    memcpy(out + 6 + oid, after, 4);
    return (size_t)oid + 10;
}

int rsa_pkcs1(uint8_t *block, size_t bits, const struct rsa_hash *hash, const uint8_t *text, size_t bytes)
{
    uint8_t identifier[RSA_HEAD];
    size_t length = (bits + 7) / 8, head = hash == NULL || hash->oid == NULL ? 0 : digest_head(identifier, hash), pad;
    if (length < 11 || bytes > length - 11 || head > length - 11 - bytes) {
        return 0;
    }
    pad = length - 3 - head - bytes;
    block[0] = 0;
    block[1] = 1;
    memset(block + 2, 0xff, pad);
    block[2 + pad] = 0;
    memcpy(block + 3 + pad, identifier, head);
    if (bytes > 0) {
        memcpy(block + 3 + pad + head, text, bytes);
    }
    return 1;
}

int rsa_pkcs1_open(const uint8_t *block, size_t bits, size_t *at, size_t *bytes)
{
    size_t length = (bits + 7) / 8, end = 2;
    while (end < length && block[end] == 0xff) {
        end++;
    }
    if (block[0] != 0 || block[1] != 1 || end < 10 || end == length || block[end] != 0) {
        return 0;
    }
    *at = end + 1;
    *bytes = length - end - 1;
    return 1;
}

/* ---- PSS ---- */

/* block ^= the mask generated from the seed. */
static void apply_mask(uint8_t *block, size_t bytes, const struct rsa_hash *mask, const uint8_t *seed,
                       size_t seed_bytes)
{
    uint8_t digest[RSA_LONGEST_HASH];
    for (size_t at = 0, count = 0; at < bytes; count++) {
        struct rsa_hash_ctx ctx;
        const uint8_t counter[4] = {0, 0, (uint8_t)(count >> 8), (uint8_t)count};
        mask->init(&ctx);
        (void)mask->update(&ctx, seed, seed_bytes);
        (void)mask->update(&ctx, counter, 4);
        (void)mask->final(&ctx, digest);
        for (size_t i = 0; i < mask->size && at < bytes; i++, at++) {
            block[at] ^= digest[i];
        }
    }
}

static void seal_salt(uint8_t *out, const struct rsa_hash *hash, const uint8_t *digest, const uint8_t *salt,
                      size_t salt_bytes)
{
    static const uint8_t zeros[8] = {0};
    struct rsa_hash_ctx ctx;
    hash->init(&ctx);
    (void)hash->update(&ctx, zeros, 8);
    (void)hash->update(&ctx, digest, hash->size);
    (void)hash->update(&ctx, salt, salt_bytes);
    (void)hash->final(&ctx, out);
}

long rsa_pss_room(size_t bits, const struct rsa_hash *hash)
{
    return (long)((bits + 6) / 8) - (long)hash->size - 2;
}

int rsa_pss(uint8_t *block, size_t bits, const struct rsa_hash *hash, const struct rsa_hash *mask,
            const uint8_t *digest, const uint8_t *salt, size_t salt_bytes)
{
    size_t bytes = (bits + 6) / 8, masked = bytes - hash->size - 1;
    if (rsa_pss_room(bits, hash) < (long)salt_bytes) {
        return 0;
    }
    if (bits % 8 == 1) { /* the encoded message has a byte less than the modulus */
        *block++ = 0;
    }
    memset(block, 0, masked - salt_bytes - 1);
    block[masked - salt_bytes - 1] = 1;
    memcpy(block + masked - salt_bytes, salt, salt_bytes);
    seal_salt(block + masked, hash, digest, salt, salt_bytes);
    apply_mask(block, masked, mask, block + masked, hash->size);
    block[0] &= (uint8_t)(0xff >> (8 * bytes - (bits - 1)));
    block[bytes - 1] = 0xbc;
    return 1;
}

int rsa_pss_is(uint8_t *block, size_t bits, const struct rsa_hash *hash, const struct rsa_hash *mask,
               const uint8_t *digest, long salt_bytes)
{
    size_t bytes = (bits + 6) / 8, masked = bytes - hash->size - 1, one = 0;
    uint8_t top = (uint8_t)(0xff >> (8 * bytes - (bits - 1))), wanted[RSA_LONGEST_HASH];
    if (rsa_pss_room(bits, hash) < (salt_bytes < 0 ? 0 : salt_bytes)) {
        return 0;
    }
    if (bits % 8 == 1 && *block++ != 0) {
        return 0;
    }
    if (block[bytes - 1] != 0xbc || (block[0] & ~top) != 0) {
        return 0;
    }
    apply_mask(block, masked, mask, block + masked, hash->size);
    block[0] &= top;
    while (one < masked && block[one] == 0) {
        one++;
    }
    if (one == masked || block[one] != 1 || (salt_bytes >= 0 && masked - one - 1 != (size_t)salt_bytes)) {
        return 0;
    }
    seal_salt(wanted, hash, digest, block + one + 1, masked - one - 1);
    return memcmp(wanted, block + masked, hash->size) == 0;
}

#endif
