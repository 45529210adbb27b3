/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The public functions that take secrets, with calls of each along every path. Keys, MAC keys, and encrypted or
 * authenticated data are secret, and so are values made of them. Lengths, IVs, counters, headers, and ciphertext to
 * decrypt are public.
 */
#include "residue.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SHAPES(array)             \
    if (shape >= LENGTH(array)) { \
        return 0;                 \
    }

/* Less than a block, one block, several with a rest, and enough for kernels that process many blocks together. */
static const size_t bytes[] = {0, 1, 16, 47, 64, 129, 300, 1111, 2048};
static const size_t whole_blocks[] = {16, 32, 48, 112, 256, 528, 2048};
static const size_t aes_keys[] = {16, 24, 32};

/* ---- HMAC ---- */

static const size_t mac_keys[] = {0, 3, 20, 64, 65, 128, 129, 200};

#define HMAC(name, kernel, type, words, block, mac_bytes, little)                                                 \
    static int hmac_##name(unsigned shape)                                                                        \
    {                                                                                                             \
        size_t key = mac_keys[shape % LENGTH(mac_keys)];                                                          \
        SHAPES(bytes)                                                                                             \
        secret(m.key, key);                                                                                       \
        secret(m.in, bytes[shape]);                                                                               \
        return CALL(loom_hmac_##name, "bytes", bytes[shape], P(m.key), key, P(m.in), bytes[shape], P(m.digest));  \
    }                                                                                                             \
    static int hmac_##name##_init(unsigned shape)                                                                 \
    {                                                                                                             \
        SHAPES(mac_keys)                                                                                          \
        secret(m.key, mac_keys[shape]);                                                                           \
        return CALL(loom_hmac_##name##_init, "key bytes", mac_keys[shape], P(&m.hmac_##name), P(m.key),           \
                    mac_keys[shape]);                                                                             \
    }                                                                                                             \
    static void hmac_##name##_taken(size_t taken)                                                                 \
    {                                                                                                             \
        secret(m.key, 32);                                                                                        \
        secret(m.in, ROOM);                                                                                       \
        loom_hmac_##name##_init(&m.hmac_##name, m.key, 32);                                                       \
        loom_hmac_##name##_update(&m.hmac_##name, m.in, taken);                                                   \
    }                                                                                                             \
    static int hmac_##name##_update(unsigned shape)                                                               \
    {                                                                                                             \
        SHAPES(bytes)                                                                                             \
        hmac_##name##_taken(shape % 2 * 21);                                                                      \
        return CALL(loom_hmac_##name##_update, "bytes", bytes[shape], P(&m.hmac_##name), P(m.in), bytes[shape]);  \
    }                                                                                                             \
    static int hmac_##name##_final(unsigned shape)                                                                \
    {                                                                                                             \
        SHAPES(bytes)                                                                                             \
        hmac_##name##_taken(bytes[shape]);                                                                        \
        return CALL(loom_hmac_##name##_final, "after bytes", bytes[shape], P(&m.hmac_##name), P(m.digest));       \
    }                                                                                                             \
    static int hmac_##name##_final_reset(unsigned shape)                                                          \
    {                                                                                                             \
        SHAPES(bytes)                                                                                             \
        hmac_##name##_taken(bytes[shape]);                                                                        \
        return CALL(loom_hmac_##name##_final_reset, "after bytes", bytes[shape], P(&m.hmac_##name), P(m.digest)); \
    }                                                                                                             \
    static int hmac_##name##_reset(unsigned shape)                                                                \
    {                                                                                                             \
        SHAPES(bytes)                                                                                             \
        hmac_##name##_taken(bytes[shape]);                                                                        \
        return CALL(loom_hmac_##name##_reset, "after bytes", bytes[shape], P(&m.hmac_##name));                    \
    }                                                                                                             \
    static int hmac_##name##_wipe(unsigned shape)                                                                 \
    {                                                                                                             \
        SHAPES(bytes)                                                                                             \
        hmac_##name##_taken(bytes[shape]);                                                                        \
        return CALL(loom_hmac_##name##_wipe, "after bytes", bytes[shape], P(&m.hmac_##name));                     \
    }
LOOM_HMACS(HMAC)

/* ---- HMAC in batches ---- */

/* `count` messages of unequal lengths. Each fourth is public, and not under HMAC. */
#define BATCH(name, kernel, type, words, block, mac_bytes, little)                                                \
    static void batched_##name(size_t count, size_t longest)                                                      \
    {                                                                                                             \
        hmac_##name##_taken(0);                                                                                   \
        published(m.round_keys, sizeof m.round_keys);                                                             \
        loom_batch_##name##_init(&m.hashes);                                                                      \
        for (size_t i = 0; i < LOOM_MOST_LANES; i++) {                                                            \
            m.messages[i].data = i % 4 == 3 ? m.round_keys : m.in;                                                \
            m.messages[i].length = longest / (1 + i % 5);                                                         \
            m.messages[i].digest = m.out + 64 * i;                                                                \
        }                                                                                                         \
        for (size_t i = 0; i < count; i++) {                                                                      \
            if (i % 4 == 3) {                                                                                     \
                loom_batch_submit(&m.hashes, &m.messages[i]);                                                     \
            } else {                                                                                              \
                loom_batch_hmac_##name##_submit(&m.hashes, &m.hmac_##name, &m.messages[i]);                       \
            }                                                                                                     \
        }                                                                                                         \
    }                                                                                                             \
    static size_t before_##name(unsigned shape)                                                                   \
    {                                                                                                             \
        loom_batch_##name##_init(&m.hashes);                                                                      \
        return shape % 2 == 0 && m.hashes.lanes > 0 ? m.hashes.lanes - 1 : shape % 3;                             \
    }                                                                                                             \
    static int batch_hmac_##name##_submit(unsigned shape)                                                         \
    {                                                                                                             \
        size_t before = before_##name(shape);                                                                     \
        SHAPES(bytes)                                                                                             \
        batched_##name(before, bytes[shape]);                                                                     \
        return CALL(loom_batch_hmac_##name##_submit, "bytes", bytes[shape], P(&m.hashes), P(&m.hmac_##name),      \
                    P(&m.messages[before]));                                                                      \
    }                                                                                                             \
    static int batch_##name##_submit(unsigned shape)                                                              \
    {                                                                                                             \
        size_t before = before_##name(0);                                                                         \
        batched_##name(before, 1500 - 600 * shape);                                                               \
        m.messages[before].data = m.round_keys;                                                                   \
        return shape < 2 &&                                                                                       \
               CALL(loom_batch_submit, "jobs of " #name " before", before, P(&m.hashes), P(&m.messages[before])); \
    }                                                                                                             \
    static int batch_##name##_flush(unsigned shape)                                                               \
    {                                                                                                             \
        static const size_t jobs[] = {1, 2, 3, 5, 7, 8, 12, 15, 31};                                              \
        SHAPES(jobs)                                                                                              \
        batched_##name(jobs[shape], bytes[shape]);                                                                \
        return CALL(loom_batch_flush, "jobs of " #name, jobs[shape], P(&m.hashes));                               \
    }                                                                                                             \
    static int batch_##name##_wipe(unsigned shape)                                                                \
    {                                                                                                             \
        batched_##name(LOOM_MOST_LANES, 1500);                                                                    \
        return shape < 1 && CALL(loom_batch_wipe, "batch of " #name, 0, P(&m.hashes));                            \
    }
LOOM_HMACS(BATCH)

/* The length is as secret as the text. */
#define HMAC_HIDDEN(name, kernel, type, words, block, mac_bytes, little)                                   \
    static int hmac_##name##_hidden(unsigned shape)                                                        \
    {                                                                                                      \
        uint8_t less;                                                                                      \
        SHAPES(bytes)                                                                                      \
        hmac_##name##_taken(0);                                                                            \
        secret(&less, 1);                                                                                  \
        return CALL(loom_hmac_##name##_hidden, "bytes", bytes[shape], P(&m.hmac_##name), P(m.iv), P(m.in), \
                    bytes[shape] - (bytes[shape] < 256 ? 0 : less), bytes[shape], P(m.digest));            \
    }
LOOM_HMACS(HMAC_HIDDEN)

/* ---- RC4, by itself and with MD5 ---- */

static int rc4_set_key(unsigned shape)
{
    static const size_t sizes[] = {1, 5, 16, 256};
    SHAPES(sizes)
    secret(m.key, sizes[shape]);
    return CALL(loom_rc4_set_key, "key bytes", sizes[shape], P(&m.rc4), P(m.key), sizes[shape]);
}

static void rc4_used(size_t taken)
{
    secret(m.key, 16);
    secret(m.in, ROOM);
    loom_rc4_set_key(&m.rc4, m.key, 16);
    loom_rc4(&m.rc4, m.in, m.out, taken);
}

static int rc4(unsigned shape)
{
    SHAPES(bytes)
    rc4_used(shape);
    return CALL(loom_rc4, "bytes", bytes[shape], P(&m.rc4), P(m.in), P(m.out), bytes[shape]);
}

static int rc4_wipe(unsigned shape)
{
    rc4_used(3);
    return shape < 1 && CALL(loom_rc4_wipe, "context", 0, P(&m.rc4));
}

#define RC4_MD5(way, from, to)                                                                                      \
    static int rc4_md5_##way(unsigned shape)                                                                        \
    {                                                                                                               \
        SHAPES(bytes)                                                                                               \
        rc4_used(shape);                                                                                            \
        loom_md5_init(&m.md5);                                                                                      \
        loom_md5_update(&m.md5, m.in, 9 * (shape % 3));                                                             \
        return CALL(loom_rc4_md5_##way, "bytes", bytes[shape], P(&m.rc4), P(&m.md5), P(from), P(to), bytes[shape]); \
    }
RC4_MD5(encrypt, m.in, m.in)
RC4_MD5(decrypt, m.in, m.out)

/* ---- AES ---- */

#define SET_KEY(name)                                                                                     \
    static int aes_##name(unsigned shape)                                                                 \
    {                                                                                                     \
        SHAPES(aes_keys)                                                                                  \
        secret(m.key, 32);                                                                                \
        return CALL(loom_aes_##name, "key bytes", aes_keys[shape], P(&m.aes), P(m.key), aes_keys[shape]); \
    }                                                                                                     \
    static int k_aes_##name(unsigned shape)                                                               \
    {                                                                                                     \
        SHAPES(aes_keys)                                                                                  \
        secret(m.key, 32);                                                                                \
        return CALL(loom_k_aes_##name, "key bytes", aes_keys[shape], P(m.key), aes_keys[shape] / 4 + 6,   \
                    P(m.aes.schedule));                                                                   \
    }
SET_KEY(set_encrypt_key)
SET_KEY(set_decrypt_key)

/* Sets a key, of another size for each shape. The input is secret for encryption and public for decryption. */
static void keyed(unsigned shape, int decrypts)
{
    secret(m.key, 32);
    published(m.iv, sizeof m.iv);
    (decrypts ? published : secret)(m.in, ROOM);
    (decrypts ? loom_aes_set_decrypt_key : loom_aes_set_encrypt_key)(&m.aes, m.key, aes_keys[shape % 3]);
}

#define MODE(name, decrypts, ...)                                                                                  \
    static int aes_##name(unsigned shape)                                                                          \
    {                                                                                                              \
        SHAPES(whole_blocks)                                                                                       \
        keyed(shape, decrypts);                                                                                    \
        return CALL(loom_aes_##name, "bytes", whole_blocks[shape], P(&m.aes), __VA_ARGS__, P(m.out),               \
                    whole_blocks[shape]);                                                                          \
    }                                                                                                              \
    static int k_aes_##name(unsigned shape)                                                                        \
    {                                                                                                              \
        SHAPES(whole_blocks)                                                                                       \
        keyed(shape, decrypts);                                                                                    \
        return CALL(loom_k_aes_##name, "bytes", whole_blocks[shape], P(m.aes.schedule), m.aes.rounds, __VA_ARGS__, \
                    P(m.out), whole_blocks[shape] / 16);                                                           \
    }
MODE(ecb_encrypt, 0, P(m.in))
MODE(ecb_decrypt, 1, P(m.in))
MODE(cbc_encrypt, 0, P(m.iv), P(m.in))
MODE(cbc_decrypt, 1, P(m.iv), P(m.in))

static int aes_wipe(unsigned shape)
{
    keyed(0, 0);
    return shape < 1 && CALL(loom_aes_wipe, "context", 0, P(&m.aes));
}

static int k_aes_ctr32(unsigned shape)
{
    SHAPES(whole_blocks)
    keyed(shape, 0);
    return CALL(loom_k_aes_ctr32, "bytes", whole_blocks[shape], P(m.aes.schedule), m.aes.rounds, P(m.iv), P(m.in),
                P(m.out), whole_blocks[shape] / 16);
}

static int aes_ctr_init(unsigned shape)
{
    SHAPES(aes_keys)
    secret(m.key, 32);
    published(m.iv, sizeof m.iv);
    return CALL(loom_aes_ctr_init, "key bytes", aes_keys[shape], P(&m.ctr), P(m.key), aes_keys[shape], P(m.iv));
}

static void ctr_used(unsigned shape)
{
    secret(m.key, 32);
    secret(m.in, ROOM);
    published(m.iv, sizeof m.iv);
    loom_aes_ctr_init(&m.ctr, m.key, aes_keys[shape % 3], m.iv);
    loom_aes_ctr_update(&m.ctr, m.in, m.out, 5 * (shape % 4));
}

static int aes_ctr_update(unsigned shape)
{
    SHAPES(bytes)
    ctr_used(shape);
    return CALL(loom_aes_ctr_update, "bytes", bytes[shape], P(&m.ctr), P(m.in), P(m.out), bytes[shape]);
}

static int aes_ctr_set_counter(unsigned shape)
{
    ctr_used(shape);
    return shape < 4 && CALL(loom_aes_ctr_set_counter, "used", 5 * shape, P(&m.ctr), P(m.iv));
}

static int aes_ctr_wipe(unsigned shape)
{
    ctr_used(1);
    return shape < 1 && CALL(loom_aes_ctr_wipe, "context", 0, P(&m.ctr));
}

/* Jobs with keys of one size, each with its own; in place for every other shape. */
static void streams(unsigned shape)
{
    published((uint8_t *)m.stream_ivs, sizeof m.stream_ivs);
    secret(m.in, ROOM);
    for (size_t i = 0; i < STREAMS; i++) {
        secret(m.key, 32);
        loom_aes_set_encrypt_key(&m.stream_keys[i], m.key, aes_keys[shape % 3]);
        m.jobs[i].key = &m.stream_keys[i];
        m.jobs[i].iv = m.stream_ivs[i];
        m.jobs[i].in = m.stream_in[i] = m.in + STREAM * i;
        m.jobs[i].out = m.stream_out[i] = shape % 2 ? m.in + STREAM * i : m.out + STREAM * i;
        m.jobs[i].length = 16 * (1 + i % (STREAM / 16));
    }
    memset(m.key, 0, sizeof m.key);
    loom_batch_aes_cbc_init(&m.batch);
}

/* The call that fills the lanes, and calls that wait. */
static int batch_aes_cbc_submit(unsigned shape)
{
    size_t before;
    streams(shape);
    before = shape < 6 && m.batch.lanes > 0 ? m.batch.lanes - 1 : shape % 3;
    for (size_t i = 0; i < before; i++) {
        loom_batch_aes_cbc_submit(&m.batch, &m.jobs[i]);
    }
    return shape < 9 && CALL(loom_batch_aes_cbc_submit, "jobs before", before, P(&m.batch), P(&m.jobs[before]));
}

static int batch_aes_cbc_flush(unsigned shape)
{
    static const size_t jobs[] = {0, 1, 2, 3, 7, 8, 11, 15, 16};
    SHAPES(jobs)
    streams(shape);
    for (size_t i = 0; i < jobs[shape]; i++) {
        loom_batch_aes_cbc_submit(&m.batch, &m.jobs[i]);
    }
    return CALL(loom_batch_aes_cbc_flush, "jobs", jobs[shape], P(&m.batch));
}

static int batch_aes_cbc_wipe(unsigned shape)
{
    streams(shape);
    for (size_t i = 0; i < STREAMS; i++) {
        loom_batch_aes_cbc_submit(&m.batch, &m.jobs[i]);
    }
    return shape < 1 && CALL(loom_batch_aes_cbc_wipe, "batch", 0, P(&m.batch));
}

#define STREAM_KERNEL(kernel, single, lanes)                                                                \
    static int k_##kernel(unsigned shape)                                                                   \
    {                                                                                                       \
        const size_t blocks[] = {0, 1, 2, 3, STREAM / 16};                                                  \
        SHAPES(blocks)                                                                                      \
        streams(shape);                                                                                     \
        secret(m.round_keys, sizeof m.round_keys);                                                          \
        return CALL(loom_k_##kernel, "blocks", blocks[shape], P(m.round_keys), aes_keys[shape % 3] / 4 + 6, \
                    P(m.stream_ivs), P(m.stream_in), P(m.stream_out), blocks[shape]);                       \
    }
LOOM_STREAMS(STREAM_KERNEL)

/* Apart and in place, the hash within a block and at its beginning. */
#define CBC_HASH(name, woven, word, words, block)                                                                  \
    static int aes_cbc_##name##_encrypt(unsigned shape)                                                            \
    {                                                                                                              \
        SHAPES(whole_blocks)                                                                                       \
        keyed(shape, 0);                                                                                           \
        loom_##name##_init(&m.name);                                                                               \
        loom_##name##_update(&m.name, m.in, 9 * (shape % 2));                                                      \
        return CALL(loom_aes_cbc_##name##_encrypt, "bytes", whole_blocks[shape], P(&m.aes), P(m.iv), P(&m.name),   \
                    P(m.in), shape % 3 ? P(m.out) : P(m.in), whole_blocks[shape]);                                 \
    }                                                                                                              \
    static int k_##woven(unsigned shape)                                                                           \
    {                                                                                                              \
        const size_t blocks[] = {1, 2, 5, ROOM / (block) - 2};                                                     \
        SHAPES(blocks)                                                                                             \
        keyed(shape, 0);                                                                                           \
        secret((uint8_t *)m.state, sizeof m.state);                                                                \
        return CALL(loom_k_##woven, "blocks", blocks[shape], P(m.aes.schedule), m.aes.rounds, P(m.iv), P(m.state), \
                    P(m.in), P(m.out), P(m.in + 64), blocks[shape]);                                               \
    }
LOOM_AES_CBC_HASHES(CBC_HASH)

/* ---- TLS ---- */

static const int cbc_hashes[] = {LOOM_TLS_SHA1, LOOM_TLS_SHA256, LOOM_TLS_SHA384};
static const int rc4_hashes[] = {LOOM_TLS_MD5, LOOM_TLS_SHA1};
static const size_t digests[] = {0, 16, 20, 32, 48}; /* bytes, by LOOM_TLS_… */
static const size_t records[] = {0, 1, 16, 100, 300, 1024, 2000};

static int tls_cbc_init(unsigned shape)
{
    int hash = cbc_hashes[shape % 3];
    secret(m.key, 32);
    secret(m.mac_key, 48);
    return shape < 6 && CALL(loom_tls_cbc_init, "hash", (size_t)hash, P(&m.tls), shape & 1, (uint64_t)hash, P(m.key),
                             aes_keys[shape % 3], P(m.mac_key), digests[hash]);
}

static int tls_rc4_init(unsigned shape)
{
    int hash = rc4_hashes[shape % 2];
    secret(m.key, 16);
    secret(m.mac_key, 48);
    return shape < 2 && CALL(loom_tls_rc4_init, "hash", (size_t)hash, P(&m.tls), (uint64_t)hash, P(m.key), 16,
                             P(m.mac_key), digests[hash]);
}

static int tls_set_mac_key(unsigned shape)
{
    int hash = cbc_hashes[shape % 3];
    secret(m.mac_key, 48);
    return shape < 6 && CALL(loom_tls_set_mac_key, "hash", (size_t)hash, P(&m.tls), (uint64_t)hash, P(m.mac_key),
                             shape < 3 ? digests[hash] : 48 - shape);
}

static int tls_cbc_set_key(unsigned shape)
{
    secret(m.key, 32);
    return shape < 6 && CALL(loom_tls_cbc_set_key, "key bytes", aes_keys[shape % 3], P(&m.tls), shape & 1, P(m.key),
                             aes_keys[shape % 3]);
}

static int tls_rc4_set_key(unsigned shape)
{
    secret(m.key, 16);
    return shape < 1 && CALL(loom_tls_rc4_set_key, "key bytes", 16, P(&m.tls), P(m.key), 16);
}

/* Contexts that seal and that open. */
static void tls_keyed(int hash, int stream)
{
    secret(m.key, 32);
    secret(m.mac_key, 48);
    secret(m.in, ROOM);
    published(m.header, sizeof m.header);
    published(m.iv, sizeof m.iv);
    if (stream) {
        loom_tls_rc4_init(&m.tls, hash, m.key, 16, m.mac_key, digests[hash]);
        loom_tls_rc4_init(&m.peer, hash, m.key, 16, m.mac_key, digests[hash]);
    } else {
        loom_tls_cbc_init(&m.tls, 1, hash, m.key, 32, m.mac_key, digests[hash]);
        loom_tls_cbc_init(&m.peer, 0, hash, m.key, 32, m.mac_key, digests[hash]);
    }
}

static int tls_cbc_seal(unsigned shape)
{
    size_t length = records[shape % LENGTH(records)];
    tls_keyed(cbc_hashes[shape % 3], 0);
    return shape < 3 * LENGTH(records) &&
           CALL(loom_tls_cbc_seal, "bytes", length, P(&m.tls), P(m.header), P(m.iv), P(m.in), P(m.out), length);
}

/* Sixteen records, then three, of five lengths for each hash. */
static int tls_cbc_seal_many(unsigned shape)
{
    static const size_t many[] = {0, 20, 64, 300, 700};
    size_t length = many[shape / 3 % LENGTH(many)], count = shape / (3 * LENGTH(many)) ? 3 : STREAMS;
    tls_keyed(cbc_hashes[shape % 3], 0);
    for (size_t i = 0; i < count; i++) {
        published(m.stream_ivs[i], 16);
        m.record[i] = (loom_tls_record_job){&m.tls, m.header, m.stream_ivs[i], m.in + 16 * i, m.sealed[i], length};
    }
    loom_tls_batch_init(&m.records, cbc_hashes[shape % 3]);
    return shape < 6 * LENGTH(many) &&
           CALL(loom_tls_cbc_seal_many, "records", count, P(&m.records), P(m.record), count);
}

/* A record that opens. Every other record has a wrong last byte of ciphertext. */
static int tls_cbc_open(unsigned shape)
{
    size_t length = records[shape % LENGTH(records)], sealed;
    uint8_t iv[16];
    tls_keyed(cbc_hashes[shape % 3], 0);
    memcpy(iv, m.iv, 16);
    sealed = loom_tls_cbc_length(&m.tls, length);
    (void)!loom_tls_cbc_seal(&m.tls, m.header, iv, m.in, m.out, length);
    m.out[sealed - 1] = (uint8_t)(m.out[sealed - 1] ^ shape % 2);
    return shape < 6 * LENGTH(records) &&
           CALL(loom_tls_cbc_open, shape % 2 ? "wrong bytes" : "bytes", length, P(&m.peer), P(m.header), P(m.iv),
                P(m.out), P(m.in), sealed, P(&m.opened));
}

/* Padding of secret length: right, and wrong. With a MAC of no bytes the verdict is public, and so is the record. */
static int tls_cbc_unpad(unsigned shape)
{
    size_t mac = digests[shape % 5], length = 320;
    uint8_t pad;
    secret(m.in, length);
    secret(m.mac_key, mac);
    secret(&pad, 1);
    memset(m.in + length - 200, pad % 199, 200);
    m.in[length - 1 - shape / 5 * 150] ^= (uint8_t)(shape / 5 << 3);
    if (mac == 0) {
        memset(m.in, 7, length);
    }
    return shape < 10 &&
           CALL(loom_tls_cbc_unpad, "bytes of MAC", mac, P(m.in), length, P(m.mac_key), P(m.digest), mac, P(&m.opened));
}

static int tls_rc4_seal(unsigned shape)
{
    size_t length = records[shape % LENGTH(records)];
    tls_keyed(rc4_hashes[shape % 2], 1);
    return shape < 2 * LENGTH(records) &&
           CALL(loom_tls_rc4_seal, "bytes", length, P(&m.tls), P(m.header), P(m.in), P(m.out), length);
}

static int tls_rc4_open(unsigned shape)
{
    size_t length = records[shape % LENGTH(records)], sealed;
    int hash = rc4_hashes[shape % 2];
    tls_keyed(hash, 1);
    sealed = length + digests[hash];
    (void)!loom_tls_rc4_seal(&m.tls, m.header, m.in, m.out, length);
    m.out[sealed - 1] = (uint8_t)(m.out[sealed - 1] ^ shape / 2 % 2);
    return shape < 4 * LENGTH(records) && CALL(loom_tls_rc4_open, shape / 2 % 2 ? "wrong bytes" : "bytes", length,
                                               P(&m.peer), P(m.header), P(m.out), P(m.in), sealed, P(&m.opened));
}

static int tls_cbc_length(unsigned shape)
{
    tls_keyed(LOOM_TLS_SHA1, 0);
    return shape < 1 && CALL(loom_tls_cbc_length, "bytes", 100, P(&m.tls), 100);
}

static int tls_wipe(unsigned shape)
{
    tls_keyed(LOOM_TLS_SHA1, 0);
    return shape < 1 && CALL(loom_tls_wipe, "context", 0, P(&m.tls));
}

/* ---- RSA ---- */

static const size_t moduli[] = {64, 65, 128, 256, 512};

/* Numbers without a pattern make no key. They take the same path as a key: no branch depends on them. */
static void rsa_key(size_t length)
{
    secret((uint8_t *)&m.rsa, sizeof m.rsa);
    published((uint8_t *)m.rsa.exponent, sizeof m.rsa.exponent);
    m.rsa.exponent[0] |= 1;
    m.rsa.exponent[3] |= 2;
    m.rsa.bytes = (uint32_t)length;
    m.rsa.kind = 2;
    memset(m.rsa.modulus, 0xff, sizeof m.rsa.modulus);
    secret(m.in, length);
    m.in[0] = 0; /* less than the modulus: the result is no residue */
}

static int rsa_key_init_private(unsigned shape)
{
    size_t length, half;
    SHAPES(moduli)
    length = moduli[shape];
    half = (length + 1) / 2;
    secret(m.in, ROOM);
    published(m.out, length);
    m.out[0] |= 1;
    m.out[length - 1] |= 1;
    m.iv[0] = 3;
    m.parts.p = m.in;
    m.parts.q = m.in + half;
    m.parts.dp = m.in + 2 * half;
    m.parts.dq = m.in + 3 * half;
    m.parts.inverse = m.in + 4 * half;
    return CALL(loom_rsa_key_init_private, "bytes", length, P(&m.rsa), P(m.out), length, P(m.iv), 1, P(&m.parts));
}

static int rsa_private(unsigned shape)
{
    SHAPES(moduli)
    rsa_key(moduli[shape]);
    return CALL(loom_rsa_private, "bytes", moduli[shape], P(&m.rsa), P(&m.work), P(m.in), P(m.out), moduli[shape]);
}

static int rsa_public(unsigned shape)
{
    SHAPES(moduli)
    rsa_key(moduli[shape]);
    return CALL(loom_rsa_public, "bytes", moduli[shape], P(&m.rsa), P(&m.work), P(m.in), P(m.out), moduli[shape]);
}

static int modexp(unsigned shape)
{
    SHAPES(moduli)
    secret(m.in, 1024);
    secret(m.key, 16);
    m.in[0] = 0; /* less than the modulus, which is odd: the result is no residue */
    m.in[512] = 0xff;
    m.in[512 + moduli[shape] - 1] |= 1;
    return CALL(loom_modexp, "bytes", moduli[shape], P(&m.work), P(m.in), P(m.key), 16, P(m.in + 512), P(m.out),
                moduli[shape]);
}

static int rsa_key_wipe(unsigned shape)
{
    rsa_key(64);
    return shape < 1 && CALL(loom_rsa_key_wipe, "key", 0, P(&m.rsa));
}

static int equal(unsigned shape)
{
    SHAPES(digests)
    secret(m.digest, 64);
    secret(m.key, 64);
    return CALL(loom_equal, "bytes", digests[shape], P(m.digest), P(m.key), digests[shape]);
}

#define CASE(name) {"loom_" #name, name},
#define BATCH_CASE(function, hash) {"loom_batch_" #function, batch_##hash##_##function},
#define CBC_HASH_CASES(hash, woven, word, words, block) CASE(aes_cbc_##hash##_encrypt) CASE(k_##woven)
#define STREAM_CASE(kernel, single, lanes) CASE(k_##kernel)
#define WITH_KERNEL(name) CASE(name) CASE(k_##name)

/* clang-format off */
#define HMAC_CASES(hash, kernel, type, words, block, digest, little)                                        \
    CASE(hmac_##hash) CASE(hmac_##hash##_init) CASE(hmac_##hash##_update) CASE(hmac_##hash##_final)         \
    CASE(hmac_##hash##_final_reset) CASE(hmac_##hash##_reset) CASE(hmac_##hash##_wipe)                      \
    CASE(hmac_##hash##_hidden)                     \
    CASE(batch_hmac_##hash##_submit) BATCH_CASE(submit, hash) BATCH_CASE(flush, hash) BATCH_CASE(wipe, hash)

const struct residue_case residue_cases[] = {
    CASE(equal)
    LOOM_HMACS(HMAC_CASES)
    CASE(rc4_set_key) CASE(rc4) CASE(rc4_wipe) CASE(rc4_md5_encrypt) CASE(rc4_md5_decrypt)
    WITH_KERNEL(aes_set_encrypt_key) WITH_KERNEL(aes_set_decrypt_key) CASE(aes_wipe)
    WITH_KERNEL(aes_ecb_encrypt) WITH_KERNEL(aes_ecb_decrypt)
    WITH_KERNEL(aes_cbc_encrypt) WITH_KERNEL(aes_cbc_decrypt)
    CASE(aes_ctr_init) CASE(aes_ctr_set_counter) CASE(aes_ctr_update) CASE(aes_ctr_wipe) CASE(k_aes_ctr32)
    LOOM_AES_CBC_HASHES(CBC_HASH_CASES)
    CASE(batch_aes_cbc_submit) CASE(batch_aes_cbc_flush) CASE(batch_aes_cbc_wipe) LOOM_STREAMS(STREAM_CASE)
    CASE(tls_cbc_init) CASE(tls_cbc_length) CASE(tls_cbc_seal) CASE(tls_cbc_open)
    CASE(tls_cbc_seal_many)
    CASE(tls_rc4_init) CASE(tls_rc4_seal) CASE(tls_rc4_open) CASE(tls_wipe)
    CASE(tls_set_mac_key) CASE(tls_cbc_set_key) CASE(tls_rc4_set_key) CASE(tls_cbc_unpad)
    CASE(rsa_key_init_private) CASE(rsa_private) CASE(rsa_public) CASE(modexp) CASE(rsa_key_wipe)
    {NULL, NULL}};
/* clang-format on */
