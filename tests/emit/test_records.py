# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The machines' records about text: registers, unwind numbers, syntaxes. Targets agree with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import targets
from generator.abi import abi
from generator.emit import RUST, EmitError, file
from generator.isa import machine as records
from generator.isa.machine import Machine, machine
from generator.isa.names import reg_name
from generator.model import Phys, R
from generator.unwind import dwarf
from generator.unwind.order import UnwindError
from tests.emit.samples import all_for
from tests.emit.samples_x86 import x86_64

pytestmark = pytest.mark.kernels()  # handmade functions

ARCHS = ("x86_64", "x86", "aarch64")


@pytest.mark.parametrize("triple", targets.all_triples())
def test_targets_agree_with_their_machines(triple: str) -> None:
    """A target's file names a machine, a convention and syntaxes. The machine has all of them."""
    target = targets.load(triple)
    of = machine(target.arch)
    assert abi(target.abi).arch == of.arch and target.pointer_bits == of.bits == abi(target.abi).bits
    assert set(target.syntaxes) <= set(of.renderers) <= {*targets.SYNTAXES, RUST, "go"}
    assert of.spelling.landing_pad is not None or not target.hardening.landing_pad
    assert of.spelling.property_note is not None or not target.hardening.property_note
    assert target.hardening.object_features in (0, of.spelling.object_features)
    assert of.dwarf is not None or target.unwind != "dwarf"


@pytest.mark.parametrize("arch", ARCHS)
def test_names_are_read_back(arch: str) -> None:
    """A name means one register. A reader takes the widest view of the name."""
    registers = machine(arch).registers
    for (cls, width, number), name in registers.names.items():
        read = registers.read(name)
        assert read is not None and read.reg == Phys(cls, number) and read.width >= width, name
        assert registers.name(Phys(cls, number), read.width, read.arrangement) == name
    for cls, width in registers.whole.items():
        assert registers.names[cls, width, 1] == registers.name(Phys(cls, 1)) == reg_name(arch, Phys(cls, 1))
    assert (registers.stack_pointer.cls, machine(arch).bits, registers.stack_pointer.num) in registers.names


def test_views_with_an_arrangement() -> None:
    registers = machine("aarch64").registers
    assert registers.read("v31.4s") == R(Phys("vec", 31), 128, "4s")
    assert registers.read("v0.s[1]") == R(Phys("vec", 0), 128, "s[1]")
    assert registers.read("d7") == R(Phys("vec", 7), 64, "d")
    for word in ("v0", "v0.", "xv0.4s", "v0.4s,", "x31", "lr", ""):
        assert registers.read(word) is None, word
    assert machine("x86_64").registers.read("v0.4s") is None


def test_32_bit_mode_has_fewer_views() -> None:
    registers = machine("x86").registers
    assert [registers.read(word) is None for word in ("eax", "bl", "ax", "xmm7", "zmm7")] == [False] * 5
    assert [registers.read(word) for word in ("rax", "sil", "r8d", "xmm8", "zmm16")] == [None] * 5
    with pytest.raises(KeyError):
        registers.name(Phys("gp", 0), 64)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """x86_64 without renderers and DWARF's numbers."""
    made = replace(machine("x86_64"), renderers={}, dwarf=None)
    monkeypatch.setitem(records._machines, "x86_64", made)
    return made


def test_a_syntax_that_the_machine_lacks(bare: Machine) -> None:
    with pytest.raises(EmitError, match="x86_64-linux-gnu: no renderer writes x86_64 in gas; there are none"):
        file([(x86_64("sysv64"), targets.load("x86_64-linux-gnu"), "gas")], version="0", script="0")


def test_a_machine_without_dwarf(bare: Machine) -> None:
    with pytest.raises(UnwindError, match="x86_64: the machine has no DWARF numbers"):
        dwarf.rows(x86_64("sysv64"))


def test_an_unwind_format_that_the_machine_lacks() -> None:
    for triple, abi_name, wrong, has in (
        ("x86_64-linux-gnu", "sysv64", "arm64", "dwarf, win64, none"),
        ("i686-linux-gnu", "cdecl32", "win64", "dwarf, none"),
        ("aarch64-linux-gnu", "aapcs64", "win64", "dwarf, arm64, none"),
    ):
        target = replace(targets.load(triple), unwind=wrong)
        with pytest.raises(EmitError, match=f"{triple}: .* has no unwind format '{wrong}'; there are {has}"):
            file([(all_for(target.arch, abi_name)[0], target, "gas")], version="0", script="0")
