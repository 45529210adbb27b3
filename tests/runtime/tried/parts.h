/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What the rows of batches, TLS records and RSA name in tried=: memory that depends on several parameters.
 */
#ifndef LOOM_TESTS_PARTS_H
#define LOOM_TESTS_PARTS_H

/* The same bytes at an address for words. */
static void *aligned(const uint8_t *from, size_t bytes)
{
    return memcpy(object(bytes), from, bytes);
}

/* An array of pointers to memory that is read, or written. */
static void *pointers(size_t count, size_t bytes, int written)
{
    void **made = zeros(count * sizeof *made);
    for (size_t i = 0; i < count; i++) {
        made[i] = written ? fresh(bytes) : secret(bytes);
    }
    return made;
}

/* A path of no file, and a text that ends. */
static char *no_file(void)
{
    return memcpy(zeros(8), "/no/one", 8);
}

/* ---- AES-GCM ---- */

/* Variants take different powers: the result is the same only of powers of one number. */
static uint8_t *powers_of(const uint8_t *h)
{
    uint8_t *powers = object(352);
    loom_k_ghash_powers(h, powers);
    return kept(powers);
}

/* Associated data and text of any direction, or associated data alone. */
static void gcm_parts(loom_aes_gcm_ctx *ctx, const uint8_t *part, uint8_t *rest, size_t taken)
{
    size_t what = any(3);
    (void)!loom_aes_gcm_aad(ctx, part, taken / 2);
    if (what > 0) {
        (void)!(what == 1 ? loom_aes_gcm_encrypt : loom_aes_gcm_decrypt)(ctx, part, rest, taken);
    }
}

/* The tag of a ciphertext. Counter mode's encryption is its decryption. */
static uint8_t *sealed_tag(const loom_aes_gcm_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *aad,
                           size_t aad_length, const uint8_t *in, size_t length, size_t tag_length)
{
    uint8_t *other = zeros(length), *tag = zeros(16);
    (void)!loom_aes_gcm_seal(key, nonce, nonce_length, aad, aad_length, in, length, other, tag, 16);
    (void)!loom_aes_gcm_seal(key, nonce, nonce_length, aad, aad_length, other, length, other, tag, tag_length);
    return kept(tag);
}

/* ---- batches ---- */

enum { JOBS = 16 };

