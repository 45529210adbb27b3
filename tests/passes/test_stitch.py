# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Stitching: the order, inseparable pieces, refusals of every hazard with both lines, and a checker that finds
faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lower import lower
from generator.model import Instr, Item, KernelError, LabelDef, Note
from generator.passes.provenance import of_virtual
from generator.passes.replay import check_merge
from generator.passes.stitch import merge, stitch
from generator.passes.streams import Stitch, stitches, units
from generator.pipeline import build, record
from tests.passes.small import SCALAR, line_of, written

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
from generator.lang import Arg, Builder, Val, Variant, kernel, stitch, stream

@stream
def first(k, a, p):
    for i in range(6):
        k.add(a, k.load32(p, offset=4 * i), 0x1234567, to=a)
        k.rotl(a, 7, to=a)

@stream
def second(k, b, q):
    for i in range(3):
        b ^= k.load32(q, offset=4 * i)
        k.select(b.lt(5), 1, b, to=b)

@kernel(
    c="void tiny(const uint32_t *p, uint32_t *q, const uint32_t *r, uint32_t *t, size_t n)",
    args=[Arg("p", r=64, public=True), Arg("q", rw=256, public=True), Arg("r", r=64, public=True),
          Arg("t", rw=256, public=True, EXTRA), Arg("n", public=True)],
    source="none: made for a test",
    exempt={"known": "a reason"},
)
def tiny(k: Builder, p: Val, q: Val, r: Val, t: Val, n: Val) -> None:
    k.cold(p, q, r, t, n)
    a, b = k.const(k.u32, 1, "a"), k.const(k.u32, 2, "b")
"""
CONVENTIONS = ("sysv64", "cdecl32", "aapcs64")


def made(tmp_path: Path, body: str, extra: str = "align=4") -> Kernel:
    lines = [line for line in body.strip("\n").splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return written(tmp_path, "\n".join(line[indent:] for line in lines), HEAD.replace("EXTRA", extra))


def lowered(kernel: Kernel, convention: str = "sysv64") -> list[Item]:
    chosen = abi(convention)
    recorded, params = record(kernel, SCALAR, chosen)
    return lower(recorded, params, kernel, SCALAR, chosen).body


def one(kernel: Kernel, convention: str = "sysv64") -> Stitch:
    (found,) = stitches(lowered(kernel, convention))
    return found


PLAIN = """
    k.emit(stitch(first(k, a, p), second(k, b, r), grain=2))
    k.store32(q, [a, b])
"""


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


def test_weights(tmp_path: Path) -> None:
    """A stream of weight 2 beside one of weight 1 ends half way."""
    found = one(made(tmp_path, PLAIN.replace("grain=2", "grain=1, weights=[2, 1]")))
    merged = merge(found)
    last = max(n for n, item in enumerate(merged) if any(item is i for i in found.parts[0].items))
    beside = [item for item in merged[:last] if any(item is i for i in found.parts[1].items)]
    assert 0.3 < len(beside) / len(found.parts[1].items) < 0.7


def test_notes_and_three_streams(tmp_path: Path) -> None:
    """A note stays above the instruction of its stream."""
    body = """
        with k.recording("third") as third:
            k.note("about the third")
            n += 1  # NOTED
            n += 2
        k.emit(stitch(first(k, a, p), second(k, b, r), third))
        k.store32(q, [a, b, k.trunc(k.u32, n)])
    """
    kernel = made(tmp_path, body)
    items = build(kernel, SCALAR, abi("sysv64")).body
    noted = items.index(Note("about the third"))
    assert isinstance(after := items[noted + 1], Instr) and after.src.line == line_of(kernel, "# NOTED")


RARE = """
    with k.recording("rare one") as rare:
        for i in range(4):
            a += 3
            with k.rarely(a.lt(9)):
                a ^= {change}
            a += 5
    k.emit(stitch(rare, second(k, b, r), grain=1))
    k.store32(q, [a, b])
"""


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
        "weights (1,); expected 2 positive numbers",
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


# -- an order of the script's own --------------------------------------------------------------------------------------

ORDERED = """
    with k.recording("u") as u:
        a += 1
        a ^= n4  # second step
        a += 3
    with k.recording("v") as v:
        b += a
        b ^= 5
    k.emit(stitch(u, v, order={order}))
    k.store32(q, [a, b])
