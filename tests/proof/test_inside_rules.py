# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the checks of accesses alone: which accesses of a recording cover one of the machine, and which are
inside the extents of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from generator.lang import Arg
from generator.lang.contract import Kernel, kernel
from proof import extents
from proof.accesses import LOAD, PREFETCH, STORE, Access, Account, Log, Segment
from proof.conditions import eq, ult
from proof.equal import Judge
from proof.inside import Accesses, check, distinct
from proof.memory import DATA, Map, NoProof, Pointer, Region, area, argument
from proof.terms import Term, add, band, bnot, bor, bxor, const, extract, fresh, ite, scaled, sub, sym, zext

ALWAYS = const(1, 1)


@pytest.fixture(autouse=True)
def terms() -> Iterator[None]:
    fresh()
    yield


def base(region: str = "data", w: int = 64) -> Term:
    return sym(w, f"ptr {region}")


def access(
    at: int, size: int, kind: str = LOAD, region: str = "data", under: Term | None = None, exempt: str | None = None,
    where: str = "here", from_: Term | None = None,
) -> Access:  # fmt: skip
    address = add(base(region) if from_ is None else from_, const(64, at))
    return Access(kind, argument(region), address, size, const(1, 1) if under is None else under, where, None, exempt)


def covers(given: list[Access], wanted: Access, *kinds: str, exempt: bool = False) -> bool:
    return Accesses(given, Judge()).cover(wanted, kinds or (LOAD, STORE), exempt)


@pytest.mark.parametrize(("at", "size", "found"), [
    (8, 8, True), (8, 4, True), (12, 4, True), (9, 1, True), (15, 1, True), (7, 1, False), (16, 1, False),
    (7, 8, False), (9, 8, False), (4, 4, False), (4, 16, False), (0, 4, False), (-8, 8, False),
])  # fmt: skip
def test_bytes_of_one_access(at: int, size: int, found: bool) -> None:
    """Of bytes 8 to 15, and of an access at a negative distance."""
    assert covers([access(8, 8)], access(at, size)) == found
    assert covers([access(-8, 8)], access(at - 16, size)) == found


def test_bytes_on_both_sides_of_a_pointer() -> None:
    assert covers([access(-4, 8)], access(0, 4)) and covers([access(-4, 4), access(0, 4)], access(-2, 4))
    assert not covers([access(-4, 4)], access(-2, 4)) and not covers([access(0, 8)], access(-1, 2))


def test_several_accesses_cover_together() -> None:
    parts = [access(0, 4), access(4, 2), access(6, 2)]
    assert covers(parts, access(0, 8)) and covers(parts, access(3, 4))
    assert not covers([parts[0], parts[2]], access(0, 8))
    assert not covers(parts, access(0, 9)) and not covers(parts, access(-1, 8))


def test_other_memory_and_other_pointers_do_not_cover() -> None:
    assert not covers([access(0, 8, region="key", from_=base())], access(0, 8))
    assert not covers([access(0, 8, from_=add(base(), sym(64, "n")))], access(0, 8))
    moved = add(base(), scaled(sym(64, "n"), 8))
    assert covers([access(8, 8, from_=moved)], access(12, 4, from_=moved))
    assert not covers([], access(0, 1))


def test_an_equal_address_of_another_form_covers() -> None:
    n, m = sym(64, "n"), sym(64, "m")
    one, other = add(base(), bor(n, m)), add(base(), add(add(n, m), const(64, 0)))
    same = add(base(), add(bor(n, m), band(n, m)))  # the sum of two words
    assert covers([access(0, 8, from_=same)], access(0, 8, from_=other))
    assert not covers([access(0, 8, from_=one)], access(0, 8, from_=other))
    assert not covers([access(0, 8, from_=same, region="key")], access(0, 8, from_=other))
    assert not covers([access(0, 8, STORE, from_=same)], access(0, 8, from_=other), LOAD)
    assert not covers([access(0, 4, from_=same)], access(0, 8, from_=other))
    for beside in (-8, 8):  # an access that only touches the bytes is no answer
        assert covers([access(0, 8, from_=same), access(beside, 8, from_=other)], access(0, 8, from_=other))


