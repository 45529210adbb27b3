# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each rule of the prover's checks of secrets alone: what is secret, what a term depends on, what may depend on it,
and where it may not stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from generator import library
from generator.lang.contract import Kernel
from proof import clearing
from proof.accesses import LOAD, PREFETCH, STORE, Access, Account, Branch, Log
from proof.clearing import Left
from proof.conditions import eq, ult
from proof.equal import Judge
from proof.graph import State
from proof.memory import DATA, Map, NoProof, Pointer, Region, area, argument, contents
from proof.secrecy import NONE, Taint, check, secrets
from proof.start import region_of
from proof.terms import Term, add, bnot, bxor, concat, const, extract, fresh, node, shr, sym, zext
from proof.x86_call import SYSV

KERNELS = library.load().kernels
STREAM = KERNELS["rc4_stream"]


@pytest.fixture(autouse=True)
def terms() -> Iterator[None]:
    fresh()
    yield


def regions(kernel: Kernel, *more: Region) -> Map:
    own = [region_of(kernel, param.name) for param in kernel.params if param.type == "ptr"]
    return Map(regions={sym(64, f"base {n}"): region for n, region in enumerate([*own, *more])})


IN, STATE, OWN = argument("in"), argument("state"), area("x")


def test_what_the_contract_calls_secret() -> None:
    found = secrets(STREAM, regions(STREAM, DATA, area("x")))
    assert found == {"argument length": False, DATA: False, STATE: True, IN: True}
    open_ = replace(STREAM, args=tuple(replace(arg, public=True) for arg in STREAM.args))
    assert not any(secrets(open_, regions(open_)).values())
    closed = replace(STREAM, args=tuple(replace(arg, public=False) for arg in STREAM.args))
    assert secrets(closed, regions(closed))["argument length"]


def test_one_secret_of_arguments_that_may_share_a_buffer() -> None:
    """Memory is secret if any argument is that the contract lets have the same memory."""
    for secret in ("in", "out"):
        args = tuple(replace(arg, public=arg.name != secret) for arg in STREAM.args)
        kernel = replace(STREAM, args=args)
        found = secrets(kernel, regions(kernel))
        assert found[IN] and not found[STATE], secret


def test_one_secret_of_arguments_that_lie_in_one_buffer() -> None:
    """``apart`` joins the classes of two arguments, whichever of them is secret."""
    woven = KERNELS["rc4_md5_blocks"]
    for secret, joined in (("hashed", True), ("in", True), ("out", True), ("md5_state", False), ("rc4_state", False)):
        kernel = replace(woven, args=tuple(replace(arg, public=arg.name != secret) for arg in woven.args))
        found = secrets(kernel, regions(kernel))
        assert found[IN] == joined and found[region_of(kernel, secret)] and sum(found.values()) == 1, secret


def test_arrays_of_pointers_are_public_and_their_buffers_are_not() -> None:
    kernel = KERNELS["sha256_blocks_x8"]
    one, whole = region_of(kernel, "state[3]"), region_of(kernel, "state")
    memory = Map(
        regions={sym(64, "one"): one, sym(64, "all"): whole, sym(64, "other"): area("state")}, arrays={whole: 8}
    )
    assert secrets(kernel, memory) == {"argument blocks": False, DATA: False, one: True, whole: False}


def taint(secret: dict[Region | str, bool], public: set[Term] | None = None, reached: set[Term] | None = None) -> Taint:
    return Taint(secret, public or set(), reached or set())


SECRET: dict[Region | str, bool] = {
    argument("key"): True, argument("text"): False, "argument n": False, "argument k": True
}  # fmt: skip


def loaded(region: str) -> Term:
    return node("load", 32, (contents(argument(region)), sym(64, Pointer(region))))


def test_what_a_term_depends_on() -> None:
    one = taint(SECRET)
    n, k = sym(32, "argument n"), sym(32, "argument k")
    assert one.why(n) == one.why(add(n, const(32, 1))) == one.why(loaded("text")) == ""
    assert one.why(k) == one.why(add(n, k)) == one.why(zext(64, k)) == "argument k"
    assert one.why(loaded("key")) == one.why(add(add(loaded("text"), n), loaded("key"))) == "the memory of key"
    assert one.why(add(bxor(k, k), n)) == ""
    assert one.leaves(n) == NONE and one.leaves(n) == NONE


def test_places_are_public_and_what_the_caller_left_is_not() -> None:
    one = taint(SECRET)
    for name in (Pointer("key"), area("x"), "sp", DATA, "code", "return address"):
        assert one.why(sym(64, name)) == "", name
    for name in ("rax", "frame", "spare", "ptr key", "area x", "rodata"):
        assert one.why(sym(64, name)) == name
    assert one.why(node("load", 32, (contents(area("x")), sym(64, area("x"))))) == "area x"
    assert one.why(node("load", 32, (contents("sp"), sym(64, "sp")))) == "sp"


