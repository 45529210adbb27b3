/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: the block ciphers that the generated rows name, each by its vector and beside portable C.
 */
enum { CIPHER_BLOCKS = 70, CIPHER_BYTES = 16 * CIPHER_BLOCKS }; /* more than any variant processes together */

/* A kernel with the arguments of its mode, and the one for its keys. */
#define CIPHER_CALLED(kernel, name, mode, block, arguments)                                                       \
    static void kernel##_called(loom_any_fn called, const loom_##name##_ctx *ctx, uint8_t *iv, const uint8_t *in, \
                                uint8_t *out, size_t length)                                                      \
    {                                                                                                             \
        (void)iv;                                                                                                 \
        ((loom_##kernel##_fn *)called) arguments;                                                                 \
    }
#define CIPHER_KEY_CALLED(kernel, name, arguments)                                                                \
    static void kernel##_called(loom_any_fn called, loom_##name##_ctx *ctx, const uint8_t *key, size_t key_bytes) \
    {                                                                                                             \
        (void)key_bytes;                                                                                          \
        ((loom_##kernel##_fn *)called) arguments;                                                                 \
    }
LOOM_CIPHER_MODES(CIPHER_CALLED)
LOOM_CIPHER_KEYS(CIPHER_KEY_CALLED)

/* The schedules of all sizes of keys, at changing alignments of the key. */
#define CIPHER_KEY_TEST(kernel, name, arguments)                                                     \
    static void test_##kernel(struct run *run, loom_any_fn function)                                 \
    {                                                                                                \
        uint8_t key[128];                                                                            \
        static loom_##name##_ctx got, want;                                                          \
        for (unsigned n = 0; n < 64; n++) {                                                          \
            size_t bytes = n + 1;                                                                    \
            fill(key, sizeof key, n + 1);                                                            \
            memset(&got, 0x55, sizeof got);                                                          \
            memset(&want, 0x55, sizeof want);                                                        \
            if (loom_##name##_set_encrypt_key(&want, key + n % 16, bytes) == 0) {                    \
                memset(&want, 0x55, sizeof want);                                                    \
                kernel##_called((loom_any_fn)loom_##kernel##_portable, &want, key + n % 16, bytes);  \
                kernel##_called(function, &got, key + n % 16, bytes);                                \
            }                                                                                        \
            check(run, "schedule of a key of bytes", (unsigned long)bytes, &got, &want, sizeof got); \
        }                                                                                            \
    }
LOOM_CIPHER_KEYS(CIPHER_KEY_TEST)

#define VECTOR(name, block, key, plaintext, ciphertext) \
    static const char *const name##_vector[3] = {key, plaintext, ciphertext};
LOOM_BLOCK_CIPHERS(VECTOR)

/* The number of bytes of the next size of keys that the cipher takes. */
#define CIPHER_SET(name, ctx, key, from, backwards)                                                       \
    for (size_t size = (from) % 64 + 1; (backwards ? loom_##name##_set_decrypt_key(ctx, key, size)        \
                                                   : loom_##name##_set_encrypt_key(ctx, key, size)) != 0; \
         size = size % 64 + 1) {                                                                          \
    }

/* The vector; then every number of blocks, at changing alignments, in two calls and in place, beside portable C. */
#define CIPHER_TEST(kernel, name, mode, block, arguments)                                                     \
    static void test_##kernel(struct run *run, loom_any_fn function)                                          \
    {                                                                                                         \
        static uint8_t text[CIPHER_BYTES + 64], got[CIPHER_BYTES + 64], want[CIPHER_BYTES + 64];              \
        const loom_any_fn portable = (loom_any_fn)loom_##kernel##_portable;                                   \
        const int backwards = strcmp(#mode, "cbc_decrypt") == 0;                                              \
        uint8_t key[64], iv[block], want_iv[block];                                                           \
        static loom_##name##_ctx ctx;                                                                         \
        size_t bytes = from_hex(key, name##_vector[0]);                                                       \
        memset(iv, 0, sizeof iv);                                                                             \
        from_hex(text, name##_vector[backwards ? 2 : 1]);                                                     \
        from_hex(want, name##_vector[backwards ? 1 : 2]);                                                     \
        (void)(backwards ? loom_##name##_set_decrypt_key(&ctx, key, bytes)                                    \
                         : loom_##name##_set_encrypt_key(&ctx, key, bytes));                                  \
        kernel##_called(function, &ctx, iv, text, got, block);                                                \
        check(run, "the vector, key bytes", (unsigned long)bytes, got, want, block);                          \
        fill(text, sizeof text, 5);                                                                           \
        for (unsigned blocks = 0; blocks <= CIPHER_BLOCKS; blocks++) {                                        \
            size_t from = blocks % 17, to = blocks % 31, first = (block) * (size_t)(blocks % 5 * blocks / 5); \
            size_t length = (size_t)(block) * blocks;                                                         \
            fill(key, sizeof key, blocks + 1);                                                                \
            CIPHER_SET(name, &ctx, key, blocks, backwards)                                                    \
            fill(iv, sizeof iv, blocks + 100);                                                                \
            memcpy(want_iv, iv, sizeof iv);                                                                   \
            memset(got, 0x55, sizeof got);                                                                    \
            memset(want, 0x55, sizeof want);                                                                  \
            kernel##_called(portable, &ctx, want_iv, text + from, want + to, length);                         \
            kernel##_called(function, &ctx, iv, text + from, got + to, first);                                \
            kernel##_called(function, &ctx, iv, text + from + first, got + to + first, length - first);       \
            check(run, "in two calls, blocks", blocks, got, want, sizeof got);                                \
            check(run, "IV after blocks", blocks, iv, want_iv, sizeof iv);                                    \
            kernel##_called(portable, &ctx, want_iv, want + to, want + to, length);                           \
            kernel##_called(function, &ctx, iv, got + to, got + to, length);                                  \
            check(run, "in place, blocks", blocks, got, want, sizeof got);                                    \
        }                                                                                                     \
        loom_##name##_wipe(&ctx);                                                                             \
    }
LOOM_CIPHER_MODES(CIPHER_TEST)
