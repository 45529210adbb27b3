/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-GCM and ChaCha20-Poly1305 beside OpenSSL's own: messages of any lengths in parts, copies of contexts, records of
 * TLS 1.2, and what both refuse, with the same errors.
 *
 *     aead FOLDER
 */
#include "provider_test.h"

enum { LONGEST = 700, LONGEST_NONCE = 128, TAG = 16 };

static uint8_t text[LONGEST + 64], key[32], nonce[LONGEST_NONCE];
static EVP_CIPHER *cipher[2]; /* theirs, ours */
static int is_gcm;

static EVP_CIPHER_CTX *begin(int side, int encrypts, size_t nonce_bytes)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    expect(EVP_CipherInit_ex2(ctx, cipher[side], NULL, NULL, encrypts, NULL) == 1, "begins");
    expect(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)nonce_bytes, NULL) == 1, "length of the nonce");
    expect(EVP_CIPHER_CTX_get_iv_length(ctx) == (int)nonce_bytes, "length of the nonce, asked for");
    expect(EVP_CipherInit_ex2(ctx, NULL, key, nonce, encrypts, NULL) == 1, "key and nonce");
    return ctx;
}

/* All updates of a message. A copy goes on in place of its original. */
static EVP_CIPHER_CTX *message(EVP_CIPHER_CTX *ctx, const uint8_t *aad, size_t aad_bytes, const uint8_t *in,
                               uint8_t *out, size_t bytes, size_t parts)
{
    int n;
    for (size_t at = 0, part = 0, step; at < aad_bytes + bytes; at += step, part++) {
        size_t left = at < aad_bytes ? aad_bytes - at : aad_bytes + bytes - at;
        EVP_CIPHER_CTX *copy;
        step = part + 1 >= parts ? left : any(left + 1);
        expect(EVP_CipherUpdate(ctx, at < aad_bytes ? NULL : out + (at - aad_bytes), &n,
                                at < aad_bytes ? aad + at : in + (at - aad_bytes), (int)step) == 1 &&
                   n == (int)step,
               "update");
        if (part < 2) {
            copy = EVP_CIPHER_CTX_new();
            expect(EVP_CIPHER_CTX_copy(copy, ctx) == 1, "copy");
            EVP_CIPHER_CTX_free(ctx);
            ctx = copy;
        }
    }
    return ctx;
}

static void seals_and_opens(size_t bytes)
{
    uint8_t sealed[2][LONGEST], opened[LONGEST], tag[2][TAG], rest[16], iv[LONGEST_NONCE];
    size_t nonce_bytes = is_gcm && any(3) == 0 ? 1 + any(LONGEST_NONCE) : 12, aad_bytes = any(3) * any(80);
    size_t tag_bytes = is_gcm ? 12 + any(5) : 16;
    for (int side = 0; side < 2; side++) {
        EVP_CIPHER_CTX *ctx = begin(side, 1, nonce_bytes);
        int n = 7;
        ctx = message(ctx, text + 9, aad_bytes, text, sealed[side], bytes, 1 + any(4));
        expect(EVP_CipherFinal_ex(ctx, rest, &n) == 1 && n == 0, "final");
        expect(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG, tag[side]) == 1, "tag");
        expect(!is_gcm || (EVP_CIPHER_CTX_get_updated_iv(ctx, iv, sizeof iv) == 1), "nonce");
        expect(!is_gcm || memcmp(iv, nonce, nonce_bytes) == 0, "nonce, asked for");
        EVP_CIPHER_CTX_free(ctx);
    }
    same("ciphertext", sealed[1], sealed[0], bytes);
    same("tag", tag[1], tag[0], TAG);
    for (int wrong = 0; wrong < 2; wrong++) {
        EVP_CIPHER_CTX *ctx = begin(1, 0, nonce_bytes);
        int n = 7;
        tag[1][any(tag_bytes)] ^= (uint8_t)(wrong << any(8));
        expect(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)tag_bytes, tag[1]) == 1, "tag");
        ctx = message(ctx, text + 9, aad_bytes, sealed[1], opened, bytes, 1 + any(4));
        expect((EVP_CipherFinal_ex(ctx, rest, &n) == 1) == !wrong, "final of an opening");
        expect(ERR_peek_error() == 0, "no error, as the default provider says it");
        same("plaintext", opened, text, bytes);
        EVP_CIPHER_CTX_free(ctx);
    }
}

