/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * speed [--alternatives] [--tables] [--json] [--terse] [--stitched] [--instructions] [--against
 * portable|libcrypto[-...]]
 *       [--rounds N] [--sizes N,...] [KERNEL...]
 *
 * Measures every variant that can run, beside portable C and, if built with LOOM_SPEED_LIBCRYPTO, libcrypto; and every
 * public function, beside libcrypto's fastest public way to the same work. `bytes` of a row that sets a key is the
 * length of the key. KERNEL selects rows by their name, by its beginning, or by the kernel or function that they
 * measure: rc4 stands for rc4_set_key, rc4_stream and rc4_md5; aes128 for all rows aes128_...; aes_ctr32 for
 * aes128_ctr, aes192_ctr and aes256_ctr; call for all public functions. --terse omits ratios, all but two sizes, public
 * functions, and unnamed rows that resemble another row. --stitched measures only kernels that do the work of two and
 * prints one table of them. --instructions counts the instructions of a call by single steps, up to 1,350 bytes.
 * --alternatives, before the names, measures public functions over portable C and those of installed libraries too, and
 * more numbers of messages in a batch. --sizes names the bytes of calls. Exit status: 0; 1 if two contenders disagree
 * on the result; 2 for a bad argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "speed.h"
#include "tuning.h"

enum { DEFAULT_ROUNDS = 151, COUNTED_BYTES = 1350, JUDGED_ROUNDS = 9, FEW_PERCENT = 20 };

static const size_t sizes[SPEED_SIZES] = {16, 48, 64, 256, 1350, 4096, 16384};
static const size_t terse_sizes[] = {256, 16384};
static const struct bench *const lists[] = {
    speed_hashes,       speed_rc4,      speed_aes,        speed_aeads,        speed_stitched, speed_call_hashes,
    speed_call_streams, speed_call_aes, speed_call_aeads, speed_call_tls,     speed_rsa,      speed_lanes,
    speed_call_batches, speed_records,  speed_ciphers,    speed_call_ciphers, speed_messages};
static size_t list_count = sizeof lists / sizeof lists[0] - 1; /* without speed_messages */

static struct side sides[SPEED_SIDES];
static size_t measured, disturbed; /* measurements, and those with few clean rounds */

/* Memory that begins at the first page boundary: whole pages for the state of each side, the input a quarter into a
 * page, and the output three quarters into a page. */
enum {
    ALL_BYTES = SPEED_MESSAGES * SPEED_MAX_BYTES,
    STATE_BYTES = (sizeof(union speed_state) + SPEED_PAGE - 1) / SPEED_PAGE * SPEED_PAGE
};
static uint8_t room[SPEED_SIDES * STATE_BYTES + 3 * SPEED_PAGE + 2 * ALL_BYTES];
static uint8_t *pages;
const uint8_t *speed_input;
static uint8_t *output;

const char speed_own[] = "";

static void lay_out(void)
{
    uint32_t v = 1;
    pages = room + (SPEED_PAGE - (uintptr_t)room % SPEED_PAGE) % SPEED_PAGE;
    uint8_t *input = pages + SPEED_SIDES * STATE_BYTES + SPEED_PAGE / 4;
    for (size_t i = 0; i < ALL_BYTES; i++) {
        v = v * UINT32_C(1664525) + UINT32_C(1013904223);
        input[i] = (uint8_t)(v >> 24);
    }
    speed_input = input;
    output = input + ALL_BYTES + SPEED_PAGE / 2;
}

static size_t add_side(size_t count, const char *name, const char *way, loom_any_fn function, run_fn *run,
                       const struct bench *bench, int foreign)
{
    if (run == NULL || count == SPEED_SIDES) {
        return count;
    }
    sides[count].state = (union speed_state *)(void *)(pages + count * STATE_BYTES);
    sides[count].out = output;
    memset(sides[count].state, 0, sizeof *sides[count].state);
    sides[count].name = name;
    sides[count].way = way;
    sides[count].function = function;
    sides[count].run = run;
    sides[count].rounds = bench->rounds;
    sides[count].foreign = foreign;
    return count + 1;
}

