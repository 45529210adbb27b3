/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RSA keys: the next provider's, and beside each the numbers for asmloom's functions. Keys that these do not serve have
 * no such numbers: more than 4096 bits, more than two primes, primes of unlike lengths, or a private key without its
 * primes.
 */
#include "provider_rsa.h"

#if defined(PROVIDER_RSA)

#include <string.h>

enum { LONGEST_PART = RSA_LONGEST / 2, LONGEST_EXPONENT = 32 };

/* ---- the numbers ---- */

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

static int take_private(struct rsa_key *key, const uint8_t *modulus, size_t bytes, const uint8_t *exponent,
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
    good =
        good && loom_rsa_key_init_private(&key->numbers.key, modulus, bytes, exponent, LONGEST_EXPONENT, &parts) == 0;
    provider_free(key->provider, part, 5 * LONGEST_PART);
    return good;
}

/* Returns 0 if the key is not for asmloom's functions. */
static int take(struct rsa_key *key, int selection, const OSSL_PARAM params[])
{
    uint8_t whole[RSA_LONGEST], exponent[LONGEST_EXPONENT], top;
    const uint8_t *modulus = whole;
    size_t bytes = sizeof whole;
    struct rsa_numbers *numbers = &key->numbers;
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
    numbers->has_private =
        (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0 && param_find_const(params, OSSL_PKEY_PARAM_RSA_D) != NULL;
    if (numbers->has_private
            ? !take_private(key, modulus, bytes, exponent, params)
            : loom_rsa_key_init_public(&numbers->key, modulus, bytes, exponent, sizeof exponent) != 0) {
        return 0;
    }
    numbers->bits = 8 * bytes;
    for (top = *modulus; top < 0x80; top = (uint8_t)(top << 1)) {
        numbers->bits--;
    }
    return 1;
}

static void take_numbers(struct rsa_key *key, int selection, const OSSL_PARAM params[])
{
    loom_rsa_key_wipe(&key->numbers.key);
    key->numbers.bits = 0;
    if (!take(key, selection, params)) {
        loom_rsa_key_wipe(&key->numbers.key);
    }
}

/* ---- keys ---- */

static void key_free(void *vkey)
{
    struct rsa_key *key = vkey;
    if (key != NULL) {
        if (key->theirs != NULL) {
            NEXT(&key->next, keymgmt_free, KEYMGMT_FREE)(key->theirs);
        }
        next_let_go(key->provider, &key->next);
        provider_free(key->provider, key, sizeof *key);
    }
}

/* A key of asmloom's without the next provider's. */
static struct rsa_key *half_key(const struct provider *provider)
{
    struct rsa_key *key = provider_new(provider, sizeof *key);
    if (key == NULL) {
        return NULL;
    }
    key->provider = provider;
    if (!provider_next(provider, OSSL_OP_KEYMGMT, "RSA", &key->next)) {
        REFUSE(provider, RSA_ALONE);
        key_free(key);
        return NULL;
    }
    return key;
}

/* The key, if it has the next provider's. */
static struct rsa_key *whole_key(struct rsa_key *key)
{
    if (key != NULL && key->theirs == NULL) {
        key_free(key);
        return NULL;
    }
    return key;
}

static void *key_new(void *provctx)
{
    struct rsa_key *key = half_key(provctx);
    if (key != NULL) {
        key->theirs = NEXT(&key->next, keymgmt_new, KEYMGMT_NEW)(key->next.provctx);
    }
    return whole_key(key);
}

static void *key_dup(const void *vkey, int selection)
{
    const struct rsa_key *key = vkey;
    struct rsa_key *copy = half_key(key->provider);
    OSSL_FUNC_keymgmt_dup_fn *dup = NEXT(&key->next, keymgmt_dup, KEYMGMT_DUP);
    if (copy != NULL && dup != NULL && copy->next.handle == key->next.handle) {
        copy->theirs = dup(key->theirs, selection);
        if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_KEYPAIR) {
            copy->numbers = key->numbers;
        }
    }
    return whole_key(copy);
}

