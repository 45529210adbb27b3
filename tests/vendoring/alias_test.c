/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The drop-in objects, called as OpenSSL's C calls its assembly, beside the assembly of the installed libcrypto. The
 * objects' symbols have been renamed: each begins with mine_ here.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 640 };

struct key {
    uint8_t schedule[240];
    uint32_t rounds, after; /* after: no part of the key */
};

typedef void blocks_fn(void *, const void *, size_t);
typedef int set_key_fn(const uint8_t *, int, struct key *);
typedef void block_fn(const uint8_t *, uint8_t *, const struct key *);
typedef void ecb_fn(const uint8_t *, uint8_t *, size_t, const struct key *, int);
typedef void cbc_fn(const uint8_t *, uint8_t *, size_t, const struct key *, uint8_t *, int);
typedef void ctr_fn(const uint8_t *, uint8_t *, size_t, const struct key *, const uint8_t *);

extern blocks_fn ossl_md5_block_asm_data_order, sha1_block_data_order, sha256_block_data_order, sha512_block_data_order;
extern set_key_fn aesni_set_encrypt_key, aesni_set_decrypt_key;
extern block_fn aesni_encrypt, aesni_decrypt;
extern ecb_fn aesni_ecb_encrypt;
extern cbc_fn aesni_cbc_encrypt;
extern ctr_fn aesni_ctr32_encrypt_blocks;

#if defined(BORINGSSL)
#define AES(name) mine_aes_hw_##name
extern blocks_fn mine_md5_block_asm_data_order, mine_sha1_block_data_order_nohw, mine_sha1_block_data_order_ssse3,
    mine_sha1_block_data_order_avx, mine_sha1_block_data_order_avx2, mine_sha1_block_data_order_hw,
    mine_sha256_block_data_order_nohw, mine_sha256_block_data_order_ssse3, mine_sha256_block_data_order_avx,
    mine_sha256_block_data_order_hw, mine_sha512_block_data_order_nohw, mine_sha512_block_data_order_avx,
    mine_sha512_block_data_order_hw;
#else
#define AES(name) mine_aesni_##name
extern blocks_fn mine_ossl_md5_block_asm_data_order, mine_md5_block_asm_data_order, mine_sha1_block_data_order,
    mine_sha256_block_data_order, mine_sha512_block_data_order;

typedef void rc4_key_fn(uint32_t *, int, const uint8_t *);
typedef void rc4_fn(uint32_t *, size_t, const uint8_t *, uint8_t *);
typedef const char *options_fn(void);
typedef void rc4_md5_fn(uint32_t *, const void *, void *, void *, const void *, size_t);
typedef void sha1_fn(const void *, void *, size_t, const struct key *, uint8_t *, void *, const void *);
typedef int sha256_fn(const void *, void *, size_t, const struct key *, uint8_t *, void *, const void *);
extern rc4_key_fn RC4_set_key, mine_RC4_set_key;
extern rc4_fn RC4, mine_RC4;
extern options_fn RC4_options, mine_RC4_options;
extern rc4_md5_fn mine_rc4_md5_enc;
extern set_key_fn vpaes_set_encrypt_key, vpaes_set_decrypt_key, mine_vpaes_set_encrypt_key, mine_vpaes_set_decrypt_key;
extern block_fn vpaes_encrypt, vpaes_decrypt, mine_vpaes_encrypt, mine_vpaes_decrypt;
extern cbc_fn vpaes_cbc_encrypt, mine_vpaes_cbc_encrypt;
extern sha1_fn mine_aesni_cbc_sha1_enc;
extern sha256_fn mine_aesni_cbc_sha256_enc;

typedef void chacha_fn(uint8_t *, const uint8_t *, size_t, const uint32_t *, const uint32_t *);
typedef void poly_blocks_fn(void *, const uint8_t *, size_t, uint32_t);
typedef void poly_emit_fn(void *, uint8_t *, const uint32_t *);
struct poly { /* the head of OpenSSL's context: what assembly may use, and the functions that it chose */
    uint64_t opaque[24];
    struct {
        poly_blocks_fn *blocks;
        poly_emit_fn *emit;
    } functions;
};
typedef int poly_init_fn(void *, const uint8_t *, void *);
extern chacha_fn ChaCha20_ctr32, mine_ChaCha20_ctr32;
extern poly_init_fn poly1305_init, mine_poly1305_init;
extern poly_blocks_fn poly1305_blocks, mine_poly1305_blocks;
extern poly_emit_fn poly1305_emit, mine_poly1305_emit;