"""


def ordered(tmp_path: Path, order: str, body: str = ORDERED) -> Kernel:
    return made(tmp_path, "    n4 = k.trunc(k.u32, n)" + body.format(order=order))


@pytest.mark.parametrize("order", ["'uvuuv'", "'u vuu v'", "['u', 'v', 'u', 'u', 'v']", "'uvuuuuvv'"])
def test_order(order: str, tmp_path: Path) -> None:
    """Each name is the next operation of its stream, and may use earlier results."""
    recorded, _ = record(ordered(tmp_path, order), SCALAR, abi("sysv64"))
    steps = [str(op) for op in recorded.ops if op.name in ("add", "xor")]
    assert steps == [
        "a:u32 = add a:u32, 1", "b:u32 = add b:u32, a:u32", "a:u32 = xor a:u32, t8:u32", "a:u32 = add a:u32, 3",
        "b:u32 = xor b:u32, 5",
    ]  # fmt: skip


LONGER = ORDERED.replace('recording("u")', 'recording("left")')


@pytest.mark.parametrize("order", ["'left v left  left v'", "['left', 'v', 'left', 'left', 'v']"])
def test_order_by_longer_names(order: str, tmp_path: Path) -> None:
    """A string has spaces between names as soon as one is longer than a letter."""
    recorded, _ = record(ordered(tmp_path, order, LONGER), SCALAR, abi("sysv64"))
    found = [op.dst[0].name for op in recorded.ops if op.name in ("add", "xor")]
    assert found == ["a", "b", "a", "a", "b"]


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_order_decides_what_is_used(convention: str, tmp_path: Path) -> None:
    """The order alone decides the result. Another order is other code. The plain script's order gives the plain
    script's code."""
    plain = "n4 = k.trunc(k.u32, n)\na += 1\nb += a\na ^= n4\na += 3\nb ^= 5\nk.store32(q, [a, b])"
    chosen = abi(convention)

    def code(kernel: Kernel) -> list[object]:
        return [(item.mnem, item.ops) for item in build(kernel, SCALAR, chosen).body if isinstance(item, Instr)]

    wanted = code(made(tmp_path, plain))
    assert code(ordered(tmp_path, "'uvuuv'")) == wanted != code(ordered(tmp_path, "'uuuvv'"))


def test_order_of_streams_without_steps_and_stitched_again(tmp_path: Path) -> None:
    """A stream may be empty, and the result is a straight stream."""
    body = """
    with k.recording("u") as u:
        a += 1
        a ^= 2
    with k.recording("v") as v:
        pass
    k.emit(stitch(stitch(u, v, order={order}), second(k, b, r), grain=1))
    k.store32(q, [a, b])
"""
    found = one(ordered(tmp_path, "'uvu'", body))
    assert [part.name for part in found.parts] == ["u+v", "second"] and found.parts[0].size >= 2
    build(ordered(tmp_path, "'uvu'", body), SCALAR, abi("sysv64"))


NAMELESS = ORDERED.replace('"v"', '""')
TWINS = ORDERED.replace('"v"', '"u"')
BRANCHING = ORDERED.replace("b ^= 5", "with k.rarely(b.lt(5)):  # HERE\n            b += 1")
ORDERS = {
    "no such stream": (ORDERED, "'uvxuv'", "order names 'x' at [2]; expected one of u, v"),
    "no word either": (ORDERED, "['u', 'words']", "order names 'words' at [1]; expected one of u, v"),
    "unfinished": (
        ORDERED,
        "'uvv'",
        "order takes 1 of the 3 steps of stream u and leaves xor (line {second}); expected u",
    ),
    "never begun": (ORDERED, "'uuu'", "order takes 0 of the 2 steps of stream v and leaves add"),
    "grain too": (ORDERED, "'uvuuv', grain=2", "order beside grain or weights; expected order alone"),
    "weights too": (ORDERED, "'uvuuv', weights=[1, 1]", "order beside grain or weights"),
    "no name": (NAMELESS, "'uu'", "the streams are called 'u', ''; expected a name of its own for each"),
    "one name": (TWINS, "'uu'", "the streams are called 'u', 'u'; expected a name of its own for each"),
    "no list": (ORDERED, "7", "order=7; expected a list of the streams' names, ['u', 'v', …], or a string of them"),
    "numbers": (ORDERED, "['u', 1]", "order=['u', 1]; expected a list of the streams' names"),
    "no longer name": (LONGER, "'left right'", "order names 'right' at [1]; expected one of left, v"),
    "no weights": (ORDERED, "None, weights=7", "weights=7; expected a list of 2 positive numbers"),
    "words as weights": (ORDERED, "None, weights=['u', 'v']", "weights=['u', 'v']; expected a list of 2 positive"),
    "a branch": (BRANCHING, "'uuuvvvvv'", "branch in stream v; expected straight code"),
}


