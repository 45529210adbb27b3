/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: Merkle trees, compared with RFC 6962, 2.1, written out.
 */

enum { MERKLE_BYTES = 700 };

typedef int LOOM_CDECL merkle_fn(loom_merkle_work *work, const uint8_t *data, size_t length, size_t chunk,
                                 uint8_t *root);
typedef void LOOM_CDECL merkle_leaves_fn(loom_merkle_work *work, const loom_merkle_leaf *leaves, size_t count,
                                         uint8_t *root);

static const struct merkle_hash {
    const char *name;
    merkle_fn *root;
    merkle_leaves_fn *root_of_leaves;
    batch_whole_fn *whole;
    size_t digest;
} merkle_hashes[] = {
#define MERKLE_ROW(name, kernel, word, words, block, digest, little) \
    {"merkle_" #name, loom_merkle_##name, loom_merkle_##name##_leaves, loom_##name, digest},
    LOOM_HASHES(MERKLE_ROW)};

/* MTH of RFC 6962 over leaves of `chunk` bytes, at most 16. */
static void merkle_slowly(const struct merkle_hash *hash, const uint8_t *data, size_t length, size_t chunk,
                          uint8_t *root)
{
    uint8_t text[1 + 2 * LOOM_LARGEST_DIGEST];
    size_t leaves = (length + chunk - 1) / chunk, left = 1;
    if (leaves <= 1) {
        text[0] = 0;
        if (length > 0) {
            memcpy(text + 1, data, length);
        }
        hash->whole(text, leaves + length, root);
        return;
    }
    while (2 * left < leaves) {
        left *= 2;
    }
    text[0] = 1;
    merkle_slowly(hash, data, left * chunk, chunk, text + 1);
    merkle_slowly(hash, data + left * chunk, length - left * chunk, chunk, text + 1 + hash->digest);
    hash->whole(text, 1 + 2 * hash->digest, root);
}

static LOOM_SELDOM void test_merkle_hash(struct run *run, const struct merkle_hash *hash)
{
    static uint8_t data[MERKLE_BYTES]; /* too large for a stack, as the next two */
    static loom_merkle_work work;
    static loom_merkle_leaf leaves[MERKLE_BYTES];
    uint8_t want[LOOM_LARGEST_DIGEST], got[LOOM_LARGEST_DIGEST];
    run->kernel = hash->name;
    run->variant = "C";
    fill(data, sizeof data, 6);
    for (size_t length = 0; length <= MERKLE_BYTES; length += 1 + length / 6) {
        for (size_t chunk = 1; chunk <= 16; chunk += 5) {
            size_t count = (length + chunk - 1) / chunk;
            memset(got, 0, sizeof got);
            merkle_slowly(hash, data, length, chunk, want);
            run->failures += hash->root(&work, data, length, chunk, got) != 0;
            check(run, "root of a buffer", (unsigned long)length, got, want, hash->digest);
            for (size_t i = 0; i < count; i++) {
                leaves[i].data = data + i * chunk;
                leaves[i].length = i + 1 < count ? chunk : length - i * chunk;
            }
            hash->root_of_leaves(&work, leaves, count, got);
            check(run, "root of leaves", (unsigned long)count, got, want, hash->digest);
        }
    }
    if (hash->root(&work, data, 5, 0, got) != -1) {
        run->failures++;
        say(run, "FAIL %s: leaves of no bytes", run->kernel);
    }
}

static void test_merkle(struct run *run)
{
    for (size_t i = 0; i < sizeof merkle_hashes / sizeof merkle_hashes[0]; i++) {
        test_merkle_hash(run, &merkle_hashes[i]);
    }
}
