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

#define LOOM_VARIANTS_sha1_blocks(X) \
    LOOM_ROW_sha1_blocks_portable(X) \
    LOOM_ROW_sha1_blocks_scalar(X) \
    LOOM_ROW_sha1_blocks_bmi2(X)
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

#define LOOM_VARIANTS_sha256_blocks(X) \
    LOOM_ROW_sha256_blocks_portable(X) \
    LOOM_ROW_sha256_blocks_scalar(X) \
    LOOM_ROW_sha256_blocks_bmi2(X)
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
    (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__))) || \
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

#define LOOM_VARIANTS_sha512_blocks(X) \
    LOOM_ROW_sha512_blocks_portable(X) \
    LOOM_ROW_sha512_blocks_scalar(X) \
    LOOM_ROW_sha512_blocks_bmi2(X)
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
    LOOM_KERNEL_ROW_md5_blocks(K) \
    LOOM_KERNEL_ROW_rc4_set_key(K) \
    LOOM_KERNEL_ROW_rc4_stream(K) \
    LOOM_KERNEL_ROW_sha1_blocks(K) \
    LOOM_KERNEL_ROW_sha256_blocks(K) \
    LOOM_KERNEL_ROW_sha512_blocks(K)

/* P(kernel, microarchitecture, smallest size in bytes, variant): measured, see runtime/speed.c */
#if defined(__x86_64__) || defined(_M_X64)
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_stream, generic, 0, branchfree) \
    P(rc4_stream, generic, 64, lookahead)
#elif defined(__i386__) || defined(_M_IX86)
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl) \
    P(rc4_stream, generic, 0, portable) \
    P(rc4_stream, generic, 64, branchfree)
#else
#define LOOM_PREFERS(P) \
    P(md5_blocks, generic, 0, scalar) \
    P(md5_blocks, intel_sapphirerapids, 0, avx512vl)
#endif

#endif
