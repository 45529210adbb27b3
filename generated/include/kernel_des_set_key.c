/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel des_set_key: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"
#include "cipher.h"

/* WITH_<features>(what there is with a variant's file, and without): old assemblers refuse some files. */
#if defined(LOOM_WITHOUT_neon)
#define WITH_neon(there, otherwise) otherwise
#else
#define WITH_neon(there, otherwise) there
#endif

#if defined(LOOM_WITHOUT_ssse3)
#define WITH_ssse3(there, otherwise) otherwise
#else
#define WITH_ssse3(there, otherwise) there
#endif

KERNEL(des_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8)
CHOOSER(des_set_key, void, LOOM_DO, (const uint8_t *key, size_t key_bytes, uint8_t *schedule), \
      (key, key_bytes, schedule), 0, 8)

#if defined(LOOM_ON_AARCH64)
DECLARED(des_set_key, scalar)
DECLARED(des_set_key, neon)
static const struct loom_variant variants_des_set_key[] = {
    PORTABLE(des_set_key)
    VARIANT(des_set_key, scalar, 3, 192, 0, 0, LOOM_CPU_NONE)
    WITH_neon(VARIANT(des_set_key, neon, 5, 272, 0, 0, LOOM_CPU_NEON, LOOM_CPU_NONE), )
};
loom_des_set_key_fn *const loom_slots_des_set_key[] = {
    resolve_des_set_key,
    choose_des_set_key,
    loom_des_set_key_portable,
    LOOM_NAME(des_set_key_scalar),
    resolve_des_set_key,
    WITH_neon(LOOM_NAME(des_set_key_neon), resolve_des_set_key),
    resolve_des_set_key,
    resolve_des_set_key,
};
const struct loom_kernel loom_row_des_set_key = {
    "des_set_key", variants_des_set_key, NULL, &loom_way_des_set_key,
    NULL, COUNT(variants_des_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(des_set_key, scalar)
DECLARED(des_set_key, ssse3)
static const struct loom_variant variants_des_set_key[] = {
    PORTABLE(des_set_key)
    VARIANT(des_set_key, scalar, 3, 208, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(des_set_key, ssse3, 4, 364, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
};
loom_des_set_key_fn *const loom_slots_des_set_key[] = {
    resolve_des_set_key,
    choose_des_set_key,
    loom_des_set_key_portable,
    LOOM_NAME(des_set_key_scalar),
    WITH_ssse3(LOOM_NAME(des_set_key_ssse3), resolve_des_set_key),
    resolve_des_set_key,
    resolve_des_set_key,
    resolve_des_set_key,
};
const struct loom_kernel loom_row_des_set_key = {
    "des_set_key", variants_des_set_key, NULL, &loom_way_des_set_key,
    NULL, COUNT(variants_des_set_key), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(des_set_key, scalar)
DECLARED(des_set_key, ssse3)
static const struct loom_variant variants_des_set_key[] = {
    PORTABLE(des_set_key)
    VARIANT(des_set_key, scalar, 3, 232, 0, 0, LOOM_CPU_NONE)
    WITH_ssse3(VARIANT(des_set_key, ssse3, 4, 376, 0, 0, LOOM_CPU_SSSE3, LOOM_CPU_NONE), )
};
loom_des_set_key_fn *const loom_slots_des_set_key[] = {
    resolve_des_set_key,
    choose_des_set_key,
    loom_des_set_key_portable,
    LOOM_NAME(des_set_key_scalar),
    WITH_ssse3(LOOM_NAME(des_set_key_ssse3), resolve_des_set_key),
    resolve_des_set_key,
    resolve_des_set_key,
    resolve_des_set_key,
};
const struct loom_kernel loom_row_des_set_key = {
    "des_set_key", variants_des_set_key, NULL, &loom_way_des_set_key,
    NULL, COUNT(variants_des_set_key), 0, 1,
};

#else
static const struct loom_variant variants_des_set_key[] = {
    PORTABLE(des_set_key)
};
loom_des_set_key_fn *const loom_slots_des_set_key[] = {
    resolve_des_set_key,
    choose_des_set_key,
    loom_des_set_key_portable,
    resolve_des_set_key,
    resolve_des_set_key,
    resolve_des_set_key,
    resolve_des_set_key,
    resolve_des_set_key,
};
const struct loom_kernel loom_row_des_set_key = {
    "des_set_key", variants_des_set_key, NULL, &loom_way_des_set_key,
    NULL, COUNT(variants_des_set_key), 0, 1,
};

#endif

#if defined(LOOM_HAVE_des_set_key)
CIPHER_set_key(des, 8, (key, key_bytes, ctx->schedule), \
      key_bytes == 8 ? 16 : key_bytes == 16 ? 48 : key_bytes == 24 ? 48 : 0, \
      key_bytes == 8 ? 768 : key_bytes == 16 ? 2304 : key_bytes == 24 ? 2304 : 0, 48)
#endif
