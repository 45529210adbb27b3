/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's AES: a row for each mode, direction and key size.
 *
 * libcrypto has up to three contenders: "libcrypto" is its choice for this CPU, "libcrypto-vpaes" its vector
 * permutation, "libcrypto-bsaes" its bit slices. The tool calls its kernels, each with a schedule that libcrypto made.
 */
#include "speed.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key) &&                               \
    defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt) && defined(LOOM_HAVE_aes_cbc_encrypt) && \
    defined(LOOM_HAVE_aes_cbc_decrypt) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_aes_xts_encrypt) &&       \
    defined(LOOM_HAVE_aes_xts_decrypt)
#define ALL_OF_AES 1

/* ---- ours ---- */

/* Gives every contender the same key, and the same IV or counter. */
static void start(struct side *side, int inverse)
{
    if (inverse) {
        loom_k_aes_set_decrypt_key(speed_input, side->rounds, side->state->aes.schedule);
    } else {
        loom_k_aes_set_encrypt_key(speed_input, side->rounds, side->state->aes.schedule);
    }
    memcpy(side->state->aes.chain, speed_input + 32, 16);
}

#define SET_KEY_SIDE(name, ecb)                                                                        \
    static void run_##name(struct side *side, size_t bytes, size_t times)                              \
    {                                                                                                  \
        loom_aes_##name##_fn *set_key = (loom_aes_##name##_fn *)side->function;                        \
        (void)bytes;                                                                                   \
        for (; times > 0; times--) {                                                                   \
            set_key(speed_input, side->rounds, side->state->aes.schedule);                             \
        }                                                                                              \
        loom_aes_##ecb##_portable(side->state->aes.schedule, side->rounds, speed_input, side->out, 1); \
    }

#define ECB_SIDE(name, inverse)                                                               \
    static void run_##name(struct side *side, size_t bytes, size_t times)                     \
    {                                                                                         \
        loom_aes_##name##_fn *ecb = (loom_aes_##name##_fn *)side->function;                   \
        if (times == 1) {                                                                     \
            start(side, inverse);                                                             \
        }                                                                                     \
        for (; times > 0; times--) {                                                          \
            ecb(side->state->aes.schedule, side->rounds, speed_input, side->out, bytes / 16); \
        }                                                                                     \
    }

#define CHAINED_SIDE(name, inverse)                                                                                    \
    static void run_##name(struct side *side, size_t bytes, size_t times)                                              \
    {                                                                                                                  \
        loom_aes_##name##_fn *mode = (loom_aes_##name##_fn *)side->function;                                           \
        if (times == 1) {                                                                                              \
            start(side, inverse);                                                                                      \
        }                                                                                                              \
        for (; times > 0; times--) {                                                                                   \
            mode(side->state->aes.schedule, side->rounds, side->state->aes.chain, speed_input, side->out, bytes / 16); \
        }                                                                                                              \
    }

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

typedef int peer_set_key_fn(const unsigned char *key, int bits, void *schedule);
typedef void peer_block_fn(const unsigned char *in, unsigned char *out, const void *schedule);
typedef void peer_ecb_fn(const unsigned char *in, unsigned char *out, size_t length, const void *schedule, int encrypt);
typedef void peer_cbc_fn(const unsigned char *in, unsigned char *out, size_t length, const void *schedule,
                         unsigned char *iv, int encrypt);
typedef void peer_ctr_fn(const unsigned char *in, unsigned char *out, size_t blocks, const void *schedule,
                         const unsigned char *counter);

peer_set_key_fn AES_set_encrypt_key, AES_set_decrypt_key;
peer_block_fn AES_encrypt, AES_decrypt;
peer_cbc_fn AES_cbc_encrypt;
void CRYPTO_ctr128_encrypt(const unsigned char *in, unsigned char *out, size_t length, const void *schedule,
                           unsigned char *counter, unsigned char *keystream, unsigned *used, peer_block_fn *block);
const void *EVP_aes_128_cbc(void);

/* One implementation of libcrypto. A mode without a function goes block by block, as in its own modes. */
struct implementation {
    peer_set_key_fn *set_encrypt_key, *set_decrypt_key;
    peer_block_fn *encrypt, *decrypt;
    peer_ecb_fn *ecb;
    peer_cbc_fn *cbc;
    peer_ctr_fn *ctr;
};

