/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's kernels that do the work of two, beside each part alone, both parts in sequence, and libcrypto's
 * hand-woven function. Dispatch chooses the parts. The hash runs over the cipher's input; that of an AEAD over the
 * ciphertext, whichever this is.
 */
#include "speed.h"

#include <stdio.h>
#include <string.h>

#if defined(LOOM_HAVE_aes_cbc_sha1_blocks) || defined(LOOM_HAVE_aes_cbc_sha256_blocks) || \
    defined(LOOM_HAVE_aes_cbc_sha512_blocks)
#define CBC_AND_HASH 1
#endif

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_ghash_powers) && \
    defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_aes_gcm_encrypt) && defined(LOOM_HAVE_aes_gcm_decrypt)
#define GCM 1
#endif
#if defined(LOOM_HAVE_chacha20_ctr32) && defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag) && \
    defined(LOOM_HAVE_chacha20_poly1305_encrypt) && defined(LOOM_HAVE_chacha20_poly1305_decrypt)
#define CHACHA_POLY1305 1
#endif

#if defined(LOOM_HAVE_rc4_md5_blocks) || defined(CBC_AND_HASH) || defined(GCM) || defined(CHACHA_POLY1305)

enum { CIPHER = 1, HASH = 2 };

/* The compared result is the last bytes of ciphertext and the state of the hash after them. */
static void show(struct side *side, size_t bytes, const void *state, size_t state_bytes)
{
    memmove(side->out + bytes - state_bytes, state, state_bytes);
}

/* In the compared run, a side of one part alone does the other part too. */
static int parts_of(int parts, size_t times)
{
    return times == 1 ? CIPHER | HASH : parts;
}

/* The sides of one kernel: each of its variants, and the parts. */
#define STITCHED_SIDES(name, kernel_name, start, kernel_call, cipher_call, hash_call, hashed, hash_bytes) \
    static void run_##name(struct side *side, size_t bytes, size_t times)                                 \
    {                                                                                                     \
        loom_##kernel_name##_fn *kernel = (loom_##kernel_name##_fn *)side->function;                      \
        size_t runs = times;                                                                              \
        start(side, times);                                                                               \
        for (; runs > 0; runs--) {                                                                        \
            kernel_call;                                                                                  \
        }                                                                                                 \
        show(side, bytes, hashed, hash_bytes);                                                            \
    }                                                                                                     \
    static void run_##name##_dispatched(struct side *side, size_t bytes, size_t times)                    \
    {                                                                                                     \
        side->function = (loom_any_fn)loom_k_##kernel_name;                                               \
        run_##name(side, bytes, times);                                                                   \
    }                                                                                                     \
    static void run_##name##_parts(struct side *side, size_t bytes, size_t times, int parts)              \
    {                                                                                                     \
        size_t runs = times;                                                                              \
        start(side, times);                                                                               \
        for (parts = parts_of(parts, times); runs > 0; runs--) {                                          \
            if (parts & CIPHER) {                                                                         \
                cipher_call;                                                                              \
            }                                                                                             \
            if (parts & HASH) {                                                                           \
                hash_call;                                                                                \
            }                                                                                             \
        }                                                                                                 \
        show(side, bytes, hashed, hash_bytes);                                                            \
    }                                                                                                     \
    static void run_##name##_cipher(struct side *side, size_t bytes, size_t times)                        \
    {                                                                                                     \
        run_##name##_parts(side, bytes, times, CIPHER);                                                   \
    }                                                                                                     \
    static void run_##name##_hash(struct side *side, size_t bytes, size_t times)                          \
    {                                                                                                     \
        run_##name##_parts(side, bytes, times, HASH);                                                     \
    }                                                                                                     \
    static void run_##name##_sequence(struct side *side, size_t bytes, size_t times)                      \
    {                                                                                                     \
        run_##name##_parts(side, bytes, times, CIPHER | HASH);                                            \
    }

