/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: compares kernels that do the work of two with two kernels in portable C, one after the other.
 */

#if defined(LOOM_HAVE_rc4_md5_blocks)

enum { RC4_MD5_BLOCKS = 9, RC4_MD5_NEAREST = LOOM_APART_rc4_md5_blocks };

/* Runs RC4 and MD5 one after the other. `keys` and `words` are the two states before and after. */
static void rc4_md5_apart(uint32_t keys[258], uint32_t words[4], const uint8_t *in, uint8_t *out, const uint8_t *hashed,
                          size_t blocks, int hash_first)
{
    if (hash_first) {
        loom_md5_blocks_portable(words, hashed, blocks);
    }
    loom_rc4_stream_portable(keys, in, out, 64 * blocks);
    if (!hash_first) {
        loom_md5_blocks_portable(words, hashed, blocks);
    }
}

static void test_rc4_md5_blocks(struct run *run, loom_any_fn function)
{
    static uint8_t got[64 * RC4_MD5_BLOCKS + 256], want[sizeof got], text[sizeof got];
    loom_rc4_md5_blocks_fn *kernel = (loom_rc4_md5_blocks_fn *)function;
    fill(text, sizeof text, 5);
    for (size_t x = 0; x < 256; x++) {
        uint32_t keys[258], expected_keys[258];
        uint32_t words[4] = {1, 2, 3, (uint32_t)x}, expected_words[4] = {1, 2, 3, (uint32_t)x};
        size_t blocks = x % (RC4_MD5_BLOCKS + 1), distance = RC4_MD5_NEAREST + x % 128;
        loom_rc4_set_key_portable(keys, text, 16);
        keys[256] = (uint32_t)x;
        memcpy(expected_keys, keys, sizeof keys);
        memcpy(got, text, sizeof got);
        memcpy(want, text, sizeof want);
        if (x % 3 == 0) { /* out of place, the hash over the input */
            kernel(keys, words, text, got, text + x % 64, blocks);
            rc4_md5_apart(expected_keys, expected_words, text, want, text + x % 64, blocks, 1);
        } else if (x % 3 == 1) { /* in place, the hash ahead */
            kernel(keys, words, got, got, got + distance, blocks);
            rc4_md5_apart(expected_keys, expected_words, want, want, want + distance, blocks, 1);
        } else { /* in place, the hash behind */
            kernel(keys, words, got + distance, got + distance, got, blocks);
            rc4_md5_apart(expected_keys, expected_words, want + distance, want + distance, want, blocks, 0);
        }
        check(run, "text from x =", (unsigned long)x, got, want, sizeof got);
        check(run, "state of RC4 from x =", (unsigned long)x, keys, expected_keys, sizeof keys);
        check(run, "hash from x =", (unsigned long)x, words, expected_words, sizeof words);
    }
}

/* Any length from any position of both streams, apart and in place, in both directions. */
static void test_rc4_md5_interface(struct run *run)
{
    static uint8_t got[1024], want[1024], text[1024];
    run->kernel = "rc4_md5";
    run->variant = "as dispatched";
    fill(text, sizeof text, 7);
    for (size_t n = 0; n <= 700; n++) {
        for (unsigned way = 0; way < 4; way++) {
            static loom_rc4_ctx rc4, expected_rc4;
            loom_md5_ctx md5, expected_md5;
            uint8_t *out = way & 1 ? got : got + 64, digest[16], expected[16];
            int decrypts = way & 2;
            /* With the hash at or just before the beginning of a block, RC4 is far from the beginning of a window. */
            size_t length = 700 - n, before = n % 2 ? n * 5 % 77 : 64 - n % 8, used = n % 3 ? n / 2 % 9 : n % 67;
            memcpy(got, text, sizeof got);
            memcpy(want, text, sizeof want);
            loom_rc4_set_key(&rc4, text, 16);
            loom_rc4(&rc4, want, want, used);
            loom_md5_init(&md5);
            loom_md5_update(&md5, text, before);
            expected_rc4 = rc4;
            expected_md5 = md5;
            memcpy(want, text, sizeof want);
            if (decrypts) {
                loom_rc4_md5_decrypt(&rc4, &md5, way & 1 ? got : text, out, length);
                loom_rc4(&expected_rc4, text, way & 1 ? want : want + 64, length);
                loom_md5_update(&expected_md5, way & 1 ? want : want + 64, length);
            } else {
                loom_rc4_md5_encrypt(&rc4, &md5, way & 1 ? got : text, out, length);
                loom_md5_update(&expected_md5, text, length);
                loom_rc4(&expected_rc4, text, way & 1 ? want : want + 64, length);
            }
            check(run, decrypts ? "decrypted, length" : "encrypted, length", (unsigned long)length, got, want,
                  sizeof got);
            check(run, "state of RC4 after length", (unsigned long)length, rc4.state, expected_rc4.state,
                  sizeof rc4.state);
            loom_md5_final(&md5, digest);
            loom_md5_final(&expected_md5, expected);
            check(run, "digest of length", (unsigned long)length, digest, expected, 16);
        }
    }
}

#endif

/* ---- AES-CBC encryption and a hash ---- */

