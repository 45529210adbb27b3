# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""One x86_64 instruction at a time, executed natively. Every register's contents are chosen and read back.

A shared object holds a trampoline and one 32-byte slot per sample. The trampoline loads the state and jumps to the
slot. The slot jumps back to code that stores the state. The trampoline itself needs a CPU with AVX512BW, or with AVX2
for vectors of 256 bits without mask registers.
"""

from __future__ import annotations

import ctypes
import mmap
import subprocess
from collections.abc import Callable
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


def _moves(vectors: bool, narrow: bool) -> tuple[list[str], list[str]]:
    """The loads and the stores of vectors and masks. rax holds the state's address."""
    if not vectors:
        return [], []
    mnem, name = ("vmovdqu", "ymm") if narrow else ("vmovdqu64", "zmm")
    loads = [f"{mnem} {name}{i}, [rax+{256 + 64 * i}]" for i in range(10)]
    stores = [f"{mnem} [rax+{256 + 64 * i}], {name}{i}" for i in range(10)]
    if not narrow:
        loads += [f"kmovq k{i}, [rax+{128 + 8 * i}]" for i in range(1, 7)]
        stores += [f"kmovq [rax+{128 + 8 * i}], k{i}" for i in range(1, 7)]
    return loads, stores


def _source(samples: list[Sample], vectors: bool, narrow: bool) -> str:
    loads, stores = _moves(vectors, narrow)
    pushed = ("rbx", "rbp", "r12", "r13", "r14", "r15")
    lines = [".intel_syntax noprefix", ".text", ".globl tramp, slots, state", "place:", "tramp:"]
    lines += [f"push {r}" for r in pushed] + ["mov [rip+target], rdi", "lea rax, [rip+held]"]
    lines += [*loads, f"push qword ptr [rax+{FLAG_OFFSET}]", "popfq"]
    lines += [f"mov {r}, [rax+{8 * i}]" for i, r in enumerate(GENERAL) if r and r != "rax"]
    lines += ["mov rax, [rax]", "jmp [rip+target]", "back:"]
    lines += [f"mov [rip+held+{8 * i}], {r}" for i, r in enumerate(GENERAL) if r]
    lines += ["pushfq", "pop rax", f"mov [rip+held+{FLAG_OFFSET}], rax", "cld", "lea rax, [rip+held]"]
    lines += (
        [*stores, *(f"pop {r}" for r in reversed(pushed))] + ["vzeroupper"] * vectors + ["ret", ".balign 64", "slots:"]
    )
    for sample in samples:
        lines += [".balign 32", sample.text, "jmp back"]
    lines += [".data", ".balign 64", "state: held: .zero 1024", "target: .quad 0"]
    return "\n".join([*lines, '.section .note.GNU-stack,"",@progbits', ""])


class Machine:
    """The samples, loaded into this process. Without ``vectors`` states have general registers and flags only, and
    every x86_64 CPU will do. ``narrow`` vectors have 256 bits, and zeros above; states have no masks then."""

    def __init__(
        self, samples: list[Sample], folder: Path, random: Random, vectors: bool = True, narrow: bool = False
    ) -> None:  # fmt: skip
        source, library = folder / "machine.s", folder / "machine.so"
        source.write_text(_source(samples, vectors, narrow))
        subprocess.run([program("gcc"), "-shared", "-o", str(library), str(source)], check=True)
        loaded = ctypes.CDLL(str(library))
        self.state_at = ctypes.addressof(ctypes.c_char.in_dll(loaded, "state"))
        self.slots_at = ctypes.addressof(ctypes.c_char.in_dll(loaded, "slots"))
        self.enter = loaded.tramp
        self.enter.argtypes, self.enter.restype = [ctypes.c_void_p], None
        self.random, self.vectors, self.narrow = random, vectors, narrow
        self.area = mmap.mmap(-1, 1 << 20)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.area))
        self.base = (start + 65536 + 63) & ~63
        self.memory = random.randbytes(WINDOW)

    def state(self, sample: Sample) -> State:
        """Random, with pointers in the registers that address memory."""
        width = dict(WIDTH)
        if self.narrow:
            width["vec"] = 256
            del width["mask"]
        kinds = width if self.vectors else ("gp", "flag")
        out: State = {k: self.random.getrandbits(width[k[0]]) for k in PLACES if k[0] in kinds}
        out[BASE] = self.base
        if self.vectors:
            out[INDEX_VECTOR] = sum(self.random.randrange(200) << 64 * i for i in range(width["vec"] // 64))
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
            if memory:
                ctypes.memmove(self.base - WINDOW // 4, self.memory, WINDOW)
            ctypes.memmove(self.state_at, bytes(image), STATE_BYTES)
            self.enter(self.slots_at + 32 * index)
            raw = ctypes.string_at(self.state_at, STATE_BYTES)
            left = int.from_bytes(raw[FLAG_OFFSET : FLAG_OFFSET + 8], "little")
            after: State = {}
            for kind, number in state:
                if kind == "flag":
                    after[kind, number] = left >> FLAGS[str(number)] & 1
                else:
                    assert isinstance(number, int)
                    at = OFFSET[kind] + STEP[kind] * number
                    after[kind, number] = int.from_bytes(raw[at : at + STEP[kind]], "little")
            return after, ctypes.string_at(self.base - WINDOW // 4, WINDOW) if memory else b""

        return run
