/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * inside_aes: the portable modes of AES wipe their round keys where these stand, and do not count on the stack being
 * overwritten afterwards: here it is not. Calls run on a stack of the test's own. inside_aes.h is a copy of
 * aes_portable.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "aes_sliced.h"
#include "clean.h"

static int wiping = 1;

static void wipe(void *memory, size_t length)
{
    if (wiping) {
        loom_wipe(memory, length);
    }
}

static void keep_the_stack(void)
{
}

#define loom_wipe wipe
#define loom_clean keep_the_stack
#include "inside_aes.h"
#undef loom_wipe

enum { STACK = 1 << 16, ROUNDS = 14, TEXT = 5 * 16 };

static uint8_t stack[STACK], schedule[16 * (ROUNDS + 1)], iv[16], in[TEXT], out[TEXT];
static size_t blocks;

static void run_ecb_encrypt(void)
{
    loom_aes_ecb_encrypt_portable(schedule, ROUNDS, in, out, blocks);
}

static void run_ecb_decrypt(void)
{
    loom_aes_ecb_decrypt_portable(schedule, ROUNDS, in, out, blocks);
}

static void run_cbc_encrypt(void)
{
    loom_aes_cbc_encrypt_portable(schedule, ROUNDS, iv, in, out, blocks);
}

static void run_cbc_decrypt(void)
{
    loom_aes_cbc_decrypt_portable(schedule, ROUNDS, iv, in, out, blocks);
}

static void run_ctr32(void)
{
    loom_aes_ctr32_portable(schedule, ROUNDS, iv, in, out, blocks);
}

/* Whether a call leaves two words of a sliced round key on its stack. */
static int leaves_a_key(void (*function)(void), size_t step)
{
    static struct sliced_keys keys;
    static ucontext_t here, there;
    slice_keys(&keys, schedule, ROUNDS, step);
    memset(stack, 0, sizeof stack);
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    there.uc_link = &here;
    makecontext(&there, function, 0);
    swapcontext(&here, &there);
    for (size_t n = 0; n <= ROUNDS; n++) {
        for (size_t at = 0; at + 2 * sizeof(word) <= STACK; at++) {
            if (memcmp(stack + at, keys.round[n] + 2, 2 * sizeof(word)) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*function)(void);
        size_t step;
    } modes[] = {{"ecb_encrypt", run_ecb_encrypt, 1},
                 {"ecb_decrypt", run_ecb_decrypt, (size_t)-1},
                 {"cbc_encrypt", run_cbc_encrypt, 1},
                 {"cbc_decrypt", run_cbc_decrypt, (size_t)-1},
                 {"ctr32", run_ctr32, 1}};
    for (size_t i = 0; i < sizeof schedule; i++) {
        schedule[i] = (uint8_t)(i * i * 7 + 3 * i + 1);
    }
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        for (blocks = 0; blocks <= 5; blocks += 5) {
            wiping = 0; /* the search finds keys that are left */
            if (!leaves_a_key(modes[i].function, modes[i].step)) {
                fprintf(stderr, "%s: nothing is found\n", modes[i].name);
                return 1;
            }
            wiping = 1;
            if (leaves_a_key(modes[i].function, modes[i].step)) {
                fprintf(stderr, "%s: a round key is left\n", modes[i].name);
                return 1;
            }
        }
    }
    return 0;
}
