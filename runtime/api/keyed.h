/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The marks of a cipher's direction in its context.
 */
#ifndef LOOM_KEYED_H
#define LOOM_KEYED_H

#include <stdint.h>

/* A context's `direction` is one of these marks, with the number of rounds added by exclusive or. */
#define LOOM_ENCRYPTS UINT32_C(0x656e6372)
#define LOOM_DECRYPTS UINT32_C(0x64656372)

/* Whether a context has a key for a direction, by a comparison. A wiped context has no key, and neither has one whose
 * fields do not belong together. */
#define LOOM_KEYED(ctx, mark) (((ctx)->direction ^ (mark)) == (ctx)->rounds)

#endif
