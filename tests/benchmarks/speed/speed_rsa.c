/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's rows of RSA: the private and the public operation, beside the same over portable C and over each
 * variant of the kernels, and beside libcrypto's without padding and without blinding, which the library leaves to its
 * callers too.
 */
#include "rsa.h"
#include "speed_call.h"

#if defined(LOOM_RSA)

#include <string.h>

#include "speed_rsa_keys.h"
#include "tuning.h"

enum { KEYS = sizeof rsa_texts / sizeof rsa_texts[0] };

static loom_rsa_work work;
static uint8_t message[RSA_MOST];

static size_t index_of(size_t bytes)
{
    size_t i = 0;
    while (rsa_texts[i].bytes != bytes) {
        i++;
    }
    return i;
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static const uint8_t *octets(uint8_t *out, const char *text)
{
    for (size_t n = 0; text[2 * n] != 0; n++) {
        out[n] = (uint8_t)(digit(text[2 * n]) << 4 | digit(text[2 * n + 1]));
    }
    return out;
}

/* The message is less than each modulus. */
static const uint8_t *the_message(size_t bytes)
{
    memcpy(message, speed_input, bytes);
    message[0] = 0;
    return message;
}

static const loom_rsa_key *key_of(size_t bytes)
{
    static loom_rsa_key keys[KEYS];
    static const uint8_t exponent[3] = {1, 0, 1};
    loom_rsa_key *key = &keys[index_of(bytes)];
    const struct rsa_text *text = &rsa_texts[index_of(bytes)];
    uint8_t part[6][RSA_MOST];
    loom_rsa_parts parts;
    parts.p = part[0];
    parts.q = part[1];
    parts.dp = part[2];
    parts.dq = part[3];
    parts.inverse = part[4];
    if (key->kind == 0) {
        for (size_t i = 0; i < 5; i++) {
            octets(part[i], text->part[i]);
        }
        if (loom_rsa_key_init_private(key, octets(part[5], text->modulus), bytes, exponent, sizeof exponent, &parts) !=
            0) {
            key->kind = 0; /* both operations then refuse, and the results differ from the peer's */
        }
    }
    return key;
}

static void run_private(struct side *side, size_t bytes, size_t times)
{
    const loom_rsa_key *key = key_of(bytes);
    int wrong = 0;
    for (the_message(bytes); times > 0; times--) {
        wrong |= loom_rsa_private(key, &work, message, side->out, bytes);
    }
    side->out[0] ^= (uint8_t)wrong;
}

static void run_public(struct side *side, size_t bytes, size_t times)
{
    const loom_rsa_key *key = key_of(bytes);
    int wrong = 0;
    for (the_message(bytes); times > 0; times--) {
        wrong |= loom_rsa_public(key, &work, message, side->out, bytes);
    }
    side->out[0] ^= (uint8_t)wrong;
}

/* ---- over one variant ---- */

static const struct loom_kernel *const products[] = {&loom_row_mont_mul, &loom_row_mont_sqr};

/* Other kernels, which these contenders do not take unless they are of this name. */
#if defined(LOOM_RSA_PAIRS)
static const struct loom_kernel *const pairs[] = {&loom_row_mont_pair_mul, &loom_row_mont_pair_sqr,
                                                  &loom_row_mont_pair_gather};
#else
static const struct loom_kernel *const pairs[] = {NULL};
#endif

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static const struct loom_choices *chosen_once(void)
{
    static struct loom_choices room;
    return loom_chosen(&room);
}

/* The number of the variant that runs here, or 0, which is portable C. */
static uint8_t number_of(const struct loom_kernel *row, const char *variant)
{
    for (size_t v = 1; row != NULL && v < row->variant_count; v++) {
        if (strcmp(row->variants[v].name, variant) == 0 &&
            loom_variant_runs(&row->variants[v], &chosen_once()->cpu.features)) {
            return (uint8_t)v;
        }
    }
    return 0;
}

static void pin(const struct loom_kernel *kernel, uint8_t number)
{
    struct loom_plan plan = {1, {{0, 0, LOOM_REASON_PINNED, 0}}};
    plan.band[0].variant = number;
    if (kernel != NULL) {
        loom_publish(kernel, &plan);
    }
}

static void unpin(const struct loom_kernel *kernel)
{
    struct loom_plan plan;
    if (kernel != NULL) {
        loom_make_plan(&plan, kernel, chosen_once());
        loom_publish(kernel, &plan);
    }
}

/* A batch takes 0.2 ms at least, beside which a change is nothing. With a variant for pairs, what is left for the other
 * kernels is dispatch's. */
static void with_variant(const char *variant, run_fn *run, struct side *side, size_t bytes, size_t times)
{
    uint8_t paired = number_of(pairs[0], variant);
    (void)key_of(bytes); /* made with dispatch's choice */
    for (size_t i = 0; i < 2 && paired == 0; i++) {
        pin(products[i], number_of(products[i], variant));
    }
    if (strcmp(variant, "portable") == 0) {
        pin(&loom_row_mont_gather, 0);
    }
    for (size_t i = 0; i < PAIRS; i++) {
        pin(pairs[i], paired);
    }
    run(side, bytes, times);
    unpin(products[0]);
    unpin(products[1]);
    unpin(&loom_row_mont_gather);
    for (size_t i = 0; i < PAIRS; i++) {
        unpin(pairs[i]);
    }
}

#define OVER(variant)                                                            \
    static void variant##_private(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        with_variant(#variant, run_private, side, bytes, times);                 \
    }                                                                            \
    static void variant##_public(struct side *side, size_t bytes, size_t times)  \
    {                                                                            \
        with_variant(#variant, run_public, side, bytes, times);                  \
    }
#define HERE(variant)                                                            \
    static int has_##variant(size_t rounds)                                      \
    {                                                                            \
        (void)rounds;                                                            \
        return number_of(pairs[0], #variant) + number_of(products[0], #variant); \
    }
OVER(portable)
OVER(scalar)
HERE(scalar)
OVER(sse2)
HERE(sse2)
OVER(mulx)
HERE(mulx)
OVER(adx)
HERE(adx)
OVER(ifma)
HERE(ifma)

#define OWN(variant, operation) {#variant, variant##_##operation, has_##variant, speed_own}
#define OWN_CONTENDERS(operation) \
    OWN(scalar, operation), OWN(sse2, operation), OWN(mulx, operation), OWN(adx, operation), OWN(ifma, operation)

/* ---- libcrypto ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

enum { NO_PADDING = 3, NO_BLINDING = 0x80, NO_BLINDING_IN_BORINGSSL = 8 };

void *BN_bin2bn(const unsigned char *from, int bytes, void *number);
void *RSA_new(void);
int RSA_set0_key(void *rsa, void *n, void *e, void *d);
int RSA_set0_factors(void *rsa, void *p, void *q);
int RSA_set0_crt_params(void *rsa, void *dp, void *dq, void *inverse);
void RSA_set_flags(void *rsa, int flags);
int RSA_private_encrypt(int bytes, const unsigned char *from, unsigned char *to, void *rsa, int padding);
int RSA_public_encrypt(int bytes, const unsigned char *from, unsigned char *to, void *rsa, int padding);

static void *number(const char *text)
{
    uint8_t read[RSA_MOST];
    return BN_bin2bn(octets(read, text), (int)(strlen(text) / 2), NULL);
}

/* The two libraries give the flag different numbers. Each takes no notice of the other's here. */
static void *peer_key(size_t bytes)
{
    static void *keys[KEYS];
    const struct rsa_text *text = &rsa_texts[index_of(bytes)];
    void **key = &keys[index_of(bytes)];
    if (*key == NULL) {
        *key = RSA_new();
        RSA_set0_key(*key, number(text->modulus), number("010001"), number(text->exponent));
        RSA_set0_factors(*key, number(text->part[0]), number(text->part[1]));
        RSA_set0_crt_params(*key, number(text->part[2]), number(text->part[3]), number(text->part[4]));
        RSA_set_flags(*key, NO_BLINDING | NO_BLINDING_IN_BORINGSSL);
    }
    return *key;
}

static void peer_private(struct side *side, size_t bytes, size_t times)
{
    void *key = peer_key(bytes);
    for (the_message(bytes); times > 0; times--) {
        RSA_private_encrypt((int)bytes, message, side->out, key, NO_PADDING);
    }
}

static void peer_public(struct side *side, size_t bytes, size_t times)
{
    void *key = peer_key(bytes);
    for (the_message(bytes); times > 0; times--) {
        RSA_public_encrypt((int)bytes, message, side->out, key, NO_PADDING);
    }
}

#define PEER(operation) WAY("RSA_" #operation "_encrypt", peer_##operation, NULL),
#else
#define PEER(operation)
#endif

static const struct peer private_peers[] = {OWN_CONTENDERS(private), PEER(private) NO_PEER};
static const struct peer public_peers[] = {OWN_CONTENDERS(public), PEER(public) NO_PEER};

#define RSA_ROW(bits, operation) \
    {"rsa" #bits "_" #operation, \
     NULL,                       \
     NULL,                       \
     run_##operation,            \
     portable_##operation,       \
     operation##_peers,          \
     (bits) / 8,                 \
     (bits) / 8,                 \
     (bits) / 8,                 \
     0,                          \
     1,                          \
     NULL,                       \
     "loom_rsa_" #operation}
#define RSA_ROWS(bits) RSA_ROW(bits, private), RSA_ROW(bits, public)

const struct bench speed_rsa[] = {RSA_ROWS(512),  RSA_ROWS(1024), RSA_ROWS(2048),
                                  RSA_ROWS(3072), RSA_ROWS(4096), NO_ROW};

#else

const struct bench speed_rsa[] = {NO_ROW};

#endif
