/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's kernels that do the work of two, beside each part alone, both parts in sequence, and libcrypto's
 * hand-woven function. Dispatch chooses the parts. The hash runs over the cipher's input.
 */
#include "speed.h"

#include <stdio.h>
#include <string.h>

#if defined(LOOM_HAVE_aes_cbc_sha1_blocks) || defined(LOOM_HAVE_aes_cbc_sha256_blocks) || \
    defined(LOOM_HAVE_aes_cbc_sha512_blocks)
#define CBC_AND_HASH 1
#endif

#if defined(LOOM_HAVE_rc4_md5_blocks) || defined(CBC_AND_HASH)

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
#define STITCHED_SIDES(name, start, kernel_call, cipher_call, hash_call, hash_bytes)         \
    static void run_##name(struct side *side, size_t bytes, size_t times)                    \
    {                                                                                        \
        loom_##name##_blocks_fn *kernel = (loom_##name##_blocks_fn *)side->function;         \
        size_t runs = times;                                                                 \
        start(side, times);                                                                  \
        for (; runs > 0; runs--) {                                                           \
            kernel_call;                                                                     \
        }                                                                                    \
        show(side, bytes, hash_state(side), hash_bytes);                                     \
    }                                                                                        \
    static void run_##name##_dispatched(struct side *side, size_t bytes, size_t times)       \
    {                                                                                        \
        side->function = (loom_any_fn)loom_k_##name##_blocks;                                \
        run_##name(side, bytes, times);                                                      \
    }                                                                                        \
    static void run_##name##_parts(struct side *side, size_t bytes, size_t times, int parts) \
    {                                                                                        \
        size_t runs = times;                                                                 \
        start(side, times);                                                                  \
        for (parts = parts_of(parts, times); runs > 0; runs--) {                             \
            if (parts & HASH) {                                                              \
                hash_call;                                                                   \
            }                                                                                \
            if (parts & CIPHER) {                                                            \
                cipher_call;                                                                 \
            }                                                                                \
        }                                                                                    \
        show(side, bytes, hash_state(side), hash_bytes);                                     \
    }                                                                                        \
    static void run_##name##_cipher(struct side *side, size_t bytes, size_t times)           \
    {                                                                                        \
        run_##name##_parts(side, bytes, times, CIPHER);                                      \
    }                                                                                        \
    static void run_##name##_hash(struct side *side, size_t bytes, size_t times)             \
    {                                                                                        \
        run_##name##_parts(side, bytes, times, HASH);                                        \
    }                                                                                        \
    static void run_##name##_sequence(struct side *side, size_t bytes, size_t times)         \
    {                                                                                        \
        run_##name##_parts(side, bytes, times, CIPHER | HASH);                               \
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

STITCHED_SIDES(rc4_md5, start_rc4,
               kernel(side->state->rc4, hash_state(side), speed_input, side->out, speed_input, bytes / 64),
               loom_k_rc4_stream(side->state->rc4, speed_input, side->out, bytes),
               loom_k_md5_blocks(hash_state(side), speed_input, bytes / 64), 16)

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
    STITCHED_SIDES(name, start_aes,                                                                          \
                   kernel(side->state->aes.schedule, side->rounds, side->state->aes.chain, hash_state(side), \
                          speed_input, side->out, speed_input, bytes / (block)),                             \
                   loom_k_aes_cbc_encrypt(side->state->aes.schedule, side->rounds, side->state->aes.chain,   \
                                          speed_input, side->out, bytes / 16),                               \
                   loom_k_##hash##_blocks(hash_state(side), speed_input, bytes / (block)), state_bytes)

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

#define CBC_ROW(bits, hash, block)    \
    {"aes" #bits "_cbc_" #hash,       \
     "aes_cbc_" #hash "_blocks",      \
     run_aes_cbc_##hash,              \
     run_aes_cbc_##hash##_dispatched, \
     NULL,                            \
     aes_cbc_##hash##_peers,          \
     block,                           \
     SPEED_MAX_BYTES,                 \
     0,                               \
     (bits) / 32 + 6,                 \
     block,                           \
     NULL,                            \
     NULL},

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_stitched[] = {
#if defined(LOOM_HAVE_rc4_md5_blocks)
    {"rc4_md5", "rc4_md5_blocks", run_rc4_md5, run_rc4_md5_dispatched, NULL, rc4_md5_peers, 64, SPEED_MAX_BYTES, 0, 0,
     64, NULL, NULL},
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
               "%-18s %8s %8s %8s %9s %10s %10s %10s\n",
               (unsigned long)result->bytes, "", "cipher", "hash", "sequence", "stitched", "libcrypto", "x sequence",
               "x libcrypto");
    }
    printf("%-18s", bench->name);
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
