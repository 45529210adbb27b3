# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Scripts that Python accepts and that mean nothing, or something else than they say, are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.abi import abi
from generator.lang.contract import Variant
from generator.model import KernelError
from generator.pipeline import build, record
from tests.passes.small import HEAD, SCALAR, line_of, refusal, written

U32, U64, SIZE = (HEAD.replace('"void tiny', f'"{name} tiny') for name in ("uint32_t", "uint64_t", "size_t"))
ANSWER = "a condition has no answer while recording; branch with k.if_(x.eq(y)), choose with k.select"

# -- conditions as truth -----------------------------------------------------------------------------------------------

TRUTH = [
    "if n.eq(0):  # HERE\n    k.store32(p, k.const(k.u32, 0))",
    "with k.if_(n.ge(4) and n.lt(8)):  # HERE\n    pass",
    "with k.if_(n.ge(4) or n.lt(8)):  # HERE\n    pass",
    "with k.if_(not n.ge(4)):  # HERE\n    pass",
    "with k.if_(n.ge(4) & n.lt(8)):  # HERE\n    pass",
    "with k.if_(~n.ge(4)):  # HERE\n    pass",
    "while n.ne(0):  # HERE\n    break",
    "n += 1 if n.lt(8) else 2  # HERE",
    "same = n.lt(8) == n.lt(8)  # HERE",
]

# -- with --------------------------------------------------------------------------------------------------------------

UNUSED = [
    ("k.if_(n.eq(0))  # HERE\nk.store32(p, k.const(k.u32, 1))", 'k.if_ is never entered; expected "with k.if_(…):"'),
    ("k.loop(n)  # HERE", "k.loop is never entered"),
    ("k.while_(n.ne(0))  # HERE\nn -= 1", "k.while_ is never entered"),
    ("k.rarely(n.eq(0))  # HERE", "k.rarely is never entered"),
    ("k.recording('x')  # HERE", "k.recording is never entered"),
    ("k.if_(n.eq(0)).__enter__()  # HERE", "k.if_ is never left"),
    ("for i in k.loop(n):  # HERE\n    pass", "k.loop is no Python loop"),
    ("if k.if_(n.eq(0)):  # HERE\n    pass", "k.if_ has no answer while recording"),
    ("one = k.if_(n.eq(0))\nwith one:\n    pass\nwith one:  # HERE\n    pass", "k.if_ of line 12 is entered twice"),
]

# -- streams -----------------------------------------------------------------------------------------------------------

STREAMED = HEAD.replace("Variant, kernel", "Variant, kernel, stitch, stream").replace(
    "@kernel(", "@stream\ndef one(k, p):\n    k.store32(p, k.load32(p))\n\n@kernel("
)
STREAMS = [
    ("one(k, p)  # HERE", "stream one: load (line 7) is recorded, but never emitted; expected k.emit(…) of the stream"),
    ("stitch(one(k, p), one(k, k.add(p, 32)))  # HERE", "stream one: load (line 7) is recorded, but never emitted"),
    ("s = one(k, p)  # HERE\nk.emit(s)\nk.emit(s)", "stream one: load (line 7) is emitted twice; expected a recording"),
    (
        "with k.recording('r') as r:  # HERE\n    n += 1\n    k.emit(r)",
        "stream r: add (line 17) is recorded, but never",
    ),
    # An operation that a script took out of its stream is named by its own line.
    ("with k.recording('r') as r:\n    n += 1  # HERE\nr.ops.clear()", "add (line 17) is recorded, but never emitted"),
]


def test_values_of_another_recording(tmp_path: Path) -> None:
    """A module's list outlives the recording of one variant; its values have numbers that mean others in the next."""
    body = "kept.append(k.const(k.u32, 7))\nk.store32(p, kept[0])  # HERE"
    head = HEAD.replace("@kernel(", "kept = []\n\n@kernel(").replace("args=", "portable=False, args=")
    kernel = written(tmp_path, body, head)
    build(kernel, SCALAR, abi("sysv64"))
    with pytest.raises(KernelError) as caught:
        build(kernel, SCALAR, abi("sysv64"))
    place = f"{kernel.src.file}:{line_of(kernel)}: "
    assert str(caught.value).startswith(place + "t3 is a value of another recording (line")


# -- while -------------------------------------------------------------------------------------------------------------

