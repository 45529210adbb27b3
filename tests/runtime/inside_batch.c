/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_batch: how much stack a batch of keyed messages cleans: as much as the deepest kernel of its ways takes.
 * inside_batch.h is a copy of batch.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "inside_batch.h"

#include "space/holds.h"

enum { OF_ONE = 600, STEP = 100 };

int main(void)
{
    static const struct row *const all[] = {&rows[0], &rows[1]};
    size_t count = 0;
    while (loom_batch_rows[count].lanes > 0) {
        loom_ways[loom_batch_rows[count].kernel].spare = LOOM_ALL_DEAD - (3 * OF_ONE + STEP * (unsigned)count);
        count++;
    }
    HOLDS(count > 3);
    for (size_t r = 0; r < 2; r++) {
        loom_batch_ctx batch;
        memset(&batch, 0, sizeof batch);
        all[r]->hash->way->spare = LOOM_ALL_DEAD - OF_ONE;
        HOLDS(depth_of(&batch, all[r]) == OF_ONE + IN_BEHIND);
        for (size_t widest = 1; widest <= count; widest++) {
            for (size_t narrow = 1; narrow <= widest; narrow++) {
                memset(&batch, 0, sizeof batch);
                batch.way[0].number = (uint32_t)narrow;
                batch.way[1].number = (uint32_t)widest;
                HOLDS(depth_of(&batch, all[r]) == 3 * OF_ONE + STEP * (widest - 1));
                batch.way[1].number = 0;
                HOLDS(depth_of(&batch, all[r]) == 3 * OF_ONE + STEP * (narrow - 1));
            }
        }
    }
    return 0;
}
