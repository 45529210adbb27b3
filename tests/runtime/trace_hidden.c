/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * loom_tls_cbc_unpad, loom_hmac_..._hidden and AEADs under valgrind: see trace.c. The decrypted record, the length of
 * its plaintext, the MAC and the states of the key are undefined for memcheck.
 *
 * Input: u32 what (0: unpad, 1 to 7: the hash, 8 to 11: the AEAD, whose bytes end with the tag), u32 bytes of MAC; then
 * cases, each u32 longest, u32 length and the longest bytes. Prints a line for each: result, length found, and the sum
 * of the bytes of the MAC. `leaky`: the program walks over the plaintext by itself.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

#include "asmloom.h"

#define HASHES(H) H(1, md5) H(2, sha1) H(3, sha256) H(4, sha384) H(5, sha224) H(6, sha512) H(7, ripemd160)
#define MEMBER(number, name) loom_hmac_##name##_ctx name;

static union {
    HASHES(MEMBER)
} ctx;

static loom_aes_gcm_key gcm;
static loom_aes_ctx aes;
static uint8_t data[4096], opened[4096], mac[64], instead[64];
static const uint8_t key[20] = {1}, long_key[32] = {1}, header[13] = {2};

/* The tests must notice this function, whose path is as long as the plaintext. */
static __attribute__((noinline)) int leaky(const size_t *length)
{
    int sum = 0;
    for (size_t i = 0; i < *length; i++) {
        sum += data[i] & 1;
    }
    return sum;
}

static int call(uint32_t what, size_t mac_bytes, size_t *length, size_t longest)
{
    size_t text = longest - 16; /* of an AEAD */
    const uint8_t *tag = data + text;
    switch (what) {
    case 0: return loom_tls_cbc_unpad(data, longest, instead, mac, mac_bytes, length);
#define CASE(number, name) \
    case number: return loom_hmac_##name##_hidden(&ctx.name, header, data, *length, longest, mac);
        HASHES(CASE)
    case 8: return loom_aes_gcm_open(&gcm, header, 12, data, 0, data, text, tag, 16, opened);
    case 9: return loom_chacha20_poly1305_open(long_key, header, data, 0, data, text, tag, opened);
    case 10: return loom_aes_ccm_open(&aes, header, 12, data, 0, data, text, tag, 16, opened);
    case 11: return loom_aes_gcm_siv_open(&aes, header, data, 0, data, text, tag, opened);
    default: return 2;
    }
}

static void set_key(uint32_t what)
{
#define KEY(number, name)                                                                     \
    if (what == number) {                                                                     \
        loom_hmac_##name##_init(&ctx.name, key, sizeof key);                                  \
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ctx.name.inner.state, sizeof ctx.name.inner.state); \
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ctx.name.outer.state, sizeof ctx.name.outer.state); \
    }
    HASHES(KEY)
}

int main(int argc, char **argv)
{
    uint32_t head[2], sizes[2];
    int plain = argc > 1 && strcmp(argv[1], "leaky") == 0;
    if (fread(head, sizeof head, 1, stdin) != 1 || head[1] > sizeof mac) {
        return 2;
    }
    set_key(head[0]);
    if (loom_aes_gcm_set_key(&gcm, key, 16) != 0 || loom_aes_set_encrypt_key(&aes, key, 16) != 0) {
        return 2;
    }
    memset(instead, 0x5a, sizeof instead);
    while (fread(sizes, sizeof sizes, 1, stdin) == 1) {
        size_t length = sizes[1];
        unsigned sum = 0;
        int result;
        if (sizes[0] > sizeof data || fread(data, 1, sizes[0], stdin) != sizes[0]) {
            return 2;
        }
        memset(mac, 0, sizeof mac);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(data, sizes[0]);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(instead, sizeof instead);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&length, sizeof length);
        CALLGRIND_ZERO_STATS;
        result = plain ? leaky(&length) : call(head[0], head[1], &length, sizes[0]);
        CALLGRIND_DUMP_STATS;
        (void)VALGRIND_MAKE_MEM_DEFINED(&result, sizeof result);
        (void)VALGRIND_MAKE_MEM_DEFINED(&length, sizeof length);
        (void)VALGRIND_MAKE_MEM_DEFINED(mac, sizeof mac);
        for (size_t i = 0; i < sizeof mac; i++) {
            sum += mac[i];
        }
        printf("%d %lu %u\n", result, (unsigned long)length, sum);
    }
    return 0;
}
