/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the files about RC4 share.
 */
#ifndef LOOM_RC4_H
#define LOOM_RC4_H

#include "internal.h"

#if defined(LOOM_HAVE_rc4_set_key) && defined(LOOM_HAVE_rc4_stream)

/* Whether the context has a key. A permutation has no byte twice, and a wiped context is all zeros. The comparison goes
 * the same way for every key. */
static inline int rc4_keyed(const loom_rc4_ctx *ctx)
{
    return ctx->state[0] != ctx->state[1];
}

#endif

#endif
