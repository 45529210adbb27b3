/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The loops of `openssl speed -evp`, with asmloom and with OpenSSL's own providers in turn in one process.
 *
 *     evp FOLDER ROUNDS [ALGORITHM ...]    FOLDER: of asmloom.so; an algorithm as evp.py names it
 *
 * Prints for each algorithm and size: the ratio of the speeds, and MB/s of OpenSSL's own and of asmloom. A slice of one
 * side and a slice of the other, by the thread's time on the core, make a round; a figure is the median of the rounds.
 */
#include "../provider/provider_test.h"

#include <time.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

enum { SLICE = 2000000, MOST = 1001 }; /* nanoseconds, rounds */

static const size_t sizes[] = {16, 64, 256, 1024, 1350, 8192, 16384};
static _Alignas(64) uint8_t buffer[4096 + 16384 + 128]; /* a place, the text, and what a record has beside it */

struct side {
    EVP_CIPHER_CTX *cipher;
    EVP_MD *digest;
    EVP_MAC_CTX *mac;
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* `kind`: digest, hmac, encrypt, decrypt, seal: a record of TLS 1.2 by a composite, or message: a record of TLS 1.3 by
 * an AEAD, as libssl asks for them. */
static struct side prepare(OSSL_LIB_CTX *lib, const char *kind, const char *algorithm)
{
    const char *query = lib == ours ? "provider=asmloom" : NULL;
    struct side side = {NULL, NULL, NULL};
    static const uint8_t key[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, iv[16] = {9};
    if (strcmp(kind, "digest") == 0) {
        side.digest = EVP_MD_fetch(lib, algorithm, query);
        expect(side.digest != NULL, "digest");
    } else if (strcmp(kind, "hmac") == 0) {
        EVP_MAC *mac = EVP_MAC_fetch(lib, "HMAC", query);
        OSSL_PARAM params[2] = {
            OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)algorithm, 0),
            OSSL_PARAM_construct_end()};
        expect(mac != NULL && (side.mac = EVP_MAC_CTX_new(mac)) != NULL, "MAC");
        expect(EVP_MAC_init(side.mac, key, 16, params) == 1, "key");
        EVP_MAC_free(mac);
    } else {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, algorithm, query);
        side.cipher = EVP_CIPHER_CTX_new();
        expect(cipher != NULL && side.cipher != NULL, "cipher");
        expect(EVP_CipherInit_ex2(side.cipher, cipher, key, iv, kind[0] != 'd', NULL) == 1, "key");
        EVP_CIPHER_CTX_set_padding(side.cipher, 0);
        if (kind[0] == 's') {
            expect(EVP_CIPHER_CTX_ctrl(side.cipher, EVP_CTRL_AEAD_SET_MAC_KEY, 32, (void *)(uintptr_t)key) > 0, "MAC");
        }
        EVP_CIPHER_free(cipher);
    }
    return side;
}

static void finish(struct side *side)
{
    EVP_CIPHER_CTX_free(side->cipher);
    EVP_MD_free(side->digest);
    EVP_MAC_CTX_free(side->mac);
}

static int seal(EVP_CIPHER_CTX *ctx, uint8_t *text, size_t bytes)
{
    size_t all = bytes + (size_t)EVP_CIPHER_CTX_get_iv_length(ctx); /* an explicit IV in front */
    uint8_t header[13] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, (uint8_t)(all >> 8), (uint8_t)all};
    int behind = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, sizeof header, header);
    return behind > 0 && EVP_Cipher(ctx, text, text, (unsigned)all + (unsigned)behind) >= 0;
}

static int message(EVP_CIPHER_CTX *ctx, uint8_t *text, size_t bytes)
{
    static const uint8_t nonce[12] = {9}, header[5] = {23, 3, 3};
    int n, rest;
    return EVP_EncryptInit_ex(ctx, NULL, NULL, NULL, nonce) &&
           EVP_EncryptUpdate(ctx, NULL, &n, header, sizeof header) &&
           EVP_EncryptUpdate(ctx, text, &n, text, (int)bytes) && EVP_EncryptFinal_ex(ctx, text + n, &rest) &&
           EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, text + bytes);
}

