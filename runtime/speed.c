/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * speed [--json] [--against portable|libcrypto] [--rounds N] [KERNEL...]
 *
 * Every variant that can run, beside the portable C and (when built with LOOM_SPEED_LIBCRYPTO) libcrypto. All
 * contenders take turns in one process, in batches of at least 0.2 ms; a ratio is the median over the rounds
 * of the ratio within a round, so that a change of clock frequency or a busy neighbour touches both sides.
 * `bytes` of rc4_set_key is the length of the key. KERNEL selects by name, or by the part before an
 * underscore: rc4 stands for rc4, rc4_set_key, rc4_stream. Exit status: 0; 1 when two contenders disagree on
 * the result; 2 on a bad argument.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L /* clock_gettime, beyond C99 */
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <time.h>
#endif

#include "speed.h"

enum { MAX_ROUNDS = 1001, DEFAULT_ROUNDS = 151 };

static const size_t sizes[] = {16, 64, 256, 1024, 8192, 16384};
#define SIZES (sizeof sizes / sizeof sizes[0])

static const double shortest_batch = 0.0002; /* seconds */

#if defined(_WIN32)
/* Of kernel32, declared here so that <windows.h> is not wanted. */
__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *per_second);

static double seconds(void)
{
    int64_t count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    return (double)count / (double)per_second;
}
#else
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
#endif

struct options {
    int json;
    int rounds;
    const char *against; /* a peer's name, or NULL for all */
    char **names;
    int name_count;
};

static struct side sides[SPEED_SIDES];
static double took[SPEED_SIDES][MAX_ROUNDS]; /* seconds for one call */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values, int count)
{
    static double sorted[MAX_ROUNDS];
    memcpy(sorted, values, (size_t)count * sizeof *values);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    return sorted[count / 2];
}

/* How many times as fast as side `peer` side `side` is. */
static double ratio(size_t side, size_t peer, int rounds)
{
    static double each[MAX_ROUNDS];
    for (int r = 0; r < rounds; r++) {
        each[r] = took[peer][r] / took[side][r];
    }
    return median(each, rounds);
}

static size_t calibrate(struct side *side, size_t bytes)
{
    for (size_t times = 1;; times *= 2) {
        double start = seconds();
        side->run(side, bytes, times);
        if (seconds() - start >= shortest_batch) {
            return times;
        }
    }
}

static void measure(size_t count, size_t bytes, int rounds)
{
    size_t times[SPEED_SIDES];
    for (size_t s = 0; s < count; s++) {
        times[s] = calibrate(&sides[s], bytes);
    }
    for (int r = 0; r < rounds; r++) {
        for (size_t n = 0; n < count; n++) {
            size_t s = (n + (size_t)r) % count; /* nobody is always first */
            double start = seconds();
            sides[s].run(&sides[s], bytes, times[s]);
            took[s][r] = (seconds() - start) / (double)times[s];
        }
    }
}

static size_t add_side(size_t count, const char *name, loom_any_fn function, run_fn *run)
{
    if (run == NULL || count == SPEED_SIDES) {
        return count;
    }
    memset(&sides[count], 0, sizeof sides[count]);
    sides[count].name = name;
    sides[count].function = function;
    sides[count].run = run;
    return count + 1;
}

static size_t collect_sides(const struct bench *bench, const struct loom_features *features)
{
    size_t count = 0;
    for (size_t k = 0; bench->kernel != NULL && k < LOOM_KERNEL_COUNT; k++) {
        const struct loom_kernel *kernel = &loom_kernel_rows[k];
        for (size_t v = 0; strcmp(kernel->name, bench->kernel) == 0 && v < kernel->variant_count; v++) {
            if (loom_variant_runs(&kernel->variants[v], features)) {
                count =
                    add_side(count, kernel->variants[v].name, kernel->variants[v].function, bench->variant);
            }
        }
    }
    count = add_side(count, "portable", NULL, bench->portable);
    count = add_side(count, "dispatched", NULL, bench->dispatched);
    return add_side(count, "libcrypto", NULL, bench->libcrypto);
}

static int is_peer(const struct side *side, const struct options *options)
{
    int known = strcmp(side->name, "portable") == 0 || strcmp(side->name, "libcrypto") == 0;
    return known && (options->against == NULL || strcmp(side->name, options->against) == 0);
}

/* Whether every side computes the same; a comparison of speed would mean nothing otherwise. */
static int agree(const struct bench *bench, size_t count, size_t bytes)
{
    for (size_t s = 0; s < count; s++) {
        sides[s].run(&sides[s], bytes, 1);
        if (memcmp(sides[s].out, sides[0].out, bench->result ? bench->result : bytes) != 0) {
            fprintf(stderr, "speed: %s: at %lu bytes %s and %s give different results\n", bench->name,
                    (unsigned long)bytes, sides[0].name, sides[s].name);
            return 0;
        }
    }
    return 1;
}

