/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Loading, the list of algorithms, errors, memory, and parameters.
 */
#include "provider_rsa.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/prov_ssl.h>

/* ---- errors ---- */

const OSSL_ITEM provider_reasons[] = {
    {NO_MEMORY, "out of memory"},
    {WRONG_VERSION, "asmloom serves OpenSSL 3 and 4, and this is another version"},
    {NO_DIGEST, "no digest set: HMAC needs the parameter digest"},
    {UNKNOWN_DIGEST, "asmloom has no such digest for HMAC, and no other provider here has HMAC"},
    {OVERLAP, "input and output overlap in part"},
    {TLS_VERSION, "asmloom serves records of TLS 1.0 to 1.2 and of DTLS only"},
    {TLS_RECORD, "no TLS record: wrong length, or buffers that are not one"},
    {NO_ENTROPY, "no random bytes"},
    {RSA_ALONE, "no other provider here has RSA: asmloom owns no keys"},
    {RSA_DIGEST, "another digest than the one that the text began with"},
    {NONCE, "no nonce, or one that has served: a nonce serves one message"},
    {0, NULL}};

static void vset_error(const struct provider *provider, enum reason reason, const char *format, ...)
{
    va_list none;
    va_start(none, format);
    provider->vset_error(provider->core, (uint32_t)reason, format, none);
    va_end(none);
}

/* OpenSSL asks for the texts of reasons once the provider is there. Before, the text goes along with the error. A
 * reason of OpenSSL's own has no text here. */
static const char *text_of(const struct provider *provider, enum reason reason)
{
    const OSSL_ITEM *row = provider_reasons;
    while (row->id != 0 && row->id != (unsigned)reason) {
        row++;
    }
    return provider->is_there ? NULL : row->ptr;
}

int provider_error(const struct provider *provider, const char *file, int line, const char *function,
                   enum reason reason)
{
    if (provider->new_error != NULL && provider->set_error_debug != NULL && provider->vset_error != NULL) {
        provider->new_error(provider->core);
        provider->set_error_debug(provider->core, file, line, function);
        vset_error(provider, reason, text_of(provider, reason));
    }
    return 0;
}

/* ---- memory ---- */

void *provider_new(const struct provider *provider, size_t bytes)
{
    void *block = provider->zalloc(bytes, __FILE__, __LINE__);
    if (block == NULL) {
        REFUSE(provider, NO_MEMORY);
    }
    return block;
}

void provider_free(const struct provider *provider, void *block, size_t bytes)
{
    provider->clear_free(block, bytes, __FILE__, __LINE__);
}

void *provider_copy(const struct provider *provider, const void *block, size_t bytes)
{
    void *copy = provider_new(provider, bytes);
    if (copy != NULL) {
        memcpy(copy, block, bytes);
    }
    return copy;
}

/* ---- records ---- */

int provider_serves(uint64_t version)
{
    return (version >= TLS1_VERSION && version <= TLS1_2_VERSION) || version == DTLS1_VERSION ||
           version == DTLS1_2_VERSION || version == DTLS1_BAD_VER;
}

/* ---- random bytes ---- */

int provider_random(const struct provider *provider, uint8_t *out, size_t bytes)
{
    enum { AT_ONCE = 128 }; /* systems give 256 bytes at most */
    if (provider->get_entropy == NULL || provider->cleanup_entropy == NULL) {
        return REFUSE(provider, NO_ENTROPY);
    }
    for (size_t at = 0, part; at < bytes; at += part) {
        unsigned char *random = NULL;
        size_t got;
        part = bytes - at < AT_ONCE ? bytes - at : AT_ONCE;
        got = provider->get_entropy(provider->core, &random, (int)(8 * part), part, part);
        if (got < part || random == NULL) {
            return REFUSE(provider, NO_ENTROPY);
        }
        memcpy(out + at, random, part);
        provider->cleanup_entropy(provider->core, random, got);
    }
    return 1;
}

/* ---- the provider ---- */

static const OSSL_PARAM *gettable(void *provctx)
{
    static const OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
                                        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
                                        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
                                        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL), OSSL_PARAM_END};
    (void)provctx;
    return params;
}

/* `openssl list -providers -verbose` prints the text of loom_explain: what this CPU has, and which code runs. */
static int get_params(void *provctx, OSSL_PARAM params[])
{
    const struct provider *provider = provctx;
    return param_set_text(params, OSSL_PROV_PARAM_NAME, "asmloom") &&
           param_set_text(params, OSSL_PROV_PARAM_VERSION, loom_version()) &&
           param_set_text(params, OSSL_PROV_PARAM_BUILDINFO, provider->choices) &&
           param_set_number(params, OSSL_PROV_PARAM_STATUS, 1);
}

static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_store)
{
    const struct provider *provider = provctx;
    (void)provider; /* without kernels for RSA */
    *no_store = 0;
    switch (operation) {
    case OSSL_OP_DIGEST: return provider_digests;
    case OSSL_OP_MAC: return provider_macs;
    case OSSL_OP_CIPHER: return provider_ciphers;
#if defined(PROVIDER_RSA)
    case OSSL_OP_KEYMGMT: return provider->rsa ? provider_keys : NULL;
    case OSSL_OP_SIGNATURE: return provider->rsa ? provider_signatures : NULL;
#endif
    default: return NULL;
    }
}

