# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each statement, condition and operand of the secrecy pass is tested: without it, some case fails."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from generator.passes import flow, secrecy, taint
from tests.passes.mutants import mutants
from tests.passes.test_secrecy_rules import CASES, holds

FUNCTIONS: list[tuple[ModuleType, str]] = [
    *((taint, name) for name in (
        "join", "State.copy", "State.of", "State.store", "State.load", "State.all_written", "meet", "_union",
    )),
    *((secrecy, f"_Analysis.{name}") for name in (
        "__init__", "run", "start", "content", "keep", "kept", "region", "reach", "around", "owners", "own",
        "store", "forgiven", "refuse", "plain", "step_plain", "flags_value", "set_flags", "facts", "step", "made",
        "remains",
    )),
    (secrecy, "contents"),
]  # fmt: skip
"""All of the pass except the subjects of test_wipe.py and code that only carries results. Forms' facts have mutants of
their own in tests/isa/test_machine.py."""

FASTER = "only faster with it: the longer way comes to the same"
ALONE = "a path is followed alone before it is joined with another: what only it lacks was refused there"
SAME: dict[str, dict[str, str]] = {
    "join": {"a is b ⟶ False": FASTER},
    "meet": {
        "a.flags == b.flags ⟶ False": FASTER,
        "a.written & b.written ⟶ b.written": ALONE,
        "a.escaped | b.escaped ⟶ b.escaped": ALONE,
    },
    "_union": {"x == y ⟶ False": FASTER},
    "_Analysis.run": {"isinstance(item, Instr) and (not self.plain(item)) ⟶ without not self.plain(item)": FASTER},
    "_Analysis.plain": {
        "return form.kind == 'normal' and (not form.facts.variable_time) and (form.facts.reach is None) ⟶ nothing": (
            FASTER
        ),
        "op.reg in self.aside ⟶ True": FASTER,
        "op.reg in self.aside ⟶ op.reg not in self.aside": FASTER,
        "isinstance(op, (Mem, LabelRef)) ⟶ True": FASTER,
    },
    "_Analysis.step_plain": {
        "item.form.flags_read ⟶ True": FASTER,
        "found is not inputs and found is not PUBLIC ⟶ True": FASTER,
        "found is not inputs and found is not PUBLIC ⟶ without found is not inputs": FASTER,
        "found is not inputs and found is not PUBLIC ⟶ without found is not PUBLIC": FASTER,
        "inputs is PUBLIC ⟶ False": FASTER,
    },
    "_Analysis.set_flags": {"flags ⟶ True": FASTER},
    "_Analysis.facts": {"reg is not None ⟶ True": FASTER},
    "_Analysis.step": {"item.form.flags_read ⟶ True": FASTER},
}
"""Changes without an effect on outcomes, by function, each with the reason."""

ROUNDS = 2000
"""A number of visits to blocks that is far above the longest case's."""


IN_TURN = list(CASES)
"""The cases that noticed the last faults come first, because they often notice the next one."""


class Bounded(list[Any]):
    """A graph whose visits a fault cannot prolong forever."""

    visits = 0

    def __getitem__(self, at: Any) -> Any:
        self.visits += 1
        if self.visits > ROUNDS:
            raise RuntimeError("visits without end")
        return super().__getitem__(at)


def unnoticed(module: ModuleType, name: str, faulty: Any, monkeypatch: pytest.MonkeyPatch) -> bool:
    """True if all cases hold with a fault."""
    with monkeypatch.context() as patch:
        patch.setattr(secrecy, "blocks", lambda items: Bounded(flow.blocks(items)))
        *classes, last = name.split(".")
        if classes:
            patch.setattr(getattr(module, classes[0]), last, faulty)
        else:
            for user in (module, secrecy):
                patch.setattr(user, last, faulty, raising=False)
        for at, (case, machine) in enumerate(IN_TURN):
            try:
                holds(case, machine, secrecy.check_secrecy)
            except Exception:  # a case fails, or the fault breaks the pass
                IN_TURN.insert(0, IN_TURN.pop(at))
                return False
    return True


def test_without_a_fault_all_cases_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unnoticed(secrecy, "contents", secrecy.contents, monkeypatch)
    assert unnoticed(secrecy, "_Analysis.step", secrecy._Analysis.step, monkeypatch)


@pytest.mark.parametrize(("module", "name"), FUNCTIONS, ids=[name for _, name in FUNCTIONS])
def test_each_part_is_needed(module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [what for what, faulty in mutants(module, name) if unnoticed(module, name, faulty, monkeypatch)]
    assert sorted(map(bare, found)) == sorted(map(bare, SAME.get(name, {})))


def bare(text: str) -> str:
    """The text without parentheses, whose number depends on Python's version."""
    return text.replace("(", "").replace(")", "")
