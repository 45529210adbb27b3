/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's calls of AES: each mode under a key that is set, and the setting of keys.
 */
#include "speed_call.h"

#include <string.h>

#if defined(LOOM_HAVE_aes_set_encrypt_key) && defined(LOOM_HAVE_aes_set_decrypt_key) &&                               \
    defined(LOOM_HAVE_aes_ecb_encrypt) && defined(LOOM_HAVE_aes_ecb_decrypt) && defined(LOOM_HAVE_aes_cbc_encrypt) && \
    defined(LOOM_HAVE_aes_cbc_decrypt) && defined(LOOM_HAVE_aes_ctr32) && defined(LOOM_HAVE_aes_xts_encrypt) &&       \
    defined(LOOM_HAVE_aes_xts_decrypt)
#define ALL_OF_AES 1

static size_t key_bytes(const struct side *side)
{
    return 4 * side->rounds - 24;
}

/* The IV or counter of every first call. */
static const uint8_t *first_chain(void)
{
    return speed_input + 32;
}

/* ---- ours ---- */

enum { CHAIN = 448 }; /* the word of the state where the IV begins: behind every context */

static uint8_t *chain_of(struct side *side)
{
    return (uint8_t *)(side->state->words + CHAIN);
}

#define MODE_CALL(direction, mode, call)                                                                       \
    RUN(mode##_##direction, loom_aes_set_##direction##_key(STATE(loom_aes_ctx), speed_input, key_bytes(side)); \
        memcpy(chain_of(side), first_chain(), 16), call, NOTHING)

MODE_CALL(encrypt, ecb, loom_aes_ecb_encrypt(STATE(loom_aes_ctx), speed_input, side->out, bytes))
MODE_CALL(decrypt, ecb, loom_aes_ecb_decrypt(STATE(loom_aes_ctx), speed_input, side->out, bytes))
MODE_CALL(encrypt, cbc, loom_aes_cbc_encrypt(STATE(loom_aes_ctx), chain_of(side), speed_input, side->out, bytes))
MODE_CALL(decrypt, cbc, loom_aes_cbc_decrypt(STATE(loom_aes_ctx), chain_of(side), speed_input, side->out, bytes))

#define CTR_CTX STATE(loom_aes_ctr_ctx)
RUN(ctr, loom_aes_ctr_init(CTR_CTX, speed_input, key_bytes(side), first_chain()),
    loom_aes_ctr_update(CTR_CTX, speed_input, side->out, bytes), NOTHING)

/* A new counter under the same key, for each message. */
RUN(ctr_fresh, loom_aes_ctr_init(CTR_CTX, speed_input, key_bytes(side), first_chain()),
    loom_aes_ctr_set_counter(CTR_CTX, first_chain());
    loom_aes_ctr_update(CTR_CTX, speed_input, side->out, bytes), NOTHING)

