/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The module before cores of several versions: which it serves, and its error before the others. With no OpenSSL at
 * all, on Linux and on Windows.
 *
 *     init MODULE
 */
#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

static const char *version;
static uint32_t error;
static int blocks;

static int core_params(const OSSL_CORE_HANDLE *core, OSSL_PARAM params[])
{
    (void)core;
    for (; version != NULL && params->key != NULL; params++) {
        if (strcmp(params->key, "openssl-version") == 0) {
            *(const char **)params->data = version;
        }
    }
    return 1;
}

static void new_error(const OSSL_CORE_HANDLE *core)
{
    (void)core;
}

static void set_debug(const OSSL_CORE_HANDLE *core, const char *file, int line, const char *function)
{
    (void)core;
    (void)file;
    (void)line;
    (void)function;
}

static void vset_error(const OSSL_CORE_HANDLE *core, uint32_t reason, const char *format, va_list words)
{
    (void)core;
    (void)format;
    (void)words;
    error = reason;
}

static void *zalloc(size_t bytes, const char *file, int line)
{
    (void)file;
    (void)line;
    blocks++;
    return calloc(1, bytes);
}

static void *unset(size_t bytes, const char *file, int line)
{
    return zalloc(bytes, file, line);
}

static void clear_free(void *block, size_t bytes, const char *file, int line)
{
    (void)file;
    (void)line;
    memset(block, 0, bytes);
    blocks--;
    free(block);
}

static void free_block(void *block, const char *file, int line)
{
    clear_free(block, 0, file, line);
}

/* The module's function, or NULL with a line of text. */
static OSSL_provider_init_fn *entry(const char *path)
{
    OSSL_provider_init_fn *init = NULL;
#if defined(_WIN32)
    HMODULE module = LoadLibraryA(path);
    FARPROC found = module == NULL ? NULL : GetProcAddress(module, "OSSL_provider_init");
    memcpy(&init, &found, sizeof init);
#else
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (module != NULL) {
        *(void **)&init = dlsym(module, "OSSL_provider_init");
    }
#endif
    if (init == NULL) {
        printf("%s: does not load\n", path);
    }
    return init;
}

/* SHA-256 of "abc" (FIPS 180-4), by the functions that the module lists. */
static int digests(void *provctx, OSSL_FUNC_provider_query_operation_fn *query)
{
    static const uint8_t wanted[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                       0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                       0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    uint8_t digest[32] = {0};
    size_t bytes = 0;
    int no_store = 1;
    const OSSL_ALGORITHM *found = query(provctx, OSSL_OP_DIGEST, &no_store);
    while (found->algorithm_names != NULL && strstr(found->algorithm_names, "SHA256") == NULL) {
        found++;
    }
    if (found->algorithm_names == NULL) {
        return 0;
    }
    for (const OSSL_DISPATCH *row = found->implementation; row->function_id != 0; row++) {
        if (row->function_id == OSSL_FUNC_DIGEST_DIGEST) {
            OSSL_FUNC_digest_digest(row)(provctx, (const uint8_t *)"abc", 3, digest, &bytes, sizeof digest);
        }
    }
    return bytes == sizeof digest && memcmp(digest, wanted, sizeof digest) == 0;
}

int main(int argc, char **argv)
{
    static const char *const versions[] = {"3.0.0", "3.5.4", "4.0.3", "1.1.1", "2.9", "5.0.0", "30.1", "", NULL};
    const OSSL_DISPATCH in[] = {{OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))core_params},
                                {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))new_error},
                                {OSSL_FUNC_CORE_SET_ERROR_DEBUG, (void (*)(void))set_debug},
                                {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))vset_error},
                                {OSSL_FUNC_CRYPTO_ZALLOC, (void (*)(void))zalloc},
                                {OSSL_FUNC_CRYPTO_MALLOC, (void (*)(void))unset},
                                {OSSL_FUNC_CRYPTO_FREE, (void (*)(void))free_block},
                                {OSSL_FUNC_CRYPTO_CLEAR_FREE, (void (*)(void))clear_free},
                                {0, NULL}};
    OSSL_provider_init_fn *init = argc == 2 ? entry(argv[1]) : NULL;
    if (init == NULL) {
        return 1;
    }
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        const OSSL_DISPATCH *out = NULL;
        void *provctx = NULL;
        int good, wanted = i < 3;
        version = versions[i];
        error = 0;
        good = init(NULL, in, &out, &provctx);
        if (good != wanted || (error == 2) == wanted || blocks != 2 * wanted) {
            printf("%s: result %d, error %u, %d blocks\n", version == NULL ? "none" : version, good, error, blocks);
            return 1;
        }
        for (const OSSL_DISPATCH *row = out; good && row->function_id != 0; row++) {
            if (row->function_id == OSSL_FUNC_PROVIDER_QUERY_OPERATION &&
                !digests(provctx, OSSL_FUNC_provider_query_operation(row))) {
                printf("%s: wrong digest\n", version);
                return 1;
            }
        }
        for (; good && out->function_id != 0; out++) {
            if (out->function_id == OSSL_FUNC_PROVIDER_TEARDOWN) {
                OSSL_FUNC_provider_teardown(out)(provctx);
            }
        }
        if (blocks != 0) {
            printf("%s: memory is left\n", version);
            return 1;
        }
    }
    printf("%zu versions\n", sizeof versions / sizeof versions[0]);
    return 0;
}
