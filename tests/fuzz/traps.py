# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Right programs with one line that has no right code. Each must be refused at that line."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.fuzz.make import make
from tests.fuzz.profiles import BUFFER
from tests.fuzz.program import Do, Program, Raw

Line = Callable[[dict[str, str]], str]
"""The line, made from a variable of each type."""

TRAPS: dict[str, Line] = {
    "select of a constant too wide": lambda v: f"k.select({v['u8']}.lt(3), 1 << 40, {v['u32']}, to={v['u32']})",
    "select of a constant too negative": lambda v: f"k.select({v['u8']}.lt(3), {v['u8']}, -129, to={v['u8']})",
    "set to a constant too wide": lambda v: f"k.set({v['u32']}, 1 << 40)",
    "set of a u8 to 256": lambda v: f"k.set({v['u8']}, 256)",
    "set to a constant too negative": lambda v: f"k.set({v['u64']}, -(1 << 63) - 1)",
    "condition computed once": lambda v: (
        f"with k.while_(({v['usize']} & 3).ne(0)):\n    k.sub({v['usize']}, 1, to={v['usize']})"
    ),
    "condition as a truth": lambda v: f"if {v['usize']}.eq(0):\n    k.set({v['u32']}, 1)",
    "two conditions as one": lambda v: f"with k.if_({v['u8']}.eq(0) and {v['usize']}.lt(3)):\n    k.set({v['u32']}, 1)",
    "load past the end": lambda v: f"k.load32(m, offset={BUFFER - 3}, to={v['u32']})",
    "load before the beginning": lambda v: f"k.load8(m, offset=-1, to={v['u8']})",
    "store past the end": lambda v: f"k.store8(o, {v['u8']}, offset=1 << 20)",
    "store to what is only read": lambda v: f"k.store8(k.table('fixed', k.u8, [1, 2]), {v['u8']})",
}
"""Fault → trap."""


def trapped(name: str, seed: int) -> Program:
    """A program of words with the line in its body, among the statements after the first values."""
    chosen = random.Random(f"trap {name} {seed}")
    while True:
        program = make(chosen.getrandbits(32), f"trap_{seed}")
        if program.profile in ("words", "words-many", "words-64"):
            break
    body = program.body
    first = next(n for n, stmt in enumerate(body) if isinstance(stmt, Do) and stmt.op == "cold")
    last = next(n for n, stmt in enumerate(body) if isinstance(stmt, Do) and "store" in stmt.op and stmt.args[0] == "o")
    variables = {program.types[stmt.dst[0]]: stmt.dst[0] for stmt in body[:first] if isinstance(stmt, Do) and stmt.dst}
    at = chosen.randint(first + 1, last)
    return program.but((*body[:at], Raw(TRAPS[name](variables)), *body[at:]))