@pytest.mark.parametrize("name", ORDERS)
def test_order_refused(name: str, tmp_path: Path) -> None:
    body, order, message = ORDERS[name]
    if "# HERE" not in body:
        body = body.replace("order={order}))", "order={order}))  # HERE")
    kernel = ordered(tmp_path, order, body)
    with pytest.raises(KernelError) as caught:
        record(kernel, SCALAR, abi("sysv64"))
    message = message.format(second=line_of(kernel, "# second step"))
    assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: stitch: {message}"), str(caught.value)
    assert "\n" not in str(caught.value)


APART = """
    with k.recording("one") as one:
        for i in range(8):
            a += 1
            k.store32(q, a, offset=4 * i)  # HERE
    with k.recording("two") as two:
        for i in range(8):
            b ^= k.load32(t, offset=4 * i)
            {more}
    k.emit(stitch(one, two))
"""


def test_apart(tmp_path: Path) -> None:
    """One buffer at a distance. A distance that is too small or unknown is a hazard, a sufficient one is not."""
    build(made(tmp_path, APART.format(more=""), 'apart=("q", 32)'), SCALAR, abi("sysv64"))
    build(made(tmp_path, APART.format(more="")), SCALAR, abi("sysv64"))
    for extra, more, message in (
        ('apart=("q", 31)', "", "31 bytes from t, but 32 bytes from where the other stream is, and two reads there"),
        ('apart=("q", 32)', "t += 4", "32 bytes from t, at places that change"),
    ):
        kernel = made(tmp_path, APART.format(more=more), extra)
        with pytest.raises(KernelError, match=re.escape(message)) as caught:
            build(kernel, SCALAR, abi("sysv64"))
        assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ")


MOVED = """
{how}
    with k.recording("one") as one:
        for i in range(8):
            a += 1
            k.store32(x, a, offset=4 * i)  # HERE
    with k.recording("two") as two:
        for i in range(8):
            b ^= k.load32(t, offset=4 * i)
    k.emit(stitch(one, two, grain=1))
    k.store32(q, [a, b])
"""
LOOP = """x = k.copy(q)
with k.{loop}:
    {body}"""
MOVES: dict[str, tuple[str, int | None]] = {
    "forward": ("x = q + 100", 104),
    "forward, as far as may be": ("x = q + 32", 64),
    "one byte farther": ("x = q + 33", 65),
    "forward and back": ("x = q + 64\nx -= 32", 64),
    "one byte less back": ("x = q + 64\nx -= 31", 65),
    "the other pointer": ("x = k.copy(q)\nt += 33", 65),
    "both": ("x = q + n\nt += n", 32),
    "by a value of which nothing is known": ("x = q + n", None),
    "by a value between bounds": ("x = q + (n & 32)", 64),
    "by a value between wider bounds": ("x = q + (n & 33)", 65),
    "perhaps": ("x = k.copy(q)\nwith k.if_(n.eq(3)):\n    x += 33", 65),
    "one of two": ("x = k.select(n.eq(3), q, q + 33)", 65),
    "a loop, in step": (LOOP.format(loop="loop(n, step={x: 8, t: 8})", body="a += 1"), 32),
    "a loop, out of step": (LOOP.format(loop="loop(n, step={x: 8, t: 9})", body="a += 1"), None),
    "a short loop": (LOOP.format(loop="loop(n & 7, step={x: 4})", body="a += 1"), 60),
    "a longer loop": (LOOP.format(loop="loop(n & 15, step={x: 4})", body="a += 1"), 64 + 4),
    "a loop that has run": (LOOP.format(loop="while_(n.ne(0))", body="x += 1\n    t += 1\n    n -= 1"), 32),
    "a loop that has run, of one": (LOOP.format(loop="while_(n.ne(0))", body="x += 1\n    n -= 1"), None),
    "a step that is not the same each time": (
        LOOP.format(loop="loop(n)", body="with k.if_(n.eq(3)):\n        x += 1"), None,
    ),
    "an instruction of the author's": ("x = k.copy(q)\nk.asm('ADD', x, X100)", None),
}  # fmt: skip


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", MOVES)
def test_apart_is_of_the_arguments(name: str, convention: str, tmp_path: Path) -> None:
    """The distance of moved pointers is the arguments' distance plus the moves. These arguments are 64 bytes apart. The
    refusal names the first two accesses that need more."""
    how, reach = MOVES[name]
    arm = convention == "aapcs64"
    how = how.replace("ADD", "add").replace("X100", "x, 100" if arm else "100")
    body = MOVED.format(how="\n".join(f"    {line}" for line in how.splitlines()))
    kernel = made(tmp_path, body, 'apart=("q", 64)')
    if reach is not None and reach <= 64:
        build(kernel, SCALAR, abi(convention))
        return
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi(convention))
    expected = "that have moved by unknown distances" if reach is None else f"but {reach} bytes from where"
    assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ") and expected in str(caught.value)


