# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Each statement, condition and operand of the secrecy pass is tested: without it, some case fails."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from generator.passes import flow, owners, provenance, secrecy, taint
from tests.passes.mutants import mutants
from tests.passes.test_secrecy_rules import CASES, holds

FUNCTIONS: list[tuple[ModuleType, str]] = [
    (flow, "forward"),
    *((taint, name) for name in ("State.copy", "State.put", "State.store", "State.load", "State.all_written", "meet")),
    *((owners, name) for name in (
        "unknown", "own", "words", "covers", "State.copy", "State.of", "State.put", "State.load", "State.store", "meet",
    )),
    *((provenance, name) for name in (
        "Layout.offset", "Layout.owner", "Layout.has_table", "Layout.region", "finished", "_plain",
        *(f"Provenance.{name}" for name in (
            "__init__", "_block", "step", "full_step", "_made", "follow", "_touches", "_touch", "parts", "_loaded",
            "_store",
        )),
    )),
    *((secrecy, f"_Analysis.{name}") for name in (
        "__init__", "start", "provenance", "run", "content", "kept", "store", "forgiven", "refuse", "step_plain",
        "flags_secret", "set_flags", "facts", "step", "remains",
    )),
    (secrecy, "contents"),
]  # fmt: skip
"""The pass and the analysis that the pass asks. test_wipe.py is about the rest of the pass, test_stitch.py about
virtual code. Forms' facts have mutants of their own in tests/isa/test_machine.py."""

FASTER = "only faster with it: the longer way comes to the same"
ALONE = "a path is followed alone before it is joined with another: what only it lacks was refused there"
EITHER = "of two secrets, either may be named"
ASKED = "other passes ask by the instruction: tests of stitching and of orders are about that"
SAME: dict[str, dict[str, str]] = {
    "taint.meet": {"a.written & b.written ⟶ b.written": ALONE},
    "owners.meet": {"regs != b.regs ⟶ True": FASTER, "stack != b.stack ⟶ True": FASTER},
    "owners.State.store": {"owners ⟶ True": FASTER},
    "provenance.Provenance.__init__": {
        "self._known = {id(item): step for item, step in zip(items, self.steps) if step is not None} ⟶ nothing": ASKED,
        "step is not None ⟶ True": ASKED,
        "step is not None ⟶ step is None": ASKED,
    },
    "provenance.Provenance.step": {
        "item.form.facts.reach is not None ⟶ True": FASTER,
        "isinstance(op, (Mem, LabelRef)) or (isinstance(op, R) and op.reg in self.aside) ⟶ True": FASTER,
        "isinstance(op, R) and op.reg in self.aside ⟶ without op.reg in self.aside": FASTER,
        "op.reg in self.aside ⟶ op.reg not in self.aside": FASTER,
    },
    "provenance.Provenance._touches": {
        "step.touches is not None and all((touch.place is not None for touch in step.touches)) ⟶ False": FASTER,
        "return step.touches ⟶ nothing": FASTER,
    },
    "provenance.Provenance._loaded": {"not state.stack ⟶ False": FASTER, "return found ⟶ nothing": FASTER},
    "provenance.Provenance._store": {"what or state.stack ⟶ True": FASTER},
    "secrecy._Analysis.__init__": {
        what: "tests/passes/test_wipe.py is about that"
        for what in (
            "self.added = Pointers() ⟶ nothing",
            "kernel.result == 'u64' and abi.bits == 32 ⟶ True",
            "kernel.result == 'u64' and abi.bits == 32 ⟶ False",
            "kernel.result == 'u64' and abi.bits == 32 ⟶ without kernel.result == 'u64'",
            "kernel.result == 'u64' and abi.bits == 32 ⟶ without abi.bits == 32",
            "kernel.result == 'u64' ⟶ kernel.result != 'u64'",
            "abi.bits == 32 ⟶ abi.bits != 32",
        )
    },
    "secrecy._Analysis.step_plain": {
        "secret is None and form.flags_read ⟶ without secret is None": EITHER,
        "secret is None and form.flags_read ⟶ without form.flags_read": FASTER,
    },
    "secrecy._Analysis.set_flags": {"flags ⟶ True": FASTER},
    "secrecy._Analysis.facts": {
        "item.form.kind == 'normal' and (not known.variable_time) ⟶ False": FASTER,
        "reg is not None ⟶ True": FASTER,
    },
    "secrecy._Analysis.step": {
        "item.form.flags_read ⟶ True": FASTER,
        "decided or regs[reg] ⟶ without decided": EITHER,
        "secret or self.content(state, touch, item) ⟶ without secret": "no instruction loads by two operands",
    },
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
        patch.setattr(provenance, "blocks", lambda items: Bounded(flow.blocks(items)))
        *classes, last = name.split(".")
        if classes:
            patch.setattr(getattr(module, classes[0]), last, faulty)
        else:
            original = getattr(module, last)
            for user in (module, owners, provenance, taint, secrecy):
                if getattr(user, last, None) is original:
                    patch.setattr(user, last, faulty)
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


@pytest.mark.parametrize(
    ("module", "name"), FUNCTIONS, ids=[f"{module.__name__.rpartition('.')[2]}.{name}" for module, name in FUNCTIONS]
)
def test_each_part_is_needed(module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [what for what, faulty in mutants(module, name) if unnoticed(module, name, faulty, monkeypatch)]
    assert sorted(map(bare, found)) == sorted(map(bare, SAME.get(f"{module.__name__.rpartition('.')[2]}.{name}", {})))


def bare(text: str) -> str:
    """The text without parentheses, whose number depends on Python's version."""
    return text.replace("(", "").replace(")", "")
