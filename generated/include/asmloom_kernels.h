/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernels of this build, and the CPUs that it knows, as rows for the runtime. Generated from the
 * kernels' contracts and the .dat files of targets/; edit those, not this file. Included by the runtime only.
 */
#ifndef LOOM_KERNELS_H
#define LOOM_KERNELS_H

/* A name of the library with the prefix of this build. */
#define LOOM_NAME(name) loom_##name

#include <stddef.h>
#include <stdint.h>

#define LOOM_BUILD
#include "asmloom.h"

/* The architecture whose assembly this build has, if any. */
#if defined(LOOM_NO_ASM)
#elif (defined(__aarch64__) && defined(__APPLE__) && !defined(__ILP32__)) || \
    (defined(__aarch64__) && defined(__ELF__) && !defined(__AARCH64EB__) && !defined(__ILP32__)) || \
    ((defined(__aarch64__) || defined(_M_ARM64)) && defined(_WIN32) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    ((defined(__arm64ec__) || defined(_M_ARM64EC)) && defined(_WIN32))
#define LOOM_ON_AARCH64 1
#elif (defined(__i386__) && defined(__ELF__)) || \
    ((defined(__i386__) || defined(_M_IX86)) && defined(_WIN32) && !defined(__MINGW32__)) || \
    (defined(__i386__) && (defined(__MINGW32__) || defined(__CYGWIN__)))
#define LOOM_ON_X86 1
#elif (defined(__x86_64__) && defined(__APPLE__)) || \
    (defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)) || \
    ((defined(__x86_64__) || defined(_M_X64)) && defined(_WIN32) && !defined(__MINGW32__) && !defined(__arm64ec__) && !defined(_M_ARM64EC)) || \
    (defined(__x86_64__) && (defined(__MINGW32__) || defined(__CYGWIN__)) && !defined(__arm64ec__))
#define LOOM_ON_X86_64 1
#endif

/* Names this build's kernels, in preference files. Any edit of their scripts but of comments changes it. */
#define LOOM_TUNING_BUILD "212f67c349287f49"

/* Before a call whose result is returned, or is void. */
#define LOOM_RETURN return
#define LOOM_DO

/* The kernels and groups of functions that this build has. */
#define LOOM_HAVE_aes_cbc_decrypt 1
#define LOOM_HAVE_aes_cbc_encrypt 1
#define LOOM_HAVE_aes_cbc_encrypt_x16 1
#define LOOM_HAVE_aes_cbc_encrypt_x4 1
#define LOOM_HAVE_aes_cbc_encrypt_x8 1
#define LOOM_HAVE_aes_cbc_sha1_blocks 1
#define LOOM_HAVE_aes_cbc_sha256_blocks 1
#define LOOM_HAVE_aes_cbc_sha512_blocks 1
#define LOOM_HAVE_aes_ctr32 1
#define LOOM_HAVE_aes_ecb_decrypt 1
#define LOOM_HAVE_aes_ecb_encrypt 1
#define LOOM_HAVE_aes_gcm_decrypt 1
#define LOOM_HAVE_aes_gcm_encrypt 1
#define LOOM_HAVE_aes_gcm_open_message 1
#define LOOM_HAVE_aes_gcm_seal_message 1
#define LOOM_HAVE_aes_set_decrypt_key 1
#define LOOM_HAVE_aes_set_encrypt_key 1
#define LOOM_HAVE_aes_xts_decrypt 1
#define LOOM_HAVE_aes_xts_encrypt 1
#define LOOM_HAVE_blowfish_cbc_decrypt 1
#define LOOM_HAVE_blowfish_cbc_encrypt 1
#define LOOM_HAVE_blowfish_set_key 1
#define LOOM_HAVE_camellia_cbc_decrypt 1
#define LOOM_HAVE_camellia_cbc_encrypt 1
#define LOOM_HAVE_camellia_ecb 1
#define LOOM_HAVE_camellia_set_key 1
#define LOOM_HAVE_cast128_cbc_decrypt 1
#define LOOM_HAVE_cast128_cbc_encrypt 1
#define LOOM_HAVE_cast128_set_key 1
#define LOOM_HAVE_chacha20_ctr32 1
#define LOOM_HAVE_chacha20_poly1305_decrypt 1
#define LOOM_HAVE_chacha20_poly1305_encrypt 1
#define LOOM_HAVE_des_cbc_decrypt 1
#define LOOM_HAVE_des_cbc_encrypt 1
#define LOOM_HAVE_des_cbc_encrypt_x16 1
#define LOOM_HAVE_des_ecb 1
#define LOOM_HAVE_des_set_key 1
#define LOOM_HAVE_ghash_blocks 1
#define LOOM_HAVE_ghash_powers 1
#define LOOM_HAVE_hchacha20 1
#define LOOM_HAVE_md5_blocks 1
#define LOOM_HAVE_md5_blocks_x16 1
#define LOOM_HAVE_md5_blocks_x32 1
#define LOOM_HAVE_md5_blocks_x4 1
#define LOOM_HAVE_md5_blocks_x8 1
#define LOOM_HAVE_mont_gather 1
#define LOOM_HAVE_mont_mul 1
#define LOOM_HAVE_mont_pair_gather 1
#define LOOM_HAVE_mont_pair_mul 1
#define LOOM_HAVE_mont_pair_sqr 1
#define LOOM_HAVE_mont_sqr 1
#define LOOM_HAVE_poly1305_blocks 1
#define LOOM_HAVE_poly1305_tag 1
#define LOOM_HAVE_rc4_md5_blocks 1
#define LOOM_HAVE_rc4_set_key 1
#define LOOM_HAVE_rc4_stream 1
#define LOOM_HAVE_ripemd160_blocks 1
#define LOOM_HAVE_ripemd160_blocks_x16 1
#define LOOM_HAVE_ripemd160_blocks_x4 1
#define LOOM_HAVE_ripemd160_blocks_x8 1
#define LOOM_HAVE_seed_cbc_decrypt 1
#define LOOM_HAVE_seed_cbc_encrypt 1
#define LOOM_HAVE_seed_ecb 1
#define LOOM_HAVE_seed_set_key 1
#define LOOM_HAVE_sha1_blocks 1
#define LOOM_HAVE_sha1_blocks_x16 1
#define LOOM_HAVE_sha1_blocks_x2 1
#define LOOM_HAVE_sha1_blocks_x4 1
#define LOOM_HAVE_sha1_blocks_x8 1
#define LOOM_HAVE_sha256_blocks 1
#define LOOM_HAVE_sha256_blocks_x16 1
#define LOOM_HAVE_sha256_blocks_x2 1
#define LOOM_HAVE_sha256_blocks_x4 1
#define LOOM_HAVE_sha256_blocks_x8 1
#define LOOM_HAVE_sha512_blocks 1
#define LOOM_HAVE_sha512_blocks_x4 1
#define LOOM_HAVE_sha512_blocks_x8 1
#define LOOM_HAVE_whirlpool_blocks 1
#define LOOM_HAVE_aes_cbc_hashes 1
#define LOOM_HAVE_block_ciphers 1
#define LOOM_HAVE_hashes 1
#define LOOM_HAVE_hmacs 1
#define LOOM_HAVE_streams 1
#define LOOM_HAVE_tls_cbc_hashes 1
#define LOOM_HAVE_tls_rc4_hashes 1

