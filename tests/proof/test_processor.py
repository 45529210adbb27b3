# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The table of x86_64's instructions against the processor: each form executes on drawn values, in one program.

A form is an instruction's name and the kinds of its operands. Forms with memory, with the stack, and functions that the
terms do not look into (AES, SHA) are left out.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from proof import x86_vectors, x86_words  # noqa: F401  # register the rules
from proof.conditions import slt
from proof.graph import State
from proof.memory import Map, NoProof
from proof.objects import Object
from proof.terms import bxor, concat, extract, node, sub, sym
from proof.values import ROUNDS, value
from proof.x86 import GP, RULES, Machine
from targets.toolchain.find import require
from tests.isa.test_executed import widest

FORMS = """
mov rax, rcx; mov eax, ecx; mov eax, 0x80000001; mov rax, -5; movzx eax, cl; movzx eax, cx; movsx eax, cl
movsx rax, cx; movsxd rax, ecx; lea rax, [rcx+rdx*4-9]; lea eax, [rcx+rdx*8+5]; add rax, rcx; add eax, -7; add al, cl
sub rax, rcx; sub eax, ecx; adc rax, rcx; adc eax, ecx; sbb rax, rcx; sbb eax, ecx; sbb rax, rax; adcx rax, rcx
adox rax, rcx; cmp rax, rcx; cmp eax, 5; test eax, ecx; test al, cl; xor eax, ecx; xor rax, rcx; and rax, rcx
and eax, 0xff; or eax, ecx; andn rax, rcx, rdx; andn eax, ecx, edx; not rax; not eax; neg rax; neg eax; inc eax
dec rax; inc rax; shl rax, 5; shl eax, 31; shr rax, 63; shr eax, 3; sar rax, 7; sar eax, 9; rol eax, 7; rol rax, 33
ror eax, 2; ror rax, 41; rol ax, 8; rorx eax, ecx, 6; rorx rax, rcx, 39; bswap eax; bswap rax; mul rcx; mul ecx
mulx rax, rbx, rcx; mulx eax, ebx, ecx; imul rax, rcx; imul eax, ecx; imul eax, ecx, -13; xchg rax, rcx; cdqe
cmove eax, ecx; cmovne rax, rcx; cmovb rax, rcx; cmovae eax, ecx; cmovbe rax, rcx; cmova rax, rcx; cmovl rax, rcx
cmovge eax, ecx; cmovle rax, rcx; cmovg rax, rcx; cmovs rax, rcx; cmovns eax, ecx; sete al; setb cl; seta al; setl al
movdqa xmm1, xmm2; vmovdqa ymm1, ymm2; vmovdqu xmm1, xmm2; movd xmm1, ecx; movd ecx, xmm1; movq xmm1, rcx
movq rcx, xmm1; vmovd xmm1, ecx; vmovq xmm1, xmm2; pxor xmm1, xmm2; vpxor ymm1, ymm2, ymm3; pand xmm1, xmm2
vpand xmm1, xmm2, xmm3; por xmm1, xmm2; pandn xmm1, xmm2; vpandn ymm1, ymm2, ymm3; paddb xmm1, xmm2; paddw xmm1, xmm2
paddd xmm1, xmm2; vpaddd ymm1, ymm2, ymm3; vpaddd xmm1, xmm2, xmm2; paddq xmm1, xmm2; psubd xmm1, xmm2
vpsubq ymm1, ymm2, ymm3; pcmpeqd xmm1, xmm2; pcmpeqb xmm1, xmm1; pshufb xmm1, xmm2; vpshufb ymm1, ymm2, ymm3
palignr xmm1, xmm2, 4; vpalignr ymm1, ymm2, ymm3, 12; vpalignr ymm1, ymm2, ymm3, 20; pblendw xmm1, xmm2, 0xa5
vpblendw ymm1, ymm2, ymm3, 0x3c; shufps xmm1, xmm2, 0x9c; punpcklbw xmm1, xmm2; punpcklwd xmm1, xmm2
punpckldq xmm1, xmm2; punpckhdq xmm1, xmm2; punpcklqdq xmm1, xmm2; punpckhqdq xmm1, xmm2; vpunpckhbw ymm1, ymm2, ymm3
vpunpckhwd ymm1, ymm2, ymm3; movlhps xmm1, xmm2; pslldq xmm1, 5; psrldq xmm1, 11; vpslldq ymm1, ymm2, 12
vpsrldq xmm1, xmm2, 4; pshufd xmm1, xmm2, 0x1b; vpshufd ymm1, ymm2, 0x4e; pshuflw xmm1, xmm2, 0xb1
pshufhw xmm1, xmm2, 0xb1; psllw xmm1, 8; pslld xmm1, 7; psllq xmm1, 45; psrlw xmm1, 3; psrld xmm1, 25; psrlq xmm1, 19
psraw xmm1, 5; psrad xmm1, 31; vpslld ymm1, ymm2, 3; vpsrlq ymm1, ymm2, 61; vpsrld xmm1, xmm2, 32
vinserti128 ymm1, ymm2, xmm3, 1; vinserti128 ymm1, ymm2, xmm3, 0; vextracti128 xmm1, ymm2, 1; vpbroadcastd ymm1, xmm2
vpbroadcastq xmm1, xmm2; vpbroadcastb xmm1, xmm2; vpermq ymm1, ymm2, 0x93; vperm2i128 ymm1, ymm2, ymm3, 0x31
vperm2i128 ymm1, ymm2, ymm3, 0x08; vpblendd ymm1, ymm2, ymm3, 0xa6; pinsrw xmm1, ecx, 5; pinsrd xmm1, ecx, 2
pinsrq xmm1, rcx, 1; vpinsrq xmm1, xmm2, rcx, 0; pinsrb xmm1, ecx, 9; pextrw ecx, xmm1, 6; pextrd ecx, xmm1, 3
pextrq rcx, xmm1, 1; pextrb ecx, xmm1, 15; vzeroupper; nop
"""
LATER = """
vpternlogd xmm1, xmm2, xmm3, 0x96; vpternlogq ymm1, ymm2, ymm3, 0xca; vpternlogd ymm1, ymm2, ymm3, 0xe8
vprold xmm1, xmm2, 7; vprolq ymm1, ymm2, 41; vprord ymm1, ymm2, 13; vprorq xmm1, xmm2, 19; valignd ymm1, ymm2, ymm3, 3
valignq ymm1, ymm2, ymm3, 1; vshufi32x4 ymm1, ymm2, ymm3, 2; vshufi64x2 ymm1, ymm2, ymm3, 1
vinserti32x4 ymm1, ymm2, xmm3, 1; vextracti32x4 xmm1, ymm2, 1; vpxord ymm1, ymm2, ymm3; vpandq xmm1, xmm2, xmm3
"""
"""Forms of AVX-512 on registers of 128 and 256 bits."""
NAMES = [form.strip() for line in (FORMS + LATER).strip().splitlines() for form in line.split(";") if form.strip()]
GENERAL = [name for name in GP if name != "rsp"]


