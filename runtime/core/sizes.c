/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What a program asks that was compiled with the header of another version, or with none.
 */
#include "asmloom_kernels.h"

unsigned LOOM_CDECL loom_version_number(void)
{
    return LOOM_VERSION_NUMBER;
}

#define LOOM_SIZE(context)                        \
    size_t LOOM_CDECL loom_##context##_size(void) \
    {                                             \
        return sizeof(loom_##context);            \
    }
LOOM_CONTEXTS(LOOM_SIZE)
