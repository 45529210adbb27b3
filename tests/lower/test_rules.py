# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
# mypy: disable-error-code="no-untyped-call,no-any-return"
"""z3 proves every lowering rule against its bit-vector meaning. A wrong rule is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from generator.isa.machine import machines
from generator.lang import Arg, Builder, Val
from generator.lang import kernel as declare
from generator.lang.values import Op
from generator.lower import carries, lower
from generator.lower.base import Lowering, narrow_only
from generator.lower.split64 import _Splitter
from generator.machines.aarch64.lower import Aarch64Lowering
from generator.machines.x86 import lower as x86
from generator.machines.x86.lower import X86Lowering
from generator.model import Imm, Instr, KernelError, Mem, R, VReg
from generator.pipeline import record
from tests.lower.cases import calls, method
from tests.lower.cases_products import WORD_GROUPS, _chain
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.machine import Fault, load
from tests.lower.products import columns
from tests.lower.prove import (
    CONFIGS,
    MACHINES,
    WIDE,
    Config,
    NotProved,
    builder,
    demand,
    lowered,
    prove,
    prove_all,
    refused,
)

SELECTED = {  # the groups that the features change
    "x86_64-bmi1": ("binary", "ternary", "programs"),
    "x86_64-bmi": ("unary", "programs", "products", "chains", "rows"),
    "x86_64-adx": ("rows",),
    "x86-bmi2": ("products", "rows"),
}
CELLS = [(c, group) for c in CONFIGS for group in WORD_GROUPS if group in SELECTED.get(c.name, WORD_GROUPS)]
BY_NAME = {config.name: config for config in CONFIGS}


@pytest.mark.parametrize(("config", "group"), CELLS, ids=lambda x: x if isinstance(x, str) else x.name)
def test_proved(config: Config, group: str, request: pytest.FixtureRequest) -> None:
    """All cases of a group."""
    request.node.user_properties.append(("proofs", prove_all(config, WORD_GROUPS[group](config))))


LOWERINGS = {one.arch: one.lowering for one in machines()}
PAIRS = {"op_add2", "op_sub2", "op_funnel", "op_funnel_right"}  # split64 makes these, for 32-bit machines only


def rules(arch: str) -> set[str]:
    """The rule methods that an architecture can reach. A lane needs 64-bit mode for its constants."""
    every = {name for name in dir(LOWERINGS[arch]) if name.startswith(("op_", "vec_", "wide_"))}
    every -= {"vec_address", "vec_argument", "vec_source", "vec_note"}
    every -= {"wide_at", "wide_move", "wide_note", "wide_pool_name"}
    if arch == "x86_64":
        return every - PAIRS
    if arch == "aarch64":
        every -= {"wide_asm"}  # op_asm takes views of vectors there
    return {name for name in every if not name.startswith("vec_")}


@pytest.mark.parametrize("arch", list(LOWERINGS))
def test_no_rule_is_left_out(arch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases above reach every rule. ``op_ret`` has a proof of its own below."""
    reached = {"op_ret", "op_seam"}  # a seam of a stitch makes no code

    def spy(name: str, rule: Callable[[Lowering, Op], None]) -> Callable[[Lowering, Op], None]:
        def call(self: Lowering, op: Op) -> None:
            reached.add(name)
            rule(self, op)

        return call

    for name in rules(arch):
        monkeypatch.setattr(LOWERINGS[arch], name, spy(name, getattr(LOWERINGS[arch], name)))
    cells = [(config, WORD_GROUPS[group]) for config, group in CELLS]
    cells += [(config, group) for config in WIDE for group in WIDE_GROUPS.values()]
    for config, group in cells:
        if config.abi.arch == arch:
            for script in group(config):
                k = builder(config)
                script(k)
                lowered(config, k.finish().ops, False)
    assert sorted(rules(arch) - reached) == []


# -- entry and exit ----------------------------------------------------------------------------------------------------

_NAMES = "p a n b c m d e q"


@declare(
    c="size_t mixed(const uint8_t *p, uint32_t a, size_t n, uint32_t b, uint32_t c, size_t m, "
    "uint32_t d, uint32_t e, size_t q)",
    args=[Arg("p", r=1), *(Arg(name, public=True) for name in _NAMES.split()[1:])],
    source="none: made for a proof",
)
def mixed(k: Builder, p: Val, a: Val, n: Val, b: Val, c: Val, m: Val, d: Val, e: Val, q: Val) -> None:
    """More arguments than any convention has registers. The result depends on each bit of each argument."""
    out = n ^ m
    for val in (a, b, c, d, e):
        k.rotl(out, 5, to=out)
        out ^= k.zext(k.usize, val)
    out += q
    k.ret(out)


