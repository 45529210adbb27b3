/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls of the public functions in their whole documented space, between guard pages, against answers that another
 * implementation has computed. tests/runtime/test_space.py builds this program, writes the answers and reads the list
 * of calls.
 */
#ifndef SPACE_H
#define SPACE_H

#include <stddef.h>
#include <stdint.h>

#include "asmloom.h"
#include "asmloom_kernels.h" /* for LOOM_HASHES and its like */
#include "public.h"          /* PUBLIC(X): X(name) for each function of asmloom.h, made from the header */

enum { LONGEST = 1100, BEFORE = 256 }; /* every length up to the first, behind as many bytes as the second */

/* One function's place in the list of calls. */
enum called {
#define NUMBER(name) CALLS_OF_##name,
    PUBLIC(NUMBER)
#undef NUMBER
        FUNCTIONS
};

extern unsigned long calls[FUNCTIONS];

/* A public function, counted: CALL(loom_md5)(data, length, digest). */
#define CALL(name) (calls[CALLS_OF_##name]++, name)

/* An entry of the answers, and its size in bytes where `bytes` is not NULL. */
const uint8_t *answer(const char *name, size_t *bytes);

/* The plaintext of every test, and the lengths beyond LONGEST that there are answers for. */
extern const uint8_t *text;
extern const uint32_t *longer;
extern size_t longer_count;

/* Names the case that comes now, for the message of whatever goes wrong in it. Returns 0 for a case left out: all but
 * one in as many as the command line says, at random. */
int at(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d);

/* As at(), for what is never left out. */
void always(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d);

/* Memory of its own for one argument, of which there are at most ROOMS in a call: each lies between pages that cannot
 * be touched, and between bytes that must stay. `how` % 3 tells where: 0 before the upper page, 1 behind the lower one,
 * 2 at any address. */
enum room { IN, OUT, FIRST, SECOND, THIRD, KEY, ROOMS };
uint8_t *place(enum room room, size_t length, size_t how);

/* The same for a struct: at a multiple of eight or, before the upper page, as far up as its size lets it. */
void *place_struct(enum room room, size_t bytes, size_t how);

/* A copy of `length` bytes, placed. */
uint8_t *placed(enum room room, const uint8_t *from, size_t length, size_t how);

/* The bytes around everything that was placed have stayed; what was placed is forgotten. */
void untouched(void);

void same(const char *what, const uint8_t *got, const uint8_t *want, size_t length);
void zeros(const char *what, const void *got, size_t length);
void expect(int right, const char *what);

/* Numbers with no pattern to them, the same in every run: below `limit`. */
size_t any(size_t limit);

/* Both buffers of a call that turns in[0..length-1] into as many bytes. In place they are one. */
struct buffers {
    const uint8_t *in;
    uint8_t *out;
};
struct buffers both(const uint8_t *from, size_t length, size_t how, int in_place);

/* What was read out of place is as it was; the output is `want`. */
void same_buffers(struct buffers buffers, const uint8_t *from, const uint8_t *want, size_t length);

void test_hashes(void);
void test_rc4(void);
void test_aes(void);
void test_rc4_md5(void);
void test_aes_cbc_hashes(void);
void test_tls(void);
void test_library(void);

#endif
