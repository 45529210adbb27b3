# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Numbers, addresses, tables and files at the edges of what a syntax can spell: one table for each rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

import targets
from generator.emit import EmitError, Renderer, file
from generator.emit.file import Stretch, _switched
from generator.isa.machine import machine
from generator.machines.x86.nasm import Nasm
from generator.model import (
    WIPED,
    Function,
    Imm,
    Instr,
    Item,
    Mem,
    Note,
    Operand,
    Phys,
    R,
    Table,
    VReg,
)
from targets import Target
from tests.emit.parts import SRC, at, function, gp, i, k, op, vec, x

pytestmark = pytest.mark.kernels()  # handmade functions

TRIPLES = {"x86_64": "x86_64-linux-gnu", "x86": "i686-linux-gnu", "aarch64": "aarch64-linux-gnu"}
TABLES = (Table("words", 4, (1,)),)
RBX = Phys("gp", 3)


def renderer(triple: str, syntax: str, body: Sequence[Item] = (), tables: tuple[Table, ...] = TABLES) -> Renderer:
    target = targets.load(triple)
    made = function(target.arch, target.abi, list(body) or [i("ret")], "small", tables)
    out = machine(target.arch).renderers[syntax]([(made, target)], prefix="loom_", version="0", script="0")
    assert isinstance(out, Renderer)
    return out


def spelled(triple: str, syntax: str, instr: Instr) -> str:
    """The operands of an instruction, or the words of the refusal."""
    try:
        return renderer(triple, syntax).operands(instr)[1]
    except EmitError as error:
        return f"refused: {str(error).partition(': ')[2]}"


def texts(triple: str, *instrs: Instr, syntax: str = "gas") -> list[str]:
    return [spelled(triple, syntax, instr) for instr in instrs]


X64, X32, A64 = TRIPLES["x86_64"], TRIPLES["x86"], TRIPLES["aarch64"]


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "texts_of"),
    [
        (8, {0: "0", 10: "0xa", -1: "0xff", -129: "0x7f"}),
        (16, {-128: "-128", -129: "0xff7f", 1023: "1023", 1024: "0x400", 0xFFFF: "-1"}),
        (32, {-1: "-1", -129: "0xffffff7f", 0xFFFFFF80: "-128", 0x80000000: "0x80000000"}),
        (64, {-129: "-129", -1024: "-0x400", 1 << 63: "-0x8000000000000000", (1 << 64) - 1: "-1"}),
    ],
)
def test_immediates(width: int, texts_of: dict[int, str]) -> None:
    assert {value: texts(X64, i("mov", gp(0, width), Imm(value)))[0].split(", ")[1] for value in texts_of} == texts_of


def test_displacements() -> None:
    """A displacement of 32 bits has a sign. One that an address of 32 bits would cut wraps."""
    assert texts(X64, i("lea", gp(1, 32), at(0, 1 << 31, 64)), i("lea", gp(1), at(0, 1 << 31, 64))) == [
        "ecx, [rax-0x80000000]", "refused: lea: displacement 0x80000000 does not fit 32 bits, signed",
    ]  # fmt: skip


# -- addresses ---------------------------------------------------------------------------------------------------------


def test_addresses() -> None:
    """The stack pointer is no index. A base of rbp or r13 costs a byte unless a displacement stands there anyway."""
    rows: dict[Mem, str] = {
        at(None, 0, 64, 1): "[rcx]",
        at(None, 5, 64, 1): "[rcx+5]",
        at(None, 0, 64, 1, 2): "[rcx+rcx]",
        at(None, 0, 64, 1, 4): "[rcx*4]",
        at(0, 0, 64, 1, 2): "[rax+rcx*2]",
        at(0, 0, 64, 4): "[rsp+rax]",
        at(5, 0, 64, 1): "[rcx+rbp]",
        at(13, 0, 64, 1): "[rcx+r13]",
        at(5, 8, 64, 1): "[rbp+rcx+8]",
        at(5, 0, 64, 13): "[rbp+r13]",
        at(13, 0, 64, 5): "[r13+rbp]",
        at(4, 0, 64, 5): "[rsp+rbp]",
        at(5, 0, 64, 1, 2): "[rbp+rcx*2]",
    }
    instrs = [i("mov", gp(2), mem) for mem in rows]
    assert texts(X64, *instrs) == [f"rdx, {text}" for text in rows.values()]


