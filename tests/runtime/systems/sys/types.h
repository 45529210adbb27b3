/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Stands for the systems' <sys/types.h>, which <sys/sysctl.h> needs. The runtime uses nothing of it.
 */
