# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Accesses outside of what the contract gives are refused with their line; what is proved to be inside is inside where
kernels run; and what is neither is listed here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Kernel
from generator.lang.extents import Access, accesses, check_extents, undecided
from generator.lang.values import Stream, Val
from generator.library import ROOT, load
from generator.model import KernelError
from generator.output import available
from generator.pipeline import record
from proof.accesses import Log
from proof.graph import ENTRY, EXIT
from proof.memory import contents
from proof.script import Script
from proof.start import begin
from proof.terms import sub
from tests.changed import Wanted
from tests.passes.small import HEAD, SCALAR, line_of, written

WORDS = HEAD.replace("rw=64", 'rw="4*n"')
READ = HEAD.replace("rw=64", "r=64")
CONST = HEAD.replace("uint32_t *p", "const uint32_t *p")
WRITTEN = HEAD.replace("rw=64", "w=64")
WRITTEN_WORDS = HEAD.replace("rw=64", 'w="4*n"')
BYTE = HEAD.replace("size_t n", "uint8_t n").replace("rw=64", "rw=10")
SIGNED = HEAD.replace("size_t n", "int32_t n")
ONE = "k.const(k.u32, 1)"
ROUNDS = "    k.store32(p, k.load32(p) + 1)"
ONCE = "at_least_once=True"
SIGNED_LOAD = "k.store32(p, k.load32(p, index=k.zext(k.usize, n), scale=4))"
TABLE = "t = k.table('t', k.u8, list(range(16)))\n"