static const OSSL_ITEM *reasons(void *provctx)
{
    (void)provctx;
    return provider_reasons;
}

static void teardown(void *provctx)
{
    struct provider *provider = provctx;
    provider_leave_others(provider);
    provider_free(provider, provider->choices, provider->choices_bytes);
    provider_free(provider, provider, sizeof *provider);
}

static const OSSL_DISPATCH dispatch[] = {
    DISPATCH(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),          DISPATCH(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable),
    DISPATCH(OSSL_FUNC_PROVIDER_GET_PARAMS, get_params),      DISPATCH(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query),
    DISPATCH(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, reasons), LAST_DISPATCH,
};

/* Whether the core is OpenSSL 3 or 4. */
static int right_version(const OSSL_CORE_HANDLE *core, OSSL_FUNC_core_get_params_fn *core_params)
{
    char *version = NULL;
    OSSL_PARAM asked[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, NULL, 0), OSSL_PARAM_END};
    asked[0].data = &version;
    if (core_params == NULL || !core_params(core, asked) || version == NULL) {
        return 0;
    }
    return (version[0] == '3' || version[0] == '4') && version[1] == '.';
}

/* Whether the provider's section of the configuration says `yes` to a name. RSA also needs a clause of the query, which
 * a module cannot ask for (docs/provider.md): nobody gets asmloom's RSA without a word of theirs. */
static int says_yes(const OSSL_CORE_HANDLE *core, OSSL_FUNC_core_get_params_fn *core_params, const char *name)
{
    char *word = NULL;
    OSSL_PARAM asked[] = {OSSL_PARAM_utf8_ptr(name, NULL, 0), OSSL_PARAM_END};
    asked[0].data = &word;
    return core_params(core, asked) && word != NULL && strcmp(word, "yes") == 0;
}

/* MSVC's linker has an option for the export. */
#if defined(_WIN32) && defined(__GNUC__) && !defined(_MSC_VER)
__declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
__attribute__((visibility("default")))
#endif
int OSSL_provider_init(const OSSL_CORE_HANDLE *core, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provctx)
{
    struct provider found = {0}, *provider;
    OSSL_FUNC_core_get_params_fn *core_params = NULL;
    found.core = core;
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS: core_params = OSSL_FUNC_core_get_params(in); break;
        case OSSL_FUNC_CORE_NEW_ERROR: found.new_error = OSSL_FUNC_core_new_error(in); break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG: found.set_error_debug = OSSL_FUNC_core_set_error_debug(in); break;
        case OSSL_FUNC_CORE_VSET_ERROR: found.vset_error = OSSL_FUNC_core_vset_error(in); break;
        case OSSL_FUNC_CRYPTO_ZALLOC: found.zalloc = OSSL_FUNC_CRYPTO_zalloc(in); break;
        case OSSL_FUNC_CRYPTO_CLEAR_FREE: found.clear_free = OSSL_FUNC_CRYPTO_clear_free(in); break;
        case OSSL_FUNC_CRYPTO_MALLOC: found.malloc = OSSL_FUNC_CRYPTO_malloc(in); break;
        case OSSL_FUNC_CRYPTO_FREE: found.free = OSSL_FUNC_CRYPTO_free(in); break;
        case OSSL_FUNC_GET_ENTROPY: found.get_entropy = OSSL_FUNC_get_entropy(in); break;
        case OSSL_FUNC_CLEANUP_ENTROPY: found.cleanup_entropy = OSSL_FUNC_cleanup_entropy(in); break;
        case OSSL_FUNC_PROVIDER_REGISTER_CHILD_CB:
            found.up.register_child = OSSL_FUNC_provider_register_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_DEREGISTER_CHILD_CB:
            found.up.deregister_child = OSSL_FUNC_provider_deregister_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_GET0_PROVIDER_CTX:
            found.up.context_of = OSSL_FUNC_provider_get0_provider_ctx(in);
            break;
        case OSSL_FUNC_PROVIDER_GET0_DISPATCH: found.up.dispatch_of = OSSL_FUNC_provider_get0_dispatch(in); break;
        case OSSL_FUNC_PROVIDER_UP_REF: found.up.hold = OSSL_FUNC_provider_up_ref(in); break;
        case OSSL_FUNC_PROVIDER_FREE: found.up.let_go = OSSL_FUNC_provider_free(in); break;
        default: break;
        }
    }
    if (!right_version(core, core_params) || found.zalloc == NULL || found.clear_free == NULL || found.malloc == NULL ||
        found.free == NULL) {
        return REFUSE(&found, WRONG_VERSION);
    }
    found.rsa = says_yes(core, core_params, "rsa");
    if (says_yes(core, core_params, "tables")) {
        loom_allow_tables(1);
    }
    found.choices_bytes = (size_t)loom_explain(NULL, 0) + 1;
    found.choices = provider_new(&found, found.choices_bytes);
    if (found.choices == NULL) {
        return 0;
    }
    loom_explain(found.choices, found.choices_bytes);
    provider = provider_copy(&found, &found, sizeof found);
    if (provider == NULL || !provider_meet_others(provider)) {
        provider_free(&found, found.choices, found.choices_bytes);
        provider_free(&found, provider, provider == NULL ? 0 : sizeof *provider);
        return 0;
    }
    provider->is_there = 1;
    *provctx = provider;
    *out = dispatch;
    return 1;
}
