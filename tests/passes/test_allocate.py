# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The allocator, and the checker that replays the allocation: planted mistakes are found, spills obey their rules."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.abi import Abi, abi
from generator.lang import Kernel, Variant
from generator.library import load
from generator.model import Function, Instr, Item, KernelError, Mem, Operand, Phys, R, Slot, VReg
from generator.passes.allocation import Allocation
from generator.passes.flow import accesses, blocks, liveness
from generator.passes.judges.replay_allocation import check
from generator.pipeline import build
from tests.passes.small import SCALAR, line_of, program, small_file, written

pytestmark = pytest.mark.kernels()  # tests of the tree's kernels name them


def allocated(kernel: Kernel, of: Abi) -> tuple[Allocation, Function]:
    """The allocation of a kernel's first variant, and the function."""
    seen: dict[str, Any] = {}
    function = build(kernel, kernel.variants[0], of, seen.__setitem__)
    return seen["allocate"], function


SEVEN = small_file(abi("sysv64"), 7)
SUBJECTS: dict[str, Callable[[], tuple[Allocation, Function]]] = {
    "md5, i686": lambda: allocated(load().find("md5_blocks"), abi("cdecl32")),
    "rc4, sysv64": lambda: allocated(load().find("rc4_stream"), abi("sysv64")),
    "rc4, aapcs64": lambda: allocated(load().find("rc4_stream"), abi("aapcs64")),
    "random, seven registers": lambda: allocated(program(3, hot=1), SEVEN),
    "random, eight registers": lambda: allocated(program(4, hot=1), small_file(abi("aapcs64"), 8)),
}


def _marked(name: str) -> object:
    kernel = {"md5": "md5_blocks", "rc4": "rc4_stream"}.get(name.partition(",")[0])
    return pytest.param(name, marks=pytest.mark.kernels(kernel)) if kernel else name


@pytest.fixture(params=[_marked(name) for name in SUBJECTS])
def allocation(request: pytest.FixtureRequest) -> Allocation:
    made, _ = SUBJECTS[request.param]()
    check(made)
    return made


def planted(made: Allocation, at: int, *items: Item) -> Allocation:
    """The allocation with item ``at`` of its body replaced."""
    body, origin = list(made.body), list(made.origin)
    body[at : at + 1] = items
    origin[at : at + 1] = [made.origin[at]] * len(items)
    return replace(made, body=body, origin=origin)


def wrong(made: Allocation) -> bool:
    try:
        check(made)
    except KernelError as error:
        assert re.match(
            r"\S+:\d+: register allocation is wrong: \S+ (reads \w+, but its place holds|became) ", str(error)
        ), error
        return True
    return False


def reads_of(made: Allocation) -> list[tuple[int, int]]:
    """Places (item, operand) of virtual registers that are read and not written."""
    out = []
    for at, (item, source) in enumerate(zip(made.body, made.origin)):
        if isinstance(item, Instr) and isinstance(source, Instr) and item.mnem[0] != "@":
            for n, (op, virtual) in enumerate(zip(item.ops, source.ops)):
                if isinstance(op, R) and isinstance(virtual, R) and isinstance(virtual.reg, VReg):
                    if source.form.ops[n].access == "r" and virtual.reg in accesses(source)[0]:
                        out.append((at, n))
    return out


def with_operand(item: Instr, n: int, op: Operand) -> Instr:
    return replace(item, ops=(*item.ops[:n], op, *item.ops[n + 1 :]))


