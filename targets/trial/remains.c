/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Finds the remains of a secret: eight of its bytes in a row (four, where registers have no more) in a register or on
 * the stack below the caller's.
 */
#include "driver.h"

#include <string.h>

#define HEAD 256u /* searched bytes at the beginning of a long secret, as TAIL at its end */
#define TAIL 64u
#define STEP 4u

static uint8_t seen[65536 / 8]; /* the first two bytes of every piece */

static int telling(const uint8_t *piece, size_t width)
{
    /* runs of equal or counted bytes may have another origin */
    size_t i, differences = 0;
    for (i = 1; i < width; i++) {
        differences += piece[i] != piece[i - 1] && piece[i] != (uint8_t)(piece[i - 1] + 1);
    }
    return differences + 2 >= width;
}

static void mark(const uint8_t *secret, size_t size, size_t width, int on)
{
    size_t at;
    for (at = 0; at + width <= size; at += STEP) {
        unsigned key = secret[at] | (unsigned)secret[at + 1] << 8;
        if (on) {
            seen[key / 8] = (uint8_t)(seen[key / 8] | 1u << key % 8);
        } else {
            seen[key / 8] = 0;
        }
    }
}

static int found(const uint8_t *place, size_t length, const struct loom_secret *secrets, size_t count, size_t width)
{
    size_t at, i, piece;
    for (at = 0; at + width <= length; at++) {
        unsigned key = place[at] | (unsigned)place[at + 1] << 8;
        if ((seen[key / 8] >> key % 8 & 1u) == 0) {
            continue;
        }
        for (i = 0; i < count; i++) {
            const uint8_t *secret = secrets[i].at;
            for (piece = 0; piece + width <= secrets[i].size; piece += STEP) {
                if (memcmp(place + at, secret + piece, width) == 0 && telling(secret + piece, width)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static void mark_all(const struct loom_secret *secrets, size_t count, size_t width, int on)
{
    size_t i;
    for (i = 0; i < count; i++) {
        mark(secrets[i].at, secrets[i].size, width, on);
    }
}

static uint32_t look(const struct loom_secret *secrets, size_t count)
{
    const struct loom_state *after = &loom_call.after;
    size_t width = sizeof(void *), used, i;
    const uint8_t *stack = loom_stack_used(&used);
    uint32_t what = 0;
    mark_all(secrets, count, width, 1);
    for (i = 0; i < 32; i++) {
        if (found((const uint8_t *)&after->gpr[i], 8, secrets, count, width)) {
            what |= LOOM_BAD_SECRET_REGISTER;
        }
    }
    mark_all(secrets, count, width, 0);
    mark_all(secrets, count, 8, 1);
    for (i = 0; i < 32; i++) {
        if (found(after->vec[i], sizeof after->vec[i], secrets, count, 8)) {
            what |= LOOM_BAD_SECRET_REGISTER;
        }
    }
    if (found(stack, used, secrets, count, 8)) {
        what |= LOOM_BAD_SECRET_STACK;
    }
    mark_all(secrets, count, 8, 0);
    return what;
}

uint32_t loom_remains(const struct loom_secret *secrets, size_t count)
{
    struct loom_secret pieces[4 * LOOM_MAX_ARGS];
    size_t i, made = 0;
    for (i = 0; i < count; i++) {
        pieces[made] = secrets[i];
        if (secrets[i].size > HEAD + TAIL) {
            pieces[made++].size = HEAD;
            pieces[made].at = secrets[i].at + secrets[i].size - TAIL;
            pieces[made].size = TAIL;
        }
        made++;
    }
    return count == 0 ? 0 : look(pieces, made);
}