#define PART_PEERS(name)                                                                  \
    {"cipher", run_##name##_cipher, NULL, NULL}, {"hash", run_##name##_hash, NULL, NULL}, \
    {                                                                                     \
        "sequence", run_##name##_sequence, NULL, NULL                                     \
    }

/* The state of the hash lies behind the state of the cipher, also of libcrypto's. */
#define HASH_AT 256
static void *hash_state(struct side *side)
{
    return side->state->words + HASH_AT;
}

#endif

/* ---- RC4 and MD5 ---- */

#if defined(LOOM_HAVE_rc4_md5_blocks)

/* Both run at full speed from positions where i + 1 is a multiple of 64. */
static void start_rc4(struct side *side, size_t times)
{
    if (times == 1) {
        loom_rc4_set_key_portable(side->state->rc4, speed_input, 16);
        side->state->rc4[256] = 255;
        memset(hash_state(side), 1, 16);
    }
}

STITCHED_SIDES(rc4_md5, rc4_md5_blocks, start_rc4,
               kernel(side->state->rc4, hash_state(side), speed_input, side->out, speed_input, bytes / 64),
               loom_k_rc4_stream(side->state->rc4, speed_input, side->out, bytes),
               loom_k_md5_blocks(hash_state(side), speed_input, bytes / 64), hash_state(side), 16)

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)

void RC4_set_key(void *key, int length, const unsigned char *data);
OPTIONAL(void rc4_md5_enc(void *key, const void *in, void *out, void *context, const void *hashed, size_t blocks));

static int has_rc4_md5(size_t rounds)
{
    (void)rounds;
    return rc4_md5_enc != NULL;
}

static void run_rc4_md5_libcrypto(struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        static const uint32_t at = 255;
        RC4_set_key(side->state->words, 16, speed_input);
        memcpy(side->state->words, &at, sizeof at);
        memset(hash_state(side), 1, 16);
    }
    for (; times > 0; times--) {
        rc4_md5_enc(side->state->words, speed_input, side->out, hash_state(side), speed_input, bytes / 64);
    }
    show(side, bytes, hash_state(side), 16);
}

#define RC4_MD5_PEER {"libcrypto", run_rc4_md5_libcrypto, has_rc4_md5, NULL},
#else
#define RC4_MD5_PEER
#endif

static const struct peer rc4_md5_peers[] = {PART_PEERS(rc4_md5), RC4_MD5_PEER NO_PEER};

#endif

/* ---- AES-CBC encryption and a hash ---- */

#if defined(CBC_AND_HASH)

static void start_aes(struct side *side, size_t times)
{
    if (times == 1) {
        loom_k_aes_set_encrypt_key(speed_input, side->rounds, side->state->aes.schedule);
        memset(side->state->aes.chain, 2, 16);
        memset(hash_state(side), 1, 64);
    }
}

#define CBC_SIDES(name, hash, block, state_bytes)                                                            \
    STITCHED_SIDES(name, name##_blocks, start_aes,                                                           \
                   kernel(side->state->aes.schedule, side->rounds, side->state->aes.chain, hash_state(side), \
                          speed_input, side->out, speed_input, bytes / (block)),                             \
                   loom_k_aes_cbc_encrypt(side->state->aes.schedule, side->rounds, side->state->aes.chain,   \
                                          speed_input, side->out, bytes / 16),                               \
                   loom_k_##hash##_blocks(hash_state(side), speed_input, bytes / (block)), hash_state(side), \
                   state_bytes)

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)

typedef void peer_cbc_hash_fn(const void *in, void *out, size_t blocks, const void *schedule, unsigned char *iv,
                              void *context, const void *hashed);
OPTIONAL(int aesni_set_encrypt_key(const unsigned char *key, int bits, void *schedule));
OPTIONAL(peer_cbc_hash_fn aesni_cbc_sha1_enc);
OPTIONAL(peer_cbc_hash_fn aesni_cbc_sha256_enc);
OPTIONAL(void OPENSSL_cpuid_setup(void));

/* libcrypto chooses among its variants after it has detected the CPU. */
static void run_libcrypto(peer_cbc_hash_fn *kernel, struct side *side, size_t bytes, size_t times, size_t state_bytes)
{
    unsigned char *chain = (unsigned char *)(side->state->words + HASH_AT - 2);
    if (times == 1) {
        if (OPENSSL_cpuid_setup != NULL) {
            OPENSSL_cpuid_setup();
        }
        aesni_set_encrypt_key(speed_input, (int)(32 * (side->rounds - 6)), side->state->words);
        memset(chain, 2, 16);
        memset(hash_state(side), 1, 64);
    }
    for (; times > 0; times--) {
        kernel(speed_input, side->out, bytes / 64, side->state->words, chain, hash_state(side), speed_input);
    }
    show(side, bytes, hash_state(side), state_bytes);
}

