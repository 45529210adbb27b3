# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitching: refusals of every hazard, with both lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.model import KernelError
from generator.pipeline import build
from tests.passes.small import SCALAR, line_of
from tests.passes.stitching import CONVENTIONS, made

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


@pytest.mark.parametrize("extra", ['apart=("nobody", 5)', 'alias="n"', 'apart=("t", 8)'])
def test_contract_names_pointers(extra: str, tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="t names .*, which is no other pointer of the prototype"):
        made(tmp_path, "k.store32(q, a)", extra)


ACCEPTED = {
    "code out of line that sees its own flags": """
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
    """,
    "reads of one value and one buffer, writes of other bytes": """
        with k.recording("one") as one:
            k.add(a, k.trunc(k.u32, n), k.load32(r), to=a)
            k.store32(q, a, offset=0)
        with k.recording("two") as two:
            k.add(b, k.trunc(k.u32, n), k.load32(r), to=b)
            k.store32(q, b, offset=4)
        k.emit(stitch(one, two, grain=1))
    """,
}


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str, convention: str, tmp_path: Path) -> None:
    build(made(tmp_path, ACCEPTED[name]), SCALAR, abi(convention))
