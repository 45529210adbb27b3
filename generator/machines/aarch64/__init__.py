# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""AArch64."""

from __future__ import annotations

from generator.emit.rust import RUST
from generator.isa.machine import Machine
from generator.machines.aarch64 import match, moves
from generator.machines.aarch64.conventions import CONVENTIONS
from generator.machines.aarch64.facts import SIGNING
from generator.machines.aarch64.features import BASELINE, IMPLIES, STANDALONE
from generator.machines.aarch64.frame import FP, LR, Aarch64Frames
from generator.machines.aarch64.gas import GasAarch64, RustAarch64
from generator.machines.aarch64.go import GoAarch64
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.aarch64.registers import DWARF, REGISTERS
from generator.machines.aarch64.syntax import READING, SPELLING
from generator.machines.aarch64.timing import CORE
from generator.model import Phys

_SP, _ZERO = Phys("gp", 31), Phys("gp", 32)
_HIGH = frozenset(Phys("vec", n) for n in range(16, 32))

AARCH64 = Machine(
    arch="aarch64",
    family="aarch64",
    bits=64,
    link=LR,
    linked=(FP, LR),
    told_apart=(frozenset({_SP}), frozenset({_ZERO}), _HIGH),
    signing=SIGNING,
    implies=IMPLIES,
    baseline=BASELINE,
    standalone=STANDALONE,
    search=match.search,
    listed=match.listed,
    mnemonics=match.mnemonics,
    describe=match.describe,
    allowed=match.allowed,
    copy=moves.copy,
    load=moves.load,
    store=moves.store,
    jump=moves.jump,
    count_down=moves.count_down,
    slot_align=16,
    reload_serves=16,
    lowering=Aarch64Lowering,
    keys_first=True,
    frames=Aarch64Frames(),
    core=CORE,
    conventions=CONVENTIONS,
    registers=REGISTERS,
    renderers={"gas": GasAarch64, "clang-cl": GasAarch64, RUST: RustAarch64, "go": GoAarch64},
    spelling=SPELLING,
    reading=READING,
    dwarf=DWARF,
)