/* Compares the kernel with its two parts in C, with every key size, apart and in place, the hash ahead and behind. Then
 * tests the public functions: any length from any position of the hash, apart and in place. */
#define TEST_AES_CBC_HASH(name, both, word, words, block)                                                       \
    static void test_##both(struct run *run, loom_any_fn function)                                              \
    {                                                                                                           \
        static uint8_t got[9 * (block) + 256], want[sizeof got], text[sizeof got];                              \
        loom_##both##_fn *kernel = (loom_##both##_fn *)function;                                                \
        fill(text, sizeof text, 5);                                                                             \
        for (size_t n = 0; n < 90; n++) {                                                                       \
            uint8_t schedule[240], iv[16], expected_iv[16];                                                     \
            word state[words], expected[words];                                                                 \
            size_t blocks = n % 10, rounds = 10 + 2 * (n / 10 % 3), distance = (block) + n % 128;               \
            int ahead = n % 3 != 2;                                                                             \
            uint8_t *in = n % 3 == 0   ? text                                                                   \
                          : n % 3 == 1 ? got                                                                    \
                                       : got + distance,                                                        \
                    *out = n % 3 == 2 ? got + distance : got;                                                   \
            const uint8_t *hashed = n % 3 == 0 ? text + n % 64 : n % 3 == 1 ? got + distance : got;             \
            aes_expand_key(text, rounds, schedule);                                                             \
            fill(iv, 16, 9);                                                                                    \
            fill(expected_iv, 16, 9);                                                                           \
            memset(state, 0x5a, sizeof state);                                                                  \
            memset(expected, 0x5a, sizeof expected);                                                            \
            memcpy(got, text, sizeof got);                                                                      \
            memcpy(want, text, sizeof want);                                                                    \
            if (ahead) {                                                                                        \
                loom_##name##_blocks_portable(expected, n % 3 ? want + distance : hashed, blocks);              \
            }                                                                                                   \
            loom_aes_cbc_encrypt_portable(schedule, rounds, expected_iv, n % 3 == 2 ? want + distance : want,   \
                                          n % 3 == 2 ? want + distance : want, (block) / 16 * blocks);          \
            if (!ahead) {                                                                                       \
                loom_##name##_blocks_portable(expected, want, blocks);                                          \
            }                                                                                                   \
            kernel(schedule, rounds, iv, state, in, out, hashed, blocks);                                       \
            check(run, "text of case", (unsigned long)n, got, want, sizeof got);                                \
            check(run, "IV after case", (unsigned long)n, iv, expected_iv, 16);                                 \
            check(run, "state after case", (unsigned long)n, (const uint8_t *)state, (const uint8_t *)expected, \
                  sizeof state);                                                                                \
        }                                                                                                       \
    }                                                                                                           \
                                                                                                                \
    static LOOM_INNER void test_aes_cbc_##name##_interface(struct run *run)                                     \
    {                                                                                                           \
        static uint8_t got[1024], want[1024], text[1024];                                                       \
        loom_aes_ctx aes, wiped;                                                                                \
        run->kernel = "aes_cbc_" #name;                                                                         \
        run->variant = "as dispatched";                                                                         \
        fill(text, sizeof text, 7);                                                                             \
        memset(&wiped, 0, sizeof wiped);                                                                        \
        loom_aes_set_encrypt_key(&aes, text, 16);                                                               \
        for (size_t length = 0; length <= 1024; length += 16) {                                                 \
            uint8_t iv[16] = {1}, expected_iv[16] = {1}, digest[64], expected[64];                              \
            loom_##name##_ctx hash, expected_hash;                                                              \
            memcpy(got, text, sizeof got);                                                                      \
            memcpy(want, text, sizeof want);                                                                    \
            loom_##name##_init(&hash);                                                                          \
            loom_##name##_update(&hash, text, length * 7 % 131);                                                \
            expected_hash = hash;                                                                               \
            loom_##name##_update(&expected_hash, text, length);                                                 \
            loom_aes_cbc_encrypt(&aes, expected_iv, text, want, length);                                        \
            if (loom_aes_cbc_##name##_encrypt(&aes, iv, &hash, text, got, length + 1) != -1 ||                  \
                loom_aes_cbc_##name##_encrypt(&wiped, iv, &hash, text, got, length) != -1 ||                    \
                loom_aes_cbc_##name##_encrypt(&aes, iv, &hash, length % 32 ? text : got, got, length) != 0) {   \
                run->failures++;                                                                                \
                say(run, "FAIL aes_cbc_" #name ": it takes whole blocks and a key for encryption");             \
                return;                                                                                         \
            }                                                                                                   \
            check(run, "encrypted, length", (unsigned long)length, got, want, sizeof got);                      \
            check(run, "IV after length", (unsigned long)length, iv, expected_iv, 16);                          \
            loom_##name##_final(&hash, digest);                                                                 \
            loom_##name##_final(&expected_hash, expected);                                                      \
            check(run, "digest of length", (unsigned long)length, digest, expected, (words) * sizeof(word));    \
        }                                                                                                       \
    }

LOOM_AES_CBC_HASHES(TEST_AES_CBC_HASH)