REFUSED = {
    "past the end": ("k.store32(p, k.load32(p, offset=64))  # HERE", HEAD, "at p + 64 is outside of p, which is rw=64"),
    "before": ("k.store32(p, k.load32(p, offset=-4))  # HERE", HEAD, "at p + -4 is outside of p"),
    "half past": (f"k.store32(p, {ONE}, offset=61)  # HERE", HEAD, "store of 4 bytes at p + 61 is outside"),
    "never written": (f"k.store32(p, {ONE})  # HERE", READ, "the contract says r=64, which is read only; expected w="),
    "const": (f"k.store32(p, {ONE})  # HERE", CONST, "in C it is 'const uint32_t *p'; expected a prototype without"),
    "by an instruction": (f"k.asm('mov', k.mem(p, width=32), {ONE})  # HERE", READ, "the contract says r=64"),
    "an instruction past": ("k.asm('mov', k.value(k.u32), k.mem(p, 64, width=32))  # HERE", HEAD, "p + 64 is outside"),
    "unwritten": ("k.store32(p, k.load32(p))  # HERE", WRITTEN, "nothing has been stored there yet; expected rw= in"),
    "beside what is written": (
        f"k.store32(p, {ONE})\nk.store32(p, k.load32(p, offset=4))  # HERE",
        WRITTEN,
        "load of 4 bytes at p + 4: the con",
    ),
    "each one unwritten": (
        "with k.loop(n, step={p: 4}):\n    k.store32(p, k.load32(p))  # HERE",
        WRITTEN_WORDS,
        "load of 4 bytes at p + 4*i",
    ),
    "step too long": (
        f"with k.loop(n, step={{p: 8}}):\n    k.store32(p, {ONE})  # HERE",
        WORDS,
        "at p + 8*i, with n = 64, is outside",
    ),
    "step too long, while": (
        f"with k.while_(n.ne(0)):\n    k.store32(p, {ONE})  # HERE\n    p += 8\n    n -= 1",
        WORDS,
        "p + 8*i, with n = 64",
    ),
    "one too far": (
        f"with k.loop(n, step={{p: 4}}):\n    k.store32(p, {ONE}, offset=4)  # HERE",
        WORDS,
        "p + 4*i + 4, with n = 64",
    ),
    "the last vector": (
        "with k.loop((n + 3) >> 2, step={p: 16}):\n    k.store64(p, [k.const(k.u64, 1)] * 2)  # HERE",
        WORDS,
        "with n = 65",
    ),
    "backwards": (
        f"p += n << 2\nwith k.loop(n, step={{p: -4}}):\n    k.store32(p, {ONE})  # HERE",
        WORDS,
        "is outside of p, which",
    ),
    "table": (TABLE + "k.store8(p, k.load8(t, offset=16))  # HERE", HEAD, "which is 16 bytes; expected an offset from"),
    "table, masked": (
        TABLE + "i = k.load8(p) & 31\nk.store8(p, k.load8(t, index=i, exempt='known'))  # HERE",
        HEAD,
        "of table t, which",
    ),
    "table, stored to": (TABLE + "k.store8(t, k.load8(p))  # HERE", HEAD, "tables are read-only"),
    "frame unwritten": (
        "a = k.frame(16)\nk.store32(p, k.load32(a))  # HERE",
        HEAD,
        "nothing has been stored there yet",
    ),
    "two pointers": (
        "a = k.frame(16)\nq = k.select(n.eq(0), p, a)\nk.store32(q, k.load32(p), offset=16)  # HERE",
        HEAD,
        "of area a",
    ),
    "a fixed extent": ("with k.loop(n, step={p: 16}):\n    k.load32(p)  # HERE", HEAD, "at p + 16*i, with n = 5, is"),
    "a fixed extent, while": (
        "i = k.const(k.usize, 0)\nwith k.while_(i.lt(n)):\n    k.load8(p, index=i)  # HERE\n    i += 1",
        HEAD,
        "at p + i, with n = 65, is",
    ),
    "an index of a byte": ("k.store8(p, k.load8(p, index=n))  # HERE", BYTE, "at p + n, with n = 10, is outside"),
    "the smaller of two": ("k.load8(p, index=k.min(n, 10))  # HERE", BYTE, "with some data, is outside of p"),
    "no round of the smaller": (f"with k.loop(k.min(n, 16), {ONCE}):  # HERE\n{ROUNDS}", HEAD, "with n = 0, the loop"),
    "a case": ("k.load8(p, index=n)  # HERE", HEAD.replace("source=", "cases={'n': (3, 70)}, source="), "with n = 70"),
    "a signed index": ("k.load8(p, index=k.sext(k.usize, n))  # HERE", SIGNED, "with n = 64, is"),
    "no round": (f"with k.loop(n, {ONCE}):  # HERE\n{ROUNDS}", HEAD, "at_least_once: with n = 0, the loop runs no"),
    "no round, halved": (
        f"with k.if_(n.ne(0)):\n    with k.loop(n >> 1, {ONCE}):  # HERE\n    {ROUNDS}",
        HEAD,
        "at_least_once: with n = 1, the loop runs no round",
    ),
    "a negative count": (f"with k.loop(n):  # HERE\n{ROUNDS}", SIGNED, "a negative n counts as a great one"),
    "a negative count, widened": (
        f"with k.loop(k.sext(k.usize, n) >> 2):  # HERE\n{ROUNDS}",
        SIGNED,
        "a negative n counts as a great one",
    ),
    "a signed condition of the wrong sign": (
        f"with k.if_(n.slt(0)):\n    with k.if_(n.slt(16)):\n        {SIGNED_LOAD}  # HERE",
        SIGNED,
        "at p + 4*n is outside of p",
    ),
    "a signed condition of the wrong side": (
        f"with k.if_(n.sge(0)):\n    with k.if_(n.sge(16)):\n        {SIGNED_LOAD}  # HERE",
        SIGNED,
        "at p + 4*n is outside of p",
    ),
}
ALLOWED = {
    "signed, both ends": (f"with k.if_(n.sge(0)):\n    with k.if_(n.slt(16)):\n        {SIGNED_LOAD}", SIGNED),
    "signed, the sign last": (f"with k.if_(n.lt(16)):\n    with k.if_(n.sge(0)):\n        {SIGNED_LOAD}", SIGNED),
    "signed, the other way": (
        "with k.if_(n.slt(0)):\n    k.store32(p, k.const(k.u32, 1))\nwith k.else_():\n"
        "    with k.if_(n.sge(16)):\n        k.store32(p, k.const(k.u32, 1))\n"
        f"    with k.else_():\n        {SIGNED_LOAD}",
        SIGNED,
    ),
    "signed, a mask": (f"n &= 31\nwith k.if_(n.slt(16)):\n    {SIGNED_LOAD}", SIGNED),
    "in steps": (f"with k.loop(n, step={{p: 4}}):\n    k.store32(p, {ONE})", WORDS),
    "backwards": (f"p += n << 2\nwith k.loop(n):\n    p -= 4\n    k.store32(p, {ONE})", WORDS),
    "with a tail": (
        "with k.loop(n >> 2, step={p: 16}):\n    k.store64(p, [k.const(k.u64, 1)] * 2)\n"
        f"with k.loop(n & 3, step={{p: 4}}):\n    k.store32(p, {ONE})",
        WORDS,
    ),
    "while not at the end": (
        f"i = k.const(k.usize, 0)\nwith k.while_(i.ne(16)):\n    k.store32(p, {ONE}, index=i, scale=4)\n    i += 1",
        HEAD,
    ),
    "down, while not at the end": (
        f"i = k.const(k.usize, 15)\nwith k.while_(i.ne(3)):\n    k.store32(p, {ONE}, index=i, scale=4)\n    i -= 1",
        HEAD,
    ),
    "not empty": (f"with k.if_(n.ne(0)):\n    k.store32(p, {ONE})", WORDS),
    "written first": (f"k.store32(p, {ONE})\nk.store32(p, k.load32(p), offset=4)", WRITTEN),
    "written in the round before": (
        f"k.store32(p, {ONE})\nwith k.loop(n, step={{p: 4}}):\n    k.store32(p, k.load32(p), offset=4)",
        WRITTEN_WORDS.replace("4*n", "4*n+8"),
    ),
    "masked": (TABLE + "i = k.load8(p) & 15\nk.store8(p, k.load8(t, index=i, exempt='known'))", HEAD),
    "a byte": (
        "t = k.table('t', k.u8, list(range(256)))\nk.store8(p, k.load8(t, index=k.load8(p), exempt='known'))",
        HEAD,
    ),
    "a count that is small enough": (
        f"with k.loop(k.min(n, k.const(k.usize, 16)), step={{p: 4}}):\n    k.store32(p, {ONE})",
        HEAD,
    ),
    "no call comes here": ("with k.if_(n.lt(16)):\n    k.store8(p, k.load8(p), index=n)", HEAD),
    "no run comes here": (
        "a = k.frame(96)\nfor i in range(12):\n    k.store64(a, k.const(k.u64, 0), offset=8 * i)\n"
        "low, high = k.mul_wide(n, 0)\nnone = low + high\nq = k.copy(a)\n"
        "with k.loop(none & 3, step={q: 16}):\n    k.store32(p, k.load32(q, offset=9, index=none & 15))",
        HEAD,
    ),
    "a round": (f"with k.if_(n.ne(0)):\n    with k.loop(n, {ONCE}):\n    {ROUNDS}", HEAD),
    "a round of each case": (
        f"with k.loop(n, {ONCE}):\n{ROUNDS}",
        HEAD.replace("source=", "cases={'n': (3, 70)}, source="),
    ),
    "one round or more": (f"with k.loop(k.select(n.eq(0), 1, n), {ONCE}):\n{ROUNDS}", HEAD),
    "a count that is not negative": (f"with k.if_(n.sge(0)):\n    with k.loop(n):\n    {ROUNDS}", SIGNED),
    "bits of a negative number": (f"with k.loop(n & 15):\n{ROUNDS}", SIGNED),
    "unmasked data": (TABLE + "k.store8(p, k.load8(t, index=k.load8(p), exempt='known'))", HEAD),
}


