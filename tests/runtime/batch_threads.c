/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Threads with a batch each, which all begin at once and share the messages' data. Prints the number of lanes, or the
 * first wrong digest.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "asmloom.h"

enum { THREADS = 6, MESSAGES = 200, TURNS = 20, BYTES = 4096 };

static uint8_t data[BYTES];
static unsigned lanes[THREADS];
static pthread_barrier_t start;

static void *work(void *argument)
{
    size_t number = (size_t)argument, wrong = 0;
    uint32_t seed = (uint32_t)number + 1;
    loom_batch_ctx batch;
    loom_batch_job jobs[MESSAGES];
    uint8_t got[MESSAGES][32], want[32];
    pthread_barrier_wait(&start);
    for (size_t turn = 0; turn < TURNS; turn++) {
        size_t ended = 0;
        (turn % 2 ? loom_batch_sha256_init : loom_batch_md5_init)(&batch);
        lanes[number] = batch.lanes;
        for (size_t i = 0; i < MESSAGES; i++) {
            seed = seed * 1664525 + 1013904223;
            jobs[i].length = (seed >> 8) % (i % 20 == 0 ? BYTES : 200);
            jobs[i].data = data + (seed >> 16) % (BYTES - jobs[i].length);
            jobs[i].digest = got[i];
            wrong += loom_batch_submit(&batch, &jobs[i]) != 0;
        }
        wrong += loom_batch_flush(&batch) != 0;
        while (loom_batch_poll(&batch) != NULL) {
            ended++;
        }
        wrong += ended != MESSAGES;
        for (size_t i = 0; i < MESSAGES; i++) {
            (turn % 2 ? loom_sha256 : loom_md5)(jobs[i].data, jobs[i].length, want);
            wrong += memcmp(got[i], want, turn % 2 ? 32 : 16) != 0;
        }
    }
    return (void *)wrong;
}

int main(void)
{
    pthread_t threads[THREADS];
    void *wrong, *sum = NULL;
    for (size_t i = 0; i < BYTES; i++) {
        data[i] = (uint8_t)(i * i >> 3);
    }
    pthread_barrier_init(&start, NULL, THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, work, (void *)i) != 0) {
            return 2;
        }
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &wrong);
        sum = (void *)((size_t)sum + (size_t)wrong);
    }
    printf("%u lanes, %lu wrong\n", lanes[0], (unsigned long)(size_t)sum);
    return sum != NULL;
}
