/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The output of the speed tool, as tables and as JSON.
 */
#include <stdio.h>
#include <string.h>

#include "speed.h"

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

void speed_print_json(const struct bench *bench, const struct result *result, const struct side *sides, size_t count,
                      const struct options *options)
{
    static int printed;
    for (size_t s = 0; s < count; s++) {
        for (size_t p = 0; p < count; p++) {
            if (s == p || sides[s].foreign || !speed_is_peer(&sides[p], options)) {
                continue;
            }
            printf("%s\n {\"kernel\": \"%s\", \"variant\": \"%s\", \"bytes\": %lu, \"bytes_per_second\": %.0f, "
                   "\"peer\": \"%s\", \"peer_bytes_per_second\": %.0f, \"ratio\": %.4f}",
                   printed ? "," : "", bench->name, sides[s].name, (unsigned long)result->bytes, result->per_second[s],
                   sides[p].name, result->per_second[p], result->ratio[s][p]);
            printed = 1;
        }
    }
}

/* Prints a column for each size, a line with the MB/s of each side, and below a line with the ratio to each peer. */
void speed_print_table(const struct bench *bench, const struct result *results, size_t sizes, const struct side *sides,
                       size_t count, const struct options *options)
{
    printf("\n%-24s", bench->name);
    for (size_t i = 0; i < sizes; i++) {
        printf(" %7lu B", (unsigned long)results[i].bytes);
    }
    printf("\n");
    for (size_t s = 0; s < count; s++) {
        printf("  %-15s    MB/s", sides[s].name);
        for (size_t i = 0; i < sizes; i++) {
            printf(" %9.0f", results[i].per_second[s] / 1e6);
        }
        printf("\n");
        for (size_t p = 0; p < count && !options->terse; p++) {
            if (s == p || sides[s].foreign || !speed_is_peer(&sides[p], options)) {
                continue;
            }
            printf("     x %-17s", sides[p].name);
            for (size_t i = 0; i < sizes; i++) {
                printf(" %9.2f", results[i].ratio[s][p]);
            }
            printf("\n");
        }
    }
    fflush(stdout);
}
