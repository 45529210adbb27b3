/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The list of all kernels, for functions that are about all. No call of a kernel leads here.
 */
#include "dispatch.h"

#define ROW(kernel, ...) &loom_row_##kernel,
const struct loom_kernel *const loom_kernel_rows[LOOM_KERNEL_COUNT + 1] = {LOOM_KERNELS(ROW) NULL};