@pytest.mark.parametrize("convention", ["cdecl32", "sysv64", "win64", "aapcs64", "arm64ec"])
def test_entry_and_exit(convention: str) -> None:
    """The entry takes arguments from the convention's places, whatever the upper half of a narrow one holds."""
    config = Config(convention, convention)
    abi = config.abi
    stream, params = record(mixed, config.variant, abi)
    made = lower(stream, params, mixed, config.variant, abi)
    machine = MACHINES[abi.arch]()
    memory = machine.memory
    start = made.entry if abi.body_of is None else made.own_entry(abi)
    machine.run([*start, *made.body[len(made.entry) :]])
    assert len(machine.args) == min(len(abi.args), 9) and machine.result is not None
    values = []
    for i, param in enumerate(mixed.params):
        bits = 32 if param.type == "u32" else abi.bits
        if i < len(machine.args):
            value = z3.Extract(bits - 1, 0, machine.args[i])
        else:
            at = abi.stack_args + (i - len(machine.args)) * abi.pointer_bytes
            value = load(memory, machine.sp + at, bits)
        values.append(z3.ZeroExt(abi.bits - bits, value))
    _, a, n, b, c, m, d, e, q = values
    expected = n ^ m
    for value in (a, b, c, d, e):
        expected = z3.RotateLeft(expected, 5) ^ value
    demand([*machine.owed, machine.result == expected + q], [], convention)


# -- refusals ----------------------------------------------------------------------------------------------------------

X64, A64 = BY_NAME["x86_64"], BY_NAME["aarch64"]
X32, LANE = BY_NAME["x86"], BY_NAME["x86_64-lane"]


@pytest.mark.parametrize(
    ("config", "script", "words"),
    [
        (
            LANE,
            calls(method("not_"), ("x", "u32")),
            "not(u32 in a vector register): x86_64 has no lowering rule for it",
        ),
        (LANE, calls(method("shl"), ("x", "u32"), 3), "shl(u32 in a vector register)"),
        (
            X32,
            calls(method("select"), ("if", "eq", ("c", "u32"), 1), ("x", "u64"), ("y", "u64")),
            "select on u64: no rule",
        ),
        (
            X32,
            calls(lambda k, x, y: k.select(x.lt(y), 1, k.const(k.u32, 2)), ("x", "u64"), ("y", "u64")),
            "no such form",
        ),
    ],
)
def test_refused(config: Config, script: Callable[[Builder], None], words: str) -> None:
    message = refused(config, script)
    assert words in message
    assert message.split(":")[0].endswith((__name__.rsplit(".", 1)[-1] + ".py", "cases.py"))


# -- planted errors ----------------------------------------------------------------------------------------------------


def _swapped(self: X86Lowering, op: Op) -> None:
    self.binary("sub", op.dst[0], op.args[1], op.args[0], op.dst[0].type.bits, commutes=False)


def _one_too_far(self: Aarch64Lowering, op: Op) -> None:
    self.ins("ror", self.r(op.dst[0]), self.r(op.args[0]), Imm(op.dst[0].type.bits - op.attrs["bits"] - 1))


def _leaves_carry(self: X86Lowering, low: str, high: str, dst: Any, y: Any) -> None:
    self.ins("add", self.r(dst[0]), y[0])
    self.ins("add", self.r(dst[1]), y[1])


def _flags_lost(self: X86Lowering, op: Op) -> None:
    cond, x, y = op.args
    self.compare(cond)
    self.load_const(R(self.temp_vreg("zero"), 32), 0)
    self.move(self.vreg(op.dst[0]), self.vreg(y), 32)
    self.ins(x86.MOVES[cond.kind], self.r(op.dst[0]), self.r(x))
    self.flags_end()


def _clobbers_source(self: X86Lowering, op: Op) -> None:
    self.ins("not", self.r(op.args[0]))
    self.op_copy(op)


def _vanishing(self: X86Lowering, op: Op) -> None:
    self.move(self.vreg(op.dst[0]), self.vreg(op.args[0]), 32)


def _keeps_nothing(self: X86Lowering, reg: VReg) -> None:
    self.ins("mov", R(reg, 32), Imm(0))


def _unset_factor(self: X86Lowering, dst: R, value: Any) -> None:
    """A factor that is not set."""


def _without_a_cross(self: _Splitter, op: Op) -> None:
    (xlo, _), (ylo, _) = (self.pair(arg) for arg in op.args)
    self.put(op, "mul_wide", self.pair(op.dst[0]), xlo, ylo)


