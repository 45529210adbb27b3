/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_tls_many: from how many records on, and from which length, records are sealed at once: as both batches ask
 * for. inside_tls_many.h is a copy of tls_many.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "batch.h"

static uint32_t number, least, cipher_least, cipher_lanes;
static size_t shortest, cipher_shortest;

static void macs_of_the_test(loom_batch_ctx *batch)
{
    memset(batch, 0, sizeof *batch);
    batch->lanes = number > 0 ? (uint32_t)loom_batch_rows[number - 1].lanes : 0;
    batch->way[0].number = number;
    batch->way[0].least = least;
    batch->shortest = (uint32_t)shortest;
}

static void ciphers_of_the_test(loom_batch_aes_cbc_ctx *batch)
{
    memset(batch, 0, sizeof *batch);
    batch->lanes = cipher_lanes;
    batch->least = cipher_least;
    batch->shortest = cipher_shortest;
}

#define loom_batch_sha1_init macs_of_the_test
#define loom_batch_sha256_init macs_of_the_test
#define loom_batch_sha384_init macs_of_the_test
#define loom_batch_aes_cbc_init ciphers_of_the_test
#include "inside_tls_many.h"

#include "space/holds.h"

static size_t lesser(size_t x, size_t y)
{
    return x < y ? x : y;
}

static size_t greater(size_t x, size_t y)
{
    return x > y ? x : y;
}

int main(void)
{
    static const int hashes[] = {LOOM_TLS_SHA1, LOOM_TLS_SHA256, LOOM_TLS_SHA384};
    static loom_tls_batch_ctx batch;
    size_t tried = 0;
    for (number = 0; number == 0 || loom_batch_rows[number - 1].lanes > 0; number++) {
        for (unsigned round = 0; round < 64; round++) {
            size_t lanes = number > 0 ? loom_batch_rows[number - 1].lanes : 0, records;
            least = 1 + round % 16;
            cipher_lanes = (round / 4) % 5 * 4;
            cipher_least = 1 + round % 7;
            shortest = 100 + 13 * round;
            cipher_shortest = 900 - 9 * round;
            HOLDS(loom_tls_batch_init(&batch, hashes[round % 3]) == 0);
            records = greater(lesser(2 * least, lanes), lesser(2 * cipher_least, cipher_lanes));
            if (number == 0 || cipher_lanes == 0) { /* one of both has no kernel for several */
                HOLDS(batch.least == 0);
                continue;
            }
            HOLDS(batch.least == records && batch.shortest == greater(shortest, cipher_shortest));
            tried++;
        }
    }
    HOLDS(tried > 100);
    return 0;
}
