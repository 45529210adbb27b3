/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the files about two kernels in one pass share. Their C versions run the two kernels that dispatch chose one
 * after the other, so they are also what a CPU gets that has no woven one.
 */
#ifndef LOOM_STITCHED_H
#define LOOM_STITCHED_H

#include "hash.h"

/* Whether the hash runs behind the cipher: then it must see the cipher's output, where the two meet. Otherwise it runs
 * ahead, and must see what was there before; or they do not meet, and any order will do. */
static inline int runs_behind(const uint8_t *hashed, const uint8_t *out)
{
    return (uintptr_t)hashed < (uintptr_t)out;
}

/* Bytes until the hash, which has taken `taken` bytes, begins a block of `block` bytes. */
static inline size_t to_block(uint64_t taken, size_t block)
{
    return (size_t)(0 - taken) & (block - 1);
}

#endif
