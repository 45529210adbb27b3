/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The registers that AArch64 functions must keep: AAPCS64, Darwin, Windows, arm64ec.
 */
#include "driver.h"

#if defined(__aarch64__)

#include <string.h>

#define REGISTERS 8u            /* for arguments */
#define FPCR_CANARY 0x400000u   /* round up, unlike the default: a reset shows */
#define PRESERVED_X 0x3ff80000u /* x19-x29 */
#define PRESERVED_D 0xff00u     /* d8-d15 */
#define BIT_X18 (1u << 18)
#define ARM64EC_X (1u << 13 | 1u << 14 | 1u << 23 | 1u << 24 | 1u << 28)
#define ARM64EC_V 0xffff0000u /* v16-v31 have no place in an x64 context record */

uint64_t loom_probe_cpu(void)
{
#if defined(_WIN32)
    return 0;
#else
    return CPU_SET_X18;
#endif
}

int loom_convention_known(enum loom_convention convention)
{
    return convention == LOOM_DEFAULT || (convention >= LOOM_AAPCS64 && convention <= LOOM_ARM64EC);
}

static void compare(enum loom_convention convention, struct loom_verdict *verdict)
{
    const struct loom_state *before = &loom_call.before;
    const struct loom_state *after = &loom_call.after;
    uint32_t whole = convention == LOOM_ARM64EC ? ARM64EC_V : 0;
    uint32_t gpr = PRESERVED_X | (convention == LOOM_ARM64EC ? ARM64EC_X : 0);
    unsigned i;
    if (loom_call.cpu & CPU_SET_X18) {
        gpr |= BIT_X18;
    } else if (after->gpr[18] != loom_call.saved[(112) / 8]) {
        verdict->gpr |= BIT_X18;
    }
    for (i = 0; i < 32; i++) {
        if ((gpr >> i & 1u) && before->gpr[i] != after->gpr[i]) {
            verdict->gpr |= 1u << i;
        }
        if (((PRESERVED_D >> i & 1u) && memcmp(before->vec[i], after->vec[i], 8) != 0) ||
            ((whole >> i & 1u) && memcmp(before->vec[i], after->vec[i], 16) != 0)) {
            verdict->vec |= 1u << i;
        }
    }
    if (after->gpr[31] != loom_call.sp) {
        verdict->special |= LOOM_BAD_SP;
    }
    if (after->fpcr != FPCR_CANARY) {
        verdict->special |= LOOM_BAD_FPCR;
    }
}

void loom_call_checked(enum loom_convention convention, uint64_t function, const uint64_t *args, const uint8_t *sizes,
                       unsigned count, unsigned clean, unsigned misalign, uint64_t seed, struct loom_verdict *verdict,
                       struct loom_fault *fault)
{
    struct loom_state *before = &loom_call.before;
    unsigned i, on_stack;
    size_t owned, at = 0;
    uint8_t *sp;
    (void)clean;
    (void)misalign;
    for (i = 0; i < 32; i++) {
        uint64_t low = loom_random(&seed), high = loom_random(&seed);
        before->gpr[i] = loom_random(&seed);
        memcpy(before->vec[i], &low, 8);
        memcpy(before->vec[i] + 8, &high, 8);
    }
    before->flags = loom_random(&seed) & 0xf0000000u;
    before->fpcr = FPCR_CANARY;
    memset(&loom_call.after, 0, sizeof loom_call.after);
    on_stack = count > REGISTERS ? count - REGISTERS : 0;
    owned = ((size_t)on_stack * 8 + 15) & ~(size_t)15;
    sp = loom_stack_prepare() - owned;
    for (i = 0; i < count; i++) {
        if (i < REGISTERS) {
            before->gpr[i] = args[i];
        } else {
            size_t size = convention == LOOM_DARWIN64 ? sizes[i] : 8; /* Apple's systems pack narrow arguments */
            at = (at + size - 1) / size * size;
            memcpy(sp + at, &args[i], size);
            at += size;
        }
    }
    loom_call.function = function;
    loom_call.sp = (uint64_t)(uintptr_t)sp;
    memset(verdict, 0, sizeof *verdict);
    loom_fault_arm(fault);
    loom_trampoline();
    loom_fault_disarm();
    if (fault->kind == 0) {
        compare(convention, verdict);
        loom_stack_check(sp, owned, verdict);
        verdict->value = loom_call.after.gpr[0];
    }
}

#else
typedef int loom_not_aarch64;
#endif