struct number {
    uint64_t high, low;
};
struct gcm { /* a part of OpenSSL's context */
    uint8_t xi[16];
    struct number h, table[16];
};
typedef void gcm_init_fn(struct number *, const struct number *);
typedef void gcm_gmult_fn(uint8_t *, const struct number *);
typedef void gcm_ghash_fn(uint8_t *, const struct number *, const uint8_t *, size_t);
typedef size_t gcm_fn(const uint8_t *, uint8_t *, size_t, const struct key *, uint8_t *, uint8_t *);
extern gcm_init_fn gcm_init_clmul, gcm_init_avx, mine_gcm_init_clmul, mine_gcm_init_avx;
extern gcm_gmult_fn gcm_gmult_clmul, gcm_gmult_avx, gcm_gmult_4bit, mine_gcm_gmult_clmul, mine_gcm_gmult_avx,
    mine_gcm_gmult_4bit;
extern gcm_ghash_fn gcm_ghash_clmul, gcm_ghash_avx, gcm_ghash_4bit, mine_gcm_ghash_clmul, mine_gcm_ghash_avx,
    mine_gcm_ghash_4bit;
extern gcm_fn aesni_gcm_encrypt, aesni_gcm_decrypt, mine_aesni_gcm_encrypt, mine_aesni_gcm_decrypt;
#endif
extern set_key_fn AES(set_encrypt_key), AES(set_decrypt_key);
extern block_fn AES(encrypt), AES(decrypt);
extern ecb_fn AES(ecb_encrypt);
extern cbc_fn AES(cbc_encrypt);
extern ctr_fn AES(ctr32_encrypt_blocks);

static uint8_t text[2 * ROOM];
static size_t expected;

static size_t any(size_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % below;
}

static void same(const char *what, size_t which, const void *a, const void *b, size_t bytes)
{
    expected++;
    for (size_t i = 0; i < bytes; i++) {
        if (((const uint8_t *)a)[i] != ((const uint8_t *)b)[i]) {
            printf("%s, %zu: byte %zu differs\n", what, which, i);
            exit(1);
        }
    }
}

static void expect(int good, const char *what)
{
    expected++;
    if (!good) {
        printf("%s\n", what);
        exit(1);
    }
}

static void hash(const char *name, blocks_fn *mine, blocks_fn *theirs)
{
    for (size_t blocks = 1; blocks <= 4; blocks++) { /* theirs knows no 0 */
        uint8_t a[96], b[96];                        /* the state, and what comes after it in their context */
        memcpy(a, text + 3, sizeof a);
        memcpy(b, a, sizeof b);
        mine(a, text + blocks, blocks);
        theirs(b, text + blocks, blocks);
        same(name, blocks, a, b, sizeof a);
    }
}

#define HASH(name, theirs) hash(#name, mine_##name, theirs)

static void hashes(void)
{
#if defined(BORINGSSL)
    HASH(md5_block_asm_data_order, ossl_md5_block_asm_data_order);
    HASH(sha1_block_data_order_nohw, sha1_block_data_order);
    HASH(sha1_block_data_order_ssse3, sha1_block_data_order);
    HASH(sha1_block_data_order_avx, sha1_block_data_order);
    HASH(sha1_block_data_order_avx2, sha1_block_data_order);
    HASH(sha1_block_data_order_hw, sha1_block_data_order);
    HASH(sha256_block_data_order_nohw, sha256_block_data_order);
    HASH(sha256_block_data_order_ssse3, sha256_block_data_order);
    HASH(sha256_block_data_order_avx, sha256_block_data_order);
    HASH(sha256_block_data_order_hw, sha256_block_data_order);
    HASH(sha512_block_data_order_nohw, sha512_block_data_order);
    HASH(sha512_block_data_order_avx, sha512_block_data_order);
    HASH(sha512_block_data_order_hw, sha512_block_data_order);
#else
    HASH(ossl_md5_block_asm_data_order, ossl_md5_block_asm_data_order);
    HASH(md5_block_asm_data_order, ossl_md5_block_asm_data_order);
    HASH(sha1_block_data_order, sha1_block_data_order);
    HASH(sha256_block_data_order, sha256_block_data_order);
    HASH(sha512_block_data_order, sha512_block_data_order);
#endif
}

