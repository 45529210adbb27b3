# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each class of difference, provoked by one that was planted; and differences that must not be taken for another."""

from __future__ import annotations

import re

import pytest

from generator.diff.model import FunctionDiff
from tests.diff.samples import difference, planted, source

pytestmark = pytest.mark.kernels("rc4_stream", "rc4_set_key", "sha256_blocks")

RC4 = ("x86_64-linux-gnu", "gas", "rc4_stream", "branchfree")
SHA = ("x86_64-linux-gnu", "gas", "sha256_blocks")
ARM = ("aarch64-linux-gnu", "gas", "sha256_blocks")


def only(diff: FunctionDiff | None) -> tuple[str, ...]:
    assert diff is not None
    return diff.classes()


def lines(text: str, pattern: str) -> list[str]:
    """The file's lines that match."""
    found = [line for line in text.split("\n") if re.search(pattern, line)]
    assert found, pattern
    return found


def body(text: str) -> list[str]:
    """Instructions with two registers, between the first label and the last."""
    inner = text[text.index("loop_") : text.rindex("done_")]
    return [line for line in inner.split("\n") if line[:1] == "\t"]


@pytest.mark.parametrize("where", [RC4, SHA, ARM])
def test_the_same(where: tuple[str, ...]) -> None:
    assert difference(source(*where), source(*where)) is None


def test_spelling_of_a_number() -> None:
    text = source(*RC4)
    line = next(line for line in body(text) if re.search(r", 1\b", line))
    diff = difference(text, planted(text, line, re.sub(r", 1\b", ", 0x1", line)))
    assert only(diff) == ("spelling",)
    assert diff is not None and [row.a.text for row in diff.rows if row.classes and row.a] == [" ".join(
        line.split("/*")[0].split())]  # fmt: skip


def test_spelling_of_comments_and_blanks() -> None:
    text = source(*RC4)
    assert only(difference(text, planted(text, "/* j += ", "/* jj += "))) == ("spelling",)
    assert only(difference(text, planted(text, "\n\n", "\n\n\n"))) == ("spelling",)
    assert only(difference(text, planted(text, "_syntax noprefix", "_syntax prefix"))) == ("spelling",)


def test_registers() -> None:
    """Two registers exchanged throughout: each instruction works on the values that it worked on before."""
    text = source(*SHA)
    head, at, rest = text.partition("\n\tsub\trsp, ")
    swapped = rest.replace("r10", "r#").replace("r11", "r10").replace("r#", "r11")
    assert swapped != rest
    diff = difference(text, head + at + swapped)
    assert only(diff) == ("registers",)
    assert diff is not None and {(a, b) for a, b, _ in diff.renamed} == {("r10", "r11"), ("r11", "r10")}
    assert all(loop.same for loop in diff.loops)


def test_another_register_is_no_renaming() -> None:
    """One operand alone replaced by a register that holds something else."""
    text = source(*SHA)
    line = next(line for line in body(text) if re.match(r"\tadd\tr?e?\w+, r1[01]d", line))
    old = "r10d" if line.split("\t/*")[0].rstrip().endswith("r10d") else "r11d"
    new = {"r10d": "r11d", "r11d": "r10d"}[old]
    at = line.rindex(old)
    diff = difference(text, planted(text, line + "\n", line[:at] + new + line[at + 4 :] + "\n"))
    assert diff is not None and "selection" in diff.classes()
    assert any(row.why == "works on another value" for row in diff.rows)
    assert not all(loop.same for loop in diff.loops)


def test_frame() -> None:
    text = source(*SHA)
    number = re.search(r"\tsub\trsp, (\d+)", text)
    assert number is not None
    size = int(number[1])
    grown = text.replace(f"rsp, {size}", f"rsp, {size + 16}").replace(f"Frame: {size + 48} ", f"Frame: {size + 64} ")
    diff = difference(text, grown)
    assert only(diff) == ("frame",)
    assert diff is not None and ("frame", f"{size + 48} bytes", f"{size + 64} bytes") in [
        (fact.what, fact.a, fact.b) for fact in diff.facts
    ]


def test_unwind_data_landing_pad_and_slots() -> None:
    text = source(*SHA)
    assert only(difference(text, planted(text, ".cfi_offset rbx, -16", ".cfi_offset rbx, -24"))) == ("frame",)
    pad = lines(text, "endbr64")[0] + "\n"
    diff = difference(text, planted(text, pad, ""))
    assert only(diff) == ("frame",)
    assert diff is not None and [(f.what, f.a, f.b) for f in diff.facts] == [("landing pad", "endbr64", "none")]
    arm = source(*ARM)
    diff = difference(arm, planted(arm, "stp\tx19, x20, [sp, #16]", "stp\tx19, x20, [sp, #80]"))
    assert only(diff) == ("frame",)
    exchanged = text.replace("[rsp+304]", "[rsp+#]").replace("[rsp+308]", "[rsp+304]").replace("[rsp+#]", "[rsp+308]")
    assert exchanged != text
    diff = difference(text, exchanged)
    assert only(diff) == ("frame",)
    assert diff is not None and all(loop.same for loop in diff.loops)


