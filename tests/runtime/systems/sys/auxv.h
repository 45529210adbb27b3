/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The part of FreeBSD's <sys/auxv.h> that the runtime uses. OpenBSD before 7.6 and NetBSD have no such header.
 */
#ifndef TEST_AUXV_H
#define TEST_AUXV_H

#if !defined(__FreeBSD__)
#error "this system has no <sys/auxv.h>"
#endif

int elf_aux_info(int type, void *out, int size);

#endif