/* A public function while every kernel is portable C. The change is nothing beside a batch, which takes 0.2 ms. */
static void run_in_c(struct side *side, size_t bytes, size_t times)
{
    static const struct loom_plan in_c = {1, {{0, 0, LOOM_REASON_PINNED, 0}}};
    struct loom_choices room_here;
    const struct loom_choices *chosen = loom_chosen(&room_here);
    struct loom_plan plan;
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        if (strcmp((*row)->variants[0].name, "portable") == 0) {
            loom_publish(*row, &in_c);
        }
    }
    ((run_fn *)side->function)(side, bytes, times);
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        loom_make_plan(&plan, *row, chosen);
        loom_publish(*row, &plan);
    }
}

/* Whether a peer of a public function is our own code. */
static int has_alternative(const struct bench *bench)
{
    for (const struct peer *peer = bench->peers; peer != NULL && peer->name != NULL; peer++) {
        if (peer->way == speed_own || strcmp(peer->name, "single") == 0) {
            return 1;
        }
    }
    return 0;
}

static const struct loom_kernel *kernel_of(const struct bench *bench)
{
    const struct loom_kernel *const *row = loom_kernel_rows;
    while (*row != NULL && (bench->kernel == NULL || strcmp((*row)->name, bench->kernel) != 0)) {
        row++;
    }
    return *row;
}

/* A public function in a program that asks for speed over secrecy. */
static void run_with_tables(struct side *side, size_t bytes, size_t times)
{
    loom_allow_tables(1);
    ((run_fn *)side->function)(side, bytes, times);
    loom_allow_tables(0);
}

/* Whether a call of a public function, such as call_NAME128_MODE, is of a kernel NAME_MODE with tables for who asks. */
static int has_tables(const struct bench *bench)
{
    const char *called = strncmp(bench->name, "call_", 5) == 0 ? bench->name + 5 : "";
    for (const struct loom_kernel *const *row = loom_kernel_rows; *row != NULL; row++) {
        const char *name = (*row)->name, *mode = strchr(name, '_');
        size_t family = mode == NULL ? 0 : (size_t)(mode - name), length = mode == NULL ? 0 : strlen(mode);
        if (family == 0 || strncmp(called, name, family) != 0 || strlen(called) < family + length ||
            strcmp(called + strlen(called) - length, mode) != 0) {
            continue;
        }
        for (size_t v = 0; v < (*row)->variant_count; v++) {
            if ((*row)->variants[v].reveals) {
                return 1;
            }
        }
    }
    return 0;
}

static size_t collect_sides(const struct bench *bench, const struct loom_features *features,
                            const struct options *options)
{
    size_t count = 0;
    const struct loom_kernel *kernel = kernel_of(bench);
    int alternatives = options->alternatives;
    for (size_t v = 0; kernel != NULL && v < kernel->variant_count; v++) {
        const struct loom_variant *variant = &kernel->variants[v];
        if (loom_variant_runs(variant, features)) {
            count = add_side(count, variant->name, NULL, variant->function, bench->variant, bench, 0);
        }
    }
    count = add_side(count, "portable", NULL, NULL, bench->portable, bench, 0);
    if (bench->called != NULL) {
        count = add_side(count, "dispatched", NULL, bench->called, bench->variant, bench, 0);
    }
    count = add_side(count, "dispatched", NULL, NULL, bench->dispatched, bench, 0);
    if (alternatives && kernel == NULL && !has_alternative(bench)) {
        count = add_side(count, "portable", NULL, (loom_any_fn)bench->dispatched, run_in_c, bench, 0);
    }
    if (options->tables && kernel == NULL && has_tables(bench)) {
        count = add_side(count, "tables", NULL, (loom_any_fn)bench->dispatched, run_with_tables, bench, 0);
    }
    for (const struct peer *peer = bench->peers; peer != NULL && peer->name != NULL; peer++) {
        if (peer->here == NULL || peer->here(bench->rounds)) {
            int own = peer->way == speed_own;
            count = add_side(count, peer->name, own ? NULL : peer->way, NULL, peer->run, bench, !own);
        }
    }
    size_t number;
    for (const struct peer *peer = alternatives ? speed_installed(bench->name, &number) : NULL;
         peer != NULL && peer->name != NULL; peer++) {
        count = add_side(count, peer->name, NULL, NULL, peer->run, bench, 1);
        sides[count - 1].rounds = number;
    }
    return count;
}

