/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The module before cores of several versions: which it serves, and its error before the others.
 *
 *     init MODULE
 */
#include <dlfcn.h>
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

static void clear_free(void *block, size_t bytes, const char *file, int line)
{
    (void)file;
    (void)line;
    memset(block, 0, bytes);
    blocks--;
    free(block);
}

int main(int argc, char **argv)
{
    static const char *const versions[] = {"3.0.0", "3.5.4", "4.0.3", "1.1.1", "2.9", "5.0.0", "30.1", "", NULL};
    const OSSL_DISPATCH in[] = {{OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))core_params},
                                {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))new_error},
                                {OSSL_FUNC_CORE_SET_ERROR_DEBUG, (void (*)(void))set_debug},
                                {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))vset_error},
                                {OSSL_FUNC_CRYPTO_ZALLOC, (void (*)(void))zalloc},
                                {OSSL_FUNC_CRYPTO_CLEAR_FREE, (void (*)(void))clear_free},
                                {0, NULL}};
    void *module = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    OSSL_provider_init_fn *init = NULL;
    if (module == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    *(void **)&init = dlsym(module, "OSSL_provider_init");
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
    return dlclose(module);
}
