# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""What every integer and pointer of a recorded kernel can be: sums of the arguments, of loops' rounds, and of unknowns.

The recording is walked once from top to bottom. Where ways meet, values that differ become one symbol with a case for
each way; values whose differences are multiples of each other share the symbol, so that a pointer keeps its tie to the
count that runs beside it. A loop's body is walked twice: the first walk finds how each value changes in a round, the
second proves it. Integers are exact: a sum that may wrap is an unknown. Pointers count modulo the address space.
"""

from generator.lang.reach.state import Place, State
from generator.lang.reach.walk import Walk

__all__ = ["Place", "State", "Walk"]
