/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Ends the program with the line and the text of a condition that does not hold.
 */
#ifndef HOLDS_H
#define HOLDS_H

#include <stdio.h>
#include <stdlib.h>

#define HOLDS(condition)                                            \
    do {                                                            \
        if (!(condition)) {                                         \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            exit(1);                                                \
        }                                                           \
    } while (0)

#endif