def test_only_the_kinds_asked_for_cover() -> None:
    assert not covers([access(0, 8, LOAD)], access(0, 8, STORE), STORE)
    assert covers([access(0, 8, STORE)], access(0, 8, LOAD))


def test_only_exempt_accesses_cover_if_asked_for() -> None:
    plain, exempted = access(0, 8), access(0, 8, exempt="a table")
    assert not covers([plain], access(0, 8), exempt=True) and covers([exempted], access(0, 8), exempt=True)
    assert covers([plain, exempted], access(0, 8), exempt=True)
    n, m = sym(64, "n"), sym(64, "m")
    form, other = add(base(), add(bor(n, m), band(n, m))), add(base(), add(n, m))
    assert not covers([access(0, 8, from_=form)], access(0, 8, from_=other), exempt=True)
    assert covers([access(0, 8, from_=form, exempt="a table")], access(0, 8, from_=other), exempt=True)


def test_conditions() -> None:
    """An access covers where it is made: under the same condition, a weaker one, or several that are all cases."""
    p, q = sym(1, "p"), sym(1, "q")
    both, either = band(p, q), bor(p, q)
    for own, theirs, found in (
        (p, p, True), (p, ALWAYS, True), (ALWAYS, p, False), (both, p, True), (p, both, False), (p, either, True),
        (either, p, False), (p, q, False),
    ):  # fmt: skip
        assert covers([access(0, 8, under=theirs)], access(2, 4, under=own)) == found, (own, theirs)
    cases = [access(0, 8, under=p), access(0, 8, under=bnot(p))]
    assert covers(cases, access(0, 8)) and covers(cases, access(0, 8, under=q))
    assert not covers(cases[:1], access(0, 8)) and not covers([cases[0], access(4, 4, under=bnot(p))], access(0, 8))


def test_a_log_begins_without_a_condition() -> None:
    log = Log()
    log.note(LOAD, argument("data"), base(), 8, "here", exempt="a table")
    assert log.under is ALWAYS or (log.under.w, log.under.val) == (1, 1)
    assert log.accesses == [Access(LOAD, argument("data"), base(), 8, log.under, "here", None, "a table")]


def test_each_access_once() -> None:
    p = sym(1, "p")
    log = Log(accesses=[access(0, 8, where="first"), access(0, 8, where="second"), access(0, 4), access(0, 8, STORE),
                        access(0, 8, under=p), access(8, 8), access(0, 8, region="key", from_=base())])  # fmt: skip
    found = list(distinct(log))
    assert len(found) == 6 and [one.where for one in found if one == log.accesses[0]] == ["first"]


def run(mine: list[Access], theirs: list[Access], areas: dict[Region, int] | None = None) -> str:
    account = Account(runs=[(Log(), Log()), (Log(accesses=mine), Log(accesses=theirs))])
    try:
        check(account, Judge(), areas or {})
    except NoProof as refusal:
        return str(refusal)
    return ""


def test_what_the_recording_does_not_make_is_named() -> None:
    assert run([access(0, 8)], [access(0, 4), access(4, 4)]) == ""
    said = run([access(0, 8)], [access(4, 8, where="code+0x10")])
    assert said.startswith("code+0x10: a load of 8 bytes of data that the recording does not make, at ")
    assert "a store of 8 bytes of data" in run([access(0, 8)], [access(0, 8, STORE)])
    assert run([access(0, 8, STORE)], [access(0, 8)]) == "" and run([access(0, 8, STORE)], [access(0, 8, STORE)]) == ""
    assert run([], [access(0, 8, PREFETCH)]) == ""
    assert "a load of 8 bytes" in run([], [access(0, 8, PREFETCH), access(0, 8)])