PLANTED: list[tuple[Config, Any, str, Any, Any, type[Exception]]] = [
    (X64, X86Lowering, "op_sub", _swapped, calls(method("sub"), ("x", "u32"), ("y", "u32")), NotProved),
    (A64, Aarch64Lowering, "op_rotl", _one_too_far, calls(method("rotl"), ("x", "u32"), 7), NotProved),
    (X32, X86Lowering, "_carry", _leaves_carry, calls(method("add"), ("x", "u64"), ("y", "u64")), NotProved),
    (X64, X86Lowering, "clean", lambda self, dst: None, calls(method("add"), ("x", "u8"), ("y", "u8")), NotProved),
    (A64, Aarch64Lowering, "clip", lambda self, dst: None, calls(method("add"), ("x", "u8"), ("y", "u8")), NotProved),
    (X64, X86Lowering, "op_not", _clobbers_source, calls(method("not_"), ("x", "u32")), NotProved),
    (X64, X86Lowering, "op_trunc", _vanishing, calls(lambda k, x: k.trunc(k.u32, x), ("x", "u64")), NotProved),
    (
        X64, X86Lowering, "op_select", _flags_lost,
        calls(method("select"), ("if", "ne", ("c", "u32"), 3), ("x", "u32"), ("y", "u32")), NotProved,
    ),
    (X64, carries, "_lasts", lambda *found: True, _chain("u64", "add_carry", ("logic",), (), 2), NotProved),
    (X32, carries, "_lasts", lambda *found: True, _chain("u32", "add_carry", ("logic",), (), 2), NotProved),
    (
        A64, Aarch64Lowering, "_to_borrow", Aarch64Lowering._to_carry,
        _chain("u64", "sub_borrow", ("a choice",), (), 2), NotProved,
    ),
    (X64, X86Lowering, "_from_flag", _keeps_nothing, _chain("u64", "sub_borrow", ("nothing",), (1,), 2), NotProved),
    (X32, _Splitter, "_mul", _without_a_cross, calls(method("mul"), ("x", "u64"), ("y", "u64")), NotProved),
    (X64, X86Lowering, "_set", _unset_factor, calls(method("mul_wide"), ("x", "u64"), ("y", "u64")), NotProved),
    (
        X64, X86Lowering, "op_bswap", lambda self, op: None,
        calls(method("bswap"), ("x", "u32"), to=("x", "u32")), NotProved,
    ),
    (
        X64, X86Lowering, "op_not", lambda self, op: self.ins("neg", self.r(op.dst[0])),
        calls(method("not_"), ("x", "u32"), to=("x", "u32")), Fault,
    ),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0].name}-{p[2]}")
def test_planted_errors_are_found(planted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    config, cls, name, rule, script, error = planted
    prove(config, script)
    monkeypatch.setattr(cls, name, rule)
    with pytest.raises(error):
        prove(config, script)


def test_a_product_is_the_sum_of_four() -> None:
    """The proofs' words of a product of pairs: x * y is the sum of four products, and the columns add these up."""
    a, b, c, d, base = z3.Ints("a b c d base")
    sum_ = a * c + (a * d + b * c) * base + b * d * base * base
    assert z3.is_true(z3.simplify((a + b * base) * (c + d * base) - sum_ == 0, som=True))
    p, q, r, s = (z3.BitVec(name, 64) for name in "pqrs")
    terms = [z3.ZeroExt(64, term) << place for term, place in ((p, 0), (q, 32), (r, 32), (s, 64))]
    demand([z3.Concat(*reversed(columns(p, q, r, s))) == terms[0] + terms[1] + terms[2] + terms[3]], [], "columns")


def test_swapped_condition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def branch(k: Builder, x: Val, y: Val) -> None:
        k.record("branch", (), (x.lt(y), "there"))

    script = calls(branch, ("x", "u32"), ("y", "u32"))
    prove(X64, script)
    monkeypatch.setitem(x86.JUMPS, "lt", "jae")
    with pytest.raises(NotProved):
        prove(X64, script)


def test_a_lane_may_not_look_at_its_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bits beside a lane are unknown. A rule whose result depends on them is refused."""

    def turned(self: X86Lowering, op: Op) -> None:
        self.ins("vpxorq", *(self.x(v) for v in (op.dst[0], *op.args)))
        self.ins("vprolq", self.x(op.dst[0]), self.x(op.dst[0]), Imm(32))

    script = calls(method("xor"), ("x", "u32"), ("y", "u32"))
    prove(LANE, script)
    monkeypatch.setattr(X86Lowering, "vec_xor", turned)
    with pytest.raises(NotProved):
        prove(LANE, script)


def test_an_index_inside_asm_is_not_narrow() -> None:
    """A byte that addresses a memory operand of :meth:`Builder.asm` must be whole."""
    k = builder(X64)
    at = k.add(k.value(k.u8, "x"), 200)
    k.asm("mov", k.value(k.u32, "d"), k.mem(k.value(k.ptr, "p"), width=32, index=at))
    ops = k.finish().ops
    assert not narrow_only(ops)
    made, _ = lowered(X64, ops, True)
    last = made.out[-1]
    assert isinstance(last, Instr) and isinstance(last.ops[1], Mem)
    assert last.ops[1].index is made.vreg(at) and last.ops[1].width == 32


def test_exemptions_are_named_in_the_contract() -> None:
    k = builder(X64)
    k.load8(k.value(k.ptr, "p"), exempt="nowhere")
    with pytest.raises(KernelError, match="exemption 'nowhere' is not in the contract's exempt=; it names: none"):
        lowered(X64, k.finish().ops, False)