@pytest.mark.parametrize(
    ("mem", "why"),
    [
        (at(4, 0, 64, 4), "the stack pointer cannot be an index"),
        (Mem(None, 8, width=64), "memory operand without a base register"),
        (at(0, 0, 64, mode="pre"), "memory operand is not a plain address; frame slots must be resolved"),
        (Mem(Phys("gp", 0), 0, Phys("vec", 1), 1, 64), "base and index must be physical general-purpose registers"),
        (replace(at(0, 0, 64), symbol="words"), "a table's address takes no register"),
        (replace(at(None, 0, 64, 1), symbol="words"), "a table's address takes no register"),
    ],
)
def test_addresses_that_x86_64_lacks(mem: Mem, why: str) -> None:
    for syntax in ("gas", "nasm"):
        assert spelled(X64, syntax, i("mov", gp(2), mem)) == f"refused: mov: {why}"


def test_tables_of_32_bit_code() -> None:
    """MASM has absolute addresses; the others only lea from the label's address, for ELF."""
    plain, based = Mem(None, 4, width=32, symbol="words"), replace(at(0, 4, 32), symbol="words")
    indexed = replace(at(0, 4, 32, 1), symbol="words")
    found = [spelled("i686-pc-windows-msvc", "masm", i("mov", gp(2, 32), mem)) for mem in (plain, based, indexed)]
    assert found[0] == found[1] and found[0].endswith("[loom_words+4]")
    assert found[2] == "refused: mov: a table's address takes no register"
    for syntax in ("gas", "nasm"):
        assert spelled(X32, syntax, i("mov", gp(2, 32), indexed)).endswith("a table's address takes no index register")
        for mnem, mem in (("mov", plain), ("mov", based), ("lea", plain), ("lea", based)):
            assert "by lea from a register that holds" in spelled(X32, syntax, i(mnem, gp(2, 32), mem))


def test_memory_of_aarch64() -> None:
    table = replace(at(1, 0), symbol="words")
    rows: dict[Mem, str] = {
        at(1): "[x1]",
        at(1, 8): "[x1, #8]",
        at(1, 0, 64, 2): "[x1, x2]",
        at(1, 0, 64, 2, 2): "[x1, x2, lsl #1]",
        at(1, 0, 64, 2, 16): "[x1, x2, lsl #4]",
        at(1, 0, 64, 2, mode="post"): "[x1], x2",
        at(1, 8, mode="post"): "[x1], #8",
        at(1, 8, mode="pre"): "[x1, #8]!",
        table: "[x1, LOOM_LOW(loom_words)]",
        replace(table, disp=8): "a table's low address part takes no offset",
        replace(table, mode="post"): "a table's low address part takes no offset",
        replace(at(1, 0, 64, 2), symbol="words"): "a table's low address part takes no offset",
        at(1, 8, 64, 2): "an index register excludes an offset and pre-indexing",
        at(1, 0, 64, 2, mode="pre"): "an index register excludes an offset and pre-indexing",
        at(1, 0, 64, 2, 3): "scale 3; expected 1, 2, 4, 8 or 16",
        Mem(Phys("vec", 1)): "memory operand needs a base register; frame slots must be resolved",
        Mem(None): "memory operand needs a base register; frame slots must be resolved",
    }
    found = texts(A64, *(i("ldr", x(0), mem) for mem in rows))
    assert found == [f"x0, {text}" if text[0] == "[" else f"refused: ldr: {text}" for text in rows.values()]