#define CBC_PEER(name, kernel, state_bytes)                                           \
    static int has_##name(size_t rounds)                                              \
    {                                                                                 \
        (void)rounds;                                                                 \
        return kernel != NULL && aesni_set_encrypt_key != NULL;                       \
    }                                                                                 \
    static void run_##name##_libcrypto(struct side *side, size_t bytes, size_t times) \
    {                                                                                 \
        run_libcrypto(kernel, side, bytes, times, state_bytes);                       \
    }
#define WITH_PEER(name) {"libcrypto", run_##name##_libcrypto, has_##name, NULL},
#else
#define CBC_PEER(name, kernel, state_bytes)
#define WITH_PEER(name)
#endif

#if defined(LOOM_HAVE_aes_cbc_sha1_blocks)
CBC_SIDES(aes_cbc_sha1, sha1, 64, 20)
CBC_PEER(aes_cbc_sha1, aesni_cbc_sha1_enc, 20)
static const struct peer aes_cbc_sha1_peers[] = {PART_PEERS(aes_cbc_sha1), WITH_PEER(aes_cbc_sha1) NO_PEER};
#endif
#if defined(LOOM_HAVE_aes_cbc_sha256_blocks)
CBC_SIDES(aes_cbc_sha256, sha256, 64, 32)
CBC_PEER(aes_cbc_sha256, aesni_cbc_sha256_enc, 32)
static const struct peer aes_cbc_sha256_peers[] = {PART_PEERS(aes_cbc_sha256), WITH_PEER(aes_cbc_sha256) NO_PEER};
#endif
#if defined(LOOM_HAVE_aes_cbc_sha512_blocks)
CBC_SIDES(aes_cbc_sha512, sha512, 128, 64)
static const struct peer aes_cbc_sha512_peers[] = {PART_PEERS(aes_cbc_sha512), NO_PEER};
#endif

#endif

/* ---- AEADs ---- */

#if defined(GCM)

/* Behind the schedule and the counter. */
#define POWERS ((uint8_t *)(side->state->words + 64))

static void start_gcm(struct side *side, size_t times)
{
    if (times == 1) {
        loom_k_aes_set_encrypt_key(speed_input, side->rounds, side->state->aes.schedule);
        memset(side->state->aes.chain, 2, 16);
        loom_k_ghash_powers(speed_input + 32, POWERS);
        memset(hash_state(side), 1, 16);
    }
}

#define GCM_SIDES(name, ciphertext)                                                                                  \
    STITCHED_SIDES(name, name, start_gcm,                                                                            \
                   kernel(side->state->aes.schedule, side->rounds, side->state->aes.chain, POWERS + 96,              \
                          hash_state(side), speed_input, side->out, bytes / 16),                                     \
                   loom_k_aes_ctr32(side->state->aes.schedule, side->rounds, side->state->aes.chain, speed_input,    \
                                    side->out, bytes / 16),                                                          \
                   loom_k_ghash_blocks(POWERS + 96, hash_state(side), ciphertext, bytes / 16), hash_state(side), 16) \
    static const struct peer name##_peers[] = {PART_PEERS(name), NO_PEER};
GCM_SIDES(aes_gcm_encrypt, side->out)
GCM_SIDES(aes_gcm_decrypt, speed_input)

#endif

#if defined(CHACHA_POLY1305)

static void start_chacha(struct side *side, size_t times)
{
    if (times == 1) {
        memset(side->state->aes.chain, 2, 16);
        memset(hash_state(side), 0, 24);
    }
}

/* Variants may leave different numbers modulo 2^130 - 5, of which the tag is one. */
static void *tag(struct side *side)
{
    uint8_t *tag = side->state->aes.schedule;
    loom_k_poly1305_tag(speed_input + 32, hash_state(side), tag);
    return tag;
}