STALES = [
    "with k.while_((n & 7).ne(0)):  # HERE\n    n -= 1",
    "with k.while_((n & 7).ne(0)):  # HERE\n    with k.if_(n.eq(0)):\n        n -= 1",
    "with k.while_((n & 7).ne(0)):  # HERE\n    pass",
    "low = n & 7\nwith k.while_(lambda: low.ne(0)):  # HERE\n    n -= 1",
]
FRESH = [
    "with k.while_(n.ne(0)):\n    n -= 1",
    "with k.while_(lambda: (n & 7).ne(0)):\n    n -= 1",
    "low = n & 7\nwith k.while_(low.ne(0)):\n    n -= 1\n    k.and_(n, 7, to=low)",
    "with k.while_(n.ne(0)):\n    with k.rarely(n.lt(4)):\n        k.set(n, 1)\n    k.asm('dec', n)",
    "with k.while_(n.ge(4)):\n    with k.recording() as r:\n        n -= 1\n    k.emit(r)",
]


@pytest.mark.parametrize("body", STALES)
def test_condition_that_never_changes(body: str, tmp_path: Path) -> None:
    said = refusal(tmp_path, body)
    assert said.startswith("while_: nothing in the body changes ")
    assert "expected a body that does, a k.break_if, or a function that computes the condition for each round" in said


@pytest.mark.parametrize("body", FRESH)
def test_condition_that_changes(body: str, tmp_path: Path) -> None:
    build(written(tmp_path, body), SCALAR, abi("sysv64"))


@pytest.mark.parametrize("convention", ["sysv64", "cdecl32", "aapcs64"])
def test_computed_condition_is_looked_at_each_round(convention: str, tmp_path: Path) -> None:
    """Both looks compute it: two masks of n, one before the loop and one at its end."""
    made = build(written(tmp_path, FRESH[1]), SCALAR, abi(convention))
    names = [item.mnem for item in made.body if hasattr(item, "mnem")]
    assert sum(name in ("and", "ands", "test") for name in names) >= 2


# -- results -----------------------------------------------------------------------------------------------------------

RESULTS = [
    (U32, "k.ret(n)  # HERE", "ret: n is a usize, tiny returns uint32_t; expected a u32, convert with k.zext or k.tru"),
    (U32, "k.ret(p)  # HERE", "ret: p is a ptr, tiny returns uint32_t"),
    (U64, "k.ret(k.load32(p))  # HERE", "is a u32, tiny returns uint64_t; expected a u64"),
    (SIZE, "k.ret(k.load64(p))  # HERE", "is a u64, tiny returns size_t; expected a usize"),
    (SIZE, "k.ret(5)  # HERE", "ret: value is 5; expected a value"),
    (SIZE, "k.ret(n)\nk.ret(n + 1)  # HERE", "ret: the result is set at line 12 already; expected one k.ret"),
    (SIZE, "with k.if_(n.eq(0)):\n    k.ret(n)  # HERE", "ret: the branch of line 12 goes around it; expected k.ret o"),
    (SIZE, "with k.rarely(n.eq(0)):\n    k.ret(n)  # HERE", "goes around it"),
    (SIZE, "with k.loop(n):\n    k.ret(n)  # HERE", "goes around it"),
    (HEAD, "k.ret(n)  # HERE", "tiny returns void; expected a prototype with a result"),
]


REFUSED = [
    *((HEAD, body, ANSWER) for body in TRUTH),
    *((HEAD, *row) for row in UNUSED),
    *((STREAMED, *row) for row in STREAMS),
    *RESULTS,
]


