/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: compares TLS records with RFC 5246 written out over the portable kernels, and one record of each
 * kind with the output of an independent implementation; of TLS 1.3 with a record of RFC 8448.
 */

#if defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4)

enum { TLS_LONGEST = 1100, TLS_RECORD = TLS_LONGEST + TLS_LARGEST_MAC + TLS_LARGEST_PAD };

static const struct loom_hash *const tls_hashes[] = {
    NULL,
#if defined(LOOM_HAVE_md5_blocks)
    &loom_hash_md5,
#else
    NULL,
#endif
#if defined(LOOM_HAVE_sha1_blocks)
    &loom_hash_sha1,
#else
    NULL,
#endif
#if defined(LOOM_HAVE_sha256_blocks)
    &loom_hash_sha256,
#else
    NULL,
#endif
#if defined(LOOM_HAVE_sha512_blocks)
    &loom_hash_sha384,
#else
    NULL,
#endif
};

/* The bytes 0, 1, 2 and so on: the key, the IV, the MAC key from 32 on, and the plaintext of the records below from 64
 * on. The records have the sequence number zero. */
static uint8_t tls_bytes[256];
static uint8_t tls_header[11] = {0, 0, 0, 0, 0, 0, 0, 0, 0x16, 3, 3};

/* out = text and its MAC, the HMAC (RFC 2104) of header, length and text. Returns the number of bytes. */
static size_t tls_authenticated(const struct loom_hash *hash, const uint8_t *text, size_t length, uint8_t *out)
{
    uint8_t pad[128], digest[64], size[2] = {(uint8_t)(length >> 8), (uint8_t)length};
    loom_tls_hash ctx;
    for (int outer = 0; outer < 2; outer++) {
        for (size_t i = 0; i < hash->block; i++) {
            pad[i] = (uint8_t)((i < hash->digest ? tls_bytes[32 + i] : 0) ^ (outer ? 0x5c : 0x36));
        }
        loom_hash_init(hash, &ctx);
        loom_hash_update(hash, &ctx, pad, hash->block);
        if (outer) {
            loom_hash_update(hash, &ctx, digest, hash->digest);
        } else {
            loom_hash_update(hash, &ctx, tls_header, sizeof tls_header);
            loom_hash_update(hash, &ctx, size, 2);
            loom_hash_update(hash, &ctx, text, length);
        }
        loom_hash_final(hash, &ctx, digest);
    }
    memcpy(out, text, length);
    memcpy(out + length, digest, hash->digest);
    return length + hash->digest;
}

static void tls_expect(struct run *run, int right, const char *what, size_t number)
{
    if (!right) {
        run->failures++;
        say(run, "FAIL %s %s: %s %lu", run->kernel, run->variant, what, (unsigned long)number);
    }
}

static void tls_start(struct run *run, const char *kernel)
{
    run->kernel = kernel;
    run->variant = "as dispatched";
    for (size_t i = 0; i < sizeof tls_bytes; i++) {
        tls_bytes[i] = (uint8_t)i;
    }
}

/* Opens a record that must be refused, and checks that the output has no plaintext. */
static void tls_refused(struct run *run, int result, size_t opened, const uint8_t *out, size_t length, int right)
{
    static const uint8_t none[TLS_RECORD] = {0};
    tls_expect(run, result == right && opened == 0, "a wrong record opens, of length", length);
    check(run, "a wrong record leaves something, of length", (unsigned long)length, out, none, length);
}

#endif

#if defined(LOOM_TLS_CBC)

static const char *const tls_cbc_records[] = {
    NULL,
    NULL,
    "34aa4a156d4930d99a622fed6a5d4a0c4d726d59e4404e8598c9bd9201e2f3aecd8554647ef8f0c20f48096fa9387b8a90b8"
    "bfb7e61daf99badf8646e8ea98a8",
    "34aa4a156d4930d99a622fed6a5d4a0c4d726d59e4404e8598c9bd9201e2f3aeee5601c4dd9eadb4afd6687fcd46c703a128"
    "d840e1d100a9e982f8c4f70572ead2851889cbc5a836d927267e1812e0d3",
    "34aa4a156d4930d99a622fed6a5d4a0c4d726d59e4404e8598c9bd9201e2f3ae3627031dd4ea91d51c4ac255748db3bf3f67"
    "f127a1be7dbb2a75cdd6e53a51b1d5ebdd678f2bfb2bf6cdd89e45c2777b7aaa18c277d01e6c32625aa4682cd0ea",
};

