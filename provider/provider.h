/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * An OpenSSL provider over asmloom's public functions. No function of libcrypto is called: the same file serves every
 * OpenSSL from 3.0 to 4.x, and loads into programs that hide their libcrypto.
 */
#ifndef ASMLOOM_PROVIDER_H
#define ASMLOOM_PROVIDER_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/proverr.h>

#include "asmloom.h"

#if defined(__GNUC__)
#pragma GCC visibility push(hidden) /* OpenSSL looks for one function, which says so */
#endif

/* The reasons in OpenSSL's error queue. What OpenSSL's default provider refuses as well has its library and its reason:
 * programs compare them, and servers judge by the first error of the queue whether a client is at fault. The number is
 * ERR_PACK(ERR_LIB_PROV, 0, reason) of openssl/err.h, which needs the headers of a C library. */
#define DEFAULT_PROVIDERS(reason) (57 << 23 | (reason))
enum reason {
    NO_MEMORY = 1,
    WRONG_VERSION,
    NO_DIGEST,
    UNKNOWN_DIGEST,
    OVERLAP,
    TLS_VERSION,
    TLS_RECORD,
    NO_ENTROPY,
    RSA_ALONE,
    RSA_DIGEST,
    NONCE,
    NO_KEY = DEFAULT_PROVIDERS(PROV_R_NO_KEY_SET),
    KEY_LENGTH = DEFAULT_PROVIDERS(PROV_R_INVALID_KEY_LENGTH),
    IV_LENGTH = DEFAULT_PROVIDERS(PROV_R_INVALID_IV_LENGTH),
    OUTPUT_TOO_SMALL = DEFAULT_PROVIDERS(PROV_R_OUTPUT_BUFFER_TOO_SMALL),
    NOT_WHOLE_BLOCKS = DEFAULT_PROVIDERS(PROV_R_WRONG_FINAL_BLOCK_LENGTH),
    BAD_PADDING = DEFAULT_PROVIDERS(PROV_R_BAD_DECRYPT),
    BAD_PARAMETER = DEFAULT_PROVIDERS(PROV_R_FAILED_TO_GET_PARAMETER),
    BAD_RECORD = DEFAULT_PROVIDERS(PROV_R_CIPHER_OPERATION_FAILED),
    SHORT_RECORD = DEFAULT_PROVIDERS(PROV_R_INVALID_DATA),
    BAD_HEADER = DEFAULT_PROVIDERS(PROV_R_INVALID_AAD),
    BAD_TAG = DEFAULT_PROVIDERS(PROV_R_INVALID_TAG),
    TAG_LENGTH = DEFAULT_PROVIDERS(PROV_R_INVALID_TAG_LENGTH),
    TAG_NOT_NEEDED = DEFAULT_PROVIDERS(PROV_R_TAG_NOT_NEEDED),
    TAG_NOT_SET = DEFAULT_PROVIDERS(PROV_R_TAG_NOT_SET)
};

/* What OpenSSL has for contexts that are children of another: see provider_next.c. */
struct upcalls {
    OSSL_FUNC_provider_register_child_cb_fn *register_child;
    OSSL_FUNC_provider_deregister_child_cb_fn *deregister_child;
    OSSL_FUNC_provider_get0_provider_ctx_fn *context_of;
    OSSL_FUNC_provider_get0_dispatch_fn *dispatch_of;
    OSSL_FUNC_provider_up_ref_fn *hold;
    OSSL_FUNC_provider_free_fn *let_go;
};

struct provider {
    const OSSL_CORE_HANDLE *core;
    struct upcalls up;
    struct other *others; /* the other providers; NULL if OpenSSL does not tell of them */
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_CRYPTO_zalloc_fn *zalloc;
    OSSL_FUNC_CRYPTO_clear_free_fn *clear_free;
    OSSL_FUNC_CRYPTO_malloc_fn *malloc;
    OSSL_FUNC_CRYPTO_free_fn *free;
    OSSL_FUNC_get_entropy_fn *get_entropy;
    OSSL_FUNC_cleanup_entropy_fn *cleanup_entropy;
    int is_there;  /* whether the beginning is over */
    int rsa;       /* whether the configuration asks for RSA */
    char *choices; /* the text of loom_explain */
    size_t choices_bytes;
};

extern const OSSL_ITEM provider_reasons[];
extern const OSSL_ALGORITHM provider_digests[], provider_macs[], provider_ciphers[];

/* A hash: asmloom's name, bytes of a block, bytes of a digest, OpenSSL's names. */
#define PROVIDER_HASHES(H)                                                  \
    H(md5, 64, 16, "MD5:SSL3-MD5:1.2.840.113549.2.5")                       \
    H(ripemd160, 64, 20, "RIPEMD-160:RIPEMD160:RIPEMD:RMD160:1.3.36.3.2.1") \
    H(whirlpool, 64, 64, "WHIRLPOOL:1.0.10118.3.0.55")                      \
    H(sha1, 64, 20, "SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26")                   \
    H(sha224, 64, 28, "SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4")     \
    H(sha256, 64, 32, "SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1")     \
    H(sha384, 128, 48, "SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2")    \
    H(sha512, 128, 64, "SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3")

