# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every word of the script language, called with arguments of every wrong kind in every position and number: the whole
pipeline accepts the call, or refuses it with the line that made it. Nothing else may come out, Python's own exceptions
least of all."""

from __future__ import annotations

import inspect
import itertools
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from generator.abi import abi
from generator.lang import Arg, Builder, Stream, Val, Variant, kernel
from generator.lang.arguments import OWN
from generator.lang.contract import Kernel
from generator.lang.values import Condition
from generator.model import KernelError
from generator.pipeline import build

WRONG = (
    "0", "5", "-1", "1 << 40", "1 << 200", "True", "None", "'a'", "'a b'", "1.5", "b'ab'", "[]", "[x]", "[v]",
    "[5] * 4", "['a']", "(x, x)", "{}", "{x: 1}", "{'a': 1}", "x8", "x", "x64", "n", "p", "v", "w", "m", "n.eq(0)",
    "k.u8", "k.v128", "k.mask", "k", "lambda: 5", "lambda x, y, z: 5", "lambda x, y, z: x + y", "k.mem(p, width=32)",
    "k.view(v, '4s')", "k.only(v, m)", "Stream([], 's')", "...",
)  # fmt: skip
ENVIRONMENT = (
    "n = n & 7", "x8, x, x64 = k.load8(p), k.load32(p), k.load64(p)", "v = k.vload(k.v128, p)",
    "w, m = k.value(k.v256, 'w'), k.value(k.mask, 'm')",
)  # fmt: skip
HERE = len(ENVIRONMENT) + 2
WIDE = ("avx512ifma", "pclmul")
PLACES = {
    "sysv64": Variant(
        "avx512", ("avx512f", "avx512vl", "avx512bw", "avx512dq", "aes", "bmi2") + WIDE, params=(("few", 2),)
    ),
    "cdecl32": Variant("ssse3", ("ssse3", "sse4.1", "aes")),
    "aapcs64": Variant("crypto", ("aes",)),
}

# A right argument for each parameter; those of one method, where they differ, after a dot.
RIGHT = {
    "above": "k.copy(x)",
    "acc": "x", "align": "16", "args": "x, x8 and 5", "arrangement": "'4s'", "at_least_once": "False", "be": "True",
    "clean": "True",
    "before": "v", "bits": "32", "borrow": "k.sub_borrow(x, x)[1]",
    "carry": "k.add_carry(x, x)[1]", "block": "0", "blocks": "1", "crc": "x", "cold": "True", "cond": "n.eq(0)",
    "count": "2",
    "dst": "x", "exempt": "'known'", "function": "lambda x, y, z: x & y ^ z", "high": "[1, 2, 3]", "index": "n",
    "inline": "True",
    "key": "v", "low": "[1, 2, 3]", "mask": "m", "mnem": "'nop'", "name": "'a'", "names": "'ab'",
    "offset": "4", "register": "'rax'", "operands": "x", "order": "(0, 1, 2, 3)", "others": "[1]",
    "parts": "[lambda x, y, z: x & y]",
    "array": "p", "message": "0", "label": "k.label('a')",
    "ptr": "p", "public": "'known'", "recorded": "Stream([], 's')", "right": "1, 2, 3", "scale": "1", "shift": "3",
    "size": "16", "src": "k.here()", "stem": "'a'", "step": "{n: 1}", "table": "v", "text": "'a'", "to": "None",
    "type": "k.u32",
    "total": "[k.copy(x)]", "row": "[x]",
    "vals": "[x]", "value": "5", "values": "[1, 2, 3, 4]", "width": "32", "word": "x", "x": "x", "y": "x", "z": "x",
    "args.add": "x, x", "bits.vector": "128", "high.vext": "v", "low.vext": "v", "index.vlookup": "v",
    "name.param": "'few'", "count.load8": "None", "count.load32": "None", "count.load64": "None", "names.load8": "None",
    "names.load32": "None", "names.load64": "None", "count.loop": "n", "value.ret": "n", "vals.store8": "x8",
    "vals.store64": "x64", "vals.store16": "k.load16(p)",
    "mnem.asm": "'mov'", "operands.asm": "x, x", "shift.rotations": "0",
    "cond.while_": "x.ne(0)", "name.label": "'a'", "index.vload": "None", "index.vblock": "None",
    "index.vstore": "None", "y.vinsert": "v", "x.vinsert": "v", "block.vinsert": "0", "x.only": "v",
    "type.vblock": "k.v128", "type.vload": "k.v128", "type.vconst": "k.v128", "type.vzero": "k.v128",
    "vals.vstore": "v", "x.view": "v", "number.vword": "1", "exempt.asm": "None", "vals.cold": "x",
    "type.zext": "k.usize", "type.trunc": "k.u8", "signed": "True", "bits.vmul_high": "16", "mask.vblend": "v",
    "signed_x": "False", "signed_y": "True", "x_half": "0", "y_half": "1", "table.vternary": "0x96",
    "vals.vtranspose": "[v, v, v, v]", "vals.vtranspose_blocks": "[v, v]",
    "x.vbroadcast": "x", "type.vbroadcast": "k.v128",
    "type.vload_broadcast": "k.v128", "index.vload_broadcast": "None", "number": "0", "x.vload_lane": "v",
}  # fmt: skip
STRANGE = inspect.Parameter("strange", inspect.Parameter.KEYWORD_ONLY)
# Right on no architecture here: a v128 is one block, into which nothing is inserted, and no argument is an array of
# pointers.
NEVER = {"vinsert", "vblocks_even", "vblocks_odd", "vtranspose_blocks", "pointer"}
OPERATORS = {
    "{x} + {y}", "{y} + {x}", "{x} - {y}", "{y} - {x}", "{x} ^ {y}", "{y} ^ {x}", "{x} & {y}", "{y} & {x}", "{x} | {y}",
    "{y} | {x}", "{x} << {y}", "{y} << {x}", "{x} >> {y}", "{x} * {y}", "{y} * {x}", "{x} // {y}", "{x} % {y}",
    "{x} / {y}", "{x} ** {y}", "{x} @ {y}", "{x} < {y}", "{x} <= {y}", "{x} > {y}", "{x} >= {y}", "{x} == {y}",
    "{x} != {y}", "{y} in {x}", "{x}[{y}]", "{x}({y})", "divmod({x}, {y})", "max({x}, {y})", "{x} and {y}", "not {x}",
    "-{x}", "+{x}", "~{x}", "abs({x})", "len({x})", "list({x})", "int({x})", "range({x})", "{x}.gt({y})", "{x}.eq({y})",
    "{x}.ne({y})", "{x}.lt({y})", "{x}.ge({y})", "{x}.slt({y})", "{x}.sge({y})", "{x}.eq()", "{x}.lt({y}, {y})",
}  # fmt: skip


@kernel(
    c="void tiny(uint32_t *p, size_t n)",
    args=[Arg("p", rw=64, public=True), Arg("n", public=True)],
    source="none: made for a test",
    exempt={"known": "a reason"},
)
def tiny(k: Builder, p: Val, n: Val) -> None:
    """Replaced by each test."""


def words() -> dict[str, inspect.Signature]:
    """Every public method of the builder that is a word of the language."""
    names = [name for name in dir(Builder) if not name.startswith("_") and callable(getattr(Builder, name))]
    return {name: inspect.signature(getattr(Builder, name)) for name in names if name not in OWN}


def right(name: str, parameter: inspect.Parameter) -> str:
    vector = name.startswith(("v", "aes_")) and parameter.name in ("x", "y", "z", "acc")
    return RIGHT.get(f"{parameter.name}.{name}", "v" if vector else RIGHT[parameter.name])


def call(name: str, args: list[tuple[inspect.Parameter, str]]) -> str:
    """A line with a call; what is to stand behind ``with`` does, with a body that changes what a condition may read."""
    given = [f"{p.name}={text}" if p.kind is p.KEYWORD_ONLY else text for p, text in args if text]
    text = f"k.{name}({', '.join(given)})"
    if name == "else_":
        return f"with k.if_(n.eq(0)): n += 1\n    with {text}: n -= 1"
    if name == "break_if":
        return f"with k.while_(n.ne(0)):\n        n -= 1; {text}"
    if name in ("if_", "loop", "while_", "rarely"):
        return f"with {text}: x -= 1; n -= 1"
    return f"with {text} as r: x += 1\n    k.emit(r)" if name == "recording" else text


def calls(name: str, signature: inspect.Signature) -> Iterator[str]:
    """The right call, each wrong argument in each place beside right ones, and too many and too few."""
    parameters = list(signature.parameters.values())[1:]
    base = [(p, right(name, p)) for p in parameters]
    yield call(name, base)
    for n, wrong in itertools.product(range(len(base)), WRONG):
        changed = (base[n][0], f"x, {wrong}" if base[n][0].kind is base[n][0].VAR_POSITIONAL else wrong)
        yield call(name, [*base[:n], changed, *base[n + 1 :]])
    for wrong in WRONG:  # the same everywhere
        yield call(name, [(p, wrong) for p in parameters])
    for n in range(len(base)):
        yield call(name, base[:n])
    yield call(name, base).replace("(", "(x, x, x, x, x, x, x, ", 1)
    yield call(name, [*base, (STRANGE, "5")])


def script(line: str) -> Kernel:
    text = "def body(k, p, n):\n" + "".join(f"    {one}\n" for one in (*ENVIRONMENT, line))
    made: dict[str, Any] = {}
    exec(compile(text, "wrong.py", "exec"), {"Stream": Stream}, made)
    returns = "size_t" if line.startswith("k.ret(") else "void"
    return replace(tiny, body=made["body"], src=replace(tiny.src, file="wrong.py", line=1), returns=returns)


def complaint(line: str, convention: str) -> KernelError | None:
    """The refusal of a call, None if the pipeline makes a function of it. Everything else is the test's failure."""
    try:
        build(script(line), PLACES[convention], abi(convention))
    except KernelError as error:
        assert error.src is not None and error.src.file == "wrong.py", f"{line}: {error}"
        assert error.src.line == HERE or "\n" in line and error.src.line == HERE + 1, f"{line}: {error}"
        assert "\n" not in str(error)
        assert not re.search(r": \w+(?:Error|Exception|Exit): ", str(error)), f"{line}: {error}"
        return error
    except Exception as error:
        pytest.fail(f"{line}, {convention}: {type(error).__name__}: {error}")
    return None


