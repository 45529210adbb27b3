/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * libcrypto's ways to seal and open TLS records: OpenSSL's ciphers EVP_aes_128_cbc_hmac_sha1 and so on, AWS-LC's
 * EVP_aead_aes_128_cbc_sha1_tls and so on, and HMAC beside a cipher. HMAC beside CBC opens no record here: without a
 * constant time of its own, a program that opens records so has Lucky Thirteen's hole.
 */
#include "speed_call_tls.h"

#include <string.h>

#if defined(LOOM_SPEED_LIBCRYPTO) && (defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4))

static const void *digest_of(int hash)
{
    return hash == LOOM_TLS_MD5      ? EVP_md5()
           : hash == LOOM_TLS_SHA1   ? EVP_sha1()
           : hash == LOOM_TLS_SHA256 ? EVP_sha256()
                                     : EVP_sha384();
}

static void *mac_context(void)
{
    static void *ctx;
    return ctx != NULL ? ctx : (ctx = HMAC_CTX_new());
}

static void set_mac_key(int hash)
{
    HMAC_Init_ex(mac_context(), speed_input + 64, speed_tls_digest(hash), digest_of(hash), NULL);
}

static void mac_of(const uint8_t *data, size_t bytes, int minor, uint8_t *mac)
{
    HMAC_Init_ex(mac_context(), NULL, 0, NULL, NULL);
    HMAC_Update(mac_context(), speed_tls_header(minor, bytes), 13);
    HMAC_Update(mac_context(), data, bytes);
    HMAC_Final(mac_context(), mac, NULL);
}

#endif

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(LOOM_TLS_CBC)

const void *EVP_aes_128_cbc(void);
const void *EVP_aes_256_cbc(void);
const void *EVP_aes_128_cbc_hmac_sha1(void);
const void *EVP_aes_256_cbc_hmac_sha1(void);
const void *EVP_aes_128_cbc_hmac_sha256(void);
const void *EVP_aes_256_cbc_hmac_sha256(void);

static void *cipher_context(void)
{
    static void *ctx;
    return ctx != NULL ? ctx : (ctx = EVP_CIPHER_CTX_new());
}

/* ---- HMAC, then CBC ---- */

static void start_halves(int hash, struct side *side)
{
    set_mac_key(hash);
    EVP_CipherInit_ex(cipher_context(), side->rounds == 10 ? EVP_aes_128_cbc() : EVP_aes_256_cbc(), NULL, speed_input,
                      speed_input + 32, 1);
    EVP_CIPHER_CTX_set_padding(cipher_context(), 0);
}

static void seal_halves(int hash, struct side *side, size_t bytes, size_t times)
{
    uint8_t end[16 + 48 + 16];
    size_t whole = bytes / 16 * 16, rest = bytes % 16, digest = speed_tls_digest(hash);
    size_t padded = (rest + digest) / 16 * 16 + 16;
    if (times == 1) {
        start_halves(hash, side);
    }
    for (; times > 0; times--) {
        memcpy(end, speed_input + whole, rest);
        mac_of(speed_input, bytes, 1, end + rest);
        memset(end + rest + digest, (int)(padded - rest - digest - 1), padded - rest - digest);
        EVP_Cipher(cipher_context(), side->out, speed_input, whole);
        EVP_Cipher(cipher_context(), side->out + whole, end, padded);
    }
}

static void init_halves(int hash, struct side *side, size_t bytes, size_t times)
{
    (void)bytes;
    for (; times > 0; times--) {
        start_halves(hash, side);
    }
    EVP_Cipher(cipher_context(), side->out, speed_input, 16);
}

/* ---- OpenSSL's ciphers for records ---- */

enum { TLS1_AAD = 0x16, SET_MAC_KEY = 0x17 }; /* commands of EVP_CIPHER_CTX_ctrl */

static const void *record_cipher(int hash, size_t rounds)
{
    return hash == LOOM_TLS_SHA1 ? (rounds == 10 ? EVP_aes_128_cbc_hmac_sha1() : EVP_aes_256_cbc_hmac_sha1())
                                 : (rounds == 10 ? EVP_aes_128_cbc_hmac_sha256() : EVP_aes_256_cbc_hmac_sha256());
}

