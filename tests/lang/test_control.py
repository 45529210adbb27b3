# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""``else_``, ``break_if``, computed conditions, facts of the target, bound registers: what is proved and refused. The
fuzzer (tests/fuzz) executes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import generator.machines  # noqa: F401  # registers every machine
from generator.abi import abi, conventions, first_equal
from generator.isa.machine import machines
from generator.lang import Variant
from generator.lang.extents import accesses
from generator.library import ROOT
from generator.model import Instr, KernelError, LabelDef
from generator.passes.flow import accesses as touched
from generator.pipeline import build, record
from tests.passes.small import HEAD, SCALAR, refusal, written

pytestmark = pytest.mark.kernels()  # scripts of its own
BYTES = HEAD.replace('Arg("p", rw=64)', 'Arg("p", rw="n", public=True)')
PLACES = ("sysv64", "cdecl32", "aapcs64")

# -- extents -----------------------------------------------------------------------------------------------------------

WALK = """
at = k.const(k.usize, 0)
with k.loop(n):
    x = k.load8(p, index=at)
    {inside}
    at += 1
{behind}
"""
INSIDE = (
    "k.break_if(x.eq(0))",
    "with k.if_(x.eq(0)):\n        k.break_if(at.eq(7))\n    with k.else_():\n        k.store8(p, x, index=at)",
    "with k.rarely(x.eq(9)):\n        k.store8(p, x, index=at)\n        k.break_if(at.eq(7))",
    "with k.rarely(x.eq(9)):\n        with k.if_(at.eq(7)):\n            k.store8(p, x, index=at)\n"
    "        with k.else_():\n            k.break_if(at.eq(9))",
)  # fmt: skip


def verdicts(tmp_path: Path, body: str, convention: str = "sysv64", head: str = BYTES) -> list[str]:
    kernel = written(tmp_path, body, head)
    recorded, params = record(kernel, SCALAR, abi(convention))
    return [one.verdict for one in accesses(recorded, params, kernel, abi(convention))]


@pytest.mark.parametrize("inside", INSIDE)
def test_loops_with_ways_out_are_proved(inside: str, tmp_path: Path) -> None:
    """Every access of the body, and one behind the loop that the count allows wherever the loop ended."""
    behind = "with k.if_(at.lt(n)):\n    k.store8(p, k.const(k.u8, 1), index=at)"
    body = WALK.format(inside=inside, behind=behind)
    assert set(verdicts(tmp_path, body)) == {"inside"}
    for convention in PLACES:
        build(written(tmp_path, body, BYTES), SCALAR, abi(convention))


def test_the_place_behind_a_loop_is_not_its_end(tmp_path: Path) -> None:
    """The count of rounds is unknown there: a write at the place itself is outside if no round left."""
    body = WALK.format(inside=INSIDE[0], behind="k.store8(p, k.const(k.u8, 1), index=at)")
    assert verdicts(tmp_path, body)[-1] == "undecided"
    kernel = written(tmp_path, WALK.format(inside="k.note('nothing')", behind="k.load8(p, index=at)"), BYTES)
    with pytest.raises(KernelError, match="is outside of p"):
        build(kernel, SCALAR, abi("sysv64"))


def test_a_round_after_a_way_out_is_not_sure(tmp_path: Path) -> None:
    """The sixth round would leave the extent, and a way out may end the loop before."""
    body = "with k.loop(n, step={p: 4}):\n    x = k.load32(p)\n    k.break_if(x.ne(0))"
    assert verdicts(tmp_path, body, head=HEAD.replace("rw=64", "rw=20, public=True")) == ["undecided"]


@pytest.mark.parametrize(("other", "inside"), [(60, True), (61, False)])
def test_both_alternatives_reach_the_end(other: int, inside: bool, tmp_path: Path) -> None:
    """An access behind both is judged with the values of either."""
    for first, second in ((3, other), (other, 3)):
        body = f"""
at = k.const(k.usize, 0)
with k.if_(n.lt(60)):
    k.set(at, {first})
with k.else_():
    k.set(at, {second})
k.load32(p, index=at)
"""
        assert verdicts(tmp_path, body, head=HEAD) == ["inside" if inside else "undecided"]


