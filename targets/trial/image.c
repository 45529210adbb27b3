/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Mapped images: a Mach-O or PE shared library flattened by image.py, for systems that cannot start here. Pages get the
 * image's rights: writing to code or executing read-only data faults, as on the image's own system.
 */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static uint8_t *image_base;
static struct loom_reader image_symbols;
static uint32_t image_symbol_count;

int loom_image_load(const char *path)
{
    size_t size, page = loom_page();
    uint8_t *file = loom_read_file(path, &size);
    struct loom_reader reader;
    struct loom_reader again;
    const uint8_t *magic;
    uint64_t total;
    uint32_t segments, i, pass;
    if (file == NULL) {
        return 0;
    }
    reader.at = file;
    reader.left = size;
    reader.failed = 0;
    magic = loom_get_bytes(&reader, 8);
    if (magic == NULL || memcmp(magic, "LOOMIMG1", 8) != 0) {
        fprintf(stderr, "driver: %s: not an image file (image.py writes them)\n", path);
        return 0;
    }
    total = loom_get(&reader, 8);
    segments = (uint32_t)loom_get(&reader, 4);
    image_base = reader.failed ? NULL : loom_map((size_t)total);
    if (image_base == NULL) {
        fprintf(stderr, "driver: %s: cannot map %lu bytes\n", path, (unsigned long)total);
        return 0;
    }
    again = reader;
    for (pass = 0; pass < 2; pass++) { /* contents, then rights */
        reader = again;
        for (i = 0; i < segments; i++) {
            uint64_t at = loom_get(&reader, 8), extent = loom_get(&reader, 8);
            unsigned rights = (unsigned)loom_get(&reader, 4);
            size_t bytes = (size_t)loom_get(&reader, 4);
            const uint8_t *contents = loom_get_bytes(&reader, bytes);
            if (reader.failed || at > total || extent > total - at || bytes > extent) {
                fprintf(stderr, "driver: %s: segment %u does not fit\n", path, (unsigned)i);
                return 0;
            }
            if (at % page != 0) {
                fprintf(stderr, "driver: %s: segment %u is not aligned to this machine's pages\n", path, (unsigned)i);
                return 0;
            }
            if (pass == 0) {
                memcpy(image_base + at, contents, bytes);
            } else if (!loom_protect(image_base + at, (size_t)extent, rights & 1, (rights & 2) != 0,
                                     (rights & 4) != 0)) {
                fprintf(stderr, "driver: %s: cannot protect segment %u\n", path, (unsigned)i);
                return 0;
            }
        }
    }
    image_symbol_count = (uint32_t)loom_get(&reader, 4);
    image_symbols = reader;
    return !reader.failed;
}

uint64_t loom_image_find(const char *name, size_t length)
{
    struct loom_reader reader = image_symbols;
    uint32_t i;
    if (image_base == NULL) {
        return 0;
    }
    for (i = 0; i < image_symbol_count; i++) {
        size_t bytes = (size_t)loom_get(&reader, 2);
        const uint8_t *text = loom_get_bytes(&reader, bytes);
        uint64_t at = loom_get(&reader, 8);
        if (!reader.failed && bytes == length && memcmp(text, name, length) == 0) {
            return (uint64_t)(uintptr_t)(image_base + at);
        }
    }
    return 0;
}
