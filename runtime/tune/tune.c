/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * asmloom-tune: measures the variants of each kernel that this CPU can run, and writes a preference file for
 * ASMLOOM_TUNING (tuning.h has the format). LOOM_CALLS of asmloom_kernels.h has a call of each kernel, from its
 * contract.
 *
 * All variants take turns in one process, on the same memory. The choice of dispatch stays unless another variant is
 * faster by MARGIN in at least ENOUGH of ROUNDS rounds, and again with other distances in memory: a busy machine
 * changes nothing, rather than something wrong. Variants that take 1.5 times the time of the fastest in the first calls
 * have no further turns.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1
#elif !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L /* clock_gettime, open, fdopen, fsync, beyond C99 */
#endif

#include "explain.h"
#include "tuning.h"

#if defined(LOOM_NO_ENVIRONMENT)
#error "a build with LOOM_NO_ENVIRONMENT reads no preference files, and this program has no use"
#endif

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#include <sys/stat.h>
#else
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#endif

static const double MARGIN = 1.03, TOO_SLOW = 1.5;

enum { ROUNDS = 21, ENOUGH = 16, FIRST = 3, MOST_VARIANTS = 32, MOST_AMOUNTS = 8, MOST_MEMORY = 16, PAGE = 4096 };

/* ---- the system ---- */

#if defined(_WIN32)
/* Functions of kernel32, declared here to avoid <windows.h>. */
__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *count);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *per_second);
__declspec(dllimport) int __stdcall MoveFileExA(const char *from, const char *to, unsigned long flags);

static double now(void)
{
    int64_t count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    return (double)count / (double)per_second;
}

static FILE *create(const char *path)
{
    int file = _open(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, _S_IREAD | _S_IWRITE);
    return file < 0 ? NULL : _fdopen(file, "wb");
}

#define EXISTS(path) (_access(path, 0) == 0)
#define TERMINAL() _isatty(2)
#define ON_DISK(file) (_commit(_fileno(file)) == 0)
#define REPLACE(from, to) MoveFileExA(from, to, 1 /* MOVEFILE_REPLACE_EXISTING */)
#else
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static FILE *create(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    return file < 0 ? NULL : fdopen(file, "wb");
}

#define EXISTS(path) (access(path, F_OK) == 0)
#define TERMINAL() isatty(2)
#define ON_DISK(file) (fsync(fileno(file)) == 0)
#define REPLACE(from, to) (rename(from, to) == 0)
#endif

static const char *program = "asmloom-tune";

/* Says what is wrong. Returns the exit status. */
static LOOM_SELDOM int trouble(const char *option, const char *value, const char *words)
{
    fprintf(stderr, "%s: %s%s%s: %s\n", program, option, *value ? " " : "", value, words);
    return 2;
}

/* ---- calls ---- */

/* What an argument points at: `pointers` times so many bytes, each with a pointer of its own in an array; 0: plain
 * memory. `word`: 4 for words of 32 bits, which are less than 256 (RC4's state). */
struct memory {
    uint32_t bytes;
    uint16_t pointers, word;
};

struct call {
    const char *name;
    const struct loom_kernel *kernel;
    void (*run)(loom_any_fn function, void *const *at, size_t amount, size_t times);
    const uint32_t *amounts; /* in units of the size argument; 0 at the end */
    const struct memory *memory;
    size_t count; /* of memory */
};

#define UNWRAPPED(...) __VA_ARGS__
#define RUN(kernel, arguments, sizes, areas)                                                     \
    static void run_##kernel(loom_any_fn function, void *const *at, size_t amount, size_t times) \
    {                                                                                            \
        loom_##kernel##_fn *call = (loom_##kernel##_fn *)function;                               \
        (void)amount;                                                                            \
        for (; times > 0; times--) {                                                             \
            (void)call arguments;                                                                \
        }                                                                                        \
    }                                                                                            \
    static const uint32_t amounts_##kernel[] = {UNWRAPPED sizes, 0};                             \
    static const struct memory memory_##kernel[] = {UNWRAPPED areas};
