/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Files on their way through a batch. A file that fits into a buffer is read whole and given to the batch, which hashes
 * it beside others. A longer one is hashed alone, piece by piece. Entries wait in a ring until those before them have
 * ended. The memory does not depend on the number of files or on their lengths.
 */
#include "sum.h"

#if defined(LOOM_HAVE_hashes)

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = 256,
    BUFFERS = 64,      /* at most: a batch needs one for each lane */
    ROOM = 64 << 20,   /* bytes of all buffers together */
    PIECE = 1 << 18,   /* bytes of a long file, which stay in a cache until they are hashed */
    WHOLE = 4 * PIECE, /* bytes of a buffer, at least, and those of a single one */
    /* Lanes read their messages in step. Beginnings at one place of each page would meet in one set of a cache. */
    APART = 5 * 64,
    SPARE = BUFFERS * APART
};

struct buffer {
    loom_batch_job job; /* first: the batch hands back its address */
    struct sum_entry *entry;
    uint8_t *memory, *data;
    struct buffer *next; /* free */
};

static struct {
    const struct sum_hash *hash;
    sum_ended_fn *ended;
    void *context;
    size_t first, count;   /* of the entries in the ring */
    size_t buffers, whole; /* whole: bytes of each */
    struct buffer *free;
    loom_batch_ctx batch;
    struct sum_entry entry[ENTRIES];
    struct buffer buffer[BUFFERS];
} queue;

int sum_queue_begin(const struct sum_hash *hash, sum_ended_fn *ended, void *context)
{
    queue.hash = hash;
    queue.ended = ended;
    queue.context = context;
    hash->batch(&queue.batch);
    queue.buffers = queue.batch.lanes < 1 ? 1 : queue.batch.lanes > BUFFERS ? BUFFERS : queue.batch.lanes;
    queue.whole = queue.buffers > 1 ? ROOM / queue.buffers : WHOLE;
    queue.free = NULL;
    for (size_t i = 0; i < queue.buffers; i++) {
        struct buffer *buffer = &queue.buffer[i];
        if (buffer->memory == NULL) { /* else the list before has left one */
            buffer->memory = malloc(queue.whole + SPARE + 64);
        }
        if (buffer->memory == NULL) {
            return -1;
        }
        buffer->data = buffer->memory + (64 - (uintptr_t)buffer->memory % 64) + i * APART;
        buffer->next = queue.free;
        queue.free = buffer;
    }
    return 0;
}

/* Takes the ended messages from the batch, and hands back the entries that no earlier one holds up. */
static void collect(void)
{
    loom_batch_job *job;
    while ((job = loom_batch_poll(&queue.batch)) != NULL) {
        struct buffer *buffer = (struct buffer *)(void *)job;
        buffer->entry->ended = 1;
        buffer->next = queue.free;
        queue.free = buffer;
    }
    while (queue.count > 0 && queue.entry[queue.first].ended) {
        queue.ended(queue.context, &queue.entry[queue.first]);
        queue.first = (queue.first + 1) % ENTRIES;
        queue.count--;
        sum_progress(1, 0);
    }
}

void sum_queue_drain(void)
{
    loom_batch_flush(&queue.batch);
    collect();
}

/* Hashes a file that goes on behind its first `whole` bytes. Returns 0, or an errno. */
static int hash_long(struct sum_entry *entry, int file, uint8_t *data)
{
    static union sum_ctx ctx;
    struct sum_stamp before, after;
    int regular = sum_stamp(file, &before);
    uint64_t total = queue.whole;
    ptrdiff_t got = PIECE;
    queue.hash->init(&ctx);
    queue.hash->update(&ctx, data, queue.whole);
    sum_progress(0, queue.whole);
    while (got == PIECE) {
        got = sum_read(file, data, PIECE);
        if (got < 0) {
            return errno;
        }
        queue.hash->update(&ctx, data, (size_t)got);
        sum_progress(0, (size_t)got);
        total += (uint64_t)got;
    }
    queue.hash->final(&ctx, entry->digest);
    entry->changed = regular && (!sum_stamp(file, &after) || after.size != total || after.seconds != before.seconds ||
                                 after.nanoseconds != before.nanoseconds);
    return 0;
}

/* Reads a file into a buffer, and hashes the file or gives it to the batch. Returns 0, or an errno. */
static int read_file(struct sum_entry *entry, struct buffer *buffer)
{
    int file = sum_open(entry->name), error = 0;
    ptrdiff_t got;
    if (file < 0) {
        return errno;
    }
    got = sum_read(file, buffer->data, queue.whole);
    if (got < 0) {
        error = errno;
    } else if ((size_t)got == queue.whole) {
        sum_flush(); /* this may take long */
        error = hash_long(entry, file, buffer->data);
        entry->ended = 1;
    } else {
        queue.free = buffer->next;
        buffer->entry = entry;
        buffer->job.data = buffer->data;
        buffer->job.length = (size_t)got;
        buffer->job.digest = entry->digest;
        loom_batch_submit(&queue.batch, &buffer->job);
        sum_progress(0, (size_t)got);
    }
    sum_close(file);
    return error;
}

/* Keeps a copy of the name in the entry. Returns 0, or -1 without memory. */
static int copy_name(struct sum_entry *entry, const char *name)
{
    size_t size = strlen(name) + 1;
    if (size > entry->room) {
        char *copy = realloc(entry->copy, size);
        if (copy == NULL) {
            return -1;
        }
        entry->copy = copy;
        entry->room = size;
    }
    entry->name = memcpy(entry->copy, name, size);
    return 0;
}

int sum_queue_add(const char *name, const uint8_t *expected, int stdin_is_list)
{
    struct sum_entry *entry;
    int is_stdin = strcmp(name, "-") == 0;
    if (queue.count == ENTRIES || queue.free == NULL || is_stdin) {
        sum_queue_drain(); /* before a wait for input, all earlier files are told */
    }
    if (is_stdin) {
        sum_flush();
    }
    entry = &queue.entry[(queue.first + queue.count) % ENTRIES];
    entry->name = name;
    entry->changed = entry->ended = entry->error = 0;
    if (expected != NULL) {
        memcpy(entry->expected, expected, queue.hash->digest);
        if (copy_name(entry, name) != 0) {
            return -1;
        }
    }
    queue.count++;
    entry->error = is_stdin && stdin_is_list ? SUM_LIST_ERROR : read_file(entry, queue.free);
    if (entry->error != 0) {
        entry->ended = 1;
    }
    collect();
    return 0;
}

#endif
