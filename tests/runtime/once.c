/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Changes the environment before and after the first call. The program obeys its arguments in turn: NAME=VALUE sets a
 * variable, -NAME removes one, "use" calls a kernel, "explain" prints the text of dispatch, "threads" does both in
 * eight threads at the same time.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"

int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);

static void use(void)
{
    uint8_t digest[16];
    loom_md5((const uint8_t *)"abc", 3, digest);
    if (digest[0] != 0x90 || digest[15] != 0x72) {
        fprintf(stderr, "a wrong digest\n");
        exit(1);
    }
}

static void *both(void *unused)
{
    char text[16384];
    use();
    loom_explain(text, sizeof text);
    use();
    return unused;
}

int main(int argc, char **argv)
{
    static char text[65536];
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (strcmp(argv[i], "use") == 0) {
            use();
        } else if (strcmp(argv[i], "threads") == 0) {
            pthread_t threads[8];
            for (int t = 0; t < 8; t++) {
                if (pthread_create(&threads[t], NULL, both, NULL) != 0) {
                    return 2;
                }
            }
            for (int t = 0; t < 8; t++) {
                pthread_join(threads[t], NULL);
            }
        } else if (strcmp(argv[i], "explain") == 0) {
            loom_explain(text, sizeof text);
            fputs(text, stdout);
        } else if (argv[i][0] == '-') {
            unsetenv(argv[i] + 1);
        } else if (equals != NULL) {
            *equals = 0;
            setenv(argv[i], equals + 1, 1);
        } else {
            return 2;
        }
    }
    return 0;
}
