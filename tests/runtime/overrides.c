/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What ASMLOOM_CPU, ASMLOOM_PREFER and ASMLOOM_TUNING say, on a CPU with every feature. The program tells whether the
 * system marks it as one with more rights than its user. The first line that does not hold is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);

#include "space/holds.h"

static int marked;

/* In place of the system's. */
unsigned long getauxval(unsigned long type)
{
    return type == 23 ? (unsigned long)marked : 0;
}

static struct loom_cpu cpu;
static struct loom_overrides told;

static void give(const char *name, const char *value)
{
    HOLDS((value == NULL ? unsetenv(name) : setenv(name, value, 1)) == 0);
}

static void read_all(const char *cpu_list, const char *prefer, const char *tuning)
{
    memset(&cpu, 0, sizeof cpu);
    memset(&told, 0xff, sizeof told);
    for (unsigned f = 0; f < LOOM_CPU_COUNT; f++) {
        loom_features_add(&cpu.features, (enum loom_feature)f, f != LOOM_CPU_SM4);
    }
    give("ASMLOOM_CPU", cpu_list);
    give("ASMLOOM_PREFER", prefer);
    give("ASMLOOM_TUNING", tuning);
    loom_overrides_read(&cpu, &told);
}

static int has(const struct loom_features *set, enum loom_feature feature)
{
    return loom_features_has(set, feature);
}

static size_t pins(void)
{
    size_t count = 0;
    for (size_t i = 0; i < LOOM_PINS; i++) {
        HOLDS(told.pinned[i] >= -1);
        count += told.pinned[i] >= 0;
    }
    return count;
}

static int ignored(size_t at, enum loom_why why, const char *item)
{
    const struct loom_ignored *row = &told.ignored[at];
    return row->why == why && row->length == strlen(item) && memcmp(row->item, item, row->length) == 0;
}

/* Each variable alone, and all, in a program with its user's rights, and in one with more. */
static void rights(void)
{
    for (unsigned given = 0; given < 8; given++) {
        for (marked = 0; marked < 2; marked++) {
            const char *list = given & 1 ? "-sse2" : NULL, *prefer = given & 2 ? "latency" : NULL;
            const char *tuning = given & 4 ? "file" : NULL;
            read_all(list, prefer, tuning);
            HOLDS(told.refused == (given != 0 && marked));
            HOLDS(has(&cpu.features, LOOM_CPU_SSE2) == (!list || marked));
            HOLDS(told.policy == (prefer && !marked ? LOOM_POLICY_latency : LOOM_POLICY_any));
            HOLDS(tuning && !marked ? strcmp(told.tuning, "file") == 0 : told.tuning == NULL);
            HOLDS(pins() == 0 && told.ignored_count == 0);
        }
    }
    marked = 0;
    read_all("", "", "");
    HOLDS(!told.refused && told.tuning == NULL && told.ignored_count == 0 && has(&cpu.features, LOOM_CPU_SSE2));
}

static void features(void)
{
    read_all("-avx512f,, ,  -BMI2  ,-lz.cnt", NULL, NULL);
    HOLDS(told.ignored_count == 0);
    HOLDS(has(&told.detected, LOOM_CPU_AVX512F) && has(&told.detected, LOOM_CPU_BMI2));
    HOLDS(!has(&told.named, LOOM_CPU_AVX512F) && !has(&told.named, LOOM_CPU_BMI2) && !has(&told.named, LOOM_CPU_LZCNT));
    HOLDS(has(&told.named, LOOM_CPU_AVX512VL)); /* not named, but lost with the other */
    HOLDS(!has(&cpu.features, LOOM_CPU_AVX512F) && !has(&cpu.features, LOOM_CPU_BMI2));
    HOLDS(!has(&cpu.features, LOOM_CPU_AVX512VL) && has(&cpu.features, LOOM_CPU_AVX2));
    read_all("-sm4, avx2,-,-nothing,- avx2,-avx2,-avx2,-avx2 -bmi1,a b", NULL, NULL);
    HOLDS(told.ignored_count == 7);
    HOLDS(ignored(0, LOOM_WHY_NOT_THERE, "-sm4") && ignored(1, LOOM_WHY_NO_REMOVAL, "avx2"));
    HOLDS(ignored(2, LOOM_WHY_NO_FEATURE, "-") && ignored(3, LOOM_WHY_NO_FEATURE, "-nothing"));
    HOLDS(ignored(4, LOOM_WHY_NO_FEATURE, "- avx2") && ignored(5, LOOM_WHY_NO_FEATURE, "-avx2 -bmi1"));
    HOLDS(ignored(6, LOOM_WHY_NO_REMOVAL, "a b"));
    HOLDS(!has(&cpu.features, LOOM_CPU_AVX2) && has(&cpu.features, LOOM_CPU_BMI1));
}