/* The side of the variant that dispatch chooses for so many bytes. */
static size_t chosen_side(const struct bench *bench, const struct loom_choices *chosen, size_t count, size_t bytes)
{
    const struct loom_kernel *kernel = kernel_of(bench);
    if (kernel == NULL) {
        return SPEED_SIDES;
    }
    struct loom_plan plan;
    size_t s = 0;
    loom_make_plan(&plan, kernel, chosen);
    const char *name = kernel->variants[plan.band[loom_band_for(&plan, bytes)].variant].name;
    while (s < count && strcmp(sides[s].name, name) != 0) {
        s++;
    }
    return s < count ? s : SPEED_SIDES;
}

/* Whether all sides compute the same. Otherwise a comparison of speed would mean nothing. */
static int agree(const struct bench *bench, size_t count, size_t bytes)
{
    static uint8_t expected[ALL_BYTES];
    size_t length = bench->result ? bench->result : bytes;
    for (size_t s = 0; s < count; s++) {
        memset(output, 0, ALL_BYTES);
        sides[s].run(&sides[s], bytes, 1);
        if (s == 0) {
            memcpy(expected, output, length);
        } else if (memcmp(output, expected, length) != 0) {
            fprintf(stderr, "speed: %s: at %lu bytes %s and %s give different results\n", bench->name,
                    (unsigned long)bytes, sides[0].name, sides[s].name);
            return 0;
        }
    }
    return 1;
}

/* Whether `name` is `whole`, or a beginning of `whole` up to an underscore or a number. */
static int begins(const char *name, const char *whole)
{
    size_t length = strlen(name);
    return strncmp(name, whole, length) == 0 &&
           (whole[length] == 0 || whole[length] == '_' ||
            (whole[length] >= '1' && whole[length] <= '9' && !(name[length - 1] >= '0' && name[length - 1] <= '9')));
}

static int selects(const char *name, const struct bench *bench)
{
    return name[0] != 0 && (begins(name, bench->name) || (bench->kernel != NULL && strcmp(name, bench->kernel) == 0) ||
                            (bench->function != NULL && strcmp(name, bench->function) == 0));
}

static int wanted(const struct bench *bench, const struct options *options)
{
    if (options->stitched && !(bench->kernel != NULL && bench->dispatched != NULL)) {
        return 0;
    }
    for (int i = 0; i < options->name_count; i++) {
        if (selects(options->names[i], bench)) {
            return 1;
        }
    }
    if (options->terse && (bench->kernel == NULL || bench->smallest == bench->largest || bench->rounds > 10)) {
        return 0;
    }
    return options->name_count == 0;
}

static int known_name(const char *name)
{
    for (size_t l = 0; l < list_count; l++) {
        for (const struct bench *bench = lists[l]; bench->name != NULL; bench++) {
            if (selects(name, bench)) {
                return 1;
            }
        }
    }
    fprintf(stderr, "speed: no benchmark named '%s'; there are:", name);
    for (size_t l = 0; l < list_count; l++) {
        for (const struct bench *bench = lists[l]; bench->name != NULL; bench++) {
            fprintf(stderr, " %s", bench->name);
        }
    }
    fprintf(stderr, "\n");
    return 0;
}

