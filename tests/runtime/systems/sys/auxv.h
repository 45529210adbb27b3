/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the runtime wants of FreeBSD's <sys/auxv.h>. There is none on OpenBSD before 7.6, nor on NetBSD.
 */
#ifndef TEST_AUXV_H
#define TEST_AUXV_H

#if !defined(__FreeBSD__)
#error "this system has no <sys/auxv.h>"
#endif

int elf_aux_info(int type, void *out, int size);

#endif
