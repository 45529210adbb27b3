/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The portable AES kernels (FIPS 197, SP 800-38A), in constant time. A schedule is the bytes of its round keys in order
 * of use. A schedule for decryption belongs to the equivalent inverse cipher.
 */
#include "internal.h"

#if defined(LOOM_HAVE_aes_set_encrypt_key) || defined(LOOM_HAVE_aes_set_decrypt_key) ||                               \
    defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_ecb_decrypt) || defined(LOOM_HAVE_aes_cbc_encrypt) || \
    defined(LOOM_HAVE_aes_cbc_decrypt) || defined(LOOM_HAVE_aes_ctr32)

#include "aes_sliced.h"
#include "clean.h"
#include "portable.h"

/* ---- key schedules ---- */

/* SubWord. Slice n has bit n of each byte, at the byte's lowest bit. */
static inline uint32_t sub_word(uint32_t bytes)
{
    word q[8];
    uint32_t out = 0;
    for (int n = 0; n < 8; n++) {
        q[n] = bytes >> n & 0x01010101;
    }
    sub_bytes(q);
    for (int n = 0; n < 8; n++) {
        out |= (uint32_t)(q[n] & 0x01010101) << n;
    }
    return out ^ 0x63636363;
}

LOOM_INNER void loom_aes_expand_key(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    size_t key_words = rounds - 6;
    uint32_t constant = 1; /* 2^n in GF(2^8) */
    memcpy(schedule, key, 4 * key_words);
    uint32_t last = load_le32(key + 4 * key_words - 4);
    for (size_t i = key_words; i < 4 * (rounds + 1); i++) {
        if (i % key_words == 0) {
            last = sub_word(last >> 8 | last << 24) ^ constant;
            constant = (constant << 1) ^ (constant >> 7) * 0x11b;
        } else if (key_words == 8 && i % 8 == 4) {
            last = sub_word(last);
        }
        last ^= load_le32(schedule + 4 * (i - key_words));
        store_le32(schedule + 4 * i, last);
    }
}

/* Each of a column's four bytes times 2. */
static inline uint32_t twice(uint32_t column)
{
    uint32_t high = column & 0x80808080;
    return (column ^ high) << 1 ^ ((high - (high >> 7)) & 0x1b1b1b1b);
}

/* InvMixColumns: 9, 11, 13 and 14 times the bytes as MixColumns' 1, 1, 2, 3 of a + 4 (a + c). */
static inline uint32_t inverse_mix_column(uint32_t a)
{
    a ^= twice(twice(a ^ (a >> 16 | a << 16)));
    uint32_t b = a >> 8 | a << 24, sum = a ^ b;
    return twice(sum) ^ b ^ (sum >> 16 | sum << 16);
}

LOOM_INNER void loom_aes_invert_schedule(uint8_t *schedule, size_t rounds)
{
    for (size_t low = 0, high = 16 * rounds; low < high; low += 16, high -= 16) {
        for (size_t i = 0; i < 16; i += 4) {
            uint32_t first = load_le32(schedule + low + i), second = load_le32(schedule + high + i);
            store_le32(schedule + low + i, low == 0 ? second : inverse_mix_column(second));
            store_le32(schedule + high + i, low == 0 ? first : inverse_mix_column(first));
        }
    }
    /* An even number of rounds leaves one key in the middle. */
    for (size_t i = 8 * rounds; i < 8 * rounds + 16; i += 4) {
        store_le32(schedule + i, inverse_mix_column(load_le32(schedule + i)));
    }
}

#if defined(LOOM_HAVE_aes_set_encrypt_key)
void LOOM_CDECL loom_aes_set_encrypt_key_portable(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    loom_aes_expand_key(key, rounds, schedule);
    loom_clean();
}
#endif

#if defined(LOOM_HAVE_aes_set_decrypt_key)
void LOOM_CDECL loom_aes_set_decrypt_key_portable(const uint8_t *key, size_t rounds, uint8_t *schedule)
{
    loom_aes_expand_key(key, rounds, schedule);
    loom_aes_invert_schedule(schedule, rounds);
    loom_clean();
}
#endif

/* ---- modes ----
 *
 * `out` may be `in`: each function reads a whole batch before any write of the batch. */

#if defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_ecb_decrypt) || defined(LOOM_HAVE_aes_cbc_encrypt) || \
    defined(LOOM_HAVE_aes_cbc_decrypt) || defined(LOOM_HAVE_aes_ctr32)

/* The working memory of a call, wiped at its end. */
struct work {
    struct sliced_keys keys;
    word q[8];
    uint8_t batch[BATCH];
};

#define BATCH_BYTES(blocks) ((blocks) < BLOCKS ? 16 * (blocks) : (size_t)BATCH)

#if defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_cbc_encrypt) || defined(LOOM_HAVE_aes_ctr32)
/* Encrypts the batch. The last batch of a call may be partly unused. */
static inline void encrypt_batch(struct work *work, size_t rounds)
{
    slice(work->q, work->batch);
    encrypt_sliced(work->q, &work->keys, rounds);
    unslice(work->batch, work->q);
}
#endif

