/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The features of this CPU, and its microarchitecture, by which preferences are looked up.
 */
#ifndef LOOM_CPU_H
#define LOOM_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "internal.h"

/* Every feature that a kernel may ask for: X(SYMBOL, bit, "name", needs, needs). Names follow the vendors' manuals. A
 * lookup by name ignores case, '.' and '_'. Bits 0..63 are x86 and names that both ISAs have; bits 64..127 are AArch64.
 * The last two columns are the features that a feature presupposes. A hypervisor or ASMLOOM_CPU may clear one of them
 * alone; instructions of the feature must then not run either.
 */
#define LOOM_FEATURES(X)                                     \
    X(SSE2, 0, "sse2", NONE, NONE)                           \
    X(SSE3, 1, "sse3", SSE2, NONE)                           \
    X(SSSE3, 2, "ssse3", SSE3, NONE)                         \
    X(SSE41, 3, "sse4.1", SSSE3, NONE)                       \
    X(SSE42, 4, "sse4.2", SSE41, NONE)                       \
    X(POPCNT, 5, "popcnt", NONE, NONE)                       \
    X(MOVBE, 6, "movbe", NONE, NONE)                         \
    X(AES, 7, "aes", VECTOR, NONE)                           \
    X(PCLMUL, 8, "pclmul", SSE2, NONE)                       \
    X(RDRAND, 9, "rdrand", NONE, NONE)                       \
    X(RDSEED, 10, "rdseed", NONE, NONE)                      \
    X(LZCNT, 11, "lzcnt", NONE, NONE)                        \
    X(BMI1, 12, "bmi1", NONE, NONE)                          \
    X(BMI2, 13, "bmi2", NONE, NONE)                          \
    X(ADX, 14, "adx", NONE, NONE)                            \
    X(SHA, 15, "sha", SSE2, NONE)                            \
    X(GFNI, 16, "gfni", SSE2, NONE)                          \
    X(AVX, 17, "avx", SSE42, NONE)                           \
    X(F16C, 18, "f16c", AVX, NONE)                           \
    X(FMA, 19, "fma", AVX, NONE)                             \
    X(XOP, 20, "xop", AVX, NONE)                             \
    X(AVX2, 21, "avx2", AVX, NONE)                           \
    X(VAES, 22, "vaes", AVX, AES)                            \
    X(VPCLMULQDQ, 23, "vpclmulqdq", AVX, PCLMUL)             \
    X(AVXIFMA, 24, "avxifma", AVX2, NONE)                    \
    X(AVXVNNI, 25, "avxvnni", AVX2, NONE)                    \
    X(SHA512, 26, "sha512", VECTOR_256, NONE)                \
    X(SM3, 27, "sm3", VECTOR_VEX, NONE)                      \
    X(SM4, 28, "sm4", VECTOR_VEX, NONE)                      \
    X(AVX512F, 32, "avx512f", AVX2, FMA)                     \
    X(AVX512CD, 33, "avx512cd", AVX512F, NONE)               \
    X(AVX512BW, 34, "avx512bw", AVX512F, NONE)               \
    X(AVX512DQ, 35, "avx512dq", AVX512F, NONE)               \
    X(AVX512VL, 36, "avx512vl", AVX512F, NONE)               \
    X(AVX512IFMA, 37, "avx512ifma", AVX512F, NONE)           \
    X(AVX512VBMI, 38, "avx512vbmi", AVX512BW, NONE)          \
    X(AVX512VBMI2, 39, "avx512vbmi2", AVX512BW, NONE)        \
    X(AVX512VNNI, 40, "avx512vnni", AVX512F, NONE)           \
    X(AVX512BITALG, 41, "avx512bitalg", AVX512BW, NONE)      \
    X(AVX512VPOPCNTDQ, 42, "avx512vpopcntdq", AVX512F, NONE) \
    X(NEON, 64, "neon", NONE, NONE)                          \
    X(PMULL, 65, "pmull", NEON, NONE)                        \
    X(SHA1, 66, "sha1", NEON, NONE)                          \
    X(SHA256, 67, "sha256", NEON, NONE)                      \
    X(SHA3, 68, "sha3", NEON, NONE)                          \
    X(CRC32, 69, "crc32", NONE, NONE)                        \
    X(LSE, 70, "lse", NONE, NONE)                            \
    X(RDM, 71, "rdm", NEON, NONE)                            \
    X(DOTPROD, 72, "dotprod", NEON, NONE)                    \
    X(I8MM, 73, "i8mm", NEON, NONE)                          \
    X(BF16, 74, "bf16", NEON, NONE)                          \
    X(SVE, 75, "sve", NEON, NONE)                            \
    X(SVE2, 76, "sve2", SVE, NONE)                           \
    X(SVEAES, 77, "sveaes", SVE2, NONE)                      \
    X(SVEPMULL, 78, "svepmull", SVEAES, NONE)                \
    X(SVEBITPERM, 79, "svebitperm", SVE2, NONE)              \
    X(SVESHA3, 80, "svesha3", SVE2, NONE)                    \
    X(SVESM4, 81, "svesm4", SVE2, NONE)                      \
    X(SME, 82, "sme", NONE, NONE)

