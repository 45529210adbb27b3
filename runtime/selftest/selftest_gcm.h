/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: GHASH and AES-GCM, with test cases 2, 4, 10 and 16 of the specification that SP 800-38D took
 * over.
 */

#if defined(LOOM_HAVE_ghash_powers) && defined(LOOM_HAVE_ghash_blocks)

static const char gcm_h[] = "66e94bd4ef8a2c3b884cfa59ca342b2e";
static const char gcm_hashed[] = "0388dace60b6a392f328c2b971b2fe7800000000000000000000000000000080";
static const char gcm_hash[] = "f38cbb1ad69223dcc3457ae5b6b0f885";

enum { GHASH_BLOCKS = 70, GHASH_BYTES = 16 * GHASH_BLOCKS }; /* more than any variant processes together */

static void test_ghash(struct run *run, loom_ghash_powers_fn *powers_of, loom_ghash_blocks_fn *blocks_of)
{
    static uint8_t text[GHASH_BYTES + 16];
    uint8_t h[16], powers[352], got_powers[352], got[16] = {0}, want[16];
    from_hex(h, gcm_h);
    from_hex(text, gcm_hashed);
    from_hex(want, gcm_hash);
    powers_of(h, powers);
    blocks_of(powers + 96, got, text, 2);
    check(run, "GCM's test case", 2, got, want, 16);
    fill(text, sizeof text, 7);
    for (unsigned blocks = 0; blocks <= GHASH_BLOCKS; blocks++) {
        fill(h, sizeof h, blocks + 1);
        loom_ghash_powers_portable(h, powers);
        powers_of(h, got_powers);
        check(run, "powers of key", blocks, got_powers, powers, sizeof powers);
        memcpy(got, h, 16);
        memcpy(want, h, 16);
        loom_ghash_blocks_portable(powers + 96, want, text + blocks % 17, blocks);
        blocks_of(powers + 96, got, text + blocks % 17, blocks);
        check(run, "blocks", blocks, got, want, 16);
    }
}

static void test_ghash_powers(struct run *run, loom_any_fn function)
{
    test_ghash(run, (loom_ghash_powers_fn *)function, loom_ghash_blocks_portable);
}

static void test_ghash_blocks(struct run *run, loom_any_fn function)
{
    test_ghash(run, loom_ghash_powers_portable, (loom_ghash_blocks_fn *)function);
}

#endif

#if defined(LOOM_AES_GCM)

/* Every number of blocks, at changing alignments, apart and in place, and across a counter of zero. */
static void test_aes_gcm(struct run *run, loom_aes_gcm_encrypt_fn *tested, int decrypts)
{
    static uint8_t text[AES_BYTES + 32], got[AES_BYTES + 32], want[AES_BYTES + 32];
    uint8_t schedule[AES_SCHEDULE], key[32], powers[352], sums[2][16], counters[2][16];
    for (unsigned blocks = 0; blocks <= AES_BLOCKS; blocks++) {
        size_t rounds = 10 + 2 * (blocks % 3), from = blocks % 17, to = blocks % 2 ? from : blocks % 31;
        fill(key, sizeof key, blocks + 1);
        fill(text, sizeof text, blocks + 2);
        fill(counters[0], 16, blocks + 100);
        memset(counters[0] + 12, 0xff, 3);
        counters[0][15] = (uint8_t)(0u - blocks % 48);
        memcpy(counters[1], counters[0], 16);
        memcpy(sums, counters, sizeof sums);
        aes_expand_key(key, rounds, schedule);
        loom_ghash_powers_portable(key, powers);
        memset(got, 0x55, sizeof got);
        memset(want, 0x55, sizeof want);
        if (blocks % 2) {
            memcpy(got + to, text + from, 16 * (size_t)blocks);
        }
        loom_aes_ctr32_portable(schedule, rounds, counters[1], text + from, want + to, blocks);
        loom_ghash_blocks_portable(powers + 96, sums[1], decrypts ? text + from : want + to, blocks);
        tested(schedule, rounds, counters[0], powers + 96, sums[0], blocks % 2 ? got + to : text + from, got + to,
               blocks);
        check(run, "text of blocks", blocks, got, want, sizeof got);
        check(run, "counter after blocks", blocks, counters[0], counters[1], 16);
        check(run, "hash of blocks", blocks, sums[0], sums[1], 16);
    }
}

