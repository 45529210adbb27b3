# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""The fuzzer writes every operation of the builder, or gives a reason."""

from __future__ import annotations

import inspect

from generator.lang import Builder, Val
from tests.fuzz import words
from tests.fuzz.profiles import PROFILES
from tests.fuzz.program import Break, Chain, Do, Fixed, If, Loop, Parts, While, walk
from tests.fuzz.script import OPERATORS
from tests.fuzz.test_fuzz import PROGRAMS, used
from tests.fuzz.words_moves import MOVES

MEMORY = {
    "load8", "load16", "load32", "load64", "load8_signed", "load16_signed", "load32_signed", "store8", "store16",
    "store32", "store64", "limbs", "store_limbs", "vload", "vblock", "vload_broadcast", "vload_lane", "vstore",
    "frame", "table",
}  # fmt: skip
OTHERS = {"sext", "crc32c", "select", "vtranspose", "add_each", "cold", "note", "ret", "aes_inv_mix"}
STATEMENTS = {"if_", "else_", "break_if", "rarely", "loop", "while_", "recording", "emit", "asm", "bind"}
EXCEPTIONS = {
    "here": "of the generator's own: the script's line",
    "asked_by_script": "of the generator's own",
    "fail": "of the generator's own: makes an error",
    "value": "of the generator's own: a variable that is not yet set",
    "record": "of the generator's own",
    "finish": "of the generator's own: the end of the recording",
    "look": "of the generator's own: judges operands",
    "compared": "of the generator's own: judges conditions",
    "label": "of the generator's own; in scripts for asm alone",
    "place": "puts such a label somewhere",
    "param": "a variant's constant, known before anything is recorded",
    "vector": "names a type",
    "mem": "an operand of asm, of which only additions with carry are written",
    "pointer": "a pointer of an array, in forms for several messages that a script records itself",
    "view": "an operand of asm on AArch64",
    "vtranspose_blocks": "some vblocks_even and vblocks_odd, which are written",
    "only": "an operand of asm with AVX-512's masks",
}
"""Operation → the reason why the fuzzer does not write it."""
VAL_EXCEPTIONS = {"k", "name", "id", "src", "type", "cold"}


def public(of: type) -> set[str]:
    return {name for name, value in inspect.getmembers(of) if name[0] != "_" and callable(value)}


def vocabulary() -> set[str]:
    return {*words.WORDS, *words.PAIRS, *words.ROWS, *words.VECTORS, *MOVES, *words.AES, *MEMORY, *OTHERS}


def test_every_operation_is_written_or_excepted() -> None:
    """A new operation belongs in the evaluation and in the makers of programs, or among the exceptions with a
    reason."""
    known = vocabulary() | STATEMENTS
    assert public(Builder) - known - set(EXCEPTIONS) == set()
    assert known - public(Builder) == set()


def test_every_operator_is_written() -> None:
    """Scripts spell operations as operators of values, too."""
    spelled = {"add": "+", "sub": "-", "mul": "*", "xor": "^", "and_": "&", "or_": "|", "shl": "<<", "shr": ">>"}
    assert spelled == OPERATORS
    operators = {name for name in vars(Val) if name.startswith("__")}
    assert {
        f"__{name}__"
        for name in ("add", "radd", "sub", "mul", "rmul", "xor", "and", "or", "invert", "lshift", "rshift")
    } <= operators
    assert {f"__i{name}__" for name in ("add", "sub", "mul", "xor", "and", "or", "lshift", "rshift")} <= operators
    assert public(Val) == {"eq", "ne", "lt", "ge", "slt", "sge"}


def test_the_fixed_programs_use_all_of_it() -> None:
    assert vocabulary() - used(PROGRAMS) == set()
    statements = [stmt for program in PROGRAMS for stmt in walk(program.body)]
    for kind in (If, Break, Loop, While, Parts, Chain, Fixed):
        assert sum(isinstance(stmt, kind) for stmt in statements) > 10, kind
    assert {stmt.kind for stmt in statements if isinstance(stmt, If)} == {"if_", "rarely"}
    assert sum(bool(stmt.other) for stmt in statements if isinstance(stmt, If)) > 10
    assert sum(bool(stmt.mask) for stmt in statements if isinstance(stmt, While)) > 10
    assert any(len(stmt.parts) == 1 for stmt in statements if isinstance(stmt, Parts))
    assert {program.profile for program in PROGRAMS} == {profile.name for profile in PROFILES}
    sums = [stmt for stmt in statements if isinstance(stmt, Do) and stmt.op == "add_ternary"]
    aliased = {len({*stmt.args} & {*stmt.dst}) for stmt in sums if stmt.dst[0].startswith("u64")}
    assert {0, 1} <= aliased
