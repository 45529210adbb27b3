# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every form of the tables exists: GNU as accepts each one. GNU as also refuses all that AArch64's ranges refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.isa.forms import NoSuchForm, find
from generator.model import Imm, Mem, Operand, Phys, R, Shift
from tests.isa.samples import samples
from tests.isa.tools import assemble, assembles, text_of


@pytest.mark.parametrize("arch", ["x86_64", "x86", "aarch64"])
def test_every_form_is_found_and_assembles(arch: str, tmp_path: Path) -> None:
    every = list(samples(arch))
    for sample in every:
        find(arch, sample.mnem, sample.ops, extended=sample.evex)
    kept = [s for s in every if assembles(s)]
    _, said = assemble(arch, tmp_path, ["place:", *(s.text for s in kept)])
    assert said == ""
    assert len(kept) > 3000


def test_the_assembler_writes_the_encoding_of_the_row(tmp_path: Path) -> None:
    """A row without EVEX whose mnemonic has EVEX too: code for CPUs without AVX-512 must not become AVX-512."""
    every = [s for s in samples("x86_64") if assembles(s)]
    both = {s.mnem for s in every if s.evex}
    chosen = [s for s in every if not s.evex and s.mnem in both and s.features]
    target, said = assemble("x86_64", tmp_path, [line for s in chosen for line in (".balign 16", s.text)])
    code = text_of("x86_64", target)
    evex = [s.text for n, s in enumerate(chosen) if 0x62 in code[16 * n : 16 * n + 2]]
    assert said == "" and len(chosen) > 300
    assert evex == []


GP = {f"{k}{n}": R(Phys("gp", n), w) for k, w in (("w", 32), ("x", 64)) for n in range(8)}
BASE = Phys("gp", 1)


def _ranges() -> list[tuple[str, tuple[Operand, ...], str]]:
    """(mnemonic, operands, text) at and around the limits of AArch64's encodings."""
    out: list[tuple[str, tuple[Operand, ...], str]] = []
    w0, w1, x0, x2 = GP["w0"], GP["w1"], GP["x0"], GP["x2"]
    for value in (0, 1, 0xFFF, 0x1000, 0x1001, 0xFFF000, 0x1000000):
        out.append(("add", (w0, w1, Imm(value)), f"add w0, w1, #{value}"))
        out.append(("subs", (w0, w1, Imm(value)), f"subs w0, w1, #{value}"))
    patterns = {
        0,
        1,
        3,
        5,
        0x55555555,
        0x0F0F0F0F,
        0xFF00FF00,
        0xFFFFFFFF,
        0x80000001,
        0x12345678,
        0xFFFFFFFE,
        0xC0000003,
    }
    patterns |= {
        0x00FF00FF00FF00FF,
        0xFFFFFFFF00000000,
        0xAAAAAAAAAAAAAAAA,
        0xFFFFFFFFFFFFFFFF,
        0x8000000000000001,
    }
    for value in sorted(patterns):
        if value < 1 << 32:
            out.append(("and", (w0, w1, Imm(value)), f"and w0, w1, #{value}"))
            out.append(("mov", (w0, Imm(value)), f"mov w0, #{value}"))
        out.append(("eor", (x0, GP["x1"], Imm(value)), f"eor x0, x1, #{value}"))
        out.append(("mov", (x0, Imm(value)), f"mov x0, #{value}"))
    for count in (0, 31, 32, 63, 64):
        out.append(("ror", (w0, w1, Imm(count)), f"ror w0, w1, #{count}"))
        out.append(("lsl", (x0, x2, Imm(count)), f"lsl x0, x2, #{count}"))
        out.append(("eor", (w0, w1, GP["w2"], Shift("ror", count)), f"eor w0, w1, w2, ror #{count}"))
    for shift in (0, 8, 16, 32, 48):
        out.append(("movk", (w0, Imm(7), Shift("lsl", shift)), f"movk w0, #7, lsl #{shift}"))
        out.append(("movz", (x0, Imm(65535), Shift("lsl", shift)), f"movz x0, #65535, lsl #{shift}"))
    for disp in (-257, -256, -1, 0, 3, 4, 255, 256, 258, 16380, 16384, 32760, 32768):
        out.append(("ldr", (w0, Mem(BASE, disp, width=32)), f"ldr w0, [x1, #{disp}]"))
        out.append(("str", (x0, Mem(BASE, disp, width=64)), f"str x0, [x1, #{disp}]"))
        out.append(("ldrb", (w0, Mem(BASE, disp, width=8)), f"ldrb w0, [x1, #{disp}]"))
        out.append(("ldr", (w0, Mem(BASE, disp, width=32, mode="post")), f"ldr w0, [x1], #{disp}"))
    for disp in (-520, -512, -4, 0, 8, 252, 256, 504, 512):
        out.append(("ldp", (x0, x2, Mem(BASE, disp, width=64)), f"ldp x0, x2, [x1, #{disp}]"))
        out.append(("stp", (w0, GP["w2"], Mem(BASE, disp, width=32, mode="pre")), f"stp w0, w2, [x1, #{disp}]!"))
    for lsb, width in ((0, 32), (0, 1), (8, 24), (8, 25), (31, 1), (31, 2)):
        out.append(("bfi", (w0, w1, Imm(lsb), Imm(width)), f"bfi w0, w1, #{lsb}, #{width}"))
        out.append(("ubfx", (w0, w1, Imm(lsb), Imm(width)), f"ubfx w0, w1, #{lsb}, #{width}"))
    return out


def test_aarch64_ranges_are_the_assembler_s(tmp_path: Path) -> None:
    cases = _ranges()
    _, said = assemble("aarch64", tmp_path, [text for _, _, text in cases])
    refused = {int(n) for n in re.findall(r":(\d+): Error", said)}
    for line, (mnem, ops, text) in enumerate(cases, 1):
        if line in refused:
            with pytest.raises(NoSuchForm):
                find("aarch64", mnem, ops)
                pytest.fail(f"{text}: found, but the assembler refuses it")
        else:
            find("aarch64", mnem, ops)
    assert len(refused) > 30
