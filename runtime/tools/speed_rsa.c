/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's rows of RSA: the private and the public operation, beside the same over portable C, and beside
 * libcrypto's without padding and without blinding, which the library leaves to its callers too.
 */
#include "rsa.h"
#include "speed_call.h"

#if defined(LOOM_RSA)

#include <string.h>

#include "speed_rsa_keys.h"

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

/* ---- over portable C ---- */

static const size_t kernels[] = {LOOM_KERNEL_mont_mul, LOOM_KERNEL_mont_sqr, LOOM_KERNEL_mont_gather,
#if defined(LOOM_RSA_PAIRS)
                                 LOOM_KERNEL_mont_pair_mul
#endif
};

/* The first variant of a kernel is portable C. A batch takes 0.2 ms at least, beside which a change is nothing. */
static void with_portable(run_fn *run, struct side *side, size_t bytes, size_t times)
{
    static struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    struct loom_plan plan = {1, {{0, 0, LOOM_REASON_PINNED, 0}}};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        loom_publish(kernels[i], &plan);
    }
    run(side, bytes, times);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        loom_publish(kernels[i], &chosen->plan[kernels[i]]);
    }
}

static void portable_private(struct side *side, size_t bytes, size_t times)
{
    with_portable(run_private, side, bytes, times);
}

static void portable_public(struct side *side, size_t bytes, size_t times)
{
    with_portable(run_public, side, bytes, times);
}

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

static const struct peer private_peers[] = {WAY("RSA_private_encrypt", peer_private, NULL), {NULL, NULL, NULL, NULL}};
static const struct peer public_peers[] = {WAY("RSA_public_encrypt", peer_public, NULL), {NULL, NULL, NULL, NULL}};
#endif

#define RSA_ROW(bits, operation) \
    {"rsa" #bits "_" #operation, \
     NULL,                       \
     NULL,                       \
     run_##operation,            \
     portable_##operation,       \
     PEERS(operation##_peers),   \
     (bits) / 8,                 \
     (bits) / 8,                 \
     (bits) / 8,                 \
     0,                          \
     1,                          \
     NULL,                       \
     "loom_rsa_" #operation}
#define RSA_ROWS(bits) RSA_ROW(bits, private), RSA_ROW(bits, public)

const struct bench speed_rsa[] = {RSA_ROWS(1024), RSA_ROWS(2048), RSA_ROWS(3072), RSA_ROWS(4096), NO_ROW};

#else

const struct bench speed_rsa[] = {NO_ROW};

#endif
