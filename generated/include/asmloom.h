/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0. Generated from the kernels' contracts.
 *
 * Every function but loom_selftest may be called from any thread; two threads must not use one context at
 * the same time. Nothing is allocated. A pointer to zero bytes may be NULL. Contexts contain no addresses, but for
 * batches, and that of the key in AES-GCM's: a copy by assignment or memcpy is a context of its own.
 *
 * The CPU and three environment variables decide which variant of a kernel runs. The variables are read once, and
 * count up to 511 (ASMLOOM_CPU) and 2047 characters:
 *   ASMLOOM_CPU=-avx512f,-avx2        removes these features (no feature can be added)
 *   ASMLOOM_PREFER=md5_blocks=portable  pins a variant, if the CPU can run the variant and
 *                                   it needs no loom_allow_tables()
 *   ASMLOOM_PREFER=throughput         or latency: for work on all threads of a core at once, or for one call
 *   ASMLOOM_TUNING=/etc/asmloom.tuning  reads a file that build.py tune measured for this build on this CPU
 */
#ifndef ASMLOOM_H
#define ASMLOOM_H

#include <stddef.h>
#include <stdint.h>

#define LOOM_VERSION "0.2.0"
#define LOOM_VERSION_MAJOR 0
#define LOOM_VERSION_MINOR 2
#define LOOM_VERSION_PATCH 0
#define LOOM_VERSION_NUMBER 200 /* MAJOR * 10000 + MINOR * 100 + PATCH */

/* MemorySanitizer does not see what assembly writes: with it all variants are C. */
#if defined(__has_feature) && !defined(LOOM_NO_ASM)
#if __has_feature(memory_sanitizer)
#define LOOM_NO_ASM 1
#endif
#endif

/* The calling convention. Options that change the compiler's default do not change this one. */
#ifndef LOOM_CDECL
#if defined(_MSC_VER)
#define LOOM_CDECL __cdecl
#else
#define LOOM_CDECL
#endif
#endif

/* A user of the library defines nothing, whether the library is static or shared. LOOM_BUILD marks the library's own C,
 * which hides its functions unless LOOM_SHARED is defined. A user on Windows may define LOOM_SHARED for faster calls. */
#ifndef LOOM_API
#if defined(_WIN32) || defined(__CYGWIN__)
#if defined(LOOM_SHARED) && defined(LOOM_BUILD)
#define LOOM_API __declspec(dllexport)
#elif defined(LOOM_SHARED)
#define LOOM_API __declspec(dllimport)
#else
#define LOOM_API
#endif
#elif defined(__GNUC__) && defined(LOOM_SHARED)
#define LOOM_API __attribute__((visibility("default")))
#elif defined(__GNUC__) && defined(LOOM_BUILD)
#define LOOM_API __attribute__((visibility("hidden")))
#else
#define LOOM_API
#endif
#endif

/* Marks a result that a correct program checks. Compilers warn of a call that drops the result. */
#ifndef LOOM_MUST_USE
#if defined(__GNUC__) || defined(__clang__)
#define LOOM_MUST_USE __attribute__((warn_unused_result))
#elif defined(_MSC_VER)
#include <sal.h>
#define LOOM_MUST_USE _Check_return_
#else
#define LOOM_MUST_USE
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the library ---- */

/* The version, as text. */
LOOM_API const char *LOOM_CDECL loom_version(void);

/* The version of the library that is loaded, as a number: MAJOR * 10000 + MINOR * 100 + PATCH. A program runs with
 * each library whose major version is that of its header, and whose number is that of its header or higher. */
LOOM_API unsigned LOOM_CDECL loom_version_number(void);

/* Writes the features that dispatch found, its choices and their reasons, as text of at most size - 1 bytes and a 0.
 * Returns the length of the whole text, which may be more, like snprintf; size may be 0. All choices are made, and the
 * environment variables are read, once: when the program or library is loaded, or, if the C files are compiled by MSVC
 * itself or with LOOM_NO_CONSTRUCTOR, at the first call that needs a choice. Later ones are those of
 * loom_tuning_load() and loom_allow_tables(). Programs with more rights than their user (set-user-ID and the like) do
 * not read the variables. */
LOOM_API int LOOM_CDECL loom_explain(char *buffer, size_t size);

/* The results of reading a preference file. Choices stay as they were. */
#define LOOM_TUNING_UNREADABLE (-1) /* no such file */
#define LOOM_TUNING_UNKNOWN (-2) /* no preference file, or one of another version of the format */
#define LOOM_TUNING_CORRUPT (-3) /* damaged */
#define LOOM_TUNING_STALE (-4) /* of another build of the library */
#define LOOM_TUNING_FOREIGN (-5) /* of another CPU */
#define LOOM_TUNING_CANNOT_RUN (-6) /* names a variant that cannot run here, for features that are missing or removed */
#define LOOM_TUNING_TAKEN (-7) /* a file is in use already: one that was loaded, or that of ASMLOOM_TUNING */

/* Reads a file that `asmloom-tune` wrote, from the path, or the text of such a file. The file's choices then replace
 * those of dispatch, in all threads, but for variants that ASMLOOM_PREFER pins. Returns 0, or one of the above: a
 * wrong file changes nothing. Call it at the start; one call alone can succeed. */
LOOM_API int LOOM_CDECL loom_tuning_load(const char *path);
LOOM_API int LOOM_CDECL loom_tuning_load_text(const char *text, size_t length);

/* Speed over secrecy: with 1, dispatch may choose variants that look up secrets in tables, at addresses which other
 * programs on the same machine can observe, wherever they are the fastest; loom_explain() names them. Without this
 * call, and after a call with 0, it chooses such a variant only of a kernel that has no other: RC4's. Counts for the
 * whole process, in all threads, from the next call of each function. A library leaves the decision to its program. A
 * preference file says nothing of such kernels then. Of calls that meet in several threads the last one counts. */
LOOM_API void LOOM_CDECL loom_allow_tables(int allowed);

/* Returns 1 if a[0..length-1] and b[0..length-1] hold the same bytes, otherwise 0. The time depends on length alone:
 * the function is made for comparing a MAC with the expected MAC. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_equal(const uint8_t *a, const uint8_t *b, size_t length);

typedef void LOOM_CDECL loom_report_fn(void *context, const char *line);

/* Tests every variant that this CPU can run, and the streaming functions with the variants that dispatch chose. The
 * vectors are those of RFC 1321, 2202, 4231, 4493, 6229, 8439 and 8452, of FIPS 180-4 and 197, of SP 800-38A, C and D
 * and of IEEE Std 1619. The results are compared with portable C at lengths, alignments and splits around every
 * boundary. TLS records are compared with RFC 5246 written out, and RSA with numbers computed elsewhere. Reports a
 * line of text for each variant, and a line with the first wrong byte for each difference; report may be NULL. Returns
 * the number of differences: 0 is good. Two threads must not call this function at once. */
LOOM_API int LOOM_CDECL loom_selftest(loom_report_fn *report, void *context);

/* ---- Blowfish (Blowfish) ---- */

typedef struct loom_blowfish_ctx {
    uint32_t schedule[1042]; /* subkeys in order of use: as secret as the key itself */
    uint32_t rounds;         /* 16 */
    uint32_t direction;      /* a mark of the direction, with rounds */
} loom_blowfish_ctx;

/* Sets a key of 4 to 56 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the context
 * untouched. */
