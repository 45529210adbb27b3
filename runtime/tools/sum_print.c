/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Lines of output, messages and progress of loom-sum.
 */
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS 1 /* MSVC warns of strerror, which is standard C */
#endif

#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Output leaves in whole lines, as many as a pipe takes at once: several programs may write to one pipe. */
enum { ATOMIC = 4096 };

static struct {
    char room[1 << 16];
    char error_room[4096];
    size_t pending; /* bytes that no flush has written */
    int terminal;   /* flush each line */
    int progress;   /* shown or not */
    int on_screen;  /* a line of progress is the last line of the terminal */
    size_t of;      /* files in all, or 0 */
    uint64_t files, bytes;
    time_t told;
} out;

void sum_print_begin(int progress, size_t files)
{
    setvbuf(stdout, out.room, _IOFBF, sizeof out.room);
    setvbuf(stderr, out.error_room, _IOFBF, sizeof out.error_room); /* a message is written at once */
    out.terminal = sum_terminal(1);
    out.progress = progress == 2 || (progress == 1 && sum_terminal(2));
    out.of = files;
    out.told = progress == 2 ? 0 : time(NULL); /* a person is not told of work that is done within a second */
}

void sum_flush(void)
{
    out.pending = 0;
    fflush(stdout);
}

/* ---- progress ---- */

/* Takes the line of progress away, before anything else is written. */
static void clear_progress(void)
{
    if (out.on_screen) {
        fprintf(stderr, "\r%60s\r", "");
        out.on_screen = 0;
    }
}

void sum_progress(size_t files, size_t bytes)
{
    out.files += files;
    out.bytes += bytes;
    if (out.progress) {
        time_t now = time(NULL);
        if (now != out.told) {
            char of[32] = "";
            if (out.of > 0) {
                snprintf(of, sizeof of, " of %lu", (unsigned long)out.of);
            }
            clear_progress();
            fprintf(stderr, "\rloom-sum: %lu%s files, %lu MiB", (unsigned long)out.files, of,
                    (unsigned long)(out.bytes >> 20));
            fflush(stderr);
            out.told = now;
            out.on_screen = 1;
        }
    }
}

/* ---- lines ---- */

/* Before a line of so many bytes, about. */
static void begin_line(size_t bytes)
{
    if (out.terminal) {
        clear_progress();
    }
    if (out.pending + bytes > ATOMIC) {
        sum_flush();
    }
    out.pending += bytes;
}

static void end_line(int delimiter)
{
    putc(delimiter, stdout);
    if (out.terminal) {
        sum_flush();
    }
}

static int needs_escape(const char *name)
{
    return name[strcspn(name, "\\\n\r")] != '\0';
}

static void print_name(const char *name, int escape)
{
    if (!escape) {
        fputs(name, stdout);
        return;
    }
    for (; *name != '\0'; name++) {
        switch (*name) {
        case '\\': fputs("\\\\", stdout); break;
        case '\n': fputs("\\n", stdout); break;
        case '\r': fputs("\\r", stdout); break;
        default: putc(*name, stdout);
        }
    }
}

void sum_print_digest(const struct sum_options *options, const struct sum_entry *entry)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * SUM_MOST];
    size_t length = 2 * options->hash->digest;
    int escape = !options->zero && needs_escape(entry->name);
    for (size_t i = 0; i < length; i++) {
        unsigned byte = entry->digest[i / 2];
        hex[i] = digits[i % 2 == 0 ? byte >> 4 : byte & 15];
    }
    begin_line(length + 2 * strlen(entry->name) + 32);
    if (escape) {
        putc('\\', stdout);
    }
    if (options->tag) {
        for (const char *c = options->hash->name; *c != '\0'; c++) {
            putc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, stdout);
        }
        fputs(" (", stdout);
        print_name(entry->name, escape);
        fputs(") = ", stdout);
        fwrite(hex, 1, length, stdout);
    } else {
        fwrite(hex, 1, length, stdout);
        fputs(options->binary ? " *" : "  ", stdout);
        print_name(entry->name, escape);
    }
    end_line(options->zero ? '\0' : '\n');
}

void sum_print_verdict(const char *name, const char *verdict)
{
    int escape = strchr(name, '\n') != NULL; /* other names are printed as they are */
    begin_line(2 * strlen(name) + strlen(verdict) + 4);
    if (escape) {
        putc('\\', stdout);
    }
    print_name(name, escape);
    fprintf(stdout, ": %s", verdict);
    end_line('\n');
}

int sum_print_end(void)
{
    clear_progress();
    fflush(stderr);
    return fflush(stdout) != 0 || ferror(stdout) ? -1 : 0;
}

/* ---- messages ---- */

/* A name for people. Characters that a terminal might act on are written \xNN. */
static void say_name(const char *name)
{
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;
        fprintf(stderr, c < ' ' || c == 0x7f ? "\\x%02x" : "%c", c);
    }
}

void sum_say(const char *name, const char *text)
{
    clear_progress();
    sum_flush();
    fputs("loom-sum: ", stderr);
    if (name != NULL) {
        say_name(name);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s\n", text);
    fflush(stderr);
}

void sum_say_error(const char *name, int error)
{
    sum_say(name, error == SUM_LIST_ERROR ? "standard input is the list itself" : strerror(error));
}

#endif