static void aes(int bits)
{
    struct key keys[2], other[2];
    uint8_t a[ROOM], b[ROOM], iv[2][16];
    for (int encrypts = 0; encrypts < 2; encrypts++) {
        memset(&keys[encrypts], 0x5a, sizeof keys[0]);
        memset(&other[encrypts], 0x5a, sizeof other[0]);
        expect((encrypts ? AES(set_encrypt_key) : AES(set_decrypt_key))(text, bits, &keys[encrypts]) == 0, "a key");
        expect((encrypts ? aesni_set_encrypt_key : aesni_set_decrypt_key)(text, bits, &other[encrypts]) == 0, "theirs");
        same("schedule", (size_t)bits, keys[encrypts].schedule, other[encrypts].schedule, (size_t)bits / 2 + 112);
        same("rounds", (size_t)bits, &keys[encrypts].rounds, &other[encrypts].rounds, 8);
        (encrypts ? AES(encrypt) : AES(decrypt))(text, a, &keys[encrypts]);
        (encrypts ? aesni_encrypt : aesni_decrypt)(text, b, &keys[encrypts]);
        same("one block", (size_t)bits, a, b, 16);
        for (size_t length = 0; length <= 300; length++) {
            memset(a, 0xee, sizeof a);
            memset(b, 0xee, sizeof b);
            AES(ecb_encrypt)(text, a, length, &keys[encrypts], encrypts);
            aesni_ecb_encrypt(text, b, length, &keys[encrypts], encrypts);
            same("ECB", length, a, b, sizeof a);
            for (int in_place = 0; length % 16 == 0 && in_place < 2; in_place++) {
                memcpy(a, text, sizeof a);
                memcpy(b, text, sizeof b);
                memcpy(iv[0], text + 40, 16);
                memcpy(iv[1], text + 40, 16);
                AES(cbc_encrypt)(in_place ? a : text, a, length, &keys[encrypts], iv[0], encrypts);
                aesni_cbc_encrypt(in_place ? b : text, b, length, &keys[encrypts], iv[1], encrypts);
                same("CBC", length, a, b, sizeof a);
                same("IV", length, iv[0], iv[1], 16);
            }
        }
    }
    for (size_t blocks = 1; blocks <= 38; blocks++) {
        memcpy(iv[0], text, 16);
        memset(iv[0] + 12, 0xff, 3); /* the counter's last word runs over */
        memcpy(iv[1], iv[0], 16);
        memset(a, 0xee, sizeof a);
        memset(b, 0xee, sizeof b);
        AES(ctr32_encrypt_blocks)(text, a, blocks, &keys[1], iv[0]);
        aesni_ctr32_encrypt_blocks(text, b, blocks, &keys[1], iv[1]);
        same("CTR", blocks, a, b, sizeof a);
        same("counter", blocks, iv[0], iv[1], 16);
    }
}

#if !defined(BORINGSSL)

