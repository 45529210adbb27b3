/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * AES-XTS (IEEE Std 1619, SP 800-38E): the kernels take whole blocks, and a last one that is not whole takes the bytes
 * that it lacks from the block before ("ciphertext stealing").
 */
#include "aes_key.h"

#if defined(LOOM_AES_XTS)

#include "memory.h"

#include "bytes.h"
#include "clean.h"
#include "entry.h"

/* Bytes of stack that the C over the kernels takes, at most; and the bytes of a data unit, at most. */
enum { IN_XTS = 384, MOST_XTS = 1 << 24 };

static LOOM_INLINE void xts_blocks(const loom_aes_xts_ctx *ctx, int decrypts, uint8_t tweak[16], const uint8_t *in,
                                   uint8_t *out, size_t blocks)
{
    if (decrypts) {
        loom_call_aes_xts_decrypt(ctx->decrypts.schedule, ctx->decrypts.rounds, tweak, in, out, blocks);
    } else {
        loom_call_aes_xts_encrypt(ctx->encrypts.schedule, ctx->encrypts.rounds, tweak, in, out, blocks);
    }
}

static LOOM_INNER int xts(const loom_aes_xts_ctx *ctx, int decrypts, const uint8_t tweak[16], const uint8_t *in,
                          uint8_t *out, size_t length)
{
    struct {
        uint8_t tweak[16], other[16], text[16];
    } work;
    size_t rest = length % 16, blocks = length / 16 - (rest != 0);
    if (length < 16 || length > MOST_XTS || !apart(in, out, length) || !loom_aes_keyed(&ctx->tweaks, LOOM_ENCRYPTS)) {
        return -1;
    }
    loom_call_aes_ecb_encrypt(ctx->tweaks.schedule, ctx->tweaks.rounds, tweak, work.tweak, 1);
    xts_blocks(ctx, decrypts, work.tweak, in, out, blocks);
    if (rest != 0) {
        in += 16 * blocks;
        out += 16 * blocks;
        memcpy(work.other, work.tweak, 16);
        if (decrypts) { /* the tweaks of the last two blocks change places */
            uint64_t low = load_le64(work.tweak), high = load_le64(work.tweak + 8);
            store_sixteen(work.tweak, low << 1 ^ (high >> 63) * 0x87, high << 1 | low >> 63);
        }
        xts_blocks(ctx, decrypts, work.tweak, in, work.text, 1);
        for (size_t i = 0; i < rest; i++) {
            uint8_t taken = work.text[i];
            work.text[i] = in[16 + i];
            out[16 + i] = taken;
        }
        xts_blocks(ctx, decrypts, decrypts ? work.other : work.tweak, work.text, out, 1);
    }
    wipe_short(&work, sizeof work);
    return 0;
}

int LOOM_CDECL loom_aes_xts_set_key(loom_aes_xts_ctx *ctx, const uint8_t *key, size_t key_bytes)
{
    size_t half = key_bytes / 2;
    if ((key_bytes != 32 && key_bytes != 64) || loom_equal(key, key + half, half)) {
        return -1;
    }
    (void)!loom_aes_set_encrypt_key(&ctx->encrypts, key, half);
    (void)!loom_aes_set_decrypt_key(&ctx->decrypts, key, half);
    return loom_aes_set_encrypt_key(&ctx->tweaks, key + half, half);
}

#define XTS(name, decrypts)                                                                                     \
    int LOOM_CDECL loom_aes_xts_##name(const loom_aes_xts_ctx *ctx, const uint8_t tweak[16], const uint8_t *in, \
                                       uint8_t *out, size_t length)                                             \
    {                                                                                                           \
        int result = xts(ctx, decrypts, tweak, in, out, length);                                                \
        loom_clean_below(IN_XTS);                                                                               \
        return result;                                                                                          \
    }
XTS(encrypt, 0)
XTS(decrypt, 1)

void LOOM_CDECL loom_aes_xts_wipe(loom_aes_xts_ctx *ctx)
{
    loom_wipe(ctx, sizeof *ctx);
}

#endif