#define CHACHA_SIDES(name, ciphertext)                                                                               \
    STITCHED_SIDES(name, name, start_chacha,                                                                         \
                   kernel(speed_input, side->state->aes.chain, speed_input + 32, hash_state(side), speed_input,      \
                          side->out, bytes / 64),                                                                    \
                   loom_k_chacha20_ctr32(speed_input, side->state->aes.chain, speed_input, side->out, bytes / 64),   \
                   loom_k_poly1305_blocks(speed_input + 32, hash_state(side), ciphertext, bytes / 16, 1), tag(side), \
                   16)                                                                                               \
    static const struct peer name##_peers[] = {PART_PEERS(name), NO_PEER};
CHACHA_SIDES(chacha20_poly1305_encrypt, side->out)
CHACHA_SIDES(chacha20_poly1305_decrypt, speed_input)

#endif

#define STITCHED_ROW(row, name, kernel, block, rounds)                                                           \
    {row,   #kernel, run_##name, run_##name##_dispatched, NULL, name##_peers, block, SPEED_MAX_BYTES, 0, rounds, \
     block, NULL,    NULL},
#define CBC_ROW(bits, hash, block) \
    STITCHED_ROW("aes" #bits "_cbc_" #hash, aes_cbc_##hash, aes_cbc_##hash##_blocks, block, (bits) / 32 + 6)
#define GCM_ROW(bits, way) STITCHED_ROW("aes" #bits "_gcm_" #way, aes_gcm_##way, aes_gcm_##way, 16, (bits) / 32 + 6)
#define CHACHA_ROW(name) STITCHED_ROW(#name, name, name, 64, 0)

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_stitched[] = {
#if defined(LOOM_HAVE_rc4_md5_blocks)
    STITCHED_ROW("rc4_md5", rc4_md5, rc4_md5_blocks, 64, 0)
#endif
#if defined(LOOM_HAVE_aes_cbc_sha1_blocks)
    CBC_ROW(128, sha1, 64) CBC_ROW(256, sha1, 64)
#endif
#if defined(LOOM_HAVE_aes_cbc_sha256_blocks)
    CBC_ROW(128, sha256, 64) CBC_ROW(256, sha256, 64)
#endif
#if defined(LOOM_HAVE_aes_cbc_sha512_blocks)
    CBC_ROW(128, sha512, 128) CBC_ROW(256, sha512, 128)
#endif
#if defined(GCM)
    GCM_ROW(128, encrypt) GCM_ROW(256, encrypt) GCM_ROW(128, decrypt) GCM_ROW(256, decrypt)
#endif
#if defined(CHACHA_POLY1305)
    CHACHA_ROW(chacha20_poly1305_encrypt) CHACHA_ROW(chacha20_poly1305_decrypt)
#endif
    NO_ROW,
};
/* clang-format on */

/* ---- the table ---- */

static const char *const columns[] = {"cipher", "hash", "sequence", "dispatched", "libcrypto"};
enum { SEQUENCE = 2, STITCHED = 3, PEER = 4, COLUMNS = 5 };

void speed_print_stitched(const struct bench *bench, const struct result *result, const struct side *sides,
                          size_t count)
{
    size_t at[COLUMNS];
    if (bench == speed_stitched) {
        printf("\n%lu bytes, MB/s: each part alone, one after the other, in one pass; ratio of the latter to these\n\n"
               "%-25s %8s %8s %8s %9s %10s %10s %10s\n",
               (unsigned long)result->bytes, "", "cipher", "hash", "sequence", "stitched", "libcrypto", "x sequence",
               "x libcrypto");
    }
    printf("%-25s", bench->name);
    for (size_t c = 0; c < COLUMNS; c++) {
        int width = c < STITCHED ? 8 : c == STITCHED ? 9 : 10;
        for (at[c] = 0; at[c] < count && strcmp(sides[at[c]].name, columns[c]) != 0; at[c]++) {
        }
        if (at[c] < count) {
            printf(" %*.0f", width, result->per_second[at[c]] / 1e6);
        } else {
            printf(" %*s", width, "-");
        }
    }
    printf(" %10.2f", result->ratio[at[STITCHED]][at[SEQUENCE]]);
    if (at[PEER] < count) {
        printf(" %10.2f\n", result->ratio[at[STITCHED]][at[PEER]]);
    } else {
        printf(" %10s\n", "-");
    }
    fflush(stdout);
}