LIST = """\
q = p + {at}
views = [k.view(k.value(k.v128), '16b') for _ in range(4)]
k.asm('ld1', *views, k.mem(q, width=128))"""
PAIR = "k.asm('ldp', k.value(k.u64), k.value(k.u64), k.mem(p, {at}, width=64))"


@pytest.mark.kernels()
@pytest.mark.parametrize(("line", "last"), [(LIST, 0), (PAIR, 48)])
def test_registers_that_share_a_memory_operand(line: str, last: int, tmp_path: Path) -> None:
    """Lists and pairs touch memory for each of their registers; operands that are views of vectors count too."""
    found = judged(written(tmp_path, line.format(at=last), HEAD), "aapcs64")
    assert [(access.verdict, access.size) for access in found] == [("inside", 64 - last)]
    with pytest.raises(KernelError, match="outside of p"):
        judged(written(tmp_path, line.format(at=last + 8), HEAD), "aapcs64")


def judged(kernel: Kernel, convention: str) -> list[Access]:
    recorded, params = record(kernel, SCALAR, abi(convention))
    check_extents(recorded, params, kernel, SCALAR, abi(convention))
    return accesses(recorded, params, kernel, abi(convention))


@pytest.mark.kernels()
@pytest.mark.parametrize("convention", ("sysv64", "cdecl32"))
@pytest.mark.parametrize("name", list(REFUSED))
def test_refused(name: str, convention: str, tmp_path: Path) -> None:
    body, head, words = REFUSED[name]
    kernel = written(tmp_path, body, head)
    recorded, params = record(kernel, SCALAR, abi(convention))
    checks = (
        lambda: check_extents(recorded, params, kernel, SCALAR, abi(convention)),
        lambda: accesses(recorded, params, kernel, abi(convention)),
    )
    for check in checks:
        with pytest.raises(KernelError) as caught:
            check()
        assert str(caught.value).startswith(f"{kernel.src.file}:{line_of(kernel)}: ")
        assert words in str(caught.value) and "; expected " in str(caught.value)


