/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The part of FreeBSD's and Linux's <sys/auxv.h> that the runtime uses. OpenBSD before 7.6 and NetBSD have no such
 * header.
 */
#ifndef TEST_AUXV_H
#define TEST_AUXV_H

#if defined(__FreeBSD__)
int elf_aux_info(int type, void *out, int size);
#elif defined(__linux__)
unsigned long getauxval(unsigned long type);
#else
#error "this system has no <sys/auxv.h>"
#endif

#endif
