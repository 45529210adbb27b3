/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Merkle trees over pieces of a buffer and over lists of leaves, between guard pages. tests/reference/merkle.py wrote
 * the roots, from RFC 6962's definition.
 */
#include "space.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LEAVES = 300 };

static const struct merkle_hash {
    const char *name;
    size_t digest;
    int (*root)(loom_merkle_work *work, const uint8_t *data, size_t length, size_t chunk, uint8_t *root);
    void (*root_of_leaves)(loom_merkle_work *work, const loom_merkle_leaf *leaves, size_t count, uint8_t *root);
} *hash;

#define CALLED(name, kernel, type, words, block, bytes, little)                                                     \
    static int name##_root(loom_merkle_work *work, const uint8_t *data, size_t length, size_t chunk, uint8_t *root) \
    {                                                                                                               \
        return CALL(loom_merkle_##name)(work, data, length, chunk, root);                                           \
    }                                                                                                               \
    static void name##_leaves(loom_merkle_work *work, const loom_merkle_leaf *leaves, size_t count, uint8_t *root)  \
    {                                                                                                               \
        CALL(loom_merkle_##name##_leaves)(work, leaves, count, root);                                               \
    }
LOOM_HASHES(CALLED)

static const struct merkle_hash merkle_hashes[] = {
#define ROW(name, kernel, type, words, block, bytes, little) {"merkle " #name, bytes, name##_root, name##_leaves},
    LOOM_HASHES(ROW)};

static loom_merkle_work *new_work(size_t how)
{
    loom_merkle_work *work = place_struct(FIRST, sizeof *work, how);
    memset(work, 0xa5, sizeof *work); /* it needs no initialisation */
    return work;
}

static void of_buffer(size_t length, size_t chunk, const uint8_t *want, size_t how)
{
    if (at(hash->name, "length, chunk, position", length, chunk, how, 0)) {
        loom_merkle_work *work = new_work(how);
        uint8_t *root = place(OUT, hash->digest, how / 2);
        const uint8_t *data = text; /* longer than a room */
        if (length <= LONGEST) {
            data = length == 0 && how % 2 == 0 ? NULL : placed(IN, text, length, how);
        }
        expect(hash->root(work, data, length, chunk, root) == 0, "a root");
        same("root", root, want, hash->digest);
        untouched();
    }
}

/* The leaves that tests/runtime/answers.py has: pieces of the text. */
static void of_leaves(size_t count, const uint8_t *want, size_t how)
{
    if (at(hash->name, "leaves, position", count, how, 0, 0)) {
        loom_merkle_work *work = new_work(how);
        uint8_t *root = place(OUT, hash->digest, how / 2);
        static loom_merkle_leaf made[MOST_LEAVES];
        for (size_t i = 0; i < count; i++) {
            made[i].data = text + 13 * i;
            made[i].length = i * i % 290;
        }
        hash->root_of_leaves(work, placed_struct(SECOND, made, count * sizeof made[0], how), count, root);
        same("root", root, want, hash->digest);
        untouched();
    }
}

static void refused(size_t how)
{
    loom_merkle_work *work = new_work(how);
    uint8_t *root = place(OUT, hash->digest, how), untouched_bytes[LOOM_LARGEST_DIGEST];
    always(hash->name, "leaves of no bytes", how, 0, 0, 0);
    memset(untouched_bytes, 0x55, sizeof untouched_bytes);
    memset(root, 0x55, hash->digest);
    expect(hash->root(work, text, how, 0, root) == -1, "leaves of no bytes");
    same("root", root, untouched_bytes, hash->digest);
    untouched();
}

void test_merkle(void)
{
    for (size_t h = 0; h < sizeof merkle_hashes / sizeof merkle_hashes[0]; h++) {
        size_t bytes, step, count;
        char name[32];
        const uint8_t *known;
        hash = &merkle_hashes[h];
        known = answer(hash->name, &bytes);
        step = 8 + hash->digest;
        for (size_t i = 0; i < bytes / step; i++) {
            uint32_t sizes[2];
            memcpy(sizes, known + step * i, sizeof sizes);
            of_buffer(sizes[0], sizes[1], known + step * i + sizeof sizes, any(192));
        }
        snprintf(name, sizeof name, "%s leaves", hash->name);
        known = answer(name, &bytes);
        count = bytes / hash->digest;
        expect(count == MOST_LEAVES + 1, "as many lists of leaves as the answers have");
        for (size_t i = 0; i < count; i++) {
            of_leaves(i, known + hash->digest * i, any(192));
        }
        for (size_t i = 0; i < 60; i++) {
            refused(i);
        }
    }
}
