/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: the kernel poly1305_tag: its variants, its preferences, and the C over it. Generated from the
 * kernel's contract and targets/preferences.dat; edit those, not this file.
 */
#include "row.h"

KERNEL(poly1305_tag, void, LOOM_DO, (const uint8_t key[32], const uint8_t h[24], uint8_t tag[16]), \
      (key, h, tag), 0, 4)
CHOOSER(poly1305_tag, void, LOOM_DO, (const uint8_t key[32], const uint8_t h[24], uint8_t tag[16]), \
      (key, h, tag), 0, 4)

#if defined(LOOM_ON_AARCH64)
DECLARED(poly1305_tag, scalar)
static const struct loom_variant variants_poly1305_tag[] = {
    PORTABLE(poly1305_tag)
    VARIANT(poly1305_tag, scalar, 3, 8, 0, 0, LOOM_CPU_NONE)
};
loom_poly1305_tag_fn *const loom_slots_poly1305_tag[] = {
    resolve_poly1305_tag,
    choose_poly1305_tag,
    loom_poly1305_tag_portable,
    LOOM_NAME(poly1305_tag_scalar),
};
const struct loom_kernel loom_row_poly1305_tag = {
    "poly1305_tag", variants_poly1305_tag, NULL, &loom_way_poly1305_tag,
    NULL, COUNT(variants_poly1305_tag), 0, 1,
};

#elif defined(LOOM_ON_X86)
DECLARED(poly1305_tag, scalar)
static const struct loom_variant variants_poly1305_tag[] = {
    PORTABLE(poly1305_tag)
    VARIANT(poly1305_tag, scalar, 3, 12, 0, 0, LOOM_CPU_NONE)
};
loom_poly1305_tag_fn *const loom_slots_poly1305_tag[] = {
    resolve_poly1305_tag,
    choose_poly1305_tag,
    loom_poly1305_tag_portable,
    LOOM_NAME(poly1305_tag_scalar),
};
const struct loom_kernel loom_row_poly1305_tag = {
    "poly1305_tag", variants_poly1305_tag, NULL, &loom_way_poly1305_tag,
    NULL, COUNT(variants_poly1305_tag), 0, 1,
};

#elif defined(LOOM_ON_X86_64)
DECLARED(poly1305_tag, scalar)
static const struct loom_variant variants_poly1305_tag[] = {
    PORTABLE(poly1305_tag)
    VARIANT(poly1305_tag, scalar, 3, 16, 0, 0, LOOM_CPU_NONE)
};
loom_poly1305_tag_fn *const loom_slots_poly1305_tag[] = {
    resolve_poly1305_tag,
    choose_poly1305_tag,
    loom_poly1305_tag_portable,
    LOOM_NAME(poly1305_tag_scalar),
};
const struct loom_kernel loom_row_poly1305_tag = {
    "poly1305_tag", variants_poly1305_tag, NULL, &loom_way_poly1305_tag,
    NULL, COUNT(variants_poly1305_tag), 0, 1,
};

#else
static const struct loom_variant variants_poly1305_tag[] = {
    PORTABLE(poly1305_tag)
};
loom_poly1305_tag_fn *const loom_slots_poly1305_tag[] = {
    resolve_poly1305_tag,
    choose_poly1305_tag,
    loom_poly1305_tag_portable,
    resolve_poly1305_tag,
};
const struct loom_kernel loom_row_poly1305_tag = {
    "poly1305_tag", variants_poly1305_tag, NULL, &loom_way_poly1305_tag,
    NULL, COUNT(variants_poly1305_tag), 0, 1,
};

#endif