@pytest.mark.parametrize(("head", "body", "wanted"), REFUSED, ids=[f"{row[1][:30]} {row[2][:9]}" for row in REFUSED])
def test_refused(head: str, body: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in refusal(tmp_path, body, head=head)


def test_no_result(tmp_path: Path) -> None:
    kernel = written(tmp_path, "n += 1", SIZE)
    with pytest.raises(KernelError, match="tiny returns size_t, but has no k.ret; expected one"):
        build(kernel, SCALAR, abi("sysv64"))


@pytest.mark.parametrize("body", ["k.ret(n)", "k.ret(n)\nwith k.if_(n.eq(0)):\n    k.store32(p, k.const(k.u32, 1))"])
def test_a_result(body: str, tmp_path: Path) -> None:
    build(written(tmp_path, body, SIZE), SCALAR, abi("sysv64"))


# -- constants ---------------------------------------------------------------------------------------------------------

WIDE = "1 << 40"
CONSTANTS = [
    ("x = k.load32(p)\nk.store32(p, k.select(x.eq(0), {}, x))  # HERE", "select: constant 0x10000000000 does not fit"),
    ("x = k.load32(p)\nk.store32(p, k.select(x.eq(0), x, {}))  # HERE", "select: constant 0x10000000000 does not fit"),
    ("x = k.load32(p)\nk.set(x, {})  # HERE", "const: constant 0x10000000000 does not fit 32 bits, those of a u32"),
    ("x = k.const(k.u32, {})  # HERE", "const: constant 0x10000000000 does not fit 32 bits"),
    ("x = k.const(k.u8, 256)  # HERE", "const: constant 0x100 does not fit 8 bits"),
    ("x = k.const(k.u8, -129)  # HERE", "const: constant -0x81 does not fit 8 bits"),
    ("x = k.load32(p) - ({})  # HERE", "sub: constant 0x10000000000 does not fit 32 bits"),
    ("x = ({}) - k.load32(p)  # HERE", "sub: constant 0x10000000000 does not fit 32 bits"),
    ("x = k.andn(k.load32(p), {})  # HERE", "andn: constant 0x10000000000 does not fit 32 bits"),
    ("x = k.orn(k.load32(p), {})  # HERE", "orn: constant 0x10000000000 does not fit 32 bits"),
    ("k.min(k.load32(p), {})  # HERE", "constant 0x10000000000 does not fit"),
    ("with k.if_(k.load32(p).lt({})):  # HERE\n    pass", "lt: constant 0x10000000000 does not fit t3, a u32"),
    ("with k.loop(n, step={{p: 1 << 80}}):  # HERE\n    pass", "add: constant 0x100000000000000000000 does not fit 64"),
    ("k.add_each([k.load32(p)], [{}])  # HERE", "add: constant 0x10000000000 does not fit"),
    ("k.load32(p, offset={})  # HERE", "load: offset 0x10000000000; expected -2^31 to 2^31 - 1 bytes"),
    ("k.store32(p, k.load32(p), offset=-{})  # HERE", "store: offset"),
    ("k.vload(k.v128, p, offset={})  # HERE", "vload: offset 0x10000000000; expected"),
    ("k.asm('mov', k.load32(p), k.mem(p, {}, width=32))  # HERE", "mem: offset 0x10000000000; expected"),
    ("k.asm('mov', k.load32(p), k.mem(p, width=32, index=n, scale=3))  # HERE", "mem: width 32, scale 3; expected"),
    ("k.asm('add', k.load32(p), {})  # HERE", "imm 0x10000000000"),
    ("with k.loop(n, align=24):  # HERE\n    pass", "loop: align=24; expected 0 or a power of two up to 64 bytes"),
    ("k.note('x \\\\')  # HERE", "expected one line of ASCII without */, and no backslash at its end"),
    ("k.note('x\\n  hlt')  # HERE", "expected one line of ASCII"),
]


@pytest.mark.parametrize(("body", "wanted"), CONSTANTS, ids=[body.split("#")[0][-34:] for body, _ in CONSTANTS])
def test_constants(body: str, wanted: str, tmp_path: Path) -> None:
    for convention in ("sysv64", "aapcs64"):
        if "k.asm" not in body or convention == "sysv64":
            assert wanted in refusal(tmp_path, body.format(WIDE), convention, Variant("scalar"))


# -- vectors -----------------------------------------------------------------------------------------------------------

SSSE3 = Variant("ssse3", features=("ssse3",))
INDEXES = [
    "index = k.vconst(k.v128, [0] * 15 + [{}], bits=8)",
    "index = k.copy(k.vconst(k.v128, [0] * 15 + [{}], bits=8))",
    "index = k.vzero(k.v128)\nk.set(index, k.vconst(k.v128, [0] * 15 + [{}], bits=8))",
]


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("byte", [16, 127])
def test_lookup_by_a_constant(index: str, byte: int, tmp_path: Path) -> None:
    """x86 takes such an index modulo 16, AArch64 looks up a zero."""
    body = index.format(byte) + "\nk.vstore(p, k.vlookup(k.vload(k.v128, p), index))  # HERE"
    for convention, variant in (("sysv64", SSSE3), ("aapcs64", SCALAR)):
        assert f"vlookup: byte 15 of the index is {byte}; expected 0 to 15, or 128 and above for a zero" in refusal(
            tmp_path, body, convention, variant
        )


@pytest.mark.parametrize("byte", [0, 15, 128, 255])
def test_lookup_that_is_the_same_everywhere(byte: int, tmp_path: Path) -> None:
    body = INDEXES[0].format(byte) + "\nk.vstore(p, k.vlookup(k.vload(k.v128, p), index))"
    build(written(tmp_path, body), SSSE3, abi("sysv64"))


FIFTEEN = "k.vconst(k.v128, [15] * 16, bits=8)"
LOOKED = {  # how an index comes to be, and whether its bits 4 to 6 need a mask
    "index = x": True,
    f"index = x & {FIFTEEN}": False,
    f"index = (x & {FIFTEEN}) ^ k.vconst(k.v128, [0x80] * 16, bits=8)": False,
    "index = k.vshr(x, 4, bits=8)": False,
    "index = k.vshr(x, 4, bits=16)": True,
    f"index = k.vshr(x, 4, bits=16) & {FIFTEEN}": False,
    f"index = k.vmin(x, {FIFTEEN}, bits=8)": False,
    f"index = k.vmin(x, {FIFTEEN}, bits=8, signed=True)": True,
    f"index = k.vlookup({FIFTEEN}, x & {FIFTEEN})": False,
    "index = k.vload(k.v128, k.table('t', k.u8, [*range(16)]))": False,
    "index = k.vload(k.v128, k.table('t', k.u16, [*range(13, 21)]))": True,
    f"index = k.vzero(k.v128)\nwith k.if_(n.eq(0)):\n    k.and_(x, {FIFTEEN}, to=index)": False,
    "index = k.vzero(k.v128)\nwith k.if_(n.eq(0)):\n    k.set(index, x)": True,
    "index = k.vzero(k.v128)\nwith k.loop(n):\n    k.vstore(p, k.vlookup(x, index))\n    index ^= x": True,
}


@pytest.mark.parametrize("index", LOOKED)
@pytest.mark.parametrize(("convention", "variant"), [("sysv64", SSSE3), ("aapcs64", SCALAR)])
def test_bits_of_an_index_that_do_not_count(index: str, convention: str, variant: Variant, tmp_path: Path) -> None:
    body = f"x = k.vload(k.v128, p)\n{index}\nk.vstore(p, k.vlookup(x, index))"
    ops, _ = record(written(tmp_path, body), variant, abi(convention))
    assert any("masked" in op.attrs for op in ops) == LOOKED[index]


def test_one_value_twice(tmp_path: Path) -> None:
    body = "v = [k.load32(p)] * 2\nk.add_each(v, [1, 2])  # HERE"
    assert "t3 is in the list twice; expected values of their own, see k.copy" in refusal(tmp_path, body)


# -- what Python alone would have made something else of ---------------------------------------------------------------

COMPLEMENTS = [
    ("k.andn(x, 5)", "and", 0xFFFFFFFA), ("k.orn(x, 5)", "or", 0xFFFFFFFA), ("k.andn(x, -1)", "and", 0),
    ("5 - x", "sub", 5), ("5 ^ x", "xor", 5), ("5 & x", "and", 5), ("5 | x", "or", 5),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "constant"), COMPLEMENTS, ids=[text for text, *_ in COMPLEMENTS])