static int key_import(void *vkey, int selection, const OSSL_PARAM params[])
{
    struct rsa_key *key = vkey;
    if (!NEXT(&key->next, keymgmt_import, KEYMGMT_IMPORT)(key->theirs, selection, params)) {
        return 0;
    }
    take_numbers(key, selection, params);
    return 1;
}

/* ---- what the next provider does alone ---- */

static int key_has(const void *vkey, int selection)
{
    const struct rsa_key *key = vkey;
    return key != NULL && NEXT(&key->next, keymgmt_has, KEYMGMT_HAS)(key->theirs, selection);
}

static int key_match(const void *vkey, const void *vother, int selection)
{
    const struct rsa_key *key = vkey, *other = vother;
    OSSL_FUNC_keymgmt_match_fn *match = NEXT(&key->next, keymgmt_match, KEYMGMT_MATCH);
    return match != NULL && key->next.handle == other->next.handle && match(key->theirs, other->theirs, selection);
}

static int key_validate(const void *vkey, int selection, int type)
{
    const struct rsa_key *key = vkey;
    OSSL_FUNC_keymgmt_validate_fn *validate = NEXT(&key->next, keymgmt_validate, KEYMGMT_VALIDATE);
    return validate != NULL && validate(key->theirs, selection, type);
}

static int key_export(void *vkey, int selection, OSSL_CALLBACK *callback, void *argument)
{
    struct rsa_key *key = vkey;
    OSSL_FUNC_keymgmt_export_fn *export_fn = NEXT(&key->next, keymgmt_export, KEYMGMT_EXPORT);
    return export_fn != NULL && export_fn(key->theirs, selection, callback, argument);
}

static int key_get_params(void *vkey, OSSL_PARAM params[])
{
    struct rsa_key *key = vkey;
    OSSL_FUNC_keymgmt_get_params_fn *get = NEXT(&key->next, keymgmt_get_params, KEYMGMT_GET_PARAMS);
    return get != NULL && get(key->theirs, params);
}

static const OSSL_PARAM *key_gettable(void *provctx)
{
    struct next next;
    OSSL_FUNC_keymgmt_gettable_params_fn *gettable;
    const OSSL_PARAM *params;
    if (!provider_next(provctx, OSSL_OP_KEYMGMT, "RSA", &next)) {
        return NULL;
    }
    gettable = NEXT(&next, keymgmt_gettable_params, KEYMGMT_GETTABLE_PARAMS);
    params = gettable == NULL ? NULL : gettable(next.provctx);
    next_let_go(provctx, &next);
    return params;
}

