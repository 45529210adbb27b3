/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Stands where the systems' <sys/types.h> does; the runtime wants nothing of it but that <sys/sysctl.h> needs it.
 */
