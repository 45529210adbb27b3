/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * `vendor --cpu-from openssl`: features that OpenSSL's record of the CPU lacks are not used. OPENSSL_ia32cap and
 * OPENSSL_armcap, in the environment, take features from that record. cpu.c of such a set includes this file.
 */
#ifndef LOOM_ALIAS_OPENSSL_CPU_H
#define LOOM_ALIAS_OPENSSL_CPU_H

#include "cpu.h"

#if defined(LOOM_X86) || defined(LOOM_ARM64)
/* Fills the record once. asmloom may ask earlier than OpenSSL's own start. */
void OPENSSL_cpuid_setup(void);
#endif

#if defined(LOOM_X86)

extern unsigned int OPENSSL_ia32cap_P[4]; /* and more, in later versions */

/* The first words are cpuid's answers for leaf 1 (edx, ecx) and leaf 7 (ebx, ecx), without what the system does not
 * support. The record has no word for the other features of LOOM_X86_CPUID, which stay. */
static inline void alias_limit_features(struct loom_features *features)
{
    enum { LEAF1_EDX, LEAF1_ECX, LEAF7_EBX, LEAF7_ECX, NO_WORD };
    enum { LEAF7_1_EAX = NO_WORD, LEAF81_ECX = NO_WORD, AVX10 = NO_WORD };
    uint32_t words[] = {0, 0, 0, 0, UINT32_MAX};
    OPENSSL_cpuid_setup();
    for (int word = 0; word < NO_WORD; word++) {
        words[word] = OPENSSL_ia32cap_P[word];
    }
#define LIMIT(symbol, word, bit, state)                    \
    if (!(words[word] >> (bit) & 1)) {                     \
        loom_features_remove(features, LOOM_CPU_##symbol); \
    }
    LOOM_X86_CPUID(LIMIT)
#undef LIMIT
}

#elif defined(LOOM_ARM64)

extern unsigned int OPENSSL_armcap_P;

/* Bits of OpenSSL's arm_arch.h. The record has no bit for the other features, which stay. */
static inline void alias_limit_features(struct loom_features *features)
{
    static const struct {
        uint8_t feature, bit;
    } rows[] = {{LOOM_CPU_NEON, 0},   {LOOM_CPU_AES, 2},   {LOOM_CPU_SHA1, 3},
                {LOOM_CPU_SHA256, 4}, {LOOM_CPU_PMULL, 5}, {LOOM_CPU_SHA512, 6}};
    OPENSSL_cpuid_setup();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!(OPENSSL_armcap_P >> rows[i].bit & 1)) {
            loom_features_remove(features, (enum loom_feature)rows[i].feature);
        }
    }
}

#else

static inline void alias_limit_features(struct loom_features *features)
{
    (void)features;
}

#endif

#endif