static void test_aes_gcm_encrypt(struct run *run, loom_any_fn function)
{
    test_aes_gcm(run, (loom_aes_gcm_encrypt_fn *)function, 0);
}

static void test_aes_gcm_decrypt(struct run *run, loom_any_fn function)
{
    test_aes_gcm(run, (loom_aes_gcm_encrypt_fn *)function, 1);
}

/* Every length up to that of a turn and what may follow it, and some more, whole messages against portable C. */
static void test_aes_gcm_message(struct run *run, loom_aes_gcm_seal_message_fn *tested, loom_aes_gcm_seal_message_fn *c)
{
    enum { MOST = 700 };
    static uint8_t text[MOST + 32], got[MOST + 32], want[MOST + 32];
    uint8_t schedule[AES_SCHEDULE], key[32], powers[352], messages[2][64];
    for (unsigned length = 0; length <= MOST; length += length < 340 ? 1 : 29) {
        size_t rounds = 10 + 2 * (length % 3), from = length % 17, to = length % 2 ? from : length % 31;
        fill(key, sizeof key, length + 1);
        fill(text, sizeof text, length + 2);
        fill(messages[0], sizeof messages[0], length + 3);
        memcpy(messages[1], messages[0], sizeof messages[0]);
        aes_expand_key(key, rounds, schedule);
        loom_ghash_powers_portable(key, powers);
        memset(got, 0x55, sizeof got);
        memset(want, 0x55, sizeof want);
        if (length % 2) {
            memcpy(got + to, text + from, length);
        }
        c(schedule, rounds, powers, messages[1], text + from, want + to, length);
        tested(schedule, rounds, powers, messages[0], length % 2 ? got + to : text + from, got + to, length);
        check(run, "text of bytes", length, got, want, sizeof got);
        check(run, "tag after bytes", length, messages[0], messages[1], sizeof messages[0]);
    }
}

static void test_aes_gcm_seal_message(struct run *run, loom_any_fn function)
{
    test_aes_gcm_message(run, (loom_aes_gcm_seal_message_fn *)function, loom_aes_gcm_seal_message_portable);
}

static void test_aes_gcm_open_message(struct run *run, loom_any_fn function)
{
    test_aes_gcm_message(run, (loom_aes_gcm_seal_message_fn *)function, loom_aes_gcm_open_message_portable);
}

static const char gcm_key[] = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";
static const char gcm_nonce[] = "cafebabefacedbaddecaf888";
static const char gcm_aad[] = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
static const char gcm_text[] = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                               "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
static const char *const gcm_sealed[3] = {
    /* the tag follows the text */
    "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973"
    "d58e0915bc94fbc3221a5db94fae95ae7121a47",
    "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9c"
    "cda27102519498e80f1478f37ba55bd6d27618c",
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0ab"
    "cc9f66276fc6ece0f4e1768cddf8853bb2d551b",
};

enum { GCM_CASE = 60, GCM_CASE_AAD = 20 };

