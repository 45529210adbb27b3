/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Portable C that other rooms call by name. Each function is built even if dispatch has no use for the function.
 */
#ifndef LOOM_PORTABLE_H
#define LOOM_PORTABLE_H

#include "internal.h"

LOOM_INTERNAL_BEGIN

#if defined(LOOM_HAVE_sha1_blocks)
loom_sha1_blocks_fn loom_sha1_blocks_portable;
#endif
#if defined(LOOM_HAVE_sha256_blocks)
loom_sha256_blocks_fn loom_sha256_blocks_portable;
#endif
#if defined(LOOM_HAVE_sha512_blocks)
loom_sha512_blocks_fn loom_sha512_blocks_portable;
#endif

/* The two below are built if the library has any AES kernel. */

/* The encryption schedule of a key. */
void loom_aes_expand_key(const uint8_t *key, size_t rounds, uint8_t *schedule);

/* Makes the schedule of the equivalent inverse cipher (FIPS 197, 5.3.5) of an encryption schedule, in place. */
void loom_aes_invert_schedule(uint8_t *schedule, size_t rounds);

LOOM_INTERNAL_END

#endif
