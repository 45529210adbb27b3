/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-CMAC (SP 800-38B) and AES-CCM (SP 800-38C). Both chain blocks as CBC encryption does, whose kernel leaves the
 * chain's end and writes the ciphertext into a buffer for nobody: the chain takes as long without.
 */
#include "aes_key.h"

#if defined(LOOM_AES_CMAC)

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Blocks of the buffer, and bytes of stack that the C over the kernels takes, at most. */
enum { CHAINED = 16, IN_CMAC = 768 };

static LOOM_INLINE void chain(const loom_aes_ctx *key, uint8_t mac[16], const uint8_t *in, size_t blocks)
{
    uint8_t out[16 * CHAINED];
    while (blocks > 0) {
        size_t now = blocks < CHAINED ? blocks : CHAINED;
        loom_call_aes_cbc_encrypt(key->schedule, key->rounds, mac, in, out, now);
        in += 16 * now;
        blocks -= now;
    }
    wipe_short(out, sizeof out);
}

/* ---- CMAC ---- */

static LOOM_INNER int cmac_update(loom_aes_cmac_ctx *ctx, const uint8_t *data, size_t length)
{
    size_t free = 16 - ctx->used, blocks;
    if (ctx->used > 16 || !loom_aes_keyed(&ctx->key, LOOM_ENCRYPTS)) {
        return -1;
    }
    if (length > free) { /* the last block stays, even if it is whole */
        memcpy(ctx->last + ctx->used, data, free);
        chain(&ctx->key, ctx->mac, ctx->last, 1);
        data += free;
        length -= free;
        blocks = (length - 1) / 16;
        chain(&ctx->key, ctx->mac, data, blocks);
        data += 16 * blocks;
        length -= 16 * blocks;
        ctx->used = 0;
    }
    if (length > 0) { /* the pointer may be NULL otherwise */
        memcpy(ctx->last + ctx->used, data, length);
    }
    ctx->used += (uint32_t)length;
    return 0;
}

static LOOM_INNER int cmac_final(loom_aes_cmac_ctx *ctx, uint8_t mac[16])
{
    struct {
        uint8_t zero[16], key[16];
    } work = {{0}, {0}};
    int padded = ctx->used < 16;
    uint64_t high, low;
    if (ctx->used > 16 || !loom_aes_keyed(&ctx->key, LOOM_ENCRYPTS)) {
        return -1;
    }
    chain(&ctx->key, work.key, work.zero, 1);
    high = load_be64(work.key);
    low = load_be64(work.key + 8);
    for (int i = 0; i <= padded; i++) {
        uint64_t carry = (high >> 63) * 0x87;
        high = high << 1 | low >> 63;
        low = low << 1 ^ carry;
    }
    if (padded) {
        memset(ctx->last + ctx->used, 0, 16 - ctx->used);
        ctx->last[ctx->used] = 0x80;
    }
    store_be64(ctx->last, load_be64(ctx->last) ^ high);
    store_be64(ctx->last + 8, load_be64(ctx->last + 8) ^ low);
    chain(&ctx->key, ctx->mac, ctx->last, 1);
    memcpy(mac, ctx->mac, 16);
    wipe_short(&work, sizeof work);
    loom_wipe(ctx, sizeof *ctx);
    return 0;
}

int LOOM_CDECL loom_aes_cmac_init(loom_aes_cmac_ctx *ctx, const uint8_t *key, size_t key_bytes)
{
    if (loom_aes_set_encrypt_key(&ctx->key, key, key_bytes) != 0) {
        return -1;
    }
    memset(ctx->mac, 0, sizeof ctx->mac);
    ctx->used = 0;
    return 0;
}

int LOOM_CDECL loom_aes_cmac_update(loom_aes_cmac_ctx *ctx, const uint8_t *data, size_t length)
{
    int result = cmac_update(ctx, data, length);
    loom_clean_below(IN_CMAC);
    return result;
}

int LOOM_CDECL loom_aes_cmac_final(loom_aes_cmac_ctx *ctx, uint8_t mac[16])
{
    int result = cmac_final(ctx, mac);
    loom_clean_below(IN_CMAC);
    return result;
}

