/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Records of TLS 1.0 to 1.2 by MAC-then-encrypt (RFC 5246, 6.2.3.1 and 6.2.3.2): a MAC over header and plaintext, then
 * encryption of plaintext, MAC and padding. Cipher and hash take one pass over the plaintext if a kernel does both.
 *
 * Opening a CBC record reveals only whether the record was good: the path of execution depends on the length of the
 * record and not on its padding, and all records that are not authentic give the same error.
 */
#include "tls.h"

#if defined(LOOM_TLS_CBC) || defined(LOOM_TLS_RC4)

#include "memory.h"

#include "clean.h"
#include "entry.h"
#include "stitched.h"

/* The public function over the inner half that works on secrets. `depth`: bytes of stack that the inner half takes. */
#define OUTER(name, depth, parameters, arguments) \
    int LOOM_CDECL loom_tls_##name parameters     \
    {                                             \
        size_t bytes = depth;                     \
        int result = name arguments;              \
        loom_clean_below(bytes);                  \
        return result;                            \
    }

/* The hash with the number `number`, or NULL. */
static const struct loom_hash *hash_of(uint32_t number)
{
#define HASH_OF(name, its_number) \
    if (number == its_number) {   \
        return &loom_hash_##name; \
    }
    LOOM_TLS_HASHES(HASH_OF)
    return NULL;
}

/* Bytes of stack that the C over the kernels takes, at most. With gcc, CBC takes 700, RC4 780 and setting keys 330. The
 * kernels of ciphers, and of a cipher and a hash, clean up themselves. */
enum { IN_CBC = 704, IN_RC4 = 832, IN_KEYS = 416 };

/* The same with the block function of the hash of this number. */
static size_t depth_with(size_t c, uint32_t number)
{
    const struct loom_hash *hash = hash_of(number);
    return c + (hash == NULL ? 0 : LOOM_DEPTH_OF(hash->way));
}

/* Whether a cipher and a hash make records together. Zero: not set yet. */
static int pair(uint32_t kind, uint32_t hash)
{
    int rc4 = hash == LOOM_TLS_MD5 || hash == LOOM_TLS_SHA1;
    return kind == 0 || hash == 0 || (kind == TLS_STREAM ? rc4 : hash != LOOM_TLS_MD5);
}

/* Gives each of the two contexts its block of key and pad (RFC 2104). */
static LOOM_INNER int set_mac_key(loom_tls_ctx *ctx, int number, const uint8_t *key, size_t key_bytes)
{
    const struct loom_hash *hash = hash_of((uint32_t)number);
    if (hash == NULL || !pair(ctx->kind, (uint32_t)number)) {
        return -1;
    }
    ctx->hash = (uint32_t)number;
    loom_hash_set_key(hash, &ctx->inner, &ctx->outer, key, key_bytes);
    return 0;
}

OUTER(set_mac_key, depth_with(IN_KEYS, (uint32_t)hash),
      (loom_tls_ctx * ctx, int hash, const uint8_t *key, size_t key_bytes), (ctx, hash, key, key_bytes))

/* A fresh context with the MAC key of a cipher: as long as the digest. */
static int init_mac(loom_tls_ctx *ctx, uint32_t kind, int number, const uint8_t *key, size_t key_bytes)
{
    const struct loom_hash *hash = hash_of((uint32_t)number);
    if (hash == NULL || key_bytes != hash->digest || !pair(kind, (uint32_t)number)) {
        return -1;
    }
    ctx->kind = kind;
    return set_mac_key(ctx, number, key, key_bytes);
}

/* A copy of the inner hash that has taken the header. The buffer is empty, and the header is shorter than a block. */
static void begin_mac(loom_tls_hash *state, const loom_tls_ctx *ctx, const struct loom_hash *hash,
                      const uint8_t header[11], size_t length)
{
#if defined(LOOM_HAVE_sha512_blocks)
    size_t before = sizeof state->sha512 - sizeof state->sha512.buffer; /* a constant: this context is the longest */
#else
    size_t before = hash->buffer;
#endif
    uint8_t *copy = (uint8_t *)state;
    uint64_t bytes = hash->block + TLS_HEADER;
    memcpy(state, &ctx->inner, before);
    memcpy(copy + hash->length, &bytes, sizeof bytes);
    tls_make_header(copy + hash->buffer, header, length);
}