def program() -> str:
    """For each form: the registers from ``given``, flags by a comparison, the form, the registers to ``made``."""
    out = [".intel_syntax noprefix", ".bss", ".balign 64"]
    out += [f".globl {name}\n{name}: .skip 1024" for name in ("given", "made")]
    out += ["kept: .skip 8", ".text"]
    for n, form in enumerate(NAMES):
        out += [f".globl form_{n}", f"form_{n}:"]
        out += [f"push {name}" for name in ("rbx", "rbp", "r12", "r13", "r14", "r15")]
        out += [f"vmovdqu ymm{k}, [rip+given+{256 + 32 * k}]" for k in range(16)]
        out += ["mov rax, [rip+given+128]", "cmp rax, [rip+given+136]"]
        out += [f"mov {name}, [rip+given+{8 * k}]" for k, name in enumerate(GENERAL)]
        out += [f".globl begin_{n}", f"begin_{n}: {form}", f".globl end_{n}", f"end_{n}:"]
        out += [f"mov [rip+made+{8 * k}], {name}" for k, name in enumerate(GENERAL)]
        out += ["pushfq", "pop rax", "mov [rip+made+128], rax"]
        out += [f"vmovdqu [rip+made+{256 + 32 * k}], ymm{k}" for k in range(16)]
        out += [f"pop {name}" for name in ("r15", "r14", "r13", "r12", "rbp", "rbx")]
        out += ["vzeroupper", "ret"]
    out += [".section .rodata", ".balign 8", ".globl forms", "forms:", *(f".quad form_{n}" for n in range(len(NAMES)))]
    return "\n".join([*out, '.section .note.GNU-stack,"",@progbits', ""])


