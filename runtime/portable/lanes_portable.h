/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * A kernel for several messages at once, in portable C: calls the kernel for one message that dispatch chose, for one
 * message after the other. A CPU without a variant for several runs this.
 */
#ifndef LOOM_LANES_PORTABLE_H
#define LOOM_LANES_PORTABLE_H

#include "internal.h"

#define LANES(kernel, single, lanes, parameters, arguments) \
    void LOOM_CDECL loom_##kernel##_portable parameters     \
    {                                                       \
        size_t lane;                                        \
        for (lane = 0; lane < (lanes); lane++) {            \
            loom_k_##single arguments;                      \
        }                                                   \
    }

#endif
