# SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
"""Compute every integer and pointer of a recorded kernel as a sum of arguments, loop rounds and unknowns.

One walk goes from the top of the recording to the bottom. Values that differ where paths meet become one symbol with a
case for each path. Values whose differences are multiples of each other share the symbol: a pointer thus keeps its tie
to the count beside it. A loop's body is walked twice: the first walk finds how each value changes in a round, the
second walk proves the change. Integers are exact: a sum that may wrap is an unknown. Pointers count modulo the address
space.
"""

from generator.lang.reach.state import Place, State
from generator.lang.reach.walk import Walk

__all__ = ["Place", "State", "Walk"]