void LOOM_CDECL loom_tls_wipe(loom_tls_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif

/* ---- CBC ---- */

#if defined(LOOM_TLS_CBC)

static LOOM_INNER int cbc_set_key(loom_tls_ctx *ctx, int seals, const uint8_t *key, size_t key_bytes)
{
    loom_aes_ctx *aes = &ctx->cipher.aes;
    uint32_t kind = seals ? TLS_CBC_SEALS : TLS_CBC_OPENS;
    if ((seals != 0 && seals != 1) || !pair(kind, ctx->hash) ||
        (seals ? loom_aes_set_encrypt_key(aes, key, key_bytes) : loom_aes_set_decrypt_key(aes, key, key_bytes)) != 0) {
        return -1;
    }
    ctx->kind = kind;
    return 0;
}

static LOOM_INNER int cbc_init(loom_tls_ctx *ctx, int seals, int hash, const uint8_t *key, size_t key_bytes,
                               const uint8_t *mac_key, size_t mac_key_bytes)
{
    if ((seals != 0 && seals != 1) || (key_bytes != 16 && key_bytes != 24 && key_bytes != 32) ||
        init_mac(ctx, seals ? TLS_CBC_SEALS : TLS_CBC_OPENS, hash, mac_key, mac_key_bytes) != 0) {
        return -1;
    }
    return cbc_set_key(ctx, seals, key, key_bytes);
}

size_t LOOM_CDECL loom_tls_cbc_length(const loom_tls_ctx *ctx, size_t length)
{
    const struct loom_hash *hash = hash_of(ctx->hash);
    int cbc = ctx->kind == TLS_CBC_SEALS || ctx->kind == TLS_CBC_OPENS;
    return hash == NULL || !cbc || length > TLS_PLAINTEXT ? 0 : (length + hash->digest + 16) / 16 * 16;
}

/* Hashes and encrypts whole blocks of plaintext, in one pass if a kernel does both. */
static void both(const loom_tls_ctx *ctx, const struct loom_hash *hash, uint8_t iv[16], loom_tls_hash *state,
                 const uint8_t *in, uint8_t *out, size_t length)
{
#if defined(LOOM_HAVE_aes_cbc_sha1_blocks)
    if (ctx->hash == LOOM_TLS_SHA1) {
        loom_aes_cbc_sha1_work(&ctx->cipher.aes, iv, &state->sha1, in, out, length);
        return;
    }
#endif
#if defined(LOOM_HAVE_aes_cbc_sha256_blocks)
    if (ctx->hash == LOOM_TLS_SHA256) {
        loom_aes_cbc_sha256_work(&ctx->cipher.aes, iv, &state->sha256, in, out, length);
        return;
    }
#endif
#if defined(LOOM_HAVE_aes_cbc_sha512_blocks)
    if (ctx->hash == LOOM_TLS_SHA384) { /* SHA-384 differs in the start values, not in the blocks */
        loom_aes_cbc_sha512_work(&ctx->cipher.aes, iv, &state->sha512, in, out, length);
        return;
    }
#endif
    loom_hash_update(hash, state, in, length);
    loom_aes_cbc_encrypt(&ctx->cipher.aes, iv, in, out, length);
}

static LOOM_INNER int cbc_seal(loom_tls_ctx *ctx, const uint8_t header[11], uint8_t iv[16], const uint8_t *in,
                               uint8_t *out, size_t length)
{
    const struct loom_hash *hash = hash_of(ctx->hash);
    size_t whole = length / 16 * 16, rest = length - whole, tail;
    uint8_t last[16 + TLS_LARGEST_MAC + 16];
    loom_tls_hash state;
    if (ctx->kind != TLS_CBC_SEALS || hash == NULL || length > TLS_PLAINTEXT) {
        return -1;
    }
    tail = (rest + hash->digest + 16) / 16 * 16;
    begin_mac(&state, ctx, hash, header, length);
    if (rest > 0) {
        memcpy(last, in + whole, rest);
    }
    if (whole > 0) {
        both(ctx, hash, iv, &state, in, out, whole);
    }
    if (rest > 0) {
        loom_hash_update(hash, &state, last, rest);
    }
    hash->mac(&state, &ctx->outer, last + rest);
    memset(last + rest + hash->digest, (int)(tail - rest - hash->digest - 1), tail - rest - hash->digest);
    loom_call_aes_cbc_encrypt(ctx->cipher.aes.schedule, ctx->cipher.aes.rounds, iv, last, out + whole, tail / 16);
    wipe_short(last, sizeof last);
    return 0;
}

/* Decrypts some bytes of the record. `iv` then has their last block of ciphertext. */
static void decrypt(const loom_tls_ctx *ctx, uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t bytes)
{
    const loom_aes_ctx *aes = &ctx->cipher.aes;
    loom_call_aes_cbc_decrypt(aes->schedule, aes->rounds, iv, in, out, bytes / 16);
}

/* The end of the record, which tells the length of the plaintext, is decrypted first: the length is a part of the MAC's
 * first block. Then pieces of the record are decrypted and hashed in turn: a CPU that reorders instructions begins to
 * decrypt the next piece while it hashes. */
static LOOM_INNER int cbc_open(loom_tls_ctx *ctx, const uint8_t header[11], uint8_t iv[16], const uint8_t *in,
                               uint8_t *out, size_t length, size_t *opened)
{
    enum { PIECE = 512 };
    const struct loom_hash *hash = hash_of(ctx->hash);
    size_t mac_bytes, pad, plaintext, most, least, blocks, pieces, good, too_long;
    struct {
        union tls_state state;
        uint8_t header[TLS_HEADER], last[16], expected[64], got[64];
    } secret;
    struct tls_taking taking = {hash, &secret.state, secret.header, out, 0};
    *opened = 0;
    if (ctx->kind != TLS_CBC_OPENS || hash == NULL) {
        return -1;
    }
    if (length > TLS_PLAINTEXT + hash->digest + TLS_LARGEST_PAD) { /* too much plaintext, whatever the padding */
        return LOOM_TLS_TOO_LONG;
    }
    if (length % 16 != 0 || length <= hash->digest) {
        return -1;
    }
    pieces = length < TLS_LARGEST_PAD ? 0 : (length - TLS_LARGEST_PAD) / PIECE * PIECE; /* bytes before the end */
    memcpy(secret.last, pieces > 0 ? in + pieces - 16 : iv, 16);
    decrypt(ctx, secret.last, in + pieces, out + pieces, length - pieces);

    /* From here on the bytes of `out` and the length of the plaintext are secret. Wrong padding counts as one byte; the
     * MAC is computed all the same. */
    mac_bytes = hash->digest;
    most = length - mac_bytes - 1;
    least = most < TLS_LARGEST_PAD ? 0 : most - (TLS_LARGEST_PAD - 1);
    pad = hidden(out[length - 1]);
    good = ~if_less(most, pad);
    good &= loom_tls_if_padded(out, length, length - 1 - (pad & good), pad);
    plaintext = most - (pad & good);

    tls_make_header(secret.header, header, plaintext);
    memcpy(&secret.state, &ctx->inner, hash->word * hash->words); /* a context begins with the state */
    blocks = tls_full_blocks(hash, least);
    for (size_t at = 0; at < pieces; at += PIECE) {
        size_t full = tls_full_blocks(hash, at); /* of the pieces before: the stores of this piece may still wait */
        decrypt(ctx, iv, in + at, out + at, PIECE);
        loom_tls_take(&taking, full < blocks ? full : blocks);
    }
    loom_tls_take(&taking, blocks);
    memcpy(iv, secret.last, 16);
    loom_tls_hidden_mac(hash, &secret.state, &ctx->outer, secret.header, out, plaintext, least, most, secret.expected);
    loom_tls_hidden_copy(secret.got, mac_bytes, out, plaintext, least, most);
    good &= if_same(secret.expected, secret.got, mac_bytes);
    too_long = good & ~if_less(plaintext, TLS_PLAINTEXT + 1); /* only a peer with the keys can cause this */
    good &= ~too_long;
    keep_if(out, length, good);
    loom_wipe(&secret, sizeof secret);
    *opened = plaintext & good;
    return (int)(good & 1) - 1 - (int)(too_long & 1);
}

OUTER(cbc_set_key, IN_KEYS, (loom_tls_ctx * ctx, int seals, const uint8_t *key, size_t key_bytes),
      (ctx, seals, key, key_bytes))
OUTER(cbc_init, depth_with(IN_KEYS, (uint32_t)hash),
      (loom_tls_ctx * ctx, int seals, int hash, const uint8_t *key, size_t key_bytes, const uint8_t *mac_key,
       size_t mac_key_bytes),
      (ctx, seals, hash, key, key_bytes, mac_key, mac_key_bytes))
OUTER(cbc_seal, depth_with(IN_CBC, ctx->hash),
      (loom_tls_ctx * ctx, const uint8_t header[11], uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t length),
      (ctx, header, iv, in, out, length))
OUTER(cbc_open, LOOM_ALL_DEAD,
      (loom_tls_ctx * ctx, const uint8_t header[11], uint8_t iv[16], const uint8_t *in, uint8_t *out, size_t length,
       size_t *opened),
      (ctx, header, iv, in, out, length, opened))

#endif

/* ---- RC4 ---- */

#if defined(LOOM_TLS_RC4)

static LOOM_INNER int rc4_set_key(loom_tls_ctx *ctx, const uint8_t *key, size_t key_bytes)
{
    if (!pair(TLS_STREAM, ctx->hash) || loom_rc4_set_key(&ctx->cipher.rc4, key, key_bytes) != 0) {
        return -1;
    }
    ctx->kind = TLS_STREAM;
    return 0;
}

static LOOM_INNER int rc4_init(loom_tls_ctx *ctx, int hash, const uint8_t *key, size_t key_bytes,
                               const uint8_t *mac_key, size_t mac_key_bytes)
{
    if (key_bytes < 1 || key_bytes > 256 || init_mac(ctx, TLS_STREAM, hash, mac_key, mac_key_bytes) != 0) {
        return -1;
    }
    return rc4_set_key(ctx, key, key_bytes);
}

static LOOM_INNER int rc4_seal(loom_tls_ctx *ctx, const uint8_t header[11], const uint8_t *in, uint8_t *out,
                               size_t length)
{
    const struct loom_hash *hash = hash_of(ctx->hash);
    loom_rc4_ctx *rc4 = &ctx->cipher.rc4;
    loom_tls_hash state;
    uint8_t mac[64];
    if (ctx->kind != TLS_STREAM || hash == NULL || length > TLS_PLAINTEXT) {
        return -1;
    }
    begin_mac(&state, ctx, hash, header, length);
#if defined(LOOM_HAVE_rc4_md5_blocks)
    if (ctx->hash == LOOM_TLS_MD5) {
        loom_rc4_md5_work(rc4, &state.md5, 0, in, out, length);
    } else
#endif
    {
        loom_hash_update(hash, &state, in, length);
        loom_rc4_work(rc4, in, out, length);
    }
    hash->mac(&state, &ctx->outer, mac);
    loom_rc4_work(rc4, mac, out + length, hash->digest);
    wipe_short(mac, sizeof mac);
    return 0;
}

static LOOM_INNER int rc4_open(loom_tls_ctx *ctx, const uint8_t header[11], const uint8_t *in, uint8_t *out,
                               size_t length, size_t *opened)
{
    const struct loom_hash *hash = hash_of(ctx->hash);
    loom_rc4_ctx *rc4 = &ctx->cipher.rc4;
    loom_tls_hash state;
    uint8_t mac[64];
    size_t plaintext, good;
    *opened = 0;
    if (ctx->kind != TLS_STREAM || hash == NULL || length < hash->digest) {
        return -1;
    }
    if (length - hash->digest > TLS_PLAINTEXT) {
        return LOOM_TLS_TOO_LONG;
    }
    plaintext = length - hash->digest;
    begin_mac(&state, ctx, hash, header, plaintext);
#if defined(LOOM_HAVE_rc4_md5_blocks)
    if (ctx->hash == LOOM_TLS_MD5) {
        loom_rc4_md5_work(rc4, &state.md5, 1, in, out, plaintext);
    } else
#endif
    {
        loom_rc4_work(rc4, in, out, plaintext);
        loom_hash_update(hash, &state, out, plaintext);
    }
    loom_rc4_work(rc4, in + plaintext, out + plaintext, hash->digest);
    hash->mac(&state, &ctx->outer, mac);
    good = if_same(mac, out + plaintext, hash->digest);
    keep_if(out, length, good);
    wipe_short(mac, sizeof mac);
    *opened = plaintext & good;
    return (int)(good & 1) - 1;
}

OUTER(rc4_set_key, IN_KEYS, (loom_tls_ctx * ctx, const uint8_t *key, size_t key_bytes), (ctx, key, key_bytes))
OUTER(rc4_init, depth_with(IN_KEYS, (uint32_t)hash),
      (loom_tls_ctx * ctx, int hash, const uint8_t *key, size_t key_bytes, const uint8_t *mac_key,
       size_t mac_key_bytes),
      (ctx, hash, key, key_bytes, mac_key, mac_key_bytes))
OUTER(rc4_seal, depth_with(IN_RC4, ctx->hash),
      (loom_tls_ctx * ctx, const uint8_t header[11], const uint8_t *in, uint8_t *out, size_t length),
      (ctx, header, in, out, length))
OUTER(rc4_open, depth_with(IN_RC4, ctx->hash),
      (loom_tls_ctx * ctx, const uint8_t header[11], const uint8_t *in, uint8_t *out, size_t length, size_t *opened),
      (ctx, header, in, out, length, opened))

#endif
