/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the files about AES share; none of it is there in a library without AES.
 */
#ifndef LOOM_AES_H
#define LOOM_AES_H

#include "internal.h"

LOOM_INTERNAL_BEGIN

/* The encryption schedule of a key, in portable C; there whichever of the kernels are. */
void loom_aes_expand_key(const uint8_t *key, size_t rounds, uint8_t *schedule);

/* Makes the schedule of the equivalent inverse cipher (FIPS 197, 5.3.5) of an encryption schedule, in place. */
void loom_aes_invert_schedule(uint8_t *schedule, size_t rounds);

LOOM_INTERNAL_END

#endif
