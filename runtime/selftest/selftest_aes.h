/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: AES, with the vectors of FIPS 197 and SP 800-38A in hexadecimal, for keys of 128, 192 and
 * 256 bits.
 */

/* FIPS 197, appendices A and C. A has the keys of SP 800-38A. The keys of C are the bytes 0, 1, 2 and so on. */
static const struct {
    const char *last_key;    /* A: the last round key */
    const char *inverse_key; /* C: the second round key of the equivalent inverse cipher */
    const char *ciphertext;  /* C: of 00112233...ff */
} fips197[3] = {
    {"d014f9a8c9ee2589e13f0cc8b6630ca6", "13aa29be9c8faff6f770f58000f7bf03", "69c4e0d86a7b0430d8cdb78070b4c55a"},
    {"e98ba06f448c773c8ecc720401002202", "d6bebd0dc209ea494db073803e021bb9", "dda97ca4864cdfe06eaf70a0ec0d7191"},
    {"fe4890d1e6188d0b046df344706c631e", "34f1d1ffbfceaa2ffce9e25f2558016e", "8ea2b7ca516745bfeafc49904b496089"},
};

/* SP 800-38A, appendix F. */
static const char sp800_38a_plaintext[] = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
                                          "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
static const char sp800_38a_iv[] = "000102030405060708090a0b0c0d0e0f";
static const char sp800_38a_counter[] = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
enum { AES_ECB, AES_CBC, AES_CTR, AES_XTS };
static const struct {
    const char *key, *ciphertext[3]; /* by mode; that document has no XTS */
} sp800_38a[3] = {
    {"2b7e151628aed2a6abf7158809cf4f3c",
     {"3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"
      "43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
      "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
      "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
      "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
      "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"}},
    {"8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
     {"bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef"
      "ef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e",
      "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a"
      "571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd",
      "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
      "1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050"}},
    {"603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
     {"f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870"
      "b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
      "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
      "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b",
      "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
      "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6"}},
};

enum {
    AES_BLOCKS = 70, /* more than any variant processes together */
    AES_BYTES = 16 * AES_BLOCKS,
    AES_SCHEDULE = 240
};

/* ---- key schedules ---- */

typedef void LOOM_CDECL aes_set_key_fn(const uint8_t *key, size_t rounds, uint8_t *schedule);

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)

static void test_aes_set_key(struct run *run, aes_set_key_fn *set_key, int inverse)
{
    uint8_t key[64], got[AES_SCHEDULE + 16], want[AES_SCHEDULE + 16];
    for (unsigned n = 0; n < 3; n++) {
        size_t rounds = 10 + 2 * n;
        if (inverse) {
            for (uint8_t i = 0; i < 32; i++) {
                key[i] = i;
            }
            from_hex(want, fips197[n].inverse_key);
        } else {
            from_hex(key, sp800_38a[n].key);
            from_hex(want, fips197[n].last_key);
        }
        set_key(key, rounds, got);
        check(run, "a round key of FIPS 197, key bits", 128 + 64 * n, got + (inverse ? 16 : 16 * rounds), want, 16);
    }
    for (unsigned n = 0; n < 192; n++) { /* each size at each alignment */
        size_t rounds = 10 + 2 * (n % 3);
        fill(key, sizeof key, n + 1);
        memset(got, 0x55, sizeof got);
        memset(want, 0x55, sizeof want);
        if (inverse) {
            aes_inverse_key(key + n % 32, rounds, want + n % 16);
        } else {
            aes_expand_key(key + n % 32, rounds, want + n % 16);
        }
        set_key(key + n % 32, rounds, got + n % 16);
        check(run, "schedule of key", n, got, want, sizeof got);
    }
}

#endif

/* ---- modes ---- */

#if defined(TESTS_AES_MODES)

typedef void LOOM_CDECL aes_chained_fn(const uint8_t *schedule, size_t rounds, uint8_t *chain, const uint8_t *in,
                                       uint8_t *out, size_t blocks);
typedef void LOOM_CDECL aes_plain_fn(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
                                     size_t blocks);

/* One mode of a kernel, in one direction. `plain` takes no IV or counter, `chained` does. */
struct aes_function {
    aes_plain_fn *plain;
    aes_chained_fn *chained;
};

static void aes_call(struct aes_function f, const uint8_t *schedule, size_t rounds, uint8_t *chain, const uint8_t *in,
                     uint8_t *out, size_t blocks)
{
    if (f.plain != NULL) {
        f.plain(schedule, rounds, in, out, blocks);
    } else {
        f.chained(schedule, rounds, chain, in, out, blocks);
    }
}