def test_the_recordings_own_areas() -> None:
    """Of an area, the machine may touch each byte, and none behind it. An argument of the same name is none."""
    own, begin = area("x"), sym(64, area("x"))

    def told(at: int, size: int, more: Term | None = None, areas: dict[Region, int] | None = None) -> str:
        address = add(begin, const(64, at)) if more is None else add(begin, more)
        return run([], [Access(STORE, own, address, size, ALWAYS, "here")], areas or {own: 16})

    for at, size, found in ((0, 16, True), (8, 8, True), (9, 8, False), (16, 1, False), (-1, 1, False)):
        assert (told(at, size) == "") == found, (at, size)
    for others in ({area("y"): 16}, {argument("x"): 16}, {argument("area x"): 16}):
        assert told(0, 8, areas=others)
    assert told(0, 8, sym(64, "n"))


ENTRY, LOOP = (0, 0), (1, 1)
BLOCKS = "argument blocks"


def contract(extent: str = "64*blocks", cases: dict[str, tuple[int, ...]] | None = None) -> Kernel:
    @kernel(
        c="void f(const uint8_t *data, uint8_t *out, size_t blocks)", source="a test", cases=cases,
        args=[Arg("data", r=extent), Arg("out", w=16), Arg("blocks", public=True)],
    )  # fmt: skip
    def f(k: object, data: object, out: object, blocks: object) -> None: ...

    return f


def judged(account: Account, kernel_: Kernel | None = None, tables: Sequence[bytes] = ()) -> tuple[int, int]:
    """How many accesses are inside, and how many are open."""
    memory = Map(data=b"".join(tables), word=64)
    found = extents.check(kernel_ or contract(), memory, account, {area("x"): 16}, tables)
    return found.proved, len(found.open)


def at(away: Term | int, size: int, under: Term | None = None, kind: str = LOAD, name: str = "data") -> Access:
    to = add(sym(64, Pointer(name)), const(64, away) if isinstance(away, int) else away)
    return Access(kind, argument(name), to, size, const(1, 1) if under is None else under, f"at {away}")


def straight(*given: Access) -> Account:
    return Account(runs=[(Log(accesses=[*given]), Log())], begins=[ENTRY])


@pytest.mark.parametrize(("away", "size", "kind", "name", "inside"), [
    (0, 16, STORE, "out", True), (15, 1, LOAD, "out", True), (15, 2, STORE, "out", False), (16, 1, STORE, "out", False),
    (-1, 1, STORE, "out", False), (-8, 16, LOAD, "out", False), (0, 64, LOAD, "data", False),
])  # fmt: skip
def test_inside_a_number_of_bytes(away: int, size: int, kind: str, name: str, inside: bool) -> None:
    assert judged(straight(at(away, size, kind=kind, name=name))) == (inside, not inside)


def test_inside_where_the_way_tells_the_count() -> None:
    blocks = sym(64, BLOCKS)
    some, two = bnot(eq(blocks, const(64, 0))), ult(const(64, 1), blocks)
    assert judged(straight(at(0, 64, some), at(64, 64, two), at(0, 64, two))) == (3, 0)
    assert judged(straight(at(64, 64, some), at(65, 64, two), at(0, 65, some))) == (0, 3)
    assert judged(straight(at(0, 64, some, STORE))) == (0, 1)  # the contract has r=
    assert judged(straight(at(scaled(sub(blocks, const(64, 1)), 64), 64, some))) == (1, 0)
    assert judged(straight(at(scaled(sub(blocks, const(64, 1)), 64), 64))) == (0, 1)  # wraps if there is none
    less = contract("64*blocks-64")  # with one block there are no bytes, and with none there are none either
    assert judged(straight(at(0, 64, two)), less) == (1, 0) and judged(straight(at(0, 1, some)), less) == (0, 1)
    assert judged(straight(at(0, 640)), contract(cases={"blocks": (10, 12)})) == (1, 0)
    assert judged(straight(at(0, 641)), contract(cases={"blocks": (10, 12)})) == (0, 1)


