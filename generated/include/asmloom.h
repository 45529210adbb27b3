/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0. Generated from the kernels' contracts.
 *
 * Every function but loom_selftest may be called from any thread; two threads must not use one context at
 * the same time. Nothing is allocated. A pointer to zero bytes may be NULL.
 *
 * Which variant of a kernel runs is decided once, from the CPU and two environment variables:
 *   ASMLOOM_CPU=-avx512f,-avx2        takes these features away (none can be added)
 *   ASMLOOM_PREFER=md5_blocks=portable  pins a variant, where it can run
 */
#ifndef ASMLOOM_H
#define ASMLOOM_H

#include <stddef.h>
#include <stdint.h>

#define LOOM_VERSION "0.1.0"

/* The calling convention, whatever the compiler's default was set to. */
#ifndef LOOM_CDECL
#if defined(_MSC_VER)
#define LOOM_CDECL __cdecl
#else
#define LOOM_CDECL
#endif
#endif

/* Hidden unless LOOM_SHARED is defined, which both the shared library's build and its users do;
 * the build defines LOOM_BUILD as well. */
#ifndef LOOM_API
#if defined(_WIN32) || defined(__CYGWIN__)
#if defined(LOOM_SHARED) && defined(LOOM_BUILD)
#define LOOM_API __declspec(dllexport)
#elif defined(LOOM_SHARED)
#define LOOM_API __declspec(dllimport)
#else
#define LOOM_API
#endif
#elif defined(__GNUC__)
#if defined(LOOM_SHARED)
#define LOOM_API __attribute__((visibility("default")))
#else
#define LOOM_API __attribute__((visibility("hidden")))
#endif
#else
#define LOOM_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the library ---- */

/* "0.1.0". */
LOOM_API const char *LOOM_CDECL loom_version(void);

/* Writes what dispatch found and chose, and why, as text of at most size - 1 bytes and a 0. Returns the length of the
 * whole text, which may be more, like snprintf; size may be 0. */
LOOM_API int LOOM_CDECL loom_explain(char *buffer, size_t size);

/* 1 if a[0..length-1] and b[0..length-1] hold the same bytes, otherwise 0. Takes a time that depends on length alone:
 * for comparing a MAC with the one expected. */
LOOM_API int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length);

/* Runs every variant that this CPU can run (and the streaming functions, with whatever dispatch chose) on the
 * vectors of RFC 1321, 2202, 4231 and 6229 and of FIPS 180-4, and against the portable C at lengths, alignments and splits around every
 * boundary. Reports a line of text per variant, and one per difference with its first wrong byte; report may be
 * NULL. Returns the number of differences: 0 is good. Not for use from two threads at once. */
typedef void LOOM_CDECL loom_report_fn(void *context, const char *line);
LOOM_API int LOOM_CDECL loom_selftest(loom_report_fn *report, void *context);

/* ---- MD5 (RFC 1321) ---- */

typedef struct loom_md5_ctx {
    uint32_t state[4];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_md5_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_md5(const uint8_t *data, size_t length, uint8_t digest[16]);

LOOM_API void LOOM_CDECL loom_md5_init(loom_md5_ctx *ctx);
LOOM_API void LOOM_CDECL loom_md5_update(loom_md5_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_md5_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_md5_final(loom_md5_ctx *ctx, uint8_t digest[16]);

/* ---- SHA-1 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha1_ctx {
    uint32_t state[5];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_sha1_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha1(const uint8_t *data, size_t length, uint8_t digest[20]);

LOOM_API void LOOM_CDECL loom_sha1_init(loom_sha1_ctx *ctx);
LOOM_API void LOOM_CDECL loom_sha1_update(loom_sha1_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha1_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_sha1_final(loom_sha1_ctx *ctx, uint8_t digest[20]);

typedef struct loom_hmac_sha1_ctx {
    loom_sha1_ctx inner, outer; /* as after the key: as secret as the key itself */
} loom_hmac_sha1_ctx;

/* The MAC of data[0..length-1]; the key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[20]);

LOOM_API void LOOM_CDECL loom_hmac_sha1_init(loom_hmac_sha1_ctx *ctx, const uint8_t *key, size_t key_length);
LOOM_API void LOOM_CDECL loom_hmac_sha1_update(loom_hmac_sha1_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. */
LOOM_API void LOOM_CDECL loom_hmac_sha1_final(loom_hmac_sha1_ctx *ctx, uint8_t mac[20]);

/* ---- SHA-256 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha256_ctx {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_sha256_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha256(const uint8_t *data, size_t length, uint8_t digest[32]);

LOOM_API void LOOM_CDECL loom_sha256_init(loom_sha256_ctx *ctx);
LOOM_API void LOOM_CDECL loom_sha256_update(loom_sha256_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha256_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_sha256_final(loom_sha256_ctx *ctx, uint8_t digest[32]);

typedef struct loom_hmac_sha256_ctx {
    loom_sha256_ctx inner, outer; /* as after the key: as secret as the key itself */
} loom_hmac_sha256_ctx;

