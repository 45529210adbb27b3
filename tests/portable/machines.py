# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Machines and their compilers; all portable C of the library in one program, with the calls of all plans."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import targets
from generator import library, rooms
from generator.lang.contract import Kernel
from generator.rooms import INCLUDE
from targets.toolchain.execute import executor
from targets.toolchain.find import require
from targets.toolchain.process import HANG_SECONDS, run
from targets.toolchain.provision import qemu
from targets.trial import machines as trial
from targets.trial.batch import Batch, Buffer, Call, Machine
from targets.trial.cases import derive
from tests.harness import plans

HERE = Path(__file__).resolve().parent
STRICT = tuple("-std=c99 -Wall -Wextra -Wpedantic -Werror -DLOOM_NO_ASM".split())
Run = Callable[[Path, Sequence[str], Path], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Far:
    """A machine. ``compiler``: the words of its C compiler, which also links. ``runs``: the words before a program.
    ``big``: words have their highest byte first."""

    compiler: tuple[str, ...]
    runs: Callable[[], list[str]] = list
    bits: int = 64
    big: bool = False

    @property
    def passes(self) -> Machine:
        """A machine of batch files that passes as many words."""
        return "i686" if self.bits == 32 else "x86_64"


def _clang(triple: str) -> tuple[str, ...]:
    return ("clang", f"--target={triple}")


def _emulated(name: str) -> Callable[[], list[str]]:
    return lambda: [str(require(name))]


def _node() -> list[str]:
    # Node 20 dies at times when WASI's fast calls meet memory that has grown.
    flags = ("--no-warnings", "--experimental-wasi-unstable-preview1", "--no-turbo-fast-api-calls")
    return [str(require("node")), *flags, str(HERE / "wasi.mjs")]


def _wasmtime() -> list[str]:
    return [sys.executable, str(HERE / "wasi.py")]


MACHINES = {
    "x86_64": Far(("gcc",)),
    "i686": Far(("gcc", "-m32"), bits=32),
    "aarch64": Far(("aarch64-gcc",), lambda: [str(qemu("aarch64"))]),
    "armhf": Far(_clang("arm-linux-gnueabihf"), _emulated("qemu-arm"), 32),
    "riscv64": Far(_clang("riscv64-linux-gnu"), _emulated("qemu-riscv64")),
    "ppc64le": Far(_clang("powerpc64le-linux-gnu"), _emulated("qemu-ppc64le")),
    "s390x": Far(("s390x-gcc",), _emulated("qemu-s390x"), big=True),
    "mips": Far(_clang("mips-linux-gnu"), _emulated("qemu-mips"), 32, big=True),
    "wasm32": Far(_clang("wasm32-wasi"), _node, 32),
    "wasmtime": Far(_clang("wasm32-wasi"), _wasmtime, 32),
    "windows": Far(("mingw64-gcc",)),
}


@cache
def kernels() -> tuple[Kernel, ...]:
    """The kernels of the tree that have portable C."""
    return tuple(kernel for kernel in library.load().kernels.values() if kernel.portable)


def function(kernel: Kernel) -> str:
    return f"loom_{kernel.name}_portable"


def thunks(bits: int) -> str:
    """The table of the functions. Each takes its arguments from an array of words."""
    lines = ['#include "asmloom_kernels.h"', '#include "driver.h"']
    rows = []
    for kernel in kernels():
        at, words = 0, list[str]()
        for param in kernel.params:
            wide = param.type == "u64" and bits == 32
            text = f"v[{at}]" + (f" | (uint64_t)v[{at + 1}] << 32" if wide else "")
            words.append(f"(void *)v[{at}]" if param.type == "ptr" else text)
            at += 1 + wide
        call = f"{function(kernel)}({', '.join(words)})"
        body = f"{call}; return 0" if kernel.returns == "void" else f"return {call}"
        lines.append(f"static uint64_t call_{kernel.name}(const uintptr_t *v) {{ {body}; }}")
        rows.append(f'    {{"{function(kernel)}", (loom_fn)call_{kernel.name}}},')
    return "\n".join([*lines, "const struct loom_entry loom_table[] = {", *rows, "    {NULL, NULL}};", ""])


def _element(kernel: Kernel, argument: str) -> int:
    """The bytes of what an argument of the prototype points to, as C aligns it."""
    text = next(param.text for param in kernel.params if param.name == argument.partition("[")[0])
    found = re.match(r"(?:const )?uint(\d+)_t \*|(?:const )?uint(\d+)_t \w+\[", text)
    return int(found[1] or found[2]) // 8 if found else 1


def calls(kernel: Kernel) -> list[Call]:
    """All calls of a kernel's plan. The contract may allow less than C's alignment, which C's pointers have."""
    one = kernel.single or kernel
    args = tuple(replace(arg, align=max(arg.align, _element(one, arg.name))) for arg in one.args)
    if args == one.args:
        return plans.calls(kernel.name, function(kernel))
    return derive(replace(kernel, args=args), plans.plan(kernel), function(kernel))


def turned(kernel: Kernel, call: Call) -> Call:
    """The call with the words of its buffers in the order of a big-endian machine."""
    expected, arguments = dict(call.expected), list(call.arguments)
    for n, (argument, arg) in enumerate(zip(call.arguments, kernel.buffers)):
        size = _element(kernel, arg.name)
        if size > 1 and isinstance(argument, Buffer):
            arguments[n] = replace(argument, data=_reversed(argument.data, size))
            if n in expected:
                expected[n] = _reversed(expected[n], size)
    return replace(call, arguments=tuple(arguments), expected=expected)


def _reversed(data: bytes, size: int) -> bytes:
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))