/* All numbers of a key: the types of what comes and goes. */
static const OSSL_PARAM *key_types(int selection)
{
#define NUMBER(name) OSSL_PARAM_BN(name, NULL, 0),
#define NUMBERED(name) \
    NUMBER(name "1")   \
    NUMBER(name "2")   \
    NUMBER(name "3")   \
    NUMBER(name "4") NUMBER(name "5") NUMBER(name "6") NUMBER(name "7") NUMBER(name "8") NUMBER(name "9")
    static const OSSL_PARAM types[] = {NUMBER(OSSL_PKEY_PARAM_RSA_N) NUMBER(OSSL_PKEY_PARAM_RSA_E)
                                           NUMBER(OSSL_PKEY_PARAM_RSA_D) NUMBERED("rsa-factor") NUMBER("rsa-factor10")
                                               NUMBERED("rsa-exponent") NUMBER("rsa-exponent10")
                                                   NUMBERED("rsa-coefficient") OSSL_PARAM_END};
    return (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != 0 ? types : NULL;
}

/* ---- new keys: OpenSSL's cache of methods may give out asmloom's keys where the query excludes them ---- */

struct generation {
    struct rsa_key *key; /* without the next provider's, until its end */
    void *theirs;
};

static void gen_cleanup(void *vgen)
{
    struct generation *gen = vgen;
    if (gen != NULL) {
        const struct provider *provider = gen->key->provider;
        if (gen->theirs != NULL) {
            NEXT(&gen->key->next, keymgmt_gen_cleanup, KEYMGMT_GEN_CLEANUP)(gen->theirs);
        }
        key_free(gen->key);
        provider_free(provider, gen, sizeof *gen);
    }
}

static void *gen_init(void *provctx, int selection, const OSSL_PARAM params[])
{
    struct rsa_key *key = half_key(provctx);
    struct generation *gen = key == NULL ? NULL : provider_new(provctx, sizeof *gen);
    OSSL_FUNC_keymgmt_gen_init_fn *init;
    if (gen == NULL) {
        key_free(key);
        return NULL;
    }
    gen->key = key;
    init = NEXT(&key->next, keymgmt_gen_init, KEYMGMT_GEN_INIT);
    gen->theirs = init == NULL ? NULL : init(key->next.provctx, selection, params);
    if (gen->theirs == NULL) {
        gen_cleanup(gen);
        return NULL;
    }
    return gen;
}

static int gen_set_params(void *vgen, const OSSL_PARAM params[])
{
    struct generation *gen = vgen;
    OSSL_FUNC_keymgmt_gen_set_params_fn *set = NEXT(&gen->key->next, keymgmt_gen_set_params, KEYMGMT_GEN_SET_PARAMS);
    return set != NULL && set(gen->theirs, params);
}

static const OSSL_PARAM *gen_settable(void *vgen, void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_BITS, NULL),
                                        OSSL_PARAM_size_t(OSSL_PKEY_PARAM_RSA_PRIMES, NULL),
                                        NUMBER(OSSL_PKEY_PARAM_RSA_E) OSSL_PARAM_END};
    (void)vgen;
    (void)provctx;
    return params;
}

static int take_exported(const OSSL_PARAM params[], void *vkey)
{
    take_numbers(vkey, OSSL_KEYMGMT_SELECT_KEYPAIR, params);
    return 1;
}

static void *gen_run(void *vgen, OSSL_CALLBACK *callback, void *argument)
{
    struct generation *gen = vgen;
    struct rsa_key *key = half_key(gen->key->provider);
    if (key != NULL && key->next.handle == gen->key->next.handle) {
        key->theirs = NEXT(&key->next, keymgmt_gen, KEYMGMT_GEN)(gen->theirs, callback, argument);
    }
    key = whole_key(key);
    if (key != NULL) {
        (void)key_export(key, OSSL_KEYMGMT_SELECT_KEYPAIR, take_exported, key);
    }
    return key;
}

static const char *operation_name(int operation)
{
    (void)operation;
    return "RSA";
}

static const OSSL_DISPATCH key_dispatch[] = {DISPATCH(OSSL_FUNC_KEYMGMT_NEW, key_new),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_FREE, key_free),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_DUP, key_dup),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_HAS, key_has),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_MATCH, key_match),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_VALIDATE, key_validate),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_IMPORT, key_import),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_IMPORT_TYPES, key_types),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_EXPORT, key_export),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_EXPORT_TYPES, key_types),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, key_gettable),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GET_PARAMS, key_get_params),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GEN_INIT, gen_init),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, gen_set_params),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS, gen_settable),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GEN, gen_run),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_GEN_CLEANUP, gen_cleanup),
                                             DISPATCH(OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, operation_name),
                                             LAST_DISPATCH};

/* No provider= here, and a property that the query asmloom.keys!=yes excludes: see docs/provider.md. */
const OSSL_ALGORITHM provider_keys[] = {{RSA_NAMES, "asmloom.keys=yes", key_dispatch, "asmloom RSA keys"},
                                        {NULL, NULL, NULL, NULL}};

#endif
