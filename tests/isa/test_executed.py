# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every form touches only its declared places: each form is executed, with each register and flag perturbed in turn.

x86_64 runs natively, or on Bochs if this CPU lacks AVX-512; AArch64 on Unicorn. A run covers a sixteenth of the forms
and always the forms of kernels. ``build.py test --all`` covers all (a minute).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from generator.isa.features import closure
from generator.isa.forms import find
from generator.isa.words import words
from generator.model import LabelRef, Mem
from targets.toolchain import bochs, provision
from targets.toolchain.testing import whole
from targets.trial.cpu import named, present
from tests.isa import machine_aarch64, machine_x86
from tests.isa.samples import Sample, samples
from tests.isa.tools import assemble, assembles, text_of
from tests.isa.touched import Place, declared, undeclared
from tests.isa.used import USED

NOT_ALONE = words(
    "push pop pushfq popfq leave cpuid rdtsc rdtscp rdrand rdseed xgetbv rdpid ldmxcsr vldmxcsr stmxcsr vstmxcsr int3 "
    "ud2 std cld hlt serialize div idiv lea vzeroall vzeroupper"
)
"""Instructions that use the stack, fault on random operands, read state outside registers, or write unwatched
registers."""

EMULATOR_LACKS = re.compile(r"^(bf(cvt|dot|mla|mmla)|[su]mmla|us(dot|mmla)|sudot|pacga|aut|pac[id]|xpac)")
"""Instructions that Unicorn 2.1's core lacks. (The core has pointer authentication, but switched off.)"""


def _chosen(every: list[Sample], arch: str) -> list[Sample]:
    if whole():
        return every
    return [s for i, s in enumerate(every) if s.mnem in USED[arch] or i % 16 == 0]


@cache
def widest() -> tuple[frozenset[str], tuple[str, ...]]:
    """The features of a CPU with AVX-512, and the words before a program for it: none if this CPU is such a one."""
    if {"avx512bw", "avx512vl"} <= present():
        return present(), ()
    return closure("x86_64", bochs.FEATURES), tuple(provision.bochs_command())


def _native() -> list[Sample]:
    cpu, _ = widest()
    return [
        s
        for s in samples("x86_64")
        if assembles(s)
        and cpu.issuperset(s.features)
        and s.mnem not in NOT_ALONE
        and find("x86_64", s.mnem, s.ops, extended=s.evex).kind == "normal"
    ]


def _touch_x86(machine: machine_x86.Machine, index: int, sample: Sample) -> list[str]:
    _, said = declared(sample)
    pointers: set[Place] = {("gp", n) for n in machine.pointers(sample)}
    memory = said.memory or not sample.ops or "maskmov" in sample.mnem
    fixed: set[Place] = {machine_x86.BASE, machine_x86.INDEX_VECTOR} | pointers
    return undeclared(
        said, machine.runner(index, memory), lambda: machine.state(sample), fixed, machine.random
    )  # fmt: skip


def test_x86_forms_touch_what_they_declare(tmp_path: Path) -> None:
    chosen = _chosen(_native(), "x86_64")
    machine = machine_x86.Machine(chosen, tmp_path, Random(7), emulator=widest()[1])
    wrong = {s.text: found for i, s in enumerate(chosen) if (found := _touch_x86(machine, i, s))}
    assert not wrong
    assert len(chosen) > 400


def test_x86_machine_notices_an_undeclared_read_and_write(tmp_path: Path) -> None:
    """The check itself finds wrong declarations."""
    sample = next(s for s in _native() if s.text == "adc ebx, esi")
    machine = machine_x86.Machine([sample], tmp_path, Random(7), emulator=widest()[1])
    for lost, expected in ((("flag", "CF"), "reads"), (("gp", 6), "reads"), (("gp", 3), "reads")):
        _, said = declared(sample)
        said.read.discard(lost)
        found = undeclared(said, machine.runner(0, False), lambda: machine.state(sample), set(), Random(1))
        assert any(f.startswith(expected) for f in found), lost
    _, said = declared(sample)
    said.written.clear()
    found = undeclared(said, machine.runner(0, False), lambda: machine.state(sample), set(), Random(1))
    assert "writes ('gp', 3)" in found


def _emulated() -> list[Sample]:
    out = []
    for sample in samples("aarch64"):
        form = find("aarch64", sample.mnem, sample.ops)
        relative = any(
            isinstance(o, Mem) and o.symbol is not None or isinstance(o, LabelRef) and o.name == "place"
            for o in sample.ops
        )
        lacking = sample.mnem in ("brk", "udf") or EMULATOR_LACKS.match(sample.mnem)
        if assembles(sample) and form.kind == "normal" and not relative and not lacking:
            out.append(sample)
    return out


def test_aarch64_forms_touch_what_they_declare(tmp_path: Path) -> None:
    chosen = _chosen(_emulated(), "aarch64")
    target, said_by = assemble("aarch64", tmp_path, [s.text for s in chosen])
    assert said_by == ""
    machine = machine_aarch64.Machine(text_of("aarch64", target), Random(7))
    fixed: set[Place] = {("gp", machine_aarch64.BASE), ("gp", machine_aarch64.INDEX)}
    wrong = {}
    for i, sample in enumerate(chosen):
        _, said = declared(sample)
        found = undeclared(said, machine.runner(i, said.memory), machine.state, fixed, machine.random)
        if found:
            wrong[sample.text] = found
    assert not wrong
    assert len(chosen) > 300


def test_aarch64_machine_notices_an_undeclared_read(tmp_path: Path) -> None:
    for text in ("aese v2.16b, v3.16b", "movk w2, #1", "bfi w2, w3, #1, #3"):
        sample = next(s for s in samples("aarch64") if s.text == text)
        target, _ = assemble("aarch64", tmp_path, [sample.text])
        machine = machine_aarch64.Machine(text_of("aarch64", target), Random(7))
        _, said = declared(sample)
        said.read.discard(next(iter(said.written)))
        assert undeclared(said, machine.runner(0, False), machine.state, set(), Random(1))


@pytest.mark.parametrize("mnem", ["xor", "sub", "pxor", "vpxor", "kxorw"])
def test_zeroing_idioms_read_nothing(mnem: str, tmp_path: Path) -> None:
    """With one register as both sources the result does not depend on the register (``Instr.idiom``)."""
    patterns = {"vpxor": "vpxor xmm1, xmm2, xmm3", "pxor": "pxor xmm1, xmm2", "kxorw": "kxorw k2, k3, k4"}
    pattern = patterns.get(mnem, f"{mnem} ebx, esi")
    sample = next(s for s in _native() if s.text == pattern)
    same = replace(sample, text=re.sub("k[34]", "k2", re.sub("xmm[123]", "xmm1", pattern)).replace("esi", "ebx"))
    machine = machine_x86.Machine([same], tmp_path, Random(7), emulator=widest()[1])
    _, said = declared(sample)
    said.read.clear()
    assert not undeclared(said, machine.runner(0, False), lambda: machine.state(same), set(), Random(1))


def test_features_by_the_names_of_linux() -> None:
    flags = "sse2 pni sse4_1 pclmulqdq sha_ni abm avx_vnni avx512_vnni avx512_vbmi2 avx512_bitalg avx512_vpopcntdq"
    ours = "sse2 sse3 sse4.1 pclmul sha lzcnt avxvnni avx512vnni avx512vbmi2 avx512bitalg avx512vpopcntdq"
    assert named(flags.split()) == {*ours.split()}
