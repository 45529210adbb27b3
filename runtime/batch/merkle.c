/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Merkle trees (RFC 6962, 2.1; RFC 9162, 2.1.1), hashed by batches. A leaf's hash is that of the byte 0 and the leaf, a
 * node's that of the byte 1 and the hashes of its two children. The left child of a node has as many leaves as the
 * largest power of two that leaves some for the right child.
 *
 * Leaves are hashed in groups of a power of two, and so are the nodes over a group, level by level: a hash without a
 * neighbour moves up as it is, which gives the tree of RFC 6962. The roots of whole groups are kept by a binary
 * counter: the root of 2^n groups at n, while bit n of their number is set. Two roots of one size make the root of
 * twice the size.
 */
#include "batch.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

#include "hash.h"

enum { GROUP = 64 };

static const uint8_t leaf_head = 0, node_head = 1;

/* The leaves of a tree: those of a list, or else pieces of a buffer. */
struct leaves {
    const loom_merkle_leaf *list;
    const uint8_t *data;
    size_t length, chunk;
};

/* Ends all messages of a batch, and takes them off its list. */
static void end(loom_batch_ctx *batch)
{
    (void)loom_batch_flush(batch);
    while (loom_batch_poll(batch) != NULL) {
    }
}

static void hash_leaves(loom_merkle_work *work, const struct leaves *leaves, size_t first, size_t count, size_t digest)
{
    static const loom_batch_before before = {NULL, &leaf_head, 1};
    for (size_t i = 0; i < count; i++) {
        loom_batch_job *job = &work->jobs[i];
        if (leaves->list != NULL) {
            job->data = leaves->list[first + i].data;
            job->length = leaves->list[first + i].length;
        } else {
            size_t at = (first + i) * leaves->chunk, left = leaves->length - at;
            job->data = leaves->data + at;
            job->length = left < leaves->chunk ? left : leaves->chunk;
        }
        job->digest = work->hashes[0] + i * digest;
        loom_batch_submit_behind(&work->batch, job, &before);
    }
    end(&work->batch);
}

/* Brings the `count` hashes in work->hashes[0] together in their root, which comes to stand there. */
static void join(loom_merkle_work *work, size_t count, size_t digest)
{
    static const loom_batch_before before = {NULL, &node_head, 1};
    uint8_t *from = work->hashes[0], *to = work->hashes[1], *other;
    for (; count > 1; count = count - count / 2) {
        for (size_t i = 0; i < count / 2; i++) {
            loom_batch_job *job = &work->jobs[i];
            job->data = from + 2 * i * digest;
            job->length = 2 * digest;
            job->digest = to + i * digest;
            loom_batch_submit_behind(&work->batch, job, &before);
        }
        end(&work->batch);
        if (count % 2 == 1) {
            memcpy(to + count / 2 * digest, from + (count - 1) * digest, digest);
        }
        other = from;
        from = to;
        to = other;
    }
    if (from != work->hashes[0]) {
        memcpy(work->hashes[0], from, digest);
    }
}

/* The root of a tree whose left part has the root of a level of the counter, and whose right part the one at hand. */
static void join_level(loom_merkle_work *work, unsigned level, size_t digest)
{
    memcpy(work->hashes[0] + digest, work->hashes[0], digest);
    memcpy(work->hashes[0], work->full[level], digest);
    join(work, 2, digest);
}

/* `count`: leaves. The batch is begun. */
static void make_root(loom_merkle_work *work, const struct leaves *leaves, size_t count, size_t digest, uint8_t *root)
{
    size_t groups = 0, done = 0;
    int there = 0; /* whether work->hashes[0] has the root of all that is right of the counter's roots */
    for (; count - done >= GROUP; done += GROUP, groups++) {
        unsigned level = 0;
        hash_leaves(work, leaves, done, GROUP, digest);
        join(work, GROUP, digest);
        for (; (groups >> level & 1) != 0; level++) {
            join_level(work, level, digest);
        }
        memcpy(work->full[level], work->hashes[0], digest);
    }
    if (count > done) {
        hash_leaves(work, leaves, done, count - done, digest);
        join(work, count - done, digest);
        there = 1;
    }
    for (unsigned level = 0; groups >> level != 0; level++) {
        if ((groups >> level & 1) == 0) {
            continue;
        }
        if (there) {
            join_level(work, level, digest);
        } else {
            memcpy(work->hashes[0], work->full[level], digest);
        }
        there = 1;
    }
    memcpy(root, work->hashes[0], digest);
}

#define MERKLE(name, kernel, word, words, block, bytes, little_endian)                                              \
    static void root_##name(loom_merkle_work *work, const struct leaves *leaves, size_t count, uint8_t *root)       \
    {                                                                                                               \
        if (count == 0) {                                                                                           \
            loom_##name(NULL, 0, root);                                                                             \
        } else {                                                                                                    \
            loom_batch_##name##_init(&work->batch);                                                                 \
            make_root(work, leaves, count, bytes, root);                                                            \
        }                                                                                                           \
    }                                                                                                               \
    int LOOM_CDECL loom_merkle_##name(loom_merkle_work *work, const uint8_t *data, size_t length, size_t chunk,     \
                                      uint8_t root[bytes])                                                          \
    {                                                                                                               \
        struct leaves leaves = {NULL, data, length, chunk};                                                         \
        if (chunk == 0) {                                                                                           \
            return -1;                                                                                              \
        }                                                                                                           \
        root_##name(work, &leaves, length / chunk + (length % chunk != 0), root);                                   \
        return 0;                                                                                                   \
    }                                                                                                               \
    void LOOM_CDECL loom_merkle_##name##_leaves(loom_merkle_work *work, const loom_merkle_leaf *list, size_t count, \
                                                uint8_t root[bytes])                                                \
    {                                                                                                               \
        struct leaves leaves = {list, NULL, 0, 0};                                                                  \
        root_##name(work, &leaves, count, root);                                                                    \
    }

LOOM_HASHES(MERKLE)

#endif