/* K(kernel, result, LOOM_DO or LOOM_RETURN, (parameters), (arguments), size argument, length of its table of functions) */
#define LOOM_KERNELS(K) \
    K(aes_cbc_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(aes_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(aes_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(aes_cbc_encrypt_x4, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[4], uint8_t *const out[4], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4) \
    K(aes_cbc_encrypt_x8, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[8], uint8_t *const out[8], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(aes_cbc_sha1_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[5], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8) \
    K(aes_cbc_sha256_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint32_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8) \
    K(aes_cbc_sha512_blocks, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], uint64_t state[8], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (schedule, rounds, iv, state, in, out, hashed, blocks), blocks, 8) \
    K(aes_ctr32, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, in, out, blocks), blocks, 16) \
    K(aes_ecb_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16) \
    K(aes_ecb_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16) \
    K(aes_gcm_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 16) \
    K(aes_gcm_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, counter, powers, xi, in, out, blocks), blocks, 16) \
    K(aes_gcm_open_message, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length), \
      (schedule, rounds, powers, message, in, out, length), length, 16) \
    K(aes_gcm_seal_message, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t powers[352], uint8_t message[64], const uint8_t *in, uint8_t *out, size_t length), \
      (schedule, rounds, powers, message, in, out, length), length, 16) \
    K(aes_set_decrypt_key, void, LOOM_DO, (const uint8_t *key, size_t rounds, uint8_t *schedule), \
      (key, rounds, schedule), 0, 16) \
    K(aes_set_encrypt_key, void, LOOM_DO, (const uint8_t *key, size_t rounds, uint8_t *schedule), \
      (key, rounds, schedule), 0, 16) \
    K(aes_xts_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, tweak, in, out, blocks), blocks, 16) \
    K(aes_xts_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t tweak[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, tweak, in, out, blocks), blocks, 16) \
    K(blowfish_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8) \
    K(blowfish_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8) \
    K(blowfish_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(camellia_cbc_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(camellia_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(camellia_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16) \
    K(camellia_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(cast128_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(cast128_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(cast128_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(chacha20_ctr32, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, in, out, blocks), blocks, 16) \
    K(chacha20_poly1305_decrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 8) \
    K(chacha20_poly1305_encrypt, void, LOOM_DO, (const uint8_t key[32], uint8_t counter[16], const uint8_t r[16], uint8_t h[24], const uint8_t *in, uint8_t *out, size_t blocks), \
      (key, counter, r, h, in, out, blocks), blocks, 8) \
    K(des_cbc_decrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(des_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(des_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4) \
    K(des_ecb, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, in, out, blocks), blocks, 16) \
    K(des_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(ghash_blocks, void, LOOM_DO, (const uint8_t powers[256], uint8_t xi[16], const uint8_t *in, size_t blocks), \
      (powers, xi, in, blocks), blocks, 16) \
    K(ghash_powers, void, LOOM_DO, (const uint8_t h[16], uint8_t powers[352]), \
      (h, powers), 0, 8) \
    K(hchacha20, void, LOOM_DO, (const uint8_t key[32], const uint8_t nonce[16], uint8_t out[32]), \
      (key, nonce, out), 0, 4) \
    K(md5_blocks, void, LOOM_DO, (uint32_t state[4], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(md5_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(md5_blocks_x32, void, LOOM_DO, (uint32_t *const state[32], const uint8_t *const data[32], size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(md5_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(md5_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(mont_gather, void, LOOM_DO, (uint64_t *out, const uint64_t *table, uint32_t index, size_t limbs), \
      (out, table, index, limbs), limbs, 8) \
    K(mont_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, const uint64_t *n0, size_t limbs), \
      (out, a, b, n, n0, limbs), limbs, 8) \
    K(mont_pair_gather, void, LOOM_DO, (uint64_t *out, const uint64_t *table, const uint64_t *index, size_t parts), \
      (out, table, index, parts), parts, 4) \
    K(mont_pair_mul, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *b, const uint64_t *n, size_t parts), \
      (out, a, b, n, parts), parts, 4) \
    K(mont_pair_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, size_t parts, size_t times), \
      (out, a, n, parts, times), parts, 4) \
    K(mont_sqr, void, LOOM_DO, (uint64_t *out, const uint64_t *a, const uint64_t *n, const uint64_t *n0, size_t limbs, size_t times), \
      (out, a, n, n0, limbs, times), limbs, 8) \
    K(poly1305_blocks, void, LOOM_DO, (const uint8_t key[16], uint8_t h[24], const uint8_t *in, size_t blocks, size_t pad), \
      (key, h, in, blocks, pad), blocks, 8) \
    K(poly1305_tag, void, LOOM_DO, (const uint8_t key[32], const uint8_t h[24], uint8_t tag[16]), \
      (key, h, tag), 0, 4) \
    K(rc4_md5_blocks, void, LOOM_DO, (uint32_t rc4_state[258], uint32_t md5_state[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed, size_t blocks), \
      (rc4_state, md5_state, in, out, hashed, blocks), blocks, 8) \
    K(rc4_set_key, void, LOOM_DO, (uint32_t state[258], const uint8_t *key, size_t length), \
      (state, key, length), length, 4) \
    K(rc4_stream, void, LOOM_DO, (uint32_t state[258], const uint8_t *in, uint8_t *out, size_t length), \
      (state, in, out, length), length, 8) \
    K(ripemd160_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(ripemd160_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(ripemd160_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(ripemd160_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(seed_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16) \
    K(seed_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16) \
    K(seed_ecb, void, LOOM_DO, (const uint32_t *schedule, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, in, out, blocks), blocks, 16) \
    K(seed_set_key, void, LOOM_DO, (const uint8_t key[16], uint32_t *schedule), \
      (key, schedule), 0, 16) \
    K(sha1_blocks, void, LOOM_DO, (uint32_t state[5], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16) \
    K(sha1_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(sha1_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha1_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha1_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha256_blocks, void, LOOM_DO, (uint32_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha256_blocks_x16, void, LOOM_DO, (uint32_t *const state[16], const uint8_t *const data[16], size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(sha256_blocks_x2, void, LOOM_DO, (uint32_t *const state[2], const uint8_t *const data[2], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha256_blocks_x4, void, LOOM_DO, (uint32_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha256_blocks_x8, void, LOOM_DO, (uint32_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha512_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16) \
    K(sha512_blocks_x4, void, LOOM_DO, (uint64_t *const state[4], const uint8_t *const data[4], size_t blocks), \
      (state, data, blocks), blocks, 8) \
    K(sha512_blocks_x8, void, LOOM_DO, (uint64_t *const state[8], const uint8_t *const data[8], size_t blocks), \
      (state, data, blocks), blocks, 4) \
    K(whirlpool_blocks, void, LOOM_DO, (uint64_t state[8], const uint8_t *data, size_t blocks), \
      (state, data, blocks), blocks, 16)

/* Those with variants that reveal secrets by their addresses, and others that do not. */
#define LOOM_TABLE_KERNELS(K) \
    K(blowfish_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8) \
    K(blowfish_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 8) \
    K(blowfish_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(camellia_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(cast128_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(cast128_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 8) \
    K(cast128_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint32_t *schedule), \
      (key, key_bytes, schedule), 0, 8) \
    K(des_cbc_encrypt, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t iv[8], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 16) \
    K(seed_cbc_decrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16) \
    K(seed_cbc_encrypt, void, LOOM_DO, (const uint32_t *schedule, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, iv, in, out, blocks), blocks, 16) \
    K(seed_ecb, void, LOOM_DO, (const uint32_t *schedule, const uint8_t *in, uint8_t *out, size_t blocks), \
      (schedule, in, out, blocks), blocks, 16) \
    K(seed_set_key, void, LOOM_DO, (const uint8_t key[16], uint32_t *schedule), \
      (key, schedule), 0, 16)

/* Calls that asmloom-tune measures: C(kernel, (arguments; at[n] is memory n), (amounts of work), (memory: {bytes, pointers
 * in an array of pointers, bytes of a word})) */
#define LOOM_CALLS(C) \
    C(aes_cbc_decrypt, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_cbc_encrypt, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_cbc_encrypt_x16, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256), \
      ({3840, 0, 1}, {256, 0, 1}, {4096, 16, 1}, {4096, 16, 1})) \
    C(aes_cbc_encrypt_x4, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({960, 0, 1}, {64, 0, 1}, {16384, 4, 1}, {16384, 4, 1})) \
    C(aes_cbc_encrypt_x8, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256), \
      ({1920, 0, 1}, {128, 0, 1}, {4096, 8, 1}, {4096, 8, 1})) \
    C(aes_cbc_sha1_blocks, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256), \
      ({240, 0, 1}, {16, 0, 1}, {20, 0, 4}, {16384, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_cbc_sha256_blocks, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256), \
      ({240, 0, 1}, {16, 0, 1}, {32, 0, 4}, {16384, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_cbc_sha512_blocks, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 2, 8, 32, 128), \
      ({240, 0, 1}, {16, 0, 1}, {64, 0, 1}, {16384, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_ctr32, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_ecb_decrypt, (at[0], (size_t)14u, at[1], at[2], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_ecb_encrypt, (at[0], (size_t)14u, at[1], at[2], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_gcm_decrypt, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {256, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_gcm_encrypt, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {256, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_gcm_open_message, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], (size_t)amount), (16, 64, 256, 1024, 4096, 16384), \
      ({240, 0, 1}, {352, 0, 1}, {64, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_gcm_seal_message, (at[0], (size_t)14u, at[1], at[2], at[3], at[4], (size_t)amount), (16, 64, 256, 1024, 4096, 16384), \
      ({240, 0, 1}, {352, 0, 1}, {64, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_set_decrypt_key, (at[0], (size_t)14u, at[1]), (0), \
      ({32, 0, 1}, {240, 0, 1})) \
    C(aes_set_encrypt_key, (at[0], (size_t)14u, at[1]), (0), \
      ({32, 0, 1}, {240, 0, 1})) \
    C(aes_xts_decrypt, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(aes_xts_encrypt, (at[0], (size_t)14u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({240, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(blowfish_cbc_decrypt, (at[0], at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({4168, 0, 4}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(blowfish_cbc_encrypt, (at[0], at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({4168, 0, 4}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(blowfish_set_key, (at[0], (size_t)56u, at[1]), (0), \
      ({56, 0, 1}, {4168, 0, 4})) \
    C(camellia_cbc_decrypt, (at[0], (size_t)24u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({272, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(camellia_cbc_encrypt, (at[0], (size_t)24u, at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({272, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(camellia_ecb, (at[0], (size_t)24u, at[1], at[2], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({272, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(camellia_set_key, (at[0], (size_t)32u, at[1]), (0), \
      ({32, 0, 1}, {272, 0, 1})) \
    C(cast128_cbc_decrypt, (at[0], (size_t)16u, at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({128, 0, 4}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(cast128_cbc_encrypt, (at[0], (size_t)16u, at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({128, 0, 4}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(cast128_set_key, (at[0], (size_t)16u, at[1]), (0), \
      ({16, 0, 1}, {128, 0, 4})) \
    C(chacha20_ctr32, (at[0], at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 0, 1}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(chacha20_poly1305_decrypt, (at[0], at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 0, 1}, {16, 0, 1}, {16, 0, 1}, {24, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(chacha20_poly1305_encrypt, (at[0], at[1], at[2], at[3], at[4], at[5], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 0, 1}, {16, 0, 1}, {16, 0, 1}, {24, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(des_cbc_decrypt, (at[0], (size_t)48u, at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({2304, 0, 1}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(des_cbc_encrypt, (at[0], (size_t)48u, at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({2304, 0, 1}, {8, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(des_cbc_encrypt_x16, (at[0], (size_t)48u, at[1], at[2], at[3], (size_t)amount), (2, 8, 32, 128, 512), \
      ({36864, 0, 1}, {128, 0, 1}, {4096, 16, 1}, {4096, 16, 1})) \
    C(des_ecb, (at[0], (size_t)48u, at[1], at[2], (size_t)amount), (2, 8, 32, 128, 512, 2048), \
      ({2304, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(des_set_key, (at[0], (size_t)24u, at[1]), (0), \
      ({24, 0, 1}, {2304, 0, 1})) \
    C(ghash_blocks, (at[0], at[1], at[2], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({256, 0, 1}, {16, 0, 1}, {16384, 0, 1})) \
    C(ghash_powers, (at[0], at[1]), (0), \
      ({16, 0, 1}, {352, 0, 1})) \
    C(hchacha20, (at[0], at[1], at[2]), (0), \
      ({32, 0, 1}, {16, 0, 1}, {32, 0, 1})) \
    C(md5_blocks, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({16, 0, 4}, {16384, 0, 1})) \
    C(md5_blocks_x16, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({16, 16, 4}, {4096, 16, 1})) \
    C(md5_blocks_x32, (at[0], at[1], (size_t)amount), (1, 4, 16), \
      ({16, 32, 4}, {1024, 32, 1})) \
    C(md5_blocks_x4, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({16, 4, 4}, {16384, 4, 1})) \
    C(md5_blocks_x8, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({16, 8, 4}, {4096, 8, 1})) \
    C(mont_gather, (at[0], at[1], (uint32_t)2654435769u, (size_t)amount), (2, 8, 32), \
      ({256, 0, 1}, {8192, 0, 1})) \
    C(mont_mul, (at[0], at[1], at[2], at[3], at[4], (size_t)amount), (2, 8, 32), \
      ({256, 0, 1}, {256, 0, 1}, {256, 0, 1}, {256, 0, 1}, {8, 0, 1})) \
    C(mont_pair_gather, (at[0], at[1], at[2], (size_t)amount), (4, 16), \
      ({1024, 0, 1}, {32768, 0, 1}, {16, 0, 1})) \
    C(mont_pair_mul, (at[0], at[1], at[2], at[3], (size_t)amount), (4, 16), \
      ({1024, 0, 1}, {1024, 0, 1}, {1024, 0, 1}, {2064, 0, 1})) \
    C(mont_pair_sqr, (at[0], at[1], at[2], (size_t)amount, (size_t)5u), (4, 16), \
      ({1024, 0, 1}, {1024, 0, 1}, {2064, 0, 1})) \
    C(mont_sqr, (at[0], at[1], at[2], at[3], (size_t)amount, (size_t)5u), (2, 8, 32), \
      ({256, 0, 1}, {256, 0, 1}, {256, 0, 1}, {8, 0, 1})) \
    C(poly1305_blocks, (at[0], at[1], at[2], (size_t)amount, (size_t)1u), (1, 4, 16, 64, 256, 1024), \
      ({16, 0, 1}, {24, 0, 1}, {16384, 0, 1})) \
    C(poly1305_tag, (at[0], at[1], at[2]), (0), \
      ({32, 0, 1}, {24, 0, 1}, {16, 0, 1})) \
    C(rc4_md5_blocks, (at[0], at[1], at[2], at[3], at[4], (size_t)amount), (1, 4, 16, 64, 256), \
      ({1032, 0, 4}, {16, 0, 4}, {16384, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(rc4_set_key, (at[0], at[1], (size_t)amount), (16, 64, 256), \
      ({1032, 0, 4}, {256, 0, 1})) \
    C(rc4_stream, (at[0], at[1], at[2], (size_t)amount), (16, 64, 256, 1024, 4096, 16384), \
      ({1032, 0, 4}, {16384, 0, 1}, {16384, 0, 1})) \
    C(ripemd160_blocks, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({20, 0, 4}, {16384, 0, 1})) \
    C(ripemd160_blocks_x16, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({20, 16, 4}, {4096, 16, 1})) \
    C(ripemd160_blocks_x4, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({20, 4, 4}, {16384, 4, 1})) \
    C(ripemd160_blocks_x8, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({20, 8, 4}, {4096, 8, 1})) \
    C(seed_cbc_decrypt, (at[0], at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({128, 0, 4}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(seed_cbc_encrypt, (at[0], at[1], at[2], at[3], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({128, 0, 4}, {16, 0, 1}, {16384, 0, 1}, {16384, 0, 1})) \
    C(seed_ecb, (at[0], at[1], at[2], (size_t)amount), (1, 4, 16, 64, 256, 1024), \
      ({128, 0, 4}, {16384, 0, 1}, {16384, 0, 1})) \
    C(seed_set_key, (at[0], at[1]), (0), \
      ({16, 0, 1}, {128, 0, 4})) \
    C(sha1_blocks, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({20, 0, 4}, {16384, 0, 1})) \
    C(sha1_blocks_x16, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({20, 16, 4}, {4096, 16, 1})) \
    C(sha1_blocks_x2, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({20, 2, 4}, {16384, 2, 1})) \
    C(sha1_blocks_x4, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({20, 4, 4}, {16384, 4, 1})) \
    C(sha1_blocks_x8, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({20, 8, 4}, {4096, 8, 1})) \
    C(sha256_blocks, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 0, 4}, {16384, 0, 1})) \
    C(sha256_blocks_x16, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({32, 16, 4}, {4096, 16, 1})) \
    C(sha256_blocks_x2, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 2, 4}, {16384, 2, 1})) \
    C(sha256_blocks_x4, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({32, 4, 4}, {16384, 4, 1})) \
    C(sha256_blocks_x8, (at[0], at[1], (size_t)amount), (1, 4, 16, 64), \
      ({32, 8, 4}, {4096, 8, 1})) \
    C(sha512_blocks, (at[0], at[1], (size_t)amount), (1, 2, 8, 32, 128), \
      ({64, 0, 1}, {16384, 0, 1})) \
    C(sha512_blocks_x4, (at[0], at[1], (size_t)amount), (1, 2, 8, 32, 128), \
      ({64, 4, 1}, {16384, 4, 1})) \
    C(sha512_blocks_x8, (at[0], at[1], (size_t)amount), (1, 2, 8, 32), \
      ({64, 8, 1}, {4096, 8, 1})) \
    C(whirlpool_blocks, (at[0], at[1], (size_t)amount), (1, 4, 16, 64, 256), \
      ({64, 0, 1}, {16384, 0, 1}))

/* The number of kernels, and the types of their functions. */
#define LOOM_INDEX(kernel, ...) LOOM_KERNEL_##kernel,
#define LOOM_TYPE(kernel, result, verb, parameters, ...) typedef result LOOM_CDECL loom_##kernel##_fn parameters;
enum loom_kernel_index { LOOM_KERNELS(LOOM_INDEX) LOOM_KERNEL_COUNT };

/* The most features that a variant needs, and the most characters of a variant's name. */
enum { LOOM_MOST_NEEDS = 5, LOOM_LONGEST_VARIANT = 14 };

LOOM_KERNELS(LOOM_TYPE)

#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#pragma GCC visibility push(hidden)
#endif
loom_aes_cbc_decrypt_fn loom_aes_cbc_decrypt_portable;
loom_aes_cbc_encrypt_fn loom_aes_cbc_encrypt_portable;
loom_aes_cbc_encrypt_x16_fn loom_aes_cbc_encrypt_x16_portable;
loom_aes_cbc_encrypt_x4_fn loom_aes_cbc_encrypt_x4_portable;
loom_aes_cbc_encrypt_x8_fn loom_aes_cbc_encrypt_x8_portable;
loom_aes_cbc_sha1_blocks_fn loom_aes_cbc_sha1_blocks_portable;
loom_aes_cbc_sha256_blocks_fn loom_aes_cbc_sha256_blocks_portable;
loom_aes_cbc_sha512_blocks_fn loom_aes_cbc_sha512_blocks_portable;
loom_aes_ctr32_fn loom_aes_ctr32_portable;
loom_aes_ecb_decrypt_fn loom_aes_ecb_decrypt_portable;
loom_aes_ecb_encrypt_fn loom_aes_ecb_encrypt_portable;
loom_aes_gcm_decrypt_fn loom_aes_gcm_decrypt_portable;
loom_aes_gcm_encrypt_fn loom_aes_gcm_encrypt_portable;
loom_aes_gcm_open_message_fn loom_aes_gcm_open_message_portable;
loom_aes_gcm_seal_message_fn loom_aes_gcm_seal_message_portable;
loom_aes_set_decrypt_key_fn loom_aes_set_decrypt_key_portable;
loom_aes_set_encrypt_key_fn loom_aes_set_encrypt_key_portable;
loom_aes_xts_decrypt_fn loom_aes_xts_decrypt_portable;
loom_aes_xts_encrypt_fn loom_aes_xts_encrypt_portable;
loom_blowfish_cbc_decrypt_fn loom_blowfish_cbc_decrypt_portable;
loom_blowfish_cbc_encrypt_fn loom_blowfish_cbc_encrypt_portable;
loom_blowfish_set_key_fn loom_blowfish_set_key_portable;
loom_camellia_cbc_decrypt_fn loom_camellia_cbc_decrypt_portable;
loom_camellia_cbc_encrypt_fn loom_camellia_cbc_encrypt_portable;
loom_camellia_ecb_fn loom_camellia_ecb_portable;
loom_camellia_set_key_fn loom_camellia_set_key_portable;
loom_cast128_cbc_decrypt_fn loom_cast128_cbc_decrypt_portable;
loom_cast128_cbc_encrypt_fn loom_cast128_cbc_encrypt_portable;
loom_cast128_set_key_fn loom_cast128_set_key_portable;
loom_chacha20_ctr32_fn loom_chacha20_ctr32_portable;
loom_chacha20_poly1305_decrypt_fn loom_chacha20_poly1305_decrypt_portable;
loom_chacha20_poly1305_encrypt_fn loom_chacha20_poly1305_encrypt_portable;
loom_des_cbc_decrypt_fn loom_des_cbc_decrypt_portable;
loom_des_cbc_encrypt_fn loom_des_cbc_encrypt_portable;
loom_des_cbc_encrypt_x16_fn loom_des_cbc_encrypt_x16_portable;
loom_des_ecb_fn loom_des_ecb_portable;
loom_des_set_key_fn loom_des_set_key_portable;
loom_ghash_blocks_fn loom_ghash_blocks_portable;
loom_ghash_powers_fn loom_ghash_powers_portable;
loom_hchacha20_fn loom_hchacha20_portable;
loom_md5_blocks_fn loom_md5_blocks_portable;
loom_md5_blocks_x16_fn loom_md5_blocks_x16_portable;
loom_md5_blocks_x32_fn loom_md5_blocks_x32_portable;
loom_md5_blocks_x4_fn loom_md5_blocks_x4_portable;
loom_md5_blocks_x8_fn loom_md5_blocks_x8_portable;
loom_mont_gather_fn loom_mont_gather_portable;
loom_mont_mul_fn loom_mont_mul_portable;
loom_mont_pair_gather_fn loom_mont_pair_gather_portable;
loom_mont_pair_mul_fn loom_mont_pair_mul_portable;
loom_mont_pair_sqr_fn loom_mont_pair_sqr_portable;
loom_mont_sqr_fn loom_mont_sqr_portable;
loom_poly1305_blocks_fn loom_poly1305_blocks_portable;
loom_poly1305_tag_fn loom_poly1305_tag_portable;
loom_rc4_md5_blocks_fn loom_rc4_md5_blocks_portable;
loom_rc4_set_key_fn loom_rc4_set_key_portable;
loom_rc4_stream_fn loom_rc4_stream_portable;
loom_ripemd160_blocks_fn loom_ripemd160_blocks_portable;
loom_ripemd160_blocks_x16_fn loom_ripemd160_blocks_x16_portable;
loom_ripemd160_blocks_x4_fn loom_ripemd160_blocks_x4_portable;
loom_ripemd160_blocks_x8_fn loom_ripemd160_blocks_x8_portable;
loom_seed_cbc_decrypt_fn loom_seed_cbc_decrypt_portable;
loom_seed_cbc_encrypt_fn loom_seed_cbc_encrypt_portable;
loom_seed_ecb_fn loom_seed_ecb_portable;
loom_seed_set_key_fn loom_seed_set_key_portable;
loom_sha1_blocks_fn loom_sha1_blocks_portable;
loom_sha1_blocks_x16_fn loom_sha1_blocks_x16_portable;
loom_sha1_blocks_x2_fn loom_sha1_blocks_x2_portable;
loom_sha1_blocks_x4_fn loom_sha1_blocks_x4_portable;
loom_sha1_blocks_x8_fn loom_sha1_blocks_x8_portable;
loom_sha256_blocks_fn loom_sha256_blocks_portable;
loom_sha256_blocks_x16_fn loom_sha256_blocks_x16_portable;
loom_sha256_blocks_x2_fn loom_sha256_blocks_x2_portable;
loom_sha256_blocks_x4_fn loom_sha256_blocks_x4_portable;
loom_sha256_blocks_x8_fn loom_sha256_blocks_x8_portable;
loom_sha512_blocks_fn loom_sha512_blocks_portable;
loom_sha512_blocks_x4_fn loom_sha512_blocks_x4_portable;
loom_sha512_blocks_x8_fn loom_sha512_blocks_x8_portable;
loom_whirlpool_blocks_fn loom_whirlpool_blocks_portable;
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#pragma GCC visibility pop
#endif
#define LOOM_APART_aes_cbc_sha1_blocks 64 /* bytes between the two streams in one buffer, at least */
#define LOOM_APART_aes_cbc_sha256_blocks 64 /* bytes between the two streams in one buffer, at least */
#define LOOM_APART_aes_cbc_sha512_blocks 128 /* bytes between the two streams in one buffer, at least */
#define LOOM_APART_rc4_md5_blocks 72 /* bytes between the two streams in one buffer, at least */

/* Block functions of hashes: K(kernel, type of the state's words) */
#define LOOM_HASH_KERNELS(K) \
    K(md5_blocks, uint32_t) \
    K(ripemd160_blocks, uint32_t) \
    K(sha1_blocks, uint32_t) \
    K(sha256_blocks, uint32_t) \
    K(sha512_blocks, uint64_t) \
    K(whirlpool_blocks, uint64_t)

/* H(name, kernel, type of the state's words, words, bytes of a block, bytes of a digest, whether little-endian); with
 * LOOM_START_name, the state before the first block, and LOOM_ABC_name, the digest of "abc" in hexadecimal. */
#define LOOM_HASHES(H) \
    H(md5, md5_blocks, uint32_t, 4, 64, 16, 1, 8, 0) \
    H(ripemd160, ripemd160_blocks, uint32_t, 5, 64, 20, 1, 8, 0) \
    H(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0, 8, 0) \
    H(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0, 8, 0) \
    H(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0, 8, 0) \
    H(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0, 16, 0) \
    H(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0, 16, 0) \
    H(whirlpool, whirlpool_blocks, uint64_t, 8, 64, 64, 0, 32, LOOM_BEGUN)
#define LOOM_START_md5 \
    {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476)}
#define LOOM_ABC_md5 "900150983cd24fb0d6963f7d28e17f72"
#define LOOM_START_ripemd160 \
    {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476), UINT32_C(0xc3d2e1f0)}
#define LOOM_ABC_ripemd160 "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"
#define LOOM_START_sha1 \
    {UINT32_C(0x67452301), UINT32_C(0xefcdab89), UINT32_C(0x98badcfe), UINT32_C(0x10325476), UINT32_C(0xc3d2e1f0)}
#define LOOM_ABC_sha1 "a9993e364706816aba3e25717850c26c9cd0d89d"
#define LOOM_START_sha256 \
    {UINT32_C(0x6a09e667), UINT32_C(0xbb67ae85), UINT32_C(0x3c6ef372), UINT32_C(0xa54ff53a), UINT32_C(0x510e527f), UINT32_C(0x9b05688c), UINT32_C(0x1f83d9ab), UINT32_C(0x5be0cd19)}
#define LOOM_ABC_sha256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define LOOM_START_sha224 \
    {UINT32_C(0xc1059ed8), UINT32_C(0x367cd507), UINT32_C(0x3070dd17), UINT32_C(0xf70e5939), UINT32_C(0xffc00b31), UINT32_C(0x68581511), UINT32_C(0x64f98fa7), UINT32_C(0xbefa4fa4)}
#define LOOM_ABC_sha224 "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"
#define LOOM_START_sha512 \
    {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)}
#define LOOM_ABC_sha512 "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
#define LOOM_START_sha384 \
    {UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507), UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939), UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511), UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4)}
#define LOOM_ABC_sha384 "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
#define LOOM_START_whirlpool \
    {UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000)}
#define LOOM_ABC_whirlpool "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"

/* The rows of the hashes with HMAC. */
#define LOOM_HMACS(H) \
    H(md5, md5_blocks, uint32_t, 4, 64, 16, 1, 8, 0) \
    H(ripemd160, ripemd160_blocks, uint32_t, 5, 64, 20, 1, 8, 0) \
    H(sha1, sha1_blocks, uint32_t, 5, 64, 20, 0, 8, 0) \
    H(sha256, sha256_blocks, uint32_t, 8, 64, 32, 0, 8, 0) \
    H(sha224, sha256_blocks, uint32_t, 8, 64, 28, 0, 8, 0) \
    H(sha512, sha512_blocks, uint64_t, 8, 128, 64, 0, 16, 0) \
    H(sha384, sha512_blocks, uint64_t, 8, 128, 48, 0, 16, 0) \
    H(whirlpool, whirlpool_blocks, uint64_t, 8, 64, 64, 0, 32, LOOM_BEGUN)

/* C(context, the prefix left out): types that callers allocate and the library fills. */
#define LOOM_CONTEXTS(C) \
    C(blowfish_ctx) \
    C(camellia_ctx) \
    C(cast128_ctx) \
    C(des_ctx) \
    C(md5_ctx) \
    C(hmac_md5_ctx) \
    C(ripemd160_ctx) \
    C(hmac_ripemd160_ctx) \
    C(seed_ctx) \
    C(sha1_ctx) \
    C(hmac_sha1_ctx) \
    C(sha256_ctx) \
    C(hmac_sha256_ctx) \
    C(sha224_ctx) \
    C(hmac_sha224_ctx) \
    C(sha512_ctx) \
    C(hmac_sha512_ctx) \
    C(sha384_ctx) \
    C(hmac_sha384_ctx) \
    C(whirlpool_ctx) \
    C(hmac_whirlpool_ctx) \
    C(batch_ctx) \
    C(rc4_ctx) \
    C(aes_ctx) \
    C(batch_aes_cbc_ctx) \
    C(batch_des_cbc_ctx) \
    C(aes_ctr_ctx) \
    C(aes_gcm_key) \
    C(aes_gcm_ctx) \
    C(poly1305_ctx) \
    C(chacha20_poly1305_ctx) \
    C(aes_xts_ctx) \
    C(aes_cmac_ctx) \
    C(tls_ctx) \
    C(tls_batch_ctx) \
    C(tls13_ctx) \
    C(rsa_key) \
    C(rsa_work)

/* Bytes; the largest of all these hashes. */
#define LOOM_LARGEST_BLOCK 128
#define LOOM_LARGEST_DIGEST 64

/* H(name of the hash, its number among those of TLS records) */
#define LOOM_TLS_HASHES(H) \
    H(md5, LOOM_TLS_MD5) \
    H(sha1, LOOM_TLS_SHA1) \
    H(sha256, LOOM_TLS_SHA256) \
    H(sha384, LOOM_TLS_SHA384)

/* H(name of the hash, kernel that encrypts too, type of the state's words, words, bytes of a block) */
#define LOOM_AES_CBC_HASHES(H) \
    H(sha1, aes_cbc_sha1_blocks, uint32_t, 5, 64) \
    H(sha256, aes_cbc_sha256_blocks, uint32_t, 8, 64) \
    H(sha512, aes_cbc_sha512_blocks, uint64_t, 8, 128)

/* C(name, bytes of a block, key, plaintext, ciphertext: a vector in hexadecimal) */
#define LOOM_BLOCK_CIPHERS(C) \
    C(blowfish, 8, "0123456789abcdef", "1111111111111111", \
      "61f9c3802281b096") \
    C(camellia, 16, "0123456789abcdeffedcba9876543210", "0123456789abcdeffedcba9876543210", \
      "67673138549669730857065648eabe43") \
    C(cast128, 8, "0123456712345678234567893456789a", "0123456789abcdef", \
      "238b4fe5847e44b2") \
    C(des, 8, "0123456789abcdef23456789abcdef01456789abcdef0123", "5468652071756663", \
      "a826fd8ce53b855f") \
    C(seed, 16, "00000000000000000000000000000000", "000102030405060708090a0b0c0d0e0f", \
      "5ebac6e0054e166819aff1cc6d346cdb")

/* M(kernel of a mode, its cipher, mode, bytes of a block, (arguments)) */
#define LOOM_CIPHER_MODES(M) \
    M(blowfish_cbc_decrypt, blowfish, cbc_decrypt, 8, (ctx->schedule, iv, in, out, length / 8)) \
    M(blowfish_cbc_encrypt, blowfish, cbc_encrypt, 8, (ctx->schedule, iv, in, out, length / 8)) \
    M(camellia_cbc_decrypt, camellia, cbc_decrypt, 16, (ctx->schedule, ctx->rounds, iv, in, out, length / 16)) \
    M(camellia_cbc_encrypt, camellia, cbc_encrypt, 16, (ctx->schedule, ctx->rounds, iv, in, out, length / 16)) \
    M(camellia_ecb, camellia, ecb, 16, (ctx->schedule, ctx->rounds, in, out, length / 16)) \
    M(cast128_cbc_decrypt, cast128, cbc_decrypt, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8)) \
    M(cast128_cbc_encrypt, cast128, cbc_encrypt, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8)) \
    M(des_cbc_decrypt, des, cbc_decrypt, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8)) \
    M(des_cbc_encrypt, des, cbc_encrypt, 8, (ctx->schedule, ctx->rounds, iv, in, out, length / 8)) \
    M(des_ecb, des, ecb, 8, (ctx->schedule, ctx->rounds, in, out, length / 8)) \
    M(seed_cbc_decrypt, seed, cbc_decrypt, 16, (ctx->schedule, iv, in, out, length / 16)) \
    M(seed_cbc_encrypt, seed, cbc_encrypt, 16, (ctx->schedule, iv, in, out, length / 16)) \
    M(seed_ecb, seed, ecb, 16, (ctx->schedule, in, out, length / 16))

/* K(kernel of a cipher's keys, its cipher, (arguments)) */
#define LOOM_CIPHER_KEYS(K) \
    K(blowfish_set_key, blowfish, (key, key_bytes, ctx->schedule)) \
    K(camellia_set_key, camellia, (key, key_bytes, ctx->schedule)) \
    K(cast128_set_key, cast128, (key, key_bytes, ctx->schedule)) \
    K(des_set_key, des, (key, key_bytes, ctx->schedule)) \
    K(seed_set_key, seed, (key, ctx->schedule))

/* S(CBC encryption of several messages, that of one, messages): of a cipher, and of all */
#define LOOM_STREAMS_aes_cbc_encrypt(S) \
    S(aes_cbc_encrypt_x16, aes_cbc_encrypt, 16) \
    S(aes_cbc_encrypt_x4, aes_cbc_encrypt, 4) \
    S(aes_cbc_encrypt_x8, aes_cbc_encrypt, 8)
#define LOOM_STREAMS_des_cbc_encrypt(S) \
    S(des_cbc_encrypt_x16, des_cbc_encrypt, 16)
#define LOOM_STREAMS(S) LOOM_STREAMS_aes_cbc_encrypt(S) LOOM_STREAMS_des_cbc_encrypt(S)

/* L(block function for several messages, block function for one, messages) */
#define LOOM_HASH_LANES(L) \
    L(md5_blocks_x16, md5_blocks, 16) \
    L(md5_blocks_x32, md5_blocks, 32) \
    L(md5_blocks_x4, md5_blocks, 4) \
    L(md5_blocks_x8, md5_blocks, 8) \
    L(ripemd160_blocks_x16, ripemd160_blocks, 16) \
    L(ripemd160_blocks_x4, ripemd160_blocks, 4) \
    L(ripemd160_blocks_x8, ripemd160_blocks, 8) \
    L(sha1_blocks_x16, sha1_blocks, 16) \
    L(sha1_blocks_x2, sha1_blocks, 2) \
    L(sha1_blocks_x4, sha1_blocks, 4) \
    L(sha1_blocks_x8, sha1_blocks, 8) \
    L(sha256_blocks_x16, sha256_blocks, 16) \
    L(sha256_blocks_x2, sha256_blocks, 2) \
    L(sha256_blocks_x4, sha256_blocks, 4) \
    L(sha256_blocks_x8, sha256_blocks, 8) \
    L(sha512_blocks_x4, sha512_blocks, 4) \
    L(sha512_blocks_x8, sha512_blocks, 8)

/* Messages side by side in a batch, at most; and ways of one hash to do so. */
enum { LOOM_MOST_LANES = 32, LOOM_BATCH_WAYS = 4 };

/* B(kernel for several messages, its variant, the variant for one message, microarchitecture, least number of messages
 * for which the kernel is faster than one message after the other, least number of blocks of a message) */
#define LOOM_BATCHES(B) \
    B(md5_blocks_x4, sse2, scalar, generic, 4, 0) \
    B(md5_blocks_x8, avx2, scalar, generic, 4, 0) \
    B(md5_blocks_x8, avx2, scalar, amd_zen3, 3, 0) \
    B(md5_blocks_x8, avx2, scalar, amd_zen4, 3, 0) \
    B(md5_blocks_x8, avx2, avx512vl, generic, 5, 0) \
    B(md5_blocks_x8, avx512vl, avx512vl, intel_sapphirerapids, 2, 0) \
    B(md5_blocks_x16, avx2, scalar, generic, 9, 0) \
    B(md5_blocks_x16, avx512, scalar, generic, 9, 0) \
    B(md5_blocks_x16, avx512, avx512vl, generic, 9, 0) \
    B(md5_blocks_x32, avx512, scalar, generic, 17, 0) \
    B(md5_blocks_x32, avx512, avx512vl, generic, 17, 0) \
    B(ripemd160_blocks_x4, sse2, scalar, generic, 4, 0) \
    B(ripemd160_blocks_x4, sse2, scalar, amd_zen3, 3, 0) \
    B(ripemd160_blocks_x8, avx2, scalar, generic, 4, 0) \
    B(sha1_blocks_x2, ce, ce, generic, 2, 2) \
    B(sha1_blocks_x2, shani, shani, amd_generic, 2, 2) \
    B(sha1_blocks_x2, shani_avx512vl, shani_avx512vl, intel_sapphirerapids, 2, 2) \
    B(sha1_blocks_x4, shani, shani, amd_generic, 3, 2) \
    B(sha1_blocks_x8, avx2, avx2, generic, 4, 0) \
    B(sha1_blocks_x8, avx2, shani, amd_zen3, 7, 16) \
    B(sha1_blocks_x8, avx2, shani, amd_zen4, 6, 3) \
    B(sha1_blocks_x16, avx512, avx2, generic, 9, 0) \
    B(sha1_blocks_x16, avx512, shani, generic, 10, 3) \
    B(sha1_blocks_x16, avx512, shani, amd_zen4, 9, 3) \
    B(sha1_blocks_x8, avx512vl, shani_avx512vl, intel_sapphirerapids, 6, 0) \
    B(sha1_blocks_x16, avx512, shani_avx512vl, intel_sapphirerapids, 12, 0) \
    B(sha256_blocks_x2, ce, ce, generic, 2, 2) \
    B(sha256_blocks_x2, shani, shani, generic, 2, 2) \
    B(sha256_blocks_x4, shani, shani, amd_generic, 4, 2) \
    B(sha256_blocks_x8, avx2, avx2, generic, 4, 0) \
    B(sha256_blocks_x8, avx512vl, shani, intel_sapphirerapids, 7, 2) \
    B(sha256_blocks_x16, avx512, avx2, generic, 9, 0) \
    B(sha256_blocks_x16, avx512, shani, generic, 11, 3) \
    B(sha256_blocks_x16, avx512, shani, intel_sapphirerapids, 12, 0) \
    B(sha512_blocks_x4, avx2, avx2, generic, 3, 0) \
    B(sha512_blocks_x4, avx2, avx512vl, generic, 3, 0) \
    B(sha512_blocks_x4, avx2, avx512vl_words, generic, 3, 0) \
    B(sha512_blocks_x4, avx512vl, avx512vl, intel_sapphirerapids, 2, 0) \
    B(sha512_blocks_x8, avx512, avx2, generic, 5, 0) \
    B(sha512_blocks_x8, avx512, avx512vl, generic, 5, 0) \
    B(sha512_blocks_x8, avx512, avx512vl_words, generic, 5, 0) \
    B(aes_cbc_encrypt_x4, aesni, aesni, generic, 4, 12) \
    B(aes_cbc_encrypt_x4, aesni, avx, generic, 4, 12) \
    B(aes_cbc_encrypt_x8, aesni, aesni, generic, 4, 12) \
    B(aes_cbc_encrypt_x8, avx, avx, generic, 4, 12) \
    B(aes_cbc_encrypt_x8, avx, avx, amd_zen4, 3, 8) \
    B(aes_cbc_encrypt_x16, vaes256, avx, generic, 4, 12) \
    B(aes_cbc_encrypt_x16, vaes256, avx, amd_zen4, 3, 8) \
    B(aes_cbc_encrypt_x16, vaes512, avx, generic, 4, 12) \
    B(aes_cbc_encrypt_x16, vaes512, avx, amd_zen4, 3, 8) \
    B(aes_cbc_encrypt_x16, vaes512, avx, intel_sapphirerapids, 3, 12) \
    B(des_cbc_encrypt_x16, gfni512, avx2, generic, 3, 2) \
    B(md5_blocks_x4, sse2, avx512vl, generic, 4, 0) \
    B(md5_blocks_x8, avx512vl, avx512vl, generic, 5, 0) \
    B(md5_blocks_x8, avx512vl, scalar, generic, 5, 0) \
    B(ripemd160_blocks_x16, avx512, scalar, generic, 9, 0) \
    B(ripemd160_blocks_x8, avx512vl, scalar, generic, 5, 0) \
    B(sha1_blocks_x16, avx512, shani_avx512vl, generic, 12, 3) \
    B(sha1_blocks_x2, shani_avx512vl, shani, generic, 2, 3) \
    B(sha1_blocks_x2, shani, shani, intel_atom, 2, 32) \
    B(sha1_blocks_x2, shani_avx512vl, shani_avx512vl, generic, 2, 12) \
    B(sha1_blocks_x4, ssse3, avx2, generic, 4, 0) \
    B(sha1_blocks_x4, ssse3, shani, generic, 4, 8) \
    B(sha1_blocks_x4, shani, shani, generic, 4, 8) \
    B(sha1_blocks_x8, avx512vl, avx2, generic, 5, 0) \
    B(sha1_blocks_x8, avx512vl, shani, generic, 5, 8) \
    B(sha1_blocks_x8, avx2, shani, generic, 5, 8) \
    B(sha1_blocks_x8, avx512vl, shani_avx512vl, generic, 5, 8) \
    B(sha256_blocks_x4, ssse3, avx2, generic, 4, 0) \
    B(sha256_blocks_x4, shani, shani, generic, 4, 12) \
    B(sha256_blocks_x8, avx512vl, avx2, generic, 5, 0) \
    B(sha256_blocks_x8, avx512vl, shani, generic, 6, 8) \
    B(sha256_blocks_x8, avx2, shani, generic, 8, 12) \
    B(sha512_blocks_x4, avx512vl, avx512vl, generic, 4, 0) \
    B(sha512_blocks_x4, avx512vl, avx512vl_words, generic, 4, 0) \
    B(sha1_blocks_x4, ssse3, ssse3, generic, 4, 0) \
    B(aes_cbc_encrypt_x8, ce, ce, generic, 8, 12) \
    B(md5_blocks_x4, neon, scalar, generic, 4, 0) \
    B(ripemd160_blocks_x4, neon, scalar, generic, 4, 0)

/* F(feature, name): the features that the runtime detects. */
#define LOOM_FEATURES(F) \
    F(SSE2, "sse2") \
    F(SSE3, "sse3") \
    F(SSSE3, "ssse3") \
    F(SSE41, "sse4.1") \
    F(SSE42, "sse4.2") \
    F(POPCNT, "popcnt") \
    F(MOVBE, "movbe") \
    F(AES, "aes") \
    F(PCLMUL, "pclmul") \
    F(RDRAND, "rdrand") \
    F(RDSEED, "rdseed") \
    F(LZCNT, "lzcnt") \
    F(BMI1, "bmi1") \
    F(BMI2, "bmi2") \
    F(ADX, "adx") \
    F(SHA, "sha") \
    F(GFNI, "gfni") \
    F(AVX, "avx") \
    F(F16C, "f16c") \
    F(FMA, "fma") \
    F(XOP, "xop") \
    F(AVX2, "avx2") \
    F(VAES, "vaes") \
    F(VPCLMULQDQ, "vpclmulqdq") \
    F(AVXIFMA, "avxifma") \
    F(AVXVNNI, "avxvnni") \
    F(SHA512, "sha512") \
    F(SM3, "sm3") \
    F(SM4, "sm4") \
    F(AVX512F, "avx512f") \
    F(AVX512CD, "avx512cd") \
    F(AVX512BW, "avx512bw") \
    F(AVX512DQ, "avx512dq") \
    F(AVX512VL, "avx512vl") \
    F(AVX512IFMA, "avx512ifma") \
    F(AVX512VBMI, "avx512vbmi") \
    F(AVX512VBMI2, "avx512vbmi2") \
    F(AVX512VNNI, "avx512vnni") \
    F(AVX512BITALG, "avx512bitalg") \
    F(AVX512VPOPCNTDQ, "avx512vpopcntdq") \
    F(AVX101, "avx10.1") \
    F(AVX102, "avx10.2") \
    F(NEON, "neon") \
    F(PMULL, "pmull") \
    F(SHA1, "sha1") \
    F(SHA256, "sha256") \
    F(SHA3, "sha3") \
    F(CRC32, "crc32") \
    F(ATOMICS, "lse") \
    F(ASIMDRDM, "rdm") \
    F(ASIMDDP, "dotprod") \
    F(I8MM, "i8mm") \
    F(BF16, "bf16") \
    F(SVE, "sve") \
    F(SVE2, "sve2") \
    F(SVEAES, "sveaes") \
    F(SVEPMULL, "svepmull") \
    F(SVEBITPERM, "svebitperm") \
    F(SVESHA3, "svesha3") \
    F(SVESM4, "svesm4") \
    F(SME, "sme")

#define LOOM_FEATURE_NUMBER(symbol, name) LOOM_CPU_##symbol,
enum loom_feature {
    LOOM_FEATURES(LOOM_FEATURE_NUMBER) LOOM_CPU_COUNT,
    LOOM_CPU_NONE = 255 /* ends a list of features */
};

/* N(feature, a feature that it presupposes), those of the second first. The other lists tell how a system shows a
 * feature; cpu_<machine>.c says what their arguments mean. The first LOOM_..._NEEDED rows of a list are of features that
 * a variant needs. */
#define LOOM_X86_CPUID_NEEDED 26
#define LOOM_X86_CPUID(N) \
    N(SSE2, LEAF1_EDX, 26, ANY) \
    N(SSE3, LEAF1_ECX, 0, ANY) \
    N(SSSE3, LEAF1_ECX, 9, ANY) \
    N(SSE41, LEAF1_ECX, 19, ANY) \
    N(SSE42, LEAF1_ECX, 20, ANY) \
    N(POPCNT, LEAF1_ECX, 23, ANY) \
    N(AES, LEAF1_ECX, 25, ANY) \
    N(PCLMUL, LEAF1_ECX, 1, ANY) \
    N(BMI1, LEAF7_EBX, 3, ANY) \
    N(BMI2, LEAF7_EBX, 8, ANY) \
    N(ADX, LEAF7_EBX, 19, ANY) \
    N(SHA, LEAF7_EBX, 29, ANY) \
    N(GFNI, LEAF7_ECX, 8, ANY) \
    N(AVX, LEAF1_ECX, 28, YMM) \
    N(F16C, LEAF1_ECX, 29, YMM) \
    N(FMA, LEAF1_ECX, 12, YMM) \
    N(AVX2, LEAF7_EBX, 5, YMM) \
    N(VAES, LEAF7_ECX, 9, YMM) \
    N(VPCLMULQDQ, LEAF7_ECX, 10, YMM) \
    N(SHA512, LEAF7_1_EAX, 0, YMM) \
    N(AVX512F, LEAF7_EBX, 16, ZMM) \
    N(AVX512BW, LEAF7_EBX, 30, ZMM) \
    N(AVX512DQ, LEAF7_EBX, 17, ZMM) \
    N(AVX512VL, LEAF7_EBX, 31, ZMM) \
    N(AVX512IFMA, LEAF7_EBX, 21, ZMM) \
    N(AVX512VBMI, LEAF7_ECX, 1, ZMM) \
    N(MOVBE, LEAF1_ECX, 22, ANY) \
    N(RDRAND, LEAF1_ECX, 30, ANY) \
    N(RDSEED, LEAF7_EBX, 18, ANY) \
    N(LZCNT, LEAF81_ECX, 5, ANY) \
    N(XOP, LEAF81_ECX, 11, YMM) \
    N(AVXIFMA, LEAF7_1_EAX, 23, YMM) \
    N(AVXVNNI, LEAF7_1_EAX, 4, YMM) \
    N(SM3, LEAF7_1_EAX, 1, YMM) \
    N(SM4, LEAF7_1_EAX, 2, YMM) \
    N(AVX512CD, LEAF7_EBX, 28, ZMM) \
    N(AVX512VBMI2, LEAF7_ECX, 6, ZMM) \
    N(AVX512VNNI, LEAF7_ECX, 11, ZMM) \
    N(AVX512BITALG, LEAF7_ECX, 12, ZMM) \
    N(AVX512VPOPCNTDQ, LEAF7_ECX, 14, ZMM) \
    N(AVX101, AVX10, 0, ZMM) \
    N(AVX102, AVX10, 1, ZMM)
#define LOOM_AARCH64_HWCAP_NEEDED 7
#define LOOM_AARCH64_HWCAP(N) \
    N(NEON, 0, 1) \
    N(AES, 0, 3) \
    N(PMULL, 0, 4) \
    N(SHA1, 0, 5) \
    N(SHA256, 0, 6) \
    N(SHA512, 0, 21) \
    N(SHA3, 0, 17) \
    N(SM3, 0, 18) \
    N(SM4, 0, 19) \
    N(CRC32, 0, 7) \
    N(ATOMICS, 0, 8) \
    N(ASIMDRDM, 0, 12) \
    N(ASIMDDP, 0, 20) \
    N(I8MM, 1, 13) \
    N(BF16, 1, 14) \
    N(SVE, 0, 22) \
    N(SVE2, 1, 1) \
    N(SVEAES, 1, 2) \
    N(SVEPMULL, 1, 3) \
    N(SVEBITPERM, 1, 4) \
    N(SVESHA3, 1, 5) \
    N(SVESM4, 1, 6) \
    N(SME, 1, 23)
#define LOOM_AARCH64_ISAR_NEEDED 6
#define LOOM_AARCH64_ISAR(N) \
    N(AES, 0, 4, 1) \
    N(PMULL, 0, 4, 2) \
    N(SHA1, 0, 8, 1) \
    N(SHA256, 0, 12, 1) \
    N(SHA512, 0, 12, 2) \
    N(SHA3, 0, 32, 1) \
    N(SM3, 0, 36, 1) \
    N(SM4, 0, 40, 1) \
    N(CRC32, 0, 16, 1) \
    N(ATOMICS, 0, 20, 2) \
    N(ASIMDRDM, 0, 28, 1) \
    N(ASIMDDP, 0, 44, 1) \
    N(I8MM, 1, 52, 1) \
    N(BF16, 1, 44, 1)
#define LOOM_AARCH64_WINDOWS_NEEDED 7
#define LOOM_AARCH64_WINDOWS(N) \
    N(NEON, 19) \
    N(AES, 30) \
    N(PMULL, 30) \
    N(SHA1, 30) \
    N(SHA256, 30) \
    N(SHA512, 65) \
    N(SHA3, 64) \
    N(CRC32, 31) \
    N(ATOMICS, 34) \
    N(ASIMDRDM, 43) \
    N(ASIMDDP, 43) \
    N(I8MM, 66) \
    N(BF16, 68) \
    N(SVE, 46) \
    N(SVE2, 47) \
    N(SVEAES, 49) \
    N(SVEPMULL, 50) \
    N(SVEBITPERM, 51) \
    N(SVESHA3, 55) \
    N(SVESM4, 56) \
    N(SME, 70)
#define LOOM_AARCH64_APPLE_NEEDED 9
#define LOOM_AARCH64_APPLE(N) \
    N(NEON, NULL) \
    N(AES, NULL) \
    N(PMULL, NULL) \
    N(SHA1, NULL) \
    N(SHA256, NULL) \
    N(SHA512, "hw.optional.arm.FEAT_SHA512") \
    N(SHA512, "hw.optional.armv8_2_sha512") \
    N(SHA3, "hw.optional.arm.FEAT_SHA3") \
    N(SHA3, "hw.optional.armv8_2_sha3") \
    N(CRC32, "hw.optional.armv8_crc32") \
    N(ATOMICS, "hw.optional.arm.FEAT_LSE") \
    N(ASIMDRDM, "hw.optional.arm.FEAT_RDM") \
    N(ASIMDDP, "hw.optional.arm.FEAT_DotProd") \
    N(I8MM, "hw.optional.arm.FEAT_I8MM") \
    N(BF16, "hw.optional.arm.FEAT_BF16") \
    N(SME, "hw.optional.arm.FEAT_SME")
#define LOOM_X86_NEEDS_NEEDED 26
#define LOOM_X86_NEEDS(N) \
    N(SSE3, SSE2) \
    N(SSSE3, SSE3) \
    N(SSE41, SSSE3) \
    N(SSE42, SSE41) \
    N(SSE42, POPCNT) \
    N(AES, SSE2) \
    N(PCLMUL, SSE2) \
    N(SHA, SSE2) \
    N(GFNI, SSE2) \
    N(AVX, SSE42) \
    N(F16C, AVX) \
    N(FMA, AVX) \
    N(AVX2, AVX) \
    N(VAES, AVX) \
    N(VAES, AES) \
    N(VPCLMULQDQ, AVX) \
    N(VPCLMULQDQ, PCLMUL) \
    N(SHA512, AVX2) \
    N(AVX512F, AVX2) \
    N(AVX512F, F16C) \
    N(AVX512F, FMA) \
    N(AVX512BW, AVX512F) \
    N(AVX512DQ, AVX512F) \
    N(AVX512VL, AVX512F) \
    N(AVX512IFMA, AVX512F) \
    N(AVX512VBMI, AVX512BW) \
    N(XOP, AVX) \
    N(AVXIFMA, AVX2) \
    N(AVXVNNI, AVX2) \
    N(SM3, AVX) \
    N(SM4, AVX2) \
    N(AVX512CD, AVX512F) \
    N(AVX512VBMI2, AVX512BW) \
    N(AVX512VNNI, AVX512F) \
    N(AVX512BITALG, AVX512BW) \
    N(AVX512VPOPCNTDQ, AVX512F) \
    N(AVX101, VAES) \
    N(AVX101, VPCLMULQDQ) \
    N(AVX101, GFNI) \
    N(AVX101, AVX512CD) \
    N(AVX101, AVX512IFMA) \
    N(AVX101, AVX512VBMI) \
    N(AVX101, AVX512VBMI2) \
    N(AVX101, AVX512VNNI) \
    N(AVX101, AVX512BITALG) \
    N(AVX101, AVX512VPOPCNTDQ) \
    N(AVX102, AVX101)
#define LOOM_AARCH64_NEEDS_NEEDED 6
#define LOOM_AARCH64_NEEDS(N) \
    N(AES, NEON) \
    N(PMULL, AES) \
    N(SHA1, NEON) \
    N(SHA256, SHA1) \
    N(SHA512, SHA256) \
    N(SHA3, SHA256) \
    N(SM3, NEON) \
    N(SM4, NEON) \
    N(ASIMDRDM, NEON) \
    N(ASIMDDP, NEON) \
    N(I8MM, NEON) \
    N(BF16, NEON) \
    N(SVE, NEON) \
    N(SVE2, SVE) \
    N(SVEAES, SVE2) \
    N(SVEPMULL, SVEAES) \
    N(SVEBITPERM, SVE2) \
    N(SVESHA3, SVE2) \
    N(SVESM4, SVE2)

/* Whether a variant needs a feature in a word of these lists. */
#define LOOM_NEEDS_LEAF1_EDX 1
#define LOOM_NEEDS_LEAF1_ECX 1
#define LOOM_NEEDS_LEAF7_EBX 1
#define LOOM_NEEDS_LEAF81_ECX 0
#define LOOM_NEEDS_LEAF7_ECX 1
#define LOOM_NEEDS_LEAF7_1_EAX 1
#define LOOM_NEEDS_AVX10 0

/* U(microarchitecture, parent, name, whether AVX-512 needs no measurement). A core without rows among the preferences
 * uses the rows of its parent. */
#define LOOM_UARCHES(U) \
    U(generic, generic, "generic", 0) \
    U(intel_generic, generic, "intel-generic", 0) \
    U(intel_haswell, intel_generic, "intel-haswell", 0) \
    U(intel_skylake, intel_generic, "intel-skylake", 0) \
    U(intel_knights, intel_generic, "intel-knights", 0) \
    U(intel_skylake_avx512, intel_generic, "intel-skylake-avx512", 0) \
    U(intel_icelake, intel_generic, "intel-icelake", 0) \
    U(intel_alderlake, intel_generic, "intel-alderlake", 0) \
    U(intel_sapphirerapids, intel_generic, "intel-sapphirerapids", 1) \
    U(intel_graniterapids, intel_sapphirerapids, "intel-graniterapids", 1) \
    U(intel_arrowlake, intel_generic, "intel-arrowlake", 0) \
    U(intel_pantherlake, intel_generic, "intel-pantherlake", 0) \
    U(intel_novalake, intel_generic, "intel-novalake", 0) \
    U(intel_atom, intel_generic, "intel-atom", 0) \
    U(amd_generic, generic, "amd-generic", 1) \
    U(amd_bulldozer, amd_generic, "amd-bulldozer", 1) \
    U(amd_jaguar, amd_generic, "amd-jaguar", 1) \
    U(amd_zen1, amd_generic, "amd-zen1", 1) \
    U(amd_zen2, amd_generic, "amd-zen2", 1) \
    U(amd_zen3, amd_generic, "amd-zen3", 1) \
    U(amd_zen4, amd_generic, "amd-zen4", 1) \
    U(amd_zen5, amd_generic, "amd-zen5", 1) \
    U(amd_zen6, amd_zen5, "amd-zen6", 1) \
    U(hygon_generic, generic, "hygon-generic", 0) \
    U(zhaoxin_generic, generic, "zhaoxin-generic", 0) \
    U(zhaoxin_wudaokou, zhaoxin_generic, "zhaoxin-wudaokou", 0) \
    U(zhaoxin_lujiazui, zhaoxin_generic, "zhaoxin-lujiazui", 0) \
    U(zhaoxin_yongfeng, zhaoxin_generic, "zhaoxin-yongfeng", 0) \
    U(zhaoxin_shijidadao, zhaoxin_generic, "zhaoxin-shijidadao", 0) \
    U(arm_generic, generic, "arm-generic", 0) \
    U(arm_cortex_a53, arm_generic, "arm-cortex-a53", 0) \
    U(arm_cortex_a55, arm_generic, "arm-cortex-a55", 0) \
    U(arm_cortex_a65, arm_generic, "arm-cortex-a65", 0) \
    U(arm_cortex_a72, arm_generic, "arm-cortex-a72", 0) \
    U(arm_cortex_a76, arm_generic, "arm-cortex-a76", 0) \
    U(arm_neoverse_n1, arm_cortex_a76, "arm-neoverse-n1", 0) \
    U(arm_neoverse_n2, arm_generic, "arm-neoverse-n2", 0) \
    U(arm_cortex_a710, arm_neoverse_n2, "arm-cortex-a710", 0) \
    U(arm_neoverse_n3, arm_neoverse_n2, "arm-neoverse-n3", 0) \
    U(arm_neoverse_v1, arm_generic, "arm-neoverse-v1", 0) \
    U(arm_cortex_x1, arm_neoverse_v1, "arm-cortex-x1", 0) \
    U(arm_neoverse_v2, arm_generic, "arm-neoverse-v2", 0) \
    U(arm_cortex_x2, arm_neoverse_v2, "arm-cortex-x2", 0) \
    U(arm_neoverse_v3, arm_neoverse_v2, "arm-neoverse-v3", 0) \
    U(arm_cortex_x4, arm_neoverse_v3, "arm-cortex-x4", 0) \
    U(ampere_1, arm_generic, "ampere-1", 0) \
    U(fujitsu_a64fx, arm_generic, "fujitsu-a64fx", 0) \
    U(fujitsu_monaka, arm_generic, "fujitsu-monaka", 0) \
    U(nvidia_denver, arm_generic, "nvidia-denver", 0) \
    U(nvidia_carmel, arm_generic, "nvidia-carmel", 0) \
    U(nvidia_olympus, arm_generic, "nvidia-olympus", 0) \
    U(qualcomm_falkor, arm_generic, "qualcomm-falkor", 0) \
    U(qualcomm_oryon, arm_generic, "qualcomm-oryon", 0) \
    U(cavium_thunderx, arm_generic, "cavium-thunderx", 0) \
    U(cavium_thunderx2, arm_generic, "cavium-thunderx2", 0) \
    U(hisilicon_tsv110, arm_generic, "hisilicon-tsv110", 0) \
    U(samsung_exynos_m, arm_generic, "samsung-exynos-m", 0) \
    U(apple_generic, arm_generic, "apple-generic", 0) \
    U(apple_m1, apple_generic, "apple-m1", 0) \
    U(apple_m2, apple_generic, "apple-m2", 0) \
    U(apple_m3, apple_generic, "apple-m3", 0) \
    U(apple_m4, apple_generic, "apple-m4", 0) \
    U(apple_m5, apple_generic, "apple-m5", 0)

#define LOOM_UARCH_NUMBER(uarch, parent, name, wide) LOOM_UARCH_##uarch,
enum loom_uarch { LOOM_UARCHES(LOOM_UARCH_NUMBER) LOOM_UARCH_COUNT };

/* C(microarchitecture, first and last family, first and last model). The last row fits every CPU. */
#define LOOM_CORES_INTEL(C) \
    C(intel_haswell, 0x6u, 0x6u, 0x3cu, 0x3du) \
    C(intel_haswell, 0x6u, 0x6u, 0x3fu, 0x3fu) \
    C(intel_haswell, 0x6u, 0x6u, 0x45u, 0x47u) \
    C(intel_haswell, 0x6u, 0x6u, 0x4fu, 0x4fu) \
    C(intel_haswell, 0x6u, 0x6u, 0x56u, 0x56u) \
    C(intel_skylake, 0x6u, 0x6u, 0x4eu, 0x4eu) \
    C(intel_skylake, 0x6u, 0x6u, 0x5eu, 0x5eu) \
    C(intel_skylake, 0x6u, 0x6u, 0x8eu, 0x8eu) \
    C(intel_skylake, 0x6u, 0x6u, 0x9eu, 0x9eu) \
    C(intel_skylake, 0x6u, 0x6u, 0xa5u, 0xa6u) \
    C(intel_knights, 0x6u, 0x6u, 0x57u, 0x57u) \
    C(intel_knights, 0x6u, 0x6u, 0x85u, 0x85u) \
    C(intel_skylake_avx512, 0x6u, 0x6u, 0x55u, 0x55u) \
    C(intel_icelake, 0x6u, 0x6u, 0x66u, 0x66u) \
    C(intel_icelake, 0x6u, 0x6u, 0x6au, 0x6au) \
    C(intel_icelake, 0x6u, 0x6u, 0x6cu, 0x6cu) \
    C(intel_icelake, 0x6u, 0x6u, 0x7du, 0x7eu) \
    C(intel_icelake, 0x6u, 0x6u, 0x8cu, 0x8du) \
    C(intel_icelake, 0x6u, 0x6u, 0x9du, 0x9du) \
    C(intel_icelake, 0x6u, 0x6u, 0xa7u, 0xa7u) \
    C(intel_alderlake, 0x6u, 0x6u, 0x97u, 0x97u) \
    C(intel_alderlake, 0x6u, 0x6u, 0x9au, 0x9au) \
    C(intel_alderlake, 0x6u, 0x6u, 0xb7u, 0xb7u) \
    C(intel_alderlake, 0x6u, 0x6u, 0xbau, 0xbau) \
    C(intel_alderlake, 0x6u, 0x6u, 0xbfu, 0xbfu) \
    C(intel_alderlake, 0x6u, 0x6u, 0xd7u, 0xd7u) \
    C(intel_sapphirerapids, 0x6u, 0x6u, 0x8fu, 0x8fu) \
    C(intel_sapphirerapids, 0x6u, 0x6u, 0xcfu, 0xcfu) \
    C(intel_graniterapids, 0x6u, 0x6u, 0xadu, 0xaeu) \
    C(intel_graniterapids, 0x13u, 0x13u, 0x0u, 0xffffu) \
    C(intel_arrowlake, 0x6u, 0x6u, 0xaau, 0xaau) \
    C(intel_arrowlake, 0x6u, 0x6u, 0xacu, 0xacu) \
    C(intel_arrowlake, 0x6u, 0x6u, 0xb5u, 0xb5u) \
    C(intel_arrowlake, 0x6u, 0x6u, 0xbdu, 0xbdu) \
    C(intel_arrowlake, 0x6u, 0x6u, 0xc5u, 0xc6u) \
    C(intel_pantherlake, 0x6u, 0x6u, 0xccu, 0xccu) \
    C(intel_pantherlake, 0x6u, 0x6u, 0xd5u, 0xd5u) \
    C(intel_novalake, 0x12u, 0x12u, 0x0u, 0xffffu) \
    C(intel_atom, 0x6u, 0x6u, 0x1cu, 0x1cu) \
    C(intel_atom, 0x6u, 0x6u, 0x26u, 0x27u) \
    C(intel_atom, 0x6u, 0x6u, 0x35u, 0x37u) \
    C(intel_atom, 0x6u, 0x6u, 0x4au, 0x4au) \
    C(intel_atom, 0x6u, 0x6u, 0x4cu, 0x4du) \
    C(intel_atom, 0x6u, 0x6u, 0x5au, 0x5au) \
    C(intel_atom, 0x6u, 0x6u, 0x5cu, 0x5cu) \
    C(intel_atom, 0x6u, 0x6u, 0x5fu, 0x5fu) \
    C(intel_atom, 0x6u, 0x6u, 0x75u, 0x75u) \
    C(intel_atom, 0x6u, 0x6u, 0x7au, 0x7au) \
    C(intel_atom, 0x6u, 0x6u, 0x86u, 0x86u) \
    C(intel_atom, 0x6u, 0x6u, 0x8au, 0x8au) \
    C(intel_atom, 0x6u, 0x6u, 0x96u, 0x96u) \
    C(intel_atom, 0x6u, 0x6u, 0x9cu, 0x9cu) \
    C(intel_atom, 0x6u, 0x6u, 0xafu, 0xafu) \
    C(intel_atom, 0x6u, 0x6u, 0xb6u, 0xb6u) \
    C(intel_atom, 0x6u, 0x6u, 0xbeu, 0xbeu) \
    C(intel_atom, 0x6u, 0x6u, 0xddu, 0xddu) \
    C(intel_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)
#define LOOM_CORES_AMD(C) \
    C(amd_bulldozer, 0x15u, 0x15u, 0x0u, 0xffffu) \
    C(amd_jaguar, 0x14u, 0x14u, 0x0u, 0xffffu) \
    C(amd_jaguar, 0x16u, 0x16u, 0x0u, 0xffffu) \
    C(amd_zen1, 0x17u, 0x17u, 0x0u, 0x2fu) \
    C(amd_zen1, 0x17u, 0x17u, 0x50u, 0x5fu) \
    C(amd_zen2, 0x17u, 0x17u, 0x30u, 0x4fu) \
    C(amd_zen2, 0x17u, 0x17u, 0x60u, 0xffu) \
    C(amd_zen3, 0x19u, 0x19u, 0x0u, 0xfu) \
    C(amd_zen3, 0x19u, 0x19u, 0x20u, 0x5fu) \
    C(amd_zen3, 0x19u, 0x19u, 0x80u, 0x9fu) \
    C(amd_zen3, 0x19u, 0x19u, 0xb0u, 0xffu) \
    C(amd_zen4, 0x19u, 0x19u, 0x10u, 0x1fu) \
    C(amd_zen4, 0x19u, 0x19u, 0x60u, 0x7fu) \
    C(amd_zen4, 0x19u, 0x19u, 0xa0u, 0xafu) \
    C(amd_zen5, 0x1au, 0x1au, 0x0u, 0x4fu) \
    C(amd_zen5, 0x1au, 0x1au, 0x60u, 0x7fu) \
    C(amd_zen5, 0x1au, 0x1au, 0xb0u, 0xbfu) \
    C(amd_zen5, 0x1au, 0x1au, 0xf0u, 0xffu) \
    C(amd_zen6, 0x1au, 0x1au, 0x50u, 0x5fu) \
    C(amd_zen6, 0x1au, 0x1au, 0x80u, 0xafu) \
    C(amd_zen6, 0x1au, 0x1au, 0xc0u, 0xefu) \
    C(amd_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)
#define LOOM_CORES_HYGON(C) \
    C(amd_zen1, 0x18u, 0x18u, 0x0u, 0x3u) \
    C(hygon_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)
#define LOOM_CORES_ZHAOXIN(C) \
    C(zhaoxin_wudaokou, 0x7u, 0x7u, 0x1bu, 0x1bu) \
    C(zhaoxin_lujiazui, 0x7u, 0x7u, 0x3bu, 0x3bu) \
    C(zhaoxin_yongfeng, 0x7u, 0x7u, 0x5bu, 0x5bu) \
    C(zhaoxin_shijidadao, 0x7u, 0x7u, 0x6bu, 0x6bu) \
    C(zhaoxin_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)
#define LOOM_CORES_MIDR(C) \
    C(arm_cortex_a53, 0x41u, 0x41u, 0xd02u, 0xd04u) \
    C(arm_cortex_a53, 0x51u, 0x51u, 0x801u, 0x801u) \
    C(arm_cortex_a53, 0x42u, 0x42u, 0x100u, 0x100u) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd05u, 0xd05u) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd46u, 0xd46u) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd80u, 0xd80u) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd88u, 0xd88u) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd8au, 0xd8au) \
    C(arm_cortex_a55, 0x41u, 0x41u, 0xd8fu, 0xd8fu) \
    C(arm_cortex_a55, 0x51u, 0x51u, 0x803u, 0x803u) \
    C(arm_cortex_a55, 0x51u, 0x51u, 0x805u, 0x805u) \
    C(arm_cortex_a65, 0x41u, 0x41u, 0xd06u, 0xd06u) \
    C(arm_cortex_a65, 0x41u, 0x41u, 0xd43u, 0xd43u) \
    C(arm_cortex_a65, 0x41u, 0x41u, 0xd4au, 0xd4au) \
    C(arm_cortex_a72, 0x41u, 0x41u, 0xd07u, 0xd0au) \
    C(arm_cortex_a72, 0x51u, 0x51u, 0x800u, 0x800u) \
    C(arm_cortex_a72, 0x51u, 0x51u, 0x802u, 0x802u) \
    C(arm_cortex_a76, 0x41u, 0x41u, 0xd0bu, 0xd0bu) \
    C(arm_cortex_a76, 0x41u, 0x41u, 0xd0du, 0xd0eu) \
    C(arm_cortex_a76, 0x41u, 0x41u, 0xd41u, 0xd42u) \
    C(arm_cortex_a76, 0x41u, 0x41u, 0xd4bu, 0xd4bu) \
    C(arm_cortex_a76, 0x51u, 0x51u, 0x804u, 0x804u) \
    C(arm_cortex_a76, 0x48u, 0x48u, 0xd40u, 0xd41u) \
    C(arm_neoverse_n1, 0x41u, 0x41u, 0xd0cu, 0xd0cu) \
    C(arm_neoverse_n2, 0x41u, 0x41u, 0xd49u, 0xd49u) \
    C(arm_neoverse_n2, 0x6du, 0x6du, 0xd49u, 0xd49u) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd47u, 0xd47u) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd4du, 0xd4du) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd81u, 0xd81u) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd87u, 0xd87u) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd89u, 0xd89u) \
    C(arm_cortex_a710, 0x41u, 0x41u, 0xd8bu, 0xd8bu) \
    C(arm_neoverse_n3, 0x41u, 0x41u, 0xd8eu, 0xd8eu) \
    C(arm_neoverse_v1, 0x41u, 0x41u, 0xd40u, 0xd40u) \
    C(arm_cortex_x1, 0x41u, 0x41u, 0xd44u, 0xd44u) \
    C(arm_cortex_x1, 0x41u, 0x41u, 0xd4cu, 0xd4cu) \
    C(arm_neoverse_v2, 0x41u, 0x41u, 0xd4fu, 0xd4fu) \
    C(arm_cortex_x2, 0x41u, 0x41u, 0xd48u, 0xd48u) \
    C(arm_cortex_x2, 0x41u, 0x41u, 0xd4eu, 0xd4eu) \
    C(arm_neoverse_v3, 0x41u, 0x41u, 0xd83u, 0xd84u) \
    C(arm_cortex_x4, 0x41u, 0x41u, 0xd82u, 0xd82u) \
    C(arm_cortex_x4, 0x41u, 0x41u, 0xd85u, 0xd85u) \
    C(arm_cortex_x4, 0x41u, 0x41u, 0xd8cu, 0xd8cu) \
    C(arm_cortex_x4, 0x41u, 0x41u, 0xd90u, 0xd90u) \
    C(ampere_1, 0xc0u, 0xc0u, 0xac3u, 0xac5u) \
    C(fujitsu_a64fx, 0x46u, 0x46u, 0x1u, 0x1u) \
    C(fujitsu_monaka, 0x46u, 0x46u, 0x3u, 0x3u) \
    C(nvidia_denver, 0x4eu, 0x4eu, 0x0u, 0x0u) \
    C(nvidia_denver, 0x4eu, 0x4eu, 0x3u, 0x3u) \
    C(nvidia_carmel, 0x4eu, 0x4eu, 0x4u, 0x4u) \
    C(nvidia_olympus, 0x4eu, 0x4eu, 0x10u, 0x10u) \
    C(qualcomm_falkor, 0x51u, 0x51u, 0xc00u, 0xc01u) \
    C(qualcomm_oryon, 0x51u, 0x51u, 0x1u, 0x1u) \
    C(cavium_thunderx, 0x43u, 0x43u, 0xa0u, 0xa3u) \
    C(cavium_thunderx2, 0x43u, 0x43u, 0xafu, 0xafu) \
    C(cavium_thunderx2, 0x42u, 0x42u, 0x516u, 0x516u) \
    C(hisilicon_tsv110, 0x48u, 0x48u, 0xd01u, 0xd02u) \
    C(samsung_exynos_m, 0x53u, 0x53u, 0x1u, 0x4u) \
    C(apple_generic, 0x61u, 0x61u, 0x0u, 0x1fu) \
    C(apple_generic, 0x61u, 0x61u, 0x26u, 0x27u) \
    C(apple_generic, 0x61u, 0x61u, 0x3au, 0x47u) \
    C(apple_generic, 0x61u, 0x61u, 0x4au, 0xfffu) \
    C(apple_m1, 0x61u, 0x61u, 0x20u, 0x25u) \
    C(apple_m1, 0x61u, 0x61u, 0x28u, 0x29u) \
    C(apple_m2, 0x61u, 0x61u, 0x30u, 0x39u) \
    C(apple_m3, 0x61u, 0x61u, 0x48u, 0x49u) \
    C(arm_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)
#define LOOM_CORES_APPLE(C) \
    C(apple_m1, 0x1b588bb3u, 0x1b588bb3u, 0x0u, 0xffffu) \
    C(apple_m2, 0xda33d83du, 0xda33d83du, 0x0u, 0xffffu) \
    C(apple_m2, 0x8765edeau, 0x8765edeau, 0x0u, 0xffffu) \
    C(apple_m3, 0x2876f5b5u, 0x2876f5b5u, 0x0u, 0xffffu) \
    C(apple_m3, 0xfa33415eu, 0xfa33415eu, 0x0u, 0xffffu) \
    C(apple_m3, 0x5f4dea93u, 0x5f4dea93u, 0x0u, 0xffffu) \
    C(apple_m3, 0x72015832u, 0x72015832u, 0x0u, 0xffffu) \
    C(apple_m4, 0x6f5129acu, 0x6f5129acu, 0x0u, 0xffffu) \
    C(apple_m4, 0x17d5b93au, 0x17d5b93au, 0x0u, 0xffffu) \
    C(apple_m4, 0x75d4acb9u, 0x75d4acb9u, 0x0u, 0xffffu) \
    C(apple_m4, 0x204526d0u, 0x204526d0u, 0x0u, 0xffffu) \
    C(apple_m5, 0x1d5a87e8u, 0x1d5a87e8u, 0x0u, 0xffffu) \
    C(apple_m5, 0xf76c5b1au, 0xf76c5b1au, 0x0u, 0xffffu) \
    C(apple_m5, 0xab345f09u, 0xab345f09u, 0x0u, 0xffffu) \
    C(apple_m5, 0x1d7a72bu, 0x1d7a72bu, 0x0u, 0xffffu) \
    C(apple_generic, 0x0u, 0xffffffffu, 0x0u, 0xffffu)

#endif