def test_a_read_from_the_wrong_register(allocation: Allocation) -> None:
    """Send every read that is not also a write to a register without a value."""
    places = reads_of(allocation)
    assert len(places) > 10
    for at, n in places[:: max(1, len(places) // 60)]:
        item = allocation.body[at]
        assert isinstance(item, Instr)
        read = item.ops[n]
        assert isinstance(read, R)
        other = R(Phys("gp", 40), read.width)
        assert wrong(planted(allocation, at, with_operand(item, n, other))), (at, item)


def test_two_registers_exchanged(allocation: Allocation) -> None:
    """Exchange the names of two live registers from an instruction on."""
    body = allocation.body
    graph = blocks(body)
    live = liveness(body, graph)
    tried = 0
    for n, block in enumerate(graph[1:], 1):
        held = sorted((r for r in live.live_in[n] if isinstance(r, Phys)), key=lambda r: r.num)
        one = first_read(body[block.start : block.end])
        if len(held) < 2 or block.pred == [] or one not in held:
            continue
        two = held[0] if held[0] != one else held[-1]
        names = {one: two, two: one}
        changed = [*body[: block.start], *(renamed(item, names) for item in body[block.start :])]
        tried += 1
        assert wrong(replace(allocation, body=changed)), f"block {n}: {one} and {two}"
    assert tried


def first_read(items: list[Item]) -> object:
    """The first register from outside that a block reads."""
    return next((accesses(item)[0][0] for item in items if isinstance(item, Instr) and accesses(item)[0]), None)


def renamed(item: Item, names: dict[Phys, Phys]) -> Item:
    if not isinstance(item, Instr):
        return item

    def one(reg: Any) -> Any:
        return names.get(reg, reg)

    ops: list[Operand] = []
    for op in item.ops:
        if isinstance(op, R):
            op = replace(op, reg=one(op.reg))
        elif isinstance(op, Mem):
            op = replace(op, base=one(op.base), index=one(op.index))
        ops.append(op)
    return replace(item, ops=tuple(ops))


def spilled(made: Allocation) -> list[int]:
    """Items that the spiller inserted."""
    return [at for at, source in enumerate(made.origin) if source is None]


def is_store(item: Item) -> bool:
    assert isinstance(item, Instr)
    return item.mnem == "str" or isinstance(item.ops[0], Mem)


def test_a_reload_from_the_wrong_slot(allocation: Allocation) -> None:
    for at in spilled(allocation):
        item = allocation.body[at]
        if not is_store(item):
            assert wrong(planted(allocation, at, elsewhere(item))), (at, item)


def elsewhere(item: Item) -> Item:
    """The same access to a slot without a value."""
    assert isinstance(item, Instr)
    ops = (replace(op, slot=Slot("empty", 8, 8)) if isinstance(op, Mem) else op for op in item.ops)
    return replace(item, ops=tuple(ops))


def test_a_dropped_reload(allocation: Allocation) -> None:
    """Drop reloads. Some are not needed: a register may still hold the value of the last reload."""
    reloads = [at for at in spilled(allocation) if not is_store(allocation.body[at])]
    assert not reloads or any(wrong(planted(allocation, at)) for at in reloads)


def test_dropped_stores(allocation: Allocation) -> None:
    """Drop the stores of a value that is read from its slot."""
    stores: dict[int, list[int]] = {}
    for at in spilled(allocation):
        if is_store(allocation.body[at]):
            stores.setdefault(id(slot(allocation.body[at])), []).append(at)
    items = list(enumerate(allocation.body))
    read = {id(slot(item)) for at, item in items if slot(item) is not None and at not in sum(stores.values(), [])}
    for place, every in stores.items():
        if place in read - incoming(allocation):
            made = allocation
            for at in reversed(every):
                made = planted(made, at)
            assert wrong(made), (every, allocation.body[every[0]])


def slot(item: Item) -> object:
    ops = item.ops if isinstance(item, Instr) else ()
    return next((op.slot for op in ops if isinstance(op, Mem) and op.slot is not None), None)


def incoming(made: Allocation) -> set[int]:
    return {id(slot) for slot in made.slots.values() if slot.incoming >= 0}


@pytest.mark.parametrize(
    "subject", [_marked(name) for name in SUBJECTS if "random" not in name and "aapcs64" not in name]
)
def test_a_dropped_copy(subject: str) -> None:
    """Drop a copy between different registers. The copy is needed unless the new register is never read."""
    allocation, tried = SUBJECTS[subject]()[0], 0
    for at, (item, source) in enumerate(zip(allocation.body, allocation.origin)):
        if not isinstance(item, Instr) or not isinstance(source, Instr) or not item.copy:
            continue
        dst, src = item.ops[0], item.ops[1]
        if isinstance(dst, R) and isinstance(src, R) and dst.reg != src.reg and read_later(allocation, at, dst.reg):
            tried += 1
            assert wrong(planted(allocation, at)), (at, item)
    assert tried


def read_later(made: Allocation, at: int, reg: object) -> bool:
    """True if a later item of the block reads the register before a write."""
    for item in made.body[at + 1 :]:
        if not isinstance(item, Instr) or item.form.kind != "normal":
            return False
        reads, writes = accesses(item)
        if reg in reads:
            return True
        if reg in writes:
            return False
    return False


def test_two_live_values_in_one_register(allocation: Allocation) -> None:
    """Give one value's register to another value that lives beside it."""
    graph = blocks(allocation.body)
    live = liveness(allocation.body, graph)
    tried = 0
    for n in range(1, len(graph)):
        pair = sorted(reg for reg in live.live_in[n] if isinstance(reg, Phys) and reg.cls == "gp")
        if len(pair) < 2:
            continue
        tried += 1
        names = {pair[0]: pair[-1]}
        assert wrong(replace(allocation, body=[renamed(item, names) for item in allocation.body])), n
    assert tried


def test_a_register_that_the_code_names_itself(tmp_path: Path) -> None:
    """The allocator keeps values away from such a register. The checker sees a value in it."""
    body = 'x, = k.load32(p, 1, names=["x"])\nk.asm("mov", R(Phys("gp", 2), 64), n)\nk.store32(p, x)'
    made, _ = allocated(written(tmp_path, body), abi("sysv64"))
    place = next(phys for reg, phys in made.where.items() if reg.name == "x")
    assert place != Phys("gp", 2)
    by_name = next(
        at for at, item in enumerate(made.body) if isinstance(item, Instr) and item.ops[:1] == (R(Phys("gp", 2), 64),)
    )
    moved = [renamed(item, {place: Phys("gp", 2)}) if at != by_name else item for at, item in enumerate(made.body)]
    assert wrong(replace(made, body=moved))


# -- running out -------------------------------------------------------------------------------------------------------

CROWD = "\n".join(f'v{i} = k.load32(p, offset={4 * i}, names=["v{i}"], count=1)[0]' for i in range(10))
DRAIN = "\n".join(f"k.store32(p, v{i}, offset={4 * (9 - i)})" for i in range(10))


def test_out_of_registers_names_who_holds_them(tmp_path: Path) -> None:
    kernel = written(tmp_path, f"{CROWD}\n{DRAIN}")
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, SEVEN)
    message = str(caught.value)
    found = re.fullmatch(
        r"(.+):(\d+): no gp register is left for (\w+); live beside it, \d+ values: (.*); rank one of them cold with "
        r"k\.cold\(…\), keep it in k\.home\(…\), or make it later or read it earlier "
        r"\(kernel tiny, variant scalar, x86_64-apple-darwin, x86_64-linux-gnu\)",
        message,
    )
    assert found, message
    first = line_of(kernel, "v0 = ")
    assert found[1] == kernel.src.file
    assert int(found[2]) == (first + int(found[3][1:]) if found[3] != "p" else kernel.src.line)
    shown = dict(re.findall(r"(\w+) \(line (\d+)\)", found[4]))
    assert {"p", "v0", "v9"} <= {*shown, found[3]} and len(shown) >= 6
    for name, line in shown.items():
        if name.startswith("v"):
            assert int(line) == first + int(name[1:]), message


def test_cold_values_are_counted_and_not_named(tmp_path: Path) -> None:
    """Ranking them again would not help."""
    kernel = written(tmp_path, f"{CROWD}\nk.cold(p, v2)\n{DRAIN}")
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, SEVEN)
    found = re.search(
        r"live beside it, (\d+) values: (.*), and (\d) cold already; of 7 registers .*; rank one", str(caught.value)
    )
    assert found, caught.value
    shown = re.findall(r"(\w+) \(line \d+\)", found[2])
    assert len(shown) == int(found[1]) and found[3] == "2" and not {"p", "v2"} & {*shown}