/* A record of TLS 1.2 in place, sealed by one side and opened by the other; and a forged one. */
static void record(EVP_CIPHER_CTX *const seals[2], EVP_CIPHER_CTX *const opens[2], size_t bytes, unsigned number)
{
    size_t before = is_gcm ? 8 : 0, length = before + bytes + TAG;
    uint8_t header[13] = {0}, made[2][LONGEST + 64], buffer[LONGEST + 64];
    memset(header, (int)number, 8);
    memcpy(header + 8, (const uint8_t[]){23, 3, 3}, 3);
    for (int side = 0; side < 2; side++) {
        int n = 0;
        memcpy(made[side] + before, text, bytes);
        header[11] = (uint8_t)((before + bytes) >> 8);
        header[12] = (uint8_t)(before + bytes);
        expect(EVP_CIPHER_CTX_ctrl(seals[side], EVP_CTRL_AEAD_TLS1_AAD, 13, header) == TAG, "header");
        expect(EVP_CipherUpdate(seals[side], made[side], &n, made[side], (int)length) == 1 && n == (int)length,
               "seals");
        header[11] = (uint8_t)(length >> 8);
        header[12] = (uint8_t)length;
        expect(EVP_CIPHER_CTX_ctrl(opens[!side], EVP_CTRL_AEAD_TLS1_AAD, 13, header) == TAG, "header to open");
        memcpy(buffer, made[side], length);
        expect(EVP_CipherUpdate(opens[!side], buffer, &n, buffer, (int)length) == 1 && n == (int)bytes, "opens");
        same("record", buffer + before, text, bytes);
    }
    if (!is_gcm) { /* GCM's numbers begin by chance */
        same("sealed record", made[1], made[0], length);
    }
    made[0][before + any(bytes + TAG)] ^= (uint8_t)(1 << any(8));
    {
        int result[2], n;
        char errors[2][512];
        for (int side = 0; side < 2; side++) {
            n = 7;
            memcpy(buffer, made[0], length);
            expect(EVP_CIPHER_CTX_ctrl(opens[side], EVP_CTRL_AEAD_TLS1_AAD, 13, header) == TAG, "header to open");
            result[side] = EVP_CipherUpdate(opens[side], buffer, &n, buffer, (int)length);
            take_errors(errors[side], sizeof errors[side]);
            for (size_t i = 0; i < bytes; i++) {
                expect(buffer[before + i] == 0, "nothing of a forged record");
            }
        }
        alike(result, errors, "a forged record");
        expect(result[0] == 0, "refused");
    }
}

static void records(void)
{
    EVP_CIPHER_CTX *ctx[2][2];
    for (int which = 0; which < 4; which++) {
        EVP_CIPHER_CTX *one = ctx[which >> 1][which & 1] = EVP_CIPHER_CTX_new();
        expect(EVP_CipherInit_ex2(one, cipher[which & 1], key, is_gcm ? NULL : nonce, !(which >> 1), NULL) == 1, "key");
        expect(!is_gcm || EVP_CIPHER_CTX_ctrl(one, EVP_CTRL_AEAD_SET_IV_FIXED, 4, nonce) == 1, "fixed part");
    }
    for (unsigned i = 0; i < 150; i++) {
        record(ctx[0], ctx[1], i < 40 ? i : any(LONGEST), i);
    }
    for (int which = 0; which < 4; which++) {
        EVP_CIPHER_CTX_free(ctx[which >> 1][which & 1]);
    }
}

/* One of many calls that a program should not make, or seldom. Writes what came out to `out`. */
static int odd(EVP_CIPHER_CTX *ctx, size_t which, uint8_t out[64])
{
    int n = 0, encrypts = which & 1;
    uint8_t block[64] = {1, 2, 3};
    switch (which >> 1) {
    case 0: return EVP_CipherUpdate(ctx, out, &n, text, 0); /* nothing is set */
    case 1: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 17, block);
    case 2: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, block);
    case 3: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 129, NULL);
    case 4: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 0, NULL);
    case 5: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 12, block);
    case 6: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, memset(block, 0, 13));
    case 7: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, 3, block);
    case 8: return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, 5, block);
    case 9: return EVP_CipherInit_ex2(ctx, NULL, key, nonce, encrypts, NULL) && EVP_CipherFinal_ex(ctx, out, &n);
    case 10: /* a message, its tag, and one more under the same nonce */
        return EVP_CipherInit_ex2(ctx, NULL, key, nonce, encrypts, NULL) && EVP_CipherUpdate(ctx, out, &n, text, 20) &&
               (!encrypts ||
                (EVP_CipherFinal_ex(ctx, out, &n) && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, out + 20))) &&
               (!is_gcm || EVP_CipherUpdate(ctx, out, &n, text, 20));
    case 11: /* a part of the tag, and too much of it */
        return EVP_CipherInit_ex2(ctx, NULL, key, nonce, encrypts, NULL) && EVP_CipherFinal_ex(ctx, out, &n) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 5, out) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 17, out);
    case 12: /* all of a nonce, and the numbers that follow */
        return EVP_CipherInit_ex2(ctx, NULL, key, NULL, encrypts, NULL) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, -1, memset(block, 0xff, 12)) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, 0, out) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, 8, out + 12) &&
               EVP_CipherUpdate(ctx, out + 20, &n, text, 20);
    case 13: /* the other side's number */
        return EVP_CipherInit_ex2(ctx, NULL, key, NULL, encrypts, NULL) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, -1, memset(block, 0xff, 12)) &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_INV, 8, text) && EVP_CipherUpdate(ctx, out, &n, text, 33);
    case 14: /* a nonce before the key; a key of its own for the second message */
        return EVP_CipherInit_ex2(ctx, NULL, NULL, nonce, encrypts, NULL) &&
               EVP_CipherInit_ex2(ctx, NULL, key, NULL, encrypts, NULL) && EVP_CipherUpdate(ctx, out, &n, text, 30);
    case 15: return EVP_CipherUpdate(ctx, out, &n, text, 16) == 1 && !is_gcm; /* no key */
    default: return EVP_Cipher(ctx, out, text, 20) == 20 && !is_gcm;
    }
}