def test_inside_tables_and_areas() -> None:
    table, index = bytes(range(256)) * 4, zext(64, sym(8, "index"))
    for more, inside in ((0, True), (1, False), (-1, False)):
        to = add(sym(64, DATA), scaled(index, 4), const(64, 7 + more))
        account = straight(Access(LOAD, DATA, to, 4, ALWAYS, "here"))
        assert judged(account, tables=(b"another", table, b"more")) == (inside, not inside)
    for away, inside in ((0, True), (12, True), (13, False)):
        to = add(sym(64, area("x")), const(64, away))
        assert judged(straight(Access(STORE, area("x"), to, 4, ALWAYS, "here"))) == (inside, not inside)


@pytest.mark.parametrize(("kept", "turned", "more", "inside"), [
    (7, 7, 0, True), (7, 7, 7, True), (7, 7, 8, False), (7, 7, -1, False), (7, 6, 7, False), (7, 0, 7, False),
    (3, 7, 7, False), (6, 7, 7, False),
])  # fmt: skip
def test_inside_from_a_number_that_is_a_multiple_of_eight(kept: int, turned: int, more: int, inside: bool) -> None:
    """A number of eight bits, steps until its next multiple of eight, and an entry of a table from there on."""
    start = sym(8, "start")
    steps = zext(8, bxor(band(extract(2, 0, start), const(3, kept)), const(3, turned)))
    entry = zext(64, add(start, steps, const(8, 1)))
    one = at(add(scaled(entry, 4), const(64, 4 * more)), 4)
    assert judged(straight(one), contract("1024")) == (inside, not inside)


def looped(
    *given: tuple[int, int], first: Term | None = None, again: Callable[[Term], Term] | None = None, step: int = 64
) -> Account:
    """A loop of a pointer and a counter. ``first``: the condition to come to it. ``again``: that of another round."""
    blocks, away, left = sym(64, BLOCKS), sym(64, "@1.1.0"), sym(64, "@1.1.1")
    fewer = sub(left, const(64, 1))
    more = bnot(eq(fewer if again is None else again(left), const(64, 0)))
    return Account(
        runs=[(Log(), Log()), (Log(accesses=[at(add(away, const(64, n)), size) for n, size in given]), Log())],
        begins=[ENTRY, LOOP],
        arrivals=[{away: const(64, 0), left: blocks}, {away: add(away, const(64, step)), left: fewer}],
        ways=[
            Segment(ENTRY, LOOP, bnot(eq(blocks, const(64, 0))) if first is None else first),
            Segment(LOOP, LOOP, more),
        ],
    )


def test_inside_in_loops() -> None:
    assert judged(looped((0, 64), (63, 1))) == (2, 0)
    assert judged(looped((0, 64), (1, 64), (-1, 1), (64, 1))) == (1, 3)
    assert judged(looped((0, 64), first=ALWAYS)) == (0, 1)  # no block: the count wraps
    assert judged(looped((0, 64), again=lambda left: left)) == (0, 1)  # one round too many
    assert judged(looped((0, 64), step=128)) == (0, 1)
    assert judged(looped((0, 64), (64, 64), step=128), contract("128*blocks")) == (2, 0)
    assert judged(looped((0, 8), step=-64)) == (0, 1)