#if defined(LOOM_HAVE_aes_ecb_decrypt) || defined(LOOM_HAVE_aes_cbc_decrypt)
static inline void decrypt_batch(struct work *work, size_t rounds)
{
    slice(work->q, work->batch);
    decrypt_sliced(work->q, &work->keys, rounds);
    unslice(work->batch, work->q);
}
#endif

static inline void start(struct work *work, const uint8_t *schedule, size_t rounds, size_t step)
{
    slice_keys(&work->keys, schedule, rounds, step);
    memset(work->batch, 0, sizeof work->batch);
}

#if defined(LOOM_HAVE_aes_ecb_encrypt) || defined(LOOM_HAVE_aes_ecb_decrypt)
/* ECB in one direction. `step` is the argument of slice_keys. */
static LOOM_INNER void ecb(const uint8_t *schedule, size_t rounds, size_t step, void (*batch)(struct work *, size_t),
                           const uint8_t *in, uint8_t *out, size_t blocks)
{
    struct work work;
    start(&work, schedule, rounds, step);
    while (blocks > 0) {
        size_t bytes = BATCH_BYTES(blocks);
        memcpy(work.batch, in, bytes);
        batch(&work, rounds);
        memcpy(out, work.batch, bytes);
        in += bytes;
        out += bytes;
        blocks -= bytes / 16;
    }
    loom_wipe(&work, sizeof work);
}
#endif

#endif

#if defined(LOOM_HAVE_aes_ecb_encrypt)
void LOOM_CDECL loom_aes_ecb_encrypt_portable(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
                                              size_t blocks)
{
    ecb(schedule, rounds, 1, encrypt_batch, in, out, blocks);
    loom_clean();
}
#endif

#if defined(LOOM_HAVE_aes_ecb_decrypt)
void LOOM_CDECL loom_aes_ecb_decrypt_portable(const uint8_t *schedule, size_t rounds, const uint8_t *in, uint8_t *out,
                                              size_t blocks)
{
    ecb(schedule, rounds, (size_t)-1, decrypt_batch, in, out, blocks);
    loom_clean();
}
#endif

#if defined(LOOM_HAVE_aes_cbc_encrypt)
/* Takes one block at a time: each block depends on the block before. */
static LOOM_INNER void cbc_encrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in,
                                   uint8_t *out, size_t blocks)
{
    struct work work;
    start(&work, schedule, rounds, 1);
    memcpy(work.batch, iv, 16);
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        for (int i = 0; i < 16; i++) {
            work.batch[i] ^= in[i];
        }
        encrypt_batch(&work, rounds);
        memcpy(out, work.batch, 16);
    }
    memcpy(iv, work.batch, 16);
    loom_wipe(&work, sizeof work);
}

void LOOM_CDECL loom_aes_cbc_encrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    cbc_encrypt(schedule, rounds, iv, in, out, blocks);
    loom_clean();
}
#endif

#if defined(LOOM_HAVE_aes_cbc_decrypt)
static LOOM_INNER void cbc_decrypt(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in,
                                   uint8_t *out, size_t blocks)
{
    struct work work;
    uint8_t before[16 + BATCH]; /* at each block's place, the ciphertext of the block before: no secret */
    start(&work, schedule, rounds, (size_t)-1);
    while (blocks > 0) {
        size_t bytes = BATCH_BYTES(blocks);
        memcpy(before, iv, 16);
        memcpy(before + 16, in, bytes);
        memcpy(work.batch, in, bytes);
        memcpy(iv, before + bytes, 16);
        decrypt_batch(&work, rounds);
        for (size_t i = 0; i < bytes; i++) {
            out[i] = (uint8_t)(work.batch[i] ^ before[i]);
        }
        in += bytes;
        out += bytes;
        blocks -= bytes / 16;
    }
    loom_wipe(&work, sizeof work);
}

void LOOM_CDECL loom_aes_cbc_decrypt_portable(const uint8_t *schedule, size_t rounds, uint8_t iv[16], const uint8_t *in,
                                              uint8_t *out, size_t blocks)
{
    cbc_decrypt(schedule, rounds, iv, in, out, blocks);
    loom_clean();
}
#endif

#if defined(LOOM_HAVE_aes_ctr32)
static LOOM_INNER void ctr32(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in,
                             uint8_t *out, size_t blocks)
{
    struct work work;
    uint32_t count = load_be32(counter + 12);
    start(&work, schedule, rounds, 1);
    while (blocks > 0) {
        size_t bytes = BATCH_BYTES(blocks);
        for (size_t i = 0; i < bytes; i += 16) {
            memcpy(work.batch + i, counter, 12);
            store_be32(work.batch + i + 12, count++);
        }
        encrypt_batch(&work, rounds);
        for (size_t i = 0; i < bytes; i++) {
            out[i] = (uint8_t)(in[i] ^ work.batch[i]);
        }
        in += bytes;
        out += bytes;
        blocks -= bytes / 16;
    }
    store_be32(counter + 12, count);
    loom_wipe(&work, sizeof work);
}

void LOOM_CDECL loom_aes_ctr32_portable(const uint8_t *schedule, size_t rounds, uint8_t counter[16], const uint8_t *in,
                                        uint8_t *out, size_t blocks)
{
    ctr32(schedule, rounds, counter, in, out, blocks);
    loom_clean();
}
#endif

#endif
