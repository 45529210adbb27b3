# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The checked call catches a function broken on purpose for every rule, and passes sound functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import targets
from targets.trial.batch import (
    Alias,
    Argument,
    Batch,
    Buffer,
    Convention,
    DriverError,
    Narrow,
    Placement,
    Result,
    Word,
)
from targets.trial.machines import HOSTS, build_driver, run_batch

_SIZE = 33
_DATA = bytes(range(100, 100 + _SIZE))
_SECRET = (Buffer(bytes(at * 37 % 251 for at in range(_SIZE)), secret=True), Word(_SIZE))


@dataclass(frozen=True)
class Case:
    """A corrupting function, its call, and the expected findings: a pattern for each violation."""

    function: str
    expected: tuple[str, ...]
    arguments: tuple[Argument, ...] = ()
    convention: Convention = Convention.DEFAULT
    clean: bool | None = None
    value: int | None = None
    name: str = ""


def _buffer(placement: Placement, output: bool = True) -> tuple[Argument, ...]:
    return (Buffer(_DATA, output, placement), Word(_SIZE))


def _memory(suffix: str, convention: Convention) -> list[Case]:
    """Reads and writes outside, against each guard and between canaries."""
    middle, end, start = (_buffer(placement) for placement in Placement)
    rows: list[tuple[str, str, tuple[Argument, ...]]] = [
        ("write_after", rf"wrote outside argument 0, at byte {_SIZE}", middle),
        ("write_after", rf"memory fault .* argument 0 at byte {_SIZE}", end),
        ("write_after", rf"wrote outside argument 0, at byte {_SIZE}", start),
        ("write_before", r"wrote outside argument 0, at byte -1", middle),
        ("write_before", r"wrote outside argument 0, at byte -1", end),
        ("write_before", r"memory fault .* argument 0 at byte -1", start),
        ("write_input", rf"wrote to input argument 0, at byte {_SIZE - 1}", _buffer(Placement.MIDDLE, False)),
        ("read_after", rf"memory fault .* argument 0 at byte {_SIZE}", end),
        ("read_before", r"memory fault .* argument 0 at byte -1", start),
    ]
    cases = [Case(f"loom_bad_{name}{suffix}", (text,), args, convention) for name, text, args in rows]
    for name, place in (("gpr", "in a register"), ("xmm", "in a register"), ("on_stack", "on the stack")):
        function = f"loom_bad_left_{name if 'stack' in name else f'in_{name}'}{suffix}"
        cases.append(Case(function, (f"secret left {place}",), _SECRET, convention))
        cases.append(Case(function, (), _buffer(Placement.MIDDLE), convention))
    return cases


def _x86_common(convention: Convention) -> list[Case]:
    def case(function: str, *expected: str, clean: bool | None = None) -> Case:
        return Case(function, expected, (), convention, clean)

    return [
        case("loom_ok_saves", clean=True),
        case("loom_ok_saves", clean=False),
        case("loom_ok_vzeroupper", clean=True),
        case("loom_ok_deep"),
        case("loom_bad_sp_up", "stack pointer"),
        case("loom_bad_sp_down", "stack pointer"),
        case("loom_bad_direction", "direction flag"),
        case("loom_bad_mxcsr", "mxcsr control"),
        case("loom_bad_x87_control", "x87 control word"),
        case("loom_bad_x87_tags", "x87 tag word not empty"),
        case("loom_bad_mmx", "x87 tag word not empty"),
        case("loom_bad_upper", "upper halves dirty", r".*|", clean=True),
        case("loom_bad_upper", clean=False),
        case("loom_bad_illegal", "illegal instruction"),
        case("loom_bad_no_return", "memory fault"),
    ]


def _x86_64(convention: Convention) -> list[Case]:
    sysv = convention is Convention.SYSV64
    suffix = "_sysv" if sysv else "_win64"
    kept = set("rbx rbp r12 r13 r14 r15".split()) | (set() if sysv else {"rdi", "rsi"})
    cases = _x86_common(convention) + _memory(suffix, convention)
    cases += [Case("loom_ok", (), (), convention, clean) for clean in (False, True)]
    cases += [Case("loom_ok_vex128", (), (), convention, True)]
    cases += [Case("loom_bad_upper_512", ("upper halves dirty", r".*|"), (), convention, True)]
    for name in "rax rcx rdx rbx rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split():
        cases.append(Case(f"loom_bad_{name}", (f"{name} not kept",) if name in kept else (), (), convention))
    for number in range(6, 16):
        for half in ("low", "high"):
            expected = () if sysv else (f"xmm{number} not kept",)
            cases.append(Case(f"loom_bad_xmm{number}_{half}", expected, (), convention))
    if sysv:
        cases.append(Case("loom_ok_sysv", (), (), convention))
        cases.append(Case("loom_bad_above_sysv", ("stack above the arguments overwritten",), (), convention))
    else:
        cases.append(Case("loom_ok_shadow_win64", (), (), convention))
        cases.append(Case("loom_bad_above_win64", ("stack above the arguments overwritten",), (), convention))
        broken = ("rsi not kept", "rdi not kept", *(f"xmm{n} not kept" for n in range(6, 16)))
        cases.append(Case("loom_ok_sysv", broken, (), convention))
    words = tuple(Word(1 << 8 * at) for at in range(8))
    cases.append(Case(f"loom_sum8{suffix}", (), words, convention, value=0x0807060504030201))
    cases.append(Case(f"loom_narrow{suffix}", (), (Word(0), Narrow(0x89ABCDEF)), convention, value=0x89ABCDEF))
    return cases


