/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Shared by the files of loom-sum, which prints and checks digests of files.
 *
 *   sum.c          the command line
 *   sum_check.c    lists of digests that are checked
 *   sum_lines.c    the lines of such a list
 *   sum_queue.c    files on their way through a batch
 *   sum_hash.c     the hashes
 *   sum_print.c    lines of output, messages, progress
 *   sum_os.c       files and terminals
 *   sum_windows.c  arguments on Windows
 */
#ifndef LOOM_SUM_H
#define LOOM_SUM_H

#include "internal.h"

#if defined(LOOM_HAVE_hashes)

/* ---- the hashes ---- */

#define SUM_CTX(name, kernel, word, words, block, digest, little_endian) loom_##name##_ctx name;
#define SUM_DIGEST(name, kernel, word, words, block, digest, little_endian) uint8_t name[digest];

/* The context of any hash, and room for any digest. */
union sum_ctx {
    LOOM_HASHES(SUM_CTX)
};
union sum_digests {
    LOOM_HASHES(SUM_DIGEST)
};
enum { SUM_MOST = sizeof(union sum_digests) };

struct sum_hash {
    const char *name; /* the beginning of a tag is this name in capitals */
    size_t digest;    /* bytes */
    void(LOOM_CDECL *batch)(loom_batch_ctx *batch);
    void (*init)(union sum_ctx *ctx);
    void (*update)(union sum_ctx *ctx, const uint8_t *data, size_t length);
    void (*final)(union sum_ctx *ctx, uint8_t *digest);
};

/* The hash of that name, or NULL. */
const struct sum_hash *sum_hash_find(const char *name);

/* All names, in a text like "md5, sha1". */
const char *sum_hash_names(void);

/* ---- options ---- */

struct sum_options {
    const struct sum_hash *hash;
    int binary, tag, zero;
    int quiet, status, strict, warn, ignore_missing;
};

/* ---- files under way ---- */

enum { SUM_LIST_ERROR = -1 }; /* instead of an errno: standard input is the list itself */

/* A file. The queue hands entries back in the order in which they were added. */
struct sum_entry {
    const char *name;
    char *copy; /* of the name, where the caller's own does not last; kept for later entries */
    size_t room;
    int error;   /* errno of the failure, SUM_LIST_ERROR, or 0 */
    int changed; /* another program wrote to the file while it was read */
    int ended;
    uint8_t digest[SUM_MOST], expected[SUM_MOST];
};

typedef void sum_ended_fn(void *context, const struct sum_entry *entry);

/* Begins: `ended` is called for each entry. Returns 0, or -1 without memory. */
int sum_queue_begin(const struct sum_hash *hash, sum_ended_fn *ended, void *context);

/* Reads a file, "-" for standard input. `expected` is a digest to put into the entry, or NULL: then the name lasts
 * until the entry has ended. Otherwise the name is copied. Returns 0, or -1 without memory. */
int sum_queue_add(const char *name, const uint8_t *expected, int stdin_is_list);

/* Ends all entries. */
void sum_queue_drain(void);

/* ---- checks ---- */

enum { SUM_LINE = 65536 }; /* bytes of a line with its end, at most */

/* Reads a line in place: `line` has room for a byte behind `length`. `*reversed` is -1 before the first line without a
 * tag, and then says whether one blank stands before names, as `md5 -r` of the BSDs writes them. Returns the name, or
 * NULL for a line of another form. */
char *sum_line(const struct sum_hash *hash, char *line, size_t length, int *reversed, uint8_t *expected);

/* Checks the files of a list. Returns 0, 1 if something differs or cannot be read, or -1 without memory. */
int sum_check(const struct sum_options *options, const char *list);

/* ---- output ---- */

/* Prepares standard output and error. `progress`: 0, 1 on a terminal, 2 always; `files`: how many there are, or 0. */
void sum_print_begin(int progress, size_t files);

/* Prints a line of a file's digest. */
void sum_print_digest(const struct sum_options *options, const struct sum_entry *entry);

/* Prints a line of a checked file. */
void sum_print_verdict(const char *name, const char *verdict);

/* Prints "loom-sum: name: text" to standard error, after what was printed before. `name` may be NULL. */
void sum_say(const char *name, const char *text);

/* Says why the file of an entry was not read. */
void sum_say_error(const char *name, int error);

void sum_flush(void);

/* Counts bytes that were read, and files that were ended. */
void sum_progress(size_t files, size_t bytes);

/* Ends the output. Returns 0, or -1 if not all was written. */
int sum_print_end(void);

/* ---- the system ---- */

/* The size of an open file and its last change. Another system call than reading a file. */
struct sum_stamp {
    uint64_t size;
    int64_t seconds, nanoseconds;
};

/* Opens a file to read bytes as they are; "-" is standard input. Returns a descriptor, or -1 and sets errno. */
int sum_open(const char *name);
void sum_close(int file);

/* Reads until `room` bytes are full or the file ends. Returns the number of bytes, or -1 and sets errno. */
ptrdiff_t sum_read(int file, uint8_t *to, size_t room);

/* Returns 1 and fills in the stamp if the file is a regular one, else 0. */
int sum_stamp(int file, struct sum_stamp *stamp);

/* Bytes of standard input and output are taken as they are. */
void sum_binary(void);

/* Whether the descriptor 1 or 2 is a terminal. */
int sum_terminal(int descriptor);

#if defined(_WIN32)
/* A name in UTF-16, to free. NULL without memory, or if the name is not UTF-8. */
wchar_t *sum_wide(const char *name);
#endif

/* The arguments of the program in UTF-8, where the system has them otherwise; else argv. NULL without memory. */
char **sum_arguments(int *count, char **argv);

#endif
#endif
