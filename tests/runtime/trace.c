/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Opens records under valgrind. callgrind counts every instruction of each call separately. memcheck follows the key
 * schedule, marked as undefined, into branches and addresses.
 *
 * Input: u32 hash, u32 bytes of MAC key, 16 bytes of key, 64 of MAC key, 11 of header, 16 of IV; then records, each u32
 * length and its bytes, to the end of the file. Prints a line for each: result, opened bytes, and the sum of
 * the bytes in the output. `leaky` makes the program compare as memcmp does.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

#include "asmloom.h"

/* The tests must notice this function, which stops at the first difference from zero. */
static __attribute__((noinline)) int leaky(const uint8_t *record, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (record[i] != 0) {
            return -1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    static uint8_t record[4096], out[4096];
    static loom_tls_ctx ctx;
    uint32_t head[2], length;
    uint8_t keys[16 + 64 + 11 + 16];
    int plain = argc > 1 && strcmp(argv[1], "leaky") == 0;
    if (fread(head, sizeof head, 1, stdin) != 1 || fread(keys, sizeof keys, 1, stdin) != 1 ||
        loom_tls_cbc_init(&ctx, 0, (int)head[0], keys, 16, keys + 16, head[1]) != 0) {
        return 2;
    }
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        uint64_t sum = 0;
        size_t opened = 0;
        int result = 0;
        uint8_t iv[16];
        if (length > sizeof record || fread(record, 1, length, stdin) != length) {
            return 2;
        }
        memcpy(iv, keys + 16 + 64 + 11, 16);
        memset(out, 1, sizeof out);
        /* A hash's context begins with the state, which is as long as the MAC, or as SHA-512's. */
        (void)VALGRIND_MAKE_MEM_UNDEFINED(ctx.cipher.aes.schedule, sizeof ctx.cipher.aes.schedule);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&ctx.inner, head[1] == 48 ? 64 : head[1]);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&ctx.outer, head[1] == 48 ? 64 : head[1]);
        if (plain) {
            (void)VALGRIND_MAKE_MEM_UNDEFINED(record, length);
        }
        CALLGRIND_ZERO_STATS;
        result =
            plain ? leaky(record, length) : loom_tls_cbc_open(&ctx, keys + 16 + 64, iv, record, out, length, &opened);
        CALLGRIND_DUMP_STATS;
        (void)VALGRIND_MAKE_MEM_DEFINED(&result, sizeof result);
        (void)VALGRIND_MAKE_MEM_DEFINED(&opened, sizeof opened);
        (void)VALGRIND_MAKE_MEM_DEFINED(out, sizeof out);
        for (size_t i = 0; i < length; i++) {
            sum += out[i];
        }
        printf("%d %lu %lu\n", result, (unsigned long)opened, (unsigned long)sum);
    }
    return 0;
}