static void print_json(const struct bench *bench, size_t count, size_t bytes, const struct options *options)
{
    static int printed;
    for (size_t s = 0; s < count; s++) {
        for (size_t p = 0; p < count; p++) {
            if (s == p || strcmp(sides[s].name, "libcrypto") == 0 || !is_peer(&sides[p], options)) {
                continue;
            }
            printf(
                "%s\n {\"kernel\": \"%s\", \"variant\": \"%s\", \"bytes\": %lu, \"bytes_per_second\": %.0f, "
                "\"peer\": \"%s\", \"peer_bytes_per_second\": %.0f, \"ratio\": %.4f}",
                printed ? "," : "", bench->name, sides[s].name, (unsigned long)bytes,
                (double)bytes / median(took[s], options->rounds), sides[p].name,
                (double)bytes / median(took[p], options->rounds), ratio(s, p, options->rounds));
            printed = 1;
        }
    }
}

/* One line for each size; for each side MB/s, and its ratio to each peer. */
static void print_table(const struct bench *bench, size_t count, size_t bytes, const struct options *options,
                        int first)
{
    if (first) {
        printf("\n%-12s  MB/s%s\n%8s", bench->name, options->against ? "" : ", and the ratio to each peer",
               "bytes");
        for (size_t s = 0; s < count; s++) {
            printf("  %10s", sides[s].name);
            for (size_t p = 0; p < count; p++) {
                if (p != s && is_peer(&sides[p], options) && strcmp(sides[s].name, "libcrypto") != 0) {
                    printf(" /%-9s", sides[p].name);
                }
            }
        }
        printf("\n");
    }
    printf("%8lu", (unsigned long)bytes);
    for (size_t s = 0; s < count; s++) {
        printf("  %10.0f", (double)bytes / median(took[s], options->rounds) / 1e6);
        for (size_t p = 0; p < count; p++) {
            if (p != s && is_peer(&sides[p], options) && strcmp(sides[s].name, "libcrypto") != 0) {
                printf(" %-10.2f", ratio(s, p, options->rounds));
            }
        }
    }
    printf("\n");
    fflush(stdout);
}

/* "rc4" selects rc4 and rc4_...; "rc4_stream" itself only. */
static int selects(const char *name, const char *kernel)
{
    size_t length = strlen(name);
    return strncmp(name, kernel, length) == 0 && (kernel[length] == 0 || kernel[length] == '_');
}

static int wanted(const char *kernel, const struct options *options)
{
    for (int i = 0; i < options->name_count; i++) {
        if (selects(options->names[i], kernel)) {
            return 1;
        }
    }
    return options->name_count == 0;
}

static int known_name(const char *name)
{
    for (const struct bench *bench = speed_benches; bench->name != NULL; bench++) {
        if (selects(name, bench->name)) {
            return 1;
        }
    }
    fprintf(stderr, "speed: no benchmark named '%s'; there are:", name);
    for (const struct bench *bench = speed_benches; bench->name != NULL; bench++) {
        fprintf(stderr, " %s", bench->name);
    }
    fprintf(stderr, "\n");
    return 0;
}

static int parse(struct options *options, int argc, char **argv)
{
    options->names = argv; /* names are moved to the front */
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            options->json = 1;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            options->rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--against") == 0 && i + 1 < argc) {
            options->against = argv[++i];
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "speed: '%s': expected --json, --against PEER, --rounds N or a kernel's name\n",
                    argv[i]);
            return 0;
        } else if (!known_name(argv[i])) {
            return 0;
        } else {
            options->names[options->name_count++] = argv[i];
        }
    }
    if (options->rounds < 1 || options->rounds > MAX_ROUNDS) {
        fprintf(stderr, "speed: --rounds: expected 1 to %d\n", MAX_ROUNDS);
        return 0;
    }
#if !defined(LOOM_SPEED_LIBCRYPTO)
    if (options->against != NULL && strcmp(options->against, "libcrypto") == 0) {
        fprintf(stderr,
                "speed: --against libcrypto: this tool was built without it (LOOM_SPEED_LIBCRYPTO)\n");
        return 0;
    }
#endif
    if (options->against != NULL && strcmp(options->against, "portable") != 0 &&
        strcmp(options->against, "libcrypto") != 0) {
        fprintf(stderr, "speed: --against '%s': expected portable or libcrypto\n", options->against);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct options options = {0, DEFAULT_ROUNDS, NULL, NULL, 0};
    struct loom_cpu cpu;
    struct loom_overrides overrides;
    int status = 0;
    if (!parse(&options, argc, argv)) {
        return 2;
    }
    speed_prepare();
    loom_cpu_effective(&cpu, &overrides);
    fputs(overrides.notes, stderr);
    if (options.json) {
        printf("[");
    } else {
        printf("%s%s%s; medians of %d rounds, contenders in turn\n", cpu.brand, cpu.brand[0] ? ", " : "",
               loom_uarch_name(cpu.uarch), options.rounds);
    }
    for (const struct bench *bench = speed_benches; bench->name != NULL && status == 0; bench++) {
        int first = 1;
        for (size_t i = 0; i < SIZES && wanted(bench->name, &options); i++) {
            if (sizes[i] < bench->smallest || sizes[i] > bench->largest) {
                continue;
            }
            size_t count = collect_sides(bench, &cpu.features);
            if (!agree(bench, count, sizes[i])) {
                status = 1;
                break;
            }
            measure(count, sizes[i], options.rounds);
            if (options.json) {
                print_json(bench, count, sizes[i], &options);
            } else {
                print_table(bench, count, sizes[i], &options, first);
            }
            first = 0;
        }
    }
    if (options.json) {
        printf("\n]\n");
    }
    return status;
}