/* A sector under a key of two halves. */
#define XTS_CALL(way)                                                                               \
    RUN(xts_##way, loom_aes_xts_set_key(STATE(loom_aes_xts_ctx), speed_input, 2 * key_bytes(side)), \
        loom_aes_xts_##way(STATE(loom_aes_xts_ctx), first_chain(), speed_input, side->out, bytes), NOTHING)
XTS_CALL(encrypt)
XTS_CALL(decrypt)

/* What a key encrypts, or decrypts, shows that the key is set. */
RUN(encrypt_key, NOTHING, loom_aes_set_encrypt_key(STATE(loom_aes_ctx), speed_input, bytes),
    loom_aes_ecb_encrypt(STATE(loom_aes_ctx), speed_input, side->out, 16))
RUN(decrypt_key, NOTHING, loom_aes_set_decrypt_key(STATE(loom_aes_ctx), speed_input, bytes),
    loom_aes_ecb_decrypt(STATE(loom_aes_ctx), speed_input, side->out, 16))
RUN(ctr_init, NOTHING, loom_aes_ctr_init(CTR_CTX, speed_input, bytes, first_chain()),
    loom_aes_ctr_update(CTR_CTX, speed_input, side->out, 16))

/* ---- libcrypto's ---- */

#if defined(LOOM_SPEED_LIBCRYPTO)

const void *EVP_aes_128_ecb(void);
const void *EVP_aes_192_ecb(void);
const void *EVP_aes_256_ecb(void);
const void *EVP_aes_128_cbc(void);
const void *EVP_aes_192_cbc(void);
const void *EVP_aes_256_cbc(void);
const void *EVP_aes_128_ctr(void);
const void *EVP_aes_192_ctr(void);
const void *EVP_aes_256_ctr(void);
const void *EVP_aes_256_xts(void);
int AES_set_encrypt_key(const unsigned char *key, int bits, void *schedule);
int AES_set_decrypt_key(const unsigned char *key, int bits, void *schedule);
void AES_encrypt(const unsigned char *in, unsigned char *out, const void *schedule);
void AES_decrypt(const unsigned char *in, unsigned char *out, const void *schedule);
void AES_cbc_encrypt(const unsigned char *in, unsigned char *out, size_t length, const void *schedule,
                     unsigned char *iv, int encrypts);

/* AWS-LC has no XTS with two keys of 128 bits. */
#if defined(HAS_OPTIONAL)
OPTIONAL(const void *EVP_aes_128_xts(void));
#define HAS_128_XTS (EVP_aes_128_xts != NULL)
#else
const void *EVP_aes_128_xts(void);
#define HAS_128_XTS 1
#endif

static int has_xts(size_t rounds)
{
    return rounds != 10 || HAS_128_XTS;
}

enum mode { ECB, CBC, CTR, XTS };

static const void *kind_of(enum mode mode, size_t rounds)
{
    const void *kinds[4][3];
    kinds[ECB][0] = EVP_aes_128_ecb();
    kinds[ECB][1] = EVP_aes_192_ecb();
    kinds[ECB][2] = EVP_aes_256_ecb();
    kinds[CBC][0] = EVP_aes_128_cbc();
    kinds[CBC][1] = EVP_aes_192_cbc();
    kinds[CBC][2] = EVP_aes_256_cbc();
    kinds[CTR][0] = EVP_aes_128_ctr();
    kinds[CTR][1] = EVP_aes_192_ctr();
    kinds[CTR][2] = EVP_aes_256_ctr();
    kinds[XTS][0] = has_xts(10) ? EVP_aes_128_xts() : NULL;
    kinds[XTS][2] = EVP_aes_256_xts();
    return kinds[mode][(rounds - 10) / 2];
}

/* A context for each of the ways, made once. */
static void *context_of(int way, enum mode mode, struct side *side, size_t times, int encrypts)
{
    static void *contexts[4];
    if (contexts[way] == NULL) {
        contexts[way] = EVP_CIPHER_CTX_new();
    }
    if (times == 1) {
        EVP_CipherInit_ex(contexts[way], kind_of(mode, side->rounds), NULL, speed_input, first_chain(), encrypts);
        EVP_CIPHER_CTX_set_padding(contexts[way], 0);
    }
    return contexts[way];
}

static void by_update(enum mode mode, struct side *side, size_t bytes, size_t times, int encrypts)
{
    int written;
    void *ctx = context_of(0, mode, side, times, encrypts);
    for (; times > 0; times--) {
        EVP_CipherUpdate(ctx, side->out, &written, speed_input, (int)bytes);
    }
}

static void by_cipher(enum mode mode, struct side *side, size_t bytes, size_t times, int encrypts)
{
    void *ctx = context_of(1, mode, side, times, encrypts);
    for (; times > 0; times--) {
        EVP_Cipher(ctx, side->out, speed_input, bytes);
    }
}

static void set_schedule(struct side *side, int encrypts)
{
    (encrypts ? AES_set_encrypt_key : AES_set_decrypt_key)(speed_input, (int)(8 * key_bytes(side)), side->state);
}

static void by_aes(enum mode mode, struct side *side, size_t bytes, size_t times, int encrypts)
{
    uint8_t *iv = chain_of(side);
    if (times == 1) {
        set_schedule(side, encrypts);
        memcpy(iv, first_chain(), 16);
    }
    for (; times > 0; times--) {
        if (mode == CBC) {
            AES_cbc_encrypt(speed_input, side->out, bytes, side->state, iv, encrypts);
            continue;
        }
        for (size_t i = 0; i < bytes; i += 16) {
            (encrypts ? AES_encrypt : AES_decrypt)(speed_input + i, side->out + i, side->state);
        }
    }
}

#define WAY_OF(row, way, action, mode, encrypts)                                 \
    static void run_##row##_##way(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        action(mode, side, bytes, times, encrypts);                              \
    }
