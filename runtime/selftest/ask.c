/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * One question for each variant, where an emulator or an unknown hypervisor announces the features: some announce
 * instructions that they compute wrongly (qemu 7.2: VAES on 256 bits). A variant that answers unlike portable C does
 * not run. Nothing is done on bare metal, and under the hypervisors listed here no more than one cpuid instruction.
 */
#include "dispatch.h"

#if defined(LOOM_X86)

#include "memory.h"
#include <stddef.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

#include "clean.h"

/* ---- who is asked ---- */

/* A hypervisor that runs programs on the CPU itself, or none. */
static int is_trusted(const struct loom_cpu *cpu)
{
    static const char known[][13] = {"KVMKVMKVM\0\0\0", "Microsoft Hv", "VMwareVMware", "XenVMMXenVMM",
                                     "bhyve bhyve ",    "VBoxVBoxVBox", "prl hyperv  ", "ACRNACRNACRN"};
    unsigned r[4];
    char name[12];
    if (memcmp(cpu->vendor, "VirtualApple", 13) == 0) {
        return 0;
    }
    if (!cpu->hypervisor) {
        return 1;
    }
#if defined(_MSC_VER) && !defined(__clang__)
    __cpuid((int *)r, 0x40000000);
#else
    __cpuid(0x40000000u, r[0], r[1], r[2], r[3]);
#endif
    memcpy(name, r + 1, sizeof name);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (memcmp(name, known[i], sizeof name) == 0) {
            return 1;
        }
    }
    return 0;
}

/* ---- the questions ---- */

enum { BYTES = 640, MOST = 34, ROUNDS = 14, STREAM_ROUNDS = 10 };

/* All that a kernel reads and writes. The round keys of 16 streams reach from the beginning to the end of `in`. */
struct loom_sheet {
    uint64_t schedule[30], numbers[4][16];
    union {
        uint64_t wide[64];
        uint32_t narrow[128];
    } state; /* of hashes: in words of either size */
    uint8_t in[1552], iv[16 * 16], out[MOST * 16];
};
typedef char keys_end_before_iv[offsetof(struct loom_sheet, iv) == 16 * 16 * (STREAM_ROUNDS + 1) ? 1 : -1];

