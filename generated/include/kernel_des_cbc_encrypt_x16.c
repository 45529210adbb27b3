/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel des_cbc_encrypt_x16: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "streams_portable.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_avx512f_avx512bw_avx512vbmi_gfni)
#define WITH_avx512f_avx512bw_avx512vbmi_gfni(there, otherwise) otherwise
#else
#define WITH_avx512f_avx512bw_avx512vbmi_gfni(there, otherwise) there
#endif

KERNEL(des_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4)
CHOOSER(des_cbc_encrypt_x16, void, LOOM_DO, (const uint8_t *schedule, size_t rounds, uint8_t *iv, const uint8_t *const in[16], uint8_t *const out[16], size_t blocks), \
      (schedule, rounds, iv, in, out, blocks), blocks, 4)

#if defined(LOOM_ON_AARCH64)
static const struct loom_variant variants_des_cbc_encrypt_x16[] = {
    PORTABLE(des_cbc_encrypt_x16)
};
loom_des_cbc_encrypt_x16_fn *const loom_slots_des_cbc_encrypt_x16[] = {
    resolve_des_cbc_encrypt_x16,
    choose_des_cbc_encrypt_x16,
    loom_des_cbc_encrypt_x16_portable,
    resolve_des_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_des_cbc_encrypt_x16 = {
    "des_cbc_encrypt_x16", variants_des_cbc_encrypt_x16, NULL, &loom_way_des_cbc_encrypt_x16,
    NULL, COUNT(variants_des_cbc_encrypt_x16), 0, 8,
};

#elif defined(LOOM_ON_X86)
static const struct loom_variant variants_des_cbc_encrypt_x16[] = {
    PORTABLE(des_cbc_encrypt_x16)
};
loom_des_cbc_encrypt_x16_fn *const loom_slots_des_cbc_encrypt_x16[] = {
    resolve_des_cbc_encrypt_x16,
    choose_des_cbc_encrypt_x16,
    loom_des_cbc_encrypt_x16_portable,
    resolve_des_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_des_cbc_encrypt_x16 = {
    "des_cbc_encrypt_x16", variants_des_cbc_encrypt_x16, NULL, &loom_way_des_cbc_encrypt_x16,
    NULL, COUNT(variants_des_cbc_encrypt_x16), 0, 8,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(des_cbc_encrypt_x16, gfni512)
static const struct loom_variant variants_des_cbc_encrypt_x16[] = {
    PORTABLE(des_cbc_encrypt_x16)
    WITH_avx512f_avx512bw_avx512vbmi_gfni(VARIANT(des_cbc_encrypt_x16, gfni512, 3, 0, 1, 0, LOOM_CPU_AVX512F, LOOM_CPU_AVX512BW, LOOM_CPU_AVX512VBMI, LOOM_CPU_GFNI, LOOM_CPU_NONE), )
};
loom_des_cbc_encrypt_x16_fn *const loom_slots_des_cbc_encrypt_x16[] = {
    resolve_des_cbc_encrypt_x16,
    choose_des_cbc_encrypt_x16,
    loom_des_cbc_encrypt_x16_portable,
    WITH_avx512f_avx512bw_avx512vbmi_gfni(LOOM_NAME(des_cbc_encrypt_x16_gfni512), resolve_des_cbc_encrypt_x16),
};
const struct loom_kernel loom_row_des_cbc_encrypt_x16 = {
    "des_cbc_encrypt_x16", variants_des_cbc_encrypt_x16, NULL, &loom_way_des_cbc_encrypt_x16,
    NULL, COUNT(variants_des_cbc_encrypt_x16), 0, 8,
};

#else
static const struct loom_variant variants_des_cbc_encrypt_x16[] = {
    PORTABLE(des_cbc_encrypt_x16)
};
loom_des_cbc_encrypt_x16_fn *const loom_slots_des_cbc_encrypt_x16[] = {
    resolve_des_cbc_encrypt_x16,
    choose_des_cbc_encrypt_x16,
    loom_des_cbc_encrypt_x16_portable,
    resolve_des_cbc_encrypt_x16,
};
const struct loom_kernel loom_row_des_cbc_encrypt_x16 = {
    "des_cbc_encrypt_x16", variants_des_cbc_encrypt_x16, NULL, &loom_way_des_cbc_encrypt_x16,
    NULL, COUNT(variants_des_cbc_encrypt_x16), 0, 8,
};

#endif

STREAMS(des_cbc_encrypt_x16, des_cbc_encrypt, 16, 8, 48*rounds, 2304)
