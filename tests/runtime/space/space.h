/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls the public functions over their whole documented space, between guard pages, and compares the results with
 * answers of another implementation. tests/runtime/test_space.py builds this program, writes the answers and reads the
 * list of calls.
 */
#ifndef SPACE_H
#define SPACE_H

#include <stddef.h>
#include <stdint.h>

#include "asmloom.h"
#include "asmloom_kernels.h" /* for LOOM_HASHES and its like */
#include "public.h"          /* PUBLIC(X): X(name) for each function of asmloom.h, made from the header */

enum { LONGEST = 1100, BEFORE = 256 }; /* every length up to the first, behind as many bytes as the second */

/* The entry of a function in the list of calls. */
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

/* The plaintext of every test, and the lengths beyond LONGEST with answers. */
extern const uint8_t *text;
extern const uint32_t *longer;
extern size_t longer_count;

/* Names the next case, for messages. Returns 0 for a case to leave out: the program runs one case in ONE_IN, at
 * random. */
int at(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d);

/* Names a case that is never left out. */
void always(const char *function, const char *what, size_t a, size_t b, size_t c, size_t d);

/* Memory for one argument. A call has at most ROOMS arguments. Each lies between guard pages, and between bytes that
 * must not change. `how` % 3 is the position: 0 directly before the upper page, 1 directly behind the lower page, 2 at
 * any address. */
enum room { IN, OUT, FIRST, SECOND, THIRD, KEY, ROOMS };
uint8_t *place(enum room room, size_t length, size_t how);

/* Memory for a struct: at a multiple of eight. Before the upper page, the struct lies as far up as its size allows. */
void *place_struct(enum room room, size_t bytes, size_t how);

/* A copy of a struct, placed so. */
void *placed_struct(enum room room, const void *from, size_t bytes, size_t how);

/* A copy of `length` bytes, placed. */
uint8_t *placed(enum room room, const uint8_t *from, size_t length, size_t how);

/* Checks that the bytes around all placed arguments have not changed, and frees their memory. */
void untouched(void);

void same(const char *what, const uint8_t *got, const uint8_t *want, size_t length);
void zeros(const char *what, const void *got, size_t length);
void expect(int right, const char *what);

/* Numbers below `limit` without a pattern, the same in every run. */
size_t any(size_t limit);

/* The buffers of a call that turns in[0..length-1] into as many bytes. In place they are one buffer. */
struct buffers {
    const uint8_t *in;
    uint8_t *out;
};
struct buffers both(const uint8_t *from, size_t length, size_t how, int in_place);

/* Checks that the output is `want`, and that an input apart from it has not changed. */
void same_buffers(struct buffers buffers, const uint8_t *from, const uint8_t *want, size_t length);

void test_hashes(void);
void test_rc4(void);
void test_aes(void);
void test_rc4_md5(void);
void test_aes_cbc_hashes(void);
void test_tls(void);
void test_tls_many(void);
void test_rsa(void);
void test_batches(void);
void test_batches_of_aes(void);
void test_library(void);

#endif
