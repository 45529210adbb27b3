/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * loom_allow_tables: whether dispatch may choose variants that reveal secrets by the addresses they read, where a
 * kernel has others. Needs the rows of these kernels alone.
 */
#include "entry.h"

void LOOM_CDECL loom_allow_tables(int allowed)
{
    static const struct loom_kernel *const rows[] = {
#define ROW(kernel, ...) &loom_row_##kernel,
        LOOM_TABLE_KERNELS(ROW)
#undef ROW
            NULL,
    };
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    unsigned known = LOOM_LOAD_FLAG(loom_tables_allowed);
    while (!LOOM_CLAIM(loom_tables_allowed, known, ((known | 1) + 1) | (unsigned)(allowed != 0))) {
        known = LOOM_LOAD_FLAG(loom_tables_allowed);
    }
    do { /* another thread may call this meanwhile: the last plans are of the last word */
        known = LOOM_LOAD_FLAG(loom_tables_allowed);
        loom_plan_again(rows, chosen);
    } while (known != LOOM_LOAD_FLAG(loom_tables_allowed));
}