def _i686(convention: Convention) -> list[Case]:
    cases = _x86_common(convention) + _memory("", convention)
    cases += [Case("loom_ok", (), (Word(1), Word(2)), convention, clean) for clean in (False, True)]
    cases.append(
        Case("loom_bad_above", ("stack above the arguments overwritten",), (Word(1), Word(2)), convention),
    )
    for name in "eax ecx edx ebx ebp esi edi".split():
        expected = (f"{name} not kept",) if name in ("ebx", "ebp", "esi", "edi") else ()
        cases.append(Case(f"loom_bad_{name}", expected, (), convention))
    words = tuple(Word(1 << 3 * at) for at in range(8))
    total = sum((at + 1) << 3 * at for at in range(8))
    cases.append(Case("loom_sum8", (), words, convention, value=total))
    return cases


def _aarch64(convention: Convention) -> list[Case]:
    def case(function: str, *expected: str) -> Case:
        return Case(function, expected, (), convention)

    ec = convention is Convention.ARM64EC
    cases = _memory("", convention)
    cases += [
        case("loom_ok_saves"),
        case("loom_ok_arm64ec"),
        case("loom_ok_deep"),
        case("loom_bad_sp_up", "stack pointer"),
        case("loom_bad_sp_down", "stack pointer"),
        case("loom_bad_fpcr", "fpcr"),
        case("loom_bad_above", "stack above the arguments overwritten"),
        case("loom_bad_illegal", "illegal instruction"),
        case("loom_bad_no_return", "memory fault"),
    ]
    for number in (13, 14, *range(18, 30)):
        kept = number >= 18 or ec
        cases.append(case(f"loom_bad_x{number}", *((f"x{number} not kept",) if kept else ())))
    cases += [case(f"loom_bad_d{number}", f"v{number} not kept") for number in range(8, 16)]
    for number in range(16, 32):
        for half in ("low", "high"):
            cases.append(case(f"loom_bad_v{number}_{half}", *((f"v{number} not kept",) if ec else ())))
    volatile = ("x13 not kept", "x14 not kept", *(f"v{number} not kept" for number in range(16, 32)))
    cases.append(case("loom_ok", *(volatile if ec else ())))
    words = tuple(Word(1 << 8 * at) for at in range(8))
    cases.append(Case("loom_sum8", (), words, convention, value=0x0807060504030201))
    cases.append(Case("loom_narrow", (), (Word(0), Narrow(0x89ABCDEF)), convention, value=0x89ABCDEF))
    return cases


_CASES = {
    "x86_64-linux-gnu": _x86_64(Convention.SYSV64) + _x86_64(Convention.WIN64),
    "x86_64-w64-mingw32": _x86_64(Convention.WIN64) + _x86_64(Convention.SYSV64),
    "i686-linux-gnu": _i686(Convention.CDECL_SYSV) + _i686(Convention.CDECL_WINDOWS),
    "i686-w64-mingw32": _i686(Convention.CDECL_WINDOWS),
    "aarch64-linux-gnu": [
        case
        for convention in (
            Convention.AAPCS64,
            Convention.DARWIN64,
            Convention.WINDOWS_ARM64,
            Convention.ARM64EC,
        )
        for case in _aarch64(convention)
    ],
    "aarch64-pc-windows-msvc": _aarch64(Convention.WINDOWS_ARM64),
}


class Machine:
    """A driver with the corrupters linked in."""

    def __init__(self, triple: str, folder: Path) -> None:
        self.triple = triple
        self.folder = folder
        source = Path(__file__).with_name(f"corrupters_{targets.load(triple).arch.removesuffix('_64')}.S")
        self.symbols = {case.function for case in _CASES[triple]} | set(_EXTRA.get(HOSTS[triple].machine, ()))
        self.driver = build_driver(triple, folder, self.symbols, [source])

    def run(self, batch: Batch) -> list[Result]:
        return run_batch(self.triple, self.driver, batch, self.folder)