@pytest.mark.kernels()
@pytest.mark.parametrize("convention", ("sysv64", "cdecl32"))
@pytest.mark.parametrize("name", list(ALLOWED))
def test_allowed(name: str, convention: str, tmp_path: Path) -> None:
    body, head = ALLOWED[name]
    verdicts = {access.verdict for access in judged(written(tmp_path, body, head), convention)}
    assert verdicts == {"inside"} or name == "unmasked data"


@pytest.mark.kernels()
@pytest.mark.parametrize("last, step", [(15, 2), (0, 1)])
def test_a_count_may_pass_its_limit(last: int, step: int, tmp_path: Path) -> None:
    """A count that differs from its limit is below only if it began there and takes each number."""
    body = f"i = k.add(n, 1)\nwith k.while_(i.ne({last})):\n    k.store8(p, k.load8(p), index=i)\n    i += {step}"
    assert len(undecided(judged(written(tmp_path, body, HEAD), "sysv64"))) == 1


@pytest.mark.kernels()
def test_undecided_says_what_is_missing(tmp_path: Path) -> None:
    for body in ("with k.if_(n.slt(16)):\n", "with k.if_(n.sge(-1)):\n    with k.if_(n.slt(16)):\n    "):
        found = undecided(judged(written(tmp_path, f"{body}    {SIGNED_LOAD}", SIGNED), "sysv64"))
        assert len(found) == 1 and "the signed condition of line" in str(found[0])
    (one,) = undecided(judged(written(tmp_path, f"k.store32(p, {ONE}, index=n * n)", HEAD), "sysv64"))
    assert str(one) == "store of 4 bytes at p + ?"
    (one,) = undecided(judged(written(tmp_path, f"k.store32(p, {ONE})", WORDS), "sysv64"))
    assert str(one) == "store of 4 bytes at p + 0 (inside if n >= 1)"


@pytest.mark.kernels()
def test_a_script_that_branches_by_instructions_is_undecided(tmp_path: Path) -> None:
    """The walk does not see the rounds of such a loop: the first one, which it does see, is inside."""
    body = f"top = k.label('top')\nk.place(top)\nk.store32(p, {ONE})\np += 4\nk.asm('dec', n)\nk.asm('jne', top)"
    assert [str(one) for one in undecided(judged(written(tmp_path, body, HEAD), "sysv64"))] == [
        "store of 4 bytes at p + 0"
    ]


# Accesses of the tree's kernels that are not proved to be inside: by kernel, what of. All of them run between guard
# pages (tests/kernels/test_execute.py). AES runs 10 to 14 rounds, which the contract does not say, and reads round keys
# from the schedule's end; RC4's keys have one byte at least, and its windows of eight begin at multiples of eight.
# Montgomery's loops take blocks of the limbs, whose number is even.
SCHEDULE = {"schedule (inside if rounds)"}
UNDECIDED = {
    **{f"aes_{mode}": SCHEDULE for mode in ("cbc_encrypt", "cbc_decrypt", "ecb_encrypt", "ecb_decrypt", "ctr32")},
    **{f"aes_cbc_encrypt_x{lanes}": SCHEDULE for lanes in (4, 8, 16)},
    **{f"aes_cbc_{name}_blocks": SCHEDULE for name in ("sha1", "sha256", "sha512")},
    "rc4_set_key": {"key"},
    "mont_gather": {"out", "table"},
    "mont_mul": {"out", "n (inside if limbs)", "b", "a", "area product", "area digits", "n"},
    "mont_pair_gather": {"table"},
    "mont_pair_mul": {"a", "b", "b (inside if parts)", "n", "n (inside if parts)", "out", "area quotient"},
    "mont_pair_sqr": {"a", "n", "n (inside if parts)", "out", "area quotient"},
    "mont_sqr": {"out", "n (inside if limbs)", "a", "area product", "area digits", "n"},
    "rc4_stream": {"in (inside if length)", "out (inside if length)", "state"},
    "rc4_md5_blocks": {"rc4_state"},
}


