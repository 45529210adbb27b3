/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The part of the BSDs' <sys/sysctl.h> that the runtime uses.
 */
#ifndef TEST_SYSCTL_H
#define TEST_SYSCTL_H

#define CTL_MACHDEP 7

int sysctl(const int *name, unsigned depth, void *out, size_t *size, void *in, size_t in_size);
int sysctlbyname(const char *name, void *out, size_t *size, const void *in, size_t in_size);

#endif