#define ASK(kernel, ...)                                            \
    loom_ask_fn loom_ask_##kernel;                                  \
    void loom_ask_##kernel(loom_any_fn asked, struct loom_sheet *s) \
    {                                                               \
        ((loom_##kernel##_fn *)asked)(__VA_ARGS__);                 \
    }

#define SCHEDULE (uint8_t *)s->schedule, ROUNDS
#define STATE (void *)&s->state

LOOM_INTERNAL_BEGIN

/* MOST blocks: the longest loop and the rest of each variant. */
#if defined(LOOM_HAVE_aes_ecb_encrypt)
ASK(aes_ecb_encrypt, SCHEDULE, s->in, s->out, MOST)
#endif
#if defined(LOOM_HAVE_aes_ecb_decrypt)
ASK(aes_ecb_decrypt, SCHEDULE, s->in, s->out, MOST)
#endif
#if defined(LOOM_HAVE_aes_cbc_encrypt)
ASK(aes_cbc_encrypt, SCHEDULE, s->iv, s->in, s->out, MOST)
#endif
#if defined(LOOM_HAVE_aes_cbc_decrypt)
ASK(aes_cbc_decrypt, SCHEDULE, s->iv, s->in, s->out, MOST)
#endif
#if defined(LOOM_HAVE_aes_ctr32)
ASK(aes_ctr32, SCHEDULE, s->iv, s->in, s->out, MOST)
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key)
ASK(aes_set_encrypt_key, s->in, ROUNDS, (uint8_t *)s->schedule)
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
ASK(aes_set_decrypt_key, s->in, ROUNDS, (uint8_t *)s->schedule)
#endif

/* numbers: out, a, b, an odd n; state: n0 = -1/n */
#define NUMBERS(i) s->numbers[i]
#if defined(LOOM_HAVE_mont_mul)
ASK(mont_mul, NUMBERS(0), NUMBERS(1), NUMBERS(2), NUMBERS(3), s->state.wide, 16)
#endif
#if defined(LOOM_HAVE_mont_sqr)
ASK(mont_sqr, NUMBERS(0), NUMBERS(1), NUMBERS(3), s->state.wide, 16, 2)
#endif

#define ASK_HASH(kernel, word) ASK(kernel, STATE, s->in, 5)
LOOM_HASH_KERNELS(ASK_HASH)

#define ASK_BOTH(name, kernel, word, words, block) \
    ASK(kernel, SCHEDULE, s->iv, STATE, s->in, s->out, s->in + BYTES, BYTES / 2 / (block))
LOOM_AES_CBC_HASHES(ASK_BOTH)

/* Each lane reads from a place of its own, and writes to one. */
#define ASK_LANES(kernel, single, lanes)                                                        \
    loom_ask_fn loom_ask_##kernel;                                                              \
    void loom_ask_##kernel(loom_any_fn asked, struct loom_sheet *s)                             \
    {                                                                                           \
        const void *in[lanes];                                                                  \
        void *state[lanes];                                                                     \
        for (size_t i = 0; i < (lanes); i++) {                                                  \
            in[i] = s->in + 8 * i;                                                              \
            state[i] = s->state.wide + sizeof s->state / sizeof s->state.wide[0] / (lanes) * i; \
        }                                                                                       \
        ((loom_##kernel##_fn *)asked)((void *)state, (void *)in, 2);                            \
    }
LOOM_HASH_LANES(ASK_LANES)

#define ASK_STREAMS(kernel, single, lanes)                                                             \
    loom_ask_fn loom_ask_##kernel;                                                                     \
    void loom_ask_##kernel(loom_any_fn asked, struct loom_sheet *s)                                    \
    {                                                                                                  \
        const void *in[lanes];                                                                         \
        void *out[lanes];                                                                              \
        for (size_t i = 0; i < (lanes); i++) {                                                         \
            in[i] = s->in + 8 * i;                                                                     \
            out[i] = s->out + 32 * i;                                                                  \
        }                                                                                              \
        ((loom_##kernel##_fn *)asked)((uint8_t *)s, STREAM_ROUNDS, s->iv, (void *)in, (void *)out, 2); \
    }
#if defined(LOOM_HAVE_aes_cbc_encrypt)
LOOM_STREAMS_aes_cbc_encrypt(ASK_STREAMS)
#endif

    LOOM_INTERNAL_END

    /* A number that stands for all that a function of the kernel computes. */
    static LOOM_INNER uint64_t answer(const struct loom_kernel *kernel, loom_any_fn asked)
{
    struct loom_sheet sheet;
    uint8_t *bytes = (uint8_t *)&sheet;
    uint64_t number = 1, *n = sheet.numbers[3], *n0 = sheet.state.wide;
    for (size_t i = 0; i < sizeof sheet; i++) { /* Knuth's generator */
        number = number * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bytes[i] = (uint8_t)(number >> 56);
    }
    n[0] |= 1;
    n[15] |= UINT64_C(1) << 63; /* above a and b */
    sheet.numbers[1][15] >>= 1;
    sheet.numbers[2][15] >>= 1;
    n0[0] = 1;
    for (int i = 0; i < 6; i++) { /* each turn doubles the bits that are right */
        n0[0] *= 2 - n[0] * n0[0];
    }
    n0[0] = 0 - n0[0];
    kernel->ask(asked, &sheet);
    for (size_t i = 0; i < sizeof sheet; i++) {
        number = (number ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return number;
}

int loom_emulated(const struct loom_cpu *cpu)
{
    return !is_trusted(cpu);
}

uint64_t loom_believed(const struct loom_kernel *kernel, const struct loom_cpu *cpu, uint64_t usable)
{
    int asked = cpu->emulated && kernel->ask != NULL;
    uint64_t wanted = asked ? answer(kernel, kernel->variants[0].function) : 0;
    for (size_t v = 1; v < kernel->variant_count && asked; v++) {
        if ((usable >> v & 1) && answer(kernel, kernel->variants[v].function) != wanted) {
            usable &= ~((uint64_t)1 << v);
        }
    }
    return usable;
}

#endif