class Forms:
    """The forms in a program of this CPU, or of an emulator if this CPU lacks AVX-512."""

    def __init__(self, folder: Path) -> None:
        (folder / "forms.s").write_text(program(), "utf-8")
        made = folder / "forms"
        words = [str(require("gcc")), "-static", "-no-pie", "-Wall", "-Wextra", "-Werror", "-o", str(made)]
        subprocess.run([*words, str(Path(__file__).with_name("forms.c")), str(folder / "forms.s")], check=True)
        with made.open("rb") as stream:
            file: Any = ELFFile(stream)
            symbols = file.get_section_by_name(".symtab").iter_symbols()
            self.at = {symbol.name: symbol["st_value"] for symbol in symbols}
            text = file.get_section_by_name(".text")
            self.start, self.bytes = text["sh_addr"], text.data()
        _, emulator = widest()
        self.process = subprocess.Popen([*emulator, str(made)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def code(self, number: int) -> bytes:
        """The bytes of a form."""
        first, last = (self.at[f"{name}_{number}"] - self.start for name in ("begin", "end"))
        return bytes(self.bytes[first:last])

    def run(self, number: int, given: bytes) -> bytes:
        """The registers after a form."""
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
    state: State = {("r", n): sym(64, f"form {name}") for n, name in enumerate(GP)}
    state.update({("v", n, k): sym(128, f"form xmm{n} {k}") for n in range(16) for k in range(2)})
    compared = node("flags", 2, (sym(64, "form left"), sym(64, "form right")), "sub")
    state.update({("flag", flag): compared for flag in "czo"})
    return state


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_form(forms: Forms, number: int) -> None:
    machine = Machine(Object(forms.code(number), b""), Map(), {}, range(0))
    assert len(machine.code) == 1
    state = start()
    if NAMES[number].startswith("adox"):  # its rule takes the flag as one bit
        left, right = sym(64, "form left"), sym(64, "form right")
        gap = sub(left, right)
        state["flag", "o"] = node("flags", 2, (bxor(slt(left, right), extract(63, 63, gap)),), "bit")
    RULES[machine.code[0].mnemonic](machine, state, machine.code[0])
    for turn in range(ROUNDS):
        data = bytearray(1024)
        before = start()
        for k, name in enumerate(GENERAL):
            data[8 * k : 8 * k + 8] = value(before["r", GP.index(name)], turn).to_bytes(8, "little")
        for k, name in enumerate(("form left", "form right")):
            data[128 + 8 * k : 136 + 8 * k] = value(sym(64, name), turn).to_bytes(8, "little")
        for n in range(16):
            whole = value(concat(before["v", n, 1], before["v", n, 0]), turn)
            data[256 + 32 * n : 288 + 32 * n] = whole.to_bytes(32, "little")
        seen = forms.run(number, bytes(data))
        for k, name in enumerate(GENERAL):
            want = int.from_bytes(seen[8 * k : 8 * k + 8], "little")
            assert value(state["r", GP.index(name)], turn) == want, (NAMES[number], name, turn)
        for n in range(16):
            want = int.from_bytes(seen[256 + 32 * n : 288 + 32 * n], "little")
            assert value(concat(state["v", n, 1], state["v", n, 0]), turn) == want, (NAMES[number], n, turn)
        _flags(machine, state, int.from_bytes(seen[128:136], "little"), turn)


def _flags(machine: Machine, state: State, seen: int, turn: int) -> None:
    """Flags that the rule says anything of."""
    for code, bit in (("b", 0), ("e", 6), ("s", 7)):
        try:
            found = machine.holds(state, code)
        except NoProof:
            continue
        assert value(found, turn) == seen >> bit & 1, (code, turn)
    less = (seen >> 7 ^ seen >> 11) & 1
    for code, want in (("l", less), ("le", less | seen >> 6 & 1), ("be", (seen | seen >> 6) & 1)):
        try:
            found = machine.holds(state, code)
        except NoProof:
            continue
        assert value(found, turn) == want, (code, turn)


def test_a_wrong_rule_fails(forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison sees a rule that is another instruction's."""
    monkeypatch.setitem(RULES, "bswap", RULES["not"])
    with pytest.raises(AssertionError, match="bswap rax"):
        test_form(forms, NAMES.index("bswap rax"))