def test_only_cold_values_are_spilled(tmp_path: Path) -> None:
    """Allocation succeeds with enough cold values. Only these have slots."""
    kernel = written(tmp_path, f"{CROWD}\nk.cold(v2, v3, v5, v7)\n{DRAIN}")
    made, function = allocated(kernel, SEVEN)
    names = {slot.name for slot in function.frame.slots}
    assert names and names <= {"v2", "v3", "v5", "v7"}
    assert all(reg.cold for reg in made.slots)


# -- register files with holes -----------------------------------------------------------------------------------------

HOLES = {
    "aapcs64": {Phys("gp", 18)},
    "aapcs64-darwin": {Phys("gp", 18)},
    "aapcs64-win": {Phys("gp", 18)},
    "arm64ec": {*(Phys("gp", n) for n in (13, 14, 18, 23, 24, 28)), *(Phys("vec", n) for n in range(16, 32))},
}


@pytest.mark.parametrize("convention", list(HOLES))
def test_reserved_registers_are_never_touched(convention: str) -> None:
    """Random kernels use all other registers. The verifier refuses functions that name a reserved one."""
    of = abi(convention)
    assert set(of.forbidden) == HOLES[convention]
    made = [build(program(seed, values=20), SCALAR, of) for seed in range(3)]
    every = {reg for one in made for item in one.body if isinstance(item, Instr) for reg in mentioned(item)}
    assert not every & HOLES[convention]
    assert {Phys("gp", n) for n in of.order("gp")} <= every


