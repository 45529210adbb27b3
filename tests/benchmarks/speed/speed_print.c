/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The output of the speed tool, as tables and as JSON.
 */
#include <stdio.h>
#include <string.h>

#include "speed.h"

#if defined(LOOM_SPEED_LIBCRYPTO)
const char *OpenSSL_version(int kind);

const char *speed_peer_version(void)
{
    return OpenSSL_version(0);
}
#else
const char *speed_peer_version(void)
{
    return "";
}
#endif

/* "libcrypto" also stands for libcrypto-vpaes and so on. */
static int named(const char *name, const char *asked)
{
    size_t length = strlen(asked);
    return strncmp(name, asked, length) == 0 && (name[length] == 0 || name[length] == '-');
}

int speed_is_peer(const struct side *side, const struct options *options)
{
    int peer = side->foreign || strcmp(side->name, "portable") == 0;
    return peer && (options->against == NULL || named(side->name, options->against));
}

static void print_pair(const struct bench *bench, const struct result *result, const struct side *sides, size_t s,
                       const size_t *p)
{
    static int printed;
    struct loom_choices room;
    const struct loom_cpu *cpu = &loom_chosen(&room)->cpu;
    const struct side *peer = p == NULL ? NULL : &sides[*p];
    printf("%s\n {\"kernel\": \"%s\", \"function\": \"%s%s\", \"variant\": \"%s\", \"chosen\": %s, \"bytes\": %lu, "
           "\"bytes_per_second\": %.0f, \"instructions_per_byte\": ",
           printed ? "," : "", bench->name, bench->kernel != NULL ? "loom_k_" : "",
           bench->kernel != NULL ? bench->kernel : bench->function, sides[s].name,
           s == result->chosen ? "true" : "false", (unsigned long)result->bytes, result->per_second[s]);
    if (result->instructions[s] < 0) {
        printf("null");
    } else {
        printf("%.3f", (double)result->instructions[s] / (double)result->bytes);
    }
    if (peer == NULL) {
        printf(", \"peer\": null, \"way\": null, \"peer_version\": null, \"peer_bytes_per_second\": null, "
               "\"ratio\": null");
    } else {
        printf(", \"peer\": \"%s\", \"way\": \"%s\", \"peer_version\": \"%s\", \"peer_bytes_per_second\": %.0f, "
               "\"ratio\": %.4f",
               peer->name, peer->way != NULL ? peer->way : "",
               strncmp(peer->name, "libcrypto", 9) == 0 ? speed_peer_version() : "", result->per_second[*p],
               result->ratio[s][*p]);
    }
    if (peer == NULL || result->shared_ratio[s][*p] == 0) {
        printf(", \"shared_ratio\": null");
    } else {
        printf(", \"shared_ratio\": %.4f", result->shared_ratio[s][*p]);
    }
    printf(", \"clean\": %.3f, \"shared\": %.3f, \"few\": %s, \"gigahertz\": %.3f, \"cpu\": \"%s%s%s\"}", result->clean,
           result->shared, result->few ? "true" : "false", speed_gigahertz(), cpu->brand, cpu->brand[0] ? ", " : "",
           loom_uarch_name(cpu->uarch));
    printed = 1;
}

void speed_print_json(const struct bench *bench, const struct result *result, const struct side *sides, size_t count,
                      const struct options *options)
{
    for (size_t s = 0; s < count; s++) {
        int peers = 0;
        for (size_t p = 0; p < count; p++) {
            if (s != p && !sides[s].foreign && speed_is_peer(&sides[p], options)) {
                print_pair(bench, result, sides, s, &p);
                peers++;
            }
        }
        if (peers == 0 && !sides[s].foreign && strcmp(sides[s].name, "portable") != 0) {
            print_pair(bench, result, sides, s, NULL); /* work that the peer lacks */
        }
    }
}

/* Prints a column for each size, a line with the MB/s of each side, and below a line with the ratio to each peer. The
 * first line ends with the share of clean rounds. */
void speed_print_table(const struct bench *bench, const struct result *results, size_t sizes, const struct side *sides,
                       size_t count, const struct options *options)
{
    printf("\n%-28s", bench->name);
    for (size_t i = 0; i < sizes; i++) {
        printf(" %7lu B", (unsigned long)results[i].bytes);
    }
    printf("\n");
    for (size_t s = 0; s < count; s++) {
        for (size_t p = 0; p < count && !options->terse; p++) {
            if (s == p || sides[s].foreign || !speed_is_peer(&sides[p], options)) {
                continue;
            }
            printf("  %-12.12s x %-11.11s", sides[s].name, sides[p].name);
            for (size_t i = 0; i < sizes; i++) {
                printf(" %9.2f", results[i].ratio[s][p]);
            }
            printf("\n");
        }
        printf("  %-19s    MB/s", sides[s].name);
        for (size_t i = 0; i < sizes; i++) {
            printf(" %8.0f%c", results[i].per_second[s] / 1e6, results[i].chosen == s ? '*' : ' ');
        }
        printf("\n");
        for (size_t i = 0; i < sizes && results[0].instructions[s] >= 0; i++) {
            if (i == 0) {
                printf("  %-19s instr/B", sides[s].name);
            }
            if (results[i].instructions[s] >= 0) {
                printf(" %9.2f", (double)results[i].instructions[s] / (double)results[i].bytes);
            }
            printf("%s", i + 1 == sizes ? "\n" : "");
        }
    }
    if (options->terse) {
        return;
    }
    printf("  clean rounds %%            ");
    for (size_t i = 0; i < sizes; i++) {
        printf(" %8.0f%c", 100 * results[i].clean, results[i].few ? '!' : ' ');
    }
    printf("\n");
    fflush(stdout);
}
