# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Every operation with code is right for all aliasings of its values. A wrong rule is found."""

from __future__ import annotations

from typing import Any

import pytest

from generator.lang.values import Op
from generator.lower.split64 import _Splitter
from generator.machines.x86.lower import X86Lowering
from tests.lower.aliasing import aliasings, operations, values
from tests.lower.cases_products import WORD_GROUPS
from tests.lower.cases_wide import WIDE_GROUPS
from tests.lower.prove import CONFIGS, WIDE, Config, NotProved, prove, prove_all
from tests.lower.test_rules import SELECTED

X32, X64 = CONFIGS[0], CONFIGS[1]
CELLS = [
    *((config, {name: group for name, group in WORD_GROUPS.items() if name in SELECTED.get(config.name, WORD_GROUPS)})
      for config in CONFIGS),
    *((config, WIDE_GROUPS) for config in WIDE),
]  # fmt: skip


@pytest.mark.parametrize(("config", "groups"), CELLS, ids=[config.name for config, _ in CELLS])
def test_proved(config: Config, groups: dict[str, Any], request: pytest.FixtureRequest) -> None:
    """Every operation of the cases on every width, with all aliasings of its values."""
    scripts = (script for op in operations(config, groups) for script in aliasings(op))
    request.node.user_properties.append(("proofs", prove_all(config, scripts)))


def test_as_many_as_there_are() -> None:
    """Four values of one type coincide in 15 ways, two and two of two types in 4. Each operation has its own number."""
    every = sorted((op for op in operations(X32, WORD_GROUPS) if op.dst), key=lambda op: len(values(op)))
    found = {(op.name, op.dst[0].type.name): op for op in every}
    ternary = found["add_ternary", "u64"]
    assert len(values(ternary)) == 4 and len(list(aliasings(ternary))) == 15
    assert len(list(aliasings(found["sub", "u64"]))) == 5
    assert len(list(aliasings(found["rotl", "u64"]))) == 2
    assert {name for name, _ in found} >= {"add", "sub", "select", "rotations", "ternary", "zext", "trunc", "load"}


def _without_the_old_value(self: _Splitter, op: Op) -> None:
    """Sums of pairs whose second part sees the first part's change."""
    acc, *inputs = op.args
    for part in op.attrs["parts"]:
        term = self.wide(op, "term", acc.cold)
        self._halves(Op("ternary", (term,), tuple(inputs), op.src, {"parts": (part,)}))
        self.split(Op("add", (acc,), (acc, term), op.src))


def _straight(self: X86Lowering, mnem: str, dst: Any, x: Any, y: Any, width: int, commutes: bool = True) -> None:
    """Two-operand code that overlooks a second operand equal to the result."""
    if dst is not x:
        self.move(self.vreg(dst), self.vreg(x), self.wide(dst))
    self.ins(mnem, self.r(dst, width), self.source(y, width))


@pytest.mark.parametrize(
    ("config", "cls", "name", "rule", "broken"),
    [
        (X32, _Splitter, "_add_ternary", _without_the_old_value, ("add_ternary", "u64")),
        (X64, X86Lowering, "binary", _straight, ("sub", "u32")),
        (X64, X86Lowering, "binary", _straight, ("and", "u64")),
    ],
)  # fmt: skip
def test_planted_errors_are_found(
    config: Config, cls: type, name: str, rule: Any, broken: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some aliasing finds the error. The first one, without aliasing, does not."""
    ops = [op for op in operations(config, WORD_GROUPS) if op.dst and (op.name, op.dst[0].type.name) == broken]
    op = max(ops, key=lambda op: (len(values(op)), len(op.attrs.get("parts", ()))))
    monkeypatch.setattr(cls, name, rule)
    plain, *aliased = aliasings(op)
    prove(config, plain)
    with pytest.raises(NotProved):
        for script in aliased:
            prove(config, script)
