/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A signature's context, and its parameters.
 */
#ifndef ASMLOOM_PROVIDER_RSA_SIGN_H
#define ASMLOOM_PROVIDER_RSA_SIGN_H

#include "provider_rsa.h"

#if defined(PROVIDER_RSA)

#include <openssl/rsa.h>

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* Lengths of salts that are no numbers of bytes, as in OpenSSL. */
enum { SALT_AS_DIGEST = -1, SALT_ANY = -2, SALT_MOST = -3, SALT_ANY_AS_DIGEST = -4 };

struct sign_ctx {
    const struct provider *provider;
    const struct rsa_hash *hash, *mask; /* NULL: no hash; the mask's is the same */
    int padding, streams;               /* streams: the text comes in pieces, and the hash stays */
    int salt;                           /* bytes, or one of the above */
    struct rsa_key key;                 /* a copy: the owner may free the key before a copied context */
    struct rsa_hash_ctx text;
};

/* The hash of the mask of PSS. */
const struct rsa_hash *rsa_sign_mask(const struct sign_ctx *ctx);

/* Bytes of salt to sign with, or less than 0. */
long rsa_sign_salt(const struct sign_ctx *ctx);

/* Sets ctx->hash or ctx->mask to the hash of a name. */
int rsa_sign_set_hash(struct sign_ctx *ctx, const struct rsa_hash **hash, const char *name, size_t length);

int rsa_sign_set(void *vctx, const OSSL_PARAM params[]);
int rsa_sign_get(void *vctx, OSSL_PARAM params[]);
const OSSL_PARAM *rsa_sign_settable(void *vctx, void *provctx);
const OSSL_PARAM *rsa_sign_gettable(void *vctx, void *provctx);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
#endif
