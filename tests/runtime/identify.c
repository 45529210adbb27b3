/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Prints the cores that the detection sees in given answers of cpuid. The arguments for each core are the vendor (leaf
 * 0) and, in hexadecimal, eax of leaf 1, edx of leaf 7, and the word AVX10.
 */
#include "cpu_x86.c"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    for (int at = 1; at + 3 < argc; at += 4) {
        struct loom_cpu cpu;
        struct registers leaf0 = {0, 0, 0, 0}, leaf1 = {0, 0, 0, 0}, leaf7 = {0, 0, 0, 0};
        memset(&cpu, 0, sizeof cpu);
        memcpy(&leaf0.ebx, argv[at], 4);
        memcpy(&leaf0.edx, argv[at] + 4, 4);
        memcpy(&leaf0.ecx, argv[at] + 8, 4);
        leaf1.eax = (uint32_t)strtoul(argv[at + 1], NULL, 16);
        leaf7.edx = (uint32_t)strtoul(argv[at + 2], NULL, 16);
        identify(&cpu, leaf0, leaf1, leaf7, (uint32_t)strtoul(argv[at + 3], NULL, 16));
        printf("%s\n", loom_uarch_name(cpu.uarch));
    }
    return 0;
}