_EXTRA = {
    "x86_64": ("loom_whole_sysv", "loom_whole_win64"),
    "i686": ("loom_alignment", "loom_whole"),
    "aarch64": ("loom_whole",),
}


@pytest.fixture(scope="module", params=list(_CASES))
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(request.param, tmp_path_factory.mktemp(request.param))


def _wide(case: Case) -> bool:
    return case.function.endswith("_512")


def test_every_rule_is_checked(machine: Machine, not_executed: list[str]) -> None:
    """The report names each broken function's own violation only. Each sound function passes."""
    cases = _CASES[machine.triple]
    if "avx512f" not in Path("/proc/cpuinfo").read_text("ascii").split() and any(map(_wide, cases)):
        not_executed.append("the harness's 512-bit case: the processor lacks avx512f")
        cases = [case for case in cases if not _wide(case)]
    batch = Batch()
    for case in cases:
        batch.call(case.function, case.arguments, convention=case.convention, clean_uppers=case.clean)
    wrong = []
    for case, result in zip(cases, machine.run(batch)):
        found = result.violations
        needed = [text for text in case.expected if text != r".*|"]
        if case.expected[1:] == (r".*|",):  # some machines lack the second view of upper halves
            found = found[:1]
        agrees = len(found) == len(needed) and all(re.match(text, got) for text, got in zip(needed, found))
        if not agrees:
            wrong.append(f"{case.convention.name} {case.function}: expected {needed}, found {result.violations}")
        if case.value is not None and result.word != case.value:
            wrong.append(f"{case.function}: returned {result.word:#x}, expected {case.value:#x}")
        if case.function == "loom_ok_deep" and result.stack_used not in (4080, 4096):
            wrong.append(f"{case.function}: {result.stack_used} bytes of stack reported")
    assert wrong == []


def test_narrow_arguments_have_garbage_above(machine: Machine) -> None:
    host = HOSTS[machine.triple].machine
    if host == "i686":
        batch = Batch()
        for _ in range(8):
            batch.call("loom_alignment", [], convention=Convention.CDECL_WINDOWS)
        seen = {result.word for result in machine.run(batch)}
        assert seen == {12, 8, 4, 0}, "Windows promises 32-bit functions four-byte stack alignment only"
        return
    function = {"x86_64-linux-gnu": "loom_whole_sysv", "x86_64-w64-mingw32": "loom_whole_win64"}
    batch = Batch()
    for _ in range(4):
        batch.call(function.get(machine.triple, "loom_whole"), [Word(0), Narrow(5)])
    values = [result.word for result in machine.run(batch)]
    assert all(value % 2**32 == 5 for value in values)
    assert all(value >> 32 for value in values)


def test_buffers_lie_where_asked(machine: Machine) -> None:
    """Addresses modulo 64, aliases, and outputs that come back."""
    function = {"x86_64-linux-gnu": "loom_whole_sysv", "x86_64-w64-mingw32": "loom_whole_win64"}
    batch = Batch()
    rows = [(placement, align) for placement in Placement for align in range(64)]
    for placement, align in rows:
        buffer = Buffer(_DATA, True, placement, align)
        batch.call(function.get(machine.triple, "loom_whole"), [Word(0), buffer, Alias(1, 3)])
    for (placement, align), result in zip(rows, machine.run(batch)):
        assert result.ok and result.value % 64 == align, (placement, align, hex(result.value))
        assert result.outputs == {1: _DATA}


ONE = pytest.mark.parametrize("machine", ["x86_64-linux-gnu"], indirect=True)  # the words do not depend on it


@ONE
def test_wrong_answers_are_named(machine: Machine) -> None:
    """The first differing byte, the function and the target are in the message."""
    batch = Batch()
    data = bytes(40)
    batch.call("loom_bad_write_after_sysv", [Buffer(data, True), Word(7)], expected={0: data}, note="case 1")
    results = machine.run(batch)
    with pytest.raises(AssertionError) as caught:
        batch.require(results, f"{machine.triple}/gas")
    wanted = f"{machine.triple}/gas: loom_bad_write_after_sysv call 0 case 1: argument 0 differs first at byte 7 of 40"
    assert str(caught.value).startswith(wanted)


@ONE
def test_unknown_function_is_named(machine: Machine) -> None:
    batch = Batch()
    batch.call("loom_nowhere", [])
    with pytest.raises(DriverError, match="function loom_nowhere is neither linked in nor in the image"):
        machine.run(batch)
