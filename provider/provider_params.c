/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Parameters of OpenSSL's, without a function of libcrypto; what it asks of every cipher; lists of names.
 */
#include "provider.h"

#include <string.h>

const OSSL_PARAM *param_find_const(const OSSL_PARAM *params, const char *key)
{
    for (; params != NULL && params->key != NULL; params++) {
        if (strcmp(params->key, key) == 0) {
            return params;
        }
    }
    return NULL;
}

OSSL_PARAM *param_find(OSSL_PARAM *params, const char *key)
{
    for (; params != NULL && params->key != NULL; params++) {
        if (strcmp(params->key, key) == 0) {
            return params;
        }
    }
    return NULL;
}

size_t param_text_length(const OSSL_PARAM *param)
{
    size_t length = 0;
    if (param->data_type != OSSL_PARAM_UTF8_STRING || param->data == NULL) {
        return 0;
    }
    while (length < param->data_size && ((const char *)param->data)[length] != 0) {
        length++;
    }
    return length;
}

static int is_number(const OSSL_PARAM *param)
{
    return param->data_type == OSSL_PARAM_INTEGER || param->data_type == OSSL_PARAM_UNSIGNED_INTEGER;
}

/* The module uses no floating point: Windows would want a symbol of the C runtime for it. These are the parts of IEEE
 * 754's binary64, which OSSL_PARAM_REAL is in: a sign, 11 bits of exponent with this bias, 52 of fraction. */
#define REAL_FRACTION 52
#define REAL_BIAS 1023

static int get_real(const OSSL_PARAM *param, uint64_t *number)
{
    uint64_t real, digits;
    unsigned power;
    if (param->data_type != OSSL_PARAM_REAL || param->data == NULL || param->data_size != sizeof real) {
        return 0;
    }
    memcpy(&real, param->data, sizeof real);
    *number = 0;
    if (real << 1 == 0) {
        return 1;
    }
    /* A sign makes it larger than any power of two that is accepted. */
    if (real >> REAL_FRACTION < REAL_BIAS || real >> REAL_FRACTION >= REAL_BIAS + 32) {
        return 0;
    }
    power = (unsigned)(real >> REAL_FRACTION) - REAL_BIAS;
    digits = (real & (((uint64_t)1 << REAL_FRACTION) - 1)) | (uint64_t)1 << REAL_FRACTION;
    *number = digits >> (REAL_FRACTION - power);
    return *number << (REAL_FRACTION - power) == digits;
}

int param_get_number(const OSSL_PARAM *param, uint64_t *number)
{
    const uint8_t *octets = param->data;
    size_t bytes = param->data_size;
    if (!is_number(param) || octets == NULL || bytes == 0) {
        return get_real(param, number);
    }
    *number = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (i >= sizeof *number && octets[i] != 0) {
            return 0;
        }
        *number |= i < sizeof *number ? (uint64_t)octets[i] << 8 * i : 0;
    }
    /* No parameter of these algorithms is negative. */
    return param->data_type == OSSL_PARAM_UNSIGNED_INTEGER || octets[bytes - 1] < 0x80;
}

static int set_real(OSSL_PARAM *param, uint64_t number)
{
    uint64_t real = 0;
    unsigned power = 0;
    if (param->data_type != OSSL_PARAM_REAL || number >> (REAL_FRACTION + 1) != 0) {
        return 0;
    }
    while (number >> power > 1) {
        power++;
    }
    if (number != 0) {
        real = (uint64_t)(REAL_BIAS + power) << REAL_FRACTION;
        real |= (number << (REAL_FRACTION - power)) & (((uint64_t)1 << REAL_FRACTION) - 1);
    }
    param->return_size = sizeof real;
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_size != sizeof real) {
        return 0;
    }
    memcpy(param->data, &real, sizeof real);
    return 1;
}

int param_set_number(OSSL_PARAM *params, const char *key, uint64_t number)
{
    OSSL_PARAM *param = param_find(params, key);
    uint8_t octets[sizeof number];
    size_t bytes, bits;
    if (param == NULL) {
        return 1;
    }
    if (!is_number(param)) {
        return set_real(param, number);
    }
    param->return_size = sizeof number;
    if (param->data == NULL) {
        return 1;
    }
    bytes = param->data_size;
    bits = 8 * bytes - (param->data_type == OSSL_PARAM_INTEGER);
    if (bytes == 0 || (bits < 64 && number >> bits != 0)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof octets; i++) {
        octets[i] = (uint8_t)(number >> 8 * i);
    }
    memset(param->data, 0, bytes);
    memcpy(param->data, octets, bytes < sizeof octets ? bytes : sizeof octets);
    param->return_size = bytes;
    return 1;
}

int param_set_text(OSSL_PARAM *params, const char *key, const char *text)
{
    OSSL_PARAM *param = param_find(params, key);
    if (param == NULL) {
        return 1;
    }
    if (param->data_type != OSSL_PARAM_UTF8_PTR) {
        return 0;
    }
    param->return_size = strlen(text);
    if (param->data != NULL) {
        memcpy(param->data, &text, sizeof text);
    }
    return 1;
}

int param_set_octets(OSSL_PARAM *params, const char *key, const uint8_t *octets, size_t bytes)
{
    OSSL_PARAM *param = param_find(params, key);
    if (param == NULL) {
        return 1;
    }
    if (param->data_type != OSSL_PARAM_OCTET_PTR && param->data_type != OSSL_PARAM_OCTET_STRING) {
        return 0;
    }
    param->return_size = bytes;
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_type == OSSL_PARAM_OCTET_PTR) {
        memcpy(param->data, &octets, sizeof octets);
        return 1;
    }
    if (param->data_size < bytes) {
        return 0;
    }
    if (bytes > 0) {
        memcpy(param->data, octets, bytes);
    }
    return 1;
}

const OSSL_PARAM *provider_cipher_gettable(void *provctx)
{
    static const OSSL_PARAM params[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),     OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),         OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),          OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL), OSSL_PARAM_END};
    (void)provctx;
    return params;
}

int provider_cipher_facts(OSSL_PARAM params[], unsigned mode, size_t key_bytes, size_t block, size_t iv_bytes,
                          enum authenticates authenticates)
{
    return param_set_number(params, OSSL_CIPHER_PARAM_MODE, mode) &&
           param_set_number(params, OSSL_CIPHER_PARAM_KEYLEN, key_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_IVLEN, iv_bytes) &&
           param_set_number(params, OSSL_CIPHER_PARAM_BLOCK_SIZE, block) &&
           param_set_number(params, OSSL_CIPHER_PARAM_AEAD, authenticates != CIPHER_ALONE) &&
           param_set_number(params, OSSL_CIPHER_PARAM_CUSTOM_IV, authenticates == IS_AEAD) &&
           param_set_number(params, OSSL_CIPHER_PARAM_CTS, 0) &&
           param_set_number(params, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, 0) &&
           param_set_number(params, OSSL_CIPHER_PARAM_HAS_RAND_KEY, 0);
}

static char capital(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

int provider_is_name(const char *names, const char *name, size_t length)
{
    for (;;) {
        size_t same = 0, bytes = strcspn(names, ":");
        while (same < bytes && same < length && capital(names[same]) == capital(name[same])) {
            same++;
        }
        if (same == bytes && same == length) {
            return 1;
        }
        if (names[bytes] == 0) {
            return 0;
        }
        names += bytes + 1;
    }
}
