/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What this CPU can run (features) and which one it is (microarchitecture, for preferences).
 */
#ifndef LOOM_CPU_H
#define LOOM_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "internal.h"

/* Every feature a kernel may ask for: X(SYMBOL, bit, "name"). Names follow the vendors' manuals; a lookup by
 * name ignores case, '.' and '_'. Bits 0..63 are x86 and names shared by both ISAs, bits 64..127 are AArch64.
 */
#define LOOM_FEATURES(X)                      \
    X(SSE2, 0, "sse2")                        \
    X(SSE3, 1, "sse3")                        \
    X(SSSE3, 2, "ssse3")                      \
    X(SSE41, 3, "sse4.1")                     \
    X(SSE42, 4, "sse4.2")                     \
    X(POPCNT, 5, "popcnt")                    \
    X(MOVBE, 6, "movbe")                      \
    X(AES, 7, "aes")                          \
    X(PCLMUL, 8, "pclmul")                    \
    X(RDRAND, 9, "rdrand")                    \
    X(RDSEED, 10, "rdseed")                   \
    X(LZCNT, 11, "lzcnt")                     \
    X(BMI1, 12, "bmi1")                       \
    X(BMI2, 13, "bmi2")                       \
    X(ADX, 14, "adx")                         \
    X(SHA, 15, "sha")                         \
    X(GFNI, 16, "gfni")                       \
    X(AVX, 17, "avx")                         \
    X(F16C, 18, "f16c")                       \
    X(FMA, 19, "fma")                         \
    X(XOP, 20, "xop")                         \
    X(AVX2, 21, "avx2")                       \
    X(VAES, 22, "vaes")                       \
    X(VPCLMULQDQ, 23, "vpclmulqdq")           \
    X(AVXIFMA, 24, "avxifma")                 \
    X(AVXVNNI, 25, "avxvnni")                 \
    X(SHA512, 26, "sha512")                   \
    X(SM3, 27, "sm3")                         \
    X(SM4, 28, "sm4")                         \
    X(AVX512F, 32, "avx512f")                 \
    X(AVX512CD, 33, "avx512cd")               \
    X(AVX512BW, 34, "avx512bw")               \
    X(AVX512DQ, 35, "avx512dq")               \
    X(AVX512VL, 36, "avx512vl")               \
    X(AVX512IFMA, 37, "avx512ifma")           \
    X(AVX512VBMI, 38, "avx512vbmi")           \
    X(AVX512VBMI2, 39, "avx512vbmi2")         \
    X(AVX512VNNI, 40, "avx512vnni")           \
    X(AVX512BITALG, 41, "avx512bitalg")       \
    X(AVX512VPOPCNTDQ, 42, "avx512vpopcntdq") \
    X(NEON, 64, "neon")                       \
    X(PMULL, 65, "pmull")                     \
    X(SHA1, 66, "sha1")                       \
    X(SHA256, 67, "sha256")                   \
    X(SHA3, 68, "sha3")                       \
    X(CRC32, 69, "crc32")                     \
    X(LSE, 70, "lse")                         \
    X(RDM, 71, "rdm")                         \
    X(DOTPROD, 72, "dotprod")                 \
    X(I8MM, 73, "i8mm")                       \
    X(BF16, 74, "bf16")                       \
    X(SVE, 75, "sve")                         \
    X(SVE2, 76, "sve2")                       \
    X(SVEAES, 77, "sveaes")                   \
    X(SVEPMULL, 78, "svepmull")               \
    X(SVEBITPERM, 79, "svebitperm")           \
    X(SVESHA3, 80, "svesha3")                 \
    X(SVESM4, 81, "svesm4")                   \
    X(SME, 82, "sme")

enum loom_feature {
#define LOOM_ENUMERATOR(symbol, bit, name) LOOM_CPU_##symbol = (bit),
    LOOM_FEATURES(LOOM_ENUMERATOR)
#undef LOOM_ENUMERATOR
    LOOM_CPU_LIMIT = 128, /* bits in the set */
    LOOM_CPU_NONE = 255   /* ends a list of features */
};

/* Microarchitectures that preferences can be measured for: X(symbol, parent, "name"). A core that has no row
 * of its own in the preference table uses its parent's. */
