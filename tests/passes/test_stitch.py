# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitching: the order, inseparable pieces, and refusals of every hazard with both lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.model import Instr, KernelError, LabelDef
from generator.passes.stitch.stitch import merge
from generator.pipeline import build
from tests.passes.small import SCALAR, line_of
from tests.passes.stitching import CONVENTIONS, PLAIN, RARE, made, one


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_takes_turns(convention: str, tmp_path: Path) -> None:
    """Streams take turns in proportion, in their own order, without splitting a flag chain. The whole pipeline accepts
    the result."""
    kernel = made(tmp_path, PLAIN)
    found = one(kernel, convention)
    merged = [item for item in merge(found) if isinstance(item, Instr)]
    mine = [[item for item in merged if any(item is i for i in part.items)] for part in found.parts]
    assert [[id(i) for i in items] for items in mine] == [[id(i) for i in p.items] for p in found.parts]
    sizes = [part.size for part in found.parts]
    assert len(merged) == sum(sizes) and min(sizes) > 5
    for n in range(len(merged)):
        done = [sum(any(item is i for i in part.items) for item in merged[:n]) for part in found.parts]
        assert abs(done[0] * sizes[1] - done[1] * sizes[0]) <= 8 * max(sizes), f"after {n} instructions"
    for before, item in zip(merged, merged[1:]):
        if item.form.flags_read:
            assert before.group == item.group or before.copy, "nothing stands between a compare and its reader"
    build(kernel, SCALAR, abi(convention))


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_rare_parts(convention: str, tmp_path: Path) -> None:
    """A branch and the label of its return stay together: code between them would not run."""
    kernel = made(tmp_path, RARE.format(change="1"))
    found = one(kernel, convention)
    merged = merge(found)
    backs = [n for n, item in enumerate(merged) if isinstance(item, LabelDef)]
    assert len(backs) == 4
    for n in backs:
        before = merged[n - 1]
        assert isinstance(before, Instr) and before.form.kind == "branch"
    build(kernel, SCALAR, abi(convention))


# -- hazards: the body, whose guilty line ends in "# HERE", the other stream's in "# THERE", and the message -----------

HAZARDS = {
    "a register written and read": (
        """
        with k.recording("reader") as reader:
            b += a  # THERE
        with k.recording("writer") as writer:
            a += 1  # HERE
        k.emit(stitch(reader, writer))
        """,
        "writer changes a, which reader reads at {there}",
    ),
    "a register written twice": (
        """
        with k.recording("one") as one:
            k.set(a, b)  # HERE
        with k.recording("two") as two:
            k.set(a, 7)  # THERE
        k.emit(stitch(one, two))
        """,
        "one changes a, which two changes at {there}",
    ),
    "a register written in a rare part": (
        """
        with k.recording("one") as one:
            with k.rarely(b.lt(1)):
                a += 1  # HERE
        with k.recording("two") as two:
            k.store32(q, a)  # THERE
        k.emit(stitch(one, two))
        """,
        "one changes a, which two reads at {there}",
    ),
    "memory of one argument": (
        """
        with k.recording("one") as one:
            k.store32(q, a, offset=8)  # HERE
        with k.recording("two") as two:
            k.load32(q, offset=8, to=b)  # THERE
        k.emit(stitch(one, two))
        """,
        "one writes the memory at q, and two reads there at {there}",
    ),
    "memory of one argument, places that are not known": (
        """
        with k.recording("one") as one:
            k.store32(q, a, index=n)  # HERE
        with k.recording("two") as two:
            k.store32(k.add(q, 32), b)  # THERE
        k.emit(stitch(one, two))
        """,
        "one writes the memory at q, and two writes there at {there}",
    ),
    "memory of two arguments that may be one": (
        """
        with k.recording("one") as one:
            k.store32(t, a)  # HERE
        with k.recording("two") as two:
            k.load32(p, to=b)  # THERE
        k.emit(stitch(one, two))
        """,
        "one writes the memory at t, which may be p, and two reads there at {there}",
    ),
    "memory of an area of the frame": (
        """
        area = k.frame(16, "scratch")
        with k.recording("one") as one:
            k.store32(area, a)  # HERE
        with k.recording("two") as two:
            k.load32(area, to=b)  # THERE
        k.emit(stitch(one, two))
        """,
        "one writes area scratch of the frame, and two reads there at {there}",
    ),
    "memory of no known argument": (
        """
        wild = k.value(k.ptr, "wild")
        k.zext(k.usize, a, to=n)
        k.asm("mov", wild, n)
        with k.recording("one") as one:
            k.store32(wild, a)  # HERE
        with k.recording("two") as two:
            k.load32(q, to=b)  # THERE
        k.emit(stitch(one, two))
        """,
        "one writes memory of no known argument, and two reads there at {there}",
    ),
    "flags that the stream has not set": (
        """
        with k.recording("one") as one:
            k.asm("adc", a, b)  # HERE
        with k.recording("two") as two:
            n ^= 1
        k.asm("add", a, b)
        k.emit(stitch(one, two))
        """,
        "adc reads flags that one has not set",
    ),
    "flags after the stitch": (
        """
        k.asm("add", a, b)
        with k.recording("one") as one:
            k.asm("sub", a, 5)  # THERE
        with k.recording("two") as two:
            b ^= 5
        k.emit(stitch(one, two))
        k.asm("adc", a, b)  # HERE
        """,
        "adc reads flags that the stitch before it changes (sub at {there})",
    ),
    "a condition inside": (
        """
        with k.recording("one") as one:
            with k.if_(n.ne(0)):  # HERE
                a += 1
        k.emit(stitch(one, second(k, b, r)))
        """,
        "in one; expected straight code, whose branches are k.rarely's",
    ),
    "a loop inside": (
        """
        with k.recording("one") as one:
            with k.loop(n, at_least_once=True):
                a += 1
        k.emit(stitch(one, second(k, b, r)))  # HERE
        """,
        "one has label loop_1 inside; expected straight code",
    ),
    "a rare part that is not straight": (
        """
        with k.recording("one") as one:
            with k.rarely(a.lt(9)):  # HERE
                with k.if_(n.ne(0)):
                    a += 1
        k.emit(stitch(one, second(k, b, r)))
        """,
        "in one; expected straight code, whose branches are k.rarely's",
    ),
    "a stitch inside": (
        """
        inner = stitch(first(k, a, p), second(k, b, r))  # THERE
        with k.recording("more") as more:
            n += 1
        k.emit(stitch(inner, more))  # HERE
        """,
        "first+second is a stitch itself (line {line}); give all its streams",
    ),
    "one stream": ("k.emit(stitch(first(k, a, p)))  # HERE", "expected two or more recorded streams"),
    "no stream": ("k.emit(stitch(first(k, a, p), 7))  # HERE", "stitch(Stream, int): expected two or more"),
    "an empty stream": (
        """
        with k.recording("nothing") as nothing:
            pass
        k.emit(stitch(first(k, a, p), nothing))  # HERE
        """,
        "stream nothing is empty",
    ),
    "a grain of nothing": (
        "k.emit(stitch(first(k, a, p), second(k, b, r), grain=0))  # HERE",
        "grain 0; expected 1 to 64",
    ),
    "weights that are not one a stream": (
        "k.emit(stitch(first(k, a, p), second(k, b, r), weights=[1]))  # HERE",
        "weights=[1]; expected a list of 2 positive numbers",
    ),
}  # fmt: skip
X86_ONLY = {"memory of no known argument", "flags that the stream has not set", "flags after the stitch"}


