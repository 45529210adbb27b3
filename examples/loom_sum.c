/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Digests of files, in the lines that sha256sum writes:
 *
 *   loom_sum [-a HASH] [FILE...]      prints a line for each file
 *   loom_sum [-a HASH] -c LIST...     checks the files of lists of such lines
 *
 * HASH is md5, sha1, sha224, sha256 (if none is named), sha384 or sha512. Files up to a megabyte are messages of a
 * batch. Longer ones are hashed piece by piece. The exit status is 0; 1 if a file cannot be read or differs; 2 for
 * other trouble.
 */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asmloom.h"

enum { MOST = 64, ROOM = 1 << 20, FILES = 32, LINE = 4096 };

#define HASHES(X) X(md5, 16) X(sha1, 20) X(sha224, 28) X(sha256, 32) X(sha384, 48) X(sha512, 64)

/* The hash of a file from its first piece, which fills the room, to its end. */
#define LONG_FILE(name, bytes)                                          \
    static void long_##name(FILE *file, uint8_t *room, uint8_t *digest) \
    {                                                                   \
        loom_##name##_ctx ctx;                                          \
        size_t length = ROOM;                                           \
        loom_##name##_init(&ctx);                                       \
        for (; length > 0; length = fread(room, 1, ROOM, file)) {       \
            loom_##name##_update(&ctx, room, length);                   \
        }                                                               \
        loom_##name##_final(&ctx, digest);                              \
    }
HASHES(LONG_FILE)

static const struct hash {
    const char *name;
    size_t bytes;
    void(LOOM_CDECL *begin)(loom_batch_ctx *batch);
    void (*long_file)(FILE *file, uint8_t *room, uint8_t *digest);
} hashes[] = {
#define ROW(name, bytes) {#name, bytes, loom_batch_##name##_init, long_##name},
    HASHES(ROW)};

/* A group of files under way: their results are told in order when all have ended. */
static struct entry {
    char name[LINE];
    loom_batch_job job;
    int error; /* errno, or 0 */
    uint8_t digest[MOST], expected[MOST], *room;
} entries[FILES];

static const struct hash *hash;
static loom_batch_ctx batch;
static size_t used;
static int checks, status;

/* Ends the files under way, and prints their lines. */
static void tell(void)
{
    loom_batch_flush(&batch);
    while (loom_batch_poll(&batch) != NULL) {
    }
    for (struct entry *entry = entries; entry < entries + used; entry++) {
        if (entry->error != 0) {
            fprintf(stderr, "loom_sum: %s: %s\n", entry->name, strerror(entry->error));
            status |= 1;
        } else if (checks) {
            int differs = memcmp(entry->digest, entry->expected, hash->bytes) != 0;
            printf("%s: %s\n", entry->name, differs ? "FAILED" : "OK");
            status |= differs;
        } else {
            for (size_t i = 0; i < hash->bytes; i++) {
                printf("%02x", entry->digest[i]);
            }
            printf("  %s\n", entry->name);
        }
    }
    used = 0;
}

/* Reads a file whose name is in the next entry. */
static void add(void)
{
    struct entry *entry = &entries[used++];
    FILE *file = fopen(entry->name, "rb");
    errno = file != NULL ? 0 : errno;
    entry->room = entry->room != NULL ? entry->room : malloc(ROOM);
    if (file != NULL && entry->room != NULL) {
        entry->job.length = fread(entry->room, 1, ROOM, file);
        entry->job.data = entry->room;
        entry->job.digest = entry->digest;
        if (entry->job.length == ROOM) {
            hash->long_file(file, entry->room, entry->digest);
        } else if (!ferror(file)) {
            loom_batch_submit(&batch, &entry->job);
        }
    }
    entry->error = file == NULL || entry->room == NULL || ferror(file) ? (errno != 0 ? errno : EIO) : 0;
    if (file != NULL) {
        fclose(file);
    }
    if (used == FILES) {
        tell();
    }
}

static int is_digest(const char *line, uint8_t *expected)
{
    for (size_t i = 0; i < hash->bytes; i++) {
        const char pair[3] = {line[2 * i], line[2 * i] != 0 ? line[2 * i + 1] : 0, 0};
        if (!isxdigit((unsigned char)pair[0]) || !isxdigit((unsigned char)pair[1])) {
            return 0;
        }
        expected[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return line[2 * hash->bytes] == ' ' && strchr(" *", line[2 * hash->bytes + 1]) != NULL;
}

/* Checks the files of a list. A line of another form is an error. */
static void check(const char *name)
{
    char line[LINE];
    FILE *list = fopen(name, "r");
    if (list == NULL) {
        fprintf(stderr, "loom_sum: %s: %s\n", name, strerror(errno));
        status |= 1;
        return;
    }
    while (fgets(line, sizeof line, list) != NULL) {
        char *end = strchr(line, '\n');
        if (end == NULL || !is_digest(line, entries[used].expected)) {
            fprintf(stderr, "loom_sum: %s: expected lines of a digest of %s, two blanks and a name\n", name,
                    hash->name);
            status |= 1;
            break;
        }
        *end = 0;
        strcpy(entries[used].name, line + 2 * hash->bytes + 2);
        add();
    }
    tell();
    fclose(list);
}

int main(int argc, char **argv)
{
    const char *algorithm = "sha256";
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "-c") == 0) {
            checks = 1;
        } else if (strcmp(argv[at], "-a") == 0 && at + 1 < argc) {
            algorithm = argv[++at];
        } else {
            break;
        }
    }
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        hash = strcmp(hashes[i].name, algorithm) == 0 ? &hashes[i] : hash;
    }
    if (hash == NULL || at == argc || argv[at][0] == '-') {
        fprintf(stderr, "usage: loom_sum [-a md5|sha1|sha224|sha256|sha384|sha512] [-c] FILE...\n");
        return 2;
    }
    hash->begin(&batch);
    for (; at < argc; at++) {
        if (checks) {
            check(argv[at]);
        } else if (strlen(argv[at]) >= LINE) {
            fprintf(stderr, "loom_sum: a name of more than %d bytes\n", LINE - 1);
            status |= 1;
        } else {
            strcpy(entries[used].name, argv[at]);
            add();
        }
    }
    tell();
    return fflush(stdout) != 0 ? 2 : status;
}
