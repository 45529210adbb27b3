/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * What preference files may say, on CPUs of any names and numbers. Each text is read from memory that ends where the
 * text ends, and from the file that the argument names. The first line that does not hold is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tuning.h"

#include "space/holds.h"

enum { LONGEST = 1 << 20, GOOD = 0 };

static const char *path;
static struct loom_cpu cpu;
static struct loom_overrides overrides;
static struct loom_plan before[LOOM_KERNEL_COUNT + 1], plans[LOOM_KERNEL_COUNT + 1];
static char body[LONGEST], text[LONGEST + 64];

static void begin(const char *vendor, unsigned family, unsigned model, enum loom_uarch uarch)
{
    memset(&cpu, 0, sizeof cpu);
    memset(&overrides, 0, sizeof overrides);
    memset(overrides.pinned, -1, sizeof overrides.pinned);
    memset(&cpu.features, 0xff, sizeof cpu.features);
    memcpy(cpu.vendor, vendor, strlen(vendor));
    cpu.family = family;
    cpu.model = model;
    cpu.uarch = uarch;
    memset(before, 0xee, sizeof before);
}

/* Reads a text in both ways, which do the same. No file stays open. */
static int result_of(const char *from, size_t length)
{
    char *exact = malloc(length + !length);
    FILE *file = fopen(path, "wb");
    int first, second, number;
    HOLDS(exact != NULL && file != NULL && fwrite(from, 1, length, file) == length && fclose(file) == 0);
    memcpy(exact, from, length);
    memcpy(plans, before, sizeof plans);
    number = dup(0);
    HOLDS(number >= 0 && close(number) == 0);
    second = loom_tuning_file(path, &cpu, &overrides, plans);
    HOLDS(dup(0) == number && close(number) == 0);
    HOLDS(second == 0 || memcmp(plans, before, sizeof plans) == 0);
    memcpy(plans, before, sizeof plans);
    first = loom_tuning_read(exact, length, &cpu, &overrides, plans);
    HOLDS(first == second && (first == 0 || memcmp(plans, before, sizeof plans) == 0));
    free(exact);
    return first;
}

/* Puts the last line behind the body, and returns the length of all. */
static size_t sealed(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t length = strlen(body);
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)body[i]) * 0x100000001b3u;
    }
    return (size_t)snprintf(text, sizeof text, "%send %08lx%08lx\n", body, (unsigned long)(hash >> 32),
                            (unsigned long)(hash & 0xffffffff));
}

/* The result of a file with these lines behind the first two, the line of this CPU if `own`. */
static int lines(const char *own, const char *rows)
{
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s\n%s%s", LOOM_TUNING_BUILD, own, rows);
    return result_of(text, sealed());
}

static const char *own(void)
{
    static char line[100];
    snprintf(line, sizeof line, "cpu Arm 41 d0c %s\n", loom_uarch_name(cpu.uarch));
    return line;
}

static int rows(const char *rows)
{
    return lines(own(), rows);
}

/* ---- the line of the CPU ---- */

static int cpu_line(const char *line)
{
    return lines(line, "# no row\n");
}

static void cpus(void)
{
    begin("GenuineIntel", 0x1234567, 0x89abcdef, LOOM_UARCH_amd_zen4);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89abcdef amd-zen4\n") == GOOD);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89abcde amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 089abcdef amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89ABCDEF amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 01234567 89abcdef amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89abcdef amd-zen3\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineInte 1234567 89abcdef amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89abcdef amd-zen4 more\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu GenuineIntel 1234567 89abcdef\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpus GenuineIntel 1234567 89abcdef amd-zen4\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu  1234567 89abcdef amd-zen4\n") == LOOM_TUNING_FOREIGN);
    begin("  Shanghai  ", 7, 0, LOOM_UARCH_generic);
    HOLDS(cpu_line("cpu Shanghai 7 0 generic\n") == GOOD);
    HOLDS(cpu_line("cpu Shanghai 7  generic\n") == LOOM_TUNING_FOREIGN);
    HOLDS(cpu_line("cpu Shanghai 7 00 generic\n") == LOOM_TUNING_FOREIGN);
    begin("", 0, 0, LOOM_UARCH_generic);
    HOLDS(cpu_line("cpu - 0 0 generic\n") == GOOD);
    HOLDS(cpu_line("cpu  0 0 generic\n") == LOOM_TUNING_FOREIGN);
    begin("fifteen letters", 0, 0, LOOM_UARCH_generic); /* all the room of a name */
    HOLDS(cpu_line("cpu fifteenletters 0 0 generic\n") == GOOD);
    begin("fifteen_letters", 0, 0, LOOM_UARCH_generic);
    HOLDS(cpu_line("cpu fifteen_letters 0 0 generic\n") == GOOD);
}

