# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Bytes that processors refuse, or read otherwise than capstone shows, are no instructions for the prover."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import targets
from proof import a64_call, x86_call  # noqa: F401  # register the rules
from proof.a64 import RULES as ARM_RULES
from proof.a64 import Machine as Arm
from proof.a64 import page
from proof.a64_encode import ENCODERS
from proof.memory import Map, NoProof
from proof.objects import Object, read
from proof.prove import OPEN, Task, prove
from proof.terms import sym
from proof.x86 import RULES, Machine
from proof.x86_table import ROWS
from targets.toolchain.assemble import assemble
from targets.toolchain.prove import syntax
from tests.proof.more_forms import NO_SUCH

REFUSED = {
    "a prefix": (
        "66c3 66750f 6650 66ff30 668f00 66eb00 66e800000000 f2c3 f3c3 f275f0 3e75f0 2e75f0 f30f38cbc1 660f38cbc1"
        " f20f38cbc1 66f30f6fc0 f3f30f6f00 67488d00 678d00 64488b00 65488b00 3e488b00 2e488b00"
        " 36488b0424 66640f6f00 f0f30f6f00 f0f30f1efa f00100 f0488700 f2488700 f30f1f00 640f1f00 666601c8 2e01c8"
    ),
    "a prefix before VEX or EVEX": (
        "66c4637bf0ff06 f2c4637bf0ff06 f3c4637bf0ff06 66c5f9efc1 6662f17d48fec1 67c5f96f00 64c5f96f00 2e62f17d48fec1"
    ),
    "REX": (
        "48c3 4066660fc8 4866b80102 4890 486a00 4875f0 44f7d8 42f7d8 660fc8 66400fc8 4e0fc8"
        " 48660fefc1 66480fefc1 66420fefc1"
    ),
    "vectors of no length, no bit W, or a bit that stands for nothing": (
        "62f17d68fec1 62f17d6872f107 62f1fd68d4c1 62f3fd6825c196"
    ),
    "a mask": (
        "62f17dc8fec1 62f17d49fec1 62f17dc9fec1 62f17d4976c1 62f1fe496f00 62f1fe497f00 62f1fec96f00 62f1750972c107"
    ),
    "another kind of operand": (
        "ffe0 ff20 ffd0 ff10 c20800 c20000 cb e2fe e3fe 0f1fc0 0f71f004 8ed8 0f20c0 c5f993c1 d0f0 d1f0"
        " c0f001 c1f004 b401 00e0 f6d4 8a20 0fb1c8 63c0 8cd8"
    ),
}
REFUSED_32 = {
    "as above, or of 64 bits": (
        "66c3 66750f 6650 660fc8 c20c00 62f17d68fec1 66eb00 66e80000 660f850000 678b07 678d07 648b00 f00100"
        " f3c3 ffe0 63c0"
        " 66ff30 2e8b00"
    ),
}
ACCEPTED = (
    "c3 c5f9efc1 c4e179efc1 c4e1f9efc1 62f17d48fec1 62f17d08fe4001 62f17d18fe4001 4889c8 488bc1 6689c8 4088f0 90 6690"
    " 66662e0f1f840000000000 0f1f4000 4883c0ff 4881c0ffffffff 4805ffffffff d1e0 c1e001 488d0480 488b0424"
    " 488b4500 498b4500"
    " 498b0424 4d8b0c24 41ff7500 4c87c8 4991 c4a27d5a04a0 62b27d485a04a0 62f1758972ca07 6691"
    " 48b80102030405060708 f30f1efa"
    " 0f8500000000 7500 62f17d58fe4001 c4e37bf0c106 62f1fd086ec0"
)
"""Encodings that assemblers choose among: the shorter and the longer VEX, both directions of a move, no-operations."""

REFUSED_A64 = {
    "unpredictable, or with bits that should be ones or zeros": (
        "ldrsw x1, [x1], #-8 21849fb8; str x1, [x1, #8]! 218c00f8;"
        " umulh x15, x7, x14 ef3cce9b; dup v24.4s, w3 780c0c4e; mov v0.d[1], v5.d[0] a00c186e; and w6, w6, #7 c6082012"
    ),
    "another kind of operand": (
        "add w0, w2, w2, uxtx 4060220b; cmeq v0.16b, v1.16b, #0 2098204e; ret x3 60005fd6;"
        " csinc x0, xzr, xzr, al e0e79f9a; ldr x0, #16 80000058; ld1r {v0.4s}, [x1], x2 20c8c24d; bti 1f2403d5;"
        " add v0.2s, v1.2s, v2.2s 2084a20e; mov s0, v1.s[3] 20041c5e; fmov h0, w1 2000e71e; movi v0.4s, #1 2004004f;"
        " orr v0.4s, #1 2014004f; tbl v0.16b, {v1.16b, v2.16b}, v3.16b 2020034e; add z28.b, p0/m, z28.b, z5.b bc000004"
    ),
    "an instruction without a rule": (
        "dmb sy bf3f03d5; mrs x0, nzcv 00423bd5; tbnz x0, #0x3f, #0 0000f8b7; blr x0 00003fd6"
    ),
}


