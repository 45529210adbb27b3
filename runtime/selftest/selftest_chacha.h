/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: ChaCha20, Poly1305, and the AEADs of the two. Vectors of RFC 8439 and of
 * draft-irtf-cfrg-xchacha-03. Numbers of Poly1305 have several forms: their tags are compared.
 */

#if defined(LOOM_HAVE_chacha20_ctr32) || (defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag))
enum { CHACHA_BLOCKS = 70, CHACHA_BYTES = 64 * CHACHA_BLOCKS }; /* more than any variant processes together */

static uint8_t chacha_text[CHACHA_BYTES + 64], chacha_got[CHACHA_BYTES + 64], chacha_want[CHACHA_BYTES + 64];
#endif

#if defined(LOOM_HAVE_chacha20_ctr32)

static void test_chacha20_ctr32(struct run *run, loom_any_fn function)
{
    loom_chacha20_ctr32_fn *tested = (loom_chacha20_ctr32_fn *)function;
    uint8_t key[48], counter[16], want_counter[16];
    for (uint8_t i = 0; i < 32; i++) {
        key[i] = i;
    }
    memset(chacha_text, 0, 64);
    from_hex(counter, "01000000000000090000004a00000000"); /* RFC 8439, 2.3.2 */
    from_hex(chacha_want, "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                          "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
    tested(key, counter, chacha_text, chacha_got, 1);
    check(run, "RFC 8439, section", 2, chacha_got, chacha_want, 64);
    fill(chacha_text, sizeof chacha_text, 5);
    for (unsigned blocks = 0; blocks <= CHACHA_BLOCKS; blocks++) { /* in two calls; some counters wrap around */
        size_t from = blocks % 17, to = blocks % 31, first = blocks % 5 * blocks / 5;
        fill(key, sizeof key, blocks + 1);
        fill(counter, sizeof counter, blocks + 100);
        memset(counter, 0xff, 4);
        counter[0] = (uint8_t)(0u - blocks % 48);
        memcpy(want_counter, counter, 16);
        memset(chacha_got, 0x55, sizeof chacha_got);
        memset(chacha_want, 0x55, sizeof chacha_want);
        loom_chacha20_ctr32_portable(key + to % 16, want_counter, chacha_text + from, chacha_want + to, blocks);
        memcpy(chacha_got + to, chacha_text + from, 64 * first); /* in place */
        tested(key + to % 16, counter, chacha_got + to, chacha_got + to, first);
        tested(key + to % 16, counter, chacha_text + from + 64 * first, chacha_got + to + 64 * first, blocks - first);
        check(run, "blocks", blocks, chacha_got, chacha_want, sizeof chacha_got);
        check(run, "counter after blocks", blocks, counter, want_counter, 16);
    }
}

#endif

#if defined(LOOM_HAVE_hchacha20)

static void test_hchacha20(struct run *run, loom_any_fn function)
{
    loom_hchacha20_fn *tested = (loom_hchacha20_fn *)function;
    uint8_t key[48], nonce[32], got[32], want[32];
    for (uint8_t i = 0; i < 32; i++) {
        key[i] = i;
    }
    from_hex(nonce, "000000090000004a0000000031415927"); /* the draft's 2.2.1 */
    from_hex(want, "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");
    tested(key, nonce, got);
    check(run, "draft-irtf-cfrg-xchacha, section", 2, got, want, 32);
    for (unsigned n = 0; n < 32; n++) {
        fill(key, sizeof key, n + 1);
        fill(nonce, sizeof nonce, n + 100);
        loom_hchacha20_portable(key + n % 16, nonce + n % 13, want);
        tested(key + n % 16, nonce + n % 13, got);
        check(run, "key", n, got, want, 32);
    }
}

#endif

#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)

/* RFC 8439, 2.5.2, and numbers of A.3 at the edges of 2^130 - 5 (7 to 11): r and s, the message, the tag. The last
 * block of the first is padded by hand. */
static const char *const poly1305_vectors[][3] = {
    {"85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
     "43727970746f6772617068696320466f72756d2052657365617263682047726f7570", "a8061dc1305136c6c22b8baf0c0127a9"},
    {"0100000000000000000000000000000000000000000000000000000000000000",
     "fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff11000000000000000000000000000000",
     "05000000000000000000000000000000"},
    {"0100000000000000000000000000000000000000000000000000000000000000",
     "fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe01010101010101010101010101010101",
     "00000000000000000000000000000000"},
    {"0200000000000000000000000000000000000000000000000000000000000000", "fdffffffffffffffffffffffffffffff",
     "faffffffffffffffffffffffffffffff"},
    {"0100000000000000040000000000000000000000000000000000000000000000",
     "e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000000000000000000000000000000001000000000000000"
     "000000000000000",
     "14000000000000005500000000000000"},
    {"0100000000000000040000000000000000000000000000000000000000000000",
     "e33594d7505e43b900000000000000003394d7505e4379cd010000000000000000000000000000000000000000000000",
     "13000000000000000000000000000000"},
};

typedef void LOOM_CDECL poly1305_blocks_fn(const uint8_t *key, uint8_t *h, const uint8_t *in, size_t blocks,
                                           size_t pad);
typedef void LOOM_CDECL poly1305_tag_fn(const uint8_t *key, const uint8_t *h, uint8_t *tag);

/* A message in two calls, and the rest of a block. */
static void poly1305_by(poly1305_blocks_fn *blocks, poly1305_tag_fn *tag, const uint8_t key[32], const uint8_t *data,
                        size_t length, size_t first, uint8_t out[16])
{
    uint8_t h[24] = {0}, last[16] = {0};
    size_t whole = length / 16;
    blocks(key, h, data, first, 1);
    blocks(key, h, data + 16 * first, whole - first, 1);
    if (length % 16 > 0) {
        memcpy(last, data + 16 * whole, length % 16);
        last[length % 16] = 1;
        blocks(key, h, last, 1, 0);
    }
    tag(key, h, out);
}

static void test_poly1305(struct run *run, poly1305_blocks_fn *blocks, poly1305_tag_fn *tag)
{
    uint8_t key[48], got[16], want[16];
    for (unsigned n = 0; n < sizeof poly1305_vectors / sizeof *poly1305_vectors; n++) {
        size_t length = from_hex(chacha_text, poly1305_vectors[n][1]);
        from_hex(key, poly1305_vectors[n][0]);
        from_hex(want, poly1305_vectors[n][2]);
        poly1305_by(blocks, tag, key, chacha_text, length, 0, got);
        check(run, "RFC 8439, message", n, got, want, 16);
    }
    for (unsigned n = 0; n <= 4 * CHACHA_BLOCKS; n++) { /* blocks; each third message and key have the highest limbs */
        size_t from = n % 17, first = n % 5 * n / 5, length = 16 * n + n % 16;
        fill(chacha_text, sizeof chacha_text, n + 1);
        fill(key, sizeof key, n + 2);
        if (n % 3 == 0) {
            memset(chacha_text, 0xff, sizeof chacha_text);
            memset(key, 0xff, 16 * (n % 2) + 16);
        }
        length = length < CHACHA_BYTES ? length : CHACHA_BYTES;
        first = first < length / 16 ? first : length / 16;
        poly1305_by(loom_poly1305_blocks_portable, loom_poly1305_tag_portable, key, chacha_text + from, length, 0,
                    want);
        poly1305_by(blocks, tag, key, chacha_text + from, length, first, got);
        check(run, "blocks", n, got, want, 16);
    }
}

static void test_poly1305_blocks(struct run *run, loom_any_fn function)
{
    test_poly1305(run, (loom_poly1305_blocks_fn *)function, loom_poly1305_tag_portable);
}

static void test_poly1305_tag(struct run *run, loom_any_fn function)
{
    test_poly1305(run, loom_poly1305_blocks_portable, (loom_poly1305_tag_fn *)function);
}

#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_chacha20_poly1305_encrypt) && \
    defined(LOOM_HAVE_chacha20_poly1305_decrypt)
#define TESTS_CHACHA20_POLY1305 1

static void test_chacha20_poly1305(struct run *run, loom_chacha20_poly1305_encrypt_fn *tested,
                                   loom_chacha20_poly1305_encrypt_fn *portable)
{
    uint8_t key[64], counter[16], want_counter[16], h[24], want_h[24], got[16], want[16];
    fill(chacha_text, sizeof chacha_text, 7);
    for (unsigned blocks = 0; blocks <= CHACHA_BLOCKS; blocks++) {
        size_t from = blocks % 17, to = blocks % 31;
        fill(key, sizeof key, blocks + 1);
        fill(counter, sizeof counter, blocks + 100);
        fill(h, 16, blocks + 200);
        memset(h + 16, 0, 8);
        h[16] = blocks % 4;
        memcpy(want_h, h, 24);
        memcpy(want_counter, counter, 16);
        memset(chacha_got, 0x55, sizeof chacha_got);
        memset(chacha_want, 0x55, sizeof chacha_want);
        portable(key, want_counter, key + 32, want_h, chacha_text + from, chacha_want + to, blocks);
        if (blocks % 2) {
            memcpy(chacha_got + to, chacha_text + from, 64 * (size_t)blocks);
        }
        tested(key, counter, key + 32, h, blocks % 2 ? chacha_got + to : chacha_text + from, chacha_got + to, blocks);
        loom_poly1305_tag_portable(key + 32, h, got);
        loom_poly1305_tag_portable(key + 32, want_h, want);
        check(run, "blocks", blocks, chacha_got, chacha_want, sizeof chacha_got);
        check(run, "counter after blocks", blocks, counter, want_counter, 16);
        check(run, "tag of blocks", blocks, got, want, 16);
    }
}

static void test_chacha20_poly1305_encrypt(struct run *run, loom_any_fn function)
{
    test_chacha20_poly1305(run, (loom_chacha20_poly1305_encrypt_fn *)function, loom_chacha20_poly1305_encrypt_portable);
}

static void test_chacha20_poly1305_decrypt(struct run *run, loom_any_fn function)
{
    test_chacha20_poly1305(run, (loom_chacha20_poly1305_decrypt_fn *)function, loom_chacha20_poly1305_decrypt_portable);
}

/* ---- the public functions ---- */

/* The text of RFC 8439, 2.8.2, and of the draft's A.3.1, and its additional data. */
static const char chacha_message[] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
                                     "the future, sunscreen would be it.";
enum { CHACHA_MESSAGE = sizeof chacha_message - 1 };

typedef int LOOM_CDECL chacha_seal_fn(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                                      const uint8_t *in, size_t length, uint8_t *out, uint8_t *tag);
typedef int LOOM_CDECL chacha_open_fn(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                                      const uint8_t *in, size_t length, const uint8_t *tag, uint8_t *out);

static LOOM_SELDOM void test_chacha_aead(struct run *run, chacha_seal_fn *seal, chacha_open_fn *opens,
                                         const char *nonce_text, const char *sealed, const char *tag_text)
{
    static const uint8_t zeros[CHACHA_MESSAGE];
    uint8_t key[32], nonce[24], aad[12], want[CHACHA_MESSAGE], want_tag[16], out[CHACHA_MESSAGE], tag[16];
    for (uint8_t i = 0; i < 32; i++) {
        key[i] = (uint8_t)(0x80 + i);
    }
    from_hex(nonce, nonce_text);
    from_hex(aad, "50515253c0c1c2c3c4c5c6c7");
    from_hex(want, sealed);
    from_hex(want_tag, tag_text);
    (void)seal(key, nonce, aad, 12, (const uint8_t *)chacha_message, CHACHA_MESSAGE, out, tag);
    check(run, "sealed, bytes", CHACHA_MESSAGE, out, want, CHACHA_MESSAGE);
    check(run, "tag of bytes", CHACHA_MESSAGE, tag, want_tag, 16);
    expect(run, opens(key, nonce, aad, 12, out, CHACHA_MESSAGE, tag, out) == 0, "a good message is refused");
    check(run, "opened, bytes", CHACHA_MESSAGE, out, chacha_message, CHACHA_MESSAGE);
    tag[15] ^= 0x80;
    expect(run, opens(key, nonce, aad, 12, want, CHACHA_MESSAGE, tag, out) == -1, "a wrong tag is taken");
    check(run, "bytes of a forgery", CHACHA_MESSAGE, out, zeros, CHACHA_MESSAGE);
}

/* Messages around the lengths at which the one-shot functions change their way, beside the same in pieces. */
static LOOM_SELDOM void test_chacha_pieces(struct run *run)
{
    uint8_t key[32], nonce[12], tag[16], want[16];
    loom_chacha20_poly1305_ctx ctx;
    fill(chacha_text, sizeof chacha_text, 9);
    fill(key, sizeof key, 10);
    fill(nonce, sizeof nonce, 11);
    for (size_t length = 0; length < 700; length += length % 64 == 1 ? 62 : 1) {
        size_t aad = length % 50, first = length / 3;
        (void)loom_chacha20_poly1305_seal(key, nonce, chacha_text, aad, chacha_text, length, chacha_want, want);
        loom_chacha20_poly1305_init(&ctx, key, nonce);
        (void)loom_chacha20_poly1305_aad(&ctx, chacha_text, aad / 2);
        (void)loom_chacha20_poly1305_aad(&ctx, chacha_text + aad / 2, aad - aad / 2);
        (void)loom_chacha20_poly1305_encrypt(&ctx, chacha_text, chacha_got, first);
        (void)loom_chacha20_poly1305_encrypt(&ctx, chacha_text + first, chacha_got + first, length - first);
        (void)loom_chacha20_poly1305_tag(&ctx, tag);
        check(run, "in pieces, bytes", (unsigned long)length, chacha_got, chacha_want, length);
        check(run, "tag in pieces, bytes", (unsigned long)length, tag, want, 16);
        loom_chacha20_poly1305_init(&ctx, key, nonce);
        (void)loom_chacha20_poly1305_aad(&ctx, chacha_text, aad);
        (void)loom_chacha20_poly1305_decrypt(&ctx, chacha_got, chacha_got, first);
        (void)loom_chacha20_poly1305_decrypt(&ctx, chacha_got + first, chacha_got + first, length - first);
        expect(run, loom_chacha20_poly1305_verify(&ctx, tag) == 0, "a good message in pieces is refused");
        check(run, "opened in pieces, bytes", (unsigned long)length, chacha_got, chacha_text, length);
    }
    expect(run, loom_chacha20_poly1305_encrypt(&ctx, chacha_text, chacha_got, 1) == -1, "a wiped context is taken");
}

static LOOM_SELDOM void test_chacha_interface(struct run *run)
{
    run->kernel = "chacha20_poly1305";
    run->variant = "as dispatched";
    test_chacha_aead(run, loom_chacha20_poly1305_seal, loom_chacha20_poly1305_open, "070000004041424344454647",
                     "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                     "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                     "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                     "3ff4def08e4b7a9de576d26586cec64b6116",
                     "1ae10b594f09e26a7e902ecbd0600691");
    test_chacha_pieces(run);
#if defined(LOOM_HAVE_hchacha20)
    run->kernel = "xchacha20_poly1305";
    test_chacha_aead(run, loom_xchacha20_poly1305_seal, loom_xchacha20_poly1305_open,
                     "404142434445464748494a4b4c4d4e4f5051525354555657",
                     "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
                     "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
                     "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                     "21f9664c97637da9768812f615c68b13b52e",
                     "c0875924c1c7987947deafd8780acf49");
#endif
}

#endif
#endif
