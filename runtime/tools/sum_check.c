/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Lists of digests that loom-sum checks.
 */
#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct check {
    const struct sum_options *options;
    const char *shown; /* the list's name in messages */
    unsigned long lines, proper, improper, unread, different, same, changed;
};

/* A list, read line by line. */
static struct {
    char text[SUM_LINE + 1];
    size_t from, to; /* what is read and not yet handed out */
    int file, ended, error;
} reader;

/* The next line, without its end, and its length. NULL at the end of the list. A line that does not fit is a mark. */
static char *next_line(size_t *length)
{
    int skipping = 0;
    for (;;) {
        char *line = reader.text + reader.from;
        size_t held = reader.to - reader.from;
        char *end = memchr(line, '\n', held);
        if (end != NULL || (reader.ended && (held > 0 || skipping))) {
            *length = end != NULL ? (size_t)(end - line) : held;
            reader.from += *length + (end != NULL);
            if (skipping) {
                line[0] = '?'; /* in place of the end of a line that was too long */
                *length = 1;
            } else if (*length > 0 && line[*length - 1] == '\r') {
                --*length;
            }
            return line;
        }
        if (reader.ended) {
            return NULL;
        }
        if (held == SUM_LINE) {
            skipping = 1;
            held = 0;
        }
        memmove(reader.text, line, held);
        reader.from = 0;
        reader.to = held;
        ptrdiff_t got = sum_read(reader.file, (uint8_t *)reader.text + held, SUM_LINE - held);
        if (got < 0) {
            reader.error = 1;
        }
        reader.to += got < 0 ? 0 : (size_t)got;
        reader.ended = got < (ptrdiff_t)(SUM_LINE - held);
    }
}

static void ended(void *context, const struct sum_entry *entry)
{
    struct check *check = context;
    const struct sum_options *options = check->options;
    if (entry->changed) {
        sum_say(entry->name, "changed while it was read");
        check->changed++;
    }
    if (entry->error != 0) {
        if (options->ignore_missing && entry->error == ENOENT) {
            return;
        }
        sum_say_error(entry->name, entry->error);
        check->unread++;
        if (!options->status) {
            sum_print_verdict(entry->name, "FAILED open or read");
        }
    } else if (memcmp(entry->digest, entry->expected, options->hash->digest) != 0) {
        check->different++;
        if (!options->status) {
            sum_print_verdict(entry->name, "FAILED");
        }
    } else {
        check->same++;
        if (!options->status && !options->quiet) {
            sum_print_verdict(entry->name, "OK");
        }
    }
}

static void warn_line(const struct check *check)
{
    char text[128];
    const char *name = check->options->hash->name;
    int used = snprintf(text, sizeof text, "%lu: improperly formatted ", check->lines);
    for (; *name != '\0'; name++) {
        text[used++] = (char)(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name);
    }
    snprintf(text + used, sizeof text - (size_t)used, " checksum line");
    sum_queue_drain(); /* files of earlier lines come first */
    sum_say(check->shown, text);
}

/* Says how many there are of a kind, if any. */
static void say_count(unsigned long count, const char *one, const char *many)
{
    char text[96];
    if (count > 0) {
        snprintf(text, sizeof text, "WARNING: %lu %s", count, count == 1 ? one : many);
        sum_say(NULL, text);
    }
}

static int result(const struct check *check)
{
    const struct sum_options *options = check->options;
    if (reader.error) {
        sum_say(check->shown, "read error");
        return 1;
    }
    if (check->proper == 0) {
        sum_say(check->shown, "no properly formatted checksum lines found");
        return 1;
    }
    if (!options->status) {
        say_count(check->improper, "line is improperly formatted", "lines are improperly formatted");
        say_count(check->unread, "listed file could not be read", "listed files could not be read");
        say_count(check->different, "computed checksum did NOT match", "computed checksums did NOT match");
        if (options->ignore_missing && check->same == 0) {
            sum_say(check->shown, "no file was verified");
        }
    }
    return check->unread > 0 || check->different > 0 || check->changed > 0 ||
           (options->ignore_missing && check->same == 0) || (options->strict && check->improper > 0);
}

static int check_lines(struct check *check, int is_stdin)
{
    int reversed = -1;
    size_t length;
    char *line;
    while ((line = next_line(&length)) != NULL) {
        uint8_t expected[SUM_MOST];
        char *name;
        check->lines++;
        if (length == 0 || line[0] == '#') {
            continue;
        }
        name = sum_line(check->options->hash, line, length, &reversed, expected);
        if (name == NULL) {
            check->improper++;
            if (check->options->warn) {
                warn_line(check);
            }
        } else {
            check->proper++;
            if (sum_queue_add(name, expected, is_stdin) != 0) {
                return -1;
            }
        }
    }
    sum_queue_drain();
    return result(check);
}

int sum_check(const struct sum_options *options, const char *list)
{
    int is_stdin = strcmp(list, "-") == 0, status;
    struct check check = {options, is_stdin ? "'standard input'" : list, 0, 0, 0, 0, 0, 0, 0};
    memset(&reader, 0, sizeof reader);
    reader.file = sum_open(list);
    if (reader.file < 0) {
        sum_say_error(list, errno);
        return 1;
    }
    if (sum_queue_begin(options->hash, ended, &check) != 0) {
        status = -1;
    } else {
        status = check_lines(&check, is_stdin);
    }
    sum_close(reader.file);
    return status;
}

#endif