@pytest.mark.parametrize("convention", ["sysv64", "cdecl32", "aapcs64"])
def test_constant_on_either_side(text: str, name: str, constant: int, convention: str, tmp_path: Path) -> None:
    """The same on every architecture: an operation that all of them have a rule for."""
    kernel = written(tmp_path, f"x = k.load32(p)\nk.store32(p, {text})")
    ops = record(kernel, SCALAR, abi(convention))[0].ops
    assert [op.name for op in ops] == ["load", name, "store"]
    assert [arg for arg in ops[1].args if isinstance(arg, int)] == [constant]
    build(kernel, SCALAR, abi(convention))


OWN_EXCEPTIONS = [
    ("x = missing  # HERE", "NameError: name 'missing' is not defined"),
    ("x = helper(p)", "ZeroDivisionError: integer division"),
    ("x = [][0]  # HERE", "IndexError: list index out of range"),
    ("raise SystemExit  # HERE", "SystemExit"),
    ("x = k.ternary(lambda x, y, z: x.q, n, n, n)  # HERE", "AttributeError"),
]


@pytest.mark.parametrize(("body", "wanted"), OWN_EXCEPTIONS, ids=[wanted[:16] for _, wanted in OWN_EXCEPTIONS])
def test_exceptions_of_the_script(body: str, wanted: str, tmp_path: Path) -> None:
    """They are told with the innermost line of the script, not with that of whoever ran it."""
    head = HEAD.replace(
        "@kernel(", "def helper(p):\n    return 1 // 0" + "  # HERE" * ("helper" in body) + "\n\n@kernel("
    )
    assert wanted in refusal(tmp_path, body, head=head)