static int known_peer(const char *name)
{
#if defined(LOOM_SPEED_LIBCRYPTO)
    if (strncmp(name, "libcrypto", 9) == 0 && (name[9] == 0 || name[9] == '-')) {
        return 1;
    }
#else
    if (strcmp(name, "libcrypto") == 0) {
        fprintf(stderr, "speed: --against libcrypto: this tool was built without it (LOOM_SPEED_LIBCRYPTO)\n");
        return 0;
    }
#endif
    if (strcmp(name, "portable") != 0) {
        fprintf(stderr, "speed: --against '%s': expected portable or libcrypto\n", name);
        return 0;
    }
    return 1;
}

/* Up to SPEED_SIZES numbers with commas between them. */
static int parse_sizes(struct options *options, const char *text)
{
    for (size_t i = 0; i < SPEED_SIZES; i++) {
        char *end;
        options->sizes[i] = (size_t)strtoul(text, &end, 10);
        if (end == text || options->sizes[i] == 0 || options->sizes[i] > SPEED_MAX_BYTES) {
            break;
        }
        if (*end == 0) {
            return 1;
        }
        text = end + (*end == ',');
    }
    fprintf(stderr, "speed: --sizes: expected up to %d numbers of 1 to %d with commas between them\n", SPEED_SIZES,
            SPEED_MAX_BYTES);
    return 0;
}

static int parse(struct options *options, int argc, char **argv)
{
    options->names = argv; /* names are moved to the front */
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            options->json = 1;
        } else if (strcmp(argv[i], "--terse") == 0) {
            options->terse = 1;
        } else if (strcmp(argv[i], "--stitched") == 0) {
            options->stitched = 1;
        } else if (strcmp(argv[i], "--instructions") == 0) {
            options->instructions = 1;
        } else if (strcmp(argv[i], "--alternatives") == 0) {
            options->alternatives = 1;
            list_count = sizeof lists / sizeof lists[0];
        } else if (strcmp(argv[i], "--tables") == 0) {
            options->tables = 1;
        } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            options->rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--sizes") == 0 && i + 1 < argc) {
            if (!parse_sizes(options, argv[++i])) {
                return 0;
            }
        } else if (strcmp(argv[i], "--against") == 0 && i + 1 < argc) {
            options->against = argv[++i];
        } else if (argv[i][0] == '-') {
            fprintf(stderr,
                    "speed: '%s': expected --alternatives, --tables, --json, --terse, --stitched, --instructions, "
                    "--against "
                    "PEER, --rounds N, --sizes N,... or a "
                    "kernel's name\n",
                    argv[i]);
            return 0;
        } else if (!known_name(argv[i])) {
            return 0;
        } else {
            options->names[options->name_count++] = argv[i];
        }
    }
    if (options->rounds < 1 || options->rounds > SPEED_MAX_ROUNDS) {
        fprintf(stderr, "speed: --rounds: expected 1 to %d\n", SPEED_MAX_ROUNDS);
        return 0;
    }
    return options->against == NULL || known_peer(options->against);
}

/* Measures one row at one size. Returns the number of sides, or 0 if two of them disagree. */
static size_t measure_size(const struct bench *bench, const struct loom_choices *chosen, struct options *options,
                           size_t bytes, struct result *result)
{
    size_t count = collect_sides(bench, &chosen->cpu.features, options);
    if (!agree(bench, count, bytes)) {
        return 0;
    }
    count = speed_keep_fastest(sides, count, bytes);
    speed_measure(result, sides, count, bytes, options->rounds);
    result->chosen = chosen_side(bench, chosen, count, bytes);
    for (size_t s = 0; s < count; s++) {
        result->instructions[s] = -1;
    }
    if (options->instructions && bytes <= COUNTED_BYTES && !speed_count(result, sides, count, bytes)) {
        fprintf(stderr, "speed: --instructions: this system lets no program take single steps; none are counted\n");
        options->instructions = 0;
    }
    measured++;
    disturbed += (size_t)(options->rounds >= JUDGED_ROUNDS && 100 * result->clean < (double)FEW_PERCENT);
    return count;
}

