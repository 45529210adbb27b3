/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * RC4, and RC4 beside MD5: every length, from every position of both streams, apart and in place, in any pieces.
 */
#include "space.h"

#include <string.h>

enum { PLACES = BEFORE, NEXT = 16 };

/* after[n] is the context after n bytes. ciphertext[n] is byte n of the plaintext, encrypted. */
static loom_rc4_ctx after[PLACES];
static const uint8_t *ciphertext;

static void start(void)
{
    loom_rc4_ctx ctx;
    uint8_t out;
    ciphertext = answer("rc4", NULL);
    always("loom_rc4", "the places", 0, 0, 0, 0);
    expect(CALL(loom_rc4_set_key)(&ctx, text, 16) == 0, "key");
    for (size_t i = 0; i < PLACES; i++) {
        after[i] = ctx;
        expect(CALL(loom_rc4)(&ctx, text + i, &out, 1) == 0 && out == ciphertext[i], "a byte of its own");
    }
}

/* The key stream goes on from `from`. */
static void goes_on(loom_rc4_ctx *ctx, size_t from)
{
    uint8_t out[NEXT];
    expect(loom_rc4(ctx, text + from, out, NEXT) == 0, "the stream goes on");
    same("the stream after this", out, ciphertext + from, NEXT);
}

static void test_keys(void)
{
    size_t bytes;
    const uint8_t *want = answer("rc4 keys", &bytes); /* the first NEXT bytes of key stream */
    static const uint8_t none[NEXT];
    for (size_t length = 0; length <= bytes / NEXT + 1; length++) {
        for (size_t how = 0; how < 9; how++) {
            uint8_t out[NEXT];
            uint32_t *state;
            const uint8_t *key = placed(KEY, text, length, how);
            loom_rc4_ctx *ctx = place_struct(FIRST, sizeof *ctx, how / 3);
            always("loom_rc4_set_key", "bytes of key, how", length, how, 0, 0);
            memset(ctx, 0x77, sizeof *ctx);
            if (length < 1 || length > 256) {
                expect(CALL(loom_rc4_set_key)(ctx, key, length) == -1, "is refused");
                expect(ctx->state[0] == 0x77777777 && memcmp(ctx->state, ctx->state + 1, sizeof *ctx - 4) == 0,
                       "the context stays");
                untouched();
                continue;
            }
            expect(CALL(loom_rc4_set_key)(ctx, key, length) == 0, "is taken");
            expect(loom_rc4(ctx, none, out, NEXT) == 0, "is used");
            same("key stream", out, want + NEXT * (length - 1), NEXT);
            CALL(loom_rc4_wipe)(ctx);
            zeros("wiped context", ctx, sizeof *ctx);
            untouched();
            key = placed(KEY, text, length, how);
            state = place_struct(FIRST, sizeof *ctx, how / 3);
            CALL(loom_k_rc4_set_key)(state, key, length);
            CALL(loom_k_rc4_stream)(state, none, out, NEXT);
            same("key stream of the kernel", out, want + NEXT * (length - 1), NEXT);
            untouched();
        }
    }
}

static void test_streams(void)
{
    for (size_t before = 0; before < PLACES; before++) {
        for (size_t length = 0; length <= LONGEST; length++) {
            for (size_t way = 0; way < 4; way++) {
                size_t how = before + 2 * length;
                struct buffers b;
                loom_rc4_ctx *ctx;
                if (!at("loom_rc4", "length, bytes before, way", length, before, way, 0)) {
                    continue;
                }
                b = both(text + before, length, how, way & 1);
                ctx = placed_struct(FIRST, &after[before], sizeof *ctx, how / 5);
                if (way & 2) {
                    CALL(loom_k_rc4_stream)(ctx->state, b.in, b.out, length);
                } else {
                    expect(CALL(loom_rc4)(ctx, b.in, b.out, length) == 0, "result");
                }
                same_buffers(b, text + before, ciphertext + before, length);
                goes_on(ctx, before + length);
                untouched();
            }
        }
    }
    for (size_t i = 0; i < longer_count; i++) {
        loom_rc4_ctx ctx = after[0];
        struct buffers b = both(text, longer[i], i, i & 1);
        always("loom_rc4", "length, in pieces", longer[i], i, 0, 0);
        for (size_t done = 0, piece; done < longer[i]; done += piece) {
            piece = any(longer[i] - done + 1);
            expect(loom_rc4(&ctx, b.in + done, b.out + done, piece) == 0, "result");
        }
        same_buffers(b, text, ciphertext, longer[i]);
        untouched();
    }
}