static int start_record(int hash, size_t rounds, int encrypts)
{
    uint8_t key[48];
    const void *kind = record_cipher(hash, rounds);
    memcpy(key, speed_input + 64, sizeof key);
    return kind != NULL &&
           EVP_CipherInit_ex(cipher_context(), kind, NULL, speed_input, speed_input + 32, encrypts) == 1 &&
           EVP_CIPHER_CTX_ctrl(cipher_context(), SET_MAC_KEY, (int)speed_tls_digest(hash), key) > 0;
}

static int seal_record(uint8_t *out, size_t bytes)
{
    uint8_t header[13];
    memcpy(header, speed_tls_header(1, bytes), sizeof header);
    int added = EVP_CIPHER_CTX_ctrl(cipher_context(), TLS1_AAD, sizeof header, header);
    return added > 0 && EVP_Cipher(cipher_context(), out, speed_input, bytes + (size_t)added) > 0;
}

static int seals(int hash, size_t rounds)
{
    uint8_t out[16 + 48 + 16];
    return start_record(hash, rounds, 1) && seal_record(out, 16);
}

static void seal_one(int hash, struct side *side, size_t bytes, size_t times)
{
    if (times == 1) {
        start_record(hash, side->rounds, 1);
    }
    for (; times > 0; times--) {
        seal_record(side->out, bytes);
    }
}

/* The plaintext lies behind a block, which was the IV. */
static void open_one(int hash, struct side *side, size_t bytes, size_t times)
{
    size_t *length = (size_t *)(void *)(side->state->words + 500);
    int once = times == 1, good = 1;
    if (once) {
        *length = speed_tls_make_record(hash, side, bytes);
        start_record(hash, side->rounds, 0);
    }
    for (; times > 0; times--) {
        uint8_t header[13];
        memcpy(header, speed_tls_header(3, *length + 16), sizeof header);
        EVP_CIPHER_CTX_ctrl(cipher_context(), TLS1_AAD, sizeof header, header);
        good &= EVP_Cipher(cipher_context(), side->out, speed_tls_records(), *length + 16) > 0;
    }
    if (once) {
        memmove(side->out, side->out + 16, bytes);
    }
    side->out[0] ^= !good;
}

static void init_one(int hash, struct side *side, size_t bytes, size_t times)
{
    (void)bytes;
    for (; times > 0; times--) {
        start_record(hash, side->rounds, 1);
    }
    seal_record(side->out, 16);
}

/* ---- AWS-LC's AEADs for records ---- */

#if defined(HAS_OPTIONAL)

enum { OPENS, SEALS }; /* enum evp_aead_direction_t */

OPTIONAL(const void *EVP_aead_aes_128_cbc_sha1_tls(void));
OPTIONAL(const void *EVP_aead_aes_256_cbc_sha1_tls(void));
OPTIONAL(const void *EVP_aead_aes_128_cbc_sha256_tls(void));
OPTIONAL(const void *EVP_aead_aes_256_cbc_sha256_tls(void));
OPTIONAL(const void *EVP_aead_aes_256_cbc_sha384_tls(void));
OPTIONAL(int EVP_AEAD_CTX_init_with_direction(void *ctx, const void *aead, const uint8_t *key, size_t key_bytes,
                                              size_t tag_bytes, int direction));
OPTIONAL(void EVP_AEAD_CTX_cleanup(void *ctx));
OPTIONAL(int EVP_AEAD_CTX_seal(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));
OPTIONAL(int EVP_AEAD_CTX_open(const void *ctx, uint8_t *out, size_t *length, size_t room, const uint8_t *nonce,
                               size_t nonce_bytes, const uint8_t *in, size_t bytes, const uint8_t *ad,
                               size_t ad_bytes));

typedef const void *aead_fn(void);

static aead_fn *aead_of(int hash, size_t rounds)
{
    if (hash == LOOM_TLS_SHA1) {
        return rounds == 10 ? EVP_aead_aes_128_cbc_sha1_tls : EVP_aead_aes_256_cbc_sha1_tls;
    }
    if (hash == LOOM_TLS_SHA256) {
        return rounds == 10 ? EVP_aead_aes_128_cbc_sha256_tls : EVP_aead_aes_256_cbc_sha256_tls;
    }
    return rounds == 10 ? NULL : EVP_aead_aes_256_cbc_sha384_tls;
}

