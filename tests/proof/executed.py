# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Instances of forms in a program for a processor or an emulator, compared with what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proof.graph import State
from proof.memory import NoProof
from proof.terms import Term, fresh
from proof.values import value
from tests.proof.harvest import Instance
from tests.proof.stepper import BYTES, MEMORY, Program, shown


class Executed:
    """Of one instruction set. ``forms``: those of the objects. ``every``: the instances, which the program has first.
    ``numbered``: instances after these that differ by a number alone, in groups that share their inputs."""

    arch: str
    forms: dict[str, list[Instance]]
    every: list[Instance]
    numbered: list[list[Instance]]
    program: Program
    took: int
    """Where an answer has whether a branch went to its goal."""
    region: object

    def setter(self, one: Instance, number: int, code: bytes) -> Any:
        """What makes the inputs of an instance."""
        raise NotImplementedError

    def machine(self, code: bytes, inputs: Any) -> Any:
        raise NotImplementedError

    def jumps(self, one: Instance) -> bool:
        raise NotImplementedError

    def compared(self, inputs: Any, state: State, one: Instance, turn: int, seen: bytes) -> str:
        """What differs from the answer of a turn in registers, masks and flags."""
        raise NotImplementedError

    def refusal(self, error: NoProof) -> str:
        """What a rule's refusal says against it."""
        return f"no meaning: {error}"

    def lacking(self) -> set[str]:
        """The forms that are not executed here."""
        return set()

    def difference(self, number: int) -> str:
        """What an instance does otherwise than its rule says, or nothing."""
        fresh()
        one = self.every[number]
        jumps, begin = self.jumps(one), self.program.at[f"begin_{number}"]
        code = self.program.code(f"begin_{number}", f"{'last' if jumps else 'end'}_{number}")
        inputs = self.setter(one, number, code).make()
        state, machine = dict(inputs.state), inputs.machine
        goals: list[tuple[Term, int]] = []
        try:
            if jumps:
                goals = [(cond, machine.code[at].address) for cond, at in machine.step(0, state)]
            else:
                for each in machine.code:
                    machine.execute(state, each)
        except NoProof as error:
            return self.refusal(error)
        for turn, seen in enumerate(self.program.run(number, inputs.given)):
            found = self._differs(inputs, state, one, turn, seen)
            if jumps:
                went = [at for cond, at in goals if value(cond, turn)]
                wanted = "took" if int.from_bytes(seen[self.took : self.took + 4], "little") else "end"
                if went != [self.program.at[f"{wanted}_{number}"] - begin]:
                    found = f"a branch to {wanted}"
            if found:
                return f"{found}, turn {turn}"
        return ""

    def other_numbers(self) -> dict[str, str]:
        """What instances that differ by a number alone do otherwise than their rule says, in two turns."""
        wrong, first = {}, len(self.every)
        for some in self.numbered:
            fresh()
            inputs = self.setter(some[0], first, some[0].code).make()
            seen = self.program.ask([(first + n, one) for n in range(len(some)) for one in inputs.given[:2]])
            for n, one in enumerate(some):
                found = self._number(inputs, one, seen[2 * n : 2 * n + 2])
                if found:
                    wrong[str(one)] = found
            first += len(some)
        return wrong

    def _number(self, inputs: Any, one: Instance, seen: Sequence[bytes]) -> str:
        state = dict(inputs.state)
        try:
            machine = self.machine(one.code, inputs)
            machine.execute(state, machine.code[0])
        except NoProof as error:
            return self.refusal(error)
        own = replace(inputs, machine=machine)
        return next(filter(None, (self._differs(own, state, one, turn, made) for turn, made in enumerate(seen))), "")

    def _differs(self, inputs: Any, state: State, one: Instance, turn: int, seen: bytes) -> str:
        if one.mnemonic == "ret" and value(state["went to",], turn) != inputs.end:
            return "the place that ret goes to"
        if self._held(state, inputs, turn) != seen[MEMORY:]:
            return "memory"
        return self.compared(inputs, state, one, turn, seen)

    def _held(self, state: State, inputs: Any, turn: int) -> bytes:
        """The memory after a rule."""
        if state.get(("m", self.region)) is inputs.state.get(("m", self.region)):
            return bytes(inputs.given[turn][MEMORY:])
        return shown(value(state["m", self.region], turn), inputs.buffer, BYTES - MEMORY)
