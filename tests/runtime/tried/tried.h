/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Calls of the public functions, made from their rows by cases.py. residue.c and space.c give the calls memory and
 * compare what is left of them.
 */
#ifndef LOOM_TESTS_TRIED_H
#define LOOM_TESTS_TRIED_H

#include "asmloom.h"
#include "asmloom_kernels.h" /* for LOOM_HASHES and its like */
#include "driver.h"

/* Memory of one argument: random bytes of the call's secrets, random bytes that are public, bytes to write; and, with
 * the alignment of a structure, one to write and one of zeros. */
uint8_t *secret(size_t bytes);
uint8_t *published(size_t bytes);
void *fresh(size_t bytes);
void *object(size_t bytes);
void *zeros(size_t bytes);

/* The same memory, as an argument that the call may change, or that stays as it is now. `secret` and `published` stay.
 */
void *changed(void *at);
void *kept(void *at);

/* The same memory, as a context that holds a key or a message: a call with zeros in its place is to be refused.
 * `compared`: its value does not depend on the variant, nor on addresses. */
void *context(void *at, int compared);

/* Numbers below `limit`, the same in every run. `some`: a number of bytes for the shape. */
size_t any(size_t limit);
size_t some(unsigned shape);

/* The messages that a batch of so many lanes has taken before the call. */
size_t waiting(size_t lanes);

/* The call to make, for a report by what `note` and `size` say. Returns 1. */
int called(loom_fn function, const char *note, size_t size, const uint64_t *arguments, size_t count);

/* A function, and the function that prepares its n-th call, or returns 0 after the last. `after`, if any, ends what the
 * call has begun. */
struct tried {
    const char *name;
    int (*prepare)(unsigned shape);
    void (*after)(void);
    int wipes;  /* the first argument is zeros afterwards */
    int result; /* 1 an int, 2 a number of bytes, 0 none that is compared */
};
extern const struct tried tried[]; /* the last one has no name */

#define P(pointer) ((uint64_t)(uintptr_t)(pointer))
#define CALL(function, note, size, ...)                                      \
    called((loom_fn)(function), note, size, (const uint64_t[]){__VA_ARGS__}, \
           sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

#endif
