# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Unwind data of every object, decoded by another project's decoder and compared with the frame operations.

This module computes expectations from the operations by plain bookkeeping, and places them at decoded addresses.
"""

from __future__ import annotations

import re

import pytest

import targets
from generator.isa.machine import machine
from generator.model import FrameOp, Function, Instr, Phys
from tests.emit.objects import PAIRS, Line, Object, Objects, disassemble, llvm, needs_pad, output

State = tuple[int, dict[str, int]]
_WORD = {"x86_64": 8, "x86": 4, "aarch64": 8}


def kind(name: str) -> list[tuple[str, str]]:
    return [(t, s) for t, s in PAIRS if targets.load(t).unwind == name]


def ends(made: Object, lines: list[Line], pads: int) -> dict[int, int]:
    """Body index of each frame operation → address just after the operation's instruction."""
    out, count = {}, pads
    for at, item in enumerate(made.function.body):
        if isinstance(item, Instr):
            count += 1
        elif isinstance(item, FrameOp):
            out[at] = lines[count - 1].address + lines[count - 1].size if count else 0
    return out


def name_of(arch: str, reg: Phys) -> str:
    if arch == "aarch64":
        return ("x" if reg.cls == "gp" else "d") + str(reg.num)
    return machine(arch).registers.name(reg)


def expected_rows(function: Function, at: dict[int, int]) -> dict[int, State]:
    """Address → (CFA - sp, register → place from the CFA), in force from there on. ``signed`` is 1 while x30 is
    signed."""
    arch, word = function.arch, _WORD[function.arch]
    cfa = 0 if arch == "aarch64" else word
    saved: dict[str, int] = {}
    rows: dict[int, State] = {0: (cfa, {})}
    whole: State = (cfa, {})
    for index, op in enumerate(function.body):
        if not isinstance(op, FrameOp):
            continue
        regs = [name_of(arch, r) for r in (op.reg, op.reg2) if r is not None]
        if op.kind in ("push", "alloc", "save_pair_pre"):
            cfa += op.amount
        elif op.kind in ("pop", "dealloc", "restore_pair_post"):
            cfa -= op.amount
        elif op.kind == "end_prologue":
            whole = (cfa, dict(saved))
        elif op.kind == "end_epilogue":
            cfa, saved = whole[0], dict(whole[1])
            continue_at = at[index]
            rows[continue_at] = (cfa, dict(saved))
            continue
        if op.kind in ("push", "save", "save_pair", "save_pair_pre"):
            start = op.offset - cfa if op.kind in ("save", "save_pair") else -cfa
            saved.update({reg: start + i * word for i, reg in enumerate(regs)})
        elif op.kind == "sign":
            saved["signed"] = 1
        elif op.kind == "authenticate":
            saved.pop("signed")
        elif op.kind in ("pop", "restore", "restore_pair", "restore_pair_post"):
            for reg in regs:
                saved.pop(reg)
        rows[at[index]] = (cfa, dict(saved))
    return rows


def dwarf_name(arch: str, name: str) -> str:
    name = {"FP": "X29", "LR": "X30"}.get(name, name).lower()
    if arch == "aarch64":
        return ("x" if name[0] in "xw" else "d") + name[1:]
    return name


@pytest.mark.parametrize(("triple", "syntax"), kind("dwarf"))
def test_dwarf(objects: Objects, triple: str, syntax: str) -> None:
    target = targets.load(triple)
    for made in objects.of(triple, syntax):
        lines = disassemble(made)
        pads = needs_pad(made.function, target.hardening.landing_pad)
        text = output(llvm("dwarfdump"), "--eh-frame", made.path)
        wanted = expected_rows(made.function, ends(made, lines, pads))
        if " FDE " not in text:
            # LLVM's Mach-O for arm64 omits DWARF if compact unwind is complete: frameless, no saved register.
            compact = output(llvm("objdump"), "--unwind-info", made.path)
            assert set(map(repr, wanted.values())) == {repr((0, {}))}, made
            assert re.findall(r"compact encoding: +0x(\w+)", compact) == ["02000000"], made
            continue
        found: dict[int, State] = {}
        fde = text[text.index(" FDE ") :]
        span = re.search(r"pc=([0-9a-f]+)\.\.\.([0-9a-f]+)", fde)
        assert span, made
        assert int(span[2], 16) - int(span[1], 16) == lines[-1].address + lines[-1].size, made
        for at, cfa, rest in re.findall(r"^  0x([0-9a-f]+): CFA=\w+?\+?(\d*)(?:: (.*))?$", fde, re.M):
            pairs = re.findall(r"(\w+)=\[CFA([-+]\d+)\]", rest)
            regs = {dwarf_name(target.arch, reg): int(offset) for reg, offset in pairs if reg not in ("RIP", "EIP")}
            if re.search(r"\breg34=1\b", rest):
                regs["signed"] = 1
            found[int(at, 16) - int(span[1], 16)] = (int(cfa or 0), regs)
        end = lines[-1].address + lines[-1].size
        assert 0 in found, made
        states = sorted(set(found) | set(wanted) - {end})
        now: State = (0, {})
        expect: State = (0, {})
        for at in states:
            now, expect = found.get(at, now), wanted.get(at, expect)
            assert now == expect, f"{made}: at {at:#x}"


