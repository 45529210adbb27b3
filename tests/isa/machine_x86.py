# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One x86_64 instruction at a time, executed natively, or on an emulated CPU. Every register's contents are
chosen and read back.

A program holds a trampoline and one 32-byte slot per sample. The trampoline loads the state and jumps to the slot. The
slot jumps back to code that stores the state. The trampoline itself needs a CPU with AVX512BW.
"""

from __future__ import annotations

import struct
import subprocess
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.isa.samples import Sample
from tests.isa.tools import program
from tests.isa.touched import WIDTH, Place, State

GENERAL = ("rax", "rcx", "rdx", "rbx", "", "rbp", "rsi", "rdi", "r8", "r9", "r10")
FLAGS = {"CF": 0, "PF": 2, "AF": 4, "ZF": 6, "SF": 7, "OF": 11}
BASE: Place = ("gp", 5)
INDEX_VECTOR: Place = ("vec", 7)
PLACES: list[Place] = (
    [("gp", i) for i, name in enumerate(GENERAL) if name]
    + [("vec", i) for i in range(10)]
    + [("mask", i) for i in range(1, 7)]
    + [("flag", f) for f in FLAGS]
)
OFFSET = {"gp": 0, "mask": 128, "vec": 256}
STEP = {"gp": 8, "mask": 8, "vec": 64}
FLAG_OFFSET, STATE_BYTES, WINDOW = 200, 1024, 8192


def _moves() -> tuple[list[str], list[str]]:
    """The loads and the stores of vectors and masks. rax holds the state's address."""
    loads = [f"vmovdqu64 zmm{i}, [rax+{256 + 64 * i}]" for i in range(10)]
    stores = [f"vmovdqu64 [rax+{256 + 64 * i}], zmm{i}" for i in range(10)]
    loads += [f"kmovq k{i}, [rax+{128 + 8 * i}]" for i in range(1, 7)]
    stores += [f"kmovq [rax+{128 + 8 * i}], k{i}" for i in range(1, 7)]
    return loads, stores


def _source(samples: list[Sample]) -> str:
    loads, stores = _moves()
    pushed = ("rbx", "rbp", "r12", "r13", "r14", "r15")
    lines = [".intel_syntax noprefix", ".text", ".globl tramp, slots, state", "place:", "tramp:"]
    lines += [f"push {r}" for r in pushed] + ["mov [rip+target], rdi", "lea rax, [rip+held]"]
    lines += [*loads, f"push qword ptr [rax+{FLAG_OFFSET}]", "popfq"]
    lines += [f"mov {r}, [rax+{8 * i}]" for i, r in enumerate(GENERAL) if r and r != "rax"]
    lines += ["mov rax, [rax]", "jmp [rip+target]", "back:"]
    lines += [f"mov [rip+held+{8 * i}], {r}" for i, r in enumerate(GENERAL) if r]
    lines += ["pushfq", "pop rax", f"mov [rip+held+{FLAG_OFFSET}], rax", "cld", "lea rax, [rip+held]"]
    lines += [*stores, *(f"pop {r}" for r in reversed(pushed)), "vzeroupper", "ret", ".balign 64", "slots:"]
    for sample in samples:
        lines += [".balign 32", sample.text, "jmp back"]
    lines += [".data", ".balign 64", "state: held: .zero 1024", "target: .quad 0"]
    return "\n".join([*lines, '.section .note.GNU-stack,"",@progbits', ""])


class _Program:
    """The samples in a program, of this processor or of an emulator."""

    def __init__(self, source: Path, memory: bytes, emulator: Sequence[str]) -> None:
        made = source.with_suffix("")
        sizes = (f"-DSTATE_BYTES={STATE_BYTES}", f"-DWINDOW={WINDOW}")
        main = Path(__file__).with_name("one_by_one.c")
        words = [program("gcc"), "-static", "-O1", "-Wall", "-Wextra", "-Werror", *sizes, "-o", str(made)]
        subprocess.run([*words, str(main), str(source)], check=True)
        self.process = subprocess.Popen([*emulator, str(made)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        weakref.finalize(self, _end, self.process)
        self.base, self.memory = int.from_bytes(self._read(8), "little"), memory
        self._write(memory)

    def _read(self, size: int) -> bytes:
        assert self.process.stdout is not None
        data = self.process.stdout.read(size)
        assert len(data) == size, f"the program ended with status {self.process.wait()}"
        return data

    def _write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def run(self, index: int, state: bytes, memory: bool) -> tuple[bytes, bytes]:
        """State and memory (if it counts) after a sample."""
        self._write(struct.pack("<II", index, memory) + state)
        left = self._read(STATE_BYTES)
        changed = any(self._read(4))
        return left, self._read(WINDOW) if changed else self.memory if memory else b""


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close a program's pipes: it ends at the end of its input."""
    with process:
        pass


class Machine:
    """The samples, in a program. ``emulator``: the words before the program, if an emulator runs it."""

    def __init__(self, samples: list[Sample], folder: Path, random: Random, emulator: Sequence[str] = ()) -> None:
        source = folder / "machine.s"
        source.write_text(_source(samples))
        self.memory = random.randbytes(WINDOW)
        self.processor = _Program(source, self.memory, emulator)
        self.random = random
        self.base = self.processor.base

    def state(self, sample: Sample) -> State:
        """Random, with pointers in the registers that address memory."""
        out: State = {k: self.random.getrandbits(WIDTH[k[0]]) for k in PLACES}
        out[BASE] = self.base
        out[INDEX_VECTOR] = sum(self.random.randrange(200) << 64 * i for i in range(WIDTH["vec"] // 64))
        for number, value in self.pointers(sample).items():
            out["gp", number] = value
        return out

    def pointers(self, sample: Sample) -> dict[int, int]:
        """General registers that hold addresses, counts and bit offsets in a sample."""
        if not sample.ops and sample.mnem.startswith(("movs", "stos", "lods", "rep")):
            return {6: self.base + 512, 7: self.base + 1024, 1: 3}
        if "maskmov" in sample.mnem:
            return {7: self.base + 1024}
        if sample.mnem in ("bt", "btc", "btr", "bts") and "".join(sample.alternative[:1]).startswith("m"):
            return {6: self.random.randrange(1024)}
        return {}

    def runner(self, index: int, memory: bool) -> Callable[[State], tuple[State, bytes]]:
        """Run sample number ``index``."""

        def run(state: State) -> tuple[State, bytes]:
            image = bytearray(STATE_BYTES)
            flags = 0x202
            for (kind, number), value in state.items():
                if kind == "flag":
                    flags |= value << FLAGS[str(number)]
                else:
                    assert isinstance(number, int)
                    at = OFFSET[kind] + STEP[kind] * number
                    image[at : at + STEP[kind]] = value.to_bytes(STEP[kind], "little")
            image[FLAG_OFFSET : FLAG_OFFSET + 8] = flags.to_bytes(8, "little")
            raw, stored = self.processor.run(index, bytes(image), memory)
            left = int.from_bytes(raw[FLAG_OFFSET : FLAG_OFFSET + 8], "little")
            after: State = {}
            for kind, number in state:
                if kind == "flag":
                    after[kind, number] = left >> FLAGS[str(number)] & 1
                else:
                    assert isinstance(number, int)
                    at = OFFSET[kind] + STEP[kind] * number
                    after[kind, number] = int.from_bytes(raw[at : at + STEP[kind]], "little")
            return after, stored

        return run
