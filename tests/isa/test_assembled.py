# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every form of the tables exists: GNU as accepts each one. GNU as also refuses all that AArch64's ranges refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.isa.forms import NoSuchForm, find
from generator.model import Imm, Mem, Operand, Phys, R, Shift
from targets.toolchain.find import require
from targets.toolchain.process import run
from tests.isa.samples import samples
from tests.isa.tools import assemble, assembles, program, text_of


@pytest.mark.parametrize("arch", ["x86_64", "x86", "aarch64"])
def test_every_form_is_found_and_assembles(arch: str, tmp_path: Path) -> None:
    every = list(samples(arch))
    for sample in every:
        find(arch, sample.mnem, sample.ops, extended=sample.evex)
    kept = [s for s in every if assembles(s)]
    _, said = assemble(arch, tmp_path, ["place:", *(s.text for s in kept)])
    assert said == ""
    assert len(kept) > 3000


EVEX_FIRST = 0x62
CONTROL = "vpdpbusd xmm1, xmm2, xmm3"
"""An instruction of VEX and EVEX that every assembler writes in EVEX: the reason for corrections in forms.dat."""
NASM_SIZES = {"xmmword ptr": "oword", "ymmword ptr": "yword", "zmmword ptr": "zword", " ptr": ""}
NASM_LACKS = re.compile(r"vcmpss .*dword")
"""NASM 2.16 takes the memory of a vcmpss for 64 bits."""


def _nasm(text: str) -> str:
    for theirs, ours in NASM_SIZES.items():
        text = text.replace(theirs, ours)
    return text


def _machine_code(tool: str, arch: str, folder: Path, lines: list[str]) -> bytes:
    """Machine code in which each line begins at a multiple of 16 bytes."""
    source, target = folder / "code.s", folder / "code.o"
    wide = arch == "x86_64"
    if tool == "nasm":
        head, align, tail = [f"bits {64 if wide else 32}"], "align 16, db 0x90", []
        command = ["-w+all", "-f", "bin", "-o", str(target), str(source)]
    elif tool == "llvm-ml":
        head, align, tail = [] if wide else [".686", ".model flat"], "align 16", ["end"]
        head = [*head, ".code"]
        command = ["-m64" if wide else "-m32", "-c", str(source), "-Fo", str(target)]
    else:
        head, align, tail = [".intel_syntax noprefix"], ".balign 16", []
        named = ["-c", "-target", "x86_64-linux-gnu" if wide else "i686-linux-gnu"]
        command = [*(named if tool == "clang" else ["--64" if wide else "--32"]), "-o", str(target), str(source)]
    spelled = (_nasm(line) if tool == "nasm" else line for line in lines)
    source.write_text("\n".join([*head, *(part for line in spelled for part in (align, line)), *tail]) + "\n")
    run([program("as") if tool == "as" else str(require(tool)), *command])
    return target.read_bytes() if tool == "nasm" else text_of(arch, target)


@pytest.mark.parametrize("arch", ["x86_64", "x86"])
@pytest.mark.parametrize("tool", ["as", "clang", "nasm", "llvm-ml"])
def test_assemblers_write_the_encoding_of_the_row(arch: str, tool: str, tmp_path: Path) -> None:
    """A row without EVEX whose mnemonic has EVEX too: code for CPUs without AVX-512 must not become AVX-512."""
    every = [s for s in samples(arch) if assembles(s)]
    both = {s.mnem for s in every if s.evex}
    chosen = [s.text for s in every if not s.evex and s.mnem in both and s.features]
    if tool == "nasm":
        chosen = [text for text in chosen if not NASM_LACKS.match(text)]
    code = _machine_code(tool, arch, tmp_path, [*chosen, CONTROL])
    evex = [text for n, text in enumerate([*chosen, CONTROL]) if code[16 * n] == EVEX_FIRST]
    assert len(chosen) > 900
    assert evex == [CONTROL]


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
