/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The contenders of the speed tool: what is run for one variant, or peer, of one kernel.
 *
 * With LOOM_SPEED_LIBCRYPTO the peer is OpenSSL's libcrypto, linked statically so that its own kernels are called and
 * not its dispatch by provider. Its functions are declared here and in the speed_....c files, so no header is needed.
 */
#ifndef LOOM_SPEED_H
#define LOOM_SPEED_H

#include "dispatch.h"

enum {
    SPEED_MAX_BYTES = 16384,
    SPEED_SIDES = 16, /* variants and peers of one kernel */
    SPEED_PAGE = 4096
};

/* What a contender works with besides input and output. */
union speed_state {
    uint32_t md5[4];
    uint8_t rc4[258];
    struct {
        uint8_t schedule[240], chain[16];
    } aes;
    uint64_t words[512]; /* libcrypto's contexts, whatever they hold */
};

/* One contender. `run` does the work `times` times on `bytes` bytes of the input and leaves a result in `out`, the same
 * for every contender of a kernel. The first run after a side was made has times == 1, and its result is what is
 * compared. Input and output are everybody's, and the states are at the same place in a page: which address a buffer
 * happened to have has decided more than one race by a third. */
struct side {
    const char *name;
    loom_any_fn function; /* the variant, or NULL */
    void (*run)(struct side *side, size_t bytes, size_t times);
    size_t rounds; /* AES: 10, 12 or 14 */
    int foreign;   /* somebody else's code: compared with, not compared */
    union speed_state *state;
    uint8_t *out; /* SPEED_MAX_BYTES */
};

typedef void run_fn(struct side *side, size_t bytes, size_t times);

/* Somebody else's code for the same. */
struct peer {
    const char *name;
    run_fn *run;
    int (*here)(void); /* whether it can run; NULL: always */
};

struct bench {
    const char *name;
    const char *kernel;       /* its variants are measured; NULL: what users call is, as dispatched */
    run_fn *variant;          /* for each variant of `kernel` */
    run_fn *dispatched;       /* otherwise: through the public function, */
    run_fn *portable;         /* and the same on portable C alone */
    const struct peer *peers; /* the last one's name is NULL; may be NULL */
    size_t smallest, largest; /* bytes that make sense */
    size_t result;            /* bytes of `out` to compare; 0: as many as the input has */
    size_t rounds;
};

/* What was measured of one row at one size; indices are those of the sides. */
struct result {
    size_t bytes;
    double per_second[SPEED_SIDES];         /* bytes */
    double ratio[SPEED_SIDES][SPEED_SIDES]; /* [side][peer]: how many times as fast as the peer */
};

enum { SPEED_MAX_ROUNDS = 1001, SPEED_SIZES = 6 };

struct options {
    int json, terse, stitched;
    int rounds;
    const char *against; /* a peer's name, or NULL for all */
    char **names;
    int name_count;
};

/* Lets all sides take turns and fills *result. */
void speed_measure(struct result *result, struct side *sides, size_t count, size_t bytes, int rounds);

int speed_is_peer(const struct side *side, const struct options *options);
void speed_print_json(const struct bench *bench, const struct result *result, const struct side *sides, size_t count,
                      const struct options *options);
void speed_print_table(const struct bench *bench, const struct result *results, size_t sizes, const struct side *sides,
                       size_t count, const struct options *options);

/* A line of the table of kernels that do the work of two; above the first one, its head. */
void speed_print_stitched(const struct bench *bench, const struct result *result, const struct side *sides, size_t count);

/* Each ends with a row whose name is NULL. */
extern const struct bench speed_hashes[], speed_rc4[], speed_aes[], speed_stitched[];

/* What every contender reads, filled at the start. */
extern const uint8_t *speed_input;

/* ---- libcrypto ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)
#define PEERS(peers) peers
#else
#define PEERS(peers) NULL
#endif

/* A function or object that not every libcrypto has: its address may be NULL. */
#if defined(__ELF__)
#define OPTIONAL(declaration) extern __attribute__((weak)) declaration
#define HAS_OPTIONAL 1
#endif

#endif
