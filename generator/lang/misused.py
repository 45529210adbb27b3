# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Python's operators that no value and no condition has. Each is refused with the script's line and the accepted form:
Python's own exception would name neither."""

from __future__ import annotations

from typing import Any

from generator.lang.values import BRANCH, Condition, Val
from generator.model import KernelError

NO_ITEMS = "a value has no items; expected a list of values"
NO_QUOTIENT = "is no operation of words; expected x >> n"
VALUES = {
    "lt": "< records nothing; expected x.lt(y), or x.slt(y) of signed numbers",
    "ge": ">= records nothing; expected x.ge(y), or x.sge(y) of signed numbers",
    "gt": "> records nothing; expected y.lt(x), or y.slt(x) of signed numbers",
    "le": "<= records nothing; expected y.ge(x), or y.sge(x) of signed numbers",
    "floordiv": f"// {NO_QUOTIENT}",
    "mod": "% is no operation of words; expected x & mask",
    "truediv": f"/ {NO_QUOTIENT}",
    "divmod": f"divmod {NO_QUOTIENT}",
    "pow": "** is no operation of words; expected x << n, or products",
    "matmul": "@ is no operation of words",
    "neg": "- of one value is no operation; expected k.sub(0, x)",
    "pos": "+ of one value is no operation; expected x",
    "abs": "abs is no operation of words, which are unsigned; expected k.select(…)",
    "rlshift": "<< of a number by a value is no operation; expected k.shl(k.const(k.u32, 1), x)",
    "rrshift": ">> of a number by a value is no operation; expected k.shr(k.const(k.u32, 1), x)",
    "rfloordiv": f"// {NO_QUOTIENT}",
    "rmod": "% is no operation of words; expected x & mask",
    "rtruediv": f"/ {NO_QUOTIENT}",
    "rdivmod": f"divmod {NO_QUOTIENT}",
    "rpow": "** is no operation of words; expected x << n, or products",
    "rmatmul": "@ is no operation of words",
    "getitem": "a value has no items; expected k.load32(x, offset=…) of a pointer, or a list of values",
    "setitem": "a value has no items; expected k.store32(x, y, offset=…) to a pointer, or a list of values",
    "delitem": NO_ITEMS,
    "iter": NO_ITEMS,
    "contains": NO_ITEMS,
    "len": NO_ITEMS,
    "call": "a value is no function; expected an operation of k",
    "int": "a value is unknown while recording; expected k.loop(x) for rounds, or k.param(…)",
    "float": "a value is unknown while recording; expected whole numbers",
    "index": "a value is unknown while recording; expected k.loop(x) for rounds, or k.load32(p, index=x) for items",
    "round": "a value is a whole number; expected x",
}
"""Python's name of an operator of values → the refusal."""
ARITHMETIC = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul", "lshift", "rshift", "and", "or", "xor"
)  # fmt: skip
CONDITIONS = (
    *ARITHMETIC, *(f"r{name}" for name in ARITHMETIC), "bool", "invert", "neg", "pos", "abs", "eq", "ne", "lt", "le",
    "gt", "ge", "getitem", "setitem", "delitem", "iter", "contains", "len", "call", "int", "float", "index", "round",
)  # fmt: skip
"""The same of conditions, which have no operator at all."""


def _refuse(cls: type, name: str, instead: str) -> None:
    """Make Python's operator ``name`` a refusal with the script's line."""

    def refused(self: Any, *others: Any) -> Any:
        val = self if isinstance(self, Val) else self.x
        raise KernelError(val.k.here(), f"{self if val is not self else self.name}: {instead}")

    setattr(cls, f"__{name}__", refused)


for _name, _words in VALUES.items():
    _refuse(Val, _name, _words)
for _name in CONDITIONS:
    _refuse(Condition, _name, f"a condition has no answer while recording; {BRANCH}")
