# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Wrong meanings of instructions, one of each kind, and the form that must show each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import proof.a64
import proof.a64_call
import proof.x86
import proof.x86_call  # these register the rules
from proof import x86_vectors
from proof.terms import Term, bnot
from tests.proof import aes_forms, sha_armv8, sha_x86

Plant = Callable[[pytest.MonkeyPatch], None]


class Named:
    """An instruction under another's name: rules that several instructions share look at it."""

    def __init__(self, one: Any, name: str) -> None:
        self.one, self.mnemonic = one, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self.one, name)


def other(rules: dict[str, Any], name: str, by: str) -> Plant:
    """A rule that is another instruction's."""
    instead = rules[by]
    return lambda m: m.setitem(rules, name, lambda machine, state, one: instead(machine, state, Named(one, by)))


def after(rules: dict[str, Any], name: str, more: Callable[..., None]) -> Plant:
    """A rule, and something else that the instruction does not do."""
    before = rules[name]

    def run(*given: Any) -> None:
        before(*given)
        more(*given)

    return lambda m: m.setitem(rules, name, run)


def replaced(where: object, name: str, by: Callable[..., Any]) -> Plant:
    return lambda m: m.setattr(where, name, by)


def _claims(m: Any, state: Any, i: Any) -> None:
    m.flags(state, "result", m.read_operand(state, i, 0))


def _moves(m: Any, state: Any, i: Any) -> None:
    state["r", 1] = bnot(state["r", 1])


def _unturned(state: list[Term], inverse: bool = False) -> list[Term]:
    """ShiftRows without a shift."""
    return list(state)


def _whole(mask: Term, lane: int, value: Term) -> Term:
    """A masked result without the mask."""
    return value


def _stays(self: Any, state: Any, one: Any, n: int) -> Term:
    """An address whose base does not move."""
    mem = self.mem(one, n)
    found: Term = self.get(state, mem.base.number)
    return found


def _unscaled(x: Term, shift: tuple[str, int] | None, w: int) -> Term:
    """An index without its factor and its sign."""
    return _shifted(x, None if x.w == w else ("uxtw", 0), w)


_shifted = proof.a64.shifted
X, A = proof.x86.RULES, proof.a64.RULES
_carry = proof.x86.Machine.carry
_sum: Any = sha_x86.INSTRUCTIONS["sha256msg1"]
_rule: Any = sha_armv8.INSTRUCTIONS["sha512su0"]
BOTH_WIDTHS: dict[str, tuple[str, Plant]] = {
    "a load": ("mov r32, dword", other(X, "mov", "movbe")),
    "a store": ("mov dword, r32", other(X, "mov", "movbe")),
    "a register that no operand names": ("movzx r32, byte", after(X, "movzx", _moves)),
    "AES": ("aesenc xmm, xmm", replaced(aes_forms, "shifted", _unturned)),
    "SHA": (
        "sha256msg1 xmm, xmm",
        lambda m: m.setitem(sha_x86.INSTRUCTIONS, "sha256msg1", lambda x, y: _sum(y, x)),
    ),
    "a masked result": ("vprold xmm {k} {z}, xmm, imm", replaced(x86_vectors, "lanes_of", _whole)),
    "a mask": ("kmovw k, r32", lambda m: m.setitem(X, "kmovw", X["nop"])),
    "a flag": ("cmp r32, r32", other(X, "cmp", "test")),
    "a flag that is undefined": ("imul r32, dword, imm", after(X, "imul", _claims)),
    "a jump": ("jae imm", replaced(proof.x86.Machine, "carry", lambda m, s: bnot(_carry(m, s)))),
}
X86_64: dict[str, tuple[str, Plant]] = {
    **BOTH_WIDTHS,
    "the stack": ("push r64", other(X, "push", "pop")),
    "a comparison into a mask": ("vpcmpeqq k, zmm, zmm", other(X, "vpcmpeqq", "vpcmpeqd")),
}
X86: dict[str, tuple[str, Plant]] = {
    **BOTH_WIDTHS,
    "the stack": ("pop r32", other(X, "pop", "push")),
    "a call": ("call imm", lambda m: m.setitem(X, "call", X["nop"])),
}
A64: dict[str, tuple[str, Plant]] = {
    "a load": ("ldrb w, memory", other(A, "ldrb", "ldr")),
    "a store": ("str q, memory", lambda m: m.setitem(A, "str", A["nop"])),
    "a base that moves": ("ldp x, x, memory, imm", replaced(proof.a64.Machine, "address", _stays)),
    "an index": ("ldr w, memory", replaced(proof.a64, "shifted", _unscaled)),
    "AES": ("aese v.16b, v.16b", replaced(aes_forms, "shifted", _unturned)),
    "SHA": (
        "sha512su0 v.2d, v.2d",
        lambda m: m.setitem(sha_armv8.INSTRUCTIONS, "sha512su0", lambda x, y: _rule(y, x)),
    ),
    "a vector": ("sri v.4s, v.4s, imm", other(A, "sri", "sli")),
    "a branch": ("b.hs imm", replaced(proof.a64.Machine, "holds", lambda m, s, code: bnot(m.carry(s)))),
    "an address of a page": ("adrp x, imm", lambda m: m.setitem(A, "adrp", A["nop"])),
}
