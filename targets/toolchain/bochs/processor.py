# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The processor: Bochs's CPU in 64-bit user mode.

System calls and faults leave user mode. A system call goes to a few instructions in a page of the kernel's, where
an instruction with a hook calls Python; then the processor forgets the page tables' old entries, and goes back.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import struct
import sys
from pathlib import Path
from typing import Any

from targets.toolchain.bochs.memory import PRESENT, WRITE, Memory
from targets.toolchain.bochs.process import Process
from targets.toolchain.bochs.system import Exit, System

_KERNEL = 0xFFFF_8000_0000_0000
_THREAD, _SAVED = 0x800, 0x808  # places in the kernel's page
_STATUS_FAULT = 139  # 128 + SIGSEGV, as a shell says it
_VECTORS = {6: "an invalid instruction", 13: "a general protection fault", 14: "a page fault"}


def _entry() -> bytes:
    """The kernel's code: wbinvd, at which Python acts; then fs and the page tables are loaded again; sysretq."""
    code = bytearray(b"\x0f\x09")

    def rip(head: bytes, place: int) -> None:
        code.extend(head + struct.pack("<i", place - len(code) - len(head) - 4))

    rip(b"\x48\x89\x15", _SAVED)  # mov [saved], rdx
    rip(b"\x48\x8b\x15", _THREAD)  # mov rdx, [thread]
    code.extend(b"\xf3\x48\x0f\xae\xd2")  # wrfsbase rdx
    code.extend(b"\x0f\x20\xda\x0f\x22\xda")  # mov rdx, cr3; mov cr3, rdx
    rip(b"\x48\x8b\x15", _SAVED)  # mov rdx, [saved]
    code.extend(b"\x48\x0f\x07")  # sysretq
    return bytes(code)


def _library(folder: Path, model: str) -> Any:
    """The package, with a processor by Bochs's name."""
    helper = ctypes.CDLL(str(folder / "shim.so"), mode=ctypes.RTLD_GLOBAL)
    sys.path.insert(0, str(folder))
    bochscpu = importlib.import_module("bochscpu")
    importlib.import_module("bochscpu.cpu")
    importlib.import_module("bochscpu.memory")
    (binary,) = (folder / "bochscpu").glob("_bochscpu*.so")
    name = f"create_{model}_cpuid"
    maker = ctypes.cast(getattr(ctypes.CDLL(str(binary)), f"_Z{len(name)}{name}P8BX_CPU_C"), ctypes.c_void_p)
    ctypes.c_void_p.in_dll(helper, "loom_processor").value = maker.value
    return bochscpu


def _segment(bochs: Any, selector: int, attributes: int) -> Any:
    made = bochs.Segment()
    made.present, made.selector, made.base, made.limit, made.attr = True, selector, 0, 0xFFFF_FFFF, attributes
    return made


def run(folder: Path, model: str, memory: Memory, process: Process) -> int:
    """Run a program, with the package of ``folder``, to its end: the exit status. A fault is told on stderr."""
    bochs = _library(folder, model)
    system = System(memory, process.heap)
    memory.map(_KERNEL, 4096, PRESENT | WRITE)
    memory.write(_KERNEL, _entry())
    session, state, hook = bochs.Session(), bochs.State(), bochs.Hook()
    status = [_STATUS_FAULT]

    def missing(physical: int) -> None:
        bochs.memory.page_insert(physical & -4096, memory.host + (physical & -4096))

    def called(session: Any, *_: int) -> None:
        cpu = session.cpu
        try:
            result = system.call(cpu.rax, (cpu.rdi, cpu.rsi, cpu.rdx, cpu.r10, cpu.r8, cpu.r9))
        except Exit as end:
            status[0] = end.status
            session.stop()
            return
        except NotImplementedError as error:
            sys.stderr.write(f"bochs: {error} at {cpu.rcx:#x}\n")
            session.stop()
            return
        memory.write(_KERNEL + _THREAD, struct.pack("<Q", system.thread))
        cpu.rax = result & (1 << 64) - 1

    def excepted(session: Any, _: int, vector: int, code: int) -> None:
        what = _VECTORS.get(vector, f"exception {vector}")
        sys.stderr.write(f"bochs: {what} at {session.cpu.rip:#x}, code {code:#x}, address {session.cpu.cr2:#x}\n")
        session.stop()

    bochs.cpu.set_long_mode(state)
    state.cr0, state.cr3 = state.cr0 | 2, memory.top
    state.cr4 |= 1 << 9 | 1 << 10 | 1 << 16 | 1 << 18  # SSE, its exceptions, wrfsbase, XSAVE
    state.xcr0, state.mxcsr, state.mxcsr_mask, state.rflags = 0xE7, 0x1F80, 0xFFFF, 0x202
    state.star, state.lstar, state.sfmask = 0x20 << 48 | 0x08 << 32, _KERNEL, 0x700
    state.rip, state.rsp = process.entry, process.stack
    state.cs = _segment(bochs, 0x33, 0xA0FB)
    state.ss = _segment(bochs, 0x2B, 0xC0F3)
    state.ds = state.es = state.fs = state.gs = _segment(bochs, 0, 0xC0F3)
    session.missing_page_handler = missing
    hook.cache_cntrl, hook.exception = called, excepted
    session.cpu.state = state
    session.run([hook])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status[0])  # the package complains of its own objects when Python ends them