/* The layout of a key is each side's own. */
static void vpaes(int bits)
{
    struct key mine, theirs;
    uint8_t a[ROOM], b[ROOM], iv[2][16];
    for (int encrypts = 0; encrypts < 2; encrypts++) {
        mine.after = 0x5a5a5a5a;
        expect((encrypts ? mine_vpaes_set_encrypt_key : mine_vpaes_set_decrypt_key)(text, bits, &mine) == 0 &&
                   (encrypts ? vpaes_set_encrypt_key : vpaes_set_decrypt_key)(text, bits, &theirs) == 0,
               "keys");
        expect(mine.after == 0x5a5a5a5a, "a key's end");
        (encrypts ? mine_vpaes_encrypt : mine_vpaes_decrypt)(text, a, &mine);
        (encrypts ? vpaes_encrypt : vpaes_decrypt)(text, b, &theirs);
        same("vpaes, one block", (size_t)bits, a, b, 16);
        for (size_t length = 16; length <= 304; length += 16) {
            memcpy(a, text, sizeof a);
            memcpy(b, text, sizeof b);
            memcpy(iv[0], text + 40, 16);
            memcpy(iv[1], text + 40, 16);
            mine_vpaes_cbc_encrypt(length % 32 ? a : text, a, length, &mine, iv[0], encrypts);
            vpaes_cbc_encrypt(length % 32 ? b : text, b, length, &theirs, iv[1], encrypts);
            same("vpaes, CBC", length, a, b, sizeof a);
            same("vpaes, IV", length, iv[0], iv[1], 16);
        }
    }
}

/* The hash reads `apart` bytes ahead of the cipher, in the buffer that the cipher overwrites. */
static void woven(int bits)
{
    for (size_t blocks = 1; blocks <= 3; blocks++) {
        for (size_t apart = 0; apart <= 140; apart += 1 + apart % 7) {
            struct key key;
            uint8_t a[ROOM], b[ROOM], iv[2][16], state[2][32];
            aesni_set_encrypt_key(text, bits, &key);
            for (int sha256 = 0; sha256 < 2; sha256++) {
                memcpy(a, text, sizeof a);
                memcpy(b, text, sizeof b);
                memcpy(state[0], text + 100, 32);
                memcpy(state[1], text + 100, 32);
                memcpy(iv[0], text + 40, 16);
                memcpy(iv[1], text + 40, 16);
                if (sha256) {
                    expect(mine_aesni_cbc_sha256_enc(a, a, blocks, &key, iv[0], state[0], a + apart) == 1, "serves");
                    sha256_block_data_order(state[1], text + apart, blocks);
                } else {
                    mine_aesni_cbc_sha1_enc(a, a, blocks, &key, iv[0], state[0], a + apart);
                    sha1_block_data_order(state[1], text + apart, blocks);
                }
                aesni_cbc_encrypt(b, b, 64 * blocks, &key, iv[1], 1);
                same("CBC and hash, text", apart, a, b, sizeof a);
                same("CBC and hash, state", apart, state[0], state[1], 32);
                same("CBC and hash, IV", apart, iv[0], iv[1], 16);
            }
        }
    }
    expect(mine_aesni_cbc_sha256_enc(NULL, NULL, 0, NULL, NULL, NULL, NULL) == 1, "asked for the CPU");
}

static void rc4_keys(void)
{
    static const int lengths[] = {1, 5, 16, 255, 256, 300};
    int ints = strstr(RC4_options(), "int") != NULL; /* theirs has bytes on some CPUs */
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint32_t one[259] = {0}, two[259] = {0}; /* the last word is no part of the key */
        uint8_t a[ROOM], b[ROOM];
        mine_RC4_set_key(one, lengths[i], text);
        RC4_set_key(two, lengths[i], text);
        for (size_t length = 0; length <= 300; length += 1 + length / 9) {
            memcpy(a, text, sizeof a);
            memcpy(b, text, sizeof b);
            mine_RC4(one, length, length & 1 ? a : text, a);
            RC4(two, length, length & 1 ? b : text, b);
            same("RC4", length, a, b, sizeof a);
            same("RC4's key", length, one, ints ? two : one, sizeof one);
        }
    }
    expect(strstr(mine_RC4_options(), "asmloom") != NULL, "options");
}