/* Nanoseconds of `calls` turns of the loop, over the text at `text`. */
static __attribute__((noinline)) uint64_t turns(const struct side *side, const char *kind, uint8_t *text, size_t bytes,
                                                size_t calls)
{
    uint8_t out[EVP_MAX_MD_SIZE];
    uint64_t start = now();
    size_t written;
    int good = 1, n;
    for (size_t i = 0; i < calls; i++) {
        if (side->digest != NULL) {
            good &= EVP_Digest(text, bytes, out, NULL, side->digest, NULL);
        } else if (side->mac != NULL) {
            good &= EVP_MAC_init(side->mac, NULL, 0, NULL) && EVP_MAC_update(side->mac, text, bytes) &&
                    EVP_MAC_final(side->mac, out, &written, sizeof out);
        } else if (kind[0] == 's') {
            good &= seal(side->cipher, text, bytes);
        } else if (kind[0] == 'm') {
            good &= message(side->cipher, text, bytes);
        } else if (kind[0] == 'e') {
            good &= EVP_EncryptUpdate(side->cipher, text, &n, text, (int)bytes);
        } else {
            good &= EVP_DecryptUpdate(side->cipher, text, &n, text, (int)bytes);
        }
    }
    start = now() - start;
    expect(good == 1, "a call");
    return start;
}

/* The same with the stack and the text in other places. Where they stand within pages is chance for the whole of a
 * process, and accesses to addresses with the same last 12 bits delay each other. */
static uint64_t shifted(size_t chance, const struct side *side, const char *kind, size_t bytes, size_t calls)
{
    volatile uint8_t room[16 * (chance % 256) + 1];
    room[0] = 0;
    return turns(side, kind, buffer + 64 * (chance / 256), bytes, calls) + room[0];
}

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, by_value);
    return values[n / 2];
}

static void compare(const char *kind, const char *algorithm, size_t rounds)
{
    static double ratio[MOST], speed[2][MOST];
    struct side sides[2] = {prepare(theirs, kind, algorithm), prepare(ours, kind, algorithm)};
    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        size_t bytes = sizes[at] / 16 * 16, calls = 1; /* whole blocks, as ciphers take them at once */
        if (sides[0].cipher == NULL || kind[0] == 's' || kind[0] == 'm') {
            bytes = sizes[at];
        }
        while (turns(&sides[0], kind, buffer, bytes, calls) < SLICE) {
            calls *= 2;
        }
        turns(&sides[1], kind, buffer, bytes, calls);
        for (size_t round = 0; round < rounds; round++) {
            size_t chance = any(256 * 64);
            for (size_t turn = 0; turn < 2; turn++) {
                size_t side = (turn + round) % 2;
                double took = (double)shifted(chance, &sides[side], kind, bytes, calls);
                speed[side][round] = (double)(bytes * calls) * 1e3 / took;
            }
            ratio[round] = speed[1][round] / speed[0][round];
        }
        printf("%s %s %zu %.4f %.1f %.1f\n", kind, algorithm, sizes[at], median(ratio, rounds),
               median(speed[0], rounds), median(speed[1], rounds));
        fflush(stdout);
    }
    finish(&sides[0]);
    finish(&sides[1]);
}

int main(int argc, char **argv)
{
    size_t rounds = argc < 3 ? 0 : strtoul(argv[2], NULL, 10);
    if (rounds < 1 || rounds > MOST) {
        return 2;
    }
    load(argv[1], "legacy");
    for (int i = 3; i < argc; i++) {
        char *kind = argv[i], *algorithm = strchr(argv[i], ':');
        if (algorithm == NULL) {
            return 2;
        }
        *algorithm++ = 0;
        name(algorithm);
        compare(kind, algorithm, rounds);
    }
    return 0;
}