@pytest.mark.parametrize("convention", ["sysv64", "aapcs64"])
@pytest.mark.parametrize("name", HAZARDS)
def test_refused(name: str, convention: str, tmp_path: Path) -> None:
    body, message = HAZARDS[name]
    if convention != "sysv64" and name in X86_ONLY:
        body = body.replace('"adc", a, b', '"adc", a, a, b').replace('"add", a, b', '"adds", a, a, b')
        body, message = body.replace('"sub", a, 5', '"subs", a, a, 5'), message.replace("(sub ", "(subs ")
    kernel = made(tmp_path, body, 'alias="p"')
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi(convention))
    text = str(caught.value)
    assert text.startswith(f"{kernel.src.file}:{line_of(kernel)}: "), text
    if "{there}" in message or "{line}" in message:
        line = line_of(kernel, "# THERE")
        message = message.format(there=f"{kernel.src.file}:{line}", line=line)
    assert message in text and "\n" not in text


@pytest.mark.parametrize("name", [name for name in HAZARDS if name.startswith("memory of") or "no argument" in name])
def test_the_replay_sees_shared_memory(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.passes.stitch.stitch.refuse_hazards", lambda *everything: None)
    lines = HAZARDS[name][0].splitlines()
    store = next(n for n, line in enumerate(lines) if "# HERE" in line)
    indent = lines[store][: len(lines[store]) - len(lines[store].lstrip())]
    lines[store:store] = [f"{indent}k.rotl(a, {n}, to=a)" for n in range(1, 9)]  # delays the store
    kernel = made(tmp_path, "\n".join(lines), 'alias="p"')
    with pytest.raises(KernelError, match="stitching is wrong: .* comes before .*, perhaps of the same memory"):
        build(kernel, SCALAR, abi("sysv64"))


@pytest.mark.parametrize("extra", ['apart=("nobody", 5)', 'alias="n"', 'apart=("t", 8)'])
def test_contract_names_pointers(extra: str, tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="t names .*, which is no other pointer of the prototype"):
        made(tmp_path, "k.store32(q, a)", extra)


def test_code_out_of_line_sees_its_own_flags(tmp_path: Path) -> None:
    """Another stream may set flags before the branch: the comparison stands directly before the branch."""
    body = """
        with k.recording("one") as one:
            a += 1
            a ^= b
            with k.rarely(a.ne(0)):
                k.select(b.eq(1), a, b, to=a)
        with k.recording("two") as two:
            with k.rarely(n.eq(n)):
                pass
        k.emit(stitch(one, two, grain=1))
        k.store32(q, a)
    """
    for convention in CONVENTIONS:
        build(made(tmp_path, body), SCALAR, abi(convention))


def test_shared_reads_are_no_hazard(tmp_path: Path) -> None:
    """Both streams may read one value and one buffer, and may write different bytes of one buffer."""
    body = """
        with k.recording("one") as one:
            k.add(a, k.trunc(k.u32, n), k.load32(r), to=a)
            k.store32(q, a, offset=0)
        with k.recording("two") as two:
            k.add(b, k.trunc(k.u32, n), k.load32(r), to=b)
            k.store32(q, b, offset=4)
        k.emit(stitch(one, two, grain=1))
    """
    for convention in CONVENTIONS:
        build(made(tmp_path, body), SCALAR, abi(convention))