void test_rc4(void)
{
    start();
    test_keys();
    test_streams();
}

/* ---- beside MD5 ---- */

static loom_md5_ctx hashed[64]; /* hashed[n]: the context after n bytes of text */

struct woven {
    loom_rc4_ctx *rc4;
    loom_md5_ctx *md5;
};

/* The two contexts, each between its own guard pages, after `before` bytes of RC4 and `taken` bytes of MD5. */
static struct woven contexts(size_t before, size_t taken, size_t how)
{
    struct woven made;
    made.rc4 = placed_struct(FIRST, &after[before], sizeof *made.rc4, how);
    made.md5 = place_struct(SECOND, sizeof *made.md5, how / 3);
    memcpy(made.md5, &hashed[taken], sizeof *made.md5);
    return made;
}

/* One or more calls. RC4 must be at `from`. */
static void run_woven(struct woven ctx, struct buffers b, size_t length, int decrypts, size_t pieces)
{
    size_t done = 0;
    do {
        size_t piece = pieces <= 1 ? length - done : any(length - done + 1);
        const uint8_t *in = b.in == NULL ? NULL : b.in + done;
        uint8_t *out = b.out == NULL ? NULL : b.out + done;
        int result = decrypts ? CALL(loom_rc4_md5_decrypt)(ctx.rc4, ctx.md5, in, out, piece)
                              : CALL(loom_rc4_md5_encrypt)(ctx.rc4, ctx.md5, in, out, piece);
        expect(result == 0, "result");
        done += piece;
        pieces -= pieces > 1;
    } while (done < length);
}

static void test_woven(void)
{
    const uint8_t *digests = answer("md5", NULL), *digests_longer = answer("md5 longer", NULL);
    for (size_t taken = 0; taken < 64; taken++) {
        for (size_t length = 0; length <= LONGEST; length++) {
            for (size_t n = 0; n < 32; n++) { /* in place or not, decrypting or encrypting; RC4's position modulo 8 */
                size_t way = n & 3, how = taken + 5 * length + n, before = taken + n / 4;
                const uint8_t *plain = text + before, *want = ciphertext + before;
                uint8_t digest[16];
                struct buffers b;
                struct woven ctx;
                if (!at(way & 2 ? "loom_rc4_md5_decrypt" : "loom_rc4_md5_encrypt",
                        "length, place of RC4, of MD5, in place", length, before, taken, way & 1)) {
                    continue;
                }
                ctx = contexts(before, taken, how);
                if (way & 2) {
                    b = both(want, length, how, way & 1);
                    run_woven(ctx, b, length, 1, how % 7 == 0 ? 4 : 1);
                    same_buffers(b, want, plain, length);
                } else {
                    b = both(plain, length, how, way & 1);
                    run_woven(ctx, b, length, 0, how % 7 == 0 ? 4 : 1);
                    same_buffers(b, plain, want, length);
                }
                goes_on(ctx.rc4, before + length);
                if (before == taken) {
                    expect(loom_md5_final(ctx.md5, digest) == 0, "final");
                    same("digest", digest, digests + 16 * (taken + length), 16);
                } else { /* of text[0..taken-1] and text[before...]: by MD5 alone, whose own answers are checked */
                    loom_md5_ctx alone = hashed[taken];
                    uint8_t want_digest[16];
                    loom_md5_update(&alone, plain, length);
                    loom_md5_final(&alone, want_digest);
                    expect(loom_md5_final(ctx.md5, digest) == 0, "final");
                    same("digest", digest, want_digest, 16);
                }
                untouched();
            }
        }
    }
    for (size_t i = 0; i < 4 * longer_count; i++) {
        size_t length = longer[i / 4];
        struct woven ctx = contexts(0, 0, i);
        struct buffers b = both(i & 2 ? ciphertext : text, length, i / 2, i & 1);
        uint8_t digest[16];
        always("rc4_md5", "length, way", length, i & 3, 0, 0);
        run_woven(ctx, b, length, i & 2, 1 + i % 5);
        same_buffers(b, i & 2 ? ciphertext : text, i & 2 ? text : ciphertext, length);
        expect(loom_md5_final(ctx.md5, digest) == 0, "final");
        same("digest", digest, digests_longer + 16 * (i / 4), 16);
        untouched();
    }
}

void test_rc4_md5(void)
{
    start();
    for (size_t i = 0; i < 64; i++) {
        loom_md5_init(&hashed[i]);
        loom_md5_update(&hashed[i], text, i);
    }
    test_woven();
}
