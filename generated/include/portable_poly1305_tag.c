/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom 0.2.0: poly1305_tag in portable C, generated from generator/kernels/hash/poly1305.py; edit that, not this file.
 */
#include "internal.h"

#if defined(LOOM_HAVE_poly1305_tag)

#include "words.h"
#include "clean.h"

#if UINTPTR_MAX > 0xffffffffu

static LOOM_INNER void run_poly1305_tag(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16])
{
    uint64_t t1 = load_le64(h);
    uint64_t t2 = load_le64(h + 8);
    uint32_t t5;
    t1 = add_carry64(t1, load_le64(key + 16), 0, &t5);
    t2 += load_le64(key + 24) + t5;
    store_le64(tag, t1);
    store_le64(tag + 8, t2);
}

void LOOM_CDECL loom_poly1305_tag_portable(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16])
{
    run_poly1305_tag(key, h, tag);
    loom_clean();
}

#else

static LOOM_INNER void run_poly1305_tag(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16])
{
    uint32_t t1 = load_le32(h);
    uint32_t t2 = load_le32(h + 4);
    uint32_t t3 = load_le32(h + 8);
    uint32_t t4 = load_le32(h + 12);
    uint32_t t9;
    t1 = add_carry32(t1, load_le32(key + 16), 0, &t9);
    uint32_t t10;
    t2 = add_carry32(t2, load_le32(key + 20), t9, &t10);
    uint32_t t11;
    t3 = add_carry32(t3, load_le32(key + 24), t10, &t11);
    t4 += load_le32(key + 28) + t11;
    store_le32(tag, t1);
    store_le32(tag + 4, t2);
    store_le32(tag + 8, t3);
    store_le32(tag + 12, t4);
}

void LOOM_CDECL loom_poly1305_tag_portable(const uint8_t key[32], const uint8_t h[24], uint8_t tag[16])
{
    run_poly1305_tag(key, h, tag);
    loom_clean();
}

#endif

#endif
