# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of AArch64's instructions against qemu: each form executes on drawn values, in one program.

A form is an instruction's name and the kinds of its operands. AES is not executed; SHA has tests of its own.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from proof import a64_call  # noqa: F401  # registers the rules
from proof.a64 import RULES, Machine
from proof.graph import State
from proof.memory import Map
from proof.objects import Object
from proof.terms import node, sym
from proof.values import ROUNDS, value
from targets.toolchain.find import require

FORMS = """
add w0, w1, w2; add x0, x1, x2; add x0, x1, #0x7f; add w0, w1, #8; add x0, x1, #1, lsl #12; add x0, x1, x2, lsl #2
add x0, x1, w2, uxtw #3; sub x0, x1, x2; sub w0, w1, w2; sub x0, x1, #8; sub x0, x1, x2, asr #5; adds x0, x1, x2
adds w0, w1, w2; subs x0, x1, x2; subs w0, w1, #3; subs x0, x1, #1; cmp w1, w2; cmp x1, #8; cmp x1, x2; cmn x1, x2
adc x0, x1, x2; adc w0, w1, w2; adcs x0, x1, x2; adcs w0, w1, w2; sbc x0, x1, x2; sbcs x0, x1, x2; sbcs w0, w1, w2
neg x0, x1; neg w0, w1, lsl #3; and w0, w1, #7; and x0, x1, #0x30; and w0, w1, w2; and x0, x1, x2, ror #9
orr x0, x1, x2; eor w0, w1, #7; eor w0, w1, w2; eor x0, x1, x2; eor w0, w1, w2, ror #14; eor x0, x1, x2, ror #41
bic w0, w1, w2; orn w0, w1, w2; eon x0, x1, x2; ands x0, x1, x2; bics w0, w1, w2; tst x1, x2; mvn w0, w1
mvn x0, x1, lsr #7; mov x0, x1; mov w0, w1; mov w0, #0xa478; mov x0, #-5; movz x0, #7, lsl #32; movn w0, #9
movk w0, #0xd76a, lsl #16; movk x0, #0x1234; movk x0, #1, lsl #48; lsl x0, x1, #4; lsl w0, w1, #31; lsr w0, w1, #10
lsr x0, x1, #7; asr w0, w1, #9; asr x0, x1, #63; ror w0, w1, #25; ror x0, x1, #14; extr x0, x1, x2, #13
ubfx x0, x1, #5, #11; sbfx w0, w1, #7, #9; ubfiz x0, x1, #9, #8; bfi x0, x1, #8, #16; bfxil w0, w1, #4, #8; uxtb w0, w1
uxth w0, w1; sxtb x0, w1; sxth w0, w1; sxtw x0, w1; rev w0, w1; rev x0, x1; rev16 w0, w1; rev32 x0, x1; mul x0, x1, x2
mul w0, w1, w2; mneg x0, x1, x2; madd x0, x1, x2, x3; msub w0, w1, w2, w3; umulh x0, x1, x2; umull x0, w1, w2
umaddl x0, w1, w2, x3; csel w0, w1, w2, eq; csel x0, x1, x2, lo; csel x0, x1, x2, ne; csinc x0, x1, x2, hs
csinv w0, w1, w2, mi; csneg x0, x1, x2, pl; cset w0, hs; cset w0, lo; cset w0, hi; cset w0, ls; cset x0, ge; cset x0, lt
cset x0, gt; cset x0, le; csetm x0, eq; cinc x0, x1, ne; nop
add v0.4s, v1.4s, v2.4s; add v0.2d, v1.2d, v2.2d; sub v0.4s, v1.4s, v2.4s; and v0.16b, v1.16b, v2.16b
orr v0.16b, v1.16b, v2.16b; eor v0.16b, v1.16b, v2.16b; bic v0.16b, v1.16b, v2.16b; orn v0.16b, v1.16b, v2.16b
mvn v0.16b, v1.16b; mov v0.16b, v1.16b; bsl v0.16b, v1.16b, v2.16b; cmeq v0.4s, v1.4s, v2.4s; cmeq v0.4s, v1.4s, v1.4s
dup v0.4s, w1; dup v0.2d, x1; dup v0.4s, v1.s[0]; dup v0.4s, v1.s[3]; ext v0.16b, v1.16b, v2.16b, #8
ext v0.16b, v1.16b, v2.16b, #3; fmov w0, s1; fmov s0, w1; fmov d0, x1; fmov x0, d1; mov w0, v1.s[2]; mov x0, v1.d[1]
mov v0.s[1], w1; mov v0.d[1], v1.d[0]; umov w0, v1.b[9]; movi v0.16b, #0; movi v0.16b, #0x1b; rev32 v0.16b, v1.16b
rev32 v0.8h, v1.8h; rev64 v0.16b, v1.16b; rev64 v0.4s, v1.4s; rev16 v0.16b, v1.16b; shl v0.4s, v1.4s, #7
shl v0.2d, v1.2d, #45; ushr v0.16b, v1.16b, #4; ushr v0.4s, v1.4s, #3; ushr v0.2d, v1.2d, #19; sri v0.4s, v1.4s, #25
sli v0.4s, v1.4s, #5; tbl v0.16b, {v1.16b}, v2.16b; zip1 v0.4s, v1.4s, v2.4s; zip2 v0.4s, v1.4s, v2.4s
zip1 v0.2d, v1.2d, v2.2d; uzp1 v0.4s, v1.4s, v2.4s; uzp2 v0.8h, v1.8h, v2.8h; trn1 v0.4s, v1.4s, v2.4s
trn2 v0.2d, v1.2d, v2.2d
"""
NAMES = [form.strip() for line in FORMS.strip().splitlines() for form in line.split(";") if form.strip()]
GENERAL, VECTORS = range(8), range(4)