def machine(code: bytes, word: int = 64) -> Machine:
    return Machine(Object(code, b""), Map(word=word), {}, range(0))


def listed(given: dict[str, str], word: int) -> list[tuple[str, int]]:
    return [(one, word) for some in given.values() for one in some.split()]


@pytest.mark.parametrize(("code", "word"), [*listed(REFUSED, 64), *listed(REFUSED_32, 32)])
def test_bytes_that_are_no_instruction_are_refused(code: str, word: int) -> None:
    """The reason names the instruction, its place and its bytes. capstone reads each of these."""
    shown = bytes.fromhex(code).hex(" ")
    with pytest.raises(NoProof, match=rf"^code\+0x0: [a-z].*: the bytes {shown} are no encoding that has a meaning: "):
        machine(bytes.fromhex(code), word)


@pytest.mark.parametrize("text", [one.strip() for some in REFUSED_A64.values() for one in some.split(";")])
def test_words_that_are_no_instruction_are_refused(text: str) -> None:
    name, _, code = text.rpartition(" ")
    raw = bytes.fromhex(code)
    with pytest.raises(NoProof) as error:
        Arm(Object(raw, b""), Map(), {})
    shown = re.escape(f"the bytes {raw.hex(' ')} are no encoding that has a meaning: ")
    assert re.match(rf"code\+0x0: {name.split()[0]}[^:]*: {shown}", str(error.value)), str(error.value)


@pytest.mark.parametrize("code", ACCEPTED.split())
def test_what_assemblers_choose_among_is_read(code: str) -> None:
    assert len(machine(bytes.fromhex(code)).code) == 1


@pytest.mark.parametrize("at", [0, 1, 1023, 1024, 1500])
def test_the_page_of_a_table_is_read_anywhere(at: int) -> None:
    """adrp x0 with an empty field, in the first 4096 bytes and behind."""
    code = bytes.fromhex("1f2003d5") * at + bytes.fromhex("00000090")
    one, state = Arm(Object(code, bytes(16), {4 * at: (275, 8)}), Map(), {}), {("r", 31): sym(64, "sp")}
    one.execute(state, one.code[at])
    assert state["r", 0] is page(8)


def test_rules_and_encodings_have_the_same_names() -> None:
    """A rule without an encoding would never apply, and an encoding without a rule would be no proof."""
    encoded = {row.name for rows in ROWS.values() for row in rows if row.name[0] != "j"}
    assert encoded == set(RULES) - NO_SUCH
    assert ENCODERS.keys() == {*ARM_RULES, "b", "cbz", "cbnz"}


def test_branches_stay_among_the_instructions() -> None:
    for code, why in (("eb01c3", "a branch to no"), ("eb00", "a branch to no"), ("ebffc3", "a branch to no"),
                      ("90", "runs past"), ("7400", "runs past")):  # fmt: skip
        one = machine(bytes.fromhex(code))
        with pytest.raises(NoProof, match=why):
            [one.goals(n) for n in range(len(one.code))]


@pytest.mark.parametrize("at", range(7))
def test_a_relocation_is_of_a_distance_of_four_bytes(at: int) -> None:
    """lea rax, [rip + distance]: the linker fills in bytes 3 to 6, and no others."""
    made = Object(bytes.fromhex("488d0500000000"), bytes(64), {at: (2, 0)})
    if at == 3:
        assert Machine(made, Map(), {}, range(0)).fields == {0: 3}
        return
    with pytest.raises(NoProof, match=f"a relocation of kind 2 at code.{at:#x}"):
        Machine(made, Map(), {}, range(0))


@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "x86_64-w64-mingw32", "i686-linux-gnu", "aarch64-apple-darwin"])
def test_tables_are_not_the_linkers(triple: str, tmp_path: Path) -> None:
    target = targets.load(triple)
    name = target.decorate("f")
    data = {"elf": ".rodata", "coff": '.rdata,"dr"', "macho": "__TEXT,__const"}[target.object_format]
    for value, reason in (("7", ""), (f"{name} + 8", "a relocation of read-only data")):
        source = tmp_path / "f.S"
        word = ".quad" if "64" in triple else ".long"
        nops = "" if "aarch64" in triple else ".byte 0xc3"
        source.write_text(f".globl {name}\n{name}: {nops}\n.p2align 4\n.section {data}\n{word} {value}\n", "utf-8")
        made = assemble(target, syntax(target), source, tmp_path / f"f{target.object_suffix}").read_bytes()
        if not reason:
            assert read(made, name).data[:1] == b"\x07"
            continue
        with pytest.raises(NoProof, match=reason):
            read(made, name)


def test_a_fault_of_a_rule_is_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the instruction. Nothing is proved by a traceback."""
    one = machine(b"\x90")
    monkeypatch.setitem(RULES, "nop", lambda m, s, i: s["no such cell"])
    with pytest.raises(NoProof, match=r"code\+0x0: nop : a fault of the prover at test_encodings.py:\d+: KeyError"):
        one.execute({("r", 4): one.sp}, one.code[0])
    found = prove(Task.__new__(Task), Object(b"", b""))  # a task without anything
    assert found.state == OPEN and found.reason.startswith("a fault of the prover at prove.py")
