/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The hashes of loom-sum: every hash of the library.
 */
#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <string.h>

#define FUNCTIONS(name, kernel, word, words, block, digest, little_endian)            \
    static void init_##name(union sum_ctx *ctx)                                       \
    {                                                                                 \
        loom_##name##_init(&ctx->name);                                               \
    }                                                                                 \
    static void update_##name(union sum_ctx *ctx, const uint8_t *data, size_t length) \
    {                                                                                 \
        loom_##name##_update(&ctx->name, data, length);                               \
    }                                                                                 \
    static void final_##name(union sum_ctx *ctx, uint8_t *out)                        \
    {                                                                                 \
        loom_##name##_final(&ctx->name, out);                                         \
    }
LOOM_HASHES(FUNCTIONS)

#define ROW(name, kernel, word, words, block, digest, little_endian) \
    {#name, digest, loom_batch_##name##_init, init_##name, update_##name, final_##name},
static const struct sum_hash hashes[] = {LOOM_HASHES(ROW)};

#define NAME(name, kernel, word, words, block, digest, little_endian) ", " #name
static const char names[] = LOOM_HASHES(NAME);

const struct sum_hash *sum_hash_find(const char *name)
{
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        if (strcmp(hashes[i].name, name) == 0) {
            return &hashes[i];
        }
    }
    return NULL;
}

const char *sum_hash_names(void)
{
    return names + 2;
}

#endif