/* A composite of cipher and MAC: an id, and OpenSSL's name. */
#define PROVIDER_COMPOSITES(C)                  \
    C(aes128_sha1, "AES-128-CBC-HMAC-SHA1")     \
    C(aes256_sha1, "AES-256-CBC-HMAC-SHA1")     \
    C(aes128_sha256, "AES-128-CBC-HMAC-SHA256") \
    C(aes256_sha256, "AES-256-CBC-HMAC-SHA256") \
    C(rc4_md5, "RC4-HMAC-MD5")

/* An AEAD: an id, and OpenSSL's names. */
#define PROVIDER_AEADS(A)                                              \
    A(aes128_gcm, "AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6")  \
    A(aes192_gcm, "AES-192-GCM:id-aes192-GCM:2.16.840.1.101.3.4.1.26") \
    A(aes256_gcm, "AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46") \
    A(chacha20_poly1305, "ChaCha20-Poly1305")

#define DISPATCH(id, function) {id, (void (*)(void))(uintptr_t)(function)}
#define LAST_DISPATCH {0, NULL}
#define PROPERTIES "provider=asmloom"
/* The query asmloom.composite!=yes leaves the composites out. */
#define COMPOSITE_PROPERTIES PROPERTIES ",asmloom.composite=yes"

#define CIPHER_DISPATCH(id, name) extern const OSSL_DISPATCH provider_##id[];
PROVIDER_COMPOSITES(CIPHER_DISPATCH)
PROVIDER_AEADS(CIPHER_DISPATCH)

/* Adds an error with the place in this source; returns 0. */
int provider_error(const struct provider *provider, const char *file, int line, const char *function,
                   enum reason reason);
#define REFUSE(provider, reason) provider_error(provider, __FILE__, __LINE__, __func__, reason)

void *provider_new(const struct provider *provider, size_t bytes);
void provider_free(const struct provider *provider, void *block, size_t bytes);
/* A copy in memory of its own, or NULL with an error. */
void *provider_copy(const struct provider *provider, const void *block, size_t bytes);

/* Another provider's functions for an algorithm, and the context that they want. All zeros: none. */
struct next {
    const OSSL_CORE_HANDLE *handle;
    void *provctx;
    const OSSL_DISPATCH *functions;
};

/* From the beginning to the end of `provider`: the others that come and go. Returns 0 with an error. */
int provider_meet_others(struct provider *provider);
void provider_leave_others(struct provider *provider);

/* The first other provider with the algorithm, which stays in memory until next_let_go. Returns 0 if there is none. */
int provider_next(const struct provider *provider, int operation, const char *name, struct next *next);
int next_hold(const struct provider *provider, const struct next *next); /* once more, for a copy */
void next_let_go(const struct provider *provider, struct next *next);

/* The function of a number, as the macros OSSL_FUNC_... take it. Its pointer is NULL if there is none. */
const OSSL_DISPATCH *next_function(const struct next *next, int id);
#define NEXT(next, type, id) OSSL_FUNC_##type(next_function(next, OSSL_FUNC_##id))

/* Parameters: numbers of any type and length. `params` may be NULL. A getter returns 1, or 0 without an error. */
OSSL_PARAM *param_find(OSSL_PARAM *params, const char *key);
const OSSL_PARAM *param_find_const(const OSSL_PARAM *params, const char *key);
int param_get_number(const OSSL_PARAM *param, uint64_t *number);
int param_set_number(OSSL_PARAM *params, const char *key, uint64_t number); /* 1 if the key is not asked for */
int param_set_text(OSSL_PARAM *params, const char *key, const char *text);  /* likewise */
size_t param_text_length(const OSSL_PARAM *param);                          /* 0 if it is no text */
/* Octets, as a string or as a pointer. */
int param_set_octets(OSSL_PARAM *params, const char *key, const uint8_t *octets, size_t bytes);

/* What OpenSSL asks of every cipher. */
enum authenticates { CIPHER_ALONE, IS_COMPOSITE, IS_AEAD };
const OSSL_PARAM *provider_cipher_gettable(void *provctx);
int provider_cipher_facts(OSSL_PARAM params[], unsigned mode, size_t key_bytes, size_t block, size_t iv_bytes,
                          enum authenticates authenticates);

/* Random bytes from OpenSSL's sources. Returns 0 with an error. */
int provider_random(const struct provider *provider, uint8_t *out, size_t bytes);

/* Whether records of this version of TLS or DTLS can be served. */
int provider_serves(uint64_t version);

/* Whether out[0..out_bytes-1] and in[0..bytes-1] have a byte in common. */
static inline int provider_meet(const uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    uintptr_t a = (uintptr_t)out, b = (uintptr_t)in;
    return out_bytes > 0 && bytes > 0 && (a < b ? b - a < out_bytes : a - b < bytes);
}

/* Whether one of the names of a list with colons is `name`, in capitals or not. */
int provider_is_name(const char *names, const char *name, size_t length);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