def test_signing_is_frame_code() -> None:
    """Another key, or no signature: what a function does to its return address is no selection of instructions."""
    text = source(*ARM)
    sign, check = lines(text, "paciasp:")[0], lines(text, "autiasp:")[0]
    other = planted(planted(text, sign, sign.replace("25", "27")), check, check.replace("29", "31"))
    diff = difference(text, other)
    assert only(diff) == ("frame",) and diff is not None and not [fact for fact in diff.facts if fact.cls != "spelling"]
    assert only(difference(text, planted(planted(text, sign + "\n", ""), check + "\n", ""))) == ("frame",)


def test_selection() -> None:
    text = source(*SHA)
    line = next(line for line in body(text) if line.startswith("\txor\t"))
    diff = difference(text, planted(text, line + "\n", line.replace("xor", "or") + "\n"))
    assert only(diff) == ("selection",)
    assert diff is not None
    around = sorted((loop for loop in diff.loops if not loop.same), key=lambda loop: loop.start)
    assert around and all(inner.end <= outer.end for outer, inner in zip(around, around[1:]))  # loops around one line


def test_selection_of_what_is_there() -> None:
    """A line more, a line less, another order, another target of a branch."""
    text = source(*RC4)
    line = body(text)[3] + "\n"
    for other in (planted(text, line, line + "\tnop\n"), planted(text, line, "")):
        diff = difference(text, other)
        assert diff is not None and "selection" in diff.classes() and not all(loop.same for loop in diff.loops)
    branch = next(line for line in text.split("\n") if re.match(r"\tje\t\.Ldone_", line))
    labels = re.findall(r"^(\.Ldone_\d+):", text, re.M)
    assert len(labels) > 1
    there = branch.split("\t")[2]
    other_label = next(name for name in labels if name != there)
    diff = difference(text, planted(text, branch, branch.replace(there, other_label)))
    assert only(diff) == ("selection",)
    assert diff is not None and [row.why for row in diff.rows if row.classes] == ["goes elsewhere"]


def test_constants() -> None:
    text = source(*SHA)
    line = next(line for line in body(text) if re.match(r"\tr(ol|or)\t\w+, \d+", line))
    diff = difference(text, planted(text, line + "\n", re.sub(r", \d+", ", 31", line) + "\n"))
    assert only(diff) == ("constants",)
    assert diff is not None and not all(loop.same for loop in diff.loops)
    diff = difference(text, planted(text, "0x428a2f98", "0x428a2f99"))
    assert only(diff) == ("constants",)
    assert diff is not None and [(f.what, f.a, f.b) for f in diff.facts] == [
        ("table constants[0]", "0x428a2f98", "0x428a2f99")
    ]


def test_relocations() -> None:
    text = source(*SHA)
    name = "loom_sha256_blocks_scalar_constants"
    line = lines(text, rf"\[rip\+{name}\]")[0]
    assert only(difference(text, planted(text, line, line.replace(name, name[:-9] + "others")))) == ("relocations",)
    diff = difference(text, text.replace("loom_", "mylib_"))
    assert only(diff) == ("relocations",)
    assert diff is not None and [f.what for f in diff.facts] == ["symbol"]
    arm = source(*ARM)
    line = lines(arm, r":lo12:")[0]
    assert only(difference(arm, planted(arm, line, line.replace(name, name[:-9] + "others")))) == ("relocations",)


def test_features() -> None:
    text = source("x86_64-linux-gnu", "gas", "sha256_blocks", "avx2")
    diff = difference(text, planted(text, ", features avx2, bmi1, bmi2", ", features avx2, bmi1, bmi2, adx"))
    assert only(diff) == ("features",)
    assert diff is not None and ("features", "avx2 bmi1 bmi2", "avx2 bmi1 bmi2 adx") == (
        diff.facts[0].what, diff.facts[0].a, diff.facts[0].b)  # fmt: skip
    rc4 = source(*RC4)
    assert only(difference(rc4, planted(rc4, " * Not constant-time", " * Rather constant-time"))) == ("features",)


@pytest.mark.parametrize("where", [RC4, SHA, ARM])
def test_every_changed_line_is_found(where: tuple[str, ...]) -> None:
    """One instruction after the other taken out: that one is missed, and nothing else is taken to be new."""
    text = source(*where)
    all_lines = text.split("\n")
    start = next(n for n, line in enumerate(all_lines) if line.endswith(":"))
    code = [n for n in range(start, len(all_lines)) if re.match(r"\t[a-z]", all_lines[n])]
    for n in code[:: max(len(code) // 40, 1)]:
        if all_lines[n].startswith("\tdd"):
            continue
        diff = difference(text, "\n".join(all_lines[:n] + all_lines[n + 1 :]))
        assert diff is not None and diff.counts()
        assert sum(row.b is None for row in diff.rows) <= 1 and not any(row.a is None for row in diff.rows), all_lines[
            n
        ]