def program() -> str:
    """For each form: x0 to x7, v0 to v3 and flags from ``given``, the form, and the same to ``made``."""
    out = [".bss", ".balign 64", *(f".globl {name}\n{name}: .skip 1024" for name in ("given", "made")), ".text"]
    for n, form in enumerate(NAMES):
        out += [f".globl form_{n}", f"form_{n}:", "adrp x9, given", "add x9, x9, :lo12:given"]
        out += ["ldp x10, x11, [x9, #128]", "cmp x10, x11"]
        out += [f"ldr x{k}, [x9, #{8 * k}]" for k in GENERAL] + [f"ldr q{k}, [x9, #{256 + 16 * k}]" for k in VECTORS]
        out += [f".globl begin_{n}", f"begin_{n}: {form}", f".globl end_{n}", f"end_{n}:"]
        out += ["adrp x9, made", "add x9, x9, :lo12:made", "mrs x10, nzcv", "str x10, [x9, #128]"]
        out += [f"str x{k}, [x9, #{8 * k}]" for k in GENERAL] + [f"str q{k}, [x9, #{256 + 16 * k}]" for k in VECTORS]
        out += ["ret"]
    out += [".section .rodata", ".balign 8", ".globl forms", "forms:", *(f".quad form_{n}" for n in range(len(NAMES)))]
    return "\n".join([*out, '.section .note.GNU-stack,"",%progbits', ""])


class Forms:
    def __init__(self, folder: Path) -> None:
        (folder / "forms.s").write_text(program(), "utf-8")
        made = folder / "forms"
        words = [str(require("aarch64-gcc")), "-static", "-no-pie", "-Wall", "-Wextra", "-Werror", "-o", str(made)]
        subprocess.run([*words, str(Path(__file__).with_name("forms.c")), str(folder / "forms.s")], check=True)
        with made.open("rb") as stream:
            file: Any = ELFFile(stream)
            self.at = {one.name: one["st_value"] for one in file.get_section_by_name(".symtab").iter_symbols()}
            text = file.get_section_by_name(".text")
            self.start, self.bytes = text["sh_addr"], text.data()
        words = [str(require("qemu-aarch64")), "-cpu", "max", str(made)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def code(self, number: int) -> bytes:
        first, last = (self.at[f"{name}_{number}"] - self.start for name in ("begin", "end"))
        return bytes(self.bytes[first:last])

    def run(self, number: int, given: bytes) -> bytes:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(number.to_bytes(4, "little") + given)
        self.process.stdin.flush()
        made = self.process.stdout.read(1024)
        assert len(made) == 1024, f"the program ended with status {self.process.wait()}"
        return made


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forms]:
    made = Forms(tmp_path_factory.mktemp("forms"))
    with made.process:
        yield made


def start() -> State:
    state: State = {("r", n): sym(64, f"form x{n}") for n in GENERAL}
    state.update({("v", n): sym(128, f"form v{n}") for n in VECTORS})
    state["flag", "nzcv"] = node("flags", 4, (sym(64, "form left"), sym(64, "form right")), "sub")
    return state


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_form(forms: Forms, number: int) -> None:
    machine = Machine(Object(forms.code(number), b""), Map(), {})
    assert len(machine.code) == 1
    state, before = start(), start()
    RULES[machine.code[0].mnemonic](machine, state, machine.code[0])
    for turn in range(ROUNDS):
        data = bytearray(1024)
        for k in GENERAL:
            data[8 * k : 8 * k + 8] = value(before["r", k], turn).to_bytes(8, "little")
        for k, name in enumerate(("form left", "form right")):
            data[128 + 8 * k : 136 + 8 * k] = value(sym(64, name), turn).to_bytes(8, "little")
        for k in VECTORS:
            data[256 + 16 * k : 272 + 16 * k] = value(before["v", k], turn).to_bytes(16, "little")
        seen = forms.run(number, bytes(data))
        for k in GENERAL:
            assert value(state["r", k], turn) == int.from_bytes(seen[8 * k : 8 * k + 8], "little"), (k, turn)
        for k in VECTORS:
            want = int.from_bytes(seen[256 + 16 * k : 272 + 16 * k], "little")
            assert value(state["v", k], turn) == want, (k, turn)
        nzcv = int.from_bytes(seen[128:136], "little")
        kind = state["flag", "nzcv"].val
        for code, bit in (("mi", 31), ("eq", 30), *((("hs", 29),) if kind != "logic" else ())):
            assert value(machine.holds(state, code), turn) == nzcv >> bit & 1, (code, turn)


def test_a_wrong_rule_fails(forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees a rule that is another instruction's."""
    monkeypatch.setitem(RULES, "rev", RULES["mvn"])
    with pytest.raises(AssertionError):
        test_form(forms, NAMES.index("rev x0, x1"))
