/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The root of a Merkle tree (RFC 6962, 2.1; RFC 9162, 2.1.1) with SHA-256, each level hashed by one batch:
 *
 *   merkle [FILE...]
 *
 * prints the root over the contents of the files. A leaf's hash is that of the byte 0 and the leaf, and a node's that
 * of the byte 1 and the hashes of its two children.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"

enum { DIGEST = 32, NODE = 1 + 2 * DIGEST };

/* Hashes `count` messages, side by side where this CPU is faster so. */
static void hash_all(loom_batch_job *jobs, size_t count)
{
    loom_batch_ctx batch;
    loom_batch_sha256_init(&batch);
    for (size_t i = 0; i < count; i++) {
        loom_batch_submit(&batch, &jobs[i]);
    }
    loom_batch_flush(&batch);
}

/* Turns `count` hashes into their root, which takes the place of the first. `nodes` has room for half as
 * many nodes. A hash without a neighbour moves up as it is: this gives the tree of RFC 6962, whose left subtrees have
 * as many leaves as the largest power of two that leaves some for the right. */
static void root_of(uint8_t (*hashes)[DIGEST], uint8_t (*nodes)[NODE], loom_batch_job *jobs, size_t count)
{
    for (; count > 1; count -= count / 2) {
        for (size_t i = 0; i < count / 2; i++) {
            nodes[i][0] = 1;
            memcpy(nodes[i] + 1, hashes[2 * i], NODE - 1);
            jobs[i].data = nodes[i];
            jobs[i].length = NODE;
            jobs[i].digest = hashes[i];
        }
        hash_all(jobs, count / 2);
        memmove(hashes[count / 2], hashes[count - 1], count % 2 * DIGEST);
    }
}

/* The byte 0 and the contents of a file, in memory of malloc; NULL with a message. */
static uint8_t *read_leaf(const char *name, size_t *length)
{
    FILE *file = fopen(name, "rb");
    size_t room = 4096, used = 1, got;
    uint8_t *leaf = malloc(room), *more;
    while (file != NULL && leaf != NULL && (got = fread(leaf + used, 1, room - used, file)) > 0) {
        used += got;
        more = realloc(leaf, room *= 2);
        if (more == NULL) {
            free(leaf);
        }
        leaf = more;
    }
    if (file == NULL || leaf == NULL || ferror(file)) {
        perror(name);
        free(leaf);
        leaf = NULL;
    } else {
        leaf[0] = 0;
        *length = used;
    }
    if (file != NULL) {
        fclose(file);
    }
    return leaf;
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? (size_t)argc - 1 : 0;
    uint8_t (*hashes)[DIGEST] = malloc((count + 1) * DIGEST), (*nodes)[NODE] = malloc((count + 1) * NODE);
    loom_batch_job *jobs = calloc(count + 1, sizeof *jobs);
    int bad = 0;
    if (hashes == NULL || nodes == NULL || jobs == NULL) {
        perror("merkle");
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        jobs[i].data = read_leaf(argv[i + 1], &jobs[i].length);
        jobs[i].digest = hashes[i];
        bad |= jobs[i].data == NULL;
    }
    if (bad == 0) {
        hash_all(jobs, count);
    }
    for (size_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)jobs[i].data);
    }
    if (bad == 0) {
        loom_sha256(NULL, 0, hashes[count]); /* the root over no files */
        root_of(hashes, nodes, jobs, count);
        for (size_t i = 0; i < DIGEST; i++) {
            printf("%02x", hashes[0][i]);
        }
        printf("\n");
    }
    free(hashes);
    free(nodes);
    free(jobs);
    return bad;
}