/* The hash ahead reads what is not yet encrypted; the hash behind, what has been decrypted. */
static void rc4_md5(void)
{
    for (size_t blocks = 1; blocks <= 4; blocks++) {
        for (int apart = -140; apart <= 140; apart += 1 + (apart & 3)) {
            uint32_t one[258] = {0}, two[258] = {0};
            uint8_t a[ROOM], b[ROOM], state[2][16];
            memcpy(a, text, sizeof a);
            memcpy(b, text, sizeof b);
            memcpy(state[0], text + 100, 16);
            memcpy(state[1], text + 100, 16);
            mine_RC4_set_key(one, 16, text);
            RC4_set_key(two, 16, text);
            mine_rc4_md5_enc(one, a + 160, a + 160, state[0], a + 160 + apart, blocks);
            RC4(two, 64 * blocks, b + 160, b + 160);
            ossl_md5_block_asm_data_order(state[1], (apart < 0 ? b : text) + 160 + apart, blocks);
            same("RC4 and MD5, text", (size_t)apart, a, b, sizeof a);
            same("RC4 and MD5, state", (size_t)apart, state[0], state[1], 16);
            mine_RC4(one, 40, text, a);
            RC4(two, 40, text, b);
            same("RC4 and MD5, the key", (size_t)apart, a, b, 40);
        }
    }
}

static void chacha(void)
{
    for (size_t length = 1; length <= 600; length += 1 + length % 5) { /* theirs knows no 0 */
        uint32_t words[12];
        uint8_t a[ROOM], b[ROOM];
        memcpy(words, text + length, sizeof words);
        memcpy(a, text, sizeof a);
        memcpy(b, text, sizeof b);
        mine_ChaCha20_ctr32(a, length & 1 ? a : text, length, words, words + 8);
        ChaCha20_ctr32(b, length & 1 ? b : text, length, words, words + 8);
        same("ChaCha20", length, a, b, sizeof a);
        same("ChaCha20's words", length, words, text + length, sizeof words);
    }
}

static void poly(void)
{
    for (size_t length = 0; length <= 592; length += 16) {
        struct poly mine = {{0}, {NULL, NULL}}, theirs = {{0}, {poly1305_blocks, poly1305_emit}};
        uint32_t nonce[4];
        uint8_t a[16], b[16];
        memcpy(nonce, text + length + 16, sizeof nonce);
        memset(mine.opaque, 0x5a, sizeof mine.opaque);
        expect(mine_poly1305_init(mine.opaque, text + length, &mine.functions) == 0, "functions by name");
        if (poly1305_init(theirs.opaque, text + length, &theirs.functions) == 0) {
            theirs.functions.blocks = poly1305_blocks;
            theirs.functions.emit = poly1305_emit;
        }
        mine_poly1305_blocks(mine.opaque, text, length, 1);
        theirs.functions.blocks(theirs.opaque, text, length, 1);
        if (length % 32) { /* a last block that is not whole */
            mine_poly1305_blocks(mine.opaque, text + 600, 16, 0);
            theirs.functions.blocks(theirs.opaque, text + 600, 16, 0);
        }
        mine_poly1305_emit(mine.opaque, a, nonce);
        theirs.functions.emit(theirs.opaque, b, nonce);
        same("Poly1305", length, a, b, 16);
    }
}

/* OpenSSL's table by four bits, which its C makes: H·x^k is entry 8 >> k, and each other one is a sum. */
static void by_four_bits(struct number *table, const struct number *h)
{
    struct number v = *h;
    memset(table, 0, 16 * sizeof *table);
    for (size_t at = 8; at > 0; at /= 2) {
        uint64_t carry = v.low & 1;
        table[at] = v;
        v.low = v.high << 63 | v.low >> 1;
        v.high = v.high >> 1 ^ carry * UINT64_C(0xe100000000000000);
    }
    for (size_t at = 3; at < 16; at++) {
        size_t last = at & (~at + 1), rest = at ^ last;
        table[at].high = rest ? table[last].high ^ table[rest].high : table[at].high;
        table[at].low = rest ? table[last].low ^ table[rest].low : table[at].low;
    }
}

static void ghash(gcm_init_fn *init, gcm_gmult_fn *gmult, gcm_ghash_fn *many, gcm_init_fn *mine_init,
                  gcm_gmult_fn *mine_gmult, gcm_ghash_fn *mine_many)
{
    for (size_t length = 0; length <= 592; length += 16) {
        struct gcm mine __attribute__((aligned(64))), theirs __attribute__((aligned(64)));
        memcpy(&mine, text + length, sizeof mine);
        memcpy(&theirs, text + length, sizeof theirs);
        init(theirs.table, &theirs.h);
        mine_init(mine.table, &mine.h);
        gmult(theirs.xi, theirs.table);
        mine_gmult(mine.xi, mine.table);
        same("GHASH of one", length, mine.xi, theirs.xi, 16);
        if (length > 0) { /* theirs knows no 0 */
            many(theirs.xi, theirs.table, text, length);
        }
        mine_many(mine.xi, mine.table, text, length);
        same("GHASH", length, mine.xi, theirs.xi, 32);
    }
}

