/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Included before all else, this header makes a library whose records do without some kernels of CBC and a hash:
 * without that of SHA-1 for APART == 1, and without any for APART == 2.
 */
#include "asmloom_kernels.h"

#undef LOOM_HAVE_aes_cbc_sha1_blocks
#if APART == 2
#undef LOOM_HAVE_aes_cbc_sha256_blocks
#undef LOOM_HAVE_aes_cbc_sha512_blocks
#endif