/* Longer than what goes through buffers: whole and in parts, from which both ways out of the function are taken. */
static LOOM_SELDOM void test_aes_gcm_parts(struct run *run, const loom_aes_gcm_key *key, const uint8_t *aad)
{
    enum { LENGTH = 333 };
    static uint8_t text[LENGTH], sealed[LENGTH + 16], got[LENGTH + 16];
    loom_aes_gcm_ctx ctx;
    fill(text, sizeof text, 9);
    loom_aes_gcm_seal(key, text, 33, text, 133, text, LENGTH, sealed, sealed + LENGTH, 16);
    for (int opens = 0; opens < 2; opens++) {
        loom_aes_gcm_init(&ctx, key, text, 33);
        loom_aes_gcm_aad(&ctx, text, 7);
        loom_aes_gcm_aad(&ctx, text + 7, 126);
        for (size_t done = 0, piece = 1; done < LENGTH; done += piece, piece = (piece * 5 + 3) % 83) {
            piece = piece < LENGTH - done ? piece : LENGTH - done;
            if (opens) {
                loom_aes_gcm_decrypt(&ctx, sealed + done, got + done, piece);
            } else {
                loom_aes_gcm_encrypt(&ctx, text + done, got + done, piece);
            }
        }
        expect(run, loom_aes_gcm_aad(&ctx, aad, 1) == -1, "associated data behind text is taken");
        if (opens) {
            expect(run, loom_aes_gcm_encrypt(&ctx, text, got, 1) == -1, "a context that decrypts encrypts");
            expect(run, loom_aes_gcm_tag(&ctx, got, 16) == -1, "a context that decrypts gives a tag");
            expect(run, loom_aes_gcm_verify(&ctx, sealed + LENGTH, 16) == 0, "a message in parts is refused");
            check(run, "opened in parts, bytes", LENGTH, got, text, LENGTH);
            expect(run, loom_aes_gcm_verify(&ctx, sealed + LENGTH, 16) == -1, "a message ends twice");
        } else {
            expect(run, loom_aes_gcm_tag(&ctx, got + LENGTH, 16) == 0, "a message in parts is refused");
            check(run, "sealed in parts, bytes", LENGTH, got, sealed, LENGTH + 16);
        }
    }
    loom_aes_gcm_init(&ctx, key, text, 33);
    expect(run, loom_aes_gcm_verify(&ctx, sealed + LENGTH, 16) == -1, "a wrong tag is taken");
    expect(run, loom_aes_gcm_open(key, text, 33, text, 133, sealed, LENGTH, sealed + LENGTH, 16, got) == 0,
           "a sealed message is refused");
    check(run, "opened, bytes", LENGTH, got, text, LENGTH);
    sealed[LENGTH - 1] ^= 1;
    expect(run, loom_aes_gcm_open(key, text, 33, text, 133, sealed, LENGTH, sealed + LENGTH, 16, got) == -1,
           "a forged message is opened");
    memset(text, 0, sizeof text);
    check(run, "a forged message, bytes", LENGTH, got, text, LENGTH);
}

static LOOM_SELDOM void test_aes_gcm_interface(struct run *run)
{
    static const uint8_t none[GCM_CASE] = {0};
    uint8_t user_key[32], nonce[12], aad[GCM_CASE_AAD], text[GCM_CASE], want[GCM_CASE + 16], got[GCM_CASE + 16];
    loom_aes_gcm_key key;
    run->kernel = "aes_gcm";
    run->variant = "as dispatched";
    from_hex(user_key, gcm_key);
    from_hex(nonce, gcm_nonce);
    from_hex(aad, gcm_aad);
    from_hex(text, gcm_text);
    for (unsigned n = 0; n < 3; n++) {
        from_hex(want, gcm_sealed[n]);
        expect(run, loom_aes_gcm_set_key(&key, user_key, 16 + 8 * n) == 0, "a good key is refused");
        expect(run, loom_aes_gcm_seal(&key, nonce, 12, aad, sizeof aad, text, GCM_CASE, got, got + GCM_CASE, 16) == 0,
               "a good message is refused");
        check(run, "GCM's test case", 4 + 6 * n, got, want, sizeof want);
        memset(got + GCM_CASE, 0, 16);
        expect(run, loom_aes_gcm_open(&key, nonce, 12, aad, sizeof aad, got, GCM_CASE, want + GCM_CASE, 12, got) == 0,
               "a good tag is refused");
        check(run, "GCM's test case in place,", 4 + 6 * n, got, text, GCM_CASE);
        want[GCM_CASE + 11] ^= 0x80;
        expect(run, loom_aes_gcm_open(&key, nonce, 12, aad, sizeof aad, want, GCM_CASE, want + GCM_CASE, 12, got) == -1,
               "a wrong tag is taken");
        check(run, "a wrong tag, key bits", 128 + 64 * n, got, none, GCM_CASE);
    }
    test_aes_gcm_parts(run, &key, aad);
    loom_aes_gcm_wipe_key(&key);
    expect(run, loom_aes_gcm_seal(&key, nonce, 12, aad, 0, text, 0, got, got, 16) == -1, "a wiped key is taken");
}

#endif