static void test_aes_vectors(struct run *run, struct aes_function tested, int mode, int decrypts)
{
    uint8_t schedule[AES_SCHEDULE], key[32], text[64], cipher[64], got[64], chain[16], after[16];
    for (unsigned n = 0; n < 3; n++) {
        size_t rounds = 10 + 2 * n;
        from_hex(key, sp800_38a[n].key);
        from_hex(text, sp800_38a_plaintext);
        from_hex(cipher, sp800_38a[n].ciphertext[mode]);
        from_hex(chain, mode == AES_CTR ? sp800_38a_counter : sp800_38a_iv);
        memcpy(after, mode == AES_CBC ? cipher + 48 : chain, 16);
        if (mode == AES_CTR) {
            after[15] = 0x03;
            after[14] = 0xff;
        }
        (decrypts ? aes_inverse_key : aes_expand_key)(key, rounds, schedule);
        aes_call(tested, schedule, rounds, chain, decrypts ? cipher : text, got, 4);
        check(run, "SP 800-38A, key bits", 128 + 64 * n, got, decrypts ? text : cipher, 64);
        check(run, "SP 800-38A, IV or counter after it, key bits", 128 + 64 * n, chain, after, 16);
        if (mode == AES_ECB) {
            for (uint8_t i = 0; i < 32; i++) {
                key[i] = i;
            }
            for (uint8_t i = 0; i < 16; i++) {
                text[i] = (uint8_t)(0x11 * i);
            }
            from_hex(cipher, fips197[n].ciphertext);
            (decrypts ? aes_inverse_key : aes_expand_key)(key, rounds, schedule);
            aes_call(tested, schedule, rounds, chain, decrypts ? cipher : text, got, 1);
            check(run, "FIPS 197, key bits", 128 + 64 * n, got, decrypts ? text : cipher, 16);
        }
    }
}

/* Every number of blocks, at changing alignments, in two calls and in place. Some counters wrap around to zero. */
static void test_aes_lengths(struct run *run, struct aes_function tested, struct aes_function portable, int decrypts)
{
    static uint8_t text[AES_BYTES + 64], got[AES_BYTES + 64], want[AES_BYTES + 64];
    uint8_t schedule[AES_SCHEDULE], key[32], chain[16], want_chain[16];
    fill(text, sizeof text, 5);
    for (unsigned blocks = 0; blocks <= AES_BLOCKS; blocks++) {
        size_t rounds = 10 + 2 * (blocks % 3), from = blocks % 17, to = blocks % 31, first = blocks % 5 * blocks / 5;
        fill(key, sizeof key, blocks + 1);
        (decrypts ? aes_inverse_key : aes_expand_key)(key, rounds, schedule);
        fill(chain, sizeof chain, blocks + 100);
        memset(chain + 12, 0xff, 3);
        chain[15] = (uint8_t)(0u - blocks % 48);
        memcpy(want_chain, chain, 16);

        memset(got, 0x55, sizeof got);
        memset(want, 0x55, sizeof want);
        aes_call(portable, schedule, rounds, want_chain, text + from, want + to, blocks);
        aes_call(tested, schedule, rounds, chain, text + from, got + to, first);
        aes_call(tested, schedule, rounds, chain, text + from + 16 * first, got + to + 16 * first, blocks - first);
        check(run, "in two calls, blocks", blocks, got, want, sizeof got);
        check(run, "IV or counter after blocks", blocks, chain, want_chain, 16);

        aes_call(portable, schedule, rounds, want_chain, want + to, want + to, blocks);
        aes_call(tested, schedule, rounds, chain, got + to, got + to, blocks);
        check(run, "in place, blocks", blocks, got, want, sizeof got);
        check(run, "IV or counter after blocks in place,", blocks, chain, want_chain, 16);
    }
}

#endif

