/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files about RSA: keys, the hashes of signatures, and paddings. A set of files without the kernels for
 * RSA has no RSA here.
 *
 * asmloom owns no keys and reads no parameters. A key of asmloom's stands beside the same key of the next provider,
 * which makes, checks, reads and writes keys; a signature's context beside one of the next provider, which takes all
 * parameters. asmloom computes what it can, and leaves the rest to the next provider: other digests and paddings, other
 * keys, and every error.
 */
#ifndef ASMLOOM_PROVIDER_RSA_H
#define ASMLOOM_PROVIDER_RSA_H

#include "provider.h"

#if defined(LOOM_RSA_LENGTH)
#define PROVIDER_RSA 1

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

#define RSA_NAMES "RSA:rsaEncryption:1.2.840.113549.1.1.1"
enum { RSA_LONGEST = 512, RSA_LONGEST_HASH = 64 }; /* bytes of a modulus, and of a digest */

/* The numbers of a key for asmloom's functions. */
struct rsa_numbers {
    size_t bits; /* 0: asmloom's functions do not serve this key */
    int has_private;
    loom_rsa_key key;
};

struct rsa_key {
    const struct provider *provider;
    struct next next;
    void *theirs; /* the next provider's key */
    struct rsa_numbers numbers;
};

/* ---- hashes ---- */

#define RSA_HASH_MEMBER(name, block, size, names) loom_##name##_ctx name;

struct rsa_hash_ctx {
    union {
        PROVIDER_HASHES(RSA_HASH_MEMBER)
        struct {
            loom_md5_ctx md5;
            loom_sha1_ctx sha1;
        } both;
    } u;
};

struct rsa_hash {
    const char *names;
    size_t size;
    const uint8_t *oid; /* what follows the tag and the length; NULL for MD5 and SHA-1 together (TLS 1.0 and 1.1) */
    size_t oid_bytes;
    void (*init)(struct rsa_hash_ctx *);
    int (*update)(struct rsa_hash_ctx *, const uint8_t *, size_t);
    int (*final)(struct rsa_hash_ctx *, uint8_t *);
};

/* The hash of a name, or NULL. */
const struct rsa_hash *rsa_hash_of(const char *name, size_t length);

/* ---- paddings: encoded messages of `bits` bits of a modulus ---- */

/* The digest, with the hash's identifier in front, or any octets if the hash is NULL. Returns 0 if there is no room. */
int rsa_pkcs1(uint8_t *block, size_t bits, const struct rsa_hash *hash, const uint8_t *text, size_t bytes);

/* The octets within the padding: their number, and their place in the block. Returns 0 if there are none. */
int rsa_pkcs1_open(const uint8_t *block, size_t bits, size_t *at, size_t *bytes);

/* The longest salt, or a negative number if the modulus is too short for the hash. */
long rsa_pss_room(size_t bits, const struct rsa_hash *hash);

/* Returns 0 if there is no room. */
int rsa_pss(uint8_t *block, size_t bits, const struct rsa_hash *hash, const struct rsa_hash *mask,
            const uint8_t *digest, const uint8_t *salt, size_t salt_bytes);

/* Whether the block is a padded digest. `salt_bytes` < 0: a salt of any length. Changes the block. */
int rsa_pss_is(uint8_t *block, size_t bits, const struct rsa_hash *hash, const struct rsa_hash *mask,
               const uint8_t *digest, long salt_bytes);

/* ---- the lists ---- */

extern const OSSL_ALGORITHM provider_keys[], provider_signatures[];

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
#endif