def nested(rounds: int, more: int = 0, again: bool = False) -> Account:
    """The loop of `looped`, and in each round a loop of 16 rounds over four bytes each of the data and of an area.
    ``rounds``: those of the inner loop. ``again``: it goes on as long as a condition that is not known."""
    blocks, away, left = sym(64, BLOCKS), sym(64, "@1.1.0"), sym(64, "@1.1.1")
    outer, count, to, of, n = (sym(64, f"@2.2.{n}") for n in range(5))
    last = sym(1, "unknown") if again else eq(n, const(64, 1))
    into = add(sym(64, area("x")), band(add(to, const(64, more)), const(64, -1)))
    start = {outer: away, count: left, to: const(64, 0), of: away, n: const(64, rounds)}
    step = {to: add(to, const(64, 1)), of: add(of, const(64, 4)), n: sub(n, const(64, 1))}
    fewer = sub(count, const(64, 1))
    on = band(last, bnot(eq(fewer, const(64, 0))))
    return Account(
        runs=[(Log(), Log()), (Log(), Log()),
              (Log(accesses=[at(of, 4), Access(STORE, area("x"), into, 1, ALWAYS, "here")]), Log())],
        begins=[ENTRY, LOOP, (2, 2)],
        arrivals=[{away: const(64, 0), left: blocks}, start, {outer: outer, count: count, **step},
                  {away: add(outer, const(64, 64)), left: fewer}],
        ways=[Segment(ENTRY, LOOP, bnot(eq(blocks, const(64, 0)))), Segment(LOOP, (2, 2), ALWAYS),
              Segment((2, 2), (2, 2), bnot(last)), Segment((2, 2), LOOP, on)],
    )  # fmt: skip


def test_inside_a_loop_in_a_loop() -> None:
    """The rounds of the inner loop are known, those of the outer one are not."""
    assert judged(nested(16)) == (2, 0)
    assert judged(nested(17)) == (0, 2)  # one round too many, for the data and for the area
    assert judged(nested(15, more=1)) == (2, 0) and judged(nested(16, more=1)) == (1, 1)
    assert judged(nested(16, again=True)) == (0, 2)
    assert judged(nested(16), contract("64*blocks-1")) == (1, 1)


def test_inside_with_each_case_of_an_argument() -> None:
    """The step of a pointer is an argument, which has cases."""
    blocks, away, left = sym(64, BLOCKS), sym(64, "@1.1.0"), sym(64, "@1.1.1")
    rows = Account(
        runs=[(Log(), Log()), (Log(accesses=[at(away, 8)]), Log())],
        begins=[ENTRY, LOOP],
        arrivals=[{away: const(64, 0), left: const(64, 4)},
                  {away: add(away, scaled(blocks, 8)), left: sub(left, const(64, 1))}],
        ways=[Segment(ENTRY, LOOP, ALWAYS), Segment(LOOP, LOOP, bnot(eq(left, const(64, 1))))],
    )  # fmt: skip
    for extent, inside in (("32*blocks", True), ("24*blocks+8", True), ("24*blocks+7", False), ("32*blocks-25", False)):
        assert judged(rows, contract(extent, cases={"blocks": (1, 2, 3, 9)})) == (inside, not inside), extent


def test_inside_a_place_that_was_aligned() -> None:
    """Bits of the address were cleared: so many bytes lower at most."""
    start = band(add(sym(64, area("x")), const(64, 7)), const(64, -8))
    for away, inside in ((0, True), (1, True), (2, False), (-1, False)):
        one = Access(STORE, area("x"), add(start, const(64, away)), 8, ALWAYS, "here")
        assert judged(straight(one)) == (inside, not inside), away


def test_inside_where_a_condition_chooses_the_step() -> None:
    """Two blocks in a round, or the last one alone."""
    blocks, away, left = sym(64, BLOCKS), sym(64, "@1.1.0"), sym(64, "@1.1.1")
    one = eq(left, const(64, 1))
    for size, inside in ((64, True), (65, False)):
        second = Access(LOAD, argument("data"), at(add(away, ite(one, const(64, 0), const(64, 64))), 1).address, size,
                        ALWAYS, "here")  # fmt: skip
        fewer = sub(left, ite(one, const(64, 1), const(64, 2)))
        account = Account(
            runs=[(Log(), Log()), (Log(accesses=[second]), Log())],
            begins=[ENTRY, LOOP],
            arrivals=[{away: const(64, 0), left: blocks},
                      {away: add(away, ite(one, const(64, 64), const(64, 128))), left: fewer}],
            ways=[Segment(ENTRY, LOOP, bnot(eq(blocks, const(64, 0)))),
                  Segment(LOOP, LOOP, bnot(eq(fewer, const(64, 0))))],
        )  # fmt: skip
        assert judged(account) == (inside, not inside)
