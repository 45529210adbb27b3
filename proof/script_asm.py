# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""x86: an instruction on words that a script names means what the machine's instruction means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.lang.values import Op, Val
from proof import x86_words  # noqa: F401  # registers its rules
from proof.graph import State
from proof.memory import NoProof
from proof.script_base import Recording
from proof.terms import Term, const
from proof.x86 import REGISTERS, RULES
from proof.x86_flags import Flags

WORDS = frozenset(
    "adc adcx add adox and andn bswap bt cmp crc32 dec imul inc lzcnt mul mulx neg not or popcnt rol ror sar sarx sbb "
    "shl shld shlx shr shrd shrx sub test tzcnt xchg xor".split()
) | {name for name in RULES if name.startswith(("cmov", "set"))}
"""Instructions whose rules read and write operands, registers that they imply, and flags."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the rules read of a decoded instruction."""

    mnemonic: str
    operands: tuple[Any, ...]


class Adapter(Flags):
    """A recording as the rules see a machine."""

    def __init__(self, script: Recording, op: Op) -> None:
        self.script, self.op = script, op

    def width(self, one: Named, operand: Any) -> int:
        return int(operand.attrs["width"] if isinstance(operand, Op) else operand.type.bits)

    def read_operand(self, state: State, one: Named, n: int, w: int = 0) -> Term:
        operand = one.operands[n]
        if isinstance(operand, int):
            return const(w, operand)
        if isinstance(operand, Val):
            return self.script.value(state, operand)
        return self.script.load(state, self.script.address(state, operand), operand.attrs["width"])

    def write_operand(self, state: State, one: Named, n: int, value: Term) -> None:
        operand = one.operands[n]
        if isinstance(operand, Val):
            self.script.put(state, operand, value)
        else:
            self.script.store(state, self.script.address(state, operand), value)

    def _bound(self, register: str) -> Val:
        """The operand that is bound to a register which the instruction implies."""
        bound = [arg for arg in self.op.args if isinstance(arg, Op) and arg.name == "bind"]
        number = REGISTERS[register][0]
        named = [arg for arg in bound if REGISTERS.get(arg.attrs["register"], (number, 0))[0] == number]
        if len(named) != 1:
            raise NoProof(f"{self.op.src}: the script's own {self.op.attrs['mnem']} with {register}")
        val = named[0].args[0]
        assert isinstance(val, Val)
        return val

    def get(self, state: State, register: str) -> Term:
        return self.script.value(state, self._bound(register))

    def put(self, state: State, register: str, value: Term) -> None:
        self.script.put(state, self._bound(register), value)


def execute(script: Recording, state: State, op: Op) -> None:
    """Apply the rule of the instruction."""
    given = tuple(arg for arg in op.args if not (isinstance(arg, Op) and arg.name == "bind"))
    made: Any = Adapter(script, op)
    RULES[op.attrs["mnem"]](made, state, Named(op.attrs["mnem"], given))