/* Measures one row at every size from its smallest to its largest. Returns the exit status. */
static int run_bench(const struct bench *bench, const struct loom_choices *chosen, struct options *options,
                     int of_messages)
{
    static struct result results[SPEED_SIZES];
    const size_t *list = options->terse ? terse_sizes : sizes;
    size_t listed = options->terse ? sizeof terse_sizes / sizeof terse_sizes[0] : SPEED_SIZES, done = 0, count = 0;
    if (options->stitched && !options->json) {
        list = &bench->largest;
        listed = 1;
    }
    if (options->sizes[0] > 0) {
        list = options->sizes;
        for (listed = 0; listed < SPEED_SIZES && list[listed] > 0; listed++) {
        }
    }
    size_t messages = of_messages ? bench->rounds : 1;
    if (bench->smallest == bench->largest) { /* a key */
        list = &bench->smallest;
        listed = 1;
    }
    for (size_t i = 0; i < listed; i++) {
        size_t bytes = list[i] * messages - list[i] * messages % bench->unit;
        if (bytes < bench->smallest || bytes > bench->largest) {
            continue;
        }
        if ((count = measure_size(bench, chosen, options, bytes, &results[done])) == 0) {
            return 1;
        }
        if (options->json) {
            speed_print_json(bench, &results[done], sides, count, options);
        }
        done++;
    }
    if (!options->json && options->stitched && done > 0) {
        speed_print_stitched(bench, results, sides, count);
    } else if (!options->json && done > 0) {
        speed_print_table(bench, results, done, sides, count, options);
    }
    return 0;
}

/* Tells how much of a run was disturbed. */
static void warn(const struct options *options)
{
    if (disturbed > 0) {
        fprintf(stderr,
                "speed: %lu of %lu measurements had fewer than %d%% clean rounds: other programs use this core or its "
                "other thread; run again on a quiet machine, with more --rounds\n",
                (unsigned long)disturbed, (unsigned long)measured, FEW_PERCENT);
    }
    if (options->json) {
        printf("\n]\n");
    } else {
        printf("\nthe probe reached %.1f instructions a cycle\n", speed_slots());
    }
}

int main(int argc, char **argv)
{
    struct options options = {0, 0, 0, 0, 0, 0, DEFAULT_ROUNDS, NULL, {0}, NULL, 0};
    struct loom_choices own;
    const struct loom_choices *chosen = loom_chosen(&own);
    const struct loom_cpu *cpu = &chosen->cpu;
    static char notes[8192]; /* room for LOOM_IGNORED items of escaped characters; too large for a frame */
    int status = 0;
    if (!parse(&options, argc, argv)) {
        return 2;
    }
    lay_out();
    loom_explain_overrides(chosen, notes, sizeof notes);
    fputs(notes, stderr);
    if (options.json) {
        printf("[");
    } else {
        printf("%s%s%s; medians of the clean ones of %d rounds, contenders in turn%s%s%s\n", cpu->brand,
               cpu->brand[0] ? ", " : "", loom_uarch_name(cpu->uarch), options.rounds,
               speed_peer_version()[0] ? "; " : "", speed_peer_version(),
               options.instructions ? "; instructions counted by single steps" : "");
    }
    for (size_t l = 0; l < list_count; l++) {
        for (const struct bench *bench = lists[l]; bench->name != NULL && status == 0; bench++) {
            if (wanted(bench, &options)) {
                status = run_bench(bench, chosen, &options, lists[l] == speed_messages || lists[l] == speed_records);
            }
        }
    }
    warn(&options);
    return status;
}
