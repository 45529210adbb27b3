/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * loom_tuning_load: a preference file that the program names. All its rows are judged, so this file needs every
 * kernel's row.
 */
#include <stdlib.h>

#include "tuning.h"

#if !defined(LOOM_NO_ENVIRONMENT)

/* What is wrong with a text, or 0. Each row belongs to a kernel of this build. */
static int judge(const char *text, size_t length, const struct loom_choices *chosen)
{
    size_t rows = 0;
    struct loom_tuning_of of = {NULL, chosen->overrides.policy, 0, 0, 0};
    struct loom_plan plan;
    int result = loom_tuning_read(text, length, &chosen->cpu, &of, &plan);
    for (const struct loom_kernel *const *row = loom_kernel_rows; result == 0 && *row != NULL; row++) {
        of.kernel = *row;
        of.usable = loom_choosable(*row, &chosen->cpu);
        result = loom_tuning_rows_of(text, length, &of, &plan);
        rows += of.own;
    }
    return result == 0 && rows != of.rows ? LOOM_TUNING_CORRUPT : result;
}

static int load(const char *text, size_t length)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    int result = length > LOOM_TUNING_ROOM ? LOOM_TUNING_CORRUPT : judge(text, length, chosen);
    if (result == 0) { /* a claim never fails for the text, and a wrong text keeps out no other */
        result = loom_tuning_use(text, length);
    }
    if (result == 0) {
        loom_plan_again(loom_kernel_rows, chosen);
    }
    return result;
}

int LOOM_CDECL loom_tuning_load_text(const char *text, size_t length)
{
    return loom_tuning_in_use() ? LOOM_TUNING_TAKEN : text == NULL ? load("", 0) : load(text, length);
}

int LOOM_CDECL loom_tuning_load(const char *path)
{
    int result = LOOM_TUNING_TAKEN;
    if (!loom_tuning_in_use()) {
        char *text = (char *)malloc(LOOM_TUNING_ROOM + 1);
        size_t length = text == NULL ? SIZE_MAX : loom_tuning_bytes(path, text, LOOM_TUNING_ROOM + 1);
        result = length == SIZE_MAX ? LOOM_TUNING_UNREADABLE : load(text, length);
        free(text);
    }
    return result;
}

#endif