static void start_aead(int hash, struct side *side, int direction)
{
    uint8_t keys[48 + 32];
    size_t digest = speed_tls_digest(hash), key = 4 * side->rounds - 24;
    aead_fn *aead = aead_of(hash, side->rounds);
    memcpy(keys, speed_input + 64, digest);
    memcpy(keys + digest, speed_input, key);
    if (aead != NULL) {
        EVP_AEAD_CTX_init_with_direction(side->state, aead(), keys, digest + key, 0, direction);
    }
}

static void seal_aead(int hash, struct side *side, size_t bytes, size_t times)
{
    size_t length;
    if (times == 1) {
        start_aead(hash, side, SEALS);
    }
    for (; times > 0; times--) {
        EVP_AEAD_CTX_seal(side->state, side->out, &length, bytes + 80, speed_input + 32, 16, speed_input, bytes,
                          speed_tls_header(1, bytes), 11);
    }
}

static void open_aead(int hash, struct side *side, size_t bytes, size_t times)
{
    size_t *length = (size_t *)(void *)(side->state->words + 500), opened;
    int good = 1;
    if (times == 1) {
        *length = speed_tls_make_record(hash, side, bytes);
        start_aead(hash, side, OPENS);
    }
    for (; times > 0; times--) {
        good &= EVP_AEAD_CTX_open(side->state, side->out, &opened, *length, speed_tls_records(), 16,
                                  speed_tls_records() + 16, *length, speed_tls_header(3, bytes), 11);
    }
    side->out[0] ^= !good;
}

static void init_aead(int hash, struct side *side, size_t bytes, size_t times)
{
    size_t length;
    (void)bytes;
    for (; times > 0; times--) {
        start_aead(hash, side, SEALS);
        EVP_AEAD_CTX_cleanup(side->state);
    }
    start_aead(hash, side, SEALS);
    EVP_AEAD_CTX_seal(side->state, side->out, &length, 80, speed_input + 32, 16, speed_input, 16,
                      speed_tls_header(1, 16), 11);
}

#define AEAD(name, hash)                      \
    static int has_aead_##name(size_t rounds) \
    {                                         \
        return aead_of(hash, rounds) != NULL; \
    }                                         \
    TLS_WAY(name, hash, aead, seal)           \
    TLS_WAY(name, hash, aead, open)           \
    TLS_WAY(name, hash, aead, init)
#define AEAD_WAY(name, action) WAY("EVP_AEAD_CTX", run_##name##_##action##_aead, has_aead_##name),
#else
#define AEAD(name, hash)
#define AEAD_WAY(name, action)
#endif

#define TLS_WAY(name, hash, way, action)                                                     \
    static void run_##name##_##action##_##way(struct side *side, size_t bytes, size_t times) \
    {                                                                                        \
        action##_##way(hash, side, bytes, times);                                            \
    }
#define HALVES(name, hash)            \
    TLS_WAY(name, hash, halves, seal) \
    TLS_WAY(name, hash, halves, init)
#define ONE(name, hash)                  \
    static int has_##name(size_t rounds) \
    {                                    \
        return seals(hash, rounds);      \
    }                                    \
    TLS_WAY(name, hash, one, seal)       \
    TLS_WAY(name, hash, one, open)       \
    TLS_WAY(name, hash, one, init)
#define PEERS_OF(name, action, first, last) \
    const struct peer speed_tls_##name##_##action##_peers[] = {first AEAD_WAY(name, action) last NO_PEER};
#define ONE_WAY(name, action) WAY("EVP_aes_cbc_hmac_" #name, run_##name##_##action##_one, has_##name),
#define HALVES_WAY(name, action) WAY("HMAC and EVP_Cipher", run_##name##_##action##_halves, NULL),
#define ALL_PEERS(name, hash)                                         \
    HALVES(name, hash)                                                \
    ONE(name, hash)                                                   \
    AEAD(name, hash)                                                  \
    PEERS_OF(name, seal, ONE_WAY(name, seal), HALVES_WAY(name, seal)) \
    PEERS_OF(name, init, ONE_WAY(name, init), HALVES_WAY(name, init)) \
    PEERS_OF(name, open, ONE_WAY(name, open), )

