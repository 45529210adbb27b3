/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The functions that belong to no one algorithm.
 */
#include "space.h"

#include <string.h>

static void test_equal(void)
{
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t how = 0; how < 9; how++) {
            const uint8_t *a = placed(IN, text, length, how);
            uint8_t *b = placed(OUT, text, length, how / 3);
            always("loom_equal", "length, how", length, how, 0, 0);
            expect(CALL(loom_equal)(length == 0 ? NULL : a, b, length) == 1, "equal");
            if (length > 0) {
                size_t where = how == 0 ? 0 : how == 1 ? length - 1 : any(length);
                b[where] ^= (uint8_t)(1 << any(8));
                expect(CALL(loom_equal)(a, b, length) == 0, "different");
            }
            untouched();
        }
    }
}

static void test_explain(void)
{
    char *whole = (char *)place(OUT, 60000, 2);
    int length = CALL(loom_explain)(whole, 60000);
    always("loom_explain", "length", (size_t)length, 0, 0, 0);
    expect(length > 100 && strlen(whole) == (size_t)length, "the length of the text");
    for (size_t size = 0; size < (size_t)length + 9; size += size < 200 || size + 20 > (size_t)length ? 1 : 97) {
        char *some = (char *)place(IN, size, size);
        size_t kept = size > (size_t)length ? (size_t)length : size - (size > 0);
        always("loom_explain", "size", size, 0, 0, 0);
        expect(CALL(loom_explain)(size == 0 ? NULL : some, size) == length, "the same length");
        same("text", (const uint8_t *)some, (const uint8_t *)whole, kept);
        expect(size == 0 || some[kept] == 0, "a zero ends it");
    }
    untouched();
}

/* Texts of every length, none of which is a preference file, and paths to no such file. */
static void test_tuning(void)
{
    for (size_t length = 0; length <= LONGEST; length++) {
        char *some = (char *)placed(IN, text, length, length);
        always("loom_tuning_load_text", "length", length, 0, 0, 0);
        expect(CALL(loom_tuning_load_text)(length == 0 ? NULL : some, length) == LOOM_TUNING_UNKNOWN, "no such file");
        always("loom_tuning_load", "length", length, 0, 0, 0);
        expect(CALL(loom_tuning_load)(length == 0 ? NULL : "/nowhere/at/all") == LOOM_TUNING_UNREADABLE, "no file");
        untouched();
    }
}

static void count(void *context, const char *line)
{
    *(size_t *)context += strlen(line) > 0;
}

void test_library(void)
{
    size_t lines = 0;
    always("loom_version", "call", 0, 0, 0, 0);
    expect(strcmp(CALL(loom_version)(), LOOM_VERSION) == 0, "the header's");
    test_equal();
    test_explain();
    test_tuning();
    always("loom_selftest", "call", 0, 0, 0, 0);
    expect(CALL(loom_selftest)(count, &lines) == 0 && lines > 0, "all right");
}
