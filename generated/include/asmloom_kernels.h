/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.1.0: the kernels, variants and preferences of this build, as rows for the runtime.
 * Generated from the kernels' contracts; edit those, not this file. Included by the runtime only.
 */
#ifndef LOOM_KERNELS_H
#define LOOM_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "asmloom.h"

/* Before a call whose result is returned, or is void. */
#define LOOM_RETURN return
#define LOOM_DO

#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#pragma GCC visibility push(hidden)
#endif

/* ---- aes_cbc_decrypt ---- */

typedef void LOOM_CDECL loom_aes_cbc_decrypt_fn(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks);

#define LOOM_HAVE_aes_cbc_decrypt 1
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_portable;
#define LOOM_ROW_aes_cbc_decrypt_portable(X) X(aes_cbc_decrypt, portable, loom_aes_cbc_decrypt_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_vperm;
#define LOOM_ROW_aes_cbc_decrypt_vperm(X) \
    X(aes_cbc_decrypt, vperm, loom_aes_cbc_decrypt_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_neon;
#define LOOM_ROW_aes_cbc_decrypt_neon(X) \
    X(aes_cbc_decrypt, neon, loom_aes_cbc_decrypt_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_aesni;
#define LOOM_ROW_aes_cbc_decrypt_aesni(X) \
    X(aes_cbc_decrypt, aesni, loom_aes_cbc_decrypt_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_avx;
#define LOOM_ROW_aes_cbc_decrypt_avx(X) \
    X(aes_cbc_decrypt, avx, loom_aes_cbc_decrypt_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_ce;
#define LOOM_ROW_aes_cbc_decrypt_ce(X) \
    X(aes_cbc_decrypt, ce, loom_aes_cbc_decrypt_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_ce(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_vaes256;
#define LOOM_ROW_aes_cbc_decrypt_vaes256(X) \
    X(aes_cbc_decrypt, vaes256, loom_aes_cbc_decrypt_vaes256, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_vaes256(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_vaes512;
#define LOOM_ROW_aes_cbc_decrypt_vaes512(X) \
    X(aes_cbc_decrypt, vaes512, loom_aes_cbc_decrypt_vaes512, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_decrypt_vaes512(X)
#endif

#define LOOM_VARIANTS_aes_cbc_decrypt(X) \
    LOOM_ROW_aes_cbc_decrypt_portable(X) \
    LOOM_ROW_aes_cbc_decrypt_vperm(X) \
    LOOM_ROW_aes_cbc_decrypt_neon(X) \
    LOOM_ROW_aes_cbc_decrypt_aesni(X) \
    LOOM_ROW_aes_cbc_decrypt_avx(X) \
    LOOM_ROW_aes_cbc_decrypt_ce(X) \
    LOOM_ROW_aes_cbc_decrypt_vaes256(X) \
    LOOM_ROW_aes_cbc_decrypt_vaes512(X)
#ifdef LOOM_HAVE_aes_cbc_decrypt
#define LOOM_KERNEL_ROW_aes_cbc_decrypt(K) \
    K(aes_cbc_decrypt, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), (schedule, rounds, iv, in, out, blocks), blocks, 16u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_cbc_decrypt(K)
#endif

/* ---- aes_cbc_encrypt ---- */

typedef void LOOM_CDECL loom_aes_cbc_encrypt_fn(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks);

#define LOOM_HAVE_aes_cbc_encrypt 1
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_portable;
#define LOOM_ROW_aes_cbc_encrypt_portable(X) X(aes_cbc_encrypt, portable, loom_aes_cbc_encrypt_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_vperm;
#define LOOM_ROW_aes_cbc_encrypt_vperm(X) \
    X(aes_cbc_encrypt, vperm, loom_aes_cbc_encrypt_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_encrypt_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_neon;
#define LOOM_ROW_aes_cbc_encrypt_neon(X) \
    X(aes_cbc_encrypt, neon, loom_aes_cbc_encrypt_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_encrypt_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_aesni;
#define LOOM_ROW_aes_cbc_encrypt_aesni(X) \
    X(aes_cbc_encrypt, aesni, loom_aes_cbc_encrypt_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_encrypt_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_avx;
#define LOOM_ROW_aes_cbc_encrypt_avx(X) \
    X(aes_cbc_encrypt, avx, loom_aes_cbc_encrypt_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_encrypt_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_ce;
#define LOOM_ROW_aes_cbc_encrypt_ce(X) \
    X(aes_cbc_encrypt, ce, loom_aes_cbc_encrypt_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_encrypt_ce(X)
#endif

#define LOOM_VARIANTS_aes_cbc_encrypt(X) \
    LOOM_ROW_aes_cbc_encrypt_portable(X) \
    LOOM_ROW_aes_cbc_encrypt_vperm(X) \
    LOOM_ROW_aes_cbc_encrypt_neon(X) \
    LOOM_ROW_aes_cbc_encrypt_aesni(X) \
    LOOM_ROW_aes_cbc_encrypt_avx(X) \
    LOOM_ROW_aes_cbc_encrypt_ce(X)
#ifdef LOOM_HAVE_aes_cbc_encrypt
#define LOOM_KERNEL_ROW_aes_cbc_encrypt(K) \
    K(aes_cbc_encrypt, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), (schedule, rounds, iv, in, out, blocks), blocks, 16u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_cbc_encrypt(K)
#endif

/* ---- aes_cbc_sha1_blocks ---- */

typedef void LOOM_CDECL loom_aes_cbc_sha1_blocks_fn(const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);
#define LOOM_APART_aes_cbc_sha1_blocks 64 /* bytes between the two streams in one buffer, at least */

#define LOOM_HAVE_aes_cbc_sha1_blocks 1
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_portable;
#define LOOM_ROW_aes_cbc_sha1_blocks_portable(X) X(aes_cbc_sha1_blocks, portable, loom_aes_cbc_sha1_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_bmi2;
#define LOOM_ROW_aes_cbc_sha1_blocks_bmi2(X) \
    X(aes_cbc_sha1_blocks, bmi2, loom_aes_cbc_sha1_blocks_bmi2, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha1_blocks_bmi2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_avx2;
#define LOOM_ROW_aes_cbc_sha1_blocks_avx2(X) \
    X(aes_cbc_sha1_blocks, avx2, loom_aes_cbc_sha1_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha1_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_shani_avx512vl;
#define LOOM_ROW_aes_cbc_sha1_blocks_shani_avx512vl(X) \
    X(aes_cbc_sha1_blocks, shani_avx512vl, loom_aes_cbc_sha1_blocks_shani_avx512vl, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha1_blocks_shani_avx512vl(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_shani;
#define LOOM_ROW_aes_cbc_sha1_blocks_shani(X) \
    X(aes_cbc_sha1_blocks, shani, loom_aes_cbc_sha1_blocks_shani, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha1_blocks_shani(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_ce;
#define LOOM_ROW_aes_cbc_sha1_blocks_ce(X) \
    X(aes_cbc_sha1_blocks, ce, loom_aes_cbc_sha1_blocks_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA1, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha1_blocks_ce(X)
#endif

#define LOOM_VARIANTS_aes_cbc_sha1_blocks(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_portable(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_bmi2(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_avx2(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_shani_avx512vl(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_shani(X) \
    LOOM_ROW_aes_cbc_sha1_blocks_ce(X)
#ifdef LOOM_HAVE_aes_cbc_sha1_blocks
#define LOOM_KERNEL_ROW_aes_cbc_sha1_blocks(K) \
    K(aes_cbc_sha1_blocks, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_cbc_sha1_blocks(K)
#endif

/* ---- aes_cbc_sha256_blocks ---- */

typedef void LOOM_CDECL loom_aes_cbc_sha256_blocks_fn(const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);
#define LOOM_APART_aes_cbc_sha256_blocks 64 /* bytes between the two streams in one buffer, at least */

#define LOOM_HAVE_aes_cbc_sha256_blocks 1
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_portable;
#define LOOM_ROW_aes_cbc_sha256_blocks_portable(X) X(aes_cbc_sha256_blocks, portable, loom_aes_cbc_sha256_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_bmi2;
#define LOOM_ROW_aes_cbc_sha256_blocks_bmi2(X) \
    X(aes_cbc_sha256_blocks, bmi2, loom_aes_cbc_sha256_blocks_bmi2, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha256_blocks_bmi2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_avx2;
#define LOOM_ROW_aes_cbc_sha256_blocks_avx2(X) \
    X(aes_cbc_sha256_blocks, avx2, loom_aes_cbc_sha256_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha256_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_shani;
#define LOOM_ROW_aes_cbc_sha256_blocks_shani(X) \
    X(aes_cbc_sha256_blocks, shani, loom_aes_cbc_sha256_blocks_shani, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha256_blocks_shani(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_ce;
#define LOOM_ROW_aes_cbc_sha256_blocks_ce(X) \
    X(aes_cbc_sha256_blocks, ce, loom_aes_cbc_sha256_blocks_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA256, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha256_blocks_ce(X)
#endif

#define LOOM_VARIANTS_aes_cbc_sha256_blocks(X) \
    LOOM_ROW_aes_cbc_sha256_blocks_portable(X) \
    LOOM_ROW_aes_cbc_sha256_blocks_bmi2(X) \
    LOOM_ROW_aes_cbc_sha256_blocks_avx2(X) \
    LOOM_ROW_aes_cbc_sha256_blocks_shani(X) \
    LOOM_ROW_aes_cbc_sha256_blocks_ce(X)
#ifdef LOOM_HAVE_aes_cbc_sha256_blocks
#define LOOM_KERNEL_ROW_aes_cbc_sha256_blocks(K) \
    K(aes_cbc_sha256_blocks, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_cbc_sha256_blocks(K)
#endif

/* ---- aes_cbc_sha512_blocks ---- */

typedef void LOOM_CDECL loom_aes_cbc_sha512_blocks_fn(const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);
#define LOOM_APART_aes_cbc_sha512_blocks 128 /* bytes between the two streams in one buffer, at least */

#define LOOM_HAVE_aes_cbc_sha512_blocks 1
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_portable;
#define LOOM_ROW_aes_cbc_sha512_blocks_portable(X) X(aes_cbc_sha512_blocks, portable, loom_aes_cbc_sha512_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_avx2;
#define LOOM_ROW_aes_cbc_sha512_blocks_avx2(X) \
    X(aes_cbc_sha512_blocks, avx2, loom_aes_cbc_sha512_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha512_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_avx512vl;
#define LOOM_ROW_aes_cbc_sha512_blocks_avx512vl(X) \
    X(aes_cbc_sha512_blocks, avx512vl, loom_aes_cbc_sha512_blocks_avx512vl, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_AES, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha512_blocks_avx512vl(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_scalar;
#define LOOM_ROW_aes_cbc_sha512_blocks_scalar(X) \
    X(aes_cbc_sha512_blocks, scalar, loom_aes_cbc_sha512_blocks_scalar, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha512_blocks_scalar(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_ce;
#define LOOM_ROW_aes_cbc_sha512_blocks_ce(X) \
    X(aes_cbc_sha512_blocks, ce, loom_aes_cbc_sha512_blocks_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_SHA512, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_cbc_sha512_blocks_ce(X)
#endif

#define LOOM_VARIANTS_aes_cbc_sha512_blocks(X) \
    LOOM_ROW_aes_cbc_sha512_blocks_portable(X) \
    LOOM_ROW_aes_cbc_sha512_blocks_avx2(X) \
    LOOM_ROW_aes_cbc_sha512_blocks_avx512vl(X) \
    LOOM_ROW_aes_cbc_sha512_blocks_scalar(X) \
    LOOM_ROW_aes_cbc_sha512_blocks_ce(X)
#ifdef LOOM_HAVE_aes_cbc_sha512_blocks
#define LOOM_KERNEL_ROW_aes_cbc_sha512_blocks(K) \
    K(aes_cbc_sha512_blocks, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 128u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_cbc_sha512_blocks(K)
#endif

/* ---- aes_ctr32 ---- */

typedef void LOOM_CDECL loom_aes_ctr32_fn(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks);

#define LOOM_HAVE_aes_ctr32 1
loom_aes_ctr32_fn loom_aes_ctr32_portable;
#define LOOM_ROW_aes_ctr32_portable(X) X(aes_ctr32, portable, loom_aes_ctr32_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ctr32_fn loom_aes_ctr32_vperm;
#define LOOM_ROW_aes_ctr32_vperm(X) \
    X(aes_ctr32, vperm, loom_aes_ctr32_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ctr32_fn loom_aes_ctr32_neon;
#define LOOM_ROW_aes_ctr32_neon(X) \
    X(aes_ctr32, neon, loom_aes_ctr32_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ctr32_fn loom_aes_ctr32_aesni;
#define LOOM_ROW_aes_ctr32_aesni(X) \
    X(aes_ctr32, aesni, loom_aes_ctr32_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ctr32_fn loom_aes_ctr32_avx;
#define LOOM_ROW_aes_ctr32_avx(X) \
    X(aes_ctr32, avx, loom_aes_ctr32_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ctr32_fn loom_aes_ctr32_ce;
#define LOOM_ROW_aes_ctr32_ce(X) \
    X(aes_ctr32, ce, loom_aes_ctr32_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_ce(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ctr32_fn loom_aes_ctr32_vaes256;
#define LOOM_ROW_aes_ctr32_vaes256(X) \
    X(aes_ctr32, vaes256, loom_aes_ctr32_vaes256, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_vaes256(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ctr32_fn loom_aes_ctr32_vaes512;
#define LOOM_ROW_aes_ctr32_vaes512(X) \
    X(aes_ctr32, vaes512, loom_aes_ctr32_vaes512, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ctr32_vaes512(X)
#endif

#define LOOM_VARIANTS_aes_ctr32(X) \
    LOOM_ROW_aes_ctr32_portable(X) \
    LOOM_ROW_aes_ctr32_vperm(X) \
    LOOM_ROW_aes_ctr32_neon(X) \
    LOOM_ROW_aes_ctr32_aesni(X) \
    LOOM_ROW_aes_ctr32_avx(X) \
    LOOM_ROW_aes_ctr32_ce(X) \
    LOOM_ROW_aes_ctr32_vaes256(X) \
    LOOM_ROW_aes_ctr32_vaes512(X)
#ifdef LOOM_HAVE_aes_ctr32
#define LOOM_KERNEL_ROW_aes_ctr32(K) \
    K(aes_ctr32, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), (schedule, rounds, counter, in, out, blocks), blocks, 16u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_ctr32(K)
#endif

/* ---- aes_ecb_decrypt ---- */

typedef void LOOM_CDECL loom_aes_ecb_decrypt_fn(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);

#define LOOM_HAVE_aes_ecb_decrypt 1
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_portable;
#define LOOM_ROW_aes_ecb_decrypt_portable(X) X(aes_ecb_decrypt, portable, loom_aes_ecb_decrypt_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_vperm;
#define LOOM_ROW_aes_ecb_decrypt_vperm(X) \
    X(aes_ecb_decrypt, vperm, loom_aes_ecb_decrypt_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_neon;
#define LOOM_ROW_aes_ecb_decrypt_neon(X) \
    X(aes_ecb_decrypt, neon, loom_aes_ecb_decrypt_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_aesni;
#define LOOM_ROW_aes_ecb_decrypt_aesni(X) \
    X(aes_ecb_decrypt, aesni, loom_aes_ecb_decrypt_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_avx;
#define LOOM_ROW_aes_ecb_decrypt_avx(X) \
    X(aes_ecb_decrypt, avx, loom_aes_ecb_decrypt_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_ce;
#define LOOM_ROW_aes_ecb_decrypt_ce(X) \
    X(aes_ecb_decrypt, ce, loom_aes_ecb_decrypt_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_ce(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_vaes256;
#define LOOM_ROW_aes_ecb_decrypt_vaes256(X) \
    X(aes_ecb_decrypt, vaes256, loom_aes_ecb_decrypt_vaes256, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_vaes256(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_vaes512;
#define LOOM_ROW_aes_ecb_decrypt_vaes512(X) \
    X(aes_ecb_decrypt, vaes512, loom_aes_ecb_decrypt_vaes512, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_decrypt_vaes512(X)
#endif

#define LOOM_VARIANTS_aes_ecb_decrypt(X) \
    LOOM_ROW_aes_ecb_decrypt_portable(X) \
    LOOM_ROW_aes_ecb_decrypt_vperm(X) \
    LOOM_ROW_aes_ecb_decrypt_neon(X) \
    LOOM_ROW_aes_ecb_decrypt_aesni(X) \
    LOOM_ROW_aes_ecb_decrypt_avx(X) \
    LOOM_ROW_aes_ecb_decrypt_ce(X) \
    LOOM_ROW_aes_ecb_decrypt_vaes256(X) \
    LOOM_ROW_aes_ecb_decrypt_vaes512(X)
#ifdef LOOM_HAVE_aes_ecb_decrypt
#define LOOM_KERNEL_ROW_aes_ecb_decrypt(K) \
    K(aes_ecb_decrypt, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), (schedule, rounds, in, out, blocks), blocks, 16u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_ecb_decrypt(K)
#endif

/* ---- aes_ecb_encrypt ---- */

typedef void LOOM_CDECL loom_aes_ecb_encrypt_fn(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks);

#define LOOM_HAVE_aes_ecb_encrypt 1
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_portable;
#define LOOM_ROW_aes_ecb_encrypt_portable(X) X(aes_ecb_encrypt, portable, loom_aes_ecb_encrypt_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_vperm;
#define LOOM_ROW_aes_ecb_encrypt_vperm(X) \
    X(aes_ecb_encrypt, vperm, loom_aes_ecb_encrypt_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_neon;
#define LOOM_ROW_aes_ecb_encrypt_neon(X) \
    X(aes_ecb_encrypt, neon, loom_aes_ecb_encrypt_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_aesni;
#define LOOM_ROW_aes_ecb_encrypt_aesni(X) \
    X(aes_ecb_encrypt, aesni, loom_aes_ecb_encrypt_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_avx;
#define LOOM_ROW_aes_ecb_encrypt_avx(X) \
    X(aes_ecb_encrypt, avx, loom_aes_ecb_encrypt_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_ce;
#define LOOM_ROW_aes_ecb_encrypt_ce(X) \
    X(aes_ecb_encrypt, ce, loom_aes_ecb_encrypt_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_ce(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_vaes256;
#define LOOM_ROW_aes_ecb_encrypt_vaes256(X) \
    X(aes_ecb_encrypt, vaes256, loom_aes_ecb_encrypt_vaes256, LOOM_CPU_AVX2, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_vaes256(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_vaes512;
#define LOOM_ROW_aes_ecb_encrypt_vaes512(X) \
    X(aes_ecb_encrypt, vaes512, loom_aes_ecb_encrypt_vaes512, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AES, LOOM_CPU_VAES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_ecb_encrypt_vaes512(X)
#endif

#define LOOM_VARIANTS_aes_ecb_encrypt(X) \
    LOOM_ROW_aes_ecb_encrypt_portable(X) \
    LOOM_ROW_aes_ecb_encrypt_vperm(X) \
    LOOM_ROW_aes_ecb_encrypt_neon(X) \
    LOOM_ROW_aes_ecb_encrypt_aesni(X) \
    LOOM_ROW_aes_ecb_encrypt_avx(X) \
    LOOM_ROW_aes_ecb_encrypt_ce(X) \
    LOOM_ROW_aes_ecb_encrypt_vaes256(X) \
    LOOM_ROW_aes_ecb_encrypt_vaes512(X)
#ifdef LOOM_HAVE_aes_ecb_encrypt
#define LOOM_KERNEL_ROW_aes_ecb_encrypt(K) \
    K(aes_ecb_encrypt, void, LOOM_DO, \
      (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), (schedule, rounds, in, out, blocks), blocks, 16u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_ecb_encrypt(K)
#endif

/* ---- aes_set_decrypt_key ---- */

typedef void LOOM_CDECL loom_aes_set_decrypt_key_fn(const uint8_t *key, size_t rounds, uint8_t *schedule);

#define LOOM_HAVE_aes_set_decrypt_key 1
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_portable;
#define LOOM_ROW_aes_set_decrypt_key_portable(X) X(aes_set_decrypt_key, portable, loom_aes_set_decrypt_key_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_vperm;
#define LOOM_ROW_aes_set_decrypt_key_vperm(X) \
    X(aes_set_decrypt_key, vperm, loom_aes_set_decrypt_key_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_decrypt_key_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_neon;
#define LOOM_ROW_aes_set_decrypt_key_neon(X) \
    X(aes_set_decrypt_key, neon, loom_aes_set_decrypt_key_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_decrypt_key_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_aesni;
#define LOOM_ROW_aes_set_decrypt_key_aesni(X) \
    X(aes_set_decrypt_key, aesni, loom_aes_set_decrypt_key_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_decrypt_key_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_avx;
#define LOOM_ROW_aes_set_decrypt_key_avx(X) \
    X(aes_set_decrypt_key, avx, loom_aes_set_decrypt_key_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_decrypt_key_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_ce;
#define LOOM_ROW_aes_set_decrypt_key_ce(X) \
    X(aes_set_decrypt_key, ce, loom_aes_set_decrypt_key_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_decrypt_key_ce(X)
#endif

#define LOOM_VARIANTS_aes_set_decrypt_key(X) \
    LOOM_ROW_aes_set_decrypt_key_portable(X) \
    LOOM_ROW_aes_set_decrypt_key_vperm(X) \
    LOOM_ROW_aes_set_decrypt_key_neon(X) \
    LOOM_ROW_aes_set_decrypt_key_aesni(X) \
    LOOM_ROW_aes_set_decrypt_key_avx(X) \
    LOOM_ROW_aes_set_decrypt_key_ce(X)
#ifdef LOOM_HAVE_aes_set_decrypt_key
#define LOOM_KERNEL_ROW_aes_set_decrypt_key(K) \
    K(aes_set_decrypt_key, void, LOOM_DO, \
      (const uint8_t *key, size_t rounds, uint8_t *schedule), (key, rounds, schedule), 0, 1u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_set_decrypt_key(K)
#endif

/* ---- aes_set_encrypt_key ---- */

typedef void LOOM_CDECL loom_aes_set_encrypt_key_fn(const uint8_t *key, size_t rounds, uint8_t *schedule);

#define LOOM_HAVE_aes_set_encrypt_key 1
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_portable;
#define LOOM_ROW_aes_set_encrypt_key_portable(X) X(aes_set_encrypt_key, portable, loom_aes_set_encrypt_key_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_vperm;
#define LOOM_ROW_aes_set_encrypt_key_vperm(X) \
    X(aes_set_encrypt_key, vperm, loom_aes_set_encrypt_key_vperm, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_encrypt_key_vperm(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_neon;
#define LOOM_ROW_aes_set_encrypt_key_neon(X) \
    X(aes_set_encrypt_key, neon, loom_aes_set_encrypt_key_neon, LOOM_CPU_NEON, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_encrypt_key_neon(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_aesni;
#define LOOM_ROW_aes_set_encrypt_key_aesni(X) \
    X(aes_set_encrypt_key, aesni, loom_aes_set_encrypt_key_aesni, LOOM_CPU_SSSE3, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_encrypt_key_aesni(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_avx;
#define LOOM_ROW_aes_set_encrypt_key_avx(X) \
    X(aes_set_encrypt_key, avx, loom_aes_set_encrypt_key_avx, LOOM_CPU_AVX, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_encrypt_key_avx(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_ce;
#define LOOM_ROW_aes_set_encrypt_key_ce(X) \
    X(aes_set_encrypt_key, ce, loom_aes_set_encrypt_key_ce, LOOM_CPU_NEON, LOOM_CPU_AES, LOOM_CPU_NONE)
#else
#define LOOM_ROW_aes_set_encrypt_key_ce(X)
#endif

#define LOOM_VARIANTS_aes_set_encrypt_key(X) \
    LOOM_ROW_aes_set_encrypt_key_portable(X) \
    LOOM_ROW_aes_set_encrypt_key_vperm(X) \
    LOOM_ROW_aes_set_encrypt_key_neon(X) \
    LOOM_ROW_aes_set_encrypt_key_aesni(X) \
    LOOM_ROW_aes_set_encrypt_key_avx(X) \
    LOOM_ROW_aes_set_encrypt_key_ce(X)
#ifdef LOOM_HAVE_aes_set_encrypt_key
#define LOOM_KERNEL_ROW_aes_set_encrypt_key(K) \
    K(aes_set_encrypt_key, void, LOOM_DO, \
      (const uint8_t *key, size_t rounds, uint8_t *schedule), (key, rounds, schedule), 0, 1u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_aes_set_encrypt_key(K)
#endif

/* ---- md5_blocks ---- */

typedef void LOOM_CDECL loom_md5_blocks_fn(uint32_t state[4], const uint8_t *data, size_t blocks);

#define LOOM_HAVE_md5_blocks 1
loom_md5_blocks_fn loom_md5_blocks_portable;
#define LOOM_ROW_md5_blocks_portable(X) X(md5_blocks, portable, loom_md5_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_md5_blocks_fn loom_md5_blocks_scalar;
#define LOOM_ROW_md5_blocks_scalar(X) \
    X(md5_blocks, scalar, loom_md5_blocks_scalar, LOOM_CPU_NONE)
#else
#define LOOM_ROW_md5_blocks_scalar(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_md5_blocks_fn loom_md5_blocks_avx512vl;
#define LOOM_ROW_md5_blocks_avx512vl(X) \
    X(md5_blocks, avx512vl, loom_md5_blocks_avx512vl, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE)
#else
#define LOOM_ROW_md5_blocks_avx512vl(X)
#endif

#define LOOM_VARIANTS_md5_blocks(X) \
    LOOM_ROW_md5_blocks_portable(X) \
    LOOM_ROW_md5_blocks_scalar(X) \
    LOOM_ROW_md5_blocks_avx512vl(X)
#ifdef LOOM_HAVE_md5_blocks
#define LOOM_KERNEL_ROW_md5_blocks(K) \
    K(md5_blocks, void, LOOM_DO, \
      (uint32_t state[4], const uint8_t *data, size_t blocks), (state, data, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_md5_blocks(K)
#endif

/* ---- rc4_md5_blocks ---- */

typedef void LOOM_CDECL loom_rc4_md5_blocks_fn(uint8_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks);
#define LOOM_APART_rc4_md5_blocks 72 /* bytes between the two streams in one buffer, at least */

#define LOOM_HAVE_rc4_md5_blocks 1
loom_rc4_md5_blocks_fn loom_rc4_md5_blocks_portable;
#define LOOM_ROW_rc4_md5_blocks_portable(X) X(rc4_md5_blocks, portable, loom_rc4_md5_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_md5_blocks_fn loom_rc4_md5_blocks_plain;
#define LOOM_ROW_rc4_md5_blocks_plain(X) \
    X(rc4_md5_blocks, plain, loom_rc4_md5_blocks_plain, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_md5_blocks_plain(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_md5_blocks_fn loom_rc4_md5_blocks_lookahead;
#define LOOM_ROW_rc4_md5_blocks_lookahead(X) \
    X(rc4_md5_blocks, lookahead, loom_rc4_md5_blocks_lookahead, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_md5_blocks_lookahead(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_md5_blocks_fn loom_rc4_md5_blocks_avx512vl;
#define LOOM_ROW_rc4_md5_blocks_avx512vl(X) \
    X(rc4_md5_blocks, avx512vl, loom_rc4_md5_blocks_avx512vl, LOOM_CPU_AVX512F, LOOM_CPU_AVX512VL, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_md5_blocks_avx512vl(X)
#endif

#define LOOM_VARIANTS_rc4_md5_blocks(X) \
    LOOM_ROW_rc4_md5_blocks_portable(X) \
    LOOM_ROW_rc4_md5_blocks_plain(X) \
    LOOM_ROW_rc4_md5_blocks_lookahead(X) \
    LOOM_ROW_rc4_md5_blocks_avx512vl(X)
#ifdef LOOM_HAVE_rc4_md5_blocks
#define LOOM_KERNEL_ROW_rc4_md5_blocks(K) \
    K(rc4_md5_blocks, void, LOOM_DO, \
      (uint8_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), (rc4_state, md5_state, in, out, hashed, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_rc4_md5_blocks(K)
#endif

/* ---- rc4_set_key ---- */

typedef void LOOM_CDECL loom_rc4_set_key_fn(uint8_t state[258], const uint8_t *key, size_t length);

#define LOOM_HAVE_rc4_set_key 1
loom_rc4_set_key_fn loom_rc4_set_key_portable;
#define LOOM_ROW_rc4_set_key_portable(X) X(rc4_set_key, portable, loom_rc4_set_key_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_set_key_fn loom_rc4_set_key_scalar;
#define LOOM_ROW_rc4_set_key_scalar(X) \
    X(rc4_set_key, scalar, loom_rc4_set_key_scalar, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_set_key_scalar(X)
#endif

#define LOOM_VARIANTS_rc4_set_key(X) \
    LOOM_ROW_rc4_set_key_portable(X) \
    LOOM_ROW_rc4_set_key_scalar(X)
#ifdef LOOM_HAVE_rc4_set_key
#define LOOM_KERNEL_ROW_rc4_set_key(K) \
    K(rc4_set_key, void, LOOM_DO, \
      (uint8_t state[258], const uint8_t *key, size_t length), (state, key, length), length, 1u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_rc4_set_key(K)
#endif

/* ---- rc4_stream ---- */

typedef void LOOM_CDECL loom_rc4_stream_fn(uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length);

#define LOOM_HAVE_rc4_stream 1
loom_rc4_stream_fn loom_rc4_stream_portable;
#define LOOM_ROW_rc4_stream_portable(X) X(rc4_stream, portable, loom_rc4_stream_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_stream_fn loom_rc4_stream_branchfree;
#define LOOM_ROW_rc4_stream_branchfree(X) \
    X(rc4_stream, branchfree, loom_rc4_stream_branchfree, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_stream_branchfree(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_rc4_stream_fn loom_rc4_stream_lookahead;
#define LOOM_ROW_rc4_stream_lookahead(X) \
    X(rc4_stream, lookahead, loom_rc4_stream_lookahead, LOOM_CPU_NONE)
#else
#define LOOM_ROW_rc4_stream_lookahead(X)
#endif

#define LOOM_VARIANTS_rc4_stream(X) \
    LOOM_ROW_rc4_stream_portable(X) \
    LOOM_ROW_rc4_stream_branchfree(X) \
    LOOM_ROW_rc4_stream_lookahead(X)
#ifdef LOOM_HAVE_rc4_stream
#define LOOM_KERNEL_ROW_rc4_stream(K) \
    K(rc4_stream, void, LOOM_DO, \
      (uint8_t state[258], const uint8_t *in, uint8_t *out, size_t length), (state, in, out, length), length, 1u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_rc4_stream(K)
#endif

/* ---- sha1_blocks ---- */

typedef void LOOM_CDECL loom_sha1_blocks_fn(uint32_t state[5], const uint8_t *data, size_t blocks);

#define LOOM_HAVE_sha1_blocks 1
loom_sha1_blocks_fn loom_sha1_blocks_portable;
#define LOOM_ROW_sha1_blocks_portable(X) X(sha1_blocks, portable, loom_sha1_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_scalar;
#define LOOM_ROW_sha1_blocks_scalar(X) \
    X(sha1_blocks, scalar, loom_sha1_blocks_scalar, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_scalar(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_bmi2;
#define LOOM_ROW_sha1_blocks_bmi2(X) \
    X(sha1_blocks, bmi2, loom_sha1_blocks_bmi2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_bmi2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_ssse3;
#define LOOM_ROW_sha1_blocks_ssse3(X) \
    X(sha1_blocks, ssse3, loom_sha1_blocks_ssse3, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_ssse3(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_avx2;
#define LOOM_ROW_sha1_blocks_avx2(X) \
    X(sha1_blocks, avx2, loom_sha1_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_shani_avx512vl;
#define LOOM_ROW_sha1_blocks_shani_avx512vl(X) \
    X(sha1_blocks, shani_avx512vl, loom_sha1_blocks_shani_avx512vl, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_shani_avx512vl(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha1_blocks_fn loom_sha1_blocks_shani;
#define LOOM_ROW_sha1_blocks_shani(X) \
    X(sha1_blocks, shani, loom_sha1_blocks_shani, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_shani(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_sha1_blocks_fn loom_sha1_blocks_ce;
#define LOOM_ROW_sha1_blocks_ce(X) \
    X(sha1_blocks, ce, loom_sha1_blocks_ce, LOOM_CPU_SHA1, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha1_blocks_ce(X)
#endif

#define LOOM_VARIANTS_sha1_blocks(X) \
    LOOM_ROW_sha1_blocks_portable(X) \
    LOOM_ROW_sha1_blocks_scalar(X) \
    LOOM_ROW_sha1_blocks_bmi2(X) \
    LOOM_ROW_sha1_blocks_ssse3(X) \
    LOOM_ROW_sha1_blocks_avx2(X) \
    LOOM_ROW_sha1_blocks_shani_avx512vl(X) \
    LOOM_ROW_sha1_blocks_shani(X) \
    LOOM_ROW_sha1_blocks_ce(X)
#ifdef LOOM_HAVE_sha1_blocks
#define LOOM_KERNEL_ROW_sha1_blocks(K) \
    K(sha1_blocks, void, LOOM_DO, \
      (uint32_t state[5], const uint8_t *data, size_t blocks), (state, data, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_sha1_blocks(K)
#endif

/* ---- sha256_blocks ---- */

typedef void LOOM_CDECL loom_sha256_blocks_fn(uint32_t state[8], const uint8_t *data, size_t blocks);

#define LOOM_HAVE_sha256_blocks 1
loom_sha256_blocks_fn loom_sha256_blocks_portable;
#define LOOM_ROW_sha256_blocks_portable(X) X(sha256_blocks, portable, loom_sha256_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha256_blocks_fn loom_sha256_blocks_scalar;
#define LOOM_ROW_sha256_blocks_scalar(X) \
    X(sha256_blocks, scalar, loom_sha256_blocks_scalar, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_scalar(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha256_blocks_fn loom_sha256_blocks_bmi2;
#define LOOM_ROW_sha256_blocks_bmi2(X) \
    X(sha256_blocks, bmi2, loom_sha256_blocks_bmi2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_bmi2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha256_blocks_fn loom_sha256_blocks_ssse3;
#define LOOM_ROW_sha256_blocks_ssse3(X) \
    X(sha256_blocks, ssse3, loom_sha256_blocks_ssse3, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_ssse3(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha256_blocks_fn loom_sha256_blocks_avx2;
#define LOOM_ROW_sha256_blocks_avx2(X) \
    X(sha256_blocks, avx2, loom_sha256_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha256_blocks_fn loom_sha256_blocks_shani;
#define LOOM_ROW_sha256_blocks_shani(X) \
    X(sha256_blocks, shani, loom_sha256_blocks_shani, LOOM_CPU_SSSE3, LOOM_CPU_SHA, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_shani(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_sha256_blocks_fn loom_sha256_blocks_ce;
#define LOOM_ROW_sha256_blocks_ce(X) \
    X(sha256_blocks, ce, loom_sha256_blocks_ce, LOOM_CPU_SHA256, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha256_blocks_ce(X)
#endif

#define LOOM_VARIANTS_sha256_blocks(X) \
    LOOM_ROW_sha256_blocks_portable(X) \
    LOOM_ROW_sha256_blocks_scalar(X) \
    LOOM_ROW_sha256_blocks_bmi2(X) \
    LOOM_ROW_sha256_blocks_ssse3(X) \
    LOOM_ROW_sha256_blocks_avx2(X) \
    LOOM_ROW_sha256_blocks_shani(X) \
    LOOM_ROW_sha256_blocks_ce(X)
#ifdef LOOM_HAVE_sha256_blocks
#define LOOM_KERNEL_ROW_sha256_blocks(K) \
    K(sha256_blocks, void, LOOM_DO, \
      (uint32_t state[8], const uint8_t *data, size_t blocks), (state, data, blocks), blocks, 64u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_sha256_blocks(K)
#endif

/* ---- sha512_blocks ---- */

typedef void LOOM_CDECL loom_sha512_blocks_fn(uint64_t state[8], const uint8_t *data, size_t blocks);

#define LOOM_HAVE_sha512_blocks 1
loom_sha512_blocks_fn loom_sha512_blocks_portable;
#define LOOM_ROW_sha512_blocks_portable(X) X(sha512_blocks, portable, loom_sha512_blocks_portable, LOOM_CPU_NONE)

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)) || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha512_blocks_fn loom_sha512_blocks_scalar;
#define LOOM_ROW_sha512_blocks_scalar(X) \
    X(sha512_blocks, scalar, loom_sha512_blocks_scalar, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_scalar(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha512_blocks_fn loom_sha512_blocks_bmi2;
#define LOOM_ROW_sha512_blocks_bmi2(X) \
    X(sha512_blocks, bmi2, loom_sha512_blocks_bmi2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_bmi2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))))
loom_sha512_blocks_fn loom_sha512_blocks_ssse3;
#define LOOM_ROW_sha512_blocks_ssse3(X) \
    X(sha512_blocks, ssse3, loom_sha512_blocks_ssse3, LOOM_CPU_SSSE3, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_ssse3(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha512_blocks_fn loom_sha512_blocks_avx2;
#define LOOM_ROW_sha512_blocks_avx2(X) \
    X(sha512_blocks, avx2, loom_sha512_blocks_avx2, LOOM_CPU_AVX2, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_avx2(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
    (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__)))
loom_sha512_blocks_fn loom_sha512_blocks_avx512vl;
#define LOOM_ROW_sha512_blocks_avx512vl(X) \
    X(sha512_blocks, avx512vl, loom_sha512_blocks_avx512vl, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VL, LOOM_CPU_BMI1, LOOM_CPU_BMI2, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_avx512vl(X)
#endif

#if !defined(LOOM_NO_ASM) && (0 || \
    (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32)))
loom_sha512_blocks_fn loom_sha512_blocks_ce;
#define LOOM_ROW_sha512_blocks_ce(X) \
    X(sha512_blocks, ce, loom_sha512_blocks_ce, LOOM_CPU_NEON, LOOM_CPU_SHA512, LOOM_CPU_NONE)
#else
#define LOOM_ROW_sha512_blocks_ce(X)
#endif

#define LOOM_VARIANTS_sha512_blocks(X) \
    LOOM_ROW_sha512_blocks_portable(X) \
    LOOM_ROW_sha512_blocks_scalar(X) \
    LOOM_ROW_sha512_blocks_bmi2(X) \
    LOOM_ROW_sha512_blocks_ssse3(X) \
    LOOM_ROW_sha512_blocks_avx2(X) \
    LOOM_ROW_sha512_blocks_avx512vl(X) \
    LOOM_ROW_sha512_blocks_ce(X)
#ifdef LOOM_HAVE_sha512_blocks
#define LOOM_KERNEL_ROW_sha512_blocks(K) \
    K(sha512_blocks, void, LOOM_DO, \
      (uint64_t state[8], const uint8_t *data, size_t blocks), (state, data, blocks), blocks, 128u)
#else /* no variant that every CPU of this target runs */
#define LOOM_KERNEL_ROW_sha512_blocks(K)
#endif

#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#pragma GCC visibility pop
#endif

/* K(kernel, result, LOOM_DO or LOOM_RETURN, (parameters), (arguments), size argument, its unit in bytes) */
#define LOOM_KERNELS(K) \
    LOOM_KERNEL_ROW_aes_cbc_decrypt(K) \
    LOOM_KERNEL_ROW_aes_cbc_encrypt(K) \
    LOOM_KERNEL_ROW_aes_cbc_sha1_blocks(K) \
    LOOM_KERNEL_ROW_aes_cbc_sha256_blocks(K) \
    LOOM_KERNEL_ROW_aes_cbc_sha512_blocks(K) \
    LOOM_KERNEL_ROW_aes_ctr32(K) \
    LOOM_KERNEL_ROW_aes_ecb_decrypt(K) \
    LOOM_KERNEL_ROW_aes_ecb_encrypt(K) \
    LOOM_KERNEL_ROW_aes_set_decrypt_key(K) \
    LOOM_KERNEL_ROW_aes_set_encrypt_key(K) \
    LOOM_KERNEL_ROW_md5_blocks(K) \
    LOOM_KERNEL_ROW_rc4_md5_blocks(K) \
    LOOM_KERNEL_ROW_rc4_set_key(K) \
    LOOM_KERNEL_ROW_rc4_stream(K) \
    LOOM_KERNEL_ROW_sha1_blocks(K) \
    LOOM_KERNEL_ROW_sha256_blocks(K) \
    LOOM_KERNEL_ROW_sha512_blocks(K)


#ifdef LOOM_HAVE_md5_blocks
#define LOOM_HAVE_hashes 1
#define LOOM_HASH_KERNEL_md5_blocks(K) K(md5_blocks, uint32_t)
#define LOOM_START_md5 \
    {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476)}
#define LOOM_ABC_md5 "900150983cd24fb0d6963f7d28e17f72"
#define LOOM_HASHES_md5_blocks(H) \
    H(md5, md5_blocks, uint32_t, 4, 64, 16, 1)
#define LOOM_HMACS_md5_blocks(H)
#else
#define LOOM_HASH_KERNEL_md5_blocks(K)
#define LOOM_HASHES_md5_blocks(H)
#define LOOM_HMACS_md5_blocks(H)
#endif

#ifdef LOOM_HAVE_sha1_blocks
#define LOOM_HAVE_hashes 1
#define LOOM_HAVE_hmacs 1
#define LOOM_HASH_KERNEL_sha1_blocks(K) K(sha1_blocks, uint32_t)
#define LOOM_START_sha1 \
    {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476), UINT32_C(0xc3d2e1f0)}
#define LOOM_ABC_sha1 "a9993e364706816aba3e25717850c26c9cd0d89d"
#define LOOM_HASHES_sha1_blocks(H) \
    H(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0)
#define LOOM_HMACS_sha1_blocks(H) \
    H(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0)
#else
#define LOOM_HASH_KERNEL_sha1_blocks(K)
#define LOOM_HASHES_sha1_blocks(H)
#define LOOM_HMACS_sha1_blocks(H)
#endif

#ifdef LOOM_HAVE_sha256_blocks
#define LOOM_HAVE_hashes 1
#define LOOM_HAVE_hmacs 1
#define LOOM_HASH_KERNEL_sha256_blocks(K) K(sha256_blocks, uint32_t)
#define LOOM_START_sha256 \
    {UINT32_C(0x6a09e667), UINT32_C(0xbb67ae85), UINT32_C(0x3c6ef372), UINT32_C(0xa54ff53a), UINT32_C(0x510e527f), UINT32_C(0x9b05688c), UINT32_C(0x1f83d9ab), UINT32_C(0x5be0cd19)}
#define LOOM_ABC_sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define LOOM_START_sha224 \
    {UINT32_C(0xc1059ed8), UINT32_C(0x367cd507), UINT32_C(0x3070dd17), UINT32_C(0xf70e5939), UINT32_C(0xffc00b31), UINT32_C(0x68581511), UINT32_C(0x64f98fa7), UINT32_C(0xbefa4fa4)}
#define LOOM_ABC_sha224 "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"
#define LOOM_HASHES_sha256_blocks(H) \
    H(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0) \
    H(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0)
#define LOOM_HMACS_sha256_blocks(H) \
    H(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0) \
    H(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0)
#else
#define LOOM_HASH_KERNEL_sha256_blocks(K)
#define LOOM_HASHES_sha256_blocks(H)
#define LOOM_HMACS_sha256_blocks(H)
#endif

#ifdef LOOM_HAVE_sha512_blocks
#define LOOM_HAVE_hashes 1
#define LOOM_HAVE_hmacs 1
#define LOOM_HASH_KERNEL_sha512_blocks(K) K(sha512_blocks, uint64_t)
#define LOOM_START_sha512 \
    {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)}
#define LOOM_ABC_sha512 "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
#define LOOM_START_sha384 \
    {UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507), UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939), UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511), UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4)}
#define LOOM_ABC_sha384 "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
#define LOOM_HASHES_sha512_blocks(H) \
    H(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0) \
    H(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0)
#define LOOM_HMACS_sha512_blocks(H) \
    H(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0) \
    H(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0)
#else
#define LOOM_HASH_KERNEL_sha512_blocks(K)
#define LOOM_HASHES_sha512_blocks(H)
#define LOOM_HMACS_sha512_blocks(H)
#endif

#ifdef LOOM_HAVE_aes_cbc_sha1_blocks
#define LOOM_HAVE_aes_cbc_hashes 1
#define LOOM_AES_CBC_HASH_sha1(H) H(sha1, aes_cbc_sha1_blocks, uint32_t, 5, 64)
#else
#define LOOM_AES_CBC_HASH_sha1(H)
#endif

#ifdef LOOM_HAVE_aes_cbc_sha256_blocks
#define LOOM_HAVE_aes_cbc_hashes 1
#define LOOM_AES_CBC_HASH_sha256(H) H(sha256, aes_cbc_sha256_blocks, uint32_t, 8, 64)
#else
#define LOOM_AES_CBC_HASH_sha256(H)
#endif

#ifdef LOOM_HAVE_aes_cbc_sha512_blocks
#define LOOM_HAVE_aes_cbc_hashes 1
#define LOOM_AES_CBC_HASH_sha512(H) H(sha512, aes_cbc_sha512_blocks, uint64_t, 8, 128)
#else
#define LOOM_AES_CBC_HASH_sha512(H)
#endif

/* Block functions of hashes: K(kernel, type of the state's words) */
#define LOOM_HASH_KERNELS(K) \
    LOOM_HASH_KERNEL_md5_blocks(K) \
    LOOM_HASH_KERNEL_sha1_blocks(K) \
    LOOM_HASH_KERNEL_sha256_blocks(K) \
    LOOM_HASH_KERNEL_sha512_blocks(K)

/* H(name, kernel, type of the state's words, words, bytes of a block, bytes of a digest, whether little-endian); with
 * LOOM_START_name, the state before the first block, and LOOM_ABC_name, the digest of "abc" in hexadecimal. */
#define LOOM_HASHES(H) \
    LOOM_HASHES_md5_blocks(H) \
    LOOM_HASHES_sha1_blocks(H) \
    LOOM_HASHES_sha256_blocks(H) \
    LOOM_HASHES_sha512_blocks(H)

/* Bytes, of all of these. */
#define LOOM_LARGEST_BLOCK 128
#define LOOM_LARGEST_DIGEST 64

/* The same rows, of the hashes with HMAC. */
#define LOOM_HMACS(H) \
    LOOM_HMACS_md5_blocks(H) \
    LOOM_HMACS_sha1_blocks(H) \
    LOOM_HMACS_sha256_blocks(H) \
    LOOM_HMACS_sha512_blocks(H)

/* H(name of the hash, kernel that encrypts too, type of the state's words, words, bytes of a block) */
#define LOOM_AES_CBC_HASHES(H) \
    LOOM_AES_CBC_HASH_sha1(H) \
    LOOM_AES_CBC_HASH_sha256(H) \
    LOOM_AES_CBC_HASH_sha512(H)

/* P(kernel, microarchitecture, smallest size in bytes, variant): measured, see build.py speed */
#if defined(__x86_64__) || defined(_M_X64)
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_md5_blocks, generic, 0, plain) \
    P(rc4_md5_blocks, intel_generic, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_stream, generic, 0, branchfree) \
    P(rc4_stream, generic, 64, lookahead) \
    P(rc4_stream, intel_sapphirerapids, 0, portable) \
    P(rc4_stream, intel_sapphirerapids, 24, lookahead) \
    P(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(aes_ecb_encrypt, intel_sapphirerapids, 0, avx) \
    P(aes_ecb_encrypt, intel_sapphirerapids, 32, vaes256) \
    P(aes_ecb_encrypt, intel_sapphirerapids, 128, vaes512) \
    P(aes_ecb_decrypt, intel_sapphirerapids, 0, avx) \
    P(aes_ecb_decrypt, intel_sapphirerapids, 32, vaes256) \
    P(aes_ecb_decrypt, intel_sapphirerapids, 128, vaes512) \
    P(aes_ctr32, intel_sapphirerapids, 0, vaes256) \
    P(aes_ctr32, intel_sapphirerapids, 128, vaes512) \
    P(aes_ecb_encrypt, generic, 0, avx) \
    P(aes_ecb_encrypt, generic, 0, vaes256) \
    P(aes_ecb_encrypt, amd_generic, 0, vaes512) \
    P(aes_ecb_decrypt, generic, 0, avx) \
    P(aes_ecb_decrypt, generic, 0, vaes256) \
    P(aes_ecb_decrypt, amd_generic, 0, vaes512) \
    P(aes_cbc_decrypt, generic, 0, avx) \
    P(aes_cbc_decrypt, generic, 0, vaes256) \
    P(aes_cbc_decrypt, amd_generic, 0, vaes512) \
    P(aes_ctr32, generic, 0, avx) \
    P(aes_ctr32, generic, 0, vaes256) \
    P(aes_ctr32, amd_generic, 0, vaes512) \
    P(aes_cbc_decrypt, intel_sapphirerapids, 0, vaes512) \
    P(sha512_blocks, generic, 0, avx2) \
    P(sha512_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(aes_cbc_sha512_blocks, generic, 0, avx2) \
    P(aes_cbc_sha512_blocks, intel_sapphirerapids, 0, avx512vl)
#elif defined(__i386__) || defined(_M_IX86)
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_md5_blocks, generic, 0, plain) \
    P(rc4_md5_blocks, intel_generic, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_stream, generic, 0, portable) \
    P(rc4_stream, generic, 64, branchfree) \
    P(rc4_stream, intel_sapphirerapids, 0, lookahead) \
    P(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(sha1_blocks, generic, 0, portable) \
    P(sha1_blocks, generic, 0, ssse3) \
    P(sha1_blocks, generic, 0, shani) \
    P(sha256_blocks, generic, 0, portable) \
    P(sha256_blocks, generic, 0, ssse3) \
    P(sha256_blocks, generic, 0, avx2) \
    P(sha256_blocks, generic, 0, shani) \
    P(sha512_blocks, generic, 0, portable) \
    P(sha512_blocks, generic, 0, ssse3) \
    P(sha512_blocks, generic, 0, avx2) \
    P(sha512_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(aes_ecb_encrypt, generic, 0, avx) \
    P(aes_ecb_encrypt, generic, 0, vaes256) \
    P(aes_ecb_encrypt, amd_generic, 0, vaes512) \
    P(aes_ecb_decrypt, generic, 0, avx) \
    P(aes_ecb_decrypt, generic, 0, vaes256) \
    P(aes_ecb_decrypt, amd_generic, 0, vaes512) \
    P(aes_cbc_decrypt, generic, 0, avx) \
    P(aes_cbc_decrypt, generic, 0, vaes256) \
    P(aes_cbc_decrypt, amd_generic, 0, vaes512) \
    P(aes_ctr32, generic, 0, avx) \
    P(aes_ctr32, generic, 0, vaes256) \
    P(aes_ctr32, amd_generic, 0, vaes512) \
    P(aes_ecb_encrypt, intel_sapphirerapids, 0, vaes512) \
    P(aes_ecb_decrypt, intel_sapphirerapids, 0, vaes512) \
    P(aes_cbc_decrypt, intel_sapphirerapids, 0, vaes512) \
    P(aes_ctr32, intel_sapphirerapids, 0, vaes512)
#else
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_md5_blocks, generic, 0, plain) \
    P(rc4_md5_blocks, intel_generic, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, lookahead) \
    P(rc4_md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(aes_cbc_sha1_blocks, intel_sapphirerapids, 0, shani_avx512vl) \
    P(aes_ecb_encrypt, generic, 0, avx) \
    P(aes_ecb_encrypt, generic, 0, vaes256) \
    P(aes_ecb_encrypt, amd_generic, 0, vaes512) \
    P(aes_ecb_decrypt, generic, 0, avx) \
    P(aes_ecb_decrypt, generic, 0, vaes256) \
    P(aes_ecb_decrypt, amd_generic, 0, vaes512) \
    P(aes_cbc_decrypt, generic, 0, avx) \
    P(aes_cbc_decrypt, generic, 0, vaes256) \
    P(aes_cbc_decrypt, amd_generic, 0, vaes512) \
    P(aes_ctr32, generic, 0, avx) \
    P(aes_ctr32, generic, 0, vaes256) \
    P(aes_ctr32, amd_generic, 0, vaes512)
#endif

#endif