#define MAC(name, kernel, type, words, block, digest, ...)                                \
    {digest, loom_batch_##name##_init, (void *(*)(unsigned))used_loom_hmac_##name##_init, \
     (int (*)(loom_batch_ctx *, const void *, loom_batch_job *))loom_batch_hmac_##name##_submit},
static const struct {
    size_t digest;
    void (*init)(loom_batch_ctx *batch);
    void *(*key)(unsigned shape);
    int (*submit)(loom_batch_ctx *batch, const void *key, loom_batch_job *job);
} macs[] = {LOOM_HMACS(MAC)};
enum { MACS = sizeof macs / sizeof macs[0] };

#define MAC_NUMBER(name, ...) OF_##name,
enum { LOOM_HMACS(MAC_NUMBER) };

static loom_batch_job *message(size_t mac, size_t length, int with_key)
{
    loom_batch_job *job = zeros(sizeof *job);
    job->data = with_key ? secret(length) : published(length);
    job->length = length;
    job->digest = fresh(macs[mac].digest);
    return job;
}

/* A batch that has taken messages of unequal lengths. Each fourth is not under HMAC. `any_number`: of messages. */
static loom_batch_ctx *batched(size_t mac, unsigned shape, int any_number)
{
    loom_batch_ctx *batch = zeros(sizeof *batch);
    const void *key = macs[mac].key(shape);
    size_t count;
    macs[mac].init(batch);
    count = any_number ? any(LOOM_MOST_LANES) : waiting(batch->lanes);
    for (size_t i = 0; i < count; i++) {
        loom_batch_job *job = message(mac, some(shape + (unsigned)i) % 3000, i % 4 != 3);
        (void)!(i % 4 == 3 ? loom_batch_submit(batch, job) : macs[mac].submit(batch, key, job));
    }
    return batch;
}

#define CBC_STREAMS(cipher, block, key_bytes)                                               \
    static loom_batch_##cipher##_cbc_job *cipher##_stream(unsigned shape, size_t i)         \
    {                                                                                       \
        loom_batch_##cipher##_cbc_job *job = zeros(sizeof *job);                            \
        loom_##cipher##_ctx *key = zeros(sizeof *key);                                      \
        (void)!loom_##cipher##_set_encrypt_key(key, secret(32), key_bytes);                 \
        job->key = key;                                                                     \
        job->iv = changed(published(block));                                                \
        job->length = (block) * (1 + (shape + i) % 9);                                      \
        job->in = secret(job->length);                                                      \
        job->out = shape % 2 ? changed((void *)job->in) : fresh(job->length);               \
        return job;                                                                         \
    }                                                                                       \
                                                                                            \
    static loom_batch_##cipher##_cbc_ctx *cipher##_streamed(unsigned shape, int any_number) \
    {                                                                                       \
        loom_batch_##cipher##_cbc_ctx *batch = zeros(sizeof *batch);                        \
        size_t count;                                                                       \
        loom_batch_##cipher##_cbc_init(batch);                                              \
        count = any_number ? any(JOBS + 1) : waiting(batch->lanes);                         \
        for (size_t i = 0; i < count; i++) {                                                \
            (void)!loom_batch_##cipher##_cbc_submit(batch, cipher##_stream(shape, i));      \
        }                                                                                   \
        return batch;                                                                       \
    }
CBC_STREAMS(aes, 16, 16 + 8 * (shape % 3))
CBC_STREAMS(des, 8, 8 + 8 * (shape % 3))

/* ---- ChaCha20-Poly1305 ---- */

/* Additional data, and of two contexts in three text in one direction. */
static void chacha_parts(loom_chacha20_poly1305_ctx *ctx, const uint8_t *part, uint8_t *rest, size_t taken)
{
    size_t what = any(3);
    (void)!loom_chacha20_poly1305_aad(ctx, part, taken / 2);
    if (what > 0) {
        (void)!(what == 1 ? loom_chacha20_poly1305_encrypt : loom_chacha20_poly1305_decrypt)(ctx, part, rest, taken);
    }
}

/* The tag of a ciphertext, which is one more text, encrypted; each other one is wrong. */
static uint8_t *chacha_tag(int (*seal)(const uint8_t *, const uint8_t *, const uint8_t *, size_t, const uint8_t *,
                                       size_t, uint8_t *, uint8_t *),
                           unsigned shape, const uint8_t *key, const uint8_t *nonce, const uint8_t *aad,
                           size_t aad_length, const uint8_t *in, size_t length)
{
    uint8_t *other = zeros(length), *tag = zeros(16);
    (void)!seal(key, nonce, aad, aad_length, in, length, other, tag);
    (void)!seal(key, nonce, aad, aad_length, other, length, other, tag);
    tag[15] ^= (uint8_t)(shape / 9 % 2);
    return kept(tag);
}

/* ---- TLS ---- */

static const size_t digests[] = {0, 16, 20, 32, 48}; /* bytes, by LOOM_TLS_… */

struct tls {
    loom_tls_ctx *seals, *opens;
    uint8_t *header, *iv, *record;
    size_t length, sealed;
    int hash;
};

/* Two contexts of a connection, and a record. The last byte of every other record is wrong. */
static struct tls tls(int rc4, unsigned shape)
{
    struct tls it;
    int hash = rc4 ? LOOM_TLS_MD5 + (int)(shape % 2) : LOOM_TLS_SHA1 + (int)(shape % 3);
    const uint8_t *key = secret(32), *mac_key = secret(digests[hash]), *plain;
    loom_tls_ctx *one = zeros(sizeof *one);
    uint8_t iv[16];
    it.hash = hash;
    it.header = published(11);
    it.iv = changed(published(16));
    it.seals = zeros(sizeof *it.seals);
    it.opens = zeros(sizeof *it.opens);
    it.length = some(shape) % 16385;
    plain = secret(it.length);
    memcpy(iv, it.iv, 16);
    if (rc4) {
        loom_tls_ctx *all[] = {it.seals, it.opens, one};
        for (size_t i = 0; i < 3; i++) {
            (void)!loom_tls_rc4_init(all[i], hash, key, 16, mac_key, digests[hash]);
        }
        it.sealed = it.length + digests[hash];
    } else {
        size_t bytes = 16 + 16 * (shape / 3 % 2);
        (void)!loom_tls_cbc_init(it.seals, 1, hash, key, bytes, mac_key, digests[hash]);
        (void)!loom_tls_cbc_init(it.opens, 0, hash, key, bytes, mac_key, digests[hash]);
        it.sealed = loom_tls_cbc_length(it.seals, it.length);
    }
    it.record = zeros(it.sealed);
    (void)!(rc4 ? loom_tls_rc4_seal(one, it.header, plain, it.record, it.length)
                : loom_tls_cbc_seal(it.seals, it.header, iv, plain, it.record, it.length));
    it.record[it.sealed - 1] ^= (uint8_t)(shape / 6 % 2);
    kept(it.record);
    return it;
}

static loom_tls_batch_ctx *records(int hash)
{
    loom_tls_batch_ctx *batch = zeros(sizeof *batch);
    (void)!loom_tls_batch_init(batch, hash);
    return batch;
}

static loom_tls_record_job *record_jobs(const struct tls *it, size_t count)
{
    loom_tls_record_job *jobs = zeros(count * sizeof *jobs);
    for (size_t i = 0; i < count; i++) {
        size_t length = it->length % 800;
        uint8_t *out = fresh(loom_tls_cbc_length(it->seals, length));
        loom_tls_record_job job = {it->seals, it->header, changed(published(16)), secret(length), out, length};
        jobs[i] = job;
    }
    return jobs;
}

/* A context, and a record for it with padding. The last byte of every other record is wrong. */
struct tls13 {
    loom_tls13_ctx *opens;
    uint8_t *record;
    size_t bytes;
};

static struct tls13 tls13(unsigned shape)
{
    struct tls13 it;
    loom_tls13_ctx *seals = zeros(sizeof *seals);
    const uint8_t *key = secret(32), *iv = published(12); /* here: no compiler's order of arguments counts */
    size_t length = some(shape) % 16000, padding = some(shape / 3) % 300;
    it.opens = zeros(sizeof *it.opens);
    (void)!loom_tls13_init(seals, LOOM_TLS13_AES_128_GCM + (int)(shape % 3), key, shape % 3 ? 32 : 16, iv);
    memcpy(it.opens, seals, sizeof *seals);
    it.bytes = length + padding + 22;
    it.record = zeros(it.bytes);
    (void)!loom_tls13_seal(seals, 23, secret(length), length, padding, it.record);
    it.record[it.bytes - 1] ^= (uint8_t)(shape / 6 % 2);
    kept(it.record);
    return it;
}

/* Padding of secret length: right, and wrong. With a MAC of no bytes the verdict is public, and so is the record. */
static uint8_t *padded(unsigned shape, size_t mac, size_t length)
{
    uint8_t *data = secret(length), pad = *secret(1);
    memset(data + length - 200, pad % 199, 200);
    data[length - 1 - shape / 5 % 2 * 150] ^= (uint8_t)(shape / 5 % 2 << 3);
    return mac == 0 ? memset(data, 7, length) : data;
}

/* ---- RSA ---- */

static size_t modulus_bytes(unsigned shape)
{
    static const size_t bytes[] = {64, 65, 128, 256, 512};
    return bytes[shape % 5];
}

/* Numbers without a pattern make no key. They take the same path as a key: no branch depends on them. */
static loom_rsa_key *rsa_key(size_t length)
{
    loom_rsa_key *key = kept(aligned(secret(sizeof *key), sizeof *key));
    memcpy(key->exponent, published(sizeof key->exponent), sizeof key->exponent);
    key->exponent[0] |= 1;
    key->exponent[3] |= 2;
    key->bytes = (uint32_t)length;
    key->kind = 2;
    key->pairs = 0;
    memset(key->modulus, 0xff, sizeof key->modulus);
    return key;
}

/* A number below every modulus of as many bytes, or with `odd` a modulus. */
static uint8_t *below(size_t length)
{
    uint8_t *made = secret(length);
    made[0] = 0;
    return made;
}

static uint8_t *odd(uint8_t *made, size_t length)
{
    made[0] = 0xff;
    made[length - 1] |= 1;
    return made;
}

static loom_rsa_parts *rsa_parts(size_t length)
{
    loom_rsa_parts *parts = zeros(sizeof *parts);
    size_t half = (length + 1) / 2;
    parts->p = secret(half);
    parts->q = secret(half);
    parts->dp = secret(half);
    parts->dq = secret(half);
    parts->inverse = secret(half);
    return parts;
}

#endif