def test_an_argument_may_have_any_name() -> None:
    """Names that the prover has for its own memory and symbols say nothing of an argument, nor of an area."""
    for name in ("rodata", "frame", "sp", "code", "area"):
        own = argument(name)
        one = taint({own: True, DATA: False})
        assert one.why(node("load", 32, (contents(own), sym(64, Pointer(name))))) == f"the memory of {name}"
        assert one.why(node("load", 32, (contents(DATA), sym(64, DATA)))) == one.why(sym(64, "sp")) == ""
        assert area(name) not in one.secret


def test_public_terms_hide_what_they_are_made_of() -> None:
    k = sym(32, "argument k")
    known = add(k, const(32, 1))
    one = taint(SECRET, {known})
    assert one.why(known) == one.why(bxor(known, sym(32, "argument n"))) == ""
    assert one.why(bxor(known, k)) == "argument k"


def test_symbols_of_cuts() -> None:
    a, b, c = (sym(32, f"@1.{n}") for n in range(3))
    one = taint(SECRET, reached={a, b})
    assert one.leaves(add(a, b)) == frozenset((a, b)) and one.leaves(add(a, const(32, 3))) == frozenset((a,))
    assert one.why(c) == "bits that no cut tells, @1.2" and one.why(add(a, c)).startswith("bits that no cut tells")
    assert one.why(add(a, b)) == ""
    one.spread[b] = "argument k"
    assert one.why(add(a, b)) == "argument k" and one.why(a) == ""


def test_settling_goes_on_until_nothing_changes() -> None:
    chain = [sym(32, f"@1.{n}") for n in range(5)]
    one = taint(SECRET, reached=set(chain))
    rounds = dict(zip(chain, [*chain[1:], sym(32, "argument k")]))
    one.settle([dict.fromkeys(chain, const(32, 0)), rounds])
    assert {one.why(term) for term in chain} == {"argument k"}


def judged(mine: Log, theirs: Log, arrivals: list[dict[Term, Term]] | None = None) -> str:
    memory = Map(regions={sym(64, Pointer("state")): STATE})
    try:
        check(STREAM, memory, Account([(Log(), Log()), (mine, theirs)], arrivals or []), Judge())
    except NoProof as refusal:
        return str(refusal)
    return ""


def state_word() -> Term:
    region = STATE
    return node("load", 64, (contents(region), sym(64, Pointer("state"))))


def branch(condition: Term, where: str = "there", exempt: str | None = None) -> Log:
    return Log(branches=[Branch(condition, where, exempt)])


def test_branches() -> None:
    public, secret = eq(sym(64, "argument length"), const(64, 0)), eq(state_word(), const(64, 0))
    assert judged(Log(), branch(public)) == ""
    said = f"there: the branch depends on a secret, the memory of {STATE}"
    assert judged(Log(), branch(secret)) == judged(branch(secret), branch(secret)) == said
    for theirs in (secret, bnot(secret)):
        assert judged(branch(secret, exempt="a table"), branch(theirs)) == ""
    assert judged(branch(public, exempt="a table"), branch(secret)) == said
    twice = Log(branches=[Branch(secret, "first"), Branch(secret, "second")])
    assert judged(Log(), twice).startswith("first: ")


def test_an_exempt_condition_in_another_form() -> None:
    """What the recording shows may be asked in another way; what it does not show, may not."""
    secret = state_word()
    shown = ult(secret, const(64, 2))
    less, other = eq(shr(secret, 1), const(64, 0)), ult(secret, const(64, 3))
    assert less is not shown
    assert judged(branch(shown, exempt="a table"), branch(less)) == ""
    assert judged(branch(shown, exempt="a table"), branch(other)) != ""


def test_a_declared_value_is_public() -> None:
    value = state_word()
    assert judged(Log(declared=[value]), branch(eq(value, const(64, 0)))) == ""
    assert judged(Log(declared=[const(64, 1)]), branch(eq(value, const(64, 0)))) != ""


def test_what_a_cut_brings_is_known() -> None:
    one = sym(64, "@1.1")
    asked = branch(eq(one, const(64, 0)))
    assert judged(Log(), asked, [{one: sym(64, "argument length")}]) == ""
    assert judged(Log(), asked, [{one: const(64, 0)}, {one: state_word()}]).endswith("state")
    assert "bits that no cut tells" in judged(Log(), asked)


