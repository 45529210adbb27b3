# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86 in 64-bit and 32-bit mode."""

from __future__ import annotations

from functools import partial

from generator.emit.rust import RUST
from generator.isa.machine import Machine, Uppers
from generator.machines.x86 import facts, match, moves
from generator.machines.x86.conventions import CONVENTIONS
from generator.machines.x86.features import BASELINE, IMPLIES, STANDALONE
from generator.machines.x86.fold import fold_loads
from generator.machines.x86.frame import X86Frames
from generator.machines.x86.gas import GasX86, RustX86
from generator.machines.x86.go import GoX86
from generator.machines.x86.lower import X86Lowering
from generator.machines.x86.masm import Masm
from generator.machines.x86.nasm import Nasm
from generator.machines.x86.registers import DWARF_32, DWARF_64, REGISTERS_32, REGISTERS_64
from generator.machines.x86.syntax import READING, SPELLING_32, SPELLING_64
from generator.model import Phys

_CL, _SP, _XMM0 = (frozenset({reg}) for reg in (Phys("gp", 1), Phys("gp", 4), Phys("vec", 0)))
_EVEX_ONLY = frozenset(Phys("vec", n) for n in range(16, 32))


_RENDERERS = {"gas": GasX86, "nasm": Nasm, "masm": Masm, "clang-cl": GasX86, RUST: RustX86}


def _machine(arch: str, bits: int) -> Machine:
    return Machine(
        arch=arch,
        family="x86",
        bits=bits,
        told_apart=(_CL, _SP, _XMM0, _EVEX_ONLY),
        vectors_with=("avx512f", 16),
        implies=IMPLIES,
        baseline=BASELINE[arch],
        standalone=STANDALONE,
        search=partial(match.search, arch),
        listed=partial(match.listed, arch),
        mnemonics=match.mnemonics,
        describe=match.describe,
        allowed=partial(match.allowed, arch),
        alignment=facts.alignment,
        instead=facts.instead,
        copy=moves.copy,
        load=moves.load,
        store=moves.store,
        jump=moves.jump,
        count_down=moves.count_down,
        slot_align=16 if bits == 64 else 4,
        lowering=X86Lowering,
        narrow=bits == 64,  # 32-bit mode has byte views of four registers, which other values need
        fold=partial(fold_loads, arch=arch, narrow=bits == 64),
        frames=X86Frames(),
        uppers=Uppers(bits=128, below=16, keepers="legacy SSE", instead="v", clear="vzeroupper"),
        conventions=tuple(row for row in CONVENTIONS if row.arch == arch),
        registers=REGISTERS_64 if bits == 64 else REGISTERS_32,
        renderers={**_RENDERERS, "go": GoX86} if bits == 64 else _RENDERERS,
        spelling=SPELLING_64 if bits == 64 else SPELLING_32,
        reading=READING,
        dwarf=DWARF_64 if bits == 64 else DWARF_32,
        # A vector lane's constants are relative to the program counter, which 32-bit mode lacks.
        units=("gp", "vec") if bits == 64 else ("gp",),
    )


X86_64 = _machine("x86_64", 64)
X86 = _machine("x86", 32)