/* ---- rows ---- */

/* Whether a plan has this number of bands, and the last one this variant and least size. */
static int plan_is(size_t kernel, size_t count, size_t variant, uint32_t least)
{
    const struct loom_plan *plan = &plans[kernel];
    const struct loom_band *last = &plan->band[count - 1];
    return plan->band_count == count && last->variant == variant && last->min_bytes == least &&
           last->reason == LOOM_REASON_TUNED && last->measured_on == LOOM_UARCH_generic;
}

static int untouched(size_t kernel)
{
    return memcmp(&plans[kernel], &before[kernel], sizeof before[kernel]) == 0;
}

static void sizes(void)
{
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 99999999 portable\n") == GOOD);
    HOLDS(plan_is(LOOM_KERNEL_rc4_stream, 2, 0, 99999999) && untouched(LOOM_KERNEL_md5_blocks));
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 12345678 portable\n") == GOOD);
    HOLDS(plan_is(LOOM_KERNEL_rc4_stream, 2, 0, 12345678));
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 100000000 portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 1a portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 1/ portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 1: portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 010 portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 0 portable\n") == LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 1 portable\nprefer rc4_stream 1 portable\n") ==
          LOOM_TUNING_CORRUPT);
    HOLDS(rows("prefer rc4_stream 1 portable\n") == LOOM_TUNING_CORRUPT);
}

static void words(void)
{
    static const char *const wrong[] = {"prefer rc4_stream 0\n",
                                        "prefer rc4_stream 0 portable any any\n",
                                        "prefer rc4_stream 0 portable often\n",
                                        "prefer rc4_stream 0 portable any\n",
                                        "prefer rc4_stream 0 portable \n",
                                        "prefers rc4_stream 0 portable\n",
                                        "prefer rc4_strea 0 portable\n",
                                        "prefer  0 portable\n",
                                        "prefer rc4_stream 0 \n",
                                        "prefer rc4_stream 0 portabl\n",
                                        " prefer rc4_stream 0 portable\n",
                                        "end 0123456789abcde\n",
                                        "end 0123456789abcdef0\n",
                                        " # a comment\n",
                                        "\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        HOLDS(rows(wrong[i]) == LOOM_TUNING_CORRUPT);
    }
    HOLDS(rows("prefer rc4_stream 0 portable\n") == GOOD && plan_is(LOOM_KERNEL_rc4_stream, 1, 0, 0));
    HOLDS(rows("#\nprefer rc4_stream 0 portable\n# between\nprefer rc4_stream 8 portable\n#\n") == GOOD);
    HOLDS(plan_is(LOOM_KERNEL_rc4_stream, 2, 0, 8));
}

/* Every kernel and variant, and as many bands as a plan has, and one more. */
static void bands(void)
{
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        for (size_t v = 0; v < loom_kernel_rows[k].variant_count; v++) {
            char list[1000] = "";
            for (unsigned band = 0; band <= LOOM_BANDS; band++) {
                snprintf(list + strlen(list), 100, "prefer %s %u %s\n", loom_kernel_rows[k].name, 10 * band,
                         loom_kernel_rows[k].variants[v].name);
                HOLDS(rows(list) == (band < LOOM_BANDS ? GOOD : LOOM_TUNING_CORRUPT));
                HOLDS(band == LOOM_BANDS || plan_is(k, band + 1, v, 10 * band));
                HOLDS(untouched(k + 1));
            }
        }
    }
}

