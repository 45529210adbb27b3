/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The speed tool's parts of AEADs: ChaCha20, Poly1305 and GHASH, beside OpenSSL's kernels, which other versions of
 * libcrypto lack or keep to themselves.
 */
#include "speed.h"

#include <string.h>

/* The function of a side: `start` before the first call, `call` for each, and `end` after the last. */
#define SIDE(name, start, call, end)                                      \
    static void run_##name(struct side *side, size_t bytes, size_t times) \
    {                                                                     \
        if (times == 1) {                                                 \
            start;                                                        \
        }                                                                 \
        for (; times > 0; times--) {                                      \
            call;                                                         \
        }                                                                 \
        end;                                                              \
    }
#define NOTHING (void)0
#define KERNEL(name) ((loom_##name##_fn *)side->function)
#define COUNTER side->state->aes.chain
#define HASH ((uint8_t *)(side->state->words + 64))

#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)
#define KERNEL_PEERS(name, has)          \
    static int has_##name(size_t rounds) \
    {                                    \
        (void)rounds;                    \
        return ready() && (has);         \
    }                                    \
    static const struct peer name##_peers[] = {{"libcrypto", run_##name##_libcrypto, has_##name, NULL}, NO_PEER};

/* These make the linker take the kernels out of the archive, which weak names alone do not. */
const void *EVP_chacha20_poly1305(void);
const void *EVP_aes_128_gcm(void);
OPTIONAL(void OPENSSL_cpuid_setup(void));

/* The kernels choose among their variants after libcrypto has detected the CPU. */
static int ready(void)
{
    if (OPENSSL_cpuid_setup != NULL) {
        OPENSSL_cpuid_setup();
    }
    return EVP_chacha20_poly1305() != NULL && EVP_aes_128_gcm() != NULL;
}

#else
#define KERNEL_PEERS(name, has) static const struct peer name##_peers[] = {NO_PEER};
#endif

#if defined(LOOM_HAVE_chacha20_ctr32)
SIDE(chacha20_ctr32, memset(COUNTER, 2, 16),
     KERNEL(chacha20_ctr32)(speed_input, COUNTER, speed_input, side->out, bytes / 64), NOTHING)
#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)
OPTIONAL(void ChaCha20_ctr32(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t *key,
                             const uint8_t *counter));
SIDE(chacha20_ctr32_libcrypto, memset(COUNTER, 2, 16),
     ChaCha20_ctr32(side->out, speed_input, bytes, speed_input, COUNTER), NOTHING)
#endif
KERNEL_PEERS(chacha20_ctr32, ChaCha20_ctr32 != NULL)
#endif

#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)
/* Variants may leave different numbers modulo 2^130 - 5, of which the tag is one. */
SIDE(poly1305_blocks, memset(HASH, 0, 24), KERNEL(poly1305_blocks)(speed_input, HASH, speed_input, bytes / 16, 1),
     loom_k_poly1305_tag(speed_input, HASH, side->out))
#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)
OPTIONAL(void Poly1305_Init(void *ctx, const uint8_t *key));
OPTIONAL(void Poly1305_Update(void *ctx, const uint8_t *in, size_t bytes));
OPTIONAL(void Poly1305_Final(void *ctx, uint8_t *tag));
/* The last call wipes the context. */
SIDE(poly1305_blocks_libcrypto, Poly1305_Init(side->state, speed_input),
     Poly1305_Update(side->state, speed_input, bytes), memcpy(side->state->words + 256, side->state, 2048);
     Poly1305_Final(side->state->words + 256, side->out))
#endif
KERNEL_PEERS(poly1305_blocks, Poly1305_Init != NULL)
#endif

#if defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_ghash_powers)
#define POWERS (HASH + 64)
SIDE(ghash_blocks, loom_k_ghash_powers(speed_input, POWERS);
     memset(HASH, 1, 16), KERNEL(ghash_blocks)(POWERS + 96, HASH, speed_input, bytes / 16), memcpy(side->out, HASH, 16))
#if defined(LOOM_SPEED_LIBCRYPTO) && defined(HAS_OPTIONAL)
OPTIONAL(void gcm_init_avx(void *powers, const uint64_t *h));
OPTIONAL(void gcm_ghash_avx(uint8_t *xi, const void *powers, const uint8_t *in, size_t bytes));

static int has_avx2(void)
{
    struct loom_cpu cpu;
    loom_cpu_detect(&cpu, LOOM_DETAIL_ALL);
#if defined(LOOM_X86)
    return loom_features_has(&cpu.features, LOOM_CPU_AVX2);
#else
    return 0;
#endif
}

static void gcm_init(void *powers)
{
    uint64_t h[2] = {0, 0};
    for (size_t i = 0; i < 16; i++) {
        h[i / 8] = h[i / 8] << 8 | speed_input[i];
    }
    gcm_init_avx(powers, h);
}

SIDE(ghash_blocks_libcrypto, gcm_init(POWERS);
     memset(HASH, 1, 16), gcm_ghash_avx(HASH, POWERS, speed_input, bytes), memcpy(side->out, HASH, 16))
#endif
KERNEL_PEERS(ghash_blocks, gcm_ghash_avx != NULL && has_avx2())
#endif

#define KERNEL_ROW(name, block, result)                                           \
    {#name, #name,           run_##name, NULL, NULL,  name##_peers,               \
     block, SPEED_MAX_BYTES, result,     0,    block, (loom_any_fn)loom_k_##name, \
     NULL},

/* The macros of the rows end in a comma, which clang-format does not see. */
/* clang-format off */
const struct bench speed_aeads[] = {
#if defined(LOOM_HAVE_chacha20_ctr32)
    KERNEL_ROW(chacha20_ctr32, 64, 0)
#endif
#if defined(LOOM_HAVE_poly1305_blocks) && defined(LOOM_HAVE_poly1305_tag)
    KERNEL_ROW(poly1305_blocks, 16, 16)
#endif
#if defined(LOOM_HAVE_ghash_blocks) && defined(LOOM_HAVE_ghash_powers)
    KERNEL_ROW(ghash_blocks, 16, 16)
#endif
    NO_ROW,
};
/* clang-format on */
