/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The contenders of the speed tool: one for each variant of a kernel, and one for each peer.
 *
 * With LOOM_SPEED_LIBCRYPTO the peer is OpenSSL's libcrypto. Static linking allows direct calls of its kernels, without
 * its dispatch by provider. This file and speed_*.c declare its functions, which saves its headers.
 */
#ifndef LOOM_SPEED_H
#define LOOM_SPEED_H

#include "dispatch.h"
#include "probe.h"

enum {
    SPEED_MAX_BYTES = 16384,
    SPEED_MESSAGES = 16, /* of a batch, at most: each of up to SPEED_MAX_BYTES */
    SPEED_SIDES = 16,    /* variants and peers of one kernel */
    SPEED_PAGE = 4096
};

/* The state of a contender, besides input and output. */
union speed_state {
    uint32_t md5[4];
    uint32_t rc4[258];
    struct {
        uint8_t schedule[240], chain[16];
    } aes;
    uint64_t words[640]; /* room for any context of libcrypto, and for that of Blowfish and an IV */
};

/* One contender. `run` does the work `times` times on `bytes` bytes of the input and leaves a result in `out`, equal
 * for all contenders of a kernel. The first run has times == 1, and its result is compared. All contenders share input
 * and output, and their states have the same offset in a page: the address of a buffer alone can change a speed by a
 * third.
 */
struct side {
    const char *name;
    const char *way;      /* of a peer that offers several: the function called; otherwise NULL */
    loom_any_fn function; /* the variant, or NULL */
    void (*run)(struct side *side, size_t bytes, size_t times);
    size_t rounds; /* AES: 10, 12 or 14; batches: the number of messages */
    int foreign;   /* code of a peer: gets no row of ratios of its own */
    union speed_state *state;
    uint8_t *out; /* SPEED_MESSAGES times SPEED_MAX_BYTES */
};

typedef void run_fn(struct side *side, size_t bytes, size_t times);

/* The same work done by other code. Neighbouring peers of one name are ways to the same work, of which the fastest at a
 * size is measured. */
struct peer {
    const char *name;
    run_fn *run;
    int (*here)(size_t rounds); /* whether the code can run; NULL: always */
    const char *way;
};
#define NO_PEER {NULL, NULL, NULL, NULL}

/* The way of a contender among the peers that is our own code. */
extern const char speed_own[];
#define NO_ROW {NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL, NULL}

struct bench {
    const char *name;
    const char *kernel;       /* the kernel whose variants are measured; NULL: the public function is measured */
    run_fn *variant;          /* for each variant of `kernel` */
    run_fn *dispatched;       /* without a kernel: the public function */
    run_fn *portable;         /* the same over portable C alone */
    const struct peer *peers; /* ends with a peer whose name is NULL; may be NULL */
    size_t smallest, largest; /* bytes */
    size_t result;            /* bytes of `out` to compare; 0: the length of the input */
    size_t rounds;
    size_t unit;          /* sizes are rounded down to multiples of it */
    loom_any_fn called;   /* the kernel's public function: a contender through dispatch; or NULL */
    const char *function; /* without a kernel: the name of the public function */
};

/* The measurements of one row at one size. Indices are numbers of sides. */
struct result {
    size_t bytes;
    size_t chosen;                          /* the side of the variant that dispatch chooses; SPEED_SIDES: none */
    double clean, slow, shared;             /* shares of all stretches, by the probes */
    int few;                                /* too few rounds were clean, and all of them count */
    int64_t instructions[SPEED_SIDES];      /* of one call; -1: not counted */
    double per_second[SPEED_SIDES];         /* bytes */
    double ratio[SPEED_SIDES][SPEED_SIDES]; /* [side][peer]: the speed of the side divided by that of the peer */
    double shared_ratio[SPEED_SIDES][SPEED_SIDES]; /* the same while the core's other thread was busy; 0: unknown */
};

enum { SPEED_MAX_ROUNDS = 1001, SPEED_SIZES = 7 };

struct options {
    int json, terse, stitched, instructions, alternatives, tables;
    int rounds;
    const char *against;       /* a peer's name, or NULL for all */
    size_t sizes[SPEED_SIZES]; /* bytes of a call; the first is 0: the tool's own */
    char **names;
    int name_count;
};

/* Runs all sides in turns and fills *result, but for `chosen` and `instructions`. Rounds that the probes find disturbed
 * do not count. */
void speed_measure(struct result *result, struct side *sides, size_t count, size_t bytes, int rounds);

/* Removes, from neighbouring sides of one peer, all but the fastest. Returns the number of sides left. */
size_t speed_keep_fastest(struct side *sides, size_t count, size_t bytes);

/* Fills result->instructions by single steps. Returns 0 if this system has none. */
int speed_count(struct result *result, struct side *sides, size_t count, size_t bytes);

/* Instructions a cycle that the probe reached on this core so far. */
double speed_slots(void);

/* The clock's frequency during the last measurement: the additions of a chain in a nanosecond. */
double speed_gigahertz(void);

/* The version of the libcrypto that the tool is linked with, or "". */
const char *speed_peer_version(void);

int speed_is_peer(const struct side *side, const struct options *options);
void speed_print_json(const struct bench *bench, const struct result *result, const struct side *sides, size_t count,
                      const struct options *options);
void speed_print_table(const struct bench *bench, const struct result *results, size_t sizes, const struct side *sides,
                       size_t count, const struct options *options);

/* Prints a line of the table of kernels that do the work of two, and the head of the table before the first line. */
void speed_print_stitched(const struct bench *bench, const struct result *result, const struct side *sides,
                          size_t count);

/* Each array ends with a row whose name is NULL. */
extern const struct bench speed_hashes[], speed_rc4[], speed_aes[], speed_aeads[], speed_stitched[];
extern const struct bench speed_call_hashes[], speed_call_aes[], speed_call_aeads[], speed_call_streams[];
extern const struct bench speed_call_tls[], speed_ciphers[], speed_call_ciphers[];
extern const struct bench speed_rsa[], speed_lanes[], speed_call_batches[];

/* Batches of SPEED_MESSAGES records. Listed sizes are those of one record. */
extern const struct bench speed_records[];

/* Batches of 2 to 16 messages. Listed sizes are those of one message. Measured with --alternatives alone. */
extern const struct bench speed_messages[];

/* The peers of a row in libraries that are installed here, or NULL, and the number that their sides take for rounds. */
const struct peer *speed_installed(const char *row, size_t *number);

/* The input of all contenders, filled at the start. */
extern const uint8_t *speed_input;

/* ---- libcrypto ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)
#define PEERS(peers) peers
#else
#define PEERS(peers) NULL
#endif

/* A function or object that some versions of libcrypto lack: its address may be NULL. */
#if defined(__ELF__)
#define OPTIONAL(declaration) extern __attribute__((weak)) declaration
#define HAS_OPTIONAL 1
#endif

#endif
