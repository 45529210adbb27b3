/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * The first calls of 64 threads at once, and of a child of a process that forks meanwhile. Afterwards the choices are
 * made, and calls follow them. The linker leads the library's calls of loom_cpu_detect to a function here, which
 * counts.
 */
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "entry.h"
#include "tuning.h"

enum { THREADS = 64 };

static pthread_barrier_t all;
static unsigned detections;

void __real_loom_cpu_detect(struct loom_cpu *cpu, enum loom_detail detail);
void __wrap_loom_cpu_detect(struct loom_cpu *cpu, enum loom_detail detail);
void __wrap_loom_cpu_detect(struct loom_cpu *cpu, enum loom_detail detail)
{
    __atomic_add_fetch(&detections, 1, __ATOMIC_RELAXED);
    __real_loom_cpu_detect(cpu, detail);
}

static int right(void)
{
    static const uint8_t abc[4] = {0x90, 0x01, 0x50, 0x98}, one[4] = {0xa9, 0x99, 0x3e, 0x36};
    uint8_t md5[16], sha1[20];
    loom_md5((const uint8_t *)"abc", 3, md5);
    loom_sha1((const uint8_t *)"abc", 3, sha1);
    return memcmp(md5, abc, 4) == 0 && memcmp(sha1, one, 4) == 0;
}

static void *first(void *unused)
{
    pthread_barrier_wait(&all);
    if (!right()) {
        fprintf(stderr, "a wrong digest\n");
        exit(1);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    struct loom_choices room;
    int status = 1;
    pthread_barrier_init(&all, NULL, THREADS + 1);
    for (int t = 0; t < THREADS; t++) {
        if (pthread_create(&threads[t], NULL, first, NULL) != 0) {
            return 2;
        }
    }
    pthread_barrier_wait(&all);
    pid_t child = fork(); /* perhaps in the middle of another thread's first call */
    if (child == 0) {
        _exit(right() && right() ? 0 : 3);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
    }
    if (waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "the child: status %d\n", status);
        return 1;
    }
    const struct loom_choices *chosen = loom_chosen(&room);
    struct loom_plan plan;
    loom_make_plan(&plan, &loom_row_md5_blocks, chosen);
    uint8_t slot = loom_row_md5_blocks.variants[plan.band[0].variant].slot;
    if (chosen == &room || LOOM_LOAD(loom_way_md5_blocks.slot[1]) != slot) {
        fprintf(stderr, "another choice\n");
        return 1;
    }
    printf("%d threads, a child: one choice, detections: %u\n", THREADS, detections);
    return 0;
}