/* As many items as are kept, and one more; items as long as what is kept, and longer. */
static void long_lists(void)
{
    char list[4096];
    for (size_t count = LOOM_IGNORED - 1; count <= LOOM_IGNORED + 2; count++) {
        list[0] = 0;
        for (size_t i = 0; i < count; i++) {
            snprintf(list + strlen(list), 32, "item%u,", (unsigned)i);
        }
        read_all(list, NULL, NULL);
        HOLDS(told.ignored_count == count);
        for (size_t i = 0; i < count && i < LOOM_IGNORED; i++) {
            char item[32];
            snprintf(item, sizeof item, "item%u", (unsigned)i);
            HOLDS(ignored(i, LOOM_WHY_NO_REMOVAL, item));
        }
    }
    for (size_t length = LOOM_SHOWN - 1; length <= LOOM_SHOWN + 1; length++) {
        memset(list, 'x', length);
        list[length] = 0;
        read_all(list, NULL, NULL);
        list[length < LOOM_SHOWN ? length : LOOM_SHOWN] = 0;
        HOLDS(told.ignored_count == 1 && ignored(0, LOOM_WHY_NO_REMOVAL, list));
    }
}

/* Every variant of every kernel, alone and behind another pin. */
static void pinned(void)
{
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        for (size_t v = 0; v < kernel->variant_count; v++) {
            char list[200];
            size_t other = k == 0 ? LOOM_KERNEL_COUNT - 1 : k - 1;
            int runs;
            snprintf(list, sizeof list, "%s=%s , %s=%s,throughput", loom_kernel_rows[other].name,
                     loom_kernel_rows[other].variants[0].name, kernel->name, kernel->variants[v].name);
            read_all(NULL, list, NULL);
            runs = loom_variant_runs(&kernel->variants[v], &cpu.features);
            HOLDS(told.pinned[k] == (runs ? (int)v : -1) && told.pinned[other] == 0);
            HOLDS(told.policy == LOOM_POLICY_throughput && told.ignored_count == !runs);
            HOLDS(pins() == 1 + (size_t)runs);
            snprintf(list, sizeof list, "%s=%s", kernel->name, kernel->variants[v].name);
            HOLDS(runs || ignored(0, LOOM_WHY_CANNOT_RUN, list));
        }
    }
    read_all(NULL,
             "md5_blocks,latency,md5_blocks=,md5_block=portable,md5_blockss=portable,=portable,md5_blocks=portabl,"
             "md5_blocks=portables,md5_blocks=portable=,latenc,throughputs,sha1_blocks",
             NULL);
    HOLDS(told.policy == LOOM_POLICY_latency && pins() == 0 && told.ignored_count == 11);
    HOLDS(ignored(0, LOOM_WHY_NO_VALUE, "md5_blocks") && ignored(1, LOOM_WHY_NO_VARIANT, "md5_blocks="));
    HOLDS(ignored(2, LOOM_WHY_NO_KERNEL, "md5_block=portable") &&
          ignored(3, LOOM_WHY_NO_KERNEL, "md5_blockss=portable"));
    HOLDS(ignored(4, LOOM_WHY_NO_KERNEL, "=portable") && ignored(5, LOOM_WHY_NO_VARIANT, "md5_blocks=portabl"));
    HOLDS(ignored(6, LOOM_WHY_NO_VARIANT, "md5_blocks=portables"));
    HOLDS(ignored(7, LOOM_WHY_NO_VARIANT, "md5_blocks=portable=") && ignored(8, LOOM_WHY_NO_VALUE, "latenc"));
    HOLDS(ignored(9, LOOM_WHY_NO_VALUE, "throughputs") && ignored(10, LOOM_WHY_NO_VALUE, "sha1_blocks"));
}

/* A variant whose feature ASMLOOM_CPU removes cannot be pinned. */
static void both(void)
{
    read_all("-ssse3", "sha1_blocks=ssse3,sha1_blocks=portable", NULL);
    HOLDS(pins() == 1 && told.pinned[LOOM_KERNEL_sha1_blocks] == 0 && told.ignored_count == 1);
    HOLDS(!has(&told.named, LOOM_CPU_SSSE3) && !has(&cpu.features, LOOM_CPU_SSSE3));
}

int main(void)
{
    rights();
    features();
    long_lists();
    pinned();
    both();
    return 0;
}