/* Opens `record`, which contains `length` bytes of text, and opens the record again with one bit changed. */
static void test_tls_cbc_open(struct run *run, loom_tls_ctx *ctx, const uint8_t *record, size_t total,
                              const uint8_t *text, size_t length)
{
    static uint8_t source[TLS_RECORD], out[TLS_RECORD];
    for (size_t wrong = 0; wrong < 2; wrong++) {
        uint8_t iv[16], *to = length % 2 ? source : out;
        size_t opened = 99;
        int result;
        memcpy(source, record, total);
        source[length * 7 % total] ^= (uint8_t)(wrong << length % 8);
        memcpy(iv, tls_bytes + 16, 16);
        result = loom_tls_cbc_open(ctx, tls_header, iv, source, to, total, &opened);
        if (wrong) {
            tls_refused(run, result, opened, to, total, -1);
        } else {
            tls_expect(run, result == 0 && opened == length, "a record does not open, of length", length);
            check(run, "record opened, of length", (unsigned long)length, to, text, length);
            check(run, "IV after opening length", (unsigned long)length, iv, record + total - 16, 16);
        }
    }
}

static void test_tls_cbc_hash(struct run *run, int number, const struct loom_hash *hash)
{
    static uint8_t text[TLS_LONGEST], content[TLS_RECORD], want[TLS_RECORD], got[TLS_RECORD];
    uint8_t schedule[240], iv[16], want_iv[16];
    loom_tls_ctx seals, opens;
    size_t opened = 99, total;
    int result;
    if (loom_tls_cbc_init(&seals, 1, number, tls_bytes, 16, tls_bytes + 32, hash->digest) != 0 ||
        loom_tls_cbc_init(&opens, 0, number, tls_bytes, 16, tls_bytes + 32, hash->digest) != 0) {
        tls_expect(run, 0, "keys are not taken, of hash", (size_t)number);
        return;
    }
    aes_expand_key(tls_bytes, 10, schedule);

    memcpy(iv, tls_bytes + 16, 16);
    total = from_hex(want, tls_cbc_records[number]);
    tls_expect(run, loom_tls_cbc_seal(&seals, tls_header, iv, tls_bytes + 64, got, 37) == 0, "does not seal, hash",
               (size_t)number);
    check(run, "record of hash", (unsigned long)number, got, want, total);

    fill(text, sizeof text, 11);
    for (size_t length = 0; length <= TLS_LONGEST; length += 1 + length / 32) {
        size_t plain = tls_authenticated(hash, text, length, content), fewest = 15 - plain % 16;
        for (size_t pad = fewest; pad < 256; pad += 16 * (1 + length % 7)) {
            memset(content + plain, (int)pad, pad + 1);
            memcpy(want_iv, tls_bytes + 16, 16);
            loom_aes_cbc_encrypt_portable(schedule, 10, want_iv, content, want, (plain + pad + 1) / 16);
            test_tls_cbc_open(run, &opens, want, plain + pad + 1, text, length);
            if (pad == fewest) {
                memcpy(iv, tls_bytes + 16, 16);
                memcpy(got, text, length);
                total = loom_tls_cbc_length(&seals, length);
                tls_expect(run, total == plain + pad + 1, "wrong length of a record, of text", length);
                if (loom_tls_cbc_seal(&seals, tls_header, iv, length % 3 ? text : got, got, length) != 0) {
                    tls_expect(run, 0, "does not seal, length", length);
                }
                check(run, "record sealed, of length", (unsigned long)length, got, want, plain + pad + 1);
                check(run, "IV after sealing length", (unsigned long)length, iv, want_iv, 16);
            }
        }
    }
    tls_expect(run, loom_tls_cbc_length(&seals, 16385) == 0, "a length for text of", 16385);
    tls_expect(run, loom_tls_cbc_seal(&seals, tls_header, iv, text, got, 16385) == -1, "seals", 16385);
    result = loom_tls_cbc_open(&opens, tls_header, iv, want, got, 16384 + 512, &opened);
    tls_expect(run, result == LOOM_TLS_TOO_LONG && opened == 0, "opens", 16384 + 512);
    loom_tls_wipe(&seals);
    tls_expect(run, loom_tls_cbc_seal(&seals, tls_header, iv, text, got, 16) == -1, "a wiped context seals", 16);
}

