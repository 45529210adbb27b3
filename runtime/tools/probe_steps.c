/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Counts instructions by single steps of a child process (Linux's ptrace). The count needs no counter of the processor,
 * which virtual machines rarely show, and is equal on every run.
 */
#if defined(__linux__)
#define _GNU_SOURCE /* ptrace and its requests, beyond C99 */
#endif

#include "probe.h"

#if defined(__linux__)

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <stddef.h>
#include <sys/user.h>

/* A repeated string instruction takes a step for each repetition. Steps that stay at one address count once. */
static long place(pid_t child)
{
#if defined(__x86_64__)
    return ptrace(PTRACE_PEEKUSER, child, (void *)offsetof(struct user, regs.rip), NULL);
#else
    return ptrace(PTRACE_PEEKUSER, child, (void *)offsetof(struct user, regs.eip), NULL);
#endif
}
#else
static long place(pid_t child)
{
    static long unequal;
    (void)child;
    return ++unequal;
}
#endif

/* Steps of the child between two stops that it makes itself. -1 if it cannot be traced. */
static int64_t count(loom_probe_work_fn *work, void *context, size_t times)
{
    int status;
    int64_t steps = 0;
    pid_t child = fork();
    if (child < 0) {
        return -1;
    }
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
            _exit(1);
        }
        work(context, 2); /* the dynamic linker binds each function at its first call */
        raise(SIGSTOP);
        work(context, times);
        raise(SIGSTOP);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP) {
        return -1;
    }
    for (long last = 0, now; ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0; last = now) {
        if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) {
            return -1;
        }
        if (WSTOPSIG(status) != SIGTRAP) {
            break;
        }
        now = place(child);
        steps += now != last;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return steps;
}

int64_t loom_probe_instructions(loom_probe_work_fn *work, void *context)
{
    int64_t none = count(work, context, 0), two = none < 0 ? -1 : count(work, context, 2);
    return two < 0 ? -1 : (two - none) / 2;
}

#else

int64_t loom_probe_instructions(loom_probe_work_fn *work, void *context)
{
    (void)work;
    (void)context;
    return -1;
}

#endif
