/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The part of MSVC's <intrin.h> that the detection uses. detect_x86.c has the functions.
 */
#ifndef TEST_INTRIN_H
#define TEST_INTRIN_H

void __cpuid(int words[4], int leaf);
void __cpuidex(int words[4], int leaf, int subleaf);
unsigned long long _xgetbv(unsigned number);

#endif
