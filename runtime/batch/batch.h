/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files of batches.
 */
#ifndef LOOM_BATCH_H
#define LOOM_BATCH_H

#include "entry.h"
#include "hash.h"

#if defined(LOOM_HAVE_aes_cbc_encrypt) && defined(LOOM_HAVE_aes_set_encrypt_key)
#define LOOM_BATCH_AES_CBC 1
#endif
#if defined(LOOM_HAVE_des_cbc_encrypt) && defined(LOOM_HAVE_des_set_key)
#define LOOM_BATCH_DES_CBC 1
#endif

#if defined(LOOM_HAVE_hashes) || defined(LOOM_BATCH_AES_CBC) || defined(LOOM_BATCH_DES_CBC)
#define LOOM_ANY_BATCH 1

/* A kernel for several messages, and the kernel for one message. */
struct loom_batch_many {
    const struct loom_kernel *kernel, *single;
    size_t lanes;
};

/* The kernels that a batch uses, from the narrowest to the widest. */
struct loom_batch_plan {
    struct {
        size_t number;   /* a row of the kernels for several messages, from 1 on; 0: none */
        size_t least;    /* messages */
        size_t from;     /* blocks of a message */
        size_t shortest; /* bytes of a message */
    } way[LOOM_BATCH_WAYS];
    size_t lanes;    /* of the widest; 0: no kernel */
    size_t shortest; /* the least of all kernels' */
};

typedef void loom_batch_run_fn(void *const *state, const uint8_t *const *data, size_t blocks);

LOOM_INTERNAL_BEGIN

#if defined(LOOM_HAVE_hashes)
/* The kernels for several messages of all hashes: the last row has no lanes. A way's number counts them from 1 on. */
extern const struct loom_batch_many loom_batch_rows[];
extern loom_batch_run_fn *const loom_batch_runs[];

/* Takes a message behind a key, and behind further bytes, as loom_batch_submit. The batch is not wiped. `before` is
 * copied; what it points to stays until the message has ended. */
void loom_batch_submit_behind(loom_batch_ctx *batch, loom_batch_job *job, const loom_batch_before *before);
#endif

/* Makes the plan of a batch of messages with this kernel for one message. The last row of `many` has no lanes. */
void loom_batch_plan(const struct loom_batch_many *many, const struct loom_kernel *single,
                     struct loom_batch_plan *plan);

LOOM_INTERNAL_END

#endif
#endif