def test_facts_of_one_alternative_do_not_hold_in_the_other(tmp_path: Path) -> None:
    body = "with k.if_(n.lt(64)):\n    k.load8(p, index=n)\nwith k.else_():\n    k.load8(p, index=n)  # HERE"
    assert "load of 1 byte at p + n is outside of p" in refusal(tmp_path, body)


def test_a_condition_is_computed_at_each_turn(tmp_path: Path) -> None:
    body = "with k.while_(lambda: k.load8(p).ne(0)):\n    p += 1"
    ops = record(written(tmp_path, body, BYTES), SCALAR, abi("sysv64"))[0].ops
    assert [op.name for op in ops].count("load") == 2


def test_a_while_may_end_by_its_way_out_alone(tmp_path: Path) -> None:
    body = "with k.while_(n.ne(0)):\n    x = k.load32(p)\n    k.break_if(x.eq(5))"
    build(written(tmp_path, body, HEAD.replace("rw=64", "rw=64, public=True")), SCALAR, abi("sysv64"))
    assert "nothing in the body changes n" in refusal(tmp_path, "with k.while_(n.ne(0)):  # HERE\n    k.load32(p)")


# -- refusals ----------------------------------------------------------------------------------------------------------

REFUSED = {
    "with k.else_():  # HERE\n    n += 1": "else_: no body of k.if_ ends just before; expected with k.else_(): right",
    "with k.if_(n.eq(0)):\n    n += 1\nn += 2\nwith k.else_():  # HERE\n    n += 1": "else_: no body of k.if_ ends",
    "with k.if_(n.eq(0)):\n    with k.else_():  # HERE\n        n += 1": "else_: no body of k.if_ ends just before",
    "with k.rarely(n.eq(0)):\n    n += 1\nwith k.else_():  # HERE\n    n += 1": "else_: no body of k.if_ ends just",
    "with k.if_(n.eq(0)):\n    n += 1\nwith k.else_():\n    n += 1\nwith k.else_():  # HERE\n    n += 2":
        "else_: no body of k.if_ ends just before",
    "k.break_if(n.eq(0))  # HERE": "break_if: there is no loop around it; expected a call in the body of k.loop or",
    "with k.loop(n):\n    with k.recording('s') as s:\n        k.break_if(n.eq(0))  # HERE\n    k.emit(s)":
        "break_if: the stream has no loop around it",
    "with k.loop(n):\n    n += 1\nk.break_if(n.eq(0))  # HERE": "break_if: there is no loop around it",
    "x = k.load32(p)\nwith k.loop(n):\n    k.break_if(x.eq(0))  # HERE": "the branch depends on a secret",
    "x = k.load32(p)\nwith k.if_(x.eq(0)):  # HERE\n    n += 1\nwith k.else_():\n    n += 2":
        "the branch depends on a secret",
    "k.place(k.label('x'))\nk.place('x_1')  # HERE": "place: 'x_1'; expected a name of k.label that is at no place yet",
    "k.asm(k.label('x') + ':')  # HERE": "asm: x_1: is a label; expected k.place('x_1')",
    "with k.loop(n):\n    x = k.const(k.u32, 1)\nk.store32(p, x)  # HERE":
        "mov reads t4 before it is set on some path to here: line 13 sets it, in a loop that may run no round",
    "k.else_()  # HERE": "k.else_ is never entered; expected \"with k.else_(…):\"",
    "if k.arch == 'x64':  # HERE\n    n += 1": "k.arch: 'x86_64' == 'x64': expected one of aarch64, x86, x86_64",
    "if k.arch in ('x86', 'amd64'):  # HERE\n    n += 1": "k.arch: 'x86_64' == 'amd64': expected one of",
    "if k.abi != 'win32':  # HERE\n    n += 1": "k.abi: 'sysv64' == 'win32': expected one of aapcs64, ",
    "if '64' in k.arch:  # HERE\n    n += 1": "'64' in 'x86_64': part of a name says nothing; expected k.arch ==",
    "k.asm('mul', n, k.bind(n, 'rcx'))  # HERE":
        "asm mul: rcx is bound, and the instruction uses rax and rdx besides its operands; expected k.bind of these",
    "k.asm('mul', n, k.bind(n))  # HERE":
        "asm mul: a register without a name is bound, and the instruction uses rax and rdx besides its operands",
    "k.asm('add', n, n, k.bind(n, 'rax'))  # HERE": "uses no general register besides its operands; expected k.bind of",
    "k.asm('mul', n, k.bind(n, 'rax'), k.bind(p, 'eax'))  # HERE": "asm mul: eax is bound twice; expected one value",
    "k.asm('mul', n, k.bind(n, 'rax'), k.bind(n, 'rdx'))  # HERE": "asm mul: n takes two results; expected a value",
    "k.asm('mul', n, k.bind(k.load8(p), 'rax'))  # HERE": "bind: t3 is a u8; expected a u32, u64, usize or pointer",
    "k.asm('mul', n)  # HERE": "mul reads rax before it is set on some path to here; expected k.bind(x, 'rax') among",
    "x, d = k.load32(p, 2)\nk.asm('div', n, k.bind(k.zext(k.usize, x), 'rax'), k.bind(d, 'rdx'))  # HERE":
        "division takes longer for some operands",
    "c = n.lt(5)\nn += 1\nk.store32(p, k.select(c, k.load32(p), 1))  # HERE":
        "n.lt(5) of line 12 is used after line 13 changes n, and the code would compare the changed value; expected",
    "c = n.lt(5)\nn += 1\nwith k.while_(c):  # HERE\n    n += 1": "n.lt(5) of line 12 is used after line 13 changes n",
    "c = n.eq(5)\nwith k.loop(k.min(n, 9), step={n: 1}):\n    k.break_if(c)  # HERE":
        "n.eq(5) of line 12 is used in each round of a loop, and line 13 changes n in the loop; expected",
    "x = k.load32(p)\nwith k.loop(n):\n    x = x + 1  # HERE\n    k.store32(p, x)":
        "x = … makes a new variable in each round of the loop of line 13, and the next round reads the old x (line 12)",
    "x = k.load32(p, 2)\nwith k.loop(n):\n    x[1] = k.rotl(x[1], 3)  # HERE\n    k.store32(p, x[1])":
        "x[1] = … makes a new variable in each round",
    "class State:\n    x = None\ns = State()\ns.x = k.load32(p)\nwith k.loop(n):\n    s.x = s.x + 1  # HERE":
        "s.x = … makes a new variable in each round",
    "with k.while_(lambda: n.ne(0)):\n    n = n - 1  # HERE": "n = … makes a new variable in each round of the loop of",
    "x = k.load32(p)\ndef turn():\n    nonlocal x\n    x = x ^ 1  # HERE\nwith k.loop(n):\n    turn()":
        "x = … makes a new variable in each round of the loop of line 16",
    "x, y = k.load32(p, 2)\nwith k.loop(n):  # HERE\n    x += y\n    x, y = y, x":
        "x stands for t3 (line 12) at the start of the loop, and for t4 (line 12) at its end; the code of the next",
}  # fmt: skip


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str, tmp_path: Path) -> None:
    assert REFUSED[body] in refusal(tmp_path, body)