@pytest.mark.parametrize(("triple", "syntax"), kind("win64"))
def test_win64(objects: Objects, triple: str, syntax: str) -> None:
    for made in objects.of(triple, syntax):
        lines = disassemble(made)
        at = ends(made, lines, 0)
        text = output(llvm("readobj"), "--unwind", made.path)
        assert re.search(rf"StartAddress: (loom_{made.function.symbol}|\.text\S*) ", text), f"{made}: {text}"
        codes = re.findall(r"0x([0-9A-F]+): (\w+)(?: reg=(\w+))?(?:, offset=0x([0-9A-F]+))?(?: size=(\d+))?", text)
        found = [(int(c[0], 16), c[1], c[2].lower(), int(c[3] or "0", 16), int(c[4] or 0)) for c in codes]
        wanted = []
        for index, op in enumerate(made.function.body):
            if isinstance(op, FrameOp) and op.kind == "end_prologue":
                size = re.search(r"PrologSize: (\d+)", text)
                assert size and int(size[1]) == at[index], made
                break
            if isinstance(op, FrameOp):
                reg = name_of("x86_64", op.reg) if op.reg else ""
                small = "ALLOC_SMALL" if op.amount <= 128 else "ALLOC_LARGE"
                name = {"push": "PUSH_NONVOL", "alloc": small, "save": "SAVE_XMM128"}[op.kind]
                wanted.append((at[index], name, reg, op.offset, op.amount if op.kind == "alloc" else 0))
        assert found == wanted[::-1], made


def plain(text: str) -> str:
    """One spelling for the texts of capstone and readobj."""
    text = re.sub(r"#(-?)(0x[0-9a-f]+|\d+)", lambda m: f"#{m[1]}{int(m[2], 0)}", text)
    text = re.sub(r"\bfp\b", "x29", re.sub(r"\blr\b", "x30", text))
    text = {"pacibsp": "pacsignlr", "autibsp": "pacsignlr"}.get(text, text)  # readobj has one name for both
    return re.sub(r"^(add|sub) sp, #", r"\1 sp, sp, #", text)


@pytest.mark.parametrize(("triple", "syntax"), kind("arm64"))
def test_arm64(objects: Objects, triple: str, syntax: str) -> None:
    """Every code means the very instruction at its place."""
    for made in objects.of(triple, syntax):
        lines = disassemble(made)
        length = (lines[-1].address + lines[-1].size) // 4
        text = output(llvm("readobj"), "--unwind", made.path)
        whole = re.search(r"FunctionLength: (\d+)", text)
        assert whole and int(whole[1]) == 4 * length, made
        framed = any(isinstance(item, FrameOp) and item.kind == "save_pair_pre" for item in made.function.body)
        prologue = re.search(r"Prologue \[\n(.*?)\n +\]\n", text, re.S)
        assert prologue, made
        if not framed:
            # Packed: without codes. A sample without an epilogue (of single instructions) is not packed, and says so.
            ends = any(isinstance(item, FrameOp) and item.kind == "end_epilogue" for item in made.function.body)
            assert prologue[1].split() == (["end"] if ends else ["0xe4", ";", "end"]), made
            continue
        codes = [plain(line.split(";")[1].strip()) for line in prologue[1].strip().splitlines()]
        assert codes[-1] == "end"
        assert codes[-2::-1] == [plain(line.text) for line in lines[: len(codes) - 1]], made
        single = re.search(r"Epilogue \[\n(.*?)\n +\]", text, re.S)  # packed: the epilogue ends the function
        scopes = re.findall(r"StartOffset: (\d+).*?Opcodes \[(.*?)\n +\]", text, re.S)
        if single:
            scopes.append((str(length - len(single[1].splitlines())), single[1]))
        assert len(scopes) == sum(isinstance(i, FrameOp) and i.kind == "end_epilogue" for i in made.function.body), made
        for start, opcodes in scopes:
            codes = [plain(line.split(";")[1].strip()) for line in opcodes.strip().splitlines()]
            first = next(i for i, line in enumerate(lines) if line.address == 4 * int(start))
            here = [plain(line.text) for line in lines[first : first + len(codes)]]
            assert codes[:-1] == here[:-1] and here[-1] == "ret", made


def test_names_agree() -> None:
    """The names of registers that the expectations above rest on."""
    assert [name_of("x86_64", Phys("gp", n)) for n in (3, 7)] == ["rbx", "rdi"]
    assert machine("aarch64").registers.name(Phys("gp", 19)) == "x19"