#define AES_SET_KEY_TEST(name, inverse)                                   \
    static void test_aes_##name(struct run *run, loom_any_fn function)    \
    {                                                                     \
        test_aes_set_key(run, (loom_aes_##name##_fn *)function, inverse); \
    }

/* `kind` is plain or chained. */
#define AES_MODE_TEST(name, kind, mode, decrypts)                           \
    static void test_aes_##name(struct run *run, loom_any_fn function)      \
    {                                                                       \
        struct aes_function tested = {NULL, NULL}, portable = {NULL, NULL}; \
        tested.kind = (loom_aes_##name##_fn *)function;                     \
        portable.kind = loom_aes_##name##_portable;                         \
        if ((mode) != AES_XTS) {                                            \
            test_aes_vectors(run, tested, mode, decrypts);                  \
        }                                                                   \
        test_aes_lengths(run, tested, portable, decrypts);                  \
    }

#if defined(LOOM_HAVE_aes_set_encrypt_key)
AES_SET_KEY_TEST(set_encrypt_key, 0)
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
AES_SET_KEY_TEST(set_decrypt_key, 1)
#endif
#if defined(LOOM_HAVE_aes_ecb_encrypt)
AES_MODE_TEST(ecb_encrypt, plain, AES_ECB, 0)
#endif
#if defined(LOOM_HAVE_aes_ecb_decrypt)
AES_MODE_TEST(ecb_decrypt, plain, AES_ECB, 1)
#endif
#if defined(LOOM_HAVE_aes_cbc_encrypt)
AES_MODE_TEST(cbc_encrypt, chained, AES_CBC, 0)
#endif
#if defined(LOOM_HAVE_aes_cbc_decrypt)
AES_MODE_TEST(cbc_decrypt, chained, AES_CBC, 1)
#endif
#if defined(LOOM_HAVE_aes_ctr32)
AES_MODE_TEST(ctr32, chained, AES_CTR, 0)
#endif
#if defined(LOOM_HAVE_aes_xts_encrypt)
AES_MODE_TEST(xts_encrypt, chained, AES_XTS, 0)
#endif
#if defined(LOOM_HAVE_aes_xts_decrypt)
AES_MODE_TEST(xts_decrypt, chained, AES_XTS, 1)
#endif

/* ---- the public functions ---- */

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key)

static void test_aes_key_sizes(struct run *run, int LOOM_CDECL set_key(loom_aes_ctx *, const uint8_t *, size_t),
                               aes_set_key_fn *portable)
{
    uint8_t key[33], schedule[AES_SCHEDULE];
    loom_aes_ctx ctx;
    fill(key, sizeof key, 6);
    for (size_t n = 0; n <= sizeof key; n++) {
        int good = n == 16 || n == 24 || n == 32;
        expect(run, set_key(&ctx, key, n) == (good ? 0 : -1), "only 16, 24 and 32 bytes are a key");
        if (good) {
            portable(key, n / 4 + 6, schedule);
            check(run, "key of bytes", (unsigned long)n, ctx.schedule, schedule, 16 * (n / 4 + 7));
        }
    }
    loom_aes_wipe(&ctx);
}

#endif

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32)

static void test_aes_ctr_interface(struct run *run)
{
    static const uint8_t zeros[sizeof(loom_aes_ctr_ctx)] = {0};
    uint8_t key[32], text[64], got[64], want[64], counter[16];
    loom_aes_ctr_ctx ctx;
    run->kernel = "aes_ctr";
    from_hex(text, sp800_38a_plaintext);
    from_hex(counter, sp800_38a_counter);
    for (unsigned n = 0; n < 3; n++) {
        size_t key_bytes = from_hex(key, sp800_38a[n].key);
        from_hex(want, sp800_38a[n].ciphertext[AES_CTR]);
        expect(run, loom_aes_ctr_init(&ctx, key, key_bytes, counter) == 0, "a good key is refused");
        for (size_t done = 0, piece = 0; done < 64; done += piece, piece = (piece * 5 + 3) % 23) {
            piece = piece < 64 - done ? piece : 64 - done;
            loom_aes_ctr_update(&ctx, text + done, got + done, piece);
        }
        check(run, "SP 800-38A in pieces, key bits", 128 + 64 * n, got, want, 64);
    }
    /* The counter wraps around to zero in all 128 bits. */
    memset(counter, 0xff, 16);
    loom_aes_ctr_init(&ctx, key, 32, counter);
    loom_aes_ctr_update(&ctx, text, got, 64);
    memset(counter, 0, 16);
    expect(run, loom_aes_ctr_update(&ctx, text, want, 7) == 0, "a good key is refused");
    expect(run, loom_aes_ctr_set_counter(&ctx, counter) == 0, "a good key is refused"); /* within a block */
    loom_aes_ctr_update(&ctx, text + 16, want, 48);
    check(run, "blocks after the highest counter,", 3, got + 16, want, 48);
    loom_aes_ctr_wipe(&ctx);
    check(run, "bytes of a wiped context,", sizeof ctx, (const uint8_t *)&ctx, zeros, sizeof ctx);
    expect(run, loom_aes_ctr_update(&ctx, text, got, 16) == -1, "a wiped context is taken");
    expect(run, loom_aes_ctr_set_counter(&ctx, counter) == -1, "a wiped context is taken");
}

#endif

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_cbc_encrypt)

static void test_aes_cbc_interface(struct run *run)
{
    uint8_t key[32], text[64], got[64], want[64], iv[16];
    loom_aes_ctx ctx;
    run->kernel = "aes_cbc";
    from_hex(text, sp800_38a_plaintext);
    from_hex(iv, sp800_38a_iv);
    from_hex(want, sp800_38a[2].ciphertext[AES_CBC]);
    loom_aes_set_encrypt_key(&ctx, key, from_hex(key, sp800_38a[2].key));
    expect(run, loom_aes_cbc_encrypt(&ctx, iv, text, got, 17) == -1, "a part of a block is taken");
    expect(run, loom_aes_cbc_encrypt(&ctx, iv, text, got, 16) == 0, "a block is refused");
    expect(run, loom_aes_cbc_encrypt(&ctx, iv, text + 16, got + 16, 48) == 0, "three blocks are refused");
    check(run, "SP 800-38A in two calls, bytes", 64, got, want, 64);
    loom_aes_wipe(&ctx);
    expect(run, loom_aes_cbc_encrypt(&ctx, iv, text, got, 16) == -1, "a wiped context is taken");
}

#endif

static void test_aes_interface(struct run *run)
{
    run->kernel = "aes";
    run->variant = "as dispatched";
#if defined(LOOM_HAVE_aes_set_encrypt_key)
    test_aes_key_sizes(run, loom_aes_set_encrypt_key, aes_expand_key);
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
    test_aes_key_sizes(run, loom_aes_set_decrypt_key, aes_inverse_key);
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_cbc_encrypt)
    test_aes_cbc_interface(run);
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32)
    test_aes_ctr_interface(run);
#endif
}