static void policies(void)
{
    const char *all = "prefer rc4_stream 0 portable\nprefer rc4_stream 0 portable throughput\n"
                      "prefer rc4_stream 7 portable throughput\nprefer rc4_stream 0 portable latency\n"
                      "prefer rc4_stream 3 portable latency\nprefer rc4_stream 5 portable latency\n";
    for (int policy = 0; policy < 3; policy++) {
        overrides.policy = (enum loom_policy)policy;
        HOLDS(rows(all) == GOOD);
        HOLDS(plan_is(LOOM_KERNEL_rc4_stream,
                      policy == LOOM_POLICY_any       ? 1
                      : policy == LOOM_POLICY_latency ? 3
                                                      : 2,
                      0,
                      policy == LOOM_POLICY_any       ? 0
                      : policy == LOOM_POLICY_latency ? 5
                                                      : 7));
        HOLDS(rows("prefer rc4_stream 0 portable latency\n") == LOOM_TUNING_CORRUPT);
        HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 1 portable latency\n") == LOOM_TUNING_CORRUPT);
        HOLDS(rows("prefer rc4_stream 0 portable\nprefer rc4_stream 0 portable latency\n"
                   "prefer rc4_stream 1 portable\n") == LOOM_TUNING_CORRUPT);
        HOLDS(rows("prefer rc4_stream 0 portable\nprefer md5_blocks 0 portable\nprefer rc4_stream 1 portable\n") ==
              LOOM_TUNING_CORRUPT);
    }
    overrides.policy = LOOM_POLICY_any;
    overrides.pinned[LOOM_KERNEL_rc4_stream] = 0;
    HOLDS(rows(all) == GOOD && untouched(LOOM_KERNEL_rc4_stream));
    overrides.pinned[LOOM_KERNEL_rc4_stream] = -1;
}

/* A variant that cannot run makes a file useless, also behind a row of a policy that does not count; a wrong row before
 * it comes first. */
static void what_cannot_run(void)
{
    memset(&cpu.features, 0, sizeof cpu.features);
    for (size_t k = 0; k < LOOM_KERNEL_COUNT; k++) {
        for (size_t v = 0; v < loom_kernel_rows[k].variant_count; v++) {
            const struct loom_variant *variant = &loom_kernel_rows[k].variants[v];
            char list[300];
            int wanted = loom_variant_runs(variant, &cpu.features) ? GOOD : LOOM_TUNING_CANNOT_RUN;
            snprintf(list, sizeof list, "prefer %s 0 %s\n", loom_kernel_rows[k].name, variant->name);
            HOLDS(rows(list) == wanted);
            snprintf(list, sizeof list, "prefer %s 0 %s latency\n", loom_kernel_rows[k].name, variant->name);
            HOLDS(rows(list) == LOOM_TUNING_CORRUPT);
        }
    }
    memset(&cpu.features, 0xff, sizeof cpu.features);
}

/* ---- lines, signs and sums ---- */

static void long_lines(void)
{
    static char list[LONGEST];
    for (size_t length = 198; length <= 205; length++) {
        memset(list, '#', length);
        memcpy(list + length, "\n", 2);
        HOLDS(rows(list) == (length <= 200 ? GOOD : LOOM_TUNING_CORRUPT));
    }
    for (size_t count = 9996; count <= 9998; count++) { /* 10,000 lines, without the last one */
        for (size_t i = 0; i < count; i++) {
            memcpy(list + 2 * i, "#\n", 3);
        }
        HOLDS(rows(list) == (count <= 9996 ? GOOD : LOOM_TUNING_CORRUPT));
    }
    for (int c = 1; c < 256; c++) {
        list[0] = '#';
        list[1] = (char)c;
        memcpy(list + 2, "x\n", 3);
        HOLDS(rows(list) == (c >= ' ' && c <= '~' ? GOOD : LOOM_TUNING_CORRUPT));
    }
}

/* A line that is refused ends the reading, even if the sum is right without it. */
static void refused_lines(void)
{
    char line[210];
    for (int longer = 0; longer < 2; longer++) {
        size_t length, bytes = longer ? 203 : 2;
        HOLDS(rows("prefer rc4_stream 0 portable\n") == GOOD);
        length = sealed();
        memset(line, longer ? '#' : 1, bytes);
        line[bytes - 1] = '\n';
        memmove(text + length - 21 + bytes, text + length - 21, 22);
        memcpy(text + length - 21, line, bytes);
        HOLDS(result_of(text, length + bytes) == LOOM_TUNING_CORRUPT);
    }
}