#define MODE_PEERS(row, name, mode, encrypts)                                                    \
    WAY_OF(row, update, by_update, mode, encrypts)                                               \
    WAY_OF(row, cipher, by_cipher, mode, encrypts)                                               \
    WAY_OF(row, aes, by_aes, mode, encrypts)                                                     \
    static const struct peer row##_peers[] = {WAY("EVP_CipherUpdate", run_##row##_update, NULL), \
                                              WAY("EVP_Cipher", run_##row##_cipher, NULL),       \
                                              WAY(name, run_##row##_aes, NULL), NO_PEER};

MODE_PEERS(ecb_encrypt, "AES_encrypt", ECB, 1)
MODE_PEERS(ecb_decrypt, "AES_decrypt", ECB, 0)
MODE_PEERS(cbc_encrypt, "AES_cbc_encrypt", CBC, 1)
MODE_PEERS(cbc_decrypt, "AES_cbc_encrypt", CBC, 0)
WAY_OF(ctr, update, by_update, CTR, 1)
WAY_OF(ctr, cipher, by_cipher, CTR, 1)

/* Another counter or tweak for each message. */
static void fresh_update(enum mode mode, struct side *side, size_t bytes, size_t times, int encrypts)
{
    int written;
    void *ctx = context_of(0, mode, side, times, encrypts);
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, first_chain(), encrypts);
        EVP_CipherUpdate(ctx, side->out, &written, speed_input, (int)bytes);
    }
}

static void fresh_cipher(enum mode mode, struct side *side, size_t bytes, size_t times, int encrypts)
{
    void *ctx = context_of(1, mode, side, times, encrypts);
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, NULL, first_chain(), encrypts);
        EVP_Cipher(ctx, side->out, speed_input, bytes);
    }
}

WAY_OF(ctr_fresh, update, fresh_update, CTR, 1)
WAY_OF(ctr_fresh, cipher, fresh_cipher, CTR, 1)
WAY_OF(xts_encrypt, update, fresh_update, XTS, 1)
WAY_OF(xts_encrypt, cipher, fresh_cipher, XTS, 1)
WAY_OF(xts_decrypt, update, fresh_update, XTS, 0)
WAY_OF(xts_decrypt, cipher, fresh_cipher, XTS, 0)

/* AWS-LC has a function for the mode. It keeps the place in a block in its last two arguments. */
#if defined(HAS_OPTIONAL)
OPTIONAL(void AES_ctr128_encrypt(const unsigned char *in, unsigned char *out, size_t length, const void *schedule,
                                 unsigned char *counter, unsigned char *keystream, unsigned *used));

static int has_ctr128(size_t rounds)
{
    (void)rounds;
    return AES_ctr128_encrypt != NULL;
}

static void by_ctr128(enum mode mode, struct side *side, size_t bytes, size_t times, int fresh)
{
    uint8_t *counter = chain_of(side), *keystream = counter + 16;
    unsigned *used = (unsigned *)(void *)(counter + 32);
    (void)mode;
    if (times == 1) {
        set_schedule(side, 1);
        memcpy(counter, first_chain(), 16);
        *used = 0;
    }
    for (; times > 0; times--) {
        if (fresh) {
            memcpy(counter, first_chain(), 16);
            *used = 0;
        }
        AES_ctr128_encrypt(speed_input, side->out, bytes, side->state, counter, keystream, used);
    }
}

WAY_OF(ctr, ctr128, by_ctr128, CTR, 0)
WAY_OF(ctr_fresh, ctr128, by_ctr128, CTR, 1)

#define CTR128_WAY(row) WAY("AES_ctr128_encrypt", run_##row##_ctr128, has_ctr128),
#else
#define CTR128_WAY(row)
#endif

static const struct peer ctr_peers[] = {WAY("EVP_CipherUpdate", run_ctr_update, NULL),
                                        WAY("EVP_Cipher", run_ctr_cipher, NULL), CTR128_WAY(ctr) NO_PEER};
static const struct peer ctr_fresh_peers[] = {WAY("EVP_CipherUpdate", run_ctr_fresh_update, NULL),
                                              WAY("EVP_Cipher", run_ctr_fresh_cipher, NULL),
                                              CTR128_WAY(ctr_fresh) NO_PEER};

static const struct peer xts_encrypt_peers[] = {WAY("EVP_CipherUpdate", run_xts_encrypt_update, has_xts),
                                                WAY("EVP_Cipher", run_xts_encrypt_cipher, has_xts), NO_PEER};
