/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: block functions for several messages at once, compared with the block function for one.
 */

enum { LANES_BLOCKS = 2, LANES_BLOCK = 128, LANES_MOST = 32, LANES_WORDS = 8, LANES_STEP = 17 };

/* More messages than 16 have states of eight words of 32 bits at most. */
#define LANES_STATE(lanes) ((lanes) > 16 ? LANES_WORDS / 2 : LANES_WORDS)

/* A message's data begins LANES_STEP bytes behind that of the message before. */
#define LANES_TEST(kernel, single, lanes)                                              \
    static void test_##kernel(struct run *run, loom_any_fn function)                   \
    {                                                                                  \
        uint8_t data[LANES_BLOCKS * LANES_BLOCK + LANES_STEP * LANES_MOST];            \
        uint64_t got[lanes][LANES_STATE(lanes)], want[LANES_STATE(lanes)];             \
        const void *datas[lanes];                                                      \
        void *states[lanes];                                                           \
        fill(data, sizeof data, 1);                                                    \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            datas[n] = data + LANES_STEP * n;                                          \
            states[n] = got[n];                                                        \
            fill((uint8_t *)got[n], sizeof got[n], (uint32_t)n + 2);                   \
        }                                                                              \
        ((loom_##kernel##_fn *)function)((void *)states, (void *)datas, LANES_BLOCKS); \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            fill((uint8_t *)want, sizeof want, (uint32_t)n + 2);                       \
            loom_k_##single((void *)want, datas[n], LANES_BLOCKS);                     \
            check(run, "message", (unsigned long)n, got[n], want, sizeof want);        \
        }                                                                              \
    }

LOOM_HASH_LANES(LANES_TEST)
