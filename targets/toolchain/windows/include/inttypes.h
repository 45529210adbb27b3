/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0 */
/* OpenSSL's headers include C99's <inttypes.h>, and use the types of <stdint.h>. */
#pragma once
#include <stdint.h>
