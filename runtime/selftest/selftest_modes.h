/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: the modes of AES that are C over the kernels of other modes, and AES-XTS, each by one published
 * message. SP 800-38C, example 3; RFC 4493, example 3; RFC 8452, C.2; IEEE Std 1619, vector 15.
 */

/* A MAC is the tag of associated data beside no text, and XTS has no tag. */
struct message {
    uint8_t key[32], nonce[16], aad[40], text[32];
    size_t key_bytes, nonce_bytes, aad_bytes, text_bytes, tag_bytes;
};

/* Seals to `out`, with the tag behind the text, or opens what was sealed so. */
typedef int mode_fn(const struct message *it, int opens, const uint8_t *in, uint8_t *out);

#if defined(LOOM_AES_CMAC)
static int by_cmac(const struct message *it, int opens, const uint8_t *in, uint8_t *out)
{
    uint8_t mac[16];
    loom_aes_cmac_ctx ctx;
    loom_aes_cmac_init(&ctx, it->key, it->key_bytes);
    loom_aes_cmac_update(&ctx, it->aad, 17);
    loom_aes_cmac_update(&ctx, it->aad + 17, it->aad_bytes - 17);
    loom_aes_cmac_final(&ctx, opens ? mac : out);
    return opens ? loom_equal(mac, in, 16) - 1 : 0;
}
#endif

#if defined(LOOM_AES_CMAC) && defined(LOOM_HAVE_aes_ctr32)
static int by_ccm(const struct message *it, int opens, const uint8_t *in, uint8_t *out)
{
    loom_aes_ctx key;
    loom_aes_set_encrypt_key(&key, it->key, it->key_bytes);
    return opens ? loom_aes_ccm_open(&key, it->nonce, it->nonce_bytes, it->aad, it->aad_bytes, in, it->text_bytes,
                                     in + it->text_bytes, it->tag_bytes, out)
                 : loom_aes_ccm_seal(&key, it->nonce, it->nonce_bytes, it->aad, it->aad_bytes, in, it->text_bytes, out,
                                     out + it->text_bytes, it->tag_bytes);
}
#endif

#if defined(LOOM_AES_GCM_SIV)
static int by_gcm_siv(const struct message *it, int opens, const uint8_t *in, uint8_t *out)
{
    loom_aes_ctx key;
    loom_aes_set_encrypt_key(&key, it->key, it->key_bytes);
    return opens ? loom_aes_gcm_siv_open(&key, it->nonce, it->aad, it->aad_bytes, in, it->text_bytes,
                                         in + it->text_bytes, out)
                 : loom_aes_gcm_siv_seal(&key, it->nonce, it->aad, it->aad_bytes, in, it->text_bytes, out,
                                         out + it->text_bytes);
}
#endif

#if defined(LOOM_AES_XTS)
static int by_xts(const struct message *it, int opens, const uint8_t *in, uint8_t *out)
{
    loom_aes_xts_ctx ctx;
    loom_aes_xts_set_key(&ctx, it->key, it->key_bytes);
    return opens ? loom_aes_xts_decrypt(&ctx, it->nonce, in, out, it->text_bytes)
                 : loom_aes_xts_encrypt(&ctx, it->nonce, in, out, it->text_bytes);
}
#endif

/* A mode, its function, and a message in hexadecimal: key, nonce, associated data, text, and both sealed. */
static const struct {
    const char *name;
    mode_fn *by;
    const char *key, *nonce, *aad, *text, *sealed;
} modes[] = {
#if defined(LOOM_AES_CMAC)
    {"aes_cmac", by_cmac, "2b7e151628aed2a6abf7158809cf4f3c", "",
     "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411", "",
     "dfa66747de9ae63030ca32611497c827"},
#endif
#if defined(LOOM_AES_CMAC) && defined(LOOM_HAVE_aes_ctr32)
    {"aes_ccm", by_ccm, "404142434445464748494a4b4c4d4e4f", "101112131415161718191a1b",
     "000102030405060708090a0b0c0d0e0f10111213", "202122232425262728292a2b2c2d2e2f3031323334353637",
     "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951"},
#endif
#if defined(LOOM_AES_GCM_SIV)
    {"aes_gcm_siv", by_gcm_siv, "0100000000000000000000000000000000000000000000000000000000000000",
     "030000000000000000000000", "010000000000000000000000000000000200", "0300000000000000000000000000000004000000",
     "43dd0163cdb48f9fe3212bf61b201976067f342bb879ad976d8242acc188ab59cabfe307"},
#endif
#if defined(LOOM_AES_XTS)
    {"aes_xts", by_xts, "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0",
     "9a785634120000000000000000000000", "", "000102030405060708090a0b0c0d0e0f10",
     "6c1625db4671522d3d7599601de7ca09ed"},
#endif
};

static LOOM_SELDOM void test_modes(struct run *run)
{
    static const uint8_t none[32];
    run->variant = "as dispatched";
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        struct message it;
        uint8_t want[48], got[48];
        size_t sealed = from_hex(want, modes[m].sealed);
        run->kernel = modes[m].name;
        it.key_bytes = from_hex(it.key, modes[m].key);
        it.nonce_bytes = from_hex(it.nonce, modes[m].nonce);
        it.aad_bytes = from_hex(it.aad, modes[m].aad);
        it.text_bytes = from_hex(it.text, modes[m].text);
        it.tag_bytes = sealed - it.text_bytes;
        expect(run, modes[m].by(&it, 0, it.text, got) == 0, "a good message is refused");
        check(run, "sealed, bytes", (unsigned long)sealed, got, want, sealed);
        expect(run, modes[m].by(&it, 1, got, got) == 0, "a good message is refused");
        check(run, "opened in place, bytes", (unsigned long)it.text_bytes, got, it.text, it.text_bytes);
        want[sealed - 1] ^= 0x80;
        if (it.tag_bytes > 0) {
            expect(run, modes[m].by(&it, 1, want, got) == -1, "a wrong tag is taken");
            check(run, "bytes of a forgery", (unsigned long)it.text_bytes, got, none, it.text_bytes);
        }
    }
}
