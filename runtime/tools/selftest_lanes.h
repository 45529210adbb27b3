/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Part of selftest.c: block functions for several messages at once, compared with the block function for one.
 */

enum { LANES_BLOCKS = 2, LANES_BLOCK = 128, LANES_MOST = 32, LANES_WORDS = 8, LANES_STEP = 17 };

/* A message's data begins LANES_STEP bytes behind that of the message before. */
#define LANES_TEST(kernel, single, lanes)                                              \
    static void test_##kernel(struct run *run, loom_any_fn function)                   \
    {                                                                                  \
        uint8_t data[LANES_BLOCKS * LANES_BLOCK + LANES_STEP * LANES_MOST];            \
        uint64_t got[lanes][LANES_WORDS], want[lanes][LANES_WORDS];                    \
        const void *datas[lanes];                                                      \
        void *states[lanes];                                                           \
        fill(data, sizeof data, 1);                                                    \
        fill((uint8_t *)got, sizeof got, 2);                                           \
        memcpy(want, got, sizeof want);                                                \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            datas[n] = data + LANES_STEP * n;                                          \
            states[n] = got[n];                                                        \
            loom_k_##single((void *)want[n], datas[n], LANES_BLOCKS);                  \
        }                                                                              \
        ((loom_##kernel##_fn *)function)((void *)states, (void *)datas, LANES_BLOCKS); \
        for (size_t n = 0; n < (lanes); n++) {                                         \
            check(run, "message", (unsigned long)n, got[n], want[n], sizeof got[n]);   \
        }                                                                              \
    }

LOOM_HASH_LANES(LANES_TEST)