/* The list ends in a comma of its own, which clang-format does not see. */
/* clang-format off */
enum loom_feature {
#define LOOM_ENUMERATOR(symbol, bit, name, needs, needs_too) LOOM_CPU_##symbol = (bit),
    LOOM_FEATURES(LOOM_ENUMERATOR)
#undef LOOM_ENUMERATOR
#if defined(LOOM_X86) /* features that both ISAs have presuppose vector units of the ISA */
    LOOM_CPU_VECTOR = LOOM_CPU_SSE2,
    LOOM_CPU_VECTOR_VEX = LOOM_CPU_AVX,
    LOOM_CPU_VECTOR_256 = LOOM_CPU_AVX2,
#else
    LOOM_CPU_VECTOR = LOOM_CPU_NEON,
    LOOM_CPU_VECTOR_VEX = LOOM_CPU_NEON,
    LOOM_CPU_VECTOR_256 = LOOM_CPU_NEON,
#endif
    LOOM_CPU_LIMIT = 128, /* bits in the set */
    LOOM_CPU_NONE = 255   /* ends a list of features */
};
/* clang-format on */

/* Microarchitectures that preferences can name: X(symbol, parent, "name"). A core without rows in the preference table
 * uses the rows of its parent. */
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

/* The list ends in a comma of its own, which clang-format does not see. */
/* clang-format off */
enum loom_uarch {
#define LOOM_ENUMERATOR(symbol, parent, name) LOOM_UARCH_##symbol,
    LOOM_UARCHES(LOOM_ENUMERATOR)
#undef LOOM_ENUMERATOR
    LOOM_UARCH_COUNT
};
/* clang-format on */

#define LOOM_CPU_WORDS (LOOM_CPU_LIMIT / 64)

/* A set of features, one bit each. Only the functions below access the words. */
struct loom_features {
    uint64_t word[LOOM_CPU_WORDS];
};

struct loom_cpu {
    struct loom_features features;
    enum loom_uarch uarch;
    char vendor[16];                  /* "GenuineIntel", "Arm", "Apple" ...; empty when unknown */
    char brand[52];                   /* the name that the CPU or the system gives; may be empty */
    unsigned family, model, stepping; /* x86: displayed family and model; AArch64: implementer, part, revision */
};

LOOM_INTERNAL_BEGIN

int loom_features_has(const struct loom_features *set, enum loom_feature feature);
void loom_features_add(struct loom_features *set, enum loom_feature feature);
void loom_features_remove(struct loom_features *set, enum loom_feature feature);

/* Removes every feature that lacks a prerequisite (avx512vl without avx512f, avx2 without avx ...). */
void loom_features_close(struct loom_features *set);

/* The feature after `after` in the order of bits: the first one for LOOM_CPU_NONE, and LOOM_CPU_NONE after the last. */
enum loom_feature loom_feature_next(enum loom_feature after);
const char *loom_feature_name(enum loom_feature feature);

/* The feature called name[0..length-1], ignoring case, '.' and '_'; LOOM_CPU_NONE if no feature has that name. */
enum loom_feature loom_feature_find(const char *name, size_t length);

const char *loom_uarch_name(enum loom_uarch uarch);
enum loom_uarch loom_uarch_parent(enum loom_uarch uarch);

/* Fills *cpu with the features that both the CPU and the system support. Keeps no state; any thread may call it. */
void loom_cpu_detect(struct loom_cpu *cpu);

/* Each platform has one of these. loom_cpu_detect calls it with a zeroed *cpu. */
void loom_cpu_detect_x86(struct loom_cpu *cpu);
void loom_cpu_detect_arm(struct loom_cpu *cpu);

LOOM_INTERNAL_END

#endif
