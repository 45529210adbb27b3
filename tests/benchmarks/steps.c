/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Runs a program in single steps, and prints the instructions that it executed and how many of them were cpuid. For
 * x86_64 and Linux.
 */
#define _GNU_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    long steps = 0, cpuids = 0;
    int status;
    char *none[] = {NULL};
    pid_t child = argc > 1 ? fork() : -1;
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execve(argv[1], argv + 1, none); /* an empty environment: getenv takes the same steps everywhere */
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return 2;
    }
    while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP) {
        struct user_regs_struct registers;
        ptrace(PTRACE_GETREGS, child, NULL, &registers);
        cpuids += (ptrace(PTRACE_PEEKTEXT, child, (void *)registers.rip, NULL) & 0xffff) == 0xa20f;
        steps++;
        ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
        if (waitpid(child, &status, 0) != child) {
            return 2;
        }
    }
    printf("%ld %ld\n", steps, cpuids);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
