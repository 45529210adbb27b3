/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA keys that OpenSSL exports to asmloom. A key that asmloom's functions do not serve is refused: more than 4096
 * bits, more than two primes, primes of unlike lengths, or a private key without its primes.
 */
#include "provider_rsa.h"

#if defined(PROVIDER_RSA)

#include <string.h>

enum { LONGEST_PART = RSA_LONGEST / 2, LONGEST_EXPONENT = 32 };

static void *key_new(void *provctx)
{
    struct rsa_key *key = provider_new(provctx, sizeof *key);
    if (key != NULL) {
        key->provider = provctx;
    }
    return key;
}

static void key_free(void *vkey)
{
    struct rsa_key *key = vkey;
    if (key != NULL) {
        provider_free(key->provider, key, sizeof *key);
    }
}

static int key_has(const void *vkey, int selection)
{
    const struct rsa_key *key = vkey;
    return key != NULL && ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || key->bits > 0) &&
           ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) == 0 || key->has_private);
}

/* A number of a parameter (the lowest byte first) as `bytes` bytes, the highest first. Returns 0 if there is no such
 * parameter, or its number is longer. The path of execution does not depend on the number. */
static int load(uint8_t *to, size_t bytes, const OSSL_PARAM params[], const char *name)
{
    const OSSL_PARAM *param = param_find_const(params, name);
    uint8_t above = 0;
    if (param == NULL || param->data_type != OSSL_PARAM_UNSIGNED_INTEGER || param->data == NULL) {
        return 0;
    }
    memset(to, 0, bytes);
    for (size_t i = 0; i < param->data_size; i++) {
        uint8_t octet = ((const uint8_t *)param->data)[i];
        if (i < bytes) {
            to[bytes - 1 - i] = octet;
        } else {
            above |= octet;
        }
    }
    return above == 0;
}

static int import_private(struct rsa_key *key, const uint8_t *modulus, size_t bytes, const uint8_t *exponent,
                          const OSSL_PARAM params[])
{
    static const char *const names[5] = {OSSL_PKEY_PARAM_RSA_FACTOR1, OSSL_PKEY_PARAM_RSA_FACTOR2,
                                         OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
                                         OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    size_t half = (bytes + 1) / 2;
    int good = param_find_const(params, OSSL_PKEY_PARAM_RSA_FACTOR3) == NULL;
    uint8_t *part = provider_new(key->provider, 5 * LONGEST_PART);
    loom_rsa_parts parts;
    if (part == NULL) {
        return 0;
    }
    for (size_t i = 0; i < 5; i++) {
        good = good && load(part + i * LONGEST_PART, half, params, names[i]);
    }
    parts.p = part;
    parts.q = part + LONGEST_PART;
    parts.dp = part + 2 * LONGEST_PART;
    parts.dq = part + 3 * LONGEST_PART;
    parts.inverse = part + 4 * LONGEST_PART;
    good = good && loom_rsa_key_init_private(&key->key, modulus, bytes, exponent, LONGEST_EXPONENT, &parts) == 0;
    provider_free(key->provider, part, 5 * LONGEST_PART);
    return good;
}

static int import(struct rsa_key *key, const OSSL_PARAM params[])
{
    uint8_t whole[RSA_LONGEST], exponent[LONGEST_EXPONENT], top;
    const uint8_t *modulus = whole;
    size_t bytes = sizeof whole;
    if (!load(whole, sizeof whole, params, OSSL_PKEY_PARAM_RSA_N) ||
        !load(exponent, sizeof exponent, params, OSSL_PKEY_PARAM_RSA_E)) {
        return 0;
    }
    while (bytes > 0 && *modulus == 0) {
        modulus++;
        bytes--;
    }
    if (bytes == 0) {
        return 0;
    }
    if (param_find_const(params, OSSL_PKEY_PARAM_RSA_D) != NULL) {
        if (!import_private(key, modulus, bytes, exponent, params)) {
            return 0;
        }
        key->has_private = 1;
    } else if (loom_rsa_key_init_public(&key->key, modulus, bytes, exponent, sizeof exponent) != 0) {
        return 0;
    }
    key->bits = 8 * bytes;
    for (top = *modulus; top < 0x80; top = (uint8_t)(top << 1)) {
        key->bits--;
    }
    return 1;
}

/* After an error here OpenSSL takes the default provider, and drops the error. */
static int key_import(void *vkey, int selection, const OSSL_PARAM params[])
{
    struct rsa_key *key = vkey;
    if ((selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY) == 0 || key->bits > 0) {
        return REFUSE(key->provider, BAD_PARAMETER);
    }
    if (!import(key, params)) {
        loom_rsa_key_wipe(&key->key);
        return REFUSE(key->provider, RSA_KEY);
    }
    return 1;
}

static const OSSL_PARAM *key_import_types(int selection)
{
    static const OSSL_PARAM types[] = {OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_N, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_E, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_D, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_FACTOR1, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_FACTOR2, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_FACTOR3, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_EXPONENT1, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_EXPONENT2, NULL, 0),
                                       OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_COEFFICIENT1, NULL, 0),
                                       OSSL_PARAM_END};
    return (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != 0 ? types : NULL;
}

static const OSSL_PARAM *key_gettable(void *provctx)
{
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_DEFAULT_DIGEST, NULL, 0), OSSL_PARAM_END};
    (void)provctx;
    return params;
}

static int key_get_params(void *vkey, OSSL_PARAM params[])
{
    const struct rsa_key *key = vkey;
    return param_set_number(params, OSSL_PKEY_PARAM_BITS, key->bits) &&
           param_set_number(params, OSSL_PKEY_PARAM_MAX_SIZE, (key->bits + 7) / 8) &&
           param_set_string(params, OSSL_PKEY_PARAM_DEFAULT_DIGEST, "SHA256", 6);
}

static const char *operation_name(int operation)
{
    return operation == OSSL_OP_SIGNATURE ? "RSA" : NULL;
}

static const OSSL_DISPATCH key_dispatch[] = {DISPATCH(OSSL_FUNC_KEYMGMT_NEW, key_new),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_FREE, key_free),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_HAS, key_has),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_IMPORT, key_import),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_IMPORT_TYPES, key_import_types),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, key_gettable),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GET_PARAMS, key_get_params),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, operation_name),
                                             LAST_DISPATCH};

/* No provider= here, and a property that the query asmloom.keys!=yes excludes: see docs/provider.md. */
const OSSL_ALGORITHM provider_keys[] = {{RSA_NAMES, "asmloom.keys=yes", key_dispatch, "asmloom RSA keys"},
                                        {NULL, NULL, NULL, NULL}};

#endif