#define LOOM_UARCHES(X)                                                 \
    X(generic, generic, "generic")                                      \
    X(intel_generic, generic, "intel-generic")                          \
    X(intel_haswell, intel_generic, "intel-haswell")                    \
    X(intel_skylake, intel_generic, "intel-skylake")                    \
    X(intel_skylake_avx512, intel_generic, "intel-skylake-avx512")      \
    X(intel_icelake, intel_generic, "intel-icelake")                    \
    X(intel_alderlake, intel_generic, "intel-alderlake")                \
    X(intel_sapphirerapids, intel_generic, "intel-sapphirerapids")      \
    X(intel_graniterapids, intel_sapphirerapids, "intel-graniterapids") \
    X(intel_arrowlake, intel_generic, "intel-arrowlake")                \
    X(intel_atom, intel_generic, "intel-atom")                          \
    X(amd_generic, generic, "amd-generic")                              \
    X(amd_bulldozer, amd_generic, "amd-bulldozer")                      \
    X(amd_zen1, amd_generic, "amd-zen1")                                \
    X(amd_zen2, amd_generic, "amd-zen2")                                \
    X(amd_zen3, amd_generic, "amd-zen3")                                \
    X(amd_zen4, amd_generic, "amd-zen4")                                \
    X(amd_zen5, amd_generic, "amd-zen5")                                \
    X(arm_generic, generic, "arm-generic")                              \
    X(arm_cortex_a53, arm_generic, "arm-cortex-a53")                    \
    X(arm_cortex_a55, arm_generic, "arm-cortex-a55")                    \
    X(arm_cortex_a72, arm_generic, "arm-cortex-a72")                    \
    X(arm_cortex_a76, arm_generic, "arm-cortex-a76")                    \
    X(arm_neoverse_n1, arm_cortex_a76, "arm-neoverse-n1")               \
    X(arm_neoverse_n2, arm_generic, "arm-neoverse-n2")                  \
    X(arm_neoverse_v1, arm_generic, "arm-neoverse-v1")                  \
    X(arm_neoverse_v2, arm_generic, "arm-neoverse-v2")                  \
    X(apple_generic, arm_generic, "apple-generic")                      \
    X(apple_m1, apple_generic, "apple-m1")                              \
    X(apple_m2, apple_generic, "apple-m2")                              \
    X(apple_m3, apple_generic, "apple-m3")                              \
    X(apple_m4, apple_generic, "apple-m4")

enum loom_uarch {
#define LOOM_ENUMERATOR(symbol, parent, name) LOOM_UARCH_##symbol,
    LOOM_UARCHES(LOOM_ENUMERATOR)
#undef LOOM_ENUMERATOR
    LOOM_UARCH_COUNT
};

#define LOOM_CPU_WORDS (LOOM_CPU_LIMIT / 64)

/* A set of features, one bit each. Only the functions below touch the words. */
struct loom_features {
    uint64_t word[LOOM_CPU_WORDS];
};

struct loom_cpu {
    struct loom_features features;
    enum loom_uarch uarch;
    char vendor[16]; /* "GenuineIntel", "Arm", "Apple" ...; empty when unknown */
    char brand[52];  /* the name that the CPU or the system gives; may be empty */
    unsigned family, model,
        stepping; /* x86: displayed family and model; AArch64: implementer, part, revision */
};

LOOM_INTERNAL_BEGIN

int loom_features_has(const struct loom_features *set, enum loom_feature feature);
void loom_features_add(struct loom_features *set, enum loom_feature feature);
void loom_features_remove(struct loom_features *set, enum loom_feature feature);

/* Removes every feature whose prerequisite is absent (avx512vl without avx512f, avx2 without avx ...). */
void loom_features_close(struct loom_features *set);

/* The next known feature after `after` (LOOM_CPU_NONE starts), or LOOM_CPU_NONE at the end; bit order. */
enum loom_feature loom_feature_next(enum loom_feature after);
const char *loom_feature_name(enum loom_feature feature);

/* The feature called name[0..length-1], ignoring case, '.' and '_'; LOOM_CPU_NONE when there is none. */
enum loom_feature loom_feature_find(const char *name, size_t length);

const char *loom_uarch_name(enum loom_uarch uarch);
enum loom_uarch loom_uarch_parent(enum loom_uarch uarch);

/* Fills *cpu with what the hardware and the operating system offer. No state is kept; safe from any thread.
 */
void loom_cpu_detect(struct loom_cpu *cpu);

/* One of these exists on each platform; loom_cpu_detect calls it on a zeroed *cpu. */
void loom_cpu_detect_x86(struct loom_cpu *cpu);
void loom_cpu_detect_arm(struct loom_cpu *cpu);

LOOM_INTERNAL_END

#endif
