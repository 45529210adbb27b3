/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The contenders of the speed tool: what is run for one variant, or peer, of one kernel.
 */
#ifndef LOOM_SPEED_H
#define LOOM_SPEED_H

#include "dispatch.h"

enum {
    SPEED_MAX_BYTES = 16384,
    SPEED_SIDES = 16 /* variants and peers of one kernel */
};

/* One contender. `run` does the work `times` times on `bytes` bytes of the shared input and leaves a result
 * in `out`, the same for every contender of a kernel. */
struct side {
    const char *name;
    loom_any_fn function; /* the variant, or NULL */
    void (*run)(struct side *side, size_t bytes, size_t times);
    union {
        uint32_t md5[4];
        uint8_t rc4[258];
        uint64_t peer[512]; /* libcrypto's contexts, whatever they hold */
    } state;
    uint8_t out[SPEED_MAX_BYTES];
};

typedef void run_fn(struct side *side, size_t bytes, size_t times);

struct bench {
    const char *name;
    const char *kernel;       /* its variants are measured; NULL: what users call is, as dispatched */
    run_fn *variant;          /* for each variant of `kernel` */
    run_fn *dispatched;       /* otherwise: through the public function, */
    run_fn *portable;         /* and the same on portable C alone */
    run_fn *libcrypto;        /* NULL when not built with it */
    size_t smallest, largest; /* bytes that make sense */
    size_t result;            /* bytes of `out` to compare; 0: as many as the input has */
};

/* Ends with a row whose name is NULL. */
extern const struct bench speed_benches[];

/* Fills the input that every contender reads. */
void speed_prepare(void);

#endif
