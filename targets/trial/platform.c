/* SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
 *
 * Guarded memory and faults, on POSIX systems and on Windows. The handler records a fault inside a called function and
 * continues the thread at loom_trampoline_fault. longjmp would not do: the function may have ruined its stack, and its
 * unwind information is not trusted.
 */
#define _GNU_SOURCE 1
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct loom_fault *armed;

void loom_fault_arm(struct loom_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    armed = fault;
}

void loom_fault_disarm(void)
{
    armed = NULL;
}

#if defined(_WIN32)

#include <windows.h>

size_t loom_page(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

uint8_t *loom_map(size_t size)
{
    return VirtualAlloc(NULL, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
}

int loom_protect(uint8_t *at, size_t size, int read, int write, int execute)
{
    DWORD rights = PAGE_NOACCESS, old;
    if (execute) {
        rights = write ? PAGE_EXECUTE_READWRITE : PAGE_EXECUTE_READ;
    } else if (write) {
        rights = PAGE_READWRITE;
    } else if (read) {
        rights = PAGE_READONLY;
    }
    if (execute) {
        FlushInstructionCache(GetCurrentProcess(), at, size);
    }
    return VirtualProtect(at, size, rights, &old) != 0;
}

static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception)
{
    const EXCEPTION_RECORD *record = exception->ExceptionRecord;
    CONTEXT *context = exception->ContextRecord;
    uint64_t resume;
    if (armed == NULL) {
        return EXCEPTION_CONTINUE_SEARCH;
    }
    resume = (uint64_t)(uintptr_t)loom_trampoline_fault;
    armed->address = record->NumberParameters >= 2 ? (uint64_t)record->ExceptionInformation[1] : 0;
    switch (record->ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_IN_PAGE_ERROR:
    case EXCEPTION_GUARD_PAGE: armed->kind = 1; break;
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION: armed->kind = 2; break;
    case EXCEPTION_DATATYPE_MISALIGNMENT: armed->kind = 3; break;
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW: armed->kind = 4; break;
    case EXCEPTION_BREAKPOINT:
    case EXCEPTION_SINGLE_STEP: armed->kind = 5; break;
    default: armed->kind = 6; break;
    }
#if defined(__x86_64__)
    armed->pc = context->Rip;
    context->Rip = resume;
#elif defined(__i386__)
    armed->pc = context->Eip;
    context->Eip = (DWORD)resume;
#else
    armed->pc = context->Pc;
    context->Pc = resume;
#endif
    return EXCEPTION_CONTINUE_EXECUTION;
}

void loom_faults_install(void)
{
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    if (AddVectoredExceptionHandler(1, on_exception) == NULL) {
        fprintf(stderr, "driver: no vectored exception handler\n");
        exit(2);
    }
}

#else

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

size_t loom_page(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

uint8_t *loom_map(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

int loom_protect(uint8_t *at, size_t size, int read, int write, int execute)
{
    int rights = (read ? PROT_READ : 0) | (write ? PROT_WRITE : 0) | (execute ? PROT_EXEC : 0);
    if (execute) {
        __builtin___clear_cache((char *)at, (char *)at + size);
    }
    return mprotect(at, size, rights) == 0;
}

static void on_signal(int number, siginfo_t *info, void *where)
{
    ucontext_t *context = where;
    uintptr_t resume = (uintptr_t)loom_trampoline_fault;
    if (armed == NULL) { /* a fault of the driver's own kills the process */
        signal(number, SIG_DFL);
        return;
    }
    armed->address = (uint64_t)(uintptr_t)info->si_addr;
    armed->kind = number == SIGSEGV ? 1 : number == SIGILL ? 2 : number == SIGBUS ? 3 : number == SIGFPE ? 4 : 5;
#if defined(__x86_64__)
    armed->pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)resume;
#elif defined(__i386__)
    armed->pc = (uint32_t)context->uc_mcontext.gregs[REG_EIP];
    context->uc_mcontext.gregs[REG_EIP] = (greg_t)resume;
#elif defined(__aarch64__)
    armed->pc = context->uc_mcontext.pc;
    context->uc_mcontext.pc = resume;
#else
#error "the driver knows x86, x86_64 and aarch64"
#endif
}

void loom_faults_install(void)
{
    static const int numbers[] = {SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGTRAP};
    static uint8_t alternate[1u << 17]; /* room for AVX-512 and later extensions */
    struct sigaction action;
    stack_t stack;
    size_t i;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = alternate;
    stack.ss_size = sizeof alternate;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (sigaltstack(&stack, NULL) != 0) {
        fprintf(stderr, "driver: no alternate signal stack\n");
        exit(2);
    }
    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (sigaction(numbers[i], &action, NULL) != 0) {
            fprintf(stderr, "driver: no handler for signal %d\n", numbers[i]);
            exit(2);
        }
    }
}

#endif
