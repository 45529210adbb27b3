/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Counts instructions by single steps, on Linux. The count needs no counter of the processor, which virtual machines
 * rarely show, and is equal on every run. On x86 the process sets its own trap flag, and a signal counts each step.
 * Elsewhere a parent steps a child (ptrace), with two switches of processes for each step.
 */
#if defined(__linux__)
#define _GNU_SOURCE /* names of registers in a signal's context, ptrace: beyond C99 */
#endif

#include "probe.h"

#if defined(__linux__)

#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <ucontext.h>

#if defined(__x86_64__)
enum { ADDRESS = REG_RIP };
#else
enum { ADDRESS = REG_EIP };
#endif
enum { TRAP_FLAG = 0x100 };

static volatile int64_t steps;
static volatile greg_t last;

/* A repeated string instruction takes a step for each repetition. Steps that stay at one address count once. */
static void step(int number, siginfo_t *info, void *context)
{
    greg_t now = ((ucontext_t *)context)->uc_mcontext.gregs[ADDRESS];
    (void)number;
    (void)info;
    steps += now != last;
    last = now;
}

/* Steps begin or end behind the return from this handler. */
static void turn(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] ^= TRAP_FLAG;
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    sigaction(number, &action, NULL);
}

/* Steps of doing the work, and a constant number more. -1 if the child fails. */
static int64_t count(loom_probe_work_fn *work, void *context, size_t times)
{
    int ends[2], status;
    int64_t found = -1;
    if (pipe(ends) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        handle(SIGTRAP, step);
        handle(SIGUSR1, turn);
        work(context, 2); /* the dynamic linker binds each function at its first call */
        raise(SIGUSR1);
        work(context, times);
        raise(SIGUSR1);
        found = steps;
        _exit(write(ends[1], &found, sizeof found) != (ssize_t)sizeof found);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &found, sizeof found) != (ssize_t)sizeof found || found == 0) {
        found = -1;
    }
    close(ends[0]);
    if (child > 0) {
        waitpid(child, &status, 0);
    }
    return found;
}

#else
#include <sys/ptrace.h>

static int64_t count(loom_probe_work_fn *work, void *context, size_t times)
{
    int status;
    int64_t found = 0;
    pid_t child = fork();
    if (child < 0) {
        return -1;
    }
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
            _exit(1);
        }
        work(context, 2);
        raise(SIGSTOP);
        work(context, times);
        raise(SIGSTOP);
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP) {
        return -1;
    }
    while (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0 && waitpid(child, &status, 0) == child &&
           WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP) {
        found++;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return found;
}

#endif

int64_t loom_probe_instructions(loom_probe_work_fn *work, void *context)
{
    int64_t none = count(work, context, 0), two = none < 0 ? -1 : count(work, context, 2);
    return two <= none ? -1 : (two - none) / 2;
}

#else

int64_t loom_probe_instructions(loom_probe_work_fn *work, void *context)
{
    (void)work;
    (void)context;
    return -1;
}

#endif