@pytest.mark.parametrize("lines", ["x = k.load32(p)\n    x = x + 1", "x, y = y, x\n    x += 1\n    x, y = y, x"])
def test_names_that_a_loop_may_bind_anew(lines: str, tmp_path: Path) -> None:
    """A name for one round, and names that come back."""
    body = f"x, y = k.load32(p, 2)\nwith k.loop(n):\n    {lines}\n    k.store32(p, x)"
    build(written(tmp_path, body), SCALAR, abi("sysv64"))


def test_a_stream_with_alternatives_is_no_part_of_a_stitch(tmp_path: Path) -> None:
    head = HEAD.replace("import Arg", "import stitch, Arg")
    body = """
x, y = k.load32(p, 2)
with k.recording("s") as s:
    with k.if_(n.eq(0)):  # HERE
        x += 1
    with k.else_():
        x += 2
with k.recording("t") as t:
    y += 5
k.emit(stitch(s, t))
k.store32(p, [x, y])
"""
    assert "in s; expected straight code, whose branches are k.rarely's" in refusal(tmp_path, body, head=head)


# -- facts of the target -----------------------------------------------------------------------------------------------

ASKING = """
for _ in range(3):
    if k.arch == "aarch64":
        n += 1
if k.arch in ("x86", "x86_64") and k.abi != "win64":
    n += 2
k.store32(p, k.trunc(k.u32, n))
"""


