/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * selftest [--quiet] [--explain]: exit status 0 if every variant is right, 1 if one differs, 2 for a bad argument.
 */
#include <stdio.h>
#include <string.h>

#include "internal.h"

static void LOOM_CDECL print_line(void *quiet, const char *line)
{
    if (!*(const int *)quiet || strncmp(line, "FAIL", 4) == 0) {
        puts(line);
    }
}

int main(int argc, char **argv)
{
    static char text[32768];
    int quiet = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quiet") == 0) {
            quiet = 1;
        } else if (strcmp(argv[i], "--explain") == 0) {
            loom_explain(text, sizeof text);
            fputs(text, stdout);
        } else {
            fprintf(stderr, "selftest: unknown argument '%s'; --quiet and --explain are known\n", argv[i]);
            return 2;
        }
    }
    int failures = loom_selftest(print_line, &quiet);
    if (failures > 0) {
        printf("self-test: %d differences\n", failures);
        return 1;
    }
    if (!quiet) {
        puts("self-test: all right");
    }
    return 0;
}
