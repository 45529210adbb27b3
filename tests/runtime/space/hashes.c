/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Hashes and HMAC: every length, after every number of bytes in the context's block, in any pieces.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST = 64 };

/* A hash, or HMAC under the key of the answers. */
struct hash {
    const char *name;
    size_t digest, block, context;
    void (*whole)(const uint8_t *data, size_t length, uint8_t *digest);
    void (*init)(void *ctx);
    int (*update)(void *ctx, const uint8_t *data, size_t length);
    int (*final)(void *ctx, uint8_t *digest);
    int (*final_reset)(void *ctx, uint8_t *digest); /* of HMAC, as the next two */
    int (*reset)(void *ctx);
    void (*wipe)(void *ctx);
};

static const uint8_t *key;
static size_t key_bytes;

#define HASH(name)                                                                \
    static void name##_whole(const uint8_t *data, size_t length, uint8_t *digest) \
    {                                                                             \
        CALL(loom_##name)(data, length, digest);                                  \
    }                                                                             \
    static void name##_init(void *ctx)                                            \
    {                                                                             \
        CALL(loom_##name##_init)(ctx);                                            \
    }                                                                             \
    PIECES(name)
#define HMAC(name)                                                                               \
    static void name##_whole(const uint8_t *data, size_t length, uint8_t *digest)                \
    {                                                                                            \
        CALL(loom_##name)(placed(KEY, key, key_bytes, length), key_bytes, data, length, digest); \
    }                                                                                            \
    static void name##_init(void *ctx)                                                           \
    {                                                                                            \
        CALL(loom_##name##_init)(ctx, key, key_bytes);                                           \
    }                                                                                            \
    static int name##_final_reset(void *ctx, uint8_t *digest)                                    \
    {                                                                                            \
        return CALL(loom_##name##_final_reset)(ctx, digest);                                     \
    }                                                                                            \
    static int name##_reset(void *ctx)                                                           \
    {                                                                                            \
        return CALL(loom_##name##_reset)(ctx);                                                   \
    }                                                                                            \
    static void name##_wipe(void *ctx)                                                           \
    {                                                                                            \
        CALL(loom_##name##_wipe)(ctx);                                                           \
    }                                                                                            \
    PIECES(name)
#define PIECES(name)                                                        \
    static int name##_update(void *ctx, const uint8_t *data, size_t length) \
    {                                                                       \
        return CALL(loom_##name##_update)(ctx, data, length);               \
    }                                                                       \
    static int name##_final(void *ctx, uint8_t *digest)                     \
    {                                                                       \
        return CALL(loom_##name##_final)(ctx, digest);                      \
    }
#define ROW(name, digest, block) \
    #name, digest, block, sizeof(loom_##name##_ctx), name##_whole, name##_init, name##_update, name##_final

/* clang-format off */
#define FUNCTIONS_OF_HASH(name, kernel, type, words, block, bytes, little) HASH(name)
#define FUNCTIONS_OF_HMAC(name, kernel, type, words, block, bytes, little) HMAC(hmac_##name)
#define HASH_ROW(name, kernel, type, words, block, bytes, little) {ROW(name, bytes, block), NULL, NULL, NULL},
#define HMAC_ROW(name, kernel, type, words, block, bytes, little) {ROW(hmac_##name, bytes, block), hmac_##name##_final_reset, hmac_##name##_reset, hmac_##name##_wipe},
LOOM_HASHES(FUNCTIONS_OF_HASH)
LOOM_HMACS(FUNCTIONS_OF_HMAC)
static const struct hash hashes[] = {LOOM_HASHES(HASH_ROW) LOOM_HMACS(HMAC_ROW)};
/* clang-format on */

/* Gives the context one more piece, from memory of exactly the piece's size. */
static void take(const struct hash *hash, void *ctx, size_t from, size_t length, size_t how)
{
    const uint8_t *data = placed(IN, text + from, length, how);
    expect(hash->update(ctx, length == 0 && how % 2 == 0 ? NULL : data, length) == 0, "update");
    same("data", data, text + from, length);
}

static void finish(const struct hash *hash, void *ctx, const uint8_t *want, size_t how)
{
    uint8_t *digest = place(SECOND, hash->digest, how);
    expect(hash->final(ctx, digest) == 0, "final");
    same("digest", digest, want, hash->digest);
    zeros("context after final", ctx, hash->context);
    untouched();
}

static void one_call(const struct hash *hash, size_t length, const uint8_t *want, size_t how)
{
    const uint8_t *data = placed(IN, text, length, how);
    uint8_t *digest = place(SECOND, hash->digest, how + how / 3);
    hash->whole(length == 0 && how % 2 == 0 ? NULL : data, length, digest);
    same("digest", digest, want, hash->digest);
    same("data", data, text, length);
    untouched();
}

/* Up to nine pieces, some of no bytes. */
static void in_pieces(const struct hash *hash, size_t length, const uint8_t *want)
{
    void *ctx = place_struct(FIRST, hash->context, any(64));
    hash->init(ctx);
    for (size_t done = 0, pieces = any(9); done < length; pieces -= pieces > 0) {
        size_t left = length - done, piece = pieces == 0 ? left : any(3) == 0 ? any(left + 1) : any(200) % (left + 1);
        take(hash, ctx, done, piece, any(200));
        done += piece;
    }
    finish(hash, ctx, want, any(64));
}

/* One key for several messages: one given up, two that end, and none after the end. */
static void again(const struct hash *hash, size_t length, const uint8_t *want, size_t how)
{
    void *ctx = place_struct(FIRST, hash->context, how);
    uint8_t *digest = place(SECOND, hash->digest, how / 3);
    hash->init(ctx);
    take(hash, ctx, any(length + 1), any(LONGEST - length + 1), how);
    expect(hash->reset(ctx) == 0, "reset");
    for (size_t n = 0; n < 2; n++) {
        take(hash, ctx, 0, length, how + n);
        expect(hash->final_reset(ctx, digest) == 0, "final and reset");
        same("digest", digest, want, hash->digest);
        memset(digest, 0x55, hash->digest);
    }
    hash->wipe(ctx);
    zeros("wiped context", ctx, hash->context);
    expect(hash->reset(ctx) == -1, "reset of a wiped context");
    expect(hash->final_reset(ctx, digest) == -1, "final and reset of a wiped context");
    zeros("digest of a wiped context", digest, hash->digest);
    zeros("wiped context after that", ctx, hash->context);
    untouched();
}

static void test_hash(const struct hash *hash)
{
    const uint8_t *want = answer(hash->name, NULL), *want_longer;
    char name[28];
    snprintf(name, sizeof name, "%s longer", hash->name);
    want_longer = answer(name, NULL);
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t how = length; how < length + 3; how++) {
            if (at(hash->name, "length, how", length, how, 0, 0)) {
                one_call(hash, length, want + hash->digest * length, how);
            }
        }
        if (at(hash->name, "in pieces: length", length, 0, 0, 0)) {
            in_pieces(hash, length, want + hash->digest * length);
        }
        for (size_t before = 0; before < hash->block; before++) {
            size_t how = length + before;
            if (at(hash->name, "length, bytes before", length, before, 0, 0)) {
                void *ctx = place_struct(FIRST, hash->context, how / 5);
                hash->init(ctx);
                expect(hash->update(ctx, text, before) == 0, "update");
                take(hash, ctx, before, length, how);
                finish(hash, ctx, want + hash->digest * (before + length), how / 7);
            }
        }
    }
    for (size_t n = 0; hash->reset != NULL && n < 64; n++) {
        size_t length = n * 5 % (LONGEST + 1);
        always(hash->name, "another message: length", length, 0, 0, 0);
        again(hash, length, want + hash->digest * length, n);
    }
    for (size_t i = 0; i < longer_count; i++) {
        always(hash->name, "length", longer[i], 0, 0, 0);
        one_call(hash, longer[i], want_longer + hash->digest * i, i);
        in_pieces(hash, longer[i], want_longer + hash->digest * i);
    }
}

/* Keys of every length around and beyond a block. */
static void test_keys(const struct hash *hash)
{
    char name[28];
    const uint8_t *want;
    size_t bytes;
    snprintf(name, sizeof name, "%s keys", hash->name);
    want = answer(name, &bytes);
    key = text;
    for (key_bytes = 0; key_bytes < bytes / hash->digest; key_bytes++) {
        always(hash->name, "bytes of key", key_bytes, 0, 0, 0);
        one_call(hash, 77, want + hash->digest * key_bytes, key_bytes);
    }
}

void test_hashes(void)
{
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        key = answer("hmac key", &key_bytes);
        test_hash(&hashes[i]);
        if (strncmp(hashes[i].name, "hmac", 4) == 0) {
            test_keys(&hashes[i]);
        }
    }
}