/* Records of alike lengths, which a batch seals at once where it can, then very unequal ones. */
static LOOM_SELDOM void test_tls_cbc_many(struct run *run, int number, const struct loom_hash *hash)
{
    enum { MANY = 37, BYTES = 700 };
    static uint8_t text[BYTES], want[BYTES + TLS_LARGEST_MAC + 16], got[MANY][sizeof want]; /* too large for a stack */
    static loom_tls_batch_ctx batch;
    static loom_tls_record_job jobs[MANY];
    static loom_tls_ctx keys[2];
    uint8_t ivs[MANY][16], iv[16];
    fill(text, sizeof text, 14);
    tls_expect(run,
               loom_tls_cbc_init(&keys[0], 1, number, tls_bytes, 16, tls_bytes + 32, hash->digest) == 0 &&
                   loom_tls_cbc_init(&keys[1], 1, number, tls_bytes + 5, 32, tls_bytes + 40, hash->digest) == 0 &&
                   loom_tls_batch_init(&batch, number) == 0,
               "no batch, of hash", (size_t)number);
    for (size_t unequal = 0; unequal < 2; unequal++) {
        for (size_t i = 0; i < MANY; i++) {
            loom_tls_record_job *job = &jobs[i];
            job->ctx = &keys[unequal & i];
            job->header = tls_header;
            job->iv = memcpy(ivs[i], tls_bytes + i, 16);
            job->in = i % 2 ? got[i] : text;
            job->out = got[i];
            job->length = unequal ? i * i % BYTES : BYTES - i;
            memcpy(got[i], text, job->length);
        }
        tls_expect(run, loom_tls_cbc_seal_many(&batch, jobs, MANY) == 0, "does not seal many, hash", (size_t)number);
        for (size_t i = 0; i < MANY; i++) {
            size_t length = jobs[i].length;
            memcpy(iv, tls_bytes + i, 16);
            (void)loom_tls_cbc_seal(jobs[i].ctx, tls_header, iv, text, want, length);
            check(run, "one of many records, of length", (unsigned long)length, got[i], want,
                  loom_tls_cbc_length(jobs[i].ctx, length));
            check(run, "IV after one of many, length", (unsigned long)length, ivs[i], iv, 16);
        }
    }
    jobs[MANY - 1].length = 16385;
    tls_expect(run, loom_tls_cbc_seal_many(&batch, jobs, MANY) == -1, "seals many, of", 16385);
    loom_tls_batch_wipe(&batch);
    tls_expect(run, loom_tls_cbc_seal_many(&batch, jobs, 0) == -1, "a wiped batch seals", 0);
}

static LOOM_SELDOM void test_tls_cbc(struct run *run)
{
    tls_start(run, "tls_cbc");
    for (int number = LOOM_TLS_SHA1; number <= LOOM_TLS_SHA384; number++) {
        if (tls_hashes[number] != NULL) {
            test_tls_cbc_hash(run, number, tls_hashes[number]);
            test_tls_cbc_many(run, number, tls_hashes[number]);
        }
    }
}

#endif

#if defined(LOOM_TLS_RC4)

static const char *const tls_rc4_records[] = {
    NULL,
    "a9dd02ba03a75f8b4e92dd8d429064008320d30ca6e214b9d7c7ff82a56abd5d3b5b297c54ea04fe22ab302efc4fc99f0e73"
    "19f1d3",
    "a9dd02ba03a75f8b4e92dd8d429064008320d30ca6e214b9d7c7ff82a56abd5d3b5b297c54eed56032dd61ba66f1ead746dc"
    "beb499e9b2e45d",
};

/* One key stream over records of all lengths. Every fifth record has one bit changed; the stream goes on. */
static void test_tls_rc4_hash(struct run *run, int number, const struct loom_hash *hash)
{
    static uint8_t text[TLS_LONGEST], want[TLS_RECORD], got[TLS_RECORD], back[TLS_RECORD];
    static uint32_t state[258];
    static loom_tls_ctx seals, opens;
    size_t opened = 99, n = 0, total;
    int result;
    if (loom_tls_rc4_init(&seals, number, tls_bytes, 16, tls_bytes + 32, hash->digest) != 0 ||
        loom_tls_rc4_init(&opens, number, tls_bytes, 16, tls_bytes + 32, hash->digest) != 0) {
        tls_expect(run, 0, "keys are not taken, of hash", (size_t)number);
        return;
    }
    total = from_hex(want, tls_rc4_records[number]);
    tls_expect(run, loom_tls_rc4_seal(&seals, tls_header, tls_bytes + 64, got, 37) == 0, "does not seal, hash",
               (size_t)number);
    check(run, "record of hash", (unsigned long)number, got, want, total);
    tls_expect(run, loom_tls_rc4_open(&opens, tls_header, want, back, total, &opened) == 0 && opened == 37,
               "a record does not open, hash", (size_t)number);
    loom_rc4_set_key_portable(state, tls_bytes, 16);
    loom_rc4_stream_portable(state, want, want, total);

    fill(text, sizeof text, 12);
    for (size_t length = 0; length <= TLS_LONGEST; length += 1 + length / 64, n++) {
        uint8_t *to = n % 2 ? got : back;
        total = tls_authenticated(hash, text, length, want);
        loom_rc4_stream_portable(state, want, want, total);
        memcpy(got, text, length);
        if (loom_tls_rc4_seal(&seals, tls_header, n % 3 ? text : got, got, length) != 0) {
            tls_expect(run, 0, "does not seal, length", length);
        }
        check(run, "record sealed, of length", (unsigned long)length, got, want, total);
        got[length * 7 % total] ^= (uint8_t)((n % 5 == 4) << length % 8);
        result = loom_tls_rc4_open(&opens, tls_header, got, to, total, &opened);
        if (n % 5 == 4) {
            tls_refused(run, result, opened, to, total, -1);
        } else {
            tls_expect(run, result == 0 && opened == length, "a record does not open, of length", length);
            check(run, "record opened, of length", (unsigned long)length, to, text, length);
        }
    }
    total = 16385 + hash->digest;
    tls_expect(run, loom_tls_rc4_seal(&seals, tls_header, text, got, 16385) == -1, "seals", 16385);
    result = loom_tls_rc4_open(&opens, tls_header, want, got, total, &opened);
    tls_expect(run, result == LOOM_TLS_TOO_LONG && opened == 0, "opens", total);
}