def mentioned(item: Instr) -> set[Phys]:
    out = {*item.form.implicit_read, *item.form.implicit_write}
    for op in item.ops:
        regs = (op.reg,) if isinstance(op, R) else (op.base, op.index) if isinstance(op, Mem) else ()
        out |= {reg for reg in regs if isinstance(reg, Phys)}
    return out


def test_a_value_that_is_made_and_never_read(tmp_path: Path) -> None:
    """Such a value has a register of its own: its write may not land on another value."""
    body = 'x, = k.load32(p, 1, names=["x"])\ny, = k.load32(p, 1, names=["y"])\nk.store32(p, x, offset=8)'
    made, _ = allocated(written(tmp_path, body), SEVEN)
    where = {reg.name: phys for reg, phys in made.where.items()}
    assert len({where[name] for name in ("p", "x", "y")}) == 3


def test_values_that_few_registers_suit_find_none(tmp_path: Path) -> None:
    """Five bytes that may not leave, where four registers have byte views and seven exist: the pointer can leave, and
    that does not help. The refusal is the first scan's."""
    body = """
    k.cold(p, n)
    values = [k.load8(p, offset=i) for i in range(5)]
    for i in range(5):
        k.xor(values[i], values[(i + 1) % 5], to=values[i])
    for i in range(5):
        k.store8(p, values[i], offset=8 + i)
    """
    with pytest.raises(KernelError, match="no gp register among 4 that its instructions accept is left for"):
        build(written(tmp_path, textwrap.dedent(body)), SCALAR, abi("cdecl32"))


def test_a_value_leaves_the_register_that_another_must_have(tmp_path: Path) -> None:
    """sha256rnds2 reads xmm0. A value that any of sixteen registers suits, among 32 with AVX-512, makes room."""
    body = """
    a, b = (k.vload(k.v128, p, offset=16 * n, name=f"long{n}") for n in range(2))
    for n in range(12):  # more than the scan tries first
        term = k.vadd(a, b, lane=32)
        k.asm("sha256rnds2", b, a, k.copy(term, "now"))
        k.asm("sha256rnds2", a, b, k.vshuffle(term, (2, 3, 0, 0)))
        k.vstore(p, k.vadd(term, a, lane=32))
    """
    build(written(tmp_path, textwrap.dedent(body)), Variant("shani", features=("ssse3", "sha")), abi("sysv64"))