void LOOM_CDECL loom_aes_cmac_wipe(loom_aes_cmac_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

/* ---- CCM ---- */

#if defined(LOOM_HAVE_aes_ctr32)

/* Chains bytes, with zeros behind them to the end of a block. */
static LOOM_INLINE void chain_padded(const loom_aes_ctx *key, uint8_t mac[16], uint8_t block[16], const uint8_t *from,
                                     size_t length)
{
    size_t rest = length % 16;
    chain(key, mac, from, length / 16);
    if (rest > 0) {
        memset(block, 0, 16);
        memcpy(block, from + (length - rest), rest);
        chain(key, mac, block, 1);
    }
}

static LOOM_INLINE void ccm_cipher(const loom_aes_ctx *key, uint8_t counter[16], uint8_t block[16], const uint8_t *in,
                                   uint8_t *out, size_t length)
{
    size_t rest = length % 16;
    loom_call_aes_ctr32(key->schedule, key->rounds, counter, in, out, length / 16);
    if (rest > 0) {
        memcpy(block, in + (length - rest), rest);
        loom_call_aes_ctr32(key->schedule, key->rounds, counter, block, block, 1);
        memcpy(out + (length - rest), block, rest);
    }
}

static LOOM_INLINE void put_number(uint8_t *end, uint64_t number, size_t bytes)
{
    for (; bytes > 0; bytes--, number >>= 8) {
        *--end = (uint8_t)number;
    }
}

/* SP 800-38C: a length is a number of `bytes` bytes. */
static LOOM_INLINE int ccm_length_fits(uint64_t length, size_t bytes)
{
    return length <= (UINT64_C(1) << 36) - 32 && (bytes >= 8 || length >> 8 * bytes == 0);
}

/* Opens with an expected tag, and seals without one. */
static LOOM_INNER int ccm(const loom_aes_ctx *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *aad,
                          size_t aad_length, const uint8_t *in, size_t length, uint8_t *out, const uint8_t *expected,
                          uint8_t *tag, size_t tag_length)
{
    struct {
        uint8_t mac[16], counter[16], mask[16], block[16];
    } work;
    size_t bytes = 15 - nonce_length, used, first;
    int good = 1, nonce_fits = nonce_length >= 7 && nonce_length <= 13;
    int text_fits = apart(in, out, length) && (!nonce_fits || ccm_length_fits(length, bytes)); /* the nonce decides */
    if (!loom_aes_keyed(key, LOOM_ENCRYPTS) || !nonce_fits || !text_fits || tag_length < 4 || tag_length > 16 ||
        tag_length % 2 != 0) {
        if (expected != NULL && text_fits) {
            erase(out, length);
        }
        return -1;
    }
    memset(&work, 0, sizeof work);
    work.counter[0] = (uint8_t)(bytes - 1);
    memcpy(work.counter + 1, nonce, nonce_length);
    memcpy(work.block, work.counter, 16);
    work.block[0] |= (uint8_t)((tag_length - 2) / 2 << 3 | (aad_length > 0 ? 64 : 0));
    put_number(work.block + 16, length, bytes);
    chain(key, work.mac, work.block, 1);
    loom_call_aes_ctr32(key->schedule, key->rounds, work.counter, work.mask, work.mask, 1);
    if (aad_length > 0) {
        memset(work.block, 0, 16);
        used = aad_length < 0xff00 ? 2 : (uint64_t)aad_length >> 32 == 0 ? 6 : 10;
        if (used > 2) {
            work.block[0] = 0xff;
            work.block[1] = used == 6 ? 0xfe : 0xff;
        }
        put_number(work.block + used, aad_length, used > 2 ? used - 2 : 2);
        first = aad_length < 16 - used ? aad_length : 16 - used;
        memcpy(work.block + used, aad, first);
        chain(key, work.mac, work.block, 1);
        chain_padded(key, work.mac, work.block, aad + first, aad_length - first);
    }
    if (expected == NULL) {
        chain_padded(key, work.mac, work.block, in, length);
    }
    ccm_cipher(key, work.counter, work.block, in, out, length);
    if (expected != NULL) {
        chain_padded(key, work.mac, work.block, out, length);
    }
    put_sum(work.mac, work.mac, work.mask);
    if (expected == NULL) {
        memcpy(tag, work.mac, tag_length);
    } else if (!loom_equal(work.mac, expected, tag_length)) {
        good = 0;
        erase(out, length);
    }
    wipe_short(&work, sizeof work);
    return good - 1;
}

#define CCM_TAKES                                                                                              \
    const loom_aes_ctx *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *aad, size_t aad_length, \
        const uint8_t *in, size_t length

int LOOM_CDECL loom_aes_ccm_seal(CCM_TAKES, uint8_t *out, uint8_t *tag, size_t tag_length)
{
    int result = ccm(key, nonce, nonce_length, aad, aad_length, in, length, out, NULL, tag, tag_length);
    loom_clean_below(IN_CMAC);
    return result;
}

int LOOM_CDECL loom_aes_ccm_open(CCM_TAKES, const uint8_t *tag, size_t tag_length, uint8_t *out)
{
    int result = ccm(key, nonce, nonce_length, aad, aad_length, in, length, out, tag, NULL, tag_length);
    loom_clean_below(IN_CMAC);
    return result;
}

#endif

#endif