static void gcm(int bits)
{
    struct key key;
    expect(aesni_set_encrypt_key(text, bits, &key) == 0, "set key");
    for (size_t length = 0; length <= 600; length += 1 + length % 7) {
        for (int decrypts = 0; decrypts < 2; decrypts++) {
            struct gcm mine __attribute__((aligned(64))), theirs __attribute__((aligned(64)));
            uint8_t a[ROOM], b[ROOM], counter[2][16];
            size_t done;
            memcpy(&mine, text + length, sizeof mine);
            memcpy(&theirs, text + length, sizeof theirs);
            gcm_init_avx(theirs.table, &theirs.h);
            mine_gcm_init_avx(mine.table, &mine.h);
            memcpy(counter[0], text + 7, 16);
            memset(counter[0] + 12, 0xff, 3); /* the 32 bits wrap */
            memcpy(counter[1], counter[0], 16);
            memcpy(a, text, sizeof a);
            memcpy(b, text, sizeof b);
            expect((decrypts ? mine_aesni_gcm_decrypt : mine_aesni_gcm_encrypt)(
                       length & 1 ? a : text, a, length, &key, counter[0], mine.xi) == length / 16 * 16,
                   "whole blocks");
            done = (decrypts ? aesni_gcm_decrypt : aesni_gcm_encrypt)(length & 2 ? b : text, b, length, &key,
                                                                      counter[1], theirs.xi);
            for (size_t at = done; at + 16 <= length; at += 16) { /* the blocks that theirs leaves */
                aesni_ctr32_encrypt_blocks(text + at, b + at, 1, &key, counter[1]);
                gcm_ghash_avx(theirs.xi, theirs.table, (decrypts ? text : b) + at, 16);
                for (size_t i = 16; i-- > 12 && ++counter[1][i] == 0;) {
                }
            }
            same("GCM", length, a, b, sizeof a);
            same("GCM's counter", length, counter[0], counter[1], 16);
            same("GCM's hash", length, mine.xi, theirs.xi, 16);
        }
    }
}

#endif

int main(void)
{
    struct key key;
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
    }
    if (!__builtin_cpu_supports("aes") || !__builtin_cpu_supports("ssse3")) {
        return 77; /* libcrypto's functions are none for this CPU */
    }
    hashes();
    aes(128);
    aes(192);
    aes(256);
    expect(AES(set_encrypt_key)(NULL, 128, &key) == -1 && AES(set_decrypt_key)(text, 128, NULL) == -1, "pointers");
    expect(AES(set_encrypt_key)(text, 100, &key) == -2 && AES(set_decrypt_key)(text, 0, &key) == -2, "bits");
#if !defined(BORINGSSL)
    vpaes(128);
    vpaes(192);
    vpaes(256);
    woven(128);
    woven(256);
    rc4_keys();
    rc4_md5();
    chacha();
    poly();
    ghash(by_four_bits, gcm_gmult_4bit, gcm_ghash_4bit, by_four_bits, mine_gcm_gmult_4bit, mine_gcm_ghash_4bit);
    if (__builtin_cpu_supports("pclmul")) {
        ghash(gcm_init_clmul, gcm_gmult_clmul, gcm_ghash_clmul, mine_gcm_init_clmul, mine_gcm_gmult_clmul,
              mine_gcm_ghash_clmul);
    }
    if (__builtin_cpu_supports("pclmul") && __builtin_cpu_supports("avx2")) { /* theirs needs MOVBE as well */
        ghash(gcm_init_avx, gcm_gmult_avx, gcm_ghash_avx, mine_gcm_init_avx, mine_gcm_gmult_avx, mine_gcm_ghash_avx);
        gcm(128);
        gcm(192);
        gcm(256);
    }
#endif
    printf("%zu expectations met\n", expected);
    return 0;
}
