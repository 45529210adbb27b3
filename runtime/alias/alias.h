/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Drop-in objects: the functions that the C of OpenSSL, or of its descendants, expects of its assembly, under its names
 * and conventions, over the kernels that dispatch chose. A file here replaces files of assembly there
 * (docs/openssl-objects.md), and files stand apart as theirs do: a program may have some of them from another library.
 *
 * This header has what the files share: the AES key, and the order in which cipher and hash take a block.
 */
#ifndef LOOM_ALIAS_H
#define LOOM_ALIAS_H

#include <string.h>

#include "clean.h"
#include "entry.h"

/* A function under another library's name. Its own sources declare it, and no header of asmloom's. */
#define ALIAS(result, name, parameters) \
    result name parameters;             \
    result name parameters

#if defined(LOOM_X86)
#define ALIAS_AES 1
enum { ALIAS_LAST_ROUND = 1 }; /* rounds that the number in a key does not count */
#elif defined(LOOM_ARM64)
#define ALIAS_AES 1
enum { ALIAS_LAST_ROUND = 0 };
#endif

#if defined(ALIAS_AES) && defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key)

/* The schedule is asmloom's, and that of the instructions for AES. On x86 the number of rounds lacks the last one. */
struct alias_key {
    uint8_t schedule[240];
    uint32_t rounds;
};

static inline size_t alias_rounds(const struct alias_key *key)
{
    return (size_t)key->rounds + ALIAS_LAST_ROUND;
}

/* 0, -1 for a pointer that is missing, -2 for a length that no key has. */
static inline int alias_set_key(const uint8_t *raw, int bits, struct alias_key *key, int encrypts)
{
    size_t rounds = (size_t)bits / 32 + 6;
    if (raw == NULL || key == NULL) {
        return -1;
    }
    if (bits != 128 && bits != 192 && bits != 256) {
        return -2;
    }
    if (encrypts) {
        loom_call_aes_set_encrypt_key(raw, rounds, key->schedule);
    } else {
        loom_call_aes_set_decrypt_key(raw, rounds, key->schedule);
    }
    key->rounds = (uint32_t)(rounds - ALIAS_LAST_ROUND);
    return 0;
}

#if defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt)

/* What is no whole block at the end stays as it is. */
static inline void alias_ecb(const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, int encrypts)
{
    if (encrypts) {
        loom_call_aes_ecb_encrypt(key->schedule, alias_rounds(key), in, out, length / 16);
    } else {
        loom_call_aes_ecb_decrypt(key->schedule, alias_rounds(key), in, out, length / 16);
    }
}

#endif

#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_cbc_decrypt)

/* Whole blocks: OpenSSL gives nothing else, and what its assembly does with the rest is of no use. */
static inline void alias_cbc(const uint8_t *in, uint8_t *out, size_t length, const struct alias_key *key, uint8_t *iv,
                             int encrypts)
{
    if (encrypts) {
        loom_call_aes_cbc_encrypt(key->schedule, alias_rounds(key), iv, in, out, length / 16);
    } else {
        loom_call_aes_cbc_decrypt(key->schedule, alias_rounds(key), iv, in, out, length / 16);
    }
}

#endif

#if defined(LOOM_HAVE_aes_ctr32)

/* The caller's counter stays as it is. */
static inline void alias_ctr32(const uint8_t *in, uint8_t *out, size_t blocks, const struct alias_key *key,
                               const uint8_t *counter)
{
    uint8_t next[16];
    memcpy(next, counter, sizeof next);
    loom_call_aes_ctr32(key->schedule, alias_rounds(key), next, in, out, blocks);
}

#endif

#endif

/* Whether a woven kernel may take all blocks at once: `hashed` and `out` are at least `apart` bytes from each other.
 * Otherwise block after block: `hashed` ahead is read before the cipher writes, and behind it afterwards. */
static inline int alias_apart(const uint8_t *hashed, const uint8_t *out, size_t apart)
{
    uintptr_t a = (uintptr_t)hashed, b = (uintptr_t)out;
    return (a < b ? b - a : a - b) >= apart;
}

static inline int alias_ahead(const uint8_t *hashed, const uint8_t *out)
{
    return (uintptr_t)hashed >= (uintptr_t)out;
}

#endif