#if defined(LOOM_HAVE_sha1_blocks)
ALL_PEERS(sha1, LOOM_TLS_SHA1)
#endif
#if defined(LOOM_HAVE_sha256_blocks)
ALL_PEERS(sha256, LOOM_TLS_SHA256)
#endif
#if defined(LOOM_HAVE_sha512_blocks)
HALVES(sha384, LOOM_TLS_SHA384)
AEAD(sha384, LOOM_TLS_SHA384)
PEERS_OF(sha384, seal, , HALVES_WAY(sha384, seal))
PEERS_OF(sha384, init, , HALVES_WAY(sha384, init))
PEERS_OF(sha384, open, , )
#endif

#endif

/* ---- RC4 ---- */

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(LOOM_TLS_RC4)

void RC4_set_key(void *key, int length, const unsigned char *data);
void RC4(void *key, size_t length, const unsigned char *in, unsigned char *out);
int CRYPTO_memcmp(const void *a, const void *b, size_t length);

static void rc4_init(int hash, struct side *side, size_t bytes, size_t times)
{
    (void)bytes;
    for (; times > 0; times--) {
        set_mac_key(hash);
        RC4_set_key(side->state, 16, speed_input);
    }
    RC4(side->state, 16, speed_input, side->out);
}

static void rc4_seal(int hash, struct side *side, size_t bytes, size_t times)
{
    uint8_t mac[48];
    size_t digest = speed_tls_digest(hash);
    if (times == 1) {
        set_mac_key(hash);
        RC4_set_key(side->state, 16, speed_input);
    }
    for (; times > 0; times--) {
        mac_of(speed_input, bytes, 3, mac);
        RC4(side->state, bytes, speed_input, side->out);
        RC4(side->state, digest, mac, side->out + bytes);
    }
}

static void rc4_open(int hash, struct side *side, size_t bytes, size_t times)
{
    enum { KEY = 1100 }; /* bytes of an RC4_KEY, and more */
    static uint8_t first[KEY];
    uint8_t mac[48];
    size_t digest = speed_tls_digest(hash), length = bytes + digest, ring = speed_tls_ring(hash, bytes);
    size_t *next = (size_t *)(void *)(side->state->words + 500);
    int wrong = 0;
    if (times == 1) {
        speed_tls_make_ring(hash, side, bytes);
        set_mac_key(hash);
        RC4_set_key(side->state, 16, speed_input);
        memcpy(first, side->state, KEY);
        *next = 0;
    }
    for (; times > 0; times--) {
        if (*next == ring) {
            memcpy(side->state, first, KEY);
            *next = 0;
        }
        RC4(side->state, length, speed_tls_records() + *next * length, side->out);
        mac_of(side->out, bytes, 3, mac);
        wrong |= CRYPTO_memcmp(mac, side->out + bytes, digest) != 0;
        ++*next;
    }
    side->out[0] ^= (uint8_t)wrong;
}

#define RC4_WAY(name, hash, action)                                                      \
    static void run_rc4_##name##_##action(struct side *side, size_t bytes, size_t times) \
    {                                                                                    \
        rc4_##action(hash, side, bytes, times);                                          \
    }                                                                                    \
    const struct peer speed_tls_rc4_##name##_##action##_peers[] = {                      \
        WAY("HMAC and RC4", run_rc4_##name##_##action, NULL), NO_PEER};
#define RC4_WAYS(name, hash)  \
    RC4_WAY(name, hash, init) \
    RC4_WAY(name, hash, seal) \
    RC4_WAY(name, hash, open)

#if defined(LOOM_HAVE_md5_blocks)
RC4_WAYS(md5, LOOM_TLS_MD5)
#endif
#if defined(LOOM_HAVE_sha1_blocks)
RC4_WAYS(sha1, LOOM_TLS_SHA1)
#endif

#endif
