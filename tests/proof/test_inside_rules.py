# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the check of accesses alone: which accesses of a recording cover one of the machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proof.accesses import LOAD, PREFETCH, STORE, Access, Account, Log
from proof.equal import Judge
from proof.inside import Accesses, check, distinct
from proof.memory import NoProof, Region, area, argument
from proof.terms import Term, add, band, bnot, bor, const, fresh, scaled, sym

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