static void sums(void)
{
    size_t length;
    HOLDS(rows("prefer rc4_stream 0 portable\n") == GOOD);
    length = sealed();
    for (size_t i = 0; i < 16; i++) {
        char *digit = text + length - 17 + i, old = *digit;
        *digit = old == '0' ? '1' : '0';
        HOLDS(result_of(text, length) == LOOM_TUNING_CORRUPT);
        *digit = old;
    }
    for (size_t cut = 1; cut < length; cut++) { /* until the first line is cut, the file is known */
        HOLDS(result_of(text, length - cut) == (length - cut > 16 ? LOOM_TUNING_CORRUPT : LOOM_TUNING_UNKNOWN));
    }
    memcpy(text + length, "\n", 2);
    HOLDS(result_of(text, length + 1) == LOOM_TUNING_CORRUPT);
    memcpy(text + length, "x", 2);
    HOLDS(result_of(text, length + 1) == LOOM_TUNING_CORRUPT);
    memcpy(text + length, text, length);
    HOLDS(result_of(text, 2 * length) == LOOM_TUNING_CORRUPT);
    snprintf(body, sizeof body, "%s", "");
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_CORRUPT); /* an end alone */
}

/* What is wrong first is told. */
static void first_faults(void)
{
    static const struct {
        const char *text;
        int result;
    } heads[] = {
        {"asmloom-tuning 2\n", LOOM_TUNING_UNKNOWN},
        {"asmloom-tuning 1 1\n", LOOM_TUNING_UNKNOWN},
        {"asmloom-tunin 1\n", LOOM_TUNING_UNKNOWN},
        {"asmloom-tuning 1\nbuild x\n", LOOM_TUNING_CORRUPT},
        {"asmloom-tuning 1\nbuilds x\n", LOOM_TUNING_CORRUPT},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        snprintf(body, sizeof body, "%s", heads[i].text);
        HOLDS(result_of(text, sealed()) == heads[i].result);
    }
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s0\n%s", LOOM_TUNING_BUILD, own());
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_STALE);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s0\ncpu of nobody\nwrong\n", LOOM_TUNING_BUILD);
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_STALE);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s 1\n%s", LOOM_TUNING_BUILD, own());
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_CORRUPT);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuilt %s\n%s", LOOM_TUNING_BUILD, own());
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_CORRUPT);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s\n# no CPU\n%s", LOOM_TUNING_BUILD, own());
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_FOREIGN);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s\n", LOOM_TUNING_BUILD);
    HOLDS(result_of(text, sealed()) == LOOM_TUNING_CORRUPT);
    snprintf(body, sizeof body, "asmloom-tuning 1\nbuild %s\n%s", LOOM_TUNING_BUILD, own());
    HOLDS(result_of(text, sealed()) == GOOD); /* and no row */
}

static void files(void)
{
    static const char *const told[] = {"use",   "read", "version", "damaged",
                                       "build", "CPU",  "variant"}; /* a word of each text, by its number */
    HOLDS(loom_tuning_file(NULL, &cpu, &overrides, plans) == LOOM_TUNING_UNREADABLE);
    HOLDS(loom_tuning_file("/", &cpu, &overrides, plans) == LOOM_TUNING_UNREADABLE);
    HOLDS(loom_tuning_file("/nowhere", &cpu, &overrides, plans) == LOOM_TUNING_UNREADABLE);
    for (int result = 0; result >= LOOM_TUNING_CANNOT_RUN; result--) {
        HOLDS(strstr(loom_tuning_words(result), told[-result]) != NULL);
    }
}

int main(int argc, char **argv)
{
    path = argc == 2 ? argv[1] : "";
    cpus();
    begin("Arm", 0x41, 0xd0c, LOOM_UARCH_arm_neoverse_n1);
    sizes();
    words();
    bands();
    policies();
    what_cannot_run();
    long_lines();
    refused_lines();
    sums();
    first_faults();
    files();
    return 0;
}