@cache
def asked(big: bool) -> Batch:
    """All calls of all plans."""
    batch = Batch()
    for kernel in kernels():
        for call in calls(kernel):
            batch.add(turned(kernel, call) if big else call)
    return batch


def _room() -> int:
    return max(len(one.data) for call in asked(False).calls for one in call.arguments if isinstance(one, Buffer))


def compiled(words: Sequence[str], sources: Iterable[Path], folder: Path, suffix: str = ".o") -> list[Path]:
    """Objects of C files by a compiler, whose first word is a tool's name. A warning fails."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [str(require(words[0])), *words[1:], *rooms.includes(), f"-I{INCLUDE}", f"-I{trial.HERE}"]

    def make(source: Path) -> Path:
        out = folder / f"{source.stem}{suffix}"
        last = ["--"] if "--driver-mode=cl" in words else []  # an absolute path looks like an option
        done = run([*command, "-c", "-o", str(out), *last, str(source)], timeout=HANG_SECONDS)
        assert (done.returncode, done.stderr) == (0, b""), (words, source.name, done.stderr.decode()[:3000])
        return out

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(make, sources))


def portable() -> list[Path]:
    return rooms.portable(INCLUDE)


def rest(compiler: Sequence[str], folder: Path) -> list[Path]:
    """What portable C calls: dispatch, which a kernel of several calls, and cleaning."""
    sources = [path for path in rooms.library(INCLUDE) if path not in portable()]
    return compiled([*compiler, *STRICT, "-O1"], sources, folder)


class Program:
    """The rest of a program for a machine: the driver, and what the portable C calls."""

    def __init__(self, name: str, folder: Path) -> None:
        self.far, self.folder = MACHINES[name], folder
        self.name = name
        folder.mkdir(parents=True, exist_ok=True)
        table = folder / "table.c"
        table.write_text(thunks(self.far.bits))
        words = [*self.far.compiler, "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type"]
        sources = [HERE / "calls.c", *(trial.HERE / one for one in ("plain.c", "reader.c")), table]
        self.objects = compiled([*words, f"-DROOM={_room()}u", "-DLOOM_NO_ASM"], sources, folder)
        self.objects += rest(self.far.compiler, folder / "rest")

    def judge(self, objects: Sequence[Path], flags: Sequence[str] = ()) -> None:
        """Link with objects of the portable C, make all calls, and require the answers."""
        exe = self.folder / ("calls.exe" if self.name == "windows" else "calls")
        tool, *words = self.far.compiler
        inputs = [str(path) for path in (*self.objects, *objects)]
        words += ["-fuse-ld=lld"] if tool == "clang" else []
        words += ["-static"] if self.far.runs is not list else []
        # What clang-cl calls for large frames has another name in this C library.
        words += ["-Wl,--defsym=__chkstk=___chkstk_ms"] if self.name == "windows" else []
        done = run([str(require(tool)), *words, *flags, *inputs, "-o", str(exe)], timeout=HANG_SECONDS)
        assert done.returncode == 0, done.stderr.decode()[:3000]
        batch, calls, result = asked(self.far.big), self.folder / "calls.bin", self.folder / "result.bin"
        batch.write(calls, self.far.passes)
        result.write_bytes(b"")
        if self.name == "windows":
            target = targets.load("x86_64-w64-mingw32")
            done = executor(target).run(exe, [calls, result], cwd=self.folder, timeout=HANG_SECONDS)
        else:
            done = run([*self.far.runs(), str(exe), str(calls), str(result)], timeout=HANG_SECONDS)
        wrong = _wrong(batch, result.read_bytes())
        said = done.stderr.decode(errors="replace")[-2000:]
        assert (done.returncode, wrong) == (0, ""), f"{self.name}: exit status {done.returncode}: {wrong} {said}"


def _wrong(batch: Batch, data: bytes) -> str:
    """The first call without an answer or with a wrong one."""
    at = 0
    for number, call in enumerate(batch.calls):
        place = f"call {number}, {call.function} {call.note}"
        if at == len(data):
            return f"{place}: no answer"
        (value,) = struct.unpack_from("<Q", data, at)
        at += 8
        if call.value is not None and (value ^ call.value) % (1 << (call.value_bits or 64)):
            return f"{place}: the result is {value:#x}, expected {call.value:#x}"
        for n, argument in enumerate(call.arguments):
            if isinstance(argument, Buffer) and argument.output:
                got = data[at : at + len(argument.data)]
                at += len(argument.data)
                if got != call.expected.get(n, got):
                    return f"{place}: argument {n} is {got[:32].hex()}…, expected {call.expected[n][:32].hex()}…"
    return ""
