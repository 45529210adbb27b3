/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The batched call driver: the declarations that its parts share. Formats of the batch, result and image files:
 * batch.py and image.py.
 */
#ifndef LOOM_HARNESS_DRIVER_H
#define LOOM_HARNESS_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "layout.h"

#define LOOM_MAX_PASSED 24u /* words: twelve arguments of two words */
#define LOOM_MAX_ARGS 80u   /* these, and buffers behind arrays of pointers */
#define LOOM_MAX_POINTERS 32u

/* Calling conventions, as numbered in a batch file. Zero stands for the convention of the driver's machine. */
enum loom_convention {
    LOOM_DEFAULT = 0,
    LOOM_SYSV64 = 1,
    LOOM_WIN64 = 2,
    LOOM_CDECL_SYSV = 3,
    LOOM_CDECL_WINDOWS = 4,
    LOOM_AAPCS64 = 5,
    LOOM_DARWIN64 = 6,
    LOOM_WINDOWS_ARM64 = 7,
    LOOM_ARM64EC = 8
};

/* Bits of `struct loom_verdict.special`; batch.py names them. */
#define LOOM_BAD_SP 0x1u
#define LOOM_BAD_DIRECTION 0x2u
#define LOOM_BAD_MXCSR 0x4u
#define LOOM_BAD_X87_CONTROL 0x8u
#define LOOM_BAD_X87_TAGS 0x10u
#define LOOM_BAD_UPPER_DATA 0x20u
#define LOOM_BAD_UPPER_XINUSE 0x40u
#define LOOM_BAD_STACK_CANARY 0x80u
#define LOOM_BAD_FPCR 0x100u
#define LOOM_BAD_SECRET_REGISTER 0x200u
#define LOOM_BAD_SECRET_STACK 0x400u

/* Bits of the status word of a result. */
#define LOOM_STATUS_ABI 0x1u
#define LOOM_STATUS_CANARY 0x2u
#define LOOM_STATUS_INPUT 0x4u
#define LOOM_STATUS_FAULT 0x8u

typedef void (*loom_fn)(void);

/* One row of the function table that Python writes for each unit (table.py); the table ends with a null name. */
struct loom_entry {
    const char *name;
    loom_fn function;
};
extern const struct loom_entry loom_table[];

struct loom_state {
    uint64_t gpr[32];
    uint64_t flags;
    uint64_t fpcr;
    uint64_t x87cw;
    uint64_t xinuse;
    uint8_t x87env[32];
    uint64_t mask[8];
    uint8_t vec[32][64];
};

/* The trampoline's data, at a fixed address: the called function may have ruined every register, the stack pointer
 * included, and the trampoline must still find the data. */
struct loom_call {
    uint64_t function;
    uint64_t sp;
    uint64_t cpu;
    uint64_t clean;
    uint64_t saved[32];
    uint8_t saved_vec[10][16];
    struct loom_state before;
    struct loom_state after;
};
extern struct loom_call loom_call;

typedef char loom_assert_before[offsetof(struct loom_call, before) == CALL_BEFORE ? 1 : -1];
typedef char loom_assert_after[offsetof(struct loom_call, after) == CALL_AFTER ? 1 : -1];
typedef char loom_assert_vec[offsetof(struct loom_state, vec) == STATE_VEC ? 1 : -1];
typedef char loom_assert_env[offsetof(struct loom_state, x87env) == STATE_X87ENV ? 1 : -1];
typedef char loom_assert_size[sizeof(struct loom_call) == CALL_SIZE ? 1 : -1];

/* Fills the registers from `before`, moves to the stack at `sp`, calls, stores every register into `after`, and
 * returns. After a fault the handler continues the thread at loom_trampoline_fault, which returns without `after`. */
void loom_trampoline(void);
void loom_trampoline_fault(void);

struct loom_verdict {
    uint32_t gpr;
    uint32_t vec;
    uint32_t special;
    uint32_t stack_used; /* bytes below the stack pointer at the call that no longer hold the poison */
    uint64_t value;      /* the function's result */
};

struct loom_fault {
    uint32_t kind; /* 0 none, 1 memory, 2 illegal instruction, 3 alignment or bus, 4 arithmetic, 5 trap, 6 other */
    uint64_t address;
    uint64_t pc;
};

/* check_*.c: one per architecture. */
int loom_convention_known(enum loom_convention convention);
uint64_t loom_probe_cpu(void);
void loom_call_checked(enum loom_convention convention, uint64_t function, const uint64_t *args, const uint8_t *sizes,
                       unsigned count, unsigned clean, unsigned misalign, uint64_t seed, struct loom_verdict *verdict,
                       struct loom_fault *fault);

/* check.c: the parts every architecture shares. */
uint64_t loom_random(uint64_t *seed);
uint8_t *loom_stack_prepare(void);
void loom_stack_check(const uint8_t *sp, size_t owned, struct loom_verdict *verdict);
const uint8_t *loom_stack_used(size_t *size); /* the last function's bytes below its caller's stack */

struct loom_secret {
    const uint8_t *at;
    size_t size;
};

/* remains.c: violations, if the last call left pieces of secrets behind: at most two for each argument. */
uint32_t loom_remains(const struct loom_secret *secrets, size_t count);

/* platform.c: guarded memory and faults. */
size_t loom_page(void);
uint8_t *loom_map(size_t size);
int loom_protect(uint8_t *at, size_t size, int read, int write, int execute);
void loom_faults_install(void);
void loom_fault_arm(struct loom_fault *fault);
void loom_fault_disarm(void);

/* image.c: a linked Mach-O or PE image, flattened by image.py. */
int loom_image_load(const char *path);
uint64_t loom_image_find(const char *name, size_t length);

/* reader.c */
struct loom_reader {
    const uint8_t *at;
    size_t left;
    int failed;
};
uint8_t *loom_read_file(const char *path, size_t *size);
uint64_t loom_get(struct loom_reader *reader, unsigned bytes);
const uint8_t *loom_get_bytes(struct loom_reader *reader, size_t bytes);

/* An array of pointers of a batch: for each pointer an argument and a distance from the argument's buffer. */
struct loom_pointers {
    unsigned count;
    unsigned of[LOOM_MAX_POINTERS];
    uint32_t offset[LOOM_MAX_POINTERS];
};
void loom_get_pointers(struct loom_reader *reader, struct loom_pointers *pointers);

#endif
