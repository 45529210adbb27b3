/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Portable C that other rooms call by name, and that is no kernel: asmloom_kernels.h declares those. Both functions are
 * built if the library has any AES kernel.
 */
#ifndef LOOM_PORTABLE_H
#define LOOM_PORTABLE_H

#include "internal.h"

LOOM_INTERNAL_BEGIN

/* The encryption schedule of a key. */
void loom_aes_expand_key(const uint8_t *key, size_t rounds, uint8_t *schedule);

/* Makes the schedule of the equivalent inverse cipher (FIPS 197, 5.3.5) of an encryption schedule, in place. */
void loom_aes_invert_schedule(uint8_t *schedule, size_t rounds);

LOOM_INTERNAL_END

#endif