/* In the default provider ChaCha20 works without a key, and opens without a tag. */
static int differs(size_t which)
{
    size_t call = which >> 1, opens = !(which & 1);
    return !is_gcm && (call == 15 || call == 16 || (opens && (call == 9 || call == 11)));
}

static void odds(void)
{
    for (size_t which = 0; which < 34; which++) {
        uint8_t out[2][64] = {{0}};
        int result[2];
        char errors[2][512], what[40];
        for (int side = 0; side < 2; side++) {
            EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
            expect(EVP_CipherInit_ex2(ctx, cipher[side], NULL, NULL, which & 1, NULL) == 1, "begins");
            result[side] = odd(ctx, which, out[side]) > 0;
            take_errors(errors[side], sizeof errors[side]);
            EVP_CIPHER_CTX_free(ctx);
        }
        if (differs(which)) {
            expect(result[1] == 0, "refused by asmloom alone");
            continue;
        }
        snprintf(what, sizeof what, "odd call %zu, %s", which >> 1, which & 1 ? "sealing" : "opening");
        alike(result, errors, what);
        if (result[0]) {
            same(what, out[1], out[0], 64);
        }
    }
}

/* Places of input and output that share some bytes and not all. */
static void overlaps(void)
{
    EVP_CIPHER_CTX *ctx = begin(1, 1, 12);
    uint8_t buffer[80];
    int n;
    memcpy(buffer, text, sizeof buffer);
    for (int apart = 1; apart < 40; apart += 19) {
        refuses(EVP_CipherUpdate(ctx, buffer + apart, &n, buffer, 40), "overlap");
        refuses(EVP_CipherUpdate(ctx, buffer, &n, buffer + apart, 40), "overlap");
    }
    same("nothing is written", buffer, text, sizeof buffer);
    EVP_CIPHER_CTX_free(ctx);
}

/* Two messages under nonces that asmloom makes. */
static void nonces_by_chance(void)
{
    uint8_t made[2][12], sealed[40], tag[TAG];
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        int n;
        expect(EVP_CipherInit_ex2(ctx, cipher[1], key, NULL, 1, NULL) == 1 &&
                   EVP_CipherUpdate(ctx, sealed, &n, text, 40) == 1 && EVP_CipherFinal_ex(ctx, sealed, &n) == 1 &&
                   EVP_CIPHER_CTX_get_original_iv(ctx, made[i], 12) == 1 &&
                   EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG, tag) == 1,
               "seals under a nonce by chance");
        EVP_CIPHER_CTX_free(ctx);
    }
    expect(memcmp(made[0], made[1], 12) != 0, "two nonces");
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "ChaCha20-Poly1305"};
    if (argc != 2) {
        return 2;
    }
    load(argv[1], NULL);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)any(256);
        key[i % sizeof key] = (uint8_t)any(256);
        nonce[i % sizeof nonce] = (uint8_t)any(256);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        name(names[i]);
        is_gcm = i < 3;
        cipher[0] = EVP_CIPHER_fetch(theirs, names[i], NULL);
        cipher[1] = EVP_CIPHER_fetch(ours, names[i], "provider=asmloom");
        expect(cipher[0] != NULL && cipher[1] != NULL, "fetched");
        expect(EVP_CIPHER_get_mode(cipher[0]) == EVP_CIPHER_get_mode(cipher[1]), "mode");
        expect(EVP_CIPHER_get_flags(cipher[0]) == EVP_CIPHER_get_flags(cipher[1]), "flags");
        expect(EVP_CIPHER_get_nid(cipher[0]) == EVP_CIPHER_get_nid(cipher[1]), "number");
        for (size_t bytes = 0; bytes <= LONGEST; bytes++) {
            seals_and_opens(bytes);
        }
        records();
        odds();
        overlaps();
        if (is_gcm) {
            nonces_by_chance();
        }
        EVP_CIPHER_free(cipher[0]);
        EVP_CIPHER_free(cipher[1]);
    }
    return unload();
}