/* The MAC of data[0..length-1]; the key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[32]);

LOOM_API void LOOM_CDECL loom_hmac_sha256_init(loom_hmac_sha256_ctx *ctx, const uint8_t *key, size_t key_length);
LOOM_API void LOOM_CDECL loom_hmac_sha256_update(loom_hmac_sha256_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. */
LOOM_API void LOOM_CDECL loom_hmac_sha256_final(loom_hmac_sha256_ctx *ctx, uint8_t mac[32]);

/* ---- SHA-224 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef loom_sha256_ctx loom_sha224_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha224(const uint8_t *data, size_t length, uint8_t digest[28]);

LOOM_API void LOOM_CDECL loom_sha224_init(loom_sha224_ctx *ctx);
LOOM_API void LOOM_CDECL loom_sha224_update(loom_sha224_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha224_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_sha224_final(loom_sha224_ctx *ctx, uint8_t digest[28]);

typedef struct loom_hmac_sha224_ctx {
    loom_sha224_ctx inner, outer; /* as after the key: as secret as the key itself */
} loom_hmac_sha224_ctx;

/* The MAC of data[0..length-1]; the key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha224(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[28]);

LOOM_API void LOOM_CDECL loom_hmac_sha224_init(loom_hmac_sha224_ctx *ctx, const uint8_t *key, size_t key_length);
LOOM_API void LOOM_CDECL loom_hmac_sha224_update(loom_hmac_sha224_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. */
LOOM_API void LOOM_CDECL loom_hmac_sha224_final(loom_hmac_sha224_ctx *ctx, uint8_t mac[28]);

/* ---- SHA-512 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha512_ctx {
    uint64_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t buffer[128];
} loom_sha512_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha512(const uint8_t *data, size_t length, uint8_t digest[64]);

LOOM_API void LOOM_CDECL loom_sha512_init(loom_sha512_ctx *ctx);
LOOM_API void LOOM_CDECL loom_sha512_update(loom_sha512_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha512_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_sha512_final(loom_sha512_ctx *ctx, uint8_t digest[64]);

typedef struct loom_hmac_sha512_ctx {
    loom_sha512_ctx inner, outer; /* as after the key: as secret as the key itself */
} loom_hmac_sha512_ctx;

/* The MAC of data[0..length-1]; the key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha512(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[64]);

LOOM_API void LOOM_CDECL loom_hmac_sha512_init(loom_hmac_sha512_ctx *ctx, const uint8_t *key, size_t key_length);
LOOM_API void LOOM_CDECL loom_hmac_sha512_update(loom_hmac_sha512_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. */
LOOM_API void LOOM_CDECL loom_hmac_sha512_final(loom_hmac_sha512_ctx *ctx, uint8_t mac[64]);

/* ---- SHA-384 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef loom_sha512_ctx loom_sha384_ctx;

/* The digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha384(const uint8_t *data, size_t length, uint8_t digest[48]);

LOOM_API void LOOM_CDECL loom_sha384_init(loom_sha384_ctx *ctx);
LOOM_API void LOOM_CDECL loom_sha384_update(loom_sha384_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha384_init makes it usable again. */
LOOM_API void LOOM_CDECL loom_sha384_final(loom_sha384_ctx *ctx, uint8_t digest[48]);

typedef struct loom_hmac_sha384_ctx {
    loom_sha384_ctx inner, outer; /* as after the key: as secret as the key itself */
} loom_hmac_sha384_ctx;

/* The MAC of data[0..length-1]; the key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha384(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[48]);

LOOM_API void LOOM_CDECL loom_hmac_sha384_init(loom_hmac_sha384_ctx *ctx, const uint8_t *key, size_t key_length);
LOOM_API void LOOM_CDECL loom_hmac_sha384_update(loom_hmac_sha384_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. */
LOOM_API void LOOM_CDECL loom_hmac_sha384_final(loom_hmac_sha384_ctx *ctx, uint8_t mac[48]);

/* ---- RC4 ---- */

typedef struct loom_rc4_ctx {
    uint8_t state[258]; /* the permutation, then i and j as after the last byte handled */
} loom_rc4_ctx;

/* Sets the key, of 1 to 256 bytes. Returns 0; with any other length -1, and the context is untouched. */
LOOM_API int LOOM_CDECL loom_rc4_set_key(loom_rc4_ctx *ctx, const uint8_t *key, size_t length);

/* out[n] = in[n] ^ next keystream byte, for length bytes; in any split the result is that of one call.
 * out may be in itself; otherwise the two must not overlap. */
LOOM_API void LOOM_CDECL loom_rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_rc4_wipe(loom_rc4_ctx *ctx);

/* ---- kernels: block level, no checks of sizes ---- */

/* MD5 compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks(uint32_t state[4], const uint8_t *data, size_t blocks);

/* Key schedule for a key of `length` bytes, 1 to 256. */
LOOM_API void LOOM_CDECL loom_k_rc4_set_key(uint8_t state[258], const uint8_t *key, size_t length);

/* Exclusive-or `length` bytes of key stream over `in` into `out`, which may be the same buffer. */
LOOM_API void LOOM_CDECL loom_k_rc4_stream(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length);

/* SHA-1 compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks(uint32_t state[8], const uint8_t *data, size_t blocks);

/* SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha512_blocks(uint64_t state[8], const uint8_t *data, size_t blocks);

#ifdef __cplusplus
}
#endif

#endif