def test_operands_that_aarch64_lacks() -> None:
    def one(*ops: Operand, mnem: str = "add", mask: R | None = None) -> str:
        return texts(A64, i(mnem, *ops, mask=mask))[0]

    assert one(x(0), mnem="mov", mask=k(1)) == "refused: mov: AArch64 has no write masks"
    assert one(gp(0, 16)) == "refused: add: AArch64 has no 16-bit view of gp0"
    assert one(R(VReg(3, "sum", "gp", SRC), 64)).endswith("is not a physical register")


# -- operands of x86 ---------------------------------------------------------------------------------------------------


def test_sizes_that_x86_lacks() -> None:
    def one(mnem: str, *ops: Operand) -> str:
        return texts(X64, i(mnem, *ops), syntax="nasm")[0]

    assert one("mov", gp(0, 32), at(7, 0, 24)) == "refused: mov: memory operand of 24 bits has no size keyword"
    for ops in ((vec(0, 512), at(7, 0, 8, broadcast=True)), (gp(0), at(7, 0, 32, broadcast=True))):
        assert one("mov", *ops).startswith("refused: mov: broadcast needs an element width")


# -- tables ------------------------------------------------------------------------------------------------------------


def test_values_of_tables_fit_their_elements() -> None:
    for element in (1, 2, 4, 8):
        bits = 8 * element
        for wrong in ((1 << bits), -(1 << bits - 1) - 1):
            with pytest.raises(EmitError, match=f"table t: a value at 0 does not fit {element} bytes"):
                renderer(X64, "gas").table_rows(Table("t", element, (0, wrong)))
    with pytest.raises(EmitError, match="table t: elements of 3 bytes; expected 1, 2, 4 or 8"):
        renderer(X64, "gas").table_rows(Table("t", 3, (1,)))


@pytest.mark.parametrize(("align_", "shown"), [(1, 0), (2, 1), (64, 6), (0, None), (-4, None), (3, None), (12, None)])
def test_alignments_are_powers_of_two(align_: int, shown: int | None) -> None:
    made = renderer(X64, "gas", tables=(Table("t", 4, (1,), align_),))
    if shown is None:
        with pytest.raises(EmitError, match=f"table t: alignment {align_} is not a power of two"):
            made.table_lines()
    else:
        assert made.table_lines()[0] == f"\tloom_table loom_t, {shown}, 4"


# -- files of several targets ------------------------------------------------------------------------------------------