#define CALL(kernel, arguments, sizes, areas)            \
    {#kernel,          &loom_row_##kernel, run_##kernel, \
     amounts_##kernel, memory_##kernel,    sizeof memory_##kernel / sizeof memory_##kernel[0]},

LOOM_CALLS(RUN)

/* clang-format off */
static const struct call calls[] = {
    LOOM_CALLS(CALL)
    {NULL, NULL, NULL, NULL, NULL, 0},
};
/* clang-format on */

/* The same bytes without a pattern in every run (xorshift32). */
static void fill(uint8_t *out, const struct memory *memory)
{
    uint32_t seed = 2463534242u;
    for (uint32_t i = 0; i < memory->bytes; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        out[i] = (uint8_t)(seed >> 24);
    }
    for (uint32_t i = 0; memory->word == 4 && i < memory->bytes / 4; i++) {
        uint32_t word = (167 * i + 13) % 256;
        memcpy(out + 4 * i, &word, 4);
    }
}

/* A place for so many bytes. Large areas begin at different places in their pages: a load that looks like the load of a
 * recent store waits for the store. */
static size_t take(size_t *end, size_t bytes, size_t apart)
{
    size_t place = *end;
    *end += (bytes + 63) / 64 * 64 + apart + (bytes < PAGE ? 0 : 1024);
    return place;
}

/* Lays out the memory of a call, and fills it if `room` is not NULL. `apart`: bytes between areas, at least. Returns
 * the bytes. */
static size_t lay_out(const struct call *call, uint8_t *room, void **at, size_t apart)
{
    size_t end = 0;
    for (size_t m = 0; m < call->count; m++) {
        const struct memory *memory = &call->memory[m];
        size_t many = memory->pointers, array = many > 0 ? take(&end, many * sizeof room, apart) : 0;
        for (size_t n = 0; n < (many > 0 ? many : 1); n++) {
            size_t place = take(&end, memory->bytes, apart);
            if (room != NULL) {
                uint8_t *area = room + place;
                fill(area, memory);
                at[m] = many > 0 ? room + array : area;
                if (many > 0) {
                    memcpy(room + array + n * sizeof area, &area, sizeof area);
                }
            }
        }
    }
    return end;
}

/* ---- one kernel at one size ---- */

/* A variant in the contest. */
struct side {
    size_t variant, times;  /* calls in a batch */
    double least;           /* seconds of a call in the first batches */
    double seconds[ROUNDS]; /* of a call */
};

struct contest {
    const struct call *call;
    void *at[MOST_MEMORY];
    size_t amount, count;
    struct side sides[MOST_VARIANTS];
};

struct verdict {
    size_t amount;
    uint8_t variant, before; /* the one to use, and the choice of dispatch */
    double gain;             /* the speed of the one divided by that of the other, in the median round */
};

static double batch(const struct contest *contest, const struct side *side, size_t times)
{
    const struct call *call = contest->call;
    loom_any_fn function = call->kernel->variants[side->variant].function;
    call->run(function, contest->at, contest->amount, times / 8 + 1); /* wakes units, and fills caches */
    double start = now();
    call->run(function, contest->at, contest->amount, times);
    return (now() - start) / (double)times;
}

/* Fills side->least and side->times, for batches of so many seconds. */
static void try_out(const struct contest *contest, struct side *side, double seconds)
{
    size_t times = 1;
    for (int n = 0; n < FIRST;) {
        double took = batch(contest, side, times);
        side->least = side->least == 0 || took < side->least ? took : side->least;
        if (took * (double)times < seconds / 8) {
            times *= 2;
        } else {
            n++;
        }
    }
    double wanted = seconds / (side->least > 1e-10 ? side->least : 1e-10);
    side->times = wanted < 1 ? 1 : (size_t)wanted;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The speed of one side divided by that of another, in the round that ENOUGH - 1 rounds or more exceed. */
static double gain(const struct side *one, const struct side *other, int enough)
{
    double each[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        each[r] = other->seconds[r] / one->seconds[r];
    }
    qsort(each, ROUNDS, sizeof *each, by_value);
    return each[ROUNDS - enough];
}

/* The sides are the variants that run here; verdict->before is one of them. */
static void decide(struct contest *contest, double seconds, struct verdict *verdict)
{
    double fastest = 1e9;
    struct side *kept = contest->sides, *own = NULL, *best;
    for (size_t s = 0; s < contest->count; s++) {
        contest->sides[s].least = 0;
        try_out(contest, &contest->sides[s], seconds / (double)contest->count / (ROUNDS + FIRST));
        fastest = contest->sides[s].least < fastest ? contest->sides[s].least : fastest;
    }
    for (size_t s = 0; s < contest->count; s++) {
        struct side *side = &contest->sides[s];
        if (side->variant == verdict->before || side->least < TOO_SLOW * fastest) {
            own = side->variant == verdict->before ? kept : own;
            *kept++ = *side;
        }
    }
    contest->count = (size_t)(kept - contest->sides);
    for (size_t r = 0; contest->count > 1 && r < ROUNDS; r++) {
        for (size_t turn = 0; turn < contest->count; turn++) {
            struct side *side = &contest->sides[(turn + r) % contest->count]; /* nobody is always first */
            side->seconds[r] = batch(contest, side, side->times);
        }
    }
    best = own;
    for (struct side *side = contest->sides; side < kept; side++) {
        best = side != best && gain(side, best, ENOUGH) >= MARGIN ? side : best;
    }
    verdict->variant = (uint8_t)best->variant;
    verdict->gain = best == own ? 1 : gain(best, own, (ROUNDS + 1) / 2);
}

/* ---- all kernels ---- */

static const struct loom_cpu *cpu;

/* What dispatch chooses without pins: what is built in, or what ASMLOOM_TUNING says. */
static void plan_of(struct loom_plan *plan, const struct loom_kernel *kernel, enum loom_policy policy)
{
    static struct loom_choices choices;
    choices.cpu = *cpu;
    choices.overrides.policy = policy;
    loom_make_plan(plan, kernel, &choices);
}

static uint8_t variant_at(const struct loom_plan *plan, size_t bytes)
{
    return plan->band[loom_band_for(plan, bytes)].variant;
}

/* The number of a kernel's variants that run here. Fills `sides` if that is not NULL. */
static size_t running(const struct loom_kernel *kernel, struct side *sides)
{
    uint64_t usable = loom_choosable(kernel, cpu);
    size_t count = 0;
    for (size_t v = 0; v < kernel->variant_count && count < MOST_VARIANTS; v++) {
        if (usable >> v & 1) {
            if (sides != NULL) {
                sides[count].variant = v;
            }
            count++;
        }
    }
    return count;
}

/* The amounts at which a kernel is measured: none if there is nothing to choose. */
static size_t amounts_of(const struct call *call)
{
    size_t count = 0;
    while (count < MOST_AMOUNTS && (call->amounts[count] > 0 || count == 0)) {
        count++;
    }
    return running(call->kernel, NULL) > 1 ? count : 0;
}

/* Returns 0 if there is no memory. */
static int measure(const struct call *call, double end, size_t left, struct verdict *verdicts)
{
    static const size_t aparts[] = {64, 320}; /* bytes */
    static struct contest contest;
    struct loom_plan plan;
    size_t unit = call->kernel->unit, amounts = amounts_of(call);
    uint8_t *room = malloc(lay_out(call, NULL, NULL, aparts[1]) + 64);
    if (room == NULL) {
        return 0;
    }
    contest.call = call;
    plan_of(&plan, call->kernel, LOOM_POLICY_any);
    for (size_t n = 0; n < amounts; n++) {
        struct verdict *verdict = &verdicts[n];
        size_t first = MOST_VARIANTS;
        contest.amount = verdict->amount = call->amounts[n];
        verdict->before = verdict->variant = variant_at(&plan, contest.amount * unit);
        for (size_t trial = 0; trial < 2 && (trial == 0 || verdict->variant != verdict->before); trial++) {
            double share = (end - now()) / (double)(left - n);
            lay_out(call, room + (64 - (uintptr_t)room % 64), contest.at, aparts[trial]);
            contest.count = running(call->kernel, contest.sides);
            decide(&contest, share > 0.001 ? share : 0.001, verdict);
            verdict->variant = trial == 0 || verdict->variant == first ? verdict->variant : verdict->before;
            first = verdict->variant;
        }
    }
    free(room);
    return 1;
}

static void add_band(struct loom_plan *plan, size_t bytes, size_t variant)
{
    if (plan->band_count == 0 ||
        (plan->band_count < LOOM_BANDS && plan->band[plan->band_count - 1].variant != variant)) {
        plan->band[plan->band_count].min_bytes = (uint32_t)bytes;
        plan->band[plan->band_count++].variant = (uint8_t)variant;
    }
}

/* The plan of a kernel. Where the choice of dispatch stays, so do its bands between two measured sizes. */
static void make_plan(struct loom_plan *plan, const struct loom_kernel *kernel, const struct verdict *verdicts,
                      size_t amounts)
{
    struct loom_plan old;
    size_t unit = kernel->unit;
    plan_of(&old, kernel, LOOM_POLICY_any);
    plan->band_count = 0;
    for (size_t n = 0; n < amounts; n++) {
        size_t from = n == 0 ? 0 : verdicts[n].amount * unit;
        size_t end = n + 1 < amounts ? verdicts[n + 1].amount * unit : SIZE_MAX;
        int stays = verdicts[n].variant == verdicts[n].before;
        add_band(plan, from, stays ? variant_at(&old, from) : verdicts[n].variant);
        for (size_t b = 0; stays && b < old.band_count; b++) {
            if (old.band[b].min_bytes > from && old.band[b].min_bytes < end) {
                add_band(plan, old.band[b].min_bytes, old.band[b].variant);
            }
        }
    }
}

/* ---- the file ---- */

struct text {
    FILE *file;
    size_t length;
    uint64_t hash;
};

static void LOOM_PRINTF_LIKE(2, 3) put(struct text *text, const char *format, ...)
{
    char line[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    for (const char *c = line; *c != 0; c++) {
        text->hash = (text->hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        text->length++;
    }
    fputs(line, text->file);
}

static void put_plan(struct text *text, const struct loom_kernel *kernel, const struct loom_plan *plan,
                     const char *policy)
{
    for (size_t b = 0; b < plan->band_count; b++) {
        put(text, "prefer %s %lu %s%s", kernel->name, (unsigned long)plan->band[b].min_bytes,
            kernel->variants[plan->band[b].variant].name, policy);
    }
}

static void put_head(struct text *text)
{
    char vendor[sizeof cpu->vendor] = "-";
    size_t length = 0;
    for (size_t i = 0; i < sizeof vendor - 1 && cpu->vendor[i] != 0; i++) {
        vendor[length] = cpu->vendor[i];
        length += cpu->vendor[i] != ' ';
    }
    vendor[length > 0 ? length : 1] = 0;
    put(text, "asmloom-tuning 1");
    put(text, "build " LOOM_TUNING_BUILD);
    put(text, "cpu %s %x %x %s", vendor, cpu->family, cpu->model, loom_uarch_name(cpu->uarch));
}

/* A comment for each size where another variant won, the rows, and what dispatch has for a policy, which rows without a
 * policy would hide. */
static void put_kernel(struct text *text, const struct loom_kernel *kernel, const struct verdict *verdicts,
                       size_t amounts)
{
    static const char *const policies[] = {"", " throughput", " latency"};
    struct loom_plan plan, any;
    for (size_t n = 0; n < amounts; n++) {
        if (verdicts[n].variant != verdicts[n].before && text->length < LOOM_TUNING_ROOM / 4) {
            put(text, "# %s at %lu: %s %.2f x %s", kernel->name, (unsigned long)(verdicts[n].amount * kernel->unit),
                kernel->variants[verdicts[n].variant].name, verdicts[n].gain,
                kernel->variants[verdicts[n].before].name);
        }
    }
    make_plan(&plan, kernel, verdicts, amounts);
    put_plan(text, kernel, &plan, "");
    plan_of(&any, kernel, LOOM_POLICY_any);
    for (int policy = LOOM_POLICY_throughput; policy <= LOOM_POLICY_latency; policy++) {
        plan_of(&plan, kernel, (enum loom_policy)policy);
        int same = plan.band_count == any.band_count;
        for (size_t b = 0; same && b < any.band_count; b++) {
            same = plan.band[b].min_bytes == any.band[b].min_bytes && plan.band[b].variant == any.band[b].variant;
        }
        if (!same) {
            put_plan(text, kernel, &plan, policies[policy]);
        }
    }
}

/* ---- the program ---- */

static struct verdict verdicts[sizeof calls / sizeof *calls][MOST_AMOUNTS];
static size_t sizes[sizeof calls / sizeof *calls]; /* at which a kernel is measured; 0: not */

/* Fills `verdicts`. Returns an exit status. */
static int measure_all(double seconds)
{
    double end = now() + seconds;
    size_t left = 0, others = 0;
    for (size_t k = 0; calls[k].name != NULL; k++) {
        left += sizes[k];
    }
    for (size_t k = 0; calls[k].name != NULL; k++) {
        if (TERMINAL() && sizes[k] > 0) {
            fprintf(stderr, "\r%s: %-40s", program, calls[k].name);
        }
        if (sizes[k] > 0 && !measure(&calls[k], end, left, verdicts[k])) {
            return trouble(calls[k].name, "", "there is not enough memory");
        }
        left -= sizes[k];
        for (size_t n = 0; n < sizes[k]; n++) {
            others += verdicts[k][n].variant != verdicts[k][n].before;
        }
    }
    if (TERMINAL()) {
        fprintf(stderr, "\r%s: the choice of dispatch is beaten at %lu sizes\n", program, (unsigned long)others);
    }
    return 0;
}

/* Returns 0 if the file is not whole. */
static int write_to(FILE *file)
{
    struct text text = {file, 0, UINT64_C(0xcbf29ce484222325)};
    put_head(&text);
    for (size_t k = 0; calls[k].name != NULL; k++) {
        if (sizes[k] > 0) {
            put_kernel(&text, calls[k].kernel, verdicts[k], sizes[k]);
        }
    }
    fprintf(file, "end %08lx%08lx\n", (unsigned long)(text.hash >> 32), (unsigned long)(text.hash & 0xffffffffu));
    return fflush(file) == 0 && !ferror(file);
}

/* Writes a file beside `path`, which then takes that name. `trial`: only tells whether this is possible. */
static int write_into(const char *path, int trial)
{
    static char beside[4096];
    int whole = 0;
    if (strlen(path) + 16 > sizeof beside) {
        return trouble("--into", path, "the name is too long");
    }
    if (EXISTS(path) && !loom_is_regular(path)) {
        return trouble("--into", path, "expected a regular file, or a free name");
    }
    snprintf(beside, sizeof beside, "%s.%08lx", path, (unsigned long)(now() * 1e6) & 0xffffffffu);
    errno = 0;
    FILE *file = create(beside);
    if (file != NULL) {
        whole = trial || (write_to(file) && ON_DISK(file));
        whole &= fclose(file) == 0;
        whole &= trial || REPLACE(beside, path);
        int number = errno;
        if (trial || !whole) {
            remove(beside);
        }
        errno = number;
    }
    return whole ? 0 : trouble("--into", path, errno != 0 ? strerror(errno) : "cannot write there");
}

/* Marks the kernel of that name, or all of them for NULL. Returns an exit status. */
static int want(const char *name)
{
    int found = name == NULL;
    for (size_t k = 0; calls[k].name != NULL; k++) {
        if (name == NULL || strcmp(name, calls[k].name) == 0) {
            sizes[k] = amounts_of(&calls[k]);
            found = 1;
        }
    }
    if (!found) {
        trouble("--only", name, "no such kernel; there are:");
        for (size_t k = 0; calls[k].name != NULL; k++) {
            fprintf(stderr, "  %s\n", calls[k].name);
        }
    }
    return found ? 0 : 2;
}

static const char help[] =
    "usage: %s [--into FILE] [--seconds N] [--only KERNEL]...\n"
    "Measures the variants of each kernel on this CPU, and writes a preference file for ASMLOOM_TUNING.\n"
    "  --into FILE    replaces FILE when all is measured; otherwise the file goes to standard output\n"
    "  --seconds N    1 to 3600, about so long; 5 if not said\n"
    "  --only KERNEL  this kernel alone; may be said several times\n"
    "  --version      tells the version\n"
    "The choice of dispatch stays unless another variant is 3 %% faster in 16 of 21 rounds.\n"
    "Exit status: 0 if the file is written, 2 for a wrong word or a place that cannot be written to.\n";

int main(int argc, char **argv); /* Cargo renames it, for a main of Rust */

int main(int argc, char **argv)
{
    static struct loom_choices room;
    const char *into = NULL;
    char *rest;
    unsigned long seconds = 5;
    int all = 1, status = 0;
    program = argc > 0 && argv[0] != NULL ? argv[0] : program;
    for (const char *c = program; *c != 0; c++) {
        program = *c == '/' || *c == '\\' ? c + 1 : program;
    }
    cpu = &loom_chosen(&room)->cpu;
    for (int i = 1; i < argc && status == 0; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(word, "--help") == 0) {
            printf(help, program);
            return 0;
        }
        if (strcmp(word, "--version") == 0) {
            printf("%s %s\n", program, LOOM_VERSION);
            return 0;
        }
        if (strcmp(word, "--into") == 0 && *value != 0) {
            into = argv[++i];
        } else if (strcmp(word, "--only") == 0 && *value != 0) {
            status = want(argv[++i]);
            all = 0;
        } else if (strcmp(word, "--seconds") == 0) {
            seconds = strtoul(value, &rest, 10);
            if (*value < '0' || *value > '9' || *rest != 0 || seconds < 1 || seconds > 3600) {
                return trouble(word, value, "expected a number from 1 to 3600");
            }
            i++;
        } else {
            return trouble(word, "", "expected --into FILE, --seconds N, --only KERNEL, --version or --help");
        }
    }
    status = status == 0 && all ? want(NULL) : status;
    status = status == 0 && into != NULL ? write_into(into, 1) : status;
    status = status == 0 ? measure_all((double)seconds) : status;
    if (status == 0 && into == NULL) {
        return write_to(stdout) ? 0 : trouble("standard output", "", strerror(errno));
    }
    return status == 0 ? write_into(into, 0) : status;
}