static LOOM_SELDOM void test_tls_rc4(struct run *run)
{
    tls_start(run, "tls_rc4");
    for (int number = LOOM_TLS_MD5; number <= LOOM_TLS_SHA1; number++) {
        if (tls_hashes[number] != NULL) {
            test_tls_rc4_hash(run, number, tls_hashes[number]);
        }
    }
}

#endif

#if defined(LOOM_TLS13)

/* Opens the record with number 0 of a suite, then with one bit changed. The content has the bytes 0, 1 and so on. */
static void test_tls13_open(struct run *run, loom_tls13_ctx *opens, uint8_t *record, size_t bytes, size_t length)
{
    uint8_t want[64], none[64] = {0}, out[64], type = 0;
    size_t opened = 0;
    for (size_t i = 0; i < length; i++) {
        want[i] = (uint8_t)i;
    }
    record[bytes - 1] ^= 1;
    expect(run, loom_tls13_open(opens, record, bytes, out, &opened, &type) == -1, "a wrong record opens");
    check(run, "a wrong record leaves something, of length", (unsigned long)length, out, none, bytes - 21);
    record[bytes - 1] ^= 1;
    expect(run, loom_tls13_open(opens, record, bytes, out, &opened, &type) == 0, "a record does not open");
    expect(run, opened == length && type == 23, "the type of a record is not found");
    check(run, "record opened, of length", (unsigned long)length, out, want, length);
}

static LOOM_SELDOM void test_tls13(struct run *run)
{
    uint8_t record[72];
    loom_tls13_ctx seals, opens;
    run->kernel = "tls13";
    run->variant = "as dispatched";
#if defined(LOOM_AES_GCM)
    {
        uint8_t want[72], key[16], iv[12];
        from_hex(key, "17422dda596ed5d9acd890e3c63f5051"); /* RFC 8448, section 3: the client's application data */
        from_hex(iv, "5b78923dee08579033e523d9");
        from_hex(want,
                 "1703030043a23f7054b62c94d0affafe8228ba55cbefacea42f914aa66bcab3f2b9819a8a5b46b395bd54a9a20441e2b"
                 "62974e1f5a6292a2977014bd1e3deae63aeebb21694915e4");
        for (uint8_t i = 0; i < 50; i++) {
            record[5 + i] = i;
        }
        expect(run,
               loom_tls13_init(&seals, LOOM_TLS13_AES_128_GCM, key, 16, iv) == 0 &&
                   loom_tls13_init(&opens, LOOM_TLS13_AES_128_GCM, key, 16, iv) == 0,
               "a good key is refused");
        expect(run, loom_tls13_seal(&seals, 23, record + 5, 50, 0, record) == 0, "a good record is refused");
        check(run, "RFC 8448, section", 3, record, want, 72);
        test_tls13_open(run, &opens, record, 72, 50);
        from_hex(want, "1703030013c9872760655666b74d7ff1153efd6db6d0b0e3"); /* the alert close_notify, behind it */
        expect(run, loom_tls13_seal(&seals, 21, (const uint8_t *)"\1", 2, 0, record) == 0,
               "a second record is refused");
        check(run, "RFC 8448, second record, section", 3, record, want, 24);
    }
#endif
#if defined(LOOM_TLS13_CHACHA)
    {
        uint8_t key[44], content[11];
        fill(key, sizeof key, 15);
        for (uint8_t i = 0; i < 11; i++) {
            content[i] = i;
        }
        (void)!loom_tls13_init(&seals, LOOM_TLS13_CHACHA20_POLY1305, key, 32, key + 32);
        (void)!loom_tls13_init(&opens, LOOM_TLS13_CHACHA20_POLY1305, key, 32, key + 32);
        (void)!loom_tls13_seal(&seals, 23, content, 11, 30, record);
        test_tls13_open(run, &opens, record, 63, 11);
    }
#endif
    seals.sequence = UINT64_MAX;
    expect(run, loom_tls13_seal(&seals, 23, record, 1, 0, record) == -1, "the numbers of records wrap around");
}

#endif