def shared_banner(headers: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The banner's lines about a function of several conventions."""
    cells = []
    for triple, header in headers.items():
        target = targets.load(triple)
        made = Function("small", "small", "scalar", target.arch, target.abi, (), header, [i("ret")])
        cells.append((made, target, target.syntaxes[0]))
    text = file(cells, version="0", script="0").text.split("*/")[0]
    return [line.removeprefix(" *") for line in text.splitlines()[5:] if line.startswith(" *")]


def test_banners_of_several_conventions() -> None:
    """Lines that all conventions share stand there once."""
    linux, windows, apple = "x86_64-linux-gnu", "x86_64-w64-mingw32", "x86_64-apple-darwin"
    same = ("one", "two")
    assert shared_banner({linux: same, windows: same})[-2:] == [" one", " two"]
    apart = {
        linux: ("one", "rdi", "end", "last"),
        apple: ("one", "rdi", "end", "last"),
        windows: ("one", "rcx", "end", "last"),
    }
    found = shared_banner(apart)
    assert found[found.index(" one") :] == [
        " one",
        " -- sysv64",
        " rdi",
        " -- win64",
        " rcx",
        " -- all",
        " end",
        " last",
    ]
    found = shared_banner({linux: ("one", "rdi"), windows: ("one", "rcx")})
    assert found[found.index(" one") :] == [" one", " -- sysv64", " rdi", " -- win64", " rcx"]
    found = shared_banner({linux: ("rdi", "more", "x"), windows: ("rcx", "x")})
    assert found[found.index(" -- sysv64") :] == [" -- sysv64", " rdi", " more", " -- win64", " rcx", " -- all", " x"]


def test_two_groups_of_a_file_need_conditions() -> None:
    """One group of targets may be without a word of its own, and comes last."""
    linux, windows, apple = (targets.load(f"x86_64-{name}") for name in ("linux-gnu", "w64-mingw32", "apple-darwin"))
    body = function("x86_64", "sysv64", [i("ret")], "small")
    lines: list[list[Stretch]] = [[Stretch((), [name])] for name in "abc"]

    def switched(*groups: list[Target]) -> list[str]:
        every = [linux, windows, apple]
        made = [Nasm([(body, one) for one in some], every, prefix="", version="0", script="0") for some in groups]
        return [line for one in _switched(made, [([n], text) for n, text in enumerate(lines)]) for line in one.lines]

    mixed = [linux, windows]  # two conventions, two formats: no word is theirs alone
    assert switched(mixed, [apple], [linux]) == [
        "%ifidn __OUTPUT_FORMAT__, macho64", "b", "%elifidn __OUTPUT_FORMAT__, elf64", "c", "%else", "a", "%endif",
    ]  # fmt: skip
    with pytest.raises(EmitError, match="small: two groups of targets need a condition and have none"):
        switched(mixed, [apple], [windows, apple])


def test_one_body_stands_there_once() -> None:
    """Zones around it are under conditions, but for lines that they share at both ends. The entry comes with the
    prologue, and the code that wipes with the epilogue. Items have the places of their lines."""
    push: list[Item] = [i("push", gp(3)), op("push", RBX, amount=8)]
    pop: list[Item] = [i("pop", gp(3)), op("pop", RBX, amount=8)]
    same: list[Item] = [i("mov", gp(0, 32), Imm(n)) for n in range(4)]
    start, out, last = op("end_prologue"), op("begin_epilogue"), op("end_epilogue")
    wiped: list[Item] = [Note(WIPED), i("xor", gp(1, 32), gp(1, 32))]
    linux: list[Item] = [start, i("mov", gp(1), gp(7)), *same, *wiped, out, i("ret"), last]
    windows: list[Item] = [*push, start, *same, out, *pop, i("ret"), last]
    triples = ("x86_64-linux-gnu", "x86_64-w64-mingw32")
    made = file(
        [(function("x86_64", targets.load(one).abi, body, "small"), targets.load(one), "gas")
         for one, body in zip(triples, (linux, windows))], version="0", script="0",
    )  # fmt: skip
    code = made.text.partition("loom_landing_pad\n")[2].partition("\tloom_end")[0].expandtabs(1).splitlines()
    assert code == [
        "#if defined(LOOM_SYSV64)", " mov rcx, rdi", "#else", " push rbx", " .seh_pushreg rbx", " .seh_endprologue",
        "#endif", " mov eax, 0", " mov eax, 1", " mov eax, 2", " mov eax, 3",
        "#if defined(LOOM_SYSV64)", "", " /* secrets are wiped */", " xor ecx, ecx", "#else", " pop rbx", "#endif",
        " ret",
    ]  # fmt: skip
    text = made.text.splitlines()
    for triple, body in zip(triples, (linux, windows)):
        found = made.of(targets.load(triple))
        wanted = [item for item in body if isinstance(item, Instr)]
        assert list(found.items.values()) == wanted
        assert [text[n - 1].split()[0] for n in found.items] == [item.mnem for item in wanted]


def test_other_bodies_stand_apart() -> None:
    """Functions that share less than half of their lines have all of them under conditions."""
    bodies = [[i("mov", gp(0, 32), Imm(n + m)) for m in (0, 0, 0, 9)] for n in (0, 1)]
    cells = [
        (function("x86_64", targets.load(one).abi, [*body, i("ret")], "small"), targets.load(one), "gas")
        for one, body in zip(("x86_64-linux-gnu", "x86_64-w64-mingw32"), bodies)
    ]
    code = file(cells, version="0", script="0").text.partition("loom_landing_pad\n")[2].partition("\tloom_end")[0]
    lines = code.splitlines()
    assert [at for at, line in enumerate(lines) if line.startswith("#")] == [0, 6, 13] and lines.count("\tret") == 2