@pytest.mark.code
@pytest.mark.whole
def test_nothing_new_is_undecided(wanted: Wanted) -> None:
    found: dict[str, set[str]] = {}
    kernels = load([ROOT / "tests" / "external"]).kernels
    chosen = wanted(name for name, kernel in kernels.items() if kernel.of_tree)
    chosen |= {name for name, kernel in kernels.items() if not kernel.of_tree}
    for kernel in (kernels[name] for name in sorted(chosen)):
        for convention in ("sysv64", "cdecl32", "aapcs64"):
            for variant in kernel.variants:
                if available(variant, abi(convention).arch):
                    recorded, params = record(kernel, variant, abi(convention))
                    for one in undecided(accesses(recorded, params, kernel, abi(convention))):
                        needs = f" (inside if {one.needs.split()[0]})" if one.needs else ""
                        found.setdefault(kernel.name, set()).add(f"{one.place}{needs}")
    assert found == {name: places for name, places in UNDECIDED.items() if name in chosen}


STEPS = 1000
"""Some walks never end."""


def outside(kernel: Kernel, recorded: Stream, params: list[Val], words: int) -> set[int]:
    """The operations with an access that is not wholly inside the buffer, in the prover's run of the recording."""
    memory, state, _ = begin(kernel, recorded.ops, params, b"", numbers={"n": words})
    script = Script(recorded.ops, memory, memory.word, False)
    found, place = set[int](), ENTRY
    for _ in range(STEPS):
        if place == EXIT:
            break
        script.log, op = Log(), script.ops[place]
        goals = script.step(place, state)
        for one in script.log.accesses:
            if sub(one.address, memory.base(one.address)).val > 4 * words - one.size:
                found.add(id(op))
            state["m", one.region] = contents(one.region)  # the walks read nothing
        place = next(goal for taken, goal in goals if taken.val)
    return found


def walks(seed: int) -> Iterator[str]:
    """A random body of loops, branches and steps over ``n`` words."""
    chosen = random.Random(seed)
    yield "q = k.copy(p)"
    for _ in range(chosen.randrange(1, 4)):
        step = chosen.choice((4, 4, 4, 8, -4))
        kind = chosen.choice(("loop", "while", "if", "min", "select"))
        at = f"offset={chosen.choice((0, 0, 4, -4, 8))}"
        if kind == "loop":
            yield f"with k.loop(n >> {chosen.randrange(2)}, step={{q: {step}}}):"
            yield f"    k.store32(q, {ONE}, {at})"
        elif kind == "while":
            yield "left = k.copy(n)"
            yield f"with k.while_(left.ge({chosen.randrange(1, 4)})):"
            yield f"    k.store32(p, {ONE}, index=(left - {chosen.randrange(3)}) << 2, {at})"
            yield f"    left -= {chosen.randrange(1, 3)}"
        elif kind == "if":
            yield f"with k.if_(n.{chosen.choice(('ge', 'ne', 'lt'))}({chosen.randrange(4)})):"
            yield f"    q += {step}"
            yield f"k.store32(q, {ONE}, {at})"
        elif kind == "min":
            yield f"k.store32(p, {ONE}, index=k.min(n, k.const(k.usize, {chosen.randrange(1, 9)})) << 2, {at})"
        else:
            yield f"q = k.select(n.eq({chosen.randrange(3)}), p, q + {step})"
            yield f"k.store32(q, {ONE}, {at})"


@pytest.mark.kernels()
@pytest.mark.parametrize("seed", range(60))
def test_what_is_proved_holds_and_what_is_refused_fails(seed: int, tmp_path: Path) -> None:
    """Random walks, carried out: no access that is proved to be inside ever goes out; one that is refused does."""
    kernel = written(tmp_path, "\n".join(walks(seed)), WORDS)
    recorded, params = record(kernel, SCALAR, abi("sysv64"))
    refused: KernelError | None = None
    try:
        found = accesses(recorded, params, kernel, abi("sysv64"))
    except KernelError as error:
        refused = error
    left = set[int]().union(*(outside(kernel, recorded, params, n) for n in (*range(9), 17, 64, 65, 95)))
    if refused is not None:
        assert any(id(op) in left and op.src == refused.src for op in recorded.ops)
    else:
        assert not left & {id(access.op) for access in found if access.verdict == "inside"}
