/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Which kernels for several messages a batch uses, and from how many messages on. A batch takes a kernel only where
 * that is measured to be faster than one message after the other: by a row of targets/batches.dat for this core and for
 * the variants that dispatch chose, or by a preference file. ASMLOOM_PREFER, which pins a variant, takes its kernel
 * too.
 */
#include "batch.h"

#if defined(LOOM_ANY_BATCH)

#include "memory.h"

#include "tuning.h"

enum { PINNED_LEAST = 2 };

static const struct loom_batch_row {
    const char *kernel, *many, *one;
    enum loom_uarch uarch;
    unsigned least, blocks;
} measured[] = {
#define MEASURED(kernel, many, one, uarch, least, blocks) {#kernel, #many, #one, LOOM_UARCH_##uarch, least, blocks},
    LOOM_BATCHES(MEASURED){NULL, NULL, NULL, LOOM_UARCH_generic, 0, 0}};

static int same(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++, b++;
    }
    return *a == *b;
}

/* The row of a core, or of the next core above it that has one; NULL: none. */
static const struct loom_batch_row *row_for(const char *kernel, const char *many, const char *one, enum loom_uarch core)
{
    for (;; core = loom_uarch_parent(core)) {
        for (const struct loom_batch_row *row = measured; row->kernel != NULL; row++) {
            if (row->uarch == core && same(row->kernel, kernel) && same(row->many, many) && same(row->one, one)) {
                return row;
            }
        }
        if (core == LOOM_UARCH_generic) {
            return NULL;
        }
    }
}

static const char *name_of(const struct loom_kernel *kernel, const struct loom_band *band)
{
    return kernel->variants[band->variant].name;
}

/* Portable C of a kernel for several messages calls the kernel for one: only a pin makes a batch take it. */
static int is_many(const struct loom_kernel *kernel, const struct loom_band *band)
{
    return band->reason == LOOM_REASON_PINNED || !same(name_of(kernel, band), "portable");
}

/* Adds a way. Ways stand from the narrowest to the widest. */
static void add(struct loom_batch_plan *plan, const struct loom_batch_many *many, size_t number, size_t least,
                size_t from, size_t shortest)
{
    size_t lanes = many[number].lanes, i = 0;
    while (i < LOOM_BATCH_WAYS && plan->way[i].number > 0 && many[plan->way[i].number - 1].lanes < lanes) {
        i++;
    }
    if (i == LOOM_BATCH_WAYS) {
        return;
    }
    memmove(&plan->way[i + 1], &plan->way[i], (LOOM_BATCH_WAYS - 1 - i) * sizeof plan->way[i]);
    plan->way[i].number = number + 1;
    plan->way[i].least = least;
    plan->way[i].from = from;
    plan->way[i].shortest = shortest;
    plan->shortest = plan->lanes == 0 || plan->shortest > shortest ? shortest : plan->shortest;
    plan->lanes = plan->lanes > lanes ? plan->lanes : lanes;
}

/* The room for the choices is large: a function that runs seldom. */
static LOOM_SELDOM void make(const struct loom_batch_many *many, const struct loom_kernel *single,
                             struct loom_batch_plan *plan)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    struct loom_plan one, found;
    loom_make_plan(&one, single, chosen);
    const char *one_name = name_of(single, &one.band[one.band_count - 1]);
    for (size_t n = 0; many[n].lanes > 0; n++) {
        const struct loom_kernel *kernel = many[n].kernel;
        size_t lanes = many[n].lanes, unit = kernel->unit, least, b;
        const struct loom_batch_row *row;
        const struct loom_band *last;
        if (many[n].single != single) {
            continue;
        }
        loom_make_plan(&found, kernel, chosen);
        last = &found.band[found.band_count - 1];
        if (!is_many(kernel, last)) {
            continue;
        }
        row = row_for(kernel->name, name_of(kernel, last), one_name, chosen->cpu.uarch);
        if (last->reason == LOOM_REASON_PINNED) {
            least = PINNED_LEAST;
            row = NULL;
        } else if (row != NULL) {
            least = row->least;
        } else if (last->reason == LOOM_REASON_TUNED) {
            least = lanes; /* the file compares full lanes */
        } else {
            continue;
        }
        for (b = found.band_count - 1; b > 0 && is_many(kernel, &found.band[b - 1]);) {
            b--;
        }
        add(plan, many, n, least, (found.band[b].min_bytes + unit - 1) / unit, row != NULL ? row->blocks * unit : 0);
    }
}

void loom_batch_plan(const struct loom_batch_many *many, const struct loom_kernel *single, struct loom_batch_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    make(many, single, plan);
}

#endif
