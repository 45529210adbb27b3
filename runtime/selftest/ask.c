/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * One question for each variant, where an emulator or an unknown hypervisor announces the features: some announce
 * instructions that they compute wrongly (qemu 7.2: VAES on 256 bits). A variant that answers unlike the first one of
 * its kernel takes a feature with it, as ASMLOOM_CPU does. Nothing is done on bare metal, and under the hypervisors
 * listed here no more than one cpuid instruction.
 */
#include "dispatch.h"

#if defined(LOOM_X86)

#include <stddef.h>
#include <string.h>

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
    if (strcmp(cpu->vendor, "VirtualApple") == 0) {
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
struct sheet {
    uint64_t schedule[30], numbers[4][16];
    union {
        uint64_t wide[64];
        uint32_t narrow[128];
    } state; /* of hashes: in words of either size */
    uint8_t in[1552], iv[16 * 16], out[MOST * 16];
};
typedef char keys_end_before_iv[offsetof(struct sheet, iv) == 16 * 16 * (STREAM_ROUNDS + 1) ? 1 : -1];

/* The first variant of a kernel. Those of several lanes or streams go through dispatch in C, and dispatch waits for the
 * answers: NULL asks for the same work by first variants of other kernels. */
#define FIRST(kernel) ((loom_##kernel##_fn *)loom_kernel_rows[LOOM_KERNEL_##kernel].variants[0].function)

#define ASK(kernel, ...)                                         \
    static void ask_##kernel(loom_any_fn asked, struct sheet *s) \
    {                                                            \
        ((loom_##kernel##_fn *)asked)(__VA_ARGS__);              \
    }

#define SCHEDULE (uint8_t *)s->schedule, ROUNDS
#define STATE (void *)&s->state

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

#define ASK_BOTH(name, kernel, word, words, block)                                                   \
    static void ask_##kernel(loom_any_fn asked, struct sheet *s)                                     \
    {                                                                                                \
        enum { BLOCKS = BYTES / 2 / (block) };                                                       \
        if (asked == NULL) {                                                                         \
            FIRST(aes_cbc_encrypt)(SCHEDULE, s->iv, s->in, s->out, BLOCKS * (block) / 16);           \
            FIRST(name##_blocks)(STATE, s->in + BYTES, BLOCKS);                                      \
            return;                                                                                  \
        }                                                                                            \
        ((loom_##kernel##_fn *)asked)(SCHEDULE, s->iv, STATE, s->in, s->out, s->in + BYTES, BLOCKS); \
    }
LOOM_AES_CBC_HASHES(ASK_BOTH)

/* Each lane reads from a place of its own, and writes to one. */
#define ASK_LANES(kernel, single, lanes)                                                        \
    static void ask_##kernel(loom_any_fn asked, struct sheet *s)                                \
    {                                                                                           \
        const void *in[lanes];                                                                  \
        void *state[lanes];                                                                     \
        for (size_t i = 0; i < (lanes); i++) {                                                  \
            in[i] = s->in + 8 * i;                                                              \
            state[i] = s->state.wide + sizeof s->state / sizeof s->state.wide[0] / (lanes) * i; \
            if (asked == NULL) {                                                                \
                FIRST(single)(state[i], in[i], 2);                                              \
            }                                                                                   \
        }                                                                                       \
        if (asked != NULL) {                                                                    \
            ((loom_##kernel##_fn *)asked)((void *)state, (void *)in, 2);                        \
        }                                                                                       \
    }
LOOM_HASH_LANES(ASK_LANES)

#define ASK_STREAMS(kernel, single, lanes)                                                         \
    static void ask_##kernel(loom_any_fn asked, struct sheet *s)                                   \
    {                                                                                              \
        const uint8_t *keys = (uint8_t *)s;                                                        \
        uint8_t key[16 * (STREAM_ROUNDS + 1)];                                                     \
        const void *in[lanes];                                                                     \
        void *out[lanes];                                                                          \
        for (size_t i = 0; i < (lanes); i++) {                                                     \
            in[i] = s->in + 8 * i;                                                                 \
            out[i] = s->out + 32 * i;                                                              \
            for (size_t n = 0; n <= STREAM_ROUNDS; n++) {                                          \
                memcpy(key + 16 * n, keys + 16 * ((lanes) * n + i), 16);                           \
            }                                                                                      \
            if (asked == NULL) {                                                                   \
                FIRST(single)(key, STREAM_ROUNDS, s->iv + 16 * i, in[i], out[i], 2);               \
            }                                                                                      \
        }                                                                                          \
        if (asked != NULL) {                                                                       \
            ((loom_##kernel##_fn *)asked)(keys, STREAM_ROUNDS, s->iv, (void *)in, (void *)out, 2); \
        }                                                                                          \
    }
LOOM_STREAMS(ASK_STREAMS)

struct question {
    void (*ask)(loom_any_fn, struct sheet *);
    int by_others; /* whether NULL asks */
};

/* By the number of the kernel. NULL: kernels from outside, and those whose variants use no feature that is new (RC4),
 * or that emulators have (pairs of numbers). */
static const struct question questions[LOOM_KERNEL_COUNT + 1] = {
#define ROW(kernel, ...) [LOOM_KERNEL_##kernel] = {ask_##kernel, 0},
#define OTHERS_ROW(kernel, ...) [LOOM_KERNEL_##kernel] = {ask_##kernel, 1},
#define BOTH_ROW(name, kernel, ...) [LOOM_KERNEL_##kernel] = {ask_##kernel, 1},
    LOOM_HASH_KERNELS(ROW) LOOM_HASH_LANES(OTHERS_ROW) LOOM_STREAMS(OTHERS_ROW) LOOM_AES_CBC_HASHES(BOTH_ROW)
#if defined(LOOM_HAVE_aes_ecb_encrypt)
        ROW(aes_ecb_encrypt, 0)
#endif
#if defined(LOOM_HAVE_aes_ecb_decrypt)
            ROW(aes_ecb_decrypt, 0)
#endif
#if defined(LOOM_HAVE_aes_cbc_encrypt)
                ROW(aes_cbc_encrypt, 0)
#endif
#if defined(LOOM_HAVE_aes_cbc_decrypt)
                    ROW(aes_cbc_decrypt, 0)
#endif
#if defined(LOOM_HAVE_aes_ctr32)
                        ROW(aes_ctr32, 0)
#endif
#if defined(LOOM_HAVE_aes_set_encrypt_key)
                            ROW(aes_set_encrypt_key, 0)
#endif
#if defined(LOOM_HAVE_aes_set_decrypt_key)
                                ROW(aes_set_decrypt_key, 0)
#endif
#if defined(LOOM_HAVE_mont_mul)
                                    ROW(mont_mul, 0)
#endif
#if defined(LOOM_HAVE_mont_sqr)
                                        ROW(mont_sqr, 0)
#endif
                                            [LOOM_KERNEL_COUNT] = {NULL, 0}};

/* A number that stands for all that the variant wrote. */
static LOOM_INNER uint64_t answer(size_t kernel, loom_any_fn asked)
{
    struct sheet sheet;
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
    questions[kernel].ask(asked, &sheet);
    for (size_t i = 0; i < sizeof sheet; i++) {
        number = (number ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return number;
}

/* ---- answers ---- */

static size_t users_of(unsigned char feature)
{
    size_t users = 0;
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        for (size_t v = 0; v < loom_kernel_rows[k].variant_count; v++) {
            const unsigned char *need = loom_kernel_rows[k].variants[v].needs;
            while (*need != LOOM_CPU_NONE && *need != feature) {
                need++;
            }
            users += *need != LOOM_CPU_NONE;
        }
    }
    return users;
}

/* Takes away the feature of the variant that the fewest variants need. Returns 0 if the variant needs none. */
static int take_away(struct loom_cpu *cpu, const struct loom_variant *variant)
{
    unsigned char rarest = *variant->needs;
    for (const unsigned char *need = variant->needs; *need != LOOM_CPU_NONE; need++) {
        rarest = users_of(*need) < users_of(rarest) ? *need : rarest;
    }
    if (rarest == LOOM_CPU_NONE) {
        return 0;
    }
    loom_features_add(&cpu->wrong, (enum loom_feature)rarest, 1);
    loom_features_remove(&cpu->features, (enum loom_feature)rarest);
    loom_features_close(&cpu->features);
    return 1;
}

static void ask_kernel(struct loom_cpu *cpu, size_t kernel)
{
    const struct loom_kernel *row = &loom_kernel_rows[kernel];
    uint64_t first = 0;
    for (size_t v = row->variant_count; v-- > 1 && questions[kernel].ask != NULL;) {
        if (!loom_variant_runs(&row->variants[v], &cpu->features)) {
            continue;
        }
        first = first != 0 ? first : answer(kernel, questions[kernel].by_others ? NULL : row->variants[0].function);
        if (answer(kernel, row->variants[v].function) != first && !take_away(cpu, &row->variants[v])) {
            return;
        }
    }
}

void loom_ask(struct loom_cpu *cpu)
{
    if (!is_trusted(cpu)) {
        for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
            ask_kernel(cpu, k);
        }
    }
}

#else

void loom_ask(struct loom_cpu *cpu)
{
    (void)cpu; /* no register of another instruction set tells of an emulator */
}

#endif
