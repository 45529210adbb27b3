/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The stack of the called function, and the random numbers that fill registers.
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loom_call loom_call;

/* Words that differ from place to place fill the whole stack. The words above the called function's own area must stay.
 * Below, the lowest changed word tells the depth of the function. */
#define STACK_BYTES 65536u
#define STACK_ABOVE 1024u
#define PIECE 256u /* bytes that are compared at once */

static uint8_t *stack_base;
static uint8_t fresh[STACK_BYTES]; /* the stack as it is before a call */
static size_t changed_from;        /* no word below has changed since */
static const uint8_t *used_from;
static size_t used_size;

uint64_t loom_random(uint64_t *seed)
{
    /* splitmix64, Steele, Lea and Flood 2014 */
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t poison(size_t word)
{
    return UINT64_C(0xb7e151628aed2a6b) * (2 * (uint64_t)word + 1);
}

/* Returns the highest stack pointer that still leaves room for the canary area above; a multiple of 64. */
uint8_t *loom_stack_prepare(void)
{
    size_t i;
    if (stack_base == NULL) {
        size_t page = loom_page();
        uint8_t *area = loom_map(STACK_BYTES + 2 * page);
        if (area == NULL || !loom_protect(area, page, 0, 0, 0) ||
            !loom_protect(area + page + STACK_BYTES, page, 0, 0, 0)) {
            fprintf(stderr, "driver: no memory for the stack of the called functions\n");
            exit(2);
        }
        stack_base = area + page;
        for (i = 0; i < STACK_BYTES / 8; i++) {
            uint64_t word = poison(i);
            memcpy(fresh + 8 * i, &word, 8);
        }
    }
    memcpy(stack_base + changed_from, fresh + changed_from, STACK_BYTES - changed_from);
    changed_from = 0; /* a call that does not return may have changed everything */
    return stack_base + STACK_BYTES - STACK_ABOVE;
}

void loom_stack_check(const uint8_t *sp, size_t owned, struct loom_verdict *verdict)
{
    size_t at = (size_t)(sp - stack_base);
    size_t low = 0;
    size_t high = at + owned;
    while (low + PIECE <= at && memcmp(stack_base + low, fresh + low, PIECE) == 0) {
        low += PIECE;
    }
    while (low < at && stack_base[low] == fresh[low]) {
        low++;
    }
    changed_from = low;
    verdict->stack_used = (uint32_t)(at - low);
    used_from = stack_base + low / 4 * 4;
    used_size = at - low / 4 * 4;
    if (memcmp(stack_base + high, fresh + high, STACK_BYTES - high) != 0) {
        verdict->special |= LOOM_BAD_STACK_CANARY;
    }
}

const uint8_t *loom_stack_used(size_t *size)
{
    *size = used_size;
    return used_from;
}