static const struct peer xts_decrypt_peers[] = {WAY("EVP_CipherUpdate", run_xts_decrypt_update, has_xts),
                                                WAY("EVP_Cipher", run_xts_decrypt_cipher, has_xts), NO_PEER};

static void key_by_evp(enum mode mode, struct side *side, size_t times, int encrypts)
{
    int written;
    void *ctx = context_of(2, mode, side, times, encrypts);
    for (; times > 0; times--) {
        EVP_CipherInit_ex(ctx, NULL, NULL, speed_input, mode == ECB ? NULL : first_chain(), encrypts);
    }
    EVP_CipherUpdate(ctx, side->out, &written, speed_input, 16);
}

static void key_by_aes(struct side *side, size_t times, int encrypts)
{
    for (; times > 0; times--) {
        set_schedule(side, encrypts);
    }
    (encrypts ? AES_encrypt : AES_decrypt)(speed_input, side->out, side->state);
}

#define KEY_WAY(row, way, call)                                                  \
    static void run_##row##_##way(struct side *side, size_t bytes, size_t times) \
    {                                                                            \
        (void)bytes;                                                             \
        call;                                                                    \
    }
KEY_WAY(encrypt_key, evp, key_by_evp(ECB, side, times, 1))
KEY_WAY(decrypt_key, evp, key_by_evp(ECB, side, times, 0))
KEY_WAY(ctr_init, evp, key_by_evp(CTR, side, times, 1))
KEY_WAY(encrypt_key, aes, key_by_aes(side, times, 1))
KEY_WAY(decrypt_key, aes, key_by_aes(side, times, 0))

static const struct peer encrypt_key_peers[] = {WAY("EVP_CipherInit_ex", run_encrypt_key_evp, NULL),
                                                WAY("AES_set_encrypt_key", run_encrypt_key_aes, NULL), NO_PEER};
static const struct peer decrypt_key_peers[] = {WAY("EVP_CipherInit_ex", run_decrypt_key_evp, NULL),
                                                WAY("AES_set_decrypt_key", run_decrypt_key_aes, NULL), NO_PEER};
static const struct peer ctr_init_peers[] = {WAY("EVP_CipherInit_ex", run_ctr_init_evp, NULL), NO_PEER};

#endif

#define MODE_ROWS(bits, row, run, function, unit)                                                                   \
    CALL_ROW("call_aes" #bits "_" row, "loom_aes_" function, run_##run, PEERS(run##_peers), 16, SPEED_MAX_BYTES, 0, \
             (bits) / 32 + 6, unit)
#define KEY_ROW(bits, row, run)                                                                                    \
    CALL_ROW("call_aes" #bits "_" row, "loom_aes_" row, run_##run, PEERS(run##_peers), (bits) / 8, (bits) / 8, 16, \
             (bits) / 32 + 6, 1)
#define AES_ROWS(bits)                                                                                                \
    MODE_ROWS(bits, "ecb_encrypt", ecb_encrypt, "ecb_encrypt", 16),                                                   \
        MODE_ROWS(bits, "ecb_decrypt", ecb_decrypt, "ecb_decrypt", 16),                                               \
        MODE_ROWS(bits, "cbc_encrypt", cbc_encrypt, "cbc_encrypt", 16),                                               \
        MODE_ROWS(bits, "cbc_decrypt", cbc_decrypt, "cbc_decrypt", 16),                                               \
        MODE_ROWS(bits, "ctr_update", ctr, "ctr_update", 1),                                                          \
        MODE_ROWS(bits, "ctr_fresh", ctr_fresh, "ctr_set_counter", 1), KEY_ROW(bits, "set_encrypt_key", encrypt_key), \
        KEY_ROW(bits, "set_decrypt_key", decrypt_key), KEY_ROW(bits, "ctr_init", ctr_init),
#define XTS_ROWS(bits)                                             \
    MODE_ROWS(bits, "xts_encrypt", xts_encrypt, "xts_encrypt", 1), \
        MODE_ROWS(bits, "xts_decrypt", xts_decrypt, "xts_decrypt", 1),

#endif

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_call_aes[] = {
#if defined(ALL_OF_AES)
    AES_ROWS(128) AES_ROWS(192) AES_ROWS(256) XTS_ROWS(128) XTS_ROWS(256)
#endif
    NO_ROW,
};
/* clang-format on */
