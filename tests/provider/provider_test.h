/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Two contexts of OpenSSL, one that prefers asmloom and one without, and words for what is expected of them.
 */
#ifndef PROVIDER_TEST_H
#define PROVIDER_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

static OSSL_LIB_CTX *ours, *theirs;
static OSSL_PROVIDER *loaded[4];
static const char *named = "";
static size_t expected;

static inline void name(const char *what)
{
    named = what;
}

static inline void failed(const char *what, size_t at)
{
    printf("%s: %s, at %zu\n", named, what, at);
    ERR_print_errors_fp(stdout);
    exit(1);
}

static inline void expect(int good, const char *what)
{
    expected++;
    if (!good) {
        failed(what, 0);
    }
}

static inline void same(const char *what, const uint8_t *a, const uint8_t *b, size_t bytes)
{
    expected++;
    for (size_t i = 0; i < bytes; i++) {
        if (a[i] != b[i]) {
            failed(what, i);
        }
    }
}

/* A call fails, and the last error has these words of asmloom's. NULL: an error of OpenSSL before the provider. */
static inline void refuses(int result, const char *words)
{
    char text[512] = "";
    ERR_error_string_n(ERR_peek_last_error(), text, sizeof text);
    expect(result != 1, words == NULL ? "refused" : words);
    if (words != NULL && strstr(text, words) == NULL) {
        printf("expected an error with '%s'\n", words);
        failed(text, 0);
    }
    ERR_clear_error();
}

/* The errors in the queue, by library and reason and the first one first, as a text in out[0..room-1]. Clears the
 * queue.
 */
static inline void take_errors(char *out, size_t room)
{
    unsigned long error;
    size_t at = 0;
    out[0] = 0;
    while ((error = ERR_get_error()) != 0) {
        at += (size_t)snprintf(out + at, room - at, " %s: %s;", ERR_lib_error_string(error),
                               ERR_reason_error_string(error));
        expect(at < room, "room for errors");
    }
}

/* Both sides answered a call alike: the same result, and the same errors in the same order. errors[] is what each left
 * in the queue: see take_errors. */
static inline void alike(const int result[2], char errors[2][512], const char *what)
{
    if (result[0] != result[1] || strcmp(errors[0], errors[1]) != 0) {
        printf("theirs %d:%s\nours %d:%s\n", result[0], errors[0], result[1], errors[1]);
        failed(what, 0);
    }
    expected++;
}

/* A number, or a text, as a parameter of each form that OpenSSL has: `which` is below FORMS. */
enum { FORMS = 13, LONGEST_TEXT = 400 };
struct form {
    uint8_t octets[16];
    double real;
    char text[LONGEST_TEXT];
};

static inline OSSL_PARAM in_form(struct form *form, size_t which, const char *key, const char *text)
{
    static const struct {
        unsigned type;
        size_t bytes;
    } forms[FORMS] = {{OSSL_PARAM_UTF8_STRING, 0},
                      {OSSL_PARAM_INTEGER, 4},
                      {OSSL_PARAM_INTEGER, 8},
                      {OSSL_PARAM_UNSIGNED_INTEGER, 4},
                      {OSSL_PARAM_UNSIGNED_INTEGER, 8},
                      {OSSL_PARAM_INTEGER, 1},
                      {OSSL_PARAM_INTEGER, 2},
                      {OSSL_PARAM_INTEGER, 16},
                      {OSSL_PARAM_UNSIGNED_INTEGER, 3},
                      {OSSL_PARAM_UNSIGNED_INTEGER, 9},
                      {OSSL_PARAM_REAL, 8},
                      {OSSL_PARAM_OCTET_STRING, 4},
                      {OSSL_PARAM_UTF8_STRING, 1}};
    long long number = strtoll(text, NULL, 10);
    OSSL_PARAM param = {key, forms[which].type, form->octets, forms[which].bytes, OSSL_PARAM_UNMODIFIED};
    memset(form, number < 0 ? 0xff : 0, sizeof form->octets);
    memcpy(form->octets, &number, sizeof number);
    form->real = (double)number;
    snprintf(form->text, sizeof form->text, "%s", text);
    if (param.data_type == OSSL_PARAM_UTF8_STRING) { /* with the length, and with that of the end */
        param.data = form->text;
        param.data_size += strlen(form->text);
    } else if (param.data_type == OSSL_PARAM_REAL) {
        param.data = &form->real;
    }
    return param;
}

static inline size_t any(size_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % below;
}

/* `place`: the module's folder, or a configuration file that names the module. `other`: one more provider beside
 * OpenSSL's default one, or NULL. */
static inline void load(const char *place, const char *other)
{
    ours = OSSL_LIB_CTX_new();
    theirs = OSSL_LIB_CTX_new();
    if (strstr(place, ".cnf") != NULL) {
        expect(OSSL_LIB_CTX_load_config(ours, place) == 1, "configuration");
    } else {
        expect(OSSL_PROVIDER_set_default_search_path(ours, place) == 1, "folder");
    }
    loaded[0] = OSSL_PROVIDER_load(ours, "asmloom");
    loaded[1] = OSSL_PROVIDER_load(ours, "default");
    loaded[2] = OSSL_PROVIDER_load(theirs, "default");
    loaded[3] = other == NULL ? NULL : OSSL_PROVIDER_load(theirs, other);
    expect(loaded[0] != NULL && loaded[1] != NULL && loaded[2] != NULL && (other == NULL || loaded[3]), "loads");
    expect(OSSL_PROVIDER_self_test(loaded[0]) == 1 && strcmp(OSSL_PROVIDER_get0_name(loaded[0]), "asmloom") == 0,
           "name");
}

static inline int unload(void)
{
    for (size_t i = 0; i < 4; i++) {
        if (loaded[i] != NULL) {
            expect(OSSL_PROVIDER_unload(loaded[i]) == 1, "unloads");
        }
    }
    OSSL_LIB_CTX_free(ours);
    OSSL_LIB_CTX_free(theirs);
    printf("%zu expectations met\n", expected);
    return 0;
}

#endif