@pytest.mark.parametrize("kind", [LOAD, STORE, PREFETCH])
def test_addresses(kind: str) -> None:
    """A secret may be in an address where the recording has the exemption for the same bytes."""
    region, begin = STATE, sym(64, Pointer("state"))
    at = add(begin, state_word())

    def log(address: Term, size: int, exempt: str | None = None, kind: str = kind) -> Log:
        return Log(accesses=[Access(kind, region, address, size, const(1, 1), "there", None, exempt)])

    assert judged(Log(), log(begin, 8)) == ""
    assert judged(Log(), log(at, 8)) == f"there: the address depends on a secret, the memory of {region}"
    assert judged(log(at, 8, kind=LOAD), log(at, 8)) != ""
    assert judged(log(at, 8, "a table", LOAD), log(at, 8)) == ""
    assert judged(log(at, 4, "a table", LOAD), log(at, 8)) != ""


def stays(end: State, *stored: tuple[int, Term], stores: Iterable[tuple[Term, Term]] = (), result: int = 0) -> str:
    """What may hold a secret of RC4's at a return with the state ``end``, after stores in the frame and in an area."""
    begin = sym(64, OWN)
    start: State = {("r", 0): sym(64, "entry rax"), ("v", 1, 0): sym(128, "entry xmm1 block 0")}
    start |= {("r", 1): concat(sym(32, "above length"), sym(32, "argument length")), ("f", 8): state_word()}
    log = Log(frame=list(stored))
    for address, data in stores:
        log.note(STORE, OWN, add(begin, address), data.w // 8, "there", data)
    left = Left(start, [({**start, **end}, {("r", 0): result})], {OWN: 16})
    memory = Map(regions={sym(64, Pointer("state")): STATE})
    try:
        clearing.check(STREAM, SYSV, memory, Account([(Log(), Log()), (Log(), log)]), left)
    except NoProof as refusal:
        return str(refusal)
    return ""


def test_what_stays_in_registers_and_on_the_stack() -> None:
    secret, zero = state_word(), const(64, 0)
    assert stays({}) == "" and stays({("f", -8): secret}) == ""  # what no store wrote is the caller's
    assert "rax may hold a secret, the memory of " in stays({("r", 0): concat(const(32, 0), extract(31, 0, secret))})
    assert stays({("r", 0): secret}, result=64) == "" and "rax" in stays({("r", 0): secret}, result=32)
    assert "xmm1 may hold" in stays({("v", 1, 0): concat(secret, zero)})
    assert "the byte at sp of the entry-16 may hold" in stays({}, (-16, secret))
    assert stays({("f", -16): zero}, (-16, secret)) == stays({("f", -16): const(128, 0)}, (-12, secret)) == ""
    assert "sp of the entry-12 may" in stays({("f", -16): const(32, 0)}, (-16, secret))
    assert "sp of the entry-12 may" in stays({("f", -16): concat(extract(63, 32, secret), const(32, 0))}, (-16, secret))
    assert "sp of the entry+8 may" in stays({}, (8, secret)) and stays({("f", 8): zero}, (8, secret)) == ""
    assert stays({("f", -16): zero}, (-16, zero)) == stays({}, (-16, zero)) == ""


def test_a_register_without_a_value_at_the_return() -> None:
    start: State = {("k", 1): sym(64, "entry k1")}
    with pytest.raises(NoProof, match="k1 may hold a secret, as its value is not known"):
        clearing.check(STREAM, SYSV, Map(), Account(), Left(start, [({}, {})], {}))


def test_what_stays_in_an_area() -> None:
    secret, zero, before = state_word(), const(64, 0), contents(OWN)
    low, high, any_ = const(64, 0), const(64, 8), sym(64, "argument length")

    def put(memory: Term, at: Term, data: Term) -> Term:
        return node("store", 0, (memory, add(sym(64, OWN), at), data))

    def left(memory: Term, *stores: tuple[Term, Term]) -> str:
        return stays({("m", OWN): memory}, stores=stores)

    assert left(before, (low, zero)) == left(put(before, low, secret)) == ""
    assert "byte 0 of area x may hold a secret" in left(before, (low, secret))
    assert (
        left(put(before, low, zero), (low, secret))
        == left(put(put(before, low, zero), high, zero), (any_, secret))
        == ""
    )
    assert "byte 8 of area x" in left(put(before, low, zero), (any_, secret))
    assert "byte 8 of area x" in left(put(put(before, low, zero), high, secret), (high, secret))
    assert left(put(put(before, low, secret), low, zero), (low, secret)) == ""
    assert "byte 0 of area x" in left(put(put(before, low, zero), any_, secret), (any_, secret))
    assert "byte 0 of area x" in left(put(put(before, low, secret), any_, zero), (low, secret))
    either = node("ite", 0, (sym(1, "argument length"), put(before, low, zero), before))
    assert "byte 0 of area x" in left(either, (low, secret)) and left(put(either, low, zero), (low, secret)) == ""
