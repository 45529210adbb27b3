/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Parameters of OpenSSL's, without a function of libcrypto; and lists of names.
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

static int is_number(const OSSL_PARAM *param)
{
    return param->data_type == OSSL_PARAM_INTEGER || param->data_type == OSSL_PARAM_UNSIGNED_INTEGER;
}

int param_get_number(const OSSL_PARAM *param, uint64_t *number)
{
    uint32_t narrow;
    if (!is_number(param) || param->data == NULL) {
        return 0;
    }
    if (param->data_size == sizeof narrow) {
        memcpy(&narrow, param->data, sizeof narrow);
        *number = narrow;
    } else if (param->data_size == sizeof *number) {
        memcpy(number, param->data, sizeof *number);
    } else {
        return 0;
    }
    /* No parameter of these algorithms is negative. */
    return param->data_type == OSSL_PARAM_UNSIGNED_INTEGER || *number >> (8 * param->data_size - 1) == 0;
}

int param_set_number(OSSL_PARAM *params, const char *key, uint64_t number)
{
    OSSL_PARAM *param = param_find(params, key);
    uint32_t narrow = (uint32_t)number;
    if (param == NULL) {
        return 1;
    }
    if (!is_number(param)) {
        return 0;
    }
    param->return_size = sizeof number;
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_size == sizeof narrow && number <= INT32_MAX) {
        memcpy(param->data, &narrow, sizeof narrow);
        param->return_size = sizeof narrow;
        return 1;
    }
    if (param->data_size != sizeof number) {
        return 0;
    }
    memcpy(param->data, &number, sizeof number);
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

int param_set_string(OSSL_PARAM *params, const char *key, const char *text, size_t length)
{
    OSSL_PARAM *param = param_find(params, key);
    if (param == NULL) {
        return 1;
    }
    if (param->data_type != OSSL_PARAM_UTF8_STRING) {
        return 0;
    }
    param->return_size = length;
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_size < length) {
        return 0;
    }
    memcpy(param->data, text, length);
    if (param->data_size > length) {
        ((char *)param->data)[length] = 0;
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