KEPT = {"the other pointer"}
"""Refusals of possible overlaps: a store that comes first in the first stream, a load that comes last in the second.
The replay accepts this order."""


@pytest.mark.parametrize("name", [n for n, (_, far) in MOVES.items() if (far is None or far > 64) and n not in KEPT])
def test_the_replay_sees_what_the_hazard_check_lets_through(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accesses that may overlap do not change places, whatever the hazard check allowed."""
    monkeypatch.setattr("generator.passes.stitch.refuse_hazards", lambda *everything: None)
    how = MOVES[name][0].replace("ADD", "add").replace("X100", "100")
    kernel = made(tmp_path, MOVED.format(how="\n".join(f"    {line}" for line in how.splitlines())), 'apart=("q", 64)')
    with pytest.raises(KernelError, match="stitching is wrong: .* comes before .*, perhaps of the same memory"):
        build(kernel, SCALAR, abi("sysv64"))


@pytest.mark.parametrize("name", [name for name in HAZARDS if name.startswith("memory of") or "no argument" in name])
def test_the_replay_sees_shared_memory(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.passes.stitch.refuse_hazards", lambda *everything: None)
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


# -- the checker -------------------------------------------------------------------------------------------------------


def checked(found: Stitch, merged: list[Item], kernel: Kernel) -> None:
    everything = [item for part in found.parts for item in part.instructions() if item.form.kind == "normal"]
    check_merge(found, merged, of_virtual(everything, kernel, None), kernel, lambda *pair: None)


def faulty(found: Stitch, merged: list[Item], kernel: Kernel) -> str:
    with pytest.raises(KernelError) as caught:
        checked(found, merged, kernel)
    assert "stitching is wrong" in str(caught.value)
    return str(caught.value)


def test_checker_finds_faults(tmp_path: Path) -> None:
    kernel = made(tmp_path, RARE.format(change="1"))
    found = one(kernel)
    merged = merge(found)
    checked(found, merged, kernel)
    assert "items became" in faulty(found, merged[:-1], kernel)
    assert "items became" in faulty(found, [*merged, merged[0]], kernel)
    parts = [list(part.items) for part in found.parts]
    checked(found, [*parts[0], *parts[1]], kernel)
    checked(found, [*parts[1], *parts[0]], kernel)
    assert "own order" in faulty(found, [*parts[0][1:], parts[0][0], *parts[1]], kernel)
    label = next(n for n, item in enumerate(merged) if isinstance(item, LabelDef))
    other = next(item for item in merged[label:] if any(item is i for i in parts[1]))
    moved = [*merged[:label], other, *(item for item in merged[label:] if item is not other)]
    assert "between a branch and" in faulty(found, moved, kernel)


def test_checker_finds_split_chains(tmp_path: Path) -> None:
    """Handmade orders that neither the merge nor the hazard check should let through."""
    kernel = made(tmp_path, PLAIN)
    found = one(kernel)
    chain = found.parts[1].items
    compare = next(n for n, item in enumerate(chain) if isinstance(item, Instr) and item.mnem == "cmp")
    writer = next(i for i in found.parts[0].items if isinstance(i, Instr) and i.form.flags_written)
    at = found.parts[0].items.index(writer)
    split = [*found.parts[0].items[:at], *chain[: compare + 1], *found.parts[0].items[at:], *chain[compare + 1 :]]
    assert "sees what another stream has left" in faulty(found, split, kernel)


def test_units_hold_a_carry_chain(tmp_path: Path) -> None:
    """Flags tell the author's own chains, which have no mark."""
    body = """
        with k.recording("carry") as carry:
            k.asm("add", a, 5)
            k.asm("mov", b, 3)
            k.asm("adc", b, 0)
            k.asm("adc", n, 0)
            k.asm("mov", a, 1)
        c = k.const(k.u32, 3, "c")
        k.emit(stitch(first(k, c, p), carry, grain=1))
        k.store32(q, [a, b, c])
    """
    kernel = made(tmp_path, body)
    found = one(kernel)
    assert [len(unit) for unit in units(found.parts[1])] == [4, 1]
    chosen = abi("sysv64")
    recorded, params = record(kernel, SCALAR, chosen)
    items = stitch(lower(recorded, params, kernel, SCALAR, chosen).body, kernel, recorded.ops, params)
    names = [item.mnem for item in items if isinstance(item, Instr)]
    start = names.index("adc") - 2
    assert names[start : start + 4] == ["add", "mov", "adc", "adc"]
