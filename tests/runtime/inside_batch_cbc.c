/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_batch_cbc: a batch of AES-CBC follows its plan, and its round keys stand in whole lines inside its own memory.
 * inside_batch_cbc.h is a copy of batch_cbc.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "batch.h"

static struct loom_batch_plan wanted;

static void plan_of_the_test(const struct loom_batch_many *many, size_t single, struct loom_batch_plan *plan)
{
    (void)many;
    (void)single;
    *plan = wanted;
}

#define loom_batch_plan(many, single, plan) plan_of_the_test(many, single, plan)
#include "inside_batch_cbc.h"

#include "space/holds.h"

/* A context at each address that its type allows. */
static void places(void)
{
    static _Alignas(LINE) uint8_t memory[sizeof(loom_batch_aes_cbc_ctx) + LINE];
    wanted.lanes = LOOM_MOST_LANES < 16 ? LOOM_MOST_LANES : 16;
    for (size_t at = 0; at < LINE; at += _Alignof(loom_batch_aes_cbc_ctx)) {
        loom_batch_aes_cbc_ctx *batch = (loom_batch_aes_cbc_ctx *)(void *)(memory + at);
        loom_batch_aes_cbc_init(batch);
        HOLDS((uintptr_t)keys_of(batch) % LINE == 0 && keys_of(batch) >= batch->room);
        HOLDS(ivs_of(batch) >= keys_of(batch) + BLOCK * MOST_KEYS * wanted.lanes);
        HOLDS(ivs_of(batch) + BLOCK * wanted.lanes <= batch->room + sizeof batch->room);
    }
}

static void plans(void)
{
    for (size_t ways = 1; ways <= LOOM_BATCH_WAYS; ways++) {
        loom_batch_aes_cbc_ctx batch;
        memset(&wanted, 0, sizeof wanted);
        for (size_t i = 0; i < ways; i++) {
            wanted.way[i].number = i + 1;
            wanted.way[i].least = 3 + i;
            wanted.way[i].from = 7 + i;
        }
        wanted.lanes = 4 * ways;
        wanted.shortest = 100 * ways;
        loom_batch_aes_cbc_init(&batch);
        HOLDS(batch.kernel == ways && batch.least == 2 + ways && batch.from == 6 + ways);
        HOLDS(batch.lanes == wanted.lanes && batch.shortest == wanted.shortest && batch.used == 0);
        for (size_t i = 0; i < wanted.lanes; i++) {
            HOLDS(batch.order[i] == i);
        }
    }
}

int main(void)
{
    places();
    plans();
    return 0;
}