def test_questions_are_counted_and_shown(tmp_path: Path) -> None:
    """A place counts once, however often an unrolled loop asks there."""
    for convention in PLACES:
        made = build(written(tmp_path, ASKING), SCALAR, abi(convention))
        expected = "k.arch at 2 places" + (", k.abi at 1 place" if convention != "aapcs64" else "")
        assert f"Code that differs by target: {expected} of the script." in made.header
    plain = build(written(tmp_path, "k.load32(p)"), SCALAR, abi("sysv64"))
    assert not any("differs by target" in line for line in plain.header)


def test_every_answer_has_its_name(tmp_path: Path) -> None:
    """Twins share functions, so that they have one name."""
    for row in conventions():
        if row.arch in {one.arch for one in machines() if one.family in ("x86", "aarch64")}:
            kernel = written(tmp_path, f"assert (k.arch, k.abi) == ({row.arch!r}, {first_equal(row.name)!r})")
            record(kernel, SCALAR, row)


def test_questions_of_the_tree() -> None:
    """The kernels of the tree are written once for all targets. A new question needs a reason, and a number here."""
    texts = [path.read_text("utf-8") for path in (ROOT / "generator" / "kernels").rglob("*.py")]
    assert sum(len(re.findall(r"\bk\.(?:arch|abi)\b", text)) for text in texts) == 0
    made = [path for path in (ROOT / "generated").rglob("*") if path.suffix in (".S", ".asm")]
    assert len(made) > 100
    assert [path for path in made if "Code that differs by target" in path.read_text("utf-8")] == []


# -- bound registers ---------------------------------------------------------------------------------------------------

PRODUCT = """
x, y = k.load32(p, 2)
high = k.const(k.u32, 0)
k.asm("mul", y, k.bind(x, "eax"), k.bind(high, "edx"))
k.store32(p, [x, high])
"""


@pytest.mark.parametrize("convention", ["sysv64", "win64", "cdecl32"])
def test_bound_values_pass_through_their_registers(convention: str, tmp_path: Path) -> None:
    made = build(written(tmp_path, PRODUCT), SCALAR, abi(convention))
    assert [item.mnem for item in made.body if hasattr(item, "mnem")].count("mul") == 1


TWICE = """
x, y = k.load64(p, 2)
low, high, other = k.value(k.u64), k.value(k.u64), k.value(k.u64)
k.asm("mulx", high, low, y, k.bind(x))
k.asm("mulx", other, high, y, k.bind(x))
{change}
k.asm("mulx", low, high, y, k.bind(x))
k.store64(p, [x, y, low, high, other])
"""


@pytest.mark.parametrize(
    ("change", "moves"),
    [("", 1), ("x += 1", 2), ("k.asm('mulx', other, high, y, k.bind(y))", 3), ("k.set(other, low)", 1)],
)
def test_one_move_serves_instructions_that_bind_one_value(change: str, moves: int, tmp_path: Path) -> None:
    """Unless something between them changes the value or its register."""
    made = build(written(tmp_path, TWICE.format(change=change)), Variant("bmi2", ("bmi2",)), abi("sysv64"))
    fixed = next(reg for item in made.body if isinstance(item, Instr) and item.mnem == "mulx"
                 for reg in item.form.implicit_read)  # fmt: skip
    assert sum(isinstance(item, Instr) and fixed in touched(item)[1] for item in made.body) == moves


def test_bound_values_of_a_target_without_such_registers(tmp_path: Path) -> None:
    said = refusal(tmp_path, "k.asm('mul', n, n, n, k.bind(n, 'x0'))  # HERE", "aapcs64")
    assert "x0 is bound, and the instruction uses no general register besides its operands" in said


def test_labels_of_alternatives(tmp_path: Path) -> None:
    """The label behind the first body stays, and another stands behind both."""
    made = build(
        written(tmp_path, "with k.if_(n.eq(0)):\n    n += 1\nwith k.else_():\n    n += 2"), SCALAR, abi("sysv64")
    )
    assert sum(isinstance(item, LabelDef) for item in made.body) == 2


def test_variants_ask_too(tmp_path: Path) -> None:
    variant = Variant("avx2", ("avx2",))
    assert any("k.arch at 2 places" in line for line in build(written(tmp_path, ASKING), variant, abi("sysv64")).header)