LOOM_API int LOOM_CDECL loom_blowfish_set_encrypt_key(loom_blowfish_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_blowfish_set_decrypt_key(loom_blowfish_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_blowfish_wipe(loom_blowfish_ctx *ctx);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 8, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_blowfish_cbc_encrypt(const loom_blowfish_ctx *ctx, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_blowfish_cbc_decrypt(const loom_blowfish_ctx *ctx, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t length);

/* ---- Camellia (RFC 3713, 2.2) ---- */

typedef struct loom_camellia_ctx {
    uint8_t schedule[272]; /* subkeys in order of use: as secret as the key itself */
    uint32_t rounds;       /* 18 or 24 */
    uint32_t direction;    /* a mark of the direction, with rounds */
} loom_camellia_ctx;

/* Sets a key of 16, 24 or 32 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the
 * context untouched. */
LOOM_API int LOOM_CDECL loom_camellia_set_encrypt_key(loom_camellia_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_camellia_set_decrypt_key(loom_camellia_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_camellia_wipe(loom_camellia_ctx *ctx);

/* Electronic codebook. Each block of 16 bytes stands alone: equal blocks stay equal. out may be in itself; otherwise
 * the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key for the
 * direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_camellia_ecb_encrypt(const loom_camellia_ctx *ctx, const uint8_t *in, uint8_t *out,
    size_t length);
LOOM_API int LOOM_CDECL loom_camellia_ecb_decrypt(const loom_camellia_ctx *ctx, const uint8_t *in, uint8_t *out,
    size_t length);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_camellia_cbc_encrypt(const loom_camellia_ctx *ctx, uint8_t iv[16], const uint8_t *in,
    uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_camellia_cbc_decrypt(const loom_camellia_ctx *ctx, uint8_t iv[16], const uint8_t *in,
    uint8_t *out, size_t length);

/* Counter mode: out[n] = in[n] ^ byte n of the encrypted counters, the first of which is counter, one number of 128
 * bits, most significant byte first; encrypts and decrypts. On return counter is that of the next call, which begins a
 * new block. No counter may ever serve twice under one key. out may be in itself; otherwise the two must not overlap.
 * Returns 0. With a context without a key for encryption, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_camellia_ctr(const loom_camellia_ctx *ctx, uint8_t counter[16], const uint8_t *in,
    uint8_t *out, size_t length);

/* ---- CAST-128 (RFC 2144, 2.4) ---- */

typedef struct loom_cast128_ctx {
    uint32_t schedule[32]; /* subkeys in order of use: as secret as the key itself */
    uint32_t rounds;       /* 12 or 16 */
    uint32_t direction;    /* a mark of the direction, with rounds */
} loom_cast128_ctx;

/* Sets a key of 5 to 16 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the context
 * untouched. */
LOOM_API int LOOM_CDECL loom_cast128_set_encrypt_key(loom_cast128_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_cast128_set_decrypt_key(loom_cast128_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_cast128_wipe(loom_cast128_ctx *ctx);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 8, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_cast128_cbc_encrypt(const loom_cast128_ctx *ctx, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_cast128_cbc_decrypt(const loom_cast128_ctx *ctx, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t length);

/* ---- DES and triple DES (FIPS 46-3; SP 800-67) ---- */

typedef struct loom_des_ctx {
    uint8_t schedule[2304]; /* subkeys in order of use: as secret as the key itself */
    uint32_t rounds;        /* 16 or 48 */
    uint32_t direction;     /* a mark of the direction, with rounds */
} loom_des_ctx;

/* Sets a key of 8, 16 or 24 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the
 * context untouched. */
LOOM_API int LOOM_CDECL loom_des_set_encrypt_key(loom_des_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_des_set_decrypt_key(loom_des_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_des_wipe(loom_des_ctx *ctx);

/* Electronic codebook. Each block of 8 bytes stands alone: equal blocks stay equal. out may be in itself; otherwise
 * the two must not overlap. Returns 0. With a length that is no multiple of 8, or a context without a key for the
 * direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_des_ecb_encrypt(const loom_des_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_des_ecb_decrypt(const loom_des_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 8, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_des_cbc_encrypt(const loom_des_ctx *ctx, uint8_t iv[8], const uint8_t *in, uint8_t *out,
    size_t length);
LOOM_API int LOOM_CDECL loom_des_cbc_decrypt(const loom_des_ctx *ctx, uint8_t iv[8], const uint8_t *in, uint8_t *out,
    size_t length);

/* ---- MD5 (RFC 1321), and HMAC over it (RFC 2104) ---- */

typedef struct loom_md5_ctx {
    uint32_t state[4];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_md5_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_md5(const uint8_t *data, size_t length, uint8_t digest[16]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_md5_init(loom_md5_ctx *ctx);

/* Returns 0. With a context that loom_md5_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_md5_update(loom_md5_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_md5_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_md5_final(loom_md5_ctx *ctx, uint8_t digest[16]);

typedef struct loom_hmac_md5_ctx {
    loom_md5_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_md5_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_md5(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[16]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_md5_init(loom_hmac_md5_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_md5_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_md5_update(loom_hmac_md5_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_md5_final(loom_hmac_md5_ctx *ctx, uint8_t mac[16]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_md5_final ends the last
 * message, or loom_hmac_md5_wipe the use of the key. Results are those of loom_hmac_md5_final. */
LOOM_API int LOOM_CDECL loom_hmac_md5_final_reset(loom_hmac_md5_ctx *ctx, uint8_t mac[16]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_md5_reset(loom_hmac_md5_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_md5_wipe(loom_hmac_md5_ctx *ctx);

/* ---- RIPEMD-160 (ISO/IEC 10118-3), and HMAC over it (RFC 2104) ---- */

typedef struct loom_ripemd160_ctx {
    uint32_t state[5];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_ripemd160_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_ripemd160(const uint8_t *data, size_t length, uint8_t digest[20]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_ripemd160_init(loom_ripemd160_ctx *ctx);

/* Returns 0. With a context that loom_ripemd160_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_ripemd160_update(loom_ripemd160_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_ripemd160_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_ripemd160_final(loom_ripemd160_ctx *ctx, uint8_t digest[20]);

typedef struct loom_hmac_ripemd160_ctx {
    loom_ripemd160_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_ripemd160_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_ripemd160(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[20]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_ripemd160_init(loom_hmac_ripemd160_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_ripemd160_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_ripemd160_update(loom_hmac_ripemd160_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_ripemd160_final(loom_hmac_ripemd160_ctx *ctx, uint8_t mac[20]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_ripemd160_final ends the last
 * message, or loom_hmac_ripemd160_wipe the use of the key. Results are those of loom_hmac_ripemd160_final. */
LOOM_API int LOOM_CDECL loom_hmac_ripemd160_final_reset(loom_hmac_ripemd160_ctx *ctx, uint8_t mac[20]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_ripemd160_reset(loom_hmac_ripemd160_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_ripemd160_wipe(loom_hmac_ripemd160_ctx *ctx);

/* ---- SEED (RFC 4269, 2.3) ---- */

typedef struct loom_seed_ctx {
    uint32_t schedule[32]; /* subkeys in order of use: as secret as the key itself */
    uint32_t rounds;       /* 16 */
    uint32_t direction;    /* a mark of the direction, with rounds */
} loom_seed_ctx;

/* Sets a key of 16 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the context
 * untouched. */
LOOM_API int LOOM_CDECL loom_seed_set_encrypt_key(loom_seed_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_seed_set_decrypt_key(loom_seed_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_seed_wipe(loom_seed_ctx *ctx);

/* Electronic codebook. Each block of 16 bytes stands alone: equal blocks stay equal. out may be in itself; otherwise
 * the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key for the
 * direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_seed_ecb_encrypt(const loom_seed_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_seed_ecb_decrypt(const loom_seed_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_seed_cbc_encrypt(const loom_seed_ctx *ctx, uint8_t iv[16], const uint8_t *in, uint8_t *out,
    size_t length);
LOOM_API int LOOM_CDECL loom_seed_cbc_decrypt(const loom_seed_ctx *ctx, uint8_t iv[16], const uint8_t *in, uint8_t *out,
    size_t length);

/* Counter mode: out[n] = in[n] ^ byte n of the encrypted counters, the first of which is counter, one number of 128
 * bits, most significant byte first; encrypts and decrypts. On return counter is that of the next call, which begins a
 * new block. No counter may ever serve twice under one key. out may be in itself; otherwise the two must not overlap.
 * Returns 0. With a context without a key for encryption, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_seed_ctr(const loom_seed_ctx *ctx, uint8_t counter[16], const uint8_t *in, uint8_t *out,
    size_t length);

/* ---- SHA-1 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha1_ctx {
    uint32_t state[5];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_sha1_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha1(const uint8_t *data, size_t length, uint8_t digest[20]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_sha1_init(loom_sha1_ctx *ctx);

/* Returns 0. With a context that loom_sha1_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_sha1_update(loom_sha1_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha1_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_sha1_final(loom_sha1_ctx *ctx, uint8_t digest[20]);

typedef struct loom_hmac_sha1_ctx {
    loom_sha1_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_sha1_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[20]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_sha1_init(loom_hmac_sha1_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_sha1_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha1_update(loom_hmac_sha1_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha1_final(loom_hmac_sha1_ctx *ctx, uint8_t mac[20]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_sha1_final ends the last
 * message, or loom_hmac_sha1_wipe the use of the key. Results are those of loom_hmac_sha1_final. */
LOOM_API int LOOM_CDECL loom_hmac_sha1_final_reset(loom_hmac_sha1_ctx *ctx, uint8_t mac[20]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha1_reset(loom_hmac_sha1_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_sha1_wipe(loom_hmac_sha1_ctx *ctx);

/* ---- SHA-256 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha256_ctx {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_sha256_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha256(const uint8_t *data, size_t length, uint8_t digest[32]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_sha256_init(loom_sha256_ctx *ctx);

/* Returns 0. With a context that loom_sha256_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_sha256_update(loom_sha256_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha256_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_sha256_final(loom_sha256_ctx *ctx, uint8_t digest[32]);

typedef struct loom_hmac_sha256_ctx {
    loom_sha256_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_sha256_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[32]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_sha256_init(loom_hmac_sha256_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_sha256_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha256_update(loom_hmac_sha256_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha256_final(loom_hmac_sha256_ctx *ctx, uint8_t mac[32]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_sha256_final ends the last
 * message, or loom_hmac_sha256_wipe the use of the key. Results are those of loom_hmac_sha256_final. */
LOOM_API int LOOM_CDECL loom_hmac_sha256_final_reset(loom_hmac_sha256_ctx *ctx, uint8_t mac[32]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha256_reset(loom_hmac_sha256_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_sha256_wipe(loom_hmac_sha256_ctx *ctx);

/* ---- SHA-224 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef loom_sha256_ctx loom_sha224_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha224(const uint8_t *data, size_t length, uint8_t digest[28]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_sha224_init(loom_sha224_ctx *ctx);

/* Returns 0. With a context that loom_sha224_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_sha224_update(loom_sha224_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha224_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_sha224_final(loom_sha224_ctx *ctx, uint8_t digest[28]);

typedef struct loom_hmac_sha224_ctx {
    loom_sha224_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_sha224_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha224(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[28]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_sha224_init(loom_hmac_sha224_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_sha224_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha224_update(loom_hmac_sha224_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha224_final(loom_hmac_sha224_ctx *ctx, uint8_t mac[28]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_sha224_final ends the last
 * message, or loom_hmac_sha224_wipe the use of the key. Results are those of loom_hmac_sha224_final. */
LOOM_API int LOOM_CDECL loom_hmac_sha224_final_reset(loom_hmac_sha224_ctx *ctx, uint8_t mac[28]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha224_reset(loom_hmac_sha224_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_sha224_wipe(loom_hmac_sha224_ctx *ctx);

/* ---- SHA-512 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef struct loom_sha512_ctx {
    uint64_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t buffer[128];
} loom_sha512_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha512(const uint8_t *data, size_t length, uint8_t digest[64]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_sha512_init(loom_sha512_ctx *ctx);

/* Returns 0. With a context that loom_sha512_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_sha512_update(loom_sha512_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha512_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_sha512_final(loom_sha512_ctx *ctx, uint8_t digest[64]);

typedef struct loom_hmac_sha512_ctx {
    loom_sha512_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_sha512_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha512(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[64]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_sha512_init(loom_hmac_sha512_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_sha512_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha512_update(loom_hmac_sha512_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha512_final(loom_hmac_sha512_ctx *ctx, uint8_t mac[64]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_sha512_final ends the last
 * message, or loom_hmac_sha512_wipe the use of the key. Results are those of loom_hmac_sha512_final. */
LOOM_API int LOOM_CDECL loom_hmac_sha512_final_reset(loom_hmac_sha512_ctx *ctx, uint8_t mac[64]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha512_reset(loom_hmac_sha512_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_sha512_wipe(loom_hmac_sha512_ctx *ctx);

/* ---- SHA-384 (FIPS 180-4), and HMAC over it (RFC 2104) ---- */

typedef loom_sha512_ctx loom_sha384_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_sha384(const uint8_t *data, size_t length, uint8_t digest[48]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_sha384_init(loom_sha384_ctx *ctx);

/* Returns 0. With a context that loom_sha384_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_sha384_update(loom_sha384_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_sha384_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_sha384_final(loom_sha384_ctx *ctx, uint8_t digest[48]);

typedef struct loom_hmac_sha384_ctx {
    loom_sha384_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_sha384_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_sha384(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[48]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_sha384_init(loom_hmac_sha384_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_sha384_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha384_update(loom_hmac_sha384_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha384_final(loom_hmac_sha384_ctx *ctx, uint8_t mac[48]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_sha384_final ends the last
 * message, or loom_hmac_sha384_wipe the use of the key. Results are those of loom_hmac_sha384_final. */
LOOM_API int LOOM_CDECL loom_hmac_sha384_final_reset(loom_hmac_sha384_ctx *ctx, uint8_t mac[48]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_sha384_reset(loom_hmac_sha384_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_sha384_wipe(loom_hmac_sha384_ctx *ctx);

/* ---- Whirlpool (ISO/IEC 10118-3), and HMAC over it (RFC 2104) ---- */

typedef struct loom_whirlpool_ctx {
    uint64_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t buffer[64];
} loom_whirlpool_ctx;

/* Writes the digest of data[0..length-1]. */
LOOM_API void LOOM_CDECL loom_whirlpool(const uint8_t *data, size_t length, uint8_t digest[64]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_whirlpool_init(loom_whirlpool_ctx *ctx);

/* Returns 0. With a context that loom_whirlpool_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_whirlpool_update(loom_whirlpool_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the digest and wipes the context; loom_whirlpool_init makes the context usable again. Returns 0. With a wiped
 * context, returns -1 and writes a digest of zeros. */
LOOM_API int LOOM_CDECL loom_whirlpool_final(loom_whirlpool_ctx *ctx, uint8_t digest[64]);

typedef struct loom_hmac_whirlpool_ctx {
    loom_whirlpool_ctx inner, outer; /* the states after the key: as secret as the key itself */
} loom_hmac_whirlpool_ctx;

/* Writes the MAC of data[0..length-1]. The key may have any length. Compare MACs with loom_equal. */
LOOM_API void LOOM_CDECL loom_hmac_whirlpool(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length,
    uint8_t mac[64]);

/* Begins a message under a key. */
LOOM_API void LOOM_CDECL loom_hmac_whirlpool_init(loom_hmac_whirlpool_ctx *ctx, const uint8_t *key, size_t key_length);

/* Returns 0. With a context that loom_hmac_whirlpool_final has wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_whirlpool_update(loom_hmac_whirlpool_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC and wipes the context. Returns 0. With a wiped context, returns -1 and writes zeros. The zeros are no
 * MAC: compare them with nothing. */
LOOM_API int LOOM_CDECL loom_hmac_whirlpool_final(loom_hmac_whirlpool_ctx *ctx, uint8_t mac[64]);

/* Writes the MAC and keeps the key: the context is ready for another message. loom_hmac_whirlpool_final ends the last
 * message, or loom_hmac_whirlpool_wipe the use of the key. Results are those of loom_hmac_whirlpool_final. */
LOOM_API int LOOM_CDECL loom_hmac_whirlpool_final_reset(loom_hmac_whirlpool_ctx *ctx, uint8_t mac[64]);

/* Begins another message with the same key; what the context has taken of the message before has no effect. Returns 0.
 * With a wiped context, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_hmac_whirlpool_reset(loom_hmac_whirlpool_ctx *ctx);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_hmac_whirlpool_wipe(loom_hmac_whirlpool_ctx *ctx);

/* ---- batches: messages of any lengths, hashed side by side ---- */

/* A message. The caller fills in data, length and digest, and leaves the job and the data as they are until
 * loom_batch_poll has returned the job. A structure of the caller's may contain the job. */
typedef struct loom_batch_job {
    const uint8_t *data;
    size_t length;
    uint8_t *digest;             /* room for the digest, apart from the data of all messages */
    struct loom_batch_job *next; /* the batch's own */
} loom_batch_job;

/* What is hashed before a message: a key, and fewer bytes than a block has. */
typedef struct loom_batch_before {
    const void *outer; /* of HMAC, until it begins */
    const uint8_t *head;
    size_t head_bytes;
} loom_batch_before;

/* A message under way. */
typedef struct loom_batch_lane {
    union {
        uint32_t words32[16];
        uint64_t words64[8];
    } state;
    uint8_t tail[256];   /* the last blocks, padded */
    loom_batch_job *job;
    loom_batch_before before;
    const uint8_t *data;
    size_t left;         /* blocks in data; 0: not begun */
    size_t taken;        /* bytes of the message in the first block, behind others */
    uint32_t ends, last; /* whether the message ends in data; or else blocks in tail that end it, 0: not yet padded */
} loom_batch_lane;

/* A kernel for several messages. */
typedef struct loom_batch_way {
    uint32_t from;                /* blocks of a message, at least */
    uint32_t shortest;            /* bytes of a message, at least */
    uint8_t number, lanes, least; /* the kernel's, from 1 on; messages, at most and at least */
} loom_batch_way;

/* A batch of one thread. Other threads have batches of their own. */
typedef struct loom_batch_ctx {
    loom_batch_lane lane[32];
    loom_batch_job *first, *last; /* finished, and not yet polled */
    loom_batch_way way[4];        /* to hash several, from the fewest to the most */
    uint32_t hash, lanes, used, keyed, shortest;
    uint32_t spoilt;              /* lanes that may hold something of a message */
    uint8_t order[32];            /* the lanes in use, then the others */
} loom_batch_ctx;

/* Begins a batch of messages for one hash, and chooses how to hash them on this CPU: several side by side where that
 * was measured to be faster, otherwise one after the other. */
LOOM_API void LOOM_CDECL loom_batch_md5_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_ripemd160_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_sha1_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_sha256_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_sha224_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_sha512_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_sha384_init(loom_batch_ctx *batch);
LOOM_API void LOOM_CDECL loom_batch_whirlpool_init(loom_batch_ctx *batch);

/* Takes a message. The messages taken wait until there is one for each lane; the call then works until a lane is free,
 * which ends at least one message. Returns 0. With a batch that loom_batch_wipe has wiped, returns -1 and changes
 * nothing. */
LOOM_API int LOOM_CDECL loom_batch_submit(loom_batch_ctx *batch, loom_batch_job *job);

/* Takes a message under HMAC, as loom_batch_submit takes another: a batch may have both, and keys of any number. key
 * has the key of loom_hmac_..._init, of the batch's hash; what it has taken of a message has no effect. The context is
 * read until loom_batch_poll has returned the job. Until a flush, the batch is as secret as the keys. Returns 0. With
 * a wiped key, or a batch that is wiped or of another hash, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_batch_hmac_md5_submit(loom_batch_ctx *batch, const loom_hmac_md5_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_ripemd160_submit(loom_batch_ctx *batch, const loom_hmac_ripemd160_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_sha1_submit(loom_batch_ctx *batch, const loom_hmac_sha1_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_sha256_submit(loom_batch_ctx *batch, const loom_hmac_sha256_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_sha224_submit(loom_batch_ctx *batch, const loom_hmac_sha224_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_sha512_submit(loom_batch_ctx *batch, const loom_hmac_sha512_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_sha384_submit(loom_batch_ctx *batch, const loom_hmac_sha384_ctx *key,
    loom_batch_job *job);
LOOM_API int LOOM_CDECL loom_batch_hmac_whirlpool_submit(loom_batch_ctx *batch, const loom_hmac_whirlpool_ctx *key,
    loom_batch_job *job);

/* Ends all messages taken. Returns 0. With a wiped batch, returns -1. */
LOOM_API int LOOM_CDECL loom_batch_flush(loom_batch_ctx *batch);

/* Returns a job whose digest is written, each once, in the order in which they ended. Returns NULL if there is none at
 * this time. */
LOOM_API loom_batch_job *LOOM_CDECL loom_batch_poll(loom_batch_ctx *batch);

/* Overwrites the batch with zeros. Messages that have not ended get no digest. After a flush the batch holds nothing
 * of the messages but the list of ended jobs. */
LOOM_API void LOOM_CDECL loom_batch_wipe(loom_batch_ctx *batch);

/* ---- RC4 ---- */

typedef struct loom_rc4_ctx {
    uint32_t state[258]; /* the permutation, then i and j of the last byte handled */
} loom_rc4_ctx;

/* Sets the key, of 1 to 256 bytes. Returns 0. With any other length, returns -1 and leaves the context untouched. */
LOOM_API int LOOM_CDECL loom_rc4_set_key(loom_rc4_ctx *ctx, const uint8_t *key, size_t length);

/* out[n] = in[n] ^ next keystream byte, for length bytes. Several calls give the same result as one. out may be in
 * itself; otherwise the two must not overlap. Returns 0. With a wiped context, returns -1 and fills out with zeros: no
 * plaintext leaves a program that ignores the result. */
LOOM_API int LOOM_CDECL loom_rc4(loom_rc4_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_rc4_wipe(loom_rc4_ctx *ctx);

/* ---- RC4 and MD5 in one pass ---- */

/* Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as loom_md5_update and loom_rc4 would
 * one after the other. out may be in itself; otherwise the two must not overlap. Returns 0. If either context is
 * wiped, returns -1, fills out with zeros and leaves both contexts untouched. */
LOOM_API int LOOM_CDECL loom_rc4_md5_encrypt(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out,
    size_t length);

/* Decrypts, and takes the plaintext out[0..length-1] into the hash. Results are those of loom_rc4_md5_encrypt. */
LOOM_API int LOOM_CDECL loom_rc4_md5_decrypt(loom_rc4_ctx *rc4, loom_md5_ctx *md5, const uint8_t *in, uint8_t *out,
    size_t length);

/* ---- AES (FIPS 197) in the modes of SP 800-38A ---- */

typedef struct loom_aes_ctx {
    uint8_t schedule[240]; /* round keys in order of use, 16 bytes each: as secret as the key itself */
    uint32_t rounds;       /* 10, 12 or 14 */
    uint32_t direction;    /* a mark of the direction, with rounds */
} loom_aes_ctx;

/* Sets a key of 16, 24 or 32 bytes, for one direction. Returns 0. With any other length, returns -1 and leaves the
 * context untouched. */
LOOM_API int LOOM_CDECL loom_aes_set_encrypt_key(loom_aes_ctx *ctx, const uint8_t *key, size_t key_bytes);
LOOM_API int LOOM_CDECL loom_aes_set_decrypt_key(loom_aes_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_aes_wipe(loom_aes_ctx *ctx);

/* Electronic codebook. Each block of 16 bytes stands alone: equal blocks stay equal. out may be in itself; otherwise
 * the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key for the
 * direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_ecb_encrypt(const loom_aes_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_aes_ecb_decrypt(const loom_aes_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Cipher block chaining. On return iv holds the last block of ciphertext, for the next call. out may be in itself;
 * otherwise the two must not overlap. Returns 0. With a length that is no multiple of 16, or a context without a key
 * for the direction, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_cbc_encrypt(const loom_aes_ctx *ctx, uint8_t iv[16], const uint8_t *in, uint8_t *out,
    size_t length);
LOOM_API int LOOM_CDECL loom_aes_cbc_decrypt(const loom_aes_ctx *ctx, uint8_t iv[16], const uint8_t *in, uint8_t *out,
    size_t length);

/* ---- batches of AES in CBC mode: messages of any lengths, encrypted side by side ---- */

/* A message with its own key and initialization vector. The caller fills in all but the last field, and leaves the job
 * and what it points to as they are until loom_batch_aes_cbc_poll has returned the job. A structure of the caller's
 * may contain the job. */
typedef struct loom_batch_aes_cbc_job {
    const loom_aes_ctx *key;             /* for encryption; jobs may share it */
    uint8_t *iv;                         /* 16 bytes; at the end the last block of ciphertext, for the next job */
    const uint8_t *in;
    uint8_t *out;                        /* may be in; otherwise apart from all other memory of all jobs */
    size_t length;                       /* a multiple of 16 */
    struct loom_batch_aes_cbc_job *next; /* the batch's own */
} loom_batch_aes_cbc_job;

/* A message under way. */
typedef struct loom_batch_aes_cbc_lane {
    loom_batch_aes_cbc_job *job;
    const uint8_t *in;
    uint8_t *out;
    size_t left;     /* blocks; 0: not begun */
    uint64_t serial; /* of the message whose round keys the lane has */
} loom_batch_aes_cbc_lane;

/* A batch of one thread, which stays where it was begun. */
typedef struct loom_batch_aes_cbc_ctx {
    uint8_t room[4159];                   /* aligned to 64: round keys and chaining values of all lanes: as secret as the keys */
    loom_batch_aes_cbc_lane lane[16];
    loom_batch_aes_cbc_job *first, *last; /* finished, and not yet polled */
    uint64_t serial;
    size_t shortest, from;
    uint32_t mark, kernel, lanes, least, used, rounds, spoilt;
    uint8_t order[16];                    /* the lanes in use, then the others */
} loom_batch_aes_cbc_ctx;

/* Begins a batch, and chooses how to encrypt on this CPU: messages side by side where that was measured to be faster,
 * otherwise one after the other. */
LOOM_API void LOOM_CDECL loom_batch_aes_cbc_init(loom_batch_aes_cbc_ctx *batch);

/* Takes a message. The messages taken wait until there is one for each lane; the call then works until a lane is free,
 * which ends at least one message. Keys of one size are side by side: while messages wait, one with a key of another
 * size is encrypted alone, at once. Returns 0. With a length that is no multiple of 16, a key that does not encrypt,
 * or a wiped batch, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_batch_aes_cbc_submit(loom_batch_aes_cbc_ctx *batch, loom_batch_aes_cbc_job *job);

/* Ends all messages taken, and wipes the batch's copies of round keys. Returns 0. With a wiped batch, returns -1. */
LOOM_API int LOOM_CDECL loom_batch_aes_cbc_flush(loom_batch_aes_cbc_ctx *batch);

/* Returns a job whose message is encrypted, each once, in the order in which they ended. Returns NULL if there is none
 * at this time. */
LOOM_API loom_batch_aes_cbc_job *LOOM_CDECL loom_batch_aes_cbc_poll(loom_batch_aes_cbc_ctx *batch);

/* Overwrites the batch with zeros. Messages that have not ended are left as they are, in part encrypted. */
LOOM_API void LOOM_CDECL loom_batch_aes_cbc_wipe(loom_batch_aes_cbc_ctx *batch);

/* ---- batches of DES and triple DES in CBC mode: messages of any lengths, encrypted side by side ---- */

/* A message with its own key and initialization vector. The caller fills in all but the last field, and leaves the job
 * and what it points to as they are until loom_batch_des_cbc_poll has returned the job. A structure of the caller's
 * may contain the job. */
typedef struct loom_batch_des_cbc_job {
    const loom_des_ctx *key;             /* for encryption; jobs may share it */
    uint8_t *iv;                         /* 8 bytes; at the end the last block of ciphertext, for the next job */
    const uint8_t *in;
    uint8_t *out;                        /* may be in; otherwise apart from all other memory of all jobs */
    size_t length;                       /* a multiple of 8 */
    struct loom_batch_des_cbc_job *next; /* the batch's own */
} loom_batch_des_cbc_job;

/* A message under way. */
typedef struct loom_batch_des_cbc_lane {
    loom_batch_des_cbc_job *job;
    const uint8_t *in;
    uint8_t *out;
    size_t left;     /* blocks; 0: not begun */
    uint64_t serial; /* of the message whose round keys the lane has */
} loom_batch_des_cbc_lane;

/* A batch of one thread, which stays where it was begun. */
typedef struct loom_batch_des_cbc_ctx {
    uint8_t room[37055];                  /* aligned to 64: round keys and chaining values of all lanes: as secret as the keys */
    loom_batch_des_cbc_lane lane[16];
    loom_batch_des_cbc_job *first, *last; /* finished, and not yet polled */
    uint64_t serial;
    size_t shortest, from;
    uint32_t mark, kernel, lanes, least, used, rounds, spoilt;
    uint8_t order[16];                    /* the lanes in use, then the others */
} loom_batch_des_cbc_ctx;

/* Begins a batch, and chooses how to encrypt on this CPU: messages side by side where that was measured to be faster,
 * otherwise one after the other. */
LOOM_API void LOOM_CDECL loom_batch_des_cbc_init(loom_batch_des_cbc_ctx *batch);

/* Takes a message. The messages taken wait until there is one for each lane; the call then works until a lane is free,
 * which ends at least one message. Keys of one size are side by side: while messages wait, one with a key of another
 * size is encrypted alone, at once. Returns 0. With a length that is no multiple of 8, a key that does not encrypt, or
 * a wiped batch, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_batch_des_cbc_submit(loom_batch_des_cbc_ctx *batch, loom_batch_des_cbc_job *job);

/* Ends all messages taken, and wipes the batch's copies of round keys. Returns 0. With a wiped batch, returns -1. */
LOOM_API int LOOM_CDECL loom_batch_des_cbc_flush(loom_batch_des_cbc_ctx *batch);

/* Returns a job whose message is encrypted, each once, in the order in which they ended. Returns NULL if there is none
 * at this time. */
LOOM_API loom_batch_des_cbc_job *LOOM_CDECL loom_batch_des_cbc_poll(loom_batch_des_cbc_ctx *batch);

/* Overwrites the batch with zeros. Messages that have not ended are left as they are, in part encrypted. */
LOOM_API void LOOM_CDECL loom_batch_des_cbc_wipe(loom_batch_des_cbc_ctx *batch);

/* ---- AES in counter mode: a stream of any length ---- */

/* The counter is one number of 128 bits, most significant byte first. Zero follows the highest value. A context at a
 * multiple of 16 bytes, as from malloc, has its counter in one cache line. Calls of few blocks are slower with a
 * counter in two, where some processors cannot forward a store. */
typedef struct loom_aes_ctr_ctx {
    uint8_t counter[16];   /* of the next block; first, where it lies in one cache line */
    uint8_t keystream[16]; /* of the last block */
    loom_aes_ctx key;
    uint32_t left;         /* unused bytes at the end of keystream */
} loom_aes_ctr_ctx;

/* Sets a key of 16, 24 or 32 bytes and the first block's counter. No counter may ever serve twice under one key.
 * Returns 0. With any other length, returns -1 and leaves the context untouched. */
LOOM_API int LOOM_CDECL loom_aes_ctr_init(loom_aes_ctr_ctx *ctx, const uint8_t *key, size_t key_bytes,
    const uint8_t counter[16]);

/* Begins another stream under the same key, with this counter for its first block. No counter may ever serve twice
 * under one key. Returns 0. With a context that has no key, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_ctr_set_counter(loom_aes_ctr_ctx *ctx, const uint8_t counter[16]);

/* out[n] = in[n] ^ next keystream byte, for length bytes; encrypts and decrypts. Several calls give the same result as
 * one. out may be in itself; otherwise the two must not overlap. Returns 0. With a context that has no key, returns -1
 * and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_ctr_update(loom_aes_ctr_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_aes_ctr_wipe(loom_aes_ctr_ctx *ctx);

/* ---- AES-GCM (SP 800-38D) ---- */

/* A nonce may serve once under one key: a second message under it betrays the key of all tags. Nonces have 12 bytes,
 * or any other number but 0. Associated data is at most 2^61 - 1 bytes, and text at most 2^36 - 32. Tags have 12 to 16
 * bytes. GMAC is the tag of associated data alone.
 *
 * out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no bytes may
 * be NULL. */

/* A key. Any number of threads may use one key while no thread changes it. As secret as the key itself. */
typedef struct loom_aes_gcm_key {
    uint8_t powers[352]; /* of the hash's key */
    loom_aes_ctx aes;
} loom_aes_gcm_key;

/* Sets a key of 16, 24 or 32 bytes. Returns 0. With any other length, returns -1 and leaves the key untouched. */
LOOM_API int LOOM_CDECL loom_aes_gcm_set_key(loom_aes_gcm_key *key, const uint8_t *user_key, size_t key_bytes);

/* Encrypts length bytes of in to out, and writes the tag of associated data and ciphertext, apart from out. Returns 0.
 * With a key that is not set, or a length outside the limits, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_gcm_seal(const loom_aes_gcm_key *key, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t *tag,
    size_t tag_length);

/* Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not set, or a
 * length of nonce, data or tag outside the limits, returns -1, and out is zeros. With more text than the limit returns
 * -1 and changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_aes_gcm_open(const loom_aes_gcm_key *key, const uint8_t *nonce,
    size_t nonce_length, const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, const uint8_t *tag,
    size_t tag_length, uint8_t *out);

/* A message in parts: associated data first, then text, then the tag. The key stays as it is until the message has
 * ended. */
typedef struct loom_aes_gcm_ctx {
    uint8_t counter[16], xi[16], mask[16], keystream[16];
    const loom_aes_gcm_key *key;
    uint64_t aad_length, length;
    uint32_t phase; /* what it takes */
} loom_aes_gcm_ctx;

/* Begins a message. Returns 0. With a key that is not set, or no nonce, returns -1 and leaves the context untouched. */
LOOM_API int LOOM_CDECL loom_aes_gcm_init(loom_aes_gcm_ctx *ctx, const loom_aes_gcm_key *key, const uint8_t *nonce,
    size_t nonce_length);

/* Takes associated data: several calls give the same result as one. Returns 0. With more than the limit, a context
 * that has taken text, or a wiped one, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_gcm_aad(loom_aes_gcm_ctx *ctx, const uint8_t *aad, size_t aad_length);

/* Encrypts text: several calls give the same result as one. Returns 0. With more than the limit, a context that
 * decrypts, or a wiped one, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_gcm_encrypt(loom_aes_gcm_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Decrypts text. Nothing of the text may be used before loom_aes_gcm_verify has returned 0: the text may be anyone's.
 * Results are those of loom_aes_gcm_encrypt, the other way round. */
LOOM_API int LOOM_CDECL loom_aes_gcm_decrypt(loom_aes_gcm_ctx *ctx, const uint8_t *in, uint8_t *out, size_t length);

/* Ends a message: writes the tag, and wipes the context. Returns 0. With a length outside the limits, a context that
 * decrypts, or a wiped one, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_gcm_tag(loom_aes_gcm_ctx *ctx, uint8_t *tag, size_t tag_length);

/* Ends a message: compares the tag, and wipes the context. Returns 0 if the tag is right, otherwise -1. With a length
 * outside the limits, a context that encrypts, or a wiped one, returns -1 and changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_aes_gcm_verify(loom_aes_gcm_ctx *ctx, const uint8_t *tag, size_t tag_length);

/* Overwrites the context with zeros, for a message that is given up. */
LOOM_API void LOOM_CDECL loom_aes_gcm_wipe(loom_aes_gcm_ctx *ctx);

/* Overwrites the key with zeros. */
LOOM_API void LOOM_CDECL loom_aes_gcm_wipe_key(loom_aes_gcm_key *key);

/* ---- ChaCha20, Poly1305 and ChaCha20-Poly1305 (RFC 8439) ---- */

/* A nonce may serve once under one key; those of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) are long enough to be
 * random. Text is at most 2^38 - 64 bytes.
 *
 * out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no bytes may
 * be NULL. */

/* out[n] = in[n] ^ key stream from the block of that counter on, for length bytes; encrypts and decrypts. Returns 0.
 * The counter does not wrap around: with a message that goes beyond the block 2^32 - 1, returns -1 and changes
 * nothing. */
LOOM_API int LOOM_CDECL loom_chacha20(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
    const uint8_t *in, uint8_t *out, size_t length);

typedef struct loom_poly1305_ctx {
    uint8_t key[32], hash[24];
    uint8_t block[16];   /* the last one, of which `used` bytes are there */
    uint32_t used, live; /* a mark: the context is begun, and not wiped */
} loom_poly1305_ctx;

/* Writes the tag of data[0..length-1]. A key serves for one message. */
LOOM_API void LOOM_CDECL loom_poly1305(const uint8_t key[32], const uint8_t *data, size_t length, uint8_t tag[16]);

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_poly1305_init(loom_poly1305_ctx *ctx, const uint8_t key[32]);

/* Returns 0. With a context that is wiped, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_poly1305_update(loom_poly1305_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the tag and wipes the context. Returns 0. With a context that is wiped, returns -1 and writes zeros. */
LOOM_API int LOOM_CDECL loom_poly1305_final(loom_poly1305_ctx *ctx, uint8_t tag[16]);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_poly1305_wipe(loom_poly1305_ctx *ctx);

/* Encrypts length bytes of in to out, and writes the tag of additional data and ciphertext, apart from out. Returns 0.
 * With more than the limit, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_chacha20_poly1305_seal(const uint8_t key[32], const uint8_t nonce[12], const uint8_t *aad,
    size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]);

/* Decrypts length bytes, if the tag is right. Returns 0. With a wrong tag returns -1, and out is zeros. With more than
 * the limit returns -1 and changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_chacha20_poly1305_open(const uint8_t key[32], const uint8_t nonce[12],
    const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out);

/* XChaCha20-Poly1305: the same with a longer nonce. */
LOOM_API int LOOM_CDECL loom_xchacha20_poly1305_seal(const uint8_t key[32], const uint8_t nonce[24], const uint8_t *aad,
    size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_xchacha20_poly1305_open(const uint8_t key[32], const uint8_t nonce[24],
    const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out);

/* A message in pieces: additional data, then text. */
typedef struct loom_chacha20_poly1305_ctx {
    uint8_t counter[16]; /* of the next block; first, where it lies in one cache line */
    uint8_t key[32], keystream[64];
    loom_poly1305_ctx mac;
    uint64_t aad_length, length;
    uint32_t does, unused;
} loom_chacha20_poly1305_ctx;

/* Begins a message. */
LOOM_API void LOOM_CDECL loom_chacha20_poly1305_init(loom_chacha20_poly1305_ctx *ctx, const uint8_t key[32],
    const uint8_t nonce[12]);

/* Takes additional data, in any pieces, before the text. Returns 0. With a context that is wiped, or that has taken
 * text, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_chacha20_poly1305_aad(loom_chacha20_poly1305_ctx *ctx, const uint8_t *aad,
    size_t aad_length);

/* Encrypts the next length bytes. Returns 0. With more than the limit, a context that decrypts, or a wiped one,
 * returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_chacha20_poly1305_encrypt(loom_chacha20_poly1305_ctx *ctx, const uint8_t *in, uint8_t *out,
    size_t length);

/* Decrypts likewise. Nothing of the text may be used before loom_chacha20_poly1305_verify has returned 0: the text may
 * be anyone's. */
LOOM_API int LOOM_CDECL loom_chacha20_poly1305_decrypt(loom_chacha20_poly1305_ctx *ctx, const uint8_t *in, uint8_t *out,
    size_t length);

/* Ends a message: writes the tag, and wipes the context. Returns 0. With a context that decrypts, or a wiped one,
 * returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_chacha20_poly1305_tag(loom_chacha20_poly1305_ctx *ctx, uint8_t tag[16]);

/* Ends a message: compares the tag, and wipes the context. Returns 0 if the tag is right, otherwise -1. With a context
 * that encrypts, or a wiped one, returns -1 and changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_chacha20_poly1305_verify(loom_chacha20_poly1305_ctx *ctx,
    const uint8_t tag[16]);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_chacha20_poly1305_wipe(loom_chacha20_poly1305_ctx *ctx);

/* ---- AES-XTS (IEEE Std 1619, SP 800-38E), for sectors of a disk ---- */

typedef struct loom_aes_xts_ctx {
    loom_aes_ctx encrypts, decrypts, tweaks;
} loom_aes_xts_ctx;

/* Sets a key of 32 bytes for AES-128, or 64 for AES-256. Returns 0. With any other length, or with equal halves,
 * returns -1 and leaves the context untouched. */
LOOM_API int LOOM_CDECL loom_aes_xts_set_key(loom_aes_xts_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* The tweak is the number of the sector, in 16 bytes, the lowest first. out may be in itself. Returns 0. If the two
 * overlap otherwise, with less than 16 bytes, with more than 2^24, or with a context that has no key, returns -1 and
 * changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_xts_encrypt(const loom_aes_xts_ctx *ctx, const uint8_t tweak[16], const uint8_t *in,
    uint8_t *out, size_t length);
LOOM_API int LOOM_CDECL loom_aes_xts_decrypt(const loom_aes_xts_ctx *ctx, const uint8_t tweak[16], const uint8_t *in,
    uint8_t *out, size_t length);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_aes_xts_wipe(loom_aes_xts_ctx *ctx);

/* ---- AES-CMAC (SP 800-38B) ---- */

typedef struct loom_aes_cmac_ctx {
    uint8_t mac[16], last[16];
    loom_aes_ctx key;
    uint32_t used; /* bytes of last */
} loom_aes_cmac_ctx;

/* Sets a key of 16, 24 or 32 bytes. Returns 0. With any other length, returns -1 and leaves the context untouched. */
LOOM_API int LOOM_CDECL loom_aes_cmac_init(loom_aes_cmac_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* Takes data: several calls give the same result as one. Returns 0. With a context that has no key, returns -1 and
 * changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_cmac_update(loom_aes_cmac_ctx *ctx, const uint8_t *data, size_t length);

/* Writes the MAC, and wipes the context. Returns 0. With a context that has no key, returns -1 and changes nothing.
 * Compare MACs with loom_equal; a shorter MAC is the first bytes of this one. */
LOOM_API int LOOM_CDECL loom_aes_cmac_final(loom_aes_cmac_ctx *ctx, uint8_t mac[16]);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_aes_cmac_wipe(loom_aes_cmac_ctx *ctx);

/* ---- AES-CCM (SP 800-38C) ---- */

/* A nonce of n bytes, 7 to 13, may serve once under one key. The text is shorter than 256^(15 - n) bytes, and at most
 * 2^36 - 32. Tags have 4, 6, 8, 10, 12, 14 or 16 bytes.
 *
 * out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no bytes may
 * be NULL. */

/* Encrypts length bytes of in to out, under a key for encryption, and writes the tag of associated data and text,
 * apart from out. Returns 0. With a key that is not set, or a length outside the limits, returns -1 and changes
 * nothing. */
LOOM_API int LOOM_CDECL loom_aes_ccm_seal(const loom_aes_ctx *key, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t *tag,
    size_t tag_length);

/* Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not set, or a
 * length of nonce, data or tag outside the limits, returns -1, and out is zeros. With more text than the limit returns
 * -1 and changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_aes_ccm_open(const loom_aes_ctx *key, const uint8_t *nonce,
    size_t nonce_length, const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, const uint8_t *tag,
    size_t tag_length, uint8_t *out);

/* ---- AES-GCM-SIV (RFC 8452) ---- */

/* A nonce that serves twice under one key betrays whether messages are equal, and nothing else. Keys have 16 or 32
 * bytes. Text and associated data have 2^36 bytes at most.
 *
 * out may be in itself; if the two overlap otherwise, functions return -1 and change nothing. Pointers to no bytes may
 * be NULL. */

/* Encrypts length bytes of in to out, under a key for encryption, and writes the tag of associated data and text,
 * apart from out. Returns 0. With a key that is not set or has 24 bytes, or a length outside the limits, returns -1
 * and changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_gcm_siv_seal(const loom_aes_ctx *key, const uint8_t nonce[12], const uint8_t *aad,
    size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]);

/* Decrypts length bytes of in to out, if the tag is right. Returns 0. With a wrong tag, a key that is not set or has
 * 24 bytes, or more data than the limit, returns -1, and out is zeros. With more text than the limit returns -1 and
 * changes nothing. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_aes_gcm_siv_open(const loom_aes_ctx *key, const uint8_t nonce[12],
    const uint8_t *aad, size_t aad_length, const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out);

/* ---- TLS 1.0 to 1.2: records by MAC-then-encrypt (RFC 5246, 6.2.3.1 and 6.2.3.2) ---- */
#define LOOM_TLS_MD5 1
#define LOOM_TLS_SHA1 2
#define LOOM_TLS_SHA256 3
#define LOOM_TLS_SHA384 4

/* The result of opening a record of more than 16,384 bytes of plaintext (RFC 5246, 7.2.2: record_overflow). */
#define LOOM_TLS_TOO_LONG (-2)

/* The state of HMAC's hash after the key. The field hash of the context tells which member is in use. */
typedef union loom_tls_hash {
    loom_md5_ctx md5;
    loom_sha1_ctx sha1;
    loom_sha256_ctx sha256;
    loom_sha512_ctx sha512;
} loom_tls_hash;

/* The keys of one direction of a connection. */
typedef struct loom_tls_ctx {
    union {
        loom_aes_ctx aes;
        loom_rc4_ctx rc4;
    } cipher;
    loom_tls_hash inner, outer;
    uint32_t hash, kind;
} loom_tls_ctx;

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_tls_wipe(loom_tls_ctx *ctx);

/* header is the data under the MAC before the plaintext, without the length: sequence number (8 bytes), type (1) and
 * version (2). in and out are the same buffer or do not overlap. Opening returns 0 for a good record. Otherwise
 * *opened is 0, and the result is:
 *
 *   LOOM_TLS_TOO_LONG  more than 16,384 bytes of plaintext: either the length alone shows this, and out is
 *                      untouched; or the record is authentic, and all of out is zero. This error tells
 *                      nothing about a forgery.
 *   -1, out untouched  a context that does not open, or a length that no record has
 *   -1, out zero       any other reason */

/* The three functions below set the two keys apart, for callers that learn them at different times, and take MAC keys
 * of any length. Call loom_tls_wipe first. The context seals or opens when it has both keys, and a key may replace an
 * earlier one. Return 0. With a key or a hash that loom_tls_cbc_init or loom_tls_rc4_init would refuse, return -1 and
 * change nothing. */

/* Sets the key of the MAC. */
LOOM_API int LOOM_CDECL loom_tls_set_mac_key(loom_tls_ctx *ctx, int hash, const uint8_t *key, size_t key_bytes);

/* Sets a key of AES. seals: 1 for sealing, 0 for opening. */
LOOM_API int LOOM_CDECL loom_tls_cbc_set_key(loom_tls_ctx *ctx, int seals, const uint8_t *key, size_t key_bytes);

/* Sets a key of RC4. */
LOOM_API int LOOM_CDECL loom_tls_rc4_set_key(loom_tls_ctx *ctx, const uint8_t *key, size_t key_bytes);

/* AES-CBC with SHA-1, SHA-256 or SHA-384; keys of 16, 24 or 32 bytes, MAC keys as long as the digest. seals: 1 for
 * sealing, 0 for opening. Returns 0, or -1. */
LOOM_API int LOOM_CDECL loom_tls_cbc_init(loom_tls_ctx *ctx, int seals, int hash, const uint8_t *key, size_t key_bytes,
    const uint8_t *mac_key, size_t mac_key_bytes);

/* Returns the size in bytes of a sealed record of length bytes of plaintext, without an explicit IV. Returns 0 for
 * more than 16,384 bytes, which no record has, and for a context that loom_tls_cbc_init has not set. */
LOOM_API size_t LOOM_CDECL loom_tls_cbc_length(const loom_tls_ctx *ctx, size_t length);

/* Writes the record's loom_tls_cbc_length bytes. iv is the explicit IV of TLS 1.1 and 1.2, or the last block of the
 * record before. On return iv holds the last block of this record. Returns 0, or -1 for a context that does not seal,
 * or more than 16,384 bytes. */
LOOM_API int LOOM_CDECL loom_tls_cbc_seal(loom_tls_ctx *ctx, const uint8_t header[11], uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t length);

/* Many records, sealed at once: MACs side by side, then ciphers side by side. The records of one call have contexts of
 * one hash, of any connections. */
typedef struct loom_tls_record_job {
    loom_tls_ctx *ctx;     /* as in loom_tls_cbc_seal, like the fields below; records may share it */
    const uint8_t *header; /* 11 bytes */
    uint8_t *iv;           /* 16 bytes; at the end the last block of this record */
    const uint8_t *in;
    uint8_t *out;          /* may be in. Otherwise out is, and iv always is, apart from all other memory of all records */
    size_t length;         /* bytes of plaintext */
} loom_tls_record_job;

/* Memory for one call at a time, from the caller: a call of one thread. It stays where it was begun. */
typedef struct loom_tls_batch_ctx {
    loom_batch_ctx macs;
    loom_batch_aes_cbc_ctx cipher;
    loom_batch_job macs_of[32];
    loom_batch_aes_cbc_job ciphers_of[32];
    uint8_t header[32][13];
    size_t shortest;       /* bytes of a record that gains */
    uint32_t hash, digest; /* bytes */
    uint32_t least;        /* records that gain; 0: none do */
} loom_tls_batch_ctx;

/* Begins a batch for records of a hash, and chooses how to seal them on this CPU: at once where the hash and AES-CBC
 * have kernels for several messages that were measured to be faster, otherwise one by one. It serves any number of
 * calls. Returns 0. For a hash that loom_tls_cbc_init would refuse, returns -1: the batch then counts as wiped. */
LOOM_API int LOOM_CDECL loom_tls_batch_init(loom_tls_batch_ctx *batch, int hash);

/* Writes for each of count records what loom_tls_cbc_seal would. Until the call returns, out has plaintext. Afterwards
 * the batch holds nothing of keys or records but their addresses, headers and lengths. Returns 0. With a wiped batch,
 * a context that does not seal or is of another hash, or more than 16,384 bytes, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_tls_cbc_seal_many(loom_tls_batch_ctx *batch, const loom_tls_record_job *jobs,
    size_t count);

/* Overwrites the batch with zeros. */
LOOM_API void LOOM_CDECL loom_tls_batch_wipe(loom_tls_batch_ctx *batch);

/* Opens length bytes of record into out, which has room for as many. A record of TLS 1.1 and 1.2 begins with an
 * explicit IV: pass that IV as iv, and the bytes behind it as in. *opened is the number of bytes of plaintext. The
 * instructions executed and the memory accessed depend on length alone. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_tls_cbc_open(loom_tls_ctx *ctx, const uint8_t header[11], uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t length, size_t *opened);

/* For callers that compute the MAC themselves: finds the end of the plaintext in data[0..length-1], a decrypted record
 * without its explicit IV, and writes the MAC behind the plaintext, mac_bytes (a multiple of 4, at most 48). With
 * wrong padding mac is the mac_bytes of instead, which the peer must not be able to guess, and *plaintext counts one
 * byte of padding. *plaintext is secret until the MAC has been compared; the instructions executed and the memory
 * accessed depend on length and mac_bytes alone. Returns 0. For a length that is no multiple of 8, or that has no room
 * for the MAC and a byte of padding, and for another mac_bytes, returns -1 with 0 in *plaintext.
 *
 * Where encryption comes before the MAC (RFC 7366), mac_bytes is 0 and mac and instead may be NULL. The MAC has been
 * compared then: wrong padding gives -1, and 0 in *plaintext. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_tls_cbc_unpad(const uint8_t *data, size_t length, const uint8_t *instead,
    uint8_t *mac, size_t mac_bytes, size_t *plaintext);

/* Writes the MAC of header and data[0..length-1], where length is secret. length is at most longest and at least
 * longest - 256; data[0..longest-1] must be readable. The instructions executed and the memory accessed depend on
 * longest alone. ctx has the key of loom_hmac_..._init; what it has taken of a message has no effect. Returns 0. With
 * a wiped context, or longest over 2^28, returns -1 and writes zeros. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_md5_hidden(const loom_hmac_md5_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[16]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_ripemd160_hidden(const loom_hmac_ripemd160_ctx *ctx,
    const uint8_t header[13], const uint8_t *data, size_t length, size_t longest, uint8_t mac[20]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_sha1_hidden(const loom_hmac_sha1_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[20]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_sha256_hidden(const loom_hmac_sha256_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[32]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_sha224_hidden(const loom_hmac_sha224_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[28]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_sha512_hidden(const loom_hmac_sha512_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[64]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_sha384_hidden(const loom_hmac_sha384_ctx *ctx, const uint8_t header[13],
    const uint8_t *data, size_t length, size_t longest, uint8_t mac[48]);
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_hmac_whirlpool_hidden(const loom_hmac_whirlpool_ctx *ctx,
    const uint8_t header[13], const uint8_t *data, size_t length, size_t longest, uint8_t mac[64]);

/* RC4 with MD5 or SHA-1; keys of 1 to 256 bytes, MAC keys as long as the digest. A context serves one direction: the
 * key stream goes on from record to record. Returns 0, or -1. */
LOOM_API int LOOM_CDECL loom_tls_rc4_init(loom_tls_ctx *ctx, int hash, const uint8_t *key, size_t key_bytes,
    const uint8_t *mac_key, size_t mac_key_bytes);

/* Writes length bytes and the MAC. Returns 0, or -1 for more than 16,384 bytes. */
LOOM_API int LOOM_CDECL loom_tls_rc4_seal(loom_tls_ctx *ctx, const uint8_t header[11], const uint8_t *in, uint8_t *out,
    size_t length);

/* Opens length bytes of record into out, which has room for as many. *opened is the number of bytes of plaintext. The
 * key stream goes on behind a record that is refused for its MAC. The key stream does not move if out is untouched. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_tls_rc4_open(loom_tls_ctx *ctx, const uint8_t header[11], const uint8_t *in,
    uint8_t *out, size_t length, size_t *opened);

/* ---- TLS 1.3: records (RFC 8446, 5.2 to 5.4) ---- */
#define LOOM_TLS13_AES_128_GCM 4865 /* TLS_AES_128_GCM_SHA256 */
#define LOOM_TLS13_AES_256_GCM 4866 /* TLS_AES_256_GCM_SHA384 */
#define LOOM_TLS13_CHACHA20_POLY1305 4867 /* TLS_CHACHA20_POLY1305_SHA256 */

/* The results of opening a record for which RFC 8446 has other alerts: record_overflow and unexpected_message. */
#define LOOM_TLS13_TOO_LONG (-2)
#define LOOM_TLS13_NO_TYPE (-3)

/* The keys of one direction of a connection. Each record takes the next number: 2^64 - 1 records are the limit, and
 * RFC 8446, 5.5, asks for new keys long before. */
typedef struct loom_tls13_ctx {
    union {
        loom_aes_gcm_key aes_gcm;
        uint8_t chacha20_poly1305[32];
    } key;
    uint8_t iv[12];
    uint32_t cipher;
    uint64_t sequence; /* the number of the next record */
} loom_tls13_ctx;

/* Sets the write key and IV of a traffic secret (RFC 8446, 7.3), for record 0. cipher is the number of the cipher
 * suite. Returns 0. For any other cipher, or a key of another length than the cipher's, returns -1 and leaves the
 * context untouched. */
LOOM_API int LOOM_CDECL loom_tls13_init(loom_tls13_ctx *ctx, int cipher, const uint8_t *key, size_t key_bytes,
    const uint8_t iv[12]);

/* Writes a record of length + padding + 22 bytes: a header of 5, the content, its type, that many zeros of padding,
 * and the tag of 16. Before it is encrypted, the content is in out, behind the header: in may be there already, or
 * anywhere else. Returns 0. With type 0, with more than 16,384 bytes of content and padding, with a wiped context, or
 * after the last record, returns -1 and changes nothing. */
LOOM_API int LOOM_CDECL loom_tls13_seal(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length,
    size_t padding, uint8_t *out);

/* Writes length bytes of content as records of fragment bytes each, from 1 to 16,384, the last one of what is left,
 * without padding; without content one empty record. A record takes 22 bytes more than its content. out is apart from
 * in. Returns the bytes written. With type 0, any other fragment, a wiped context, more bytes than a size_t counts, or
 * too few numbers left for one record more than these, returns 0 and changes nothing. */
LOOM_API size_t LOOM_CDECL loom_tls13_seal_many(loom_tls13_ctx *ctx, uint8_t type, const uint8_t *in, size_t length,
    size_t fragment, uint8_t *out);

/* Opens a record with its header, of record_bytes bytes. Writes record_bytes - 21 bytes to out, which may be record +
 * 5, and is apart from the record otherwise. *length is the number of bytes of content, and *type their type. As many
 * instructions are executed for any padding. Returns 0. Otherwise *length and *type are 0, and the result is:
 *
 *   LOOM_TLS13_TOO_LONG  more than 16,385 bytes of content, type and padding, by the length; out is untouched
 *   LOOM_TLS13_NO_TYPE   the record is authentic, and zeros alone
 *   -1, out untouched    no whole record, a header that no encrypted record has, a wiped context, or the last
 *                        record has been
 *   -1, out zeros        the record is not authentic; the next record has the same number */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_tls13_open(loom_tls13_ctx *ctx, const uint8_t *record, size_t record_bytes,
    uint8_t *out, size_t *length, uint8_t *type);

/* Overwrites the context with zeros. */
LOOM_API void LOOM_CDECL loom_tls13_wipe(loom_tls13_ctx *ctx);

/* ---- RSA: the primitives of RFC 8017 (5.1, 5.2), and powers modulo an odd number ---- */

/* Numbers are big-endian octet strings, as in RFC 8017. A modulus has 64 to 512 octets (512 to 4096 bits) and is odd,
 * and its first octet is not zero. There is no padding here, and no blinding: docs/rsa.md shows how a caller blinds.
 * Without blinding, too, the instructions executed and the memory accessed depend on lengths and the public exponent
 * alone: not on primes, private exponents, messages, or verdicts about them.
 *
 * With every error the output is untouched: a key keeps its value, too. A pointer to a number of no octets may be
 * NULL. */
#define LOOM_RSA_LENGTH (-1) /* a length outside the limits, or another than the key's */
#define LOOM_RSA_MODULUS (-2) /* an even modulus, zero, or one whose first octet is zero */
#define LOOM_RSA_RANGE (-3) /* the message, or the base, is not less than the modulus */
#define LOOM_RSA_KEY (-4) /* no key for the operation, a public exponent that is even, 1 or more than 256 bits, or parts of a private key that
cannot work */
#define LOOM_RSA_FAULT (-5) /* the result does not give the input back: a computation went wrong, or a factor is no prime */

/* One prime's share of a private key. */
typedef struct loom_rsa_half {
    uint64_t prime[32], square[32], exponent[32], prime_inverse;
} loom_rsa_half;

/* A key. Any number of threads may use one key, each with work of its own, while no thread changes the key. */
typedef struct loom_rsa_key {
    uint64_t modulus[64], square[64], modulus_inverse, exponent[4];
    loom_rsa_half half[2];  /* as secret as the primes, like the next two */
    uint64_t inverse[32], other_prime[64];
    uint64_t pair[128];     /* constants of the modulus for kernels that multiply pairs of numbers */
    uint32_t pairs, unused; /* whether they are there */
    uint32_t bytes, kind;   /* octets of the modulus; 1 public, 2 private */
} loom_rsa_key;

/* Memory for one operation, from the caller: on the stack, in a thread's own memory, or allocated. Needs no
 * initialisation. The functions wipe the memory that held secrets. */
typedef struct loom_rsa_work {
    uint64_t words[3456];
} loom_rsa_work;

/* Sets the key for loom_rsa_public. The exponent is odd, more than 1, and less than 2^256; zeros before it count for
 * nothing. Returns 0, or an error. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_rsa_key_init_public(loom_rsa_key *key, const uint8_t *modulus, size_t bytes,
    const uint8_t *exponent, size_t exponent_bytes);

/* The parts of a private key: the second form of RFC 8017, 3.2, with two primes. Each part has (bytes + 1) / 2 octets,
 * for a modulus of bytes octets. Either prime may be the greater one. */
typedef struct loom_rsa_parts {
    const uint8_t *p, *q, *dp, *dq, *inverse; /* primes, private exponents modulo p - 1 and q - 1, inverse of q modulo p */
} loom_rsa_parts;

/* Sets the key for loom_rsa_private and loom_rsa_public. Returns 0, or an error. The result is LOOM_RSA_KEY unless
 *
 *   p * q = modulus, neither of them 1, and p is not q
 *   exponent * dp = 1 modulo p - 1, and dp < p - 1
 *   exponent * dq = 1 modulo q - 1, and dq < q - 1
 *   inverse * q = 1 modulo p, and inverse < p
 *
 * Whether p and q are primes is not tested. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_rsa_key_init_private(loom_rsa_key *key, const uint8_t *modulus, size_t bytes,
    const uint8_t *exponent, size_t exponent_bytes, const loom_rsa_parts *parts);

/* Overwrites the key with zeros. */
LOOM_API void LOOM_CDECL loom_rsa_key_wipe(loom_rsa_key *key);

/* out = in to the power of the public exponent: RSAEP and RSAVP1. in and out have length octets, which is the key's
 * number; they may be the same buffer. Returns 0, or an error. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_rsa_public(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in,
    uint8_t *out, size_t length);

/* out = in to the power of the private exponent, by the Chinese remainder theorem: RSADP and RSASP1. Before the result
 * leaves, its power by the public exponent is compared with in: a fault in one half would betray a prime. The result
 * LOOM_RSA_FAULT reports such a fault. Otherwise as loom_rsa_public. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_rsa_private(const loom_rsa_key *key, loom_rsa_work *work, const uint8_t *in,
    uint8_t *out, size_t length);

/* out = base to the power of exponent, modulo modulus. base, modulus and out have length octets, exponent has
 * exponent_bytes, 0 to 512. base, exponent and modulus may be secret. out may be base, exponent or modulus. Returns 0,
 * or an error. */
LOOM_API LOOM_MUST_USE int LOOM_CDECL loom_modexp(loom_rsa_work *work, const uint8_t *base, const uint8_t *exponent,
    size_t exponent_bytes, const uint8_t *modulus, uint8_t *out, size_t length);

/* ---- AES-CBC encryption and SHA-1 in one pass ---- */

/* Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as loom_sha1_update and
 * loom_aes_cbc_encrypt would one after the other. out may be in itself; otherwise the two must not overlap. Returns 0.
 * With a length that is no multiple of 16, a context without a key for encryption, or a wiped hash, returns -1 and
 * changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_cbc_sha1_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], loom_sha1_ctx *hash,
    const uint8_t *in, uint8_t *out, size_t length);

/* ---- AES-CBC encryption and SHA-256 in one pass ---- */

/* Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as loom_sha256_update and
 * loom_aes_cbc_encrypt would one after the other. out may be in itself; otherwise the two must not overlap. Returns 0.
 * With a length that is no multiple of 16, a context without a key for encryption, or a wiped hash, returns -1 and
 * changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_cbc_sha256_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], loom_sha256_ctx *hash,
    const uint8_t *in, uint8_t *out, size_t length);

/* ---- AES-CBC encryption and SHA-512 in one pass ---- */

/* Takes the plaintext in[0..length-1] into the hash and encrypts the plaintext, as loom_sha512_update and
 * loom_aes_cbc_encrypt would one after the other. out may be in itself; otherwise the two must not overlap. Returns 0.
 * With a length that is no multiple of 16, a context without a key for encryption, or a wiped hash, returns -1 and
 * changes nothing. */
LOOM_API int LOOM_CDECL loom_aes_cbc_sha512_encrypt(const loom_aes_ctx *aes, uint8_t iv[16], loom_sha512_ctx *hash,
    const uint8_t *in, uint8_t *out, size_t length);

/* ---- sizes of contexts ---- */

/* The bytes of a context in the library that is loaded, for programs that allocate contexts without the structures
 * above, as those of other languages do. Contexts are aligned as malloc's memory is. */
LOOM_API size_t LOOM_CDECL loom_blowfish_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_camellia_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_cast128_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_des_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_md5_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_md5_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_ripemd160_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_ripemd160_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_seed_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_sha1_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_sha1_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_sha256_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_sha256_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_sha224_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_sha224_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_sha512_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_sha512_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_sha384_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_sha384_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_whirlpool_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_hmac_whirlpool_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_batch_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_rc4_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_batch_aes_cbc_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_batch_des_cbc_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_ctr_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_gcm_key_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_gcm_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_poly1305_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_chacha20_poly1305_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_xts_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_aes_cmac_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_tls_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_tls_batch_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_tls13_ctx_size(void);
LOOM_API size_t LOOM_CDECL loom_rsa_key_size(void);
LOOM_API size_t LOOM_CDECL loom_rsa_work_size(void);

/* ---- kernels: block level, no checks of sizes ---- */

/* AES-CBC decryption of `blocks` 16-byte blocks under a decryption schedule of 10, 12 or 14 rounds. On return `iv`
 * holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* AES-CBC encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. On return `iv`
 * holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* AES-CBC encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. On return `iv`
 * holds the last block of ciphertext.
 * The same for 16 messages at once: one pointer for each message, or 16 bytes of schedule and 16 bytes of iv of each message in turn, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_encrypt_x16(const uint8_t *schedule, size_t rounds, uint8_t *iv,
    const uint8_t *const in[16], uint8_t *const out[16], size_t blocks);

/* AES-CBC encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. On return `iv`
 * holds the last block of ciphertext.
 * The same for 4 messages at once: one pointer for each message, or 16 bytes of schedule and 16 bytes of iv of each message in turn, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_encrypt_x4(const uint8_t *schedule, size_t rounds, uint8_t *iv,
    const uint8_t *const in[4], uint8_t *const out[4], size_t blocks);

/* AES-CBC encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. On return `iv`
 * holds the last block of ciphertext.
 * The same for 8 messages at once: one pointer for each message, or 16 bytes of schedule and 16 bytes of iv of each message in turn, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_encrypt_x8(const uint8_t *schedule, size_t rounds, uint8_t *iv,
    const uint8_t *const in[8], uint8_t *const out[8], size_t blocks);

/* AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-1 compression at `hashed`;
 * 64*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 64 bytes before or after it. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_sha1_blocks(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);

/* AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-256 compression at `hashed`;
 * 64*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 64 bytes before or after it. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_sha256_blocks(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);

/* AES-CBC encryption from `in` into `out`, which may be the same buffer, and SHA-512 compression at `hashed`;
 * 128*`blocks` bytes each. `hashed` may lie in the buffer of `out`, at least 128 bytes before or after it. */
LOOM_API void LOOM_CDECL loom_k_aes_cbc_sha512_blocks(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);

/* AES-CTR of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. The last four bytes of
 * `counter` are a big-endian number, to which each block adds one modulo 2^32. On return `counter` is the next
 * block's. */
LOOM_API void LOOM_CDECL loom_k_aes_ctr32(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* AES decryption of `blocks` 16-byte blocks, each by itself, under a decryption schedule of 10, 12 or 14 rounds. */
LOOM_API void LOOM_CDECL loom_k_aes_ecb_decrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks);

/* AES encryption of `blocks` 16-byte blocks, each by itself, under an encryption schedule of 10, 12 or 14
 * rounds. */
LOOM_API void LOOM_CDECL loom_k_aes_ecb_encrypt(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks);

/* AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the input into `xi` as ghash_blocks. */
LOOM_API void LOOM_CDECL loom_k_aes_gcm_decrypt(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
    const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks);

/* AES-CTR of `blocks` 16-byte blocks as aes_ctr32, and GHASH of the output into `xi` as ghash_blocks. */
LOOM_API void LOOM_CDECL loom_k_aes_gcm_encrypt(const uint8_t *schedule, size_t rounds, uint8_t counter[16],
    const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks);

/* Decrypts `length` bytes, and makes the tag that they must have. `message` is that of aes_gcm_seal_message. */
LOOM_API void LOOM_CDECL loom_k_aes_gcm_open_message(const uint8_t *schedule, size_t rounds, const uint8_t powers[352],
    uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length);

/* Encrypts `length` bytes, and makes the tag. `message` has four blocks: the hash of the associated data but for
 * its last block, the first counter, that last block with zeros behind it, and the block of lengths. The first one
 * becomes the tag, and the others zeros. */
LOOM_API void LOOM_CDECL loom_k_aes_gcm_seal_message(const uint8_t *schedule, size_t rounds, const uint8_t powers[352],
    uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length);

/* The decryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds. */
LOOM_API void LOOM_CDECL loom_k_aes_set_decrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule);

/* The encryption schedule of a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds. */
LOOM_API void LOOM_CDECL loom_k_aes_set_encrypt_key(const uint8_t *key, size_t rounds, uint8_t *schedule);

/* AES-XTS decryption of `blocks` 16-byte blocks under a decryption schedule of 10, 12 or 14 rounds. `tweak` is the
 * first block's, encrypted, and on return the next block's. */
LOOM_API void LOOM_CDECL loom_k_aes_xts_decrypt(const uint8_t *schedule, size_t rounds, uint8_t tweak[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* AES-XTS encryption of `blocks` 16-byte blocks under an encryption schedule of 10, 12 or 14 rounds. `tweak` is the
 * first block's, encrypted, and on return the next block's. */
LOOM_API void LOOM_CDECL loom_k_aes_xts_encrypt(const uint8_t *schedule, size_t rounds, uint8_t tweak[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* Blowfish-CBC decryption of `blocks` 8-byte blocks under subkeys in reverse order. On return `iv` holds the last
 * block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_blowfish_cbc_decrypt(const uint32_t *schedule, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t blocks);

/* Blowfish-CBC encryption of `blocks` 8-byte blocks. On return `iv` holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_blowfish_cbc_encrypt(const uint32_t *schedule, uint8_t iv[8], const uint8_t *in,
    uint8_t *out, size_t blocks);

/* The subkeys and boxes of a key of 4 to 56 bytes: the digits of pi, the key added to the first of them, and all
 * replaced by what they make of zeros, two words after the other. */
LOOM_API void LOOM_CDECL loom_k_blowfish_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule);

/* Camellia-CBC decryption of `blocks` 16-byte blocks under subkeys in reverse order. On return `iv` holds the last
 * block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_camellia_cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* Camellia-CBC encryption of `blocks` 16-byte blocks. On return `iv` holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_camellia_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* Camellia of `blocks` 16-byte blocks, each by itself: encryption, or with subkeys in reverse order decryption. */
LOOM_API void LOOM_CDECL loom_k_camellia_ecb(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks);

/* The subkeys of a key of 16, 24 or 32 bytes, in the order of encryption. */
LOOM_API void LOOM_CDECL loom_k_camellia_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule);

/* CAST-128-CBC decryption of `blocks` 8-byte blocks under the words of rounds in reverse order. On return `iv`
 * holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_cast128_cbc_decrypt(const uint32_t *schedule, size_t rounds, uint8_t iv[8],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* CAST-128-CBC encryption of `blocks` 8-byte blocks. On return `iv` holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_cast128_cbc_encrypt(const uint32_t *schedule, size_t rounds, uint8_t iv[8],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* The words of all rounds of a key of 5 to 16 bytes, in the order of encryption. */
LOOM_API void LOOM_CDECL loom_k_cast128_set_key(const uint8_t *key, size_t key_bytes, uint32_t *schedule);

/* ChaCha20 of `blocks` 64-byte blocks. `counter` is the last four words of the state, each little-endian. The first
 * of them counts the blocks modulo 2^32, and on return is the next block's number. */
LOOM_API void LOOM_CDECL loom_k_chacha20_ctr32(const uint8_t key[32], uint8_t counter[16], const uint8_t *in,
    uint8_t *out, size_t blocks);

/* Poly1305 of the input into `h`, as by `poly1305_blocks` under the key `r` with `pad` 1, and ChaCha20 of `blocks`
 * 64-byte blocks, as by `chacha20_ctr32`. */
LOOM_API void LOOM_CDECL loom_k_chacha20_poly1305_decrypt(const uint8_t key[32], uint8_t counter[16],
    const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks);

/* ChaCha20 of `blocks` 64-byte blocks, as by `chacha20_ctr32`, and Poly1305 of the output into `h`, as by
 * `poly1305_blocks` under the key `r` with `pad` 1. */
LOOM_API void LOOM_CDECL loom_k_chacha20_poly1305_encrypt(const uint8_t key[32], uint8_t counter[16],
    const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks);

/* CBC decryption of `blocks` 8-byte blocks by DES (16 rounds) or triple DES (48 rounds). On return `iv` holds the
 * last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_des_cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[8],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* CBC encryption of `blocks` 8-byte blocks by DES (16 rounds) or triple DES (48 rounds). On return `iv` holds the
 * last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_des_cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[8],
    const uint8_t *in, uint8_t *out, size_t blocks);

/* CBC encryption of `blocks` 8-byte blocks by DES (16 rounds) or triple DES (48 rounds). On return `iv` holds the
 * last block of ciphertext.
 * The same for 16 messages at once: one pointer for each message, or 8 bytes of schedule and 8 bytes of iv of each message in turn, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_des_cbc_encrypt_x16(const uint8_t *schedule, size_t rounds, uint8_t *iv,
    const uint8_t *const in[16], uint8_t *const out[16], size_t blocks);

/* DES (16 rounds) or triple DES (48 rounds) of `blocks` 8-byte blocks, each by itself. */
LOOM_API void LOOM_CDECL loom_k_des_ecb(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
    size_t blocks);

/* The round keys of DES (a key of 8 bytes) or triple DES (two keys or three), in the order of encryption. Parity
 * bits do not count. */
LOOM_API void LOOM_CDECL loom_k_des_set_key(const uint8_t *key, size_t key_bytes, uint8_t *schedule);

/* GHASH of `blocks` 16-byte blocks from the state `xi` on, which is sixteen zeros at first. `powers` is the
 * last sixteen of what ghash_powers made. */
LOOM_API void LOOM_CDECL loom_k_ghash_blocks(const uint8_t powers[256], uint8_t xi[16], const uint8_t *in,
    size_t blocks);

/* Twenty-two powers of GHASH's key, which is the block of zeros under the cipher, the last one first. `powers` is
 * this library's own form. */
LOOM_API void LOOM_CDECL loom_k_ghash_powers(const uint8_t h[16], uint8_t powers[352]);

/* The key of XChaCha20's inner ChaCha20: the first and the last four words of the state after twenty rounds. */
LOOM_API void LOOM_CDECL loom_k_hchacha20(const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32]);

/* MD5 compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks(uint32_t state[4], const uint8_t *data, size_t blocks);

/* MD5 compression of `blocks` 64-byte blocks.
 * The same for 16 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks_x16(uint32_t *const state[16], const uint8_t *const data[16], size_t blocks);

/* MD5 compression of `blocks` 64-byte blocks.
 * The same for 32 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks_x32(uint32_t *const state[32], const uint8_t *const data[32], size_t blocks);

/* MD5 compression of `blocks` 64-byte blocks.
 * The same for 4 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks_x4(uint32_t *const state[4], const uint8_t *const data[4], size_t blocks);

/* MD5 compression of `blocks` 64-byte blocks.
 * The same for 8 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_md5_blocks_x8(uint32_t *const state[8], const uint8_t *const data[8], size_t blocks);

/* `out` = entry `index` of a table of 32 numbers of `limbs` words of 64 bits, an even number from 2 to 64.
 *
 * Entry i begins at word i * `limbs`. The index is a secret below 32; every entry is read. */
LOOM_API void LOOM_CDECL loom_k_mont_gather(uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs);

/* `out` = `a` * `b` / R modulo the odd `n`, R = 2^(64*`limbs`); less than n if a * b is less than n * R.
 *
 * Numbers have `limbs` words of 64 bits, an even number from 2 to 64, the lowest first. `n0`: -1/n modulo 2^64. */
LOOM_API void LOOM_CDECL loom_k_mont_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
    const uint64_t *n0, size_t limbs);

/* `out` = the entries of a table of 32 pairs of numbers: entry `index[0]` of the first numbers, and entry
 * `index[1]` of the second ones.
 *
 * Entry i begins at part i * `parts`. The indexes are secrets below 32; every entry is read. */
LOOM_API void LOOM_CDECL loom_k_mont_pair_gather(uint64_t *out, const uint64_t *table, const uint64_t *index,
    size_t parts);

/* `out` = `a` * `b` / R modulo each of two numbers, R = 2^(208*`parts`); not fully reduced: below 3 times the
 * modulus if the factors are.
 *
 * Numbers are pairs of digits of 52 bits, four pairs in a part, 2 to 20 parts. `n`: the constants of the two moduli,
 * Q, n and -1/n modulo 2^52 (Q: see the kernel's file). */
LOOM_API void LOOM_CDECL loom_k_mont_pair_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n,
    size_t parts);

/* mont_pair_mul of `a` by itself, and of each result by itself: `times` squarings, 1 or more. */
LOOM_API void LOOM_CDECL loom_k_mont_pair_sqr(uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts,
    size_t times);

/* mont_mul of `a` by itself, and of each result by itself: `times` squarings, 1 or more. */
LOOM_API void LOOM_CDECL loom_k_mont_sqr(uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0,
    size_t limbs, size_t times);

/* `h` = (`h` + block) * r modulo 2^130 - 5, for each of `blocks` blocks of 16 bytes. `key` is r, not clamped yet.
 *
 * `pad` is 1 to add 2^128 to each block, and 0 for a last block that its caller padded. `h` is a little-endian number
 * below 2^130, 0 before the first block, and below 2^130 - 5 on return. */
LOOM_API void LOOM_CDECL loom_k_poly1305_blocks(const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks,
    size_t pad);

/* The tag: `h`, as poly1305_blocks leaves it, plus s modulo 2^128. s is the second half of `key`. */
LOOM_API void LOOM_CDECL loom_k_poly1305_tag(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16]);

/* RC4 from `in` into `out`, which may be the same buffer, and MD5 compression at `hashed`; 64*`blocks` bytes each.
 *
 * `hashed` may lie in the buffer of `out`, at least 72 bytes before or after it. */
LOOM_API void LOOM_CDECL loom_k_rc4_md5_blocks(uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in,
    uint8_t *out, const uint8_t *hashed, size_t blocks);

/* Key schedule for a key of `length` bytes, 1 to 256. */
LOOM_API void LOOM_CDECL loom_k_rc4_set_key(uint32_t state[258], const uint8_t *key, size_t length);

/* Exclusive-or `length` bytes of key stream over `in` into `out`, which may be the same buffer. */
LOOM_API void LOOM_CDECL loom_k_rc4_stream(uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length);

/* RIPEMD-160 compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_ripemd160_blocks(uint32_t state[5], const uint8_t *data, size_t blocks);

/* RIPEMD-160 compression of `blocks` 64-byte blocks.
 * The same for 16 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_ripemd160_blocks_x16(uint32_t *const state[16], const uint8_t *const data[16],
    size_t blocks);

/* RIPEMD-160 compression of `blocks` 64-byte blocks.
 * The same for 4 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_ripemd160_blocks_x4(uint32_t *const state[4], const uint8_t *const data[4],
    size_t blocks);

/* RIPEMD-160 compression of `blocks` 64-byte blocks.
 * The same for 8 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_ripemd160_blocks_x8(uint32_t *const state[8], const uint8_t *const data[8],
    size_t blocks);

/* SEED-CBC decryption of `blocks` 16-byte blocks under round keys in reverse order. On return `iv` holds the last
 * block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_seed_cbc_decrypt(const uint32_t *schedule, uint8_t iv[16], const uint8_t *in,
    uint8_t *out, size_t blocks);

/* SEED-CBC encryption of `blocks` 16-byte blocks. On return `iv` holds the last block of ciphertext. */
LOOM_API void LOOM_CDECL loom_k_seed_cbc_encrypt(const uint32_t *schedule, uint8_t iv[16], const uint8_t *in,
    uint8_t *out, size_t blocks);

/* SEED of `blocks` 16-byte blocks, each by itself: encryption, or with round keys in reverse order decryption. */
LOOM_API void LOOM_CDECL loom_k_seed_ecb(const uint32_t *schedule, const uint8_t *in, uint8_t *out, size_t blocks);

/* The round keys, in the order of encryption. */
LOOM_API void LOOM_CDECL loom_k_seed_set_key(const uint8_t key[16], uint32_t *schedule);

/* SHA-1 compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks(uint32_t state[5], const uint8_t *data, size_t blocks);

/* SHA-1 compression of `blocks` 64-byte blocks.
 * The same for 16 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks_x16(uint32_t *const state[16], const uint8_t *const data[16],
    size_t blocks);

/* SHA-1 compression of `blocks` 64-byte blocks.
 * The same for 2 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks_x2(uint32_t *const state[2], const uint8_t *const data[2], size_t blocks);

/* SHA-1 compression of `blocks` 64-byte blocks.
 * The same for 4 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks_x4(uint32_t *const state[4], const uint8_t *const data[4], size_t blocks);

/* SHA-1 compression of `blocks` 64-byte blocks.
 * The same for 8 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha1_blocks_x8(uint32_t *const state[8], const uint8_t *const data[8], size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks(uint32_t state[8], const uint8_t *data, size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks.
 * The same for 16 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks_x16(uint32_t *const state[16], const uint8_t *const data[16],
    size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks.
 * The same for 2 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks_x2(uint32_t *const state[2], const uint8_t *const data[2], size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks.
 * The same for 4 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks_x4(uint32_t *const state[4], const uint8_t *const data[4], size_t blocks);

/* SHA-256 (and SHA-224) compression of `blocks` 64-byte blocks.
 * The same for 8 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha256_blocks_x8(uint32_t *const state[8], const uint8_t *const data[8], size_t blocks);

/* SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_sha512_blocks(uint64_t state[8], const uint8_t *data, size_t blocks);

/* SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks.
 * The same for 4 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha512_blocks_x4(uint64_t *const state[4], const uint8_t *const data[4], size_t blocks);

/* SHA-512 (and SHA-384) compression of `blocks` 128-byte blocks.
 * The same for 8 messages at once: one pointer for each message, the numbers for all. */
LOOM_API void LOOM_CDECL loom_k_sha512_blocks_x8(uint64_t *const state[8], const uint8_t *const data[8], size_t blocks);

/* Whirlpool compression of `blocks` 64-byte blocks. */
LOOM_API void LOOM_CDECL loom_k_whirlpool_blocks(uint64_t state[8], const uint8_t *data, size_t blocks);

#ifdef __cplusplus
}
#endif

#endif