@pytest.mark.parametrize("name", sorted(words()))
def test_word(name: str) -> None:
    """The right call is accepted somewhere, and every other one is on one architecture or the other, by turns."""
    lines = list(dict.fromkeys(calls(name, words()[name])))
    if name not in NEVER:
        assert any(complaint(lines[0], place) is None for place in PLACES), str(complaint(lines[0], "sysv64"))
    for line in lines[1:]:
        complaint(line, list(PLACES)[zlib.crc32(line.encode()) % len(PLACES)])


@pytest.mark.parametrize("form", sorted(OPERATORS))
def test_operator(form: str) -> None:
    """Python's operators and the methods of values and conditions."""
    for x, y in itertools.product(("x8", "x", "x64", "n", "p", "v", "w", "m", "n.eq(0)"), WRONG):
        line = form.format(x=x, y=f"({y})")
        complaint(line, list(PLACES)[zlib.crc32(line.encode()) % len(PLACES)])


def test_methods_of_values() -> None:
    """None that the operators' list leaves out."""
    for cls, known in ((Val, {"eq", "ne", "lt", "ge", "slt", "sge"}), (Condition, {"inverse"})):
        public = {name for name in vars(cls) if not name.startswith("_") and inspect.isfunction(vars(cls)[name])}
        assert public == known
