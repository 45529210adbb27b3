# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The record of the toy machine."""

from __future__ import annotations

from generator.isa.convention import Abi
from generator.isa.machine import Machine, Spelled
from generator.isa.registers import Names, Registers
from generator.isa.timing import Core
from generator.isa.unwinding import Dwarf
from generator.model import AnyReg, Imm, LabelRef, Mem, Phys, RegClass, view
from tests.toy.forms import TABLE, kind, listed, search
from tests.toy.frame import ToyFrames
from tests.toy.lower import ToyLowering
from tests.toy.text import ToyGas

SP = Phys("gp", 7)


def _names() -> Names:
    names: dict[tuple[RegClass, int, int], str] = {("gp", 32, n): f"r{n}" for n in range(7)}
    return {**names, **{("vec", 128, n): f"v{n}" for n in range(8)}, ("gp", 32, SP.num): "sp"}


def _width(reg: AnyReg) -> int:
    return 128 if reg.cls == "vec" else 32


def _copy(dst: AnyReg, src: AnyReg, bits: int) -> Spelled:
    return "same", (view(dst, _width(dst)), view(src, _width(src)))


def _load(dst: AnyReg, mem: Mem) -> Spelled:
    return "get", (view(dst, _width(dst)), mem)


def _store(src: AnyReg, mem: Mem) -> Spelled:
    return "put", (view(src, _width(src)), mem)


def _jump(label: str) -> Spelled:
    return "go", (LabelRef(label),)


def _count_down(reg: AnyReg, bits: int, label: str) -> tuple[Spelled, ...]:
    left = view(reg, bits)
    return ("dif", (left, left, Imm(1))), ("weigh", (left, Imm(0))), ("when.other", (LabelRef(label),))


CONVENTION = Abi(
    name="toycall",
    arch="toy",
    bits=32,
    args=(0, 1, 2),
    volatile={"gp": (0, 1, 2, 3), "vec": (0, 1, 2, 3, 4)},
    saved={"gp": (4, 5, 6), "vec": (5, 6, 7)},
    stack_args=4,  # the word at sp is where the caller goes on
    saved_bytes=16,
    result=0,
    sp=SP.num,
)
CORE = Core(
    issue=1,
    pipes={"alu": 1, "multiply": 1, "load": 1, "store": 1, "vector": 1},
    unit={"get": "load", "put": "store"},
    latency={"alu": 1, "multiply": 1, "load": 3, "store": 1, "vector": 2},
    exceptions={},
    early=1,
    branch=2,
    fused=frozenset(),
    window=16,
    pause=4,
)
TOY = Machine(
    arch="toy",
    family="toy",
    bits=32,
    registers=Registers(names=_names(), whole={"gp": 32, "vec": 128}, stack_pointer=SP),
    renderers={"gas": ToyGas},
    dwarf=Dwarf(
        numbers={**{Phys("gp", n): n for n in range(8)}, **{Phys("vec", n): 16 + n for n in range(8)}},
        return_address=8,
        stack_pointer=SP.num,
        word=4,
        pushed=4,
        views={"gp": 32, "vec": 128},
        longest=8,
    ),
    search=search,
    listed=listed,
    mnemonics=lambda: TABLE,
    describe=kind,
    allowed=lambda form, index: None,
    copy=_copy,
    load=_load,
    store=_store,
    jump=_jump,
    count_down=_count_down,
    slot_align=16,
    reload_serves=2,
    lowering=ToyLowering,
    frames=ToyFrames(),
    core=CORE,
    conventions=(CONVENTION,),
)