static const struct implementation in_c = {
    AES_set_encrypt_key, AES_set_decrypt_key, AES_encrypt, AES_decrypt, NULL, AES_cbc_encrypt, NULL};

#if defined(HAS_OPTIONAL)

/* OpenSSL has the names aesni_ on x86, and aes_v8_ on AArch64. AWS-LC has aes_hw_. */
#define HARDWARE(prefix)                                                   \
    OPTIONAL(peer_set_key_fn prefix##_set_encrypt_key);                    \
    OPTIONAL(peer_set_key_fn prefix##_set_decrypt_key);                    \
    OPTIONAL(peer_block_fn prefix##_encrypt);                              \
    OPTIONAL(peer_block_fn prefix##_decrypt);                              \
    OPTIONAL(peer_ecb_fn prefix##_ecb_encrypt);                            \
    OPTIONAL(peer_cbc_fn prefix##_cbc_encrypt);                            \
    OPTIONAL(peer_ctr_fn prefix##_ctr32_encrypt_blocks);                   \
    static const struct implementation prefix = {prefix##_set_encrypt_key, \
                                                 prefix##_set_decrypt_key, \
                                                 prefix##_encrypt,         \
                                                 prefix##_decrypt,         \
                                                 prefix##_ecb_encrypt,     \
                                                 prefix##_cbc_encrypt,     \
                                                 prefix##_ctr32_encrypt_blocks};
#if defined(LOOM_X86)
HARDWARE(aesni)
#else
HARDWARE(aes_v8)
#define aesni aes_v8
#endif
HARDWARE(aes_hw)
OPTIONAL(peer_set_key_fn vpaes_set_encrypt_key);
OPTIONAL(peer_set_key_fn vpaes_set_decrypt_key);
OPTIONAL(peer_block_fn vpaes_encrypt);
OPTIONAL(peer_block_fn vpaes_decrypt);
OPTIONAL(peer_ecb_fn vpaes_ecb_encrypt);
OPTIONAL(peer_cbc_fn vpaes_cbc_encrypt);
OPTIONAL(peer_ctr_fn vpaes_ctr32_encrypt_blocks);
OPTIONAL(peer_cbc_fn ossl_bsaes_cbc_encrypt);
OPTIONAL(peer_ctr_fn ossl_bsaes_ctr32_encrypt_blocks);

static const struct implementation vector_permutation = {
    vpaes_set_encrypt_key, vpaes_set_decrypt_key,     vpaes_encrypt, vpaes_decrypt, vpaes_ecb_encrypt,
    vpaes_cbc_encrypt,     vpaes_ctr32_encrypt_blocks};
/* Takes the schedules of the C code. */
static const struct implementation bit_slices = {AES_set_encrypt_key,
                                                 AES_set_decrypt_key,
                                                 AES_encrypt,
                                                 AES_decrypt,
                                                 NULL,
                                                 ossl_bsaes_cbc_encrypt,
                                                 ossl_bsaes_ctr32_encrypt_blocks};

static int cpu_has(enum loom_feature feature)
{
    struct loom_cpu cpu;
    loom_cpu_detect(&cpu, LOOM_DETAIL_ALL);
    return loom_features_has(&cpu.features, feature);
}

static const struct implementation *hardware(void)
{
    return aesni.cbc != NULL ? &aesni : &aes_hw;
}

static int has_hardware(size_t rounds)
{
    (void)rounds;
    return hardware()->cbc != NULL && cpu_has(LOOM_CPU_AES);
}

static int has_vector_permutation(size_t rounds)
{
    (void)rounds;
    return vector_permutation.cbc != NULL && cpu_has(
#if defined(LOOM_X86)
                                                 LOOM_CPU_SSSE3
#else
                                                 LOOM_CPU_NEON
#endif
                                             );
}

static int has_bit_slices(size_t rounds)
{
    (void)rounds;
    return bit_slices.cbc != NULL && has_vector_permutation(0);
}

/* Chosen once: on a virtual machine, asking the CPU takes longer than a measurement. The call below makes the linker
 * take the kernels out of the archive; weak names alone do not. */
static const struct implementation *best(void)
{
    static const struct implementation *found;
    if (found == NULL) {
        found = EVP_aes_128_cbc() == NULL   ? &in_c
                : has_hardware(0)           ? hardware()
                : has_vector_permutation(0) ? &vector_permutation
                                            : &in_c;
    }
    return found;
}

#else

static const struct implementation *best(void)
{
    return &in_c;
}

#endif

enum {
    PEER_SCHEDULE = 64
}; /* words of 8 bytes: an AES_KEY takes 31, and the IV or counter comes after PEER_SCHEDULE */

static unsigned char *peer_start(const struct implementation *peer, struct side *side, size_t times, int decrypts)
{
    unsigned char *chain = (unsigned char *)(side->state->words + PEER_SCHEDULE);
    if (times == 1) {
        (decrypts ? peer->set_decrypt_key : peer->set_encrypt_key)(speed_input, (int)(32 * (side->rounds - 6)),
                                                                   side->state->words);
        memcpy(chain, speed_input + 32, 16);
    }
    return chain;
}

static void peer_key(const struct implementation *peer, struct side *side, size_t bytes, size_t times, int decrypts)
{
    (void)bytes;
    for (; times > 0; times--) {
        (decrypts ? peer->set_decrypt_key : peer->set_encrypt_key)(speed_input, (int)(32 * (side->rounds - 6)),
                                                                   side->state->words);
    }
    /* The forms of the schedules differ. A block encrypted under each schedule is equal. */
    (decrypts ? peer->decrypt : peer->encrypt)(speed_input, side->out, side->state->words);
}

static void peer_ecb(const struct implementation *peer, struct side *side, size_t bytes, size_t times, int decrypts)
{
    peer_block_fn *block = decrypts ? peer->decrypt : peer->encrypt;
    peer_start(peer, side, times, decrypts);
    for (; times > 0; times--) {
        if (peer->ecb != NULL) {
            peer->ecb(speed_input, side->out, bytes, side->state->words, !decrypts);
            continue;
        }
        for (size_t i = 0; i < bytes; i += 16) {
            block(speed_input + i, side->out + i, side->state->words);
        }
    }
}

static void peer_cbc(const struct implementation *peer, struct side *side, size_t bytes, size_t times, int decrypts)
{
    unsigned char *iv = peer_start(peer, side, times, decrypts);
    for (; times > 0; times--) {
        peer->cbc(speed_input, side->out, bytes, side->state->words, iv, !decrypts);
    }
}

static void peer_ctr(const struct implementation *peer, struct side *side, size_t bytes, size_t times, int decrypts)
{
    unsigned char *counter = peer_start(peer, side, times, decrypts);
    for (; times > 0; times--) {
        unsigned char keystream[16];
        unsigned used = 0;
        if (peer->ctr != NULL) {
            peer->ctr(speed_input, side->out, bytes / 16, side->state->words, counter);
        } else {
            CRYPTO_ctr128_encrypt(speed_input, side->out, bytes, side->state->words, counter, keystream, &used,
                                  peer->encrypt);
        }
    }
}

#define PEER_SIDE(name, suffix, implementation, action, decrypts)                    \
    static void run_##name##_##suffix(struct side *side, size_t bytes, size_t times) \
    {                                                                                \
        action(implementation, side, bytes, times, decrypts);                        \
    }

#if defined(HAS_OPTIONAL)
#define AES_PEERS(name, action, decrypts)                                                                             \
    PEER_SIDE(name, best, best(), action, decrypts)                                                                   \
    PEER_SIDE(name, vpaes, &vector_permutation, action, decrypts)                                                     \
    static const struct peer name##_peers[] = {{"libcrypto", run_##name##_best, NULL, NULL},                          \
                                               {"libcrypto-vpaes", run_##name##_vpaes, has_vector_permutation, NULL}, \
                                               NO_PEER};
#define AES_PEERS_AND_SLICES(name, action, decrypts)                                                                  \
    PEER_SIDE(name, best, best(), action, decrypts)                                                                   \
    PEER_SIDE(name, vpaes, &vector_permutation, action, decrypts)                                                     \
    PEER_SIDE(name, bsaes, &bit_slices, action, decrypts)                                                             \
    static const struct peer name##_peers[] = {{"libcrypto", run_##name##_best, NULL, NULL},                          \
                                               {"libcrypto-vpaes", run_##name##_vpaes, has_vector_permutation, NULL}, \
                                               {"libcrypto-bsaes", run_##name##_bsaes, has_bit_slices, NULL},         \
                                               NO_PEER};
#else
#define AES_PEERS(name, action, decrypts)           \
    PEER_SIDE(name, best, best(), action, decrypts) \
    static const struct peer name##_peers[] = {{"libcrypto", run_##name##_best, NULL, NULL}, NO_PEER};
#define AES_PEERS_AND_SLICES(name, action, decrypts) AES_PEERS(name, action, decrypts)
#endif

#else
#define AES_PEERS(name, action, decrypts)
#define AES_PEERS_AND_SLICES(name, action, decrypts)
#endif

/* ---- the rows ---- */

SET_KEY_SIDE(set_encrypt_key, ecb_encrypt)
AES_PEERS(set_encrypt_key, peer_key, 0)
SET_KEY_SIDE(set_decrypt_key, ecb_decrypt)
AES_PEERS(set_decrypt_key, peer_key, 1)
ECB_SIDE(ecb_encrypt, 0)
AES_PEERS(ecb_encrypt, peer_ecb, 0)
ECB_SIDE(ecb_decrypt, 1)
AES_PEERS(ecb_decrypt, peer_ecb, 1)
CHAINED_SIDE(cbc_encrypt, 0)
AES_PEERS(cbc_encrypt, peer_cbc, 0)
CHAINED_SIDE(cbc_decrypt, 1)
AES_PEERS_AND_SLICES(cbc_decrypt, peer_cbc, 1)
CHAINED_SIDE(ctr32, 0)
AES_PEERS_AND_SLICES(ctr32, peer_ctr, 0)
/* libcrypto's functions encrypt the tweak too: the rows of calls have them. */
CHAINED_SIDE(xts_encrypt, 0)
CHAINED_SIDE(xts_decrypt, 1)
#if defined(LOOM_SPEED_LIBCRYPTO)
static const struct peer xts_encrypt_peers[] = {NO_PEER}, xts_decrypt_peers[] = {NO_PEER};
#endif

#define ROW(bits, row, name)         \
    {"aes" #bits "_" row,            \
     "aes_" #name,                   \
     run_##name,                     \
     NULL,                           \
     NULL,                           \
     PEERS(name##_peers),            \
     16,                             \
     SPEED_MAX_BYTES,                \
     0,                              \
     (bits) / 32 + 6,                \
     16,                             \
     (loom_any_fn)loom_k_aes_##name, \
     NULL},
#define ROWS(row, name) ROW(128, row, name) ROW(192, row, name) ROW(256, row, name)
#define KEY_ROW(bits, name)          \
    {"aes" #bits "_" #name,          \
     "aes_" #name,                   \
     run_##name,                     \
     NULL,                           \
     NULL,                           \
     PEERS(name##_peers),            \
     (bits) / 8,                     \
     (bits) / 8,                     \
     16,                             \
     (bits) / 32 + 6,                \
     1,                              \
     (loom_any_fn)loom_k_aes_##name, \
     NULL},
#define KEY_ROWS(name) KEY_ROW(128, name) KEY_ROW(192, name) KEY_ROW(256, name)

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_aes[] = {
#if defined(ALL_OF_AES)
    ROWS("cbc_encrypt", cbc_encrypt)
    ROWS("cbc_decrypt", cbc_decrypt)
    ROWS("ctr", ctr32)
    ROWS("xts_encrypt", xts_encrypt)
    ROWS("xts_decrypt", xts_decrypt)
    ROWS("ecb_encrypt", ecb_encrypt)
    ROWS("ecb_decrypt", ecb_decrypt)
    KEY_ROWS(set_encrypt_key)
    KEY_ROWS(set_decrypt_key)
#endif
    NO_ROW,
};
/* clang-format on */
