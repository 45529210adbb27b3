/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Preference files. The program obeys its arguments in turn: "load" FILE and "text" FILE print the result of
 * loom_tuning_load() and of loom_tuning_load_text(); "missing" prints that of a path that is NULL; "use" calls a
 * kernel; "explain" prints the text of dispatch; "fuzz" FILE COUNT reads as many damaged copies of a good file; "slow"
 * PIPE begins to load a pipe in another thread, and "end" FILE writes a file to that pipe and prints the result;
 * "threads" FILE prints the results of "text" FILE in eight threads at the same time.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuning.h"

enum { LONGEST = 1 << 16 };

static char text[LONGEST];

static size_t read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    if (file != NULL) {
        fclose(file);
    }
    return length;
}

static uint32_t any(uint32_t below)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* Gives the text a right last line, so that damage above it counts. */
static size_t sealed(char *copy, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t at = length < 21 ? 0 : length - 21;
    for (size_t i = 0; i < at; i++) {
        hash = (hash ^ (unsigned char)copy[i]) * 0x100000001b3u;
    }
    char last[32];
    snprintf(last, sizeof last, "end %08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffff));
    memcpy(copy + at, last, 21);
    return at + 21;
}

/* A copy with one to four damages, in memory that ends where the copy ends. */
static char *damaged(size_t *length, size_t whole)
{
    static const char likely[] = "\n #-0129afprefer end any throughput\r\t\0\xff";
    size_t bytes = whole;
    char *copy = malloc(2 * whole + 64);
    memcpy(copy, text, whole);
    for (uint32_t damages = 1 + any(4); damages > 0; damages--) {
        size_t at = any((uint32_t)bytes), run = 1 + any(40), from = any((uint32_t)bytes);
        run = run < bytes - at ? run : bytes - at;
        run = run < bytes - from ? run : bytes - from;
        switch (any(6)) {
        case 0: copy[at] = likely[any(sizeof likely)]; break;
        case 1: copy[at] ^= (char)(1 << any(8)); break;
        case 2: /* a part left out */
            memmove(copy + at, copy + at + run, bytes - at - run);
            bytes -= bytes - run > 64 ? run : 0;
            break;
        case 3: memmove(copy + at, copy + from, run); break;
        case 4: /* a part twice */
            if (bytes + run < 2 * whole) {
                memmove(copy + at + run, copy + at, bytes - at);
                bytes += run;
            }
            break;
        default: bytes = 64 + any((uint32_t)(bytes - 63)); break;
        }
    }
    if (any(3) != 0) {
        bytes = sealed(copy, bytes);
    }
    char *exact = malloc(bytes);
    memcpy(exact, copy, bytes);
    free(copy);
    *length = bytes;
    return exact;
}

/* Whether a plan begins at size 0, grows, and names variants that can run. */
static int sound(const struct loom_plan *plan, const struct loom_tuning_of *of)
{
    if (plan->band_count > LOOM_BANDS || (plan->band_count > 0 && plan->band[0].min_bytes != 0)) {
        return 0;
    }
    for (size_t b = 0; b < plan->band_count; b++) {
        const struct loom_band *band = &plan->band[b];
        if (!(of->usable >> band->variant & 1) || (b > 0 && band->min_bytes <= band[-1].min_bytes)) {
            return 0;
        }
    }
    return 1;
}

static int fuzz(const char *path, long count)
{
    struct loom_choices room;
    const struct loom_choices *chosen = loom_chosen(&room);
    size_t whole = read_all(path);
    long found[8] = {0};
    struct loom_plan plan;
    struct loom_tuning_of of = {&loom_row_rc4_stream, LOOM_POLICY_any, 0, 0, 0};
    of.usable = loom_usable(of.kernel, &chosen->cpu);
    if (loom_tuning_read(text, whole, &chosen->cpu, &of, &plan) != 0 || of.own == 0 || of.own == of.rows) {
        return 3;
    }
    for (long i = 0; i < count; i++) {
        size_t length;
        char *copy = damaged(&length, whole);
        int result = loom_tuning_read(copy, length, &chosen->cpu, &of, &plan);
        if (result > 0 || result <= LOOM_TUNING_TAKEN || !sound(&plan, &of)) {
            printf("copy %ld: result %d\n%.*s", i, result, (int)length, copy);
            return 4;
        }
        found[-result]++;
        free(copy);
    }
    for (int i = 0; i < 7; i++) {
        printf("%ld%s", found[i], i < 6 ? " " : "\n");
    }
    return 0;
}

struct loading {
    pthread_t thread;
    const char *path; /* or NULL */
    size_t length;    /* of the text without a path */
    int result;
};

static void *load_in_thread(void *argument)
{
    struct loading *loading = argument;
    loading->result =
        loading->path != NULL ? loom_tuning_load(loading->path) : loom_tuning_load_text(text, loading->length);
    return NULL;
}

static void start(struct loading *loading)
{
    if (pthread_create(&loading->thread, NULL, load_in_thread, loading) != 0) {
        exit(2);
    }
}

static void tell_result(struct loading *loading)
{
    pthread_join(loading->thread, NULL);
    printf("%d\n", loading->result);
}

static void eight_threads(const char *path)
{
    struct loading loading[8] = {{0}};
    size_t length = read_all(path);
    for (int t = 0; t < 8; t++) {
        loading[t].length = length;
        start(&loading[t]);
    }
    for (int t = 0; t < 8; t++) {
        tell_result(&loading[t]);
    }
}

int main(int argc, char **argv)
{
    struct loading slow = {0};
    FILE *pipe = NULL;
    static char told[65536];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "use") == 0) {
            uint8_t digest[16];
            loom_md5((const uint8_t *)"abc", 3, digest);
            printf("%02x%02x\n", digest[0], digest[15]);
        } else if (strcmp(argv[i], "explain") == 0) {
            loom_explain(told, sizeof told);
            fputs(told, stdout);
        } else if (strcmp(argv[i], "missing") == 0) {
            printf("%d %d\n", loom_tuning_load(NULL), loom_tuning_load_text(NULL, 5));
        } else if (strcmp(argv[i], "load") == 0 && i + 1 < argc) {
            printf("%d\n", loom_tuning_load(argv[++i]));
        } else if (strcmp(argv[i], "text") == 0 && i + 1 < argc) {
            size_t length = read_all(argv[++i]);
            printf("%d\n", loom_tuning_load_text(text, length));
        } else if (strcmp(argv[i], "threads") == 0 && i + 1 < argc) {
            eight_threads(argv[++i]);
        } else if (strcmp(argv[i], "slow") == 0 && i + 1 < argc) {
            slow.path = argv[++i];
            start(&slow);
            pipe = fopen(slow.path, "wb"); /* waits for the reader: the other thread is inside its call */
        } else if (strcmp(argv[i], "end") == 0 && i + 1 < argc && pipe != NULL) {
            fwrite(text, 1, read_all(argv[++i]), pipe);
            fclose(pipe);
            tell_result(&slow);
        } else if (strcmp(argv[i], "fuzz") == 0 && i + 2 < argc) {
            int status = fuzz(argv[i + 1], strtol(argv[i + 2], NULL, 10));
            if (status != 0) {
                return status;
            }
            i += 2;
        } else {
            return 2;
        }
    }
    return 0;
}
